"""Search-based playouts against the slow reference, and what all playouts share."""

import random

import numpy as np
import pytest
from numba import types

import mctslib as ml
from mctslib.compiling import kernel
from mctslib.games.base import RULES, STATE, TO_MOVE, VALUES
from mctslib.search import parameters as p
from mctslib.search.players import seeded_generator
from mctslib.search.playout_searches import KEPT_COUNT, SALT, SEARCHER, new_searcher
from mctslib.search.playouts import play_out
from mctslib.search.workspace import searcher_for, workspace_for
from tests import small_games
from tests.naive import playout_searches as naive

SEARCHES = ["one_ply", "maxn", "paranoid", "brs"]
GAMES = [("chinese_checkers", 2), ("chinese_checkers", 3), ("focus", 3), ("focus", 4), ("rolit", 4), ("blokus", 4)]


def playout_of(search, **options):
    return ml.OnePly(**options) if search == "one_ply" else ml.TwoPly(search, **options)


@kernel(types.int64(RULES, STATE, types.int64, VALUES, SEARCHER))
def choose(rules, state, num_moves, parameters, searcher):
    return searcher.choose(rules, state, state[TO_MOVE], num_moves, parameters, searcher.buffers)


class Chooser:
    """Asks the compiled search for one move after the other, with killers and lists kept between them."""

    def __init__(self, game, playout):
        self.game, self.searcher = game, new_searcher(game, playout.k)
        self.block = ml.MCTS(playouts=1, playout=playout).block(game)

    def __call__(self, state, word, reuse):
        memory = self.searcher.buffers.memory
        memory[SALT] = word
        if not reuse:
            memory[KEPT_COUNT] = 0
        return choose(self.game.rules, state._array, self.game.num_moves, self.block, self.searcher)


def positions(game, seed):
    """Positions of games between greedy players who make many random moves; the last plies too."""
    draw = random.Random(seed)
    states = []
    for number in range(2):
        record = ml.play_game(game, [ml.GreedyPlayer(0.3)] * game.players, seed=seed + number)
        *before, _ = record.states()
        states += [before[-1], before[-2], *draw.sample(before, 3)]
    return states


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_chosen_move_is_among_the_best_of_the_reference(name, players, search):
    game = ml.make_game(name, players)
    for k in (2, 5):
        chooser = Chooser(game, playout_of(search, k=k))
        for word, state in enumerate(positions(game, seed=k)):
            values = naive.values(state, search, k, word)
            assert values[chooser(state, word, reuse=False)] == max(values.values()), (k, state)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_using_a_list_of_moves_again_changes_nothing(name, players, search):
    game = ml.make_game(name, players)
    again, anew = (Chooser(game, playout_of(search)) for _ in range(2))
    reused = 0
    state = game.initial_state()
    for _ in range(60):
        if state.is_over:
            break
        reused += again.searcher.buffers.memory[KEPT_COUNT] > 0
        move = again(state, 7, reuse=True)
        assert anew(state, 7, reuse=False) == move
        state = state.play(move)
    assert (reused > 10) == (search != "one_ply")


def test_the_reference_can_tell_the_searches_apart():
    """On these positions the searches do not all choose the same, so the tests above can fail."""
    game = ml.make_game("focus", 4)
    choosers = [Chooser(game, playout_of(search)) for search in SEARCHES]
    states = [state for seed in range(10) for state in positions(game, seed)]
    chosen = [tuple(chooser(state, 3, reuse=False) for chooser in choosers) for state in states]
    for first in range(len(SEARCHES)):
        for second in range(first):
            assert any(moves[first] != moves[second] for moves in chosen)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_win_is_always_taken(search):
    """Two stones in a row and the third cell free: whatever the evaluator says."""
    game = three_in_a_row_with_knowledge()
    state = game.initial_state()
    for cell in (0, 8, 1, 5):
        state = state.play(cell)
    assert Chooser(game, playout_of(search, k=9))(state, 1, reuse=False) == 2


@pytest.mark.parametrize("search", ["maxn", "paranoid", "brs"])
def test_a_loss_at_the_second_ply_is_seen(search):
    game = three_in_a_row_with_knowledge()
    state = game.initial_state()
    for cell in (4, 0, 8, 1):  # player 1 threatens 2, player 0 has no win: 4 and 8, but 0 is taken
        state = state.play(cell)
    assert Chooser(game, playout_of(search, k=9))(state, 1, reuse=False) == 2


def three_in_a_row_with_knowledge():
    return small_games.mnk(3, 3, 3, 2, name="knowing_mnk", move_value=_higher_cells, evaluate=_nothing_known)


def _higher_cells(state, player, move):
    return float(move)


def _nothing_known(state, player, table):
    return 0.0


def wins(game, playout, games=200):
    """Each seat's share of the playouts from the start."""
    start = game.initial_state()._array
    sums, counts = np.zeros(game.players), np.zeros(2, np.int64)
    block = ml.MCTS(playouts=1, playout=playout).block(game)
    rng, moves = seeded_generator(1, start), workspace_for(game).moves
    searcher = searcher_for(game, playout)
    play_out(game.rules, start, game.num_moves, block, rng, moves, games, sums, counts, searcher)
    return sums / games


@pytest.mark.parametrize("search", ["greedy", *SEARCHES])
def test_epsilon_by_seat(search):
    """Who makes random moves only loses to who makes none."""
    game = ml.make_game("chinese_checkers", 3)
    make = ml.Greedy if search == "greedy" else lambda **options: playout_of(search, **options)
    assert wins(game, make(epsilon=(0.0, 1.0)))[0] > 0.95
    assert wins(game, make(epsilon=(1.0, 0.0, 1.0)))[1] > 0.95
    assert wins(game, make(epsilon=(1.0, 0.0)))[0] < 0.05


def test_the_last_epsilon_holds_for_all_further_seats():
    block = ml.MCTS(playouts=1, playout=ml.Greedy((0.1, 0.2))).block(ml.make_game("chinese_checkers", 6))
    assert block[p.EPSILON :].tolist() == [0.1, 0.2, 0.2, 0.2, 0.2, 0.2]


def test_epsilon_by_seat_survives_a_record():
    seats = [
        ml.MCTS(playouts=5, playout=playout) for playout in (ml.Greedy((0.1, 0.2)), ml.TwoPly("brs", (0.3, 0), k=3))
    ]
    record = ml.play_game(ml.make_game("rolit", 2), seats, seed=3)
    read = ml.GameRecord.from_json(record.to_json())
    assert read == record
    assert read.replay().moves == record.moves


def test_only_searching_playouts_load_the_evaluators_table():
    game = ml.make_game("chinese_checkers", 3)
    ml.search(game.initial_state(), ml.MCTS(playouts=20, playout=ml.Greedy()))
    assert len(game.table) == 0
    ml.search(game.initial_state(), ml.MCTS(playouts=20, playout=ml.TwoPly("paranoid", k=4)))
    assert len(game.table) > 0


@pytest.mark.parametrize("playout", [ml.OnePly(), ml.TwoPly("maxn")], ids=repr)
def test_games_without_knowledge_are_refused(playout):
    with pytest.raises(ValueError, match="has no board evaluator"):
        ml.search(small_games.nim("plain_nim").initial_state(), ml.MCTS(playouts=5, playout=playout))
    game = small_games.mnk(3, 3, 3, 2, name="evaluated_mnk", evaluate=_nothing_known)
    with pytest.raises(ValueError, match="has no move ordering"):
        ml.search(game.initial_state(), ml.MCTS(playouts=5, playout=playout))


@pytest.mark.parametrize(
    "make",
    [
        lambda: ml.TwoPly("expectimax"),
        lambda: ml.TwoPly("maxn", k=0),
        lambda: ml.OnePly(epsilon=1.5),
        lambda: ml.Greedy((0.1, -0.2)),
        lambda: ml.Greedy(()),
        lambda: ml.Greedy("often"),
        lambda: ml.Greedy((0.1,) * 7),
    ],
)
def test_wrong_options_get_a_sentence(make):
    with pytest.raises(ValueError, match="not"):
        make()


def test_more_epsilons_than_seats_are_refused():
    with pytest.raises(ValueError, match="3 seats, but Rolit has 2 players"):
        ml.search(ml.make_game("rolit", 2).initial_state(), ml.MCTS(playouts=1, playout=ml.Greedy((0.1, 0.2, 0.3))))
