"""Plain searches without pruning, move ordering or table: in Python on states, and the same recursion under numba.

The Python version is the definition; the compiled one exists because trees without pruning are large. Both value a
position that the game declares over after a move, or after passes where somebody would have to move next, as finished;
at the horizon nobody passes.
"""

from dataclasses import replace

import numpy as np
from numba import njit, types

from mctslib import OVER, PASS, PLAYERS, PLY, TO_MOVE, Minimax
from mctslib.games.base import _GREEDY, _LEGAL, _SCORES, RULES, STATE, TABLE, VALUES, Game
from mctslib.search.minimax_player import sees_everything

MAXN, PARANOID, BRS, BRS_PLUS = range(4)
POLICIES = {"maxn": MAXN, "paranoid": PARANOID, "brs": BRS, "brs+": BRS_PLUS}


# ------------------------------------------------------------------------------------------------ plain Python


def result_values(scores, ply, shares):
    """A finished game: towards the equal share by 2**-20 of the distance per ply; large if evaluations are plain."""
    equal = 1.0 / len(scores)
    moved = [(score - equal) * (1.0 - ply * 2.0**-20) for score in scores]
    return [equal + value for value in moved] if shares else [2.0**40 * value for value in moved]


def evaluated(values, shares):
    """Evaluations as they are, or as shares of their sum within a margin of 2**-10 of the distance to equality."""
    if not shares:
        return list(values)
    equal = 1.0 / len(values)
    values = [max(value, 0.0) for value in values]
    total = sum(values)
    parts = [value / total if total > 0 else equal for value in values]
    return [equal + (part - equal) * (1.0 - 2.0**-10) for part in parts]


@njit(types.void(RULES, STATE, types.int64, types.int64))
def _apply(rules, state, player, move):
    rules.apply(state, player, move)


class PythonSearch:
    """Searches of one game, on copies of arrays, with the game's rules asked one question at a time."""

    def __init__(self, game, policy, shares):
        game.load_table()
        self.game, self.policy, self.shares = game, policy, shares

    def value(self, array, depth):
        """The values of all players under max^n, of the root player otherwise."""
        self.root = int(array[TO_MOVE])
        values = self._search(array.copy(), depth, 0)
        return values if self.policy == "maxn" else values[self.root]

    def _legal(self, array, player):
        return self.game._query(_LEGAL, array, player)[1].tolist()

    def _after(self, array, player, move):
        after = array.copy()
        self._apply(after, player, move)
        return after

    def _apply(self, array, player, move):
        _apply(self.game.rules, array, player, move)
        array[PLY] += move != PASS

    def _search(self, array, depth, ply):
        state = self.game.state_from_trusted(array)
        if not array[OVER] and depth > 0:
            while not array[OVER] and not self._legal(array, int(array[TO_MOVE])):
                self._apply(array, int(array[TO_MOVE]), PASS)
        if array[OVER]:
            return result_values(self._scores(array), ply, self.shares)
        if depth == 0:
            return evaluated(state.evaluate(), self.shares)
        mover = int(array[TO_MOVE])
        children = [self._search(child, depth - 1, ply + 1) for child in self._children(array, mover)]
        return self._choice(children, mover)

    def _scores(self, array):
        return self.game._query(_SCORES, array)[2]

    def _choice(self, children, mover):
        root = self.root
        if self.policy == "maxn":
            return min(children, key=lambda values: (-values[mover], values[root], *values))
        return (max if mover == root else min)(children, key=lambda values: values[root])

    def _children(self, array, mover):
        if self.policy in ("maxn", "paranoid") or mover == self.root:
            return [self._after(array, mover, move) for move in self._legal(array, mover)]
        players = self.game.players
        opponents = [(self.root + step) % players for step in range(1, players)]
        children = []
        for opponent in opponents:
            before = array
            if self.policy == "brs+":
                before = self._static_replies(array, [other for other in opponents if self._earlier(other, opponent)])
            if before[OVER]:
                break
            for move in self._legal(before, opponent):
                child = self._after(before, opponent, move)
                if self.policy == "brs+":
                    later = [other for other in opponents if self._earlier(opponent, other)]
                    child = self._static_replies(child, later)
                child[TO_MOVE] = self.root
                children.append(child)
        return children

    def _earlier(self, one, other):
        players = self.game.players
        return (one - self.root) % players < (other - self.root) % players

    def _static_replies(self, array, opponents):
        for opponent in opponents:
            if array[OVER]:
                break
            best = self.game._query(_GREEDY, array, opponent)[1].tolist()
            array = self._after(array, opponent, best[0] if best else PASS)
        return array


# ------------------------------------------------------------------------------------------------ compiled


@njit
def _finished(rules, state, ply, shares):
    players = state[PLAYERS]
    out = np.zeros(players)
    rules.scores(state, out)
    for player in range(players):
        value = (out[player] - 1.0 / players) * (1.0 - ply * 2.0**-20)
        out[player] = 1.0 / players + value if shares else 2.0**40 * value
    return out


@njit
def _evaluated(rules, state, table, shares):
    players = state[PLAYERS]
    out = np.zeros(players)
    for player in range(players):
        out[player] = rules.evaluate(state, player, table)
    if shares:
        total = 0.0
        for player in range(players):
            out[player] = max(out[player], 0.0)
            total += out[player]
        for player in range(players):
            share = out[player] / total if total > 0 else 1.0 / players
            out[player] = 1.0 / players + (share - 1.0 / players) * (1.0 - 2.0**-10)
    return out


@njit
def _prefers(values, best, mover, root, policy):
    if policy != MAXN:
        return values[root] > best[root] if mover == root else values[root] < best[root]
    if values[mover] != best[mover]:
        return values[mover] > best[mover]
    if values[root] != best[root]:
        return values[root] < best[root]
    for player in range(len(values)):
        if values[player] != best[player]:
            return values[player] < best[player]
    return False


@njit
def _static_reply(rules, state, player, moves):
    n = rules.legal(state, player, moves)
    if n == 0:
        rules.apply(state, player, PASS)
        return
    best = 0
    for i in range(1, n):
        if rules.move_value(state, player, moves[i]) > rules.move_value(state, player, moves[best]):
            best = i
    rules.apply(state, player, moves[best])
    state[PLY] += 1


SIGNATURE = VALUES(
    RULES, TABLE, STATE, types.int64, types.int64, types.int64, types.int64, types.boolean, types.int64, STATE
)


@njit(SIGNATURE)
def naive_search(rules, table, state, depth, ply, root, policy, shares, max_moves, nodes):
    """The values of all players; nodes = [made so far, at most]: beyond that the result means nothing."""
    moves = np.empty(max_moves, np.int64)
    n = 0
    if depth > 0:
        while state[OVER] == 0:
            n = rules.legal(state, state[TO_MOVE], moves)
            if n > 0:
                break
            rules.apply(state, state[TO_MOVE], PASS)
    if state[OVER] != 0:
        return _finished(rules, state, ply, shares)
    if depth == 0:
        return _evaluated(rules, state, table, shares)
    players = state[PLAYERS]
    mover = state[TO_MOVE]
    layer = policy >= BRS and mover != root
    best = np.zeros(players)
    children = 0
    before = state.copy()
    scratch = np.empty(max_moves, np.int64)
    for step in range(1, players) if layer else range(1):
        player = (root + step) % players if layer else mover
        if layer:
            if policy == BRS_PLUS and step > 1:
                _static_reply(rules, before, (player - 1) % players, scratch)
            if before[OVER] != 0:
                break
            n = rules.legal(before, player, moves)
        for i in range(n):
            nodes[0] += 1
            if nodes[0] > nodes[1]:
                return best
            child = before.copy()
            rules.apply(child, player, moves[i])
            child[PLY] += 1
            if layer:
                if policy == BRS_PLUS:
                    for later in range(step + 1, players):
                        if child[OVER] == 0:
                            _static_reply(rules, child, (root + later) % players, scratch)
                child[TO_MOVE] = root
            values = naive_search(rules, table, child, depth - 1, ply + 1, root, policy, shares, max_moves, nodes)
            if children == 0 or _prefers(values, best, mover, root, policy):
                best = values
            children += 1
    return best


def naive_value(game, array, policy, depth, shares, node_limit=10**9):
    """Compiled: the values of all players under max^n, of the root player otherwise; None if the tree is too large."""
    nodes = np.array([0, node_limit], np.int64)
    root = int(array[TO_MOVE])
    code = POLICIES[policy]
    table = game.load_table()
    values = naive_search(game.rules, table, array.copy(), depth, 0, root, code, shares, game.max_moves, nodes)
    if nodes[0] > node_limit:
        return None
    return values if policy == "maxn" else values[root]


# ------------------------------------------------------------------------------------------------ positions


def thinned(game, width):
    """The same game in which every player has at most `width` of his legal moves, taken evenly from the list.

    Trees without pruning stay small, so that positions with hundreds of moves can be compared at every depth.
    """
    all_moves = njit(_nrt=False)(game.definition.legal)

    def legal(state, player, moves):
        n = all_moves(state, player, moves)
        if n <= width:
            return n
        for i in range(width):
            moves[i] = moves[i * n // width]
        return width

    definition = replace(game.definition, name=f"{game.name}_thinned_{width}", legal=legal, best_moves=None)
    return Game(definition, game.players)


def positions(game, count, seed):
    """Positions of games that random and (mostly) greedy players play in turn: each game's last few, and others.

    Only those of players who see everything and have no partners: the others are the business of expectimax.
    """
    rng = np.random.default_rng(seed)
    found = []
    for number in range(10**6):
        state = game.initial_state(number)
        line = []
        while not state.is_over and state.ply < min(game.max_plies, 300):
            line.append(state.array.copy())
            greedy = number % 2 and game.has_move_ordering and rng.random() < 0.8
            moves = state.best_moves() if greedy else state.legal_moves()
            state = state.play(int(rng.choice(moves)))
        ends = line[-game.players :] if state.is_over else []
        others = [line[i] for i in rng.choice(len(line), min(4, len(line)), replace=False)]
        found += [array for array in ends + others if _is_alone_and_sees_everything(game, array)]
        if len(found) >= count:
            return found[:count]
    raise AssertionError


def _is_alone_and_sees_everything(game, array):
    alone = np.count_nonzero(game.sides == game.sides[array[TO_MOVE]]) == 1
    return alone and sees_everything(game, array)


def policies_of(game):
    """The policies that a game can be searched with."""
    return [policy for policy in POLICIES if policy != "maxn" or not game.teams]


def compare(game, arrays, policy, depth, node_limit=10**9, **options):
    """Search positions with and without enhancements; returns (positions compared, number of different values).

    Positions whose tree without pruning is larger than `node_limit` are left out.
    """
    player = Minimax(policy, depth=depth, noise=0.0, filter_moves=False, **options)
    compared, different = [], 0
    for array in arrays:
        expected = naive_value(game, array, policy, depth, player.uses_shares(game), node_limit)
        if expected is not None:
            values = player.run(game, array, 0)[2]
            compared.append(array)
            different += not np.array_equal(values if policy == "maxn" else values[array[TO_MOVE]], expected)
    return compared, different
