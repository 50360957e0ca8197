import copy
import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import blokus
from mctslib.games.base import OVER, TO_MOVE
from tests.naive import blokus as naive

TABLE_3_3 = Path(__file__).parents[1] / "data/published/nijssen2013_table_3_3.csv"
MISPRINT, MEANT = 2337, 2737  # 8 orientations x 18 x 19 places, and the hand


@pytest.fixture(scope="module")
def game():
    return ml.make_game("blokus", 4)


def as_place(move):
    return frozenset(blokus.move_squares(move))


def as_places(moves):
    places = [as_place(move) for move in moves]
    assert len(places) == len(set(places))
    return set(places)


def test_every_placement_of_every_piece_is_one_move(game):
    places = Counter(place for piece in naive.all_pieces() for place in naive.placements(piece))
    assert game.num_moves == len(places) == 30_433
    assert as_places(range(game.num_moves)) == set(places)
    assert len({game.name_of(move) for move in range(game.num_moves)}) == game.num_moves


def test_placements_per_piece_are_those_of_the_published_table():
    with TABLE_3_3.open() as lines:
        rows = [row for row in csv.DictReader(lines) if row["metric"] == "total_placements"]
    published = [int(row["value"]) for row in rows]
    assert published.count(MISPRINT) == 1
    published[published.index(MISPRINT)] = MEANT
    pieces = blokus.FORM_PIECE[blokus.FORM_OF_MOVE]
    assert [int(np.sum(pieces == piece)) + 1 for piece in range(21)] == published


def test_each_player_has_58_first_moves(game):
    state = game.initial_state()
    for player, corner in enumerate(naive.STARTS):
        places = as_places(state.legal_moves(player))
        assert len(places) == 58
        assert places == {place for piece in naive.all_pieces() for place in naive.placements(piece) if corner in place}


def test_perft_from_the_start(game):
    assert game.perft(1) == 58
    assert game.perft(2) == 58 * 58


def test_perft_after_a_round_agrees_with_the_slow_reference(game):
    state, position = game.initial_state(), naive.Position()
    for piece in ("W", "F", "T5", "Y"):
        move = next(move for move in state.legal_moves() if game.name_of(move).startswith(piece))
        position.play(as_place(move))
        state = state.play(move)
    mine, total = position.legal(0), 0
    for place in mine:
        after = copy.deepcopy(position)
        after.play(place)
        total += len(after.legal(1))
    assert game.perft(1, state) == len(mine)
    assert game.perft(2, state) == total


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("greedy", [False, True])
def test_games_agree_with_the_slow_reference_at_every_ply(game, seed, greedy):
    rng = np.random.default_rng(seed)
    state, position = game.initial_state(), naive.Position()
    going_on = True
    while going_on:
        assert not state.is_over
        assert state.to_move == position.to_move
        places = position.legal(position.to_move)
        assert as_places(state.legal_moves()) == places
        largest = max(map(len, places))
        best = state.best_moves()
        assert as_places(best) == {place for place in places if len(place) == largest}
        assert state.evaluate().tolist() == [len(squares) for squares in position.squares]
        moves = best if greedy and rng.random() > 0.05 else state.legal_moves()
        move = moves[rng.integers(len(moves))]
        assert state.move_value(move) == len(as_place(move))
        state, going_on = state.play(move), position.play(as_place(move))
        if state.ply % 8 == 0:
            for player in range(4):
                assert as_places(state.legal_moves(player)) == position.legal(player)
    assert state.is_over
    assert all(not position.legal(player) for player in range(4))
    assert state.scores.tolist() == position.scores()


def random_game(game, seed, until=lambda state: False):
    rng = np.random.default_rng(seed)
    state = game.initial_state()
    while not state.is_over and not until(state):
        moves = state.legal_moves()
        state = state.play(moves[rng.integers(len(moves))])
    return state


def test_stuck_players_pass_and_stay_stuck(game):
    rng = np.random.default_rng(7)
    passes = 0
    for _ in range(20):
        state, stuck = game.initial_state(), set()
        while not state.is_over:
            assert state.to_move not in stuck
            assert all(not state.legal_moves(player) for player in stuck)
            stuck |= {player for player in range(4) if not state.legal_moves(player)}
            mover, moves = state.to_move, state.legal_moves()
            state = state.play(moves[rng.integers(len(moves))])
            between = (state.to_move - mover - 1) % 4 if not state.is_over else 0
            passes += between
            assert all(not state.legal_moves((mover + 1 + i) % 4) for i in range(between))
    assert passes > 20


def test_a_stuck_player_out_of_turn_passes_to_the_next(game):
    state = random_game(game, 3, until=lambda state: not state.legal_moves((state.to_move + 3) % 4))
    array = state.array.copy()
    array[TO_MOVE] = (state.to_move + 3) % 4
    assert game.perft(1, game.state_from_array(array)) == len(state.legal_moves())
    assert game.state_from_array(array).legal_moves() == state.legal_moves()


@pytest.mark.parametrize(("piece", "last"), [("I1", True), ("I2", False)])
def test_the_monomino_as_last_piece_is_remembered(game, piece, last):
    array = game.initial_state().array.copy()
    hand = blokus.SHAPES_OF_PIECE[blokus.NAMES.index(piece)]
    array[blokus.HAND : blokus.HAND + blokus.SHAPE_WORDS] = hand.view(np.int64)
    state = game.state_from_trusted(array)
    state = state.play(state.legal_moves()[0])
    assert state.array[blokus.MONOMINO_LAST] == last
    assert state.legal_moves(0) == []


def position_with(game, hands_left, monomino_last=()):
    """A finished position in which only what `scores` looks at is right: squares and who ended with the monomino."""
    array = game.initial_state().array.copy()
    rows = array.view(np.uint32)
    for player, left in enumerate(hands_left):
        squares = 89 - left
        for row in range(5):
            width = min(20, max(0, squares - 20 * row))
            rows[blokus.OWN + player * blokus.EDGE + blokus.MARGIN + 5 * player + row] |= ((1 << width) - 1) << 4
    array[blokus.MONOMINO_LAST] = sum(1 << player for player in monomino_last)
    array[OVER] = 1
    return game.state_from_trusted(array)


@pytest.mark.parametrize(
    ("hands_left", "monomino_last", "expected"),
    [
        ((3, 5, 7, 9), (), [1, 0, 0, 0]),
        ((5, 3, 3, 9), (), [0, 0.5, 0.5, 0]),
        ((4, 4, 4, 4), (), [0.25, 0.25, 0.25, 0.25]),
        ((0, 0, 3, 9), (), [0.5, 0.5, 0, 0]),
        ((0, 0, 3, 9), (1,), [0, 1, 0, 0]),
        ((0, 0, 0, 9), (0, 2), [0.5, 0, 0.5, 0]),
        ((1, 0, 3, 9), (1,), [0, 1, 0, 0]),
    ],
)
def test_most_squares_win_and_the_monomino_breaks_ties(game, hands_left, monomino_last, expected):
    state = position_with(game, hands_left, monomino_last)
    assert state.evaluate().tolist() == [89 - left for left in hands_left]
    assert state.scores.tolist() == expected


def test_any_position_of_a_game_can_be_set_up_again(game):
    rng = np.random.default_rng(11)
    state = game.initial_state()
    while not state.is_over:
        assert game.state_from_array(state.array) == state
        moves = state.legal_moves()
        state = state.play(moves[rng.integers(len(moves))])
    assert game.state_from_array(state.array) == state


def own_row(player, row):
    return blokus.OWN + player * blokus.EDGE + blokus.MARGIN + row


@pytest.mark.parametrize(
    ("index", "bits", "complaint"),
    [
        (own_row(0, 19), 1 << 23, "two players share a square"),
        (own_row(0, 5), 0b1011 << 9, "red used a piece twice, or not all his pieces hang together by corners from a20"),
        (own_row(2, 5), 0b111111 << 9, "the squares of green that share edges do not form one of the 21 pieces"),
        (own_row(3, 20), 1 << 20, "two players share a square, or the margin"),
        (blokus.BLOCKED + blokus.MARGIN + 9, 1 << 9, "do not follow from the board"),
        (2 * blokus.STUCK, 1, "do not follow from the board"),
        (2 * OVER, 1, "do not follow from the board"),
        (2 * blokus.MONOMINO_LAST, 2, "only a player who has placed all his pieces"),
    ],
)
def test_wrong_set_ups_are_refused_with_a_sentence(game, index, bits, complaint):
    array = random_game(game, 0, until=lambda state: state.ply == 4).array.copy()
    rows = array.view(np.uint32)
    rows[index] |= bits
    with pytest.raises(ValueError, match=complaint):
        game.state_from_array(array)


def test_names_and_pictures(game):
    state = game.initial_state()
    assert "F c5/3" in {game.name_of(move) for move in range(game.num_moves)}
    before = state._repr_svg_()
    state = state.play("I5 a16/2")
    assert state._repr_svg_().count("#FFFFFF") == 5
    assert before.count("<circle") == 4
    assert str(state).splitlines()[1] == "20 R" + 19 * " ."
