"""The map of Scotland Yard: 199 stations, their links, the distances between them, and how moves are numbered.

The three tables in `data/` hold plain facts of the classic board: station centres, links by transport and the 18 start
stations. Stations keep their printed numbers, 1 to 199; row 0 of every table here stands for "unknown" and is empty.
"""

import csv
from pathlib import Path

import numpy as np

DATA = Path(__file__).parent / "data"

STATIONS = 199
TRANSPORTS = ("taxi", "bus", "underground", "boat")
TAXI, BUS, UNDERGROUND = range(3)
BLACK = 3  # as a ticket: any transport, the boat included
SET_WORDS = 4  # a set of stations is four 64-bit words; station s is bit s % 64 of word s // 64


def _read(name):
    with open(DATA / f"scotland_yard_{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


POSITIONS = {int(row["station"]): (float(row["x"]), float(row["y"])) for row in _read("stations")}
LINKS = tuple((int(row["a"]), int(row["b"]), row["transport"]) for row in _read("edges"))
START_STATIONS = np.array([int(row["station"]) for row in _read("start")])


def links_by(transport):
    """The links of one transport, or of all, as a symmetric matrix."""
    matrix = np.zeros((STATIONS + 1, STATIONS + 1), bool)
    for a, b, kind in LINKS:
        if transport in (kind, "any"):
            matrix[a, b] = matrix[b, a] = True
    return matrix


BY_TICKET = tuple(links_by(name) for name in ("taxi", "bus", "underground", "any"))


def station_set(stations):
    """A set of stations as four words."""
    words = [0] * SET_WORDS
    for station in stations:
        words[station // 64] |= 1 << (station % 64)
    return np.array(words, np.uint64)


def stations_in(words):
    """The stations of a set, in order."""
    bits = [int(word) & (1 << 64) - 1 for word in words]
    return [station for station in range(1, STATIONS + 1) if bits[station // 64] >> (station % 64) & 1]


def _build_neighbours():
    """`NEIGHBOURS[station, ticket]` lists where a ticket leads, `COUNTS` how many, `TARGETS` has them as a set."""
    width = max(int(matrix.sum(axis=1).max()) for matrix in BY_TICKET)
    neighbours = np.zeros((STATIONS + 1, len(BY_TICKET), width), np.uint8)
    counts = np.zeros((STATIONS + 1, len(BY_TICKET)), np.uint8)
    targets = np.zeros((STATIONS + 1, len(BY_TICKET), SET_WORDS), np.uint64)
    for ticket, matrix in enumerate(BY_TICKET):
        for station in range(1, STATIONS + 1):
            found = np.flatnonzero(matrix[station])
            neighbours[station, ticket, : len(found)] = found
            counts[station, ticket] = len(found)
            targets[station, ticket] = station_set(found)
    return neighbours, counts, targets


def _build_distances():
    """Moves of a detective between any two stations: no boats, tickets and other players left aside."""
    links = BY_TICKET[TAXI] | BY_TICKET[BUS] | BY_TICKET[UNDERGROUND]
    distances = np.zeros((STATIONS + 1, STATIONS + 1), np.uint8)
    reached = np.eye(STATIONS + 1, dtype=bool)
    step = 0
    while not reached[1:, 1:].all():
        step += 1
        grown = reached | (reached.astype(np.float32) @ links.astype(np.float32) > 0)
        distances[grown & ~reached] = step
        reached = grown
    return distances


NEIGHBOURS, COUNTS, TARGETS = _build_neighbours()
DISTANCE = _build_distances()

TAXI_STATION, WITH_BUS, WITH_UNDERGROUND, WITH_BOAT = range(4)  # nijssen2013, section 7.2.5, counted from 0


def _build_station_kinds():
    kinds = np.full(STATIONS + 1, TAXI_STATION)
    kinds[COUNTS[:, BUS] > 0] = WITH_BUS
    kinds[COUNTS[:, UNDERGROUND] > 0] = WITH_UNDERGROUND
    kinds[links_by("boat").any(axis=1)] = WITH_BOAT
    return kinds


STATION_KIND = _build_station_kinds()
TAXI_ONLY = station_set(1 + np.flatnonzero(STATION_KIND[1:] == TAXI_STATION))

# A move is 8 * (target station - 1) + ticket + 4 if a double-move ticket goes with it.
TICKET_NAMES = ("taxi", "bus", "underground", "black")
DOUBLE = 4
KINDS = 8
NUM_MOVES = KINDS * STATIONS
# Mister X on the busiest station with every ticket, each move with and without a double-move ticket.
MAX_MOVES = 2 * int(COUNTS.astype(int).sum(axis=1).max())
