"""Figures. One look for all of them; every figure is shown and saved by the same call."""

from mctslib.viz.belief import belief_of, plot_belief
from mctslib.viz.figures import plot_match, plot_win_rates, save_figure, save_picture

__all__ = ["belief_of", "plot_belief", "plot_match", "plot_win_rates", "save_figure", "save_picture"]
