"""The search tree: a struct of arrays. Children of a node are contiguous; node 0 is the root.

A node is reached by a move of a *chooser*, the player to move in its parent. `total` adds up the results of the
simulations through the node as its chooser sees them: his own score under max^n, and under paranoid and BRS the root
player's score r in his own nodes and 1 - r in those of his opponents. So the mean `total / visits` is what selection
maximises, everywhere (nijssen2013, Figure 2.8, Formulas 2.8 and 4.1).

Invariants (the tests check them on whole trees):
- children [first, first + tried) have been visited, the others not; an unvisited node has no children;
- the visits of an expanded node's children sum to its own visits minus one (the root: to its visits). In a tree that
  several worlds share (see `worlds`) a node may be the end of the game in some of them: there the sum can be smaller.

The last arrays belong to options; they are empty in the tree of a player who does not use them.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import array_type, helper

ROOT = 0


class Tree(NamedTuple):
    """Arrays indexed by node."""

    move: Any  # the move that leads here
    chooser: Any  # the player who made it
    visits: Any
    total: Any  # see above
    first: Any  # index of the first child
    count: Any  # number of children; 0 = not expanded
    tried: Any  # how many of them have been visited
    squares: Any  # UCB1-Tuned: sum of the squared results
    bias: Any  # Progressive Bias: static value of the move
    amaf_visits: Any  # all-moves-as-first statistics of the move, after the parent
    amaf_total: Any
    proven: Any  # MP-MCTS-Solver: the winners as a set of bits; 0 = not proven
    room: Any  # a tree shared by several worlds: places for children, from `first` on


_DTYPES = Tree(
    move=types.int32,
    chooser=types.int8,
    visits=types.int32,
    total=types.float64,
    first=types.int32,
    count=types.int32,
    tried=types.int32,
    squares=types.float64,
    bias=types.float64,
    amaf_visits=types.int32,
    amaf_total=types.float64,
    proven=types.uint8,
    room=types.int32,
)
OPTIONAL = ("squares", "bias", "amaf_visits", "amaf_total", "proven", "room")
TREE = types.NamedTuple(tuple(array_type(dtype) for dtype in _DTYPES), Tree)


def bytes_per_node(options=()):
    """Memory of one node, with the arrays that some options need."""
    return sum(
        np.dtype(dtype.name).itemsize
        for name, dtype in _DTYPES._asdict().items()
        if name not in OPTIONAL or name in options
    )


def new_tree(capacity, options=()):
    """Room for `capacity` nodes; `options` names the optional arrays. Memory is touched only as the tree grows."""
    return Tree(
        **{
            name: np.empty(capacity if name not in OPTIONAL or name in options else 0, np.dtype(dtype.name))
            for name, dtype in _DTYPES._asdict().items()
        }
    )


def copy_of(tree, nodes):
    """The first `nodes` nodes of a tree, to keep."""
    return Tree(*(values[:nodes].copy() for values in tree))


def copy_of_root(tree):
    """The root and its children, wherever they stand, as nodes 0, 1, 2, ..."""
    kept = np.r_[ROOT, tree.first[ROOT] : tree.first[ROOT] + tree.count[ROOT]]
    root = Tree(*(values[kept] if len(values) else values for values in tree))
    root.first[ROOT] = 1
    return root


@helper
def clear_node(tree, node, move, chooser):
    """A fresh node: never visited, not expanded."""
    tree.move[node] = move
    tree.chooser[node] = chooser
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.first[node] = 0
    tree.count[node] = 0
    tree.tried[node] = 0
    if len(tree.squares) > 0:
        tree.squares[node] = 0.0
    if len(tree.bias) > 0:
        tree.bias[node] = 0.0
    if len(tree.amaf_visits) > 0:
        tree.amaf_visits[node] = 0
        tree.amaf_total[node] = 0.0
    if len(tree.proven) > 0:
        tree.proven[node] = 0
    if len(tree.room) > 0:
        tree.room[node] = 0


@helper
def move_node(tree, source, target):
    """Put a node elsewhere; its children stay where they are."""
    tree.move[target] = tree.move[source]
    tree.chooser[target] = tree.chooser[source]
    tree.visits[target] = tree.visits[source]
    tree.total[target] = tree.total[source]
    tree.first[target] = tree.first[source]
    tree.count[target] = tree.count[source]
    tree.tried[target] = tree.tried[source]
    if len(tree.squares) > 0:
        tree.squares[target] = tree.squares[source]
    if len(tree.bias) > 0:
        tree.bias[target] = tree.bias[source]
    if len(tree.amaf_visits) > 0:
        tree.amaf_visits[target] = tree.amaf_visits[source]
        tree.amaf_total[target] = tree.amaf_total[source]
    if len(tree.proven) > 0:
        tree.proven[target] = tree.proven[source]
    if len(tree.room) > 0:
        tree.room[target] = tree.room[source]


@helper
def swap_unvisited(tree, a, b):
    """Exchange two unvisited siblings: their moves and what is known of the moves tell them apart."""
    if a == b:
        return
    move, chooser = tree.move[a], tree.chooser[a]
    tree.move[a], tree.chooser[a] = tree.move[b], tree.chooser[b]
    tree.move[b], tree.chooser[b] = move, chooser
    if len(tree.bias) > 0:
        bias = tree.bias[a]
        tree.bias[a] = tree.bias[b]
        tree.bias[b] = bias
    if len(tree.amaf_visits) > 0:
        amaf_visits, amaf_total = tree.amaf_visits[a], tree.amaf_total[a]
        tree.amaf_visits[a], tree.amaf_total[a] = tree.amaf_visits[b], tree.amaf_total[b]
        tree.amaf_visits[b], tree.amaf_total[b] = amaf_visits, amaf_total
