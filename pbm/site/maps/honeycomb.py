"""A sheet of cells: hexagons in columns, every second column half a cell lower. The code of a cell is its column and
its row, two digits each, from 0101 at the upper left.

A geometry has them as `cells`: `columns`, `rows`, `step` (from column to column, from row to row: the first a multiple
of three, the second even) and `first`, the middle of 0101; all in units of the drawing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pbm.site.maps.base import Box, Point

_BESIDE = ((0, -1, -1), (1, -1, 0), (1, 0, 1), (0, 1, 1), (-1, 0, 1), (-1, -1, 0))
"""The neighbours from the north on, clockwise: columns, and rows from an odd column and from an even one."""


class Honeycomb:
    """The cells of one geometry; of one without them nothing is a cell."""

    def __init__(self, geometry: Mapping[str, Any]) -> None:
        cells = geometry.get("cells") or {"columns": 0, "rows": 0, "step": (3, 2), "first": (0, 0)}
        self.columns, self.rows = int(cells["columns"]), int(cells["rows"])
        self.wide, self.high = int(cells["step"][0]), int(cells["step"][1])
        self.first: Point = (int(cells["first"][0]), int(cells["first"][1]))

    def _place(self, code: str) -> Point | None:
        if len(code) != 4 or not (code.isascii() and code.isdigit()):
            return None
        column, row = int(code[:2]), int(code[2:])
        return (column, row) if 0 < column <= self.columns and 0 < row <= self.rows else None

    def _centre(self, column: int, row: int) -> Point:
        x, y = self.first
        lower = 0 if column % 2 else self.high // 2
        return x + (column - 1) * self.wide, y + (row - 1) * self.high + lower

    def centre(self, code: str) -> Point | None:
        """The middle of a cell; None for what is not the code of one."""
        place = self._place(code)
        return self._centre(*place) if place else None

    def steps(self, start: str, end: str) -> int:
        """How many cells apart two cells are; 1 for what are not cells, such as spaces with outlines."""
        one, other = self._place(start), self._place(end)
        if not one or not other:
            return 1
        (q, r), (s, t) = ((c - 1, row - (c - 1 - (c - 1) % 2) // 2) for c, row in (one, other))
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))

    def corners(self) -> tuple[Point, ...]:
        """The corners of a cell around its middle, from the north-west on, clockwise."""
        third, half = self.wide // 3, self.high // 2
        far = 2 * third
        return (-third, -half), (third, -half), (far, 0), (third, half), (-third, half), (-far, 0)

    def outline(self, codes: Iterable[str]) -> str:
        """The outline of all these cells together, as a path."""
        cells = {place for place in map(self._place, codes) if place}
        corners = self.corners()
        leads: dict[Point, list[Point]] = {}
        for column, row in sorted(cells):
            x, y = self._centre(column, row)
            for k, (aside, odd, even) in enumerate(_BESIDE):
                if (column + aside, row + (odd if column % 2 else even)) not in cells:
                    (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
                    leads.setdefault((x + ax, y + ay), []).append((x + bx, y + by))
        out = []
        while leads:
            start = at = min(leads)
            way = []
            while at in leads:
                to = leads[at].pop()
                if not leads[at]:
                    del leads[at]
                way.append(f"{to[0] - at[0]} {to[1] - at[1]}")
                at = to
            out.append(f"M{start[0]} {start[1]}l{' '.join(way[:-1])}z")
        return "".join(out).replace(" -", "-")

    def lattice(self) -> tuple[Box, str]:
        """A tile of the cells' borders, which repeated draws all of them: its place and size, and the lines in it."""
        (x, y), third, half = self.first, self.wide // 3, self.high // 2
        lines = (
            f"M0 {half}l{third}-{half}h{2 * third}l{third} {half}-{third} {half}h-{2 * third}z"
            f"M{4 * third} {half}h{2 * third}"
        )
        return (x - 2 * third, y - half, 2 * self.wide, self.high), lines
