"""A drawing for a map that has none: each space a tile in a grid, with a line to each neighbour."""

from collections.abc import Mapping
from math import isqrt
from typing import Any, Protocol

TILE, GAP = 120, 60


class Space(Protocol):
    """A space, as far as a tile shows it."""

    @property
    def name(self) -> str: ...
    @property
    def land(self) -> bool: ...
    @property
    def adjacent(self) -> tuple[str, ...]: ...


def plain_geometry(spaces: Mapping[str, Space], tile: int = TILE) -> dict[str, Any]:
    """Tiles in rows, spaces near each other on the list near each other on the sheet. tile: the side of one."""
    order = _walk(spaces)
    columns = max(1, isqrt(len(order) * 3 // 2))
    step = tile + GAP
    drawn: dict[str, Any] = {}
    middle: dict[str, tuple[int, int]] = {}
    for k, code in enumerate(order):
        row, column = divmod(k, columns)
        column = columns - 1 - column if row % 2 else column
        x, y = GAP + column * step, GAP + row * step
        spot = middle[code] = (x + tile // 2, y + tile // 2)
        drawn[code] = {
            "name": spaces[code].name,
            "kind": "land" if spaces[code].land else "sea",
            "d": f"M{x} {y}l{tile} 0 0 {tile} {-tile} 0z",
            "pole": [*spot, tile // 2 - 4],
            "centroid": [*spot],
            "label": [*spot],
        }
    links = [(a, b) for a in order for b in spaces[a].adjacent if a < b]
    lines = "".join(f"M{middle[a][0]} {middle[a][1]}L{middle[b][0]} {middle[b][1]}" for a, b in links)
    edges = "".join(drawn[code]["d"] for code in order if spaces[code].land)
    return {
        "width": GAP + columns * step,
        "height": GAP + -(-len(order) // columns) * step,
        "source": "Tiles in a grid, made from the list of connections.",
        "neutral": "",
        "water": "",
        "lines": {"coast": edges, "border": "", "neutral": "", "sea": lines, "ncoast": ""},
        "airlinks": [],
        "spaces": dict(sorted(drawn.items())),
    }


def _walk(spaces: Mapping[str, Space]) -> list[str]:
    """All spaces, each as soon as a neighbour was met."""
    order: list[str] = []
    seen: set[str] = set()
    for first in spaces:
        waiting = [first]
        while waiting:
            code = waiting.pop(0)
            if code not in seen:
                seen.add(code)
                order.append(code)
                waiting += spaces[code].adjacent
    return order
