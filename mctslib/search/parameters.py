"""The parameter block: every option of an MCTS player as one float64 array, read by the kernel at run time."""

from mctslib.games.base import MAX_PLAYERS, listed

(
    PLAYOUTS,  # budget: simulations, or 0 if the clock decides
    NANOSECONDS,  # budget: time, or 0
    EXPLORATION,  # C of Formula 2.8
    POLICY,
    SELECTION,
    WEIGHT,  # W of Formulas 5.3, 5.4, 5.6 and of Progressive Bias; w_f of A.2
    EQUIVALENCE,  # k of Formulas 5.1, 5.5, 5.6; R of A.1; w_i of A.2
    FULL_SAMPLE,  # history from the playouts too, not from the tree only
    BY_VISITS,  # Progressive History divided by visits instead of losses
    FIRST_PLAY,  # value of an unvisited child; infinite = all are visited once before any formula
    SOLVER,
    PLAYOUT,
    BREADTH,  # k of the searches in playouts
    PLAYOUT_CAP,
    FINAL_MOVE,
    DETERMINIZATION,
    WEIGHTED_WORLDS,  # worlds are drawn by `Workspace.cumulative`, not as the game draws them
    FILTER_MOVES,  # only the game's sensible moves, in the tree and in playouts
    SHARED_WINS,  # players of one side win together
    COALITION_REDUCTION,  # r: what a win that another player of the side earned counts less
    DISCOUNT,  # how much nearer results are preferred to distant ones
    EPSILON,  # the first of one entry per seat
) = range(22)
SIZE = EPSILON + MAX_PLAYERS

POLICIES = {"maxn": 0, "paranoid": 1, "brs": 2}
MAXN, PARANOID, BRS = POLICIES.values()

(
    UCT,
    UCB1_TUNED,
    PROGRESSIVE_BIAS,
    PROGRESSIVE_HISTORY,
    PROGRESSIVE_AMAF,
    EXTENDED_RAVE,
    RAVE_5_1,
    RAVE_5_5,
    RAVE_A_1,
    RAVE_A_2,
    RAVE_A_3,
) = range(11)
RAVE_FORMULAS = {"5.1": RAVE_5_1, "5.5": RAVE_5_5, "A.1": RAVE_A_1, "A.2": RAVE_A_2, "A.3": RAVE_A_3}

UPDATE_RULES = {None: 0, "standard": 1, "paranoid": 2, "first-winner": 3}
NO_SOLVER, STANDARD_RULE, PARANOID_RULE, FIRST_WINNER_RULE = UPDATE_RULES.values()

RANDOM_PLAYOUT, GREEDY_PLAYOUT, ONE_PLY, TWO_PLY_MAXN, TWO_PLY_PARANOID, TWO_PLY_BRS = range(6)
TWO_PLY_SEARCHES = {"maxn": TWO_PLY_MAXN, "paranoid": TWO_PLY_PARANOID, "brs": TWO_PLY_BRS}

FINAL_MOVES = {"robust": 0, "max": 1, "secure": 2, "robust-max": 3}
ROBUST_CHILD, MAX_CHILD, SECURE_CHILD, ROBUST_MAX = FINAL_MOVES.values()


NOTHING_HIDDEN, SINGLE_TREE, SEPARATE_TREES = range(3)


def code_of(table, name, what):
    """The number of a named option, or one sentence with the names that exist."""
    if name not in table:
        raise ValueError(f"{what} is {listed([repr(key) for key in table])}, not {name!r}.")
    return table[name]
