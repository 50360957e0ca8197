"""Try a new game in plain Python before it is compiled: random games, every promise of the interface checked."""

import numpy as np

from mctslib import rng as generator
from mctslib.games.base import (
    ANY_WORLD,
    HEADER,
    MAX_PLAYERS,
    OVER,
    PASS,
    PLAYERS,
    PLY,
    SIGNATURES,
    STAND_INS,
    TO_MOVE,
)

_GAMES = 20
_PLIES = 2000  # in all games together; plain Python is slow


class GameDefinitionError(ValueError):
    """A game that breaks a promise of the interface."""


def check_definition(definition):
    """Raise a `GameDefinitionError` with one sentence if the game does not keep to the rules of `games.base`."""
    for count in definition.player_counts:
        if not isinstance(count, int) or not 1 <= count <= MAX_PLAYERS:
            raise GameDefinitionError(f"A game has 1 to {MAX_PLAYERS} players, not {count!r}.")
    for field in ("num_moves", "max_moves", "state_size", "max_plies"):
        value = getattr(definition, field)
        if not isinstance(value, int) or value < 1:
            raise GameDefinitionError(f"{field} is a whole number from 1, not {value!r}.")
    if definition.teams and {len(definition.teams)} != set(definition.player_counts):
        raise GameDefinitionError(f"teams names the side of each seat; {definition.teams} has another length.")
    if definition.determinize is not None and definition.conceal is None:
        raise GameDefinitionError("A game with `determinize` also needs `conceal`, to show a player only what he sees.")
    functions = {name: _python(definition, name) for name in SIGNATURES}
    functions["conceal"] = definition.conceal
    plies = 0
    for index in range(_GAMES):
        plies += _random_game(definition, functions, index)
        if plies > _PLIES:
            return


def _python(definition, name):
    """The function as plain Python: the original of an `@njit` function, so that array bounds are checked."""
    function = getattr(definition, name)
    if function is None and name in STAND_INS:
        return None
    if not callable(function):
        raise GameDefinitionError(f"{name} must be a function, not {function!r}.")
    return getattr(function, "py_func", function)


def _random_game(definition, functions, index):
    """Play one random game and return its length."""
    choose = np.random.default_rng(index)
    players = definition.player_counts[index % len(definition.player_counts)]
    state = np.zeros(definition.state_size, np.int64)
    state[PLAYERS] = players
    rng = np.zeros(generator.STATE_WORDS, np.uint64)
    generator.seed_generator(rng, np.uint64(index), np.uint64(0))
    moves = np.zeros(definition.max_moves, np.int64)
    _call(functions, "setup", state, players, rng)
    passes = 0
    while not state[OVER]:
        player = int(state[TO_MOVE])
        if not 0 <= player < players or state[PLAYERS] != players:
            raise GameDefinitionError(f"The first words of the state are {state[:HEADER].tolist()} after a move.")
        n = _call(functions, "legal", state, player, moves)
        _check_moves(definition, functions, state, player, moves, n)
        if functions["determinize"] is not None:
            _check_hidden(definition, functions, state, player, moves[:n], index)
        passes = 0 if n else passes + 1
        if passes > players:
            raise GameDefinitionError("Nobody can move, but state[OVER] is 0: `apply` must end the game.")
        _call(functions, "apply", state, player, int(choose.choice(moves[:n])) if n else PASS)
        state[PLY] += n > 0
        if state[PLY] >= definition.max_plies:
            return int(state[PLY])
    out = np.full(players, np.nan)
    _call(functions, "scores", state, out)
    if not (np.all(out >= 0) and np.isclose(out.sum(), 1.0)):
        raise GameDefinitionError(f"`scores` must fill in numbers in [0, 1] that sum to 1, not {out.tolist()}.")
    return int(state[PLY])


def _check_moves(definition, functions, state, player, moves, n):
    if not isinstance(n, (int, np.integer)) or not 0 <= n <= definition.max_moves:
        raise GameDefinitionError(f"`legal` must return 0 to {definition.max_moves} (max_moves), not {n!r}.")
    listed = moves[:n].tolist()
    if len(set(listed)) != n or any(not 0 <= move < definition.num_moves for move in listed):
        raise GameDefinitionError(
            f"`legal` must write distinct moves from 0 to {definition.num_moves - 1}, not {listed[:20]}."
        )
    if n and functions["best_moves"] is not None:
        best = moves.copy()
        kept = _call(functions, "best_moves", state, player, best)
        if not 1 <= kept <= n or not set(best[:kept].tolist()) <= set(listed):
            raise GameDefinitionError("`best_moves` must write one or more of the moves that `legal` writes.")


def _check_hidden(definition, functions, state, player, moves, seed):
    """What is hidden stays hidden: nobody's determinization, legal moves or own moves tell him more than he knows."""
    for observer in range(int(state[PLAYERS])):
        concealed = state.copy()
        _call(functions, "conceal", concealed, observer)
        sampled, blindly = (_determinized(functions, array, observer, seed) for array in (state, concealed))
        if not np.array_equal(sampled, blindly):
            raise GameDefinitionError("`determinize` must not depend on what `conceal` blanks, or on the truth.")
        if not np.array_equal(sampled[:HEADER], state[:HEADER]):
            raise GameDefinitionError("`determinize` must leave the first words of the state alone.")
    # The sample as the player to move, the only one who needs moves, sees it.
    sampled = _determinized(functions, state, player, seed)
    again = np.zeros(definition.max_moves, np.int64)
    n = _call(functions, "legal", sampled, player, again)
    if set(again[:n].tolist()) != set(moves.tolist()):
        raise GameDefinitionError("The player to move must have the same legal moves after `determinize`.")
    if len(moves) and functions["observed_move"] is not None:
        move = int(moves[0])
        if _call(functions, "observed_move", state, player, move, player) != move:
            raise GameDefinitionError("`observed_move` must show a player his own move as it is.")


def _determinized(functions, state, observer, seed):
    sampled = state.copy()
    rng = np.zeros(generator.STATE_WORDS, np.uint64)
    generator.seed_generator(rng, np.uint64(seed), np.uint64(1))
    _call(functions, "determinize", sampled, observer, ANY_WORLD, rng)
    return sampled


def _call(functions, name, *arguments):
    """Run a function of the game; what goes wrong inside becomes one sentence."""
    try:
        return functions[name](*arguments)
    except Exception as error:
        where = error.__traceback__
        while where.tb_next is not None:
            where = where.tb_next
        raise GameDefinitionError(f"`{name}` fails in line {where.tb_lineno}: {error!r}.") from error
