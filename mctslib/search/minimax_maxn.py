"""max^n with shallow pruning (nijssen2013, Algorithm 2.4): everybody maximises his own value.

Ties: of two moves that are equally good for the mover he makes the one that is worse for the root player (the paranoid
tie-breaker of section 2.3.1), then the one that is worse for player 0, for player 1, and so on. So the value of a node
does not depend on the order in which its moves are searched. Shallow pruning cuts only what is strictly worse for the
player above, for the same reason.

With a *target* the root player instead makes the move that is worst for the target, and of equal ones his best: the
directed offensive of MP-Mix (Zuckerman, Felner and Kraus 2009). Nothing is pruned then.
"""

from mctslib.compiling import helper
from mctslib.games.base import OVER, TO_MOVE, copy_state, make_move
from mctslib.search.minimax_plan import CUTOFFS, EVALUATED, NO_TARGET, NODES, TABLE_HITS
from mctslib.search.minimax_stack import (
    AT_THE_START,
    add_moves,
    current_move,
    next_move,
    open_frame,
    put_special_moves_first,
)
from mctslib.search.minimax_table import BOUND, EXACT, LOWER, MOVE, NO_MOVE, VALUE, claim, find, is_current
from mctslib.search.minimax_turns import moves_in_turn
from mctslib.search.minimax_values import evaluations, hash_position, is_win, result_value, result_values

_ROUNDING = 1e-9  # shares sum to 1 up to rounding; far below the differences between them


@helper
def better(values, best, mover, root_player, target):
    """Whether the mover prefers one vector of values to another (see above)."""
    if target != NO_TARGET and mover == root_player and values[target] != best[target]:
        return values[target] < best[target]
    if values[mover] != best[mover]:
        return values[mover] > best[mover]
    if values[root_player] != best[root_player]:
        return values[root_player] < best[root_player]
    for player in range(len(values)):
        if values[player] != best[player]:
            return values[player] < best[player]
    return False


@helper
def open_maxn_node(rules, plan, stack, table, ply, report):
    """Prepare a node for search. False if its values are known without; they are then in `stack.best`."""
    open_frame(stack, ply)
    hint = plan.first_move if ply == 0 else NO_MOVE
    state = stack.states[ply]
    if plan.use_table and ply > 0:
        stack.key[ply] = hash_position(state)
        row, found = find(table, stack.key[ply], plan.first_iteration)
        if found:
            hint = table.words[row, MOVE]
            if table.words[row, BOUND] == EXACT and is_current(table, row, plan.depth - ply):
                report[TABLE_HITS] += 1
                for player in range(plan.players):
                    stack.best[ply, player] = table.values[row, VALUE + player]
                return False
    n = moves_in_turn(rules, plan, state, stack.moves[stack.first[ply] :], ply == 0)
    if n == 0:
        result_values(rules, state, ply, plan.shares, stack.best[ply])
        return False
    stack.mover[ply] = state[TO_MOVE]
    add_moves(rules, stack, ply, state, state[TO_MOVE], n, plan.num_moves, False)
    put_special_moves_first(stack, ply, hint, False)
    return True


@helper
def _can_be_cut(plan, stack, ply):
    """Shallow pruning: the mover already has so much that the player above prefers another move."""
    if not plan.shares or plan.target != NO_TARGET or ply == 0:
        return False
    if stack.best_move[ply] == NO_MOVE or stack.best_move[ply - 1] == NO_MOVE:
        return False
    mover, above = stack.mover[ply], stack.mover[ply - 1]
    return mover != above and stack.best[ply, mover] > 1.0 - stack.best[ply - 1, above] + _ROUNDING


@helper
def _take_values(plan, stack, ply, values):
    """The move being searched has values: keep them if the mover prefers them."""
    mover = stack.mover[ply]
    best = stack.best[ply]
    if stack.best_move[ply] == NO_MOVE or better(values, best, mover, plan.root_player, plan.target):
        stack.best_move[ply] = current_move(stack, ply)
        for player in range(plan.players):
            best[player] = values[player]


@helper
def _nothing_is_better(plan, stack, ply):
    """The mover wins by this very move."""
    if stack.best_move[ply] == NO_MOVE or plan.target != NO_TARGET:
        return False
    return stack.best[ply, stack.mover[ply]] >= result_value(1.0, ply + 1, plan.players, plan.shares)


@helper
def _close_maxn_node(plan, stack, table, ply, cut, report):
    report[CUTOFFS] += cut
    if plan.use_table and ply > 0:
        bound = LOWER if cut else EXACT
        row = claim(table, stack.key[ply], plan.first_iteration, plan.depth - ply, bound, stack.best_move[ply])
        if row >= 0:
            for player in range(plan.players):
                table.values[row, VALUE + player] = stack.best[ply, player]


@helper
def search_maxn(rules, evaluator_table, plan, stack, table, node_limit, report):
    """Search on until the iteration is finished (True) or `node_limit` nodes have been made in all (False)."""
    ply = stack.cursor[0]
    entering = ply == AT_THE_START
    if entering:
        ply = 0
    while True:
        if entering:
            entering = False
            if open_maxn_node(rules, plan, stack, table, ply, report):
                continue
            ply -= 1
        else:
            done = stack.tried[ply] == stack.count[ply] or _nothing_is_better(plan, stack, ply)
            cut = not done and _can_be_cut(plan, stack, ply)
            if done or cut:
                _close_maxn_node(plan, stack, table, ply, cut, report)
                if ply == 0:
                    return True
                ply -= 1
            else:
                if report[NODES] >= node_limit:
                    stack.cursor[0] = ply
                    return False
                coded = next_move(stack, ply)
                state = stack.states[ply + 1]
                copy_state(stack.states[ply], state)
                make_move(rules, state, stack.mover[ply], coded - stack.mover[ply] * plan.num_moves)
                report[NODES] += 1
                if state[OVER] != 0:
                    result_values(rules, state, ply + 1, plan.shares, stack.best[ply + 1])
                elif ply + 1 == plan.depth:
                    report[EVALUATED] += 1
                    evaluations(rules, state, evaluator_table, plan.noise, plan.seed, plan.shares, stack.best[ply + 1])
                else:
                    ply += 1
                    entering = True
                    continue
        _take_values(plan, stack, ply, stack.best[ply + 1])


@helper
def is_decided(plan, values):
    """Whether deeper iterations cannot change the root player's value."""
    return plan.target == NO_TARGET and is_win(values[plan.root_player], plan.players, plan.shares)
