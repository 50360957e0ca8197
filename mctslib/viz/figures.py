"""Figures drawn with matplotlib in the project's style."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

from mctslib.drawing import PLAYER_COLOURS, PLAYER_NAMES

MARKERS = "osD^vP"


def _new_axes(width=6.4, height=3.6, panels=1):
    """A figure in the project's style, and its axes: one, or an array of several side by side."""
    sns.set_theme(style="ticks", context="notebook", rc={"axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(1, panels, figsize=(width, height), layout="constrained")
    for panel in np.atleast_1d(axes):
        panel.grid(axis="y", color="#DDDDDD", linewidth=0.8)
        panel.set_axisbelow(True)
    return figure, axes


def plot_win_rates(record):
    """Each player's expected score over the game, as he saw it at his own moves (searching players only)."""
    figure, axes = _new_axes()
    movers = [state.to_move for state in record.states()]
    for player in range(record.players):
        plies = [ply for ply, estimate in enumerate(record.estimates) if estimate and movers[ply] == player]
        if plies:
            rates = [100 * record.estimates[ply][player] for ply in plies]
            axes.plot(
                np.array(plies) + 1,
                rates,
                color=PLAYER_COLOURS[player],
                marker=MARKERS[player],
                markersize=5,
                markeredgecolor="black",
                markeredgewidth=0.5,
                label=f"{PLAYER_NAMES[player]}: {_short_name(record.seats[player])}",
            )
    axes.set(xlabel="ply", ylabel="expected score, %", ylim=(-3, 103))
    axes.legend(frameon=False, fontsize="small")
    return figure


def _short_name(spec):
    budget = f" {spec['playouts']:,} playouts" if spec.get("playouts") else ""
    return f"{spec['kind']}{budget}"


def plot_match(match):
    """Win rates of a match with their 95% intervals; the dashed line is an equal share."""
    figure, axes = _new_axes(height=0.7 * len(match.names) + 1.4)
    table = match.table[::-1]
    rate = table["win rate %"]
    errors = np.array([rate - table["low %"], table["high %"] - rate])
    axes.barh(table.index, rate, xerr=errors, color="#0072B2", error_kw={"capsize": 4, "ecolor": "#222222"})
    axes.axvline(100 / len(match.names), color="#222222", linestyle="--", linewidth=1)
    axes.grid(axis="y", visible=False)
    axes.set(xlabel=f"games won, % of {len(match.records)}", xlim=(0, 100))
    return figure


def save_figure(figure, name, folder="../figures"):
    """Write a matplotlib figure as PNG and SVG, without dates or random ids, so equal figures are equal files."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with plt.rc_context({"svg.hashsalt": "mctslib"}):
        figure.savefig(target / f"{name}.png", dpi=150, metadata={"Software": None})
        figure.savefig(target / f"{name}.svg", metadata={"Date": None})
    return figure


def save_picture(state, name, folder="../figures"):
    """Write a board as SVG and return the state, so that the cell shows it too."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{name}.svg").write_text(state.picture().svg())
    return state
