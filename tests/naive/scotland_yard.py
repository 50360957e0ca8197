"""Scotland Yard with sets and dictionaries, written from the rules of nijssen2013, section 7.1.2, and Algorithm 7.1."""

import csv
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

DATA = Path(__file__).parents[2] / "mctslib" / "games" / "data"
SURFACING = {3, 8, 13, 18, 24}
ROUNDS = 24
DETECTIVES = [1, 2, 3, 4, 5]


def _load():
    links = {}
    with open(DATA / "scotland_yard_edges.csv", newline="") as file:
        for row in csv.DictReader(file):
            for a, b in ((row["a"], row["b"]), (row["b"], row["a"])):
                links.setdefault((int(a), row["transport"]), set()).add(int(b))
    with open(DATA / "scotland_yard_start.csv", newline="") as file:
        starts = [int(row["station"]) for row in csv.DictReader(file)]
    return links, starts


LINKS, STARTS = _load()


def targets(station, ticket):
    """Where a ticket leads."""
    transports = ["taxi", "bus", "underground", "boat"] if ticket == "black" else [ticket]
    return set().union(*(LINKS.get((station, transport), set()) for transport in transports))


def distances_from(station):
    """Moves of a detective from a station to every other."""
    found, queue = {station: 0}, deque([station])
    while queue:
        here = queue.popleft()
        for ticket in ("taxi", "bus", "underground"):
            for there in targets(here, ticket):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
    return found


DISTANCE = {station: distances_from(station) for station in range(1, 200)}


@dataclass
class Table:
    """A game in progress. `histories` are all ways in which Mister X can have come here: lists of stations."""

    places: list  # Mister X, then the detectives
    tickets: list = field(default_factory=list)
    round: int = 0
    to_move: int = 0
    captor: int = 0
    over: bool = False
    possible: set = field(default_factory=set)
    histories: list = field(default_factory=list)
    removed: dict = field(default_factory=lambda: dict.fromkeys(("taxi", "bus", "underground", "black", "double"), 0))

    def __post_init__(self):
        if not self.tickets:
            self.tickets = [{"taxi": 4, "bus": 3, "underground": 3, "black": 5, "double": 2}]
            self.tickets += [{"taxi": 10, "bus": 8, "underground": 4} for _ in DETECTIVES]
        if not self.possible:
            self.possible = set(STARTS) - set(self.places[1:])
            self.histories = [(station,) for station in self.possible]

    def legal(self, player):
        """Moves as (target, ticket, double)."""
        occupied = set(self.places[1:])
        moves = []
        for ticket, count in self.tickets[player].items():
            if ticket == "double" or count == 0 or (player == 0 and self.round == ROUNDS):
                continue
            for target in targets(self.places[player], ticket) - occupied:
                moves.append((target, ticket, False))
                if player == 0 and self.tickets[0]["double"] and self.round + 1 < ROUNDS:
                    moves.append((target, ticket, True))
        return moves

    def play(self, player, move):
        """Make a move; None is a pass."""
        if player == 0:
            self._play_hider(move)
        else:
            self._play_seeker(player, move)

    def _play_hider(self, move):
        self.round += 1
        self.to_move = 1
        occupied = set(self.places[1:])
        if move is None:
            stuck = {station for station in self.possible if not self._could_leave(station)}
            self.possible = stuck
            self.histories = [history for history in self.histories if history[-1] in stuck]
        else:
            target, ticket, double = move
            self.places[0] = target
            for paid in [ticket] + ["double"] * double:
                self.tickets[0][paid] -= 1
                self.removed[paid] += 1
            if double:
                self.to_move = 0
            self.possible = set().union(*(targets(station, ticket) for station in self.possible)) - occupied
            self.histories = [
                (*history, station) for history in self.histories for station in targets(history[-1], ticket) - occupied
            ]
        if self.round in SURFACING:
            self.possible = {self.places[0]}
            # Shorter histories than the whole game: what is known of the past no longer matters.
            self.histories = [(self.places[0],)]

    def _could_leave(self, station):
        occupied = set(self.places[1:])
        owned = [ticket for ticket, count in self.tickets[0].items() if count and ticket != "double"]
        return any(targets(station, ticket) - occupied for ticket in owned)

    def _play_seeker(self, player, move):
        self.to_move = (player + 1) % 6
        if move is not None:
            target, ticket, _ = move
            self.places[player] = target
            self.tickets[player][ticket] -= 1
            self.tickets[0][ticket] += 1
            if target == self.places[0]:
                self.captor, self.over, self.possible = player, True, {target}
                self.histories = [history for history in self.histories if history[-1] == target]
                return
            self.possible.discard(target)
            self.histories = [history for history in self.histories if history[-1] != target]
        if all(self._stranded(detective) for detective in DETECTIVES) or (self.round == ROUNDS and player == 5):
            self.over = True

    def _stranded(self, detective):
        place = self.places[detective]
        return not any(count and targets(place, ticket) for ticket, count in self.tickets[detective].items())

    def nearest(self, station):
        return min(DISTANCE[self.places[detective]][station] for detective in DETECTIVES)

    def evaluate(self, player):
        """Formulas 7.3 and 7.4 without their random terms."""
        if player == 0:
            return 100 * self.nearest(self.places[0]) + 10 * self.tickets[0]["black"] + len(self.possible)
        return -sum(DISTANCE[self.places[player]][station] for station in self.possible)

    def move_value(self, player, move, heuristic):
        """MCD for Mister X; MTD or CAL for the detectives (section 7.2.2)."""
        if player == 0:
            return self.nearest(move[0])
        if heuristic == "CAL":
            return -DISTANCE[move[0]][self.places[0]]
        return -sum(DISTANCE[move[0]][station] for station in self.possible)

    def capturable(self, station):
        return any(
            count and station in targets(self.places[detective], ticket)
            for detective in DETECTIVES
            for ticket, count in self.tickets[detective].items()
        )

    def sensible(self, at_root):
        """Mister X's moves after move filtering (section 7.2.7)."""
        now = self.round + 1
        boat = bool(LINKS.get((self.places[0], "boat")))
        others = ("bus", "underground", "boat")
        only_taxis = not any(LINKS.get((station, transport)) for station in self.possible for transport in others)
        black = boat or not (now <= 2 or now in SURFACING or only_taxis)
        legal = self.legal(0)
        allowed = [move for move in legal if black or move[1] != "black"] or legal
        single = [move for move in allowed if not move[2]]
        unsafe = all(self.capturable(target) for target, _, _ in single)
        return allowed if at_root and unsafe else single
