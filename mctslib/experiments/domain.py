"""The games of nijssen2013, chapter 3, as tables: evaluators, move ordering, Blokus' pieces, capped playouts."""

from math import prod

import numpy as np
import pandas as pd

from mctslib.drawing import PLAYER_NAMES
from mctslib.experiments.self_play import PUBLISHED
from mctslib.games import blokus
from mctslib.search.options import Greedy, Random
from mctslib.search.players import MCTS, GreedyPlayer, seeded_generator
from mctslib.search.playouts import play_out
from mctslib.search.workspace import searcher_for, workspace_for


def after_greedy_play(game, plies, epsilon=0.2, seed=1):
    """A position in the middle of a game, for examples: greedy moves with some random ones."""
    player = GreedyPlayer(epsilon)
    state = game.initial_state(seed)
    while state.ply < plies and not state.is_over:
        state = state.play(player.choose(game, state._array, seed).move)
    return state


def evaluation_table(state):
    """The board evaluator's value for each player."""
    names = [PLAYER_NAMES[player] for player in range(state.game.players)]
    return pd.DataFrame({"evaluator": state.evaluate()}, index=pd.Index(names, name="player"))


def ordering_table(state, best=4, worst=2):
    """The first and the last legal moves in the order of the static move ordering."""
    moves = sorted(state.legal_moves(), key=lambda move: (-state.move_value(move), move))
    shown = list(enumerate(moves, start=1))
    shown = shown if len(shown) <= best + worst else shown[:best] + shown[-worst:]
    return pd.DataFrame(
        {"move": [state.game.name_of(move) for _, move in shown], "value": [state.move_value(m) for _, m in shown]},
        index=pd.Index([rank for rank, _ in shown], name="rank"),
    )


def piece_table():
    """Table 3.3: orientations and placements of Blokus' pieces, beside the published ones; one row per piece."""
    published = pd.read_csv(PUBLISHED / "nijssen2013_table_3_3.csv").pivot(
        index="value_of_parameter", columns="metric", values="value"
    )
    columns = published.index.str.extract(r"(left|right)_(\d+)").astype({1: int})
    order = columns.sort_values([0, 1]).index
    forms = blokus.FORM_PIECE
    moves = np.bincount(forms[blokus.FORM_OF_MOVE], minlength=len(blokus.NAMES))
    table = pd.DataFrame(
        {
            "orientations": np.bincount(forms),
            "published": published["rotations"].to_numpy()[order],
            "placements + 1": moves + 1,
            "published + 1": published["total_placements"].to_numpy()[order],
        },
        index=pd.Index(blokus.NAMES, name="piece"),
    )
    table["equal"] = table["placements + 1"] == table["published + 1"]
    return table


def placements_of_all_pieces(per_piece):
    """In how many ways the pieces can lie on the board or in the hand, rules aside (nijssen2013, section 3.4.2)."""
    return float(prod(int(number) for number in per_piece))


def cap_table(games, playouts=1000, seed=1):
    """Playouts from the start: their mean length and how many the cap cut off."""
    rows = []
    for game in games:
        for name, strategy in (("greedy", Greedy(0.05)), ("random", Random())):
            plies, cut_off = _playout_counts(game, strategy, playouts, seed)
            rows.append((game.name, game.players, name, game.max_plies, plies / playouts, 100 * cut_off / playouts))
    columns = ["game", "players", "playouts", "cap", "mean plies", "cut off %"]
    return pd.DataFrame(rows, columns=columns).set_index(["game", "players", "playouts"])


def _playout_counts(game, strategy, playouts, seed):
    """Plies in all and playouts cut off."""
    start = game.initial_state()._array
    counts = np.zeros(2, np.int64)
    block = MCTS(1, playout=strategy).block(game)
    moves = workspace_for(game).moves
    rng, sums = seeded_generator(seed, start), np.zeros(game.players)
    play_out(game.rules, start, game.num_moves, block, rng, moves, playouts, sums, counts, searcher_for(game, strategy))
    return counts.tolist()
