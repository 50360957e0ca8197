"""Look into a search: `search(state, player)` returns the move and a light view of the tree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mctslib.drawing import PLAYER_NAMES
from mctslib.search import mcts, tree_view
from mctslib.search.players import MCTS
from mctslib.search.tree import Tree


@dataclass(frozen=True)
class SearchResult:
    """The chosen move, each player's expected score, and what the search did. It draws itself in a notebook."""

    state: object
    move: int
    scores: np.ndarray
    simulations: int
    seconds: float
    mean_depth: float
    max_depth: int
    nodes: int
    tree_full: bool
    trees: tuple  # one per thread

    @property
    def tree(self) -> Tree:
        """The tree (of the first thread): a struct of arrays."""
        return self.trees[0]

    @cached_property
    def root(self):
        """The root to look down from: a node has `children`, `move`, `chooser`, `visits`, `mean` and `winners`."""
        return tree_view.root_view(self.trees)

    @cached_property
    def children(self):
        """The root's children as a DataFrame, most visited first; `mean` is the average score of the player to move."""
        return self._frame(self.root.children).drop(columns="player")

    @cached_property
    def principal_variation(self):
        """The chosen move and, after it, the most visited move of each player, as a DataFrame."""
        line = []
        children = self.root.children  # the move is not among them if move filtering amended it
        node = next((child for child in children if child.move == self.move), children[0])
        while node.visits:
            line.append(node)
            if not node.children:
                break
            node = node.children[0]
        return self._frame(line)

    @cached_property
    def depths(self):
        """For each depth of the tree: its nodes, and the simulations whose path ended there, as a DataFrame."""
        import pandas as pd

        levels = [tree_view.nodes_by_depth(tree) for tree in self.trees]
        deepest = max(len(level) for level in levels)
        nodes, passed = np.sum([level + [(0, 0)] * (deepest + 1 - len(level)) for level in levels], axis=0).T
        frame = pd.DataFrame({"nodes": nodes[:-1], "simulations": passed[:-1] - passed[1:]})
        return frame.rename_axis(index="depth")

    def draw_tree(self, depth=3, width=4):
        """The upper tree as a picture: the `width` most visited moves, half as many answers to each, and so on.

        Boxes have the colour of the player who chose the move and show its visits and mean result as he sees it.
        """
        for value, name in ((depth, "depth"), (width, "width")):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} must be a whole number from 1, not {value!r}.")
        return tree_view.draw_tree(self.root, self.state.game, depth, width, self.move)

    def _frame(self, nodes):
        import pandas as pd

        rows = [
            (PLAYER_NAMES[node.chooser], node.move, self.state.game.name_of(node.move), node.visits, node.mean)
            for node in nodes
        ]
        return pd.DataFrame(rows, columns=["player", "move", "name", "visits", "mean"])

    def __repr__(self):
        return (
            f"<move {self.state.game.name_of(self.move)} after {self.simulations:,} simulations "
            f"in {self.seconds:.3f} s; {self.nodes:,} nodes, mean depth {self.mean_depth:.1f}>"
        )

    def _repr_html_(self):
        line = " ".join(self.principal_variation["name"])
        scores = ", ".join(f"{PLAYER_NAMES[seat]} {score:.3f}" for seat, score in enumerate(self.scores))
        caption = (
            f"<b>{self.state.game.name_of(self.move)}</b> after {self.simulations:,} simulations, mean depth "
            f"{self.mean_depth:.1f}. Expected scores: {scores}. Line: {line}"
        )
        return f"<div>{caption}<br>{self.draw_tree().svg()}</div>"


def search(state, player, seed=0):
    """Search a position: with MCTS to look at the tree, with Minimax or Expectimax to see what the search did.

    >>> import mctslib as ml
    >>> result = ml.search(ml.make_game("rolit", players=4).initial_state(), ml.MCTS(playouts=100))
    >>> int(result.children["visits"].sum())
    100
    >>> int(result.depths["simulations"].sum())
    100
    """
    if not isinstance(player, MCTS) and not hasattr(player, "inspect"):
        raise TypeError(f"search() looks into MCTS, Minimax and Expectimax players, not {type(player).__name__}.")
    if state.is_over:
        raise ValueError("The game is over: there is nothing to search.")
    player.check_game(state.game)
    if hasattr(player, "inspect"):
        return player.inspect(state, seed)
    seen = state.game.concealed(state._array, state.to_move)
    choice, report, trees = player.run(state.game, seen, seed, keep_trees=True)
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
        trees=trees,
    )
