"""What `mctslib run`, `export`, `import`, `verify` and `report` do. Results are printed; notices go to stderr."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from mctslib.experiments import exchange, runner
from mctslib.experiments.estimates import seconds_per_game, spoken
from mctslib.experiments.registry import all_matches, experiment_keys
from mctslib.experiments.scales import scale_named
from mctslib.experiments.seats import balanced_blocks, balanced_games
from mctslib.experiments.store import Store, StoreError, default_store
from mctslib.experiments.tables import EXPERIMENTS
from mctslib.experiments.verify import verify
from mctslib.games.base import listed


def notice(text):
    print(f"mctslib: {text}", file=sys.stderr, flush=True)


def _matches(name, scale, game=None, cell=None, games=None):
    """The matches of an experiment or of all, at a scale; perhaps only those of one game, those whose cell contains a
    text, or only the first games of each (as many as seat everybody fairly)."""
    found = all_matches(experiment_keys(name), scale_named(scale).name)
    chosen = [match for match in found if game in (None, match.game)]
    if not chosen:
        names = listed(dict.fromkeys(match.game for match in found))
        raise ValueError(f"{name} has no matches of {game!r}; its games are {names}.")
    if cell is not None:
        cells = [match.cell for match in chosen]
        chosen = [match for match in chosen if cell in match.cell]
        if not chosen:
            raise ValueError(f"No cell of {name} contains {cell!r}; a cell is called {cells[0]!r} or {cells[-1]!r}.")
    return chosen if games is None else [_first_games(match, games) for match in chosen]


def _first_games(match, games):
    if games < 1:
        raise ValueError(f"The number of games must be 1 or more, not {games}.")
    fair = balanced_games(games, balanced_blocks(tuple(match.types), match.players))
    return replace(match, games=min(match.games, fair))


def run_experiment(name, scale, store_path=None, workers=None, scheduler=None, progress=True, **part):
    """Play what a store lacks; returns the number of games played. `part`: game, cell, games (see `_matches`)."""
    matches = _matches(name, scale, **part)
    for reason in sorted({match.obstacle for match in matches if match.obstacle}):
        left_out = [match for match in matches if match.obstacle == reason]
        notice(f"{len(left_out)} of {len(matches)} matches are left out: {reason}")
    path = store_path or default_store()
    with Store(path, write=True) as store:
        played, stopped = runner.run(matches, store, workers, scheduler, progress)
        left = len(runner.plan(matches, store).games)
    word = "stopped" if stopped else "done"
    print(f"{word}: {played:,} games played, {left:,} left of {name} at scale {scale}; store {path}")
    if stopped:
        raise KeyboardInterrupt
    return played


def print_plan(name, scale, store_path=None, workers=None, **part):
    """The plan of a run: per experiment matches, games, budgets and estimated time, from a short measurement."""
    runner.check_workers(workers)
    matches = _matches(name, scale, **part)
    path = Path(store_path or default_store())
    if path.exists():
        with Store(path) as store:
            work = runner.plan(matches, store)
    else:
        work = runner.plan(matches, None)
    seconds = seconds_per_game({match.id: match for match, _ in work.games}.values(), _measuring)
    workers = workers or os.cpu_count() or 1
    print(f"{'experiment':<22}{'matches':>8}{'games':>10}{'done':>9}{'to play':>9}  {'per move':<26}{'one core':>9}")
    for key in dict.fromkeys(match.experiment for match in matches):
        mine = [match for match in matches if match.experiment == key and not match.obstacle]
        todo = [match for match, _ in work.games if match.experiment == key]
        games = sum(match.games for match in mine)
        cost = spoken(sum(seconds[match.id] for match in todo))
        line = f"{key:<22}{len(mine):>8}{games:>10,}{games - len(todo):>9,}{len(todo):>9,}  {_budget_range(mine):<26}"
        print(f"{line}{cost:>9}")
    for reason in sorted({match.obstacle for match in work.blocked}):
        left_out = [match for match in work.blocked if match.obstacle == reason]
        tables = ", ".join(dict.fromkeys(match.experiment for match in left_out))
        print(f"not runnable yet: {len(left_out)} matches of {tables}: {reason}")
    total = sum(seconds[match.id] for match, _ in work.games)
    print(f"{len(work.games):,} games to play at scale {scale}: about {spoken(total / workers)} with {workers} workers")


def _measuring(done, total):
    if sys.stderr.isatty():
        print(f"\rmctslib: measuring {done + 1}/{total} ", end="\n" if done + 1 == total else "", file=sys.stderr)


def _budget_range(matches):
    """ "74 to 227 playouts": what the players of some matches spend per move."""
    words = []
    for word in ("playouts", "nodes"):
        amounts = sorted({spec[word] for match in matches for spec in match.types.values() if word in spec})
        if amounts:
            span = f"{amounts[0]:,}" if len(amounts) == 1 else f"{amounts[0]:,} to {amounts[-1]:,}"
            words.append(f"{span} {word}")
    return ", ".join(words) or "-"


def export_store(store_path, out):
    """Write a store's records to a Parquet file."""
    with Store(store_path or default_store()) as store:
        count = exchange.export(store.records(), store.matches(), out)
    print(f"{count:,} games written to {out}")


def import_files(files, store_path):
    """Add the records of Parquet files to a store. All files are read first: a damaged one changes nothing."""
    contents = [exchange.read(path) for path in files]
    with Store(store_path or default_store(), write=True) as store:
        before = len(store.done())
        for records, matches in contents:
            for match in matches.values():
                store.add_match(match)
            for record in records:
                store.add(record)
        added = len(store.done()) - before
    print(f"{added:,} games added, {sum(len(records) for records, _ in contents) - added:,} were there already")


def verify_records(store_path, sample, seed):
    """Replay a sample of recorded games; a difference is a failure."""
    records, matches = [], {}
    if store_path:
        with Store(store_path) as store:
            records, matches = list(store.records()), store.matches()
    else:
        for path in exchange.record_files():
            more, defined = exchange.read(path)
            records, matches = records + more, matches | defined
    count, problems = verify(records, matches, sample, seed)
    for problem in problems:
        notice(problem)
    print(f"{count - len(problems)} of {count} replayed games are equal to their records, of {len(records):,} recorded")
    if problems:
        raise RuntimeError(f"{len(problems)} of {count} games differ from their records.")


def print_report(scale="recorded", store_path=None, table=None):
    """The scorecard, or the cells of one table."""
    from mctslib.experiments.scorecard import cells_text, scorecard_text

    if scale != "recorded":
        scale_named(scale)
    if table is not None and table not in {experiment.table for experiment in EXPERIMENTS.values()}:
        raise ValueError(f"There is no table {table!r} in the registry; give one like 5.1.")
    if store_path and not Path(store_path).exists():
        raise StoreError(f"There is no store {store_path}.")
    print(cells_text(table, scale, store_path) if table else scorecard_text(scale, store_path))


def play_missing(name, scale, **options):
    """For notebooks: play what a scale still lacks; nothing to do at "recorded", which reads data/records."""
    if scale != "recorded":
        run_experiment(name, scale, **options)
