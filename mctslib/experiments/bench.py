"""Speed on one core from the initial position, beside a plain C++ loop where there is one.

Further the median speed over the moves of a self-play game, beside the speed of the documents' engine.
"""

import csv
import hashlib
import os
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

import numpy as np

from mctslib.compiling import say, user_cache_folder
from mctslib.experiments.self_play import PUBLISHED, documented_player
from mctslib.games import definition_of, game_names, make_game
from mctslib.search.options import Greedy, ProgressiveHistory, Random
from mctslib.search.players import MCTS, seeded_generator
from mctslib.search.playouts import play_out
from mctslib.search.workspace import workspace_for

LOOPS = Path(__file__).parents[2] / "benchmarks"
_SIMULATIONS = 10_000


def measure(game, seconds=1.0):
    """Rows for one game: {"game", "players", "what", "per_second", "reference", "ratio"}."""
    jobs = [("playout:random", lambda: playouts_per_second(game, Random(), seconds), "random")]
    if game.has_move_ordering:
        jobs.append(("playout:smo", lambda: playouts_per_second(game, Greedy(0.05), seconds), "greedy"))
    jobs.append(("mcts:uct", lambda: simulations_per_second(game, MCTS(_SIMULATIONS), seconds), None))
    history = MCTS(_SIMULATIONS, selection=ProgressiveHistory(5))
    jobs.append(("mcts:ph", lambda: simulations_per_second(game, history, seconds), None))
    rows = []
    for what, ours, loop in jobs:
        rate, reference = _alternately(ours, lambda loop=loop: loop and cpp_rate(game, loop, seconds))
        rows.append(
            {
                "game": game.name,
                "players": game.players,
                "what": what,
                "per_second": round(rate, 1),
                "reference": reference,
                "ratio": round(rate / reference, 3) if reference else None,
            }
        )
    return rows


def _alternately(ours, theirs, rounds=3):
    """The best of some rounds of each, taken in turn: a busy machine then slows both."""
    rates, references = [], []
    for _ in range(rounds):
        rates.append(ours())
        references.append(theirs())
    return max(rates), max(references) if references[0] else None


def playouts_per_second(game, playout, seconds):
    """Whole games from the start by a playout strategy."""
    start = game.initial_state()._array
    block = MCTS(1, playout=playout).block(game)
    rng = seeded_generator(1, start)
    sums, counts = np.zeros(game.players), np.zeros(2, np.int64)
    batch, played = 1, 0
    moves = workspace_for(game).moves
    play_out(game.rules, start, block, rng, moves, 1, sums, counts)
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        played += play_out(game.rules, start, block, rng, moves, batch, sums, counts)
        batch = min(2 * batch, 1000)
    return played / (time.perf_counter() - started)


def simulations_per_second(game, player, seconds):
    """Searches of the start position, each with the player's own budget."""
    start = game.initial_state()._array
    player.run(game, start, 0)
    simulations, seed = 0, 1
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        simulations += player.run(game, start, seed)[0].simulations
        seed += 1
    return simulations / (time.perf_counter() - started)


def median_in_a_game(game, playouts=1000, seed=1):
    """Playouts per second of the documents' player: the median over the moves of one self-play game."""
    player = documented_player(playouts)
    state = game.initial_state()
    rates = []
    while not state.is_over and state.ply < game.max_plies:
        choice = player.choose(game, state._array, seed)
        rates.append(choice.simulations / choice.seconds)
        state = state.play(choice.move)
    return median(rates)


def published_median(game):
    """The same of the documents' engine: (playouts per second, table), or None where no table has it.

    Table 6.3 gives playouts per second; Table 4.3 the playouts of a move in 1000 ms.
    """
    wanted = {"game": game.name, "players": str(game.players)}
    for table, more in (
        ("6.3", {"subject": "smo"}),
        ("4.3", {"subject": "mcts_maxn", "budget": "1000", "metric": "playouts_median"}),
    ):
        with open(PUBLISHED / f"nijssen2013_table_{table.replace('.', '_')}.csv", newline="") as lines:
            for row in csv.DictReader(lines):
                if (wanted | more).items() <= row.items():
                    return float(row["value"]), table
    return None


def cpp_rate(game, loop, seconds):
    """Games per second of benchmarks/GAME.cpp, or None without source or compiler."""
    program = _compiled_loop(game.name)
    if program is None:
        return None
    output = subprocess.run(
        [program, str(game.players), loop, str(seconds)], check=True, capture_output=True, text=True
    )
    return float(output.stdout)


def _compiled_loop(name):
    source = LOOPS / f"{name}.cpp"
    if not source.exists():
        return None
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        say("mctslib: no C++ compiler found (g++, clang++ or $CXX); the comparison with C++ is skipped.")
        return None
    version = hashlib.blake2b(source.read_bytes(), digest_size=8).hexdigest()
    program = user_cache_folder() / "loops" / f"{name}-{version}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return str(program)


def games_to_measure(name=None, players=None):
    """The games and player counts that `mctslib bench` was asked for."""
    chosen = []
    for game_name in [name] if name else game_names():
        counts = [players] if players else definition_of(game_name).player_counts
        chosen += [make_game(game_name, count) for count in counts]
    return chosen


def rows_as_text(rows):
    """The measured rows as a table."""
    lines = [f"{'game':<18}{'players':>7}  {'what':<18}{'per second':>12}{'C++ loop':>12}{'ratio':>8}"]
    for row in rows:
        reference = f"{row['reference']:,.0f}" if row["reference"] else "-"
        ratio = f"{row['ratio']:.2f}" if row["ratio"] else "-"
        line = f"{row['game']:<18}{row['players']:>7}  {row['what']:<18}{row['per_second']:>12,.0f}"
        lines.append(f"{line}{reference:>12}{ratio:>8}")
    return "\n".join(lines)


def medians_as_text(games):
    """Median speeds in a self-play game beside the published ones, as a table."""
    lines = [
        "MCTS with Progressive History and greedy playouts, median over the moves of a self-play game:",
        f"{'game':<18}{'players':>7}{'playouts/s':>14}{'published':>12}{'ratio':>8}  nijssen2013",
    ]
    for game in games:
        rate = median_in_a_game(game)
        line = f"{game.name:<18}{game.players:>7}{rate:>14,.0f}"
        published = published_median(game)
        if published is None:
            lines.append(f"{line}{'-':>12}{'-':>8}")
        else:
            value, table = published
            lines.append(f"{line}{value:>12,.0f}{rate / value:>8.1f}  Table {table}")
    return "\n".join(lines)
