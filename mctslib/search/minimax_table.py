"""The transposition table of the minimax family, with the DEEP replacement scheme (nijssen2013, section 2.4.2).

An entry is a row of words: the position's key, the iteration that wrote it, the remaining depth, what kind of bound the
value is, the best move; then the values as floats (one, or one per player). Iterations are numbered over the life of
the table, so it never needs clearing:

- the **value** of an entry serves only the iteration that wrote it, and only at the same remaining depth. Then a table
  changes the effort of a search, never its value: deeper entries, which positions that repeat can leave, and results
  counted from another ply are not mixed in;
- the **best move** serves all iterations of the same search;
- entries of earlier searches count as empty, so a move does not depend on what the thread searched before.
"""

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import types

from mctslib.compiling import array_type, helper

KEY, ITERATION, DEPTH, BOUND, MOVE, VALUE = range(6)
EXACT, LOWER, UPPER = range(3)
NO_MOVE = -1


class TranspositionTable(NamedTuple):
    words: Any  # int64[entries, VALUE + values]
    values: Any  # the same memory as float64
    iterations: Any  # int64[1]: iterations so far


TRANSPOSITION_TABLE = types.NamedTuple(
    (array_type(types.int64, 2), array_type(types.float64, 2), array_type(types.int64)), TranspositionTable
)

_of_thread = threading.local()


def table_for(bits, values):
    """This thread's table of 2**bits entries with a number of values each. Memory is touched only as it fills."""
    kept = _of_thread.__dict__.setdefault("tables", {})
    if (bits, values) not in kept:
        words = np.zeros((1 << bits, VALUE + values), np.int64)
        kept[bits, values] = TranspositionTable(words, words.view(np.float64), np.zeros(1, np.int64))
    return kept[bits, values]


@helper
def find(table, key, first_iteration):
    """The row where the position is or would be, and whether it is there, written by this search."""
    row = np.int64(key & np.uint64(len(table.words) - 1))
    found = table.words[row, KEY] == np.int64(key) and table.words[row, ITERATION] >= first_iteration
    return row, found


@helper
def is_current(table, row, depth):
    """Whether the value of an entry may be used: this iteration, this depth."""
    return table.words[row, ITERATION] == table.iterations[0] and table.words[row, DEPTH] == depth


@helper
def claim(table, key, first_iteration, depth, bound, move):
    """Enter a position unless a deeper one of this search holds the row (DEEP). Returns the row, or -1."""
    row = np.int64(key & np.uint64(len(table.words) - 1))
    words = table.words
    if words[row, ITERATION] >= first_iteration and words[row, DEPTH] > depth:
        return -1
    words[row, KEY] = np.int64(key)
    words[row, ITERATION] = table.iterations[0]
    words[row, DEPTH] = depth
    words[row, BOUND] = bound
    words[row, MOVE] = move
    return row
