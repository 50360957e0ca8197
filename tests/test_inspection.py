"""Looking into a search, and searching in several threads."""

import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import mctslib as ml
from mctslib.search.parallel import shares
from mctslib.search.players import from_spec, to_spec
from tests import small_games


@pytest.fixture(scope="module")
def start():
    return ml.make_game("rolit", players=3).initial_state()


@pytest.fixture(scope="module", params=[1, 3], ids=["one thread", "three threads"])
def result(request, start):
    return ml.search(start, ml.MCTS(playouts=3000, threads=request.param))


def test_depths_count_every_node_and_every_simulation(result):
    assert result.depths["nodes"].sum() == result.nodes
    assert result.depths["simulations"].sum() == result.simulations == 3000
    assert (result.depths["simulations"] * result.depths.index).sum() / 3000 == pytest.approx(result.mean_depth)
    assert len(result.depths) - 1 >= result.max_depth


def test_the_principal_variation_is_a_line_of_legal_moves(result, start):
    assert len(result.principal_variation) > 3
    state = start
    for _, row in result.principal_variation.iterrows():
        assert row["player"] == ml.drawing.PLAYER_NAMES[state.to_move]
        assert row["name"] == state.game.name_of(row["move"])
        state = state.play(row["move"])
    assert result.principal_variation["move"][0] == result.move
    visits = result.principal_variation["visits"]
    assert (visits.diff().dropna() <= 0).all()


def test_children_are_sorted_and_complete(result, start):
    assert sorted(result.children["move"]) == sorted(start.legal_moves())
    assert result.children["visits"].sum() == 3000
    assert result.children["visits"].is_monotonic_decreasing
    assert result.move == result.children["move"][0] or result.children["visits"][0] == result.children["visits"][1]


def words_of(picture):
    return [element.text for element in ElementTree.fromstring(picture.svg()).iter("{http://www.w3.org/2000/svg}text")]


def test_the_drawing_shows_the_upper_tree(result):
    words = words_of(result.draw_tree(depth=2, width=2))
    assert "red to move" in words
    for child in result.root.children[:2]:
        assert result.state.game.name_of(child.move) in words
        assert f"{child.visits:,} · {child.mean:.3f}" in words
    names = 1 + 2 + 2  # the root, two moves, one answer to each
    assert len([word for word in words if " · " in word]) == names - 1
    assert "<svg" in result._repr_html_()


def test_proven_nodes_are_marked():
    result = ml.search(small_games.nim("drawn_nim", 2).initial_state(), ml.MCTS(playouts=5000, solver="standard"))
    assert "proven: red" in words_of(result.draw_tree())


@pytest.mark.parametrize("options", [{"depth": 0}, {"width": 0}, {"width": 1.5}])
def test_wrong_sizes_of_a_drawing(result, options):
    with pytest.raises(ValueError, match="whole number from 1"):
        result.draw_tree(**options)


def test_an_unvisited_tree_is_drawn_too(start):
    assert "red to move" in words_of(ml.search(start, ml.MCTS(playouts=1)).draw_tree())


# ------------------------------------------------------------------------------------------------ several threads


def test_playouts_are_shared_out():
    assert shares(1000, 4) == [250] * 4
    assert shares(10, 4) == [3, 3, 2, 2]
    assert shares(2, 4) == [1, 1]
    assert shares(None, 2) == [None, None]


@pytest.mark.parametrize("selection", [ml.UCT(), ml.RAVE(), ml.ProgressiveHistory()], ids=repr)
def test_threads_give_the_same_search_every_time(start, selection):
    """Also while other searches with threads run at the same time."""
    player = ml.MCTS(playouts=2000, threads=4, selection=selection, solver="standard")
    first = ml.search(start, player, seed=3)
    with ThreadPoolExecutor(3) as pool:
        others = list(pool.map(lambda _: ml.search(start, player, seed=3), range(6)))
    for other in others:
        assert other.move == first.move
        assert np.array_equal(other.scores, first.scores)
        assert other.children.equals(first.children)
    assert not ml.search(start, player, seed=4).children.equals(first.children)


def test_the_merged_root_is_the_sum_of_the_threads(start):
    result = ml.search(start, ml.MCTS(playouts=900, threads=3))
    assert len(result.trees) == 3
    assert [tree.visits[0] for tree in result.trees] == [300] * 3
    totals = {}
    for tree in result.trees:
        for child in range(1, 1 + tree.count[0]):
            visits, total = totals.get(tree.move[child], (0, 0))
            totals[tree.move[child]] = visits + tree.visits[child], total + tree.total[child]
    for _, row in result.children.iterrows():
        visits, total = totals[row["move"]]
        assert row["visits"] == visits
        assert row["mean"] == pytest.approx(total / visits)
    most = max(visits for visits, _ in totals.values())
    assert totals[result.move][0] == most
    assert not np.array_equal(result.trees[0].total[:50], result.trees[1].total[:50])


def test_one_of_the_threads_is_enough_for_a_proof():
    state = small_games.nim("threads_nim", 2).initial_state()
    result = ml.search(state, ml.MCTS(playouts=40_000, threads=4, solver="standard"))
    assert result.root.winners == [0]
    assert result.move == 2


def test_with_a_clock_each_thread_has_the_whole_time(start):
    ml.search(start, ml.MCTS(ms=1, threads=2))
    result = ml.search(start, ml.MCTS(ms=50, threads=2))
    assert result.seconds >= 0.05
    assert min(tree.visits[0] for tree in result.trees) > 100


def test_threads_are_kept_in_a_record(start):
    player = ml.MCTS(playouts=40, threads=2)
    assert from_spec(to_spec(player)) == player
    record = ml.play_game(start.game, [player] * 3, seed=5)
    assert record.replay().moves == record.moves


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_wrong_number_of_threads(threads):
    with pytest.raises(ValueError, match="threads must be a whole number from 1"):
        ml.MCTS(playouts=1, threads=threads)
