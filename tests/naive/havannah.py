"""Havannah in plain Python: cells as cube coordinates, structures by walking from each cell."""

BASE = 5
REACH = BASE - 1
CELLS = [
    (x, y, -x - y) for x in range(-REACH, BASE) for y in range(-REACH, BASE) if max(abs(x), abs(y), abs(x + y)) <= REACH
]
STEPS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


_BESIDE = {
    cell: [place for step in STEPS if (place := tuple(a + b for a, b in zip(cell, step, strict=True))) in CELLS]
    for cell in CELLS
}


def beside(cell):
    return _BESIDE[cell]


CORNERS = [cell for cell in CELLS if len(beside(cell)) == 3]
SIDES = {}
for _cell in CELLS:
    if len(beside(_cell)) == 4:
        _side = next((axis, _cell[axis]) for axis in range(3) if abs(_cell[axis]) == REACH)
        SIDES.setdefault(_side, []).append(_cell)


def connected(start, allowed):
    found, new = {start}, [start]
    while new:
        new = [place for cell in new for place in beside(cell) if place in allowed and place not in found]
        found.update(new)
    return found


def has_bridge(stones):
    return any(len(connected(corner, stones) & set(CORNERS)) >= 2 for corner in CORNERS if corner in stones)


def has_fork(stones):
    return any(
        sum(bool(connected(cell, stones) & set(side)) for side in SIDES.values()) >= 3
        for cells in SIDES.values()
        for cell in cells
        if cell in stones
    )


def has_ring(stones):
    """A cell is enclosed if nobody can walk from it to the edge of the board without stepping on a stone."""
    free = {cell for cell in CELLS if cell not in stones}
    edge = {cell for cell in CELLS if len(beside(cell)) < 6}
    return any(not connected(cell, free) & edge for cell in CELLS if cell not in edge)


def has_won(stones):
    return has_bridge(stones) or has_fork(stones) or has_ring(stones)
