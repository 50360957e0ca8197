"""The repository itself: dependencies, notebooks, the command line, the cache, start-up time."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import mctslib as ml
from mctslib import cli, compiling
from mctslib.experiments import bench_search

ROOT = Path(__file__).parents[1]


def test_conda_and_pip_name_the_same_packages_and_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    pip = {*project["dependencies"], *extras["dev"], *extras["cluster"], "python" + project["requires-python"]}
    lines = [line.strip() for line in (ROOT / "environment.yml").read_text().splitlines()]
    conda = {line[2:] for line in lines if line.startswith("- ") and line[2:] not in ("pip", "pip:", "--no-deps -e .")}
    assert conda == pip


def test_the_lock_fits_the_bounds_and_names_no_hosts():
    from packaging.requirements import Requirement

    locked = dict(line.split("==") for line in (ROOT / "requirements.lock").read_text().split())
    locked = {name.lower(): version for name, version in locked.items()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for text in [*project["dependencies"], *extras["dev"], *extras["cluster"]]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(locked[requirement.name]), text


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_are_ready_for_papermill(path):
    notebook = json.loads(path.read_text())
    tagged = [cell for cell in notebook["cells"] if "parameters" in cell["metadata"].get("tags", [])]
    assert len(tagged) == 1
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"


def run(capsys, *arguments):
    code = cli.main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_command_line(capsys):
    assert run(capsys, "perft", "rolit", "--players", "4", "--depth", "3")[:2] == (0, "136\n")
    assert "rolit" in run(capsys, "games")[1]
    code, out, _ = run(capsys, "bench", "--game", "rolit", "--players", "4", "--json", "--seconds", "0.05")
    rows = json.loads(out)
    assert code == 0
    assert set(rows[0]) == {"game", "players", "what", "per_second", "reference", "ratio"}
    searches = [f"playout:{name}" for name in ("one_ply", "two_ply_maxn", "two_ply_paranoid", "two_ply_brs")]
    minimax = ["minimax:maxn", "minimax:paranoid", "minimax:brs"]
    expected = ["playout:random", "playout:smo", *searches, "mcts:uct", "mcts:ph", *minimax]
    assert [row["what"] for row in rows] == expected


def test_the_cost_of_options_and_the_memory_of_a_search():
    game = ml.make_game("rolit", players=4)
    rates = bench_search.overheads(game, seconds=0.05, rounds=1)
    assert set(rates) == {"uct", "ph", "paranoid", "brs", "solver"}
    assert min(rates.values()) > 1000
    (few, few_nodes, _), (many, many_nodes, size) = bench_search.memory(game, budgets=(100, 1000))
    assert (few, many) == (100, 1000)
    assert few_nodes < many_nodes < size < 1000 * many


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["perft", "ludo", "--players", "4", "--depth", "3"], "no game called"),
        (["perft", "rolit", "--players", "5", "--depth", "3"], "2, 3 or 4 players"),
        (["perft", "rolit", "--players", "4", "--depth", "-1"], "depth is"),
        (["bench", "--seconds", "0"], "above 0"),
        (["calibrate", "--game", "ludo"], "no game called"),
        (["calibrate", "--game", "rolit", "--players", "2"], "no rolit with 2 players"),
        (["calibrate", "--positions", "3"], "positions must be"),
        (["calibrate", "--confirm", "-1"], "from 0"),
    ],
)
def test_wrong_calls_get_a_sentence(capsys, arguments, sentence):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


FIRST_SEARCH = """
import mctslib as ml
print(ml.search(ml.make_game("rolit", players=4).initial_state(), ml.MCTS(playouts=100)).move)
"""


def processor_seconds_of_children():
    """Not by the clock: other work on the machine would count."""
    return sum(os.times()[2:4])


def test_first_search_cold_and_warm(tmp_path):
    seconds, messages = [], []
    for _ in range(3):
        started = processor_seconds_of_children()
        done = subprocess.run(
            [sys.executable, "-c", FIRST_SEARCH],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"MCTSLIB_CACHE": str(tmp_path)},
        )
        seconds.append(processor_seconds_of_children() - started)
        messages.append(done.stderr)
    assert seconds[0] < 40  # 10 s where the C++ loop does 430,000 Rolit playouts/s, 20 s where it does 210,000
    assert min(seconds[1:]) < 3
    assert messages[0].count("\n") == 1
    assert messages[1] == ""


def test_the_cache_key_changes_with_any_source(tmp_path, monkeypatch):
    before = compiling.sources_hash()
    copy = tmp_path / "mctslib"
    for path in [*compiling._PACKAGE.rglob("*.py"), *compiling._PACKAGE.rglob("*.csv")]:
        target = copy / path.relative_to(compiling._PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    monkeypatch.setattr(compiling, "_PACKAGE", copy)
    assert compiling.sources_hash() == before
    changed = {before}
    for name in ("bits.py", "games/data/scotland_yard_edges.csv"):
        (copy / name).write_text("# changed\n")
        changed.add(compiling.sources_hash())
    assert len(changed) == 3


def test_seats_of_table_4_1():
    assert [len(ml.seat_assignments("AB", n)) for n in (3, 4, 6)] == [6, 14, 62]
    assert [len(ml.seat_assignments("ABC", n)) for n in (3, 4, 6)] == [6, 36, 540]


def test_a_match_is_balanced():
    match = ml.play_match(
        ml.make_game("rolit", 3), {"A": ml.RandomPlayer(), "B": ml.RandomPlayer()}, games=60, progress=False
    )
    assert match.balanced
    assert match.table["wins"].sum() == pytest.approx(60)
