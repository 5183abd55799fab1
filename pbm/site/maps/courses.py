"""What a view has beside its spaces and arrows: places in cells, routes over several legs, what was seen on which day,
circles, a player's waters. All of it is from the reader's own view, and nothing of it is kept.

Places and signs stand where they are; badges, codes, days and names of seas take what room is left, in this order.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import Badge, MapSpace, MapView, Route
from pbm.site.ink.palette import hue
from pbm.site.maps.badges import CELL, DIGIT, DROP, RIM, ROUND, SIGN, SPARE, TOP, WHO, sign_at
from pbm.site.maps.base import BADGE_HEIGHT, LOW, Box, Point, Slot, code_width, holds, meets, overlap, safe
from pbm.site.maps.honeycomb import Honeycomb
from pbm.site.maps.shapes import PLACED

SIGN_ROOM = 27  # half of the room of a sign
CLOSE = SIGN_ROOM + 3  # from a sign's middle to its code
OFF = 62  # from a cell's middle to the nearest edge of what stands beside it
HIGH = 19  # half of the height of a code
LETTER = 22  # of a word at a mark
NAME = 32  # of the name of a sea
DOT, PIN = 11, 7  # the radius of a mark, and of where a badge belongs
SPACE = 12  # around a number
LINE, PACE = 12, 48  # half of the room of a line, and how far apart its rooms are
AGES = 3  # how many ages of a sighting look different
BESIDE = 54  # from a cell's first sign to its second
ASIDE = (0, 24, -24)  # how far from a cell's middle a country's number may stand
NUMBER, CODE = 104, 44  # sizes of type: a country's number, the code of unclaimed land
DAYS = 2  # days after which a sighting is of the next age


class Courses:
    """Where things are on the sheet of one geometry."""

    def __init__(self, geometry: Mapping[str, Any], slots: Mapping[str, Slot]) -> None:
        self.slots, self.cells = slots, Honeycomb(geometry)
        self.inner = {code: space.get("in", ()) for code, space in geometry["spaces"].items()}
        half, high = self.cells.wide // 2, self.cells.high // 2
        land = (self.cells.centre(code) for codes in self.inner.values() for code in codes)
        self.ground = [_around(at, half, high) for at in land if at]
        self.names: Mapping[str, Sequence[int]] = geometry.get("waters", {})
        self.tries: dict[str, list[Point]] = {}

    def at(self, code: str) -> Point | None:
        """The place of a space's label, or of a cell's middle; None for what is not on the map."""
        slot = self.slots.get(code)
        return slot.label if slot else self.cells.centre(code)

    def placed(self, spaces: Iterable[MapSpace], window: Box | None = None) -> list[tuple[MapSpace, Point]]:
        """The spaces that are places in cells, and where; of a window (its corner and its size) those alone that are in
        sight.
        """
        found = ((space, self.cells.centre(space.at or space.code)) for space in spaces if space.code not in self.slots)
        signed = set[Point]()
        out = []
        for space, at in found:
            if at and space.sign and at in signed:
                at = at[0] + BESIDE, at[1]  # a second sign hides no first one
            if at and (window is None or self._is_in(at, window)):
                out.append((space, at))
                signed |= {at} if space.sign else set()
        return out

    def _is_in(self, at: Point, window: Box) -> bool:
        """Whether a cell may be in sight."""
        (x, y), (left, top, wide, high) = at, window
        across, down = self.cells.wide, self.cells.high
        return left - across < x < left + wide + across and top - down < y < top + high + down

    def seen(self, view: MapView, window: Box) -> set[int]:
        """Whose units were seen within a window."""
        found = [(self.at(it.code), it.badge.player) for it in view.sightings]
        return {player for at, player in found if at and self._is_in(at, window)}

    def waters(self, view: MapView) -> str:
        """Cells in their players' colours, under the land."""
        return "".join(
            f'<path class="wa f{hue(it.player)}" d="{self.cells.outline(it.cells)}"/>' for it in view.waters if it.cells
        )

    def over(self, view: MapView, inside: Box, p: str) -> list[str]:
        """What stands on the map, as far as it is whole inside the frame."""
        if not (self.cells.columns or view.routes or view.sightings):
            return []
        places = [
            (space, at) for space, at in self.placed(view.spaces) if holds(inside, _around(at, SIGN_ROOM, SIGN_ROOM))
        ]
        marks = [found for route in view.routes for found in self._marks(route)]
        rooms = [_around(at, SIGN_ROOM, SIGN_ROOM) for space, at in places if space.sign]
        rooms += [_around(at, DOT, DOT) for _, at in marks]
        pins = self._pins(view, places)
        rooms += [_around(at, PIN, PIN) for at in pins]
        out = [self._circles(view), *map(self._route, view.routes)]
        out += [f'<circle class="pin" cx="{x}" cy="{y}" r="{PIN}"/>' for x, y in pins]
        coded = [(space, at, code_width(space.code) // 2) for space, at in places if space.at]
        if self.cells.columns:
            usual = [_around((x, y - CLOSE - HIGH), half, HIGH) for _, (x, y), half in coded]
            out += [self._number(s, rooms, usual, inside) for s in view.spaces if s.code in self.slots]
        out += self._badges(view, places, rooms, inside, p)
        for space, at, half in coded:
            spot = _spot(at, half, HIGH, rooms, inside, near=CLOSE, above=True)
            label = f'<text y="{LOW}">{safe(space.code)}</text>'
            out += [f'<g class="l" transform="translate({spot[0]} {spot[1]})">{label}</g>'] if spot else []
        for word, at in marks:
            spot = _spot(at, LETTER * len(word) // 2, HIGH - 2, rooms, inside, near=DOT + 5) if word else None
            out += [f'<text class="day" x="{spot[0]}" y="{spot[1] + 12}">{safe(word)}</text>'] if spot else []
        rooms += self._lines(view)
        return out + [self._name(name, (int(x), int(y)), rooms, inside) for name, (x, y) in self.names.items()]

    def _pins(self, view: MapView, places: Sequence[tuple[MapSpace, Point]]) -> list[Point]:
        """Where something is that has its badge beside it and no sign."""
        signed = {at for space, at in places if space.sign}
        found = [at for space, at in places if space.badges]
        found += [at for at in (self.cells.centre(seen.code) for seen in view.sightings) if at]
        return [at for at in dict.fromkeys(found) if at not in signed]

    def _number(self, space: MapSpace, rooms: list[Box], usual: Sequence[Box], inside: Box) -> str:
        """A country's number, or the code of land that is nobody's: at its label, or where it hides nothing, nor stands
        where a code usually does.
        """
        size, text = (NUMBER, str(space.owner)) if space.owner else (CODE, space.code)
        half, high = size * len(text) * 27 // 100, size * 36 // 100
        tries = [at for at in self._tries(space.code) if holds(inside, _around(at, half, high))]
        if not tries:
            return ""
        taken = _near(tries, half + SPACE, high + SPACE, [*rooms, *usual])
        at = _freest(tries, half + SPACE, high + SPACE, taken)
        rooms.append(_around(at, half + SPACE, high + SPACE))
        return f'<text class="{"cn" if space.owner else "un"}" x="{at[0]}" y="{at[1] + high}">{safe(text)}</text>'

    def _tries(self, code: str) -> list[Point]:
        """Where a space's number may stand, the nearest to its label first; worked out once for all maps."""
        if code not in self.tries:
            inner = self.inner.get(code, ())
            cells = [at for at in map(self.cells.centre, inner) if at]
            beside = [(one, other) for one, other in combinations(inner, 2) if self.cells.steps(one, other) == 1]
            ends = [(self.cells.centre(one), self.cells.centre(other)) for one, other in beside]
            between = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in ends if a and b]
            x, y = self.slots[code].label
            tries = [(ax + dx, ay + dy) for ax, ay in [(x, y), *cells, *between] for dx in ASIDE for dy in ASIDE]
            self.tries[code] = sorted(tries, key=lambda at: hypot(at[0] - x, at[1] - y))
        return self.tries[code]

    def _badges(
        self, view: MapView, places: Sequence[tuple[MapSpace, Point]], rooms: list[Box], inside: Box, p: str
    ) -> list[str]:
        """Units in cells, then what was seen, the newest first."""
        found = [
            (at, space.code, badge, "", " old" if space.seen else "")
            for space, at in places
            for badge in space.badges
            if badge.player
        ]
        for seen in sorted(view.sightings, key=lambda seen: seen.ago):
            at, day = self.at(seen.code), view.legend.courses.day.replace("{n}", str(seen.day))
            if at:
                found.append((at, seen.code, seen.badge, day, f" sg ago{max(0, min(seen.ago // DAYS, AGES - 1))}"))
        out = []
        lines = self._lines(view)
        for at, code, badge, day, kind in found:
            half, drawn = _badge(p, badge, view.legend, day)
            spot = _spot(at, half, BADGE_HEIGHT // 2, rooms, inside, near=OFF, lines=lines)
            if spot:
                place = f'transform="translate({spot[0]} {spot[1]})" data-at="{safe(code)}"'
                out.append(f'<g class="b{kind} q{hue(badge.player)}" {place}>{drawn}</g>')
        return out

    def _name(self, name: str, at: Point, rooms: list[Box], inside: Box) -> str:
        """The name of a sea, on no land and no label; where there is no room, for a larger map alone."""
        half = NAME * len(name) // 2
        if not holds(inside, _around(at, 0, HIGH)):
            return ""
        x, y = max(inside[0] + half + 5, min(at[0], inside[2] - half - 5)), at[1]
        tries = [(x + dx, y + dy) for dx in range(-240, 241, 48) for dy in range(-160, 161, 40)]
        tries.sort(key=lambda spot: hypot(spot[0] - x, spot[1] - y))
        taken = _near(tries, half, HIGH + 3, [*rooms, *self.ground])
        free = [spot for spot in tries if _is_free(_around(spot, half, HIGH + 3), taken, inside)]
        spot = free[0] if free else (x, y)
        rooms += [_around(spot, half, HIGH)] if free else []
        kind = "seaname" if free else "seaname covered"
        return f'<text class="{kind}" transform="translate({spot[0]} {spot[1]})" y="14">{safe(name)}</text>'

    def _circles(self, view: MapView) -> str:
        found = [(it, self.at(it.code)) for it in view.circles]
        step = self.cells.high
        return "".join(
            f'<circle class="rg q{hue(it.player)}" cx="{at[0]}" cy="{at[1]}" r="{it.radius * step + step // 2}"/>'
            for it, at in found
            if at
        )

    def _lines(self, view: MapView) -> list[Box]:
        """The rooms of all routes."""
        return [room for route in view.routes for room in _along(self._points(route))]

    def _points(self, route: Route) -> list[Point]:
        return [at for at in map(self.at, route.points) if at]

    def _route(self, route: Route) -> str:
        """A route with its halo and its marks."""
        points = self._points(route)
        if len(points) < 2:
            return ""
        d = "M" + "L".join(f"{x} {y}" for x, y in points)
        dots = "".join(f'<circle class="dot" cx="{x}" cy="{y}" r="{DOT}"/>' for _, (x, y) in self._marks(route))
        return f'<path class="halo" d="{d}"/><path class="a a-plain" d="{d}"/>{dots}'

    def _marks(self, route: Route) -> list[tuple[str, Point]]:
        """The marks of a route, each with its place: so many hundredths of a step along it, or at its end."""
        known = [(code, at) for code in route.points if (at := self.at(code))]
        found = []
        for mark in route.marks if len(known) > 1 else ():
            left, place = mark.after, known[-1][1]
            for (start, (ax, ay)), (end, (bx, by)) in pairwise(known):
                long = 100 * max(1, self.cells.steps(start, end))
                if left <= long:
                    place = ax + (bx - ax) * left // long, ay + (by - ay) * left // long
                    break
                left -= long
            found.append((mark.word, place))
        return found


def sign(space: MapSpace, at: Point, legend: Legend, p: str) -> str:
    """The sign of a place in a cell; a number in it where something is there that is nobody's."""
    if not space.sign:
        return ""
    shape = legend.sign(space.sign).shape
    place = f'href="#{p}k-{shape}" x="{at[0]}" y="{at[1]}"'
    rim = f'<use class="rim" {place}/>' if shape in ("clash", "lozenge") else ""
    many = sum(number for badge in space.badges if not badge.player for _, number in badge.units)
    number = f'<text class="many" x="{at[0]}" y="{at[1] + 12}">{many}</text>' if many else ""
    return f'{rim}<use class="mst{f" {shape}" if shape in PLACED else ""}" {place}/>{number}'


def _badge(p: str, badge: Badge, legend: Legend, day: str) -> tuple[int, str]:
    """Half the width of a badge, and the badge: whose, what it is called, of each kind sign and number, and the day."""
    who = str(badge.player or "∗")
    cell = CELL + DIGIT * (len(who) - 1)
    x = cell + 6
    texts: list[tuple[int, str, str]] = []  # the middle of each, its class, and it
    signs: list[tuple[int, str]] = []
    if badge.name:
        texts.append((x + DIGIT * len(badge.name) // 2, ' class="nm"', badge.name))
        x += DIGIT * len(badge.name) + SPARE
    for kind, number in badge.units:
        room = DIGIT * len(str(number))
        signs.append((x, legend.unit(kind).sign))
        texts.append((x + SIGN + room // 2, "", str(number)))
        x += SIGN + room + SPARE
    if day:
        texts.append((x + 4 + LETTER * len(day) // 2, ' class="on"', day))
        x += LETTER * len(day) + SPARE + 4
    half = (x + 1) // 2
    inner = "".join(sign_at(p, name, at - half) for at, name in signs)
    inner += "".join(f'<text{kind} x="{at - half}">{safe(text)}</text>' for at, kind, text in texts)
    box = f'x="{-half}" y="{TOP}" width="{2 * half}" height="{BADGE_HEIGHT}" rx="{ROUND}"'
    rim = f"M{RIM - half} {TOP + RIM}h{cell - RIM}v{BADGE_HEIGHT - 2 * RIM}h{RIM - cell}z"
    owner = f'<text class="no" x="{cell // 2 - half + 1}" y="{WHO}">{who}</text>'
    return half, f'<g transform="translate(0 {DROP})"><rect {box}/><path d="{rim}"/>{owner}{inner}</g>'


def _around(at: Point, half: int, high: int) -> Box:
    return at[0] - half, at[1] - high, at[0] + half, at[1] + high


def _near(tries: Sequence[Point], half: int, high: int, rooms: Iterable[Box]) -> list[Box]:
    """Those of some rooms that may touch a thing at any of these places."""
    (left, right), (top, low) = ((min(side), max(side)) for side in zip(*tries, strict=True))
    whole = left - half, top - high, right + half, low + high
    return [room for room in rooms if meets(whole, room)]


def _freest(tries: Sequence[Point], half: int, high: int, rooms: Sequence[Box]) -> Point:
    """The first place at which a thing hides nothing, else the one at which it hides least."""
    best, least = tries[0], -1
    for at in tries:
        box = _around(at, half, high)
        hidden = sum(overlap(box, room) for room in rooms)
        if not hidden:
            return at
        if least < 0 or hidden < least:
            best, least = at, hidden
    return best


def _is_free(room: Box, rooms: Iterable[Box], inside: Box) -> bool:
    return holds(inside, room) and not any(meets(room, other) for other in rooms)


def _along(points: Sequence[Point]) -> list[Box]:
    """The rooms of a line over some points."""
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        parts = 1 + int(hypot(bx - ax, by - ay)) // PACE
        middles = ((ax + (bx - ax) * k // parts, ay + (by - ay) * k // parts) for k in range(parts + 1))
        found += [_around(at, LINE, LINE) for at in middles]
    return found


def _spot(
    at: Point,
    half: int,
    high: int,
    rooms: list[Box],
    inside: Box,
    *,
    near: int,
    above: bool = False,
    lines: Sequence[Box] = (),
) -> Point | None:
    """The nearest free place beside a point, if there is one on none of the lines, and its room is taken; where all is
    full, none.
    """
    (x, y), tall = at, near + high
    sides = [(x - near - half, y), (x + near + half, y)]
    ends = [(x, y - tall), (x, y + tall)]
    tries = [*ends, *sides] if above else [*sides, *ends]
    tries += [(x + dx, y + dy) for dy in (-tall, tall) for dx in (-near - half, near + half)]
    tries += [(sx + dx, sy + 2 * dy * high) for dy in (-1, 1, -2, 2, -3, 3) for dx in (0,) for sx, sy in tries[:4]]
    tries.sort(key=lambda spot: hypot(spot[0] - x, spot[1] - y) > 3 * (near + half))
    taken = _near(tries, half, high, rooms)
    free = [spot for spot in tries if _is_free(_around(spot, half, high), taken, inside)]
    clear = (spot for spot in free if not any(meets(_around(spot, half, high), line) for line in lines))
    spot = next(clear, free[0] if free else None)
    if spot:
        rooms.append(_around(spot, half, high))
    return spot
