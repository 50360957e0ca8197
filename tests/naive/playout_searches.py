"""The searches of playouts in plain Python: no pruning, no killers, nothing used again (nijssen2013, section 6.2)."""

import numpy as np

from mctslib.games.base import _PLAY
from mctslib.search.playout_searches import FINISHED, tie_salt, tie_word


def after(state, player, move):
    """The position after a move of any player, whoever's turn it is; who cannot move then passes."""
    array = state.array.copy()
    state.game._query(_PLAY, array, player, move)
    return state.game.state_from_trusted(array)


def value(state, player):
    return FINISHED * (2 * state.scores[player] - 1) if state.is_over else state.evaluate()[player]


def k_best(state, players, k, word):
    """The k best moves of some players in total, as (player, move): by static value, then by the playout's word."""
    salt = np.uint64(tie_salt(np.uint64(word), np.uint64(state.ply)))
    moves = [(player, move) for player in players for move in state.legal_moves(player)]

    def order(entry):
        player, move = entry
        tie = int(tie_word(salt, player * state.game.num_moves + move))
        return -state.move_value(move, player), -tie

    return sorted(moves, key=order)[:k]


def values(state, search, k, word):
    """The value of each of the k best moves of the player to move, by "one_ply", "maxn", "paranoid" or "brs"."""
    player = state.to_move
    return {
        move: _value_of(after(state, player, move), player, search, k, word)
        for _, move in k_best(state, [player], k, word)
    }


def _value_of(child, player, search, k, word):
    if child.is_over or search == "one_ply" or child.to_move == player:
        return value(child, player)
    repliers = [child.to_move]
    if search == "brs":
        repliers = [other for other in range(child.game.players) if other != player]
    leaves = [(replier, after(child, replier, move)) for replier, move in k_best(child, repliers, k, word)]
    if search == "maxn":
        _, chosen = max(leaves, key=lambda pair: value(pair[1], pair[0]))  # the first of several
        return value(chosen, player)
    return min(value(leaf, player) for _, leaf in leaves)
