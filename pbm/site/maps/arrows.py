"""Arrows of a map: bent lines that leave a label, keep clear of the others and end just short of where they point."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import hypot
from typing import Any

import msgspec

from pbm.site.maps.base import HEX, LIFT, Box, Point, Slot, badge_box, further_places, is_water, label_box, name_box

STEPS = 24
BENDS = (16, -16, 26, -26, 8, -8, 36, -36, 60, -60)  # how far a line swings out, in hundredths of its length
CLEAR = 34  # from an arrow's end to what it points at: its tip and a little air
TOUCH = 30  # the distance of two arrows that touch
MOST = 800  # pairs of spaces whose ways are remembered
SHORT = 66  # a shorter line starts under its label or badge
LEAVE, AROUND = 4, 6  # from a label to the start of its own arrow, and to any other that runs clear of it
POINTS = 12  # along an arrow, at which it is tried
HIT, USUAL = 12, 16  # what a point within another's label costs, in hundredths of a bend beyond the usual one

SIZES = {"steps": STEPS, "bends": BENDS, "clear": CLEAR, "short": SHORT, "leave": LEAVE, "around": AROUND}
SIZES |= {"hit": HIT, "usual": USUAL, "points": POINTS}
"""For the script of the composer, which draws the orders of a card as arrows."""

Curve = tuple[float, float, float, float, float, float]
WEIGHTS = tuple(((1 - t) * (1 - t), 2 * t * (1 - t), t * t) for t in (n / STEPS for n in range(STEPS + 1)))
"""What a curve's start, middle and end weigh at each step."""


class ArrowPath(msgspec.Struct, frozen=True):
    """A way to draw an arrow: its path, and points along it, first to last."""

    d: str
    points: tuple[Point, ...]


class ArrowPaths:
    """The paths of all arrows of one geometry, each worked out when it is first drawn."""

    def __init__(self, geometry: Mapping[str, Any], slots: Mapping[str, Slot]) -> None:
        self.slots = {**slots}
        self.wrap, self.height = int(geometry.get("wrap", 0)), int(geometry["height"])
        self.rooms: dict[str, tuple[Box, ...]] = {}  # of the label, of the badges
        for code, slot in slots.items():
            if geometry.get("look") == HEX:  # over the codes, which leave no room between them
                x, y = slot.label[0], slot.label[1] - LIFT
                self.slots[code], self.rooms[code] = Slot((x, y), ()), ((x - 20, y - 20, x + 20, y + 20),)
                continue
            space = geometry["spaces"][code]
            words = name_box(*slot.label, space["name"]) if is_water(geometry, code) else label_box(*slot.label, code)
            self.rooms[code] = (words, *(badge_box(*spot) for spot in slot.badges))
        self.touching: dict[tuple[str, str], bool] = {}
        self.ways: dict[tuple[str, str, int, int], _Ways] = {}

    def paths(self, arrows: Sequence[tuple[str, str]], badges: Mapping[str, int]) -> list[str]:
        """A path for each (start, end): the best that keeps clear of earlier arrows of the same spaces; in two pieces
        where it goes over the edge of a sheet whose edges join.

        badges: how many badges stand at a space.
        """
        found = []
        near: dict[str, list[ArrowPath]] = {}
        for start, end in arrows:
            if beyond := self._over_the_edge(start, end):
                pair = self._ways(start, beyond[0], 0, 0), self._ways(beyond[1], end, 0, badges.get(end, 0))
                found.append("".join(ways.known[0].d for ways in pair))
                continue
            ways = self._ways(start, end, badges.get(start, 0), badges.get(end, 0))
            earlier = [*near.get(start, ()), *near.get(end, ())]
            way = next((way for way in ways if not any(self._touch(way, other) for other in earlier)), ways.known[0])
            near.setdefault(start, []).append(way)
            near.setdefault(end, []).append(way)
            found.append(way.d)
        return found

    def _over_the_edge(self, start: str, end: str) -> tuple[str, str] | None:
        """Names of `end` and `start` as they would be beyond the edges of the sheet, where the way round is shorter."""
        far = self.slots[end].label[0] - self.slots[start].label[0]
        if not self.wrap or abs(far) * 2 <= self.wrap:
            return None
        by = self.wrap if far < 0 else -self.wrap
        return self._moved(end, by), self._moved(start, -by)

    def _moved(self, code: str, by: int) -> str:
        """The name of a space's place beyond an edge."""
        name = f"{code}{by:+}"
        if name not in self.slots:
            (x, y), rooms = self.slots[code].label, self.rooms[code]
            self.slots[name] = Slot((x + by, y), tuple((bx + by, b) for bx, b in self.slots[code].badges))
            self.rooms[name] = tuple((a + by, b, c + by, d) for a, b, c, d in rooms)
        return name

    def _touch(self, one: ArrowPath, other: ArrowPath) -> bool:
        key = (one.d, other.d)
        if key not in self.touching:
            self.touching[key] = _touch(one, other)
        return self.touching[key]

    def _ways(self, start: str, end: str, start_badges: int, end_badges: int) -> "_Ways":
        """The ways to draw an arrow, best first."""
        key = (start, end, start_badges, end_badges)
        if key not in self.ways:
            if len(self.ways) >= MOST:
                self.ways.clear()
                self.touching.clear()
            self.ways[key] = _Ways(self._find(*key))
        return self.ways[key]

    def _find(self, start: str, end: str, start_badges: int, end_badges: int) -> Iterator[ArrowPath]:
        """The same, one by one: a bend is tried when none that was tried is surely better."""
        (x1, y1), (x2, y2) = self.slots[start].label, self.slots[end].label
        leave, reach = self._taken(start, start_badges), self._taken(end, end_badges)
        frame = (min(x1, x2) - 150, min(y1, y2) - 150, max(x1, x2) + 150, max(y1, y2) + 150)
        others = [
            _wider(room, AROUND)
            for code, rooms in self.rooms.items()
            if code not in (start, end)
            for room in rooms[:2]
            if room[0] < frame[2] and frame[0] < room[2] and room[1] < frame[3] and frame[1] < room[3]
        ]
        limit = 0
        waiting: list[tuple[int, int, ArrowPath | None]]
        waiting = [(abs(abs(bend) - USUAL), k, None) for k, bend in enumerate(BENDS)]  # what each costs at least
        heapify(waiting)
        while waiting:
            cost, k, way = heappop(waiting)
            if way is None:
                hits, cramped, way = _tried(_bent(x1, y1, x2, y2, BENDS[k]), leave, reach, others)
                cost += hits * HIT + cramped
                limit = limit if k else cost + 60
                heappush(waiting, (cost, k, way))
            elif cost < limit:
                yield way
            else:
                return

    def _taken(self, code: str, badges: int) -> tuple[Box, ...]:
        """The rooms of a space's label and of so many badges, also of those beyond its usual places."""
        places = self.slots[code].badges
        further = further_places(places, badges - len(places), self.height) if places else ()
        return (*self.rooms[code][: 1 + badges], *(badge_box(*spot) for spot in further))


class _Ways:
    """Ways to draw an arrow, best first, each worked out when it is asked for and then remembered."""

    def __init__(self, ways: Iterator[ArrowPath]) -> None:
        self.known, self.more = [next(ways)], ways

    def __iter__(self) -> Iterator[ArrowPath]:
        yield from self.known
        for way in self.more:
            self.known.append(way)
            yield way


def _touch(one: ArrowPath, other: ArrowPath) -> bool:
    """Whether the tip or the start of an arrow lies on another."""
    return any(
        abs(x - px) < TOUCH and abs(y - py) < TOUCH
        for a, b in ((one, other), (other, one))
        for x, y in (a.points[0], a.points[-1])
        for px, py in b.points
    ) and not (one.points[0] == other.points[0] and one.points[-1] != other.points[-1])


def _bent(x1: int, y1: int, x2: int, y2: int, bend: int) -> Curve:
    mx, my = (x1 + x2) / 2 - (y2 - y1) * bend / 50, (y1 + y2) / 2 + (x2 - x1) * bend / 50
    return (x1, y1, mx, my, x2, y2)


def _tried(
    whole: Curve, leave: tuple[Box, ...], reach: tuple[Box, ...], others: Sequence[Box]
) -> tuple[int, int, ArrowPath]:
    """A curve cut to its free part: how often it runs through other labels, what it lacks in length, and its path."""
    first, last = _free_part(whole, leave, reach)
    points = [_at(whole, first + (last - first) * n / POINTS) for n in range(POINTS + 1)]
    hits = sum([left < x < right and top < y < low for x, y in points for left, top, right, low in others])
    (ax, ay), (bx, by) = points[0], points[-1]
    a, b, c, d, e, f = (round(v) for v in _part(whole, first, last))
    marks = tuple([(round(x), round(y)) for x, y in points[::3]])
    cramped = max(0, SHORT - hypot(bx - ax, by - ay))
    return hits, round(cramped), ArrowPath(f"M{a} {b}Q{c} {d} {e} {f}", marks)


def _at(curve: Curve, t: float) -> tuple[float, float]:
    x1, y1, mx, my, x2, y2 = curve
    a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return a * x1 + b * mx + c * x2, a * y1 + b * my + c * y2


def _wider(room: Box, more: int) -> Box:
    left, top, right, low = room
    return left - more, top - more, right + more, low + more


def _steps_within(points: Iterable[tuple[int, tuple[float, float]]], rooms: Iterable[Box], more: int) -> Iterator[int]:
    """The steps of a curve that lie in one of the rooms, or so near to it."""
    wide = [_wider(room, more) for room in rooms]
    for n, (x, y) in points:
        for left, top, right, low in wide:
            if left < x < right and top < y < low:
                yield n
                break


def _free_part(curve: Curve, leave: tuple[Box, ...], reach: tuple[Box, ...]) -> tuple[float, float]:
    """From where to where (0 to 1) a curve runs between the rooms at its ends; at least a stump of it."""
    x1, y1, mx, my, x2, y2 = curve
    length = max(1.0, hypot(x2 - x1, y2 - y1))
    points = [*enumerate([(a * x1 + b * mx + c * x2, a * y1 + b * my + c * y2) for a, b, c in WEIGHTS])]
    entered = next(_steps_within(points, reach, CLEAR), STEPS) / STEPS
    last = max(entered - 0.5 / STEPS, min(0.5, SHORT / 2 / length))
    before = [(n, at) for n, at in points if n / STEPS < last]
    first = next(_steps_within(reversed(before), leave, LEAVE), 0) / STEPS + 0.5 / STEPS
    if (last - first) * length >= SHORT:
        return first, last
    hidden = [n / STEPS for n in _steps_within(before, leave[-1:], 0)]
    late = [t for t in hidden if (last - t) * length >= SHORT]
    return max(late, default=min(hidden, default=0.0)), last


def _part(curve: Curve, first: float, last: float) -> Curve:
    """The piece of a quadratic curve between two of its points."""
    (ax, ay), (bx, by) = _at(curve, first), _at(curve, last)
    x1, y1, mx, my, x2, y2 = curve
    u, v = 1 - first, 1 - last
    cx = u * v * x1 + (u * last + first * v) * mx + first * last * x2
    cy = u * v * y1 + (u * last + first * v) * my + first * last * y2
    return (ax, ay, cx, cy, bx, by)
