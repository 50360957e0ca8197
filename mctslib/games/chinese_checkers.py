"""Chinese Checkers for 2, 3, 4 and 6 players on the small star (nijssen2013, section 3.1).

A race over 73 fields with six pieces each, from one arm of the star to the opposite one, the player's home. A piece
steps to an adjacent empty field, or jumps over one adjacent piece of any colour onto the empty field right behind it,
as often in a row as it likes. A move is a start and a target: two chains between the same fields are one move, and a
chain back to its start is none. A player has won when his home is full, whoever owns the pieces, and at least one of
them is his (nijssen2013, section 3.1.1); whoever made the last move, so that filling another player's home may hand him
the game.

A player whose pieces are all shut in passes. They cannot all be shut in: some piece always stands beside an empty
field, as the star is connected and at most 36 of its fields are taken.

State: the winner (1 + player, 0 while there is none), then boards of two words (see `chinese_checkers_board`): all
pieces together, then those of each of six players.
"""

import numpy as np

from mctslib.bits import lowest_bit
from mctslib.compiling import helper
from mctslib.drawing import BOARD, INK, LINES, PLAYER_COLOURS, PLAYER_LETTERS, Picture
from mctslib.games.base import HEADER, MAX_PLAYERS, OVER, PASS, PLAYERS, TO_MOVE, GameDefinition
from mctslib.games.chinese_checkers_board import (
    ALL_WORDS,
    ARM_FIELDS,
    ARM_WORDS,
    ARMS,
    AXES,
    BIT,
    CLASS_SIZE,
    COORDINATES,
    FARTHEST,
    FIELD_OF_BIT,
    FIELDS,
    NOTHING,
    NUMBER,
    ONE,
    PIECES,
    TIPS,
    WORD,
    fields_of,
    next_bit,
    steps_between,
    targets,
    words_of,
)
from mctslib.games.chinese_checkers_table import LONGEST, load_table, placement_rank

WINNER = HEADER
EVERYBODY = HEADER + 1
OWN = HEADER + 3
CAP = 1000

# The arms on which the players start, clockwise: opposite arms, every other arm, two opposite pairs, all arms.
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
START_ARM = np.array([[*SEATS.get(players, ()), *[0] * ARMS][:ARMS] for players in range(MAX_PLAYERS + 1)])
HOME_ARM = (START_ARM + 3) % ARMS


def _build_home_owner():
    """By number of players and field: the player whose home the field belongs to, or -1."""
    owner = np.full((MAX_PLAYERS + 1, FIELDS), -1)
    for players in SEATS:
        for player in range(players):
            owner[players, [NUMBER[field] for field in ARM_FIELDS[HOME_ARM[players, player]]]] = player
    return owner


HOME_OWNER = _build_home_owner()

# Distance of each field to each arm as a home: the steps to its tip (see `move_value`).
DISTANCE = np.array([[steps_between(field, tip) for field in COORDINATES] for tip in TIPS])


def _build_nearer():
    """For each arm and distance: the fields that are nearer than that to the arm's tip, as two words."""
    nearer = np.zeros((ARMS, FARTHEST + 2, 2), np.uint64)
    for arm in range(ARMS):
        for distance in range(FARTHEST + 2):
            nearer[arm, distance] = words_of(f for f in COORDINATES if steps_between(f, TIPS[arm]) < distance)
    return nearer


NEARER = _build_nearer()


@helper
def _board(state, word):
    """Two words of the state that are a board."""
    return np.uint64(state[word]), np.uint64(state[word + 1])


@helper
def _write_moves(bit, low, high, moves, n):
    """Append the moves from `bit` to each field of a board; returns the new number of moves."""
    first = FIELDS * FIELD_OF_BIT[bit]
    while low != NOTHING:
        moves[n] = first + FIELD_OF_BIT[lowest_bit(low)]
        low &= low - ONE
        n += 1
    while high != NOTHING:
        moves[n] = first + FIELD_OF_BIT[64 + lowest_bit(high)]
        high &= high - ONE
        n += 1
    return n


def setup(state, players, rng):
    for player in range(players):
        for word in range(2):
            pieces = np.int64(ARM_WORDS[START_ARM[players, player], word])
            state[OWN + 2 * player + word] = pieces
            state[EVERYBODY + word] |= pieces


def legal(state, player, moves):
    low, high = _board(state, EVERYBODY)
    own_low, own_high = _board(state, OWN + 2 * player)
    n = 0
    while (own_low | own_high) != NOTHING:
        bit, own_low, own_high = next_bit(own_low, own_high)
        to_low, to_high = targets(bit, low, high)
        n = _write_moves(bit, to_low, to_high, moves, n)
    return n


@helper
def _best_moves_from(state, player, moves, best):
    """The legal moves of the highest value, if that is at least `best`; otherwise none."""
    home = HOME_ARM[state[PLAYERS], player]
    low, high = _board(state, EVERYBODY)
    own_low, own_high = _board(state, OWN + 2 * player)
    n = 0
    while (own_low | own_high) != NOTHING:
        bit, own_low, own_high = next_bit(own_low, own_high)
        here = DISTANCE[home, FIELD_OF_BIT[bit]]
        there = min(here - best, FARTHEST)
        if there < 0:
            continue
        to_low, to_high = targets(bit, low, high)
        to_low, to_high = to_low & NEARER[home, there + 1, 0], to_high & NEARER[home, there + 1, 1]
        if (to_low | to_high) == NOTHING:
            continue
        nearer_low, nearer_high = to_low & NEARER[home, there, 0], to_high & NEARER[home, there, 1]
        while (nearer_low | nearer_high) != NOTHING:
            to_low, to_high = nearer_low, nearer_high
            there -= 1
            nearer_low, nearer_high = to_low & NEARER[home, there, 0], to_high & NEARER[home, there, 1]
        if here - there > best:
            best = here - there
            n = 0
        n = _write_moves(bit, to_low, to_high, moves, n)
    return n


def best_moves(state, player, moves):
    n = _best_moves_from(state, player, moves, 0)
    return n if n > 0 else _best_moves_from(state, player, moves, -FARTHEST)


def move_value(state, player, move):
    """d_s - d_t: how much nearer to home the piece gets (nijssen2013, section 3.1.3), measured to the tip of the home
    arm, so that pieces fill it from the far end."""
    distance = DISTANCE[HOME_ARM[state[PLAYERS], player]]
    return float(distance[move // FIELDS] - distance[move % FIELDS])


@helper
def _has_won(state, player):
    """Whether a player's home is full and at least one piece in it is his."""
    low, high = _board(state, EVERYBODY)
    own_low, own_high = _board(state, OWN + 2 * player)
    home = HOME_ARM[state[PLAYERS], player]
    home_low, home_high = ARM_WORDS[home, 0], ARM_WORDS[home, 1]
    full = (home_low & ~low) | (home_high & ~high) == NOTHING
    return full and (home_low & own_low) | (home_high & own_high) != NOTHING


def apply(state, player, move):
    players = state[PLAYERS]
    state[TO_MOVE] = player + 1 if player + 1 < players else 0
    if move == PASS:
        return
    start, target = BIT[move // FIELDS], BIT[move % FIELDS]
    state[OWN + 2 * player + (start >> 6)] ^= 1 << (start & 63)
    state[OWN + 2 * player + (target >> 6)] ^= 1 << (target & 63)
    state[EVERYBODY + (start >> 6)] ^= 1 << (start & 63)
    state[EVERYBODY + (target >> 6)] ^= 1 << (target & 63)
    owner = HOME_OWNER[players, move % FIELDS]
    if owner >= 0 and _has_won(state, owner):
        state[WINNER] = owner + 1
        state[OVER] = 1


def scores(state, out):
    for player in range(state[PLAYERS]):
        out[player] = 1.0 if state[WINNER] == player + 1 else 0.0


_legal = helper(legal)
_move_value = helper(move_value)


def valued_moves(state, player, moves, values):
    n = _legal(state, player, moves)
    for i in range(n):
        values[i] = _move_value(state, player, moves[i])
    return n


def evaluate(state, player, table):
    """28 - m, m = moves to bring all pieces home on an otherwise empty board (nijssen2013, section 3.1.3)."""
    low, high = _board(state, OWN + 2 * player)
    return float(LONGEST - table[placement_rank(low, high, HOME_ARM[state[PLAYERS], player])])


# ------------------------------------------------------------------------------------------------ showing it

_ROWS = [sorted(field for field in COORDINATES if field[1] == r) for r in range(-6, 7)]
NAMES = {NUMBER[field]: f"{chr(97 + i)}{j + 1}" for i, row in enumerate(_ROWS) for j, field in enumerate(row)}


def move_name(move):
    return f"{NAMES[move // FIELDS]}-{NAMES[move % FIELDS]}"


def _owners(state):
    """The player on each occupied field."""
    boards = state[OWN:].reshape(MAX_PLAYERS, 2)
    return {field: player for player, board in enumerate(boards) for field in fields_of(*board)}


def describe(state):
    owners = _owners(state)
    lines = []
    for i, row in enumerate(_ROWS):
        line = [" "] * 25
        for q, r in row:
            player = owners.get(NUMBER[q, r])
            line[12 + 2 * q + r] = "." if player is None else PLAYER_LETTERS[player]
        lines.append(f"{chr(97 + i)} {''.join(line)}".rstrip())
    return "\n".join(lines)


def _place(field):
    """Where a field is drawn."""
    q, r = field
    return 6.6 + q + r / 2, 5.7 + r * 3**0.5 / 2


def picture(state, last_move):
    """Pieces are filled, the fields of a home are ringed in the colour of its owner; a last move has a halo."""
    owners = _owners(state)
    players = int(state[PLAYERS])
    drawn = Picture(13, 11.4)
    for field in COORDINATES:
        for step in AXES:
            beside = (field[0] + step[0], field[1] + step[1])
            if beside in NUMBER:
                drawn.line(*_place(field), *_place(beside))
    for number, field in enumerate(COORDINATES):
        x, y = _place(field)
        if last_move is not None and number in divmod(last_move, FIELDS):
            drawn.circle(x, y, 0.49, fill="#FFD97A", stroke=LINES)
        home = int(HOME_OWNER[players, number])
        drawn.circle(x, y, 0.4, fill=BOARD, stroke=LINES if home < 0 else INK)
        if home >= 0:
            drawn.circle(x, y, 0.33, stroke=PLAYER_COLOURS[home], stroke_width=0.12)
        if number in owners:
            drawn.circle(x, y, 0.4, fill=PLAYER_COLOURS[owners[number]])
    for i, row in enumerate(_ROWS):
        x, y = _place(row[0])
        drawn.text(x - 0.75, y, chr(97 + i))
    return drawn


def check(array):
    players = int(array[PLAYERS])
    words = [int(word) & WORD for word in array[EVERYBODY:]]
    everybody, *boards = [words[i] | words[i + 1] << 64 for i in range(0, len(words), 2)]
    star = int(ALL_WORDS[0]) | int(ALL_WORDS[1]) << 64
    together = 0
    for player, board in enumerate(boards):
        if board & ~star:
            return f"player {player} has a piece off the star."
        if board.bit_count() != (PIECES if player < players else 0):
            return f"player {player} has {board.bit_count()} pieces; each of the {players} players has {PIECES}."
        if together & board:
            return "two players share a field."
        together |= board
    if everybody != together:
        return "the board of all pieces is not the union of the players' boards."
    homes = [int(low) | int(high) << 64 for low, high in ARM_WORDS[HOME_ARM[players, :players]]]
    winners = [1 + p for p, home in enumerate(homes) if not home & ~everybody and home & boards[p]]
    if [int(array[WINNER])] != (winners or [0]) or bool(array[OVER]) != bool(winners):
        owner = f"player {winners[0] - 1}" if winners else "nobody"
        return f"a game is over, and 1 + player has won, exactly when his home is full; here it is that of {owner}."
    return None


DEFINITION = GameDefinition(
    name="chinese_checkers",
    title="Chinese Checkers",
    player_counts=tuple(SEATS),
    num_moves=FIELDS * FIELDS,
    max_moves=PIECES * (6 + CLASS_SIZE - 1),  # six steps, and jumps to all other fields of the class
    state_size=OWN + 2 * MAX_PLAYERS,
    max_plies=CAP,
    setup=setup,
    legal=legal,
    apply=apply,
    scores=scores,
    move_value=move_value,
    best_moves=best_moves,
    valued_moves=valued_moves,
    evaluate=evaluate,
    build_table=load_table,
    normalised_evaluation=False,  # max^n plays better without (nijssen2013, section 4.3.2)
    move_name=move_name,
    describe=describe,
    picture=picture,
    check=check,
)
