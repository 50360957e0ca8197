"""Several boards in one picture."""

from mctslib.drawing import Picture

GAP, CAPTION = 0.8, 0.8
WIDTH = 900  # pixels


class Boards:
    """Positions beside each other, each with a caption; draws itself in a notebook.

    >>> import mctslib as ml
    >>> "the start" in Boards({"the start": ml.make_game("rolit", players=4).initial_state()}).picture().svg()
    True
    """

    def __init__(self, states, columns=2):
        self.states = states  # by caption
        self.columns = columns

    def picture(self):
        boards = [state.picture() for state in self.states.values()]
        width, height = max(board.width for board in boards) + GAP, max(board.height for board in boards) + CAPTION
        rows = -(-len(boards) // self.columns)
        drawn = Picture(width * self.columns - GAP, height * rows)
        drawn.scale = WIDTH / drawn.width
        size = 0.022 * drawn.width
        for index, (caption, board) in enumerate(zip(self.states, boards, strict=True)):
            x, y = width * (index % self.columns), height * (index // self.columns)
            drawn.text(round(x + board.width / 2, 4), y + CAPTION / 2, caption, size=round(size, 3))
            drawn.group(board.shapes, x, y + CAPTION)
        return drawn

    def __repr__(self):
        return f"<boards: {', '.join(self.states)}>"

    def _repr_svg_(self):
        return self.picture().svg()
