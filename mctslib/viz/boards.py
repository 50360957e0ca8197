"""Boards side by side."""

from mctslib.drawing import Picture

GAP, CAPTION = 0.8, 0.8


class Boards:
    """Several positions in one picture, each with a caption; draws itself in a notebook.

    >>> import mctslib as ml
    >>> "the start" in Boards({"the start": ml.make_game("rolit", players=4).initial_state()}).picture().svg()
    True
    """

    def __init__(self, states, height=9.0):
        self.states = states  # by caption
        self.height = height  # of every board

    def picture(self):
        boards = [state.picture() for state in self.states.values()]
        widths = [self.height * board.width / board.height for board in boards]
        drawn = Picture(sum(widths) + GAP * (len(widths) - 1), self.height + CAPTION)
        x = 0.0
        for caption, board, width in zip(self.states, boards, widths, strict=True):
            drawn.text(round(x + width / 2, 4), CAPTION / 2, caption, size=0.45)
            drawn.group(board.shapes, x, CAPTION, scale=self.height / board.height)
            x += width + GAP
        return drawn

    def _repr_svg_(self):
        return self.picture().svg()
