"""Figures. One look for all of them; every figure is shown and saved by the same call."""

from mctslib.viz.belief import belief_of, plot_belief
from mctslib.viz.boards import Boards
from mctslib.viz.figures import plot_match, plot_win_rates, save_figure, save_picture
from mctslib.viz.scorecard import plot_comparison, plot_scorecard
from mctslib.viz.self_play import plot_self_play
from mctslib.viz.sweep import plot_sweep

__all__ = [
    "Boards",
    "belief_of",
    "plot_belief",
    "plot_comparison",
    "plot_match",
    "plot_scorecard",
    "plot_self_play",
    "plot_sweep",
    "plot_win_rates",
    "save_figure",
    "save_picture",
]
