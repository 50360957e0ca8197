"""A picture as a list of shapes, and its SVG. Games describe their boards with it; notebooks show them."""

from dataclasses import dataclass, field
from html import escape

# Okabe and Ito's colour-blind safe colours, one per seat; Rolit's and Blokus' players keep their usual order.
PLAYER_COLOURS = ("#D55E00", "#F0E442", "#009E73", "#0072B2", "#CC79A7", "#56B4E9")
PLAYER_LETTERS = "RYGBPS"
PLAYER_NAMES = ("red", "yellow", "green", "blue", "purple", "sky")
NEUTRAL = "#9A9A9A"
BOARD = "#F7F3EA"
LINES = "#8C8474"
INK = "#222222"


def _attributes(options):
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in options.items() if value is not None)


@dataclass
class Picture:
    """Shapes in board units; `scale` is the size of one unit in pixels.

    >>> "circle" in Picture(1, 1).circle(0.5, 0.5, 0.4, fill="red").svg()
    True
    """

    width: float
    height: float
    scale: float = 36.0
    shapes: list = field(default_factory=list)

    def _add(self, tag, content=None, **options):
        body = f">{content}</{tag}>" if content is not None else "/>"
        self.shapes.append(f"<{tag}{_attributes(options)}{body}")
        return self

    def rectangle(self, x, y, width, height, fill=BOARD, stroke=LINES, **options):
        return self._add(
            "rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke, stroke_width=0.03, **options
        )

    def circle(self, x, y, radius, fill=BOARD, stroke=INK, stroke_width=0.03, **options):
        place = {"cx": round(x, 4), "cy": round(y, 4), "r": radius}
        return self._add("circle", **place, fill=fill, stroke=stroke, stroke_width=stroke_width, **options)

    def polygon(self, points, fill=BOARD, stroke=LINES, **options):
        listed = " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
        return self._add("polygon", points=listed, fill=fill, stroke=stroke, stroke_width=0.03, **options)

    def line(self, x1, y1, x2, y2, stroke=LINES, width=0.03, **options):
        ends = {name: round(value, 4) for name, value in zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2), strict=True)}
        return self._add("line", **ends, stroke=stroke, stroke_width=width, **options)

    def text(self, x, y, words, size=0.35, fill=INK, anchor="middle", **options):
        return self._add(
            "text",
            escape(str(words)),
            x=x,
            y=round(y + 0.35 * size, 4),  # the baseline: not every viewer can centre letters by itself
            font_size=size,
            fill=fill,
            text_anchor=anchor,
            font_family="sans-serif",
            **options,
        )

    def group(self, shapes, x, y):
        """The shapes of another picture, moved."""
        return self._add("g", "".join(shapes), transform=f"translate({x:.4g} {y:.4g})")

    def svg(self):
        """The picture as one SVG element."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width * self.scale:.0f}" '
            f'height="{self.height * self.scale:.0f}" viewBox="0 0 {self.width:g} {self.height:g}">'
            + "".join(self.shapes)
            + "</svg>"
        )

    _repr_svg_ = svg
