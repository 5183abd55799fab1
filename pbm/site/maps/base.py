"""What every turn's map of one geometry shares: places for codes and badges, textures, signs.

A geometry may say where a space's badges stand (`badge`: the place, and where its leader line starts; of a sea
`badges`: a place each). Where it does not, they stand under the label, those of small countries at the nearest
free spot.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, hypot, pi, sin
from typing import Any

import msgspec

from pbm.site.ink.palette import HUES, hue_of, texture

# Units of the drawing, about 2,000 wide.
LETTER = 25  # width of a code's letter
CHIP = 34  # side of the chip with the owner's number
GAP = 5  # between code and chip
BADGE_HEIGHT = 38
STEP = BADGE_HEIGHT + 2  # from badge to badge of a sea
TYPICAL_BADGE = 190
BELOW, ABOVE = 44, -46  # from a label's middle to its badge's
SMALL = 40  # the radius of a country that holds no badge
FREE = 62  # a badge further than this from its label gets a leader line

PIECES = "pieces"  # the look of a geometry whose spaces have signs for what stands there (board.py)
WIDE = "wide"  # the look of a geometry of so many spaces that all of them cannot be read at once (world.py)

Box = tuple[int, int, int, int]
Point = tuple[int, int]


class Slot(msgspec.Struct, frozen=True):
    """Where a space's code stands (its middle), and its badges, first to last; leader: the line to what is far."""

    label: Point
    badges: tuple[Point, ...]
    leader: str = ""  # to the badge
    anchor: str = ""  # from a label that stands off its country

    @property
    def badge(self) -> Point:
        """The place of the first badge."""
        return self.badges[0]


def overlap(a: Box, b: Box) -> int:
    """The common area of two boxes."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


def code_width(code: str) -> int:
    """The width of a code in the drawing, in the narrow faces of the stack."""
    return LETTER * len(code)


def label_box(x: int, y: int, code: str) -> Box:
    """The room of a code and its chip around (x, y)."""
    half = (code_width(code) + CHIP + GAP + 4) // 2
    return (x - half, y - 22, x + half, y + 22)


def badge_box(x: int, y: int, width: int = TYPICAL_BADGE) -> Box:
    """The room of a badge around (x, y)."""
    return (x - width // 2, y - BADGE_HEIGHT // 2, x + width // 2, y + BADGE_HEIGHT // 2)


def name_lines(name: str) -> list[str]:
    """A sea's name, a word a line."""
    return name.split()


def name_box(x: int, y: int, name: str) -> Box:
    """The room of a sea's name around (x, y)."""
    lines = name_lines(name)
    half, tall = max(map(len, lines)) * 8, len(lines) * 18
    return (x - half, y - tall, x + half, y + tall)


def slots(geometry: Mapping[str, Any]) -> dict[str, Slot]:
    """A place for every label and every badge. Found once for badges of the usual width: a turn costs nothing."""
    spaces = geometry["spaces"]
    labels = {code: (int(s["label"][0]), int(s["label"][1])) for code, s in spaces.items()}
    places: dict[str, tuple[Point, ...]] = {}
    open_codes = []
    for code, space in sorted(spaces.items()):
        x, y = labels[code]
        if geometry.get("look") == WIDE:
            places[code] = (wide_place(space, geometry["height"]),)
        elif space["kind"] == "sea":
            given = space.get("badges") or [[x, y + 18 * len(name_lines(space["name"])) + 32]]
            places[code] = tuple((int(px), int(py)) for px, py in given)
        elif "badge" in space:
            places[code] = ((int(space["badge"][0]), int(space["badge"][1])),)
        else:
            places[code] = ((x, y + BELOW),)
            if space["pole"][2] < SMALL:
                open_codes.append(code)
    for code in sorted(open_codes, key=lambda code: (spaces[code]["pole"][2], code)):
        places[code] = (_free_spot(code, labels, places, (geometry["width"], geometry["height"])),)
    return {code: _slot(spaces[code], labels[code], places[code]) for code in sorted(spaces)}


def wide_place(space: Mapping[str, Any], height: int) -> Point:
    """In the look "wide": under the code, a sea's under its name; at the sheet's foot above."""
    x, y = int(space["label"][0]), int(space["label"][1])
    below = BELOW + 31 * len(name_lines(space["name"])) if space["kind"] == "sea" else BELOW
    return x, y + below if y + below + BADGE_HEIGHT < height else y + ABOVE


def _slot(space: Mapping[str, Any], label: Point, badges: tuple[Point, ...]) -> Slot:
    (x, y), (bx, by) = label, badges[0]
    start = space.get("leader")
    anchor = f"M{start[0]} {start[1]}L{x} {y}" if start else ""
    far = space["kind"] != "sea" and hypot(bx - x, by - y) > FREE
    sx, sy = space.get("badge", ())[2:] or start or space.get("pole", label)[:2]
    return Slot(label, badges, f"M{sx} {sy}L{bx} {by}" if far else "", anchor)


def _free_spot(code: str, labels: Mapping[str, Point], places: Mapping[str, tuple[Point, ...]], size: Point) -> Point:
    """The nearest place for the badge of `code` that hides no label and no other badge."""
    x, y = labels[code]
    near = [other for other, (ox, oy) in labels.items() if abs(ox - x) < 500 and abs(oy - y) < 400]
    labelled = [label_box(*labels[other], other) for other in near]
    badges = [badge_box(*places[other][0]) for other in near if other != code]
    best: tuple[int, Point] | None = None
    for k, (dx, dy) in enumerate(_offsets()):
        box = badge_box(x + dx, y + dy)
        if box[0] < 8 or box[1] < 8 or box[2] > size[0] - 8 or box[3] > size[1] - 8:
            continue
        clash = sum(overlap(box, other) for other in badges) * 4 + sum(overlap(box, other) for other in labelled) * 5
        cost = clash + 14 * max(0, int(hypot(dx, dy)) - BELOW) + 3 * k
        if best is None or cost < best[0]:
            best = (cost, (x + dx, y + dy))
    return best[1] if best else (x, y + BELOW)


def _offsets() -> list[Point]:
    """Where a badge may stand, nearest first: under its label, above it, beside it, then in rings around."""
    near = [(dx, dy) for dx in (0, 40, -40, 80, -80) for dy in (BELOW, ABOVE)]
    rings = []
    for radius in (110, 150, 190, 240):
        for step in range(16):
            angle = pi * step / 8
            rings.append((round(radius * 1.25 * cos(angle)), round(radius * 0.8 * sin(angle))))
    return near + rings


# A texture for each hue, on a tile of 26: x is drawn in colour and grey, g for paper alone.
TEXTURES: tuple[Sequence[tuple[str, str]], ...] = (
    (("g g1", "M0 0h26v26h-26z"),),
    (("x", "M0 11h26v3h-26z"),),
    (("g g3", "M0 0h26v26h-26z"),),
    (("x", "M11 0h3v26h-3z"),),
    (("x", "M6 2a4 4 0 1 0 .1 0zM19 15a4 4 0 1 0 .1 0z"),),
    (("x", "M0 11h26v3h-26zM11 0h3v11h-3zM11 14h3v12h-3z"),),
    (("g g1", "M0 0h26v26h-26z"), ("x", "M6 3a3 3 0 1 0 .1 0zM19 16a3 3 0 1 0 .1 0z")),
    (("g g8", "M0 5h26v17h-26z"), ("y", "M0 5h26v17h-26z")),
    (("x", "M11 6h3v5h5v3h-5v5h-3v-5h-5v-3h5z"),),
)

# What players beyond the ninth have over their hue, by ninths: lines, dots, a lattice.
MARKS = (
    "M0 11h26v4.6h-26z",
    "M6.5 2.3a4.2 4.2 0 1 0 .1 0zM19.5 15.3a4.2 4.2 0 1 0 .1 0z",
    "M0 11h26v3.4h-26zM11 0h3.4v11h-3.4zM11 14.4h3.4v11.6h-3.4z",
)


def further_textures(players: Iterable[int], p: str, transform: str = "") -> str:
    """Patterns for players beyond the ninth: on screen lines, dots or a lattice over the hue, on paper its own."""
    out = []
    for n in sorted({texture(player) for player in players if player > 0} - set(range(1, HUES + 1))):
        grey = [(kind.replace("x", "g"), d) for kind, d in TEXTURES[hue_of(n) - 1] if kind != "y"]
        paper = "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in grey)
        mark = f'<path class="m{hue_of(n)}" d="{MARKS[(n - 1) // HUES - 1]}"/>'
        tile = 'width="26" height="26" patternUnits="userSpaceOnUse"'
        tile += f' patternTransform="{transform}"' if transform else ""
        out.append(f'<pattern id="{p}t{n}" {tile}>{paper}{mark}</pattern>')
    return f"<defs>{''.join(out)}</defs>" if out else ""


# Signs in a box of 24 units that stands on a figure's line: a crossed box (its lines), a hull with a sail, an
# aeroplane from above.
SIGNS = {
    "army": "M1.5 -20.5h21v17h-21zl21 17m0-17l-21 17",
    "navy": "M11 -23v13h-8zM13 -20l7 10h-7zM1 -8h22l-4 7h-14z",
    "air": (
        "M12 -24c1.5 0 2.2 1.5 2.2 3v5.5l9.3 5v3l-9.3-2.5v5l3 2.5v2"
        "l-5.2-1.5-5.2 1.5v-2l3-2.5v-5l-9.3 2.5v-3l9.3-5v-5.5c0-1.5.7-3 2.2-3z"
    ),
}


def safe(text: str) -> str:
    """Text for SVG."""
    return escape(text, quote=True)
