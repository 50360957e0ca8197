"""Seat assignments (nijssen2013, Table 4.1)."""

from functools import cache
from itertools import permutations, product


def seat_assignments(names, players):
    """Every way to seat the player types so that each has at least one seat.

    >>> [len(seat_assignments("AB", n)) for n in (3, 4, 6)], [len(seat_assignments("ABC", n)) for n in (3, 4, 6)]
    ([6, 14, 62], [6, 36, 540])
    """
    names = list(names)
    if len(names) > players:
        raise ValueError(f"{len(names)} types of players cannot sit at a table for {players}.")
    return [seats for seats in product(names, repeat=players) if set(seats) == set(names)]


def balanced_blocks(names, players):
    """The assignments in blocks; within a block every type sits in every seat equally often.

    A block is closed under turning the table and under exchanging the types, so that a run too short for all
    assignments (540 with three types and six players) is fair after each block. Even splits come first.

    >>> [len(block) for block in balanced_blocks("AB", 4)], balanced_blocks("AB", 4)[0]
    ([4, 2, 8], [('A', 'A', 'B', 'B'), ('A', 'B', 'B', 'A'), ('B', 'A', 'A', 'B'), ('B', 'B', 'A', 'A')])
    """
    return [list(block) for block in _blocks(tuple(names), players)]


@cache
def _blocks(names, players):
    blocks, seen = [], set()
    for seats in seat_assignments(names, players):
        if seats not in seen:
            block = sorted(_orbit(seats, names))
            seen.update(block)
            blocks.append(block)
    return sorted(blocks, key=lambda block: (_unevenness(block[0]), block))


def _orbit(seats, names):
    """All assignments reached from one by turning the table and exchanging the types."""
    images = set()
    for other in permutations(names):
        exchange = dict(zip(names, other, strict=True))
        renamed = tuple(exchange[name] for name in seats)
        images.update(renamed[turn:] + renamed[:turn] for turn in range(len(seats)))
    return images


def _unevenness(seats):
    counts = [seats.count(name) for name in set(seats)]
    return max(counts) - min(counts)


def balanced_games(target, blocks):
    """The number of games nearest to a target that is fair: whole rounds, or for a short run whole blocks.

    >>> [balanced_games(1050, balanced_blocks("AB", n)) for n in (3, 4, 6)]  # Table 4.1
    [1050, 1050, 1054]
    >>> [balanced_games(1050, balanced_blocks("ABC", n)) for n in (3, 4, 6)]
    [1050, 1044, 1080]
    >>> balanced_games(40, balanced_blocks("ABC", 6))
    48
    """
    whole_round = sum(map(len, blocks))
    if 2 * target >= whole_round:
        return max(1, round(target / whole_round)) * whole_round
    reached = 0
    for block in blocks:
        if reached and reached + len(block) - target > target - reached:
            break
        reached += len(block)
    return reached
