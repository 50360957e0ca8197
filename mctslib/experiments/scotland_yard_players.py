"""The MCTS players of nijssen2013, chapter 7, and games of one hider against seekers of one kind."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from mctslib import rng as generator
from mctslib.experiments.play import play_game
from mctslib.experiments.statistics import wilson_interval
from mctslib.games import make_game
from mctslib.search.options import Greedy, ProgressiveHistory
from mctslib.search.players import MCTS

EPSILON = (0.1, 0.2)  # Mister X, detectives
_COMMON = {"C": 0.5, "selection": ProgressiveHistory(W=5)}


def mcts_hider(playouts, **changes):
    """Mister X as in most tables of chapter 7: move filtering, MM playouts."""
    return MCTS(playouts, **(_COMMON | {"playout": Greedy(EPSILON, "MM"), "filter_moves": True} | changes))


def mcts_seeker(playouts, **changes):
    """A detective as in most tables of chapter 7: a single tree, MC playouts."""
    return MCTS(playouts, **(_COMMON | {"playout": Greedy(EPSILON, "MC")} | changes))


class SideResult(NamedTuple):
    """Games of one hider against five equal seekers."""

    games: int
    seekers_won: int
    records: list

    @property
    def percent(self):
        return 100 * self.seekers_won / self.games

    @property
    def interval(self):
        """The 95% Wilson interval of `percent`."""
        return tuple(100 * end for end in wilson_interval(self.seekers_won, self.games))


def play_sides(hider, seeker, games, seed=0, workers=None, progress=False):
    """Play games between a hider and five seekers; game number i starts from the same position for all players."""
    from tqdm import tqdm

    game = make_game("scotland_yard")
    players = [hider] + [seeker] * (game.players - 1)

    def play(index):
        return play_game(game, players, generator.seed_from(seed, game.name, index))

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        records = list(tqdm(pool.map(play, range(games)), total=games, unit="game", disable=not progress))
    return SideResult(games, round(sum(1 - record.scores[0] for record in records)), records)
