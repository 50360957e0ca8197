"""The claims of data/published/claims.csv as statements about cells, in the order of that file.

What a statement means is in claims.py. `each`: every comparison must hold by itself. `together`: a claim over many
cells, some of which differ by less than their noise; all must point the same way and hold together.
"""

from mctslib.experiments.claims import Best, Each, Higher, Level, Most, NotBelow, Number, Pool, Rising, Together, cell

CC, FOCUS, ROLIT, BLOKUS = "chinese_checkers", "focus", "rolit", "blokus"
TIMES = (250, 1000, 5000)
VARIANTS = [(CC, 3), (CC, 4), (CC, 6), (FOCUS, 3), (FOCUS, 4), (ROLIT, 3), (ROLIT, 4), (BLOKUS, 4)]
VARIANTS_5 = [
    (CC, 2),
    (CC, 3),
    (CC, 4),
    (CC, 6),
    *[(game, n) for game in (FOCUS, ROLIT) for n in (2, 3, 4)],
    (BLOKUS, 4),
]
VARIANTS_6 = [(CC, 3), (CC, 4), (FOCUS, 3), (FOCUS, 4)]
MINIMAX = ("maxn", "paranoid", "brs")
TWO_PLY = ("two_ply_maxn", "two_ply_paranoid", "two_ply_brs")
INFORMED = ("smo", "one_ply", *TWO_PLY)


def each(comparisons):
    return Each(tuple(comparisons))


def together(comparisons):
    return Together(tuple(comparisons))


def above(first, *others):
    """Comparisons of one cell with others, or with percentages."""
    return [Higher(first, other) for other in others]


def most(statements):
    return Most(tuple(statements))


# ---------------------------------------------------------------------------- cells that occur often


def length(table, game, n):
    return cell(table, game, n, metric="game_length")


def branching(table, game, n):
    return cell(table, game, n, metric="branching_factor")


def t42(game, n, ms, who):
    return cell("4.2", game, n, ms, who)


def t43(game, n, ms, who):
    return cell("4.3", game, n, ms, f"mcts_{who}")


def t44(game, n, who):
    return cell("4.4", game, n, 1000, f"mcts_{who}")


def t45(game, n, ms, who):
    return cell("4.5", game, n, ms, f"mcts_{who}")


def t46(game, n, ms, who):
    return cell("4.6", game, n, ms, who)


def t47(n, rule):
    return cell("4.7", FOCUS, n, value=rule)


def w(game, n, weight):
    """Table 5.1: Progressive History with a weight against UCT."""
    return cell("5.1", game, n, value=weight)


def t5(table, game, n):
    return cell(table, game, n)


def pair(table, game, n, row, column):
    return cell(table, game, n, subject=row, opponent=column)


def average(table, game, n, who):
    return cell(table, game, n, subject=who, opponent="all", metric="average_win_rate_pct")


def t2011(table, game, n, value=None):
    return cell(table, game, n, source="nijssen2011", value=value)


def medians(table, game, n, ms, who="maxn"):
    return cell(table, game, n, ms, f"mcts_{who}", metric="playouts_median")


def depth(game, n, ms, who):
    return cell("4.2", game, n, ms, who, metric="depth_ply")


# ---------------------------------------------------------------------------- appendix B

_FORWARD, _BACKWARD = ("M-P-B", "P-B-M", "B-M-P"), ("M-B-P", "B-P-M", "P-M-B")


def orders(table, ms, who, chosen):
    """The games of some seat orders, counted together."""
    return Pool(tuple(cell(table, budget=ms, subject=who, configuration=order) for order in chosen))


def seated(table, ms, who, letter, seat):
    """The games in which a type sits in a seat, from the order rows."""
    return orders(table, ms, who, [order for order in _FORWARD + _BACKWARD if order.split("-")[seat] == letter])


_COUNTS = {
    4: ("M2-P1-B1", "M1-P2-B1", "M1-P1-B2"),
    6: [f"M{m}-P{p}-B{6 - m - p}" for m in range(1, 5) for p in range(1, 6 - m)],
}


def with_instances(table, n, ms, who, letter, count):
    """The games in which a type has so many seats."""
    at = "MPB".index(letter)
    chosen = [entry for entry in _COUNTS[n] if int(entry.split("-")[at][1:]) == count]
    return Pool(tuple(cell(table, budget=ms, subject=who, configuration=entry) for entry in chosen))


def _more_instances_win_more():
    names = {"M": "maxn", "P": "paranoid", "B": "brs"}
    tables = {4: ("B.4", "B.5", "B.6", "B.7", "B.12", "B.13", "B.14", "B.15"), 6: ("B.8", "B.16")}
    for n, printed in tables.items():
        for table in printed:
            prefix = "mcts_" if int(table[2:]) > 8 else ""
            for letter, name in names.items():
                for ms in TIMES:
                    counts = range(1, n - 1)
                    yield Rising(tuple(with_instances(table, n, ms, prefix + name, letter, k) for k in counts))


def _balanced_is_average():
    for n, table, even in ((6, "B.8", "M2-P2-B2"), (6, "B.16", "M2-P2-B2")):
        prefix, overall = ("mcts_", "4.3") if table == "B.16" else ("", "4.2")
        for name in MINIMAX:
            for ms in TIMES:
                balanced = cell(table, budget=ms, subject=prefix + name, configuration=even)
                yield Level(balanced, cell(overall, CC, n, ms, prefix + name), 15)
    for table, game, n, even in (
        ("B.20", CC, 4, "B2-M2"),
        ("B.21", FOCUS, 4, "B2-M2"),
        ("B.22", ROLIT, 4, "B2-M2"),
        ("B.23", BLOKUS, 4, "B2-M2"),
        ("B.24", CC, 6, "B3-M3"),
    ):
        for ms in TIMES:
            balanced = cell(table, budget=ms, subject="mcts_maxn", configuration=even)
            yield Level(balanced, t45(game, n, ms, "maxn"), 15)


# ---------------------------------------------------------------------------- Scotland Yard


def yard(table, budget=None, subject=None, opponent=None, value=None):
    return cell(table, "scotland_yard", 6, budget, subject, opponent=opponent, value=value)


def categorization(table, kind):
    tables, steps = ("general", "detailed"), ("1", "2")
    return Pool(tuple(yard(table, value=f"{kind}+{name}+{step}") for name in tables for step in steps))


def _reduction_pairs():
    for hider in ("mcts_hider", "paranoid_hider"):
        for r in ("0", *[f"0.{tenth}" for tenth in range(1, 10)], "1"):
            yield Higher(
                yard("7.9", None, "mcts_seekers_cr_lc", hider, r), yard("7.9", None, "mcts_seekers_cr", hider, r)
            )


_REST = tuple(f"0.{tenth}" for tenth in range(2, 10)) + ("0", "1")
_TREES = [(budget, playout) for budget in (10000, 1000) for playout in ("eps_greedy", "random")]


def text(section, subject, value):
    return cell(section, "scotland_yard", 6, subject=subject, value=value)


# ---------------------------------------------------------------------------- the claims

CLAIMS = {
    "C01": [
        *[Number(length("3.1", CC, more), length("3.1", CC, fewer)) for fewer, more in ((2, 3), (3, 4), (4, 6))],
        *[Number(branching("3.1", CC, n), branching("3.1", CC, 6)) for n in (2, 3, 4)],
    ],
    "C02": [
        *[Number(branching("3.2", FOCUS, 2), branching("3.2", FOCUS, n), factor=1.4) for n in (3, 4)],
        Number(length("3.2", FOCUS, 3), length("3.2", FOCUS, 2), low=1.35, high=1.65),
        Number(length("3.2", FOCUS, 4), length("3.2", FOCUS, 3), low=1.1, high=1.4),
    ],
    "C03": [
        Number(cell("sec_3.3.2", ROLIT, metric="game_length"), low=60, high=60),
        Number(cell("sec_3.3.2", ROLIT, metric="branching_factor_approx"), low=8, high=9),
        Number(length("sec_3.4.2", BLOKUS, 4), low=70, high=76),
        Number(branching("sec_3.4.2", BLOKUS, 4), low=132, high=146),
    ],
    "C04": [
        each(
            comparison
            for n in (3, 4, 6)
            for ms in TIMES
            for comparison in above(t42(CC, n, ms, "brs"), t42(CC, n, ms, "paranoid"), t42(CC, n, ms, "maxn"))
        )
    ],
    "C05": [
        each(Higher(t42(CC, n, ms, "paranoid"), t42(CC, n, ms, "maxn")) for n in (3, 4) for ms in TIMES),
        *[NotBelow(t42(CC, 6, ms, "maxn"), t42(CC, 6, ms, "paranoid")) for ms in TIMES],
    ],
    "C06": [
        each(Higher(t42(FOCUS, n, ms, "brs"), t42(FOCUS, n, ms, "paranoid")) for n in (3, 4) for ms in TIMES),
        each(Higher(t42(FOCUS, n, ms, "paranoid"), t42(FOCUS, n, ms, "maxn")) for n in (3, 4) for ms in TIMES),
        each(Higher(12, t42(FOCUS, n, ms, "maxn")) for n in (3, 4) for ms in TIMES),
    ],
    "C07": [
        each(Higher(t42(ROLIT, 3, ms, "brs"), t42(ROLIT, 3, ms, "paranoid")) for ms in (250, 1000)),
        NotBelow(t42(ROLIT, 3, 5000, "paranoid"), t42(ROLIT, 3, 5000, "brs")),
    ],
    "C08": [
        *[Level(t42(ROLIT, 4, ms, "brs"), t42(ROLIT, 4, ms, "paranoid")) for ms in TIMES],
        each(Higher(t42(ROLIT, 4, ms, who), t42(ROLIT, 4, ms, "maxn")) for ms in TIMES for who in ("brs", "paranoid")),
    ],
    "C09": [
        each(Higher(t42(BLOKUS, 4, ms, "brs"), t42(BLOKUS, 4, ms, "paranoid")) for ms in TIMES),
        each(Higher(t42(BLOKUS, 4, ms, "paranoid"), t42(BLOKUS, 4, ms, "maxn")) for ms in TIMES),
        Rising(tuple(t42(BLOKUS, 4, ms, "brs") for ms in TIMES)),
    ],
    "C10": [
        each(
            Higher(t42(game, n, ms, who), t42(game, n, ms, "maxn"))
            for game, n in VARIANTS
            if (game, n) != (CC, 6)
            for ms in TIMES
            for who in ("brs", "paranoid")
        )
    ],
    "C11": [
        Number(depth(game, n, ms, best), depth(game, n, ms, other))
        for games, best, rest in (((CC, FOCUS), "brs", ("paranoid", "maxn")), ((ROLIT,), "paranoid", ("brs", "maxn")))
        for game, n in VARIANTS
        if game in games
        for ms in TIMES
        for other in rest
    ]
    + [
        Number(depth(game, n, ms, who), depth(game, n, ms, "maxn"))
        for game, n in VARIANTS
        for ms in TIMES
        for who in ("brs", "paranoid")
    ],
    "C12": [
        statement
        for table in ("B.1", "B.2", "B.3")
        for statement in (
            together(
                Higher(orders(table, ms, "paranoid", _FORWARD), orders(table, ms, "paranoid", _BACKWARD))
                for ms in TIMES
            ),
            together(Higher(orders(table, ms, "brs", _BACKWARD), orders(table, ms, "brs", _FORWARD)) for ms in TIMES),
        )
    ],
    "C13": [
        together(
            Higher(seated("B.3", ms, who, letter, 2), seated("B.3", ms, who, letter, 0))
            for ms in (1000, 5000)
            for who, letter in (("paranoid", "P"), ("brs", "B"))
        )
    ],
    "C14": list(_more_instances_win_more()),
    "C15": [most(_balanced_is_average())],
    "C16": [
        each(
            comparison
            for n in (3, 4, 6)
            for ms in TIMES
            for comparison in above(t43(CC, n, ms, "maxn"), t43(CC, n, ms, "paranoid"), t43(CC, n, ms, "brs"))
        )
    ],
    "C17": [
        each(Higher(t43(CC, n, 5000, "maxn"), t43(CC, n, 250, "maxn")) for n in (3, 4, 6)),
        each(Higher(t43(CC, n, 250, "paranoid"), t43(CC, n, 5000, "paranoid")) for n in (3, 4, 6)),
        *[Level(t43(CC, n, 5000, "brs"), t43(CC, n, 250, "brs")) for n in (3, 4, 6)],
    ],
    "C18": [
        together(
            comparison
            for n in (3, 4)
            for ms in TIMES
            for comparison in above(t43(FOCUS, n, ms, "maxn"), t43(FOCUS, n, ms, "paranoid"), t43(FOCUS, n, ms, "brs"))
        ),
        *[Rising(tuple(t43(FOCUS, n, ms, "maxn") for ms in TIMES)) for n in (3, 4)],
        *[Rising(tuple(t43(FOCUS, n, ms, "paranoid") for ms in reversed(TIMES))) for n in (3, 4)],
    ],
    "C19": [
        each(
            comparison
            for n in (3, 4)
            for ms in TIMES
            for comparison in above(t43(ROLIT, n, ms, "maxn"), t43(ROLIT, n, ms, "paranoid"), t43(ROLIT, n, ms, "brs"))
        ),
        *[Rising(tuple(t43(ROLIT, n, ms, "maxn") for ms in TIMES)) for n in (3, 4)],
        *[Rising(tuple(t43(ROLIT, n, ms, "paranoid") for ms in reversed(TIMES))) for n in (3, 4)],
        each(Higher(t43(ROLIT, 3, ms, "maxn"), t43(ROLIT, 4, ms, "maxn")) for ms in TIMES),
    ],
    "C20": [
        *[Level(t43(BLOKUS, 4, ms, "maxn"), t43(BLOKUS, 4, ms, "paranoid")) for ms in TIMES],
        together(
            Higher(t43(BLOKUS, 4, ms, who), t43(BLOKUS, 4, ms, "brs"))
            for ms in (250, 1000)
            for who in ("maxn", "paranoid")
        ),
        *[Level(t43(BLOKUS, 4, 5000, who), t43(BLOKUS, 4, 5000, "brs")) for who in ("maxn", "paranoid")],
    ],
    "C21": [
        Number(medians("4.3", game, n, ms, who), medians("4.3", game, n, ms), low=0.87, high=1.13)
        for game, n in VARIANTS
        for ms in TIMES
        for who in ("paranoid", "brs")
        if (game, n, ms, who) != (CC, 6, 5000, "paranoid")
    ],
    "C22": [
        *[
            Number(medians("4.3", CC, n, ms), medians("4.3", CC, more, ms))
            for n, more in ((3, 4), (4, 6))
            for ms in TIMES
        ],
        *[
            Number(medians("4.3", game, n, ms), medians("4.3", BLOKUS, 4, ms))
            for game, n in VARIANTS
            if game != BLOKUS
            for ms in TIMES
        ],
    ],
    "C23": [each(Higher(t44(FOCUS, n, who), t44(FOCUS, n, "maxn")) for n in (3, 4) for who in ("paranoid", "brs"))],
    "C24": [
        *[Number(medians("4.4", CC, more, 1000), medians("4.4", CC, n, 1000)) for n, more in ((3, 4), (4, 6))],
        each(Higher(t44(CC, more, "maxn"), t44(CC, n, "maxn")) for n, more in ((3, 4), (4, 6))),
    ],
    "C25": [
        *[
            Number(medians("4.4", game, n, 1000, who), medians("4.3", game, n, 1000, who), low=0.75, high=1.25)
            for game, n in ((ROLIT, 3), (ROLIT, 4), (BLOKUS, 4))
            for who in MINIMAX
        ],
        together(Higher(t44(game, n, "maxn"), t44(game, n, "paranoid")) for game, n in ((ROLIT, 3), (ROLIT, 4))),
        together(
            Higher(t44(game, n, "paranoid"), t44(game, n, "brs")) for game, n in ((ROLIT, 3), (ROLIT, 4), (BLOKUS, 4))
        ),
    ],
    "C26": [
        each(
            comparison
            for game, n in VARIANTS[:5]
            for comparison in (Higher(cell("4.6", game, n, 250, "brs"), 50), Higher(t45(game, n, 5000, "maxn"), 50))
        )
    ],
    "C27": [each(Higher(t45(game, n, ms, "maxn"), 50) for game, n in VARIANTS[5:] for ms in TIMES)],
    "C28": [
        together(
            Higher(t45(game, n, ms, "maxn"), t45(game, n, ms, who))
            for game, n in VARIANTS[:7]
            for ms in TIMES
            for who in ("paranoid", "brs")
        ),
        *[Level(t45(BLOKUS, 4, ms, "maxn"), t45(BLOKUS, 4, ms, who)) for ms in TIMES for who in ("paranoid", "brs")],
    ],
    "C29": [each(Higher(50, t45(game, n, 5000, "paranoid")) for game, n in ((CC, 3), (CC, 4), (FOCUS, 3), (FOCUS, 4)))],
    "C30": [
        each(Higher(t45(game, n, 5000, "brs"), 50) for game, n in VARIANTS if (game, n) != (CC, 3)),
        Level(t45(CC, 3, 5000, "brs"), 50),
    ],
    "C31": [Rising(tuple(t46(game, n, ms, who) for ms in reversed(TIMES))) for game, n in VARIANTS for who in MINIMAX],
    "C32": [
        each(
            Higher(t46(game, n, ms, "brs"), t46(game, n, ms, other))
            for game, n in VARIANTS
            if game != ROLIT
            for ms in TIMES
            for other in ("maxn", "paranoid")
        ),
        *[NotBelow(t46(ROLIT, n, ms, "paranoid"), t46(ROLIT, n, ms, "brs")) for n in (3, 4) for ms in TIMES],
        together(
            Higher(t46(game, n, ms, other), t46(game, n, ms, "maxn"))
            for game, n in VARIANTS
            for ms in TIMES
            if (game, n) != (CC, 6) and (game, n, ms) != (CC, 4, 250)
            for other in ("brs", "paranoid")
        ),
    ],
    "C33": [each(Higher(t47(n, "standard"), 50) for n in (2, 3, 4))],
    "C34": [
        *[NotBelow(t47(2, "standard"), t47(2, rule)) for rule in ("paranoid", "first_winner")],
        *[Level(t47(3, rule), 50) for rule in ("paranoid", "first_winner")],
        each(Higher(50, t47(4, rule)) for rule in ("paranoid", "first_winner")),
    ],
    "C35": [each(Higher(w(game, n, 5), 50) for game, n in VARIANTS_5)],
    "C36": [
        *[
            Best(
                tuple(w(game, n, weight) for weight in (1, 3, 5, 7.5, 10)),
                tuple(w(game, n, weight) for weight in (0.1, 0.25, 0.5, 20, 50)),
            )
            for game, n in VARIANTS_5
            if game != BLOKUS
        ],
        each(Higher(w(game, 2, 5), w(game, 2, 50)) for game in (CC, FOCUS, ROLIT)),
    ],
    "C37": [
        *[Level(w(BLOKUS, 4, weight), w(BLOKUS, 4, 10)) for weight in (1, 5, 20, 50)],
        each([Higher(w(BLOKUS, 4, 10), w(BLOKUS, 4, 1000))]),
    ],
    "C38": [
        each(Higher(w(game, 2, 5), w(game, 3, 5)) for game in (CC, ROLIT)),
        each(
            [
                Higher(w(FOCUS, 2, 1), w(FOCUS, 3, 3)),
                Higher(w(FOCUS, 3, 3), w(FOCUS, 4, 5)),
                Higher(w(ROLIT, 3, 5), w(ROLIT, 4, 7.5)),
                Higher(w(CC, 4, 10), w(CC, 6, 5)),
            ]
        ),
        Level(w(CC, 3, 5), w(CC, 4, 10)),
    ],
    "C39": [
        each(
            [Higher(cell("5.2", game, 2), cell("5.2", game, 4)) for game in (CC, FOCUS, ROLIT)]
            + [Higher(cell("5.2", CC, 2), cell("5.2", CC, 6))]
        )
    ],
    "C40": [
        each(Higher(t5("5.3", game, n), 50) for game, n in ((CC, 2), (FOCUS, 2), (ROLIT, 2), (CC, 3), (FOCUS, 3))),
        *[NotBelow(t5("5.3", game, n), 50) for game, n in VARIANTS_5],
    ],
    "C41": [
        Rising(tuple(t5("5.3", game, n) for n in counts))
        for game, counts in ((CC, (6, 4, 3, 2)), (FOCUS, (4, 3, 2)), (ROLIT, (4, 3, 2)))
    ]
    + [Level(t5("5.3", CC, 6), 50)],
    "C42": [
        each([Higher(50, t5("5.4", CC, 2)), Higher(50, t5("5.4", CC, 6)), Higher(t5("5.4", FOCUS, 2), 50)]),
        *[
            Level(t5("5.4", game, n), 50, 6)
            for game, n in VARIANTS_5
            if (game, n) not in ((CC, 2), (CC, 6), (FOCUS, 2))
        ],
    ],
    "C43": [
        each(
            Higher(t5("5.5", game, n), 50)
            for game, n in VARIANTS_5
            if (game, n) not in ((CC, 6), (ROLIT, 3), (ROLIT, 4))
        ),
        *[Level(t5("5.5", game, n), 50) for game, n in ((CC, 6), (ROLIT, 3), (ROLIT, 4))],
    ],
    "C44": [
        *[Level(t5("5.5", game, n), w(game, n, 5)) for game, n in ((FOCUS, 3), (FOCUS, 4), (BLOKUS, 4))],
        NotBelow(t5("5.5", FOCUS, 2), w(FOCUS, 2, 5)),
    ],
    "C45": [
        each(
            [
                Higher(cell("sec_5.4", "havannah", 2, subject="ph", opponent="rave", metric="win_rate_pct_approx"), 50),
                Higher(cell("sec_5.4", "havannah", 2, subject="ph", opponent="uct"), 50),
                Higher(cell("sec_5.4", "havannah", 2, subject="rave", opponent="uct", metric="win_rate_pct_max"), 50),
            ]
        )
    ],
    "C46": [
        each(Higher(t2011("1", FOCUS, n, weight), 50) for n in (2, 3, 4) for weight in (0.05, 0.1, 0.25, 0.5, 1, 3, 5)),
        NotBelow(t2011("1", FOCUS, 2, 7.5), 50),
        each([Higher(t2011("1", FOCUS, 2, 5), t2011("1", FOCUS, 2, 10))]),
        each([Higher(52, t2011("1", FOCUS, 2, 10))]),
    ],
    "C47": [
        together(Higher(t2011("2", CC, 2, weight), 80) for weight in (5, 10, 15)),
        *[Level(t2011("2", CC, 3, weight), 65) for weight in (5, 10, 15)],
        each(Higher(t2011("2", CC, n, 10), t2011("2", CC, n, 20)) for n in (2, 3, 4)),
    ],
    "C48": [
        each(Higher(t2011("3", game, n), 50) for game, n in ((FOCUS, 2), (FOCUS, 3), (CC, 2), (CC, 3), (CC, 4))),
        *[Rising(tuple(t2011("3", game, n) for n in (4, 3, 2))) for game in (FOCUS, CC)],
    ],
    "C49": [
        Best(
            (average("6.2", game, n, "two_ply_brs"),),
            tuple(average("6.2", game, n, who) for who in INFORMED if who != "two_ply_brs"),
        )
        for game, n in VARIANTS_6
    ],
    "C50": [
        each(Higher(pair("6.2", game, n, who, "one_ply"), 50) for game, n in VARIANTS_6 for who in TWO_PLY),
        each(Higher(pair("6.2", game, n, "one_ply", "smo"), 50) for game, n in VARIANTS_6),
        each(Higher(pair("6.2", game, n, "smo", "random"), 85) for game, n in VARIANTS_6),
    ],
    "C51": [Level(pair("6.2", game, n, "two_ply_maxn", "two_ply_paranoid"), 50) for game, n in VARIANTS_6],
    "C52": [
        each(Higher(2, average("6.2", CC, n, "random")) for n in (3, 4)),
        each(Higher(average("6.2", FOCUS, n, "random"), average("6.2", CC, n, "random")) for n in (3, 4)),
        each(Higher(average("6.2", game, 4, "random"), average("6.2", game, 3, "random")) for game in (CC, FOCUS)),
    ],
    "C53": [
        Number(
            cell("6.3", game, n, subject=fast, metric="playouts_per_second_median"),
            cell("6.3", game, n, subject=slow, metric="playouts_per_second_median"),
        )
        for game, n in VARIANTS_6
        for fast, slow in (
            ("smo", "one_ply"),
            ("one_ply", "two_ply_paranoid"),
            ("two_ply_paranoid", "two_ply_maxn"),
            ("two_ply_paranoid", "two_ply_brs"),
            ("smo", "random"),
        )
    ],
    "C54": [
        Best((average("6.4", game, n, who),), tuple(average("6.4", game, n, other) for other in rest))
        for game, n in VARIANTS_6
        for who in ("one_ply", "two_ply_paranoid")
        for rest in (("random", "smo", "two_ply_maxn", "two_ply_brs"),)
    ],
    "C55": [
        together(
            Higher(50, pair("6.4", game, n, "two_ply_brs", other))
            for game, n in VARIANTS_6
            for other in ("one_ply", "two_ply_paranoid")
        )
    ],
    "C56": [
        each(
            Higher(50, pair("6.4", game, n, "smo", other))
            for game, n in ((CC, 3), (CC, 4), (FOCUS, 4))
            for other in INFORMED
            if other != "smo"
        ),
        Level(pair("6.4", FOCUS, 3, "smo", "two_ply_paranoid"), 50),
        *[NotBelow(pair("6.4", FOCUS, 3, "smo", other), 50) for other in ("two_ply_maxn", "two_ply_brs")],
    ],
    "C57": [
        together(
            Higher(average("6.4", game, n, who), average("6.6", game, n, who))
            for game, n in VARIANTS_6
            for who in ("smo", "one_ply")
        ),
        together(
            Higher(average("6.6", game, n, who), average("6.4", game, n, who))
            for game, n in VARIANTS_6
            for who in ("two_ply_maxn", "two_ply_brs")
        ),
        *[
            NotBelow(average("6.6", game, n, "two_ply_paranoid"), average("6.4", game, n, "two_ply_paranoid"))
            for game, n in VARIANTS_6
        ],
    ],
    "C58": [
        *[
            Best(
                (Pool(tuple(average("6.6", game, n, "two_ply_paranoid") for game, n in VARIANTS_6)),),
                (Pool(tuple(average("6.6", game, n, other) for game, n in VARIANTS_6)),),
            )
            for other in INFORMED
            if other != "two_ply_paranoid"
        ],
        each([Higher(average("6.6", CC, 3, "two_ply_paranoid"), average("6.6", CC, 3, "one_ply"))]),
    ],
    "C59": [
        each(Higher(average("6.6", FOCUS, n, "two_ply_brs"), average("6.4", FOCUS, n, "two_ply_brs")) for n in (3, 4)),
        each([Higher(50, pair("6.4", FOCUS, 3, "two_ply_brs", "one_ply"))]),
        Level(pair("6.6", FOCUS, 3, "two_ply_brs", "one_ply"), 50),
    ],
    "C60": [
        together(
            Higher(pair("6.6", FOCUS, 4, who, other), 50)
            for who in ("two_ply_maxn", "two_ply_paranoid")
            for other in ("one_ply", "smo")
        ),
        *[
            Level(pair("6.6", FOCUS, 4, who, other), 50)
            for who, other in ((TWO_PLY[0], TWO_PLY[1]), (TWO_PLY[0], TWO_PLY[2]), (TWO_PLY[1], TWO_PLY[2]))
        ],
    ],
    "C61": [
        together(
            Higher(yard("7.3", ms, value=f"{better}+{hider}"), yard("7.3", ms, value=f"{worse}+{hider}"))
            for ms in (1000, 2500, 5000)
            for hider in ("MM", "MC", "R")
            for better, worse in (("MC", "MM"), ("MM", "R"))
        )
    ],
    "C62": [
        together(
            Higher(yard("7.3", ms, value=f"{seekers}+{worse}"), yard("7.3", ms, value=f"{seekers}+MM"))
            for ms in (1000, 2500, 5000)
            for seekers in ("MM", "MC", "R")
            if (ms, seekers) != (2500, "R")
            for worse in ("MC", "R")
        )
    ],
    "C63": [
        each(
            Higher(yard("7.4", budget, value=f"single_tree+{playout}"), yard("7.4", budget, value=f"{trees}+{playout}"))
            for budget, playout in _TREES
            for trees in ("separate_trees_average", "separate_trees_majority")
        ),
        together(
            Higher(
                yard("7.4", budget, value=f"separate_trees_majority+{playout}"),
                yard("7.4", budget, value=f"separate_trees_average+{playout}"),
            )
            for budget, playout in _TREES
        ),
    ],
    "C64": [
        each(
            [
                Higher(categorization("7.5", "minimum_distance"), categorization("7.5", "average_distance")),
                Higher(categorization("7.5", "average_distance"), categorization("7.5", "station")),
                Higher(yard("7.5", value="none"), categorization("7.5", "station")),
                Higher(categorization("7.6", "minimum_distance"), yard("7.6", value="none")),
            ]
        )
    ],
    "C65": [
        each(
            [
                Higher(yard("7.7", value="minimum_distance+general"), yard("7.7", value="none")),
                Higher(yard("7.8", value="minimum_distance+detailed"), yard("7.8", value="none")),
                Higher(yard("7.7", value="minimum_distance+general"), yard("7.7", value="minimum_distance+detailed")),
            ]
        ),
        Best(
            (yard("7.8", value="minimum_distance+detailed"),),
            tuple(
                yard("7.8", value=f"{kind}+{table}")
                for kind, table in (
                    ("minimum_distance", "general"),
                    ("average_distance", "detailed"),
                    ("station", "general"),
                )
            ),
        ),
    ],
    "C66": [
        *[
            Best((yard("7.9", None, who, hider, "0.1"),), tuple(yard("7.9", None, who, hider, r) for r in _REST))
            for who in ("mcts_seekers_cr", "mcts_seekers_cr_lc")
            for hider in ("mcts_hider", "paranoid_hider")
        ],
        each(
            Higher(
                yard("7.9", None, "mcts_seekers_cr", "mcts_hider", "0"),
                yard("7.9", None, "mcts_seekers_cr", "mcts_hider", r),
            )
            for r in ("0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1")
        ),
    ],
    "C67": [
        *[
            Best(
                tuple(yard("7.10", budget, value=r) for r in best),
                tuple(
                    yard("7.10", budget, value=r)
                    for r in ("0", "0.1", "0.2", "0.3", "0.4", "0.5", "1")
                    if r not in best
                ),
            )
            for budget, best in ((1000, ("0.4",)), (2500, ("0.2", "0.3")), (10000, ("0.1",)), (100000, ("0.1",)))
        ],
        Rising(tuple(yard("7.10", budget, value="0") for budget in (1000, 2500, 10000, 100000))),
    ],
    "C68": [together(_reduction_pairs())],
    "C69": [
        each(
            [
                Higher(
                    yard("7.11", None, "mcts_seekers_cr_lc", hider), yard("7.11", None, "expectimax_seekers_lc", hider)
                )
                for hider in ("mcts_hider", "paranoid_hider")
            ]
            + [
                Higher(yard("7.11", None, who, "paranoid_hider"), yard("7.11", None, who, "mcts_hider"))
                for who in ("mcts_seekers_cr_lc", "expectimax_seekers_lc")
            ]
            + [
                Higher(yard("7.11", None, "mcts_seekers_cr_lc", "mcts_hider"), 50),
                Higher(yard("7.11", None, "expectimax_seekers_lc", "paranoid_hider"), 50),
            ]
        )
    ],
    "C70": [
        each(
            [
                Higher(text("sec_7.3.2", "expectimax_seekers", "on"), text("sec_7.3.2", "expectimax_seekers", "off")),
                Higher(text("sec_7.3.2", "mcts_seekers", "off"), text("sec_7.3.2", "mcts_seekers", "on")),
                Higher(text("sec_7.4.1", "mcts_seekers", "5"), text("sec_7.4.1", "mcts_seekers", "0")),
                Higher(text("sec_7.2.7", "mcts_hider", "on"), text("sec_7.2.7", "mcts_hider", "off")),
            ]
        ),
        Level(text("sec_7.4.1", "mcts_hider", "5"), text("sec_7.4.1", "mcts_hider", "0")),
    ],
}
