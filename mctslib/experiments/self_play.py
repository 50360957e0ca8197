"""How long games are and how many moves they offer, in self-play (nijssen2013, Tables 3.1 and 3.2, section 3.4.2).

One row per game. `data/records/self_play.csv` holds the games that the notebook shows, made by

    python -m mctslib.experiments.self_play GAMES PLAYOUTS [PLAYOUTS ...]
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from mctslib.experiments.play import play_game, play_match
from mctslib.games import definition_of, make_game
from mctslib.search.options import Greedy, ProgressiveHistory
from mctslib.search.players import MCTS

DATA = Path(__file__).parents[2] / "data"
PUBLISHED = DATA / "published"
RECORDED = DATA / "records" / "self_play.csv"
GAMES = ("chinese_checkers", "focus", "rolit", "blokus")
DTYPES = {"seed": "uint64"}
SCALES = {"smoke": (2, [200]), "quick": (20, [500]), "desk": (200, [1000, 5000]), "paper": (1500, [10_000])}


def documented_player(playouts):
    """The MCTS player of nijssen2013, section 3.6."""
    return MCTS(playouts, C=0.2, selection=ProgressiveHistory(W=5), playout=Greedy(0.05))


def self_play(scale="recorded"):
    """The games of all variants: those in the repository, or games played now at a scale."""
    if scale == "recorded":
        return pd.read_csv(RECORDED, dtype=DTYPES)
    if scale not in SCALES:
        raise ValueError(f"A scale is recorded, {', '.join(SCALES)}; not {scale!r}.")
    return play_all(*SCALES[scale])


def play_all(games, budgets, workers=None):
    """Games of every variant at each of some budgets (playouts per move)."""
    variants = [make_game(name, count) for name in GAMES for count in definition_of(name).player_counts]
    rows = [play_variant(game, games, playouts, workers=workers) for game in variants for playouts in budgets]
    return pd.concat(rows, ignore_index=True)


def play_variant(game, games, playouts, seed=1, workers=None):
    """Let the documented player play against himself."""
    players = {"self": documented_player(playouts)}
    match = play_match(game, players, games, seed=seed, workers=workers, progress=False)
    return pd.DataFrame([_row(record, playouts) for record in match.records]).astype(DTYPES)


def replay(row):
    """Play the game of a row again. `replay(row) == row.to_dict()` as long as rules and search are what they were."""
    player = documented_player(int(row["playouts"]))
    game = make_game(row["game"], int(row["players"]))
    return _row(play_game(game, [player] * game.players, seed=int(row["seed"])), player.playouts)


def _row(record, playouts):
    """What is kept of a game: its length and its mean number of legal moves."""
    *states, _ = record.states()
    return {
        "game": record.game,
        "players": record.players,
        "playouts": playouts,
        "seed": record.seed,
        "plies": len(record.moves),
        "branching": round(float(np.mean([len(state.legal_moves()) for state in states])), 3),
        "cut_off": record.cut_off,
    }


# ------------------------------------------------------------------------------------- beside the published numbers


def published_figures():
    """Branching factor and game length by game and players, from the tables and the text of nijssen2013, chapter 3.

    Rolit's are given once for any number of players.
    """
    names = ("table_3_1", "table_3_2", "text")
    rows = pd.concat([pd.read_csv(PUBLISHED / f"nijssen2013_{name}.csv", dtype=str) for name in names])
    rows = rows[rows["experiment"] == "game_complexity"]
    symbols = {"branching_factor": "b", "branching_factor_approx": "b", "game_length": "d"}
    rows = rows.assign(metric=rows["metric"].map(symbols)).dropna(subset="metric")
    rows["players"] = [
        [int(players)] if isinstance(players, str) else definition_of(game).player_counts
        for game, players in zip(rows["game"], rows["players"], strict=True)
    ]
    rows = rows.explode("players").astype({"players": int, "value": float})
    return rows.pivot(index=["game", "players"], columns="metric", values="value")


def summary(rows):
    """Means per variant and budget with 95% half-widths, beside the published ones.

    b and d are the mean number of moves and the mean length of a game; b^d is the size of the game tree.
    """
    published = published_figures()
    table = {}
    for (game, players, playouts), games in rows.groupby(["game", "players", "playouts"], sort=False):
        mean, half = games[["branching", "plies"]].mean(), 1.96 * games[["branching", "plies"]].sem()
        theirs = published.loc[(game, players)]
        table[game, players, playouts] = {
            "games": len(games),
            "b": mean["branching"],
            "b ±": half["branching"],
            "published b": theirs["b"],
            "d": mean["plies"],
            "d ±": half["plies"],
            "published d": theirs["d"],
            "log10 b^d": mean["plies"] * np.log10(mean["branching"]),
            "published": theirs["d"] * np.log10(theirs["b"]),
            "cut off": int(games["cut_off"].sum()),
        }
    index = pd.MultiIndex.from_tuples(table, names=["game", "players", "playouts"])
    return pd.DataFrame(list(table.values()), index=index)


def main(arguments):
    games, *budgets = map(int, arguments)
    rows = play_all(games, budgets)
    RECORDED.parent.mkdir(parents=True, exist_ok=True)
    rows.to_csv(RECORDED, index=False)


if __name__ == "__main__":
    main(sys.argv[1:])
