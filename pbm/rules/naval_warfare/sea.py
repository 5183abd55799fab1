"""The chart of Naval Warfare (NW 2.9): hexes CCRR, their neighbours and distances, countries and sites, ways by sea."""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from pbm.engine.system import read_json
from pbm.rules.naval_warfare.tables import PACKAGE

FAR = 10**6
"""Farther than any hex."""


class Land(msgspec.Struct, frozen=True):
    """NW 2.9: a territory: its name, tag, land hexes and port sites A to E."""

    name: str
    tag: str
    hexes: tuple[str, ...]
    ports: tuple[str, ...]


class Ocean(msgspec.Struct, frozen=True):
    """NW 2.9: the whole chart; near: neighbours clockwise from north; sites: port sites
    by hex, as code and territory.
    """

    columns: int
    rows: int
    lands: dict[str, Land]
    land: dict[str, str]
    near: dict[str, tuple[str, ...]]
    cube: dict[str, tuple[int, int]]
    sites: dict[str, tuple[str, str]]
    seas: dict[str, str]


def _name(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


@cache
def chart() -> Ocean:
    """NW 2.9, HR-06: the chart of the file, read once. Even columns lie half a hex lower."""
    told: Mapping[str, Any] = read_json(PACKAGE, "data/map.json")
    columns, rows = told["columns"], told["rows"]
    near, cube = {}, {}
    for column in range(1, columns + 1):
        low = 0 if column % 2 else 1
        for row in range(1, rows + 1):
            ring = (
                (column, row - 1),
                (column + 1, row - 1 + low),
                (column + 1, row + low),
                (column, row + 1),
                (column - 1, row + low),
                (column - 1, row - 1 + low),
            )
            near[_name(column, row)] = tuple(_name(c, r) for c, r in ring if 1 <= c <= columns and 1 <= r <= rows)
            cube[_name(column, row)] = column - 1, row - (column - 1 - (column - 1 & 1)) // 2
    lands = {code: msgspec.convert(land, Land) for code, land in told["countries"].items()}
    return Ocean(
        columns=columns,
        rows=rows,
        lands=lands,
        land={at: code for code, land in lands.items() for at in land.hexes},
        near=near,
        cube=cube,
        sites={
            at: (land.tag + letter, code)
            for code, land in lands.items()
            for letter, at in zip("ABCDE", land.ports, strict=False)
        },
        seas={sea["hex"]: name for name, sea in told["seas"].items()},
    )


@cache
def distance(one: str, other: str) -> int:
    """NW 2.9: hexes between two hexes in a straight line."""
    cube = chart().cube
    (q, r), (s, t) = cube[one], cube[other]
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


@cache
def within(at: str, radius: int) -> frozenset[str]:
    """All hexes at most so far from one."""
    found, edge = {at}, {at}
    for _ in range(radius):
        edge = {to for here in edge for to in chart().near[here]} - found
        found |= edge
    return frozenset(found)


class Ways:
    """NW 2.9.1, 2.9.2: ways of one country's ships by sea, and by ports that are its own or its allies'. A way may end
    in any port; `ports` are the hexes of ports, `free` those that may be passed.
    """

    def __init__(self, free: Collection[str], ports: Collection[str]) -> None:
        self._free = frozenset(free)
        self._ports = frozenset(ports)
        self._fields: dict[str, dict[str, int]] = {}

    def is_goal(self, at: str) -> bool:
        """Whether a way may end there."""
        return at in chart().near and (at not in chart().land or at in self._ports)

    def field(self, goal: str) -> dict[str, int]:
        """Hexes from each hex to the goal; what is not there cannot reach it. Found once for each goal."""
        found = self._fields.get(goal)
        if found is None:
            found = self._fields[goal] = _spread(goal, self._free, self._ports) if self.is_goal(goal) else {}
        return found

    def length(self, at: str, goal: str) -> int:
        """Hexes of the way from one hex to another; FAR where there is none."""
        return self.field(goal).get(at, FAR)

    def step(self, at: str, goal: str) -> str:
        """NW 2.9.1: the next hex of the way: the nearest to the goal in a straight line, then clockwise from north; the
        hex itself where it is the goal, or none leads there.
        """
        field = self.field(goal)
        left = field.get(at, 0)
        if not left:
            return at
        ahead = [to for to in chart().near[at] if field.get(to) == left - 1 and (left == 1 or self._passes(to))]
        return min(ahead, key=lambda to: distance(to, goal)) if ahead else at

    def _passes(self, at: str) -> bool:
        return at not in self._ports or at in self._free

    def path(self, at: str, goal: str) -> tuple[str, ...]:
        """The hexes of the way, without the first; empty where there is none."""
        found = []
        while at != goal:
            after = self.step(at, goal)
            if after == at:
                return ()
            found.append(after)
            at = after
        return tuple(found)


@lru_cache(maxsize=256)  # many countries ask for the same goals week by week
def _spread(goal: str, free: frozenset[str], ports: frozenset[str]) -> dict[str, int]:
    """NW 2.9.1: hexes to a goal; nobody changes what it gives."""
    near, land = chart().near, chart().land
    found, edge = {goal: 0}, [goal]
    while edge:
        rim = []
        for at in edge:
            steps = found[at] + 1
            for to in near[at]:
                if to in found:
                    continue
                is_port = to in ports
                if to in land and not is_port:
                    continue
                found[to] = steps
                if not is_port or to in free:
                    rim.append(to)
        edge = rim
    return found
