"""What Scotland Yard players know beyond the rules: move filtering, playout heuristics and evaluation functions."""

import numpy as np

from mctslib.bits import lowest_bit
from mctslib.compiling import helper
from mctslib.games.base import NOT_PROVIDED
from mctslib.games.scotland_yard_map import (
    BLACK,
    COUNTS,
    DISTANCE,
    DOUBLE,
    NEIGHBOURS,
    SET_WORDS,
    STATION_KIND,
    TARGETS,
    TAXI_ONLY,
    UNDERGROUND,
    WITH_BOAT,
)
from mctslib.games.scotland_yard_position import (
    NOTHING,
    ONE,
    count_possible,
    detective_on,
    hider_moves,
    is_double,
    is_surfacing,
    may_double,
    move_number,
    nearest_detective,
    place_of,
    seeker_moves,
    target_of,
    tickets_of,
)
from mctslib.games.scotland_yard_state import DETECTIVES, HIDER, LAST_ROUND, POSSIBLE, ROUND

# --------------------------------------------------------------------------------------------- move filtering


@helper
def _black_is_sensible(state):
    """nijssen2013, section 7.2.7: where a black ticket adds to the uncertainty, or takes a boat."""
    if STATION_KIND[place_of(state, HIDER)] == WITH_BOAT:
        return True
    now = state[ROUND] + 1
    if now <= 2 or is_surfacing(now):
        return False
    others = NOTHING
    for word in range(SET_WORDS):
        others |= np.uint64(state[POSSIBLE + word]) & ~TAXI_ONLY[word]
    return others != NOTHING


@helper
def _in_reach(state, station):
    """Whether a detective has a ticket that takes him there in one move."""
    for seeker in range(1, DETECTIVES + 1):
        place = place_of(state, seeker)
        if DISTANCE[place, station] == 1:
            for ticket in range(UNDERGROUND + 1):
                linked = (TARGETS[place, ticket, station // 64] >> np.uint64(station % 64)) & ONE != NOTHING
                if linked and tickets_of(state, seeker, ticket) > 0:
                    return True
    return False


def sensible_moves(state, player, moves, at_root):
    """Black tickets only where they help; double-move tickets only at the root, when no single move is safe."""
    if player != HIDER:
        return NOT_PROVIDED  # detectives are free to do what they like
    if state[ROUND] == LAST_ROUND:
        return 0
    with_black = _black_is_sensible(state)
    n = hider_moves(state, moves, with_black, False)
    if n == 0:  # only black tickets are left
        with_black = True
        n = hider_moves(state, moves, with_black, False)
    if not at_root or not may_double(state):
        return n
    for i in range(n):
        if not _in_reach(state, target_of(moves[i])):
            return n
    return hider_moves(state, moves, with_black, True)


def amend_move(state, player, move):
    """Add a double-move ticket to a move of Mister X after which he could be caught (nijssen2013, section 7.2.7)."""
    if player == HIDER and not is_double(move) and may_double(state) and _in_reach(state, target_of(move)):
        return move + DOUBLE
    return move


# ------------------------------------------------------- playouts and evaluation (nijssen2013, 7.2.2 and 7.3.3)


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
        return float(nearest_detective(state, target_of(move)))
    return -float(DISTANCE[target_of(move), place_of(state, HIDER)])


def move_value_mm(state, player, move):
    """MCD for Mister X. MTD for a detective: close to all places where Mister X can be."""
    if player == HIDER:
        return float(nearest_detective(state, target_of(move)))
    return -float(_total_distance(state, target_of(move)))


@helper
def _most_distant_moves(state, moves):
    """MCD, each target looked at once per ticket."""
    if state[ROUND] == LAST_ROUND:
        return 0
    station = place_of(state, HIDER)
    doubles = may_double(state)
    best = 1  # nearer is occupied
    n = 0
    for ticket in range(BLACK + 1):
        if tickets_of(state, HIDER, ticket) == 0:
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            distance = nearest_detective(state, target)
            if distance < best:
                continue
            if distance > best:
                best = distance
                n = 0
            moves[n] = move_number(target, ticket)
            n += 1
            if doubles:
                moves[n] = move_number(target, ticket) + DOUBLE
                n += 1
    return n


@helper
def _chasing_moves(state, player, moves):
    """CAL, the distance looked up before the station is checked for other detectives."""
    station = place_of(state, player)
    goal = place_of(state, HIDER)
    best = 255
    n = 0
    for ticket in range(UNDERGROUND + 1):
        if tickets_of(state, player, ticket) == 0:
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            distance = np.int64(DISTANCE[target, goal])
            if distance > best or detective_on(state, target):
                continue
            if distance < best:
                best = distance
                n = 0
            moves[n] = move_number(target, ticket)
            n += 1
    return n


def best_moves_mc(state, player, moves):
    return _most_distant_moves(state, moves) if player == HIDER else _chasing_moves(state, player, moves)


def best_moves_mm(state, player, moves):
    if player == HIDER:
        return _most_distant_moves(state, moves)
    found = seeker_moves(state, player, moves)
    best = 1 << 30
    n = 0
    for i in range(found):
        total = _total_distance(state, target_of(moves[i]))
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
        nearest = nearest_detective(state, place_of(state, HIDER))
        return float(100 * nearest + 10 * tickets_of(state, HIDER, BLACK) + count_possible(state))
    return -float(_total_distance(state, place_of(state, player)))
