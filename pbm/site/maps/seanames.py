"""Where the name of a sea stands: at its usual place, or near it where badges or codes would cover it.

It is found once a geometry, for the places of all badges that there may ever be; a turn moves no name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.site.maps.base import BARE, WIDE, Box, Point, Slot, badge_box, is_water, label_box, name_lines, overlap

ASIDE, UPWARDS = range(-120, 121, 24), range(-60, 61, 12)  # how far a name may go
REACH = (300, 190)  # what is further from a label is not in the way of its name, wherever that goes
GRAIN = 12  # of the land under a name, in units
BROAD = 250  # of a badge with three kinds of two digits, of which a name keeps clear
SMALL = 110  # the same on a map of hundreds of spaces
AROUND = 400  # twice the half of the broadest badge, which the edge of the sheet may push aside
BADGE, GROUND, WAY = 6, 4, 8  # how a square unit of a badge or a code counts, one of land, and a unit of the way
OFF = 100_000  # a line of a name that does not fit on the sheet

_WORD = re.compile(r"[Mlz]|-?\d+")
PLAIN = re.compile(r"(?:[Mlz ,-]|[0-9]{1,9}(?![0-9]))*")  # an outline that is read here, as all of ours are


def name_offsets(geometry: Mapping[str, Any], slots: Mapping[str, Slot]) -> dict[str, Point]:
    """How far off its usual place the name of each sea stands; the others stand there."""
    edges = None
    found = {}
    for code in geometry["spaces"]:
        taken = _taken(code, geometry, slots) if is_water(geometry, code) else []
        if _hidden(rooms(geometry, code, slots[code].label), taken):
            edges = edges or _edges(geometry)
            found[code] = _offset(code, geometry, slots[code].label, taken, edges)
    return found


def rooms(geometry: Mapping[str, Any], code: str, label: Point, offset: Point = (0, 0)) -> list[Box]:
    """The room of each line of a sea's name."""
    words = name_lines(geometry["spaces"][code]["name"])
    x, y = label[0] + offset[0], label[1] + offset[1] + first_line(geometry, len(words))
    step = 31 if geometry.get("look") == WIDE else 36
    return [(x - 8 * len(w), y + step * k - 24, x + 8 * len(w), y + step * k + 8) for k, w in enumerate(words)]


def name_rooms(
    geometry: Mapping[str, Any], slots: Mapping[str, Slot], offsets: Mapping[str, Point]
) -> dict[str, list[Box]]:
    """The lines of the name of each sea; none of the looks where they stand where no sign does."""
    waters = [code for code in geometry["spaces"] if is_water(geometry, code)]
    if geometry.get("look") in BARE:
        return {code: [] for code in waters}
    return {code: rooms(geometry, code, slots[code].label, offsets.get(code, (0, 0))) for code in waters}


def within_reach(slots: Mapping[str, Slot], rooms: Mapping[str, Sequence[Box]]) -> dict[str, tuple[str, ...]]:
    """By space the seas on whose names a badge of it might lie, at any of its usual places and however broad."""
    wide = [
        (left - AROUND, top - AROUND, right + AROUND, bottom + AROUND, code)
        for code, lines in rooms.items()
        for left, top, right, bottom in lines
    ]
    reached: dict[str, tuple[str, ...]] = {}
    for code, slot in slots.items():
        found = (
            name
            for x, y in slot.badges
            for left, top, right, bottom, name in wide
            if left < x < right and top < y < bottom
        )
        reached[code] = tuple(dict.fromkeys(found))
    return reached


def first_line(geometry: Mapping[str, Any], lines: int) -> int:
    """From a sea's label down to the first line of its name: under its code, or with the label in its middle."""
    return 40 if geometry.get("look") == WIDE else 29 - 18 * lines


def _taken(code: str, geometry: Mapping[str, Any], slots: Mapping[str, Slot]) -> list[Box]:
    """Where badges and codes stand near a sea's label."""
    is_wide = geometry.get("look") == WIDE
    (x, y), width = slots[code].label, SMALL if is_wide else BROAD
    window = (x - REACH[0], y - REACH[1], x + REACH[0], y + REACH[1])
    boxes = [badge_box(*place, width) for slot in slots.values() for place in slot.badges]
    for other, slot in slots.items():
        if not is_water(geometry, other):
            boxes.append(label_box(*slot.label, other))
        elif is_wide:
            boxes.append((slot.label[0] - 48, slot.label[1] - 20, slot.label[0] + 48, slot.label[1] + 15))
    return [box for box in boxes if overlap(window, box)]


def _hidden(lines: Iterable[Box], taken: Sequence[Box]) -> int:
    return sum([overlap(line, box) for line in lines for box in taken])


def _offset(code: str, geometry: Mapping[str, Any], label: Point, taken: list[Box], edges: list[list[Box]]) -> Point:
    """The place where least is in the way, land too; the nearer of equals."""
    ground, right = _ground(edges, label), int(geometry["width"]) - 6

    def cost(offset: Point) -> int:
        lines = rooms(geometry, code, label, offset)
        beyond = sum([box[0] < 6 or box[1] < 6 or box[2] > right for box in lines])
        covered = len(ground.intersection(point for line in lines for point in _grid(line)))
        way = WAY * (abs(offset[0]) + abs(offset[1]))
        return BADGE * _hidden(lines, taken) + GROUND * GRAIN * GRAIN * covered + OFF * beyond + way

    return min(((dx, dy) for dx in ASIDE for dy in UPWARDS), key=cost)


def _grid(box: Box) -> Iterable[Point]:
    """The points of a grid over the whole sheet that lie in a box."""
    left, top = -(-box[0] // GRAIN) * GRAIN, -(-box[1] // GRAIN) * GRAIN
    return [(x, y) for x in range(left, box[2] + 1, GRAIN) for y in range(top, box[3] + 1, GRAIN)]


def _ground(edges: list[list[Box]], label: Point) -> set[Point]:
    """The points of the grid around a label that are land: between an outline's first and second cut, and so on."""
    (x, y), found = label, set[Point]()
    left, right = (x - REACH[0]) // GRAIN * GRAIN, x + REACH[0]
    for row in range((y - REACH[1]) // GRAIN * GRAIN, y + REACH[1], GRAIN):
        for outline in edges:
            cuts = sorted(
                [x1 + (x2 - x1) * (row - y1) // (y2 - y1) for x1, y1, x2, y2 in outline if (y1 > row) != (y2 > row)]
            )
            for start, end in zip(cuts[::2], cuts[1::2], strict=True):
                first = max(left, -(-start // GRAIN) * GRAIN)
                found.update([(at, row) for at in range(first, min(end, right) + 1, GRAIN)])
    return found


def _edges(geometry: Mapping[str, Any]) -> list[list[Box]]:
    """The outlines of all land, each as its edges from point to point, and closed. Of a moderator's own drawing those
    that are made of more than M, l, z and whole numbers are passed over: names do not keep clear of them.
    """
    outlines = [space["d"] for code, space in geometry["spaces"].items() if not is_water(geometry, code)]
    grounds = []
    for d in [*outlines, geometry.get("neutral", "")]:
        if not PLAIN.fullmatch(d):
            continue
        edges: list[Box] = []
        start = at = (0, 0)
        sign, numbers = "", list[int]()
        for word in (*_WORD.findall(d), "z"):
            if word.isalpha():
                if word in "zM" and at != start:
                    edges.append((*at, *start))
                sign, at = word, start if word == "z" else at
                continue
            numbers.append(int(word))
            if len(numbers) == 2:
                to = (numbers[0], numbers[1]) if sign == "M" else (at[0] + numbers[0], at[1] + numbers[1])
                edges += [] if sign == "M" else [(*at, *to)]
                start, sign = (to, "l") if sign == "M" else (start, sign)
                at, numbers = to, []
        grounds.append(edges)
    return grounds
