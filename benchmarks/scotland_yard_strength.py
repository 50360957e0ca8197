"""Scotland Yard at 1,000 playouts per move: `make strength-yard`. What nijssen2013, chapter 7, finds must hold here.

Move filtering helps the hider; seekers with MC playouts beat seekers with random ones; a single tree beats separate
trees; Coalition Reduction with r = 1, everybody for himself, is far worse than with r = 0.1. All cells start from the
same positions.
"""

import argparse
import sys
import time
from typing import NamedTuple

import mctslib as ml
from mctslib.experiments.scotland_yard_players import mcts_hider, mcts_seeker, play_sides


class Cell(NamedTuple):
    """A kind of hider against a kind of seekers."""

    what: str
    hider: ml.MCTS
    seeker: ml.MCTS


def cells(playouts):
    hider, seeker = mcts_hider(playouts), mcts_seeker(playouts)
    return [
        Cell("single tree, MC", hider, seeker),
        Cell("random playouts", hider, mcts_seeker(playouts, playout=ml.Random())),
        Cell("r = 1", hider, mcts_seeker(playouts, coalition_reduction=1.0)),
        Cell("r = 0.1", hider, mcts_seeker(playouts, coalition_reduction=0.1)),
        Cell("r = 0.5", hider, mcts_seeker(playouts, coalition_reduction=0.5)),
        Cell("no move filtering", mcts_hider(playouts, filter_moves=False), seeker),
        Cell("separate, average", hider, mcts_seeker(playouts, determinization=ml.SeparateTrees("average"))),
        Cell("separate, vote", hider, mcts_seeker(playouts, determinization=ml.SeparateTrees("vote"))),
        Cell("minimum distance", hider, mcts_seeker(playouts, categories=ml.LocationCategories("minimum_distance"))),
    ]


CLAIMS = (  # the seekers of the first cell win more than those of the second
    ("move filtering helps the hider", "no move filtering", "single tree, MC"),
    ("MC beats random playouts", "single tree, MC", "random playouts"),
    ("single tree beats separate trees (average)", "single tree, MC", "separate, average"),
    ("single tree beats separate trees (vote)", "single tree, MC", "separate, vote"),
    ("r = 1 is worse than r = 0.1", "r = 0.1", "r = 1"),
)


def newcombe(more, less):
    """The 95% interval of a difference of win rates (Newcombe's method 10), in points."""
    high = ((more.interval[1] - more.percent) ** 2 + (less.percent - less.interval[0]) ** 2) ** 0.5
    low = ((more.percent - more.interval[0]) ** 2 + (less.interval[1] - less.percent) ** 2) ** 0.5
    difference = more.percent - less.percent
    return difference, difference - low, difference + high


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="per cell (default: 200)")
    parser.add_argument("--playouts", type=int, default=1000, help="per move (default: 1000)")
    parser.add_argument("--workers", type=int, default=None, help="threads (default: one per core)")
    parser.add_argument("--only", nargs="*", help="cells to play")
    options = parser.parse_args()
    results = {}
    print(f"{'cell':<22}{'games':>6}{'seekers won':>13}   interval")
    for cell in cells(options.playouts):
        if options.only and cell.what not in options.only:
            continue
        started = time.perf_counter()
        results[cell.what] = result = play_sides(cell.hider, cell.seeker, options.games, 2013, options.workers)
        low, high = result.interval
        seconds = time.perf_counter() - started
        print(
            f"{cell.what:<22}{result.games:>6}{result.percent:>12.1f}%   [{low:4.1f}, {high:4.1f}]  {seconds:.0f} s",
            flush=True,
        )
    failed = 0
    for claim, more, less in CLAIMS:
        if more in results and less in results:
            difference, low, high = newcombe(results[more], results[less])
            failed += difference <= 0
            verdict = "ok" if low > 0 else "right direction" if difference > 0 else "FAILED"
            print(f"{claim:<46}{difference:>+7.1f} points [{low:+.1f}, {high:+.1f}]  {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
