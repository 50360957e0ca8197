"""The published numbers: every CSV of data/published as one tidy frame, with the sources' misprints marked."""

import os
from functools import lru_cache
from pathlib import Path

KEY = (
    "source",
    "table",
    "game",
    "players",
    "budget_kind",
    "budget",
    "subject",
    "opponent",
    "parameter",
    "value_of_parameter",
    "configuration",
    "metric",
)


def data_folder():
    """The folder with `published` and `records`: the repository's data/, or what MCTSLIB_DATA names."""
    chosen = os.environ.get("MCTSLIB_DATA")
    folder = Path(chosen).expanduser() if chosen else Path(__file__).parents[2] / "data"
    if not (folder / "published").is_dir():
        raise ValueError(f"There are no published numbers in {folder}: use a clone of the repository or MCTSLIB_DATA.")
    return folder


@lru_cache(maxsize=1)
def _all_rows():
    import pandas as pd

    files = sorted((data_folder() / "published").glob("*.csv"))
    tables = [path for path in files if not path.name.startswith(("claims", "notes"))]
    frame = pd.concat([pd.read_csv(path, dtype=str, keep_default_na=False) for path in tables], ignore_index=True)
    frame["configuration"] = frame["configuration"].fillna("")
    frame["printed"] = frame["value"]
    for column in ("value", "ci95", "games"):
        frame[column] = pd.to_numeric(frame[column], errors="coerce")
    frame["players"] = pd.to_numeric(frame["players"], errors="coerce").astype("Int64")
    _mark_misprints(frame, pd.read_csv(data_folder() / "published" / "notes.csv", dtype=str, keep_default_na=False))
    return frame[[*KEY, "experiment", "value", "ci95", "games", "printed", "doubtful", "note"]]


def _mark_misprints(frame, notes):
    """Add `note`, and `doubtful` where the printed value itself (not only its half-width) is in doubt."""
    frame["note"], frame["doubtful"] = "", False
    for entry in notes.to_dict("records"):
        hit = frame["source"] == entry["source"]
        for column, wanted in entry.items():
            if wanted and column not in ("source", "doubtful", "note"):
                hit &= frame[column].astype(str) == wanted
        if not hit.any():
            raise ValueError(f"data/published/notes.csv: no printed cell fits the note {entry['note']!r}.")
        frame.loc[hit, "note"] += entry["note"]
        frame.loc[hit, "doubtful"] |= entry["doubtful"] == "yes"


def published(source=None, table=None, **where):
    """The printed cells as a pandas frame, all of them or those that fit.

    Columns: what identifies a cell (source, table, game, players, budget, subject, opponent, parameter, ...), `value`
    and `ci95` (percent and percentage points where the metric is a rate), `games`, `printed` (the string in the
    source), `doubtful` and `note` (misprints).

    >>> cells = published("nijssen2013", "5.1", game="rolit", players=4, value_of_parameter="5")
    >>> cells[["subject", "opponent", "value", "ci95", "games"]].values.tolist()
    [['ph', 'uct', 56.8, 2.5, 1500.0]]
    """
    frame = _all_rows()
    fits = frame["source"].notna()
    for column, wanted in {"source": source, "table": table, **where}.items():
        if wanted is not None:
            fits &= frame[column].astype(str) == str(wanted)
    return frame[fits].reset_index(drop=True)


@lru_cache(maxsize=1)
def published_claims():
    """The sources' claims in words: id, source, chapter, claim, metric, how_to_test."""
    import pandas as pd

    folder = data_folder() / "published"
    names = ("claims.csv", "claims_hidden_info.csv")
    return pd.concat([pd.read_csv(folder / name, dtype=str) for name in names], ignore_index=True)
