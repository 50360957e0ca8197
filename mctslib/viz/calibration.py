"""The figure of the node-budget calibration."""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

COLOURS = {"maxn": "#0072B2", "paranoid": "#D55E00", "brs": "#009E73"}
TITLES = {"maxn": "max$^n$", "paranoid": "paranoid", "brs": "BRS"}
MARKERS = {250: "o", 1000: "s", 5000: "D"}


def plot_calibration(budgets, depths):
    """Mean depth against nodes per move, one panel per game and number of players.

    The markers are published depths at the budgets found; open ones lie beyond the largest search.
    """
    sns.set_theme(style="ticks", context="notebook", rc={"axes.spines.top": False, "axes.spines.right": False})
    variants = list(budgets.groupby(["game", "players"], sort=False))
    columns = min(4, len(variants))
    rows = -(-len(variants) // columns)
    figure, axes = plt.subplots(
        rows, columns, figsize=(3.3 * columns, 2.9 * rows + 0.6), layout="constrained", squeeze=False
    )
    for panel in axes.flat[len(variants) :]:
        panel.set_visible(False)
    for panel, ((game, players), cells) in zip(axes.flat, variants, strict=False):
        curves = depths[(depths.game == game) & (depths.players == players)]
        for policy, colour in COLOURS.items():
            curve = curves[curves.policy == policy]
            panel.plot(curve.nodes, curve.mean_depth, color=colour, linewidth=1.6, label=TITLES[policy])
            for cell in cells[cells.policy == policy].itertuples():
                panel.plot(
                    cell.nodes,
                    cell.published_depth,
                    MARKERS[cell.ms],
                    color=colour,
                    markerfacecolor="none" if np.isnan(cell.error) else colour,
                    markeredgecolor=colour if np.isnan(cell.error) else "black",
                    markeredgewidth=1.2 if np.isnan(cell.error) else 0.7,
                    markersize=6.5,
                )
        panel.set_xscale("log")
        panel.set_title(f"{game.replace('_', ' ').title()}, {players} players", fontsize="medium")
        panel.grid(color="#DDDDDD", linewidth=0.8)
        panel.set_axisbelow(True)
    for panel in axes[:, 0]:
        panel.set_ylabel("mean depth, plies")
    for panel in axes[-1]:
        panel.set_xlabel("nodes per move")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    for ms, marker in MARKERS.items():
        handles.append(plt.Line2D([], [], linestyle="", marker=marker, color="#FFFFFF", markeredgecolor="black"))
        labels.append(f"published, {ms:,} ms")
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False, fontsize="small")
    return figure
