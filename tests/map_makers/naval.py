"""Makes the chart of Naval Warfare (NW 2.9, 18.1): `python -m tests.map_makers.naval`.

`map.json` is an ocean of 42 by 21 hexes with 39 countries and their port sites, `naval_geometry.json` the drawing of it
for the look "chart". The same bytes everywhere: whole numbers alone, and a generator of its own with a fixed seed.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parents[2] / "pbm/rules/naval_warfare/data"
COLUMNS, ROWS = 42, 21
SEED = 1905
TERRITORIES = range(2, 41)
FEWEST, MOST = 4, 5  # port sites of a country
NAMES = [
    "Aldmere", "Brakka", "Corvane", "Dunmarch", "Estova", "Farholm", "Grenwick", "Halvard", "Istria-Sul", "Jorvala",
    "Karsund", "Lomar", "Mirrane", "Norhaven", "Ostvik", "Peralta", "Quessant", "Rovigo", "Skarne", "Tolmar",
    "Ursava", "Valdera", "Westmark", "Xanthe", "Ysolde", "Zembra", "Ardent", "Belmora", "Cassar", "Dravane",
    "Elmsund", "Fenmark", "Galeria", "Hestia", "Ironcape", "Jessamy", "Kestrel", "Lanthorn", "Morrow",
]  # fmt: skip

Hex = tuple[int, int]  # column and row, from 1
Point = tuple[int, int]

SEAS: dict[str, Hex] = {
    "Northern Deep": (8, 1),
    "Lantern Sea": (33, 2),
    "Sound of Ash": (16, 7),
    "Middle Sea": (24, 11),
    "Gulf of Sails": (39, 9),
    "Western Roads": (2, 12),
    "Bay of Knives": (12, 17),
    "Southern Reach": (30, 20),
}

# Of map.json: from column to column and from row to row, the middle of 0101, the sheet.
WIDE, HIGH = 48, 56
FIRST = 48, 44
SHEET = 32 + (COLUMNS - 1) * WIDE + 64, 32 + ROWS * HIGH + 28
CORNERS = ((-16, -28), (16, -28), (32, 0), (16, 28), (-16, 28), (-32, 0))  # the side to neighbour i begins at corner i

SCALE = 2  # units of the drawing for one of map.json, so that codes have room
FLAT = 3  # the square of how far off the line of its neighbours a point of a side is left out, in units of map.json
VIEW = 1374, 1290  # a window: 14 columns and 11 rows, of which a phone shows 25 pixels a column
ACROSS = (
    ("Northern Deep", "Sound of Ash", "Lantern Sea", "Gulf of Sails"),
    ("Western Roads", "Bay of Knives", "Middle Sea", "Southern Reach"),
)
"""The windows, each called after a sea in it, from west to east."""


class Lots:
    """Numbers that look like chance: a linear congruence of 64 bits."""

    def __init__(self, seed: int) -> None:
        self.state = self._next(seed, 2862933555777941757, 3037000493)

    @staticmethod
    def _next(state: int, factor: int, plus: int) -> int:
        return state * factor + plus & (1 << 64) - 1

    def below(self, sides: int) -> int:
        """A whole number from 0 to one less than `sides`."""
        self.state = self._next(self.state, 6364136223846793005, 1442695040888963407)
        return (self.state >> 33) % sides


def code(at: Hex) -> str:
    """A hex as it is written: 0412."""
    return f"{at[0]:02}{at[1]:02}"


def ring(at: Hex) -> list[Hex]:
    """The six hexes around one, clockwise from the north, also beyond the sheet: even columns lie half a hex lower."""
    c, r = at
    low = 0 if c % 2 else 1
    return [(c, r - 1), (c + 1, r - 1 + low), (c + 1, r + low), (c, r + 1), (c - 1, r + low), (c - 1, r - 1 + low)]


def near(at: Hex) -> list[Hex]:
    """Those of them that are on the sheet."""
    return [(c, r) for c, r in ring(at) if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


def distance(one: Hex, other: Hex) -> int:
    """Hexes from one to another in a straight line."""
    (q, r), (s, t) = ((c - 1, row - (c - 1 - (c - 1 & 1)) // 2) for c, row in (one, other))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


# --- where the land is


def centres(lots: Lots) -> list[Hex]:
    """Where the countries begin, from the north-west on: the best of 14 tries each, so that they lie evenly and yet
    form no lattice.
    """
    inner = [(c, r) for c in range(3, COLUMNS - 1) for r in range(3, ROWS - 1)]
    found: list[Hex] = []
    for _ in TERRITORIES:
        tries = [inner[lots.below(len(inner))] for _ in range(14)]
        found.append(max(tries, key=lambda at: min([distance(at, other) for other in found] + [99])))
    return sorted(found, key=lambda at: ((at[1] - 1) // 5, *at))


def friends(starts: Mapping[int, Hex], lots: Lots) -> dict[int, set[int]]:
    """Who may share a border with whom: about every second country with the one that begins nearest."""
    found: dict[int, set[int]] = {t: set() for t in TERRITORIES}
    for t in TERRITORIES:
        nearest = min((distance(starts[t], starts[u]), u) for u in TERRITORIES if u != t)[1]
        if lots.below(100) < 55:
            found[t].add(nearest)
            found[nearest].add(t)
    return found


def grown(lots: Lots) -> dict[Hex, int]:
    """The land hexes and whose they are: each country grows by a hex a step, in a shuffled order, up to its size."""
    starts = dict(zip(TERRITORIES, centres(lots), strict=True))
    pairs = friends(starts, lots)
    sizes = {t: 4 + lots.below(4) for t in TERRITORIES}
    land = {at: t for t, at in starts.items()}
    for step in range(1, max(sizes.values())):
        for t in sorted(TERRITORIES, key=lambda t: t * 7 % 41):
            ways = growth(land, t, pairs[t]) if step < sizes[t] else []
            if ways:
                land[ways[lots.below(len(ways))]] = t
    return land


def growth(land: Mapping[Hex, int], t: int, pairs: set[int]) -> list[Hex]:
    """Hexes that a country may grow into, each as often as it counts: no border with strangers; one with a friend is
    welcome, and a cape more so than a bulge.
    """
    found = []
    for at in sorted(at for at, owner in land.items() if owner == t):
        for to in near(at):
            if to in land or not (2 <= to[0] <= COLUMNS - 1 and 2 <= to[1] <= ROWS - 1):
                continue
            others = {land[it] for it in near(to) if it in land} - {t}
            if others <= pairs:
                own = sum(land.get(it) == t for it in near(to))
                found += [to] * (2 if own >= 2 else 3) * (3 if others else 1)
    return found


def ocean(land: Mapping[Hex, int]) -> set[Hex]:
    """The one connected sea, from the corner of the sheet on."""
    found, edge = {(1, 1)}, [(1, 1)]
    while edge:
        fresh = [to for to in near(edge.pop()) if to not in land and to not in found]
        found.update(fresh)
        edge += fresh
    return found


def drained(land: dict[Hex, int], sea: set[Hex]) -> None:
    """Every lake is filled up by a country beside it."""
    sheet = {(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)}
    for at in sorted(sheet - set(land) - sea):
        land[at] = min(land[it] for it in near(at) if it in land)


def sites(hexes: Iterable[Hex], sea: set[Hex], lots: Lots) -> list[Hex]:
    """The port sites of a country, A to E: first one of the three with most sea around, then always the coast that is
    farthest from those before. Fewer than four where there is not enough coast.
    """
    wet = {at: sum(it in sea for it in near(at)) for at in hexes}
    coast = sorted((-number, at) for at, number in wet.items() if number)
    if len(coast) < FEWEST:
        return []
    found = [coast[lots.below(min(3, len(coast)))][1]]
    while len(found) < min(MOST, len(coast)):
        rest = [at for _, at in coast if at not in found]
        found.append(max(rest, key=lambda at: (min(distance(at, it) for it in found), wet[at], -at[0], -at[1])))
    return found


class Charted(msgspec.Struct):
    """Land hexes and port sites of each country."""

    land: dict[int, list[Hex]]
    sites: dict[int, list[Hex]]


def charted(seed: int) -> Charted | None:
    """A chart; None where a country would have too few port sites."""
    lots = Lots(seed)
    owner = grown(lots)
    sea = ocean(owner)
    drained(owner, sea)
    land = {t: sorted(at for at, it in owner.items() if it == t) for t in TERRITORIES}
    ports = {}
    for t in TERRITORIES:
        ports[t] = sites(land[t], sea, lots)
        if not ports[t]:
            return None
    return Charted(land, ports)


# --- how it is drawn


def centre(at: Hex) -> Point:
    """The middle of a hex, in units of map.json."""
    (x, y), (c, r) = FIRST, at
    return x + (c - 1) * WIDE, y + (r - 1) * HIGH + (0 if c % 2 else HIGH // 2)


def shifted(x: int, y: int, by: int, salt: int) -> Point:
    """A point moved by at most so much each way, by a hash of its place: whoever draws it draws it there."""
    lots = Lots(x * 73856093 ^ y * 19349663 ^ salt)
    lots.below(9)
    return x + lots.below(2 * by + 1) - by, y + lots.below(2 * by + 1) - by


def side(start: Point, end: Point) -> list[Point]:
    """Five points from one corner of a hex to the next; the same ones from the other side, in the other order."""
    first, last = sorted((start, end))
    a, e = shifted(*first, 6, 1), shifted(*last, 6, 1)
    c = shifted((a[0] + e[0]) // 2, (a[1] + e[1]) // 2, 6, 2)
    b, d = shifted((a[0] + c[0]) // 2, (a[1] + c[1]) // 2, 3, 3), shifted((c[0] + e[0]) // 2, (c[1] + e[1]) // 2, 3, 4)
    points = [a, b, c, d, e]
    return points if start == first else points[::-1]


def outlines(hexes: Iterable[Hex]) -> list[list[Point]]:
    """The closed lines around some hexes."""
    own, after = set(hexes), dict[Point, Point]()
    for at in own:
        x, y = centre(at)
        for i, other in enumerate(ring(at)):
            if other not in own:
                (ax, ay), (bx, by) = CORNERS[i], CORNERS[(i + 1) % 6]
                after[x + ax, y + ay] = x + bx, y + by
    found = []
    while after:
        line: list[Point] = []
        corner = min(after)
        while corner in after:
            to = after.pop(corner)
            line += side(corner, to)[:-1]
            corner = to
        found.append(line)
    return found


def middle(hexes: Iterable[Hex]) -> Point:
    """The middle of the hex that is nearest to all others; of several the first."""
    points = [centre(at) for at in hexes]
    return min(points, key=lambda p: sum((p[0] - x) ** 2 + (p[1] - y) ** 2 for x, y in points))


def world(made: Charted) -> dict[str, Any]:
    """What map.json says."""
    owner = {at: t for t, hexes in made.land.items() for at in hexes}
    countries = {}
    for t, hexes in made.land.items():
        beside = {owner[to] for at in hexes for to in near(at) if to in owner} - {t}
        name = NAMES[t - TERRITORIES[0]]
        countries[f"{t:02}"] = {
            "name": name,
            "tag": name[:2].upper(),
            "hexes": [code(at) for at in hexes],
            "ports": [code(at) for at in made.sites[t]],
            "at": middle(hexes),
            "borders": [f"{other:02}" for other in sorted(beside)],
            "d": "".join("M" + " ".join(f"{x},{y}" for x, y in line) + "Z" for line in outlines(hexes)),
        }
    return {
        "columns": COLUMNS,
        "rows": ROWS,
        "hex": [WIDE, HIGH],
        "sheet": SHEET,
        "countries": countries,
        "seas": {name: {"at": centre(at), "hex": code(at)} for name, at in SEAS.items()},
    }


def geometry(made: Charted) -> dict[str, Any]:
    """The drawing, as pbm/site/maps/looks/seachart.py reads it."""
    told = world(made)["countries"]
    spaces = {
        f"{t:02}": {
            "name": told[f"{t:02}"]["name"],
            "kind": "land",
            "d": "".join(relative(thinned(line)) for line in outlines(hexes)),
            "label": scaled(middle(hexes)),
            "in": told[f"{t:02}"]["hexes"],
            "near": told[f"{t:02}"]["borders"],
        }
        for t, hexes in made.land.items()
    }
    width, height = scaled(SHEET)
    wide, high = VIEW
    return {
        "width": width,
        "height": height,
        "look": "chart",
        "neutral": "",
        "lines": {"sea": ""},
        "spaces": spaces,
        "cells": {"columns": COLUMNS, "rows": ROWS, "step": scaled((WIDE, HIGH)), "first": scaled(FIRST)},
        "waters": {name: scaled(centre(at)) for name, at in SEAS.items()},
        "views": {
            name: [(width - wide) * k // (len(row) - 1), (height - high) * down, wide, high]
            for down, row in enumerate(ACROSS)
            for k, name in enumerate(row)
        },
    }


def scaled(at: Point) -> list[int]:
    """A place or a size in units of the drawing."""
    return [SCALE * at[0], SCALE * at[1]]


def thinned(line: list[Point]) -> list[Point]:
    """An outline without those points between a corner and the middle of a side that nobody would miss: the same ones
    on both sides of a border.
    """
    found = []
    for k, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[k - 1], line[(k + 1) % len(line)]
        off = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if k % 2 == 0 or off**2 > FLAT * ((bx - ax) ** 2 + (by - ay) ** 2):
            found.append((x, y))
    return found


def relative(line: list[Point]) -> str:
    """A closed line as a path in units of the drawing."""
    steps = " ".join(f"{SCALE * (bx - ax)} {SCALE * (by - ay)}" for (ax, ay), (bx, by) in pairwise(line))
    x, y = scaled(line[0])
    return f"M{x} {y}l{steps}z".replace(" -", "-")


def made() -> dict[str, str]:
    """The two files, by name: map.json with a country a line, so that a change shows which."""
    chart = next(found for found in map(charted, range(SEED, SEED + 200)) if found)
    text = json.dumps(world(chart), sort_keys=True, separators=(",", ":"))
    return {
        "map.json": text.replace('"countries":', '\n"countries":\n').replace('},"', '},\n"') + "\n",
        "naval_geometry.json": msgspec.json.encode(geometry(chart)).decode() + "\n",
    }


if __name__ == "__main__":
    for name, text in made().items():
        (DATA / name).write_text(text, "utf-8")
