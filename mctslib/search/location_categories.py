"""Location Categorization: worlds are drawn by what self-play games say about their categories (nijssen2013, 7.2.5).

A table counts, after each move of the hider, which categories were present among the possible worlds (the combination)
and in which of them the true world was. It comes from `mctslib locations` and is kept under `data/location_tables`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import kernel
from mctslib.games.base import MOVES, RULES, STATE, listed
from mctslib.search.options import whole
from mctslib.search.parameters import code_of

FOLDER = Path(__file__).parents[2] / "data" / "location_tables"
FORMAT = 1
NO_CATEGORIZATION = -1


class LocationTables(NamedTuple):
    """Counts by categorization, then by combination (a sorted tuple of categories), then by the true category."""

    settings: dict  # how they were gathered, e.g. {"format": "1", "games": "1000", ...}
    counts: dict


@dataclass(frozen=True)
class LocationCategories:
    """Weights of the possible worlds by their category.

    `categorization` is one of the game's, e.g. "minimum_distance", or a pair of them. `table` is "general" (how often a
    category held the truth when it was present) or "detailed" (the same for each combination of present categories;
    with fewer than `threshold` examples all worlds are equal). `steps=1` weights every world by its category (Formula
    7.1), `steps=2` draws a category and then one of its worlds (Formula 7.2). A pair of categorizations is their
    Cartesian product; with `steps=3` a category of the first is drawn, then one of the second, then a world in both.
    `tables` names the file of counts.
    """

    categorization: str | tuple = "minimum_distance"
    table: str = "general"
    steps: int = 1
    threshold: int = 100
    tables: str = "self_play"

    def __post_init__(self):
        if isinstance(self.categorization, list):
            object.__setattr__(self, "categorization", tuple(self.categorization))  # lists come from records
        if not 1 <= len(self.names) <= 2 or not all(isinstance(name, str) for name in self.names):
            raise ValueError(f"categorization is a name or a pair of names, not {self.categorization!r}.")
        code_of({"general": 0, "detailed": 1}, self.table, "table")
        code_of({1: 0, 2: 0, 3: 0}, self.steps, "steps")
        if self.steps == 3 and len(self.names) == 1:
            raise ValueError("Three steps need a pair of categorizations.")
        if len(set(self.names)) < len(self.names):
            raise ValueError(f"A pair of categorizations are two different ones, not {self.categorization!r}.")
        whole(self.threshold, "threshold", 0)

    @property
    def names(self):
        """The categorizations, one or two."""
        return self.categorization if isinstance(self.categorization, tuple) else (self.categorization,)

    def check_game(self, game):
        known = [kind.name for kind in game.categorizations]
        if not known or not game.max_worlds:
            raise ValueError(f"{game.title} has no categories of possible worlds.")
        for name in self.names:
            if name not in known:
                raise ValueError(f"A categorization of {game.title} is {listed(map(repr, known))}, not {name!r}.")
        load_tables(game.name, self.tables)

    def probabilities(self, game, array, observer):
        """What an observer believes: the probability of each possible world, in the order of the game's `worlds`."""
        names = self.names if self.steps == 3 else in_order(game, self.names)
        worlds, categories = worlds_and_categories(game, array, observer, names)
        counts = load_tables(game.name, self.tables).counts
        if self.steps == 3:
            first, second = (
                self._weights(counts[name], kinds) for name, kinds in zip(names, categories.T, strict=True)
            )
            chances = three_steps(*categories.T, first, second)
        else:
            combined = product_of(categories, game, names)
            weights = self._weights(counts[product_name(names)], combined)
            chances = one_step(combined, weights) if self.steps == 1 else two_steps(combined, weights)
        return dict(zip(worlds.tolist(), chances.tolist(), strict=True))

    def weights(self, game, array, observer):
        """The same as a list: what the chance layer of Expectimax asks for (nijssen2013, Formula 7.5)."""
        return list(self.probabilities(game, array, observer).values())

    def _weights(self, counts, categories):
        """The weight of each present category, or None: all worlds are equal."""
        present = tuple(np.unique(categories).tolist())
        weights = (
            detailed_weights(counts, present, self.threshold) if self.table == "detailed" else general_weights(counts)
        )
        if weights is None or not any(weights.get(category, 0) for category in present):
            return None
        return weights


# ------------------------------------------------------------------------------------------------ the formulas


def general_weights(counts):
    """w_c = a_c / n_c: how often category c held the truth, when it was present."""
    actual, present = general_table(counts)
    return {category: actual[category] / present[category] for category in present}


def general_table(counts):
    """The numbers a and n of each category, as in Table 7.1, from the counts of combinations."""
    actual, present = {}, {}
    for combination, row in counts.items():
        for category in combination:
            present[category] = present.get(category, 0) + sum(row.values())
            actual[category] = actual.get(category, 0) + row.get(category, 0)
    return actual, present


def detailed_weights(counts, present, threshold):
    """The counts of one combination, or None if it was seen too rarely."""
    row = counts.get(present, {})
    return row if sum(row.values()) >= max(threshold, 1) else None


def one_step(categories, weights):
    """Formula 7.1: every world by the weight of its category."""
    return _normalised(_weight_of_each(categories, weights))


def two_steps(categories, weights):
    """Formula 7.2, the sum over the categories that are present: a category by its weight, then one of its worlds."""
    if weights is None:
        return one_step(categories, None)
    _, place, sizes = np.unique(categories, return_inverse=True, return_counts=True)
    return _normalised(_weight_of_each(categories, weights) / sizes[place])


def three_steps(first, second, first_weights, second_weights):
    """A category of the first categorization, one of the second among those present in it, then a world in both.

    nijssen2013, section 7.5, names this as future research.
    """
    chances = np.zeros(len(first))
    category_chances = two_steps(first, first_weights)
    for category in np.unique(first):
        inside = first == category
        weights = second_weights
        if weights is not None and not any(weights.get(kind, 0) for kind in second[inside].tolist()):
            weights = None
        chances[inside] = category_chances[inside].sum() * two_steps(second[inside], weights)
    return chances


def _weight_of_each(categories, weights):
    if weights is None:
        return np.ones(len(categories))
    return np.array([weights.get(category, 0) for category in categories.tolist()], float)


def _normalised(weights):
    return weights / weights.sum()


# ------------------------------------------------------------------------------------------- worlds and categories


@kernel(types.int64(RULES, STATE, types.int64, types.int64, types.int64, MOVES, MOVES, MOVES))
def _categorize(rules, state, observer, first_kind, second_kind, worlds, first, second):
    n = rules.worlds(state, observer, worlds)
    for i in range(n):
        first[i] = rules.category(state, worlds[i], first_kind)
        if second_kind != NO_CATEGORIZATION:
            second[i] = rules.category(state, worlds[i], second_kind)
    return n


def worlds_and_categories(game, array, observer, names):
    """The possible worlds, and a column of categories for each of one or two categorizations."""
    known = [kind.name for kind in game.categorizations]
    kinds = [known.index(name) for name in names] + [NO_CATEGORIZATION]
    worlds, first, second = np.zeros((3, game.max_worlds), np.int64)
    n = _categorize(game.rules, np.array(array), observer, kinds[0], kinds[1], worlds, first, second)
    return worlds[:n], np.column_stack([first[:n], second[:n]])[:, : len(names)]


def in_order(game, names):
    """Categorizations in the game's order, as products are gathered."""
    return tuple(kind.name for kind in game.categorizations if kind.name in names)


def product_name(names):
    """How a categorization, or the Cartesian product of two, is called in the tables."""
    return " x ".join(names)


def product_of(categories, game, names):
    """One number for each world: its category, or its pair of categories in the Cartesian product."""
    if len(names) == 1:
        return categories[:, 0]
    sizes = {kind.name: kind.categories for kind in game.categorizations}
    return categories[:, 0] * sizes[names[1]] + categories[:, 1]


# ------------------------------------------------------------------------------------------------ files of counts


def table_path(game_name, tables, folder=None):
    return Path(folder or FOLDER) / f"{game_name}_{tables}.csv"


@cache
def load_tables(game_name, tables, folder=None):
    """The counts of a file that `save_tables` wrote; the folder is the project's own if none is given."""
    path = table_path(game_name, tables, folder)
    if not path.exists():
        raise ValueError(f"There are no location tables {path}; `mctslib locations --tables {tables}` gathers them.")
    head, _, body = path.read_text().partition("\n")
    settings = dict(item.split("=", 1) for item in head.removeprefix("# ").split())
    if settings.get("format") != str(FORMAT):
        raise ValueError(f"{path} has format {settings.get('format')}; this version reads format {FORMAT}.")
    counts = {}
    for line in body.splitlines()[1:]:
        categorization, combination, category, count = line.split(",")
        present = tuple(int(number) - 1 for number in combination.split("+"))
        counts.setdefault(categorization, {}).setdefault(present, {})[int(category) - 1] = int(count)
    return LocationTables(settings, counts)


def save_tables(game_name, tables, located, folder=None):
    """Write counts as a CSV file; its first line says how they were gathered. Categories count from 1 there."""
    settings = {"format": FORMAT, **located.settings}
    lines = ["# " + " ".join(f"{key}={value}" for key, value in settings.items())]
    lines.append("categorization,combination,category,count")
    for categorization, rows in located.counts.items():
        for combination in sorted(rows, key=lambda present: (len(present), present)):
            shown = "+".join(str(category + 1) for category in combination)
            for category, count in sorted(rows[combination].items()):
                lines.append(f"{categorization},{shown},{category + 1},{count}")
    path = table_path(game_name, tables, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    load_tables.cache_clear()
    return path
