"""Statistics of win rates: intervals, differences, verdicts, Holm's correction, power.

Rates are proportions in [0, 1]; wins may be fractional, because a tied game is shared by its winners.
"""

from math import ceil, inf, sqrt
from statistics import NormalDist

Z_95 = 1.959963984540054
MARGIN = 0.05  # a cell is reproduced if the difference is surely below 5 points
MOST_GAMES = 10_000_000

REPRODUCED, COMPATIBLE, DIFFERS = "reproduced", "compatible", "differs"


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


def newcombe_interval(wins_1, games_1, wins_2, games_2, z=Z_95):
    """Interval for the difference of two independent proportions, first minus second (Newcombe 1998, method 10).

    >>> [round(bound, 4) for bound in newcombe_interval(56, 70, 48, 80)]  # Newcombe's first example
    [0.0524, 0.3339]
    """
    p_1, p_2 = wins_1 / games_1, wins_2 / games_2
    low_1, high_1 = wilson_interval(wins_1, games_1, z)
    low_2, high_2 = wilson_interval(wins_2, games_2, z)
    difference = p_1 - p_2
    low = difference - sqrt((p_1 - low_1) ** 2 + (high_2 - p_2) ** 2)
    high = difference + sqrt((high_1 - p_1) ** 2 + (p_2 - low_2) ** 2)
    return low, high


def verdict(low, high, margin=MARGIN):
    """What an interval for (ours - published) says: reproduced, compatible or differs.

    >>> verdict(-0.03, 0.04), verdict(-0.02, 0.09), verdict(0.01, 0.09)
    ('reproduced', 'compatible', 'differs')
    """
    if -margin <= low and high <= margin:
        return REPRODUCED
    return COMPATIBLE if low <= 0 <= high else DIFFERS


def games_of_half_width(rate, half_width, z=Z_95):
    """The number of games behind a printed half-width (normal approximation, as in nijssen2013, Table 6.1).

    >>> round(games_of_half_width(0.5, 0.025))
    1537
    """
    return z * z * rate * (1 - rate) / half_width**2


def more_games_needed(wins, games, published_rate, published_games, margin=MARGIN):
    """How many more games give a verdict (reproduced or differs) if the rates stay as they are.

    `math.inf` if no number does: then the published cell itself has too few games.

    >>> more_games_needed(50, 100, 0.5, 3000)
    337
    """

    def decided(total):
        interval = newcombe_interval(wins / games * total, total, published_rate * published_games, published_games)
        return verdict(*interval, margin) != COMPATIBLE

    if decided(games):
        return 0
    if not decided(MOST_GAMES):
        return inf
    low, high = games, MOST_GAMES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if decided(middle) else (middle, high)
    return ceil(high - games)


def p_above(wins, games, rate):
    """One-sided p-value of the score test that a proportion is above a given rate."""
    return 1 - NormalDist().cdf((wins / games - rate) / sqrt(rate * (1 - rate) / games))


def p_greater(wins_1, games_1, wins_2, games_2):
    """One-sided p-value of the pooled two-proportion z-test that the first proportion is the greater one.

    >>> round(p_greater(60, 100, 45, 100), 4)
    0.0168
    """
    pooled = (wins_1 + wins_2) / (games_1 + games_2)
    variance = pooled * (1 - pooled) * (1 / games_1 + 1 / games_2)
    if variance == 0:
        return 0.5
    return 1 - NormalDist().cdf((wins_1 / games_1 - wins_2 / games_2) / sqrt(variance))


def p_rising(wins, games, levels=None):
    """One-sided p-value of the Cochran-Armitage test for a rising trend of proportions over ordered groups.

    >>> round(p_rising([10, 15, 20], [50, 50, 50]), 4)
    0.0145
    """
    levels = list(range(len(wins))) if levels is None else list(levels)
    total = sum(games)
    rate = sum(wins) / total
    mean_level = sum(n * level for n, level in zip(games, levels, strict=True)) / total
    spread = sum(n * (level - mean_level) ** 2 for n, level in zip(games, levels, strict=True))
    if rate * (1 - rate) * spread == 0:
        return 0.5
    slope = sum((w - n * rate) * (level - mean_level) for w, n, level in zip(wins, games, levels, strict=True))
    return 1 - NormalDist().cdf(slope / sqrt(rate * (1 - rate) * spread))


def holm(p_values):
    """Holm's (1979) adjusted p-values, in the order given.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted
