"""The minimax family: values against searches that prune nothing, node counts, ties, budgets, the table, the player."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import definition_of
from mctslib.search import minimax_table as tt
from mctslib.search.minimax_values import hash_position
from tests import small_games
from tests.naive.minimax import PythonSearch, compare, naive_value, policies_of, positions, thinned

VARIANTS = [(name, n) for name in ml.game_names() for n in definition_of(name).player_counts]
POLICIES = ["maxn", "paranoid", "brs", "brs+"]


@cache
def sample(name, players, count=25):
    game = ml.make_game(name, players)
    game.load_table()
    return game, positions(game, count, seed=2)


# ------------------------------------------------------------------------------------- equal values, less effort


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_values_are_those_of_plain_searches(name, players):
    """25 positions at depths 1 to 4 with at most three moves per player; with all moves where the tree is below 1000
    nodes (in most games: depths 1 and 2, and endings). benchmarks/minimax_equality.py compares many more."""
    game, arrays = sample(name, players)
    narrow = thinned(game, 3)
    narrow.__dict__["_table"] = game.table
    for policy in policies_of(game):
        small = arrays
        for depth in (1, 2, 3, 4):
            compared, different = compare(narrow, arrays, policy, depth)
            assert (len(compared), different) == (len(arrays), 0), (policy, depth)
            small, different = compare(game, small, policy, depth, node_limit=1000)
            assert different == 0, (policy, depth)
            assert depth > 1 or small


@pytest.mark.parametrize(("name", "players"), [("rolit", 3), ("chinese_checkers", 3), ("focus", 4), ("blokus", 4)])
def test_the_compiled_reference_is_the_one_in_python(name, players):
    game, arrays = sample(name, players)
    narrow = thinned(game, 2)
    narrow.__dict__["_table"] = game.table
    for policy in POLICIES:
        for shares in (True, False):
            reference = PythonSearch(narrow, policy, shares)
            for array in arrays[:6]:
                assert np.array_equal(naive_value(narrow, array, policy, 3, shares), reference.value(array, 3)), (
                    policy,
                    shares,
                )


@pytest.mark.parametrize("policy", POLICIES)
def test_enhancements_change_the_effort_not_the_value(policy):
    """With the random term too: it belongs to the position, so that a value from the table is the same value."""
    game, arrays = sample("rolit", 4)
    base = {"depth": 5, "noise": 0.5}
    everything = ml.Minimax(policy, **base)
    nodes = {}
    for name, options in {
        "all": {},
        "no table": {"table_bits": 0},
        "tiny table": {"table_bits": 4},
        "no killers": {"killers": False},
        "no history": {"history": False},
    }.items():
        player = ml.Minimax(policy, **base, **options)
        nodes[name] = 0
        for array in arrays:
            choice, _, values = player.run(game, array, 7)
            assert np.array_equal(values, everything.run(game, array, 7)[2], equal_nan=True), name
            nodes[name] += choice.nodes
    assert nodes["all"] < nodes["tiny table"] < nodes["no table"]
    if policy != "maxn":
        assert nodes["all"] != nodes["no killers"]
        assert nodes["all"] != nodes["no history"]


def test_shares_under_paranoid_search():
    game, arrays = sample("rolit", 4)
    compared, different = compare(game, arrays, "paranoid", 3, normalise=True)
    assert (len(compared), different) == (len(arrays), 0)


# ------------------------------------------------------------------------------------------------ uniform trees

BRANCHES = 6
SUM = ml.HEADER


def _uniform_legal(state, player, moves):
    for move in range(BRANCHES):
        moves[move] = move
    return BRANCHES


def _uniform_apply(state, player, move):
    """Player 0 loses by every move but the first, the others help him by theirs; later moves matter less."""
    state[SUM] = BRANCHES * state[SUM] + (-move if player == 0 else move)
    state[ml.TO_MOVE] = (player + 1) % state[ml.PLAYERS]
    if state[ml.PLY] >= 14:
        state[ml.OVER] = 1


def _uniform_scores(state, out):
    for player in range(state[ml.PLAYERS]):
        out[player] = 1.0 / state[ml.PLAYERS]


def uniform_game(players):
    """Every position has `BRANCHES` moves, and the first one is best for whoever moves."""
    return ml.define_game(
        f"uniform_{players}",
        players=players,
        num_moves=BRANCHES,
        board_words=1,
        max_plies=16,
        setup=lambda state, players, rng: None,
        legal=_uniform_legal,
        apply=_uniform_apply,
        scores=_uniform_scores,
        move_value=lambda state, player, move: -float(move),
        evaluate=lambda state, player, table: float(state[SUM]),
    )


def nodes_of_last_iteration(game, policy, depth):
    player = ml.Minimax(policy, depth=depth, noise=0.0, table_bits=0, killers=False, history=False)
    by_depth = ml.search(game.initial_state(), player).nodes_by_depth
    return int(by_depth[-1] - by_depth[-2])


@pytest.mark.parametrize(("players", "depth"), [(2, 6), (3, 6), (4, 8)])
def test_best_case_of_paranoid_search(players, depth):
    """O(b^(d (N-1) / N)) nodes (nijssen2013, section 2.3.2)."""
    formula = BRANCHES ** (depth * (players - 1) / players)
    assert formula <= nodes_of_last_iteration(uniform_game(players), "paranoid", depth) <= 4 * formula


@pytest.mark.parametrize(("players", "depth"), [(2, 6), (3, 9), (4, 12)])
def test_best_case_of_best_reply_search(players, depth):
    """O((b (N-1))^(ceil(2d / N) / 2)) nodes for a search that covers d plies of the game (section 2.3.3)."""
    layers = -(-2 * depth // players)
    formula = (BRANCHES * (players - 1)) ** (layers / 2)
    assert formula <= nodes_of_last_iteration(uniform_game(players), "brs", layers) <= 4 * formula


# ------------------------------------------------------------------------------------------------ worked examples

NODE = ml.HEADER


def tree_game(name, children, leaves):
    """A game for three on an explicit tree: `children` lists the successors of each node, `leaves` their evaluations.

    Nodes without successors are not over: the search meets them at its horizon.
    """
    width = max(map(len, children.values()))
    size = 1 + max(max(children.values(), key=max))
    successors = np.full((size, width), -1)
    for node, below in children.items():
        successors[node, : len(below)] = below
    values = np.zeros((size, 3))
    for node, value in leaves.items():
        values[node] = value

    def legal(state, player, moves):
        n = 0
        for i in range(width):
            if successors[state[NODE], i] >= 0:
                moves[n] = i
                n += 1
        if n == 0:
            moves[0] = 0
            return 1
        return n

    def apply(state, player, move):
        below = successors[state[NODE], move]
        if below >= 0:
            state[NODE] = below
        else:
            state[ml.OVER] = 1
        state[ml.TO_MOVE] = (player + 1) % 3

    return ml.define_game(
        name,
        players=3,
        num_moves=width,
        board_words=1,
        max_plies=20,
        setup=lambda state, players, rng: None,
        legal=legal,
        apply=apply,
        scores=_uniform_scores,
        move_value=lambda state, player, move: -float(move),
        evaluate=lambda state, player, table: values[state[NODE], player],
    )


def test_figure_2_4_ties_and_shallow_pruning():
    """Player 2 is indifferent at B and harms the root player, who therefore prefers A, (5, 3, 2); at C player 2 has 6
    of 10 after the first move, so that the root player can have at most 4 there: C's other moves are not searched.

    The text of section 2.3.1 gives (5, 3, 2), (6, 4, 0) and the 6; the other leaves are filled in to fit it."""
    a, b, c = 1, 2, 3
    children = {0: [a, b, c], a: [4, 5], b: [6, 7], c: [8, 9, 10]}
    leaves = {4: (5, 3, 2), 5: (4, 2, 4), 6: (3, 4, 3), 7: (6, 4, 0), 8: (2, 6, 2), 9: (9, 0, 1), 10: (9, 1, 0)}
    game = tree_game("figure_2_4", children, leaves)
    player = ml.Minimax("maxn", depth=2, noise=0.0)
    result = ml.search(game.initial_state(), player)
    assert result.move == 0
    assert result.values == pytest.approx([0.5, 0.3, 0.2], abs=1e-3)
    assert result.cutoffs == 1
    assert result.nodes - result.nodes_by_depth[0] == 3 + 2 + 2 + 1
    plain = ml.search(game.initial_state(), ml.Minimax("maxn", depth=2, noise=0.0, normalise=False))
    assert plain.values.tolist() == [5, 3, 2]
    assert plain.cutoffs == 0


def test_paranoid_cutoff():
    """A move is refuted as soon as one reply makes it no better than the first move."""
    game = tree_game(
        "paranoid_cutoff",
        {0: [1, 2], 1: [3, 4], 2: [5, 6, 7]},
        {3: (5, 0, 0), 4: (6, 0, 0), 5: (4, 0, 0), 6: (9, 0, 0), 7: (8, 0, 0)},
    )
    result = ml.search(game.initial_state(), ml.Minimax("paranoid", depth=2, noise=0.0))
    assert (result.move, result.value, result.cutoffs) == (0, 5.0, 1)
    assert result.nodes - result.nodes_by_depth[0] == 2 + 2 + 1
    assert np.isnan(result.values[1:]).all()


def test_mp_mix_chooses_by_the_lead():
    """Shares at the root: even, the root player ahead, an opponent ahead. The attacker minimises the leader's value."""
    children = {0: [1, 2], 1: [3], 2: [4]}
    for name, root, policy, target, move in [
        ("even", (4, 3, 3), "maxn", None, 0),
        ("ahead", (8, 1, 1), "paranoid", None, 0),
        ("behind", (2, 1, 7), "maxn", 2, 1),
    ]:
        leaves = {0: root, 1: (5, 1, 4), 2: (4, 4, 2), 3: (5, 1, 4), 4: (4, 4, 2)}
        game = tree_game(f"mix_{name}", children, leaves)
        result = ml.search(game.initial_state(), ml.Minimax("mp-mix", depth=2, noise=0.0, T_d=0.2, T_o=0.2))
        assert (result.policy, result.target, result.move) == (policy, target, move), name


# --------------------------------------------------------------------------------------------- ends of the game


def nim(name, **options):
    return small_games.nim(name, evaluate=lambda state, player, table: 1.0, **options)


@pytest.mark.parametrize("policy", [*POLICIES[:3], "mp-mix"])
def test_the_nearest_win_is_taken(policy):
    game = nim(f"nim_{policy.replace('-', '_')}")
    array = game.initial_state().array.copy()
    array[small_games.PILE] = 3
    result = ml.search(game.state_from_array(array), ml.Minimax(policy, nodes=10_000))
    assert result.move == 2
    assert result.depth == 1
    assert result.value > 2**38 or result.value > 0.999


def test_a_certain_loss_is_put_off():
    """Two players, four stones, at most three a turn: every move loses, but taking one leaves the longest game."""
    game = nim("nim_2", players=2)
    array = game.initial_state().array.copy()
    array[small_games.PILE] = 4
    result = ml.search(game.state_from_array(array), ml.Minimax("paranoid", nodes=10_000))
    assert result.value < -(2**38)
    assert result.depth == 2
    farther = ml.search(game.initial_state(), ml.Minimax("paranoid", nodes=10_000))
    assert farther.move == 2  # seven stones: take three, and the opponent is in that position
    assert farther.value > 2**38


def test_the_search_ends_with_the_game():
    """Five empty squares in Rolit: nothing is left to deepen after five plies, whatever the budget."""
    game, _ = sample("rolit", 4)
    state = game.initial_state()
    while state.ply < 55:
        state = state.play(state.legal_moves()[0])
    for policy in POLICIES:
        result = ml.search(state, ml.Minimax(policy, nodes=10**6))
        assert result.nodes < 10**5
        assert result.depth <= 5


# ----------------------------------------------------------------------------------------------------- budgets


@pytest.mark.parametrize("policy", [*POLICIES, "mp-mix"])
def test_a_node_budget_gives_the_same_move_whatever_went_before(policy):
    game, arrays = sample("focus", 3)
    player = ml.Minimax(policy, nodes=2345)
    first = [player.choose(game, array, 5)[:5] for array in arrays[:8]]
    assert all(choice[3] <= 2345 for choice in first)
    ml.Minimax(policy, nodes=2345).choose(*sample("rolit", 4)[:1], sample("rolit", 4)[1][3], 1)
    with ThreadPoolExecutor(2) as pool:
        again = list(pool.map(lambda array: player.choose(game, array, 5)[:5], arrays[:8][::-1]))[::-1]
    assert again == first


def test_an_unfinished_iteration_counts_from_its_first_move_on():
    game, arrays = sample("chinese_checkers", 3)
    for array in arrays[:10]:
        state = game.state_from_array(array)
        full = ml.search(state, ml.Minimax("paranoid", depth=3))
        if full.depth < 3:
            continue
        before, finished = full.nodes_by_depth[1:]
        one_more = ml.search(state, ml.Minimax("paranoid", nodes=int(before) + 1, table_bits=20))
        assert one_more.depth == 2
        assert one_more.move == ml.search(state, ml.Minimax("paranoid", depth=2)).move
        exactly = ml.search(state, ml.Minimax("paranoid", nodes=int(finished), table_bits=20))
        assert (exactly.depth, exactly.move, exactly.value) == (3, full.move, full.value)


def test_time_budget():
    result = ml.search(ml.make_game("rolit", 4).initial_state(), ml.Minimax("brs", ms=1))
    result = ml.search(ml.make_game("rolit", 4).initial_state(), ml.Minimax("brs", ms=30))
    assert 0.03 <= result.seconds < 0.3
    assert result.depth >= 3


def test_noise_tells_equal_moves_apart():
    state = ml.make_game("focus", 4).initial_state()
    assert len({ml.search(state, ml.Minimax("paranoid", depth=1, noise=0.0), seed).move for seed in range(8)}) == 1
    assert len({ml.search(state, ml.Minimax("paranoid", depth=1), seed).move for seed in range(8)}) > 2


# ------------------------------------------------------------------------------------------------- hash and table


@pytest.mark.parametrize(("name", "players"), [("rolit", 3), ("chinese_checkers", 6), ("focus", 4), ("blokus", 4)])
def test_hashes_tell_positions_apart(name, players):
    game, _ = sample(name, players)
    rng = np.random.default_rng(1)
    keys, states = set(), set()
    for number in range(4):
        state = game.initial_state(number)
        while not state.is_over and state.ply < 60:
            for move in state.legal_moves()[:8]:
                array = state.play(move).array.copy()
                keys.add(int(hash_position(array)))
                array[ml.PLY] += 1
                keys.add(int(hash_position(array)))
                array[ml.PLY] = 0
                states.add(array.tobytes())
            state = state.play(int(rng.choice(state.legal_moves())))
    assert len(keys) == len(states) > 1000


def test_pieces_that_change_colour_on_the_last_square_change_the_hash():
    """Bit 63 of two words: sums of products lose it unless the products are mixed."""
    array = ml.make_game("rolit", 4).initial_state().array.copy()
    keys = set()
    for colour in range(4):
        changed = array.copy()
        changed[ml.HEADER + colour] ^= np.int64(-(2**63))
        keys.add(int(hash_position(changed)))
    assert len(keys) == 4


def test_deep_replacement():
    """A row keeps the deeper position of a search; equal depth and earlier searches give way (section 2.4.2)."""
    words = np.zeros((4, tt.VALUE + 1), np.int64)
    table = tt.TranspositionTable(words, words.view(np.float64), np.array([5]))
    one, two = np.uint64(1), np.uint64(5)  # the same row
    assert tt.claim(table, one, 5, 3, tt.EXACT, 11) == 1
    assert tt.claim(table, two, 5, 2, tt.EXACT, 12) == -1
    assert tt.find(table, one, 5) == (1, True)
    assert tt.find(table, two, 5) == (1, False)
    assert tt.claim(table, two, 5, 3, tt.LOWER, 12) == 1
    assert tt.find(table, two, 5) == (1, True)
    assert tt.is_current(table, 1, 3)
    assert not tt.is_current(table, 1, 2)
    table.iterations[0] = 6
    assert not tt.is_current(table, 1, 3)  # the next iteration may use the move only
    assert tt.find(table, two, 6) == (1, False)  # the next search nothing
    assert tt.claim(table, one, 6, 1, tt.EXACT, 11) == 1


# ----------------------------------------------------------------------------------------------------- the player


def test_minimax_plays_and_its_record_can_be_replayed():
    game = ml.make_game("rolit", players=3)
    seats = [ml.Minimax("brs", nodes=500), ml.Minimax("mp-mix", nodes=500), ml.RandomPlayer()]
    record = ml.play_game(game, seats, seed=3)
    assert record.seats[0]["kind"] == "Minimax"
    assert record.replay().moves == record.moves
    won = sum(ml.play_game(game, seats, seed).scores[0] for seed in range(10))
    assert won > 4


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"nodes": 5, "depth": 2},
        {"nodes": 0},
        {"nodes": 1.5},
        {"ms": -1},
        {"depth": 65},
        {"policy": "minn", "depth": 1},
        {"depth": 1, "noise": -1},
        {"depth": 1, "killers": 2},
        {"depth": 1, "normalise": "yes"},
        {"depth": 1, "table_bits": 40},
        {"depth": 1, "T_d": float("nan")},
    ],
)
def test_wrong_options(options):
    with pytest.raises(ValueError, match=r"not|one budget"):
        ml.Minimax(**options)


def test_games_without_evaluator_are_refused():
    game = small_games.nim("plain_nim")
    with pytest.raises(ValueError, match="Plain Nim has no board evaluator"):
        ml.play_game(game, [ml.Minimax(depth=1)] * 3)
    with pytest.raises(ValueError, match="no move ordering"):
        ml.search(nim("bare_nim").initial_state(), ml.Minimax("brs+", depth=1))
