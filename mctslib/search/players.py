"""Players: small, immutable descriptions of how to choose a move. Two equal players play the same game.

A player is anything with `choose(game, array, seed) -> Choice`; yours may be plain Python.
"""

import time
from dataclasses import asdict, dataclass, fields
from typing import NamedTuple

import numpy as np

from mctslib import rng as generator
from mctslib.games.base import PLY, TO_MOVE, listed
from mctslib.search import mcts, parameters
from mctslib.search.location_categories import LocationCategories
from mctslib.search.options import (
    DETERMINIZATIONS,
    PLAYOUT_STRATEGIES,
    SELECTIONS,
    UCT,
    Greedy,
    ProgressiveBias,
    Random,
    SeparateTrees,
    SingleTree,
    at_least_zero,
    positive,
    probability,
    whole,
)
from mctslib.search.parallel import Part, merged_report, merged_root, run_in_threads, shares
from mctslib.search.parameters import code_of
from mctslib.search.tree import copy_of, copy_of_root
from mctslib.search.workspace import searcher_for, tree_for, workspace_for
from mctslib.search.worlds import elected_move, merge_trees

MAX_NODES = 8_000_000  # per search thread: about 230 MB when full


class Choice(NamedTuple):
    """A chosen move and what the player thought."""

    move: int
    scores: np.ndarray | None = None  # expected score of every player, if the player has an opinion
    simulations: int = 0
    nodes: int = 0
    mean_depth: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class MCTS:
    """Monte-Carlo tree search.

    Give a budget in `playouts` per move (the same move on every machine) or in `ms` (milliseconds, for live play).
    `policy` says how opponents are modelled: "maxn" (everybody for himself), "paranoid" (all against the searching
    player) or "brs" (only the opponent with the strongest reply moves). `final_move` is "robust" (most visits), "max"
    (highest mean), "secure" (highest mean - 4 / sqrt(visits)) or "robust-max" (searches on until the most visited move
    also has the highest mean, at most half of the budget again).

    In games with hidden information every simulation assumes a world: `determinization` says how the worlds share the
    tree (default: `SingleTree()`), `categories` which worlds are likely (default: all the same). In games with sides
    `coalition_reduction` is what a win earned by a partner counts less. `filter_moves` leaves out the moves that the
    game's own knowledge rules out.

    Where every playout wins, no move seems better than another, and a won game may go on for ever. With a `discount`
    (0.001, say) a result n plies away counts 1 / (1 + discount * n) as much, and the player brings the game home.

    >>> import mctslib as ml
    >>> state = ml.make_game("rolit", players=3).initial_state()
    >>> ml.search(state, MCTS(playouts=200)).move in state.legal_moves()
    True
    """

    playouts: int | None = None
    ms: float | None = None
    C: float = 0.2
    policy: str = "maxn"
    selection: object = UCT()
    playout: object = Random()
    solver: str | None = None  # MP-MCTS-Solver's update rule: "standard", "paranoid" or "first-winner"
    first_play: float | None = None  # value of unvisited children; None = each is visited once before any formula
    final_move: str = "robust"  # or "max", "secure", "robust-max"
    determinization: object = None  # SingleTree(), the default where information is hidden, or SeparateTrees()
    categories: object = None  # LocationCategories("minimum_distance", ...): the weights of the worlds
    coalition_reduction: float = 0.0  # r of nijssen2013, section 7.2.6
    discount: float = 0.0  # 0 in all documents
    filter_moves: bool = False
    playout_cap: int | None = None  # plies; default: the game's own cap
    max_nodes: int = MAX_NODES  # per thread
    threads: int = 1  # root parallelisation: the playouts are shared out, with `ms` every thread has the whole time

    def __post_init__(self):
        if (self.playouts is None) == (self.ms is None):
            raise ValueError("Give MCTS one budget: playouts=1000 or ms=500.")
        if self.playouts is not None:
            whole(self.playouts, "playouts")
        if self.ms is not None:
            positive(self.ms, "ms")
        at_least_zero(self.C, "C")
        code_of(parameters.POLICIES, self.policy, "policy")
        _instance(self.selection, SELECTIONS, "selection")
        _instance(self.playout, PLAYOUT_STRATEGIES, "playout")
        code_of(parameters.UPDATE_RULES, self.solver, "solver")
        code_of(parameters.FINAL_MOVES, self.final_move, "final_move")
        if self.determinization is not None:
            _instance(self.determinization, DETERMINIZATIONS, "determinization")
        if self.categories is not None:
            _instance(self.categories, _CATEGORIES, "categories")
        probability(self.coalition_reduction, "coalition_reduction")
        at_least_zero(self.discount, "discount")
        if not isinstance(self.filter_moves, bool):
            raise ValueError(f"filter_moves is True or False, not {self.filter_moves!r}.")
        if self.first_play is not None:
            at_least_zero(self.first_play, "first_play")
        if self.playout_cap is not None:
            whole(self.playout_cap, "playout_cap")
        whole(self.max_nodes, "max_nodes", 1000)
        whole(self.threads, "threads")

    def check_game(self, game):
        """Refuse what this player cannot do in a game."""
        if isinstance(self.selection, ProgressiveBias) and not game.has_move_ordering:
            raise ValueError(f"{game.title} has no move ordering (move_value), which Progressive Bias needs.")
        self.playout.check_game(game)
        for option in (self.determinization, self.categories):
            if option is not None:
                option.check_game(game)
        if self.coalition_reduction and not game.teams:
            raise ValueError(f"Everybody plays for himself in {game.title}: there is no coalition to reduce.")
        if self.discount and game.teams:
            raise ValueError(
                f"Results are not discounted in {game.title}, where players win together: give discount=0."
            )
        if self.filter_moves and game.sensible_moves is None:
            raise ValueError(f"{game.title} has no knowledge to filter moves by (sensible_moves).")
        if self.filter_moves and not isinstance(self.playout, (Random, Greedy)):
            raise ValueError("Move filtering goes with random and greedy playouts.")
        if game.has_hidden_information or game.teams:
            self._check_policy(game)

    def _check_policy(self, game):
        """What is not defined where players win together, or where worlds share a tree."""
        if self.policy != "maxn":
            raise ValueError(
                f'The policy in {game.title} is "maxn": his side is with a player, the others against him.'
            )
        if self.solver is not None:
            raise ValueError(f"MP-MCTS-Solver proves nothing in {game.title}: give solver=None.")
        if isinstance(self.determinization, SeparateTrees):
            if self.final_move == "robust-max":
                raise ValueError('Separate trees are added up at the end: final_move cannot be "robust-max".')
            if self.threads > 1 and self.determinization.final == "vote":
                raise ValueError("Trees vote in a search with one thread only.")

    def determinization_in(self, game):
        """How this player deals with hidden information in a game, or None where there is none."""
        return (self.determinization or SingleTree()) if game.has_hidden_information else None

    def block(self, game):
        """The parameter block of the kernel."""
        block = np.zeros(parameters.SIZE)
        block[parameters.PLAYOUTS] = self.playouts or 0
        block[parameters.NANOSECONDS] = (self.ms or 0) * 1e6
        block[parameters.EXPLORATION] = self.C
        block[parameters.POLICY] = parameters.POLICIES[self.policy]
        block[parameters.PLAYOUT_CAP] = self.playout_cap or game.max_plies
        block[parameters.SOLVER] = parameters.UPDATE_RULES[self.solver]
        block[parameters.FIRST_PLAY] = np.inf if self.first_play is None else self.first_play
        block[parameters.FINAL_MOVE] = parameters.FINAL_MOVES[self.final_move]
        block[parameters.WEIGHTED_WORLDS] = self.categories is not None
        block[parameters.FILTER_MOVES] = self.filter_moves
        block[parameters.SHARED_WINS] = bool(game.teams)
        block[parameters.COALITION_REDUCTION] = self.coalition_reduction
        block[parameters.DISCOUNT] = self.discount
        for option in filter(None, (self.selection, self.playout, self.determinization_in(game))):
            for index, value in option.block().items():
                block[index] = value
        return block

    def node_limit(self, game, playouts):
        """Nodes to make room for: what the budget can use, at most `max_nodes`, always enough for all roots."""
        useful = 1 + 1.5 * playouts * game.players * game.max_moves if playouts else MAX_NODES
        roots = 1 + (game.max_worlds if isinstance(self.determinization_in(game), SeparateTrees) else 0)
        return max(min(int(useful), self.max_nodes), roots * (1 + game.max_moves))

    def choose(self, game, array, seed):
        """Search a position (its array) that is not over."""
        return self.run(game, array, seed)[0]

    def run(self, game, array, seed, keep_trees=False):
        """Search; returns the choice, the kernel's report and, if they are to be kept, the threads' trees."""
        started = time.perf_counter()
        if self.threads == 1:
            parts = [self._search(game, array, seed, 0, self.playouts, keep_trees)]
            move, scores, report = parts[0][:3]
        else:
            budgets = shares(self.playouts, self.threads)
            parts = run_in_threads(
                lambda thread: self._search(game, array, seed, thread, budgets[thread], keep_trees), len(budgets)
            )
            move, scores, report = self._merged(game, array, seed, parts)
        if self.filter_moves:
            move = game.state_from_trusted(array).amend_move(int(move))
        simulations = int(report[mcts.SIMULATIONS])
        choice = Choice(
            move=int(move),
            scores=scores,
            simulations=simulations,
            nodes=int(report[mcts.NODES]),
            mean_depth=float(report[mcts.DEPTH_SUM] / simulations),
            seconds=time.perf_counter() - started,
        )
        return choice, report, tuple(part.tree for part in parts)

    def _search(self, game, array, seed, thread, playouts, keep_tree):
        """The search of one thread."""
        limit = self.node_limit(game, playouts)
        determinization = self.determinization_in(game)
        options = self.selection.arrays + (determinization.arrays if determinization else ())
        whole_tree = tree_for(limit + game.max_moves, options + (("proven",) if self.solver else ()))
        tree = whole_tree._replace(move=whole_tree.move[:limit])
        work = workspace_for(game)
        if self.categories:
            probabilities = self.categories.probabilities(game, array, int(array[TO_MOVE])).values()
            work.cumulative[: len(probabilities)] = np.cumsum(list(probabilities))
        block = self.block(game)
        block[parameters.PLAYOUTS] = playouts or 0
        report = np.zeros(mcts.REPORT_SIZE)
        scores = np.zeros(game.players)
        rng = seeded_generator(seed, array, thread)
        move = mcts.search(
            game.rules_for(getattr(self.playout, "ordering", None)),
            array,
            game.num_moves,
            block,
            rng,
            tree,
            work,
            searcher_for(game, self.playout),
            report,
            scores,
        )
        if isinstance(determinization, SeparateTrees):
            move = self._merge_worlds(game, array, whole_tree, report, block, rng)
        root = copy_of_root(whole_tree) if self.threads > 1 else None
        return Part(move, scores, report, root, copy_of(whole_tree, int(report[mcts.NODES])) if keep_tree else None)

    def _merge_worlds(self, game, array, tree, report, block, rng):
        """Put the trees of all worlds together and choose the move."""
        worlds = len(game.state_from_trusted(array).worlds(int(array[TO_MOVE])))
        votes = merge_trees(tree, int(report[mcts.NODES]), worlds, rng)
        report[mcts.NODES] += len(votes)
        if self.determinization.final == "vote":
            return elected_move(tree, votes, rng)
        return mcts.final_move(tree, block, int(array[TO_MOVE]), rng)

    def _merged(self, game, array, seed, parts):
        """The move, scores and report of several threads together."""
        root = merged_root([part.root for part in parts])
        rng = seeded_generator(seed, array, len(parts))
        move = mcts.final_move(root, self.block(game), int(array[TO_MOVE]), rng)
        simulations = [part.report[mcts.SIMULATIONS] for part in parts]
        scores = np.average([part.scores for part in parts], axis=0, weights=simulations)
        return move, scores, merged_report([part.report for part in parts])


@dataclass(frozen=True)
class RandomPlayer:
    """Every legal move with the same probability."""

    def check_game(self, game):
        pass

    def choose(self, game, array, seed):
        return _choose_among(game.state_from_trusted(array).legal_moves(), array, seed)


@dataclass(frozen=True)
class GreedyPlayer:
    """The move that the game's static move ordering likes best; with probability `epsilon` a random one."""

    epsilon: float = 0.0

    def __post_init__(self):
        probability(self.epsilon, "epsilon")

    def check_game(self, game):
        if not game.has_move_ordering:
            raise ValueError(f"{game.title} has no move ordering (move_value), so there is no greedy player for it.")

    def choose(self, game, array, seed):
        state = game.state_from_trusted(array)
        rng = seeded_generator(seed, array)
        explore = self.epsilon > 0 and generator.unit(rng) < self.epsilon
        moves = state.legal_moves() if explore else state.best_moves()
        return Choice(moves[generator.below(rng, len(moves))])


def _choose_among(moves, array, seed):
    return Choice(moves[generator.below(seeded_generator(seed, array), len(moves))])


def seeded_generator(seed, array, thread=0):
    """The generator for one decision: it depends on the game's seed, the ply, the player and the thread's number."""
    rng = np.zeros(generator.STATE_WORDS, np.uint64)
    stream = (thread << 40) + (int(array[PLY]) << 8) + int(array[TO_MOVE]) + 1
    generator.seed_generator(rng, np.uint64(seed), np.uint64(stream))
    return rng


def _instance(value, kinds, name):
    if type(value).__name__ not in kinds:
        raise ValueError(f"{name} is one of {listed([f'{kind}()' for kind in kinds])}, not {value!r}.")


# ---------------------------------------------------------------------------- players as data, for records

PLAYERS = {kind.__name__: kind for kind in (MCTS, RandomPlayer, GreedyPlayer)}
_CATEGORIES = {LocationCategories.__name__: LocationCategories}
_OPTIONS = SELECTIONS | PLAYOUT_STRATEGIES | DETERMINIZATIONS | _CATEGORIES


def to_spec(player):
    """A player as plain data (JSON): `{"kind": "MCTS", "playouts": 100, "selection": {"kind": "UCT"}, ...}`."""
    if type(player).__name__ not in PLAYERS:
        return {"kind": type(player).__name__}
    spec = {"kind": type(player).__name__}
    for field in fields(player):
        value = getattr(player, field.name)
        known = type(value).__name__ in _OPTIONS
        spec[field.name] = {"kind": type(value).__name__, **_plain(value)} if known else value
    return spec


def _plain(option):
    """An option's fields as JSON gives them back: lists for tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(option).items()}


def from_spec(spec):
    """The player described by `to_spec`."""
    kind = spec.get("kind")
    if kind not in PLAYERS:
        raise ValueError(f"A player is {listed(PLAYERS)}, not {kind!r}.")
    options = {}
    for name, value in spec.items():
        if name != "kind":
            options[name] = _option_from(value) if isinstance(value, dict) else value
    return PLAYERS[kind](**options)


def _option_from(spec):
    options = {name: value for name, value in spec.items() if name != "kind"}
    return _OPTIONS[spec["kind"]](**options)
