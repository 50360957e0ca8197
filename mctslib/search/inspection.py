"""Look into a search: `search(state, player)` returns the move and a light view of the tree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mctslib.search import mcts
from mctslib.search.players import MCTS
from mctslib.search.tree import ROOT, Tree


@dataclass(frozen=True)
class SearchResult:
    """The chosen move, each player's expected score, and what the search did."""

    state: object
    move: int
    scores: np.ndarray
    simulations: int
    seconds: float
    mean_depth: float
    max_depth: int
    nodes: int
    tree_full: bool
    tree: Tree

    @cached_property
    def children(self):
        """The root's children as a DataFrame, most visited first."""
        import pandas as pd

        first, count = self.tree.first[ROOT], self.tree.count[ROOT]
        span = slice(first, first + count)
        visits = self.tree.visits[span]
        frame = pd.DataFrame(
            {
                "move": self.tree.move[span],
                "name": [self.state.game.name_of(int(move)) for move in self.tree.move[span]],
                "visits": visits,
                "mean": self.tree.total[span] / np.maximum(visits, 1),
            }
        )
        return frame.sort_values("visits", ascending=False, kind="stable", ignore_index=True)

    def __repr__(self):
        return (
            f"<move {self.state.game.name_of(self.move)} after {self.simulations:,} simulations "
            f"in {self.seconds:.3f} s; {self.nodes:,} nodes, mean depth {self.mean_depth:.1f}>"
        )


def search(state, player, seed=0):
    """Search a position: with an MCTS player to look at the tree, with a minimax player to see what the search did.

    >>> import mctslib as ml
    >>> result = ml.search(ml.make_game("rolit", players=4).initial_state(), ml.MCTS(playouts=100))
    >>> int(result.children["visits"].sum())
    100
    """
    if not isinstance(player, MCTS) and not hasattr(player, "inspect"):
        raise TypeError(f"search() looks into MCTS and Minimax players, not {type(player).__name__}.")
    if state.is_over:
        raise ValueError("The game is over: there is nothing to search.")
    player.check_game(state.game)
    if hasattr(player, "inspect"):
        return player.inspect(state, seed)
    choice, report, tree = player.run(state.game, state._array, seed)
    kept = Tree(*(values[: choice.nodes].copy() for values in tree))
    return SearchResult(
        state=state,
        move=choice.move,
        scores=choice.scores,
        simulations=choice.simulations,
        seconds=choice.seconds,
        mean_depth=choice.mean_depth,
        max_depth=int(report[mcts.DEPTH_MAX]),
        nodes=choice.nodes,
        tree_full=bool(report[mcts.TREE_FULL]),
        tree=kept,
    )
