"""Blokus with sets of squares: every placement is tried on every move."""

from functools import cache

SIDE = 20
STARTS = [(19, 0), (19, 19), (0, 19), (0, 0)]


@cache
def polyominoes(size):
    """All polyominoes of a size, up to turning and reflecting, grown square by square; each in its standard form."""
    if size == 1:
        return [frozenset({(0, 0)})]
    grown = {standard(piece | {square}) for piece in polyominoes(size - 1) for square in beside(piece)}
    return sorted(grown, key=sorted)


def beside(squares):
    around = {(r + dr, c + dc) for r, c in squares for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    return around - set(squares)


def touching_diagonally(squares):
    return {(r + dr, c + dc) for r, c in squares for dr in (-1, 1) for dc in (-1, 1)} - set(squares) - beside(squares)


def moved_to_zero(squares):
    low_row, low_column = min(r for r, _ in squares), min(c for _, c in squares)
    return frozenset((r - low_row, c - low_column) for r, c in squares)


def orientations(piece):
    forms = [{(r, c) for r, c in piece}, {(r, -c) for r, c in piece}]
    for _ in range(3):
        forms += [{(c, -r) for r, c in form} for form in forms[-2:]]
    return {moved_to_zero(form) for form in forms}


def standard(squares):
    return min(orientations(squares), key=sorted)


@cache
def placements(piece):
    """Every place of a piece on the board, as frozensets of squares."""
    found = []
    for form in orientations(piece):
        height, width = max(r for r, _ in form), max(c for _, c in form)
        for row in range(SIDE - height):
            for column in range(SIDE - width):
                found.append(frozenset((row + r, column + c) for r, c in form))
    return found


def all_pieces():
    return [piece for size in range(1, 6) for piece in polyominoes(size)]


class Position:
    def __init__(self):
        self.squares = [set() for _ in STARTS]
        self.hands = [all_pieces() for _ in STARTS]
        self.last = [None for _ in STARTS]
        self.to_move = 0

    def legal(self, player):
        own = self.squares[player]
        forbidden = set().union(*self.squares) | beside(own)
        wanted = touching_diagonally(own) if own else {STARTS[player]}
        return {
            place
            for piece in self.hands[player]
            for place in placements(piece)
            if not place.isdisjoint(wanted) and place.isdisjoint(forbidden)
        }

    def play(self, place):
        """The player to move places a piece; then those who cannot place pass. Returns False when the game is over."""
        player = self.to_move
        self.squares[player] |= place
        self.hands[player].remove(standard(place))
        self.last[player] = len(place)
        for step in range(1, len(STARTS) + 1):
            self.to_move = (player + step) % len(STARTS)
            if self.legal(self.to_move):
                return True
        return False

    def scores(self):
        """Most squares; of several players who placed everything, those whose last piece was the monomino."""
        counts = [len(squares) for squares in self.squares]
        winners = [p for p, count in enumerate(counts) if count == max(counts)]
        with_bonus = [p for p in winners if not self.hands[p] and self.last[p] == 1]
        winners = with_bonus or winners
        return [1 / len(winners) if p in winners else 0.0 for p in range(len(STARTS))]
