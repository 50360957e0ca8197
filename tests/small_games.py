"""Tiny games for tests, written as a user would write them."""

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


def nim(name="nim", players=3):
    """Take one to three from a pile of seven; who takes the last wins."""
    return define_game(
        name,
        players=players,
        num_moves=3,
        board_words=2,
        max_plies=10,
        setup=_setup,
        legal=_legal,
        apply=_apply,
        scores=_last_wins,
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
