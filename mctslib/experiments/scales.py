"""Scales: how much of a published budget and of the published number of games a run spends.

Published milliseconds become playouts or nodes, so that results do not depend on the machine (the columns `budget` of
a table are always the published ones). Each table prints its playouts, nodes and games. Small scales save games before
they save playouts: few games leave a question open, but another budget asks another question (Progressive History
against UCT in two-player Rolit: 58% at 300 playouts per move, 72% at 3,000, 80% published).
"""

import csv
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import pairwise

from mctslib.experiments.published import data_folder, published
from mctslib.games.base import listed

PLAIN_NODES_PER_MS = 20  # where data/calibration has no node budget yet; never used at scale "paper"


NODES_PER_PLAYOUT = 10  # a node of a minimax tree takes about a tenth of the time of a playout


@dataclass(frozen=True)
class Scale:
    """What a run spends: a share of the published budgets and a number of games per match.

    All players of a match get the same `share` of their published budget, less if the largest would exceed `highest`
    playouts (so that their proportions stay), but at least `lowest`. Costly matches (Blokus, and tables with slow
    playouts) get `costly_games` games, and such tables an eighth of `highest` and a quarter of `lowest`.
    """

    name: str
    share: float
    lowest: int
    highest: float
    games: int | None  # None: as published
    costly_games: int | None = None
    one_per_variant: bool = False  # only the middle match of each game and number of players
    samples: bool = False  # the same for the tables that allow it (`Experiment.sampled`)
    variants: dict = field(default_factory=dict)  # (game, players): (highest, games) where they differ

    def of(self, game, players):
        """This scale as a game variant has it."""
        if (game, players) not in self.variants:
            return self
        highest, games = self.variants[game, players]
        return replace(self, highest=highest, games=games, costly_games=games)

    def budgets(self, published_budgets, costly=False):
        """{name: (kind, amount per move)} at this scale; `published_budgets` has the same form."""
        playouts = [
            amount / (NODES_PER_PLAYOUT if kind == "nodes" else 1) for kind, amount in published_budgets.values()
        ]
        highest, lowest = (self.highest / 8, self.lowest // 4) if costly else (self.highest, self.lowest)
        share = min(self.share, highest / max(1, *playouts))
        return {
            name: (kind, max(lowest, 1, round(share * amount))) for name, (kind, amount) in published_budgets.items()
        }

    def games_per_match(self, costly, published_games):
        if self.games is None:
            return int(published_games)
        return min(self.costly_games if costly else self.games, int(published_games))


FULL = float("inf")  # the published budget
SHELF = {  # what a few hours on two cores give; multiples of the number of seatings (Table 4.1)
    **{("rolit", players): (FULL, 300) for players in (2, 3)},
    ("rolit", 4): (FULL, 308),
    ("chinese_checkers", 2): (4000, 200),
    ("chinese_checkers", 3): (1000, 102),
    ("chinese_checkers", 4): (500, 70),
    ("chinese_checkers", 6): (500, 62),
    ("focus", 2): (2000, 200),
    ("focus", 3): (1000, 102),
    ("focus", 4): (1000, 112),
    ("blokus", 4): (500, 70),
    ("havannah", 2): (2000, 200),
}
SCALES = {
    scale.name: scale
    for scale in (
        Scale("smoke", 0.001, 50, 100, games=6, costly_games=2, one_per_variant=True),
        Scale("quick", 0.1, 100, 500, games=12, costly_games=6, samples=True),
        Scale("desk", 0.2, 100, 2000, games=180, costly_games=60),
        Scale("shelf", 1.0, 500, 500, games=60, costly_games=12, variants=SHELF),
        Scale("paper", 1.0, 1, FULL, games=None),
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
    medians = _medians(table)
    key = (game, max(players, 3), subject)
    points = medians[key] if key in medians else medians[(*key[:2], "mcts_maxn")]
    if table == "6.3":
        return round(points[0][1] * ms / 1000)
    return round(_linear([(0, 0.0), *points], ms))


@cache
def _medians(table):
    """{(game, players, subject): [(ms, playouts), ...]} as printed in a table."""
    metric = "playouts_per_second_median" if table == "6.3" else "playouts_median"
    points = {}
    for row in published("nijssen2013", table, metric=metric).itertuples():
        points.setdefault((row.game, int(row.players), row.subject), []).append((int(row.budget), row.value))
    return {key: sorted(entries) for key, entries in points.items()}


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
