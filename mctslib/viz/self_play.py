"""Lengths and numbers of moves of self-play games beside the published ones."""

from mctslib.viz.figures import _new_axes

OURS = ("#56B4E9", "#0072B2", "#003A5C")  # from the smallest budget to the largest
PUBLISHED = "#D55E00"


def plot_self_play(summary, game):
    """Mean length and branching factor by number of players, with 95% intervals, beside the published ones."""
    table = summary.loc[game].reset_index()
    counts = sorted(table["players"].unique())
    budgets = sorted(table["playouts"].unique())
    width = 0.8 / (len(budgets) + 1)
    figure, panels = _new_axes(8.6, 3.6, panels=2)
    for axes, symbol, label in ((panels[0], "d", "plies per game"), (panels[1], "b", "legal moves per position")):
        for i, (budget, colour) in enumerate(zip(budgets, OURS, strict=False)):
            rows = table[table["playouts"] == budget]
            places = [counts.index(players) + (i - len(budgets) / 2) * width for players in rows["players"]]
            errors = {"yerr": rows[f"{symbol} ±"], "error_kw": {"capsize": 3, "ecolor": "#222222", "elinewidth": 1.2}}
            axes.bar(places, rows[symbol], width, color=colour, label=f"{budget:,} playouts per move", **errors)
        published = table.groupby("players")[f"published {symbol}"].first()
        places = [place + len(budgets) / 2 * width for place in range(len(counts))]
        axes.bar(places, published[counts], width, color=PUBLISHED, label="published")
        axes.set_xticks(range(len(counts)), [f"{players} players" for players in counts])
        axes.set(ylabel=label)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False, fontsize="small")
    return figure
