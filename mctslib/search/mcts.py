"""Multi-player Monte-Carlo tree search: one kernel for all games and all options (nijssen2013, sections 2.6 and 4.2).

A simulation: walk down by `select_child`; expand a leaf on its second visit, with all its children at once; play out;
add the result to every node on the path. The search ends after a number of simulations, when the clock says so, or when
the root is proven. With hidden information a simulation first assumes what its player cannot see: see `worlds`.
"""

import time

import numpy as np
from numba import njit, objmode, types

from mctslib.compiling import helper, kernel
from mctslib.games.base import (
    OVER,
    PASS,
    RNG,
    RULES,
    STATE,
    TO_MOVE,
    VALUES,
    filtered_moves,
    make_move,
    settle,
    side_value,
)
from mctslib.rng import below
from mctslib.search import parameters as p
from mctslib.search.playout_searches import NO_ENTRY, SEARCHER
from mctslib.search.playouts import run_playout
from mctslib.search.selection import child_mean, select_child
from mctslib.search.solver import prove_from_children, share, winners_of
from mctslib.search.tree import ROOT, TREE, clear_node
from mctslib.search.workspace import WORKSPACE
from mctslib.search.worlds import add_child, begin_simulation, offer_legal_children, plant_trees

# What the kernel reports, besides the tree.
SIMULATIONS, NODES, TREE_FULL, DEPTH_SUM, DEPTH_MAX, PLAYOUT_PLIES, CUT_OFF = range(7)
REPORT_SIZE = 7

_CHECK_CLOCK_EVERY_NS = 500_000
_SECURE_CHILD_A = 4.0  # weight of the spread in the secure child's lower bound (Chaslot et al. 2008)
_CONTINUE_AT_MOST = 0.5  # robust-max: further simulations, as a share of those made


@njit
def _now():
    with objmode(now="int64"):
        now = time.perf_counter_ns()
    return now


@helper
def expand(rules, tree, node, nodes, at_root, shared, parameters, root_player, num_moves, work):
    """Give a node its children: a leaf all of them, a node that worlds share those which it lacks in this world.

    Returns (nodes, children to choose from, how many of these are unvisited); no children: game over, or no room.
    """
    state = work.position
    n = settle(rules, state, work.moves)
    if n == 0:
        return nodes, 0, 0
    player = state[TO_MOVE]
    if parameters[p.FILTER_MOVES] != 0:
        n = filtered_moves(rules, state, player, work.moves, at_root)
    if shared:
        return offer_legal_children(rules, tree, node, nodes, player, n, num_moves, work)
    if parameters[p.POLICY] == p.BRS and player != root_player:
        nodes = _expand_all_opponents(rules, tree, node, nodes, root_player, work)
    elif nodes + n <= len(tree.move):
        _add_children(rules, tree, nodes, player, n, work)
        tree.first[node] = nodes
        tree.count[node] = n
        nodes += n
    return nodes, np.int64(tree.count[node]), np.int64(tree.count[node])


@helper
def _add_children(rules, tree, nodes, player, n, work):
    for i in range(n):
        add_child(rules, tree, nodes + i, player, work.moves[i], work)


@helper
def _expand_all_opponents(rules, tree, node, nodes, root_player, work):
    """Best-Reply Search: one layer with the moves of all opponents (nijssen2013, section 4.2.2)."""
    added = 0
    players = len(work.result)
    for step in range(1, players):
        opponent = (root_player + step) % players
        n = rules.legal(work.position, opponent, work.moves)
        if nodes + added + n > len(tree.move):
            return nodes
        _add_children(rules, tree, nodes + added, opponent, n, work)
        added += n
    tree.first[node] = nodes
    tree.count[node] = added
    return nodes + added


@helper
def descend(rules, tree, child, policy, root_player, state):
    """Make the move that leads to `child`."""
    player = np.int64(tree.chooser[child])
    if policy != p.BRS or player == root_player:
        while state[TO_MOVE] != player:
            rules.apply(state, state[TO_MOVE], PASS)
        make_move(rules, state, player, np.int64(tree.move[child]))
    else:
        make_move(rules, state, player, np.int64(tree.move[child]))
        state[TO_MOVE] = root_player  # the other opponents skip their turn


@helper
def is_proven(tree, node):
    return len(tree.proven) > 0 and tree.proven[node] != 0


@helper
def walk_down(rules, tree, root, nodes, shared, parameters, root_player, num_moves, rng, work):
    """From a root to a leaf, which may be expanded on the way. Returns (length of the path, nodes).

    Writes the path and the moves along it (the trace). A proven node is a leaf. Where worlds share the tree every node
    on the way may get further children, and a node with children may be the end of the game.
    """
    node = root
    length = 1
    work.path[0] = root
    while length < len(work.path) and not is_proven(tree, node):
        untried = np.int64(tree.count[node] - tree.tried[node])
        if shared or tree.count[node] == 0:
            if (tree.visits[node] == 0 and length > 1) or work.position[OVER] != 0:
                break
            nodes, offered, untried = expand(
                rules, tree, node, nodes, length == 1, shared, parameters, root_player, num_moves, work
            )
            if offered == 0:
                break
        mark = work.last_mark[0] if shared else 0
        node = select_child(tree, node, length - 1, untried, mark, parameters, root_player, work, num_moves, rng)
        descend(rules, tree, node, parameters[p.POLICY], root_player, work.position)
        work.path[length] = node
        work.trace[length - 1] = tree.chooser[node] * num_moves + tree.move[node]
        length += 1
    return length, nodes


@helper
def chooser_result(result, player, policy, root_player):
    """A result as the player who chose the move sees it (see `tree`)."""
    if policy == p.MAXN:
        return result[player]
    return result[root_player] if player == root_player else 1.0 - result[root_player]


@helper
def backpropagate(tree, length, policy, root_player, work):
    """Add the result to the nodes of the path."""
    tree.visits[work.path[0]] += 1
    for i in range(1, length):
        node = work.path[i]
        value = chooser_result(work.result, np.int64(tree.chooser[node]), policy, root_player)
        tree.visits[node] += 1
        tree.total[node] += value
        if len(tree.squares) > 0:
            tree.squares[node] += value * value


@helper
def update_history(moves, policy, root_player, num_moves, work):
    """Add the result to the history of the first `moves` moves of the trace (nijssen2013, section 5.2)."""
    for i in range(moves):
        entry = work.trace[i]
        work.history_total[entry] += chooser_result(work.result, entry // num_moves, policy, root_player)
        work.history_visits[entry] += 1


@helper
def update_amaf(tree, length, moves, policy, root_player, num_moves, work):
    """All moves as first: credit every child of a path's node whose move its chooser made there or later (5.1.1)."""
    for i in range(moves):
        work.last_played[work.trace[i]] = i
    for depth in range(length):
        node = work.path[depth]
        for child in range(tree.first[node], tree.first[node] + tree.count[node]):
            player = np.int64(tree.chooser[child])
            if work.last_played[player * num_moves + tree.move[child]] >= depth:
                tree.amaf_visits[child] += 1
                tree.amaf_total[child] += chooser_result(work.result, player, policy, root_player)
    for i in range(moves):
        work.last_played[work.trace[i]] = -1


@helper
def share_wins(parameters, root_player, work):
    """Let the players of a side share its wins. What Coalition Reduction takes from the root player goes to the other
    side: a win that his partner earns is worth 1 - r to him and r to his opponents (nijssen2013, section 7.2.6)."""
    reduction = parameters[p.COALITION_REDUCTION]
    for player in range(len(work.result)):
        work.earned[player] = work.result[player]
    lost = side_value(work.earned, work.sides, root_player, 0.0)
    lost -= side_value(work.earned, work.sides, root_player, reduction)
    for player in range(len(work.result)):
        if work.sides[player] == work.sides[root_player]:
            work.result[player] = side_value(work.earned, work.sides, player, reduction)
        else:
            work.result[player] = side_value(work.earned, work.sides, player, 0.0) + lost


@helper
def discount_result(plies, discount, result):
    """Draw a result towards an equal share, the more the farther off it is, so that a player prefers the near win."""
    factor = 1.0 / (1.0 + discount * plies)
    equal = 1.0 / len(result)
    for player in range(len(result)):
        result[player] = equal + factor * (result[player] - equal)


@helper
def prove_upwards(tree, length, parameters, root_player, work):
    """The leaf of the path is a finished game: prove it, and every node above it that follows."""
    leaf = work.path[length - 1]
    tree.proven[leaf] = winners_of(work.result)
    for i in range(length - 2, -1, -1):
        node = work.path[i]
        winners = prove_from_children(
            tree, node, parameters[p.POLICY], parameters[p.SOLVER], root_player, len(work.result)
        )
        if winners == 0:
            return
        tree.proven[node] = winners


@helper
def final_value(tree, child, kind, parameters, root_player):
    """What the final move maximises. Where the root is proven only proven moves count, by their proven value; where it
    is open a proven loss is taken only if there is nothing else."""
    visits = tree.visits[child]
    if visits == 0 or (is_proven(tree, ROOT) and not is_proven(tree, child)):
        return -np.inf
    mean = child_mean(tree, child, parameters, root_player)
    if is_proven(tree, ROOT) or kind == p.MAX_CHILD:
        return mean
    if mean == 0.0 and is_proven(tree, child):
        return -1.0 - _SECURE_CHILD_A
    return mean - _SECURE_CHILD_A / np.sqrt(visits) if kind == p.SECURE_CHILD else np.float64(visits)


@helper
def final_child(tree, parameters, root_player, rng):
    """The best child of the root, ties at random."""
    kind = parameters[p.FINAL_MOVE]
    best = tree.first[ROOT]
    best_value = final_value(tree, best, kind, parameters, root_player)
    ties = 1
    for child in range(best + 1, best + tree.count[ROOT]):
        value = final_value(tree, child, kind, parameters, root_player)
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = child
    return best


@helper
def robust_is_max(tree, parameters, root_player):
    """Whether a most visited child also has the highest mean."""
    first = tree.first[ROOT]
    most, highest = 0, -np.inf
    for child in range(first, first + tree.tried[ROOT]):
        most = max(most, tree.visits[child])
        highest = max(highest, child_mean(tree, child, parameters, root_player))
    for child in range(first, first + tree.tried[ROOT]):
        if tree.visits[child] == most and child_mean(tree, child, parameters, root_player) == highest:
            return True
    return False


@helper
def simulate(
    rules, tree, root, nodes, shared, root_player, num_moves, parameters, rng, work, searcher, report, root_scores
):
    """One simulation from a root. Returns the number of nodes."""
    length, grown = walk_down(rules, tree, root, nodes, shared, parameters, root_player, num_moves, rng, work)
    leaf = work.path[length - 1]
    policy = parameters[p.POLICY]
    plies = 0
    if is_proven(tree, leaf):
        for player in range(len(work.result)):
            work.result[player] = share(tree.proven[leaf], player)
    else:
        finished = work.position[OVER] != 0
        if grown == nodes and tree.visits[leaf] > 0 and not finished:
            report[TREE_FULL] = 1
        plies = run_playout(
            rules, work.position, num_moves, parameters, rng, work.moves, work.result, work.trace, length - 1, searcher
        )
        if finished and len(tree.proven) > 0:
            prove_upwards(tree, length, parameters, root_player, work)
    for player in range(len(root_scores)):
        root_scores[player] += work.result[player]
    if parameters[p.SHARED_WINS] != 0:
        share_wins(parameters, root_player, work)
    if parameters[p.DISCOUNT] > 0:
        discount_result(length - 1 + abs(plies), parameters[p.DISCOUNT], work.result)
    backpropagate(tree, length, policy, root_player, work)
    moves = min(length - 1 + abs(plies), len(work.trace))
    if parameters[p.SELECTION] == p.PROGRESSIVE_HISTORY:
        sampled = moves if parameters[p.FULL_SAMPLE] != 0 else length - 1
        update_history(sampled, policy, root_player, num_moves, work)
    if len(tree.amaf_visits) > 0:
        update_amaf(tree, length, moves, policy, root_player, num_moves, work)
    report[DEPTH_SUM] += length - 1
    report[DEPTH_MAX] = max(report[DEPTH_MAX], length - 1)
    report[PLAYOUT_PLIES] += abs(plies)
    report[CUT_OFF] += plies < 0
    return grown


@kernel(types.int64(RULES, STATE, types.int64, VALUES, RNG, TREE, WORKSPACE, SEARCHER, VALUES, VALUES))
def search(rules, root_state, num_moves, parameters, rng, tree, work, searcher, report, root_scores):
    """Search a position that is not over. Returns the chosen move; fills in the tree, `report` and `root_scores`.

    The tree must have room for the root and its children, or those of each world. After a search with separate trees
    there is no move yet (-1): see `worlds.merge_trees`.
    """
    started = _now() if parameters[p.NANOSECONDS] > 0 else 0
    root_player = root_state[TO_MOVE]
    report[:] = 0
    root_scores[:] = 0
    if parameters[p.SELECTION] == p.PROGRESSIVE_HISTORY:
        work.history_total[:] = 0
        work.history_visits[:] = 0
    searcher.buffers.killers[:] = NO_ENTRY
    clear_node(tree, ROOT, -1, -1)
    worlds = 1
    if parameters[p.DETERMINIZATION] != p.NOTHING_HIDDEN:
        worlds = rules.worlds(root_state, root_player, work.worlds)
    shared = parameters[p.DETERMINIZATION] == p.SINGLE_TREE and worlds != 1
    nodes = plant_trees(tree, worlds) if parameters[p.DETERMINIZATION] == p.SEPARATE_TREES else 1
    simulation = 0
    next_look = 1
    budget = parameters[p.PLAYOUTS]
    time_budget = parameters[p.NANOSECONDS]
    go_on = parameters[p.FINAL_MOVE] == p.ROBUST_MAX
    while True:
        root = begin_simulation(rules, root_state, root_player, worlds, parameters, rng, work)
        nodes = simulate(
            rules,
            tree,
            root,
            nodes,
            shared,
            root_player,
            num_moves,
            parameters,
            rng,
            work,
            searcher,
            report,
            root_scores,
        )
        simulation += 1
        if is_proven(tree, ROOT):
            break
        used = 0.0  # share of the budget
        if budget > 0:
            used = simulation / budget
        elif simulation >= next_look:
            elapsed = _now() - started
            used = elapsed / time_budget
            next_look = simulation + 1 + simulation * _CHECK_CLOCK_EVERY_NS // max(elapsed, 1)
        if used >= 1.0:
            go_on = go_on and used < 1.0 + _CONTINUE_AT_MOST and not robust_is_max(tree, parameters, root_player)
            if not go_on:
                break
    report[SIMULATIONS] = simulation
    report[NODES] = nodes
    root_scores /= simulation
    return np.int64(tree.move[final_child(tree, parameters, root_player, rng)])


@kernel(types.int64(TREE, VALUES, types.int64, RNG))
def final_move(tree, parameters, root_player, rng):
    """The final move of a tree whose root was put together from several searches."""
    return np.int64(tree.move[final_child(tree, parameters, root_player, rng)])
