import numpy as np
import pytest

import mctslib as ml
from mctslib.games.base import OVER
from mctslib.games.havannah import COORDINATES, NUMBER, OWN, WINNER
from tests.naive import havannah as naive


def number(cell):
    """Our number of a cell of the slow reference."""
    return NUMBER[cell[0], cell[1]]


def cube(move):
    q, r = COORDINATES[move]
    return q, r, -q - r


@pytest.fixture(scope="module")
def game():
    return ml.make_game("havannah")


def set_up(game, own, other=()):
    array = game.initial_state().array.copy()
    array[OWN] = sum(1 << number(cell) for cell in own)
    array[OWN + 1] = sum(1 << number(cell) for cell in other)
    return array


def test_cells_corners_and_sides(game):
    assert sorted(map(number, naive.CELLS)) == list(range(61)) == game.initial_state().legal_moves()
    assert len(naive.CORNERS) == 6
    assert [len(side) for side in naive.SIDES.values()] == [3] * 6
    assert game.perft(3) == 61 * 60 * 59


RING = naive.beside((0, 0, 0))
CORNER_TO_CORNER = [(4, y, -4 - y) for y in range(-4, 1)]
FORK = [(4, -2, -2), (3, -1, -2), (2, 0, -2), (1, 1, -2), (0, 2, -2), (-1, 3, -2), (-2, 4, -2), (1, 2, -3), (1, 3, -4)]


@pytest.mark.parametrize("stones", [RING, CORNER_TO_CORNER, FORK], ids=["ring", "bridge", "fork"])
@pytest.mark.parametrize("enclosed", [(), [(0, 0, 0)]], ids=["empty", "occupied"])
def test_the_last_stone_of_a_structure_wins(game, stones, enclosed):
    for last in stones:
        rest = [cell for cell in stones if cell != last]
        state = game.state_from_array(set_up(game, rest, [cell for cell in enclosed if cell not in stones]))
        after = state.play(number(last))
        assert after.is_over
        assert after.scores.tolist() == [1, 0]


def test_a_ring_round_an_own_stone_counts(game):
    state = game.state_from_array(set_up(game, [*RING[1:], (0, 0, 0)]))
    assert not state.is_over
    assert state.play(number(RING[0])).scores.tolist() == [1, 0]


def test_stones_round_a_cell_of_the_edge_are_no_ring(game):
    cell = (4, -1, -3)
    stones = naive.beside(cell)
    state = game.state_from_array(set_up(game, stones[1:]))
    assert not state.play(number(stones[0])).is_over


def test_a_corner_belongs_to_no_side(game):
    """A chain that touches two sides and a corner of a third one; one more stone on that side makes a fork."""
    corner, beyond = (4, 0, -4), (3, 1, -4)
    chain = [(4, -1, -3), (4, -2, -2), (4, -3, -1), (3, -3, 0), (3, -4, 1)]
    state = game.state_from_array(set_up(game, chain)).play(number(corner))
    assert not state.is_over
    assert game.state_from_array(set_up(game, [*chain, corner])).play(number(beyond)).is_over


@pytest.mark.parametrize("seed", range(60))
def test_games_agree_with_the_slow_reference_at_every_ply(game, seed):
    rng = np.random.default_rng(seed)
    state, stones = game.initial_state(), ([], [])
    while not state.is_over:
        moves = state.legal_moves()
        assert {cube(move) for move in moves} == set(naive.CELLS) - set(stones[0]) - set(stones[1])
        player, move = state.to_move, moves[rng.integers(len(moves))]
        stones[player].append(cube(move))
        state = state.play(move)
        assert state.is_over == (naive.has_won(stones[player]) or len(moves) == 1)
    won = [naive.has_won(stones[player]) for player in range(2)]
    assert state.scores.tolist() == ([float(w) for w in won] if any(won) else [0.5, 0.5])


def test_structures_agree_with_the_slow_reference_on_random_boards(game):
    """Random sets of stones, most of them with a structure: `state_from_array` accepts the right winner only."""
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(300):
        stones = [cell for cell in naive.CELLS if rng.random() < rng.uniform(0.2, 0.6)]
        array = set_up(game, stones)
        won = naive.has_won(stones)
        found += won
        array[WINNER] = array[OVER] = int(won)
        assert game.state_from_array(array).is_over == won
        array[WINNER] = array[OVER] = int(not won)
        with pytest.raises(ValueError, match="exactly the player with"):
            game.state_from_array(array)
    assert 50 < found < 250


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({OWN + 1: 1}, "share a cell"), ({OWN: 1 << 61}, "outside the 61 cells"), ({OVER: 1}, "over exactly when")],
)
def test_wrong_set_ups_get_a_sentence(game, change, sentence):
    array = game.initial_state().array.copy()
    array[OWN] = 1
    for word, value in change.items():
        array[word] = value
    with pytest.raises(ValueError, match=sentence):
        game.state_from_array(array)
