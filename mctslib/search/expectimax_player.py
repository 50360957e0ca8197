"""The player for those who do not see everything: expectimax, and a look into one of its searches."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mctslib import rng as generator
from mctslib.games.base import TO_MOVE
from mctslib.search import minimax_plan as plan
from mctslib.search.expectimax import chance_over
from mctslib.search.minimax_player import (
    bits,
    check_common_options,
    check_evaluator,
    common_block,
    nodes_by_depth,
    one_of,
    run_kernel,
)
from mctslib.search.minimax_table import table_for
from mctslib.search.players import PLAYERS, seeded_generator


@dataclass(frozen=True)
class Expectimax:
    """Expectimax for games with hidden information: the seekers of nijssen2013, section 7.3.2.

    Below each move of the searching player lies a chance layer with all worlds that are possible for him; below each
    world everything is known and his opponents play against him. With `tree_reduction` his partners, the other players
    of his side, do not move. Worlds are equally likely unless `categories` says otherwise: an object with a method
    `weights(game, array, observer)` that returns a number from 0 for each of the observer's worlds, in their order.
    Give a budget in `nodes` per move, in `ms` or in `depth` (plies; chance is no ply). One ply is always searched.

    >>> import mctslib as ml
    >>> state = ml.make_game("scotland_yard").initial_state().play("taxi 99")
    >>> ml.search(state, Expectimax(depth=3)).depth
    3
    """

    nodes: int | None = None
    ms: float | None = None
    depth: int | None = None
    tree_reduction: bool = True
    categories: object | None = None
    noise: float = 1.0  # size of the random term in the evaluation: rho of Formula 7.4
    killers: bool = True  # two killer moves per ply
    history: bool = True  # the history heuristic breaks ties of the static ordering
    table_bits: int | None = None  # 2**table_bits entries in the transposition table, 0 = no table; None: by the budget
    filter_moves: bool = False  # think opponents to make only moves that the game's knowledge calls sensible

    def __post_init__(self):
        check_common_options(self)
        one_of(self, "tree_reduction", (True, False))
        if self.categories is not None and not hasattr(self.categories, "weights"):
            raise ValueError(
                "categories is None or an object with a method weights(game, array, observer), "
                f"not {self.categories!r}."
            )

    def check_game(self, game):
        """Refuse what this player cannot do in a game."""
        check_evaluator(game)
        if not game.max_worlds:
            raise ValueError(
                f"{game.title} has no list of possible worlds (worlds), which Expectimax needs; "
                "where nothing is hidden, use Minimax."
            )
        if hasattr(self.categories, "check_game"):
            self.categories.check_game(game)

    def world_weights(self, game, array):
        """The worlds that are possible for the player to move, and the probability of each (Formula 7.5)."""
        observer = int(array[TO_MOVE])
        worlds = np.array(game.state_from_trusted(array).worlds(observer))
        if self.categories is None:
            return worlds, np.full(len(worlds), 1 / len(worlds))
        weights = np.asarray(self.categories.weights(game, array, observer), float)
        if weights.shape != worlds.shape or not np.all(weights >= 0) or not 0 < weights.sum() < np.inf:
            raise ValueError(
                f"The weights of {len(worlds)} possible worlds are as many numbers from 0 with a sum above 0; "
                f"{self.categories!r} gave {weights.tolist()}."
            )
        possible = weights > 0
        return worlds[possible], weights[possible] / weights.sum()

    def block(self, game):
        """The parameter block of the kernel."""
        block = common_block(self, game)
        block[plan.POLICY] = plan.PARANOID
        block[plan.PARTNERS_WAIT] = self.tree_reduction
        return block

    def choose(self, game, array, seed):
        """Search a position (its array) that is not over, as the player to move sees it."""
        return self.run(game, array, seed)[0]

    def run(self, game, array, seed):
        """Search; returns the choice, the kernel's report, the value of the chosen move and the chance layer."""
        array = game.concealed(array, int(array[TO_MOVE]))
        rng = seeded_generator(seed, array)
        noise_seed = generator.next_word(rng)
        chance = chance_over(*self.world_weights(game, array), game.num_moves, rng)
        table = table_for(bits(self), 1)
        choice, report, values = run_kernel(game, array, self.block(game), noise_seed, table, chance)
        return choice, report, float(values[array[TO_MOVE]]), chance

    def inspect(self, state, seed=0):
        """What `search(state, player)` returns for this player."""
        choice, report, value, chance = self.run(state.game, state._array, seed)
        return ExpectimaxResult(
            state=state,
            move=choice.move,
            value=value,
            worlds=dict(zip(chance.worlds.tolist(), chance.weights.tolist(), strict=True)),
            depth=int(report[plan.DEPTH]),
            nodes=choice.nodes,
            nodes_by_depth=nodes_by_depth(report),
            cutoffs=int(report[plan.CUTOFFS]),
            table_hits=int(report[plan.TABLE_HITS]),
            seconds=choice.seconds,
            move_values=chance.move_values,
        )


@dataclass(frozen=True)
class ExpectimaxResult:
    """The chosen move, its expected value, the worlds, and what the search did."""

    state: object
    move: int
    value: float  # for the player to move
    worlds: dict  # number of each possible world: its probability
    depth: int  # plies of the last iteration that was finished
    nodes: int  # positions generated by searched moves, in all worlds
    nodes_by_depth: np.ndarray  # how many there were when iteration 1, 2, ... was finished
    cutoffs: int
    table_hits: int
    seconds: float
    move_values: np.ndarray  # by move

    @cached_property
    def children(self):
        """The root's moves as a DataFrame, best first; `value` is the latest that the search found."""
        import pandas as pd

        moves = self.state.legal_moves()
        names = [self.state.game.name_of(move) for move in moves]
        frame = pd.DataFrame({"move": moves, "name": names, "value": self.move_values[moves]})
        return frame.sort_values("value", ascending=False, ignore_index=True)

    def __repr__(self):
        return (
            f"<move {self.state.game.name_of(self.move)}, value {self.value:.4g} over {len(self.worlds)} worlds, "
            f"to depth {self.depth}: {self.nodes:,} nodes in {self.seconds:.3f} s, {self.cutoffs:,} cut-offs, "
            f"{self.table_hits:,} table hits>"
        )


PLAYERS[Expectimax.__name__] = Expectimax
