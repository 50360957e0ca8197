"""Havannah for two players on a hexagonal board of base size 5 (61 cells), the domain of nijssen2013, section 5.4.

Players put a stone on an empty cell in turn. The first to complete one of three structures with connected own stones
wins: a *bridge* connects two of the six corners, a *fork* connects three of the six sides (corners belong to no side),
a *ring* encloses at least one cell, whoever owns it. A full board without a structure is a draw. No swap of colours.

State: one 64-bit board per player; bits are the cells 0 to 60, row by row from the bottom.
"""

import numpy as np

from mctslib.bits import lowest_bit
from mctslib.compiling import helper
from mctslib.drawing import BOARD, PLAYER_COLOURS, PLAYER_LETTERS, Picture
from mctslib.games.base import HEADER, OVER, TO_MOVE, GameDefinition

BASE = 5
NOTHING, ONE = np.uint64(0), np.uint64(1)
WINNER = HEADER  # 1 + player, 0 while there is none or for a draw
OWN = HEADER + 1

# Axial coordinates: a cell (q, r) has |q|, |r| and |q + r| below the base size. Directions go round the cell.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_SPAN = range(1 - BASE, BASE)
COORDINATES = [(q, r) for r in _SPAN for q in _SPAN if abs(q + r) < BASE]
NUMBER = {cell: number for number, cell in enumerate(COORDINATES)}
CELLS = len(COORDINATES)
FULL = np.uint64(2**CELLS - 1)


def _mask(cells):
    return np.uint64(sum(1 << NUMBER[cell] for cell in cells))


def _build_neighbours():
    """For each cell: the number of its neighbour in each direction, or -1 beyond the edge; and all as a board."""
    numbers = np.array([[NUMBER.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in COORDINATES])
    boards = [_mask([COORDINATES[n] for n in row if n >= 0]) for row in numbers]
    return numbers, np.array(boards, np.uint64)


NEIGHBOUR, NEIGHBOURS = _build_neighbours()


def _build_edges():
    """The six corners and the six sides, as boards. A corner lies on two edges of the hexagon, a side on one."""
    limits = [(cell, [abs(value) == BASE - 1 for value in (cell[0], cell[1], sum(cell))]) for cell in COORDINATES]
    corners = [_mask([cell]) for cell, at in limits if sum(at) == 2]
    sides = []
    for axis in range(3):
        for sign in (1, -1):
            on_side = [
                cell
                for cell, at in limits
                if at[axis] and sum(at) == 1 and (cell[0], cell[1], sum(cell))[axis] * sign > 0
            ]
            sides.append(_mask(on_side))
    return np.array(corners, np.uint64), np.array(sides, np.uint64)


CORNERS, SIDES = _build_edges()
BORDER = np.uint64(int(np.bitwise_or.reduce(CORNERS)) | int(np.bitwise_or.reduce(SIDES)))


def _build_groups():
    """For each pattern of own stones among the six neighbours: how many separate groups they form round the cell."""
    return np.array([sum((p >> i & 1) and not p >> (i + 1) % 6 & 1 for i in range(6)) for p in range(64)])


GROUPS = _build_groups()


@helper
def _board(state, player):
    return np.uint64(state[OWN + player])


@helper
def _flood(start, allowed):
    """All cells of `allowed` that are connected with `start`, which must be among them."""
    reached = start
    frontier = start
    while frontier != NOTHING:
        cell = lowest_bit(frontier)
        grown = NEIGHBOURS[cell] & allowed & ~reached
        reached |= grown
        frontier = (frontier & (frontier - ONE)) | grown
    return reached


@helper
def _groups_around(own, cell):
    pattern = 0
    for direction in range(6):
        beside = NEIGHBOUR[cell, direction]
        if beside >= 0 and (own >> np.uint64(beside)) & ONE != NOTHING:
            pattern |= 1 << direction
    return GROUPS[pattern]


@helper
def _has_bridge_or_fork(chain):
    corners = 0
    for i in range(6):
        corners += (chain & CORNERS[i]) != NOTHING
    sides = 0
    for i in range(6):
        sides += (chain & SIDES[i]) != NOTHING
    return corners >= 2 or sides >= 3


@helper
def _has_core(own, cell):
    """Whether the stone, or one beside it, is surrounded by six own stones: a filled ring."""
    candidates = own & (NEIGHBOURS[cell] | (ONE << np.uint64(cell))) & ~BORDER
    while candidates != NOTHING:
        inner = lowest_bit(candidates)
        if NEIGHBOURS[inner] & ~own == NOTHING:
            return True
        candidates &= candidates - ONE
    return False


@helper
def _encloses(chain):
    """Whether some cell outside the chain cannot reach the edge of the board without crossing the chain."""
    outside = FULL & ~chain
    reached = _flood(outside & BORDER, outside)
    return reached != outside


@helper
def _wins(own, cell):
    """Whether the stone just put on `cell` completes a structure.

    A stone closes an open ring only if it joins own stones that do not touch each other round it, and a chain wins by
    the stone that completes it: so bridges and forks need a neighbour, rings two groups of them.
    """
    if own & NEIGHBOURS[cell] == NOTHING:
        return False
    chain = _flood(ONE << np.uint64(cell), own)
    if _has_bridge_or_fork(chain) or _has_core(own, cell):
        return True
    return _groups_around(own, cell) >= 2 and _encloses(chain)


def setup(state, players, rng):
    state[OVER] = 0


def legal(state, player, moves):
    empty = FULL & ~(_board(state, 0) | _board(state, 1))
    n = 0
    while empty != NOTHING:
        moves[n] = lowest_bit(empty)
        empty &= empty - ONE
        n += 1
    return n


def apply(state, player, move):
    own = _board(state, player) | (ONE << np.uint64(move))
    state[OWN + player] = np.int64(own)
    state[TO_MOVE] = 1 - player
    if _wins(own, move):
        state[WINNER] = 1 + player
        state[OVER] = 1
    elif own | _board(state, 1 - player) == FULL:
        state[OVER] = 1


def scores(state, out):
    for player in range(2):
        out[player] = 0.5 if state[WINNER] == 0 else 1.0 if state[WINNER] == 1 + player else 0.0


# ------------------------------------------------------------------------------------------------ showing it


def move_name(move):
    """Column (rising to the right) as a letter, row from the bottom as a number."""
    q, r = COORDINATES[move]
    return f"{'abcdefghi'[q + BASE - 1]}{r + BASE}"


def _owner(state, cell):
    return next((player for player in range(2) if int(state[OWN + player]) >> cell & 1), None)


def describe(state):
    rows = []
    for r in reversed(_SPAN):
        cells = [number for number, (_, row) in enumerate(COORDINATES) if row == r]
        marks = ["." if _owner(state, cell) is None else PLAYER_LETTERS[_owner(state, cell)] for cell in cells]
        rows.append(f"{r + BASE} {' ' * abs(r)}{' '.join(marks)}")
    return "\n".join(rows)


def picture(state, last_move):
    step, height = 1.0, 3**0.5 / 2
    drawn = Picture(10, 9)
    corner = [(0.0, 0.577), (0.5, 0.289), (0.5, -0.289), (0.0, -0.577), (-0.5, -0.289), (-0.5, 0.289)]
    for cell, (q, r) in enumerate(COORDINATES):
        x, y = 5 + step * (q + r / 2), 4.5 - height * r
        fill = "#FFE9B0" if cell == last_move else BOARD
        drawn.polygon([(x + dx, y + dy) for dx, dy in corner], fill=fill)
        owner = _owner(state, cell)
        if owner is None:
            drawn.text(x, y, move_name(cell), size=0.24, fill="#A59C88")
        else:
            drawn.circle(x, y, 0.36, fill=PLAYER_COLOURS[owner])
    return drawn


def check(array):
    boards = [int(word) & 0xFFFFFFFFFFFFFFFF for word in array[OWN:]]
    if boards[0] & boards[1]:
        return "two stones share a cell."
    if (boards[0] | boards[1]) >> CELLS:
        return f"a stone lies outside the {CELLS} cells."
    if array[WINNER] not in (0, 1, 2):
        return "the winner is 0 (none), 1 or 2."
    completed = [player for player in range(2) if _structure(boards[player])]
    if completed != ([int(array[WINNER]) - 1] if array[WINNER] else []):
        return "the winner is exactly the player with a bridge, a fork or a ring."
    if bool(array[OVER]) != (array[WINNER] > 0 or boards[0] | boards[1] == int(FULL)):
        return "a game is over exactly when somebody has won or the board is full."
    return None


def _structure(board):
    """Whether any stone of a board is part of a structure."""
    own = np.uint64(board)
    for cell in range(CELLS):
        if board >> cell & 1:
            chain = _flood(ONE << np.uint64(cell), own)
            if _has_bridge_or_fork(chain) or _has_core(own, cell) or _encloses(chain):
                return True
    return False


DEFINITION = GameDefinition(
    name="havannah",
    title="Havannah",
    player_counts=(2,),
    num_moves=CELLS,
    max_moves=CELLS,
    state_size=OWN + 2,
    max_plies=CELLS,
    setup=setup,
    legal=legal,
    apply=apply,
    scores=scores,
    move_name=move_name,
    describe=describe,
    picture=picture,
    check=check,
)
