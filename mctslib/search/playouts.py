"""Playouts: from a leaf to the end of the game."""

import numpy as np
from numba import types

from mctslib.compiling import helper, kernel
from mctslib.games.base import (
    MOVES,
    NOT_PROVIDED,
    OVER,
    PASS,
    PLAYERS,
    RNG,
    RULES,
    STATE,
    TO_MOVE,
    VALUES,
    copy_state,
    filtered_moves,
    greedy_moves,
    keep_best,
    make_move,
)
from mctslib.rng import below, next_word, unit
from mctslib.search import parameters as p
from mctslib.search.playout_searches import KEPT_COUNT, SALT, SEARCHER


@helper
def playout_moves(rules, state, player, num_moves, parameters, rng, moves, searcher):
    """Write the moves among which the playout strategy chooses at random; 0 = the player must pass."""
    kind = parameters[p.PLAYOUT]
    epsilon = parameters[p.EPSILON + player]
    filtered = parameters[p.FILTER_MOVES] != 0
    if kind == p.RANDOM_PLAYOUT or (epsilon > 0 and unit(rng) < epsilon):
        return filtered_moves(rules, state, player, moves, 0) if filtered else rules.legal(state, player, moves)
    if kind == p.GREEDY_PLAYOUT:
        if filtered:
            n = rules.sensible_moves(state, player, moves, 0)
            if n != NOT_PROVIDED:
                return keep_best(rules, state, player, moves, n)
        return greedy_moves(rules, state, player, moves)
    moves[0] = searcher.choose(rules, state, player, num_moves, parameters, searcher.buffers)
    return 0 if moves[0] == PASS else 1


@helper
def begin_playout(parameters, rng, searcher):
    """A search-based playout orders equal moves by its own random word, and has no list of moves from before."""
    if parameters[p.PLAYOUT] >= p.ONE_PLY:
        searcher.buffers.memory[SALT] = np.int64(next_word(rng))
        searcher.buffers.memory[KEPT_COUNT] = 0


@helper
def share_equally(players, result):
    """The result of a game that was cut off."""
    for player in range(players):
        result[player] = 1.0 / players


@helper
def run_playout(rules, state, num_moves, parameters, rng, moves, result, trace, traced, searcher):
    """Play `state` to its end and write the scores. Returns the plies played, negative if the cap cut it off.

    The moves are written to `trace` from index `traced` on, as far as it has room.
    """
    begin_playout(parameters, rng, searcher)
    cap = np.int64(parameters[p.PLAYOUT_CAP])
    plies = 0
    while state[OVER] == 0:
        player = state[TO_MOVE]
        n = playout_moves(rules, state, player, num_moves, parameters, rng, moves, searcher)
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


@kernel(types.int64(RULES, STATE, types.int64, VALUES, RNG, MOVES, types.int64, VALUES, MOVES, SEARCHER))
def play_out(rules, start, num_moves, parameters, rng, moves, games, sums, counts, searcher):
    """Many playouts from one position: adds up the scores; `counts` gets the plies and the number of cut-off games."""
    state = np.empty_like(start)
    result = np.empty(len(sums), np.float64)
    no_trace = np.empty(0, np.int64)
    for _ in range(games):
        copy_state(start, state)
        plies = run_playout(rules, state, num_moves, parameters, rng, moves, result, no_trace, 0, searcher)
        counts[0] += abs(plies)
        counts[1] += plies < 0
        for player in range(len(sums)):
            sums[player] += result[player]
    return games
