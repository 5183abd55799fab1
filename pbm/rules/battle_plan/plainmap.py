"""A drawing for a map that has none: each space a tile in a grid, with a line to each neighbour."""

from math import isqrt
from typing import Any

from pbm.rules.battle_plan.maps import Map

TILE, GAP = 120, 60


def plain_geometry(board: Map) -> dict[str, Any]:
    """BP 15B: tiles in rows, spaces near each other on the list near each other on the sheet."""
    order = _walk(board)
    columns = max(1, isqrt(len(order) * 3 // 2))
    step = TILE + GAP
    spaces: dict[str, Any] = {}
    middle: dict[str, tuple[int, int]] = {}
    for k, code in enumerate(order):
        row, column = divmod(k, columns)
        column = columns - 1 - column if row % 2 else column
        x, y = GAP + column * step, GAP + row * step
        spot = middle[code] = (x + TILE // 2, y + TILE // 2)
        spaces[code] = {
            "name": board.spaces[code].name,
            "kind": "land" if board.spaces[code].land else "sea",
            "d": f"M{x} {y}l{TILE} 0 0 {TILE} {-TILE} 0z",
            "pole": [*spot, TILE // 2 - 4],
            "centroid": [*spot],
            "label": [*spot],
        }
    links = [(a, b) for a in order for b in board.spaces[a].adjacent if a < b]
    lines = "".join(f"M{middle[a][0]} {middle[a][1]}L{middle[b][0]} {middle[b][1]}" for a, b in links)
    edges = "".join(spaces[code]["d"] for code in order if board.spaces[code].land)
    return {
        "width": GAP + columns * step,
        "height": GAP + -(-len(order) // columns) * step,
        "source": "Tiles in a grid, made from the list of connections.",
        "neutral": "",
        "water": "",
        "lines": {"coast": edges, "border": "", "neutral": "", "sea": lines, "ncoast": ""},
        "airlinks": [],
        "spaces": dict(sorted(spaces.items())),
    }


def _walk(board: Map) -> list[str]:
    """All spaces, each as soon as a neighbour was met."""
    order: list[str] = []
    seen: set[str] = set()
    for first in board.spaces:
        waiting = [first]
        while waiting:
            code = waiting.pop(0)
            if code not in seen:
                seen.add(code)
                order.append(code)
                waiting += board.spaces[code].adjacent
    return order
