"""The scorecard: how many printed cells and claims our games reproduce. Everything is computed from records."""

from pathlib import Path

from mctslib.experiments import results, statistics
from mctslib.experiments.claims import CONFIRMED, NOT_CONFIRMED, UNDECIDED, judge_claims
from mctslib.experiments.registry import RATES
from mctslib.experiments.tables import EXPERIMENTS

VERDICTS = (statistics.REPRODUCED, statistics.COMPATIBLE, statistics.DIFFERS, results.NOT_YET_RUN)
CLAIM_VERDICTS = (CONFIRMED, UNDECIDED, NOT_CONFIRMED, results.NOT_YET_RUN)
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NOTEBOOK_OF_CHAPTER = {"3": "01_test_environment", "5": "06_progressive_history"}


def chapter_of(source, table):
    """The chapter of a printed table: "5" for Table 5.1 and for section 5.4, "B" for the appendix, else ""."""
    if source not in ("nijssen2013", "whitehouse2014"):
        return ""
    return table.removeprefix("sec_").partition(".")[0]


def table_scores(cells):
    """One row per source and table: how many cells got which verdict, games played, budgets, scales.

    `cells` comes from `results.cells`. Tables B.1 to B.24 are one row, and so is each chapter's running text.
    """
    import pandas as pd

    rows = []
    cells = cells.assign(
        chapter=[chapter_of(*pair) for pair in zip(cells["source"], cells["table"], strict=True)],
        printed_in=[_printed_in(table) for table in cells["table"]],
    )
    for (source, chapter, table), group in cells.groupby(["source", "chapter", "printed_in"], sort=False):
        played = group[group["verdict"] != results.NOT_YET_RUN]
        rows.append(
            {
                "source": source,
                "chapter": chapter,
                "table": table,
                "title": _title(source, table),
                "cells": len(group),
                **{verdict: int((group["verdict"] == verdict).sum()) for verdict in VERDICTS},
                "games per cell": _span(played["our_games"]),
                "scale": ", ".join(dict.fromkeys(played["scale"])),
                "notebook": notebook_link(chapter, table),
            }
        )
    frame = pd.DataFrame(rows)
    order = [_sort_key(*entry) for entry in zip(frame["source"], frame["table"], strict=True)]
    return frame.iloc[sorted(range(len(frame)), key=order.__getitem__)].reset_index(drop=True)


def _printed_in(table):
    if table.startswith("B."):
        return "B.1-B.24"
    return f"text {table[4:].partition('.')[0]}" if table.startswith("sec_") else table


def _title(source, table):
    wanted = "B.1" if table.startswith("B.") else table
    found = [entry.title for entry in EXPERIMENTS.values() if (entry.source, entry.table) == (source, wanted)]
    return "Seats and instances" if table.startswith("B.") else found[0] if found else ""


def _span(numbers):
    if len(numbers) == 0:
        return ""
    low, high = int(min(numbers)), int(max(numbers))
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11}


def _sort_key(source, table):
    sources = ("nijssen2013", "nijssen2011", "nijssen2012")
    rank = sources.index(source) if source in sources else len(sources)
    numbers = [int(part) if part.isdigit() else _ROMAN.get(part, 0) for part in table.split(".")]
    return rank, source, table.startswith("B"), table.startswith("text"), numbers, table


def notebook_link(chapter, table):
    """A link to the notebook section of a table, or "" where there is no notebook of the chapter yet."""
    if not chapter.isdigit():
        return ""
    name = NOTEBOOK_OF_CHAPTER.get(chapter, f"{int(chapter):02d}_*")
    found = sorted(NOTEBOOKS.glob(f"{name}.ipynb"))
    return f"{found[0].name}#Table-{table}" if found else ""


def as_html(scores):
    """The table for a notebook, with links to the chapters' notebooks where they exist."""
    from IPython.display import HTML

    frame = scores.set_index(["source", "table"]).drop(columns="chapter")
    frame["notebook"] = [f'<a href="{link}">{link.partition("#")[0]}</a>' if link else "" for link in frame["notebook"]]
    return HTML(frame.to_html(escape=False))


def tested(claims):
    """The claims that our games say something about."""
    known = claims[claims["verdict"] != results.NOT_YET_RUN]
    return known[["id", "table", "claim", "verdict"]].set_index("id")


def claims_of(claims, chapters):
    """The claims of some chapters with their verdicts, ready to print."""
    mine = claims["source"].str.startswith("nijssen") & claims["chapter"].isin(chapters)
    return claims[mine][["id", "claim", "verdict"]].set_index("id")


def claim_scores(cells):
    """Every claim with its verdict on our results."""
    return judge_claims(results.our_results(cells))


def claim_counts(claims):
    """Claims per source and chapter, by verdict."""
    counts = claims.groupby(["source", "chapter", "verdict"], sort=False).size().unstack(fill_value=0)
    return counts.reindex(columns=list(CLAIM_VERDICTS), fill_value=0)


# ---------------------------------------------------------------------------- as text


def scorecard_text(scale="recorded", store_path=None):
    """The scorecard for a terminal."""
    cells = results.cells(scale, store_path)
    scores, claims = table_scores(cells), claim_scores(cells)
    lines = [
        f"{'source':<16}{'table':<10}{'cells':>6}" + "".join(f"{name:>13}" for name in VERDICTS) + "  games per cell"
    ]
    for row in scores.to_dict("records"):
        counts = "".join(f"{row[name]:>13}" for name in VERDICTS)
        spent = f"{row['games per cell']} ({row['scale']})" if row["scale"] else "-"
        lines.append(f"{row['source']:<16}{row['table']:<10}{row['cells']:>6}{counts}  {spent}")
    counts = "".join(f"{scores[name].sum():>13}" for name in VERDICTS)
    lines.append(f"{'all':<16}{'':<10}{scores['cells'].sum():>6}{counts}")
    lines += ["", "reproduced: the 95% interval of the difference lies within 5 points; compatible: it contains 0.", ""]
    lines.append(f"{'claims of':<40}" + "".join(f"{name:>15}" for name in CLAIM_VERDICTS))
    for (source, chapter), row in claim_counts(claims).iterrows():
        lines.append(f"{source + ', chapter ' + chapter:<40}" + "".join(f"{row[name]:>15}" for name in CLAIM_VERDICTS))
    for verdict in CLAIM_VERDICTS[:3]:
        names = list(claims.loc[claims["verdict"] == verdict, "id"])
        if names:
            lines.append(f"{verdict}: {', '.join(names)}")
    return "\n".join(lines)


def cells_text(table, scale="recorded", store_path=None):
    """The cells of a table, ours beside the published, for a terminal."""
    return comparison(results.cells(scale, store_path, table)).to_string(index=False)


_QUALIFIED = {"win_rate_pct_approx": "about ", "win_rate_pct_max": "up to "}


def _as_printed(row):
    """ "56.1 ± 2.5", with a question mark after doubtful values."""
    spread = f" ± {row.ci95:.1f}" if row.ci95 > 0 else ""
    return f"{_QUALIFIED.get(row.metric, '')}{row.value:.1f}{spread}{' ?' if row.doubtful else ''}"


def comparison(cells):
    """Our figures beside the published ones, ready to print; cells not played are left out."""
    played = cells[cells["verdict"] != results.NOT_YET_RUN]
    rows = []
    for row in played.itertuples():
        parameter = f"{row.parameter}={row.value_of_parameter}" if row.parameter else ""
        metric = "" if row.metric in RATES else row.metric.replace("_", " ")
        rows.append(
            {
                "game": f"{row.game} {row.players}",
                "budget": f"{row.budget} {row.budget_kind}".strip(),
                "setting": metric or row.configuration or parameter,
                "subject": row.subject
                if row.opponent in ("three_way", "self_play")
                else f"{row.subject} : {row.opponent}",
                "published": _as_printed(row),
                "ours": f"{row.ours:.1f} [{row.low:.1f}, {row.high:.1f}]",
                "games": row.our_games,
                "per move": row.budget_ours,
                "verdict": row.verdict,
                "more games": _needed(row.more_games),
            }
        )
    import pandas as pd

    return pd.DataFrame(rows)


def _needed(games):
    """How many more games give a verdict, in words."""
    if games != games or games == 0:
        return "-"
    return "no number" if games == float("inf") else f"{int(games):,}"
