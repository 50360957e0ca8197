"""Compiled questions about a Scotland Yard position, the places where Mister X can be, and the lists of moves."""

import numpy as np

from mctslib.bits import lowest_bit, popcount
from mctslib.compiling import helper
from mctslib.games.scotland_yard_map import (
    BLACK,
    COUNTS,
    DISTANCE,
    DOUBLE,
    KINDS,
    NEIGHBOURS,
    SET_WORDS,
    TARGETS,
    UNDERGROUND,
)
from mctslib.games.scotland_yard_state import (
    DETECTIVES,
    HIDER,
    LAST_ROUND,
    PLACE,
    POSSIBLE,
    ROUND,
    SEEKER_TICKETS,
    SURFACING,
    TICKETS,
)

NOTHING = np.uint64(0)
ONE = np.uint64(1)


@helper
def place_of(state, player):
    return state[PLACE + player]


@helper
def tickets_of(state, player, ticket):
    return state[TICKETS + ticket] if player == HIDER else state[SEEKER_TICKETS + 3 * (player - 1) + ticket]


@helper
def add_tickets(state, player, ticket, amount):
    if player == HIDER:
        state[TICKETS + ticket] += amount
    else:
        state[SEEKER_TICKETS + 3 * (player - 1) + ticket] += amount


@helper
def detective_on(state, station):
    found = False
    for seeker in range(1, DETECTIVES + 1):
        found |= place_of(state, seeker) == station
    return found


@helper
def nearest_detective(state, station):
    """Moves of the closest detective to a station; 0 = he stands there."""
    nearest = 255
    for seeker in range(1, DETECTIVES + 1):
        nearest = min(nearest, np.int64(DISTANCE[place_of(state, seeker), station]))
    return nearest


@helper
def is_surfacing(played_round):
    return (SURFACING >> np.uint64(played_round)) & ONE != NOTHING


@helper
def target_of(move):
    return move // KINDS + 1


@helper
def ticket_of(move):
    return move % DOUBLE


@helper
def is_double(move):
    return move % KINDS >= DOUBLE


@helper
def move_number(station, ticket):
    return KINDS * (station - 1) + ticket


# ------------------------------------------------------------------------------- the set of possible places (L)


@helper
def exclude_place(state, station):
    state[POSSIBLE + station // 64] &= ~(1 << (station % 64))


@helper
def reveal_hider(state, station):
    """Everybody knows where Mister X is."""
    for word in range(SET_WORDS):
        state[POSSIBLE + word] = 0
    state[POSSIBLE + station // 64] = 1 << (station % 64)


@helper
def count_possible(state):
    """|L|"""
    count = 0
    for word in range(SET_WORDS):
        count += popcount(np.uint64(state[POSSIBLE + word]))
    return count


@helper
def spread_possible(state, ticket):
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
        exclude_place(state, place_of(state, seeker))


@helper
def _hider_can_leave(state, station):
    """Whether Mister X, if he stood there, could move."""
    for ticket in range(BLACK + 1):
        if tickets_of(state, HIDER, ticket) > 0:
            for i in range(COUNTS[station, ticket]):
                if not detective_on(state, np.int64(NEIGHBOURS[station, ticket, i])):
                    return True
    return False


@helper
def keep_blocked_places(state):
    """Mister X could not move: he is where nobody in his shoes could."""
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            station = 64 * word + lowest_bit(rest)
            rest &= rest - ONE
            if _hider_can_leave(state, station):
                exclude_place(state, station)


@helper
def nth_possible_place(state, n):
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


# ------------------------------------------------------------------------------------------------ moves


@helper
def may_double(state):
    """A double move needs a second one: there is none in the last round."""
    return tickets_of(state, HIDER, DOUBLE) > 0 and state[ROUND] + 1 < LAST_ROUND


@helper
def hider_moves(state, moves, with_black, with_double):
    station = place_of(state, HIDER)
    n = 0
    for ticket in range(BLACK + 1):
        if tickets_of(state, HIDER, ticket) == 0 or (ticket == BLACK and not with_black):
            continue
        for i in range(COUNTS[station, ticket]):
            target = np.int64(NEIGHBOURS[station, ticket, i])
            if not detective_on(state, target):
                moves[n] = move_number(target, ticket)
                n += 1
                if with_double:
                    moves[n] = move_number(target, ticket) + DOUBLE
                    n += 1
    return n


@helper
def seeker_moves(state, player, moves):
    station = place_of(state, player)
    n = 0
    for ticket in range(UNDERGROUND + 1):
        if tickets_of(state, player, ticket) > 0:
            for i in range(COUNTS[station, ticket]):
                target = np.int64(NEIGHBOURS[station, ticket, i])
                if not detective_on(state, target):
                    moves[n] = move_number(target, ticket)
                    n += 1
    return n
