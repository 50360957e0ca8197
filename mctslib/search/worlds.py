"""Hidden information in the tree: every simulation assumes one world (determinization: nijssen2013, section 7.2.3).

A world is drawn at the start of a simulation and holds to its end. Either all worlds share a **single tree**: a node
then has the moves of all worlds that came by, and only those that are legal in the present world can be selected. Its
children stay contiguous: when there are more of them than places the whole group moves to the end of the tree, to twice
as many places. Or each world has its own root among **separate trees**, nodes 1, 2, ... in the order of
`Workspace.worlds`; `merge_trees` makes the decision from all of them.

With only one possible world nothing is hidden, and the search is the ordinary one.
"""

import numpy as np

from mctslib import rng as generator
from mctslib.compiling import helper
from mctslib.games.base import ANY_WORLD, copy_state
from mctslib.rng import below, unit
from mctslib.search import parameters as p
from mctslib.search.tree import ROOT, clear_node, move_node, swap_unvisited

# ------------------------------------------------------------------------------------------------ drawing a world


@helper
def begin_simulation(rules, root_state, root_player, worlds, parameters, rng, work):
    """Put the root position, in a world that is drawn for this simulation, into `position`. Returns the root node."""
    copy_state(root_state, work.position)
    if parameters[p.DETERMINIZATION] == p.NOTHING_HIDDEN:
        return ROOT
    separate = parameters[p.DETERMINIZATION] == p.SEPARATE_TREES
    index = 0
    world = ANY_WORLD
    if separate or parameters[p.WEIGHTED_WORLDS] != 0:
        index = _weighted_world(worlds, rng, work) if parameters[p.WEIGHTED_WORLDS] != 0 else below(rng, worlds)
        world = work.worlds[index]
    rules.determinize(work.position, root_player, world, rng)
    return ROOT + 1 + index if separate else ROOT


@helper
def _weighted_world(worlds, rng, work):
    """Roulette wheel: the first world whose cumulative probability exceeds a random number."""
    spot = unit(rng) * work.cumulative[worlds - 1]
    low, high = 0, worlds - 1
    while low < high:
        middle = (low + high) // 2
        if work.cumulative[middle] > spot:
            high = middle
        else:
            low = middle + 1
    return low


# ------------------------------------------------------------------------------------------------- a single tree


@helper
def add_child(rules, tree, child, player, move, work):
    """A new node for a move in the present position."""
    clear_node(tree, child, move, player)
    if len(tree.bias) > 0:
        tree.bias[child] = rules.move_value(work.position, player, move)


@helper
def offer_legal_children(rules, tree, node, nodes, player, n, num_moves, work):
    """Mark the children that the player's n moves in `moves` lead to; add those that the node lacks, if there is room.

    Returns (nodes, marked children, how many of these are unvisited); the latter stand right behind the visited ones.
    """
    missing = work.last_mark[0] + 1  # legal, but no child seen yet
    present = missing + 1
    work.last_mark[0] = present
    for i in range(n):
        work.marks[player * num_moves + work.moves[i]] = missing
    offered = 0
    untried = 0
    behind_visited = tree.first[node] + tree.tried[node]
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        entry = tree.chooser[child] * num_moves + tree.move[child]
        if work.marks[entry] == missing:
            work.marks[entry] = present
            offered += 1
            if child >= behind_visited:
                swap_unvisited(tree, behind_visited + untried, child)
                untried += 1
    if offered == n:
        return nodes, offered, untried
    nodes = _make_room(tree, node, nodes, n - offered)
    for i in range(n):
        entry = player * num_moves + work.moves[i]
        if work.marks[entry] == missing and tree.count[node] < tree.room[node]:
            work.marks[entry] = present
            child = tree.first[node] + tree.count[node]
            add_child(rules, tree, child, player, work.moves[i], work)
            swap_unvisited(tree, tree.first[node] + tree.tried[node] + untried, child)
            tree.count[node] += 1
            offered += 1
            untried += 1
    return nodes, offered, untried


@helper
def _make_room(tree, node, nodes, more):
    """Places for more children, if the tree is not full. Returns the number of places in use, `nodes`."""
    count = tree.count[node]
    if count + more <= tree.room[node]:
        return nodes
    size = max(2 * count, count + more)
    if nodes + size > len(tree.move):
        return nodes
    for i in range(count):
        move_node(tree, tree.first[node] + i, nodes + i)
    tree.first[node] = nodes
    tree.room[node] = size
    return nodes + size


# ------------------------------------------------------------------------------------------------- separate trees


@helper
def plant_trees(tree, worlds):
    """One root for each world. Returns the number of nodes."""
    for i in range(worlds):
        clear_node(tree, ROOT + 1 + i, -1, -1)
    return 1 + worlds


def merge_trees(tree, nodes, worlds, rng):
    """Add up the trees: their roots' moves become the children of ROOT, behind the last node.

    Returns each move's votes: a tree votes for the move that it visited most, ties at random.
    """
    roots = [root for root in range(ROOT + 1, ROOT + 1 + worlds) if tree.tried[root]]
    groups = [np.arange(tree.first[root], tree.first[root] + tree.tried[root]) for root in roots]
    everyone = np.concatenate(groups)
    moves, place = np.unique(tree.move[everyone], return_inverse=True)
    merged = slice(nodes, nodes + len(moves))
    for values in (tree.visits, tree.total):
        values[merged] = np.bincount(place, weights=values[everyone])
    tree.move[merged] = moves
    tree.chooser[merged] = tree.chooser[everyone[0]]
    tree.count[merged] = 0
    tree.first[ROOT], tree.count[ROOT], tree.tried[ROOT] = nodes, len(moves), len(moves)
    tree.visits[ROOT] = tree.visits[merged].sum()
    votes = dict.fromkeys(moves.tolist(), 0)
    for group in groups:
        most = group[tree.visits[group] == tree.visits[group].max()]
        votes[int(tree.move[most[generator.below(rng, len(most))]])] += 1
    return votes


def elected_move(tree, votes, rng):
    """Majority voting: most votes, then most visits over all trees, then at random (nijssen2013, section 7.2.3)."""
    children = range(tree.first[ROOT], tree.first[ROOT] + tree.count[ROOT])
    ranks = {int(tree.move[child]): (votes[int(tree.move[child])], int(tree.visits[child])) for child in children}
    best = [move for move, rank in ranks.items() if rank == max(ranks.values())]
    return best[generator.below(rng, len(best))]
