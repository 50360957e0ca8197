"""Playouts: from a leaf to the end of the game."""

import numpy as np
from numba import types

from mctslib.compiling import helper, kernel
from mctslib.games.base import (
    MOVES,
    OVER,
    PASS,
    PLAYERS,
    RNG,
    RULES,
    STATE,
    TO_MOVE,
    VALUES,
    copy_state,
    greedy_moves,
    make_move,
)
from mctslib.rng import below, unit
from mctslib.search.parameters import EPSILON, GREEDY_PLAYOUT, PLAYOUT, PLAYOUT_CAP


@helper
def playout_moves(rules, state, player, parameters, rng, moves):
    """Write the moves among which the playout strategy chooses at random; 0 = the player must pass."""
    if parameters[PLAYOUT] == GREEDY_PLAYOUT and not (parameters[EPSILON] > 0 and unit(rng) < parameters[EPSILON]):
        return greedy_moves(rules, state, player, moves)
    return rules.legal(state, player, moves)


@helper
def share_equally(players, result):
    """The result of a game that was cut off."""
    for player in range(players):
        result[player] = 1.0 / players


@helper
def run_playout(rules, state, num_moves, parameters, rng, moves, result, trace, traced):
    """Play `state` to its end and write the scores. Returns the plies played, negative if the cap cut it off.

    The moves are written to `trace` from index `traced` on, as far as it has room.
    """
    cap = np.int64(parameters[PLAYOUT_CAP])
    plies = 0
    while state[OVER] == 0:
        player = state[TO_MOVE]
        n = playout_moves(rules, state, player, parameters, rng, moves)
        if n == 0:
            rules.apply(state, player, PASS)
            continue
        if plies == cap:
            share_equally(state[PLAYERS], result)
            return -plies
        move = moves[below(rng, n)]
        if traced + plies < len(trace):
            trace[traced + plies] = player * num_moves + move
        make_move(rules, state, player, move)
        plies += 1
    rules.scores(state, result)
    return plies


@kernel(types.int64(RULES, STATE, VALUES, RNG, MOVES, types.int64, VALUES, MOVES))
def play_out(rules, start, parameters, rng, moves, games, sums, counts):
    """Many playouts from one position: adds up the scores; `counts` gets the plies and the number of cut-off games."""
    state = np.empty_like(start)
    result = np.empty(len(sums), np.float64)
    no_trace = np.empty(0, np.int64)
    for _ in range(games):
        copy_state(start, state)
        plies = run_playout(rules, state, 0, parameters, rng, moves, result, no_trace, 0)
        counts[0] += abs(plies)
        counts[1] += plies < 0
        for player in range(len(sums)):
            sums[player] += result[player]
    return games
