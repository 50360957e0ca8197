"""The registry: from a published table and a scale to the matches that must be played.

A match is one game variant with fixed player types; its games are numbered, and a game is a pure function of
(match, number). Printed cells are linked to matches by `match_of`.
"""

import hashlib
import json
from dataclasses import dataclass, field, fields
from functools import cache, cached_property

from mctslib import rng as generator
from mctslib.experiments.published import published
from mctslib.experiments.scales import SCALES, published_nodes, published_playouts, scale_named
from mctslib.experiments.seats import balanced_blocks, balanced_games
from mctslib.experiments.tables import EXPERIMENTS
from mctslib.games.base import listed

WIN_RATE = "win_rate_pct"
RATES = (WIN_RATE, "win_rate_pct_approx", "win_rate_pct_max")  # the text says "approximately" or "up to"
SELF_PLAY_METRICS = ("game_length", "branching_factor")
DEFAULT_GAMES = 1500


@dataclass(frozen=True)
class Match:
    """A number of games between player types. `types` maps names to specs; `obstacle` says why it cannot be played."""

    experiment: str
    cell: str  # e.g. "rolit-4/2500ms/W=5/ph:uct"
    game: str
    players: int
    types: dict
    games: int = field(default=0, compare=False)  # how many to play at a scale; 0 where it is read from a record
    obstacle: str = field(default="", compare=False)

    @cached_property
    def fingerprint(self):
        """Changes with the game or any option of a player, so that records of other players are never mixed in."""
        content = json.dumps([self.game, self.players, list(self.types.items())], sort_keys=True)
        return hashlib.blake2b(content.encode(), digest_size=4).hexdigest()

    @property
    def id(self):
        return f"{self.experiment}/{self.cell}#{self.fingerprint}"

    @cached_property
    def assignments(self):
        """The seatings in playing order: game number i uses entry i modulo their number."""
        return [seats for block in balanced_blocks(self.types, self.players) for seats in block]

    def seats(self, number):
        return self.assignments[number % len(self.assignments)]

    def seed(self, number):
        """The seed of a game: it depends on nothing but the experiment, cell, seating and number."""
        return generator.seed_from(self.experiment, self.cell, "-".join(self.seats(number)), number)

    def budgets(self):
        """{"ph": "11,209 playouts"}: what every table prints."""
        words = ("playouts", "nodes")
        return {
            name: listed([f"{spec[word]:,} {word}" for word in words if word in spec], "and") or "no search"
            for name, spec in self.types.items()
        }

    def definition(self):
        """The match as JSON; `match_from` is the way back."""
        return json.dumps({name: getattr(self, name) for name in ("experiment", "cell", "game", "players", "types")})


def match_from(definition):
    return Match(**json.loads(definition))


def experiment_keys(name):
    """["table-5.1"] for a key, all keys for "all"; otherwise one sentence with the keys that exist."""
    if name == "all":
        return [key for key, experiment in EXPERIMENTS.items() if experiment.types]
    if name not in EXPERIMENTS:
        known = [key for key in EXPERIMENTS if not key.startswith("table-B")]
        raise ValueError(
            f"There is no experiment called {name!r}; there are all, table-B.1 to B.24, {listed(known, 'and')}."
        )
    borrowed = [loan.experiment for loan in EXPERIMENTS[name].borrowed]
    return list(dict.fromkeys([*([name] if EXPERIMENTS[name].types else []), *borrowed]))


def matches(key, scale):
    """The matches of an experiment at a scale, in the order of the printed cells; each is played once."""
    experiment, scale = EXPERIMENTS[key], scale_named(scale)
    found = {}
    for row in cells_of(experiment).itertuples():
        if _loan(experiment, row) is None:
            match = _match(experiment, scale, row)
            found.setdefault(match.cell, match)
    if not (scale.one_per_variant or (experiment.sampled and scale.samples)):
        return list(found.values())
    variants = {}
    for match in found.values():
        variants.setdefault((match.game, match.players), []).append(match)
    return [group[len(group) // 2] for group in variants.values()]


def cells_of(experiment):
    """The printed cells of an experiment that games can answer."""
    cells = published(experiment.source, experiment.table)
    return cells[cells["metric"].isin([*RATES, *SELF_PLAY_METRICS])]


@cache
def _table_of(source, table):
    for experiment in EXPERIMENTS.values():
        if (experiment.source, experiment.table) == (source, table):
            return experiment
    return None


def match_of(row, scale):
    """The match behind a printed cell (a row of `published()`), or None if no experiment covers it."""
    experiment = _table_of(row.source, row.table)
    if experiment is None or row.metric not in (*RATES, *SELF_PLAY_METRICS):
        return None
    loan = _loan(experiment, row)
    if loan is None:
        return _match(experiment, scale_named(scale), row)
    lender = EXPERIMENTS[loan.experiment]
    return _match(lender, scale_named(scale), row, cell=_cell(row, loan.value), value=loan.value.partition("=")[2])


def letters_of(row):
    """What the letters of appendix B's configurations stand for."""
    return _loan(_table_of(row.source, row.table), row).letters


def _loan(experiment, row):
    return next((loan for loan in experiment.borrowed if loan.subject in ("", row.subject)), None)


def _cell(row, parameter=None):
    """The name of a match within its experiment; the same for every subject of the match."""
    budget = f"{row.budget}{'ms' if row.budget_kind == 'ms' else ''}"
    if parameter is None:
        parameter = f"{row.parameter}={row.value_of_parameter}" if row.parameter else ""
    together = row.opponent if row.opponent in ("three_way", "self_play") else ":".join(_pair(row))
    return "/".join(part for part in (f"{row.game}-{row.players}", budget, parameter, together) if part)


def _pair(row):
    return sorted((row.subject, row.opponent))


@cache
def _games_printed(experiment):
    """Games per match as published; where a table prints none, about 1500."""
    games = cells_of(EXPERIMENTS[experiment])["games"]
    return int(games.max()) if games.notna().any() else DEFAULT_GAMES


def _match(experiment, scale, row, cell=None, value=None):
    scale = scale.of(row.game, int(row.players))
    names = list(experiment.types) if row.opponent == "three_way" else _pair(row)
    if row.opponent == "self_play":
        names = [row.subject]
    value = row.value_of_parameter if value is None else value
    specs = {name: _filled(experiment.types[name], value) for name in names}
    budgets = {name: _published_budget(experiment, scale, row, name, spec) for name, spec in specs.items()}
    obstacle = next(filter(None, map(missing_kind, specs.values())), "")
    if any(amount is None for _, amount in budgets.values()):
        obstacle = obstacle or f"data/calibration has no nodes for {row.game} with {row.players} players at this time."
        budgets = {name: (kind, amount or 0) for name, (kind, amount) in budgets.items()}
    types = {
        name: {**specs[name], kind: amount}
        for name, (kind, amount) in scale.budgets(budgets, experiment.costly).items()
    }
    printed = row.games if row.games > 0 and cell is None else _games_printed(experiment.key)
    games = balanced_games(
        scale.games_per_match(experiment.costly or row.game == "blokus", printed),
        balanced_blocks(tuple(types), int(row.players)),
    )
    return Match(experiment.key, cell or _cell(row), row.game, int(row.players), types, games, obstacle)


def _filled(spec, value):
    """A spec with the cell's parameter in the place of "$value", or the last of its parameters in that of "$last"."""
    if isinstance(spec, dict):
        return {name: _filled(entry, value) for name, entry in spec.items()}
    if spec == "$last":
        return float(value.rpartition("+")[2])
    if spec != "$value":
        return spec
    try:
        return float(value)
    except ValueError:
        return value.replace("_", "-")


def _published_budget(experiment, scale, row, name, spec):
    """("playouts" or "nodes", how many per move), as published."""
    if row.budget_kind == "playouts":
        return "playouts", int(row.budget)
    if experiment.playouts:
        return "playouts", experiment.playouts
    ms = int(row.budget) if row.budget else experiment.ms
    if spec["kind"] == "Minimax":
        return "nodes", published_nodes(scale, row.game, int(row.players), spec["*"], ms)
    return "playouts", published_playouts(experiment.playouts_of, row.game, int(row.players), name, ms)


# ---------------------------------------------------------------------------- specs and the kinds that exist


def _kinds():
    from mctslib.search import options, players

    return {**players.PLAYERS, **options.SELECTIONS, **options.PLAYOUT_STRATEGIES}


def missing_kind(spec):
    """A sentence if the library has no player or option of a kind that the spec names (yet), else ""."""
    for entry in (spec, *(value for value in spec.values() if isinstance(value, dict))):
        if entry["kind"] not in _kinds():
            return f"The library has no {entry['kind']} yet."
    return ""


def player_from(spec):
    """The player of a registry's spec: like `from_spec`, with `"*"` for the first argument of a kind."""
    from mctslib.search.players import from_spec

    return from_spec(_named(spec))


def _named(spec):
    kind = _kinds().get(spec["kind"])
    if kind is None:
        raise ValueError(missing_kind(spec))
    first = fields(kind)[0].name if fields(kind) else ""
    return {
        first if name == "*" else name: _named(value) if isinstance(value, dict) else value
        for name, value in spec.items()
    }


def all_matches(keys, scale):
    """The matches of several experiments, each once."""
    found = {}
    for key in keys:
        for match in matches(key, scale):
            found.setdefault(match.id, match)
    return list(found.values())


def registered_match(match_id):
    """The match with an id, at whatever scale it belongs to, or None if the registry has changed since."""
    experiment = match_id.partition("/")[0]
    if experiment in EXPERIMENTS:
        for scale in SCALES:
            for match in matches(experiment, scale):
                if match.id == match_id:
                    return match
    return None
