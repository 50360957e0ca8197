"""The player around the minimax kernel, and a look into one of its searches."""

import time
from dataclasses import dataclass

import numpy as np

from mctslib import rng as generator
from mctslib.games.base import TO_MOVE, listed
from mctslib.search import minimax
from mctslib.search import minimax_plan as plan
from mctslib.search.expectimax import NO_CHANCE
from mctslib.search.minimax_stack import stack_for
from mctslib.search.minimax_table import table_for
from mctslib.search.minimax_values import DEEPEST
from mctslib.search.options import at_least_zero, positive, whole
from mctslib.search.parameters import code_of
from mctslib.search.players import PLAYERS, Choice, seeded_generator

SMALLEST_TABLE, LARGEST_TABLE = 10, 20  # bits
EVERYBODY_FOR_HIMSELF = ("maxn", "mp-mix")
ONE_REPLY = ("brs", "brs+")


@dataclass(frozen=True)
class Minimax:
    """The minimax family: depth-first search with iterative deepening and the game's board evaluator.

    `policy` says what the others are thought to do: "maxn" (everybody for himself), "paranoid" (all against the
    searching player), "brs" (only the opponent with the strongest reply moves), "brs+" (the other opponents do not skip
    but make their best static move) or "mp-mix" (paranoid when well ahead, attacking a leader who is well ahead, else
    max^n). Give a budget in `nodes` per move (the same move on every machine), in `ms` (milliseconds, for live play) or
    in `depth` (plies).

    The search takes the position it is handed for the truth. So where something is hidden it plays only for a player
    who sees everything, like the hider in Scotland Yard, and there it believes that all others do, too. A player's
    partners (where players win together) are searched on his side; only "paranoid" has a place for them.

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
    filter_moves: bool = True  # only moves that the game's knowledge calls sensible, where it has such knowledge

    def __post_init__(self):
        code_of(plan.POLICIES, self.policy, "policy")
        check_common_options(self)
        at_least_zero(self.T_d, "T_d")
        at_least_zero(self.T_o, "T_o")
        one_of(self, "normalise", (True, False, None))

    def check_game(self, game):
        """Refuse what this player cannot do in a game."""
        check_evaluator(game)
        if self.policy in EVERYBODY_FOR_HIMSELF and game.teams:
            raise ValueError(
                f"In {game.title} players win together, but under {self.policy!r} everybody plays for himself: "
                'choose "paranoid", "brs" or "brs+".'
            )
        if self.policy == "brs+" and not game.has_move_ordering:
            raise ValueError(f"{game.title} has no move ordering (move_value), which BRS+ needs for static replies.")
        if game.players < 2:
            raise ValueError(f"{game.title} has one player; minimax players need opponents.")

    def uses_shares(self, game):
        """Whether evaluations are shares of their sum in this game (see `minimax_values`)."""
        if self.normalise is not None:
            return self.normalise
        return self.policy in ("maxn", "mp-mix") and game.normalised_evaluation

    def check_seat(self, game, array):
        """Refuse to choose for a player who does not see the truth, or whose partners the policy has no place for."""
        seat = int(array[TO_MOVE])
        if not sees_everything(game, array):
            raise ValueError(
                f"Minimax searches the true position, which {game.seat_names[seat]} (player {seat}) of {game.title} "
                "cannot see; Expectimax searches all positions that are possible."
            )
        if self.policy in ONE_REPLY and np.count_nonzero(game.sides == game.sides[seat]) > 1:
            raise ValueError(
                f"{game.seat_names[seat]} (player {seat}) of {game.title} has partners, and {self.policy!r} does not "
                'say when they move: choose "paranoid".'
            )

    def block(self, game):
        """The parameter block of the kernel."""
        block = common_block(self, game)
        block[plan.POLICY] = plan.POLICIES[self.policy]
        block[plan.SHARES] = self.uses_shares(game)
        block[plan.T_DEFENSIVE] = self.T_d
        block[plan.T_OFFENSIVE] = self.T_o
        return block

    def choose(self, game, array, seed):
        """Search a position (its array) that is not over."""
        return self.run(game, array, seed)[0]

    def run(self, game, array, seed):
        """Search; returns the choice, the kernel's report and the values of the chosen move."""
        self.check_seat(game, array)
        table = table_for(bits(self), game.players if self.policy in EVERYBODY_FOR_HIMSELF else 1)
        noise_seed = generator.next_word(seeded_generator(seed, array))
        return run_kernel(game, array, self.block(game), noise_seed, table, NO_CHANCE)

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
            nodes_by_depth=nodes_by_depth(report),
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


def sees_everything(game, array):
    """Whether nothing of the position is hidden from the player to move."""
    if not game.has_hidden_information:
        return True
    return game.max_worlds > 0 and len(game.state_from_trusted(array).worlds(int(array[TO_MOVE]))) == 1


# ----------------------------------------------------------------------------- what players of this kernel share


def one_of(player, name, allowed):
    if getattr(player, name) not in allowed:
        raise ValueError(f"{name} is {listed(allowed)}, not {getattr(player, name)!r}.")


def check_common_options(player):
    """Refuse wrong budgets, noise, switches and table sizes."""
    if [player.nodes, player.ms, player.depth].count(None) != 2:
        raise ValueError(f"Give {type(player).__name__} one budget: nodes=5000, ms=500 or depth=4.")
    if player.nodes is not None:
        whole(player.nodes, "nodes")
    if player.ms is not None:
        positive(player.ms, "ms")
    if player.depth is not None:
        whole(player.depth, "depth")
        if player.depth > DEEPEST:
            raise ValueError(f"depth must be a whole number from 1 to {DEEPEST}, not {player.depth!r}.")
    at_least_zero(player.noise, "noise")
    for name in ("killers", "history", "filter_moves"):
        one_of(player, name, (True, False))
    if player.table_bits is not None:
        whole(player.table_bits, "table_bits", 0)
        if player.table_bits > 26:
            raise ValueError(f"table_bits must be a whole number from 0 to 26, not {player.table_bits!r}.")


def check_evaluator(game):
    if not game.has_evaluator:
        raise ValueError(f"{game.title} has no board evaluator (evaluate), which minimax players need.")


def bits(player):
    """Size of the transposition table: room for every node of the budget, within bounds."""
    if player.table_bits is not None:
        return player.table_bits
    if player.nodes is None:
        return LARGEST_TABLE
    return min(max(int(player.nodes).bit_length(), SMALLEST_TABLE), LARGEST_TABLE)


def common_block(player, game):
    """The parameter block, as far as the options are common."""
    block = np.zeros(plan.SIZE)
    block[plan.NODE_BUDGET] = player.nodes or 0
    block[plan.NANOSECONDS] = (player.ms or 0) * 1e6
    block[plan.DEPTH_BUDGET] = player.depth or DEEPEST
    block[plan.NOISE] = player.noise
    block[plan.KILLERS] = player.killers
    block[plan.HISTORY] = player.history
    block[plan.USE_TABLE] = bits(player) > 0
    block[plan.FILTER_MOVES] = player.filter_moves and game.sensible_moves is not None
    return block


def run_kernel(game, array, block, noise_seed, table, chance):
    """Search; returns the choice, the kernel's report and the values of the chosen move."""
    evaluator_table = game.load_table()
    started = time.perf_counter()
    report = np.zeros(plan.REPORT_SIZE)
    values = np.full(game.players, np.nan)
    move = minimax.search(
        game.rules,
        array,
        evaluator_table,
        game.num_moves,
        block,
        game.sides,
        noise_seed,
        stack_for(game),
        table,
        chance,
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


def nodes_by_depth(report):
    """How many nodes there were when iteration 1, 2, ... was finished."""
    return report[plan.NODES_BY_DEPTH :][: int(report[plan.DEPTH])].astype(np.int64)


PLAYERS[Minimax.__name__] = Minimax
