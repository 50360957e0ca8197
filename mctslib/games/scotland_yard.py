"""Scotland Yard: Mister X (player 0, the hider) against five detectives (players 1 to 5, the seekers).

Rules of nijssen2013, section 7.1.2. A round is a move of Mister X and then one of each detective. A move goes along one
link of the map to a station that no other player stands on and costs a ticket; Mister X gets the tickets of the
detectives, his own leave the game. A black ticket is good for every link and the only one for boats. With a double-move
ticket the detectives skip the round. Mister X shows himself after his moves of rounds 3, 8, 13, 18 and 24. A detective
who moves to his station wins; Mister X wins after 24 rounds, or when no detective has a ticket that takes him anywhere.

State: the true place of Mister X and everything that all players know, including the set of stations where he can be.
"""

import numpy as np

from mctslib.bits import lowest_bit, popcount
from mctslib.compiling import helper
from mctslib.games.base import (
    ANY_WORLD,
    OVER,
    PASS,
    TO_MOVE,
    Categorization,
    GameDefinition,
    MoveOrdering,
)
from mctslib.games.scotland_yard_map import (
    BLACK,
    COUNTS,
    DISTANCE,
    DOUBLE,
    KINDS,
    MAX_MOVES,
    NEIGHBOURS,
    NUM_MOVES,
    SET_WORDS,
    START_STATIONS,
    STATION_KIND,
    STATIONS,
    TARGETS,
    TAXI,
    TAXI_ONLY,
    UNDERGROUND,
    WITH_BOAT,
)
from mctslib.games.scotland_yard_picture import describe, move_name, picture
from mctslib.games.scotland_yard_state import (
    CAPTOR,
    DETECTIVES,
    HIDER,
    LAST_ROUND,
    PLACE,
    POSSIBLE,
    ROUND,
    SEAT_NAMES,
    SEEKER_TICKETS,
    START_TICKETS,
    STATE_SIZE,
    SURFACING,
    TICKETS,
    check,
    possible_places,
)
from mctslib.rng import below

HIDER_START, SEEKER_START = (np.array(START_TICKETS[player]) for player in (0, 1))
NOTHING = np.uint64(0)
ONE = np.uint64(1)
MINIMUM_DISTANCE, AVERAGE_DISTANCE, STATION = range(3)
FARTHEST = 5  # categories by distance: 1, 2, 3, 4, and 5 or more


# ------------------------------------------------------------------------------------------------ small questions


@helper
def _place(state, player):
    return state[PLACE + player]


@helper
def _tickets(state, player, ticket):
    return state[TICKETS + ticket] if player == HIDER else state[SEEKER_TICKETS + 3 * (player - 1) + ticket]


@helper
def _pay(state, player, ticket, amount):
    if player == HIDER:
        state[TICKETS + ticket] += amount
    else:
        state[SEEKER_TICKETS + 3 * (player - 1) + ticket] += amount


@helper
def _detective_on(state, station):
    found = False
    for seeker in range(1, DETECTIVES + 1):
        found |= _place(state, seeker) == station
    return found


@helper
def _nearest_detective(state, station):
    """Moves of the closest detective to a station; 0 = he stands there."""
    nearest = 255
    for seeker in range(1, DETECTIVES + 1):
        nearest = min(nearest, np.int64(DISTANCE[_place(state, seeker), station]))
    return nearest


@helper
def _is_surfacing(played_round):
    return (SURFACING >> np.uint64(played_round)) & ONE != NOTHING


@helper
def _target(move):
    return move // KINDS + 1


@helper
def _ticket(move):
    return move % DOUBLE


@helper
def _is_double(move):
    return move % KINDS >= DOUBLE


@helper
def _number(station, ticket):
    return KINDS * (station - 1) + ticket


# ------------------------------------------------------------------------------- the set of possible places (L)


@helper
def _exclude(state, station):
    state[POSSIBLE + station // 64] &= ~(1 << (station % 64))


@helper
def _reveal(state, station):
    """Everybody knows where Mister X is."""
    for word in range(SET_WORDS):
        state[POSSIBLE + word] = 0
    state[POSSIBLE + station // 64] = 1 << (station % 64)


@helper
def _possible_places(state):
    """|L|"""
    count = 0
    for word in range(SET_WORDS):
        count += popcount(np.uint64(state[POSSIBLE + word]))
    return count


@helper
def _spread(state, ticket):
    """nijssen2013, Algorithm 7.1: wherever the ticket leads from a possible place, unless a detective is there."""
    a = b = c = d = NOTHING
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            station = 64 * word + lowest_bit(rest)
            rest &= rest - ONE
            a |= TARGETS[station, ticket, 0]
            b |= TARGETS[station, ticket, 1]
            c |= TARGETS[station, ticket, 2]
            d |= TARGETS[station, ticket, 3]
    state[POSSIBLE] = np.int64(a)
    state[POSSIBLE + 1] = np.int64(b)
    state[POSSIBLE + 2] = np.int64(c)
    state[POSSIBLE + 3] = np.int64(d)
    for seeker in range(1, DETECTIVES + 1):
        _exclude(state, _place(state, seeker))


@helper
def _hider_can_leave(state, station):
    """Whether Mister X, if he stood there, could move."""
    for ticket in range(BLACK + 1):
        if _tickets(state, HIDER, ticket) > 0:
            for i in range(COUNTS[station, ticket]):
                if not _detective_on(state, np.int64(NEIGHBOURS[station, ticket, i])):
                    return True
    return False


@helper
def _keep_blocked_places(state):
    """Mister X could not move: he is where nobody in his shoes could."""
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            station = 64 * word + lowest_bit(rest)
            rest &= rest - ONE
            if _hider_can_leave(state, station):
                _exclude(state, station)


# ------------------------------------------------------------------------------------------------ the rules


def setup(state, players, rng):
    drawn = 0  # indices into START_STATIONS, as bits
    for player in range(players):
        left = below(rng, len(START_STATIONS) - player)
        index = 0
        while left > 0 or (drawn >> index) & 1:
            left -= 1 - ((drawn >> index) & 1)
            index += 1
        drawn |= 1 << index
        state[PLACE + player] = START_STATIONS[index]
    for i in range(len(START_STATIONS)):
        station = START_STATIONS[i]
        if not _detective_on(state, station):
            state[POSSIBLE + station // 64] |= 1 << (station % 64)
    for ticket in range(len(HIDER_START)):
        state[TICKETS + ticket] = HIDER_START[ticket]
    for seeker in range(1, players):
        for ticket in range(len(SEEKER_START)):
            _pay(state, seeker, ticket, SEEKER_START[ticket])


@helper
def _may_double(state):
    """A double move needs a second one: there is none in the last round."""
    return _tickets(state, HIDER, DOUBLE) > 0 and state[ROUND] + 1 < LAST_ROUND


@helper
def _hider_moves(state, moves, with_black, with_double):
    station = _place(state, HIDER)
    n = 0
    for ticket in range(BLACK + 1):
        if _tickets(state, HIDER, ticket) == 0 or (ticket == BLACK and not with_black):
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            if not _detective_on(state, target):
                moves[n] = _number(target, ticket)
                n += 1
                if with_double:
                    moves[n] = _number(target, ticket) + DOUBLE
                    n += 1
    return n


@helper
def _seeker_moves(state, player, moves):
    station = _place(state, player)
    n = 0
    for ticket in range(UNDERGROUND + 1):
        if _tickets(state, player, ticket) > 0:
            for i in range(COUNTS[station, ticket]):
                target = np.int64(NEIGHBOURS[station, ticket, i])
                if not _detective_on(state, target):
                    moves[n] = _number(target, ticket)
                    n += 1
    return n


def legal(state, player, moves):
    if player != HIDER:
        return _seeker_moves(state, player, moves)
    if state[ROUND] == LAST_ROUND:
        return 0  # a search may skip detectives; his pass then ends the game
    return _hider_moves(state, moves, True, _may_double(state))


@helper
def _is_stranded(state, seeker):
    """Whether a detective owns no ticket that takes him anywhere. All stations have taxis."""
    station = _place(state, seeker)
    for ticket in range(UNDERGROUND + 1):
        if _tickets(state, seeker, ticket) > 0 and COUNTS[station, ticket] > 0:
            return False
    return True


@helper
def _all_stranded(state):
    stranded = True
    for seeker in range(1, DETECTIVES + 1):
        stranded &= _is_stranded(state, seeker)
    return stranded


@helper
def _apply_hider(state, move):
    if state[ROUND] == LAST_ROUND:
        state[OVER] = 1
        return
    state[ROUND] += 1
    state[TO_MOVE] = 1
    if move == PASS:
        _keep_blocked_places(state)
    else:
        _pay(state, HIDER, _ticket(move), -1)
        state[PLACE + HIDER] = _target(move)
        if _is_double(move):
            _pay(state, HIDER, DOUBLE, -1)
            state[TO_MOVE] = HIDER
        if not _is_surfacing(state[ROUND]):
            _spread(state, _ticket(move))
    if _is_surfacing(state[ROUND]):
        _reveal(state, _place(state, HIDER))


@helper
def _apply_seeker(state, player, move):
    state[TO_MOVE] = player + 1 if player < DETECTIVES else HIDER
    if move != PASS:
        target = _target(move)
        _pay(state, player, _ticket(move), -1)
        _pay(state, HIDER, _ticket(move), 1)
        state[PLACE + player] = target
        if target == _place(state, HIDER):
            _reveal(state, target)
            state[CAPTOR] = player
            state[OVER] = 1
            return
        _exclude(state, target)
    last_turn = player == DETECTIVES and state[ROUND] == LAST_ROUND
    if last_turn or (_tickets(state, player, TAXI) == 0 and _all_stranded(state)):
        state[OVER] = 1


def apply(state, player, move):
    if player == HIDER:
        _apply_hider(state, move)
    else:
        _apply_seeker(state, player, move)


def scores(state, out):
    """1 for the detective who caught Mister X, or for Mister X. The detectives are one side: see `teams`."""
    for player in range(DETECTIVES + 1):
        out[player] = 0.0
    out[state[CAPTOR]] = 1.0  # CAPTOR is 0 where nobody caught him


# --------------------------------------------------------------------------------------------- move filtering


@helper
def _black_is_sensible(state):
    """nijssen2013, section 7.2.7: where a black ticket adds to the uncertainty, or takes a boat."""
    if STATION_KIND[_place(state, HIDER)] == WITH_BOAT:
        return True
    now = state[ROUND] + 1
    if now <= 2 or _is_surfacing(now):
        return False
    others = NOTHING
    for word in range(SET_WORDS):
        others |= np.uint64(state[POSSIBLE + word]) & ~TAXI_ONLY[word]
    return others != NOTHING


@helper
def _in_reach(state, station):
    """Whether a detective has a ticket that takes him there in one move."""
    for seeker in range(1, DETECTIVES + 1):
        place = _place(state, seeker)
        if DISTANCE[place, station] == 1:
            for ticket in range(UNDERGROUND + 1):
                linked = (TARGETS[place, ticket, station // 64] >> np.uint64(station % 64)) & ONE != NOTHING
                if linked and _tickets(state, seeker, ticket) > 0:
                    return True
    return False


def sensible_moves(state, player, moves, at_root):
    """Black tickets only where they help; double-move tickets only at the root, when no single move is safe."""
    if player != HIDER:
        return _seeker_moves(state, player, moves)
    if state[ROUND] == LAST_ROUND:
        return 0
    with_black = _black_is_sensible(state)
    n = _hider_moves(state, moves, with_black, False)
    if n == 0:  # only black tickets are left
        with_black = True
        n = _hider_moves(state, moves, with_black, False)
    if not at_root or not _may_double(state):
        return n
    for i in range(n):
        if not _in_reach(state, _target(moves[i])):
            return n
    return _hider_moves(state, moves, with_black, True)


def amend_move(state, player, move):
    """Add a double-move ticket to a move of Mister X after which he could be caught (nijssen2013, section 7.2.7)."""
    if player == HIDER and not _is_double(move) and _may_double(state) and _in_reach(state, _target(move)):
        return move + DOUBLE
    return move


# ------------------------------------------------------- static knowledge (nijssen2013, sections 7.2.2 and 7.3.3)


@helper
def _total_distance(state, station):
    """Distances of a station to all places where Mister X can be."""
    total = 0
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            total += np.int64(DISTANCE[station, 64 * word + lowest_bit(rest)])
            rest &= rest - ONE
    return total


def move_value_mc(state, player, move):
    """MCD for Mister X: far from the closest detective. CAL for a detective: close to where Mister X is assumed."""
    if player == HIDER:
        return float(_nearest_detective(state, _target(move)))
    return -float(DISTANCE[_target(move), _place(state, HIDER)])


def move_value_mm(state, player, move):
    """MCD for Mister X. MTD for a detective: close to all places where Mister X can be."""
    if player == HIDER:
        return float(_nearest_detective(state, _target(move)))
    return -float(_total_distance(state, _target(move)))


@helper
def _most_distant_moves(state, moves):
    """MCD, each target looked at once per ticket."""
    if state[ROUND] == LAST_ROUND:
        return 0
    station = _place(state, HIDER)
    doubles = _may_double(state)
    best = 1  # nearer is occupied
    n = 0
    for ticket in range(BLACK + 1):
        if _tickets(state, HIDER, ticket) == 0:
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            distance = _nearest_detective(state, target)
            if distance < best:
                continue
            if distance > best:
                best = distance
                n = 0
            moves[n] = _number(target, ticket)
            n += 1
            if doubles:
                moves[n] = _number(target, ticket) + DOUBLE
                n += 1
    return n


@helper
def _chasing_moves(state, player, moves):
    """CAL, the distance looked up before the station is checked for other detectives."""
    station = _place(state, player)
    goal = _place(state, HIDER)
    best = 255
    n = 0
    for ticket in range(UNDERGROUND + 1):
        if _tickets(state, player, ticket) == 0:
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            distance = np.int64(DISTANCE[target, goal])
            if distance > best or _detective_on(state, target):
                continue
            if distance < best:
                best = distance
                n = 0
            moves[n] = _number(target, ticket)
            n += 1
    return n


def best_moves_mc(state, player, moves):
    return _most_distant_moves(state, moves) if player == HIDER else _chasing_moves(state, player, moves)


def best_moves_mm(state, player, moves):
    if player == HIDER:
        return _most_distant_moves(state, moves)
    found = _seeker_moves(state, player, moves)
    best = 1 << 30
    n = 0
    for i in range(found):
        total = _total_distance(state, _target(moves[i]))
        if total < best:
            best = total
            n = 0
        if total == best:
            moves[n] = moves[i]
            n += 1
    return n


def evaluate(state, player, table):
    """Formulas 7.3 and 7.4 of nijssen2013 (5 and 6 of nijssen2012) without the random term, which is the search's."""
    if player == HIDER:
        nearest = _nearest_detective(state, _place(state, HIDER))
        return float(100 * nearest + 10 * _tickets(state, HIDER, BLACK) + _possible_places(state))
    return -float(_total_distance(state, _place(state, player)))


# ------------------------------------------------------------------------------------------- hidden information


def worlds(state, observer, out):
    """The stations where Mister X can be."""
    if observer == HIDER:
        out[0] = _place(state, HIDER)
        return 1
    n = 0
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            out[n] = 64 * word + lowest_bit(rest)
            rest &= rest - ONE
            n += 1
    return n


@helper
def _nth_possible_place(state, n):
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        here = popcount(rest)
        if n >= here:
            n -= here
            continue
        for _ in range(n):
            rest &= rest - ONE
        return 64 * word + lowest_bit(rest)
    return 0


def determinize(state, observer, world, rng):
    """Put Mister X on a station where he can be."""
    if observer == HIDER:
        return
    if world == ANY_WORLD:
        world = _nth_possible_place(state, below(rng, _possible_places(state)))
    state[PLACE + HIDER] = world


def category(state, world, categorization):
    """nijssen2013, section 7.2.5; its categories 1 to c are 0 to c - 1 here."""
    if categorization == STATION:
        return STATION_KIND[world]
    if categorization == MINIMUM_DISTANCE:
        return min(_nearest_detective(state, world), FARTHEST) - 1
    total = 0
    for seeker in range(1, DETECTIVES + 1):
        total += np.int64(DISTANCE[_place(state, seeker), world])
    return min(total // DETECTIVES, FARTHEST) - 1


def observed_move(state, player, move, observer):
    """Detectives see the ticket of Mister X (and a double-move ticket); the station only when he surfaces."""
    if player != HIDER or observer == HIDER or move == PASS or _is_surfacing(state[ROUND] + 1):
        return move
    return NUM_MOVES + move % KINDS


def conceal(state, observer):
    """Take Mister X off the map, unless everybody knows where he is."""
    if observer != HIDER and len(possible_places(state)) > 1:
        state[PLACE + HIDER] = 0


DEFINITION = GameDefinition(
    name="scotland_yard",
    title="Scotland Yard",
    player_counts=(1 + DETECTIVES,),
    num_moves=NUM_MOVES,
    max_moves=MAX_MOVES,
    state_size=STATE_SIZE,
    max_plies=LAST_ROUND * (1 + DETECTIVES),
    setup=setup,
    legal=legal,
    apply=apply,
    scores=scores,
    move_value=move_value_mc,
    best_moves=best_moves_mc,
    evaluate=evaluate,
    move_name=move_name,
    describe=describe,
    picture=picture,
    check=check,
    sensible_moves=sensible_moves,
    amend_move=amend_move,
    orderings=(
        MoveOrdering("MC", move_value_mc, best_moves_mc),
        MoveOrdering("MM", move_value_mm, best_moves_mm),
    ),
    teams=(0,) + (1,) * DETECTIVES,
    seat_names=SEAT_NAMES,
    determinize=determinize,
    worlds=worlds,
    max_worlds=STATIONS,
    category=category,
    categorizations=(
        Categorization("minimum_distance", FARTHEST),
        Categorization("average_distance", FARTHEST),
        Categorization("station", 4),
    ),
    observed_move=observed_move,
    conceal=conceal,
)
