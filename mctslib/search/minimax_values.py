"""What a position is worth to the minimax family: results of finished games, evaluations, and the random term.

There are two scales. **Plain**: the game's evaluator as it is; a finished game lies far outside the evaluator's range.
**Shares** (max^n with shallow pruning): the evaluations of all players divided by their sum, negative ones counting as
0 and all-zero ones as equal shares; a finished game counts with its scores. Shares are at least 0 and sum to 1, which
is what shallow pruning needs (nijssen2013, section 2.3.1).

On both scales a result moves towards the equal share by a trifle per ply, so a win is preferred the nearer and a loss
the farther it is. Evaluated shares keep a margin, so that every win is above and every loss below every evaluation.
"""

import numpy as np

from mctslib.compiling import helper
from mctslib.games.base import PLAYERS, PLY
from mctslib.rng import split_mix

DEEPEST = 64  # plies of the longest line that a search can look at
WIN = 2.0**40  # size of results on the plain scale; evaluations must stay well below
PER_PLY = 2.0**-20
MARGIN = 2.0**-10  # more than DEEPEST * PER_PLY

# The hash of a position adds up one term per word. Each place has its own odd multipliers, as each square has its own
# random numbers in Zobrist (1970); unlike there, a word of the state counts as a whole.
_FIRST, _FIRST_STEP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x3C6EF372FE94F82A)
_SECOND, _SECOND_STEP = np.uint64(0xD1B54A32D192ED03), np.uint64(0x8CB92BA72F3D8DD6)
_HALF = np.uint64(32)


@helper
def hash_position(state):
    """64 bits that tell positions apart, whatever the ply. Its terms do not wait for one another (unlike
    `position_hash`), which makes it several times as fast."""
    total = np.uint64(0)
    first, second = _FIRST, _SECOND
    for i in range(len(state)):
        if i != PLY:
            term = np.uint64(state[i]) * first
            total += (term ^ (term >> _HALF)) * second
        first += _FIRST_STEP
        second += _SECOND_STEP
    return split_mix(total)


@helper
def result_value(score, ply, players, shares):
    """The value of a score in [0, 1] in a game that is over `ply` plies after the root."""
    equal = 1.0 / players
    value = (score - equal) * (1.0 - ply * PER_PLY)
    return equal + value if shares else WIN * value


@helper
def is_win(value, players, shares):
    """Whether a value can only come from games that its player wins alone."""
    return value >= result_value(1.0, DEEPEST, players, shares)


@helper
def is_loss(value, players, shares):
    return value <= result_value(0.0, DEEPEST, players, shares)


@helper
def result_values(rules, state, ply, shares, out):
    """Every player's value of a finished game."""
    rules.scores(state, out)
    for player in range(len(out)):
        out[player] = result_value(out[player], ply, len(out), shares)


@helper
def _random_term(key, player, noise):
    """Between 0 and `noise`; the same whenever the search meets the position."""
    word = split_mix(key + np.uint64(player))
    return noise * np.float64(word >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@helper
def evaluation(rules, state, player, evaluator_table, noise, seed):
    """The evaluator's value for one player, with the random term."""
    value = rules.evaluate(state, player, evaluator_table)
    if noise > 0.0:
        value += _random_term(hash_position(state) ^ seed, player, noise)
    return value


@helper
def evaluations(rules, state, evaluator_table, noise, seed, shares, out):
    """The same for every player, as shares if asked for."""
    players = state[PLAYERS]
    key = hash_position(state) ^ seed if noise > 0.0 else seed
    total = 0.0
    for player in range(players):
        out[player] = rules.evaluate(state, player, evaluator_table)
        if noise > 0.0:
            out[player] += _random_term(key, player, noise)
        if shares:
            out[player] = max(out[player], 0.0)
            total += out[player]
    if shares:
        equal = 1.0 / players
        for player in range(players):
            share = out[player] / total if total > 0.0 else equal
            out[player] = equal + (share - equal) * (1.0 - MARGIN)
