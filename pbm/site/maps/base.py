"""What every turn's map of one geometry shares: places for codes and badges, textures, signs.

A geometry may say where a space's badges stand (`badge`: the place, and where its leader line starts; of a sea
`badges`: a place each). Where it does not, they stand under the label, those of small countries at the nearest
free spot.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from math import cos, hypot, pi, sin
from re import findall
from typing import Any

import msgspec

# Units of the drawing, about 2,000 wide.
LOW, SUNK = 16, 13  # from a label's middle down to the line of a code, on land and in water
LETTER = 25  # width of a code's letter
CHIP = 34  # side of the chip with the owner's number
GAP = 5  # between code and chip
BADGE_HEIGHT = 38
STEP = BADGE_HEIGHT + 2  # from badge to badge of a sea
TYPICAL_BADGE = 190
BELOW, ABOVE = 44, -46  # from a label's middle to its badge's
SMALL = 40  # the radius of a country that holds no badge
FREE = 62  # a badge further than this from its label gets a leader line

# Sizes of type, as they are drawn: a code, a figure of a badge, a name of water, a code of water.
TYPE = {"code": 44, "figure": 34, "name": 33, "water": 36}
WIDE_TYPE = {**TYPE, "name": 31, "water": 42}
LIFT = 47  # in the look "hex" from the middle of a code up to the sign of a seat, and to the ends of arrows
SCALE = 3  # in the look "hex" so many units of the drawing are one of an outline
GRAIN = Fraction(8, 5)  # and textures are so much coarser
CHIP_AT = 42  # in the look "wide" from a code's middle to its chip's

# The looks that a geometry may ask for, beside the plain one; a class for each is in `looks`.
PIECES = "pieces"  # spaces have signs for what is there
WIDE = "wide"  # so many spaces that all of them cannot be read at once
HEX = "hex"  # hundreds of cells of one size, whose numbers are read on the whole map and whose codes on a part
CHART = "chart"  # land in an ocean of cells that are no spaces
BARE = (PIECES, HEX, CHART)  # names of water stand where the geometry has them

BROAD, VAST = 1200, 1560  # a theatre wider than this has larger type on a phone; than that, no badges there

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


def is_water(geometry: Mapping[str, Any], code: str) -> bool:
    """Whether a space is drawn as water; what its kind is called only the system knows."""
    fills: Mapping[str, str] = geometry.get("fills", {})
    return fills.get(geometry["spaces"][code]["kind"]) == "water"


def overlap(a: Box, b: Box) -> int:
    """The common area of two boxes."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


def meets(a: Box, b: Box) -> bool:
    """Whether two boxes have a common area."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@cache
def box_of(d: str) -> Box:
    """The box of an outline of M, l, z and whole numbers."""
    x = y = 0
    xs, ys = list[int](), list[int]()
    for part in d.split("M"):
        for k, (a, b) in enumerate(findall(r"(-?\d+)[ ,]?(-?\d+)", part)):
            x, y = (x + int(a), y + int(b)) if k else (int(a), int(b))
            xs.append(x)
            ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def holds(frame: Box, box: Box) -> bool:
    """Whether a box lies whole inside a frame, a hair's breadth from its line."""
    return frame[0] + 4 <= box[0] and frame[1] + 4 <= box[1] and box[2] <= frame[2] - 4 and box[3] <= frame[3] - 4


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


def further_places(places: Sequence[Point], more: int, height: int) -> tuple[Point, ...]:
    """Places for so many more badges than a space usually has: below its last, at the sheet's foot above it."""
    x, y = places[-1]
    step = STEP if y + 2 * STEP < height else -STEP
    return tuple((x, y + nth * step) for nth in range(1, more + 1))


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
            places[code] = (wide_place(space, geometry["height"], is_water(geometry, code)),)
        elif geometry.get("look") in (HEX, CHART):
            places[code] = ((x, y + BELOW),)
        elif is_water(geometry, code):
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
    return {code: _slot(spaces[code], labels[code], places[code], is_water(geometry, code)) for code in sorted(spaces)}


def wide_place(space: Mapping[str, Any], height: int, water: bool) -> Point:
    """In the look "wide": under the code, a sea's under its name; at the sheet's foot above."""
    x, y = int(space["label"][0]), int(space["label"][1])
    below = BELOW + 31 * len(name_lines(space["name"])) if water else BELOW
    return x, y + below if y + below + BADGE_HEIGHT < height else y + ABOVE


def _slot(space: Mapping[str, Any], label: Point, badges: tuple[Point, ...], water: bool) -> Slot:
    (x, y), (bx, by) = label, badges[0]
    start = space.get("leader")
    anchor = f"M{start[0]} {start[1]}L{x} {y}" if start else ""
    far = not water and hypot(bx - x, by - y) > FREE
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


def typed(css: str, sizes: Mapping[str, int]) -> str:
    """Styles with sizes of type for their names: `font-size:@code`."""
    for name, size in sizes.items():
        css = css.replace(f"@{name}", f"{size}px")
    return css


def safe(text: str) -> str:
    """Text for SVG."""
    return escape(text, quote=True)
