"""Rolit with a dictionary of squares and no bit tricks."""

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


def start():
    """Colours by (row, column), row 0 at the bottom: red d5, yellow e5, green e4, blue d4."""
    return {(4, 3): 0, (4, 4): 1, (3, 4): 2, (3, 3): 3}


def on_board(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def captures(board, player, square):
    """All pieces that a piece of `player` on `square` turns."""
    turned = []
    for dr, dc in DIRECTIONS:
        line = []
        row, column = square[0] + dr, square[1] + dc
        while (row, column) in board and board[row, column] != player:
            line.append((row, column))
            row, column = row + dr, column + dc
        if (row, column) in board:
            turned += line
    return turned


def legal(board, player):
    empty = [(r, c) for r in range(8) for c in range(8) if (r, c) not in board]
    capturing = [square for square in empty if captures(board, player, square)]
    if capturing:
        return capturing
    return [(r, c) for r, c in empty if any((r + dr, c + dc) in board for dr, dc in DIRECTIONS)]


def play(board, player, square):
    after = dict(board)
    for turned in captures(board, player, square):
        after[turned] = player
    after[square] = player
    return after


def perft(board, player, players, depth):
    moves = legal(board, player)
    if depth == 1:
        return len(moves)
    return sum(perft(play(board, player, move), (player + 1) % players, players, depth - 1) for move in moves)


def scores(board, players):
    counts = [list(board.values()).count(player) for player in range(players)]
    winners = counts.count(max(counts))
    return [1 / winners if count == max(counts) else 0.0 for count in counts]


def stable(board, player):
    """Pieces that cannot turn, grown from nothing until nothing is added."""
    found = set()
    while True:
        grown = {square for square, owner in board.items() if owner == player and _safe(board, square, found)}
        if grown == found:
            return found
        found = grown


def _safe(board, square, found):
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = [square]
        for sign in (1, -1):
            row, column = square[0] + sign * dr, square[1] + sign * dc
            while on_board((row, column)):
                line.append((row, column))
                row, column = row + sign * dr, column + sign * dc
        full = all(place in board for place in line)
        sides = [(square[0] + sign * dr, square[1] + sign * dc) for sign in (1, -1)]
        if not full and not any(not on_board(side) or side in found for side in sides):
            return False
    return True
