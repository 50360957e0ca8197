"""Figures. One look for all of them; every figure is shown and saved by the same call."""

from mctslib.viz.figures import plot_match, plot_win_rates, save_figure, save_picture
from mctslib.viz.scorecard import plot_comparison, plot_scorecard

__all__ = ["plot_comparison", "plot_match", "plot_scorecard", "plot_win_rates", "save_figure", "save_picture"]
