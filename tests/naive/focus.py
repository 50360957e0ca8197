"""Focus with a list of pieces per field, bottom piece first, and no bit tricks."""

from itertools import product

# Row 8 first; R, Y, G and B are the players 0 to 3.
STARTS = {
    2: "  ....  / YYRRYY /.RRYYRR./.YYRRYY./.RRYYRR./.YYRRYY./ RRYYRR /  ....  ",
    3: "  ....  / GGRRYY /.YYGGRR./.RRYYGG./.GGRRYY./.YYGGRR./ RRYYGG /  ....  ",
    4: "  BRYR  / BRYGYR /BRYGBGYR/RYGBRBGY/BRYGYRBG/GBRYRBGY/ GBRBGY /  GBGY  ",
}
ENOUGH_OF_EACH = {2: 6, 3: 3, 4: 2}
ENOUGH_IN_ALL = 10
DIRECTIONS = [(1, 0), (0, 1), (-1, 0), (0, -1)]


class Position:
    def __init__(self, players):
        self.players = players
        self.stacks = {}  # (row, column) -> list of players; all 52 fields are keys
        for row, line in enumerate(reversed(STARTS[players].split("/"))):
            for column, letter in enumerate(line):
                if letter != " ":
                    self.stacks[row, column] = ["RYGB".index(letter)] if letter != "." else []
        self.taken = [[0] * players for _ in range(players)]  # taken[a][a] is the reserve of a
        self.first_move = [players == 3] * players
        if players == 3:
            for player in range(players):
                self.taken[player][player] = 1

    def copy(self):
        other = Position(self.players)
        other.stacks = {field: list(stack) for field, stack in self.stacks.items()}
        other.taken = [list(taken) for taken in self.taken]
        other.first_move = list(self.first_move)
        return other


def owner(stack):
    return stack[-1] if stack else None


def legal(position, player):
    """Moves are (source, number of pieces, target); a placement has the source None."""
    if position.first_move[player]:
        return [(None, 1, field) for field, stack in position.stacks.items() if not stack]
    moves = []
    for field, stack in position.stacks.items():
        if owner(stack) == player:
            for number, (up, right) in product(range(1, len(stack) + 1), DIRECTIONS):
                target = (field[0] + number * up, field[1] + number * right)
                if target in position.stacks:
                    moves.append((field, number, target))
    if position.taken[player][player]:
        moves += [(None, 1, field) for field in position.stacks]
    return moves


def play(position, player, move):
    after = position.copy()
    source, number, target = move
    if source is None:
        lifted = [player]
        after.taken[player][player] -= 1
        after.first_move[player] = False
    else:
        lifted = after.stacks[source][-number:]
        del after.stacks[source][-number:]
    merged = after.stacks[target] + lifted
    while len(merged) > 5:
        after.taken[player][merged.pop(0)] += 1
    after.stacks[target] = merged
    return after


def captured(position, player):
    return [number for colour, number in enumerate(position.taken[player]) if colour != player]


def enough(numbers, players):
    return min(numbers) >= ENOUGH_OF_EACH[players] or sum(numbers) >= ENOUGH_IN_ALL


def has_won(position, player):
    return enough(captured(position, player), position.players)


def winner(position):
    return next((player for player in range(position.players) if has_won(position, player)), None)


def controlled(position, player):
    return sum(owner(stack) == player for stack in position.stacks.values())


def move_value(position, player, move):
    gained = controlled(play(position, player, move), player) - controlled(position, player)
    return 10 * (move[1] + len(position.stacks[move[2]])) + gained


def captures_to_win(position, player):
    """Tries ever more captured pieces, in every split over the opponents."""
    numbers = captured(position, player)
    for more in range(7):
        for extra in product(range(more + 1), repeat=len(numbers)):
            if sum(extra) == more and enough([a + b for a, b in zip(numbers, extra, strict=True)], position.players):
                return more
    raise AssertionError("nobody needs more than six")


def evaluate(position, player):
    return 600 - 100 * captures_to_win(position, player) + controlled(position, player)


def next_to_move(position, player):
    """The next player who can move."""
    for step in range(1, position.players + 1):
        candidate = (player + step) % position.players
        if legal(position, candidate):
            return candidate
    raise AssertionError("nobody can move")


def perft(position, player, depth):
    if winner(position) is not None:
        return 0
    moves = legal(position, player)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = play(position, player, move)
        total += perft(after, next_to_move(after, player), depth - 1)
    return total
