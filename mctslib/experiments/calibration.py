"""Node budgets for the published minimax players: the budget at which ours search as deep as theirs did.

nijssen2013, Table 4.2 gives for each game, number of players and thinking time the mean depth of max^n, paranoid and
BRS when the three play at one table. Time on their machine becomes nodes on any machine in these steps, per game and
number of players:

1. Games of the three types, with a small budget each, give a sample of positions spread evenly over the games.
2. Every type searches the positions with a budget that is larger than needed. The report says how many nodes each
   iteration took, so one search tells the depth under every smaller budget: the mean over the positions is a curve.
3. A published depth is read off the curve: the smallest budget with at least that mean depth.
4. Games at the budgets found confirm it, where they are cheap enough: the mean depth over all moves of a type.

Large budgets are measured on fewer positions than small ones; the standard error of the mean depth is given with each
(as if the positions were drawn at random: they are spread evenly, so it is too large rather than too small). Budgets
beyond the largest search are extrapolated, and have no error.
Depth is that of the last finished iteration, also where the game ends first.
"""

import time
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from mctslib import rng as generator
from mctslib.experiments.play import play_game
from mctslib.experiments.seats import seat_assignments
from mctslib.games import make_game
from mctslib.search import minimax_plan as plan
from mctslib.search.minimax_player import LARGEST_TABLE, Minimax
from mctslib.search.options import whole

DATA = Path(__file__).parents[2] / "data"
PUBLISHED = DATA / "published" / "nijssen2013_table_4_2.csv"
FOLDER = DATA / "calibration"
BUDGETS, DEPTHS = "minimax_nodes.csv", "minimax_depths.csv"

POLICIES = ("maxn", "paranoid", "brs")
GAMES_FOR_POSITIONS = 6
NODES_FOR_POSITIONS = 3000
FIRST_LIMIT, LAST_LIMIT = 2**14, 2**21  # nodes per search of a position
NODES_PER_STAGE = 8_000_000  # of all searches with one limit
FEWEST_POSITIONS = 32
ROOM = 1.3  # the next limit, as a multiple of what the curve so far promises to be enough
MOST_GROWTH = 8
POINTS_PER_DOUBLING = 4  # of the curves
GOLDEN = (5**0.5 - 1) / 2
_LEAST_GAIN = 0.05  # plies per doubling of nodes; curves are flat where almost all positions finish the same iteration


def published_depths():
    """The depths of Table 4.2: game, players, ms, policy, published_depth."""
    table = pd.read_csv(PUBLISHED)
    table = table[table.metric == "depth_ply"]
    columns = {"budget": "ms", "subject": "policy", "value": "published_depth"}
    return table.rename(columns=columns)[["game", "players", *columns.values()]].reset_index(drop=True)


def calibrated_nodes(game, players, ms, policy, folder=FOLDER):
    """The node budget for a published thinking time; between the measured times it is interpolated on log scales.

    >>> calibrated_nodes("rolit", 4, 250, "paranoid") < calibrated_nodes("rolit", 4, 1000, "paranoid")
    True
    """
    table = pd.read_csv(Path(folder) / BUDGETS)
    cells = table[(table.game == game) & (table.players == players) & (table.policy == policy)]
    if cells.empty:
        raise ValueError(f"There is no calibrated budget for {policy} in {game} with {players} players.")
    if not cells.ms.min() <= ms <= cells.ms.max():
        raise ValueError(f"Budgets are calibrated from {cells.ms.min()} to {cells.ms.max()} ms, not {ms!r}.")
    return round(float(np.exp(np.interp(np.log(ms), np.log(cells.ms), np.log(cells.nodes)))))


def calibrate(game=None, players=None, positions=400, confirm=20.0, again=False, folder=FOLDER):
    """Measure every game and number of players asked for that `folder` does not hold yet; returns (budgets, depths).

    `positions` is the largest size of a sample; `confirm` the seconds of games per thinking time, where one game takes
    less. What is finished is written at once, so a run that was stopped goes on where it was.
    """
    whole(positions, "positions", FEWEST_POSITIONS)
    if not confirm >= 0:
        raise ValueError(f"confirm must be a number of seconds from 0, not {confirm!r}.")
    cells = published_depths()
    if game is not None:
        cells = cells[cells.game == make_game(game, players).name]
    if players is not None:
        cells = cells[cells.players == players]
    if cells.empty:
        raise ValueError(f"Table 4.2 has no {game or 'game'} with {players} players.")
    budgets, depths = _read(folder, BUDGETS), _read(folder, DEPTHS)
    variants = list(cells.groupby(["game", "players"], sort=False))
    with tqdm(variants, unit="variant") as progress:
        for (name, count), wanted in progress:
            progress.set_description(f"{name} {count}")
            if not again and _holds(budgets, name, count):
                continue
            found, curves = _calibrate_variant(make_game(name, count), wanted, positions, confirm)
            budgets = _write(folder, BUDGETS, budgets, found, ["game", "players"])
            depths = _write(folder, DEPTHS, depths, curves, ["game", "players"])
    return budgets, depths


def _calibrate_variant(game, wanted, positions, confirm):
    """Rows of budgets and of curves for one game and number of players."""
    sample, plies = sample_positions(game, positions)
    rows, curves, seconds = [], [], {}
    for policy, cells in wanted.groupby("policy", sort=False):
        stages, seconds[policy] = measure_stages(game, policy, sample, cells.published_depth)
        for nodes in _grid(max(stages)):
            finished = stages[min(limit for limit in stages if limit >= nodes)]
            curves.append((game.name, game.players, policy, nodes, mean_depth(finished, nodes)))
        for cell in cells.itertuples():
            nodes, used, depth, error = budget_for(stages, cell.published_depth)
            rows.append((game.name, game.players, cell.ms, policy, cell.published_depth, nodes, used, depth, error))
    columns = ["game", "players", "ms", "policy", "published_depth", "nodes", "positions", "sample_depth", "error"]
    found = pd.DataFrame(rows, columns=columns)
    confirmed = []
    for _, cells in found.groupby("ms"):
        if np.mean([cell.nodes * seconds[cell.policy] for cell in cells.itertuples()]) * plies <= confirm:
            confirmed.append(confirm_budgets(game, cells, confirm))
    names = ["ms", "policy", "games", "moves", "depth_in_games"]
    confirmed = pd.concat(confirmed) if confirmed else pd.DataFrame(columns=names)
    found = found.merge(confirmed.astype({"games": "Int64", "moves": "Int64"}), on=names[:2], how="left")
    return found, pd.DataFrame(curves, columns=["game", "players", "policy", "nodes", "mean_depth"])


def sample_positions(game, count):
    """Positions of games between the three types, and the mean length of the games.

    Any first part of the list is spread evenly over all plies of all games.
    """
    players = {policy: Minimax(policy, nodes=NODES_FOR_POSITIONS) for policy in POLICIES}
    found = []
    for seats, seed in _tables(game, GAMES_FOR_POSITIONS, "positions"):
        record = play_game(game, [players[policy] for policy in seats], seed)
        found += [state._array for state in record.states() if not state.is_over]
    places = (np.arange(min(count, len(found))) * GOLDEN % 1 * len(found)).astype(int)
    return [found[place] for place in places], len(found) / GAMES_FOR_POSITIONS


def _tables(game, games, purpose):
    """Seats and seed of each game; any first games are spread evenly over all seat assignments."""
    assignments = seat_assignments(POLICIES, game.players)
    for index in range(games):
        seats = assignments[int(index * GOLDEN % 1 * len(assignments))]
        yield seats, generator.seed_from("calibration", purpose, game.name, game.players, index)


def measure_stages(game, policy, sample, depths):
    """Searches with as many limits of nodes as it takes to reach each of some mean depths.

    Returns {limit: nodes that each position needed to finish each iteration, infinite if it was not}, in rising order,
    and the seconds per node.
    """
    stages, nodes, started = {}, 0, time.thread_time()
    for depth in sorted(depths):
        while (limit := _next_limit(stages, depth)) not in stages:
            stages[limit] = nodes_to_finish(game, policy, sample, limit)
            stages = dict(sorted(stages.items()))
            nodes += limit * len(stages[limit])
    return stages, (time.thread_time() - started) / nodes


def _next_limit(stages, depth):
    """The limit to search with for a mean depth: higher until it is reached, then lower with more positions."""
    if not stages:
        return FIRST_LIMIT
    nodes, _, _, error = budget_for(stages, depth)
    enough, largest = int(ROOM * nodes), max(stages)
    if np.isnan(error):
        return min(max(enough, 2 * largest), MOST_GROWTH * largest, max(LAST_LIMIT, largest))
    used = min(limit for limit in stages if limit >= nodes)
    return max(enough, FIRST_LIMIT) if enough < used / 2 else used


def nodes_to_finish(game, policy, sample, limit):
    """For each position, or as many as are affordable, the nodes after which each iteration was finished."""
    player = Minimax(policy, nodes=limit, table_bits=LARGEST_TABLE)
    used = sample[: max(FEWEST_POSITIONS, NODES_PER_STAGE // limit)]
    finished = np.full((len(used), plan.REPORT_SIZE - plan.NODES_BY_DEPTH), np.inf)
    for row, array in zip(finished, used, strict=True):
        report = player.run(game, array, 0)[1]
        depth = int(report[plan.DEPTH])
        row[:depth] = report[plan.NODES_BY_DEPTH :][:depth]
    return finished


def mean_depth(finished, nodes):
    """The mean depth over the positions under a budget."""
    return float((finished <= nodes).sum(axis=1).mean())


def budget_for(stages, depth):
    """The smallest budget with at least a mean depth, from the first stage that reaches it; the number of positions,
    the mean depth and its standard error. If no stage is enough, the line through the end of the curve and the point
    four doublings before is continued, and there is no error."""
    for limit, finished in stages.items():
        steps = np.sort(finished[finished <= limit])  # each is one more ply for one position
        needed = int(np.ceil(depth * len(finished) - 1e-9))
        if needed <= len(steps):
            depths = (finished <= steps[needed - 1]).sum(axis=1)
            return int(steps[needed - 1]), len(finished), depths.mean(), depths.std() / len(depths) ** 0.5
    reached = mean_depth(finished, limit)
    per_doubling = max((reached - mean_depth(finished, limit / 2**4)) / 4, _LEAST_GAIN)
    return round(limit * 2 ** ((depth - reached) / per_doubling)), len(finished), reached, np.nan


def _grid(limit):
    doublings = int(np.log2(limit))
    return np.unique(np.round(2.0 ** np.arange(3, doublings + 1e-9, 1 / POINTS_PER_DOUBLING)).astype(np.int64))


def confirm_budgets(game, cells, seconds):
    """Games at the budgets of one thinking time: the mean depth by type over all its moves."""
    players = {cell.policy: _Recorder(Minimax(cell.policy, nodes=int(cell.nodes))) for cell in cells.itertuples()}
    ms = cells.ms.iloc[0]
    games, started = 0, time.thread_time()
    for seats, seed in _tables(game, 2 * len(seat_assignments(POLICIES, game.players)), f"confirm {ms}"):
        play_game(game, [players[policy] for policy in seats], seed)
        games += 1
        if time.thread_time() - started >= seconds:
            break
    rows = [(ms, policy, games, len(player.depths), np.mean(player.depths)) for policy, player in players.items()]
    return pd.DataFrame(rows, columns=["ms", "policy", "games", "moves", "depth_in_games"])


class _Recorder:
    """A player who notes how deep he searched."""

    def __init__(self, player):
        self.player = player
        self.depths = []

    def choose(self, game, array, seed):
        choice = self.player.choose(game, array, seed)
        self.depths.append(choice.mean_depth)
        return choice


def _read(folder, name):
    path = Path(folder) / name
    return pd.read_csv(path, dtype={"games": "Int64", "moves": "Int64"}) if path.exists() else None


def _holds(table, game, players):
    return table is not None and bool(((table.game == game) & (table.players == players)).any())


def _write(folder, name, table, new, key):
    """Put new rows in the place of old ones with the same key, and write the file in one step."""
    if table is not None:
        replaced = set(new[key].itertuples(index=False, name=None))
        kept = [row not in replaced for row in table[key].itertuples(index=False, name=None)]
        new = pd.concat([table[kept], new], ignore_index=True)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{name}.part"
    new.to_csv(part, index=False, float_format="%.3f")
    part.replace(folder / name)
    return new
