"""mctslib: search in multi-player games, compiled once for all games.

>>> import mctslib as ml
>>> game = ml.make_game("rolit", players=4)
>>> record = ml.play_game(game, [ml.MCTS(playouts=50)] + [ml.RandomPlayer()] * 3, seed=7)
>>> len(record.moves)
60
"""

from mctslib.experiments.play import GameRecord, MatchResult, play_game, play_match
from mctslib.experiments.seats import seat_assignments
from mctslib.experiments.statistics import wilson_interval
from mctslib.games import define_game, game_names, make_game
from mctslib.games.base import HEADER, OVER, PASS, PLAYERS, PLY, TO_MOVE, Game, IllegalMove, State
from mctslib.search.expectimax_player import Expectimax, ExpectimaxResult
from mctslib.search.inspection import SearchResult, search
from mctslib.search.location_categories import LocationCategories
from mctslib.search.minimax_player import Minimax, MinimaxResult
from mctslib.search.options import (
    RAVE,
    UCT,
    ExtendedRAVE,
    Greedy,
    OnePly,
    ProgressiveAMAF,
    ProgressiveBias,
    ProgressiveHistory,
    Random,
    SeparateTrees,
    SingleTree,
    TwoPly,
    UCB1Tuned,
)
from mctslib.search.players import MCTS, GreedyPlayer, RandomPlayer

__version__ = "0.1.0"

__all__ = [
    "HEADER",
    "MCTS",
    "OVER",
    "PASS",
    "PLAYERS",
    "PLY",
    "RAVE",
    "TO_MOVE",
    "UCT",
    "Expectimax",
    "ExpectimaxResult",
    "ExtendedRAVE",
    "Game",
    "GameRecord",
    "Greedy",
    "GreedyPlayer",
    "IllegalMove",
    "LocationCategories",
    "MatchResult",
    "Minimax",
    "MinimaxResult",
    "OnePly",
    "ProgressiveAMAF",
    "ProgressiveBias",
    "ProgressiveHistory",
    "Random",
    "RandomPlayer",
    "SearchResult",
    "SeparateTrees",
    "SingleTree",
    "State",
    "TwoPly",
    "UCB1Tuned",
    "define_game",
    "game_names",
    "make_game",
    "play_game",
    "play_match",
    "search",
    "seat_assignments",
    "wilson_interval",
]
