"""The games, and the two ways to get one: `make_game` by name, `define_game` from your own functions."""

from importlib import import_module

from numba.core.errors import NumbaError

from mctslib.games.base import HEADER, Game, GameDefinition, compiled_rules, listed
from mctslib.games.checking import GameDefinitionError, check_definition

# Modules are imported when their game is asked for, so that `import mctslib` stays quick.
_MODULES = {
    "chinese_checkers": "mctslib.games.chinese_checkers",
    "focus": "mctslib.games.focus",
    "rolit": "mctslib.games.rolit",
    "blokus": "mctslib.games.blokus",
    "havannah": "mctslib.games.havannah",
    "scotland_yard": "mctslib.games.scotland_yard",
}
_defined = {}


def game_names():
    """The names `make_game` knows: the library's games, then your own."""
    return [*_MODULES, *_defined]


def definition_of(name):
    """The `GameDefinition` behind a name."""
    if name in _defined:
        return _defined[name]
    if name not in _MODULES:
        raise ValueError(f"There is no game called {name!r}; there are {listed(game_names(), 'and')}.")
    return import_module(_MODULES[name]).DEFINITION


def make_game(name, players=None):
    """A game by name, for a number of players (default: the smallest possible).

    >>> make_game("rolit", players=3)
    <Rolit, 3 players>
    """
    definition = definition_of(name)
    return Game(definition, definition.player_counts[0] if players is None else players)


def define_game(name, *, players, num_moves, board_words, setup, legal, apply, scores, max_plies=1000, **options):
    """Make a game of your own from a few functions (see `mctslib.games.base` for what each must do).

    The functions are first run in plain Python on random games, so that a slip gives a sentence instead of a crash in
    compiled code; then every engine can play the game. `players` is a number or a tuple of numbers. `board_words` is
    the number of int64 words of the state that are yours: `state[HEADER:]`. Further options are the other fields of
    `GameDefinition`, e.g. `move_value=`, `evaluate=`, `describe=`, `picture=`.
    """
    if name in _MODULES:
        raise ValueError(f"{name!r} is a game of the library; choose another name.")
    counts = tuple(players) if isinstance(players, (tuple, list)) else (players,)
    options.setdefault("title", name.replace("_", " ").title())
    options.setdefault("max_moves", num_moves)
    try:
        definition = GameDefinition(
            name=name,
            player_counts=counts,
            num_moves=num_moves,
            state_size=HEADER + board_words,
            max_plies=max_plies,
            setup=setup,
            legal=legal,
            apply=apply,
            scores=scores,
            **options,
        )
    except TypeError as error:
        allowed = listed(sorted(GameDefinition.__dataclass_fields__), "and")
        raise TypeError(f"{error}. The fields of a game are {allowed}.") from None
    check_definition(definition)
    _compile_or_explain(definition)
    _defined[name] = definition
    return Game(definition, counts[0])


def _compile_or_explain(definition):
    try:
        compiled_rules(definition)
    except NumbaError as error:
        reason = str(error).strip().splitlines()
        raise GameDefinitionError(
            f"numba cannot compile `{error.function_of_game}` of {definition.name}: {reason[-1] if reason else error}"
        ) from None
