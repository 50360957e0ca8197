"""Gather the tables of Location Categorization from games, and set them beside Tables 7.1 and 7.2 of nijssen2013."""

import itertools
from pathlib import Path

import numpy as np

from mctslib.experiments.scotland_yard_players import mcts_hider, mcts_seeker, play_sides
from mctslib.search.location_categories import (
    LocationTables,
    general_table,
    load_tables,
    product_name,
    product_of,
    save_tables,
    worlds_and_categories,
)

PUBLISHED = Path(__file__).parents[2] / "data" / "published"
HIDER, OBSERVER = 0, 1


def gather(games=1000, playouts=10_000, seed=2013, workers=None, tables="self_play", folder=None, progress=True):
    """Play MCTS seekers against an MCTS hider and write the counts of all categorizations. Returns the file."""
    result = play_sides(mcts_hider(playouts), mcts_seeker(playouts), games, seed, workers, progress)
    settings = {"game": "scotland_yard", "games": games, "playouts": playouts, "seed": seed}
    settings["seekers_won"] = result.seekers_won
    return save_tables("scotland_yard", tables, LocationTables(settings, count_locations(result.records)), folder)


def count_locations(records):
    """Counts by categorization, combination and true category, one example after every move of the hider."""
    counts = {}
    for record in records:
        mover = None
        for state in record.states():
            if mover == HIDER and not state.is_over:
                _count_position(state, counts)
            mover = state.to_move
    return counts


def _count_position(state, counts):
    game = state.game
    truth = state.worlds(HIDER)[0]
    kinds = [kind.name for kind in game.categorizations]
    for names in [(kind,) for kind in kinds] + list(itertools.combinations(kinds, 2)):
        worlds, categories = worlds_and_categories(game, state.array, OBSERVER, names)
        combined = product_of(categories, game, names)
        present = tuple(np.unique(combined).tolist())
        row = counts.setdefault(product_name(names), {}).setdefault(present, {})
        category = int(combined[worlds == truth][0])
        row[category] = row.get(category, 0) + 1


def table_7_1(tables="self_play", folder=None):
    """Our general table with the minimum-distance categorization beside the published one, as a DataFrame."""
    import pandas as pd

    actual, present = general_table(load_tables("scotland_yard", tables, folder).counts["minimum_distance"])
    published = pd.read_csv(PUBLISHED / "nijssen2013_table_7_1.csv")
    by_metric = published.pivot(index="value_of_parameter", columns="metric", values="value")
    frame = pd.DataFrame(
        {
            "a": [actual.get(category - 1, 0) for category in by_metric.index],
            "n": [present.get(category - 1, 0) for category in by_metric.index],
            "published a": by_metric["count_actual_location_in_category"],
            "published n": by_metric["count_category_present"],
        },
        index=by_metric.index.rename("category"),
    )
    frame.insert(2, "w", frame["a"] / frame["n"])
    frame["published w"] = frame["published a"] / frame["published n"]
    return frame


def table_7_2(tables="self_play", folder=None, at_least=100):
    """Our detailed table beside the published one: counts, and each category's share of its combination.

    Rows that occurred `at_least` times in our games, or are printed.
    """
    import pandas as pd

    published = pd.read_csv(PUBLISHED / "nijssen2013_table_7_2.csv")
    cells = dict(zip(published["value_of_parameter"], published["value"], strict=True))
    ours = load_tables("scotland_yard", tables, folder).counts["minimum_distance"]
    for combination, row in ours.items():
        if sum(row.values()) >= at_least:
            shown = "+".join(str(category + 1) for category in combination)
            cells.update({cell: cells.get(cell) for cell in (f"{shown}:{category + 1}" for category in combination)})
    rows = []
    for cell, printed in cells.items():
        shown, category = cell.split(":")
        combination = tuple(int(number) - 1 for number in shown.split("+"))
        rows.append((shown, int(category), ours.get(combination, {}).get(int(category) - 1, 0), printed))
    frame = pd.DataFrame(rows, columns=["combination", "category", "count", "published count"])
    for column, share in (("count", "share %"), ("published count", "published share %")):
        frame[share] = 100 * frame[column] / frame.groupby("combination")[column].transform("sum")
    return frame.sort_values(["combination", "category"], key=_combination_order).set_index(["combination", "category"])


def _combination_order(column):
    return column.map(lambda shown: (len(str(shown)), str(shown)))
