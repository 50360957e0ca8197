"""The stack of a minimax search: one frame per ply on the line being searched, and the order in which moves are tried.

The moves of all frames lie one after the other in one arena. A move is written as `player * num_moves + move`, because
in Best-Reply Search one node has moves of several players.
"""

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import array_type, helper
from mctslib.search.minimax_table import NO_MOVE
from mctslib.search.minimax_values import DEEPEST

AT_THE_START = -1


class Stack(NamedTuple):
    """Arrays indexed by ply, unless stated otherwise."""

    states: Any  # int64[plies, state_size]
    replies: Any  # int64[plies * players, state_size]: BRS+, where each opponent's moves start from
    mover: Any  # int64
    first: Any  # int64: where the frame's moves begin in the arena
    count: Any  # int64: number of moves
    tried: Any  # int64: moves [0, tried) have been searched, the last of them maybe not to the end
    key: Any  # uint64: hash of the position
    alpha: Any  # float64: window, which narrows as the node is searched
    beta: Any
    alpha_before: Any  # float64: window that the node was entered with
    beta_before: Any
    best: Any  # float64[plies, players]: best value so far; alpha-beta uses the first column
    best_move: Any  # int64, or NO_MOVE
    killers: Any  # int64[plies, 2]: the latest first
    moves: Any  # int64[arena]
    rank: Any  # float64[arena]: static value; infinite for moves that go first
    tie: Any  # int64[arena]: decides between equal ranks
    history: Any  # int64[players * num_moves]
    values: Any  # float64[players]: the value of the position just reached
    cursor: Any  # int64[1]: the ply at which a paused search goes on, or AT_THE_START


_FLOATS, _INTEGERS, _WORDS = (array_type(dtype) for dtype in (types.float64, types.int64, types.uint64))
_STATES, _VECTORS = array_type(types.int64, 2), array_type(types.float64, 2)
STACK = types.NamedTuple(
    tuple(
        Stack(
            states=_STATES,
            replies=_STATES,
            mover=_INTEGERS,
            first=_INTEGERS,
            count=_INTEGERS,
            tried=_INTEGERS,
            key=_WORDS,
            alpha=_FLOATS,
            beta=_FLOATS,
            alpha_before=_FLOATS,
            beta_before=_FLOATS,
            best=_VECTORS,
            best_move=_INTEGERS,
            killers=_STATES,
            moves=_INTEGERS,
            rank=_FLOATS,
            tie=_INTEGERS,
            history=_INTEGERS,
            values=_FLOATS,
            cursor=_INTEGERS,
        )
    ),
    Stack,
)

_of_thread = threading.local()


def stack_for(game):
    """This thread's stack for a game. Memory is touched only as far as searches go."""
    kept = _of_thread.__dict__.setdefault("stacks", {})
    key = (game.definition, game.players)
    if key not in kept:
        plies = DEEPEST + 1
        arena = plies * game.players * game.max_moves
        dtypes = dict(zip(Stack._fields, STACK.types, strict=True))
        shapes = dict.fromkeys(Stack._fields, plies) | {
            "states": (plies, game.state_size),
            "replies": (plies * game.players, game.state_size),
            "best": (plies, game.players),
            "killers": (plies, 2),
            "moves": arena,
            "rank": arena,
            "tie": arena,
            "history": game.players * game.num_moves,
            "values": game.players,
            "cursor": 1,
        }
        kept[key] = Stack(**{name: np.empty(shapes[name], np.dtype(dtypes[name].dtype.name)) for name in Stack._fields})
    return kept[key]


# How a search orders moves. The table's move and the killer moves rank infinitely high; among them these decide.
_TABLE_MOVE_FIRST = 3
_KILLER_FIRST = 2


@helper
def add_moves(rules, stack, ply, state, player, n, num_moves, use_history):
    """Rank the n plain moves of a player that were just written behind the frame's moves, and take them in."""
    begin = stack.first[ply] + stack.count[ply]
    for i in range(begin, begin + n):
        move = stack.moves[i]
        stack.rank[i] = rules.move_value(state, player, move)
        stack.moves[i] = player * num_moves + move
        stack.tie[i] = stack.history[player * num_moves + move] if use_history else 0
    stack.count[ply] += n


@helper
def put_first(stack, ply, move, tie):
    """Let a move go first, if it is among the frame's moves."""
    if move == NO_MOVE:
        return
    for i in range(stack.first[ply], stack.first[ply] + stack.count[ply]):
        if stack.moves[i] == move:
            stack.rank[i] = np.inf
            stack.tie[i] = tie
            return


@helper
def put_special_moves_first(stack, ply, table_move, use_killers):
    """The table's move, then the killer moves (nijssen2013, sections 2.4 and 3.6)."""
    if use_killers:
        put_first(stack, ply, stack.killers[ply, 1], _KILLER_FIRST - 1)
        put_first(stack, ply, stack.killers[ply, 0], _KILLER_FIRST)
    put_first(stack, ply, table_move, _TABLE_MOVE_FIRST)


@helper
def next_move(stack, ply):
    """The best move that is left: by rank, then by tie, then by place. It changes places with the first one left."""
    place = stack.first[ply] + stack.tried[ply]
    chosen = place
    for i in range(place + 1, stack.first[ply] + stack.count[ply]):
        if stack.rank[i] > stack.rank[chosen] or (
            stack.rank[i] == stack.rank[chosen] and stack.tie[i] > stack.tie[chosen]
        ):
            chosen = i
    move, rank, tie = stack.moves[chosen], stack.rank[chosen], stack.tie[chosen]
    stack.moves[chosen], stack.rank[chosen], stack.tie[chosen] = stack.moves[place], stack.rank[place], stack.tie[place]
    stack.moves[place], stack.rank[place], stack.tie[place] = move, rank, tie
    stack.tried[ply] += 1
    return move


@helper
def current_move(stack, ply):
    """The move being searched."""
    return stack.moves[stack.first[ply] + stack.tried[ply] - 1]


@helper
def remember_cutoff(stack, ply, depth):
    """A move caused a cut-off: it becomes a killer of its ply, and its history grows by the squared depth (2.4.1)."""
    move = stack.best_move[ply]
    if stack.killers[ply, 0] != move:
        stack.killers[ply, 1] = stack.killers[ply, 0]
        stack.killers[ply, 0] = move
    stack.history[move] += depth * depth


@helper
def open_frame(stack, ply):
    """An empty frame behind the one above it."""
    stack.first[ply] = stack.first[ply - 1] + stack.count[ply - 1] if ply > 0 else 0
    stack.count[ply] = 0
    stack.tried[ply] = 0
    stack.best_move[ply] = NO_MOVE
