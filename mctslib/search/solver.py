"""MP-MCTS-Solver: game-theoretic values in the tree (nijssen2013, section 4.5).

A proven node carries the set of its winners as bits; winners share one point. For his decision a mover values such a
set like any result (see `tree`): under max^n by his own share, under paranoid and BRS by the root player's.
"""

from mctslib.bits import popcount
from mctslib.compiling import helper
from mctslib.search.parameters import FIRST_WINNER_RULE, MAXN, PARANOID_RULE


@helper
def share(winners, player):
    """The score of a player in a game won by a set of players."""
    return 1.0 / popcount(winners) if (winners >> player) & 1 else 0.0


@helper
def proven_value(winners, chooser, policy, root_player):
    """A proven result as the player who chose the move sees it."""
    if policy == MAXN:
        return share(winners, chooser)
    root_share = share(winners, root_player)
    return root_share if chooser == root_player else 1.0 - root_share


@helper
def winners_of(result):
    """The winners of a finished game as a set of bits."""
    most = 0.0
    winners = 0
    for player in range(len(result)):
        if result[player] > most:
            most, winners = result[player], 0
        if result[player] == most:
            winners |= 1 << player
    return winners


@helper
def _drops(winners, kept, rule, mover, root_player, players):
    """Whether an update rule prefers `kept` to `winners` where the mover is indifferent."""
    if rule == PARANOID_RULE:
        return mover != root_player and (winners >> root_player) & 1 and not (kept >> root_player) & 1
    if rule == FIRST_WINNER_RULE:
        for step in range(1, players):
            player = (mover + step) % players
            if (winners ^ kept) >> player & 1:
                return (kept >> player) & 1
    return False


@helper
def prove_from_children(tree, node, policy, rule, root_player, players):
    """The winners of a node as its children prove them; 0 = open.

    A win for the mover proves the node. Otherwise all children must be proven; the mover takes what is best for him,
    and among different sets of winners that are equally good for him the update rule decides.
    """
    first = tree.first[node]
    mover = tree.chooser[first]
    best_value = -1.0
    kept = 0
    settled = True
    everything = True
    for child in range(first, first + tree.count[node]):
        winners = tree.proven[child]
        if winners == 0:
            everything = False
            continue
        value = proven_value(winners, mover, policy, root_player)
        if value == 1.0:
            return winners
        if value > best_value:
            best_value, kept, settled = value, winners, True
        elif value == best_value and winners != kept and policy == MAXN:
            if _drops(kept, winners, rule, mover, root_player, players):
                kept, settled = winners, True
            elif not _drops(winners, kept, rule, mover, root_player, players):
                settled = False
    return kept if everything and settled else 0
