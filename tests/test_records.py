"""Records that survive: sealing, the store, Parquet, threads and dask, kills, damage, wrong calls, full disks."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from mctslib import cli
from mctslib.experiments import exchange, runner
from mctslib.experiments import store as store_module
from mctslib.experiments.records import play, scan, seal, unseal
from mctslib.experiments.registry import Match, matches
from mctslib.experiments.store import Damaged, Store, StoreError
from mctslib.experiments.verify import verify

ROOT = Path(__file__).parents[1]


def small_match(games=24, playouts=8, cell="rolit-3"):
    types = {name: {"kind": "MCTS", "playouts": playouts, "C": c} for name, c in (("a", 0.2), ("b", 0.7))}
    return Match("test", cell, "rolit", 3, types, games)


@pytest.fixture(scope="module")
def records():
    """The games of a registered match, so that its definition can be found again by its id."""
    match = next(match for match in matches("table-5.1", "smoke") if (match.game, match.players) == ("rolit", 2))
    return match, [play(match, number)[0] for number in range(30)]


@pytest.fixture
def quiet(monkeypatch):
    lines = []
    monkeypatch.setattr(store_module, "say", lines.append)
    monkeypatch.setattr(exchange, "say", lines.append)
    return lines


def stored(path, match, records):
    with Store(path, write=True) as store:
        store.add_match(match)
        for record in records:
            store.add(record, 0.1)
    return path


def contents(path):
    with Store(path) as store:
        return list(store.records())


def run(path, match, **options):
    with Store(path, write=True) as store:
        runner.run([match], store, progress=False, **options)
    return contents(path)


def test_a_sealed_record_comes_back_and_a_changed_bit_is_noticed(records):
    _, games = records
    row = seal(games[0])
    assert unseal(row) == games[0]
    for position in range(len(row)):
        changed = bytearray(row)
        changed[position] ^= 1 << (position % 8)
        assert unseal(bytes(changed)) is None
    assert scan(b"before" + row + row[:-1] + seal(games[1])) == {game.key: game for game in games[:2]}


def test_a_game_is_a_function_of_match_and_number():
    match = small_match()
    assert play(match, 5)[0] == play(match, 5)[0]
    assert play(match, 5)[0].moves != play(match, 5 + len(match.assignments))[0].moves
    assert match.seed(5) != small_match(cell="another").seed(5)


def test_one_two_and_four_workers_give_the_same_records(tmp_path):
    match = small_match()
    first, *others = (run(tmp_path / f"{workers}.sqlite", match, workers=workers) for workers in (1, 2, 4))
    assert len(first) == match.games
    assert others == [first, first]


def test_equal_runs_export_equal_files(tmp_path, records):
    match, games = records
    shuffled = random.Random(1).sample(games, len(games))
    files = []
    for name, order in (("a", games), ("b", shuffled)):
        path = stored(tmp_path / f"{name}.sqlite", match, order)
        with Store(path) as store:
            exchange.export(store.records(), store.matches(), tmp_path / f"{name}.parquet")
        files.append((tmp_path / f"{name}.parquet").read_bytes())
    assert files[0] == files[1]
    assert exchange.read(tmp_path / "a.parquet") == (games, {match.id: match})


def test_other_programs_read_the_parquet_file(tmp_path, records):
    import pandas as pd

    match, games = records
    exchange.export(games, {match.id: match}, tmp_path / "a.parquet")
    frame = pd.read_parquet(tmp_path / "a.parquet")
    assert list(frame["number"]) == list(range(30))
    assert list(frame["plies"]) == [game.plies for game in games]
    assert "seconds" not in frame


def test_records_are_never_stored_twice(tmp_path, records):
    match, games = records
    path = stored(tmp_path / "a.sqlite", match, games + games[:7])
    assert contents(path) == games


def test_a_run_resumes_what_the_store_holds(tmp_path):
    match = small_match(games=12)
    half = Match(**{**match.__dict__, "games": 6})
    run(tmp_path / "a.sqlite", half, workers=1)
    with Store(tmp_path / "a.sqlite", write=True) as store:
        assert runner.run([match], store, workers=1, progress=False) == (6, False)
    assert contents(tmp_path / "a.sqlite") == run(tmp_path / "b.sqlite", match)


def test_two_runs_cannot_use_a_store_at_once(tmp_path):
    with Store(tmp_path / "a.sqlite", write=True), pytest.raises(StoreError, match="Another run is using"):
        Store(tmp_path / "a.sqlite", write=True).__enter__()


# ---------------------------------------------------------------------------- damage


def read_or_complaint(path):
    try:
        return contents(path)
    except Damaged as error:
        return str(error)


def test_a_flipped_bit_in_the_store_costs_one_game_at_most(tmp_path, records, quiet):
    match, games = records
    whole = stored(tmp_path / "a.sqlite", match, games).read_bytes()
    moments = random.Random(3)
    noticed = 0
    for attempt in range(60):
        path = tmp_path / f"{attempt}.sqlite"
        damaged = bytearray(whole)
        row = whole.index(seal(games[attempt % 30])) if attempt < 30 else 0
        position = row + moments.randrange(200) if row else moments.randrange(len(whole))
        damaged[position] ^= 1 << moments.randrange(8)
        path.write_bytes(damaged)
        before = read_or_complaint(path)
        with Store(path, write=True) as store:
            saved = list(store.records())
        assert all(record in games for record in saved)
        assert len(saved) >= len(games) - 1
        if isinstance(before, str):
            noticed += 1
            assert str(path) in before
        else:
            assert before == saved == games
    assert noticed >= 30  # every flip inside a row


def test_a_store_cut_short_keeps_its_whole_rows(tmp_path, records, quiet):
    match, games = records
    whole = stored(tmp_path / "a.sqlite", match, games).read_bytes()
    for length in (1, 50, 5000, len(whole) // 2, len(whole) - 40_000, len(whole) - 1):
        path = tmp_path / f"{length}.sqlite"
        path.write_bytes(whole[:length])
        with pytest.raises(Damaged, match="is damaged"):
            contents(path)
        with Store(path, write=True) as store:
            assert {record.key: record for record in store.records()} == scan(whole[:length])
        assert Path(f"{path}.damaged-1").read_bytes() == whole[:length]
    assert any("whole games are saved" in line for line in quiet)


def test_a_game_longer_than_a_page_is_saved_from_a_damaged_store(tmp_path, records, quiet):
    match, games = records
    long = replace(games[0], number=30, moves=tuple(range(256)) * 100)
    path = stored(tmp_path / "a.sqlite", match, [*games, long])
    damaged = bytearray(path.read_bytes())
    assert seal(long) not in damaged  # in several pieces
    damaged[damaged.index(seal(games[7])) + 60] ^= 1
    path.write_bytes(damaged)
    with Store(path, write=True) as store:
        assert list(store.records()) == [*games[:7], *games[8:], long]


def test_a_damaged_journal_loses_nothing(tmp_path, records, quiet):
    """SQLite drops all that follows a damaged page of its journal, without a word; the rows are still there."""
    match, games = records
    writer = Store(tmp_path / "a.sqlite", write=True).__enter__()
    writer.add_match(match)
    for game in games:
        writer.add(game)
    copy = tmp_path / "b.sqlite"
    copy.write_bytes((tmp_path / "a.sqlite").read_bytes())
    journal = bytearray((tmp_path / "a.sqlite-wal").read_bytes())
    writer.close()
    first = journal.index(seal(games[3]))
    journal[first + 60] ^= 4
    Path(f"{copy}-wal").write_bytes(journal)
    with pytest.raises(Damaged, match=f"{len(games)} whole games are in it"), Store(copy):
        pass
    with Store(copy, write=True) as store:
        assert list(store.records()) == games
    assert any("from the journal" in line for line in quiet)


def test_a_damaged_parquet_file_is_named_and_its_whole_rows_are_used(tmp_path, records, quiet):
    match, games = records
    path = tmp_path / "a.parquet"
    exchange.export(games, {match.id: match}, path)
    whole = path.read_bytes()
    moments = random.Random(5)
    for attempt in range(80):
        if attempt < 60:
            damaged = bytearray(whole)
            damaged[moments.randrange(len(whole))] ^= 1 << moments.randrange(8)
        else:
            damaged = whole[: moments.randrange(len(whole))]
        path.write_bytes(damaged)
        with pytest.raises(Damaged, match=r"a\.parquet is damaged"):
            exchange.read(path)
        saved, _ = exchange.read_whole_rows(path)
        assert {record.key: record for record in saved} == scan(bytes(damaged))
        assert all(record in games for record in saved)
        assert attempt >= 60 or len(saved) >= 29


def test_import_of_a_damaged_file_changes_nothing(tmp_path, records, capsys):
    match, games = records
    exchange.export(games[:10], {match.id: match}, tmp_path / "good.parquet")
    exchange.export(games[10:], {match.id: match}, tmp_path / "bad.parquet")
    (tmp_path / "bad.parquet").write_bytes((tmp_path / "bad.parquet").read_bytes()[:-30])
    files = [str(tmp_path / name) for name in ("good.parquet", "bad.parquet")]
    store = ["--store", str(tmp_path / "a.sqlite")]
    assert cli.main(["import", *files, *store]) == 2
    assert "bad.parquet is damaged" in capsys.readouterr().err
    assert not (tmp_path / "a.sqlite").exists()
    assert cli.main(["import", files[0], *store]) == 0
    assert cli.main(["import", files[0], *store]) == 0
    assert "0 games added, 10 were there already" in capsys.readouterr().out
    assert contents(tmp_path / "a.sqlite") == games[:10]


# ---------------------------------------------------------------------------- verification


def test_verify_replays_and_notices_a_changed_move(tmp_path, records, capsys):
    match, games = records
    assert verify(games, {match.id: match}, sample=4, seed=1) == (4, [])
    wrong = [type(game)(**{**game.__dict__, "moves": (*game.moves[:-2], 0, 0)}) for game in games[:2]]
    count, problems = verify(wrong, {match.id: match}, sample=2)
    assert count == len(problems) == 2
    assert "came out different: move" in problems[0]
    path = stored(tmp_path / "a.sqlite", match, wrong)
    assert cli.main(["verify", "--store", str(path), "--sample", "1"]) == 1
    assert "differ from their records" in capsys.readouterr().err


# ---------------------------------------------------------------------------- interruptions


def test_kill_and_start_again_gives_the_same_records(tmp_path):
    """A small version of benchmarks/survival.py, which does 20 kills of a 400-game run."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        from survival import survive
    finally:
        sys.path.pop(0)
    hits, count, same = survive(tmp_path, games=60, kills=4, seed=2)
    assert (hits, count, same) == (4, 60, True)


def test_ctrl_c_stops_after_the_running_games(tmp_path, monkeypatch):
    match = small_match(games=2000)
    before = signal.getsignal(signal.SIGINT)
    with Store(tmp_path / "a.sqlite", write=True) as store:
        add = store.add

        def add_and_interrupt(record, seconds):
            add(record, seconds)
            if len(store.done()) == 5:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(store, "add", add_and_interrupt)
        played, stopped = runner.run([match], store, workers=2, progress=False)
    assert stopped
    assert 5 <= played < 20  # the games that were running, not those that waited
    assert signal.getsignal(signal.SIGINT) is before
    assert len(contents(tmp_path / "a.sqlite")) == played


def test_dask_with_a_killed_worker_gives_the_same_records(tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr(runner, "CHUNK_SECONDS", 0.05)
    match = small_match(games=60)
    expected = run(tmp_path / "threads.sqlite", match, workers=2)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Store(tmp_path / "dask.sqlite", write=True) as store,
    ):
        added, add = [], store.add

        def add_and_kill(record, seconds):
            add(record, seconds)
            added.append(record)
            if len(added) == 5:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)

        monkeypatch.setattr(store, "add", add_and_kill)
        runner.run([match], store, scheduler=cluster.scheduler_address, progress=False)
    assert contents(tmp_path / "dask.sqlite") == expected


# ---------------------------------------------------------------------------- wrong calls


def failing(capsys, *arguments):
    """A command that must fail with exit code 2, nothing on standard output and one line on standard error."""
    code = cli.main(list(arguments))
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    lines = [line for line in captured.err.splitlines() if "left out" not in line]
    assert len(lines) == 1, captured.err
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "table-9.9", "--scale", "smoke"], "no experiment called 'table-9.9'"),
        (["run", "table-5.1", "--scale", "huge"], "A scale is smoke, quick, desk, shelf or paper"),
        (["run", "table-4.7", "--scale", "smoke", "--game", "rolit"], "no matches of 'rolit'; its games are focus"),
        (["run", "table-5.1", "--scale", "paper", "--cell", "W=17"], "No cell of table-5.1 contains 'W=17'"),
        (["run", "table-5.1", "--scale", "paper", "--games", "0"], "must be 1 or more, not 0"),
        (["run", "table-5.1", "--scale", "smoke", "--workers", "0"], "workers must be a whole number"),
        (["run", "table-5.1", "--scale", "smoke", "--workers", "1", "--scheduler", "tcp://x:1"], "not both"),
        (["run", "table-5.1", "--scale", "smoke", "--scheduler", "nonsense://x"], "No dask scheduler answers"),
        (["export", "--out", "x.parquet"], "There is no store"),
        (["verify", "--sample", "0"], "There is no store"),
        (["report", "--scale", "huge"], "A scale is"),
        (["report", "--table", "9.9"], "no table '9.9'"),
    ],
)
def test_wrong_calls_get_a_sentence(tmp_path, capsys, arguments, sentence):
    store = [] if arguments[0] == "report" else ["--store", str(tmp_path / "a.sqlite")]
    assert sentence in failing(capsys, *arguments, *store)


def test_an_unreachable_scheduler_is_given_up_within_seconds(tmp_path, capsys):
    started = time.perf_counter()
    store = ["--store", str(tmp_path / "a.sqlite")]
    sentence = failing(capsys, "run", "table-5.1", "--scale", "smoke", "--scheduler", "tcp://127.0.0.1:9", *store)
    assert "No dask scheduler answers at 'tcp://127.0.0.1:9'" in sentence
    assert time.perf_counter() - started < 30


def test_a_file_that_is_no_store_is_left_alone(tmp_path, capsys):
    text = tmp_path / "notes.txt"
    text.write_text("not a database\n" * 100)
    assert "is not a store" in failing(capsys, "run", "table-5.1", "--scale", "smoke", "--store", str(text))
    assert text.read_text() == "not a database\n" * 100
    assert "notes.txt" in failing(capsys, "export", "--store", str(text), "--out", str(tmp_path / "x.parquet"))


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system of 600 kB, where the test may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(options):
        return subprocess.run(["mount", *options, str(folder)], capture_output=True).returncode == 0

    try:
        mounted = mount(["-t", "tmpfs", "-o", "size=600k", "tmpfs"])
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("file systems cannot be mounted here")
    yield folder, mount
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_loses_nothing(tiny_disk, records):
    folder, mount = tiny_disk
    match = small_match(games=400, playouts=4)
    path = folder / "a.sqlite"
    with pytest.raises(StoreError, match="is full; the games stored so far are safe"):
        run(path, match)
    kept = contents(path)
    assert kept
    assert all(play(match, record.number)[0] == record for record in kept[:3])
    with pytest.raises(StoreError, match="is full"):
        exchange.export([*kept] * 1, {match.id: match}, folder / "a.parquet")
    assert not list(folder.glob("*.parquet*"))
    mount(["-o", "remount,size=8m"])
    assert len(run(path, match)) == 400


def test_a_read_only_folder_gets_a_sentence(tiny_disk, capsys, records):
    folder, mount = tiny_disk
    match, games = records
    mount(["-o", "remount,size=8m"])
    stored(folder / "a.sqlite", match, games)
    mount(["-o", "remount,ro"])
    for name in ("a.sqlite", "new.sqlite", "sub/new.sqlite"):
        store = str(folder / name)
        assert "read-only" in failing(capsys, "run", "table-5.1", "--scale", "smoke", "--store", store)
    mount(["-o", "remount,rw"])
    assert contents(folder / "a.sqlite") == games


def test_a_repair_that_was_killed_is_finished(tmp_path, records):
    """The last two steps of a repair: the damaged file steps aside, the saved rows take its place."""
    match, games = records
    path = stored(tmp_path / "a.sqlite", match, games)
    os.replace(path, tmp_path / "a.sqlite.saving")
    with Store(path, write=True) as store:
        assert list(store.records()) == games


def test_a_closed_store_is_one_file(tmp_path, records):
    match, games = records
    path = stored(tmp_path / "a.sqlite", match, games)
    contents(path)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.sqlite", "a.sqlite.lock"]


def test_the_published_records_can_be_replayed(capsys):
    assert cli.main(["verify", "--sample", "3", "--seed", "4"]) == 0
    assert capsys.readouterr().out.startswith("3 of 3 replayed games are equal to their records")


def test_a_wrong_scheduler_gives_one_line_and_nothing_else():
    for address in ("foo", "", "tcp://host:notaport", "tcp://127.0.0.1:9"):
        command = [sys.executable, "-m", "mctslib.cli", "run", "table-5.1", "--scale", "smoke", "--scheduler", address]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 2
        assert len(done.stderr.strip().splitlines()) == 1
        assert "No dask scheduler answers" in done.stderr
