"""The `mctslib` command. Results go to standard output, everything else to standard error."""

import argparse
import json
import sys

WRONG_CALL, FAILURE = 2, 1


def main(arguments=None):
    """Run a command; the exit code is 0 when done, 2 for a wrong call, 1 for a failure."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (ValueError, TypeError) as error:
        print(f"mctslib: {error}", file=sys.stderr)
        return WRONG_CALL
    except (OSError, RuntimeError, MemoryError) as error:
        print(f"mctslib: {error}", file=sys.stderr)
        return FAILURE
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
    from mctslib.experiments.bench import games_to_measure, measure
    from mctslib.experiments.bench_search import MEASURED, report

    if not options.seconds > 0:
        raise ValueError(f"--seconds must be above 0, not {options.seconds}.")
    rows = []
    for game in games_to_measure(options.game, options.players):
        print(f"mctslib: measuring {game}", file=sys.stderr)
        rows += measure(game, options.seconds)
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'game':<18}{'players':>7}  {'what':<25}{'per second':>12}{'C++ loop':>12}{'ratio':>8}")
    for row in rows:
        reference = f"{row['reference']:,.0f}" if row["reference"] else "-"
        ratio = f"{row['ratio']:.2f}" if row["ratio"] else "-"
        line = f"{row['game']:<18}{row['players']:>7}  {row['what']:<25}{row['per_second']:>12,.0f}"
        print(f"{line}{reference:>12}{ratio:>8}")
    for game in games_to_measure(options.game, options.players):
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


if __name__ == "__main__":
    sys.exit(main())
