"""What the options of a search cost: simulations per second beside plain UCT, and memory. `make bench` prints both."""

import time

from mctslib.search.options import Greedy, ProgressiveHistory, Random
from mctslib.search.players import MCTS
from mctslib.search.tree import bytes_per_node

_SIMULATIONS = 10_000
_ROOM = 60_000_000  # nodes: enough for a million simulations of any game here; memory is used only as the tree grows
MEASURED = ("rolit", "chinese_checkers")  # the games whose report `mctslib bench` prints
VARIANTS = {
    "uct": {},
    "ph": {"selection": ProgressiveHistory(5)},
    "paranoid": {"policy": "paranoid"},
    "brs": {"policy": "brs"},
    "solver": {"solver": "standard"},
}


def overheads(game, seconds=1.0, rounds=5):
    """Simulations per second of processor time for each variant of a player, from the start position.

    The variants take turns, so that other work on the machine slows all of them; the best round of each counts.
    """
    playout = Greedy() if game.has_move_ordering else Random()
    players = {name: MCTS(_SIMULATIONS, playout=playout, **options) for name, options in VARIANTS.items()}
    start = game.initial_state()._array
    for player in players.values():
        player.choose(game, start, 0)
    rates = dict.fromkeys(players, 0.0)
    for seed in range(rounds):
        for name, player in players.items():
            rates[name] = max(rates[name], _rate(game, start, player, seed, seconds / rounds))
    return rates


def _rate(game, start, player, seed, seconds):
    simulations = 0
    started = time.thread_time()
    while simulations == 0 or time.thread_time() - started < seconds:
        simulations += player.choose(game, start, seed).simulations
    return simulations / (time.thread_time() - started)


def memory(game, budgets=(1000, 10_000, 100_000, 1_000_000)):
    """How a tree of plain UCT grows from the start position: rows of (simulations, nodes, bytes)."""
    playout = Greedy() if game.has_move_ordering else Random()
    rows = []
    for simulations in budgets:
        player = MCTS(playouts=simulations, playout=playout, max_nodes=_ROOM)
        nodes = player.choose(game, game.initial_state()._array, 0).nodes
        rows.append((simulations, nodes, nodes * bytes_per_node()))
    return rows


def report(game, seconds=1.0):
    """The text that `mctslib bench` prints for a game: what the options cost, and memory."""
    rates = overheads(game, seconds)
    lines = [f"{game.title}, {game.players} players, greedy playouts, simulations/s beside plain UCT with max^n:"]
    lines.append(
        "  " + ", ".join(f"{name} {rate:,.0f} ({100 * rate / rates['uct']:.0f}%)" for name, rate in rates.items())
    )
    lines.append("  memory: " + "; ".join(_growth(row) for row in memory(game)))
    return "\n".join(lines)


def _growth(row):
    simulations, nodes, size = row
    return f"{simulations:,} simulations {nodes:,} nodes {size / 2**20:,.1f} MiB ({size / simulations:,.0f} bytes each)"
