"""Replay recorded games and compare them move by move with their records."""

import random

from mctslib.experiments import records
from mctslib.experiments.registry import missing_kind


def verify(recorded, matches, sample=20, seed=None):
    """Play a random sample of records again; returns (number replayed, sentences about games that came out different).

    `recorded` are records, `matches` their definitions by id. A replay uses the record's match and number only.
    """
    recorded = sorted(recorded, key=lambda record: record.key)
    if isinstance(sample, bool) or not isinstance(sample, int) or sample < 1:
        raise ValueError(f"The sample is a whole number of games from 1, not {sample!r}.")
    if not recorded:
        raise ValueError("There are no recorded games to replay.")
    chosen = random.Random(seed).sample(recorded, min(sample, len(recorded)))
    problems = []
    for record in chosen:
        match = matches.get(record.match)
        obstacle = "its match is not defined" if match is None else _missing(match)
        if obstacle:
            problems.append(f"Game {record.number} of {record.match} cannot be replayed: {obstacle}")
            continue
        again, _ = records.play(match, record.number)
        difference = _difference(record, again)
        if difference:
            problems.append(f"Game {record.number} of {record.match} came out different: {difference}")
    return len(chosen), problems


def _missing(match):
    return next(filter(None, map(missing_kind, match.types.values())), "")


def _difference(record, again):
    """What differs first, in words; versions may differ, moves may not."""
    for ply, (old, new) in enumerate(zip(record.moves, again.moves, strict=False)):
        if old != new:
            return f"move {old} is recorded at ply {ply}, move {new} was played (version {record.version})."
    for name in ("moves", "scores", "seats", "seed", "cut_off", "turns", "playouts", "nodes", "depth"):
        if getattr(record, name) != getattr(again, name):
            return f"its {name} (version {record.version})."
    return ""
