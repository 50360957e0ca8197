"""Expectimax, and paranoid search with move filtering and sides, in plain Python on states."""

from mctslib import PLY, TO_MOVE
from mctslib.games.base import _SCORES
from tests.naive.minimax import PythonSearch


class PythonSideSearch(PythonSearch):
    """A paranoid search in which the players of the root player's side maximise, too, or do not move at all."""

    def __init__(self, game, partners_wait=False, filter_moves=False):
        super().__init__(game, "paranoid", shares=False)
        self.partners_wait, self.filter_moves = partners_wait, filter_moves

    def value(self, array, depth):
        self.root_ply = int(array[PLY])
        return super().value(array, depth)

    def _is_partner(self, player):
        return self.game.sides[player] == self.game.sides[self.root]

    def _legal(self, array, player):
        if not self.filter_moves:
            return super()._legal(array, player)
        turn = array.copy()
        turn[TO_MOVE] = player
        at_root = array[PLY] == self.root_ply
        return self.game.state_from_trusted(turn).sensible_moves(at_root)

    def _apply(self, array, player, move):
        super()._apply(array, player, move)
        while self.partners_wait and array[TO_MOVE] != self.root and self._is_partner(array[TO_MOVE]):
            array[TO_MOVE] = (array[TO_MOVE] + 1) % self.game.players

    def _scores(self, array):
        scores = self.game._query(_SCORES, array)[2]
        return [scores[self.game.sides == side].sum() for side in self.game.sides]

    def _choice(self, children, mover):
        return (max if self._is_partner(mover) else min)(children, key=lambda values: values[self.root])


class PythonExpectimax(PythonSideSearch):
    def move_values(self, array, depth, weights=None):
        """The expected value of every move of the player to move."""
        self.root, self.root_ply = int(array[TO_MOVE]), int(array[PLY])
        state = self.game.state_from_trusted(array)
        worlds = state.worlds(self.root)
        weights = [1 / len(worlds)] * len(worlds) if weights is None else weights
        means = dict.fromkeys(self._legal(array, self.root), 0.0)
        for move in means:
            for world, weight in zip(worlds, weights, strict=True):
                after = self._after(state.determinize(self.root, world=world)._array, self.root, move)
                means[move] += weight * self._search(after, depth - 1, 1)[self.root]
        return means
