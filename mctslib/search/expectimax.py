"""The chance layer of expectimax: what the root player cannot see, below each of his moves.

A root move leads to one position per possible world: the world is put in place of what is hidden, *then* the move is
made, because what it does (a capture) may depend on what is hidden. Below, everything is known, and each world is an
alpha-beta search of its own. The value of the move is the mean over the worlds, weighted by how likely they are
(nijssen2013, Formula 2.2). No window is handed down through a chance node (Algorithm 2.3): only below the worlds is
anything pruned.

Root moves are ordered by their values in the iteration before; the static ordering may depend on what is hidden.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import array_type, helper
from mctslib.games.base import RNG, copy_state, make_move
from mctslib.rng import STATE_WORDS
from mctslib.search.minimax_stack import current_move, next_move
from mctslib.search.minimax_turns import skip_partners


class Chance(NamedTuple):
    worlds: Any  # int64[worlds]: their numbers; none if there is no chance layer
    weights: Any  # float64[worlds]: above 0, sum 1
    move_values: Any  # float64[num_moves]: the latest value of each root move
    weighted_sum: Any  # float64[1]: over the worlds of the current root move that are searched
    following: Any  # int64[1]: place of the world to be searched next; the number of worlds = take another move
    rng: Any  # for what a world leaves open


CHANCE = types.NamedTuple(
    (
        array_type(types.int64),
        array_type(types.float64),
        array_type(types.float64),
        array_type(types.float64),
        array_type(types.int64),
        RNG,
    ),
    Chance,
)


def chance_over(worlds, weights, num_moves, rng):
    """A chance layer over worlds."""
    return Chance(
        worlds=np.array(worlds, np.int64),
        weights=np.array(weights, np.float64),
        move_values=np.zeros(num_moves),
        weighted_sum=np.zeros(1),
        following=np.zeros(1, np.int64),
        rng=rng,
    )


NO_CHANCE = chance_over([], [], 0, np.zeros(STATE_WORDS, np.uint64))


@helper
def open_root(plan, stack, chance, n):
    """Take in the n plain moves that were just written at the root."""
    for i in range(n):
        move = stack.moves[i]
        stack.rank[i] = chance.move_values[move]
        stack.moves[i] = plan.root_player * plan.num_moves + move
        stack.tie[i] = 0
    stack.count[0] = n
    chance.following[0] = len(chance.worlds)


@helper
def worlds_are_left(chance):
    """Whether the current root move is still to be tried in some world."""
    return chance.following[0] < len(chance.worlds)


@helper
def make_next_world(rules, plan, stack, chance):
    """The position after the current root move in the next world or, if it was the last, after the next move."""
    if not worlds_are_left(chance):
        next_move(stack, 0)
        chance.following[0] = 0
        chance.weighted_sum[0] = 0.0
    state = stack.states[1]
    copy_state(stack.states[0], state)
    rules.determinize(state, plan.root_player, chance.worlds[chance.following[0]], chance.rng)
    make_move(rules, state, plan.root_player, current_move(stack, 0) - plan.root_player * plan.num_moves)
    skip_partners(plan, state)


@helper
def mean_over_worlds(plan, stack, chance, value):
    """Add a world's value; returns the mean, and whether it is complete."""
    chance.weighted_sum[0] += chance.weights[chance.following[0]] * value
    chance.following[0] += 1
    if worlds_are_left(chance):
        return 0.0, False
    chance.move_values[current_move(stack, 0) - plan.root_player * plan.num_moves] = chance.weighted_sum[0]
    return chance.weighted_sum[0], True
