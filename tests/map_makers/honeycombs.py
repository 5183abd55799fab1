"""Small geometries for the looks of many cells: `hexes`, forty spaces of one size on a sheet whose edges join, and
`ocean`, two countries in a sea of cells. What is on them is declared in `LEGEND`.
"""

from itertools import pairwise
from typing import Any

from pbm.core.legend import ArrowKind, ChangeKind, Legend, SignKind, SpaceKind, UnitKind
from pbm.site.maps.base import SCALE

LEGEND = Legend(
    spaces=(
        SpaceKind("moor", nobody="free moor"),
        SpaceKind("mere", fill="water", owned=False),
        SpaceKind("quay", owned=False),
    ),
    signs=(
        SignKind("hall", "square", "hall"),
        SignKind("tor", "peaks", "tors"),
        SignKind("quay", "home", "quay"),
        SignKind("brawl", "clash", "brawl"),
        SignKind("kraken", "lozenge", "krakens"),
    ),
    units=(UnitKind("raft", "rafts", "hull"), UnitKind("goat", "goats", "G")),
    changes=(ChangeKind("won", "solid", "won", "won"),),
    arrows=(ArrowKind("raid", "bold", "raid"),),
)

COLUMNS, ROWS = 8, 5
WIDE, HIGH, EDGE = 156, 135, 90  # of a hexagon: from column to column, from row to row, from its middle to a tip
WRAP = COLUMNS * WIDE
MERES = {0, 7}  # columns of water


def code(column: int, row: int) -> str:
    """`03-02`: the row and then the column, from 1."""
    return f"{row + 1:02}-{column % COLUMNS + 1:02}"


def _middle(column: int, row: int) -> tuple[int, int]:
    return WIDE // 2 + column * WIDE + row % 2 * WIDE // 2, EDGE + row * HIGH


def _corners(column: int, row: int) -> list[tuple[int, int]]:
    """Clockwise from the upper right."""
    (x, y), half = _middle(column, row), WIDE // 2
    around = ((half, -45), (half, 45), (0, EDGE), (-half, 45), (-half, -45), (0, -EDGE))
    return [(x + dx, y + dy) for dx, dy in around]


def _beside(column: int, row: int) -> list[tuple[int, int]]:
    """The neighbours across the side from each corner to the next: E, SE, SW, W, NW, NE."""
    d = row % 2
    return [(column + 1, row), (column + d, row + 1), (column - 1 + d, row + 1), (column - 1, row),
            (column - 1 + d, row - 1), (column + d, row - 1)]  # fmt: skip


def _ring(column: int, row: int) -> str:
    (x, y), *others = [(px // SCALE, py // SCALE) for px, py in _corners(column, row)]
    return f"M{x} {y}l" + " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in _pairs([(x, y), *others])) + "z"


def _pairs(points: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(pairwise(points))


def hexes() -> dict[str, Any]:
    """Five rows of eight hexagons, odd ones half a hexagon to the right; the first column and the last are water."""
    spaces: dict[str, Any] = {}
    arcs = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            here, corners = code(column, row), _corners(column, row)
            outline = _ring(column, row)
            if row % 2 and column == COLUMNS - 1:  # half of it is beyond the edge
                outline += _ring(-1, row)
            kind = "mere" if column in MERES else "moor"
            x, y = _middle(column, row)
            near = []
            for k, (c, r) in enumerate(_beside(column, row)):
                if 0 <= r < ROWS:
                    near.append(code(c, r))
                    (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
                    if here < near[-1] and kind == "moor" and c not in MERES:
                        line = f"M{ax // SCALE} {ay // SCALE}l{(bx - ax) // SCALE} {(by - ay) // SCALE}"
                        arcs.append([here, near[-1], line])
            name = "The Mere" if kind == "mere" else ""
            spaces[here] = {"name": name, "kind": kind, "d": outline, "label": [x, y], "near": near}
    width, height = WRAP + WIDE // 2, EDGE * 2 + HIGH * (ROWS - 1)
    drawn = {
        "width": width,
        "height": height,
        "look": "hex",
        "cell": WIDE,
        "wrap": WRAP,
        "neutral": "",
        "spaces": spaces,
        "arcs": arcs,
        "lines": {"sea": f"M{WIDE // SCALE} 0v{height // SCALE}"},
        "relief": {"peaks": ["02-03", "04-05"]},
        "waters": {"The Mere": [100, 300]},
        "views": {"West": [0, 0, 700, 500], "East": [600, 0, 700, 500]},
    }
    return LEGEND.drawn(drawn)


STEP = (96, 112)
FIRST = (80, 70)


def ocean(columns: int = 12, rows: int = 8) -> dict[str, Any]:
    """Two countries of some square cells' size, among hexagons in columns."""
    spaces = {}
    for name, (column, row) in {"02": (3, 3), "03": (8, 4)}.items():
        x, y = FIRST[0] + (column - 1) * STEP[0], FIRST[1] + (row - 1) * STEP[1]
        spaces[name] = {
            "name": f"Isle {name}",
            "kind": "moor",
            "d": f"M{x - 40} {y - 50}l{2 * STEP[0]} 0 0 {2 * STEP[1]} -{2 * STEP[0]} 0z",
            "label": [x + 60, y + 60],
            "in": [f"{c:02}{r:02}" for c in (column, column + 1) for r in (row, row + 1)],
        }
    drawn = {
        "width": FIRST[0] * 2 + STEP[0] * (columns - 1),
        "height": FIRST[1] * 2 + STEP[1] * rows,
        "look": "chart",
        "neutral": "",
        "lines": {"sea": ""},
        "spaces": spaces,
        "cells": {"columns": columns, "rows": rows, "step": list(STEP), "first": list(FIRST)},
        "waters": {"Cold Sea": [560, 150]},
    }
    return LEGEND.drawn(drawn)
