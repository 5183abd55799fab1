"""What of a map never changes: outlines, patterns, signs, slots for labels and badges. Drawn once a geometry."""

from collections.abc import Mapping, Sequence
from html import escape
from math import cos, hypot, pi, sin
from typing import Any

import msgspec

# Units of the drawing, about 2,000 wide.
CODE = 44  # type size of a code
CHIP = 34  # side of the chip with the owner's number
BADGE_HEIGHT = 36
DIGIT = 17  # width of a badge's digit
SIGN = 30  # width of a unit's sign
TYPICAL_BADGE = 178
WIDE, NARROW = "MW", "I"  # letters of a code that are not of the usual width
FREE = 62  # a badge further than this from its label gets a leader line

Box = tuple[int, int, int, int]


class Slot(msgspec.Struct, frozen=True):
    """Where a space's code stands (its middle), and the middle of its badge; leader where the badge is far."""

    label: tuple[int, int]
    badge: tuple[int, int]
    leader: str = ""


def overlap(a: Box, b: Box) -> int:
    """The common area of two boxes."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


def code_width(code: str) -> int:
    """The width of a code in the drawing; the SVG sets it, so that it holds in every font."""
    return sum(33 if sign in WIDE else 13 if sign in NARROW else 26 for sign in code)


def label_box(x: int, y: int, code: str) -> Box:
    """The room of a code and its chip around (x, y)."""
    half = (code_width(code) + CHIP + 10) // 2
    return (x - half, y - 26, x + half, y + 22)


def badge_box(x: int, y: int, rows: int = 1) -> Box:
    """The room of a badge (in a sea of two, one under the other) around (x, y)."""
    top = y - BADGE_HEIGHT // 2
    return (x - TYPICAL_BADGE // 2, top, x + TYPICAL_BADGE // 2, top + rows * (BADGE_HEIGHT + 3))


def slots(geometry: Mapping[str, Any]) -> dict[str, Slot]:
    """A place for every badge: under its label where there is room, else the nearest free spot, with a leader.

    Small countries choose first. Found once for badges of the usual width, so that a turn costs nothing.
    """
    spaces = geometry["spaces"]
    width, height = geometry["width"], geometry["height"]
    labels = {code: (int(s["label"][0]), int(s["label"][1])) for code, s in spaces.items()}
    boxes = {code: label_box(x, y, code) for code, (x, y) in labels.items() if spaces[code]["kind"] == "land"}
    sea_boxes = [(x - 120, y - 40, x + 120, y + 50) for code, (x, y) in labels.items() if spaces[code]["kind"] == "sea"]
    placed: list[Box] = []
    found: dict[str, Slot] = {}
    order = sorted(spaces, key=lambda code: (spaces[code]["kind"] == "sea", spaces[code]["pole"][2], code))
    for code in order:
        x, y = labels[code]
        sea = spaces[code]["kind"] == "sea"
        below, rows = (70, 2) if sea else (44, 1)
        best: tuple[int, int, int] | None = None
        for k, (dx, dy) in enumerate(_offsets(below)):
            box = badge_box(x + dx, y + dy, rows)
            if box[0] < 8 or box[1] < 8 or box[2] > width - 8 or box[3] > height - 8:
                continue
            clash = sum(overlap(box, other) for other in placed) * 4
            clash += sum(overlap(box, other) for name, other in boxes.items() if name != code or k > 1) * 5
            clash += sum(overlap(box, other) for other in sea_boxes) * 3
            cost = clash + 14 * max(0, int(hypot(dx, dy)) - below) + 3 * k
            if best is None or cost < best[0]:
                best = (cost, x + dx, y + dy)
        bx, by = (best[1], best[2]) if best else (x, y + below)
        placed.append(badge_box(bx, by, rows))
        far = hypot(bx - x, by - y) > FREE and not sea
        start = spaces[code].get("leader") or (x, y)
        leader = f"M{int(start[0])} {int(start[1])}L{bx} {by}" if far else ""
        found[code] = Slot((x, y), (bx, by), leader)
    return found


def _offsets(below: int) -> list[tuple[int, int]]:
    """Where a badge may stand, nearest first: under its label, above it, beside it, then in rings around."""
    if below > 44:  # a sea: beside its name rather than on a coast
        return [(0, below), (205, -20), (-205, -20), (205, 40), (-205, 40), (0, -below - 40), (300, 0), (-300, 0)]
    near = [(0, below), (0, -below - 6), (40, below), (-40, below), (80, below), (-80, below)]
    near += [(40, -below - 6), (-40, -below - 6)]
    rings = []
    for radius in (110, 150, 190, 240):
        for step in range(16):
            angle = pi * step / 8
            rings.append((round(radius * 1.25 * cos(angle)), round(radius * 0.8 * sin(angle))))
    return near + rings


def drawn(geometry: Mapping[str, Any], prefix: str) -> str:
    """Outlines, patterns and signs as SVG text, by svgwrite; `prefix` keeps the ids of two maps apart."""
    from svgwrite import Drawing

    sheet = Drawing(debug=False)
    defs = sheet.defs
    parts: list[str] = []
    for code, space in sorted(geometry["spaces"].items()):
        defs.add(sheet.path(d=space["d"], id=f"{prefix}{code}"))
    for player in range(1, 10):
        stripes = sheet.pattern(
            id=f"{prefix}h{player}", size=(22, 22), patternUnits="userSpaceOnUse", patternTransform="rotate(-45)"
        )
        stripes.add(sheet.rect((0, 0), (22, 22), class_="ground"))
        stripes.add(sheet.rect((0, 0), (22, 11), class_=f"h{player}"))
        defs.add(stripes)
        texture = sheet.pattern(id=f"{prefix}t{player}", size=(22, 22), patternUnits="userSpaceOnUse")
        for mark in TEXTURES[player - 1]:
            texture.add(sheet.path(d=mark, class_="x"))
        defs.add(texture)
    for name, d in SIGNS.items():
        defs.add(sheet.path(d=d, id=f"{prefix}{name}"))
    for kind in ("attack", "support", "move"):
        tip = sheet.marker(
            id=f"{prefix}{kind}", insert=(7, 5), size=(4, 4), orient="auto", viewBox="0 0 10 10", class_=f"tip {kind}"
        )
        tip.add(sheet.path(d="M0 0L10 5L0 10z"))
        defs.add(tip)
    parts.append(defs.tostring())
    return "".join(parts)


def scenery(geometry: Mapping[str, Any]) -> tuple[str, str]:
    """(under the land, over the land): sea borders and foreign land; air links."""
    from svgwrite import Drawing

    sheet = Drawing(debug=False)
    lines = geometry["lines"]
    under = [
        sheet.path(d=geometry["neutral"], class_="neutral").tostring(),
        sheet.path(d=lines["sea"], class_="seaborder").tostring(),
    ]
    links = sheet.path(d="".join(link["d"] for link in geometry["airlinks"]), class_="airlink")
    return "".join(under), links.tostring()


# A texture for each hue: plain, lines, plain, upright lines, dots, grid, sparse dots, wide lines, plus signs.
TEXTURES: tuple[Sequence[str], ...] = (
    ("M0 0h22v22h-22z",),
    ("M0 9h22v4h-22z",),
    ("M0 0h22v22h-22z",),
    ("M9 0h4v22h-4z",),
    ("M11 6a5 5 0 1 0 .1 0z",),
    ("M0 9h22v3h-22z", "M9 0h3v22h-3z"),
    ("M6 4a3 3 0 1 0 .1 0z", "M17 15a3 3 0 1 0 .1 0z"),
    ("M0 4h22v14h-22z",),
    ("M9 5h4v4h4v4h-4v4h-4v-4h-4v-4h4z",),
)

# Signs in a box of 24 units: a crossed box, a hull with a sail, an aeroplane from above.
SIGNS = {
    "army": (
        "M1 3h22v18h-22zM3.6 5l8.4 6.6 8.4-6.600zM3 6.800v10.400l6.6-5.200z"
        "M21 6.800v10.400l-6.6-5.200zM3.6 19h16.800l-8.4-6.600z"
    ),
    "navy": "M11 1v13h-8zM13 4l7 10h-7zM1 16h22l-4 7h-14z",
    "air": (
        "M12 0c1.5 0 2.2 1.5 2.2 3v5.500l9.3 5v3l-9.3-2.500v5l3 2.500v2"
        "l-5.2-1.5-5.2 1.500v-2l3-2.500v-5l-9.3 2.500v-3l9.3-5v-5.500c0-1.5.700-3 2.2-3z"
    ),
}


def safe(text: str) -> str:
    """Text for SVG."""
    return escape(text, quote=True)
