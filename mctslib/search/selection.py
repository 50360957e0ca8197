"""Which child to visit next. Each formula carries its number in nijssen2013.

`mean` is the average result of a child as its chooser sees it (see `tree`): x_bar in MAX nodes and 1 - x_bar of the
root player in MIN nodes (Formula 4.1). History and AMAF values are kept in the same way, so all formulas below hold in
both kinds of nodes as they stand.
"""

import numpy as np

from mctslib.compiling import helper
from mctslib.rng import below
from mctslib.search import parameters as p
from mctslib.search.logarithm import ln
from mctslib.search.solver import proven_value
from mctslib.search.tree import swap_unvisited


@helper
def uct_value(mean, visits, ln_parent, c):
    """Formula 2.8; in MIN nodes Formula 4.1."""
    return mean + c * np.sqrt(ln_parent / visits)


@helper
def ucb1_tuned_value(mean, square_mean, visits, ln_parent, c):
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002) is this with c = 1."""
    variance = square_mean - mean * mean + np.sqrt(2.0 * ln_parent / visits)
    return mean + c * np.sqrt(ln_parent / visits * min(0.25, variance))


@helper
def progressive_bias_bonus(visits, value, w):
    """The last term of Formula 5.2, with H = w times the static value of the move."""
    return w * value / (visits + 1.0)


@helper
def progressive_history_bonus(mean, visits, history_mean, w, by_visits):
    """The last term of Formulas 5.3, 5.4 and 5.6: the history value, divided by the losses of the child (or visits)."""
    return history_mean * w / ((visits if by_visits else (1.0 - mean) * visits) + 1.0)


@helper
def rave_value(formula, mean, visits, ln_parent, parent_visits, amaf_mean, amaf_visits, ln_amaf, c, k, w):
    """The RAVE variants: Formulas 5.1, 5.5, A.1 (C^2 in the place of K), A.2 and A.3 (beta as in 5.5)."""
    if formula == p.RAVE_5_1:
        beta = np.sqrt(k / (3.0 * parent_visits + k))
        rave = amaf_mean + c * np.sqrt(ln_amaf / max(amaf_visits, 1.0))
        return beta * rave + (1.0 - beta) * uct_value(mean, visits, ln_parent, c)
    if formula == p.RAVE_A_2:
        weight = amaf_visits * w * k / (w + k * amaf_visits)
        mixed = (visits * mean + weight * amaf_mean) / (visits + weight)
        return mixed + c * np.sqrt(ln_parent / (visits + 1.0))
    beta = k / (visits + k)
    if formula == p.RAVE_A_3:
        return mean + beta * amaf_mean + np.sqrt(2.0 * ln_parent / visits)
    return (1.0 - beta) * mean + beta * amaf_mean + c * np.sqrt(ln_parent / visits)


@helper
def child_mean(tree, child, parameters, root_player):
    """The average result of a visited child; a proven child counts with its proven value (section 4.5)."""
    if len(tree.proven) > 0 and tree.proven[child] != 0:
        return proven_value(tree.proven[child], np.int64(tree.chooser[child]), parameters[p.POLICY], root_player)
    return tree.total[child] / tree.visits[child]


@helper
def amaf_mean(tree, child):
    """AMAF value of a child's move; 0 while there is none."""
    return tree.amaf_total[child] / tree.amaf_visits[child] if tree.amaf_visits[child] > 0 else 0.0


@helper
def extended_rave_mean(tree, child, ancestor, visits, k, work, num_moves):
    """beta r' + (1 - beta) r of Formula 5.6: the AMAF values of the move after p, and after the ancestor of p at which
    the same player chooses; beta = k / (n + k). Without such an ancestor: r."""
    here = amaf_mean(tree, child)
    if ancestor < 0:
        return here
    first = tree.first[ancestor]
    other = work.lookup[tree.chooser[child] * num_moves + tree.move[child]]
    if not first <= other < first + tree.count[ancestor] or tree.move[other] != tree.move[child]:
        return here
    beta = k / (visits + k)
    return beta * amaf_mean(tree, other) + (1.0 - beta) * here


@helper
def _ancestor_of_same_chooser(tree, node, depth, work, num_moves):
    """The nearest node above `node` where the same player chooses, or -1; its children are entered in the lookup."""
    chooser = tree.chooser[tree.first[node]]
    for level in range(depth - 1, -1, -1):
        above = work.path[level]
        if tree.chooser[tree.first[above]] == chooser:
            for child in range(tree.first[above], tree.first[above] + tree.count[above]):
                work.lookup[tree.chooser[child] * num_moves + tree.move[child]] = child
            return np.int64(above)
    return -1


@helper
def select_child(tree, node, depth, untried, mark, parameters, root_player, work, num_moves, rng):
    """The child to visit: an unvisited one as long as there is one, then the best value; ties at random.

    Unvisited children come in the order of what the formula knows of their moves (`prior`), for plain UCT at random.
    With a finite first-play value an unvisited child is taken only when no visited one has a higher value. `untried`
    children stand ready behind the visited ones. Where worlds share the tree (mark > 0) only marked moves are legal.
    """
    tried = tree.tried[node]
    if untried > 0 and (tried == 0 or parameters[p.FIRST_PLAY] == np.inf):
        return _next_unvisited(tree, node, untried, parameters[p.SELECTION], work, num_moves, rng)
    selection = parameters[p.SELECTION]
    parent_visits = tree.visits[node]
    ln_parent = ln(work.ln, parent_visits)
    c = parameters[p.EXPLORATION]
    w = parameters[p.WEIGHT]
    k = parameters[p.EQUIVALENCE]
    by_visits = parameters[p.BY_VISITS] != 0
    first = tree.first[node]
    ancestor = -1
    ln_amaf = 0.0
    if selection == p.EXTENDED_RAVE:
        ancestor = _ancestor_of_same_chooser(tree, node, depth, work, num_moves)
    elif selection == p.RAVE_5_1:
        together = 0
        for child in range(first, first + tree.count[node]):
            together += tree.amaf_visits[child]
        ln_amaf = ln(work.ln, max(together, 1))
    elif selection == p.RAVE_A_1:
        ln_parent = ln(work.ln, parent_visits + 2)
    best = first
    best_value = -np.inf
    ties = 1
    for child in range(first, first + tried):
        if mark > 0 and work.marks[tree.chooser[child] * num_moves + tree.move[child]] != mark:
            continue
        visits = tree.visits[child]
        mean = child_mean(tree, child, parameters, root_player)
        if selection >= p.RAVE_5_1:
            value = rave_value(
                selection,
                mean,
                visits,
                ln_parent,
                parent_visits,
                amaf_mean(tree, child),
                np.float64(tree.amaf_visits[child]),
                ln_amaf,
                c,
                k,
                w,
            )
        elif selection == p.UCB1_TUNED:
            value = ucb1_tuned_value(mean, tree.squares[child] / visits, visits, ln_parent, c)
        else:
            value = uct_value(mean, visits, ln_parent, c)
            if selection == p.PROGRESSIVE_HISTORY:
                entry = tree.chooser[child] * num_moves + tree.move[child]
                history_mean = work.history_total[entry] / work.history_visits[entry]
                value += progressive_history_bonus(mean, visits, history_mean, w, by_visits)
            elif selection == p.PROGRESSIVE_AMAF:
                value += progressive_history_bonus(mean, visits, amaf_mean(tree, child), w, by_visits)
            elif selection == p.EXTENDED_RAVE:
                history_mean = extended_rave_mean(tree, child, ancestor, visits, k, work, num_moves)
                value += progressive_history_bonus(mean, visits, history_mean, w, by_visits)
            elif selection == p.PROGRESSIVE_BIAS:
                value += progressive_bias_bonus(visits, tree.bias[child], w)
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = child
    if untried > 0 and best_value < parameters[p.FIRST_PLAY]:
        return _next_unvisited(tree, node, untried, parameters[p.SELECTION], work, num_moves, rng)
    return best


@helper
def prior(tree, child, selection, work, num_moves):
    """What a formula knows of a move before its first visit: the history, AMAF or static value; 1 if it knows nothing.

    nijssen2013 (section 5.2) counts it among the advantages of a global table that it helps at a node's first visit:
    a node with many children is rarely visited often enough to see them all.
    """
    if selection == p.PROGRESSIVE_HISTORY:
        entry = tree.chooser[child] * num_moves + tree.move[child]
        visits = work.history_visits[entry]
        return work.history_total[entry] / visits if visits > 0 else 1.0
    if selection == p.PROGRESSIVE_BIAS:
        return tree.bias[child]
    return amaf_mean(tree, child) if tree.amaf_visits[child] > 0 else 1.0


@helper
def _next_unvisited(tree, node, untried, selection, work, num_moves, rng):
    """The one of the unvisited children standing ready that comes next, moved next to the visited ones."""
    from_here = np.int64(tree.first[node] + tree.tried[node])
    end = from_here + untried
    chosen = from_here
    if selection in (p.UCT, p.UCB1_TUNED):
        chosen += below(rng, end - from_here)
    else:
        best = -np.inf
        ties = 1
        for child in range(from_here, end):
            value = prior(tree, child, selection, work, num_moves)
            if value > best:
                chosen, best, ties = child, value, 1
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = child
    swap_unvisited(tree, from_here, chosen)
    tree.tried[node] += 1
    return from_here
