"""A sample of what `python -m tests.random_games 10000` checks."""

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import blokus, focus
from mctslib.games import chinese_checkers as checkers
from tests.random_games import INVARIANTS, VARIANTS, play


@pytest.mark.parametrize(("name", "players"), VARIANTS)
@pytest.mark.parametrize("greedy", [0.0, 0.5])
def test_invariants_hold_in_every_position(name, players, greedy):
    cut_off, _ = play(ml.make_game(name, players), games=20, greedy=greedy, seed=1)
    assert cut_off == 0 or (name, greedy) == ("chinese_checkers", 0.0)


@pytest.mark.parametrize(
    ("name", "word", "bit"),
    [
        ("chinese_checkers", checkers.OWN, 14),  # a seventh piece
        ("focus", focus.LAYERS, 20),  # two pieces in one place
        ("rolit", 4, 0),  # a piece that nobody placed
        ("blokus", blokus.BOARDS + 8, 16),  # a square without a piece
    ],
)
def test_invariants_notice_a_wrong_bit(name, word, bit):
    game = ml.make_game(name)
    positions = np.array([game.initial_state().array] * 2)
    positions[1, word] ^= 1 << bit
    with pytest.raises(AssertionError):
        INVARIANTS[name](positions.view(np.uint64), game.players)
