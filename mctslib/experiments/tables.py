"""The published tables that can be played again, as data. Adding a table is adding an entry here.

An entry names a table of data/published and the player types that occur in it; its matches are read from the printed
cells. In a type's spec `"$value"` stands for the cell's value_of_parameter, `"$last"` for the last of several values
("0.4+10": 10), and `"*"` for the first argument of a kind. Types without a budget get one from the printed budget:
playouts for MCTS, nodes for Minimax (see scales.py).
"""

from dataclasses import dataclass, field

SMO = {"kind": "Greedy", "epsilon": 0.05}
RANDOM = {"kind": "Random"}
PH_5 = {"kind": "ProgressiveHistory", "W": 5.0}


def mcts(**options):
    """The MCTS player of nijssen2013, chapters 4 to 6, with changes."""
    return {"kind": "MCTS", "C": 0.2, "selection": PH_5, "playout": SMO, **options}


def mcts_2011(**options):
    """The MCTS player of nijssen2011: final move by win rate, history of all moves of a simulation."""
    return mcts(final_move="max", **options)


def history_2011(**options):
    return {"kind": "ProgressiveHistory", "W": 5.0, "sample": "full", **options}


def minimax(policy):
    return {"kind": "Minimax", "*": policy}


MINIMAX = {policy: minimax(policy) for policy in ("maxn", "paranoid", "brs")}
POLICIES = {f"mcts_{policy}": mcts(policy=policy) for policy in ("maxn", "paranoid", "brs")}
VANILLA = {
    f"mcts_{policy}": mcts(policy=policy, selection={"kind": "UCT"}, playout=RANDOM)
    for policy in ("maxn", "paranoid", "brs")
}
PLAYOUT_STRATEGIES = {
    "random": mcts(playout=RANDOM),
    "smo": mcts(),
    "one_ply": mcts(playout={"kind": "OnePly", "epsilon": 0.05, "k": 5}),
    **{
        f"two_ply_{policy}": mcts(playout={"kind": "TwoPly", "*": policy, "epsilon": 0.05, "k": 5})
        for policy in ("maxn", "paranoid", "brs")
    },
}
RAVE_K = 1000.0


def havannah(c, **selection):
    """A player of section 5.4: random playouts."""
    return mcts(C=c, selection=selection, playout=RANDOM)


HAVANNAH = {
    "uct": havannah(1.8, kind="UCT"),
    "rave": havannah(0.4, kind="RAVE", formula="5.5", k=RAVE_K),
    "ph": havannah(0.4, kind="ProgressiveHistory", W=10.0),
    "extended_rave": havannah(0.4, kind="ExtendedRAVE", W="$last", k=RAVE_K),
}
UCT = mcts(selection={"kind": "UCT"})
PH = mcts(selection={"kind": "ProgressiveHistory", "W": "$value"})
UCT_2011 = mcts_2011(selection={"kind": "UCT"})


@dataclass(frozen=True)
class Borrowed:
    """Cells that count games of another experiment: its key, and the parameter value there if it differs."""

    experiment: str
    subject: str = ""  # only cells of this subject; "" = all
    value: str = ""
    letters: dict = field(default_factory=dict)  # appendix B: what M, P and B stand for


@dataclass(frozen=True)
class Experiment:
    """One published table: where it is printed, who plays, and whose games it shares."""

    key: str
    title: str
    source: str
    table: str
    chapter: int
    types: dict = field(default_factory=dict)
    playouts_of: str = "4.3"  # the table that translates milliseconds into playouts
    borrowed: tuple = ()
    ms: int | None = None  # where the table prints no budget
    playouts: int | None = None  # per move, where no table translates the printed time
    costly: bool = False  # long or slow playouts: fewer games at small scales
    sampled: bool = False  # small scales play one match per game and number of players


def _nijssen2013(table, title, types=None, **options):
    return Experiment(f"table-{table}", title, "nijssen2013", table, int(table[0]), types or {}, **options)


def _timed_playouts(table, title):
    return _nijssen2013(table, title, PLAYOUT_STRATEGIES, playouts_of="6.3", costly=True, sampled=True)


def _nijssen2011(table, title, types):
    return Experiment(f"nijssen2011-table-{table}", title, "nijssen2011", table, 2011, types)


def _appendix_b():
    minimax_letters = {"M": "maxn", "P": "paranoid", "B": "brs"}
    mcts_letters = {"M": "mcts_maxn", "P": "mcts_paranoid", "B": "mcts_brs"}
    versus_letters = {"M": "mcts_maxn", "B": "brs"}
    parts = [
        (range(1, 9), "table-4.2", minimax_letters, "max^n, paranoid and BRS"),
        (range(9, 17), "table-4.3", mcts_letters, "the three MCTS policies"),
        (range(17, 25), "table-4.5", versus_letters, "MCTS-max^n against BRS"),
    ]
    for numbers, source, letters, who in parts:
        for n in numbers:
            loan = (Borrowed(source, letters=letters),)
            yield Experiment(f"table-B.{n}", f"Seats and instances: {who}", "nijssen2013", f"B.{n}", 4, borrowed=loan)


EXPERIMENTS = {
    entry.key: entry
    for entry in (
        _nijssen2013("3.1", "Chinese Checkers: length and branching factor", {"best_mcts": mcts()}, ms=1000),
        _nijssen2013("3.2", "Focus: length and branching factor", {"mcts": mcts()}, ms=1000),
        _nijssen2013("4.2", "max^n, paranoid and BRS", MINIMAX),
        _nijssen2013("4.3", "MCTS-max^n, MCTS-paranoid and MCTS-BRS", POLICIES),
        _nijssen2013("4.4", "The same without enhancements", VANILLA, playouts_of="4.4", costly=True),
        _nijssen2013("4.5", "MCTS policies against BRS", {**POLICIES, "brs": MINIMAX["brs"]}),
        _nijssen2013(
            "4.6",
            "Minimax techniques against MCTS-max^n",
            {**MINIMAX, "mcts_maxn": POLICIES["mcts_maxn"]},
            borrowed=(Borrowed("table-4.5", subject="brs"),),
        ),
        _nijssen2013("4.7", "MP-MCTS-Solver against MCTS", {"mp_mcts_solver": mcts(solver="$value"), "mcts": mcts()}),
        _nijssen2013("5.1", "Progressive History against UCT", {"ph": PH, "uct": UCT}),
        _nijssen2013(
            "5.2", "Progressive History against UCT, even splits", borrowed=(Borrowed("table-5.1", value="W=5"),)
        ),
        _nijssen2013(
            "5.3",
            "Progressive History: losses against visits",
            {"ph_div_losses": mcts(), "ph_div_visits": mcts(selection={**PH_5, "divide_by": "visits"})},
        ),
        _nijssen2013(
            "5.4",
            "Progressive History: tree only against full sample",
            {"ph_tree_only": mcts(), "ph_full_sample": mcts(selection={**PH_5, "sample": "full"})},
        ),
        _nijssen2013(
            "5.5",
            "Progressive History against Progressive AMAF",
            {"ph": mcts(), "progressive_amaf": mcts(selection={"kind": "ProgressiveAMAF", "W": 5.0})},
        ),
        Experiment("section-5.4", "Havannah: PH, RAVE and UCT", "nijssen2013", "sec_5.4", 5, HAVANNAH, playouts=10_000),
        _nijssen2013("6.2", "Playout strategies, equal playouts", PLAYOUT_STRATEGIES, costly=True),
        # 5 and 30 s are the same few playouts once a small scale has shrunk them.
        _timed_playouts("6.4", "Playout strategies, 5 s per move"),
        _timed_playouts("6.6", "Playout strategies, 30 s per move"),
        *_appendix_b(),
        _nijssen2011(
            "1",
            "Progressive History against MCTS, Focus",
            {"ph": mcts_2011(selection=history_2011(W="$value")), "mcts": UCT_2011},
        ),
        _nijssen2011(
            "2",
            "Progressive History against MCTS, Chinese Checkers",
            {"ph": mcts_2011(selection=history_2011(W="$value")), "mcts": UCT_2011},
        ),
        _nijssen2011(
            "3",
            "Progressive History: losses against visits",
            {
                "ph_div_losses": mcts_2011(selection=history_2011()),
                "ph_div_visits": mcts_2011(selection=history_2011(divide_by="visits")),
            },
        ),
        _nijssen2011(
            "4",
            "MP-MCTS-Solver against MCTS",
            {
                "mp_mcts_solver": mcts_2011(selection=history_2011(), solver="$value"),
                "mcts": mcts_2011(selection=history_2011()),
            },
        ),
    )
}
