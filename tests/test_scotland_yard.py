import copy

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import scotland_yard_map as city
from mctslib.games import scotland_yard_state as words
from mctslib.games.base import _PLAY, OVER, PASS, TO_MOVE, IllegalMove, side_value
from mctslib.games.scotland_yard_picture import draw
from tests.naive import scotland_yard as naive

GAME = ml.make_game("scotland_yard")
TICKETS = ("taxi", "bus", "underground", "black")


def as_move(move):
    """A move of the slow reference as the library's number."""
    target, ticket, double = move
    return 8 * (target - 1) + TICKETS.index(ticket) + 4 * double


def naive_start(state):
    return naive.Table(words.places(state.array))


def position(places, to_move=0, played=0, possible=None, tickets=None, seeker_tickets=None):
    """A position for a test: places of Mister X and the detectives; L is his station unless it is given."""
    array = GAME.initial_state().array.copy()
    array[words.PLACE : words.ROUND] = places
    array[words.ROUND] = played
    array[TO_MOVE] = to_move
    array[words.POSSIBLE :] = city.station_set(possible or places[:1]).view(np.int64)
    if tickets is not None:
        array[words.TICKETS : words.SEEKER_TICKETS] = tickets
    if seeker_tickets is not None:
        array[words.SEEKER_TICKETS : words.POSSIBLE] = np.ravel(seeker_tickets)
    return GAME.state_from_trusted(array)


def passed(state):
    """The position after the player to move passes, as the library lets players do who cannot move."""
    assert state.legal_moves() == []
    array = state.array.copy()
    GAME._query(_PLAY, array, state.to_move, PASS)
    return GAME.state_from_trusted(array)


def possible(state):
    return set(words.possible_places(state.array))


# ------------------------------------------------------------------------------------------------ the map


def test_the_map_has_the_published_size():
    counts = {kind: sum(link[2] == kind for link in city.LINKS) for kind in city.TRANSPORTS}
    assert counts == {"taxi": 346, "bus": 99, "underground": 20, "boat": 3}
    assert sorted(city.POSITIONS) == list(range(1, 200))
    assert len(set(city.START_STATIONS.tolist())) == 18
    served = [int((city.COUNTS[1:, ticket] > 0).sum()) for ticket in range(3)]
    assert served == [199, 62, 14]
    assert np.flatnonzero(city.STATION_KIND == city.WITH_BOAT).tolist() == [108, 115, 157, 194]


def test_example_of_whitehouse():
    """Mister X on 11 can go by taxi to 3, 10 and 22; on 12 to 3 and 23."""
    assert city.NEIGHBOURS[11, city.TAXI, : city.COUNTS[11, city.TAXI]].tolist() == [3, 10, 22]
    assert city.NEIGHBOURS[12, city.TAXI, : city.COUNTS[12, city.TAXI]].tolist() == [3, 23]
    state = position([11, 103, 112, 132, 174, 197], played=3, possible=[11, 12])
    after = state.play("taxi 3")
    assert possible(after) == {3, 10, 22, 23}


def test_distances_are_shortest_ways_without_boats():
    for station in range(1, 200):
        assert city.DISTANCE[station, 1:].tolist() == [naive.DISTANCE[station][other] for other in range(1, 200)]


def test_figure_7_4_possible_locations():
    """The worked example; 52, which its cut of the map leaves out, is reachable from 86 and 69 too."""
    state = position([86, 85, 115, 89, 116, 127], played=8)
    state = state.play("black 87")
    assert possible(state) - {52} == {69, 87, 102, 103, 104}
    state = state.play("taxi 103")
    assert possible(state) - {52} == {69, 87, 102, 104}
    state = state.play("taxi 102")
    assert possible(state) - {52} == {69, 87, 104}
    for move in ("taxi 88", "bus 108", "bus 133"):
        state = state.play(move)
    without_52 = state.array.copy()
    without_52[words.POSSIBLE] &= ~(1 << 52)
    without_52[words.PLACE + 5] = 116  # the example leaves a detective there
    state = GAME.state_from_array(without_52).play("taxi 70")
    assert possible(state) - {52} == {53, 68, 86, 70}


# ------------------------------------------------------------------------------- against the slow reference


def play_both(seed):
    """A random game in the library and in the slow reference; yields both and the legal moves, before every ply."""
    rng = np.random.default_rng(seed)
    state = GAME.initial_state(seed)
    table = naive_start(state)
    while not table.over:
        legal = table.legal(table.to_move)
        if not legal:
            table.play(table.to_move, None)
            continue
        yield state, table, legal
        move = legal[rng.integers(len(legal))]
        table.play(table.to_move, move)
        state = state.play(as_move(move))
    yield state, table, []


def same_public_state(state, table):
    array = state.array
    assert words.places(array) == table.places
    assert possible(state) == table.possible
    assert table.places[0] in table.possible
    assert bool(array[OVER]) == table.over
    assert array[words.CAPTOR] == table.captor
    for player in range(6):
        assert words.tickets(array, player) == list(table.tickets[player].values())
    assert array[words.ROUND] == table.round
    if not table.over:
        assert state.to_move == table.to_move


@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_the_slow_reference_at_every_ply(seed):
    for state, table, legal in play_both(seed):
        same_public_state(state, table)
        assert table.possible == {history[-1] for history in table.histories}
        if table.over:
            break
        player = table.to_move
        assert sorted(state.legal_moves()) == sorted(map(as_move, legal))
        for other in range(6):
            assert sorted(state.legal_moves(other)) == sorted(map(as_move, table.legal(other)))
        assert state.evaluate().tolist() == [table.evaluate(seat) for seat in range(6)]
        for move in legal:
            assert state.move_value(as_move(move)) == table.move_value(player, move, "CAL")
        if player == 0:
            for at_root in (False, True):
                assert sorted(state.sensible_moves(at_root)) == sorted(map(as_move, table.sensible(at_root)))


def test_tickets_balance():
    """What the detectives spend goes to Mister X, what he spends leaves the game."""
    for seed in range(20, 30):
        *_, (state, table, _) = play_both(seed)
        for i, ticket in enumerate(("taxi", "bus", "underground")):
            owned = sum(words.tickets(state.array, player)[i] for player in range(6))
            assert owned + table.removed[ticket] == sum(words.START_TICKETS[player][i] for player in range(6))


def test_perft_agrees_with_the_slow_reference():
    state = GAME.initial_state(4)

    def perft(table, depth):
        legal = table.legal(table.to_move)
        if depth == 1:
            return len(legal)
        total = 0
        for move in legal:
            after = copy.deepcopy(table)
            after.play(after.to_move, move)
            total += perft(after, depth - 1)
        return total

    for depth in (1, 2, 3):
        assert GAME.perft(depth, state) == perft(naive_start(state), depth)


def test_everybody_starts_on_another_start_station():
    seen = np.zeros(200, int)
    for seed in range(300):
        places = words.places(GAME.initial_state(seed).array)
        assert len(set(places)) == 6
        seen[places] += 1
    assert set(np.flatnonzero(seen)) == set(naive.STARTS)
    assert seen[naive.STARTS].min() > 60  # 100 expected


# ------------------------------------------------------------------------------------------- edges of the rules


def test_the_detectives_skip_a_round_after_a_double_move():
    state = position([100, 1, 2, 3, 4, 5], played=4)
    after = state.play("taxi 101 double")
    assert after.to_move == 0
    assert after.array[words.ROUND] == 5
    assert words.tickets(after.array, 0) == [3, 3, 3, 5, 1]
    assert after.play("taxi 100").to_move == 1


def test_no_double_move_in_the_last_round():
    for played, doubles in ((22, True), (23, False)):
        names = [GAME.name_of(move) for move in position([100, 1, 2, 3, 4, 5], played=played).legal_moves()]
        assert any("double" in name for name in names) == doubles


def test_mister_x_surfaces_after_the_published_rounds():
    shown = [
        played + 1
        for played in range(24)
        if len(possible(position([100, 1, 2, 3, 4, 5], played=played, possible=[100, 140]).play("taxi 101"))) == 1
    ]
    assert shown == [3, 8, 13, 18, 24]


def test_boats_take_black_tickets_only():
    names = [GAME.name_of(move) for move in position([194, 1, 2, 3, 4, 5]).legal_moves()]
    assert "black 157" in names
    assert "taxi 157" not in names
    detective = position([1, 194, 2, 3, 4, 5], to_move=1, played=1)
    assert not any(name.endswith(" 157") for name in map(GAME.name_of, detective.legal_moves()))


def test_a_capture_is_credited_to_the_detective_and_won_by_his_side():
    state = position([100, 101, 2, 3, 4, 5], to_move=1, played=1).play("taxi 100")
    assert state.is_over
    assert state.scores.tolist() == [0, 1, 0, 0, 0, 0]
    assert GAME.sides.tolist() == [0, 1, 1, 1, 1, 1]
    values = [[round(side_value(state.scores, GAME.sides, p, r), 3) for p in range(6)] for r in (0.0, 0.1, 1.0)]
    assert values == [[0, 1, 1, 1, 1, 1], [0, 1, 0.9, 0.9, 0.9, 0.9], [0, 1, 0, 0, 0, 0]]
    assert possible(state) == {100}


def test_mister_x_wins_after_24_rounds():
    state = position([100, 1, 2, 3, 4, 7], to_move=5, played=24).play("taxi 6")
    assert state.is_over
    assert state.scores.tolist() == [1, 0, 0, 0, 0, 0]


def test_blocked_mister_x_stays_where_he_is():
    """Station 6 has taxis to 7 and 29 only. He is blocked there and free on 100, so his pass gives him away."""
    assert naive.targets(6, "black") == {7, 29}
    after = passed(position([6, 7, 29, 1, 2, 3], played=4, possible=[6, 100]))
    assert words.places(after.array)[0] == 6
    assert possible(after) == {6}
    assert after.array[words.ROUND] == 5
    assert after.to_move == 1


def test_mister_x_without_the_right_ticket_passes():
    """He has no taxi ticket on 6, where only taxis stop; on 100 a bus would have taken him away."""
    after = passed(position([6, 1, 2, 3, 4, 5], played=4, possible=[6, 100], tickets=[0, 3, 3, 0, 2]))
    assert possible(after) == {6}
    assert after.to_move == 1
    bus_only = position([100, 1, 2, 3, 4, 5], played=4, tickets=[0, 3, 0, 0, 0])
    assert {GAME.name_of(move).split()[0] for move in bus_only.legal_moves()} == {"bus"}


def test_a_detective_without_a_ticket_passes():
    tickets = [[0, 8, 4]] + [[10, 8, 4]] * 4
    state = position([100, 6, 2, 3, 4, 5], to_move=5, played=4, seeker_tickets=tickets)  # no bus stops at 6
    assert state.legal_moves(1) == []
    state = state.play(state.legal_moves()[0])
    assert state.to_move == 0
    state = state.play("taxi 101")
    assert state.to_move == 2
    assert words.places(state.array)[1] == 6


def test_the_game_ends_when_all_detectives_are_stranded():
    tickets = [[0, 8, 4]] * 4 + [[1, 0, 4]]
    state = position([100, 6, 2, 4, 5, 8], to_move=5, played=4, seeker_tickets=tickets)  # taxi stations only
    after = state.play("taxi 19")
    assert after.is_over
    assert after.scores[0] == 1


def test_blocked_detectives_are_not_stranded():
    """6 lies between 7 and 29. The detective there waits; the game goes on."""
    state = position([100, 6, 7, 29, 4, 5], to_move=5, played=4)
    assert state.legal_moves(1) == []
    assert not state.play(state.legal_moves()[0]).is_over


def test_detectives_that_a_search_skips_do_not_make_a_25th_round():
    after = passed(position([100, 1, 2, 3, 4, 5], to_move=0, played=24))
    assert after.is_over
    assert after.scores[0] == 1


# ----------------------------------------------------------------------------------------------- move filtering


@pytest.mark.parametrize(
    ("played", "station", "possible", "black"),
    [
        (0, 100, [100, 140], False),  # first two rounds
        (1, 100, [100, 140], False),
        (2, 100, [100, 140], False),  # he surfaces
        (3, 100, [100, 140], True),
        (3, 101, [101, 126], False),  # only taxis wherever he can be
        (3, 101, [101, 100], True),
        (0, 108, [108, 140], True),  # a boat
    ],
)
def test_black_tickets_where_they_help(played, station, possible, black):
    state = position([station, 1, 2, 3, 4, 5], played=played, possible=possible)
    assert any("black" in GAME.name_of(move) for move in state.sensible_moves()) == black


def test_a_filter_that_leaves_nothing_is_lifted():
    state = position([100, 1, 2, 3, 4, 5], played=0, tickets=[0, 0, 0, 5, 2])
    assert sorted(map(GAME.name_of, state.sensible_moves())) == sorted(
        f"black {station}" for station in naive.targets(100, "black")
    )


def offers_double(state, at_root):
    return any("double" in GAME.name_of(move) for move in state.sensible_moves(at_root))


def test_double_moves_only_at_the_root_and_only_in_danger():
    """Taxis take Mister X from 6 to 7 and 29, a detective from 17 to both and one from 16 to 29."""
    in_danger = position([6, 17, 1, 2, 3, 4], played=4)
    assert offers_double(in_danger, at_root=True)
    assert not offers_double(in_danger, at_root=False)
    assert not offers_double(position([6, 16, 1, 2, 3, 4], played=4), at_root=True)
    without_taxis = position([6, 17, 1, 2, 3, 4], played=4, seeker_tickets=[[0, 8, 4]] * 5)
    assert not offers_double(without_taxis, at_root=True)


def test_a_double_move_ticket_is_added_to_a_dangerous_choice():
    state = position([6, 16, 1, 2, 3, 4], played=4)
    named = {GAME.name_of(move): move for move in state.legal_moves()}
    assert GAME.name_of(state.amend_move(named["taxi 29"])) == "taxi 29 double"
    assert GAME.name_of(state.amend_move(named["taxi 7"])) == "taxi 7"
    in_last_round = position([6, 16, 1, 2, 3, 4], played=23)
    assert in_last_round.amend_move(named["taxi 29"]) == named["taxi 29"]
    none_left = position([6, 16, 1, 2, 3, 4], played=4, tickets=[4, 3, 3, 5, 0])
    assert none_left.amend_move(named["taxi 29"]) == named["taxi 29"]


# ------------------------------------------------------------------------------------------- hidden information

HIDDEN = position([35, 1, 2, 3, 4, 5], to_move=1, played=5, possible=[35, 37, 49])  # L of Figure 7.2


def test_determinizations_are_drawn_uniformly_from_the_possible_places():
    drawn = [words.places(HIDDEN.determinize(2, seed).array)[0] for seed in range(600)]
    counts = [drawn.count(station) for station in (35, 37, 49)]
    assert sum(counts) == 600
    assert min(counts) > 150  # 200 expected, standard deviation 12


def test_determinizations_do_not_depend_on_the_truth():
    for seed in range(50):
        draws = set()
        for truth in (35, 37, 49):
            state = position([truth, 1, 2, 3, 4, 5], to_move=1, played=5, possible=[35, 37, 49])
            draws.add(state.determinize(3, seed))
            draws.add(GAME.state_from_trusted(GAME.concealed(state.array, 3)).determinize(3, seed))
        assert len(draws) == 1


class Peeper:
    """A detective who walks to Mister X if the array he is handed tells where that is, else to station 1."""

    def __init__(self, array):
        goal = words.places(array)[0] or 1
        self.distance = city.DISTANCE[words.places(array)[1], goal]


def test_a_detective_who_would_profit_from_a_leak_gets_none():
    """What a seat is handed is the same wherever Mister X is, so whatever it does with it is the same too."""
    for observer in range(1, 6):
        handed = set()
        for truth in (35, 37, 49):
            state = position([truth, 1, 2, 3, 4, 5], to_move=1, played=5, possible=[35, 37, 49])
            handed.add(state.seen_by(observer).array.tobytes())
            assert Peeper(state.seen_by(observer).array).distance == 0
            assert Peeper(state.array).distance > 0
        assert len(handed) == 1


@pytest.mark.parametrize("detective", [ml.RandomPlayer(), ml.GreedyPlayer(), ml.MCTS(playouts=20)])
def test_players_can_be_handed_concealed_arrays(detective):
    """They play badly without a sample of what is hidden, but legally."""
    state = GAME.initial_state(8)
    while not state.is_over:
        player = detective if state.to_move else ml.RandomPlayer()
        handed = GAME.concealed(state.array, state.to_move)
        state = state.play(player.choose(GAME, handed, 8).move)


def test_mister_x_knows_where_he_is():
    assert HIDDEN.worlds(0) == [35]
    assert HIDDEN.determinize(0, 1) == HIDDEN
    assert HIDDEN.worlds(4) == [35, 37, 49]
    assert words.places(HIDDEN.determinize(4, world=49).array)[0] == 49
    with pytest.raises(ValueError, match="not a possible world"):
        HIDDEN.determinize(4, world=50)


def test_detectives_see_tickets_and_surfacing():
    state = position([35, 1, 2, 3, 4, 5], played=5, possible=[35, 37, 49])
    seen = {GAME.name_of(state.observed_move(move, 1)) for move in state.legal_moves()}
    assert seen == {"taxi ?", "taxi ? double", "black ?", "black ? double"}
    assert all(state.observed_move(move, 0) == move for move in state.legal_moves())
    with pytest.raises(IllegalMove, match="not a legal move"):
        state.observed_move(10**9, 1)
    surfacing = position([35, 1, 2, 3, 4, 5], played=7, possible=[35, 37, 49])
    assert all(surfacing.observed_move(move, 1) == move for move in surfacing.legal_moves())


def test_possible_places_are_what_the_observed_tickets_allow():
    """Two worlds that look alike to a detective have the same set of possible places afterwards."""
    a = position([35, 1, 2, 3, 4, 5], played=5, possible=[35, 37, 49])
    b = position([37, 1, 2, 3, 4, 5], played=5, possible=[35, 37, 49])
    by_ticket = {}
    for state in (a, b):
        for move in state.legal_moves():
            by_ticket.setdefault(state.observed_move(move, 1), set()).add(frozenset(possible(state.play(move))))
    assert all(len(outcomes) == 1 for outcomes in by_ticket.values())


def test_categories_of_section_7_2_5():
    state = position([100, 101, 82, 63, 1, 2], to_move=1, played=5, possible=[100, 111, 108, 199, 9])
    away = {
        world: [naive.DISTANCE[place][world] for place in words.places(state.array)[1:]] for world in state.worlds(1)
    }
    assert state.categories(1, "minimum_distance") == {world: min(*moves, 5) - 1 for world, moves in away.items()}
    assert state.categories(1, "average_distance") == {
        world: min(sum(moves) // 5, 5) - 1 for world, moves in away.items()
    }
    assert state.categories(1, "station") == {9: 0, 199: 1, 100: 1, 111: 2, 108: 3}
    with pytest.raises(ValueError, match="'minimum_distance', 'average_distance' or 'station', not 'colour'"):
        state.categories(1, "colour")


def test_a_belief_shades_the_map():
    even, sure = draw(HIDDEN.array), draw(HIDDEN.array, {35: 0.0, 37: 0.0, 49: 1.0})
    assert even.svg().count('fill-opacity="0.55"') == 4  # three stations and the key
    assert sure.svg().count('fill-opacity="0.7"') == 1
    assert sure.svg().count('fill-opacity="0.1"') == 2


def test_an_observer_sees_neither_picture_nor_text_of_the_truth():
    for truth in (35, 37, 49):
        state = position([truth, 1, 2, 3, 4, 5], to_move=1, played=5, possible=[35, 37, 49])
        seen = state.seen_by(1)
        assert seen._repr_svg_() == HIDDEN.seen_by(1)._repr_svg_()
        assert str(seen) == str(HIDDEN.seen_by(1))
        assert f"Mister X: {truth}" in state._repr_svg_()
        assert "Mister X: ?" in seen._repr_svg_()
        assert f"Mister X: {truth}" in state.seen_by(0)._repr_svg_()


# ------------------------------------------------------------------------------------------- orderings, errors


def test_two_move_orderings():
    """MC chases the assumed place, MM all possible ones (section 7.2.2)."""
    assert GAME.rules_for("MC") == GAME.rules
    for seed in (1, 2):
        for state, table, legal in play_both(seed):
            for ordering, heuristic in (("MC", "CAL"), ("MM", "MTD")):
                values = {as_move(move): table.move_value(table.to_move, move, heuristic) for move in legal}
                assert {move: state.move_value(move, ordering=ordering) for move in values} == values
                best = [move for move, value in values.items() if value == max(values.values())]
                assert sorted(state.best_moves(ordering)) == sorted(best)
    with pytest.raises(ValueError, match="'MC' or 'MM', not 'MX'"):
        GAME.initial_state().best_moves("MX")


@pytest.mark.parametrize(
    ("word", "value", "sentence"),
    [
        (words.PLACE, 200, "numbered 1 to 199"),
        (words.PLACE, 1, "not among the stations where he can be"),
        (words.PLACE + 1, None, "share a station"),
        (words.ROUND, 25, "0 to 24 moves"),
        (words.SEEKER_TICKETS, 11, "only spends them"),
        (words.TICKETS, 5, "cannot own"),
        (words.TICKETS, 3, "at most one ticket per round"),
        (words.CAPTOR, 2, "caught exactly when"),
        (TO_MOVE, 3, "Mister X moves first"),
    ],
)
def test_impossible_positions_are_refused(word, value, sentence):
    array = GAME.initial_state().array.copy()
    array[word] = array[words.PLACE + 2] if value is None else value
    with pytest.raises(ValueError, match=sentence):
        GAME.state_from_array(array)
