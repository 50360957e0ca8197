"""What every game promises, checked on random games."""

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import definition_of

VARIANTS = [(name, n) for name in ml.game_names() for n in definition_of(name).player_counts]
HIDDEN = [(name, n) for name, n in VARIANTS if definition_of(name).determinize is not None]


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_random_games_keep_the_promises(name, players):
    game = ml.make_game(name, players)
    rng = np.random.default_rng(0)
    for index in range(20):
        state = game.initial_state(index)
        while not state.is_over and state.ply < game.max_plies:
            moves = state.legal_moves()
            assert 0 < len(moves) == len(set(moves)) <= game.max_moves
            assert all(0 <= move < game.num_moves for move in moves)
            if state.ply < 20 or state.ply % 10 == index % 10:  # asking for every value is slow
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


@pytest.mark.parametrize(("name", "players"), HIDDEN)
def test_what_is_hidden_stays_hidden(name, players):
    """A determinization keeps all that its observer knows, and is the same whatever the truth is."""
    game = ml.make_game(name, players)
    rng = np.random.default_rng(1)
    for index in range(2):
        state = game.initial_state(index)
        while not state.is_over:
            moves = state.legal_moves()
            for observer in range(players):
                sample = state.determinize(observer, seed=state.ply)
                blind = game.state_from_trusted(state.seen_by(observer).array.copy())
                assert sample == blind.determinize(observer, seed=state.ply)
                assert np.array_equal(sample.seen_by(observer).array, state.seen_by(observer).array)
                assert sample == game.state_from_array(sample.array.copy())
                if observer == state.to_move:
                    assert sorted(sample.legal_moves()) == sorted(moves)
                    assert all(state.observed_move(move, observer) == move for move in moves)
            if game.max_worlds:
                worlds = state.worlds(state.to_move)
                assert 0 < len(worlds) == len(set(worlds)) <= game.max_worlds
                assert worlds == state.determinize(state.to_move).worlds(state.to_move)
                assert sum(state == state.determinize(state.to_move, world=world) for world in worlds) == 1
            state = state.play(moves[rng.integers(len(moves))])
