"""The registry, scales, published numbers, statistics, claims and the scorecard."""

import math

import pytest

from mctslib.experiments import results, scorecard, statistics
from mctslib.experiments.claim_tests import CC, CLAIMS, FOCUS, yard
from mctslib.experiments.claims import Best, Each, Higher, Results, cell, judge_claims
from mctslib.experiments.published import KEY, published, published_claims
from mctslib.experiments.records import Record, play
from mctslib.experiments.registry import all_matches, experiment_keys, match_from, match_of, matches, player_from
from mctslib.experiments.scales import SCALES, published_playouts
from mctslib.experiments.seats import balanced_blocks, balanced_games, seat_assignments

# ---------------------------------------------------------------------------- published numbers


def test_every_printed_cell_is_there_once():
    frame = published()
    assert len(frame) > 3400
    assert not frame[frame["metric"] == "win_rate_pct"].duplicated(list(KEY)).any()


def test_misprints_are_marked():
    (row,) = published("nijssen2013", "4.5", game=CC, players=3, budget=1000, subject="mcts_paranoid").itertuples()
    assert (row.value, row.doubtful) == (29.4, True)
    assert "24.4" in row.note
    (row,) = published(
        "nijssen2013", "4.2", game="rolit", players=4, budget=5000, subject="maxn", metric="win_rate_pct"
    ).itertuples()
    assert not row.doubtful  # only its half-width is a misprint
    assert "2.2" in row.note


# ---------------------------------------------------------------------------- seats and scales


@pytest.mark.parametrize("types", ["AB", "ABC"])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_table_4_1(types, players):
    blocks = balanced_blocks(types, players)
    seats = [assignment for block in blocks for assignment in block]
    assert sorted(seats) == sorted(seat_assignments(types, players))
    printed = published("nijssen2013", "4.1", players=players, value_of_parameter=len(types)).set_index("metric")[
        "value"
    ]
    assert len(seats) == printed["assignments"]
    assert balanced_games(1050, blocks) == printed["games_per_match"]


@pytest.mark.parametrize(("types", "players"), [("AB", 2), ("AB", 4), ("AB", 6), ("ABC", 4), ("ABC", 6)])
def test_every_block_is_fair(types, players):
    for block in balanced_blocks(types, players):
        for seat in range(players):
            counts = {name: sum(assignment[seat] == name for assignment in block) for name in types}
            assert len(set(counts.values())) == 1


def test_budgets_of_the_paper_scale_are_the_published_medians():
    assert [published_playouts("4.3", CC, 3, "mcts_maxn", ms) for ms in (250, 1000, 5000)] == [1007, 4318, 22693]
    for match in matches("table-4.3", "paper"):
        ms = match.cell.split("/")[1].removesuffix("ms")
        for name, spec in match.types.items():
            where = {"game": match.game, "players": match.players, "budget": ms, "subject": name}
            assert [spec["playouts"]] == list(
                published("nijssen2013", "4.3", metric="playouts_median", **where)["value"]
            )


def test_smaller_scales_keep_the_proportions_of_the_budgets():
    budgets = {"a": ("playouts", 100_000), "b": ("playouts", 20_000)}
    assert SCALES["desk"].budgets(budgets) == {"a": ("playouts", 2000), "b": ("playouts", 400)}
    assert SCALES["paper"].budgets(budgets) == budgets


# ---------------------------------------------------------------------------- registry


@pytest.mark.parametrize("scale", SCALES)
def test_every_match_can_be_played_or_says_why_not(scale):
    for match in all_matches(experiment_keys("all"), scale):
        assert match_from(match.definition()) == match
        assert match_from(match.definition()).id == match.id
        sizes = [len(block) for block in balanced_blocks(tuple(match.types), match.players)]
        assert match.games % sum(sizes) in [sum(sizes[:count]) for count in range(len(sizes))]
        if not match.obstacle:
            for spec in match.types.values():
                player_from(spec)
        else:
            assert match.obstacle.endswith(".")


def test_every_cell_of_a_registered_table_has_a_match():
    known = {match.id for match in all_matches(experiment_keys("all"), "paper")}
    linked = 0
    for row in published().itertuples():
        match = match_of(row, "paper")
        if match is not None:
            assert match.id in known
            linked += 1
    assert linked > 2000


def test_tables_share_games():
    assert experiment_keys("table-5.2") == ["table-5.1"]
    assert experiment_keys("table-B.17") == ["table-4.5"]
    (row,) = published("nijssen2013", "4.6", game=FOCUS, players=3, budget=250, subject="brs").itertuples()
    assert match_of(row, "paper").cell == "focus-3/250ms/brs:mcts_maxn"
    assert match_of(row, "paper").experiment == "table-4.5"


def test_a_fingerprint_changes_with_any_option():
    first, second = matches("table-5.1", "paper")[:2]
    assert first.fingerprint != second.fingerprint  # another W
    assert {match.fingerprint for match in matches("table-5.1", "quick")}.isdisjoint(
        match.fingerprint for match in matches("table-5.1", "paper")
    )


# ---------------------------------------------------------------------------- statistics


def test_wilson_by_hand():
    # 8 of 10: centre (0.8 + 1.9208/10) / (1 + 3.8416/10) = 0.7168, half 0.2266 (Wilson 1927)
    low, high = statistics.wilson_interval(8, 10)
    assert (low, high) == (pytest.approx(0.4902, abs=2e-4), pytest.approx(0.9433, abs=2e-4))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 7), (527.5, 1050), (1499, 1500), (20, 20)])
def test_wilson_agrees_with_statsmodels(wins, games):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    expected = proportion.proportion_confint(wins, games, method="wilson")
    assert statistics.wilson_interval(wins, games) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("counts", [(56, 70, 48, 80), (9, 10, 3, 10), (5, 56, 0, 29), (600, 1050, 830, 1500)])
def test_newcombe_agrees_with_statsmodels(counts):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    expected = proportion.confint_proportions_2indep(*counts, method="newcomb", compare="diff")
    assert statistics.newcombe_interval(*counts) == pytest.approx(expected, abs=1e-9)


def test_tests_agree_with_statsmodels():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    _, p = proportion.proportions_ztest([60, 45], [100, 100], alternative="larger")
    assert statistics.p_greater(60, 100, 45, 100) == pytest.approx(p)
    _, p = proportion.proportions_ztest(560, 1050, 0.5, alternative="larger", prop_var=0.5)
    assert statistics.p_above(560, 1050, 0.5) == pytest.approx(p)
    values = [0.01, 0.04, 0.03, 0.005, 0.9]
    assert statistics.holm(values) == pytest.approx(list(multitest.multipletests(values, method="holm")[1]))
    trend = tables.Table([[40, 10], [35, 15], [30, 20]]).test_ordinal_association()
    two_sided = 2 * statistics.p_rising([10, 15, 20], [50, 50, 50])
    assert two_sided == pytest.approx(trend.pvalue, rel=0.02)  # statsmodels divides by n - 1


def test_verdicts():
    assert statistics.verdict(-0.049, 0.049) == "reproduced"
    assert statistics.verdict(0.001, 0.049) == "reproduced"  # a small difference, surely below 5 points
    assert statistics.verdict(-0.01, 0.06) == "compatible"
    assert statistics.verdict(0.01, 0.06) == "differs"


def test_power():
    more = statistics.more_games_needed(50, 100, 0.5, 3000)
    interval = statistics.newcombe_interval((100 + more) / 2, 100 + more, 1500, 3000)
    fewer = statistics.newcombe_interval((99 + more) / 2, 99 + more, 1500, 3000)
    assert statistics.verdict(*interval) == "reproduced"
    assert statistics.verdict(*fewer) == "compatible"
    assert statistics.more_games_needed(50, 100, 0.5, 300) == math.inf  # the published cell is too small itself
    assert statistics.more_games_needed(90, 100, 0.5, 3000) == 0


# ---------------------------------------------------------------------------- results


def make_record(seats, winner, number=0, plies=3):
    scores = [1.0 if seat == winner else 0.0 for seat in range(len(seats))]
    n = len(seats)
    return Record(
        "m", number, "-".join(seats), 0, scores, False, [1] * n, [5] * n, [0] * n, [1.0] * n, "", (1,) * plies
    )


@pytest.mark.parametrize(
    ("table", "where", "counted"),
    [
        ("5.2", {"game": FOCUS, "players": 4}, [("ph", "uct", "uct", "ph")]),
        ("B.1", {"configuration": "M-P-B", "subject": "brs"}, [("maxn", "paranoid", "brs")]),
        ("B.1", {"configuration": "first", "subject": "maxn"}, [("maxn", "paranoid", "brs")]),
        ("B.1", {"configuration": "after_maxn", "subject": "paranoid"}, [("maxn", "paranoid", "brs")]),
        ("B.1", {"configuration": "after_brs", "subject": "maxn"}, [("maxn", "paranoid", "brs")]),
        ("B.4", {"configuration": "M1-P1-B2", "subject": "brs"}, [("brs", "paranoid", "brs", "maxn")]),
        ("B.17", {"configuration": "own_instances_2", "subject": "brs"}, [("brs", "mcts_maxn", "brs")]),
    ],
)
def test_which_games_count_for_a_cell(table, where, counted):
    games = [
        ("ph", "uct", "uct", "ph"),
        ("ph", "ph", "uct", "ph"),
        ("maxn", "paranoid", "brs"),
        ("paranoid", "maxn", "brs"),
        ("brs", "paranoid", "brs", "maxn"),
        ("paranoid", "paranoid", "brs", "maxn"),
        ("brs", "mcts_maxn", "brs"),
        ("brs", "mcts_maxn", "mcts_maxn"),
    ]
    row = next(published("nijssen2013", table, **where).itertuples())
    of_the_match = [seats for seats in games if row.subject in seats and len(seats) == row.players]
    assert [seats for seats in of_the_match if results._counts(row, make_record(seats, 0))] == counted


def test_a_stopped_run_is_counted_in_whole_blocks():
    match = next(match for match in matches("table-5.1", "quick") if match.players == 4)
    records = {number: make_record(match.seats(number), 0, number) for number in (*range(13), 20)}
    assert len(results.fair_games(match, records)) == 6  # blocks of 4, 2 and 8
    assert len(results.fair_games(match, {n: make_record(match.seats(n), 0, n) for n in range(19)})) == 18


def test_our_rate_beside_the_published_one():
    (row,) = published("nijssen2013", "5.1", game="rolit", players=2, value_of_parameter="5").itertuples()  # 79.7
    records = [make_record(("ph", "uct"), number >= 160, number) for number in range(200)]
    answer = results._compare_rate(row, records)
    assert answer["ours"] == 80
    assert (answer["low"], answer["high"]) == (pytest.approx(73.9, abs=0.1), pytest.approx(85.0, abs=0.1))
    assert answer["verdict"] == "compatible"
    assert 0 < answer["more_games"] < 400


def test_few_games_decide_nothing():
    (row,) = published("nijssen2013", "5.1", game="rolit", players=2, value_of_parameter="5").itertuples()  # 79.7
    lost = [make_record(("ph", "uct"), 1, number) for number in range(12)]
    assert results._compare_rate(row, lost[:6])["verdict"] == "compatible"
    assert results._compare_rate(row, lost)["verdict"] == "differs"


def test_node_budgets_come_from_the_calibration(monkeypatch):
    from mctslib.experiments import scales

    monkeypatch.setattr(scales, "_calibration", lambda: {(CC, 3, "brs", 250): 7000.0})
    assert scales.published_nodes(SCALES["paper"], CC, 3, "brs", 250) == 7000
    assert scales.published_nodes(SCALES["paper"], CC, 3, "maxn", 250) is None
    assert scales.published_nodes(SCALES["quick"], CC, 3, "maxn", 250) == 250 * scales.PLAIN_NODES_PER_MS


def test_lengths_and_branching_factors():
    match = matches("table-3.2", "smoke")[0]
    (row,) = published("nijssen2013", "3.2", players=2, metric="branching_factor").itertuples()
    record, _ = play(match, 0)
    answer = results._compare_mean(row, [record, record])
    state, counts = player_state(match), []
    for move in record.moves:
        counts.append(len(state.legal_moves()))
        state = state.play(move)
    assert answer["ours"] == pytest.approx(sum(counts) / len(counts))


def player_state(match):
    from mctslib.games import make_game

    return make_game(match.game, match.players).initial_state()


# ---------------------------------------------------------------------------- claims

DO_NOT_FOLLOW = {}  # claims that the authors make and that the published numbers do not bear out: id -> reason
NO_TEST_YET = [f"H{n:02d}" for n in range(1, 46)]  # hidden-information games and ignoring opponents: no engine yet


def test_the_published_numbers_get_their_authors_verdicts():
    claims = judge_claims(results.published_results()).set_index("id")
    assert sorted(set(published_claims()["id"]) - set(CLAIMS)) == NO_TEST_YET
    for name, row in claims.iterrows():
        expected = "not yet run" if name in NO_TEST_YET else "undecided" if name in DO_NOT_FOLLOW else "confirmed"
        assert row["verdict"] == expected, (name, row["claim"], row["p_for"])


def test_sentences_of_the_sources_that_their_tables_do_not_bear_out():
    """experiments.md, Notes: these are not among the claims, because they do not follow."""
    table = Results(results.published_results())
    others = [0.05, 0.1, 0.25, 0.5, 5, 7.5, 10]
    weight = {value: cell("1", FOCUS, 3, source="nijssen2011", value=value) for value in (1, 3, *others)}
    named_best = Best((weight[1], weight[3]), tuple(weight[value] for value in others))  # "W = 1 and 3 are best"
    assert named_best.evidence(table).p_for == 1  # 65.5 at W = 0.5
    named_best = Best((yard("7.10", 1000, value="0.5"),), (yard("7.10", 1000, value="0.4"),))  # "55.6 at r = 0.5"
    assert named_best.evidence(table).p_for == 1
    brs = [
        row.value for row in published("nijssen2013", "4.2", game=CC, subject="brs", metric="win_rate_pct").itertuples()
    ]
    assert (min(brs), max(brs)) != (67.7, 86.6)  # "67.7 to 86.6"


def test_claims_can_fail():
    """Reversed results refute the claims that compare, equal ones leave them open, few games leave all of them open."""
    frame = results.published_results()
    rates = frame["metric"].isin(["win_rate_pct", "average_win_rate_pct"])
    reversed_ = frame.assign(value=frame["value"].where(~rates, 100 - frame["value"]))
    verdicts = judge_claims(reversed_).set_index("id")["verdict"]
    wrong = verdicts[[name for name in CLAIMS if name in verdicts.index]]
    assert (wrong == "not confirmed").sum() >= 45
    for name in ("C04", "C16", "C27", "C35", "C39", "C50", "C69"):
        assert wrong[name] == "not confirmed"
    few = judge_claims(frame.assign(games=frame["games"].where(~rates, 6))).set_index("id")["verdict"]
    rate_claims = [name for name in CLAIMS if name not in ("C01", "C02", "C03", "C11", "C21", "C22", "C53")]
    assert (few[rate_claims] == "confirmed").sum() <= 3  # differences of more than 60 points only


def test_claims_without_games_are_not_yet_run():
    empty = results.our_results(results.cells("paper", table="5.1").assign(verdict="not yet run"))
    assert set(judge_claims(empty)["verdict"]) == {"not yet run"}


def test_shares_of_one_match_are_not_independent():
    table = Results(results.published_results())
    first, second = (cell("4.3", "focus", 4, 250, f"mcts_{who}") for who in ("maxn", "paranoid"))
    # 389.4 and 347.7 of 1044 games: z = 41.8 / sqrt(737.1) = 1.54
    assert Higher(first, second).p_value(table) == pytest.approx(0.062, abs=0.001)
    assert Each((Higher(first, second),)).evidence(table).p_for == pytest.approx(0.062, abs=0.001)


# ---------------------------------------------------------------------------- scorecard


def test_the_scorecard_counts_every_cell_once():
    cells = results.cells()
    scores = scorecard.table_scores(cells)
    assert scores["cells"].sum() == len(cells)
    assert scores[list(scorecard.VERDICTS)].to_numpy().sum() == len(cells)
    yard_row = scores[(scores["source"] == "nijssen2013") & (scores["table"] == "7.11")].iloc[0]
    assert (yard_row["cells"], yard_row["not yet run"]) == (4, 4)


def test_report(capsys):
    from mctslib import cli

    assert cli.main(["report"]) == 0
    out = capsys.readouterr().out
    assert "nijssen2013     5.1          110" in out
    assert "claims of" in out
    assert cli.main(["report", "--table", "5.1"]) == 0


def test_dry_run_prints_the_plan(tmp_path, capsys):
    from mctslib import cli

    store = str(tmp_path / "a.sqlite")
    assert cli.main(["run", "table-3.2", "--scale", "smoke", "--dry-run", "--store", store]) == 0
    out = capsys.readouterr().out
    assert "18 games to play at scale smoke: about" in out
    assert not (tmp_path / "a.sqlite").exists()


def test_pictures():
    import matplotlib

    matplotlib.use("Agg")
    from mctslib.viz import plot_comparison, plot_scorecard

    cells = results.cells()
    scores, claims = scorecard.table_scores(cells), scorecard.claim_scores(cells)
    figure = plot_scorecard(scores, scorecard.claim_counts(claims))
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert "5.1  Progressive History against UCT" in labels
    variant = cells[(cells["table"] == "5.1") & (cells["game"] == "rolit") & (cells["players"] == 4)]
    assert len(plot_comparison(variant).axes[0].get_xticklabels()) == 10
    with pytest.raises(ValueError, match="None of these cells"):
        plot_comparison(variant.assign(verdict="not yet run"))


def test_scale_quick_samples_the_tables_of_timed_playouts():
    assert {name: len(matches(f"table-{name}", "quick")) for name in ("6.2", "6.4", "6.6")} == {
        "6.2": 60,
        "6.4": 4,
        "6.6": 4,
    }
    assert len(matches("table-6.4", "desk")) == 60
    assert {spec["playouts"] for match in matches("table-6.2", "quick") for spec in match.types.values()} == {62}


def test_havannah_of_section_5_4_takes_its_weights_from_the_cells():
    specs = {
        (match.cell, name): spec for match in matches("section-5.4", "paper") for name, spec in match.types.items()
    }
    weights = [spec["selection"].get("W") for (_, name), spec in specs.items() if name == "extended_rave"]
    assert sorted(weights) == [10.0, 15.0]
    assert {spec["C"] for (_, name), spec in specs.items() if name == "uct"} == {1.8}
    assert {spec["playouts"] for spec in specs.values()} == {10_000}
