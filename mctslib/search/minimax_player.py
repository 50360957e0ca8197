"""The player around the minimax kernel, and a look into one of its searches."""

import time
from dataclasses import dataclass

import numpy as np

from mctslib import rng as generator
from mctslib.games.base import TO_MOVE, listed
from mctslib.search import minimax
from mctslib.search import minimax_plan as plan
from mctslib.search.minimax_stack import stack_for
from mctslib.search.minimax_table import table_for
from mctslib.search.minimax_values import DEEPEST
from mctslib.search.options import at_least_zero, positive, whole
from mctslib.search.parameters import code_of
from mctslib.search.players import PLAYERS, Choice, seeded_generator

SMALLEST_TABLE, LARGEST_TABLE = 10, 20  # bits


@dataclass(frozen=True)
class Minimax:
    """The minimax family: depth-first search with iterative deepening and the game's board evaluator.

    `policy` says what the others are thought to do: "maxn" (everybody for himself), "paranoid" (all against the
    searching player), "brs" (only the opponent with the strongest reply moves), "brs+" (the other opponents do not skip
    but make their best static move) or "mp-mix" (paranoid when well ahead, attacking a leader who is well ahead, else
    max^n). Give a budget in `nodes` per move (the same move on every machine), in `ms` (milliseconds, for live play) or
    in `depth` (plies).

    >>> import mctslib as ml
    >>> state = ml.make_game("rolit", players=3).initial_state()
    >>> ml.search(state, Minimax("paranoid", depth=4)).depth
    4
    """

    policy: str = "maxn"
    nodes: int | None = None
    ms: float | None = None
    depth: int | None = None
    noise: float = 0.01  # size of the random term in the evaluation, which tells equal positions apart
    normalise: bool | None = None  # evaluations as shares of their sum; None: max^n and MP-Mix, if the game is fit
    killers: bool = True  # two killer moves per ply (paranoid, BRS, BRS+)
    history: bool = True  # the history heuristic breaks ties of the static ordering (paranoid, BRS, BRS+)
    table_bits: int | None = None  # 2**table_bits entries in the transposition table, 0 = no table; None: by the budget
    T_d: float = 0.1  # MP-Mix: lead, in shares of the evaluation, from which the player defends it
    T_o: float = 0.1  # MP-Mix: lead of an opponent from which the player attacks him

    def __post_init__(self):
        code_of(plan.POLICIES, self.policy, "policy")
        if [self.nodes, self.ms, self.depth].count(None) != 2:
            raise ValueError("Give Minimax one budget: nodes=5000, ms=500 or depth=4.")
        if self.nodes is not None:
            whole(self.nodes, "nodes")
        if self.ms is not None:
            positive(self.ms, "ms")
        if self.depth is not None:
            whole(self.depth, "depth")
            if self.depth > DEEPEST:
                raise ValueError(f"depth must be a whole number from 1 to {DEEPEST}, not {self.depth!r}.")
        at_least_zero(self.noise, "noise")
        at_least_zero(self.T_d, "T_d")
        at_least_zero(self.T_o, "T_o")
        for name, allowed in {
            "normalise": (True, False, None),
            "killers": (True, False),
            "history": (True, False),
        }.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} is {listed(allowed)}, not {getattr(self, name)!r}.")
        if self.table_bits is not None:
            whole(self.table_bits, "table_bits", 0)
            if self.table_bits > 26:
                raise ValueError(f"table_bits must be a whole number from 0 to 26, not {self.table_bits!r}.")

    def check_game(self, game):
        """Refuse what this player cannot do in a game."""
        if not game.has_evaluator:
            raise ValueError(f"{game.title} has no board evaluator (evaluate), which minimax players need.")
        if self.policy == "brs+" and not game.has_move_ordering:
            raise ValueError(f"{game.title} has no move ordering (move_value), which BRS+ needs for static replies.")
        if game.players < 2:
            raise ValueError(f"{game.title} has one player; minimax players need opponents.")

    def uses_shares(self, game):
        """Whether evaluations are shares of their sum in this game (see `minimax_values`)."""
        if self.normalise is not None:
            return self.normalise
        return self.policy in ("maxn", "mp-mix") and game.normalised_evaluation

    def bits(self):
        """Size of the transposition table: room for every node of the budget, within bounds."""
        if self.table_bits is not None:
            return self.table_bits
        if self.nodes is None:
            return LARGEST_TABLE
        return min(max(int(self.nodes).bit_length(), SMALLEST_TABLE), LARGEST_TABLE)

    def block(self, game):
        """The parameter block of the kernel."""
        block = np.zeros(plan.SIZE)
        block[plan.POLICY] = plan.POLICIES[self.policy]
        block[plan.NODE_BUDGET] = self.nodes or 0
        block[plan.NANOSECONDS] = (self.ms or 0) * 1e6
        block[plan.DEPTH_BUDGET] = self.depth or DEEPEST
        block[plan.NOISE] = self.noise
        block[plan.SHARES] = self.uses_shares(game)
        block[plan.KILLERS] = self.killers
        block[plan.HISTORY] = self.history
        block[plan.USE_TABLE] = self.bits() > 0
        block[plan.T_DEFENSIVE] = self.T_d
        block[plan.T_OFFENSIVE] = self.T_o
        return block

    def choose(self, game, array, seed):
        """Search a position (its array) that is not over."""
        return self.run(game, array, seed)[0]

    def run(self, game, array, seed):
        """Search; returns the choice, the kernel's report and the values of the chosen move."""
        evaluator_table = game.load_table()
        started = time.perf_counter()
        report = np.zeros(plan.REPORT_SIZE)
        values = np.full(game.players, np.nan)
        table = table_for(self.bits(), game.players if self.policy in ("maxn", "mp-mix") else 1)
        noise_seed = generator.next_word(seeded_generator(seed, array))
        move = minimax.search(
            game.rules,
            array,
            evaluator_table,
            game.num_moves,
            self.block(game),
            noise_seed,
            stack_for(game),
            table,
            report,
            values,
        )
        choice = Choice(
            move=int(move),
            nodes=int(report[plan.NODES]),
            mean_depth=float(report[plan.DEPTH]),
            seconds=time.perf_counter() - started,
        )
        return choice, report, values

    def inspect(self, state, seed=0):
        """What `search(state, player)` returns for this player."""
        choice, report, values = self.run(state.game, state._array, seed)
        target = int(report[plan.TARGET])
        return MinimaxResult(
            state=state,
            move=choice.move,
            values=values,
            depth=int(report[plan.DEPTH]),
            nodes=choice.nodes,
            nodes_by_depth=report[plan.NODES_BY_DEPTH :][: int(report[plan.DEPTH])].astype(np.int64),
            cutoffs=int(report[plan.CUTOFFS]),
            table_hits=int(report[plan.TABLE_HITS]),
            seconds=choice.seconds,
            policy=[*plan.POLICIES][int(report[plan.POLICY_USED])],
            target=None if target == plan.NO_TARGET else target,
        )


@dataclass(frozen=True)
class MinimaxResult:
    """The chosen move, its value, and what the search did."""

    state: object
    move: int
    values: np.ndarray  # by player; paranoid and BRS know the value of the player to move only, the others are NaN
    depth: int  # plies of the last iteration that was finished
    nodes: int  # positions generated by searched moves
    nodes_by_depth: np.ndarray  # how many there were when iteration 1, 2, ... was finished
    cutoffs: int
    table_hits: int
    seconds: float
    policy: str  # MP-Mix: the policy it chose here
    target: int | None  # MP-Mix: the opponent it attacks

    @property
    def value(self):
        """The value for the player to move."""
        return float(self.values[self.state._array[TO_MOVE]])

    def __repr__(self):
        return (
            f"<move {self.state.game.name_of(self.move)}, value {self.value:.4g}, {self.policy} to depth {self.depth}: "
            f"{self.nodes:,} nodes in {self.seconds:.3f} s, {self.cutoffs:,} cut-offs, {self.table_hits:,} table hits>"
        )


PLAYERS[Minimax.__name__] = Minimax
