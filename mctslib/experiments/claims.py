"""Test the sources' claims on a table of results: ours, or the published numbers themselves.

A claim is a list of statements about cells (see claim_tests.py). Each statement gives two p-values: one against "it
does not hold" and one against "it holds". A claim is *confirmed* if all its statements are, *not confirmed* if one of
them is contradicted, otherwise *undecided*; Holm's correction runs over the claims of a table. Claims whose cells have
not been played are *not yet run*.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from mctslib.experiments import statistics
from mctslib.experiments.published import published_claims

CONFIRMED, NOT_CONFIRMED, UNDECIDED, NOT_YET_RUN = "confirmed", "not confirmed", "undecided", "not yet run"
ALPHA = 0.05
LEAST_GAMES = 200


@dataclass(frozen=True)
class Cell:
    """A printed cell, by what identifies it; parts left out do not matter."""

    table: str
    where: tuple
    source: str = "nijssen2013"


def cell(table, game=None, players=None, budget=None, subject=None, source="nijssen2013", **more):
    """A `Cell`; e.g. `cell("4.2", "rolit", 3, 250, "brs")` or `cell(..., value="5", metric="game_length")`."""
    where = {"game": game, "players": players, "budget": budget, "subject": subject, "metric": "win_rate_pct", **more}
    where["value_of_parameter"] = where.pop("value", None)
    return Cell(table, tuple((name, str(wanted)) for name, wanted in where.items() if wanted is not None), source)


@dataclass(frozen=True)
class Pool:
    """Several cells counted as one."""

    cells: tuple


class Missing(Exception):
    """A cell that has not been played."""


@dataclass(frozen=True)
class Evidence:
    """p-values of a test that a statement holds, and of one that it does not."""

    p_for: float
    p_against: float


class Results:
    """Look-up of values and games in a frame of results (see results.py)."""

    def __init__(self, frame):
        self._tables = {}
        for row in frame.to_dict("records"):
            self._tables.setdefault((row["source"], row["table"]), []).append(row)
        self._found = {}

    def row(self, wanted):
        """The one row of a cell."""
        if wanted not in self._found:
            rows = self._tables.get((wanted.source, wanted.table), [])
            rows = [row for row in rows if all(str(row[name]) == value for name, value in wanted.where)]
            if len(rows) > 1:
                raise ValueError(f"{wanted} fits {len(rows)} printed cells.")
            self._found[wanted] = rows[0] if rows else None
        if self._found[wanted] is None:
            raise Missing(f"{wanted.source}, {wanted.table}: {dict(wanted.where)}")
        return self._found[wanted]

    def value(self, wanted):
        return float(self.row(wanted)["value"])

    def wins(self, wanted):
        """(wins, games) of a cell or a pool of cells."""
        cells = wanted.cells if isinstance(wanted, Pool) else (wanted,)
        rows = [self.row(part) for part in cells]
        games = [float(row["games"]) for row in rows]
        if not all(n > 0 for n in games):
            raise Missing("a number of games")
        return sum(row["value"] / 100 * n for row, n in zip(rows, games, strict=True)), sum(games)

    def rate(self, wanted):
        wins, games = self.wins(wanted)
        return wins / games

    def shares_of_one_match(self, first, second):
        """Whether two cells are shares of the same games (a three-way match): then they are not independent."""
        if isinstance(first, Pool) or isinstance(second, Pool):
            return False
        rows = [self.row(first), self.row(second)]
        return all(row["opponent"] == "three_way" for row in rows) and all(
            rows[0][name] == rows[1][name] for name in ("table", "game", "players", "budget", "configuration")
        )


# ---------------------------------------------------------------------------- statements


@dataclass(frozen=True)
class Higher:
    """The first rate is above the second; each is a cell, a pool, or (one of them) a percentage."""

    first: object
    second: object

    def p_value(self, results, swap=False):
        """One-sided p-value for "first above second", or the other way round."""
        if isinstance(self.first, (int, float)):
            return Higher(self.second, self.first).p_value(results, swap=not swap)
        if isinstance(self.second, (int, float)):
            wins, games = results.wins(self.first)
            p = statistics.p_above(wins, games, self.second / 100)
            return 1 - p if swap else p
        (wins_1, games_1), (wins_2, games_2) = results.wins(self.first), results.wins(self.second)
        if results.shares_of_one_match(self.first, self.second):
            z = (wins_1 - wins_2) / sqrt(wins_1 + wins_2) if wins_1 + wins_2 else 0.0
            p = 1 - NormalDist().cdf(z)
        else:
            p = statistics.p_greater(wins_1, games_1, wins_2, games_2)
        return 1 - p if swap else p


@dataclass(frozen=True)
class Each:
    """Every comparison holds by itself (an intersection-union test: the weakest decides)."""

    comparisons: tuple

    def evidence(self, results):
        against = [comparison.p_value(results, swap=True) for comparison in self.comparisons]
        return Evidence(max(c.p_value(results) for c in self.comparisons), min(1.0, len(against) * min(against)))


@dataclass(frozen=True)
class Together:
    """The comparisons point the same way and hold together (Stouffer's method); one that is reversed for sure refutes
    them all."""

    comparisons: tuple

    def evidence(self, results):
        p_values = [min(max(c.p_value(results), 1e-300), 1 - 1e-12) for c in self.comparisons]
        against = min(1.0, len(p_values) * min(c.p_value(results, swap=True) for c in self.comparisons))
        if any(p > 0.5 for p in p_values):
            return Evidence(1.0, against)
        z = sum(-NormalDist().inv_cdf(p) for p in p_values) / sqrt(len(p_values))
        return Evidence(1 - NormalDist().cdf(z), against)


@dataclass(frozen=True)
class Level:
    """Two rates differ by no more than a margin (in points), and there are games enough to see that much. It is
    refuted where the rates are apart by more than the margin and surely not equal."""

    first: object
    second: object
    margin: float = 5.0

    def evidence(self, results):
        margin = self.margin / 100
        wins_1, games_1 = results.wins(self.first)
        if isinstance(self.second, (int, float)):
            low, high = (bound - self.second / 100 for bound in statistics.wilson_interval(wins_1, games_1))
        else:
            low, high = statistics.newcombe_interval(wins_1, games_1, *results.wins(self.second))
        level = abs(low + high) / 2 <= margin
        enough = (high - low) / 2 <= margin
        apart = not level and not low <= 0 <= high
        return Evidence(0.0 if level and enough else 1.0, 0.0 if apart else 1.0)


@dataclass(frozen=True)
class NotBelow:
    """The first rate is not significantly below the second, and there are games enough to see 5 points."""

    first: object
    second: object

    def evidence(self, results):
        p = Higher(self.first, self.second).p_value(results, swap=True)
        wins, games = results.wins(self.first)
        low, high = statistics.wilson_interval(wins, games)
        return Evidence(0.0 if p > ALPHA / 2 and high - low <= 0.1 else 1.0, p)


@dataclass(frozen=True)
class Rising:
    """Rates rise over ordered groups (Cochran-Armitage)."""

    cells: tuple

    def evidence(self, results):
        counts = [results.wins(part) for part in self.cells]
        p = statistics.p_rising([wins for wins, _ in counts], [games for _, games in counts])
        return Evidence(p, 1 - p)


@dataclass(frozen=True)
class Best:
    """The best of some cells is among the chosen ones; decided by rank once intervals are within 5 points."""

    chosen: tuple
    others: tuple

    def evidence(self, results):
        best = max(self.chosen, key=results.rate)
        rival = max(self.others, key=results.rate)
        p = Higher(best, rival).p_value(results)
        halves = [statistics.wilson_interval(*results.wins(part)) for part in (best, rival)]
        enough = all(high - low <= 0.1 for low, high in halves)
        return Evidence(0.0 if enough and results.rate(best) >= results.rate(rival) else 1.0, 1 - p)


@dataclass(frozen=True)
class Number:
    """A number (depth, length, playouts: not a rate) is at least `factor` times another, or lies in a range.

    It is left open below 200 games, the least that the claims ask for.
    """

    first: Cell
    second: Cell | None = None
    factor: float = 1.0
    low: float | None = None
    high: float | None = None

    def evidence(self, results):
        value = results.value(self.first)
        cells = [self.first] if self.second is None else [self.first, self.second]
        if any(results.row(part)["games"] < LEAST_GAMES for part in cells):
            return Evidence(1.0, 1.0)
        if self.second is not None:
            ratio = value / results.value(self.second)
            low = self.factor if self.low is None else self.low
            holds = low <= ratio <= (self.high or float("inf"))
        else:
            holds = self.low <= value <= self.high
        return Evidence(0.0, 1.0) if holds else Evidence(1.0, 0.0)


@dataclass(frozen=True)
class Most:
    """More than half of the statements hold."""

    statements: tuple

    def evidence(self, results):
        found = [statement.evidence(results) for statement in self.statements]
        holding = sum(entry.p_for < ALPHA for entry in found)
        failing = sum(entry.p_against < ALPHA for entry in found)
        return Evidence(0.0 if 2 * holding > len(found) else 1.0, 0.0 if 2 * failing > len(found) else 1.0)


# ---------------------------------------------------------------------------- verdicts


def judge_claims(frame):
    """The verdict on every claim, given results: a frame with id, source, chapter, table, claim, verdict, p-values."""
    from mctslib.experiments.claim_tests import CLAIMS

    results = Results(frame)
    claims = published_claims().copy()
    evidence = {name: _evidence(CLAIMS.get(name), results) for name in claims["id"]}
    tables = {name: _table_of(CLAIMS[name]) if name in CLAIMS else "" for name in claims["id"]}
    verdicts = {}
    for table in dict.fromkeys(tables.values()):
        family = [name for name in tables if tables[name] == table and evidence[name] is not None]
        p_for = statistics.holm([evidence[name].p_for for name in family])
        p_against = statistics.holm([evidence[name].p_against for name in family])
        for name, yes, no in zip(family, p_for, p_against, strict=True):
            verdicts[name] = CONFIRMED if yes < ALPHA else NOT_CONFIRMED if no < ALPHA else UNDECIDED
    claims["table"] = claims["id"].map(tables)
    claims["verdict"] = claims["id"].map(lambda name: verdicts.get(name, NOT_YET_RUN))
    claims["p_for"] = [evidence[name].p_for if evidence[name] else None for name in claims["id"]]
    claims["p_against"] = [evidence[name].p_against if evidence[name] else None for name in claims["id"]]
    return claims[["id", "source", "chapter", "table", "claim", "verdict", "p_for", "p_against"]]


def _evidence(statements, results):
    """All statements together; None if a cell is missing or no test is written yet."""
    if not statements:
        return None
    try:
        found = [statement.evidence(results) for statement in statements]
    except Missing:
        return None
    against = min(1.0, len(found) * min(entry.p_against for entry in found))
    return Evidence(max(entry.p_for for entry in found), against)


def _table_of(statements):
    """The first table that a claim's statements name."""

    def cells_in(entry):
        if isinstance(entry, Cell):
            yield entry
        elif isinstance(entry, tuple):
            for part in entry:
                yield from cells_in(part)
        elif hasattr(entry, "__dataclass_fields__"):
            for name in entry.__dataclass_fields__:
                yield from cells_in(getattr(entry, name))

    first = next(cells_in(tuple(statements)))
    return first.table if first.source == "nijssen2013" else f"{first.source} {first.table}"
