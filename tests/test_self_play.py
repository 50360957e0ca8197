import pandas as pd
import pytest

import mctslib as ml
from mctslib.experiments import bench, domain
from mctslib.experiments.self_play import play_variant, published_figures, replay, self_play, summary


def test_recorded_games_replay():
    """The cheapest recorded game of each kind, played again move by move."""
    recorded = self_play()
    for name in ("rolit", "focus"):
        games = recorded[(recorded["game"] == name) & (recorded["playouts"] == 1000)]
        row = games.loc[games["plies"].idxmin()]
        assert replay(row) == row.to_dict()


def test_every_variant_has_forty_recorded_games():
    counts = self_play().groupby(["game", "players"]).size()
    assert len(counts) == 11
    assert counts.min() >= 40


def test_published_figures():
    table = published_figures()
    assert table.loc[("chinese_checkers", 6)].tolist() == [23.5, 228.5]
    assert table.loc[("focus", 2)].tolist() == [66.4, 38.5]
    assert table.loc[("rolit", 3)].tolist() == [8.5, 60]
    assert table.loc[("blokus", 4)].tolist() == [139.1, 73.1]
    assert len(table) == 11


def test_summary_by_hand():
    common = {"game": "focus", "players": 2, "playouts": 10, "cut_off": False}
    rows = pd.DataFrame([common | {"plies": 40, "branching": 9.0}, common | {"plies": 60, "branching": 11.0}])
    row = summary(rows).loc[("focus", 2, 10)]
    assert (row["games"], row["b"], row["d"], row["log10 b^d"]) == (2, 10, 50, 50)
    assert row["d ±"] == pytest.approx(1.96 * 10)
    assert (row["published b"], row["published d"]) == (66.4, 38.5)


def test_rows_follow_from_the_game():
    rows = play_variant(ml.make_game("rolit", 2), games=2, playouts=5, workers=1)
    assert rows["plies"].tolist() == [60, 60]
    assert rows["seed"].nunique() == 2
    assert rows["branching"].between(4, 14).all()


def test_unknown_scale():
    with pytest.raises(ValueError, match="A scale is recorded, smoke, quick, desk, paper; not 'huge'"):
        self_play("huge")


def test_table_3_3_has_one_misprint():
    table = domain.piece_table()
    assert table.index[~table["equal"]].tolist() == ["P"]
    assert (table["orientations"] == table["published"]).all()
    assert f"{domain.placements_of_all_pieces(table['published + 1']):.2e}" == "3.40e+64"  # nijssen2013, section 3.4.2


def test_cap_table():
    table = domain.cap_table([ml.make_game("chinese_checkers", 2)], playouts=20)
    assert table["cut off %"].tolist()[0] == 0
    assert table["cut off %"].tolist()[1] > 90
    assert table["mean plies"].max() <= 1000


def test_ordering_table_shows_the_ends():
    state = domain.after_greedy_play(ml.make_game("focus", 4), 20)
    table = domain.ordering_table(state, best=3, worst=2)
    assert table.index.tolist() == [1, 2, 3, len(state.legal_moves()) - 1, len(state.legal_moves())]
    assert table["value"].is_monotonic_decreasing


def test_published_speeds():
    medians = [bench.published_median(ml.make_game(name, n)) for name, n in [("focus", 3), ("blokus", 4), ("rolit", 2)]]
    assert medians == [(5476, "6.3"), (1406, "4.3"), None]
