"""Bad input gives one sentence with what is allowed."""

import numpy as np
import pytest

import mctslib as ml


@pytest.fixture
def game():
    return ml.make_game("rolit", players=4)


def test_unknown_game():
    with pytest.raises(ValueError, match="no game called 'ludo'; there are"):
        ml.make_game("ludo")


def test_five_players():
    with pytest.raises(ValueError, match="rolit is played by 2, 3 or 4 players, not 5"):
        ml.make_game("rolit", players=5)


@pytest.mark.parametrize("move", [0, -1, 64, 10**12, "a1", "nonsense", None, 1.5])
def test_illegal_move(game, move):
    with pytest.raises(ml.IllegalMove, match="the 3 legal moves are 19"):
        game.initial_state().play(move)


@pytest.mark.parametrize("playouts", [0, -5, 1.5, "many", True])
def test_wrong_number_of_playouts(playouts):
    with pytest.raises(ValueError, match="playouts must be a whole number from 1"):
        ml.MCTS(playouts=playouts)


@pytest.mark.parametrize("ms", [0, -1, float("nan"), float("inf"), "soon"])
def test_wrong_time(ms):
    with pytest.raises(ValueError, match="ms must be a number above 0"):
        ml.MCTS(ms=ms)


@pytest.mark.parametrize("options", [{}, {"playouts": 1, "ms": 1}])
def test_exactly_one_budget(options):
    with pytest.raises(ValueError, match="one budget"):
        ml.MCTS(**options)


@pytest.mark.parametrize(
    "options",
    [{"C": -1}, {"policy": "minn"}, {"selection": "UCT"}, {"playout": 3}, {"playout_cap": 0}, {"max_nodes": 1}],
)
def test_wrong_options(options):
    with pytest.raises(ValueError, match="not"):
        ml.MCTS(playouts=1, **options)


def test_state_array_of_the_wrong_dtype(game):
    with pytest.raises(TypeError, match="dtype int64, not float64"):
        game.state_from_array(np.zeros(8))
    with pytest.raises(TypeError, match="dtype int64, not list"):
        game.state_from_array([0] * 8)


def test_state_array_of_the_wrong_length(game):
    with pytest.raises(ValueError, match=r"shape \(8,\), not \(7,\)"):
        game.state_from_array(np.zeros(7, np.int64))


def test_state_array_with_an_impossible_header(game):
    array = game.initial_state().array.copy()
    array[0] = 9
    with pytest.raises(ValueError, match="player to move"):
        game.state_from_array(array)


def test_state_array_with_an_impossible_board(game):
    array = game.initial_state().array.copy()
    array[5] = array[4]
    with pytest.raises(ValueError, match="two colours share a square"):
        game.state_from_array(array)


def test_wrong_number_of_seats(game):
    with pytest.raises(ValueError, match="needs 4 players"):
        ml.play_game(game, [ml.RandomPlayer()] * 3)


def test_something_that_is_no_player(game):
    with pytest.raises(TypeError, match="has none"):
        ml.play_game(game, ["me"] * 4)


def test_match_with_no_games(game):
    with pytest.raises(ValueError, match="games must be"):
        ml.play_match(game, {"A": ml.RandomPlayer()}, games=0)


def test_too_many_types():
    with pytest.raises(ValueError, match="3 types of players cannot sit"):
        ml.play_match(ml.make_game("rolit", 2), dict.fromkeys("ABC", ml.RandomPlayer()), games=2)


@pytest.mark.parametrize("seed", [-1, 1.5, 2**64])
def test_wrong_seed(game, seed):
    with pytest.raises(ValueError, match="A seed is"):
        game.initial_state(seed)


def test_search_of_a_finished_game(game):
    record = ml.play_game(game, [ml.RandomPlayer()] * 4)
    with pytest.raises(ValueError, match="over"):
        ml.search(record.final_state, ml.MCTS(playouts=10))


def test_damaged_record():
    with pytest.raises(ValueError, match="Not a game record"):
        ml.GameRecord.from_json('{"game": "rolit"}')


@pytest.mark.parametrize(("move", "player"), [(10**12, None), (-5, None), ("a1", None), (19, 7), (19, 10**9), (19, -1)])
def test_value_of_an_impossible_move(game, move, player):
    with pytest.raises(ValueError, match=r"is not a legal move|Players are numbered 0 to 3"):
        game.initial_state().move_value(move, player)


def test_perft_of_another_games_state_or_beyond_the_end(game):
    with pytest.raises(ValueError, match="perft needs a state of Rolit with 4 players"):
        game.perft(2, ml.make_game("rolit", 2).initial_state())
    with pytest.raises(ValueError, match="lasts at most 60 plies"):
        game.perft(10**20)
