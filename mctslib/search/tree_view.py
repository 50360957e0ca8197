"""Look at search trees: one node at a time, the depths, and a drawing of the upper part.

A view may stand on several trees of the same position (one per thread of a parallel search): its nodes add them up.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mctslib.drawing import INK, LINES, PLAYER_COLOURS, PLAYER_NAMES, Picture
from mctslib.search.tree import ROOT


@dataclass(frozen=True)
class NodeView:
    """A node of a search tree. `mean` is the average result as its chooser sees it (see `tree`)."""

    parts: tuple  # (tree, index) pairs: the same node in each tree that has it
    chooser: int | None = None  # the player who made the move that leads here; None at the root
    move: int | None = None

    @cached_property
    def visits(self):
        return sum(int(tree.visits[node]) for tree, node in self.parts)

    @property
    def mean(self):
        return sum(float(tree.total[node]) for tree, node in self.parts) / self.visits if self.visits else float("nan")

    @property
    def winners(self):
        """The players who share the win if the node is proven, otherwise an empty list."""
        proven = [int(tree.proven[node]) for tree, node in self.parts if len(tree.proven) and tree.proven[node]]
        return [player for player in range(8) if proven and proven[0] >> player & 1]

    @cached_property
    def children(self):
        """The children, most visited first."""
        found = {}
        for tree, node in self.parts:
            first = int(tree.first[node])
            for child in range(first, first + int(tree.count[node])):
                found.setdefault((int(tree.chooser[child]), int(tree.move[child])), []).append((tree, child))
        views = [NodeView(tuple(parts), chooser, move) for (chooser, move), parts in found.items()]
        return sorted(views, key=lambda view: -view.visits)


def root_view(trees):
    return NodeView(tuple((tree, ROOT) for tree in trees))


def nodes_by_depth(tree):
    """For each depth: (nodes, simulations that came so far)."""
    counts = []
    level = np.array([ROOT])
    while len(level):
        counts.append((len(level), int(tree.visits[level].sum())))
        inner = level[tree.count[level] > 0]
        first, count = tree.first[inner].astype(np.int64), tree.count[inner].astype(np.int64)
        ends = np.cumsum(count)
        level = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - (ends - count), count)
    return counts


# ------------------------------------------------------------------------------------------------------- the drawing

_GAP_BELOW = 0.9  # from one level to the next
_LINE_HEIGHT = 0.42
_CHOSEN = "#FFE9B0"
_GAP = 0.25
_LETTER = 0.2  # width of a letter, about


@dataclass
class _Box:
    """A node on its way into the picture: `x` is its middle, `y` its top."""

    node: NodeView
    lines: list
    children: list
    hidden: int = 0
    x: float = 0.0
    y: float = 0.0
    height: float = 0.0


def draw_tree(root, game, depth=3, width=4, chosen=None):
    """The upper tree as a `Picture`: at the root its `width` most visited children, half as many below each, and so on.

    A box has the colour of the player who chose its move, and shows the move, the visits and the mean result as that
    player sees it, and how many of its children are not shown; a double frame marks a proven node, a filled box the
    move that was chosen. A line is the thicker the more simulations went along it.
    """
    top = _boxes(root, game, depth, width)
    levels = _levels(top)
    boxes = [box for level in levels for box in level]
    box_width = max(1.6, max(len(line) for box in boxes for line in box.lines) * _LETTER + 0.6)
    right = _place(top, _GAP, box_width)
    y = _GAP
    for level in levels:
        for box in level:
            box.y, box.height = y, _LINE_HEIGHT * max(len(other.lines) for other in level) + 0.2
        y += level[0].height + _GAP_BELOW
    picture = Picture(max(right, box_width + 2 * _GAP), y - _GAP_BELOW + _GAP, scale=40)
    for box in boxes:
        _draw_lines(picture, box)
    for box in boxes:
        _draw_box(picture, box, box_width, any(box is child and box.node.move == chosen for child in top.children))
    return picture


def _boxes(node, game, depth, width):
    """The part of the tree that is shown."""
    visited = [child for child in node.children if child.visits] if depth else []
    shown = [_boxes(child, game, depth - 1, max(width // 2, 1)) for child in visited[:width]]
    lines = _captions(node, game)
    return _Box(node, lines, shown, len(node.children) - len(shown) if shown else 0)


def _captions(node, game):
    if node.move is None:
        name, counts = f"{PLAYER_NAMES[node.children[0].chooser]} to move", f"{node.visits:,}"
    else:
        name, counts = game.name_of(node.move), f"{node.visits:,} · {node.mean:.3f}"
    if not node.winners:
        return [name, counts]
    return [name, counts, f"proven: {', '.join(PLAYER_NAMES[player] for player in node.winners)}"]


def _levels(top):
    levels = [[top]]
    while any(box.children for box in levels[-1]):
        levels.append([child for box in levels[-1] for child in box.children])
    return levels


def _place(box, left, box_width):
    """Give a box and all below it their places from `left` on; returns where the next may begin."""
    right = left
    for child in box.children:
        right = _place(child, right, box_width)
    right = max(right, left + box_width + _GAP)
    middles = [child.x for child in box.children]
    box.x = (middles[0] + middles[-1]) / 2 if middles else left + box_width / 2
    return right


def _draw_lines(picture, box):
    for child in box.children:
        share = child.node.visits / max(box.node.visits, 1)
        picture.line(box.x, box.y + box.height, child.x, child.y, width=round(0.03 + 0.17 * share, 3))


def _draw_box(picture, box, box_width, chosen):
    left = box.x - box_width / 2
    proven = bool(box.node.winners)
    if proven:
        picture.rectangle(left - 0.07, box.y - 0.07, box_width + 0.14, box.height + 0.14, fill="#FFFFFF", stroke=INK)
    picture.rectangle(
        left, box.y, box_width, box.height, fill=_CHOSEN if chosen else "#FFFFFF", stroke=INK if proven else LINES
    )
    if box.node.chooser is not None:
        picture.rectangle(left, box.y, 0.18, box.height, fill=PLAYER_COLOURS[box.node.chooser], stroke="none")
    first = box.y + (box.height - _LINE_HEIGHT * len(box.lines)) / 2 + _LINE_HEIGHT * 0.55
    for i, line in enumerate(box.lines):
        weight = "bold" if i == 0 else None
        picture.text(box.x + 0.09, first + _LINE_HEIGHT * i, line, size=0.32 if i == 0 else 0.28, font_weight=weight)
    if box.hidden:
        picture.text(left + box_width - 0.08, first, f"+{box.hidden}", size=0.22, fill=LINES, anchor="end")
