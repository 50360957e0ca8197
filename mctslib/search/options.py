"""The options of an MCTS player: selection formulas, playouts and determinizations, as small immutable objects.

Each has `block()`, its entries in the parameter block; selections name the optional arrays they need in the tree, and
playouts refuse, by `check_game`, games that lack what they need.
"""

import math
from dataclasses import dataclass

import numpy as np

from mctslib.games.base import MAX_PLAYERS
from mctslib.search import parameters as p
from mctslib.search.parameters import code_of


def positive(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not value > 0 or value == math.inf:
        raise ValueError(f"{name} must be a number above 0, not {value!r}.")


def whole(value, name, lowest=1):
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < lowest:
        raise ValueError(f"{name} must be a whole number from {lowest}, not {value!r}.")


def at_least_zero(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not 0 <= value < math.inf:
        raise ValueError(f"{name} must be a number from 0, not {value!r}.")


def probability(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {value!r}.")


_AMAF = ("amaf_visits", "amaf_total")


@dataclass(frozen=True)
class UCT:
    """Plain UCT (nijssen2013, Formula 2.8)."""

    arrays = ()

    def block(self):
        return {p.SELECTION: p.UCT}


@dataclass(frozen=True)
class UCB1Tuned:
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002) when the player's C is 1; other C scale its bound."""

    arrays = ("squares",)

    def block(self):
        return {p.SELECTION: p.UCB1_TUNED}


@dataclass(frozen=True)
class ProgressiveBias:
    """UCT plus Progressive Bias (Formula 5.2); the heuristic value is `W` times the game's static move value."""

    W: float = 1.0
    arrays = ("bias",)

    def __post_init__(self):
        at_least_zero(self.W, "W")

    def block(self):
        return {p.SELECTION: p.PROGRESSIVE_BIAS, p.WEIGHT: self.W}


@dataclass(frozen=True)
class ProgressiveHistory:
    """UCT plus Progressive History (Formula 5.3); `W` is its weight.

    `sample` is "tree" (moves of the tree only) or "full" (moves of the playouts too); `divide_by` is "losses" or
    "visits" (section 5.3).
    """

    W: float = 5.0
    sample: str = "tree"
    divide_by: str = "losses"
    arrays = ()

    def __post_init__(self):
        at_least_zero(self.W, "W")
        code_of({"tree": 0, "full": 1}, self.sample, "sample")
        code_of({"losses": 0, "visits": 1}, self.divide_by, "divide_by")

    def block(self):
        return {
            p.SELECTION: p.PROGRESSIVE_HISTORY,
            p.WEIGHT: self.W,
            p.FULL_SAMPLE: self.sample == "full",
            p.BY_VISITS: self.divide_by == "visits",
        }


@dataclass(frozen=True)
class ProgressiveAMAF:
    """Progressive History with a node's own AMAF values in the place of the history (Formula 5.4)."""

    W: float = 5.0
    arrays = _AMAF

    def __post_init__(self):
        at_least_zero(self.W, "W")

    def block(self):
        return {p.SELECTION: p.PROGRESSIVE_AMAF, p.WEIGHT: self.W}


@dataclass(frozen=True)
class RAVE:
    """Rapid action-value estimation in the variants of Formulas 5.1, 5.5, A.1, A.2 and A.3.

    `k` is the equivalence parameter (R in A.1, w_i in A.2); `w_final` is w_f of A.2. K of A.1 is C squared.
    """

    formula: str = "5.5"
    k: float = 1000.0
    w_final: float = 1000.0
    arrays = _AMAF

    def __post_init__(self):
        code_of(p.RAVE_FORMULAS, self.formula, "formula")
        positive(self.k, "k")
        positive(self.w_final, "w_final")

    def block(self):
        return {p.SELECTION: p.RAVE_FORMULAS[self.formula], p.EQUIVALENCE: self.k, p.WEIGHT: self.w_final}


@dataclass(frozen=True)
class ExtendedRAVE:
    """Progressive History with the AMAF values of two nodes (Formula 5.6)."""

    W: float = 10.0
    k: float = 1000.0
    arrays = _AMAF

    def __post_init__(self):
        at_least_zero(self.W, "W")
        positive(self.k, "k")

    def block(self):
        return {p.SELECTION: p.EXTENDED_RAVE, p.WEIGHT: self.W, p.EQUIVALENCE: self.k}


@dataclass(frozen=True)
class Random:
    """Uniformly random playouts."""

    def check_game(self, game):
        """Random playouts go with every game."""

    def block(self):
        return {p.PLAYOUT: p.RANDOM_PLAYOUT}


@dataclass(frozen=True)
class Greedy:
    """Epsilon-greedy playouts: the game's static move ordering, and with probability `epsilon` a random move.

    `epsilon` is one number, or a tuple by seat whose last number holds for all seats after it: with `(0.1, 0.2)` the
    first player has 0.1 and all others 0.2. `ordering` names one of the game's move orderings if it has several, e.g.
    "MM" or "MC" in Scotland Yard.
    """

    epsilon: float | tuple = 0.05
    ordering: str | None = None

    def __post_init__(self):
        _check_epsilon(self)

    def check_game(self, game):
        if not game.has_move_ordering:
            raise ValueError(f"{game.title} has no move ordering (move_value), so playouts cannot be greedy.")
        game.check_ordering(self.ordering)
        _check_seats(self.epsilon, game)

    def block(self):
        return {p.PLAYOUT: p.GREEDY_PLAYOUT, **_epsilon_by_seat(self.epsilon)}


@dataclass(frozen=True)
class OnePly:
    """The best of the `k` moves that static move ordering likes most, by the board evaluator (section 6.3.1).

    With probability `epsilon` a random move instead; see `Greedy`.
    """

    epsilon: float | tuple = 0.05
    k: int = 5

    def __post_init__(self):
        _check_epsilon(self)
        whole(self.k, "k")

    def check_game(self, game):
        _check_searchable(game)
        _check_seats(self.epsilon, game)

    def block(self):
        return {p.PLAYOUT: p.ONE_PLY, p.BREADTH: self.k, **_epsilon_by_seat(self.epsilon)}


@dataclass(frozen=True)
class TwoPly:
    """Two-ply "maxn", "paranoid" or "brs" searches of the `k` best moves per ply choose the moves (section 6.2).

    With probability `epsilon` a random move instead; see `Greedy`.
    """

    search: str
    epsilon: float | tuple = 0.05
    k: int = 5

    def __post_init__(self):
        code_of(p.TWO_PLY_SEARCHES, self.search, "A two-ply search")
        _check_epsilon(self)
        whole(self.k, "k")

    def check_game(self, game):
        _check_searchable(game)
        _check_seats(self.epsilon, game)

    def block(self):
        return {p.PLAYOUT: p.TWO_PLY_SEARCHES[self.search], p.BREADTH: self.k, **_epsilon_by_seat(self.epsilon)}


@dataclass(frozen=True)
class SingleTree:
    """All worlds share one tree, in which a simulation selects only what is legal in its world (section 7.2.3)."""

    arrays = ("room",)

    def check_game(self, game):
        _check_hidden(game)

    def block(self):
        return {p.DETERMINIZATION: p.SINGLE_TREE}


@dataclass(frozen=True)
class SeparateTrees:
    """One tree for each world (section 7.2.3).

    The final move has the most visits on "average" over all trees, or the most votes: every tree has one "vote".
    """

    final: str = "average"
    arrays = ()

    def __post_init__(self):
        code_of({"average": 0, "vote": 1}, self.final, "final")

    def check_game(self, game):
        _check_hidden(game)
        if not game.max_worlds:
            raise ValueError(
                f"The possible worlds of {game.title} cannot be listed, so they cannot have separate trees."
            )

    def block(self):
        return {p.DETERMINIZATION: p.SEPARATE_TREES}


def _check_hidden(game):
    if not game.has_hidden_information:
        raise ValueError(f"Nothing is hidden in {game.title}, so there is nothing to determinize.")


def _numbers(epsilon):
    return epsilon if isinstance(epsilon, tuple) else (epsilon,)


def _check_epsilon(playout):
    if isinstance(playout.epsilon, list):
        object.__setattr__(playout, "epsilon", tuple(playout.epsilon))  # lists come from records
    for number in _numbers(playout.epsilon):
        probability(number, "epsilon")
    if not 1 <= len(_numbers(playout.epsilon)) <= MAX_PLAYERS:
        raise ValueError(f"epsilon is one number or one per seat, 1 to {MAX_PLAYERS}, not {playout.epsilon!r}.")


def _check_seats(epsilon, game):
    if len(_numbers(epsilon)) > game.players:
        raise ValueError(f"epsilon has a number for {len(epsilon)} seats, but {game.title} has {game.players} players.")


def _check_searchable(game):
    for has, what in (
        (game.has_evaluator, "board evaluator (evaluate)"),
        (game.has_move_ordering, "move ordering (move_value)"),
    ):
        if not has:
            raise ValueError(f"{game.title} has no {what}, so playouts cannot search one or two plies.")


def _epsilon_by_seat(epsilon):
    """The parameter block's entries; the last number holds for all further seats."""
    numbers = _numbers(epsilon)
    return {p.EPSILON + seat: numbers[min(seat, len(numbers) - 1)] for seat in range(MAX_PLAYERS)}


SELECTIONS = {
    kind.__name__: kind
    for kind in (UCT, UCB1Tuned, ProgressiveBias, ProgressiveHistory, ProgressiveAMAF, RAVE, ExtendedRAVE)
}
PLAYOUT_STRATEGIES = {kind.__name__: kind for kind in (Random, Greedy, OnePly, TwoPly)}
DETERMINIZATIONS = {kind.__name__: kind for kind in (SingleTree, SeparateTrees)}
