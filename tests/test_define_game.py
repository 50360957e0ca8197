"""Games that users write."""

import numpy as np
import pytest
from numba import njit

import mctslib as ml
from mctslib import OVER
from mctslib.games.checking import GameDefinitionError
from tests import small_games


def define(**changes):
    functions = {
        "setup": small_games._setup,
        "legal": small_games._legal,
        "apply": small_games._apply,
        "scores": small_games._last_wins,
    }
    options = {"players": 3, "num_moves": 3, "board_words": 2, "max_plies": 10}
    return ml.define_game("trial", **(functions | options | changes))


def test_every_player_plays_a_defined_game():
    game = small_games.nim()
    record = ml.play_game(game, [ml.MCTS(playouts=200), ml.RandomPlayer(), ml.MCTS(playouts=200, policy="brs")], seed=3)
    assert sum(record.scores) == 1
    assert record.replay().moves == record.moves


def test_jitted_functions_and_allocation_are_welcome():
    @njit
    def legal(state, player, moves):
        numbers = np.arange(min(state[ml.HEADER], 3))
        moves[: len(numbers)] = numbers
        return len(numbers)

    assert (
        define(legal=legal).perft(3) == small_games.nim().perft(3) == 23
    )  # 27 triples of 1, 2, 3 without the 4 above seven


def test_two_player_nim_is_won_by_leaving_four():
    state = small_games.nim("nim2", players=2).initial_state()
    assert ml.search(state, ml.MCTS(playouts=2000, C=0.7)).move == 2


def forgets_the_end(state, player, move):
    small_games._apply(state, player, move)
    state[OVER] = 0


def writes_too_far(state, player, moves):
    moves[5] = 1
    return 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"apply": forgets_the_end}, "must end the game"),
        ({"legal": writes_too_far}, "`legal` fails in line"),
        ({"legal": lambda state, player, moves: 7}, "must return 0 to 3"),
        ({"legal": lambda state, player, moves: 3}, "distinct moves"),
        ({"scores": lambda state, out: None}, "sum to 1"),
        ({"scores": None}, "scores must be a function"),
        ({"players": 9}, "1 to 6 players"),
        ({"num_moves": 0}, "num_moves is a whole number"),
    ],
)
def test_slips_are_explained(changes, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        define(**changes)


def test_hidden_information_of_a_defined_game():
    state = small_games.hidden_card().initial_state(3)
    assert state.worlds(1) == [0, 1, 2]
    drawn = [int(state.determinize(1, seed).array[ml.HEADER]) for seed in range(300)]
    assert all(drawn.count(card) > 70 for card in (1, 2, 3))
    assert state.determinize(0, seed=1) == state
    assert state.determinize(1, world=2).array[ml.HEADER] == 3
    assert state.seen_by(1).array[ml.HEADER] == 0
    assert state.observed_move(2, observer=0) == 2
    with pytest.raises(ValueError, match="numbered 0 to 1, not 2"):
        state.seen_by(2)


def keeps_the_truth(state, observer, world, rng):
    pass


def changes_the_turn(state, observer, world, rng):
    state[ml.TO_MOVE] = 0


def changes_the_moves(state, player, moves):
    moves[0] = state[ml.HEADER] - 1
    return 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"determinize": keeps_the_truth}, "must not depend on what `conceal` blanks"),
        ({"determinize": changes_the_turn, "conceal": lambda state, observer: None}, "first words of the state alone"),
        ({"legal": changes_the_moves}, "same legal moves after `determinize`"),
        ({"observed_move": lambda state, player, move, observer: 3}, "his own move as it is"),
        ({"conceal": None}, "also needs `conceal`"),
        ({"teams": (0, 1, 1)}, "another length"),
    ],
)
def test_slips_with_hidden_information_are_explained(changes, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        small_games.hidden_card("leaky", **changes)


def test_games_without_hidden_information_have_stand_ins():
    state = small_games.nim().initial_state()
    assert state.determinize(1, seed=5) == state
    assert state.observed_move(2, observer=1) == 2
    assert state.sensible_moves() == state.legal_moves()
    assert state.amend_move(1) == 1
    assert str(state) in str(state.seen_by(1))
    with pytest.raises(ValueError, match="cannot be listed"):
        state.worlds(0)


def test_code_that_numba_cannot_compile_is_explained():
    def legal(state, player, moves):
        return len(str({player: "x"}.items())) * 0 + small_games._legal(state, player, moves)

    with pytest.raises(GameDefinitionError, match="numba cannot compile `legal`"):
        define(legal=legal)


def test_unknown_fields_and_taken_names():
    with pytest.raises(TypeError, match="The fields of a game are"):
        define(colour="red")
    with pytest.raises(ValueError, match="is a game of the library"):
        ml.define_game("rolit", players=2, num_moves=1, board_words=1, setup=None, legal=None, apply=None, scores=None)


def test_greedy_players_need_a_move_ordering():
    with pytest.raises(ValueError, match="no move ordering"):
        ml.play_game(small_games.nim(), [ml.GreedyPlayer()] * 3)
    with pytest.raises(ValueError, match="no move ordering"):
        ml.search(small_games.nim().initial_state(), ml.MCTS(playouts=5, playout=ml.Greedy()))
