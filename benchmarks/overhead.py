"""What the bookkeeping costs: 1,000 short games through the runner and its store, beside the same games played by bare
threads that keep nothing. Both are measured in turn, several rounds, and the best of each counts: by the clock, and in
processor time, which a busy machine does not disturb.

    python benchmarks/overhead.py
"""

import argparse
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from mctslib.experiments import runner
from mctslib.experiments.play import play_game
from mctslib.experiments.registry import Match, player_from
from mctslib.experiments.store import Store
from mctslib.games import make_game


def now():
    return np.array([time.perf_counter(), time.process_time()])


def bare(match, workers):
    """(seconds, processor seconds) for the games alone: the same players, seats and seeds."""
    game = make_game(match.game, match.players)
    players = {name: player_from(spec) for name, spec in match.types.items()}

    def play(number):
        play_game(game, [players[name] for name in match.seats(number)], match.seed(number))

    started = now()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(play, range(match.games)))
    return now() - started


def stored(match, workers):
    """(seconds, processor seconds) for the games through the runner, each stored as it ends."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite", write=True) as store:
        started = now()
        runner.run([match], store, workers, progress=False)
        return now() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    types = {name: {"kind": "MCTS", "playouts": options.playouts, "C": c} for name, c in (("a", 0.2), ("b", 0.7))}
    match = Match("overhead", "rolit-2", "rolit", 2, types, options.games)
    stored(Match("overhead", "rolit-2", "rolit", 2, types, 4), 1)
    alone, kept = [], []
    for _ in range(options.rounds):
        alone.append(bare(match, options.workers))
        kept.append(stored(match, options.workers))
    print(f"{options.games} games of Rolit, {options.playouts} playouts per move, {options.workers} threads")
    for what, without, with_store in zip(("clock", "processor"), np.min(alone, 0), np.min(kept, 0), strict=True):
        share = 100 * (with_store / without - 1)
        print(f"{what}: bare {without:.2f} s, stored {with_store:.2f} s: {share:.1f}% for bookkeeping")


if __name__ == "__main__":
    main()
