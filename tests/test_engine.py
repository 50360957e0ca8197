"""Every option of the engine, alone and together, on games that can be solved exactly."""

import itertools
import random

import numpy as np
import pytest

import mctslib as ml
from mctslib.search import tree as trees
from mctslib.search.mcts import final_move
from mctslib.search.players import seeded_generator
from mctslib.search.selection import select_child
from mctslib.search.workspace import workspace_for
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


@pytest.mark.parametrize("selection", SELECTIONS, ids=repr)
@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
def test_every_selection_finds_the_winning_move_of_two_player_nim(selection, policy):
    for pile, take in ((5, 1), (6, 2), (7, 3)):
        player = ml.MCTS(playouts=3000, C=0.7, policy=policy, selection=selection)
        assert ml.search(nim_from(pile, 2), player).move == take - 1


OPTIONS = {
    "selection": [*SELECTIONS, ml.ProgressiveBias(0.5)],
    "playout": [
        ml.Random(),
        ml.Greedy(0.1),
        ml.Greedy((0.1, 0.2)),
        ml.OnePly(),
        *(ml.TwoPly(search) for search in ("maxn", "paranoid", "brs")),
    ],
    "solver": [None, "standard", "paranoid", "first-winner"],
    "policy": ["maxn", "paranoid", "brs"],
    "final_move": ["robust", "max", "secure", "robust-max"],
    "first_play": [None, 1.0],
    "playout_cap": [None, 10],
    "max_nodes": [1000, 100_000],
    "threads": [1, 2],
}


def pairs_of(row):
    """All pairs of (option, number of its value) in a combination."""
    return set(itertools.combinations(sorted(row.items()), 2))


def all_pairs():
    numbers = [[(name, i) for i in range(len(values))] for name, values in sorted(OPTIONS.items())]
    return {pair for a, b in itertools.combinations(numbers, 2) for pair in itertools.product(a, b)}


def covering_combinations(seed=0):
    """Few combinations in which every value of an option meets every value of every other: the best of some tries each.

    >>> len(covering_combinations()) < 130
    True
    """
    draw = random.Random(seed)
    missing, rows = all_pairs(), []
    while missing:
        tries = []
        for _ in range(30):
            row = {name: draw.randrange(len(values)) for name, values in OPTIONS.items()}
            row.update(draw.choice(sorted(missing)))
            tries.append(row)
        rows.append(max(tries, key=lambda row: len(pairs_of(row) & missing)))
        missing -= pairs_of(rows[-1])
    return rows


COMBINATIONS = covering_combinations()


def test_the_combinations_cover_every_pair_of_options():
    assert set().union(*map(pairs_of, COMBINATIONS)) == all_pairs()
    assert len(COMBINATIONS) < 130


@pytest.mark.parametrize("row", COMBINATIONS, ids=lambda row: "-".join(map(str, row.values())))
def test_options_go_together(row):
    start = ml.make_game("rolit", players=3).initial_state()
    options = {name: OPTIONS[name][i] for name, i in row.items()}
    result = ml.search(start, ml.MCTS(playouts=60, **options))
    assert result.move in start.legal_moves()
    assert 60 <= result.simulations <= 90
    assert np.isclose(result.scores.sum(), 1)
    assert result.children["visits"].sum() == result.simulations


def order_of_first_visits(player, prepare):
    """The moves of a node with four unvisited children, in the order in which they are visited."""
    game = ml.make_game("rolit", players=2)
    tree = trees.new_tree(10, player.selection.arrays)
    trees.clear_node(tree, trees.ROOT, -1, -1)
    tree.first[0], tree.count[0], tree.visits[0] = 1, 4, 1
    for child in range(1, 5):
        trees.clear_node(tree, child, child, 0)
    work = workspace_for(game)
    work.history_visits[:] = 0
    prepare(tree, work)
    rng = seeded_generator(0, game.initial_state().array)
    block = player.block(game)
    order = []
    for untried in (4, 3, 2, 1):
        child = select_child(tree, 0, 0, untried, 0, block, 0, work, game.num_moves, rng)
        order.append(int(tree.move[child]))
    return order


def test_unvisited_children_come_in_the_order_of_what_is_known_of_their_moves():
    def history(tree, work):
        work.history_visits[2:5] = 10
        work.history_total[2:5] = 4, 9, 5  # nothing is known of move 1, which counts as 1

    def amaf(tree, work):
        tree.amaf_visits[2:5] = 10
        tree.amaf_total[2:5] = 4, 9, 5

    def bias(tree, work):
        tree.bias[1:5] = 1, 5, 3, 4

    assert order_of_first_visits(ml.MCTS(9, selection=ml.ProgressiveHistory()), history) == [1, 3, 4, 2]
    for selection in (ml.ProgressiveAMAF(), ml.RAVE(), ml.ExtendedRAVE()):
        assert order_of_first_visits(ml.MCTS(9, selection=selection), amaf) == [1, 3, 4, 2]
    assert order_of_first_visits(ml.MCTS(9, selection=ml.ProgressiveBias()), bias) == [2, 4, 3, 1]
    assert sorted(order_of_first_visits(ml.MCTS(9), history)) == [1, 2, 3, 4]


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


def test_a_proven_win_is_chosen_before_a_move_that_only_looks_like_one():
    """Where the root is proven, a move that won all its few simulations is no match for the proven one."""
    for seed in range(200):
        result = ml.search(
            nim_from(7, 2), ml.MCTS(playouts=20_000, C=0.3, solver="standard", final_move="max"), seed=seed
        )
        assert result.root.winners == [0]
        assert result.move == 2


def test_a_proven_loss_is_not_the_final_move_while_another_is_open():
    tree = trees.new_tree(10, ("proven",))
    trees.clear_node(tree, trees.ROOT, -1, -1)
    tree.first[0], tree.count[0], tree.tried[0], tree.visits[0] = 1, 3, 3, 100
    for child, (visits, total, proven) in enumerate([(70, 30.0, 0b10), (20, 4.0, 0), (10, 2.5, 0)], start=1):
        trees.clear_node(tree, child, child, 0)
        tree.visits[child], tree.total[child], tree.proven[child] = visits, total, proven
    game = small_games.nim("loss_nim", 2)
    for kind, move in (("robust", 2), ("max", 3), ("secure", 2), ("robust-max", 2)):
        block = ml.MCTS(playouts=1, solver="standard", final_move=kind).block(game)
        assert final_move(tree, block, 0, seeded_generator(0, game.initial_state().array)) == move


def test_the_secure_child_has_the_highest_lower_bound():
    """mean - 4 / sqrt(visits), as Chaslot et al. (2008) have it: 0.6 - 0.8 against 0.9 - 1.33 and 0.5 - 0.4."""
    tree = trees.new_tree(10)
    trees.clear_node(tree, trees.ROOT, -1, -1)
    tree.first[0], tree.count[0], tree.tried[0] = 1, 3, 3
    for child, (visits, mean) in enumerate([(25, 0.6), (9, 0.9), (100, 0.5)], start=1):
        trees.clear_node(tree, child, child, 0)
        tree.visits[child], tree.total[child] = visits, visits * mean
    game = small_games.nim("secure_nim", 2)
    for kind, move in (("secure", 3), ("max", 2), ("robust", 3)):
        block = ml.MCTS(playouts=1, final_move=kind).block(game)
        assert final_move(tree, block, 0, seeded_generator(0, game.initial_state().array)) == move


def test_robust_max_searches_on_until_both_agree():
    start = ml.make_game("chinese_checkers", players=3).initial_state()
    longer = 0
    for seed in range(20):
        player = ml.MCTS(playouts=100, C=1.0, playout=ml.Greedy(), final_move="robust-max")
        result = ml.search(start, player, seed=seed)
        most = result.children[result.children["visits"] == result.children["visits"].max()]
        agree = most["mean"].max() == result.children["mean"].max()
        assert (100 <= result.simulations < 150 and agree) or result.simulations == 150
        longer += result.simulations > 100
    assert longer > 0
    timed = ml.search(start, ml.MCTS(ms=20, final_move="robust-max"))
    assert timed.seconds >= 0.02


def test_impossible_options_are_refused():
    with pytest.raises(ValueError, match="Progressive Bias needs"):
        ml.search(small_games.nim().initial_state(), ml.MCTS(playouts=5, selection=ml.ProgressiveBias()))
    for wrong in ({"solver": "brs"}, {"final_move": "best"}, {"first_play": -1}):
        with pytest.raises(ValueError, match="not"):
            ml.MCTS(playouts=1, **wrong)
    for make in (lambda: ml.RAVE("5.9"), lambda: ml.RAVE(k=0), lambda: ml.ProgressiveHistory(sample="half")):
        with pytest.raises(ValueError, match="not"):
            make()
