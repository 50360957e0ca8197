"""Alpha-beta search for one player against all others: paranoid, Best-Reply Search, BRS+ and expectimax.

Values are the root player's; he and the players of his side maximise, everybody else minimises (nijssen2013, Algorithms
2.2, 2.3 and 2.5). In a paranoid tree the players move in turn. In BRS one layer holds the moves of all opponents and
one of them moves, the others skip (section 2.3.3); in BRS+ the others play their best move by the static ordering
(Esser et al. 2013). Expectimax is a paranoid tree with a chance layer below the root's moves (see `expectimax`).

The search is a loop over an explicit stack: it can be paused after any node, and nothing is allocated.
"""

import numpy as np

from mctslib.compiling import helper
from mctslib.games.base import OVER, PASS, TO_MOVE, copy_state, greedy_moves, make_move, side_value
from mctslib.search.expectimax import make_next_world, mean_over_worlds, open_root, worlds_are_left
from mctslib.search.minimax_plan import BRS, BRS_PLUS, CUTOFFS, EVALUATED, NODES, PARANOID, TABLE_HITS
from mctslib.search.minimax_stack import (
    AT_THE_START,
    add_moves,
    current_move,
    next_move,
    open_frame,
    put_special_moves_first,
    remember_cutoff,
)
from mctslib.search.minimax_table import BOUND, EXACT, LOWER, MOVE, NO_MOVE, UPPER, VALUE, claim, find, is_current
from mctslib.search.minimax_turns import considered_moves, helps_root, moves_in_turn, skip_partners
from mctslib.search.minimax_values import evaluation, evaluations, hash_position, result_value


@helper
def finished_value(rules, plan, stack, ply):
    """The root player's value of a finished game: a win of his side is his."""
    rules.scores(stack.states[ply], stack.values)
    score = side_value(stack.values, plan.sides, plan.root_player, 0.0)
    return result_value(score, ply, plan.players, plan.shares)


@helper
def leaf_value(rules, evaluator_table, plan, stack, ply):
    """The root player's value of a position that is not searched further."""
    state = stack.states[ply]
    if state[OVER] != 0:
        return finished_value(rules, plan, stack, ply)
    if plan.shares:
        evaluations(rules, state, evaluator_table, plan.noise, plan.seed, True, stack.values)
        return stack.values[plan.root_player]
    return evaluation(rules, state, plan.root_player, evaluator_table, plan.noise, plan.seed)


@helper
def _reply_statically(rules, state, player, moves):
    """Let a player make his best move by the static ordering, or pass."""
    if greedy_moves(rules, state, player, moves) > 0:
        make_move(rules, state, player, moves[0])
    else:
        rules.apply(state, player, PASS)


@helper
def _add_moves_of_opponents(rules, plan, stack, ply):
    """The layer of BRS: every opponent's moves, in turn order from the root player."""
    for step in range(1, plan.players):
        opponent = (plan.root_player + step) % plan.players
        state = stack.states[ply]
        if plan.policy == BRS_PLUS:
            state = stack.replies[ply * plan.players + opponent]
            previous = stack.states[ply]
            if step > 1:
                previous = stack.replies[ply * plan.players + (plan.root_player + step - 1) % plan.players]
            copy_state(previous, state)
            behind = stack.moves[stack.first[ply] + stack.count[ply] :]
            if step > 1:
                _reply_statically(rules, state, (opponent - 1) % plan.players, behind)
            if state[OVER] != 0:
                return
        n = considered_moves(rules, plan, state, opponent, stack.moves[stack.first[ply] + stack.count[ply] :], False)
        add_moves(rules, stack, ply, state, opponent, n, plan.num_moves, plan.history)


@helper
def _make_child(rules, plan, stack, ply, coded):
    """The position after a move, on the next ply."""
    state = stack.states[ply + 1]
    if plan.policy == PARANOID or stack.mover[ply] == plan.root_player:
        copy_state(stack.states[ply], state)
        make_move(rules, state, stack.mover[ply], coded - stack.mover[ply] * plan.num_moves)
        skip_partners(plan, state)
        return
    player, move = coded // plan.num_moves, coded % plan.num_moves
    if plan.policy == BRS:
        copy_state(stack.states[ply], state)
        make_move(rules, state, player, move)
    else:
        copy_state(stack.replies[ply * plan.players + player], state)
        make_move(rules, state, player, move)
        unused = stack.moves[stack.first[ply] + stack.count[ply] :]
        later = (player + 1) % plan.players
        while state[OVER] == 0 and later != plan.root_player:
            _reply_statically(rules, state, later, unused)
            later = (later + 1) % plan.players
    state[TO_MOVE] = plan.root_player


@helper
def open_node(rules, plan, stack, table, chance, ply, report):
    """Prepare a node for search. False if its value is known without; it is then in `stack.best`."""
    open_frame(stack, ply)
    alpha, beta = -np.inf, np.inf
    if ply > 1 or (ply == 1 and not plan.chance):  # no window goes through a chance node
        alpha, beta = stack.alpha[ply - 1], stack.beta[ply - 1]
    hint = plan.first_move if ply == 0 else NO_MOVE
    stack.alpha_before[ply], stack.beta_before[ply] = alpha, beta
    state = stack.states[ply]
    if plan.use_table and ply > 0:
        stack.key[ply] = hash_position(state)
        row, found = find(table, stack.key[ply], plan.first_iteration)
        if found:
            hint = table.words[row, MOVE]
            if is_current(table, row, plan.depth - ply):
                value, bound = table.values[row, VALUE], table.words[row, BOUND]
                if bound != UPPER:
                    alpha = max(alpha, value)
                if bound != LOWER:
                    beta = min(beta, value)
                if alpha >= beta:
                    report[TABLE_HITS] += 1
                    stack.best[ply, 0] = value
                    return False
    n = moves_in_turn(rules, plan, state, stack.moves[stack.first[ply] :], ply == 0)
    if n == 0:
        stack.best[ply, 0] = finished_value(rules, plan, stack, ply)
        return False
    # Nothing is better than to win, or worse than to lose, by the next move.
    win = result_value(1.0, ply + 1, plan.players, plan.shares)
    loss = result_value(0.0, ply + 1, plan.players, plan.shares)
    if alpha >= win or beta <= loss:
        stack.best[ply, 0] = win if alpha >= win else loss
        return False
    stack.alpha[ply], stack.beta[ply] = max(alpha, loss), min(beta, win)
    player = state[TO_MOVE]
    stack.mover[ply] = player
    if plan.chance and ply == 0:
        open_root(plan, stack, chance, n)
    elif plan.policy == PARANOID or player == plan.root_player:
        add_moves(rules, stack, ply, state, player, n, plan.num_moves, plan.history)
    else:
        _add_moves_of_opponents(rules, plan, stack, ply)
    put_special_moves_first(stack, ply, hint, plan.killers)
    stack.best[ply, 0] = -np.inf if helps_root(plan, player) else np.inf
    return True


@helper
def _take(plan, stack, ply, value):
    """The move being searched has a value: keep it if it is the mover's best, and narrow the window."""
    if helps_root(plan, stack.mover[ply]):
        if value > stack.best[ply, 0]:
            stack.best[ply, 0] = value
            stack.best_move[ply] = current_move(stack, ply)
            stack.alpha[ply] = max(stack.alpha[ply], value)
    elif value < stack.best[ply, 0]:
        stack.best[ply, 0] = value
        stack.best_move[ply] = current_move(stack, ply)
        stack.beta[ply] = min(stack.beta[ply], value)


@helper
def _close_node(plan, stack, table, ply, report):
    """All moves are searched, or the rest cannot matter: remember what was learnt."""
    depth = plan.depth - ply
    best = stack.best[ply, 0]
    if stack.alpha[ply] >= stack.beta[ply]:
        report[CUTOFFS] += 1
        remember_cutoff(stack, ply, depth)
    if plan.use_table and ply > 0:
        bound = EXACT
        if best <= stack.alpha_before[ply]:
            bound = UPPER
        elif best >= stack.beta_before[ply]:
            bound = LOWER
        row = claim(table, stack.key[ply], plan.first_iteration, depth, bound, stack.best_move[ply])
        if row >= 0:
            table.values[row, VALUE] = best


@helper
def search_alpha_beta(rules, evaluator_table, plan, stack, table, chance, node_limit, report):
    """Search on until the iteration is finished (True) or `node_limit` nodes have been made in all (False)."""
    ply = stack.cursor[0]
    entering = ply == AT_THE_START
    if entering:
        ply = 0
    while True:
        at_chance = plan.chance and ply == 0
        if entering:
            entering = False
            if open_node(rules, plan, stack, table, chance, ply, report):
                continue
            ply -= 1
            value = stack.best[ply + 1, 0]
        elif not (at_chance and worlds_are_left(chance)) and (
            stack.tried[ply] == stack.count[ply] or stack.alpha[ply] >= stack.beta[ply]
        ):
            _close_node(plan, stack, table, ply, report)
            if ply == 0:
                return True
            ply -= 1
            value = stack.best[ply + 1, 0]
        else:
            if report[NODES] >= node_limit:
                stack.cursor[0] = ply
                return False
            if at_chance:
                make_next_world(rules, plan, stack, chance)
            else:
                _make_child(rules, plan, stack, ply, next_move(stack, ply))
            report[NODES] += 1
            over = stack.states[ply + 1][OVER] != 0
            if not over and ply + 1 < plan.depth:
                ply += 1
                entering = True
                continue
            report[EVALUATED] += not over
            value = leaf_value(rules, evaluator_table, plan, stack, ply + 1)
        if plan.chance and ply == 0:
            value, complete = mean_over_worlds(plan, stack, chance, value)
            if not complete:
                continue
        _take(plan, stack, ply, value)
