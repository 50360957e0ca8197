"""Search with hidden information: determinization, Location Categorization, Coalition Reduction, move filtering."""

import json

import numpy as np
import pytest

import mctslib as ml
from mctslib.experiments.location_tables import count_locations
from mctslib.experiments.scotland_yard_players import mcts_hider, mcts_seeker
from mctslib.games.base import ANY_WORLD, Categorization
from mctslib.games.scotland_yard_state import PLACE, possible_places
from mctslib.rng import below
from mctslib.search import location_categories as locations
from mctslib.search import worlds
from mctslib.search.players import from_spec, to_spec
from mctslib.search.tree import ROOT, clear_node, new_tree
from mctslib.viz import belief_of, plot_belief
from tests import small_games

DETERMINIZATIONS = [ml.SingleTree(), ml.SeparateTrees("average"), ml.SeparateTrees("vote")]

# ------------------------------------------------------------------------------------- a game that is solved by hand

CARD, ASKED, GUESS = ml.HEADER, ml.HEADER + 1, ml.HEADER + 2
ASK = 3


def _deal(state, players, rng):
    state[CARD] = below(rng, 3)
    state[ml.TO_MOVE] = 1


def _legal(state, player, moves):
    """The guesser guesses card 0, 1 or 2, or asks once; the other must say whether his card is odd."""
    if player == 0:
        moves[0] = state[CARD] % 2
        return 1
    for move in range(4):
        moves[move] = move
    return 3 + (state[ASKED] == 0)


def _apply(state, player, move):
    if player == 1 and move != ASK:
        state[GUESS] = move
        state[ml.OVER] = 1
    elif player == 1:
        state[ASKED] = 1
    state[ml.TO_MOVE] = 1 - player


def _scores(state, out):
    out[1] = 1.0 if state[GUESS] == state[CARD] else 0.0
    out[0] = 1.0 - out[1]


def _determinize(state, observer, world, rng):
    if observer == 1:
        state[CARD] = below(rng, 3) if world == ANY_WORLD else world


def _worlds(state, observer, out):
    out[0] = state[CARD]
    if observer == 0:
        return 1
    for card in range(3):
        out[card] = card
    return 3


def _category(state, world, categorization):
    return world


def _conceal(state, observer):
    if observer == 1:
        state[CARD] = -1


@pytest.fixture(scope="module")
def asking():
    """A guess is right with probability 1/3. Whoever asks first is right with 1/3 * 1 + 2/3 * 1/2 = 2/3."""
    return ml.define_game(
        "asking",
        players=2,
        num_moves=4,
        board_words=3,
        max_plies=3,
        setup=_deal,
        legal=_legal,
        apply=_apply,
        scores=_scores,
        determinize=_determinize,
        worlds=_worlds,
        max_worlds=3,
        conceal=_conceal,
        category=_category,
        categorizations=(Categorization("card", 3),),
    )


def means(result):
    return {row.move: row.mean for row in result.children.itertuples()}


def test_a_single_tree_finds_the_value_of_a_game_with_hidden_information(asking):
    result = ml.search(asking.initial_state(1), ml.MCTS(20_000, C=0.5))
    assert result.move == ASK
    assert means(result)[ASK] == pytest.approx(2 / 3, abs=0.03)
    assert all(means(result)[card] < 0.6 for card in range(3))
    hider_node = next(child for child in result.root.children if child.move == ASK)
    assert sorted(child.move for child in hider_node.children) == [0, 1]  # the moves of all worlds
    assert hider_node.visits - 1 == sum(child.visits for child in hider_node.children)


def test_separate_trees_know_too_much(asking):
    """Strategy fusion: every tree knows its card, so asking seems to win."""
    result = ml.search(asking.initial_state(1), ml.MCTS(20_000, C=0.5, determinization=ml.SeparateTrees()))
    assert means(result)[ASK] > 0.9
    assert result.children["visits"].sum() == 20_000


@pytest.mark.parametrize("determinization", DETERMINIZATIONS, ids=repr)
def test_the_choice_does_not_depend_on_the_truth(asking, determinization):
    player = ml.MCTS(500, determinization=determinization)
    starts = {int(state.array[CARD]): state for state in map(asking.initial_state, range(20))}
    assert len(starts) == 3
    found = [ml.search(state, player, seed=5).children for state in starts.values()]
    assert all(children.equals(found[0]) for children in found)


def test_worlds_are_drawn_by_their_weights(asking, tmp_path, monkeypatch):
    monkeypatch.setattr(locations, "FOLDER", tmp_path)
    counts = {"card": {(0, 1, 2): {0: 200, 1: 700, 2: 100}}}
    locations.save_tables("asking", "trial", locations.LocationTables({"games": 1000}, counts))
    for steps in (1, 2):
        categories = ml.LocationCategories("card", table="detailed", steps=steps, tables="trial")
        state = asking.initial_state(1)
        assert categories.probabilities(asking, state.array, 1) == pytest.approx({0: 0.2, 1: 0.7, 2: 0.1})
        result = ml.search(state, ml.MCTS(20_000, C=2.0, categories=categories))
        assert result.move in (1, ASK)
        assert means(result)[1] == pytest.approx(0.7, abs=0.02)
        assert means(result)[0] == pytest.approx(0.2, abs=0.08)


# ------------------------------------------------------------------------------------------------ Scotland Yard


@pytest.fixture(scope="module")
def game():
    return ml.make_game("scotland_yard")


@pytest.fixture(scope="module")
def first_turn(game):
    """The yellow detective's turn in round 2, when Mister X can be in many places."""
    state = game.initial_state(4)
    for ply in range(7):
        state = state.play(state.legal_moves()[ply % 3])
    assert state.to_move == 1
    assert len(state.worlds(1)) > 10
    return state


@pytest.mark.parametrize("determinization", DETERMINIZATIONS, ids=repr)
def test_seekers_choose_the_same_wherever_the_hider_is(game, first_turn, determinization):
    player = mcts_seeker(300, determinization=determinization)
    states = [first_turn.determinize(1, world=world) for world in first_turn.worlds(1)[::5]]
    results = [ml.search(state, player, seed=3) for state in states]
    assert all(result.children.equals(results[0].children) and result.move == results[0].move for result in results)
    choices = [player.choose(game, state.array.copy(), 3) for state in states]  # the truth in hand, not concealed
    assert all(choice.move == results[0].move for choice in choices)


class Spy:
    """A detective who goes to the station where the array says that Mister X is."""

    def __init__(self):
        self.looks = []

    def choose(self, game, array, seed):
        self.looks.append((int(array[PLACE]), len(possible_places(array))))
        return ml.RandomPlayer().choose(game, array, seed)


def test_a_seeker_who_reads_the_truth_finds_nothing(game):
    spy = Spy()
    ml.play_game(game, [ml.RandomPlayer()] + [spy] * 5, seed=2)
    assert len(spy.looks) > 20
    assert all(place == 0 for place, possible in spy.looks if possible > 1)
    assert all(place > 0 for place, possible in spy.looks if possible == 1)


def nodes_below(tree, root=ROOT):
    """All nodes that can be reached, each with the path of its moves."""
    waiting = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        yield node, path
        for child in range(tree.first[node], tree.first[node] + tree.count[node]):
            waiting.append((child, (*path, (int(tree.chooser[child]), int(tree.move[child])))))


@pytest.mark.parametrize("max_nodes", [1000, 1_000_000])
@pytest.mark.parametrize("selection", [ml.ProgressiveHistory(5), ml.RAVE()], ids=["history", "rave"])
def test_invariants_of_a_tree_that_worlds_share(first_turn, selection, max_nodes):
    result = ml.search(first_turn, mcts_seeker(2000, selection=selection, max_nodes=max_nodes))
    tree = result.tree
    assert tree.visits[ROOT] == 2000
    assert result.tree_full == (max_nodes == 1000)
    places = set()
    for node, _ in nodes_below(tree):
        first, count, tried = int(tree.first[node]), int(tree.count[node]), int(tree.tried[node])
        children = range(first, first + count)
        assert not places.intersection(children)
        assert tried <= count <= tree.room[node]
        places.update(children)
        assert all(tree.visits[child] > 0 for child in children[:tried])
        assert all(tree.visits[child] == tree.count[child] == 0 for child in children[tried:])
        assert len({(tree.chooser[child], tree.move[child]) for child in children}) == count
        if count:
            assert tree.visits[first : first + count].sum() <= tree.visits[node] - (node != ROOT)
        assert 0 <= tree.total[node] <= tree.visits[node]
    assert sum(tree.visits[tree.first[ROOT] : tree.first[ROOT] + tree.count[ROOT]]) == 2000


def test_children_of_a_shared_node_are_the_moves_of_its_worlds(game, first_turn):
    """The last detective's turn, then Mister X's, then the first detective's: against plain replay in every world."""
    state = first_turn
    while state.to_move != 5:
        state = state.play(state.legal_moves()[0])
    tree = ml.search(state, mcts_seeker(4000)).tree
    checked = {1: 0, 2: 0}  # by depth: where Mister X moves, and after it
    for node, path in nodes_below(tree):
        if len(path) not in checked or tree.count[node] == 0:
            continue
        legal = set()
        for world in state.worlds(5):
            after = state.determinize(5, world=world)
            for _, move in path:
                after = after.play(move) if move in after.legal_moves() else None
                if after is None:
                    break
            else:
                legal |= {(after.to_move, move) for move in after.legal_moves()}
        span = slice(int(tree.first[node]), int(tree.first[node] + tree.count[node]))
        children = set(zip(tree.chooser[span].tolist(), tree.move[span].tolist(), strict=True))
        assert children <= legal
        if tree.visits[node] > 1000:  # every world has come by
            assert children == legal
        checked[len(path)] += 1
        if checked[2] > 20:
            break
    assert min(checked.values()) > 0


@pytest.mark.parametrize("determinization", DETERMINIZATIONS, ids=repr)
def test_same_seed_same_game_with_hidden_information(game, determinization):
    players = [mcts_hider(30)] + [mcts_seeker(30, determinization=determinization, coalition_reduction=0.1)] * 5
    record = ml.play_game(game, players, seed=8)
    assert ml.GameRecord.from_json(record.to_json()).replay().moves == record.moves
    assert sum(record.estimates[1]) == pytest.approx(1)


def test_one_possible_world_is_an_ordinary_search(game):
    state = game.initial_state(3)
    result = ml.search(state, mcts_hider(500))
    assert result.children["visits"].sum() == 500
    for node, _ in nodes_below(result.tree):
        span = slice(int(result.tree.first[node]), int(result.tree.first[node] + result.tree.count[node]))
        assert result.tree.count[node] == 0 or result.tree.visits[span].sum() == result.tree.visits[node] - (
            node != ROOT
        )


def test_threads_add_up_worlds(first_turn):
    for determinization in DETERMINIZATIONS[:2]:
        result = ml.search(first_turn, mcts_seeker(1000, threads=2, determinization=determinization))
        assert result.move in first_turn.legal_moves()
        assert result.simulations == 1000


# ------------------------------------------------------------------------------------------------ separate trees


def test_majority_voting_and_its_ties():
    """Three trees: votes 2 for move 7; then votes 1:1:1, decided by visits over all trees."""
    for visits, move in (([(60, 40), (60, 40), (0, 100)], 7), ([(50, 30, 20), (0, 60, 40), (10, 20, 70)], 9)):
        tree = new_tree(100)
        for node in range(4):
            clear_node(tree, node, -1, -1)
        nodes = 4
        for root, counts in enumerate(visits, 1):
            tree.first[root], tree.count[root], tree.tried[root] = nodes, len(counts), len(counts)
            for i, count in enumerate(counts):
                clear_node(tree, nodes + i, 7 + i, 1)
                tree.visits[nodes + i], tree.total[nodes + i] = count, count / 2
            nodes += len(counts)
        rng = np.ones(4, np.uint64)
        votes = worlds.merge_trees(tree, nodes, 3, rng)
        assert sum(votes.values()) == 3
        assert tree.visits[ROOT] == 300
        assert tree.total[nodes : nodes + tree.count[ROOT]].sum() == 150
        assert worlds.elected_move(tree, votes, rng) == move


# ----------------------------------------------------------------------------------------- Location Categorization

TABLE_7_2 = {(1, 2, 3): {1: 23, 2: 39, 3: 90}, (0, 1): {0: 666, 1: 4776}, (4,): {4: 99}}  # categories from 0


def test_weights_of_the_general_table():
    actual, present = locations.general_table(TABLE_7_2)
    assert actual == {0: 666, 1: 4776 + 23, 2: 39, 3: 90, 4: 99}
    assert present == {0: 5442, 1: 5442 + 152, 2: 152, 3: 152, 4: 99}
    assert locations.general_weights(TABLE_7_2)[1] == 4799 / 5594


def test_weights_of_the_detailed_table():
    assert locations.detailed_weights(TABLE_7_2, (1, 2, 3), 100) == {1: 23, 2: 39, 3: 90}
    assert locations.detailed_weights(TABLE_7_2, (4,), 100) is None  # 99 examples
    assert locations.detailed_weights(TABLE_7_2, (0,), 100) is None


def test_formulas_7_1_and_7_2():
    categories = np.array([1, 1, 2, 3])
    weights = {1: 23, 2: 39, 3: 90, 4: 1000}  # category 4 is not present
    assert locations.one_step(categories, weights) == pytest.approx(np.array([23, 23, 39, 90]) / 175)
    assert locations.two_steps(categories, weights) == pytest.approx(np.array([11.5, 11.5, 39, 90]) / 152)
    assert locations.two_steps(categories, None) == pytest.approx([0.25] * 4)


def test_three_step_selection():
    first, second = np.array([0, 0, 0, 1]), np.array([2, 2, 3, 3])
    chances = locations.three_steps(first, second, {0: 1, 1: 3}, {2: 1, 3: 4})
    assert chances == pytest.approx([0.25 * 0.2 / 2, 0.25 * 0.2 / 2, 0.25 * 0.8, 0.75])
    assert locations.three_steps(first, second, {0: 1, 1: 3}, {2: 5}) == pytest.approx([0.125, 0.125, 0, 0.75])


def test_every_categorization_gives_a_belief(game, first_turn, tmp_path, monkeypatch):
    record = ml.play_game(game, [ml.GreedyPlayer(0.3)] * 6, seed=5)
    counts = count_locations([record])
    hider_moves = [state.to_move for state in record.states()][:-1].count(0)
    assert all(sum(sum(row.values()) for row in rows.values()) == hider_moves for rows in counts.values())
    assert set(counts) >= {"minimum_distance", "station", "minimum_distance x station"}
    monkeypatch.setattr(locations, "FOLDER", tmp_path)
    saved = locations.LocationTables({"games": 1}, counts)
    locations.save_tables("scotland_yard", "trial", saved)
    assert locations.load_tables("scotland_yard", "trial").counts == counts
    pairs = ("station", "minimum_distance")
    for categorization, steps in (("station", 1), ("average_distance", 2), (pairs, 1), (pairs, 2), (pairs, 3)):
        for table in ("general", "detailed"):
            categories = ml.LocationCategories(categorization, table, steps, threshold=1, tables="trial")
            belief = belief_of(first_turn, categories)
            assert list(belief) == first_turn.worlds(1)
            assert sum(belief.values()) == pytest.approx(1)
            player = mcts_seeker(20, categories=categories)
            assert ml.search(first_turn, player).move in first_turn.legal_moves()
            assert from_spec(json.loads(json.dumps(to_spec(player)))) == player
    assert plot_belief(record).svg().count("round ") == hider_moves


def test_tables_are_refused_with_a_sentence(game, tmp_path, monkeypatch):
    monkeypatch.setattr(locations, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="mctslib locations"):
        ml.search(game.initial_state(), ml.MCTS(10, categories=ml.LocationCategories(tables="missing")))
    (tmp_path / "scotland_yard_old.csv").write_text("# format=0 games=1\n")
    with pytest.raises(ValueError, match="format 0"):
        locations.load_tables("scotland_yard", "old")


# ------------------------------------------------------------------------- Coalition Reduction and move filtering


def _three_moves(state, player, moves):
    for move in range(3):
        moves[move] = move
    return 3


def _appoint_winner(state, player, move):
    state[ml.HEADER] = move
    state[ml.OVER] = 1


def _appointed_wins(state, out):
    for player in range(3):
        out[player] = 1.0 if state[ml.HEADER] == player else 0.0


def _second_begins(state, players, rng):
    state[ml.TO_MOVE] = 1


def _appointing(name, legal, apply):
    """Players 1 and 2 against player 0; the second player begins, and whoever has the last move names the winner."""
    return ml.define_game(
        name,
        players=3,
        num_moves=3,
        board_words=1,
        max_plies=2,
        setup=_second_begins,
        legal=legal,
        apply=apply,
        scores=_appointed_wins,
        teams=(0, 1, 1),
    )


def test_coalition_reduction_values_a_partners_win():
    game = _appointing("appoint", _three_moves, _appoint_winner)
    for r in (0.0, 0.3, 1.0):
        result = ml.search(game.initial_state(), ml.MCTS(200, coalition_reduction=r))
        assert means(result) == pytest.approx({0: 0, 1: 1, 2: 1 - r})
        assert result.scores.sum() == pytest.approx(1)  # the scores say who earned the win


def _one_move_for_the_second(state, player, moves):
    for move in range(3):
        moves[move] = move
    return 1 if player == 1 else 3


def _first_appoints(state, player, move):
    state[ml.HEADER] = move
    state[ml.TO_MOVE] = 0
    state[ml.OVER] = player == 0


def test_coalition_reduction_gives_the_opponent_what_it_takes():
    game = _appointing("appointed by the opponent", _one_move_for_the_second, _first_appoints)
    for r in (0.0, 0.3, 1.0):
        result = ml.search(game.initial_state(), ml.MCTS(2000, C=2.0, coalition_reduction=r))
        (only,) = result.root.children
        assert {reply.move: reply.mean for reply in only.children} == pytest.approx({0: 1, 1: 0, 2: r})


def test_move_filtering_in_the_tree_and_at_the_end(game):
    state = game.initial_state(3)
    tree = ml.search(state, mcts_hider(3000)).tree
    double = 4  # moves are numbered 8 to a station, from 4 on with a double-move ticket
    for node, path in nodes_below(tree):
        hider_moves = [int(tree.move[c]) for c in range(tree.first[node], tree.first[node] + tree.count[node])]
        if len(path) == 0:
            assert sorted(hider_moves) == sorted(state.sensible_moves(at_root=True))
        elif path[-1][0] == 5 and tree.count[node]:
            assert all(move % 8 < double for move in hider_moves)
    plain = ml.search(state, mcts_hider(3000, filter_moves=False)).children
    assert set(plain["move"]) == set(state.legal_moves()) > set(state.sensible_moves())


def test_what_a_search_chose_is_amended(game):
    """Somewhere in these games the hider's best single move can be answered by a capture: a double move follows."""
    doubles = 0
    for seed in range(6):
        record = ml.play_game(game, [mcts_hider(20)] + [mcts_seeker(60)] * 5, seed=seed)
        for before, move in zip(record.states(), record.moves, strict=False):
            if before.to_move == 0 and move % 8 >= 4:
                doubles += 1
                assert before.amend_move(move - 4) == move
    assert doubles > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"determinization": ml.SingleTree()}, "Nothing is hidden"),
        ({"categories": ml.LocationCategories()}, "no categories"),
        ({"coalition_reduction": 0.1}, "no coalition"),
        ({"filter_moves": True}, "no knowledge to filter"),
        ({"playout": ml.Greedy(ordering="MM")}, "move ordering of Rolit"),
    ],
)
def test_games_without_hidden_information_refuse(options, message):
    with pytest.raises(ValueError, match=message):
        ml.search(ml.make_game("rolit").initial_state(), ml.MCTS(10, **options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"policy": "paranoid"}, "policy"),
        ({"solver": "standard"}, "Solver"),
        ({"discount": 0.01}, "not discounted"),
        ({"determinization": ml.SeparateTrees(), "final_move": "robust-max"}, "robust-max"),
        ({"determinization": ml.SeparateTrees("vote"), "threads": 2}, "one thread"),
        ({"filter_moves": True, "playout": ml.OnePly()}, "Move filtering"),
        ({"playout": ml.Greedy(ordering="MX")}, "'MC' or 'MM'"),
        ({"categories": ml.LocationCategories("colour")}, "not 'colour'"),
    ],
)
def test_scotland_yard_refuses(game, options, message):
    with pytest.raises(ValueError, match=message):
        ml.search(game.initial_state(), ml.MCTS(10, **options))


@pytest.mark.parametrize(
    "make",
    [
        lambda: ml.MCTS(10, coalition_reduction=1.5),
        lambda: ml.MCTS(10, discount=-0.1),
        lambda: ml.MCTS(10, filter_moves=1),
        lambda: ml.MCTS(10, determinization=ml.UCT()),
        lambda: ml.SeparateTrees("mean"),
        lambda: ml.LocationCategories("station", steps=3),
        lambda: ml.LocationCategories("station", steps=4),
        lambda: ml.LocationCategories(("station", "station")),
        lambda: ml.LocationCategories("station", table="rough"),
    ],
)
def test_wrong_options_are_refused(make):
    with pytest.raises(ValueError, match=r"not|need"):
        make()


def test_worlds_that_cannot_be_listed_share_a_tree():
    game = small_games.hidden_card("unlisted", worlds=None, max_worlds=0)
    state = game.initial_state(1)
    assert ml.search(state, ml.MCTS(3000)).scores[1] == pytest.approx(1 / 3, abs=0.05)
    with pytest.raises(ValueError, match="cannot be listed"):
        ml.search(state, ml.MCTS(10, determinization=ml.SeparateTrees()))


def test_players_with_these_options_are_plain_data():
    for determinization in (None, *DETERMINIZATIONS):
        player = mcts_seeker(10, determinization=determinization, coalition_reduction=0.1)
        assert from_spec(json.loads(json.dumps(to_spec(player)))) == player
