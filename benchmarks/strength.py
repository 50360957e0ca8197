"""Sanity by play: matches whose result is known beforehand, with fixed seeds. Exit code 1 if one comes out otherwise.

    python benchmarks/strength.py [--games 200] [--workers 2] [--only TEXT]

More playouts win, playouts with knowledge beat random ones, and Progressive History beats UCT (nijssen2013, Table 5.1).
"""

import argparse
import sys
import time
from typing import NamedTuple

import mctslib as ml


class Match(NamedTuple):
    """A match; the first player must win at least this share of the games."""

    what: str
    game: str
    seats: int
    subject: ml.MCTS
    rival: ml.MCTS
    at_least: float  # per cent
    published: float | None = None  # per cent, at 2500 ms per move


def matches():
    greedy = {"playout": ml.Greedy()}
    history = {"selection": ml.ProgressiveHistory(W=5)}
    listed = [
        Match("1000 : 100 playouts", game, seats, ml.MCTS(1000, **greedy), ml.MCTS(100, **greedy), 70)
        for game, seats in (("chinese_checkers", 2), ("focus", 2), ("rolit", 2), ("blokus", 4))
    ]
    # Far ahead, all playouts of a greedy player win whatever he does: without a discount no move seems better than
    # another, and in Chinese Checkers he does not bring the game home (docs/ASSUMPTIONS.md, row 96).
    hurried = {"discount": 0.01}
    unfinished = {"playout_cap": 200}  # 99.8% of random playouts do not end within 1,000 plies either: see row 65
    listed += [
        Match("greedy : random", game, 2, ml.MCTS(100, **greedy, **hurried), ml.MCTS(100, **hurried, **capped), 80)
        for game, capped in (("chinese_checkers", unfinished), ("focus", {}))
    ]
    listed += [
        Match("PH(W=5) : UCT", game, 2, ml.MCTS(budget, **greedy, **history), ml.MCTS(budget, **greedy), 50, published)
        for game, budget, published in (
            ("chinese_checkers", 5000, 83.5),  # with 1000 playouts there is no difference yet
            ("focus", 1000, 72.1),
            ("rolit", 1000, 79.7),
        )
    ]
    return listed


def play(match, games, workers):
    """Returns (share won by the subject, lower and upper end of its 95% Wilson interval), in per cent."""
    game = ml.make_game(match.game, match.seats)
    players = {"subject": match.subject, "rival": match.rival}
    games -= games % len(ml.seat_assignments(list(players), match.seats))  # balanced seats
    table = ml.play_match(game, players, games=games, seed=2013, workers=workers, progress=False).table
    return games, *table.loc["subject", ["win rate %", "low %", "high %"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="per match (default: 200)")
    parser.add_argument("--workers", type=int, default=None, help="threads (default: one per core)")
    parser.add_argument("--only", default="", help="matches whose line contains this text")
    options = parser.parse_args()
    failed = 0
    print(
        f"{'match':<22}{'game':<20}{'seats':>5}{'games':>7}{'won':>8}   {'interval':<16}{'wanted':>8}{'published':>11}"
    )
    for match in matches():
        if options.only not in f"{match.what} {match.game}":
            continue
        started = time.perf_counter()
        games, won, low, high = play(match, options.games, options.workers)
        reached = won >= match.at_least if match.at_least > 50 else low > 50
        failed += not reached
        published = f"{match.published:.1f}" if match.published else "-"
        print(
            f"{match.what:<22}{match.game:<20}{match.seats:>5}{games:>7}{won:>7.1f}%   [{low:4.1f}, {high:4.1f}]"
            f"{'':<4}{f'>= {match.at_least}' if match.at_least > 50 else '> 50':>8}{published:>11}"
            f"  {'ok' if reached else 'FAILED'}  {time.perf_counter() - started:.0f} s",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
