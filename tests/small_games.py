"""Tiny games for tests, written as a user would write them."""

from mctslib import HEADER, OVER, PLAYERS, TO_MOVE, define_game

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


def nim(name="nim", players=3, **options):
    """Take one to three from a pile of seven; who takes the last wins. Options are further fields of the game."""
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
        **options,
    )
