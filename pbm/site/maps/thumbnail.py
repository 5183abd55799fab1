"""Small maps: one of every turn, 2 to 4 KB of SVG, to be looked at side by side.

A map is laid over so few squares that nothing but who holds what is left of it, and what changed hands: that
has a rim of ink. No letter is drawn. Colours are those of the theme that the reader's machine asks for: such a picture
is a file of its own, and knows nothing of the page that shows it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from re import findall
from typing import Any, NamedTuple

from pbm.core.grid import GridView
from pbm.core.printout import MapView
from pbm.site.ink import palette
from pbm.site.ink.marks import fill
from pbm.site.maps.base import is_water
from pbm.site.maps.looks import grid_style
from pbm.site.maps.places import Places
from pbm.site.maps.trace import area, blocks, loops

COLUMNS, FEWER = 60, 34
"""Squares across; as many down as the map's shape asks for. Of a map of hundreds of spaces there are fewer."""
WORLD = 64
"""The most squares across of a world that is one of squares itself."""
MANY = 400
GROUNDS = {"blue": "sea", "buff": "land"}
"""The shades of squares that other maps have too."""
DOT = 2
"""How many squares wide a place is that has no outline."""


class Small(NamedTuple):
    """A small map: how many squares it has across and down, and the SVG."""

    columns: int
    lines: int
    svg: str


class Raster:
    """One geometry on squares: for each space that has an outline its squares, a whole number a row."""

    def __init__(self, geometry: Mapping[str, Any], scale: int) -> None:
        spaces = geometry["spaces"]
        self.columns = COLUMNS if len(spaces) < MANY else FEWER
        self.lines = max(1, round(self.columns * geometry["height"] / geometry["width"]))
        self.side = geometry["width"] / self.columns / scale
        self.areas = {code: self._area(space["d"]) for code, space in spaces.items()}
        for code, found in self.areas.items():
            if not any(found):  # too small for the middle of a square
                x, y = spaces[code]["label"]
                self.areas[code] = self.dot(x, y, scale, 1)
        self.land = [code for code in spaces if not is_water(geometry, code)]

    def dot(self, x: float, y: float, scale: int = 1, wide: int = DOT) -> list[int]:
        """A few squares around a point of the drawing."""
        column, line = int(x / self.side / scale), int(y / self.side / scale)
        mask = ((1 << wide) - 1) << max(0, min(column - wide // 2, self.columns - wide))
        first = max(0, min(line - wide // 2, self.lines - wide))
        return [mask if first <= row < first + wide else 0 for row in range(self.lines)]

    def _area(self, d: str) -> list[int]:
        """The squares whose middles lie inside an outline of M, l, z and whole numbers."""
        crossings: list[list[float]] = [[] for _ in range(self.lines)]
        for part in d.split("M")[1:]:
            x = y = 0.0
            points = []
            for k, (a, b) in enumerate(findall(r"(-?\d+)[ ,]?(-?\d+)", part)):
                x, y = (x + int(a), y + int(b)) if k else (int(a), int(b))
                points.append((x / self.side, y / self.side))
            for (x0, y0), (x1, y1) in zip(points, [*points[1:], *points[:1]], strict=True):
                low, high = min(y0, y1), max(y0, y1)
                for line in range(max(0, int(low - 0.5)), min(self.lines, int(high + 1.5))):
                    if low <= line + 0.5 < high:
                        crossings[line].append(x0 + (x1 - x0) * (line + 0.5 - y0) / (y1 - y0))
        return [self._row(sorted(row)) for row in crossings]

    def _row(self, row: Sequence[float]) -> int:
        found = 0
        for start, end in zip(row[::2], row[1::2], strict=False):
            first, behind = max(0, int(start + 0.5)), min(self.columns, int(end + 0.5))
            if behind > first:
                found |= ((1 << (behind - first)) - 1) << first
        return found


def united(areas: Iterable[Sequence[int]], lines: int) -> list[int]:
    """The squares of all of them."""
    found = [0] * lines
    for one in areas:
        found = [a | b for a, b in zip(found, one, strict=True)]
    return found


def small(view: MapView, changed: Collection[str], raster: Raster, places: Places) -> Small:
    """The small map of a turn; `changed` are the codes of what changed hands in it."""
    areas = dict(raster.areas)
    for space in view.spaces:
        if space.code not in areas and space.owner and (at := places.cell(space.at or space.code)):
            areas[space.code] = raster.dot(*at)
    held: dict[str, list[str]] = {}  # by fill: of many players some have the same
    for space in view.spaces:
        if space.owner and space.code in areas:
            held.setdefault(fill(space.owner), []).append(space.code)
    shores = _path("land", united((raster.areas[code] for code in raster.land), raster.lines))
    owned = [_path(kind, united((areas[code] for code in codes), raster.lines)) for kind, codes in held.items()]
    moved = united((areas[code] for code in changed if code in areas), raster.lines)
    return _svg(raster.columns, raster.lines, "sea", [shores, *owned, _path("rim", moved)])


def small_grid(view: GridView) -> Small:
    """The small map of a world of squares, of which one stands for several where it is large: what is known of it, and
    the places that are somebody's; those that were taken have a rim.
    """
    every = -(-view.width // WORLD)
    rows = ["".join(row[::every]) for row in view.rows[::every]]
    columns, lines = len(rows[0]) if rows else 0, len(rows)
    grounds: dict[int, tuple[str, set[str]]] = {}
    for kind in view.terrain:
        grounds.setdefault(kind.ground, (kind.tint, set[str]()))[1].add(kind.sign)
    shores = [_path(GROUNDS.get(tint, f"g{tint}"), area(rows, frozenset(signs))) for tint, signs in grounds.values()]

    def dot(x: int, y: int) -> list[int]:
        wide = DOT if columns > WORLD // 2 else 1
        mask, first = ((1 << wide) - 1) << (x // every), y // every
        return [mask if first <= row < first + wide else 0 for row in range(lines)]

    held: dict[int, list[list[int]]] = {}
    for place in view.places:
        if place.owner:
            held.setdefault(place.owner, []).append(dot(place.x, place.y))
    owned = [_path(fill(player), united(dots, lines)) for player, dots in held.items()]
    moved = united((dot(it.x, it.y) for it in view.taken), lines)
    return _svg(columns, lines, "dark", [*shores, *owned, _path("rim", moved)])


def _path(kind: str, squares: Sequence[int]) -> str:
    d = blocks(loops(squares))
    return f'<path class="{kind}" d="{d}"/>' if d else ""


def _svg(columns: int, lines: int, ground: str, fills: Sequence[str]) -> Small:
    """Only the classes that the drawing has are in its style."""
    body = "".join(fills)
    used = {ground, *findall(r'class="([a-z0-9]+)"', body)}
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns} {lines}">'
    return Small(
        columns,
        lines,
        f"{head}<style>{_css(frozenset(used))}</style>"
        f'<path class="{ground}" d="M0 0h{columns}v{lines}h-{columns}z"/>{body}</svg>\n',
    )


@cache
def _css(used: frozenset[str]) -> str:
    """The fills of a small map in both themes."""
    themes = []
    for theme in ("light", "dark"):
        pairs = f"{palette.tokens(theme, with_marks=False)};{grid_style.own_tokens(theme)}".split(";")
        tokens = dict(pair.removeprefix("--").split(":", 1) for pair in pairs)
        tokens |= {"dark": tokens["scenery"], "rim": f"none;stroke:{tokens['ink']};stroke-width:.8"}
        themes.append("".join(f".{name}{{fill:{tokens[name]}}}" for name in sorted(used)))
    return f"{themes[0]}@media(prefers-color-scheme:dark){{{themes[1]}}}"
