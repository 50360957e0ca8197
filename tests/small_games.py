"""Tiny games for tests, written as a user would write them."""

import numpy as np

from mctslib import HEADER, OVER, PLAYERS, TO_MOVE, define_game
from mctslib.games.base import ANY_WORLD
from mctslib.rng import below

PILE = HEADER
LAST = HEADER + 1


def _setup(state, players, rng):
    state[PILE] = 7


def _legal(state, player, moves):
    n = min(state[PILE], 3)
    for i in range(n):
        moves[i] = i
    return n


def _apply(state, player, move):
    state[PILE] -= move + 1
    state[LAST] = player
    state[TO_MOVE] = (player + 1) % state[PLAYERS]
    if state[PILE] == 0:
        state[OVER] = 1


def _last_wins(state, out):
    for player in range(state[PLAYERS]):
        out[player] = 1.0 if player == state[LAST] else 0.0


def _last_loses(state, out):
    for player in range(state[PLAYERS]):
        out[player] = 0.0 if player == state[LAST] else 1.0 / (state[PLAYERS] - 1)


def nim(name="nim", players=3, misere=False, **options):
    """Take one to three from a pile of seven; who takes the last wins, or in the misère game loses to all others.

    Options are further fields of the game.
    """
    return define_game(
        name,
        players=players,
        num_moves=3,
        board_words=2,
        max_plies=20,
        setup=_setup,
        legal=_legal,
        apply=_apply,
        scores=_last_loses if misere else _last_wins,
        **options,
    )


def lines_of(rows, columns, k):
    """The straight lines of k cells of a board, each as a mask; cell = row * columns + column."""
    lines = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
                    lines.append(sum(1 << (r * columns + c) for r, c in cells))
    return lines


def mnk(rows, columns, k, players, name=None, **options):
    """k in a row on a small board; a full board is shared by all. One word of stones for each player."""
    cells = rows * columns
    lines = np.array(lines_of(rows, columns, k))
    stones, winner = HEADER, HEADER + players

    def setup(state, players, rng):
        pass

    def legal(state, player, moves):
        taken = 0
        for other in range(players):
            taken |= state[stones + other]
        n = 0
        for cell in range(cells):
            if not (taken >> cell) & 1:
                moves[n] = cell
                n += 1
        return n

    def apply(state, player, move):
        state[stones + player] |= 1 << move
        state[TO_MOVE] = (player + 1) % players
        taken = 0
        for other in range(players):
            taken |= state[stones + other]
        if taken == (1 << cells) - 1:
            state[OVER] = 1
        for line in lines:
            if state[stones + player] & line == line:
                state[OVER] = 1
                state[winner] = player + 1

    def scores(state, out):
        for player in range(players):
            if state[winner] == 0:
                out[player] = 1.0 / players
            else:
                out[player] = 1.0 if state[winner] == player + 1 else 0.0

    return define_game(
        name or f"mnk_{rows}_{columns}_{k}_{players}",
        players=players,
        num_moves=cells,
        board_words=players + 1,
        max_plies=cells,
        setup=setup,
        legal=legal,
        apply=apply,
        scores=scores,
        **options,
    )


CARD = HEADER  # 1, 2 or 3, held by player 0; 0 = face down
GUESS = HEADER + 1


def _deal(state, players, rng):
    state[CARD] = 1 + below(rng, 3)
    state[TO_MOVE] = 1


def _guesses(state, player, moves):
    for i in range(3):
        moves[i] = i
    return 3 if player == 1 else 0


def _guess(state, player, move):
    state[GUESS] = move + 1
    state[OVER] = 1


def _right_guess_wins(state, out):
    out[1] = 1.0 if state[GUESS] == state[CARD] else 0.0
    out[0] = 1.0 - out[1]


def _draw_card(state, observer, world, rng):
    if observer == 1:
        state[CARD] = 1 + (below(rng, 3) if world == ANY_WORLD else world)


def _three_cards(state, observer, out):
    out[0] = state[CARD] - 1
    for i in range(3 if observer == 1 else 0):
        out[i] = i
    return 3 if observer == 1 else 1


def _turn_face_down(state, observer):
    if observer == 1:
        state[CARD] = 0


def hidden_card(name="hidden_card", **changes):
    """Player 1 guesses the card of player 0: the smallest game with hidden information."""
    options = {
        "players": 2,
        "num_moves": 3,
        "board_words": 2,
        "max_plies": 1,
        "setup": _deal,
        "legal": _guesses,
        "apply": _guess,
        "scores": _right_guess_wins,
        "determinize": _draw_card,
        "worlds": _three_cards,
        "max_worlds": 3,
        "conceal": _turn_face_down,
    }
    return define_game(name, **(options | changes))
