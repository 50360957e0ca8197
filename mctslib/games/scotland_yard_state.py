"""The words of a Scotland Yard state, and what makes an array a position."""

import numpy as np

from mctslib.games.base import HEADER, OVER, TO_MOVE
from mctslib.games.scotland_yard_map import SET_WORDS, STATIONS, TICKET_NAMES, stations_in

HIDER = 0
DETECTIVES = 5
SEAT_NAMES = ("Mister X", *(f"{colour} detective" for colour in ("yellow", "green", "blue", "purple", "sky")))

LAST_ROUND = 24
SURFACING_ROUNDS = (3, 8, 13, 18, 24)
SURFACING = np.uint64(sum(1 << number for number in SURFACING_ROUNDS))  # as bits

START_TICKETS = ((4, 3, 3, 5, 2), *((10, 8, 4),) * DETECTIVES)  # Mister X's last two: black and double-move tickets

PLACE = HEADER  # stations of Mister X and the detectives; Mister X's is 0 where it is concealed
ROUND = PLACE + 1 + DETECTIVES  # moves that Mister X has made
CAPTOR = ROUND + 1  # the detective who caught Mister X, or 0
TICKETS = CAPTOR + 1  # Mister X: taxi, bus, underground, black, double
SEEKER_TICKETS = TICKETS + 5  # three for each detective: taxi, bus, underground
POSSIBLE = SEEKER_TICKETS + 3 * DETECTIVES  # the set L of stations where Mister X can be
STATE_SIZE = POSSIBLE + SET_WORDS


def places(array):
    """Stations of Mister X and the detectives."""
    return array[PLACE:ROUND].tolist()


def possible_places(array):
    """L, in order."""
    return stations_in(array[POSSIBLE:])


def tickets(array, player):
    """A player's tickets, in the order of `START_TICKETS`."""
    if player == HIDER:
        return array[TICKETS:SEEKER_TICKETS].tolist()
    first = SEEKER_TICKETS + 3 * (player - 1)
    return array[first : first + 3].tolist()


def check(array):
    """A sentence on what is wrong with an array, or None."""
    stations = places(array)
    possible = possible_places(array)
    if not all(1 <= station <= STATIONS for station in stations):
        return f"stations are numbered 1 to {STATIONS}; the players are on {stations}."
    if len(set(stations[1:])) < DETECTIVES:
        return "two detectives share a station."
    if not 0 <= array[ROUND] <= LAST_ROUND:
        return f"Mister X makes 0 to {LAST_ROUND} moves, not {array[ROUND]}."
    if stations[HIDER] not in possible:
        return f"Mister X is on {stations[HIDER]}, which is not among the stations where he can be."
    return _check_tickets(array) or _check_end(array, stations, possible)


def _check_tickets(array):
    spent = [[had - has for had, has in zip(START_TICKETS[p], tickets(array, p), strict=True)] for p in range(6)]
    for player in range(1, DETECTIVES + 1):
        if any(not 0 <= used <= START_TICKETS[player][i] for i, used in enumerate(spent[player])):
            return f"the {SEAT_NAMES[player]} starts with {START_TICKETS[player]} tickets and only spends them."
    given = [sum(spent[player][i] for player in range(1, DETECTIVES + 1)) for i in range(3)] + [0, 0]
    used_by_hider = [spent[HIDER][i] + given[i] for i in range(5)]
    if any(used < 0 for used in used_by_hider) or any(count < 0 for count in tickets(array, HIDER)):
        return f"Mister X cannot own {tickets(array, HIDER)} tickets: he has his own and those of the detectives."
    if sum(used_by_hider[: len(TICKET_NAMES)]) > array[ROUND]:
        return "Mister X pays at most one ticket per round."
    return None


def _check_end(array, stations, possible):
    caught_by = [player for player in range(1, DETECTIVES + 1) if stations[player] == stations[HIDER]]
    if caught_by != [array[CAPTOR]] * bool(array[CAPTOR]):
        return "Mister X is caught exactly when a detective stands on his station."
    if caught_by and (not array[OVER] or possible != stations[:1]):
        return "when Mister X is caught the game is over and his station is known."
    if not caught_by and set(stations[1:]) & set(possible):
        return "Mister X cannot be on a station with a detective."
    if not array[OVER] and array[ROUND] == 0 and array[TO_MOVE] != HIDER:
        return "Mister X moves first."
    return None
