"""Play games and matches; a finished game is a record that can be replayed."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

import numpy as np

from mctslib import rng as generator
from mctslib.experiments.seats import seat_assignments
from mctslib.experiments.statistics import wilson_interval
from mctslib.games import make_game
from mctslib.games.base import Game, State
from mctslib.search.players import from_spec, to_spec


@dataclass(frozen=True)
class GameRecord:
    """A finished game: who played, the seed, the moves, the scores. `record.replay()` plays it again."""

    game: str
    players: int
    seats: list  # specs of the players, in turn order
    seed: int
    moves: list
    scores: list
    cut_off: bool = False  # longer than the game's max_plies: everybody gets the same share
    estimates: list = field(default_factory=list)  # per ply: the mover's expected scores, or None
    simulations: list = field(default_factory=list)  # per ply
    movers: list = field(default_factory=list)  # per ply: who moved
    nodes: list = field(default_factory=list)  # per ply
    depths: list = field(default_factory=list)  # per ply: mean depth of the search
    seconds: float = 0.0
    version: str = ""

    @property
    def winners(self):
        return [player for player, score in enumerate(self.scores) if score == max(self.scores)]

    def states(self):
        """The positions of the game, from the start to the end."""
        state = make_game(self.game, self.players).initial_state(self.seed)
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    @property
    def final_state(self):
        *_, last = self.states()
        return last

    def replay(self):
        """Let the players play the same game again, from the seed. Equal records have equal moves."""
        seats = [from_spec(spec) for spec in self.seats]
        return play_game(make_game(self.game, self.players), seats, seed=self.seed)

    def to_json(self):
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text):
        try:
            return cls(**json.loads(text))
        except (TypeError, ValueError) as error:
            raise ValueError(f"Not a game record: {error}.") from None

    def __repr__(self):
        scores = ", ".join(f"{score:.3g}" for score in self.scores)
        return f"<record of {self.game} with {self.players} players: {len(self.moves)} plies, scores {scores}>"


def play_game(game, players, seed=0):
    """Let players, one per seat in turn order, play a game.

    >>> import mctslib as ml
    >>> play_game(ml.make_game("rolit", players=2), [ml.GreedyPlayer(), ml.RandomPlayer()], seed=1).players
    2
    """
    from mctslib import __version__

    _check_table(game, players)
    started = time.perf_counter()
    state = game.initial_state(seed)
    moves, movers, estimates, simulations, nodes, depths = [], [], [], [], [], []
    while not state.is_over and len(moves) < game.max_plies:
        movers.append(state.to_move)
        choice = players[movers[-1]].choose(game, game.concealed(state._array, movers[-1]), seed)
        state = state.play(choice.move)
        moves.append(int(choice.move))
        estimates.append(None if choice.scores is None else [float(score) for score in choice.scores])
        simulations.append(choice.simulations)
        nodes.append(choice.nodes)
        depths.append(choice.mean_depth)
    scores = state.scores if state.is_over else np.full(game.players, 1 / game.players)
    return GameRecord(
        game=game.name,
        players=game.players,
        seats=[to_spec(player) for player in players],
        seed=seed,
        moves=moves,
        scores=[float(score) for score in scores],
        cut_off=not state.is_over,
        estimates=estimates,
        simulations=simulations,
        movers=movers,
        nodes=nodes,
        depths=depths,
        seconds=time.perf_counter() - started,
        version=__version__,
    )


@dataclass(frozen=True)
class MatchResult:
    """A match: the records, and the table that counts. A tied game is shared between its winners."""

    game: Game
    names: list
    assignments: list  # one tuple of names per game
    records: list

    @property
    def table(self):
        """One row per player type: share of the games won, with its 95% Wilson interval."""
        import pandas as pd

        rows = []
        for name in self.names:
            wins = sum(
                score
                for seats, record in zip(self.assignments, self.records, strict=True)
                for seat, score in zip(seats, record.scores, strict=True)
                if seat == name
            )
            low, high = wilson_interval(min(wins, len(self.records)), len(self.records))
            rows.append((name, len(self.records), wins, 100 * wins / len(self.records), 100 * low, 100 * high))
        columns = ["player", "games", "wins", "win rate %", "low %", "high %"]
        return pd.DataFrame(rows, columns=columns).set_index("player")

    @property
    def balanced(self):
        """Whether every seat assignment was played equally often."""
        counts = [self.assignments.count(seats) for seats in set(self.assignments)]
        return len(set(counts)) == 1 and len(counts) == len(seat_assignments(self.names, self.game.players))

    def __repr__(self):
        note = "" if self.balanced else "\nSeats are not balanced: give a multiple of the number of assignments."
        return f"{self.game.title}, {self.game.players} players, {len(self.records)} games\n{self.table.round(1)}{note}"

    def _repr_html_(self):
        return self.table.round(1).to_html() + ("" if self.balanced else "<p>Seats are not balanced.</p>")


def play_match(game, players, games, seed=0, workers=None, progress=True):
    """Play a match between named player types: all seat assignments in turn, threads, a progress bar.

    The result does not depend on the number of workers. `games` should be a multiple of the number of assignments.

    >>> import mctslib as ml
    >>> match = play_match(ml.make_game("rolit"), {"A": ml.GreedyPlayer(), "B": ml.RandomPlayer()}, games=4,
    ...                    progress=False)
    >>> match.balanced
    True
    """
    from tqdm import tqdm

    if not isinstance(players, dict) or not players:
        raise TypeError('play_match wants named players: {"A": player, "B": rival}.')
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games must be a whole number from 1, not {games!r}.")
    workers = workers or os.cpu_count() or 1
    if not isinstance(workers, int) or workers < 1:
        raise ValueError(f"workers must be a whole number from 1, not {workers!r}.")
    assignments = seat_assignments(players, game.players)
    tables = [assignments[index % len(assignments)] for index in range(games)]
    for seats in assignments:
        _check_table(game, [players[name] for name in seats])

    def play(index):
        game_seed = generator.seed_from(seed, game.name, game.players, "-".join(tables[index]), index)
        return play_game(game, [players[name] for name in tables[index]], game_seed)

    with ThreadPoolExecutor(workers) as pool:
        records = list(tqdm(pool.map(play, range(games)), total=games, unit="game", disable=not progress))
    return MatchResult(game, list(players), tables, records)


def _check_table(game, players):
    if not isinstance(game, Game):
        raise TypeError(f"The first argument is a game from make_game, not {game!r}.")
    if isinstance(players, State) or len(players) != game.players:
        raise ValueError(f"{game.title} for {game.players} needs {game.players} players, one per seat.")
    for player in players:
        if not hasattr(player, "choose"):
            raise TypeError(f"A player has a method choose(game, array, seed); {player!r} has none.")
        if hasattr(player, "check_game"):
            player.check_game(game)
