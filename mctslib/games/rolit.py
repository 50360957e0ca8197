"""Rolit for 2, 3 and 4 players (nijssen2013, section 3.3).

An Othello relative on 8 x 8 squares. A move puts a piece on an empty square; every straight line of other colours
between it and another own piece turns to the mover's colour. A player who cannot capture places next to any piece.
Nobody passes, so a game has 60 plies. Most pieces win; tied players share.

State: one 64-bit board per colour; bit 8 * row + column, a1 = bit 0. Boards of absent players hold neutral pieces.
"""

import numpy as np

from mctslib.bits import highest_bit, in_four_lanes, lowest_bit, popcount
from mctslib.compiling import helper
from mctslib.drawing import BOARD, NEUTRAL, PLAYER_COLOURS, PLAYER_LETTERS, Picture
from mctslib.games.base import HEADER, OVER, PLAYERS, TO_MOVE, GameDefinition

COLOURS = 4
SQUARES = 64
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOT_A_FILE = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H_FILE = np.uint64(0x7F7F7F7F7F7F7F7F)
INNER_FILES = NOT_A_FILE & NOT_H_FILE
NOTHING = np.uint64(0)

# The start pieces stand clockwise round the centre in turn order: d5, e5, e4, d4.
START_SQUARES = np.array([35, 36, 28, 27])

# Static move ordering by target square; the rows below the middle mirror these (nijssen2013, section 3.3.4).
_UPPER_ROWS = [[5, 2, 4, 3, 3, 4, 2, 5], [2, 1, 3, 3, 3, 3, 1, 2], [4, 3, 4, 4, 4, 4, 3, 4], [3, 3, 4, 4, 4, 4, 3, 3]]
SQUARE_VALUES = np.array(_UPPER_ROWS + _UPPER_ROWS[::-1]).reshape(SQUARES)


def _build_value_masks():
    """For each square value, from the lowest: the squares that have it."""
    masks = [sum(1 << int(s) for s in np.flatnonzero(value == SQUARE_VALUES)) for value in (1, 2, 3, 4, 5)]
    return np.array(masks, dtype=np.uint64)


VALUE_MASKS = _build_value_masks()


# Bits between neighbours along the four axes: rows, falling diagonals, columns, rising diagonals.
STEPS = (1, 7, 8, 9)
TWO_STEPS = (2, 14, 16, 18)
# A piece on the edge cannot be captured along a row or diagonal, so no line wraps round.
CAPTURABLE = (INNER_FILES, INNER_FILES, FULL, INNER_FILES)
# Squares with a neighbour one step towards the lower, and the higher, bits of each axis.
HAS_LOWER = (NOT_A_FILE, NOT_H_FILE, FULL, NOT_A_FILE)
HAS_HIGHER = (NOT_H_FILE, NOT_A_FILE, FULL, NOT_H_FILE)


def _build_rays():
    """For each square and axis: the squares from there to the edge of the board towards the higher bits, as a mask."""
    rays = np.zeros((SQUARES, 4), np.uint64)
    for square in range(SQUARES):
        for axis, (rows, columns) in enumerate([(0, 1), (1, -1), (1, 0), (1, 1)]):
            row, column = square // 8 + rows, square % 8 + columns
            while row < 8 and 0 <= column < 8:
                rays[square, axis] |= np.uint64(1 << (8 * row + column))
                row, column = row + rows, column + columns
    return rays


RAYS_UP = _build_rays()
# Towards the lower bits: turn the board round, so that square and bit i become 63 - i.
RAYS_DOWN = np.array([[int(f"{ray:064b}"[::-1], 2) for ray in rays] for rays in RAYS_UP[::-1].tolist()], np.uint64)


@helper
def _board(state, colour):
    return np.uint64(state[HEADER + colour])


@helper
def _occupied(state):
    return _board(state, 0) | _board(state, 1) | _board(state, 2) | _board(state, 3)


@in_four_lanes
def _targets(own, other):
    """Squares just behind a line of others that starts beside an own piece, both ways along the four axes.

    The lines, of at most six others, are found by doubling the step.
    """
    other = other & CAPTURABLE
    pairs = other & (other << STEPS)
    up = (own << STEPS) & other
    up = up | ((up << STEPS) & other)
    up = up | ((up << TWO_STEPS) & pairs)
    up = up | ((up << TWO_STEPS) & pairs)
    pairs = pairs >> STEPS
    down = (own >> STEPS) & other
    down = down | ((down >> STEPS) & other)
    down = down | ((down >> TWO_STEPS) & pairs)
    down = down | ((down >> TWO_STEPS) & pairs)
    return (up << STEPS) | (down >> STEPS)


@helper
def _captured_up(ray, own, other):
    """Others on a ray between the new piece and an own one: the added bit carries through to the first non-other."""
    end = ((other | ~ray) + np.uint64(1)) & ray & own
    return (end - np.uint64(end != NOTHING)) & ray


@helper
def _captured_down(ray, own, other):
    """The same towards the lower bits, where the first non-other is the highest; bit 0 stands in for none."""
    first = highest_bit((ray & ~other) | np.uint64(1))
    end = (np.uint64(1) << np.uint64(first)) & ray & own
    return (NOTHING - (end + end)) & ray  # minus a power of two: that bit and all above


@helper
def _neighbours(board):
    sides = board | ((board << np.uint64(1)) & NOT_A_FILE) | ((board >> np.uint64(1)) & NOT_H_FILE)
    return sides | (sides << np.uint64(8)) | (sides >> np.uint64(8))


@helper
def _legal_squares(state, player):
    occupied = _occupied(state)
    own = _board(state, player)
    other = occupied ^ own
    targets = _targets(own, other) & ~occupied
    beside = _neighbours(occupied) & ~occupied  # computed in any case: cheaper than a branch that is hard to predict
    return targets if targets != NOTHING else beside


# Moves are written in batches, to spare the processor a guess at each whether it is the last. The batch divides
# `max_moves`, so the words after the last move still fit.
BATCH = 6


@helper
def _write_squares(squares, moves):
    n = popcount(squares)
    for start in range(0, n, BATCH):
        for i in range(BATCH):
            moves[start + i] = lowest_bit(squares)
            squares &= squares - np.uint64(1)
    return n


def setup(state, players, rng):
    for colour in range(COLOURS):
        state[HEADER + colour] = 1 << START_SQUARES[colour]


def legal(state, player, moves):
    return _write_squares(_legal_squares(state, player), moves)


def best_moves(state, player, moves):
    squares = _legal_squares(state, player)
    best = NOTHING
    for mask in VALUE_MASKS:
        best = squares & mask if squares & mask != NOTHING else best
    return _write_squares(best, moves)


def move_value(state, player, move):
    return float(SQUARE_VALUES[move])


def apply(state, player, move):
    own = _board(state, player)
    other = _occupied(state) ^ own
    piece = np.uint64(1) << np.uint64(move)
    flipped = NOTHING
    for axis in range(4):
        flipped |= _captured_up(RAYS_UP[move, axis], own, other)
        flipped |= _captured_down(RAYS_DOWN[move, axis], own, other)
    for colour in range(COLOURS):
        state[HEADER + colour] &= np.int64(~flipped)
    state[HEADER + player] = np.int64(own | flipped | piece)
    state[TO_MOVE] = player + 1 if player + 1 < state[PLAYERS] else 0
    if (other | own | piece) == FULL:
        state[OVER] = 1


def scores(state, out):
    most = 0
    winners = 0
    for player in range(state[PLAYERS]):
        pieces = popcount(_board(state, player))
        if pieces > most:
            most = pieces
            winners = 0
        if pieces == most:
            winners += 1
    for player in range(state[PLAYERS]):
        out[player] = 1.0 / winners if popcount(_board(state, player)) == most else 0.0


@in_four_lanes
def _unsafe(stable, empty):
    """Squares where on some axis the line has an empty square, and both neighbours are on the board and not stable."""
    above, below = empty, empty
    for _ in range(7):  # spread the empty squares over their lines
        above = above | ((above << STEPS) & HAS_LOWER)
        below = below | ((below >> STEPS) & HAS_HIGHER)
    loose_neighbours = ((~stable << STEPS) & HAS_LOWER) & ((~stable >> STEPS) & HAS_HIGHER)
    return (above | below) & loose_neighbours


@helper
def _stable_pieces(own, occupied):
    """Own pieces that can never turn: along each axis the line is full, or a neighbour is off the board or stable."""
    stable = NOTHING
    while True:
        safe = own & ~_unsafe(stable, ~occupied)
        if safe == stable:
            return stable
        stable = safe


_legal = helper(legal)
_move_value = helper(move_value)


def valued_moves(state, player, moves, values):
    n = _legal(state, player, moves)
    for i in range(n):
        values[i] = _move_value(state, player, moves[i])
    return n


def evaluate(state, player, table):
    """m + 10 s: legal moves and stable pieces (nijssen2013, section 3.3.4)."""
    stable = _stable_pieces(_board(state, player), _occupied(state))
    return float(popcount(_legal_squares(state, player)) + 10 * popcount(stable))


# ------------------------------------------------------------------------------------------------ showing it


def move_name(move):
    return "abcdefgh"[move % 8] + str(move // 8 + 1)


def _colour_at(state, square):
    """The colour on a square, or None."""
    for colour in range(COLOURS):
        if int(state[HEADER + colour]) >> square & 1:
            return colour
    return None


def describe(state):
    rows = []
    for row in reversed(range(8)):
        letters = []
        for column in range(8):
            colour = _colour_at(state, 8 * row + column)
            letters.append("." if colour is None else PLAYER_LETTERS[colour] if colour < state[PLAYERS] else "n")
        rows.append(f"{row + 1} {' '.join(letters)}")
    return "\n".join([*rows, "  a b c d e f g h"])


def picture(state, last_move):
    drawn = Picture(9, 9)
    for square in range(SQUARES):
        row, column = divmod(square, 8)
        x, y = column + 0.75, 7.25 - row
        drawn.rectangle(x, y, 1, 1, fill="#FFE9B0" if square == last_move else BOARD)
        colour = _colour_at(state, square)
        if colour is not None:
            fill = PLAYER_COLOURS[colour] if colour < state[PLAYERS] else NEUTRAL
            drawn.circle(x + 0.5, y + 0.5, 0.4, fill=fill)
    for i in range(8):
        drawn.text(i + 1.25, 8.6, "abcdefgh"[i]).text(0.4, 7.75 - i, i + 1)
    return drawn


def check(array):
    boards = [int(word) & int(FULL) for word in array[HEADER:]]
    together = 0
    for board in boards:
        if together & board:
            return "two colours share a square."
        together |= board
    centre = sum(1 << int(square) for square in START_SQUARES)
    if together & centre != centre:
        return "the four centre squares d4, e4, d5 and e5 are always occupied."
    if (together == int(FULL)) != bool(array[OVER]):
        return "a game is over exactly when the board is full."
    return None


DEFINITION = GameDefinition(
    name="rolit",
    title="Rolit",
    player_counts=(2, 3, 4),
    num_moves=SQUARES,
    max_moves=SQUARES - len(START_SQUARES),
    state_size=HEADER + COLOURS,
    max_plies=60,
    setup=setup,
    legal=legal,
    apply=apply,
    scores=scores,
    move_value=move_value,
    best_moves=best_moves,
    valued_moves=valued_moves,
    evaluate=evaluate,
    move_name=move_name,
    describe=describe,
    picture=picture,
    check=check,
)
