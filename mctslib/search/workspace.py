"""Buffers that a search writes into, allocated once per thread and used again: no allocation per simulation."""

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import array_type
from mctslib.search.logarithm import ln_table
from mctslib.search.playout_searches import new_searcher, no_searcher
from mctslib.search.tree import bytes_per_node, new_tree


class Workspace(NamedTuple):
    position: Any  # int64[state_size]: the state of the current simulation
    moves: Any  # int64[players * max_moves]
    path: Any  # int32: nodes from the root to the leaf
    result: Any  # float64[players]
    history_total: Any  # float64[players * num_moves]: scores of the simulations in which a player made a move
    history_visits: Any  # int32[players * num_moves]
    trace: Any  # int64: the simulation's moves in order, each as player * num_moves + move
    last_played: Any  # int64[players * num_moves]: where in the trace a move was last made; see `mcts.update_amaf`
    lookup: Any  # int32[players * num_moves]: children of a node by move
    ln: Any  # float64: the table of logarithms
    sides: Any  # int64[players]: the side of each seat
    earned: Any  # float64[players]: the result before the players of a side share it
    worlds: Any  # int64[max_worlds]: the worlds that are possible for the root player
    cumulative: Any  # float64[max_worlds]: the probability of each world and all before it
    marks: Any  # int64[players * num_moves]: which moves are legal in this simulation's world; see `worlds`
    last_mark: Any  # int64[1]


WORKSPACE = types.NamedTuple(
    tuple(
        array_type(dtype)
        for dtype in (
            types.int64,
            types.int64,
            types.int32,
            types.float64,
            types.float64,
            types.int32,
            types.int64,
            types.int64,
            types.int32,
            types.float64,
            types.int64,
            types.float64,
            types.int64,
            types.float64,
            types.int64,
            types.int64,
        )
    ),
    Workspace,
)

_of_thread = threading.local()


def workspace_for(game):
    """This thread's buffers for a game."""
    kept = _of_thread.__dict__.setdefault("workspaces", {})
    key = (game.definition, game.players)
    if key not in kept:
        kept[key] = Workspace(
            position=np.empty(game.state_size, np.int64),
            moves=np.empty(game.players * game.max_moves, np.int64),
            path=np.empty(game.max_plies + 2, np.int32),
            result=np.empty(game.players, np.float64),
            history_total=np.zeros(game.players * game.num_moves, np.float64),
            history_visits=np.zeros(game.players * game.num_moves, np.int32),
            trace=np.empty(2 * game.max_plies + 2, np.int64),
            last_played=np.full(game.players * game.num_moves, -1, np.int64),
            lookup=np.zeros(game.players * game.num_moves, np.int32),
            ln=ln_table(),
            sides=game.sides,
            earned=np.empty(game.players, np.float64),
            worlds=np.zeros(max(game.max_worlds, 1), np.int64),
            cumulative=np.zeros(game.max_worlds, np.float64),
            marks=np.zeros(game.players * game.num_moves, np.int64),
            last_mark=np.zeros(1, np.int64),
        )
    return kept[key]


def searcher_for(game, playout):
    """This thread's search for the moves of playouts; only search-based playouts have one, with `playout.k` moves."""
    if not hasattr(playout, "k"):
        return no_searcher()
    kept = _of_thread.__dict__.setdefault("searchers", {})
    key = (game.definition, game.players, playout.k)
    if key not in kept:
        kept[key] = new_searcher(game, playout.k)
    return kept[key]


def tree_for(nodes, options):
    """This thread's tree with room for at least `nodes` nodes and the optional arrays that `options` names."""
    kept = _of_thread.__dict__.setdefault("trees", {})
    tree = kept.get(options)
    if tree is None or len(tree.move) < nodes:
        try:
            kept[options] = new_tree(nodes, options)
        except MemoryError:
            size = nodes * bytes_per_node(options) / 2**20
            raise MemoryError(
                f"A tree of {nodes:,} nodes needs {size:,.0f} MiB; give max_nodes a lower value."
            ) from None
    return kept[options]
