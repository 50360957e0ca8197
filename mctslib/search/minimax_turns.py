"""Whose turn it is in a search tree, which of his moves are considered, and on which side he is."""

from mctslib.compiling import helper
from mctslib.games.base import OVER, PASS, TO_MOVE, filtered_moves


@helper
def helps_root(plan, player):
    """Whether a player wins together with the root player (or is he): such players maximise, all others minimise."""
    return plan.sides[player] == plan.sides[plan.root_player]


@helper
def skip_partners(plan, state):
    """Tree reduction (nijssen2013, section 7.3.2): of the root player's side only he himself moves."""
    if plan.partners_wait:
        while state[TO_MOVE] != plan.root_player and helps_root(plan, state[TO_MOVE]):
            state[TO_MOVE] = (state[TO_MOVE] + 1) % plan.players


@helper
def considered_moves(rules, plan, state, player, moves, at_root):
    """Write the moves of a player that the search looks at; returns their number, 0 = he must pass."""
    if plan.filter_moves:
        return filtered_moves(rules, state, player, moves, at_root)
    return rules.legal(state, player, moves)


@helper
def moves_in_turn(rules, plan, state, moves, at_root):
    """Let players pass until somebody can move. Writes his moves and returns their number; 0 = the game is over."""
    while state[OVER] == 0:
        n = considered_moves(rules, plan, state, state[TO_MOVE], moves, at_root)
        if n > 0:
            return n
        rules.apply(state, state[TO_MOVE], PASS)
        skip_partners(plan, state)
    return 0
