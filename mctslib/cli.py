"""The `mctslib` command. Results go to standard output, everything else to standard error."""

import argparse
import json
import sys

WRONG_CALL, FAILURE, INTERRUPTED = 2, 1, 130


def main(arguments=None):
    """Run a command; the exit code is 0 when done, 2 for a wrong call, 1 for a failure, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (ValueError, TypeError) as error:
        print(f"mctslib: {error}", file=sys.stderr)
        return WRONG_CALL
    except (OSError, RuntimeError, MemoryError) as error:
        print(f"mctslib: {error}", file=sys.stderr)
        return FAILURE
    except KeyboardInterrupt:
        print("mctslib: interrupted.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _parser():
    parser = argparse.ArgumentParser(prog="mctslib", description="Search in multi-player games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    games = commands.add_parser("games", help="list the games, player counts and sizes")
    games.set_defaults(run=_games)

    perft = commands.add_parser("perft", help="count the move sequences of a length from the start")
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("--players", type=int, required=True)
    perft.add_argument("--depth", type=int, required=True)
    perft.set_defaults(run=_perft)

    bench = commands.add_parser("bench", help="playouts and simulations per second on one core")
    bench.add_argument("--game", metavar="GAME")
    bench.add_argument("--players", type=int)
    bench.add_argument("--json", action="store_true")
    bench.add_argument("--seconds", type=float, default=1.0, help="per measurement (default: 1)")
    bench.set_defaults(run=_bench)

    calibrate = commands.add_parser("calibrate", help="node budgets at which minimax searches as deep as published")
    calibrate.add_argument("--game", metavar="GAME")
    calibrate.add_argument("--players", type=int)
    calibrate.add_argument("--positions", type=int, default=400, help="at most, per budget (default: 400)")
    calibrate.add_argument("--confirm", type=float, default=20.0, help="seconds of games per cell (default: 20)")
    calibrate.add_argument("--again", action="store_true", help="measure anew what the file already holds")
    calibrate.add_argument("--out", metavar="FOLDER", default="data/calibration", help="(default: data/calibration)")
    calibrate.add_argument("--figures", metavar="FOLDER", default="figures", help="(default: figures)")
    calibrate.set_defaults(run=_calibrate)

    distances = commands.add_parser("distances", help="the distance table of Chinese Checkers; made when first needed")
    distances.add_argument("--histogram", action="store_true", help="print how many placements have each distance")
    distances.set_defaults(run=_distances)

    _add_experiments(commands)

    locations = commands.add_parser("locations", help="gather the tables of Location Categorization from self-play")
    locations.add_argument("--games", type=int, default=1000, help="(default: 1000)")
    locations.add_argument("--playouts", type=int, default=10_000, help="per move, all players (default: 10000)")
    locations.add_argument("--seed", type=int, default=2013)
    locations.add_argument("--workers", type=int, help="threads (default: one per core)")
    locations.add_argument(
        "--tables", metavar="NAME", default="self_play", help="name of the tables (default: self_play)"
    )
    locations.add_argument("--out", metavar="FOLDER", default="data/location_tables", help="(default: %(default)s)")
    locations.set_defaults(run=_locations)
    return parser


def _add_experiments(commands):
    run = commands.add_parser("run", help="play the games of a published table that a store does not hold yet")
    run.add_argument("experiment", metavar="EXPERIMENT", help="e.g. table-5.1, or all; a wrong name lists them")
    run.add_argument("--scale", required=True, help="smoke, quick, desk, shelf or paper")
    run.add_argument("--game", help="only the matches of one game, e.g. rolit")
    run.add_argument("--cell", metavar="TEXT", help="only the cells whose name contains this, e.g. focus-2/2500ms/W=50")
    run.add_argument("--games", type=int, metavar="N", help="only about the first N games of each match")
    run.add_argument("--workers", type=int, help="threads on this machine (default: one per core)")
    run.add_argument("--scheduler", metavar="ADDR", help="play on a dask cluster, e.g. tcp://host:8786")
    run.add_argument("--store", metavar="FILE", help="default: data/records/work.sqlite")
    run.add_argument("--dry-run", action="store_true", help="print the plan with an estimated duration")
    run.add_argument("--quiet", action="store_true", help="no progress bar")
    run.set_defaults(run=_run)

    export = commands.add_parser("export", help="write the records of a store to a Parquet file, sorted by key")
    export.add_argument("--store", metavar="FILE")
    export.add_argument("--out", metavar="FILE.parquet", required=True)
    export.set_defaults(run=_export)

    bring_in = commands.add_parser("import", help="add the records of Parquet files to a store")
    bring_in.add_argument("files", metavar="FILE.parquet", nargs="+")
    bring_in.add_argument("--store", metavar="FILE")
    bring_in.set_defaults(run=_import)

    verify = commands.add_parser("verify", help="replay recorded games and compare them move by move")
    verify.add_argument("--store", metavar="FILE", help="default: the published records, data/records/*.parquet")
    verify.add_argument("--sample", type=int, default=20, metavar="K", help="how many games (default: 20)")
    verify.add_argument("--seed", type=int, help="choose the same sample again")
    verify.set_defaults(run=_verify)

    report = commands.add_parser("report", help="the scorecard as text: cells and claims, ours beside the published")
    report.add_argument("--store", metavar="FILE", help="count the games of a store as well")
    report.add_argument("--scale", default="recorded", help="only games of this scale (default: the largest recorded)")
    report.add_argument("--table", metavar="TABLE", help="the cells of one table, e.g. 5.1")
    report.set_defaults(run=_report)


def _games(options):
    from mctslib.games import definition_of, game_names

    print(f"{'game':<18}{'players':<12}{'moves':>8}{'at once':>9}{'words':>7}")
    for name in game_names():
        game = definition_of(name)
        counts = ", ".join(map(str, game.player_counts))
        print(f"{name:<18}{counts:<12}{game.num_moves:>8}{game.max_moves:>9}{game.state_size:>7}")


def _perft(options):
    from mctslib.games import make_game

    print(make_game(options.game, options.players).perft(options.depth))


def _bench(options):
    from mctslib.experiments import bench
    from mctslib.experiments.bench_search import MEASURED, report

    if not options.seconds > 0:
        raise ValueError(f"--seconds must be above 0, not {options.seconds}.")
    games = bench.games_to_measure(options.game, options.players)
    rows = []
    for game in games:
        print(f"mctslib: measuring {game}", file=sys.stderr)
        rows += bench.measure(game, options.seconds)
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    print(bench.rows_as_text(rows))
    print()
    print(bench.medians_as_text([game for game in games if game.has_move_ordering]))
    for game in games:
        if game.name in MEASURED:
            print(report(game, options.seconds))


def _calibrate(options):
    from mctslib.experiments.calibration import calibrate
    from mctslib.viz.calibration import plot_calibration
    from mctslib.viz.figures import save_figure

    budgets, depths = calibrate(
        options.game, options.players, options.positions, options.confirm, options.again, options.out
    )
    print(budgets.to_string(index=False))
    save_figure(plot_calibration(budgets, depths), "table_4_2_calibration", options.figures)


def _locations(options):
    from mctslib.experiments.location_tables import gather, table_7_1, table_7_2

    if options.games < 1:
        raise ValueError(f"--games must be 1 or more, not {options.games}.")
    path = gather(options.games, options.playouts, options.seed, options.workers, options.tables, options.out)
    print(table_7_1(options.tables, options.out).round(3).to_string())
    print(table_7_2(options.tables, options.out).round(1).to_string())
    print(path)


def _distances(options):
    from mctslib.games.chinese_checkers_table import histogram, load_table, table_path

    if not options.histogram:
        load_table()
        print(table_path())
        return
    for distance, count in enumerate(histogram()):
        print(distance, count)


def _run(options):
    from mctslib.experiments.commands import print_plan, run_experiment

    if options.workers is not None and options.scheduler:
        raise ValueError("Give --workers (threads here) or --scheduler (a cluster), not both.")
    part = {"game": options.game, "cell": options.cell, "games": options.games}
    if options.dry_run:
        print_plan(options.experiment, options.scale, options.store, options.workers, **part)
        return
    where = {"workers": options.workers, "scheduler": options.scheduler}
    run_experiment(options.experiment, options.scale, options.store, progress=not options.quiet, **where, **part)


def _export(options):
    from mctslib.experiments.commands import export_store

    export_store(options.store, options.out)


def _import(options):
    from mctslib.experiments.commands import import_files

    import_files(options.files, options.store)


def _verify(options):
    from mctslib.experiments.commands import verify_records

    verify_records(options.store, options.sample, options.seed)


def _report(options):
    from mctslib.experiments.commands import print_report

    print_report(options.scale, options.store, options.table)


if __name__ == "__main__":
    sys.exit(main())
