"""Our results in the shape of the published ones: one row per printed cell, ours beside theirs, with a verdict."""

from functools import lru_cache
from math import inf, nan, sqrt

from mctslib.experiments import exchange, statistics
from mctslib.experiments.published import KEY, published
from mctslib.experiments.registry import RATES, SELF_PLAY_METRICS, letters_of, match_of
from mctslib.experiments.scales import scale_named
from mctslib.experiments.seats import balanced_blocks
from mctslib.experiments.statistics import COMPATIBLE
from mctslib.experiments.store import Store, default_store
from mctslib.games import make_game

NOT_YET_RUN = "not yet run"
RECORDED_SCALES = ("paper", "shelf", "desk", "quick")  # the budgets of "smoke" answer no question
FEWEST_GAMES = 10  # with fewer games a cell is neither reproduced nor different
COUNTED = (*RATES, *SELF_PLAY_METRICS)  # the metrics that get a verdict
COLUMNS = ("ours", "low", "high", "our_games", "difference", "difference_low", "difference_high", "verdict")


def recorded_games(scale="recorded", store_path=None):
    """{match id: records} of data/records, and of a store: the one given, or the working store unless "recorded"."""
    games = {}
    for path in exchange.record_files():
        for record in _parquet(path, path.stat().st_mtime_ns):
            games.setdefault(record.match, {})[record.number] = record
    if store_path is None and scale != "recorded" and default_store().exists():
        store_path = default_store()
    if store_path is not None:
        with Store(store_path) as store:
            for record in store.records():
                games.setdefault(record.match, {})[record.number] = record
    return games


@lru_cache(maxsize=32)
def _parquet(path, _modified):
    return exchange.read_whole_rows(path)[0]


def fair_games(match, records):
    """The records of games 0, 1, 2, ... as far as they go in whole blocks of seatings: a stopped run stays balanced."""
    reached = 0
    while reached in records:
        reached += 1
    blocks = [len(block) for block in balanced_blocks(tuple(match.types), match.players)]
    count = reached // sum(blocks) * sum(blocks)
    for size in blocks:
        if count + size > reached:
            break
        count += size
    return [records[number] for number in range(count)]


def cells(scale="recorded", store_path=None, table=None):
    """Every printed win rate (and length and branching factor), with our figure where games were played.

    "recorded" takes the largest scale that was played for a cell. Columns beside those of `published()`: `ours`, `low`,
    `high` (95% interval), `our_games`, `difference` with its interval, `verdict`, `more_games` (how many more give a
    verdict), `budget_ours`, `scale`.
    """
    if scale != "recorded":
        scale_named(scale)
    frame = published(table=table)
    frame = frame[frame["metric"].isin(COUNTED)].reset_index(drop=True)
    games = recorded_games(scale, store_path)
    scales = RECORDED_SCALES if scale == "recorded" else [scale]
    chosen = {}  # (match id) -> fair records
    rows = [_answer(row, games, scales, chosen) for row in frame.itertuples()]
    for name in (*COLUMNS, "more_games", "budget_ours", "scale"):
        frame[name] = [row.get(name, nan) for row in rows]
    return frame


def _answer(row, games, scales, chosen):
    """Our figures for a printed cell."""
    for scale in scales:
        match = match_of(row, scale)
        if match is None or match.id not in games:
            continue
        if match.id not in chosen:
            chosen[match.id] = fair_games(match, games[match.id])
        records = [record for record in chosen[match.id] if _counts(row, record)]
        if records:
            budgets = match.budgets()
            same = len(set(budgets.values())) == 1
            spent = next(iter(budgets.values())) if same else ", ".join(f"{n}: {b}" for n, b in budgets.items())
            compare = _compare_rate if row.metric in RATES else _compare_mean
            return {**compare(row, records), "budget_ours": spent, "scale": scale}
    return {"verdict": NOT_YET_RUN, "our_games": 0, "budget_ours": "", "scale": ""}


def _counts(row, record):
    """Whether a game counts for a cell: all do, but for even splits (Table 5.2) and the breakdowns of appendix B."""
    seats = record.seats.split("-")
    if row.parameter == "split":
        counts = {seats.count(name) for name in seats}
        return len(counts) == 1
    if not row.configuration:
        return True
    letters = letters_of(row)
    if row.parameter == "order":
        return seats == [letters[letter] for letter in row.configuration.split("-")]
    if row.parameter == "instances":
        return all(seats.count(letters[part[0]]) == int(part[1:]) for part in row.configuration.split("-"))
    if row.parameter == "own_instances":
        return seats.count(row.subject) == int(row.configuration.rpartition("_")[2])
    if row.parameter == "seat":
        return seats.index(row.subject) == ("first", "second", "third").index(row.configuration)
    if row.parameter == "plays_after":
        return seats[seats.index(row.subject) - 1] == row.configuration.removeprefix("after_")
    raise ValueError(f"Table {row.table} breaks games down by {row.parameter!r}, which is not known.")


def _compare_rate(row, records):
    games = len(records)
    wins = min(max(sum(record.won_by(row.subject) for record in records), 0.0), games)
    low, high = statistics.wilson_interval(wins, games)
    answer = {"ours": 100 * wins / games, "low": 100 * low, "high": 100 * high, "our_games": games}
    rate, printed = row.value / 100, games_printed(row)
    if printed is None:
        return {**answer, "verdict": COMPATIBLE if low <= rate <= high else statistics.DIFFERS}
    if games < FEWEST_GAMES:
        return {**answer, "difference": 100 * (wins / games - rate), "verdict": COMPATIBLE}
    low, high = statistics.newcombe_interval(wins, games, rate * printed, printed)
    return {
        **answer,
        "difference": 100 * (wins / games - rate),
        "difference_low": 100 * low,
        "difference_high": 100 * high,
        "verdict": statistics.verdict(low, high),
        "more_games": statistics.more_games_needed(wins, games, rate, printed),
    }


def games_printed(row):
    """The games behind a printed rate: as stated, or from its half-width; None if neither is printed."""
    if row.games > 0:
        return row.games
    if row.ci95 > 0 and 0 < row.value < 100:
        return statistics.games_of_half_width(row.value / 100, row.ci95 / 100)
    return None


def _compare_mean(row, records):
    """Lengths and branching factors: a normal interval for our mean; the margin is 5% of the printed mean."""
    values = [_measured(row.metric, row.game, record) for record in records]
    n, mean = len(values), sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / (n - 1)) if n > 1 else inf
    half = statistics.Z_95 * deviation / sqrt(n)
    low, high = mean - half, mean + half
    return {
        "ours": mean,
        "low": low,
        "high": high,
        "our_games": n,
        "difference": mean - row.value,
        "difference_low": low - row.value,
        "difference_high": high - row.value,
        "verdict": statistics.verdict(low / row.value - 1, high / row.value - 1) if n >= FEWEST_GAMES else COMPATIBLE,
    }


def _measured(metric, game, record):
    return record.plies if metric == "game_length" else _branching(game, len(record.scores), record.moves)


@lru_cache(maxsize=20_000)
def _branching(game, players, moves):
    """The mean number of legal moves over the positions of a game."""
    state, total = make_game(game, players).initial_state(), 0
    for move in moves:
        total += len(state.legal_moves())
        state = state.play(move)
    return total / len(moves)


# ---------------------------------------------------------------------------- results as claims see them


def published_results():
    """The published cells as results: what the claim tester gets when it is fed the sources themselves.

    Where no number of games is printed: a row average of a round robin counts its five matches, and the running text
    counts as many games as the rest of its section (Havannah 500, Scotland Yard 1000).
    """
    frame = published()
    frame["games"] = [games_printed(row) for row in frame.itertuples()]
    games = frame.groupby(["source", "table"])["games"].transform("max")
    averages = frame["metric"] == "average_win_rate_pct"
    frame.loc[averages, "games"] = 5 * games[averages]
    for game, usual in (("havannah", 500), ("scotland_yard", 1000)):
        frame.loc[frame["games"].isna() & (frame["game"] == game), "games"] = usual
    return frame[[*KEY, "value", "games"]]


def our_results(cell_frame):
    """Our cells (from `cells`) as results in the published form, with the row averages of round robins."""
    import pandas as pd

    played = cell_frame[cell_frame["verdict"] != NOT_YET_RUN]
    frame = played[list(KEY)].assign(value=played["ours"], games=played["our_games"])
    robins = frame[frame["table"].isin(["6.2", "6.4", "6.6"])]
    if robins.empty:
        return frame
    keys = [name for name in KEY if name not in ("opponent", "metric")]
    averages = robins.groupby(keys, as_index=False).agg(
        value=("value", "mean"), games=("games", "sum"), n=("games", "size")
    )
    averages = averages[averages["n"] == 5].drop(columns="n").assign(opponent="all", metric="average_win_rate_pct")
    return pd.concat([frame, averages], ignore_index=True)
