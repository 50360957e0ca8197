"""Random games with the invariants of each game checked in every position, fast enough for many thousands of games.

`python -m tests.random_games 10000` plays so many games of every variant; the unit tests play a few.
"""

import sys
import time

import numpy as np
from numba import types

import mctslib as ml
from mctslib.compiling import array_type, kernel
from mctslib.games import blokus, definition_of, focus
from mctslib.games import chinese_checkers as checkers
from mctslib.games.base import (
    HEADER,
    MOVES,
    OVER,
    PLAYERS,
    PLY,
    RNG,
    RULES,
    STATE,
    TO_MOVE,
    greedy_moves,
    make_move,
    settle,
)
from mctslib.rng import below, unit
from mctslib.search.players import seeded_generator

VARIANTS = [
    (name, n) for name in ("chinese_checkers", "focus", "rolit", "blokus") for n in definition_of(name).player_counts
]


@kernel(types.int64(RULES, STATE, types.float64, RNG, MOVES, array_type(types.int64, 2)))
def _play(rules, start, greedy, rng, moves, positions):
    """Play one game and keep its positions, one per row. Returns the number of plies."""
    state = start.copy()
    positions[0] = state
    ply = 0
    n = settle(rules, state, moves)
    while n > 0 and ply + 1 < len(positions):
        if unit(rng) < greedy:
            n = greedy_moves(rules, state, state[TO_MOVE], moves)
        make_move(rules, state, state[TO_MOVE], moves[below(rng, n)])
        n = settle(rules, state, moves)
        ply += 1
        positions[ply] = state
    return ply


def play(game, games, greedy=0.0, seed=0):
    """Play games in which each move is greedy with probability `greedy`, otherwise random, and check every position.

    Returns how many were cut off and the mean number of plies.
    """
    start = game.initial_state().array.copy()
    rng = seeded_generator(seed, start)
    moves = np.empty(game.max_moves, np.int64)
    buffer = np.empty((game.max_plies + 1, game.state_size), np.int64)
    cut_off, plies = 0, 0
    for _ in range(games):
        length = _play(game.rules, start, greedy, rng, moves, buffer)
        positions = buffer[: length + 1]
        check_header(game, positions)
        INVARIANTS[game.name](positions.view(np.uint64), game.players)
        if positions[-1, OVER]:
            check_result(game, positions[-1])
        else:
            assert length == game.max_plies
            cut_off += 1
        plies += length
    return cut_off, plies / games


def check_header(game, positions):
    assert np.array_equal(positions[:, PLY], np.arange(len(positions)))
    assert np.all(positions[:, PLAYERS] == game.players)
    assert np.all((positions[:, TO_MOVE] >= 0) & (positions[:, TO_MOVE] < game.players))
    assert not positions[:-1, OVER].any()


def check_result(game, position):
    """One winner, or several who share equally where the rules know ties."""
    scores = game.state_from_trusted(position).scores
    winners = np.count_nonzero(scores)
    assert sorted(scores)[-winners:] == [1 / winners] * winners
    assert winners == 1 or game.name in ("rolit", "blokus")


def check_chinese_checkers(positions, players):
    everybody = positions[:, checkers.EVERYBODY : checkers.EVERYBODY + 2]
    own = positions[:, checkers.OWN :].reshape(len(positions), -1, 2)
    assert np.all(np.bitwise_count(own).sum(axis=2)[:, :players] == checkers.PIECES)
    assert not own[:, players:].any()
    assert np.array_equal(np.bitwise_or.reduce(own, axis=1), everybody)
    assert np.all(np.bitwise_count(everybody).sum(axis=1) == players * checkers.PIECES)
    assert not (everybody & ~checkers.ALL_WORDS).any()
    homes = checkers.ARM_WORDS[checkers.HOME_ARM[players, :players]]
    won = ~(homes & ~everybody[:, None]).any(axis=2) & (homes & own[:, :players]).any(axis=2)
    assert np.array_equal(won.any(axis=1), positions[:, OVER] == 1)


def check_focus(positions, players):
    layers = positions[:, focus.LAYERS : focus.HELD].reshape(len(positions), focus.TALLEST, focus.COLOURS)
    held = positions[:, focus.HELD : focus.IN_HAND].reshape(len(positions), focus.COLOURS, focus.COLOURS)
    pieces = np.bitwise_count(layers).sum(axis=1) + held.sum(axis=1)
    assert np.all(pieces[:, :players] == focus.PIECES_EACH[players])
    assert not pieces[:, players:].any()
    assert held.max() <= focus.PIECES_EACH[players]
    stacks = np.bitwise_or.reduce(layers, axis=2)
    assert np.array_equal(np.bitwise_count(layers).sum(axis=2), np.bitwise_count(stacks))  # one piece per place
    assert not (stacks[:, 1:] & ~stacks[:, :-1]).any()  # no gaps
    assert not (stacks[:, 0] & ~focus.ALL_FIELDS).any()
    captured = held[:, :players, :players].copy()
    captured[:, np.arange(players), np.arange(players)] = 0
    each = captured >= focus.FROM_EACH[players]
    each[:, np.arange(players), np.arange(players)] = True
    won = each.all(axis=2) | (captured.sum(axis=2) >= focus.IN_ALL)
    assert np.array_equal(won.sum(axis=1), positions[:, OVER])


def check_rolit(positions, players):
    colours = positions[:, HEADER:]
    pieces = np.bitwise_count(colours).sum(axis=1)
    assert np.array_equal(pieces, 4 + np.arange(len(positions)))
    assert np.array_equal(np.bitwise_count(np.bitwise_or.reduce(colours, axis=1)), pieces)
    assert len(positions) == 61


def check_blokus(positions, players):
    boards = positions.view(np.uint32)[:, blokus.OWN :].reshape(len(positions), 2, blokus.SEATS, blokus.EDGE)
    own, blocked = boards[:, 0], boards[:, 1]
    together = np.bitwise_or.reduce(own, axis=1)
    squares = np.bitwise_count(own).sum(axis=2)
    assert np.array_equal(squares.sum(axis=1), np.bitwise_count(together).sum(axis=1))  # no square is shared
    inside = together[:, blokus.MARGIN : blokus.MARGIN + blokus.SIZE] & ~np.uint32(blokus.MIDDLE_ROW)
    assert np.all(np.bitwise_count(inside).sum(axis=1) == squares.sum(axis=1) - blokus.SEATS)
    assert not (inside[:, None] & ~blocked[:, :, blokus.MARGIN : blokus.MARGIN + blokus.SIZE]).any()
    assert not (own[:-1] & ~own[1:]).any()  # a piece stays where it is
    hands = positions[:, blokus.HAND : blokus.BOARDS].reshape(len(positions), blokus.SEATS, 1, blokus.SHAPE_WORDS)
    in_hand = (hands & blokus.SHAPES_OF_PIECE).any(axis=3)
    sizes = np.array([sum(line.count("#") for line in piece) for piece in blokus.PIECES.values()])
    assert np.array_equal(squares - 1, sizes.sum() - in_hand @ sizes)
    assert np.array_equal(positions[:, OVER] == 1, positions[:, blokus.STUCK] == blokus.EVERYBODY)


INVARIANTS = {
    "chinese_checkers": check_chinese_checkers,
    "focus": check_focus,
    "rolit": check_rolit,
    "blokus": check_blokus,
}


def main(games):
    print(f"{'game':<18}{'players':>7}{'moves':>13}{'games':>8}{'plies':>9}{'cut off':>9}{'seconds':>9}")
    for name, players in VARIANTS:
        for label, greedy in (("random", 0.0), ("half greedy", 0.5)):
            started = time.perf_counter()
            cut_off, plies = play(ml.make_game(name, players), games, greedy)
            seconds = time.perf_counter() - started
            line = f"{name:<18}{players:>7}{label:>13}{games:>8}{plies:>9.1f}{cut_off:>9}{seconds:>9.1f}"
            print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
