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
    for index in range(5):
        state = game.initial_state(index)
        while not state.is_over and state.ply < 100:
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


@pytest.mark.parametrize("name", ml.game_names())
@pytest.mark.parametrize("players", [0, 1, 5, 7, -2, "two", 2.5])
def test_wrong_player_counts_get_a_sentence(name, players):
    with pytest.raises(ValueError, match=f"{name} is played by .* players, not {players!r}"):
        ml.make_game(name, players)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_illegal_moves_get_a_sentence(name, players):
    state = ml.make_game(name, players).initial_state()
    illegal = min({*range(state.game.num_moves), state.game.num_moves} - set(state.legal_moves()))
    for move in (illegal, -1, state.game.num_moves, 10**12, "nonsense", None):
        with pytest.raises(ml.IllegalMove, match=r"is not a legal move for player 0 at ply 0; the \d+ legal moves are"):
            state.play(move)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_damaged_set_ups_get_a_sentence_or_are_positions(name, players):
    """Any one wrong bit is refused, or leaves a position that can be played on."""
    game = ml.make_game(name, players)
    rng = np.random.default_rng(players)
    state = game.initial_state()
    for _ in range(8):
        state = state.play(rng.choice(state.legal_moves()))
    sentences = []
    for _ in range(30):
        array = state.array.copy()
        array[rng.integers(len(array))] ^= 1 << int(rng.integers(63))
        try:
            accepted = game.state_from_array(array)
        except ValueError as error:
            sentences.append(str(error))
        else:
            assert accepted.is_over or accepted.play(accepted.legal_moves()[0]).ply == accepted.ply + 1
    assert len(sentences) > 5
    assert all(sentence.count("\n") == 0 and sentence.endswith(".") for sentence in sentences)
