"""Compare the minimax family with plain searches that prune nothing: values must be equal, to the last bit.

    python benchmarks/minimax_equality.py [--positions 500] [--game G] [--nodes 2000]

Every position of the sample is compared at depths 1 to 4 with the game thinned to three moves per player (Best-Reply
Search has up to 15 moves in a layer then), and with all moves at those of the depths 1 to 4 at which the tree without
pruning has at most `--nodes` nodes. The random term is off. Prints a table and exits with 1 if any value differs.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tqdm import tqdm

import mctslib as ml
from mctslib.games import definition_of
from tests.naive.minimax import compare, policies_of, positions, thinned

WIDTH = 3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--game", choices=ml.game_names())
    options = parser.parse_args()
    names = [options.game] if options.game else [n for n in ml.game_names() if definition_of(n).evaluate]
    variants = [(name, players) for name in names for players in definition_of(name).player_counts]
    wrong = 0
    print(f"{'game':<18}{'players':>7}  {'policy':<10}{'depth':>5}{'thinned':>9}{'all moves':>11}{'different':>11}")
    started = time.perf_counter()
    for name, players in tqdm(variants, unit="variant"):
        game = ml.make_game(name, players)
        game.load_table()
        sample = positions(game, options.positions, seed=1)
        narrow = thinned(game, WIDTH)
        narrow.__dict__["_table"] = game.table
        for policy in policies_of(game):
            small = sample  # positions whose tree of all moves was small enough so far
            for depth in (1, 2, 3, 4):
                thin, thin_wrong = compare(narrow, sample, policy, depth)
                small, full_wrong = compare(game, small, policy, depth, options.nodes)
                wrong += thin_wrong + full_wrong
                counts = f"{len(thin):>9}{len(small):>11}{thin_wrong + full_wrong:>11}"
                print(f"{name:<18}{players:>7}  {policy:<10}{depth:>5}{counts}", flush=True)
    print(f"{wrong} values differ; {time.perf_counter() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
