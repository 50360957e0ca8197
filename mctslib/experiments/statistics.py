"""Statistics of win rates."""

from math import sqrt

Z_95 = 1.959963984540054


def wilson_interval(wins, games, z=Z_95):
    """Wilson's score interval for a proportion (Wilson 1927); `wins` may be fractional where wins are shared.

    >>> [round(bound, 3) for bound in wilson_interval(30, 60)]
    [0.377, 0.623]
    """
    if games <= 0 or not 0 <= wins <= games:
        raise ValueError(f"wins must be between 0 and games, and games above 0; not {wins} of {games}.")
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)
