"""Scotland Yard as text and as a map."""

from mctslib.drawing import BOARD, INK, PLAYER_COLOURS, Picture
from mctslib.games.base import OVER, TO_MOVE
from mctslib.games.scotland_yard_map import (
    BUS,
    COUNTS,
    DOUBLE,
    KINDS,
    LINKS,
    NUM_MOVES,
    POSITIONS,
    TICKET_NAMES,
    UNDERGROUND,
)
from mctslib.games.scotland_yard_state import (
    CAPTOR,
    HIDER,
    LAST_ROUND,
    ROUND,
    SEAT_NAMES,
    SURFACING_ROUNDS,
    places,
    possible_places,
    tickets,
)

_WIDTH, _MARGIN = 16.0, 0.45
_HEIGHT = 0.75 * _WIDTH  # the board is 4 : 3
_LEGEND = 1.35
_COLOURS = {"taxi": "#D8A200", "bus": "#2F8F6B", "underground": "#C24A3A", "boat": "#2B4C9B"}
_WIDTHS = {"underground": 0.15, "bus": 0.085, "taxi": 0.035, "boat": 0.06}  # in the order of drawing
_POSSIBLE = "#8E6BBF"
_EVEN = 0.55  # opacity of all possible places when none is likelier
_RADIUS = 0.17
_BLUE_SEAT = 3  # the one detective whose colour needs white letters


def move_name(move):
    """`taxi 45`, `black 108 double`; a move of Mister X as a detective sees it: `bus ?`."""
    kind = move % KINDS
    station = "?" if move >= NUM_MOVES else move // KINDS + 1
    return f"{TICKET_NAMES[kind % DOUBLE]} {station}{' double' if kind >= DOUBLE else ''}"


def _round_in_play(state):
    begins = state[TO_MOVE] == HIDER and not state[OVER]
    return int(min(state[ROUND] + begins, LAST_ROUND))


def _headline(state):
    if state[CAPTOR]:
        return f"Round {state[ROUND]}: {SEAT_NAMES[state[CAPTOR]]} catches Mister X on {places(state)[HIDER]}"
    if state[OVER]:
        return f"Mister X escapes after {state[ROUND]} rounds"
    return f"Round {_round_in_play(state)} of {LAST_ROUND}"


def describe(state):
    surfacing = ", ".join(str(number) for number in SURFACING_ROUNDS)
    columns = f"{'station':>8}{'taxi':>7}{'bus':>5}{'underground':>13}{'black':>7}{'double':>8}"
    lines = [f"{_headline(state)} (Mister X surfaces after {surfacing})", f"{'':<18}{columns}"]
    for player, station in enumerate(places(state)):
        counts = [str(count) for count in tickets(state, player)] + ["", ""]
        row = f"{counts[0]:>7}{counts[1]:>5}{counts[2]:>13}{counts[3]:>7}{counts[4]:>8}"
        lines.append(f"{SEAT_NAMES[player]:<18}{station or '?':>8}{row}".rstrip())
    possible = possible_places(state)
    lines.append(f"Mister X can be on {len(possible)}: {' '.join(map(str, possible))}")
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ the map


def _at(station):
    x, y = POSITIONS[station]
    return round(_MARGIN + x * _WIDTH, 3), round(_MARGIN + y * _HEIGHT, 3)


def _line_style(transport):
    return {
        "stroke": _COLOURS[transport],
        "width": _WIDTHS[transport],
        "stroke_opacity": 0.45 if transport == "underground" else 0.8,
        "stroke_dasharray": "0.12 0.12" if transport == "boat" else None,
    }


def _draw_links(drawn):
    """Wide lines first, so that a thin taxi line shows on top of the bus line it runs beside."""
    for transport in _WIDTHS:
        for a, b, kind in LINKS:
            if kind == transport:
                drawn.line(*_at(a), *_at(b), **_line_style(transport))


def _station_colour(station):
    """A station's rim shows the best transport that stops there."""
    if COUNTS[station, UNDERGROUND]:
        return _COLOURS["underground"]
    return _COLOURS["bus"] if COUNTS[station, BUS] else _COLOURS["taxi"]


def _draw_halo(drawn, station, strength):
    drawn.circle(*_at(station), 2 * _RADIUS, fill=_POSSIBLE, stroke="none", fill_opacity=round(strength, 3))


def _draw_station(drawn, station):
    x, y = _at(station)
    drawn.circle(x, y, _RADIUS, fill="#FFFFFF", stroke=_station_colour(station))
    drawn.text(x, y, station, size=0.165)


def _seat_colours(player):
    """A seat's colour, and that of letters on it."""
    if player == HIDER:
        return INK, "#FFFFFF"
    return PLAYER_COLOURS[player], "#FFFFFF" if player == _BLUE_SEAT else INK


def _draw_player(drawn, player, station, radius):
    x, y = _at(station)
    fill, letters = _seat_colours(player)
    drawn.circle(x, y, radius, fill=fill, stroke="#FFFFFF" if player == HIDER else INK)
    drawn.text(x, y, station, size=0.2, fill=letters, font_weight="bold")


def _draw_key(drawn, y, possible):
    """What the colours of lines and stations mean."""
    x = 9.4
    for transport, room in (("taxi", 1.1), ("bus", 1.05), ("underground", 2.0), ("boat", 1.15)):
        drawn.line(x, y, x + 0.35, y, **_line_style(transport))
        drawn.text(x + 0.45, y, transport, size=0.22, anchor="start")
        x += room
    drawn.circle(x + 0.15, y, 0.15, fill=_POSSIBLE, stroke="none", fill_opacity=_EVEN)
    drawn.text(x + 0.4, y, f"possible: {len(possible)}", size=0.22, anchor="start")


def _draw_seats(drawn, y, state):
    """Where everybody is, and the tickets: taxi, bus, underground; black and double-move tickets of Mister X."""
    left = _MARGIN
    for player, station in enumerate(places(state)):
        to_move = player == state[TO_MOVE] and not state[OVER]
        name = SEAT_NAMES[player].replace(" detective", "")
        drawn.circle(left + 0.2, y + 0.16, 0.17, fill=_seat_colours(player)[0])
        words = f"{'▸ ' if to_move else ''}{name}: {station or '?'}"
        drawn.text(left + 0.5, y, words, size=0.24, anchor="start", font_weight="bold" if to_move else None)
        names = ("T", "B", "U", "black", "double")
        owned = " · ".join(f"{name} {n}" for name, n in zip(names, tickets(state, player), strict=False))
        drawn.text(left + 0.5, y + 0.33, owned, size=0.19, anchor="start")
        left += 4.6 if player == HIDER else 2.35


def picture(state, last_move):
    return draw(state)


def draw(state, belief=None):
    """The map with the detectives, the stations where Mister X can be and, unless it is concealed, his own.

    `belief` gives the possible stations weights; the heavier, the darker.
    """
    drawn = Picture(_WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN + _LEGEND, scale=58)
    drawn.rectangle(0, 0, drawn.width, drawn.height, fill=BOARD, stroke="none")
    _draw_links(drawn)
    possible = possible_places(state)
    for station in possible:
        strength = _EVEN if belief is None else 0.1 + 0.6 * belief[station] / max(belief.values())
        _draw_halo(drawn, station, strength)
    for station in POSITIONS:
        _draw_station(drawn, station)
    for player, station in reversed(list(enumerate(places(state)))):
        if station:
            _draw_player(drawn, player, station, 0.26)
    if state[CAPTOR]:
        _draw_player(drawn, int(state[CAPTOR]), places(state)[HIDER], 0.34)
        _draw_player(drawn, HIDER, places(state)[HIDER], 0.24)
    below = 2 * _MARGIN + _HEIGHT
    drawn.text(_MARGIN, below + 0.1, _headline(state), size=0.28, anchor="start", font_weight="bold")
    _draw_key(drawn, below + 0.1, possible)
    _draw_seats(drawn, below + 0.6, state)
    return drawn


# ------------------------------------------------------------------------------------------------ small multiples


def draw_panels(panels, columns=4):
    """Several maps in one picture; a panel is (title, state, belief), the belief as for `draw`.

    Links and stations, the same in all of them, are in the file once.
    """
    width, height = _WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN + 0.9
    rows = -(-len(panels) // columns)
    drawn = Picture(width * min(columns, len(panels)), height * rows, scale=58 / 3)
    drawn.rectangle(0, 0, drawn.width, drawn.height, fill=BOARD, stroke="none")
    links, stations = Picture(width, height), Picture(width, height)
    _draw_links(links)
    for station in POSITIONS:
        stations.circle(*_at(station), 0.6 * _RADIUS, fill="#FFFFFF", stroke=_station_colour(station))
    for name, group in (("links", links), ("stations", stations)):
        drawn.shapes.append(f'<defs><g id="scotland-yard-{name}">{"".join(group.shapes)}</g></defs>')
    for number, (title, state, belief) in enumerate(panels):
        left, top = width * (number % columns), height * (number // columns)
        drawn.shapes.append(f'<g transform="translate({left:g} {top:g})">')
        _draw_panel(drawn, title, state, belief)
        drawn.shapes.append("</g>")
    return drawn


def _draw_panel(drawn, title, state, belief):
    drawn.text(_MARGIN, 0.6, title, size=0.6, anchor="start", font_weight="bold")
    drawn.shapes.append('<g transform="translate(0 0.9)"><use href="#scotland-yard-links"/>')
    for station in possible_places(state):
        strength = 0.1 + 0.8 * belief[station] / max(belief.values())
        drawn.circle(*_at(station), 3 * _RADIUS, fill=_POSSIBLE, stroke="none", fill_opacity=round(strength, 3))
    drawn.shapes.append('<use href="#scotland-yard-stations"/>')
    for player, station in reversed(list(enumerate(places(state)))):
        if station:
            drawn.circle(
                *_at(station), 0.36, fill=_seat_colours(player)[0], stroke="#FFFFFF" if player == HIDER else INK
            )
    drawn.shapes.append("</g>")
