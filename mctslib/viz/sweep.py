"""A parameter sweep beside the published one: one panel per number of players of a game."""

import numpy as np

from mctslib.experiments.results import NOT_YET_RUN
from mctslib.viz.figures import _new_axes

OURS, PUBLISHED = "#0072B2", "#D55E00"


def plot_sweep(cells, game):
    """Win rate against the swept weight: ours with 95% intervals (filled), the published values (open, dashed).

    `cells` comes from `results.cells(table=...)`; panels of variants that were not played show the published line only.
    """
    mine = cells[cells["game"] == game].assign(weight=lambda frame: frame["value_of_parameter"].astype(float))
    if mine.empty:
        raise ValueError(f"These cells have no game {game!r}; they have {sorted(set(cells['game']))}.")
    counts = sorted(mine["players"].unique())
    figure, panels = _new_axes(3.2 * len(counts) + 0.8, 3.7, panels=len(counts))
    for panel, players in zip(np.atleast_1d(panels), counts, strict=True):
        variant = mine[mine["players"] == players].sort_values("weight")
        played = variant[variant["verdict"] != NOT_YET_RUN]
        panel.axhline(50, color="#888888", linewidth=1)
        panel.plot(variant["weight"], variant["value"], "o--", color=PUBLISHED, mfc="white", label="published")
        if not played.empty:
            errors = np.array([played["ours"] - played["low"], played["high"] - played["ours"]])
            style = {"fmt": "s-", "color": OURS, "capsize": 3, "markersize": 5}
            panel.errorbar(played["weight"], played["ours"], yerr=errors, label="ours", **style)
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter("{x:g}")
        panel.set(xlabel="weight W", ylim=(20, 100))
        panel.set_title(_heading(players, played), fontsize="small")
    first = np.atleast_1d(panels)[0]
    first.set_ylabel("games won, %")
    handles, labels = np.atleast_1d(panels)[-1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=2, frameon=False, fontsize="small")
    return figure


def _heading(players, played):
    if played.empty:
        return f"{players} players\nnot played yet"
    games = played["our_games"].astype(int)
    span = f"{games.min():,}" if games.min() == games.max() else f"{games.min():,}-{games.max():,}"
    return f"{players} players\n{', '.join(dict.fromkeys(played['budget_ours']))}, {span} games"
