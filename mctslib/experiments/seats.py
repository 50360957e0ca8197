"""Seat assignments (nijssen2013, Table 4.1)."""

from itertools import product


def seat_assignments(names, players):
    """Every way to seat the player types so that each has at least one seat.

    >>> [len(seat_assignments("AB", n)) for n in (3, 4, 6)], [len(seat_assignments("ABC", n)) for n in (3, 4, 6)]
    ([6, 14, 62], [6, 36, 540])
    """
    names = list(names)
    if len(names) > players:
        raise ValueError(f"{len(names)} types of players cannot sit at a table for {players}.")
    return [seats for seats in product(names, repeat=players) if set(seats) == set(names)]
