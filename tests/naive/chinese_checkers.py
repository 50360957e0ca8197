"""Chinese Checkers with a dictionary of cube coordinates and recursion. Fields are (x, y, z) with x + y + z = 0."""

DIRECTIONS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
START_ARMS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def plus(field, direction):
    return tuple(a + b for a, b in zip(field, direction, strict=True))


def distance(field, other):
    return sum(abs(a - b) for a, b in zip(field, other, strict=True)) // 2


# Six arms of six fields round a hexagon of side 4. The tips follow each other clockwise on a board drawn with x to the
# right, y up and to the left, z down and to the left; the first is at the top.
TIPS = [(3, 3, -6), (6, -3, -3), (3, -6, 3), (-3, -3, 6), (-6, 3, 3), (-3, 6, -3)]
CENTRE = {(x, y, -x - y) for x in range(-3, 4) for y in range(-3, 4) if abs(x + y) <= 3}
SPACE = [(x, y, -x - y) for x in range(-6, 7) for y in range(-6, 7)]
ARMS = [{field for field in SPACE if distance(field, tip) <= 2 and sorted(map(abs, field))[1] <= 3} for tip in TIPS]
STAR = CENTRE.union(*ARMS)


def start(players):
    """Players by field."""
    return {field: player for player, arm in enumerate(START_ARMS[players]) for field in ARMS[arm]}


def home(player, players):
    return ARMS[(START_ARMS[players][player] + 3) % 6]


def home_tip(player, players):
    return TIPS[(START_ARMS[players][player] + 3) % 6]


def empty(board, field):
    return field in STAR and field not in board


def _jump_on(board, field, landed):
    for direction in DIRECTIONS:
        over = plus(field, direction)
        landing = plus(over, direction)
        if over in board and empty(board, landing) and landing not in landed:
            landed.add(landing)
            _jump_on(board, landing, landed)


def targets(board, field):
    """Where the piece on a field can go."""
    lifted = {place: owner for place, owner in board.items() if place != field}
    reached = {field}
    _jump_on(lifted, field, reached)
    reached |= {plus(field, direction) for direction in DIRECTIONS if empty(board, plus(field, direction))}
    return reached - {field}


def legal(board, player):
    return [(field, target) for field, owner in board.items() if owner == player for target in targets(board, field)]


def value(player, players, move):
    tip = home_tip(player, players)
    return distance(move[0], tip) - distance(move[1], tip)


def play(board, move):
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def has_won(board, player, players):
    owners = [board.get(field) for field in home(player, players)]
    return None not in owners and player in owners


def winner(board, players):
    return next((player for player in range(players) if has_won(board, player, players)), None)


def perft(board, player, players, depth):
    moves = legal(board, player)
    if depth == 1:
        return len(moves)
    following = (player + 1) % players
    if not moves:
        return perft(board, following, players, depth)
    total = 0
    for move in moves:
        after = play(board, move)
        if winner(after, players) is None:
            total += perft(after, following, players, depth - 1)
    return total


def distances_from_home(depth):
    """Distance of every set of six fields within `depth` moves of the top arm, alone on the star."""
    found = {frozenset(ARMS[0]): 0}
    frontier = list(found)
    for moves in range(1, depth + 1):
        reached = []
        for pieces in frontier:
            board = dict.fromkeys(pieces, 0)
            for move in legal(board, 0):
                after = frozenset(play(board, move))
                if after not in found:
                    found[after] = moves
                    reached.append(after)
        frontier = reached
    return found
