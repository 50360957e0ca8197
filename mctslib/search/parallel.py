"""Root parallelisation: several searches of one position, each in its own thread with its own seed, added up.

What the threads do is fixed before they start, and the order in which their roots are added up is too: the result does
not depend on which of them is faster. (A budget in milliseconds never gives the same search twice.)
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from mctslib.search.mcts import DEPTH_MAX, TREE_FULL
from mctslib.search.tree import ROOT, Tree


class Part(NamedTuple):
    """What one thread found."""

    move: int
    scores: np.ndarray  # every player's mean score
    report: np.ndarray  # see `mcts`
    root: Tree  # the root and its children
    tree: Tree | None  # all of it, for inspection


def shares(playouts, threads):
    """How many playouts each thread makes; None = as many as it can. Nobody gets none."""
    if playouts is None:
        return [None] * threads
    threads = min(threads, playouts)
    return [playouts // threads + (thread < playouts % threads) for thread in range(threads)]


@cache
def _pool(threads):
    """Threads that stay: each has its own tree and buffers (see `workspace`)."""
    return ThreadPoolExecutor(threads, thread_name_prefix="mctslib-search")


def run_in_threads(task, threads):
    """The results of task(0), task(1), ..., in this order."""
    return list(_pool(threads).map(task, range(threads)))


def merged_report(reports):
    """Sums, and the greatest of what is a maximum or a flag."""
    merged = np.sum(reports, axis=0)
    for entry in (DEPTH_MAX, TREE_FULL):
        merged[entry] = np.max([report[entry] for report in reports])
    return merged


def merged_root(roots):
    """The roots of several trees of one position added up; their children are matched by chooser and move."""
    merged = Tree(*(values.copy() for values in roots[0]))
    places = _children_by_move(merged)
    for root in roots[1:]:
        children = _children_by_move(root)
        for values, added in ((merged.visits, root.visits), (merged.total, root.total)):
            values[ROOT] += added[ROOT]
            values[places] += added[children]
        if len(merged.proven):
            merged.proven[ROOT] |= root.proven[ROOT]
            merged.proven[places] |= root.proven[children]
    return merged


def _children_by_move(tree):
    """The nodes of the root's children, ordered by chooser and move."""
    first, count = tree.first[ROOT], tree.count[ROOT]
    span = slice(first, first + count)
    return first + np.lexsort((tree.move[span], tree.chooser[span]))
