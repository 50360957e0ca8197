"""Speed on one core from the initial position, beside a plain C++ loop where there is one."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np

from mctslib.compiling import say, user_cache_folder
from mctslib.games import definition_of, game_names, make_game
from mctslib.search.options import Greedy, OnePly, ProgressiveHistory, Random, TwoPly
from mctslib.search.players import MCTS, seeded_generator
from mctslib.search.playouts import play_out
from mctslib.search.workspace import searcher_for, workspace_for

LOOPS = Path(__file__).parents[2] / "benchmarks"
_SIMULATIONS = 10_000
SEARCH_PLAYOUTS = {
    "playout:one_ply": OnePly(),
    "playout:two_ply_maxn": TwoPly("maxn"),
    "playout:two_ply_paranoid": TwoPly("paranoid"),
    "playout:two_ply_brs": TwoPly("brs"),
}


def measure(game, seconds=1.0):
    """Rows for one game: {"game", "players", "what", "per_second", "reference", "ratio"}."""
    jobs = [("playout:random", lambda: playouts_per_second(game, Random(), seconds), "random")]
    if game.has_move_ordering:
        jobs.append(("playout:smo", lambda: playouts_per_second(game, Greedy(0.05), seconds), "greedy"))
    if game.has_move_ordering and game.has_evaluator:
        for name, playout in SEARCH_PLAYOUTS.items():
            jobs.append((name, lambda playout=playout: playouts_per_second(game, playout, seconds), None))
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
    moves, searcher = workspace_for(game).moves, searcher_for(game, playout)
    play_out(game.rules, start, game.num_moves, block, rng, moves, 1, sums, counts, searcher)
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        played += play_out(game.rules, start, game.num_moves, block, rng, moves, batch, sums, counts, searcher)
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
    program = user_cache_folder() / "loops" / name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
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
