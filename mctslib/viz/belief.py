"""What the seekers believe in the course of a recorded game of Scotland Yard."""

from mctslib.games.scotland_yard_picture import draw_panels
from mctslib.games.scotland_yard_state import ROUND

_HIDER, _SEEKER = 0, 1


def belief_of(state, categories=None):
    """The probability of each place where Mister X can be, as the detectives see it.

    `categories` is a `LocationCategories`; None: all places are equal.
    """
    if categories is not None:
        return categories.probabilities(state.game, state.array, _SEEKER)
    places = state.worlds(_SEEKER)
    return dict.fromkeys(places, 1 / len(places))


def plot_belief(record, categories=None, columns=4):
    """The map after every move of Mister X, as a `Picture`: where he is (black), the detectives, and their belief.

    The darker a place, the more likely it is, compared with the likeliest. A title says how many places are possible
    and which probability the detectives give to the right one.
    """
    if record.game != "scotland_yard":
        raise ValueError(f"The belief view shows games of Scotland Yard, not of {record.game}.")
    panels, mover = [], None
    for state in record.states():
        if mover == _HIDER:
            belief = belief_of(state, categories)
            right = belief[state.worlds(_HIDER)[0]]
            panels.append(
                (f"round {state.array[ROUND]}: {len(belief)} possible, truth {right:.0%}", state.array, belief)
            )
        mover = state.to_move
    return draw_panels(panels, columns)
