"""The node-budget calibration: reading depths off the reports, and the committed table."""

import numpy as np
import pandas as pd
import pytest

import mctslib as ml
from mctslib.experiments import calibration
from mctslib.viz.calibration import plot_calibration

INFINITE = np.inf


def test_depths_and_budgets_from_finished_iterations():
    """Three positions: finished iterations 1, 2, 3 after so many nodes."""
    finished = np.array([[10, 100, 900], [20, 300, INFINITE], [5, 50, 400]])
    assert calibration.mean_depth(finished, 4) == 0
    assert calibration.mean_depth(finished, 100) == pytest.approx(5 / 3)
    stages = {1000: finished}
    assert calibration.budget_for(stages, 5 / 3)[:3] == (100, 3, pytest.approx(5 / 3))
    assert calibration.budget_for(stages, 1.9)[0] == 300
    nodes, _, reached, error = calibration.budget_for(stages, 3)
    assert nodes > 1000  # extrapolated
    assert reached == pytest.approx(8 / 3)
    assert np.isnan(error)


def test_one_search_tells_the_depth_under_smaller_budgets():
    game = ml.make_game("focus", players=3)
    sample, plies = calibration.sample_positions(game, 8)
    assert plies > 10
    finished = calibration.nodes_to_finish(game, "paranoid", sample, 5000)
    for nodes in (300, 2000):
        player = ml.Minimax("paranoid", nodes=nodes, table_bits=calibration.LARGEST_TABLE)
        depths = [player.choose(game, array, 0).mean_depth for array in sample]
        assert depths == (finished <= nodes).sum(axis=1).tolist()


def test_calibrating_resumes(tmp_path, monkeypatch):
    monkeypatch.setattr(calibration, "NODES_PER_STAGE", 10_000)
    monkeypatch.setattr(calibration, "FEWEST_POSITIONS", 4)
    monkeypatch.setattr(calibration, "FIRST_LIMIT", 1000)
    monkeypatch.setattr(calibration, "LAST_LIMIT", 2000)
    monkeypatch.setattr(calibration, "NODES_FOR_POSITIONS", 50)
    arguments = {"game": "rolit", "players": 4, "positions": 8, "confirm": 0.0, "folder": tmp_path}
    budgets, depths = calibration.calibrate(**arguments)
    assert len(budgets) == 9
    assert set(budgets.policy) == {"maxn", "paranoid", "brs"}
    monkeypatch.setattr(calibration, "_calibrate_variant", None)
    again, _ = calibration.calibrate(**arguments)
    assert again.nodes.tolist() == budgets.nodes.tolist()
    assert plot_calibration(budgets, depths).axes


def test_the_committed_table_has_every_cell_of_table_4_2():
    published = calibration.published_depths()
    table = pd.read_csv(calibration.FOLDER / calibration.BUDGETS)
    key = ["game", "players", "ms", "policy", "published_depth"]
    assert len(table) == len(published) == 72
    assert len(table.merge(published, on=key)) == 72
    measured = table.dropna(subset="error")
    assert (abs(measured.sample_depth - measured.published_depth) < 0.1).all()
    for _, cells in table.groupby(["game", "players", "policy"]):
        assert cells.sort_values("ms").nodes.is_monotonic_increasing


def test_budgets_between_published_times():
    low, middle, high = (calibration.calibrated_nodes("rolit", 4, ms, "brs") for ms in (1000, 2500, 5000))
    assert low < middle < high
    with pytest.raises(ValueError, match="from 250 to 5000 ms, not 100"):
        calibration.calibrated_nodes("rolit", 4, 100, "brs")
    with pytest.raises(ValueError, match="no calibrated budget"):
        calibration.calibrated_nodes("rolit", 2, 250, "brs")
