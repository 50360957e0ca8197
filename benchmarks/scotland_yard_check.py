"""Scotland Yard at length: `python benchmarks/scotland_yard_check.py [GAMES]` from the repository's root.

1. GAMES random games (default 1,000) beside the slow reference: at every ply the same legal moves, places, tickets and
   possible places, and the possible places are the ends of all histories that agree with the tickets seen.
2. Ten times as many random games of the library alone: the tickets balance.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from mctslib.games.base import _PLAY
from mctslib.games.scotland_yard_map import DOUBLE, KINDS
from mctslib.games.scotland_yard_state import OVER, START_TICKETS, TO_MOVE, tickets
from tests.naive.scotland_yard import ROUNDS
from tests.test_scotland_yard import GAME, as_move, play_both, same_public_state


def compare(games):
    """Play beside the slow reference; returns the plies, the most histories at once, and what happened how often."""
    plies, most, events = 0, 0, {"caught": 0, "escaped": 0, "stranded": 0, "passes of Mister X": 0}
    for seed in range(games):
        for state, table, legal in play_both(seed):
            same_public_state(state, table)
            assert table.possible == {history[-1] for history in table.histories}
            assert sorted(state.legal_moves()) == sorted(map(as_move, legal))
            plies += 1
            most = max(most, len(table.histories))
        end = "caught" if table.captor else "escaped" if table.round == ROUNDS else "stranded"
        events[end] += 1
        events["passes of Mister X"] += table.round - sum(table.removed.values()) + table.removed["double"]
    return plies, most, events


def balance(games):
    """Count the tickets of random games; returns the tickets that Mister X spent."""
    rng = np.random.default_rng(1)
    owned_at_start = [sum(START_TICKETS[player][i] for player in range(6)) for i in range(3)] + [5, 2]
    spent_in_all = 0
    for seed in range(games):
        state = GAME.initial_state(seed)
        array, moves, spent = state.array.copy(), np.array(state.legal_moves()), [0] * 5
        while not array[OVER]:
            move = int(moves[rng.integers(len(moves))])
            player = int(array[TO_MOVE])
            if player == 0:
                spent[move % DOUBLE] += 1
                spent[DOUBLE] += move % KINDS >= DOUBLE
            moves = GAME._query(_PLAY, array, player, move)[1]
        owned = np.array(tickets(array, 0))
        for player in range(1, 6):
            owned[:3] += tickets(array, player)
        assert owned.min() >= 0
        assert (owned + spent).tolist() == owned_at_start
        spent_in_all += sum(spent)
    return spent_in_all


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    plies, most, events = compare(games)
    print(f"{games} games, {plies} plies agree with the slow reference; up to {most} histories at once; {events}")
    print(f"{10 * games} games balance; Mister X spent {balance(10 * games)} tickets")
