"""ln(n) from a table that is the same on every machine.

Built from additions, multiplications and divisions only (exact in IEEE 754), never from a libm: the last bit of a
library's logarithm differs between machines, and one different bit can change a move and so a whole game.
"""

from functools import cache

import numpy as np

from mctslib.compiling import helper

TABLE_SIZE = 1 << 16
LN_2 = 0.6931471805599453


@cache
def ln_table():
    """ln(n) for n below `TABLE_SIZE`, by ln(n) = ln(n - 1) + 2 artanh(1 / (2n - 1))."""
    n = np.arange(2, TABLE_SIZE, dtype=np.float64)
    y = 1.0 / (2.0 * n - 1.0)
    square = y * y
    series = np.zeros_like(y)
    for k in range(33, 0, -2):  # artanh(y) = y (1 + y^2/3 + y^4/5 + ...)
        series = series * square + 1.0 / k
    table = np.zeros(TABLE_SIZE)
    table[2:] = np.cumsum(2.0 * y * series)
    return table


@helper
def ln(table, n):
    """ln(n) for a whole number n >= 1; beyond the table the lowest bits of n are dropped (error below 1.6e-5)."""
    halvings = 0
    while n >= TABLE_SIZE:
        n >>= 1
        halvings += 1
    return table[n] + halvings * LN_2
