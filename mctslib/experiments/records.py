"""A finished game of a match as one sealed row: self-contained, with a checksum, found again in damaged files.

The working store and the published Parquet files hold the same sealed rows. A sealed row is a marker, a length, the
content and a checksum, without compression: if a database or a Parquet footer is damaged, the whole rows are still
found by looking for the marker, byte by byte, and the checksum tells which of them are whole.
"""

import hashlib
import json
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from mctslib.experiments.play import play_game
from mctslib.games import definition_of
from mctslib.games.base import Game

_MARKER = b"\x9bmctslib-game\x00"
_CHECKSUM = 8


@dataclass(frozen=True)
class Record:
    """One game of a match. Lists have one entry per seat, in turn order."""

    match: str  # Match.id
    number: int
    seats: str  # e.g. "ph-uct-uct"
    seed: int
    scores: list
    cut_off: bool
    turns: list  # moves of each seat
    playouts: list  # total of each seat
    nodes: list  # total of each seat
    depth: list  # mean search depth over the moves of each seat
    version: str
    moves: tuple

    @property
    def key(self):
        return self.match, self.number

    @property
    def plies(self):
        return len(self.moves)

    @property
    def winners(self):
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    def won_by(self, name):
        """The share of the game that a player type won."""
        return sum(score for seat, score in zip(self.seats.split("-"), self.scores, strict=True) if seat == name)

    def means_of(self, name):
        """(playouts per move, nodes per move, depth) of a type, over the moves of all its seats."""
        chosen = [seat for seat, holder in enumerate(self.seats.split("-")) if holder == name]
        turns = sum(self.turns[seat] for seat in chosen) or 1
        playouts = sum(self.playouts[seat] for seat in chosen)
        nodes = sum(self.nodes[seat] for seat in chosen)
        depth = sum(self.depth[seat] * self.turns[seat] for seat in chosen)
        return playouts / turns, nodes / turns, depth / turns


def play(match, number, players=None):
    """Play game `number` of a match: a pure function of its arguments. Returns the record and the seconds it took.

    `players` are the match's players by name, if the caller has them already.
    """
    from mctslib.experiments.registry import player_from

    seats = match.seats(number)
    players = players or {name: player_from(spec) for name, spec in match.types.items()}
    game = _game_of(definition_of(match.game), match.players)
    finished = play_game(game, [players[name] for name in seats], match.seed(number))
    turns, playouts, nodes, depth = _per_seat(finished)
    record = Record(
        match=match.id,
        number=number,
        seats="-".join(seats),
        seed=finished.seed,
        scores=finished.scores,
        cut_off=finished.cut_off,
        turns=turns,
        playouts=playouts,
        nodes=nodes,
        depth=depth,
        version=finished.version,
        moves=tuple(finished.moves),
    )
    return record, finished.seconds


@lru_cache(maxsize=8)
def _game_of(definition, players):
    """One object per game: the evaluator's table, which may be large, is loaded once."""
    return Game(definition, players)


def _per_seat(finished):
    """Moves, total playouts, total nodes and mean depth of each seat."""
    playouts, nodes = [0] * finished.players, [0] * finished.players
    depths, turns = [0.0] * finished.players, [0] * finished.players
    for ply, seat in enumerate(finished.movers):
        playouts[seat] += int(finished.simulations[ply])
        nodes[seat] += int(finished.nodes[ply])
        depths[seat] += finished.depths[ply]
        turns[seat] += 1
    mean = [round(total / max(n, 1), 3) for total, n in zip(depths, turns, strict=True)]
    return turns, playouts, nodes, mean


# ---------------------------------------------------------------------------- sealing

_FACTS = [field.name for field in fields(Record) if field.name != "moves"]


def seal(record):
    """The record as bytes: marker, length, content, checksum."""
    moves = np.array(record.moves, dtype=np.uint32)
    width = 1 if moves.max(initial=0) < 256 else 2 if moves.max(initial=0) < 65536 else 4
    facts = [width, *(getattr(record, name) for name in _FACTS)]
    content = json.dumps(facts, separators=(",", ":")).encode() + b"\n" + moves.astype(f"<u{width}").tobytes()
    body = len(content).to_bytes(4, "little") + content
    return _MARKER + body + hashlib.blake2b(body, digest_size=_CHECKSUM).digest()


def unseal(row):
    """The record in a sealed row, or None if the row is not whole."""
    record, end = _unseal_at(row, 0)
    return record if end == len(row) else None


def scan(raw):
    """Every whole record in raw bytes: of a database, a journal or a Parquet file, damaged or not."""
    found, position = {}, raw.find(_MARKER)
    while position >= 0:
        record, end = _unseal_at(raw, position)
        if record is not None:
            found[record.key] = record
        position = raw.find(_MARKER, end if record is not None else position + 1)
    return found


def _unseal_at(raw, position):
    start = position + len(_MARKER)
    if raw[position:start] != _MARKER:
        return None, position
    end = start + 4 + int.from_bytes(raw[start : start + 4], "little")
    body = raw[start:end]
    if hashlib.blake2b(body, digest_size=_CHECKSUM).digest() != raw[end : end + _CHECKSUM]:
        return None, position
    facts, _, moves = body[4:].partition(b"\n")
    width, *facts = json.loads(facts)
    moves = np.frombuffer(moves, dtype=f"<u{width}")
    return Record(*facts, moves=tuple(moves.tolist())), end + _CHECKSUM
