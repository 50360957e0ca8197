import numpy as np
import pytest

import mctslib as ml
from mctslib.games.rolit import SQUARE_VALUES
from tests.naive import rolit as naive


def as_move(square):
    return 8 * square[0] + square[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_perft_agrees_with_the_slow_reference(players, depth):
    assert ml.make_game("rolit", players).perft(depth) == naive.perft(naive.start(), 0, players, depth)


def test_first_player_has_three_moves():
    assert len(ml.make_game("rolit", 4).initial_state().legal_moves()) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_with_the_slow_reference_at_every_ply(players):
    rng = np.random.default_rng(players)
    game = ml.make_game("rolit", players)
    for _ in range(10):
        state, board = game.initial_state(), naive.start()
        for ply in range(60):
            player = ply % players
            moves = naive.legal(board, player)
            assert state.to_move == player
            assert sorted(state.legal_moves()) == sorted(map(as_move, moves))
            best = max(SQUARE_VALUES[as_move(move)] for move in moves)
            assert sorted(state.best_moves()) == sorted(
                as_move(move) for move in moves if SQUARE_VALUES[as_move(move)] == best
            )
            for seat, value in enumerate(state.evaluate()):
                assert value == len(naive.legal(board, seat)) + 10 * len(naive.stable(board, seat))
            square = moves[rng.integers(len(moves))]
            board = naive.play(board, player, square)
            state = state.play(as_move(square))
        assert state.is_over
        assert state.scores.tolist() == naive.scores(board, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_arbitrary_positions_agree_with_the_slow_reference(players):
    """Play rarely fills the edges early, where a line of bits could wrap round to the other side of the board."""
    rng = np.random.default_rng(players)
    game = ml.make_game("rolit", players)
    for pieces in rng.integers(4, 64, size=100):
        others = [square for square in np.ndindex(8, 8) if square not in naive.start()]
        squares = [*naive.start(), *(others[i] for i in rng.permutation(60)[: pieces - 4])]
        colours = rng.choice(4, size=pieces, p=rng.dirichlet(np.ones(4))).tolist()
        board = dict(zip(squares, colours, strict=True))
        words = [sum(1 << as_move(square) for square in board if board[square] == colour) for colour in range(4)]
        array = game.initial_state().array.copy()
        array[4:8] = np.array(words, np.uint64).view(np.int64)
        state = game.state_from_array(array)
        moves = naive.legal(board, 0)
        assert sorted(state.legal_moves()) == sorted(map(as_move, moves))
        for seat, value in enumerate(state.evaluate()):
            assert value == len(naive.legal(board, seat)) + 10 * len(naive.stable(board, seat))
        for square in moves:
            after = naive.play(board, 0, square)
            assert state.play(as_move(square)).array[4:8].view(np.uint64).tolist() == [
                sum(1 << as_move(square) for square in after if after[square] == colour) for colour in range(4)
            ]


def test_stable_pieces_really_never_turn():
    rng = np.random.default_rng(5)
    for _ in range(20):
        board, promised = naive.start(), {}
        for ply in range(60):
            moves = naive.legal(board, ply % 3)
            board = naive.play(board, ply % 3, moves[rng.integers(len(moves))])
            assert all(board[square] == owner for square, owner in promised.items())
            promised |= {square: owner for owner in range(3) for square in naive.stable(board, owner)}
        assert len(promised) > 0


def test_move_ordering_table_is_symmetric():
    table = SQUARE_VALUES.reshape(8, 8)
    assert np.array_equal(table, table[::-1])
    assert np.array_equal(table, table[:, ::-1])
    assert table[0].tolist() == [5, 2, 4, 3, 3, 4, 2, 5]


def test_tied_players_share_the_win():
    game = ml.make_game("rolit", 2)
    array = game.initial_state().array.copy()
    full = (1 << 64) - 1
    lower = (1 << 32) - 1
    array[1] = 1
    array[4:8] = np.array([lower, full ^ lower, 0, 0], np.uint64).view(np.int64)
    assert game.state_from_array(array).scores.tolist() == [0.5, 0.5]


def test_absent_players_pieces_are_neutral():
    state = ml.make_game("rolit", 2).initial_state()
    assert str(state).count("n") >= 2
    assert "#9A9A9A" in state._repr_svg_()
