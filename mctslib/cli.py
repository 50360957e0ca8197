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

    distances = commands.add_parser("distances", help="the distance table of Chinese Checkers; made when first needed")
    distances.add_argument("--histogram", action="store_true", help="print how many placements have each distance")
    distances.set_defaults(run=_distances)
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
    from mctslib.experiments import bench

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
