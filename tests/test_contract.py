"""What every game promises, checked on random games."""

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import definition_of

VARIANTS = [(name, n) for name in ml.game_names() for n in definition_of(name).player_counts]


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_random_games_keep_the_promises(name, players):
    game = ml.make_game(name, players)
    rng = np.random.default_rng(0)
    for index in range(10):
        state = game.initial_state(index)
        while not state.is_over and state.ply < 100:
            moves = state.legal_moves()
            assert 0 < len(moves) == len(set(moves)) <= game.max_moves
            assert all(0 <= move < game.num_moves for move in moves)
            best = state.best_moves()
            values = [state.move_value(move) for move in moves]
            assert sorted(best) == sorted(m for m, v in zip(moves, values, strict=True) if v == max(values))
            before = state.array.copy()
            after = state.play(moves[rng.integers(len(moves))])
            assert np.array_equal(before, state.array)
            assert after.ply == state.ply + 1
            state = after
        if state.is_over:
            assert state.legal_moves() == []
            assert np.isclose(state.scores.sum(), 1)
        assert state == game.state_from_array(state.array.copy())
        assert state._repr_svg_().startswith("<svg")
