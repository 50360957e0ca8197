"""How far six pieces are from home: the table behind the board evaluator of Chinese Checkers.

For each of the C(73, 6) = 170,230,452 placements of six pieces on an otherwise empty star it holds the least number of
moves that brings them all home (nijssen2013, section 3.1.3), one byte each. The home is the top arm; a player with
another home turns his pieces first.

A placement's place in the table is its rank: with the fields numbered and the pieces sorted, c_1 < ... < c_6, it is the
sum of C(c_k, k). The table is filled by breadth-first search from the goal. On the way back a piece moves by the same
rules, since every step and jump can be taken back, so one function serves both directions. The star is symmetric, left
and right, and so is the goal: only the placement of lower rank of each mirror pair is searched, and what it finds is
written twice.

The table is made when first needed and kept in the user's cache folder. Its content is known in advance, so a file
is trusted exactly if its size and checksum are right.
"""

import hashlib
import os
import threading
from math import comb

import numpy as np
from numba import types
from tqdm import tqdm

from mctslib.bits import lowest_bit, popcount
from mctslib.compiling import array_type, helper, kernel, say, user_cache_folder
from mctslib.games.chinese_checkers_board import (
    ARM_WORDS,
    ARMS,
    BIT,
    BITS,
    COORDINATES,
    FIELD_OF_BIT,
    FIELDS,
    NOTHING,
    NUMBER,
    ONE,
    PIECES,
    fields_of,
    mirrored,
    next_bit,
    targets,
    turned,
)

PLACEMENTS = comb(FIELDS, PIECES)
LONGEST = 28
CHECKSUM = "c1c524e212374fda0a6cfb221982d466"
_UNKNOWN = 255
_CHUNK = 1 << 20

CHOOSE = np.array([[comb(field, k) for field in range(FIELDS + 1)] for k in range(PIECES + 1)])


def _build_bit_maps():
    """Where each bit goes: one row per home arm (turn the board until it is on top), and the mirror image."""
    images = [lambda field, arm=arm: turned(field, -arm) for arm in range(ARMS)] + [mirrored]
    maps = np.zeros((len(images), BITS), np.int64)
    for row, image in enumerate(images):
        for number, field in enumerate(COORDINATES):
            maps[row, BIT[number]] = BIT[NUMBER[image(field)]]
    return maps


BIT_MAPS = _build_bit_maps()
MIRROR = ARMS  # the row of the mirror image


@helper
def placement_rank(low, high, row):
    """The place in the table of six pieces, after moving them by a row of `BIT_MAPS`."""
    moved_low, moved_high = NOTHING, NOTHING
    while (low | high) != NOTHING:
        bit, low, high = next_bit(low, high)
        bit = BIT_MAPS[row, bit]
        if bit < 64:
            moved_low |= ONE << np.uint64(bit)
        else:
            moved_high |= ONE << np.uint64(bit - 64)
    rank = 0
    k = 1
    while (moved_low | moved_high) != NOTHING:
        bit, moved_low, moved_high = next_bit(moved_low, moved_high)
        rank += CHOOSE[k, FIELD_OF_BIT[bit]]
        k += 1
    return rank


@helper
def _placement(rank):
    """The pieces at a place in the table, as two words."""
    low, high = NOTHING, NOTHING
    field = FIELDS
    for k in range(PIECES, 0, -1):
        field -= 1
        while CHOOSE[k, field] > rank:
            field -= 1
        rank -= CHOOSE[k, field]
        bit = BIT[field]
        if bit < 64:
            low |= ONE << np.uint64(bit)
        else:
            high |= ONE << np.uint64(bit - 64)
    return low, high


@helper
def _ranks_with_one_more(low, high, ranks):
    """For m = 0 to 5: the rank of the five pieces and one more between the m-th and the next, without its own term."""
    ranks[:] = 0
    k = 1
    while (low | high) != NOTHING:
        bit, low, high = next_bit(low, high)
        field = FIELD_OF_BIT[bit]
        for m in range(PIECES):
            ranks[m] += CHOOSE[k, field] if m >= k else CHOOSE[k + 1, field]
        k += 1


@helper
def _reach(table, ranks, rest_low, rest_high, bit, depth):
    """Note that the five pieces and one on `bit` are `depth` moves from home, if that is news. Returns the number of
    placements found: 0, 1, or 2 with the mirror image."""
    if bit < 64:
        piece_low, piece_high = ONE << np.uint64(bit), NOTHING
        below = popcount(rest_low & (piece_low - ONE))
    else:
        piece_low, piece_high = NOTHING, ONE << np.uint64(bit - 64)
        below = popcount(rest_low) + popcount(rest_high & (piece_high - ONE))
    rank = ranks[below] + CHOOSE[below + 1, FIELD_OF_BIT[bit]]
    if table[rank] != _UNKNOWN:
        return 0
    table[rank] = depth
    image = placement_rank(rest_low | piece_low, rest_high | piece_high, MIRROR)
    table[image] = depth
    return 1 + (image != rank)


@kernel(types.int64(array_type(types.uint8), array_type(types.int64), types.int64))
def _expand(table, placements, depth):
    """Find the placements one move from the given ones. Returns how many are new; they get the value `depth`."""
    found = 0
    ranks = np.empty(PIECES, np.int64)
    for rank in placements:
        low, high = _placement(rank)
        if placement_rank(low, high, MIRROR) < rank:
            continue
        own_low, own_high = low, high
        while (own_low | own_high) != NOTHING:
            bit, own_low, own_high = next_bit(own_low, own_high)
            if bit < 64:
                rest_low, rest_high = low ^ (ONE << np.uint64(bit)), high
            else:
                rest_low, rest_high = low, high ^ (ONE << np.uint64(bit - 64))
            _ranks_with_one_more(rest_low, rest_high, ranks)
            to_low, to_high = targets(bit, low, high)
            while to_low != NOTHING:
                found += _reach(table, ranks, rest_low, rest_high, lowest_bit(to_low), depth)
                to_low &= to_low - ONE
            while to_high != NOTHING:
                found += _reach(table, ranks, rest_low, rest_high, 64 + lowest_bit(to_high), depth)
                to_high &= to_high - ONE
    return found


def _goal_rank():
    return sum(comb(field, k) for k, field in enumerate(fields_of(*ARM_WORDS[0]), start=1))


def compute_table(longest=LONGEST, progress=True):
    """The table from scratch, up to a distance; farther placements keep the value 255."""
    table = np.full(PLACEMENTS, _UNKNOWN, np.uint8)
    table[_goal_rank()] = 0
    with tqdm(total=PLACEMENTS, initial=1, desc="distances", unit="", unit_scale=True, disable=not progress) as bar:
        for depth in range(longest):
            for first in range(0, PLACEMENTS, _CHUNK):
                placements = np.flatnonzero(table[first : first + _CHUNK] == depth) + first
                if len(placements) > 0:
                    bar.update(_expand(table, placements, depth + 1))
    return table


def table_path():
    """Where the table is kept."""
    return user_cache_folder() / "tables" / "chinese_checkers.bin"


def _checksum(table):
    return hashlib.blake2b(table, digest_size=16).hexdigest()


def _stored_table(path):
    """The table from its file, or None if there is none or it is damaged. Processes share the mapped file."""
    if not path.exists():
        return None
    if path.stat().st_size == PLACEMENTS:
        table = np.asarray(np.memmap(path, np.uint8, mode="c"))  # "c": numba wants a writable array
        if _checksum(table) == CHECKSUM:
            return table
    say(f"mctslib: {path} is damaged; making it again.")
    return None


_LOADING = threading.Lock()


def load_table():
    """The table; made, which takes about a minute and 350 MB of memory, if it is not in the cache folder.

    One thread makes it while the others that need it wait.
    """
    with _LOADING:
        table = _stored_table(table_path())
        return _made_and_kept(table_path()) if table is None else table


def _made_and_kept(path):
    say("mctslib: making the distance table of Chinese Checkers, about a minute, once ...")
    table = compute_table()
    if _checksum(table) != CHECKSUM:
        raise RuntimeError("The distance table of Chinese Checkers came out wrong; is this machine's memory sound?")
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        table.tofile(unfinished)
        os.replace(unfinished, path)
    except OSError as error:
        say(f"mctslib: cannot keep the distance table ({error}). Set MCTSLIB_CACHE.")
    return table


def histogram():
    """How many placements have each distance, from 0 to 28."""
    table = load_table()
    counts = np.zeros(LONGEST + 1, np.int64)
    for first in range(0, PLACEMENTS, _CHUNK):
        counts += np.bincount(table[first : first + _CHUNK], minlength=LONGEST + 1)
    return counts
