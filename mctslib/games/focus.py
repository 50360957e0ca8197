"""Focus for 2, 3 and 4 players, in its shortened version (nijssen2013, section 3.2.1).

Stacks of up to five pieces stand on the 52 fields of an 8 x 8 board without three fields in each corner. The owner of
the top piece controls a stack. A move lifts the top k pieces of an own stack and puts them exactly k fields away along
a row or column, whatever stands between. Pieces merge with what they land on, and the mover takes what is more than
five from the bottom: pieces of his own colour go to his reserve, the others are captured. Instead of moving a stack, a
player may place a piece of his reserve on any field. The first to capture enough pieces of his opponents wins (see
`_missing`); a player who controls no stack and has no reserve passes. With three players everybody starts with one
piece in hand, and his first move is to place it on an empty field.

Somebody can always move: every move leaves a stack that its mover controls, every such stack has a neighbouring field,
and passing changes nothing. But nothing forces a capture, so that a game has no longest length: see `MAX_PLIES`.

State: for each of five layers (0 = the top piece of every stack) and four colours a 64-bit board of the fields whose
piece in this layer has this colour; bit 8 * row + column, a1 = bit 0. Then the pieces that each player holds by colour,
his own colour being his reserve, and the set of players who have not yet placed the piece they hold at the start.
"""

import numpy as np

from mctslib.bits import lowest_bit, popcount
from mctslib.compiling import helper
from mctslib.drawing import BOARD, INK, PLAYER_COLOURS, PLAYER_LETTERS, PLAYER_NAMES, Picture
from mctslib.games.base import HEADER, OVER, PASS, PLAYERS, TO_MOVE, GameDefinition

COLOURS = 4
TALLEST = 5
NOTHING = np.uint64(0)

LAYERS = HEADER
HELD = LAYERS + TALLEST * COLOURS
IN_HAND = HELD + COLOURS * COLOURS
STATE_SIZE = IN_HAND + 1

# A player wins with so many pieces of each opponent, or with ten in all (nijssen2013, section 3.2.1), by players.
FROM_EACH = np.array([0, 0, 6, 3, 2])
IN_ALL = 10
PIECES_EACH = (0, 0, 18, 13, 13)

# Random games last 1,300, 1,600 and 840 plies on average with 2, 3 and 4 players, and their lengths are spread like
# waiting times, so that one in 500 is cut off with three; greedy playouts, of about 50 plies, never were.
MAX_PLIES = 10_000

# ------------------------------------------------------------------------------------------------ the board


def _on_board(row, column):
    """Whether a square of the 8 x 8 board belongs to Focus: three are missing in each corner."""
    return 0 <= row < 8 and 0 <= column < 8 and min(row, 7 - row) + min(column, 7 - column) > 1


SQUARES = np.array([square for square in range(64) if _on_board(*divmod(square, 8))])  # of the fields 0 to 51
FIELDS = len(SQUARES)
FIELD_OF = np.zeros(64, np.int64)
FIELD_OF[SQUARES] = np.arange(FIELDS)
ALL_FIELDS = np.uint64(sum(1 << int(square) for square in SQUARES))

# Moves: 20 * field + 4 * (pieces lifted - 1) + direction, then the placements by field. Directions: up, right, down,
# left. A step is a rotation of the 64-bit board, so that one formula serves all directions.
UP_RIGHT_DOWN_LEFT = ((1, 0), (0, 1), (-1, 0), (0, -1))
STEPS = np.array([8, 1, -8, -1])
PLACEMENTS = FIELDS * TALLEST * len(STEPS)


def _build_can_lift():
    """By pieces lifted (minus one) and direction: the fields from which they land on the board."""
    masks = np.zeros((TALLEST, len(STEPS)), np.uint64)
    for lifted in range(1, TALLEST + 1):
        for direction, (up, right) in enumerate(UP_RIGHT_DOWN_LEFT):
            for square in SQUARES:
                row, column = divmod(int(square), 8)
                if _on_board(row + lifted * up, column + lifted * right):
                    masks[lifted - 1, direction] |= np.uint64(1 << int(square))
    return masks


CAN_LIFT = _build_can_lift()


def _build_start():
    """By players and colour: the fields with a single piece at the start.

    Two and three players: the colours alternate in pairs along the rows of the central 6 x 6 block, each row shifted
    by a pair. Four players: all fields; each quarter of the board has its diagonals coloured in turn order, and a
    quarter turn clockwise changes every colour into the next player's.
    """
    boards = np.zeros((COLOURS + 1, COLOURS), np.uint64)
    for players in (2, 3):
        for row in range(6):
            for column in range(6):
                boards[players, (row + column // 2) % players] |= np.uint64(1 << (8 * (row + 1) + column + 1))
    for square in SQUARES:
        row, column = divmod(int(square), 8)
        diagonal = min(row, 7 - row) + min(column, 7 - column)
        quarter = (0, 1, 3, 2)[2 * (column > 3) + (row > 3)]  # clockwise from the lower left
        boards[4, (diagonal + quarter) % 4] |= np.uint64(1 << int(square))
    return boards


START = _build_start()

# ------------------------------------------------------------------------------------------------ the rules


@helper
def _board(state, layer, colour):
    """The fields whose piece in a layer has a colour."""
    return np.uint64(state[LAYERS + COLOURS * layer + colour])


@helper
def _at_least(state, height):
    """The fields with at least so many pieces."""
    if height == 0:
        return ALL_FIELDS
    layer = height - 1
    return _board(state, layer, 0) | _board(state, layer, 1) | _board(state, layer, 2) | _board(state, layer, 3)


@helper
def _reserve(state, player):
    return state[HELD + COLOURS * player + player]


@helper
def _must_place(state, player):
    return (state[IN_HAND] >> player) & 1 != 0


@helper
def _rotated(board, by):
    """A board whose bits have moved up by `by` places (modulo 64, not 0)."""
    places = np.uint64(by & 63)
    return (board << places) | (board >> (np.uint64(64) - places))


@helper
def _write_lifts(sources, lifted, direction, moves, n):
    while sources != NOTHING:
        moves[n] = 20 * FIELD_OF[lowest_bit(sources)] + 4 * (lifted - 1) + direction
        sources &= sources - np.uint64(1)
        n += 1
    return n


@helper
def _write_placements(targets, moves, n):
    while targets != NOTHING:
        moves[n] = PLACEMENTS + FIELD_OF[lowest_bit(targets)]
        targets &= targets - np.uint64(1)
        n += 1
    return n


def setup(state, players, rng):
    for colour in range(players):
        state[LAYERS + colour] = np.int64(START[players, colour])
    if players == 3:
        state[IN_HAND] = 7
        for player in range(players):
            state[HELD + COLOURS * player + player] = 1


def legal(state, player, moves):
    if _must_place(state, player):
        return _write_placements(ALL_FIELDS & ~_at_least(state, 1), moves, 0)
    own = _board(state, 0, player)
    n = 0
    for lifted in range(1, TALLEST + 1):
        sources = own & _at_least(state, lifted)
        for direction in range(len(STEPS)):
            n = _write_lifts(sources & CAN_LIFT[lifted - 1, direction], lifted, direction, moves, n)
    if _reserve(state, player) > 0:
        n = _write_placements(ALL_FIELDS, moves, n)
    return n


@helper
def _tallest(state, targets):
    """The height of the tallest stack on some fields."""
    height = 0
    while height < TALLEST and targets & _at_least(state, height + 1) != NOTHING:
        height += 1
    return height


@helper
def _most_pieces(state, player, own):
    """The largest number of pieces, lifted and on the target field, that a move of the player brings together."""
    most = 1 + _tallest(state, ALL_FIELDS) if _reserve(state, player) > 0 else 0
    for lifted in range(1, TALLEST + 1):
        sources = own & _at_least(state, lifted)
        targets = NOTHING
        for direction in range(len(STEPS)):
            targets |= _rotated(sources & CAN_LIFT[lifted - 1, direction], lifted * STEPS[direction])
        if targets != NOTHING:
            most = max(most, lifted + _tallest(state, targets))
    return most


def best_moves(state, player, moves):
    if _must_place(state, player):
        return _write_placements(ALL_FIELDS & ~_at_least(state, 1), moves, 0)
    own = _board(state, 0, player)
    most = _most_pieces(state, player, own)
    n, best_gain = 0, -2
    for lifted in range(max(1, most - TALLEST), min(TALLEST, most) + 1):
        sources = own & _at_least(state, lifted)
        targets = _at_least(state, most - lifted)  # no target is taller, or `most` would be larger
        keeping = _board(state, lifted, player) if lifted < TALLEST else NOTHING
        for direction in range(len(STEPS)):
            step = lifted * STEPS[direction]
            found = sources & CAN_LIFT[lifted - 1, direction] & _rotated(targets, -step)
            if found == NOTHING:
                continue
            gaining = ~_rotated(own, -step)
            gain = 1
            chosen = found & gaining & keeping
            if chosen == NOTHING:
                gain = 0
                chosen = found & (gaining | keeping)
            if chosen == NOTHING:
                gain = -1
                chosen = found
            if gain > best_gain:
                n, best_gain = 0, gain
            if gain == best_gain:
                n = _write_lifts(chosen, lifted, direction, moves, n)
    if _reserve(state, player) > 0:
        targets = _at_least(state, most - 1) if most <= TALLEST + 1 else NOTHING
        gain = 1 if targets & ~own != NOTHING else 0
        if targets != NOTHING and gain >= best_gain:
            n = n if gain == best_gain else 0
            n = _write_placements(targets & ~own if gain == 1 else targets, moves, n)
    return n


@helper
def _height(state, square):
    height = 0
    while height < TALLEST and (_at_least(state, height + 1) >> np.uint64(square)) & np.uint64(1) != NOTHING:
        height += 1
    return height


@helper
def _owns(state, layer, colour, square):
    """Whether the piece in a layer of a stack has a colour."""
    return layer < TALLEST and (_board(state, layer, colour) >> np.uint64(square)) & np.uint64(1) != NOTHING


def move_value(state, player, move):
    """10 (n + t) + s: pieces lifted, pieces on the target, stacks gained (nijssen2013, section 3.2.3)."""
    if move >= PLACEMENTS:
        lifted, target, lost = 1, SQUARES[move - PLACEMENTS], 0
    else:
        source = SQUARES[move // 20]
        lifted = move % 20 // 4 + 1
        target = source + lifted * STEPS[move % 4]
        lost = 0 if _owns(state, lifted, player, source) else 1
    won = 0 if _owns(state, 0, player, target) else 1
    return float(10 * (lifted + _height(state, target)) + won - lost)


@helper
def _column(state, colour, square):
    """The pieces of a colour in a stack: bit i is set if the piece in layer i has it."""
    column = 0
    for layer in range(TALLEST):
        column |= np.int64((_board(state, layer, colour) >> np.uint64(square)) & np.uint64(1)) << layer
    return column


@helper
def _set_column(state, colour, square, column):
    for layer in range(TALLEST):
        word = LAYERS + COLOURS * layer + colour
        state[word] = (state[word] & ~(1 << square)) | (((column >> layer) & 1) << square)


@helper
def _land(state, player, colour, square, arriving, lifted):
    """Put the pieces of one colour among `lifted` pieces on a stack and take what is more than five."""
    column = _column(state, colour, square) << lifted | arriving
    state[HELD + COLOURS * player + colour] += popcount(np.uint64(column >> TALLEST))
    _set_column(state, colour, square, column)


@helper
def _missing(state, player):
    """The smallest number of pieces that a player must still capture to win (nijssen2013, section 3.2.1)."""
    players = state[PLAYERS]
    from_each, in_all = 0, IN_ALL
    for colour in range(players):
        if colour != player:
            captured = state[HELD + COLOURS * player + colour]
            from_each += max(0, FROM_EACH[players] - captured)
            in_all -= captured
    return max(0, min(from_each, in_all))


def apply(state, player, move):
    players = state[PLAYERS]
    if move >= PLACEMENTS:
        state[HELD + COLOURS * player + player] -= 1
        state[IN_HAND] &= ~(1 << player)
        for colour in range(players):
            _land(state, player, colour, SQUARES[move - PLACEMENTS], 1 if colour == player else 0, 1)
    elif move != PASS:
        source = SQUARES[move // 20]
        lifted = move % 20 // 4 + 1
        target = source + lifted * STEPS[move % 4]
        for colour in range(players):
            column = _column(state, colour, source)
            _set_column(state, colour, source, column >> lifted)
            _land(state, player, colour, target, column & ((1 << lifted) - 1), lifted)
    state[TO_MOVE] = player + 1 if player + 1 < players else 0
    if _missing(state, player) == 0:
        state[OVER] = 1


def scores(state, out):
    for player in range(state[PLAYERS]):
        out[player] = 1.0 if _missing(state, player) == 0 else 0.0


_legal = helper(legal)
_move_value = helper(move_value)


def valued_moves(state, player, moves, values):
    n = _legal(state, player, moves)
    for i in range(n):
        values[i] = _move_value(state, player, moves[i])
    return n


def evaluate(state, player, table):
    """600 - 100 r + c: captures still needed to win and stacks controlled (nijssen2013, section 3.2.3)."""
    return float(600 - 100 * _missing(state, player) + popcount(_board(state, 0, player)))


# ------------------------------------------------------------------------------------------------ showing it


def _square_name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def move_name(move):
    """`2:c3-c5` lifts two pieces, `+c3` places one of the reserve."""
    if move >= PLACEMENTS:
        return f"+{_square_name(SQUARES[move - PLACEMENTS])}"
    lifted = move % 20 // 4 + 1
    source = SQUARES[move // 20]
    return f"{lifted}:{_square_name(source)}-{_square_name(source + lifted * STEPS[move % 4])}"


def _stack(state, square):
    """The colours of a stack, top piece first."""
    layers = state[LAYERS:HELD].reshape(TALLEST, COLOURS)
    return [colour for layer in layers for colour in range(COLOURS) if int(layer[colour]) >> int(square) & 1]


def describe(state):
    """Every stack as letters, top piece first, and what the players hold."""
    lines = []
    for row in reversed(range(8)):
        cells = []
        for column in range(8):
            letters = "".join(PLAYER_LETTERS[colour] for colour in _stack(state, 8 * row + column))
            cells.append(f"{letters or ('.' if _on_board(row, column) else ''):<5}")
        lines.append(f"{row + 1} {' '.join(cells)}".rstrip())
    lines.append("  " + "     ".join("abcdefgh"))
    for player, held in enumerate(_held(state)):
        captured = ", ".join(f"{n} {PLAYER_NAMES[colour]}" for colour, n in enumerate(held) if colour != player)
        lines.append(f"{PLAYER_NAMES[player]}: reserve {held[player]}, captured {captured}")
    return "\n".join(lines)


def _held(state):
    """What each player holds, by colour."""
    players = int(state[PLAYERS])
    return state[HELD:IN_HAND].reshape(COLOURS, COLOURS)[:players, :players].tolist()


_DARK = (0, 2, 3)  # colours on which a number is written in white


def picture(state, last_move):
    """Stacks seen from the side, the top piece on top; beside the board each player's reserve and captured pieces."""
    drawn = Picture(12.6, 9.1)
    for square in SQUARES:
        row, column = divmod(int(square), 8)
        x, y = column + 0.75, 7.25 - row
        drawn.rectangle(x, y, 1, 1, fill="#FFE9B0" if square in _touched(last_move) else BOARD)
        stack = _stack(state, square)
        for layer, colour in enumerate(stack):
            top = round(y + 0.5 + 0.17 * (layer - len(stack) / 2), 3)
            drawn.rectangle(x + 0.12, top, 0.76, 0.17, fill=PLAYER_COLOURS[colour], stroke=INK, rx=0.07)
    for i in range(8):
        drawn.text(i + 1.25, 8.6, "abcdefgh"[i]).text(0.4, 7.75 - i, i + 1)
    for player, held in enumerate(_held(state)):
        y = 0.6 + 2.1 * player
        drawn.text(9.1, y, PLAYER_NAMES[player], anchor="start", size=0.35, font_weight="bold")
        for x, word in ((9.1, "reserve"), (10.3, "captured")):
            drawn.text(x, y + 0.45, word, anchor="start", size=0.27)
        order = [player] + [colour for colour in range(len(held)) if colour != player]
        for place, colour in enumerate(order):
            x = round(9.1 + 0.7 * place + (0.5 if place else 0), 3)
            drawn.rectangle(x, y + 0.7, 0.6, 0.55, fill=PLAYER_COLOURS[colour], stroke=INK, rx=0.07)
            ink = "#FFFFFF" if colour in _DARK else INK
            drawn.text(x + 0.3, y + 0.975, held[colour], fill=ink)
    return drawn


def _touched(move):
    """The squares that a move starts from and lands on."""
    if move is None:
        return ()
    if move >= PLACEMENTS:
        return (SQUARES[move - PLACEMENTS],)
    source = SQUARES[move // 20]
    return (source, source + (move % 20 // 4 + 1) * STEPS[move % 4])


def check(array):
    players = int(array[PLAYERS])
    layers = [[int(word) & (2**64 - 1) for word in layer] for layer in array[LAYERS:HELD].reshape(TALLEST, COLOURS)]
    held = array[HELD:IN_HAND].reshape(COLOURS, COLOURS)
    below = int(ALL_FIELDS)
    for layer in layers:
        together = 0
        for board in layer:
            if together & board:
                return "two pieces share a place in a stack."
            together |= board
        if together & ~below:
            return "a stack has a gap, or stands outside the 52 fields."
        below = together
    if held.min() < 0:
        return "a player holds a negative number of pieces."
    for colour in range(COLOURS):
        pieces = sum(layer[colour].bit_count() for layer in layers) + int(held[:, colour].sum())
        expected = PIECES_EACH[players] if colour < players else 0
        if pieces != expected or (colour >= players and held[colour].any()):
            return f"there are {pieces} {PLAYER_NAMES[colour]} pieces on the board and held, not {expected}."
    if not any(layers[0]):
        return "the board is empty."
    waiting = int(array[IN_HAND])
    if waiting and (players != 3 or not 0 < waiting < 8):
        return "only three players start with a piece in hand."
    if any(waiting >> player & 1 and held[player, player] != 1 for player in range(players)):
        return "a player who has not placed his first piece holds exactly one."
    winners = sum(_missing.py_func(array, player) == 0 for player in range(players))
    if winners != array[OVER]:
        return "a game is over exactly when one player has captured enough."
    return None


DEFINITION = GameDefinition(
    name="focus",
    title="Focus",
    player_counts=(2, 3, 4),
    num_moves=PLACEMENTS + FIELDS,
    max_moves=4 * 51 + FIELDS,  # four per piece on the board; the placements need a piece of the 52 in reserve
    state_size=STATE_SIZE,
    max_plies=MAX_PLIES,
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
