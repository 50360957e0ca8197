"""Scales: how much of a published budget and of the published number of games a run spends.

Published milliseconds become playouts or nodes, so that results do not depend on the machine (the columns `budget` of
a table are always the published ones). Each table prints its playouts, nodes and games.
"""

import csv
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from mctslib.experiments.published import data_folder, published
from mctslib.games.base import listed

PLAIN_NODES_PER_MS = 20  # where data/calibration has no node budget yet; never used at scale "paper"


@dataclass(frozen=True)
class Scale:
    """`share` of the published budget, kept between `lowest` and `highest`; `games` per match (None: as published)."""

    name: str
    share: float
    lowest: int
    highest: float
    games: int | None
    costly_games: int | None = None  # for Blokus, some 20 times as slow as the others
    one_per_variant: bool = False  # only the middle match of each game and number of players

    def budget(self, published_budget):
        """Playouts or nodes per move in the place of the published number."""
        return int(max(self.lowest, min(self.highest, round(self.share * published_budget))))

    def games_per_match(self, game, published_games):
        if self.games is None:
            return int(published_games)
        return min(self.costly_games if game == "blokus" else self.games, int(published_games))


SCALES = {
    scale.name: scale
    for scale in (
        Scale("smoke", 0.001, 5, 10, games=6, costly_games=2, one_per_variant=True),
        Scale("quick", 0.01, 10, 100, games=24, costly_games=8),
        Scale("desk", 0.1, 50, 2000, games=180, costly_games=60),
        Scale("paper", 1.0, 1, float("inf"), games=None),
    )
}


def scale_named(name):
    """A scale by name, or a sentence with the names that exist."""
    if name not in SCALES:
        raise ValueError(f"A scale is {listed(SCALES)}, not {name!r}.")
    return SCALES[name]


@cache
def published_playouts(table, game, players, subject, ms):
    """Playouts in `ms` milliseconds: published medians, linear in between (DESIGN: budgets).

    Table 4.3 and 4.4 give medians per move for some times, Table 6.3 per second. Variants for two players are in none
    of them and get the figure for three; players that are not listed play like MCTS-max^n.

    >>> published_playouts("4.3", "chinese_checkers", 3, "mcts_maxn", 1000)
    4318
    >>> published_playouts("4.3", "chinese_checkers", 3, "ph", 2500)  # 4318 + (22693 - 4318) * 1500 / 4000
    11209
    >>> published_playouts("6.3", "focus", 4, "two_ply_brs", 30000)
    16830
    """
    metric = "playouts_per_second_median" if table == "6.3" else "playouts_median"
    cells = published("nijssen2013", table, game=game, players=max(players, 3), metric=metric)
    if subject not in set(cells["subject"]):
        subject = "mcts_maxn"
    cells = cells[cells["subject"] == subject]
    if table == "6.3":
        return round(cells["value"].iloc[0] * ms / 1000)
    points = sorted((int(budget), value) for budget, value in zip(cells["budget"], cells["value"], strict=True))
    return round(_linear([(0, 0.0), *points], ms))


def _linear(points, x):
    """Linear interpolation; beyond the last point the last slope goes on."""
    for (x_0, y_0), (x_1, y_1) in pairwise(points):
        if x <= x_1 or x_1 == points[-1][0]:
            return y_0 + (y_1 - y_0) * (x - x_0) / (x_1 - x_0)
    raise ValueError("A line needs two points.")


@lru_cache(maxsize=1)
def _calibration():
    """Node budgets at which our minimax players reach the published depths: (game, players, policy, ms) -> nodes."""
    path = data_folder() / "calibration" / "minimax_nodes.csv"
    if not path.exists():
        return {}
    with path.open(newline="") as lines:
        return {
            (row["game"], int(row["players"]), row["policy"], int(row["ms"])): float(row["nodes"])
            for row in csv.DictReader(lines)
        }


def published_nodes(scale, game, players, policy, ms):
    """Nodes in `ms` milliseconds, or None where scale "paper" has no calibrated figure."""
    nodes = _calibration().get((game, players, policy, ms))
    if nodes is None and scale.name != "paper":
        return PLAIN_NODES_PER_MS * ms
    return nodes
