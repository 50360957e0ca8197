"""Kill a run with SIGKILL at random moments, start it again each time, and compare its records with an undisturbed run.

    python benchmarks/survival.py --games 400 --kills 20

Prints a line per kill and ends with exit code 0 only if both runs export the same bytes.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mctslib.experiments import exchange, runner
from mctslib.experiments.registry import Match
from mctslib.experiments.store import Store


def match_of(games):
    """Short games with a search: Rolit for two, 40 playouts per move."""
    types = {name: {"kind": "MCTS", "playouts": 40, "C": c} for name, c in (("a", 0.2), ("b", 0.7))}
    return Match("survival", "rolit-2", "rolit", 2, types, games)


def child(path, games):
    with Store(path, write=True) as store:
        print("playing", flush=True)
        runner.run([match_of(games)], store, workers=2, progress=False)


def start(path, games):
    command = [sys.executable, __file__, "--child", str(path), "--games", str(games)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def exported(path):
    with Store(path) as store:
        out = path.with_suffix(".parquet")
        exchange.export(store.records(), store.matches(), out)
        return out.read_bytes(), len(store.done())


def survive(folder, games, kills, seed=0):
    """Returns (kills that hit a running process, games after the killed run, whether the records are identical)."""
    folder = Path(folder)
    whole, broken = folder / "whole.sqlite", folder / "broken.sqlite"
    started = time.perf_counter()
    assert start(whole, games).wait() == 0
    a_few_games = 2 * (time.perf_counter() - started) / games
    moments = random.Random(seed)
    hits = 0
    while True:
        process = start(broken, games)
        if hits < kills:
            process.stdout.readline()
            if moments.random() < 0.8:  # mostly after some more games, sometimes while the store is opened
                wanted = exported_count(broken) + moments.randint(1, max(1, 3 * games // (4 * kills)))
                while exported_count(broken) < wanted and process.poll() is None:
                    time.sleep(0.01)
            time.sleep(moments.uniform(0, a_few_games))
        if hits < kills and process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            hits += 1
            stored = exported_count(broken)
            print(f"kill {hits}: {stored} of {games} games stored", file=sys.stderr)
            continue
        if process.wait() == 0:
            break
    (expected, _), (found, count) = exported(whole), exported(broken)
    return hits, count, expected == found


def exported_count(path):
    if not path.exists():
        return 0
    try:
        with Store(path) as store:
            return len(store.done())
    except ValueError:  # killed before the tables were made
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--child", metavar="STORE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child, options.games)
    with tempfile.TemporaryDirectory() as folder:
        hits, count, same = survive(folder, options.games, options.kills, options.seed)
    print(f"{hits} kills, {count} games, records {'identical' if same else 'DIFFERENT'}")
    return 0 if same and count == options.games else 1


if __name__ == "__main__":
    sys.exit(main())
