"""How long will it take? A short measurement of each kind of match gives seconds per game."""

import time

from mctslib.experiments.published import published
from mctslib.experiments.registry import player_from
from mctslib.games import make_game

PROBE_SECONDS = 0.5
_USUAL_PLIES = {"rolit": 60, "blokus": 73}  # nijssen2013, sections 3.3.2 and 3.4.2; the others: Tables 3.1 and 3.2


def seconds_per_game(matches, progress=lambda done, total: None):
    """{match id: seconds on one core}. Matches of a table that differ only in a weight are measured once."""
    kinds = {}
    for match in matches:
        kinds.setdefault(_kind(match), []).append(match)
    seconds = {}
    for done, group in enumerate(kinds.values()):
        progress(done, len(kinds))
        measured = _probe(group[0])
        seconds.update({match.id: measured for match in group})
    return seconds


def _kind(match):
    """What decides the cost of a game: the game, its players' budgets and playouts."""
    costs = [
        (spec["kind"], spec.get("playouts"), spec.get("nodes"), str(spec.get("playout")))
        for spec in match.types.values()
    ]
    return match.game, match.players, tuple(sorted(map(str, costs)))


def _probe(match):
    """Play the first moves of a game for half a second and extend them to a game of the usual length."""
    game = make_game(match.game, match.players)
    players = {name: player_from(spec) for name, spec in match.types.items()}
    seats = match.seats(0)
    state = game.initial_state(0)
    for player in players.values():  # compile everybody's search, allocate its buffers
        player.choose(game, state._array, 0)
    started, plies = time.perf_counter(), 0
    while not state.is_over and plies < game.max_plies and (elapsed := time.perf_counter() - started) < PROBE_SECONDS:
        choice = players[seats[state.to_move]].choose(game, state._array, 0)
        state = state.play(choice.move)
        plies += 1
    elapsed = time.perf_counter() - started
    if state.is_over or plies == game.max_plies:
        return elapsed
    return elapsed / plies * max(plies, usual_plies(match.game, match.players))


def usual_plies(game, players):
    """The published mean length of a game."""
    lengths = published("nijssen2013", game=game, players=players, metric="game_length")
    if game in _USUAL_PLIES or lengths.empty:
        return _USUAL_PLIES.get(game, 100)
    return float(lengths["value"].iloc[0])


def spoken(seconds):
    """A duration in words: "40 s", "12 min", "3.5 h", "17 days"."""
    for limit, unit, size in ((100, "s", 1), (6000, "min", 60), (172_800, "h", 3600)):
        if seconds < limit:
            return f"{seconds / size:.{1 if unit == 'h' else 0}f} {unit}"
    return f"{seconds / 86_400:,.0f} days"
