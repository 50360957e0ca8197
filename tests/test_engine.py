"""Every option of the engine, alone and together, on games that can be solved exactly."""

import itertools

import numpy as np
import pytest

import mctslib as ml
from tests import small_games

SELECTIONS = [
    ml.UCT(),
    ml.UCB1Tuned(),
    ml.ProgressiveHistory(5),
    ml.ProgressiveHistory(5, sample="full"),
    ml.ProgressiveHistory(5, divide_by="visits"),
    ml.ProgressiveAMAF(5),
    ml.ExtendedRAVE(),
    *(ml.RAVE(formula, k=50) for formula in ("5.1", "5.5", "A.1", "A.2", "A.3")),
]


def nim_from(pile, players, to_move=0):
    game = small_games.nim(f"nim_{players}", players)
    array = game.initial_state().array.copy()
    array[small_games.PILE] = pile
    array[ml.TO_MOVE] = to_move
    return game.state_from_array(array)


def winners_by_exhaustion(pile, player, players, rule, root):
    """The winner that MP-MCTS-Solver's rules give by exhaustive search, or None where they leave it open."""
    found = set()
    for take in range(1, min(pile, 3) + 1):
        after = (player + 1) % players
        winner = player if take == pile else winners_by_exhaustion(pile - take, after, players, rule, root)
        if winner == player:
            return player
        found.add(winner)
    if None in found or not found:
        return None
    if len(found) == 1:
        return found.pop()
    if rule == "paranoid" and len(found - {root}) == 1:
        return (found - {root}).pop()
    if rule == "first-winner":
        return next(p for step in range(1, players) if (p := (player + step) % players) in found)
    return None


@pytest.mark.parametrize("rule", ["standard", "paranoid", "first-winner"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_solver_proves_what_exhaustive_search_proves(rule, players):
    for pile, to_move in itertools.product(range(1, 13), range(players)):
        result = ml.search(nim_from(pile, players, to_move), ml.MCTS(playouts=20_000, C=0.7, solver=rule))
        expected = winners_by_exhaustion(pile, to_move, players, rule, to_move)
        assert result.tree.proven[0] == (0 if expected is None else 1 << expected), (pile, to_move)
        if expected is not None:
            assert result.simulations < 20_000


@pytest.mark.parametrize("selection", SELECTIONS, ids=repr)
@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
def test_every_selection_finds_the_winning_move_of_two_player_nim(selection, policy):
    for pile, take in ((5, 1), (6, 2), (7, 3)):
        player = ml.MCTS(playouts=3000, C=0.7, policy=policy, selection=selection)
        assert ml.search(nim_from(pile, 2), player).move == take - 1


@pytest.mark.parametrize(
    ("selection", "solver", "policy", "first_play", "final"),
    list(
        itertools.product(
            [*SELECTIONS, ml.ProgressiveBias(0.5)],
            [None, "standard", "first-winner"],
            ["maxn", "paranoid", "brs"],
            [None, 1.0],
            ["robust", "max", "secure", "robust-max"],
        )
    ),
)
def test_options_go_together(selection, solver, policy, first_play, final):
    start = ml.make_game("rolit", players=3).initial_state()
    player = ml.MCTS(
        playouts=60,
        selection=selection,
        solver=solver,
        policy=policy,
        first_play=first_play,
        final_move=final,
        playout=ml.Greedy(0.1),
    )
    result = ml.search(start, player)
    assert result.move in start.legal_moves()
    assert 60 <= result.simulations <= 90
    assert np.isclose(result.scores.sum(), 1)


def test_amaf_counts_each_simulation_once_where_the_move_came_later():
    """In one-move nim (a pile of 1) the only child is the only move: AMAF and visits agree."""
    result = ml.search(nim_from(1, 2), ml.MCTS(playouts=30, selection=ml.RAVE()))
    assert result.tree.amaf_visits[1] == result.tree.visits[1] == 30
    start = ml.make_game("rolit", players=2).initial_state()
    tree = ml.search(start, ml.MCTS(playouts=400, selection=ml.RAVE())).tree
    children = slice(tree.first[0], tree.first[0] + tree.count[0])
    assert (tree.amaf_visits[children] >= tree.visits[children]).all()
    assert (tree.amaf_visits[children] <= 400).all()
    assert (tree.amaf_visits[children] > tree.visits[children]).any()


def test_impossible_options_are_refused():
    with pytest.raises(ValueError, match="Progressive Bias needs"):
        ml.search(small_games.nim().initial_state(), ml.MCTS(playouts=5, selection=ml.ProgressiveBias()))
    for wrong in ({"solver": "brs"}, {"final_move": "best"}, {"first_play": -1}):
        with pytest.raises(ValueError, match="not"):
            ml.MCTS(playouts=1, **wrong)
    for make in (lambda: ml.RAVE("5.9"), lambda: ml.RAVE(k=0), lambda: ml.ProgressiveHistory(sample="half")):
        with pytest.raises(ValueError, match="not"):
            make()
