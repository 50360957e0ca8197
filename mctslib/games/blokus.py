"""Blokus for 4 players (nijssen2013, section 3.4).

A board of 20 x 20 squares; each player owns the 21 polyominoes of one to five squares and may turn and reflect them.
A new piece lies on empty squares, touches an own piece diagonally and none along an edge; the first covers the player's
corner of the board. Who cannot place passes, and will never be able to place again: squares only fill up. The game is
over when nobody can place. Most squares win; tied players share, but see `scores`.

**Moves** are the 30,433 placements, numbered by piece, orientation, row and column.

**Move generation.** A legal placement covers a *live corner*: a square the player may use that is diagonal to an own
one. A piece of five squares reaches at most four steps away from it, so 414 shapes around the corner are all there is,
the same on every square. A set of shapes is a string of 414 bits. The blocked squares of each row of that neighbourhood
rule out a set which `RULED_OUT` holds ready; what fits is the player's shapes minus the union of ten such sets.

**State.** A board is 28 rows of 28 bits, two rows to a word: a margin of four squares goes round the real board, and a
margin is blocked. Per player: his own squares, the squares blocked for him (occupied by anyone, or beside an own one)
and the set of shapes of the pieces he has left. A player who has not begun owns one square in the margin, diagonal to
his corner, which makes his first move an ordinary one. All of this follows from the position.
"""

import numpy as np

from mctslib.bits import lowest_bit, popcount
from mctslib.compiling import helper
from mctslib.drawing import BOARD, INK, LINES, PLAYER_COLOURS, PLAYER_LETTERS, PLAYER_NAMES, Picture
from mctslib.games.base import HEADER, OVER, PASS, PLY, TO_MOVE, Game, GameDefinition

SEATS = 4
SIZE = 20
MARGIN = 4
EDGE = SIZE + 2 * MARGIN
COLUMN_LETTERS = "abcdefghijklmnopqrst"
# Steps to the squares that share an edge, and that edge in a unit square drawn from its top left.
EDGES = {(1, 0): (0, 0, 1, 0), (0, 1): (1, 0, 1, 1), (-1, 0): (0, 1, 1, 1), (0, -1): (0, 0, 0, 1)}

# The start corners in turn order, clockwise: a20, t20, t1, a1, as (row, column).
CORNERS = ((19, 0), (19, 19), (0, 19), (0, 0))

# In the order of nijssen2013, Table 3.3, which shows one more place for each: the player's hand.
PIECES = {
    "I1": ["#"],
    "I2": ["##"],
    "V3": ["##", "#."],
    "I3": ["###"],
    "O4": ["##", "##"],
    "T4": ["###", ".#."],
    "Z4": ["##.", ".##"],
    "I4": ["####"],
    "L4": ["###", "#.."],
    "U": ["#.#", "###"],
    "Z5": ["##.", ".#.", ".##"],
    "V5": ["#..", "#..", "###"],
    "P": ["##", "##", "#."],
    "X": [".#.", "###", ".#."],
    "F": [".##", "##.", ".#."],
    "I5": ["#####"],
    "L5": ["####", "#..."],
    "N": ["##..", ".###"],
    "Y": ["####", ".#.."],
    "T5": ["###", ".#.", ".#."],
    "W": ["#..", "##.", ".##"],
}
NAMES = tuple(PIECES)
MONOMINO = NAMES.index("I1")


def _orientations(picture):
    """The different turned and reflected forms of a piece: sorted tuples of (row, column) from (0, 0) on."""
    cells = [(r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "#"]
    forms = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            low_row, low_column = min(r for r, _ in cells), min(c for _, c in cells)
            forms.add(tuple(sorted((r - low_row, c - low_column) for r, c in cells)))
        cells = [(r, -c) for r, c in cells]
    return sorted(forms)


FORMS = [(piece, form) for piece, name in enumerate(NAMES) for form in _orientations(PIECES[name])]
FORM_NUMBER = {form: number for number, (_, form) in enumerate(FORMS)}
FORM_PIECE = np.array([piece for piece, _ in FORMS])
FORM_SQUARES = np.array([len(form) for _, form in FORMS])
FORM_HEIGHT = np.array([1 + max(r for r, _ in form) for _, form in FORMS])
FORM_ROWS = np.array([[sum(1 << c for r, c in form if r == row) for row in range(5)] for _, form in FORMS])
# A form fits in FORM_PLACES columns (and as many rows as its height leaves); its moves start at FORM_FIRST.
FORM_PLACES = np.array([SIZE - max(c for _, c in form) for _, form in FORMS])
_COUNTS = FORM_PLACES * (SIZE + 1 - FORM_HEIGHT)
FORM_FIRST = np.cumsum(_COUNTS) - _COUNTS
NUM_MOVES = int(_COUNTS.sum())
FORM_OF_MOVE = np.repeat(np.arange(len(FORMS)), _COUNTS).astype(np.uint8)

# A shape is a form and one of its squares, the one that lies on the live corner. Large pieces come first.
SHAPES = sorted(
    ((f, corner) for f, (_, form) in enumerate(FORMS) for corner in form), key=lambda s: -FORM_SQUARES[s[0]]
)
SHAPE_WORDS = -(-len(SHAPES) // 64)
# The move of a shape at a live corner is SHAPE_FIRST + SHAPE_PLACES * row + column.
SHAPE_PLACES = np.array([FORM_PLACES[f] for f, _ in SHAPES])
SHAPE_FIRST = np.array([FORM_FIRST[f] - FORM_PLACES[f] * row - column for f, (row, column) in SHAPES])


def _as_words(shapes):
    """A set of shapes, given as an iterable of their numbers, as 64-bit words."""
    bits = sum(1 << shape for shape in shapes)
    return [bits >> 64 * word & 0xFFFFFFFFFFFFFFFF for word in range(SHAPE_WORDS)]


def _build_shape_sets(chosen):
    return np.array([_as_words(i for i, (f, _) in enumerate(SHAPES) if wanted(f)) for wanted in chosen], np.uint64)


SHAPES_OF_PIECE = _build_shape_sets([lambda f, p=p: FORM_PIECE[f] == p for p in range(len(NAMES))])
# From the largest size to the smallest, then all sizes together.
SHAPES_OF_SIZE = _build_shape_sets([lambda f, s=s: FORM_SQUARES[f] == s for s in (5, 4, 3, 2, 1)] + [lambda f: True])
ANY_SIZE = 5

# The squares up to four steps from a corner, in ten parts: rows up, columns right to the first square, squares.
PARTS = (
    *((-4, 0, 1), (-3, -1, 3), (-2, -2, 5), (-1, -3, 7), (0, -4, 4)),
    *((0, 1, 4), (1, -3, 7), (2, -2, 5), (3, -1, 3), (4, 0, 1)),
)
PART_FIRST = tuple(sum(1 << width for _, _, width in PARTS[:i]) for i in range(len(PARTS)))


def _build_ruled_out():
    """For each part and each pattern of blocked squares in it, from row PART_FIRST on: the shapes that do not fit."""
    users = {}
    for i, (f, (row, column)) in enumerate(SHAPES):
        for r, c in FORMS[f][1]:
            users.setdefault((r - row, c - column), set()).add(i)
    table = []
    for up, right, width in PARTS:
        for pattern in range(1 << width):
            hit = [users[up, right + i] for i in range(width) if pattern >> i & 1]
            table.append(_as_words(set().union(*hit)))
    return np.array(table, np.uint64)


RULED_OUT = _build_ruled_out()


def _build_max_moves():
    """No position has more moves: live corners of the pieces on the board times shapes of those in the hand.

    A live corner is diagonal to a piece and not beside it. Knapsack over which pieces lie on the board: for each number
    of shapes left in the hand, the most corners that the others can have.
    """
    most = {0: 0}
    for piece in range(len(NAMES)):
        form = next(form for p, form in FORMS if p == piece)
        near = {(r + dr, c + dc) for r, c in form for dr, dc in (*EDGES, (0, 0))}
        corners = len({(r + dr, c + dc) for r, c in form for dr in (-1, 1) for dc in (-1, 1)} - near)
        shapes = sum(FORM_PIECE[f] == piece for f, _ in SHAPES)
        grown = {}
        for hand, found in most.items():
            grown[hand + shapes] = max(grown.get(hand + shapes, 0), found)
            grown[hand] = max(grown.get(hand, 0), found + corners)
        most = grown
    return int(max(hand * found for hand, found in most.items()))


MAX_MOVES = _build_max_moves()

# Words of the state, and rows of the boards when the state is seen as 32-bit numbers.
STUCK, MONOMINO_LAST, HAND = HEADER, HEADER + 1, HEADER + 2
BOARDS = HAND + SEATS * SHAPE_WORDS
OWN = 2 * BOARDS
BLOCKED = OWN + SEATS * EDGE
STATE_SIZE = (BLOCKED + SEATS * EDGE) // 2
WALL_ROW = (1 << EDGE) - 1
MIDDLE_ROW = WALL_ROW ^ (1 << SIZE) - 1 << MARGIN
EVERYBODY = (1 << SEATS) - 1


@helper
def _live_corners(rows, player, row):
    """Squares of a row that are diagonal to an own square and not blocked."""
    own = OWN + player * EDGE + row
    above_and_below = np.int64(rows[own - 1]) | np.int64(rows[own + 1])
    diagonal = (above_and_below << 1) | (above_and_below >> 1)
    return diagonal & ~np.int64(rows[BLOCKED + player * EDGE + row])


@helper
def _blocked_rows(rows, player, row):
    """The nine rows in reach of a row, from the lowest."""
    low = BLOCKED + player * EDGE + row - MARGIN
    return (
        np.int64(rows[low]),
        np.int64(rows[low + 1]),
        np.int64(rows[low + 2]),
        np.int64(rows[low + 3]),
        np.int64(rows[low + 4]),
        np.int64(rows[low + 5]),
        np.int64(rows[low + 6]),
        np.int64(rows[low + 7]),
        np.int64(rows[low + 8]),
    )


@helper
def _part(row, column, part, word):
    _, right, width = PARTS[part]
    return RULED_OUT[PART_FIRST[part] + ((row >> (column + right)) & ((1 << width) - 1)), word]


@helper
def _ruled_out(blocked, column, word):
    """Shapes that do not fit round the corner at `column`, given the rows around it."""
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = blocked
    lower = _part(r0, column, 0, word) | _part(r1, column, 1, word) | _part(r2, column, 2, word)
    middle = _part(r3, column, 3, word) | _part(r4, column, 4, word) | _part(r4, column, 5, word)
    upper = _part(r5, column, 6, word) | _part(r6, column, 7, word) | _part(r7, column, 8, word)
    return lower | middle | upper | _part(r8, column, 9, word)


@helper
def _placements(state, player, size, moves):
    """Write the placements of a size (row of SHAPES_OF_SIZE), each once: a corner that is done counts as blocked."""
    rows = state.view(np.uint32)
    n = 0
    done1, done2, done3, done4 = 0, 0, 0, 0  # the live corners one to four rows below
    for row in range(MARGIN, MARGIN + SIZE):
        live = _live_corners(rows, player, row)
        left = live
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = _blocked_rows(rows, player, row)
        while left != 0:
            column = lowest_bit(np.uint64(left))
            blocked = (r0 | done4, r1 | done3, r2 | done2, r3 | done1, r4 | (live ^ left), r5, r6, r7, r8)
            for word in range(SHAPE_WORDS):
                fitting = np.uint64(state[HAND + player * SHAPE_WORDS + word]) & SHAPES_OF_SIZE[size, word]
                if fitting != 0:
                    fitting &= ~_ruled_out(blocked, column, word)
                while fitting != 0:
                    shape = 64 * word + lowest_bit(fitting)
                    moves[n] = SHAPE_FIRST[shape] + SHAPE_PLACES[shape] * (row - MARGIN) + (column - MARGIN)
                    fitting &= fitting - np.uint64(1)
                    n += 1
            left &= left - 1
        done4, done3, done2, done1 = done3, done2, done1, live
    return n


@helper
def _can_place(state, player):
    """Does any piece fit? Small ones are tried first."""
    rows = state.view(np.uint32)
    for row in range(MARGIN, MARGIN + SIZE):
        left = _live_corners(rows, player, row)
        while left != 0:
            column = lowest_bit(np.uint64(left))
            blocked = _blocked_rows(rows, player, row)
            for word in range(SHAPE_WORDS - 1, -1, -1):
                hand = np.uint64(state[HAND + player * SHAPE_WORDS + word])
                if hand != 0 and hand & ~_ruled_out(blocked, column, word) != 0:
                    return True
            left &= left - 1
    return False


def setup(state, players, rng):
    rows = state.view(np.uint32)
    for player in range(SEATS):
        for row in range(EDGE):
            inside = MARGIN <= row < MARGIN + SIZE
            rows[BLOCKED + player * EDGE + row] = MIDDLE_ROW if inside else WALL_ROW
        for word in range(SHAPE_WORDS):
            state[HAND + player * SHAPE_WORDS + word] = np.int64(SHAPES_OF_SIZE[ANY_SIZE, word])
        row, column = CORNERS[player]
        outside_row = MARGIN + (-1 if row == 0 else SIZE)
        outside_column = MARGIN + (-1 if column == 0 else SIZE)
        rows[OWN + player * EDGE + outside_row] = 1 << outside_column


def legal(state, player, moves):
    if state[STUCK] >> player & 1:
        return 0
    return _placements(state, player, ANY_SIZE, moves)


def best_moves(state, player, moves):
    """The placements of the largest piece that fits."""
    if state[STUCK] >> player & 1:
        return 0
    for size in range(ANY_SIZE):
        n = _placements(state, player, size, moves)
        if n > 0:
            return n
    return 0


def move_value(state, player, move):
    """The size of the piece (nijssen2013, section 3.4.3)."""
    return float(FORM_SQUARES[FORM_OF_MOVE[move]])


@helper
def _place(state, player, form, row, column):
    """Put a form on the board: its lowest row and leftmost column are given."""
    rows = state.view(np.uint32)
    own, blocked = OWN + player * EDGE, BLOCKED + player * EDGE
    for i in range(FORM_HEIGHT[form]):
        squares = np.uint32(FORM_ROWS[form, i] << (column + MARGIN))
        at = row + MARGIN + i
        rows[own + at] |= squares
        for other in range(SEATS):
            rows[BLOCKED + other * EDGE + at] |= squares
        rows[blocked + at] |= (squares << np.uint32(1)) | (squares >> np.uint32(1))
        rows[blocked + at - 1] |= squares
        rows[blocked + at + 1] |= squares


def apply(state, player, move):
    if move != PASS:
        form = np.int64(FORM_OF_MOVE[move])
        row, column = divmod(move - FORM_FIRST[form], FORM_PLACES[form])
        _place(state, player, form, row, column)
        piece = FORM_PIECE[form]
        left = np.int64(0)
        for word in range(SHAPE_WORDS):
            state[HAND + player * SHAPE_WORDS + word] &= ~np.int64(SHAPES_OF_PIECE[piece, word])
            left |= state[HAND + player * SHAPE_WORDS + word]
        if left == 0 and piece == MONOMINO:
            state[MONOMINO_LAST] |= 1 << player
        for other in range(SEATS):
            if not state[STUCK] >> other & 1 and not _can_place(state, other):
                state[STUCK] |= 1 << other
    state[TO_MOVE] = (player + 1) % SEATS
    if state[STUCK] == EVERYBODY:
        state[OVER] = 1


@helper
def _squares(state, player):
    """Squares that a player occupies on the board."""
    count = -1  # the square in the margin
    for word in range(BOARDS + player * EDGE // 2, BOARDS + (player + 1) * EDGE // 2):
        count += popcount(np.uint64(state[word]))
    return count


def scores(state, out):
    """Most squares win. Players who placed everything, and the monomino last, go before others who placed everything.

    "the winner is the player who placed the monomino [...] during the last round" (nijssen2013, section 3.4.1): a
    player who places all 21 pieces never passed, so the last round is the one of his 21st piece. Ties that remain are
    shared.
    """
    most = 0
    winners = 0
    for player in range(SEATS):
        result = 2 * _squares(state, player) + (state[MONOMINO_LAST] >> player & 1)
        if result > most:
            most = result
            winners = 0
        if result == most:
            winners += 1
    for player in range(SEATS):
        result = 2 * _squares(state, player) + (state[MONOMINO_LAST] >> player & 1)
        out[player] = 1.0 / winners if result == most else 0.0


_legal = helper(legal)
_move_value = helper(move_value)


def valued_moves(state, player, moves, values):
    n = _legal(state, player, moves)
    for i in range(n):
        values[i] = _move_value(state, player, moves[i])
    return n


def evaluate(state, player, table):
    """Squares occupied (nijssen2013, section 3.4.3)."""
    return float(_squares(state, player))


# ------------------------------------------------------------------------------------------------ showing it


def _form_and_frame(move):
    """The number of a move's form, and the lowest row and leftmost column of its frame."""
    form = int(FORM_OF_MOVE[move])
    return form, *divmod(int(move) - int(FORM_FIRST[form]), int(FORM_PLACES[form]))


def _square_name(row, column):
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def move_name(move):
    """Piece, lower left square of its frame and number of its orientation: `F c5/3`."""
    form, row, column = _form_and_frame(move)
    piece = FORM_PIECE[form]
    return f"{NAMES[piece]} {_square_name(row, column)}/{form - np.searchsorted(FORM_PIECE, piece) + 1}"


def move_squares(move):
    """The squares of a placement, as (row, column) from a1 = (0, 0)."""
    form, row, column = _form_and_frame(move)
    return [(row + r, column + c) for r, c in FORMS[form][1]]


def _owners(array):
    """The player on each occupied square, by (row, column)."""
    rows = array.view(np.uint32)
    owners = {}
    for player in range(SEATS):
        for row in range(SIZE):
            own = int(rows[OWN + player * EDGE + MARGIN + row]) >> MARGIN
            owners |= {(row, column): player for column in range(SIZE) if own >> column & 1}
    return owners


def describe(state):
    owners = _owners(state)
    lines = []
    for row in reversed(range(SIZE)):
        marks = [PLAYER_LETTERS[owners[row, c]] if (row, c) in owners else "." for c in range(SIZE)]
        lines.append(f"{row + 1:2} {' '.join(marks)}")
    return "\n".join([*lines, f"   {' '.join(COLUMN_LETTERS)}"])


def picture(state, last_move):
    owners = _owners(state)
    drawn = Picture(SIZE + 1.5, SIZE + 1.5, scale=24)
    for row in range(SIZE):
        for column in range(SIZE):
            owner = owners.get((row, column))
            fill = BOARD if owner is None else PLAYER_COLOURS[owner]
            drawn.rectangle(column + 1, SIZE - row - 0.5, 1, 1, fill=fill)
    for player, (row, column) in enumerate(CORNERS):
        if (row, column) not in owners:
            drawn.circle(column + 1.5, SIZE - row, 0.25, fill=PLAYER_COLOURS[player], stroke=LINES)
    for (row, column), owner in owners.items():  # own pieces never share an edge: a change of colour is an outline
        x, y = column + 1, SIZE - row - 0.5
        for (dr, dc), side in EDGES.items():
            if owners.get((row + dr, column + dc)) != owner:
                drawn.line(x + side[0], y + side[1], x + side[2], y + side[3], stroke=INK, width=0.1)
    for row, column in move_squares(last_move) if last_move is not None else ():
        drawn.circle(column + 1.5, SIZE - row, 0.16, fill="#FFFFFF")
    for i in range(SIZE):
        drawn.text(i + 1.5, SIZE + 1, COLUMN_LETTERS[i], size=0.5).text(0.5, SIZE - i, i + 1, size=0.5)
    return drawn


def _placed_moves(owners, player):
    """The moves that put a player's squares on the board: each connected group is a piece. Raises KeyError if not."""
    moves = []
    rest = {square for square, owner in owners.items() if owner == player}
    while rest:
        group, grown = set(), {min(rest)}
        while grown:
            group |= grown
            grown = {(r + dr, c + dc) for r, c in grown for dr, dc in EDGES} & rest - group
        rest -= group
        row, column = min(r for r, _ in group), min(c for _, c in group)
        form = FORM_NUMBER[tuple(sorted((r - row, c - column) for r, c in group))]
        moves.append(int(FORM_FIRST[form] + FORM_PLACES[form] * row + column))
    return moves


def check(array):
    """Take the pieces off the board and place them again by the rules: every other word must follow from that."""
    owners = _owners(array)
    occupied = sum(int(row).bit_count() for row in array.view(np.uint32)[OWN:BLOCKED])
    if len(owners) != occupied - SEATS:
        return "two players share a square, or the margin is not as it was at the start."
    state = Game(DEFINITION, SEATS).initial_state()
    for player in range(SEATS):
        try:
            moves = _placed_moves(owners, player)
        except KeyError:
            return f"the squares of {PLAYER_NAMES[player]} that share edges do not form one of the 21 pieces."
        while moves:
            before = state.array.copy()
            before[TO_MOVE] = player
            state = state.game.state_from_trusted(before)
            possible = set(moves).intersection(state.legal_moves())
            if not possible:
                return (
                    f"{PLAYER_NAMES[player]} used a piece twice, or not all his pieces hang together by corners "
                    f"from {_square_name(*CORNERS[player])} on."
                )
            move = min(possible)
            moves.remove(move)
            state = state.play(move)
    expected = state.array.copy()
    expected[[TO_MOVE, PLY, MONOMINO_LAST]] = array[[TO_MOVE, PLY, MONOMINO_LAST]]
    if not np.array_equal(array, expected):
        return "the words on blocked squares, hands, stuck players or the end do not follow from the board."
    hands = array[HAND:BOARDS].reshape(SEATS, SHAPE_WORDS).any(axis=1)
    if int(array[MONOMINO_LAST]) & ~sum(1 << player for player in range(SEATS) if not hands[player]):
        return "only a player who has placed all his pieces can have placed the monomino last."
    return None


DEFINITION = GameDefinition(
    name="blokus",
    title="Blokus",
    player_counts=(SEATS,),
    num_moves=NUM_MOVES,
    max_moves=MAX_MOVES,
    state_size=STATE_SIZE,
    max_plies=SEATS * len(NAMES),
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
