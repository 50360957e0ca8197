"""What a game is: a flat state, a few functions with fixed signatures, and the Python objects around them.

**State.** A C-contiguous int64 array. The first `HEADER` words are common to all games, the rest is the game's own
(bitboards are stored as they are and read through `.view(np.uint64)`). Equal positions have equal arrays, `PLY` apart.

**Functions of a game** (plain Python that numba can compile; `GameDefinition` names them):

    setup(state, players, rng)              fill in the start position; PLAYERS is already set, all else is zero
    legal(state, player, moves) -> n        write the legal moves of `player`, whoever's turn it is; 0 = must pass
    apply(state, player, move)              make the move; set TO_MOVE and OVER. `move` may be PASS
    scores(state, out)                      the result of a finished game: in [0, 1], sum 1, tied winners share
    move_value(state, player, move) -> x    static move ordering: higher is tried first           (optional)
    best_moves(state, player, moves) -> n   the legal moves of the highest `move_value`, when faster  (optional)
    valued_moves(state, player, moves, values) -> n   the legal moves and each `move_value`, when faster  (optional)
    evaluate(state, player, table) -> x     board evaluator                                       (optional)
    sensible_moves(state, player, moves, at_root) -> n      legal moves without those that knowledge rules out; a
                                            search may be told to consider only these             (optional)
    amend_move(state, player, move) -> move what to play when a search of the sensible moves chose `move` (optional)

The functions get the player explicitly: Best-Reply Search moves players out of turn. The library, not the game, counts
plies and asks for passes: where `legal` returns 0 it calls `apply(state, player, PASS)`. A pass is not a ply. A game
must be over when nobody can move.

**Hidden information** (all optional; without them everybody sees everything). The state holds the truth. A *world* is
one way the truth can be, given all that an observer knows.

    determinize(state, observer, world, rng)      replace what the observer cannot see: by the world of that number, or
                                                  by a random one if `world` is ANY_WORLD. Never look at the truth
    worlds(state, observer, out) -> n             list the possible worlds, as numbers; for games with few of them
    category(state, world, categorization) -> c   the category of a world, from 0 (see `categorizations`)
    observed_move(state, player, move, observer)  the move, about to be made, as the observer will see it: itself, or a
        -> number                                 number from `num_moves` on that all moves he cannot tell apart share
    conceal(state, observer)                      plain Python: blank what the observer cannot see. A determinization of
                                                  a concealed state must equal that of the state itself

**Sides.** Where players win together, `teams` names the side of each seat. `scores` still says who *earned* the win;
what that is worth to the others of his side is for the search and the statistics to say (`side_value`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import cfunc, types
from numba.core.errors import NumbaError

from mctslib import rng as generator
from mctslib.compiling import array_type, compile_cached, helper, kernel
from mctslib.drawing import PLAYER_COLOURS, PLAYER_NAMES, Picture

TO_MOVE, OVER, PLY, PLAYERS = range(4)
HEADER = 4
PASS = -1
NOT_PROVIDED = -1  # what the stand-ins for `best_moves`, `valued_moves` and `sensible_moves` return: nothing special
ANY_WORLD = -1  # let `determinize` draw one at random
MAX_PLAYERS = len(PLAYER_COLOURS)

STATE = array_type(types.int64)
MOVES = array_type(types.int64)
VALUES = array_type(types.float64)
RNG = array_type(types.uint64)
TABLE = array_type(types.uint8)

SIGNATURES = {
    "setup": types.void(STATE, types.int64, RNG),
    "legal": types.int64(STATE, types.int64, MOVES),
    "apply": types.void(STATE, types.int64, types.int64),
    "scores": types.void(STATE, VALUES),
    "move_value": types.float64(STATE, types.int64, types.int64),
    "best_moves": types.int64(STATE, types.int64, MOVES),
    "evaluate": types.float64(STATE, types.int64, TABLE),
    "valued_moves": types.int64(STATE, types.int64, MOVES, VALUES),
    "sensible_moves": types.int64(STATE, types.int64, MOVES, types.int64),
    "amend_move": types.int64(STATE, types.int64, types.int64),
    "determinize": types.void(STATE, types.int64, types.int64, RNG),
    "worlds": types.int64(STATE, types.int64, MOVES),
    "category": types.int64(STATE, types.int64, types.int64),
    "observed_move": types.int64(STATE, types.int64, types.int64, types.int64),
}


class BasicRules(NamedTuple):
    """The functions that every game is asked for all the time.

    Entering compiled code from Python costs some 10 us for each function that is handed over, so the Python objects
    hand over these alone where they can.
    """

    setup: Any
    legal: Any
    apply: Any
    scores: Any
    move_value: Any
    best_moves: Any
    evaluate: Any
    valued_moves: Any


class Rules(NamedTuple):
    """All compiled functions of a game, as the kernels receive them."""

    setup: Any
    legal: Any
    apply: Any
    scores: Any
    move_value: Any
    best_moves: Any
    evaluate: Any
    valued_moves: Any
    sensible_moves: Any
    amend_move: Any
    determinize: Any
    worlds: Any
    category: Any
    observed_move: Any


def _tuple_type(kind):
    return types.NamedTuple(tuple(types.FunctionType(SIGNATURES[name]) for name in kind._fields), kind)


BASIC_RULES = _tuple_type(BasicRules)
RULES = _tuple_type(Rules)


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


def _no_move_value(state, player, move):
    return 0.0


def _no_best_moves(state, player, moves):
    return NOT_PROVIDED


def _no_evaluation(state, player, table):
    return 0.0


def _no_valued_moves(state, player, moves, values):
    return NOT_PROVIDED


def _no_filter(state, player, moves, at_root):
    return NOT_PROVIDED


def _same_move(state, player, move):
    return move


def _nothing_hidden(state, observer, world, rng):
    pass


def _no_worlds(state, observer, out):
    return 0


def _one_category(state, world, categorization):
    return 0


def _seen_as_it_is(state, player, move, observer):
    return move


STAND_INS = {
    "move_value": _no_move_value,
    "best_moves": _no_best_moves,
    "evaluate": _no_evaluation,
    "valued_moves": _no_valued_moves,
    "sensible_moves": _no_filter,
    "amend_move": _same_move,
    "determinize": _nothing_hidden,
    "worlds": _no_worlds,
    "category": _one_category,
    "observed_move": _seen_as_it_is,
}


# ---------------------------------------------------------------------------------------- compiled helpers


@helper
def copy_state(source, target):
    for i in range(len(source)):
        target[i] = source[i]


@helper
def settle(rules, state, moves):
    """Let players pass until somebody can move. Writes his moves and returns their number; 0 = the game is over."""
    while state[OVER] == 0:
        n = rules.legal(state, state[TO_MOVE], moves)
        if n > 0:
            return n
        rules.apply(state, state[TO_MOVE], PASS)
    return 0


@helper
def make_move(rules, state, player, move):
    """Apply a real move and count the ply."""
    rules.apply(state, player, move)
    state[PLY] += 1


@helper
def filtered_moves(rules, state, player, moves, at_root):
    """The moves a search with move filtering considers: the sensible ones, or all legal ones; 0 = must pass."""
    n = rules.sensible_moves(state, player, moves, at_root)
    return rules.legal(state, player, moves) if n == NOT_PROVIDED else n


@helper
def greedy_moves(rules, state, player, moves):
    """The legal moves of the highest static value (all of them for a game without move ordering); 0 = must pass."""
    n = rules.best_moves(state, player, moves)
    if n != NOT_PROVIDED:
        return n
    n = rules.legal(state, player, moves)
    return keep_best(rules, state, player, moves, n)


@helper
def keep_best(rules, state, player, moves, n):
    """Move the moves of the highest static value among the first `n` to the front; returns their number."""
    best = -np.inf
    kept = 0
    for i in range(n):
        value = rules.move_value(state, player, moves[i])
        if value > best:
            best = value
            kept = 0
        if value == best:
            moves[kept] = moves[i]
            kept += 1
    return kept


@helper
def valued_moves(rules, state, player, moves, values):
    """The legal moves and the static value of each; returns their number, 0 = must pass."""
    n = rules.valued_moves(state, player, moves, values)
    if n != NOT_PROVIDED:
        return n
    n = rules.legal(state, player, moves)
    for i in range(n):
        values[i] = rules.move_value(state, player, moves[i])
    return n


@helper
def side_value(result, sides, player, reduction):
    """What a result is worth to a player who shares the wins of his side.

    A win that another player of the side earned counts 1 - reduction (Coalition Reduction: nijssen2013, section 7.2.6).
    """
    value = 0.0
    for other in range(len(sides)):
        if other == player:
            value += result[other]
        elif sides[other] == sides[player]:
            value += (1.0 - reduction) * result[other]
    return value


@helper
def position_hash(state):
    """64 bits that tell positions apart, whatever the ply."""
    mixed = np.uint64(len(state))
    for i in range(len(state)):
        if i != PLY:
            mixed = generator.split_mix(mixed ^ np.uint64(state[i]))
    return mixed


_START, _LEGAL, _PLAY, _SCORES, _EVALUATE, _MOVE_VALUE, _GREEDY, _SETTLE = range(8)


@kernel(
    types.int64(BASIC_RULES, types.int64, STATE, types.int64, types.int64, MOVES, VALUES, TABLE, RNG),
)
def _query(rules, what, state, player, move, moves, values, table, rng):
    """Everything the Python objects ask of any game, in one compiled function."""
    if what == _START:
        rules.setup(state, player, rng)
        return settle(rules, state, moves)
    if what == _LEGAL:
        return rules.legal(state, player, moves)
    if what == _PLAY:
        make_move(rules, state, player, move)
        return settle(rules, state, moves)
    if what == _SETTLE:
        return settle(rules, state, moves)
    if what == _SCORES:
        rules.scores(state, values)
    elif what == _EVALUATE:
        values[player] = rules.evaluate(state, player, table)
    elif what == _MOVE_VALUE:
        values[player] = rules.move_value(state, player, move)
    elif what == _GREEDY:
        return greedy_moves(rules, state, player, moves)
    return 0


_SENSIBLE, _AMEND, _DETERMINIZE, _WORLDS, _CATEGORY, _OBSERVED = range(6)


@kernel(types.int64(RULES, types.int64, STATE, types.int64, types.int64, types.int64, MOVES, RNG))
def _query_more(rules, what, state, player, number, extra, out, rng):
    """What the Python objects ask about move filtering and hidden information; `number` is a move or a world."""
    if what == _SENSIBLE:
        return filtered_moves(rules, state, player, out, extra)
    if what == _AMEND:
        return rules.amend_move(state, player, number)
    if what == _WORLDS:
        return rules.worlds(state, player, out)
    if what == _CATEGORY:
        return rules.category(state, number, extra)
    if what == _OBSERVED:
        return rules.observed_move(state, player, number, extra)
    rules.determinize(state, player, number, rng)
    return 0


@kernel(types.int64(RULES, STATE, types.int64, types.int64))
def _perft(rules, state, depth, max_moves):
    """Move sequences of length `depth`; the last ply is counted, not played."""
    states = np.empty((depth + 1, len(state)), np.int64)
    moves = np.empty((depth + 1, max_moves), np.int64)
    remaining = np.zeros(depth + 1, np.int64)
    states[0] = state
    remaining[0] = settle(rules, states[0], moves[0])
    if depth == 1:
        return remaining[0]
    total = 0
    level = 0
    while level >= 0:
        if remaining[level] == 0:
            level -= 1
            continue
        remaining[level] -= 1
        child = level + 1
        states[child] = states[level]
        make_move(rules, states[child], states[child][TO_MOVE], moves[level][remaining[level]])
        n = settle(rules, states[child], moves[child])
        if child == depth - 1:
            total += n
        else:
            remaining[child] = n
            level = child
    return total


# ------------------------------------------------------------------------------------------------ Python objects


def listed(choices, last="or"):
    """`2, 3 or 4`: how error messages name what is allowed."""
    words = [str(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


class MoveOrdering(NamedTuple):
    """A named pair of `move_value` and `best_moves`, for games whose playouts can follow several."""

    name: str
    move_value: Callable
    best_moves: Callable | None = None


class Categorization(NamedTuple):
    """A way to sort worlds into categories; its place in `categorizations` is its number."""

    name: str
    categories: int


@dataclass(frozen=True)
class GameDefinition:
    """A game before it is compiled: its functions (see the module's docstring), its sizes and how it is shown."""

    name: str
    title: str
    player_counts: tuple
    num_moves: int  # a move is an integer in [0, num_moves), stable over the whole game
    max_moves: int  # no position has more legal moves for one player
    state_size: int  # words, header included
    max_plies: int  # a game, or a playout, that is longer is cut off and scored 1/players each
    setup: Callable
    legal: Callable
    apply: Callable
    scores: Callable
    move_value: Callable | None = None
    best_moves: Callable | None = None
    valued_moves: Callable | None = None
    evaluate: Callable | None = None
    build_table: Callable | None = None  # () -> uint8 array handed to `evaluate`; called when first needed
    move_name: Callable | None = None  # (move) -> str
    describe: Callable | None = None  # (state) -> str, the board as text
    picture: Callable | None = None  # (state, last_move) -> Picture
    normalised_evaluation: bool = True  # max^n divides evaluations by their sum, so that shallow pruning is possible
    check: Callable | None = None  # (array) -> sentence on what is wrong with a set-up, or None
    sensible_moves: Callable | None = None
    amend_move: Callable | None = None
    orderings: tuple = ()  # of MoveOrdering; the first is the default, the same as `move_value` and `best_moves`
    teams: tuple = ()  # the side of each seat; empty = everybody for himself
    seat_names: tuple = PLAYER_NAMES
    determinize: Callable | None = None
    worlds: Callable | None = None
    max_worlds: int = 0  # no position has more; 0 = they cannot be listed
    category: Callable | None = None
    categorizations: tuple = ()  # of Categorization
    observed_move: Callable | None = None
    conceal: Callable | None = None


class Game:
    """A game for a number of players. Make one with `make_game` or `define_game`."""

    def __init__(self, definition, players):
        if players not in definition.player_counts:
            raise ValueError(
                f"{definition.name} is played by {listed(definition.player_counts)} players, not {players!r}."
            )
        self.definition = definition
        self.players = int(players)

    def __getattr__(self, name):
        if name.startswith("_") or name == "definition":
            raise AttributeError(name)
        return getattr(self.definition, name)

    def __repr__(self):
        return f"<{self.title}, {self.players} players>"

    def __reduce__(self):
        from mctslib.games import make_game  # a game travels between processes by name

        return make_game, (self.name, self.players)

    @property
    def has_evaluator(self):
        return self.definition.evaluate is not None

    @property
    def has_move_ordering(self):
        return self.definition.move_value is not None

    @property
    def has_hidden_information(self):
        return self.definition.determinize is not None

    @cached_property
    def sides(self):
        """The side of each seat, as the kernels want it; players of one side win together."""
        return np.array(self.teams or range(self.players), np.int64)

    @cached_property
    def rules(self):
        """The compiled functions."""
        return compiled_rules(self.definition)

    @cached_property
    def _basic_rules(self):
        return _basic(self.rules)

    def rules_for(self, ordering=None):
        """The compiled functions with another move ordering, e.g. "MM" in Scotland Yard; None is the default one."""
        self.check_ordering(ordering)
        if ordering is None:
            return self.rules
        _, move_value, best_moves = next(candidate for candidate in self.orderings if candidate.name == ordering)
        return self.rules._replace(
            move_value=_compiled_function("move_value", move_value),
            best_moves=_compiled_function("best_moves", best_moves),
        )

    def check_ordering(self, ordering):
        """Refuse a name that no move ordering of this game has; None is the default one."""
        names = [candidate.name for candidate in self.orderings]
        if ordering is not None and ordering not in names:
            allowed = listed([repr(name) for name in names]) if names else "None"
            raise ValueError(f"The move ordering of {self.title} is {allowed}, not {ordering!r}.")

    def concealed(self, array, observer):
        """A copy of a state's array without what the observer cannot see. This is what to hand to a player."""
        array = array.copy()
        if self.conceal is not None:
            self.conceal(array, observer)
        return array

    @property
    def table(self):
        """The evaluator's table; empty until `load_table` is called."""
        return self.__dict__.get("_table", _NO_TABLE)

    def load_table(self):
        """Build or load the evaluator's table if the game has one. Whoever needs the evaluator calls this first."""
        if self.build_table is not None and "_table" not in self.__dict__:
            self.__dict__["_table"] = self.build_table()
        return self.table

    def initial_state(self, seed=0):
        """The start position; `seed` matters only in games with a random set-up."""
        array = np.zeros(self.state_size, np.int64)
        array[PLAYERS] = self.players
        self._query(_START, array, self.players, rng=_generator_from(seed))
        return State(self, array)

    def state_from_array(self, array):
        """A state from its array, as `state.array` gave it. Wrong arrays are refused with a sentence.

        A player who is to move and cannot has passed already in the state, as in every other one.
        """
        if not isinstance(array, np.ndarray) or array.dtype != np.int64:
            given = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
            raise TypeError(f"A {self.name} state is a numpy array of dtype int64, not {given}.")
        if array.shape != (self.state_size,):
            raise ValueError(f"A {self.name} state has shape ({self.state_size},), not {array.shape}.")
        if array[PLAYERS] != self.players:
            raise ValueError(f"This game has {self.players} players, the array says {array[PLAYERS]}.")
        if not 0 <= array[TO_MOVE] < self.players or array[OVER] not in (0, 1) or array[PLY] < 0:
            raise ValueError(
                f"The first four words of a state are: player to move (0 to {self.players - 1}), "
                f"over (0 or 1), ply (0 or more), players; not {array[:HEADER].tolist()}."
            )
        array = np.array(array, order="C")
        problem = self.check(array) if self.check is not None else None
        if problem:
            raise ValueError(f"Not a {self.name} position: {problem}")
        self._query(_SETTLE, array)
        return State(self, array)

    def state_from_trusted(self, array):
        """A state around an array that the library itself made."""
        return State(self, array)

    def name_of(self, move):
        """The move as people write it."""
        return self.move_name(move) if self.move_name is not None else str(move)

    def perft(self, depth, state=None):
        """Number of move sequences of length `depth` from `state` (default: the start).

        >>> from mctslib import make_game
        >>> make_game("rolit", players=4).perft(1)
        3
        """
        if not isinstance(depth, (int, np.integer)) or depth < 0:
            raise ValueError(f"The depth is a whole number from 0, not {depth!r}.")
        if depth == 0:
            return 1
        if depth > self.max_plies:
            raise ValueError(f"{self.title} lasts at most {self.max_plies:,} plies; the depth cannot be {depth:,}.")
        if state is not None and not (
            isinstance(state, State) and (state.game.definition, state.game.players) == (self.definition, self.players)
        ):
            raise ValueError(f"perft needs a state of {self.title} with {self.players} players, not {state!r}.")
        array = (state or self.initial_state())._array
        return int(_perft(self.rules, array, depth, self.max_moves))

    def _query(self, what, state, player=0, move=0, rng=None, ordering=None):
        """Ask the compiled rules; returns (number, moves, values)."""
        rules = self._basic_rules if ordering is None else _basic(self.rules_for(ordering))
        moves = np.empty(self.max_moves, np.int64)
        values = np.zeros(self.players, np.float64)
        rng = _NO_RNG if rng is None else rng
        n = _query(rules, what, state, player, move, moves, values, self.table, rng)
        return n, moves[: max(n, 0)], values

    def _query_more(self, what, state, player=0, number=0, extra=0, rng=None):
        """Ask about move filtering or hidden information; returns (number, list)."""
        out = np.empty(max(self.max_moves, self.max_worlds), np.int64)
        n = _query_more(self.rules, what, state, player, number, extra, out, _NO_RNG if rng is None else rng)
        return n, out[: max(n, 0)].tolist()


_NO_TABLE = np.zeros(0, np.uint8)
_NO_RNG = np.zeros(generator.STATE_WORDS, np.uint64)
_compiled = {}


def _basic(rules):
    return BasicRules(*rules[: len(BasicRules._fields)])


def compiled_rules(definition):
    """Compile a definition's functions; one compilation serves every number of players."""
    if definition not in _compiled:
        _compiled[definition] = Rules(
            **{name: _compiled_function(name, getattr(definition, name)) for name in SIGNATURES}
        )
    return _compiled[definition]


@cache
def _compiled_function(name, function):
    """One function of a game, or its stand-in; all games share the stand-ins."""
    try:
        return compile_cached(cfunc, SIGNATURES[name], function or STAND_INS[name], _nrt=False)
    except NumbaError as error:
        error.function_of_game = name
        raise


def _generator_from(seed):
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise ValueError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")
    rng = np.zeros(generator.STATE_WORDS, np.uint64)
    generator.seed_generator(rng, np.uint64(int(seed)), np.uint64(0))
    return rng


class State:
    """A position: immutable, draws itself in a notebook, prints itself in a terminal."""

    def __init__(self, game, array, last_move=None):
        self.game = game
        self._array = array
        self.last_move = last_move

    @property
    def array(self):
        """The flat array behind the position, read-only (`game.state_from_array` is the way back)."""
        view = self._array.view()
        view.flags.writeable = False
        return view

    @property
    def to_move(self):
        return int(self._array[TO_MOVE])

    @property
    def ply(self):
        return int(self._array[PLY])

    @property
    def is_over(self):
        return bool(self._array[OVER])

    def legal_moves(self, player=None):
        """The moves of the player to move (or of any player), as a list of integers."""
        if self.is_over:
            return []
        return self.game._query(_LEGAL, self._array, self._seat(player))[1].tolist()

    def sensible_moves(self, at_root=True):
        """The legal moves without those that the game's knowledge rules out (move filtering)."""
        return [] if self.is_over else self.game._query_more(_SENSIBLE, self._array, self.to_move, 0, at_root)[1]

    def amend_move(self, move):
        """The move to play when a search with move filtering chose `move`."""
        return self.game._query_more(_AMEND, self._array, self.to_move, self._legal_move(move))[0]

    def best_moves(self, ordering=None):
        """The legal moves that the game's static move ordering, or another of its `orderings`, likes best."""
        if self.is_over:
            return []
        return self.game._query(_GREEDY, self._array, self.to_move, ordering=ordering)[1].tolist()

    def play(self, move):
        """The position after a legal move, given as an integer or by its name."""
        chosen = self._legal_move(move)
        array = self._array.copy()
        self.game._query(_PLAY, array, self.to_move, chosen)
        return State(self.game, array, chosen)

    def _legal_move(self, move, player=None):
        """A legal move of the player to move (or of any player), given as an integer or by its name, as an integer."""
        if self.is_over:
            raise IllegalMove(f"This game of {self.game.title} is over: no move is legal.")
        player = self._seat(player)
        legal = self.legal_moves(player)
        if isinstance(move, str):
            named = {self.game.name_of(candidate): candidate for candidate in legal}
            chosen = named.get(move)
        else:
            chosen = move if np.ndim(move) == 0 and move in legal else None
        if chosen is None:
            examples = ", ".join(f"{m} ({self.game.name_of(m)})" for m in legal[:5])
            raise IllegalMove(
                f"{move!r} is not a legal move for player {player} at ply {self.ply}; "
                f"the {len(legal)} legal moves are {examples}{', ...' if len(legal) > 5 else ''}."
            )
        return int(chosen)

    @property
    def scores(self):
        """The result, one number per player: 1 for a win, shared by tied winners; all zero while the game goes on."""
        if not self.is_over:
            return np.zeros(self.game.players)
        return self.game._query(_SCORES, self._array)[2]

    def evaluate(self):
        """The board evaluator's value for each player."""
        if not self.game.has_evaluator:
            raise ValueError(f"{self.game.title} has no board evaluator.")
        self.game.load_table()
        return np.array([self.game._query(_EVALUATE, self._array, p)[2][p] for p in range(self.game.players)])

    def move_value(self, move, player=None, ordering=None):
        """The static value of a move, a number or a name (its place in the move ordering)."""
        player = self._seat(player)
        move = self._legal_move(move, player)
        return float(self.game._query(_MOVE_VALUE, self._array, player, move, ordering=ordering)[2][player])

    def worlds(self, observer):
        """The possible worlds, as numbers, given all that the observer knows."""
        if not self.game.max_worlds:
            raise ValueError(f"The possible worlds of {self.game.title} cannot be listed.")
        return self.game._query_more(_WORLDS, self._array, self._seat(observer))[1]

    def determinize(self, observer, seed=0, world=None):
        """The position as it may be, given all that the observer knows: a random world, or one of `worlds`."""
        observer = self._seat(observer)
        if world is not None and world not in self.worlds(observer):
            raise ValueError(f"{world!r} is not a possible world for player {observer}; see state.worlds({observer}).")
        array = self._array.copy()
        number = ANY_WORLD if world is None else int(world)
        self.game._query_more(_DETERMINIZE, array, observer, number, rng=_generator_from(seed))
        return State(self.game, array)

    def categories(self, observer, categorization):
        """The category, counted from 0, of each possible world; `categorization` names one of the game's."""
        names = [kind.name for kind in self.game.categorizations]
        if categorization not in names:
            allowed = listed([repr(name) for name in names]) if names else "no name"
            raise ValueError(f"A categorization of {self.game.title} is {allowed}, not {categorization!r}.")
        kind = names.index(categorization)
        worlds = self.worlds(observer)
        return {world: self.game._query_more(_CATEGORY, self._array, 0, world, kind)[0] for world in worlds}

    def observed_move(self, move, observer):
        """A move of the player to move, as the observer will see it; `game.name_of` names it."""
        move = self._legal_move(move)
        return self.game._query_more(_OBSERVED, self._array, self.to_move, move, self._seat(observer))[0]

    def seen_by(self, observer):
        """What a player can see of the position: draws and prints itself like a state."""
        return Observation(self, self._seat(observer))

    def _seat(self, player):
        """A player's number, checked; None is the player to move."""
        player = self.to_move if player is None else player
        if not isinstance(player, (int, np.integer)) or not 0 <= player < self.game.players:
            raise ValueError(f"Players are numbered 0 to {self.game.players - 1}, not {player!r}.")
        return int(player)

    def picture(self):
        """The board as a `Picture`."""
        if self.game.definition.picture is not None:
            return self.game.definition.picture(self._array, self.last_move)
        lines = str(self).splitlines()
        drawn = Picture(max(8, max(map(len, lines)) * 0.3), 0.6 * len(lines) + 0.4, scale=24)
        for row, line in enumerate(lines):
            drawn.text(0.3, 0.6 * row + 0.5, line, anchor="start", size=0.45)
        return drawn

    def _repr_svg_(self):
        return self.picture().svg()

    def __str__(self):
        if self.game.describe is not None:
            board = self.game.describe(self._array)
        else:
            board = " ".join(str(word) for word in self._array[HEADER:])
        return f"{self._caption()}\n{board}"

    def _caption(self):
        if not self.is_over:
            mover = self.game.seat_names[self.to_move]
            return f"{self.game.title}, ply {self.ply}, {mover} (player {self.to_move}) to move"
        scores = ", ".join(f"{self.game.seat_names[p]} {score:.3g}" for p, score in enumerate(self.scores))
        return f"{self.game.title}, over after {self.ply} plies: {scores}"

    __repr__ = __str__

    def __eq__(self, other):
        return (
            isinstance(other, State)
            and self.game.name == other.game.name
            and np.array_equal(np.delete(self._array, PLY), np.delete(other._array, PLY))
        )

    def __hash__(self):
        return int(position_hash(self._array))


class Observation:
    """A position through the eyes of one player, without what he cannot see. `state.seen_by(observer)` makes it."""

    def __init__(self, state, observer):
        self.observer = observer
        last_move = None if state.game.has_hidden_information else state.last_move  # it may tell what is hidden
        self._shown = State(state.game, state.game.concealed(state._array, observer), last_move)

    @property
    def array(self):
        """The array that a player in this seat is handed, read-only."""
        return self._shown.array

    def picture(self):
        return self._shown.picture()

    def _repr_svg_(self):
        return self._shown._repr_svg_()

    def __str__(self):
        return f"Seen by {self._shown.game.seat_names[self.observer]}: {self._shown}"

    __repr__ = __str__
