"""Exhaustive search of small games in plain Python: the values that the search policies and the solver must find.

A position is (stones, player to move) in m,n,k games and (pile, last mover, player to move) in Nim.
"""

from functools import cache


class Nim:
    def __init__(self, players, misere):
        self.players, self.misere = players, misere

    def mover(self, position):
        return position[-1]

    def moves(self, position, player):
        return range(min(position[0], 3))

    def play(self, position, player, move, after):
        return position[0] - move - 1, player, after

    def scores(self, position):
        """The result of a finished game, or None."""
        pile, last, _ = position
        if pile:
            return None
        if self.misere:
            return tuple(0 if player == last else 1 / (self.players - 1) for player in range(self.players))
        return tuple(float(player == last) for player in range(self.players))


class Mnk:
    def __init__(self, rows, columns, k, players):
        self.players = players
        self.lines = []
        for row in range(rows):
            for column in range(columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + i * down, column + i * right) for i in range(k)]
                    if all(0 <= r < rows and 0 <= c < columns for r, c in line):
                        self.lines.append([r * columns + c for r, c in line])

    def mover(self, position):
        return position[-1]

    def moves(self, position, player):
        return [cell for cell, owner in enumerate(position[0]) if owner is None]

    def play(self, position, player, move, after):
        board = list(position[0])
        board[move] = player
        return tuple(board), after

    def scores(self, position):
        board = position[0]
        for line in self.lines:
            if board[line[0]] is not None and len({board[cell] for cell in line}) == 1:
                return tuple(float(player == board[line[0]]) for player in range(self.players))
        return None if None in board else (1 / self.players,) * self.players


class Exhaustive:
    """The theoretical values of a game."""

    def __init__(self, game):
        self.game = game
        self.maxn = cache(self._maxn)
        self.paranoid = cache(self._paranoid)
        self.brs = cache(self._brs)
        self.proven = cache(self._proven)

    def after(self, position, player, move):
        return self.game.play(position, player, move, (player + 1) % self.game.players)

    def _maxn(self, position):
        """All score vectors that max^n can end with, however players break ties between equally good moves."""
        scores = self.game.scores(position)
        if scores is not None:
            return frozenset([scores])
        player = self.game.mover(position)
        after = [self.maxn(self.after(position, player, move)) for move in self.game.moves(position, player)]
        possible = set()
        for vectors in after:
            for vector in vectors:
                if all(min(other[player] for other in others) <= vector[player] for others in after):
                    possible.add(vector)
        return frozenset(possible)

    def _paranoid(self, position, root):
        """The root player's score when all others work against him."""
        scores = self.game.scores(position)
        if scores is not None:
            return scores[root]
        player = self.game.mover(position)
        values = [self.paranoid(self.after(position, player, m), root) for m in self.game.moves(position, player)]
        return max(values) if player == root else min(values)

    def _brs(self, position, root):
        """The root player's score when after each of his moves one opponent, any of them, moves against him."""
        scores = self.game.scores(position)
        if scores is not None:
            return scores[root]
        if self.game.mover(position) == root:
            first = (root + 1) % self.game.players
            return max(
                self.brs(self.game.play(position, root, move, first), root) for move in self.game.moves(position, root)
            )
        return min(
            self.brs(self.game.play(position, opponent, move, root), root)
            for opponent in range(self.game.players)
            if opponent != root
            for move in self.game.moves(position, opponent)
        )

    def _proven(self, position, rule, root):
        """The set of winners that MP-MCTS-Solver's rules give a position (nijssen2013, section 4.5), or None = open."""
        scores = self.game.scores(position)
        if scores is not None:
            return frozenset(player for player, score in enumerate(scores) if score == max(scores))
        player = self.game.mover(position)
        found = [
            self.proven(self.after(position, player, move), rule, root) for move in self.game.moves(position, player)
        ]
        if {player} in found:
            return frozenset([player])
        if None in found:
            return None
        shares = [1 / len(winners) if player in winners else 0 for winners in found]
        best = {winners for winners, share in zip(found, shares, strict=True) if share == max(shares)}
        if len(best) == 1:
            return best.pop()
        if rule == "paranoid" and player != root:
            without_root = {winners for winners in best if root not in winners}
            return without_root.pop() if len(without_root) == 1 else None
        if rule == "first-winner":
            order = [(player + step) % self.game.players for step in range(1, self.game.players)]
            return max(best, key=lambda winners: [other in winners for other in order])
        return None
