"""Pictures of results beside the published ones: the scorecard, and single tables."""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

from mctslib.experiments.claims import CONFIRMED, NOT_CONFIRMED, UNDECIDED
from mctslib.experiments.results import NOT_YET_RUN
from mctslib.experiments.scorecard import CLAIM_VERDICTS, VERDICTS
from mctslib.experiments.statistics import COMPATIBLE, DIFFERS, REPRODUCED

# Okabe and Ito's colours: told apart with any kind of colour vision, and in grey by lightness and hatching.
COLOURS = {REPRODUCED: "#0072B2", COMPATIBLE: "#56B4E9", DIFFERS: "#D55E00", NOT_YET_RUN: "#E6E6E6"}
COLOURS |= {CONFIRMED: "#0072B2", UNDECIDED: "#56B4E9", NOT_CONFIRMED: "#D55E00"}
HATCHES = {DIFFERS: "////", NOT_CONFIRMED: "////"}
SOURCES = {
    "nijssen2013": "Nijssen 2013",
    "nijssen2011": "Nijssen & Winands 2011",
    "nijssen2012": "Nijssen & Winands 2012",
    "hartjes2019": "Hartjes 2019",
    "whitehouse2014": "Whitehouse 2014",
}


def plot_scorecard(scores, claims):
    """Bars per table (cells) and per chapter (claims), each scaled to its own total; counts are written beside them.

    `scores` and `claims` come from `scorecard.table_scores` and `scorecard.claim_counts`.
    """
    sns.set_theme(style="ticks", context="notebook", rc={"axes.spines.top": False, "axes.spines.right": False})
    cells, statements = _cell_rows(scores), _claim_rows(claims)
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(12, 0.27 * len(cells) + 1.5), layout="constrained", width_ratios=(1.35, 1)
    )
    _bars(left, cells, VERDICTS)
    left.set_title("printed cells (Nijssen 2013 unless named)", loc="left", fontsize="medium", fontweight="bold")
    _bars(right, statements, CLAIM_VERDICTS)
    right.set_ylim(*left.get_ylim())
    right.set_title("claims", loc="left", fontsize="medium", fontweight="bold")
    names = [
        f"{cell} / {claim}" if cell != claim else cell for cell, claim in zip(VERDICTS, CLAIM_VERDICTS, strict=True)
    ]
    handles = [
        plt.Rectangle((0, 0), 1, 1, facecolor=COLOURS[name], hatch=HATCHES.get(name), edgecolor="white")
        for name in VERDICTS
    ]
    right.legend(handles, names, loc="lower left", frameon=False, fontsize="medium", bbox_to_anchor=(-0.85, 0.04))
    return figure


def _cell_rows(scores):
    """(label, counts): one per table that has an experiment, one for the rest of each source or chapter."""
    rows = {}
    for row in scores.to_dict("records"):
        source = SOURCES[row["source"]]
        label = f"{row['table']}  {row['title']}" if row["title"] else _rest(row, source)
        if row["source"] == "nijssen2011":
            label = f"2011: {label}"
        counts = rows.setdefault(label, dict.fromkeys(VERDICTS, 0))
        for name in VERDICTS:
            counts[name] += row[name]
    return list(rows.items())


def _rest(row, source):
    if row["source"] == "nijssen2013":
        return (
            "7.1-7.11  Scotland Yard"
            if row["chapter"] == "7" and not row["table"].startswith("text")
            else "running text"
        )
    return source


def _claim_rows(claims):
    rows = {}
    for (source, chapter), row in claims.iterrows():
        first = source.partition(";")[0]
        label = SOURCES[first] if first == "nijssen2011" else f"{SOURCES[first]}, chapter {chapter}"
        counts = rows.setdefault(label, dict.fromkeys(CLAIM_VERDICTS, 0))
        for name in CLAIM_VERDICTS:
            counts[name] += int(row[name])
    order = list(SOURCES.values())
    return sorted(rows.items(), key=lambda entry: (order.index(entry[0].partition(",")[0]), entry[0]))


def _bars(axes, rows, verdicts):
    for position, (_, counts) in enumerate(rows):
        total, left = sum(counts.values()), 0.0
        for name in verdicts:
            share = 100 * counts[name] / total
            axes.barh(
                position, share, left=left, height=0.72, color=COLOURS[name], hatch=HATCHES.get(name), edgecolor="white"
            )
            left += share
        done = total - counts[NOT_YET_RUN]
        axes.text(102, position, f"{done:,} of {total:,}", va="center", fontsize="small")
    axes.set_yticks(range(len(rows)), [label for label, _ in rows], fontsize="small")
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set(xlim=(0, 118), xticks=(0, 25, 50, 75, 100))
    axes.set_xlabel("share, %", fontsize="small", x=0.42)
    axes.spines["bottom"].set_bounds(0, 100)
    axes.tick_params(axis="x", labelsize="small")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def plot_comparison(cells, label="value_of_parameter"):
    """Win rates of one table and one game variant: published (open) and ours (filled), with their 95% intervals.

    `cells` is a selection of `results.cells`; `label` names the column that tells its rows apart.
    """
    from mctslib.viz.figures import _new_axes

    played = cells[cells["verdict"] != NOT_YET_RUN]
    if played.empty:
        raise ValueError("None of these cells has been played yet.")
    figure, axes = _new_axes()
    x = np.arange(len(played))
    axes.errorbar(
        x - 0.1,
        played["value"],
        yerr=played["ci95"].fillna(0),
        fmt="o",
        mfc="white",
        color="#222222",
        capsize=3,
        label="published",
    )
    errors = np.array([played["ours"] - played["low"], played["high"] - played["ours"]])
    axes.errorbar(x + 0.1, played["ours"], yerr=errors, fmt="s", color="#0072B2", capsize=3, label=_caption(played))
    axes.set_xticks(x, played[label])
    axes.set(xlabel=played["parameter"].iloc[0] or label, ylabel="win rate, %")
    axes.legend(frameon=False, fontsize="small")
    return figure


def _caption(played):
    games = sorted(set(played["our_games"].astype(int)))
    budgets = ", ".join(dict.fromkeys(played["budget_ours"]))
    return f"ours: {budgets}, {games[0]:,}{'' if len(games) == 1 else f' to {games[-1]:,}'} games"
