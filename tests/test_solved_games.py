"""Games that can be solved exactly: the policies converge to their own values, the solver proves what is so."""

import random

import pytest

import mctslib as ml
from mctslib import HEADER, TO_MOVE
from tests import small_games
from tests.naive.exhaustive import Exhaustive, Mnk, Nim

RULES = ("standard", "paranoid", "first-winner")
EXPLORE = 10  # so much that all siblings of a proven draw are searched too


class Solved:
    """A small game and its exhaustive search, with random positions of both."""

    def __init__(self, game, naive):
        self.game, self.naive = game, Exhaustive(naive)

    def state(self, array, player):
        array[TO_MOVE] = player
        return self.game.state_from_array(array)


class SolvedNim(Solved):
    def __init__(self, players, misere):
        name = f"{'misere_' if misere else ''}nim_of_{players}"
        super().__init__(small_games.nim(name, players, misere), Nim(players, misere))

    def random_position(self, draw):
        player = draw.randrange(self.game.players)
        array = self.game.initial_state().array.copy()
        array[small_games.PILE] = pile = draw.randint(1, 9)
        return self.state(array, player), (pile, 0, player)


class SolvedMnk(Solved):
    def __init__(self, rows, columns, k, players, empty):
        super().__init__(small_games.mnk(rows, columns, k, players), Mnk(rows, columns, k, players))
        self.cells, self.empty = rows * columns, empty

    def random_position(self, draw):
        """A position with `empty` to half of `empty` free cells that is not over."""
        while True:
            board = [None] * self.cells
            array = self.game.initial_state().array.copy()
            filled = self.cells - draw.randint((self.empty + 1) // 2, self.empty)
            for ply, cell in enumerate(draw.sample(range(self.cells), filled)):
                board[cell] = ply % self.game.players
                array[HEADER + board[cell]] |= 1 << cell
            position = (tuple(board), filled % self.game.players)
            if self.naive.game.scores(position) is None:
                return self.state(array, position[1]), position


@pytest.fixture(scope="module")
def games():
    return all_games()


def all_games():
    return [
        SolvedNim(3, misere=True),
        SolvedNim(2, misere=False),
        SolvedNim(4, misere=False),
        SolvedMnk(3, 3, 3, 2, empty=7),
        SolvedMnk(3, 3, 3, 3, empty=7),
        SolvedMnk(4, 4, 3, 2, empty=7),
        SolvedMnk(4, 4, 4, 2, empty=7),
        SolvedMnk(4, 4, 3, 3, empty=7),
    ]


def share(winners, player):
    return 1 / len(winners) if player in winners else 0


def check_proofs(games, count, seed):
    """Random positions: the solver proves exactly what exhaustive search proves. Returns how many were proven."""
    draw = random.Random(seed)
    proven = 0
    for index in range(count):
        solved = games[index % len(games)]
        state, position = solved.random_position(draw)
        rule = RULES[index // len(games) % len(RULES)]
        expected = solved.naive.proven(position, rule, state.to_move)
        playouts = 5000 if expected is None else 500_000  # a proof ends the search
        result = ml.search(state, ml.MCTS(playouts=playouts, C=EXPLORE, solver=rule), seed=index)
        assert set(result.root.winners) == (expected or set()), (solved.game, position, rule)
        if expected is not None:
            proven += 1
            assert result.simulations < playouts
            after = solved.naive.proven(solved.naive.after(position, state.to_move, result.move), rule, state.to_move)
            assert share(after, state.to_move) == share(expected, state.to_move)
    return proven


def test_the_solver_proves_what_exhaustive_search_proves_and_nothing_else(games):
    """2,000 positions here; `python -m tests.test_solved_games 10000` looks at more."""
    assert 1000 < check_proofs(games, 2000, seed=1) < 2000  # there are open positions among them too


@pytest.mark.parametrize("policy", ["paranoid", "brs"])
def test_the_solver_proves_the_value_of_the_reduced_game(games, policy):
    """Under paranoid and BRS a proof is about the root player's score when the others play against him."""
    draw = random.Random(2)
    for index in range(200):
        solved = games[index % len(games)]
        state, position = solved.random_position(draw)
        result = ml.search(state, ml.MCTS(playouts=500_000, C=EXPLORE, solver="standard", policy=policy), seed=index)
        value = getattr(solved.naive, policy)(position, state.to_move)
        assert share(result.root.winners, state.to_move) == pytest.approx(value)


@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
def test_each_policy_converges_to_its_own_value(games, policy):
    """Without the solver: the best move's mean tends to the theoretical value, and the move has that value."""
    draw = random.Random(3)
    distinct = set()
    for index in range(64):
        solved = games[index % len(games)]
        state, position = solved.random_position(draw)
        root = state.to_move
        values = values_of(solved.naive, policy, position, root)
        if len(values) > 1:  # max^n has no single value where a kingmaker decides
            continue
        value = values.pop()
        distinct.add(round(value, 2))
        result = ml.search(state, ml.MCTS(playouts=30_000, C=0.5, policy=policy), seed=index)
        assert result.children["mean"].max() == pytest.approx(value, abs=0.08), (solved.game, position)
        after = values_of(solved.naive, policy, solved.naive.after(position, root, result.move), root)
        assert min(after) == pytest.approx(value), (solved.game, position)
    assert len(distinct) >= 3


def values_of(naive, policy, position, root):
    """The scores of the root player that a policy can end with."""
    if policy == "maxn":
        return {vector[root] for vector in naive.maxn(position)}
    return {getattr(naive, policy)(position, root)}


def test_policies_disagree_where_their_values_do():
    """A position in which paranoid and BRS see different values: the tests above can tell the policies apart."""
    draw = random.Random(4)
    solved = SolvedMnk(4, 4, 3, 3, empty=7)
    positions = [solved.random_position(draw) for _ in range(200)]
    pairs = {(solved.naive.paranoid(at, s.to_move), solved.naive.brs(at, s.to_move)) for s, at in positions}
    assert any(paranoid != brs for paranoid, brs in pairs)


if __name__ == "__main__":
    import sys
    import time

    started = time.perf_counter()
    number = int(sys.argv[1])
    found = check_proofs(all_games(), number, seed=5)
    print(
        f"{number:,} positions, {found:,} proven, as exhaustive search has it, in {time.perf_counter() - started:.0f} s"
    )
