"""Small searches that choose the moves of a playout: one-ply, and two-ply max^n, paranoid and BRS (nijssen2013, 6.2).

Only the k best moves by the static move ordering are looked at, at either ply (BRS: k in total at the second, over all
opponents), and the board evaluator values the leaves; a finished game counts exactly. Paranoid and BRS prune by
alpha-beta and try two killer moves first: the last two that were best or cut off, kept by ply of the game and by depth
from one simulation to the next. The list of moves at the second ply is used again when its node becomes the root of
the next search, as section 6.2.4 describes; for BRS it holds the next player's moves only.

Neither killers nor reuse nor pruning change what is chosen, ties apart. Moves of equal static value are ordered by a
hash under a random word that is drawn once per playout, so no move is preferred for its number.

The search is compiled on its own, when a player first asks for it: the MCTS kernel calls it through a pointer.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cfunc, types

from mctslib.compiling import announced, array_type, compile_cached, helper
from mctslib.games.base import (
    MOVES,
    OVER,
    PASS,
    PLY,
    RULES,
    STATE,
    TABLE,
    TO_MOVE,
    VALUES,
    copy_state,
    greedy_moves,
    make_move,
    valued_moves,
)
from mctslib.rng import split_mix
from mctslib.search import parameters as p

DEPTHS = 2
KILLERS = 2
NO_ENTRY = -1
FINISHED = 1e9  # a win counts more than any evaluation, a loss less

ROOT_LIST, REPLY_LIST, OWN_LIST, KEPT_LIST = range(4)
CHILD, LEAF = range(2)
SALT, KEPT_COUNT, KEPT_PLY, KEPT_PLAYER = range(4)


class Buffers(NamedTuple):
    """What a search in a playout writes into. An entry is player * num_moves + move."""

    table: Any  # the evaluator's
    states: Any  # int64[2, state_size]: after the first move, and after the second
    moves: Any  # int64[max_moves]
    values: Any  # float64[max_moves]: their static values
    entries: Any  # int64[4, k]: lists of the best moves, best first
    ranks: Any  # float64[k]: static values of the list that is being made
    ties: Any  # uint64[k]: and what orders moves of equal value
    result: Any  # float64[players]
    killers: Any  # int64[plies, DEPTHS, KILLERS]
    memory: Any  # int64: the random word of this playout; size, ply and player of the kept list


BUFFERS = types.NamedTuple(
    (
        TABLE,
        array_type(types.int64, 2),
        MOVES,
        VALUES,
        array_type(types.int64, 2),
        VALUES,
        array_type(types.uint64),
        VALUES,
        array_type(types.int64, 3),
        array_type(types.int64),
    ),
    Buffers,
)
CHOOSE = types.int64(RULES, STATE, types.int64, types.int64, VALUES, BUFFERS)


class Searcher(NamedTuple):
    """The search and its buffers, as the kernels receive them."""

    choose: Any  # see `CHOOSE`
    buffers: Any


SEARCHER = types.NamedTuple((types.FunctionType(CHOOSE), BUFFERS), Searcher)


def new_buffers(game, k, table):
    """Buffers for a game; `k` is the breadth of the search."""
    return Buffers(
        table=table,
        states=np.empty((2, game.state_size), np.int64),
        moves=np.empty(game.max_moves, np.int64),
        values=np.empty(game.max_moves, np.float64),
        entries=np.empty((4, k), np.int64),
        ranks=np.empty(k, np.float64),
        ties=np.empty(k, np.uint64),
        result=np.empty(game.players, np.float64),
        killers=np.full((2 * game.max_plies + 2, DEPTHS, KILLERS), NO_ENTRY, np.int64),
        memory=np.zeros(4, np.int64),
    )


# --------------------------------------------------------------------------------------- the k best moves, in order


@helper
def tie_salt(word, ply):
    """What mixes up the moves of one ply of one playout."""
    return split_mix(np.uint64(word) + np.uint64(ply))


@helper
def tie_word(salt, entry):
    """Orders moves of equal static value: the highest first."""
    return (np.uint64(entry) + salt) * np.uint64(0x9E3779B97F4A7C15)


@helper
def enter_moves(state, player, n, into, count, num_moves, k, work):
    """Enter n moves of a player (from `moves`) into a list of the k best that holds `count`. Returns the new count.

    A move sinks through the list, each place keeping the better of two: no branches that a processor guesses wrong.
    """
    entries, ranks, ties = work.entries[into], work.ranks, work.ties
    salt = tie_salt(work.memory[SALT], state[PLY])
    for at in range(count, k):
        ranks[at] = -np.inf
    for i in range(n):
        rank = work.values[i]
        if rank < ranks[k - 1]:
            continue
        entry = player * num_moves + work.moves[i]
        tie = tie_word(salt, entry)
        if rank == ranks[k - 1] and tie < ties[k - 1]:
            continue
        for at in range(k):
            other_rank, other_tie, other = ranks[at], ties[at], entries[at]
            better = (rank > other_rank) | ((rank == other_rank) & (tie > other_tie))
            ranks[at] = rank if better else other_rank
            ties[at] = tie if better else other_tie
            entries[at] = entry if better else other
            rank = other_rank if better else rank
            tie = other_tie if better else tie
            entry = other if better else entry
    return min(k, count + n)


@helper
def enter_all(rules, state, player, into, count, num_moves, k, work):
    """Enter all moves of a player."""
    n = valued_moves(rules, state, player, work.moves, work.values)
    return enter_moves(state, player, n, into, count, num_moves, k, work)


@helper
def copy_list(source, target, count, work):
    for i in range(count):
        work.entries[target, i] = work.entries[source, i]


@helper
def list_best_replies(rules, child, last, num_moves, k, work):
    """List the k best replies of the player to move and of those after him up to `last`, in total.

    Returns (replies, replies of the player to move); these are also listed by themselves.
    """
    player = child[TO_MOVE]
    own = enter_all(rules, child, player, REPLY_LIST, 0, num_moves, k, work)
    copy_list(REPLY_LIST, OWN_LIST, own, work)
    count = own
    while player != last:
        player = (player + 1) % len(work.result)
        count = enter_all(rules, child, player, REPLY_LIST, count, num_moves, k, work)
    return count, own


# ------------------------------------------------------------------------------------------------------ killer moves


@helper
def entry_at(turn, into, count, killers, work):
    """The moves of a list, killers first: two turns for the killers, then one for each move.

    NO_ENTRY where a killer is not in the list, and in the place of a move that had its turn as a killer.
    """
    if turn < KILLERS:
        killer = killers[turn]
        for i in range(count):
            if work.entries[into, i] == killer:
                return killer
        return NO_ENTRY
    entry = work.entries[into, turn - KILLERS]
    return NO_ENTRY if entry == killers[0] or entry == killers[1] else entry


@helper
def remember_killer(killers, entry):
    """A move was best, or cut off."""
    if killers[0] != entry:
        killers[1] = killers[0]
        killers[0] = entry


# ------------------------------------------------------------------------------------------------------- the searches


@helper
def leaf_value(rules, state, player, work):
    if state[OVER] != 0:
        rules.scores(state, work.result)
        return FINISHED * (2.0 * work.result[player] - 1.0)
    return rules.evaluate(state, player, work.table)


@helper
def value_after(rules, entry, num_moves, player, work):
    """The value for `player` of the position after the child and a reply."""
    leaf = work.states[LEAF]
    copy_state(work.states[CHILD], leaf)
    replier, move = 0, entry
    while move >= num_moves:  # quicker than a division
        move -= num_moves
        replier += 1
    make_move(rules, leaf, replier, move)
    return leaf_value(rules, leaf, player, work)


@helper
def pass_to_replier(rules, child, player, moves):
    """Let players pass until somebody else than `player` can move. Returns the number of his best moves (in `moves`).

    0 = there is no reply.
    """
    while child[OVER] == 0 and child[TO_MOVE] != player:
        n = greedy_moves(rules, child, child[TO_MOVE], moves)
        if n > 0:
            return n
        rules.apply(child, child[TO_MOVE], PASS)
    return 0


@helper
def value_of_maxn(rules, child, player, num_moves, k, work):
    """The next player takes the reply that is best for himself (6.2.1).

    Returns (value for `player`, replies of the next player that are listed).
    """
    count = 0
    while child[OVER] == 0 and child[TO_MOVE] != player:
        count = enter_all(rules, child, child[TO_MOVE], OWN_LIST, 0, num_moves, k, work)
        if count > 0:
            break
        rules.apply(child, child[TO_MOVE], PASS)
    if count == 0:
        return leaf_value(rules, child, player, work), 0
    replier = child[TO_MOVE]
    value, best = 0.0, -np.inf
    for i in range(count):
        own = value_after(rules, work.entries[OWN_LIST, i], num_moves, replier, work)
        if own > best:
            best = own
            value = leaf_value(rules, work.states[LEAF], player, work)
    return value, count


@helper
def first_reply(rules, child, n, last, num_moves, k, killers, work):
    """The reply to try first: a killer if one is among those of the highest static value, otherwise the first of these.

    n best moves of the player to move are in `moves` already; players after him up to `last` may reply too (BRS).
    """
    player = child[TO_MOVE]
    salt = tie_salt(work.memory[SALT], child[PLY])
    first, first_tie, killer = NO_ENTRY, np.uint64(0), NO_ENTRY
    highest, equal = -np.inf, 0
    while True:
        if n > 0:
            rank = rules.move_value(child, player, work.moves[0])
            if rank > highest:
                first, killer = NO_ENTRY, NO_ENTRY
                highest, equal = rank, 0
            if rank == highest:
                equal += n
                for i in range(n):
                    entry = player * num_moves + work.moves[i]
                    tie = tie_word(salt, entry)
                    if first == NO_ENTRY or tie > first_tie:
                        first, first_tie = entry, tie
                    if entry == killers[0] or (entry == killers[1] and killer == NO_ENTRY):
                        killer = entry
        if player == last:
            break
        player = (player + 1) % len(work.result)
        n = greedy_moves(rules, child, player, work.moves)
    return killer if killer != NO_ENTRY and equal <= k else first  # of more than k, some are not among the k best


@helper
def lowest_reply(rules, player, count, value, alpha, tried, num_moves, killers, work):
    """The lowest value for `player` after the listed replies; enough when it is not above alpha.

    `tried` has been looked at and gave `value`.
    """
    best = tried
    for turn in range(KILLERS + count):
        entry = entry_at(turn, REPLY_LIST, count, killers, work)
        if entry in (NO_ENTRY, tried):
            continue
        found = value_after(rules, entry, num_moves, player, work)
        if found < value:
            value, best = found, entry
            if value <= alpha:
                break
    remember_killer(killers, best)
    return value


@helper
def value_of_minimum(rules, child, player, brs, alpha, num_moves, k, killers, work):
    """The reply that is worst for `player`: of the next player (paranoid, 6.2.2) or of any opponent (BRS, 6.2.3).

    Returns (value, replies of the next player that are listed). A value not above alpha is a bound: often the first
    reply is enough for that, and then the others are not listed.
    """
    n = pass_to_replier(rules, child, player, work.moves)
    if n == 0:
        return leaf_value(rules, child, player, work), 0
    players = len(work.result)
    last = (player + players - 1) % players if brs else child[TO_MOVE]
    first = first_reply(rules, child, n, last, num_moves, k, killers, work)
    value = value_after(rules, first, num_moves, player, work)
    if value <= alpha:
        remember_killer(killers, first)
        return value, 0
    count, own = list_best_replies(rules, child, last, num_moves, k, work)
    return lowest_reply(rules, player, count, value, alpha, first, num_moves, killers, work), own


@helper
def list_root_moves(rules, state, player, num_moves, k, work):
    """The k best moves: those that the last search listed if it looked at this position, otherwise a new list."""
    memory = work.memory
    if memory[KEPT_COUNT] > 0 and memory[KEPT_PLY] == state[PLY] and memory[KEPT_PLAYER] == player:
        copy_list(KEPT_LIST, ROOT_LIST, memory[KEPT_COUNT], work)
        return memory[KEPT_COUNT]
    return enter_all(rules, state, player, ROOT_LIST, 0, num_moves, k, work)


@helper
def keep_replies(child, count, work):
    """The position is the best so far: its list of replies is what the next search begins with."""
    copy_list(OWN_LIST, KEPT_LIST, count, work)
    work.memory[KEPT_COUNT] = count
    work.memory[KEPT_PLY] = child[PLY]
    work.memory[KEPT_PLAYER] = child[TO_MOVE]


def choose_move(rules, state, player, num_moves, parameters, work):
    """The move that a search-based playout makes, or PASS."""
    kind = parameters[p.PLAYOUT]
    k = np.int64(parameters[p.BREADTH])
    count = list_root_moves(rules, state, player, num_moves, k, work)
    if count == 0:
        return PASS
    work.memory[KEPT_COUNT] = 0
    pruning = kind == p.TWO_PLY_PARANOID or kind == p.TWO_PLY_BRS
    killers = work.killers[min(state[PLY], len(work.killers) - 1)]
    child = work.states[CHILD]
    best, best_value = NO_ENTRY, -np.inf
    for turn in range(0 if pruning else KILLERS, KILLERS + count):
        entry = entry_at(turn, ROOT_LIST, count, killers[0], work)
        if entry == NO_ENTRY:
            continue
        copy_state(state, child)
        make_move(rules, child, player, entry - player * num_moves)
        replies = 0
        if kind == p.ONE_PLY:
            value = leaf_value(rules, child, player, work)
        elif pruning:
            value, replies = value_of_minimum(
                rules, child, player, kind == p.TWO_PLY_BRS, best_value, num_moves, k, killers[1], work
            )
        else:
            value, replies = value_of_maxn(rules, child, player, num_moves, k, work)
        if value > best_value:
            best, best_value = entry, value
            keep_replies(child, replies, work)
            if value >= FINISHED:
                break
    if pruning:
        remember_killer(killers[0], best)
    return best - player * num_moves


def choose_nothing(rules, state, player, num_moves, parameters, work):
    """Stands in for the search of players whose playouts need none."""
    return PASS


@cache
def _compiled(function):
    with announced(f"{function.__module__}.{function.__name__}"):
        return compile_cached(cfunc, CHOOSE, function, _nrt=False)


@cache
def no_searcher():
    """For playouts that do not search: nothing is compiled, no table is loaded."""
    empty = {
        name: np.empty((0,) * kind.ndim, kind.dtype.name) for name, kind in zip(Buffers._fields, BUFFERS, strict=True)
    }
    return Searcher(_compiled(choose_nothing), Buffers(**empty))


def new_searcher(game, k):
    """The compiled search, with buffers for a game. Loads the evaluator's table."""
    return Searcher(_compiled(choose_move), new_buffers(game, k, game.load_table()))
