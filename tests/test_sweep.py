"""The sweep figure and the scale behind it."""

import pytest

from mctslib import cli
from mctslib.experiments import results
from mctslib.experiments.registry import matches
from mctslib.experiments.store import Store
from mctslib.viz import plot_sweep


def test_shelf_plays_rolit_at_the_published_budget_and_every_seating_equally_often():
    published = {match.id for match in matches("table-5.1", "paper") if match.game == "rolit"}
    shelf = matches("table-5.1", "shelf")
    assert {match.id for match in shelf if match.game == "rolit"} == published
    for match in shelf:
        assert match.games % len(match.assignments) == 0
        assert all(spec["playouts"] >= 500 for spec in match.types.values())


def test_a_sweep_has_a_panel_per_number_of_players_with_both_lines():
    cells = results.cells(table="5.1")
    figure = plot_sweep(cells, "focus")
    assert [axes.get_title().partition("\n")[0] for axes in figure.axes] == ["2 players", "3 players", "4 players"]
    published = cells[(cells["game"] == "focus") & (cells["players"] == 2)]
    drawn = {line.get_label(): list(line.get_ydata()) for line in figure.axes[0].lines}
    assert sorted(drawn["published"]) == sorted(published["value"])


def test_a_sweep_of_an_unknown_game_gets_a_sentence():
    with pytest.raises(ValueError, match="have no game 'chess'"):
        plot_sweep(results.cells(table="5.1"), "chess")


def test_a_part_of_a_run_is_chosen_by_cell_and_seats_everybody_fairly(tmp_path, capsys):
    store = str(tmp_path / "part.sqlite")
    part = ["--cell", "rolit-3/2500ms/W=5/", "--games", "7", "--store", store]
    assert cli.main(["run", "table-5.1", "--scale", "quick", "--quiet", *part]) == 0
    with Store(store) as opened:
        seats = [record.seats.split("-") for record in opened.records()]
        (match,) = opened.matches().values()
    assert match.cell.startswith("rolit-3/2500ms/W=5/")
    assert sorted(map(tuple, seats)) == sorted(match.assignments)
