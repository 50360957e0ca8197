"""The star of Chinese Checkers: its fields, their bits, and where a piece can go.

**Coordinates.** A field is (q, r): r counts rows downwards, q runs along a row to the right, the centre is (0, 0). The
six neighbours differ by (1, 0), (0, 1), (-1, 1) or their opposites. The star is the union of two triangles of side 10.

**Bits.** A jump changes q and r by 0 or 2, so a piece that jumps stays in its *class*, the fields with the same parity
of q and of r. There are four classes, with 13, 20, 20 and 20 fields, and the pieces jumped over belong to the others.
Each class is a small board in 32 bits of its own: field (q, r) is bit q // 2 + 5 (r // 2) + 14 of class
q % 2 + 2 (r % 2). A board is two 64-bit words, classes 0 and 1 in the `low` word, 2 and 3 in the `high` one. All jumps
from a field are then a flood fill in one word: the landing fields are 1, 5 or 4 bits away, and the pieces between are
a fixed number of bits away in another class.

**Numbers.** Fields are numbered 0 to 72 in the order of their bits. Arms are numbered clockwise from the top.
"""

import numpy as np

from mctslib.bits import lowest_bit
from mctslib.compiling import helper

FIELDS = 73
PIECES = 6
ARMS = 6
BITS = 128
FARTHEST = 12  # from the tip of an arm to the opposite tip
CLASS_BITS = 32
CLASS_SIZE = 20  # fields of the largest class
AXES = ((1, 0), (0, 1), (-1, 1))
JUMP_SHIFTS = (1, 5, 4)  # bits between the two ends of a jump along each axis
WORD = 0xFFFFFFFFFFFFFFFF
NOTHING = np.uint64(0)
ONE = np.uint64(1)


def _bit_of(field):
    q, r = field
    return CLASS_BITS * (q % 2 + 2 * (r % 2)) + q // 2 + 5 * (r // 2) + 14


def _on_star(field):
    q, r = field
    return (q >= -3 and r >= -3 and q + r <= 3) or (q <= 3 and r <= 3 and q + r >= -3)


def _add(field, step, times=1):
    return field[0] + times * step[0], field[1] + times * step[1]


def turned(field, sixths=1):
    """The field after a clockwise turn of the board by so many times 60 degrees."""
    q, r = field
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def mirrored(field):
    """The field after exchanging left and right."""
    q, r = field
    return -q - r, r


def steps_between(field, other):
    """Number of steps from one field to another on an endless board."""
    q, r = field[0] - other[0], field[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


# Coordinates by field number, and back.
COORDINATES = sorted(((q, r) for q in range(-6, 7) for r in range(-6, 7) if _on_star((q, r))), key=_bit_of)
NUMBER = {field: number for number, field in enumerate(COORDINATES)}
BIT = np.array([_bit_of(field) for field in COORDINATES])
FIELD_OF_BIT = np.full(BITS, -1)
FIELD_OF_BIT[BIT] = np.arange(FIELDS)


def words_of(fields):
    """The board with pieces on some fields (given by coordinates), as two words."""
    board = sum(1 << _bit_of(field) for field in fields)
    return np.array([board & WORD, board >> 64], np.uint64)


def fields_of(low, high):
    """The numbers of the occupied fields, in increasing order."""
    board = (int(low) & WORD) | (int(high) & WORD) << 64
    return [number for number in range(FIELDS) if board >> int(BIT[number]) & 1]


TIPS = [turned((3, -6), arm) for arm in range(ARMS)]
ARM_FIELDS = [[field for field in COORDINATES if steps_between(field, tip) <= 2] for tip in TIPS]
ALL_WORDS = words_of(COORDINATES)
ARM_WORDS = np.array([words_of(fields) for fields in ARM_FIELDS])


def _build_neighbours():
    """For each bit of a board: the adjacent fields, as two words."""
    neighbours = np.zeros((BITS, 2), np.uint64)
    for field in COORDINATES:
        beside = [_add(field, step, times) for step in AXES for times in (1, -1)]
        neighbours[_bit_of(field)] = words_of([place for place in beside if place in NUMBER])
    return neighbours


def _build_jumps():
    """For each class and axis: the fields from which a jump forwards stays on the star, as a class word, and how many
    bits the field between is away in its own class."""
    starts = np.zeros((4, 3), np.uint64)
    shifts = np.zeros((4, 3), np.int64)
    for field in COORDINATES:
        number, place = divmod(_bit_of(field), CLASS_BITS)
        for axis, step in enumerate(AXES):
            between, landing = _add(field, step), _add(field, step, 2)
            if between in NUMBER and landing in NUMBER:
                starts[number, axis] |= np.uint64(1 << place)
                shifts[number, axis] = _bit_of(between) % CLASS_BITS - place
    return starts, shifts


NEIGHBOURS = _build_neighbours()
JUMP_STARTS, _BETWEEN = _build_jumps()
BETWEEN_SHIFTS = (_BETWEEN + 1).astype(np.uint64)  # one more than the distance, which is -1 in one case
CLASS_MASK = np.uint64(2**CLASS_BITS - 1)
CLASS_FIELDS = np.array([int(ALL_WORDS[n // 2]) >> 32 * (n % 2) & int(CLASS_MASK) for n in range(4)], np.uint64)


@helper
def next_bit(low, high):
    """The lowest bit of a board that is not empty, and the board without it."""
    if low != NOTHING:
        return lowest_bit(low), low & (low - ONE), high
    return 64 + lowest_bit(high), low, high & (high - ONE)


@helper
def class_word(low, high, number):
    """One class of a board, in the lower half of a word."""
    word = low if number < 2 else high
    return (word >> np.uint64(CLASS_BITS * (number & 1))) & CLASS_MASK


@helper
def _jumps(low, high, number, axis):
    """Fields of a class from which one may jump forwards along an axis, or onto which one may jump back, as far as the
    piece between is concerned."""
    between = class_word(low, high, number ^ (axis + 1)) << ONE
    return (between >> BETWEEN_SHIFTS[number, axis]) & JUMP_STARTS[number, axis]


@helper
def targets(bit, low, high):
    """Where the piece on `bit` can go on a board with the pieces `low`, `high`: by a step or by jumps, as two words."""
    number = bit >> 5
    start = ONE << np.uint64(bit & 31)
    empty = CLASS_FIELDS[number] & ~class_word(low, high, number)
    by_1 = _jumps(low, high, number, 0)
    by_5 = _jumps(low, high, number, 1)
    by_4 = _jumps(low, high, number, 2)
    reached = NOTHING
    grown = start
    while grown != reached:
        reached = grown
        landed = ((reached & by_1) << np.uint64(1)) | ((reached >> np.uint64(1)) & by_1)
        landed |= ((reached & by_5) << np.uint64(5)) | ((reached >> np.uint64(5)) & by_5)
        landed |= ((reached & by_4) << np.uint64(4)) | ((reached >> np.uint64(4)) & by_4)
        grown = reached | (landed & empty)
    landed = (reached ^ start) << np.uint64(CLASS_BITS * (number & 1))
    to_low = NEIGHBOURS[bit, 0] & ~low
    to_high = NEIGHBOURS[bit, 1] & ~high
    if number < 2:
        return to_low | landed, to_high
    return to_low, to_high | landed
