"""The example trees of nijssen2013, built by hand; the selection must compute the printed values and take the best."""

import numpy as np
import pytest

import mctslib as ml
from mctslib.search import parameters as p
from mctslib.search import tree as trees
from mctslib.search.players import seeded_generator
from mctslib.search.selection import rave_value, select_child, uct_value
from mctslib.search.solver import prove_from_children
from mctslib.search.workspace import workspace_for

ROOT_PLAYER = 0


def example_tree(levels):
    """A tree along one path. Each level: (chooser, [(visits, score of the root player), ...], index of the next)."""
    tree = trees.new_tree(100)
    trees.clear_node(tree, trees.ROOT, -1, -1)
    tree.visits[trees.ROOT] = sum(visits for visits, _ in levels[0][1])
    parent, nodes, parents = trees.ROOT, 1, []
    for chooser, children, chosen in levels:
        tree.first[parent], tree.count[parent], tree.tried[parent] = nodes, len(children), len(children)
        for move, (visits, score) in enumerate(children):
            trees.clear_node(tree, nodes + move, move, chooser)
            tree.visits[nodes + move] = visits
            tree.total[nodes + move] = score if chooser == ROOT_PLAYER else visits - score
        parents.append(parent)
        parent, nodes = nodes + chosen, nodes + len(children)
    return tree, parents


def check(levels, printed, policy):
    game = ml.make_game("rolit", players=3)
    player = ml.MCTS(playouts=100, C=0.2, policy=policy)
    tree, parents = example_tree(levels)
    for parent, values, (_, children, chosen) in zip(parents, printed, levels, strict=True):
        span = range(tree.first[parent], tree.first[parent] + len(children))
        ours = [
            uct_value(tree.total[c] / tree.visits[c], tree.visits[c], np.log(tree.visits[parent]), 0.2) for c in span
        ]
        assert ours == pytest.approx(values, abs=0.001)  # some are printed cut, not rounded: 0.3588 as 0.358
        rng = seeded_generator(0, game.initial_state().array)
        picked = select_child(
            tree, parent, 0, 0, 0, player.block(game), ROOT_PLAYER, workspace_for(game), game.num_moves, rng
        )
        assert picked - tree.first[parent] == chosen


def test_figure_4_1_paranoid_uct_values():
    levels = [
        (0, [(61, 14), (27, 5), (12, 1.5)], 0),
        (1, [(18, 5), (6, 2), (36, 6)], 2),
        (2, [(17, 3), (11, 2), (7, 2)], 1),
    ]
    check(levels, [[0.284, 0.268, 0.249], [0.818, 0.832, 0.901], [0.915, 0.932, 0.857]], "paranoid")


def test_figure_4_2_brs_uct_values():
    levels = [
        (0, [(61, 20), (39, 12)], 0),
        (1, [(11, 4), (17, 6), (7, 3), (25, 8)], 3),
        (0, [(1, 0), (5, 1), (18, 6)], 2),
    ]
    check(levels, [[0.383, 0.376], [0.759, 0.745, 0.725, 0.761], [0.358, 0.360, 0.418]], "brs")


def kingmaker_tree():
    """Figure 4.3: Player 3 moves in A, to B or D; Player 1 moves in both. Returns the tree and its nodes by letter."""
    tree = trees.new_tree(10, ("proven",))
    nodes = {letter: node for node, letter in enumerate("ABDEFGHI")}
    for letter, chooser in zip("ABDEFGHI", (-1, 2, 2, 0, 0, 0, 0, 0), strict=True):
        trees.clear_node(tree, nodes[letter], nodes[letter], chooser)
    for parent, children in (("A", "BD"), ("B", "EF"), ("D", "GHI")):
        tree.first[nodes[parent]], tree.count[nodes[parent]] = nodes[children[0]], len(children)
    return tree, nodes


PLAYER_1_WINS, PLAYER_2_WINS = 0b001, 0b010


def prove(tree, node, rule):
    return prove_from_children(tree, node, p.MAXN, p.UPDATE_RULES[rule], ROOT_PLAYER, 3)


@pytest.mark.parametrize(("rule", "winners"), [("standard", 0), ("paranoid", 0b010), ("first-winner", 0b001)])
@pytest.mark.parametrize("order", ["BD", "DB"])
def test_figure_4_3_kingmaker(rule, winners, order):
    tree, nodes = kingmaker_tree()
    tree.proven[nodes["E"]] = PLAYER_1_WINS
    for letter in "GHI":
        tree.proven[nodes[letter]] = PLAYER_2_WINS
    for letter, expected in (("B", PLAYER_1_WINS), ("D", PLAYER_2_WINS)):  # F stays open: B is won without it
        tree.proven[nodes[letter]] = prove(tree, nodes[letter], rule)
        assert tree.proven[nodes[letter]] == expected
    tree.proven[1:3] = tree.proven[[nodes[letter] for letter in order]]
    assert prove(tree, nodes["A"], rule) == winners


@pytest.mark.parametrize("rule", ["standard", "paranoid", "first-winner"])
def test_a_win_of_the_mover_proves_a_node_and_an_open_child_keeps_it_open(rule):
    tree, nodes = kingmaker_tree()
    tree.proven[nodes["D"]] = PLAYER_2_WINS
    assert prove(tree, nodes["A"], rule) == 0
    tree.proven[nodes["B"]] = 0b100
    assert prove(tree, nodes["A"], rule) == 0b100


def test_rave_formulas():
    mean, n_i, n_p, amaf, m_a, m_all, c, k, w = 0.4, 10, 50, 0.7, 30, 90, 0.2, 100.0, 40.0

    def value(formula, ln_of=n_p):
        code = p.RAVE_FORMULAS[formula]
        return rave_value(code, mean, n_i, np.log(ln_of), n_p, amaf, float(m_a), np.log(m_all), c, k, w)

    uct = mean + c * np.sqrt(np.log(n_p) / n_i)
    beta = np.sqrt(k / (3 * n_p + k))
    assert value("5.1") == pytest.approx(beta * (amaf + c * np.sqrt(np.log(m_all) / m_a)) + (1 - beta) * uct)
    beta = k / (n_i + k)
    assert value("5.5") == pytest.approx((1 - beta) * mean + beta * amaf + c * np.sqrt(np.log(n_p) / n_i))
    bound = np.sqrt(c**2 * np.log(2 + n_p) / n_i)
    assert value("A.1", 2 + n_p) == pytest.approx((1 - beta) * mean + beta * amaf + bound)
    weight = m_a * w * k / (w + k * m_a)
    mixed = n_i / (n_i + weight) * mean + weight / (n_i + weight) * amaf
    assert value("A.2") == pytest.approx(mixed + c * np.sqrt(np.log(n_p) / (n_i + 1)))
    assert value("A.3") == pytest.approx(mean + beta * amaf + np.sqrt(2 * np.log(n_p) / n_i))
