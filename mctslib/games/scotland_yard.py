"""Scotland Yard: Mister X (player 0, the hider) against five detectives (players 1 to 5, the seekers).

Rules of nijssen2013, section 7.1.2. A round is a move of Mister X and then one of each detective. A move goes along one
link of the map to a station that no other player stands on and costs a ticket; Mister X gets the tickets of the
detectives, his own leave the game. A black ticket is good for every link and the only one for boats. With a double-move
ticket the detectives skip the round. Mister X shows himself after his moves of rounds 3, 8, 13, 18 and 24. A detective
who moves to his station wins; Mister X wins after 24 rounds, or when no detective has a ticket that takes him anywhere.

State: the true place of Mister X and everything that all players know, including the set of stations where he can be.
"""

import numpy as np

from mctslib.bits import lowest_bit
from mctslib.compiling import helper
from mctslib.games.base import ANY_WORLD, OVER, PASS, TO_MOVE, Categorization, GameDefinition, MoveOrdering
from mctslib.games.scotland_yard_knowledge import (
    amend_move,
    best_moves_mc,
    best_moves_mm,
    evaluate,
    move_value_mc,
    move_value_mm,
    sensible_moves,
)
from mctslib.games.scotland_yard_map import (
    COUNTS,
    DISTANCE,
    DOUBLE,
    KINDS,
    MAX_MOVES,
    NUM_MOVES,
    SET_WORDS,
    START_STATIONS,
    STATION_KIND,
    STATIONS,
    TAXI,
    UNDERGROUND,
)
from mctslib.games.scotland_yard_picture import describe, move_name, picture
from mctslib.games.scotland_yard_position import (
    NOTHING,
    ONE,
    add_tickets,
    count_possible,
    detective_on,
    exclude_place,
    hider_moves,
    is_double,
    is_surfacing,
    keep_blocked_places,
    may_double,
    nearest_detective,
    nth_possible_place,
    place_of,
    reveal_hider,
    seeker_moves,
    spread_possible,
    target_of,
    ticket_of,
    tickets_of,
)
from mctslib.games.scotland_yard_state import (
    CAPTOR,
    DETECTIVES,
    HIDER,
    LAST_ROUND,
    PLACE,
    POSSIBLE,
    ROUND,
    SEAT_NAMES,
    START_TICKETS,
    STATE_SIZE,
    TICKETS,
    check,
    possible_places,
)
from mctslib.rng import below

HIDER_START, SEEKER_START = (np.array(START_TICKETS[player]) for player in (0, 1))
MINIMUM_DISTANCE, AVERAGE_DISTANCE, STATION = range(3)
FARTHEST = 5  # categories by distance: 1, 2, 3, 4, and 5 or more


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
        if not detective_on(state, station):
            state[POSSIBLE + station // 64] |= 1 << (station % 64)
    for ticket in range(len(HIDER_START)):
        state[TICKETS + ticket] = HIDER_START[ticket]
    for seeker in range(1, players):
        for ticket in range(len(SEEKER_START)):
            add_tickets(state, seeker, ticket, SEEKER_START[ticket])


def legal(state, player, moves):
    if player != HIDER:
        return seeker_moves(state, player, moves)
    if state[ROUND] == LAST_ROUND:
        return 0  # a search may skip detectives; his pass then ends the game
    return hider_moves(state, moves, True, may_double(state))


@helper
def _is_stranded(state, seeker):
    """Whether a detective owns no ticket that takes him anywhere. All stations have taxis."""
    station = place_of(state, seeker)
    for ticket in range(UNDERGROUND + 1):
        if tickets_of(state, seeker, ticket) > 0 and COUNTS[station, ticket] > 0:
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
        keep_blocked_places(state)
    else:
        add_tickets(state, HIDER, ticket_of(move), -1)
        state[PLACE + HIDER] = target_of(move)
        if is_double(move):
            add_tickets(state, HIDER, DOUBLE, -1)
            state[TO_MOVE] = HIDER
        if not is_surfacing(state[ROUND]):
            spread_possible(state, ticket_of(move))
    if is_surfacing(state[ROUND]):
        reveal_hider(state, place_of(state, HIDER))


@helper
def _apply_seeker(state, player, move):
    state[TO_MOVE] = player + 1 if player < DETECTIVES else HIDER
    if move != PASS:
        target = target_of(move)
        add_tickets(state, player, ticket_of(move), -1)
        add_tickets(state, HIDER, ticket_of(move), 1)
        state[PLACE + player] = target
        if target == place_of(state, HIDER):
            reveal_hider(state, target)
            state[CAPTOR] = player
            state[OVER] = 1
            return
        exclude_place(state, target)
    last_turn = player == DETECTIVES and state[ROUND] == LAST_ROUND
    if last_turn or (tickets_of(state, player, TAXI) == 0 and _all_stranded(state)):
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


# ------------------------------------------------------------------------------------------- hidden information


def worlds(state, observer, out):
    """The stations where Mister X can be."""
    if observer == HIDER:
        out[0] = place_of(state, HIDER)
        return 1
    n = 0
    for word in range(SET_WORDS):
        rest = np.uint64(state[POSSIBLE + word])
        while rest != NOTHING:
            out[n] = 64 * word + lowest_bit(rest)
            rest &= rest - ONE
            n += 1
    return n


def determinize(state, observer, world, rng):
    """Put Mister X on a station where he can be."""
    if observer == HIDER:
        return
    if world == ANY_WORLD:
        world = nth_possible_place(state, below(rng, count_possible(state)))
    state[PLACE + HIDER] = world


def category(state, world, categorization):
    """nijssen2013, section 7.2.5; its categories 1 to c are 0 to c - 1 here."""
    if categorization == STATION:
        return STATION_KIND[world]
    if categorization == MINIMUM_DISTANCE:
        return min(nearest_detective(state, world), FARTHEST) - 1
    total = 0
    for seeker in range(1, DETECTIVES + 1):
        total += np.int64(DISTANCE[place_of(state, seeker), world])
    return min(total // DETECTIVES, FARTHEST) - 1


def observed_move(state, player, move, observer):
    """Detectives see the ticket of Mister X (and a double-move ticket); the station only when he surfaces."""
    if player != HIDER or observer == HIDER or move == PASS or is_surfacing(state[ROUND] + 1):
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
