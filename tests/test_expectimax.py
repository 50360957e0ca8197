"""The paranoid hider and the expectimax seekers: values against plain searches, secrets, budgets, the players."""

from functools import cache

import numpy as np
import pytest

import mctslib as ml
from mctslib.search.players import from_spec, to_spec
from tests.naive.expectimax import PythonExpectimax, PythonSideSearch
from tests.naive.minimax import thinned
from tests.test_scotland_yard import GAME, position

WIN = 2.0**40
DOUBLE = 4  # what a double-move ticket adds to a move


def captured_at(ply, score=1.0):
    """The value of a score in a game that is over after some plies."""
    return WIN * (score - 1 / 6) * (1 - ply * 2.0**-20)


@cache
def positions(seats, count, most_worlds=40):
    """States of games between random and greedy players, with one of the seats to move."""
    rng = np.random.default_rng(5)
    found = []
    for number in range(10**6):
        state = GAME.initial_state(number)
        line = []
        while not state.is_over:
            if state.to_move in seats and len(state.worlds(1)) <= most_worlds:
                line.append(state)
            moves = state.best_moves() if number % 2 and rng.random() < 0.5 else state.legal_moves()
            state = state.play(int(rng.choice(moves)))
        found += [line[i] for i in rng.choice(len(line), min(3, len(line)), replace=False)]
        if len(found) >= count:
            return found[:count]
    raise AssertionError


SEEKERS = (1, 2, 3, 4, 5)


class Weights:
    """Categories for tests: weights by a function of the number of worlds."""

    def __init__(self, weigh):
        self.weigh = weigh

    def weights(self, game, array, observer):
        return self.weigh(len(game.state_from_trusted(array).worlds(observer)))


# ------------------------------------------------------------------------------------------- values of the seekers


@pytest.mark.parametrize("tree_reduction", [True, False])
@pytest.mark.parametrize(("depth", "width"), [(1, 20), (2, 20), (3, 3), (4, 2)])
def test_values_are_those_of_a_plain_search(tree_reduction, depth, width):
    """Every move's value, not only the best one's: chance nodes hand no window down."""
    game = thinned(GAME, width)
    reference = PythonExpectimax(game, partners_wait=tree_reduction)
    player = ml.Expectimax(depth=depth, noise=0.0, tree_reduction=tree_reduction)
    finished = 0
    for state in positions(SEEKERS, 12, most_worlds=12):
        expected = reference.move_values(state._array, depth)
        _, _, value, chance = player.run(game, state._array, 0)
        assert value == max(expected.values())
        if value < captured_at(depth):
            assert {move: chance.move_values[move] for move in expected} == expected
            finished += 1
    assert finished > 6


def test_weighted_worlds_are_those_of_a_plain_search():
    game = thinned(GAME, 3)
    reference = PythonExpectimax(game, partners_wait=True)
    growing = Weights(lambda worlds: np.arange(1.0, worlds + 1))
    for state in positions(SEEKERS, 8, most_worlds=12):
        n = len(state.worlds(1))
        weights = np.arange(1.0, n + 1) / (n * (n + 1) / 2)
        expected = reference.move_values(state._array, 3, weights)
        assert ml.Expectimax(depth=3, noise=0.0, categories=growing).run(game, state._array, 0)[2] == pytest.approx(
            max(expected.values()), rel=1e-12
        )


def test_opponents_with_move_filtering():
    reference = PythonExpectimax(GAME, partners_wait=True, filter_moves=True)
    different = 0
    for state in positions(SEEKERS, 5, most_worlds=3):
        value = ml.Expectimax(depth=3, noise=0.0, filter_moves=True).run(GAME, state._array, 0)[2]
        assert value == max(reference.move_values(state._array, 3).values())
        different += value != ml.Expectimax(depth=3, noise=0.0).run(GAME, state._array, 0)[2]
    assert different


def test_enhancements_change_the_effort_not_the_value():
    """With the random term, too: it belongs to the position."""
    nodes = {}
    for name, options in {
        "all": {},
        "no table": {"table_bits": 0},
        "no killers": {"killers": False, "table_bits": 0},
        "no history": {"history": False, "table_bits": 0},
    }.items():
        nodes[name] = 0
        for state in positions(SEEKERS, 12):
            choice, _, value, _ = ml.Expectimax(depth=4, **options).run(GAME, state._array, 3)
            everything = ml.Expectimax(depth=4).run(GAME, state._array, 3)
            assert (choice.move, value) == (everything[0].move, everything[2]), name
            nodes[name] += choice.nodes
    assert nodes["all"] < nodes["no table"]
    assert len(set(nodes.values())) == 4


# ----------------------------------------------------------------------------------------------- worked positions

# The yellow detective stands on 3, from where taxis go to 4, 11 and 12 and buses to 22 and 23; the others are far away.
AROUND_3 = [3, 185, 186, 187, 198]


def near_3(possible, **options):
    return position([possible[0], *AROUND_3], to_move=1, played=4, possible=possible, **options)


def test_a_capture_for_sure_is_made():
    result = ml.search(near_3([12]), ml.Expectimax(nodes=5000))
    assert GAME.name_of(result.move) == "taxi 12"
    assert result.value == captured_at(1)
    assert result.depth == 1
    assert result.worlds == {12: 1.0}


def test_a_capture_in_a_third_of_the_worlds():
    """Only 12 is next to the detective. One ply: a third of a win, two thirds of an evaluation."""
    state = near_3([12, 150, 160])
    result = ml.search(state, ml.Expectimax(depth=1, noise=0.0))
    assert GAME.name_of(result.move) == "taxi 12"
    missed = state.determinize(1, world=150).play("taxi 12").evaluate()[1]
    assert result.value == pytest.approx(captured_at(1) / 3 + 2 / 3 * missed, rel=1e-12)
    assert result.children["name"][0] == "taxi 12"
    assert result.children["value"][1] < 0


def test_the_likelier_place_is_searched_first():
    """11 and 12 are both next to the detective; the categories say which is the likelier."""
    state = near_3([11, 12, 150])
    for weights, expected in [((1, 2, 7), "taxi 12"), ((2, 1, 7), "taxi 11"), ((0.3, 0, 0), "taxi 11")]:
        player = ml.Expectimax(depth=1, categories=Weights(lambda worlds, weights=weights: weights))
        result = ml.search(state, player)
        assert GAME.name_of(result.move) == expected
        likely = {world: weight / sum(weights) for world, weight in zip((11, 12, 150), weights, strict=True) if weight}
        assert result.worlds == pytest.approx(likely)


def test_partners_do_not_move_with_tree_reduction():
    """Mister X is known to be on 12 and has only the ways to 3 and 23; the green detective is next to him."""
    state = position([12, 185, 3, 186, 187, 198], to_move=1, played=3)
    together = ml.search(state, ml.Expectimax(depth=2, tree_reduction=False))
    assert together.value == captured_at(2)
    assert ml.search(state, ml.Minimax("paranoid", depth=2)).value == together.value
    assert ml.search(state, ml.Expectimax(depth=6)).value < WIN / 1000


def test_the_last_round_ends_the_search():
    """Only the yellow detective moves in the tree: Mister X escapes unless he is where the detective goes."""
    state = position([150, *AROUND_3], to_move=1, played=24, possible=[12, 150])
    result = ml.search(state, ml.Expectimax(nodes=10**6, noise=0.0))
    assert GAME.name_of(result.move) == "taxi 12"
    assert result.value == captured_at(1) / 2 + captured_at(1, score=0.0) / 2
    assert result.nodes < 100


def test_seekers_with_partners_against_a_visible_hider():
    """After Mister X surfaces there is one world, and expectimax is a paranoid search with partners."""
    reference = PythonSideSearch(thinned(GAME, 2))
    player = ml.Expectimax(depth=5, noise=0.0, tree_reduction=False)
    for state in positions(SEEKERS, 8, most_worlds=1):
        expected = reference.value(state._array, 5)
        assert player.run(reference.game, state._array, 0)[2] == expected
        values = ml.Minimax("paranoid", depth=5, noise=0.0, filter_moves=False).run(reference.game, state._array, 0)[2]
        assert values[state.to_move] == expected


# --------------------------------------------------------------------------------------------------------- secrets


def test_the_true_place_of_the_hider_does_not_matter():
    """The move and all values are the same wherever he is, and whether the array is concealed or not."""
    player = ml.Expectimax(nodes=3000)
    for state in positions(SEEKERS, 6, most_worlds=20):
        seat = state.to_move
        expected = player.run(GAME, GAME.concealed(state._array, seat), 1)
        for world in state.worlds(seat):
            choice, _, value, chance = player.run(GAME, state.determinize(seat, world=world)._array, 1)
            assert (choice.move, value) == (expected[0].move, expected[2])
            assert np.array_equal(chance.move_values, expected[3].move_values)


# ------------------------------------------------------------------------------------------------ the paranoid hider


@pytest.mark.parametrize("filter_moves", [True, False])
def test_hider_values_are_those_of_a_plain_search(filter_moves):
    game = thinned(GAME, 4)
    reference = PythonSideSearch(game, filter_moves=filter_moves)
    player = ml.Minimax("paranoid", depth=3, noise=0.0, filter_moves=filter_moves)
    for state in positions((0,), 10, most_worlds=199):
        assert player.run(game, state._array, 0)[2][0] == reference.value(state._array, 3)


def test_hider_is_a_paranoid_player_for_expectimax():
    """He sees everything: one world, and nobody on his side to skip."""
    for state in positions((0,), 10, most_worlds=199):
        one = ml.search(state, ml.Expectimax(depth=4))
        other = ml.search(state, ml.Minimax("paranoid", depth=4, noise=1.0, filter_moves=False))
        assert one.value == other.value


def test_random_term_below_one_only_breaks_ties():
    """Formula 7.3 is whole but for rho: [0, 0.01) and [0, 1) choose the same moves."""
    for state in positions((0,), 15, most_worlds=199):
        moves = {ml.search(state, ml.Minimax("paranoid", depth=4, noise=noise)).move for noise in (0.01, 0.5, 1.0)}
        assert len(moves) == 1


def test_hider_keeps_his_black_tickets():
    """Move filtering (nijssen2013, section 7.2.7): none in the first two rounds, though L grows more by them."""
    start = GAME.initial_state(1)
    unfiltered = ml.Minimax("paranoid", depth=1, filter_moves=False)
    filtered = ml.Minimax("paranoid", depth=1)
    assert any(ml.search(start, unfiltered, seed).move % 8 >= 3 for seed in range(8))
    assert all(ml.search(start, filtered, seed).move % 8 < 3 for seed in range(8))


def test_hider_in_danger_moves_twice():
    """Mister X on 12 can go to 3 or 23, and a detective is next to each. One ply cannot tell a double move from a
    single one, but the ticket is added to what the search chooses; two plies see the capture."""
    trapped = position([12, 4, 22, 185, 186, 187], played=4, possible=[12, 150])
    for seed in range(8):
        assert ml.search(trapped, ml.Minimax("paranoid", depth=1), seed).move % 8 >= DOUBLE
    unfiltered = ml.Minimax("paranoid", depth=1, filter_moves=False)
    assert any(ml.search(trapped, unfiltered, seed).move % 8 < DOUBLE for seed in range(8))
    result = ml.search(trapped, ml.Minimax("paranoid", depth=2))
    assert result.move % 8 >= DOUBLE
    assert result.value > -WIN / 1000


@pytest.mark.parametrize("policy", ["paranoid", "brs", "brs+"])
def test_hider_escapes_from_random_seekers(policy):
    seats = [ml.Minimax(policy, nodes=1000), *[ml.RandomPlayer()] * 5]
    escapes = sum(ml.play_game(GAME, seats, seed).scores[0] for seed in range(6))
    random = sum(ml.play_game(GAME, [ml.RandomPlayer(), *seats[1:]], seed).scores[0] for seed in range(6))
    assert escapes >= max(random, 5)


# ------------------------------------------------------------------------------------------------- budgets, players


def test_a_node_budget_gives_the_same_move_whatever_went_before():
    states = positions(SEEKERS, 8)
    player = ml.Expectimax(nodes=4000)
    first = [player.choose(GAME, state._array, 5)[:5] for state in states]
    assert all(choice[3] <= 4000 for choice in first)
    again = [player.choose(GAME, state._array, 5)[:5] for state in states[::-1]][::-1]
    assert again == first


def test_the_first_iteration_is_always_finished():
    for state in positions(SEEKERS, 8):
        small = ml.search(state, ml.Expectimax(nodes=1))
        one_ply = ml.search(state, ml.Expectimax(depth=1))
        assert (small.move, small.depth, small.nodes) == (one_ply.move, 1, one_ply.nodes)
        assert one_ply.nodes <= len(state.legal_moves()) * len(state.worlds(state.to_move))


def test_an_unfinished_iteration_counts_from_its_first_move_on():
    for state in positions(SEEKERS, 8):
        full = ml.search(state, ml.Expectimax(depth=3))
        if full.depth < 3:
            continue
        before, finished = full.nodes_by_depth[1:]
        one_more = ml.search(state, ml.Expectimax(nodes=int(before) + 1, table_bits=20))
        assert one_more.depth == 2
        assert one_more.move == ml.search(state, ml.Expectimax(depth=2)).move
        exactly = ml.search(state, ml.Expectimax(nodes=int(finished), table_bits=20))
        assert (exactly.depth, exactly.move, exactly.value) == (3, full.move, full.value)


def test_time_budget():
    state = positions(SEEKERS, 8)[3]
    ml.search(state, ml.Expectimax(ms=1))
    result = ml.search(state, ml.Expectimax(ms=30))
    assert 0.03 <= result.seconds < 0.5
    assert result.depth >= 2


def test_seekers_catch_a_random_hider_and_the_record_can_be_replayed():
    seats = [ml.RandomPlayer(), *[ml.Expectimax(nodes=1000)] * 5]
    records = [ml.play_game(GAME, seats, seed) for seed in range(6)]
    assert sum(record.scores[0] for record in records) <= 1
    assert from_spec(records[0].seats[1]) == seats[1]
    assert records[0].replay().moves == records[0].moves


def test_spec_round_trip():
    for player in [
        ml.Expectimax(nodes=100, tree_reduction=False, filter_moves=True),
        ml.Minimax("paranoid", nodes=100, filter_moves=False),
    ]:
        assert from_spec(to_spec(player)) == player


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"nodes": 10, "ms": 5},
        {"nodes": 0},
        {"depth": 65},
        {"depth": 1, "noise": -1},
        {"depth": 1, "tree_reduction": 2},
        {"depth": 1, "filter_moves": "yes"},
        {"depth": 1, "table_bits": 40},
        {"depth": 1, "categories": "minimum_distance"},
    ],
)
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError, match=r"\.$"):
        ml.Expectimax(**options)


def test_expectimax_needs_possible_worlds():
    with pytest.raises(ValueError, match="no list of possible worlds"):
        ml.search(ml.make_game("rolit").initial_state(), ml.Expectimax(depth=1))


@pytest.mark.parametrize("weights", [(1, 2), (1, 1, -1), (0, 0, 0), (1, 1, np.inf), (1, np.nan, 1)])
def test_impossible_weights_are_refused(weights):
    with pytest.raises(ValueError, match="weights of 3 possible worlds"):
        ml.search(near_3([11, 12, 150]), ml.Expectimax(depth=1, categories=Weights(lambda worlds: weights)))


@pytest.mark.parametrize("policy", ["maxn", "mp-mix"])
def test_everybody_for_himself_is_refused_where_players_win_together(policy):
    with pytest.raises(ValueError, match="win together"):
        ml.play_game(GAME, [ml.Minimax(policy, depth=1)] + [ml.RandomPlayer()] * 5)


def test_minimax_is_refused_for_players_who_do_not_see_the_truth():
    state = near_3([11, 12, 150])
    with pytest.raises(ValueError, match="yellow detective"):
        ml.search(state, ml.Minimax("paranoid", depth=1))
    with pytest.raises(ValueError, match="cannot see"):
        ml.play_game(GAME, [ml.RandomPlayer()] + [ml.Minimax("paranoid", depth=1)] * 5)


@pytest.mark.parametrize("policy", ["brs", "brs+"])
def test_best_replies_are_refused_for_players_with_partners(policy):
    with pytest.raises(ValueError, match="partners"):
        ml.search(near_3([12]), ml.Minimax(policy, depth=1))


def test_location_categories_weight_the_chance_layer():
    game = ml.make_game("scotland_yard")
    categories = ml.LocationCategories()
    player = ml.Expectimax(nodes=3000, categories=categories)
    record = ml.play_game(game, [ml.RandomPlayer()] * 6, seed=4)
    seeker = next(s for s in record.states() if s.to_move != 0 and len(s.worlds(s.to_move)) > 5)
    worlds, weights = player.world_weights(game, seeker._array)
    believed = categories.probabilities(game, seeker._array, seeker.to_move)
    assert len(set(np.round(weights, 9))) > 1
    assert dict(zip(worlds.tolist(), weights, strict=True)) == pytest.approx({w: p for w, p in believed.items() if p})
    assert ml.search(seeker, player).move in seeker.legal_moves()
    with pytest.raises(ValueError, match=r"categor|world"):
        ml.search(ml.make_game("rolit").initial_state(), player)
