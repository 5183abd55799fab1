"""Makes the drawing of the map `sample`: one island of five provinces by four, a sea on each side."""

import json
from pathlib import Path
from random import Random
from typing import Any

from tests.map_makers import outlines
from tests.map_makers.atlas import atlas
from tests.map_makers.cells import Corner

SEED = 5
WIDTH, HEIGHT = 2000, 1720
COLUMNS, ROWS = 5, 4
LEFT, TOP, WIDE, HIGH = 290, 250, 284, 305  # of the island, and of a province
TITLE = "The Sample Isle"
NORTH, EAST, SOUTH, WEST = "NSE", "ESE", "SSE", "WSE"
RIM = ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))


def made(data: Path) -> dict[str, dict[str, Any]]:
    """The drawing, by the name of its file; the map itself is written by hand and lies in the folder `data`."""
    spaces = json.loads((data / "sample.json").read_text("utf-8"))["spaces"]
    names = {space["code"]: space["name"] for space in spaces}
    lands = [space["code"] for space in spaces if space["kind"] == "land"]
    rng = Random(SEED)
    corners = {
        (column, row): (
            LEFT + column * WIDE + (rng.random() - 0.5) * 60,
            TOP + row * HIGH + (rng.random() - 0.5) * 60,
        )
        for row in range(ROWS + 1)
        for column in range(COLUMNS + 1)
    }

    def region(column: int, row: int) -> str:
        if row in (-1, ROWS):
            return NORTH if row < 0 else SOUTH
        if column in (-1, COLUMNS):
            return WEST if column < 0 else EAST
        return str(lands[row * COLUMNS + column])

    drawn = []

    def add(first: str, second: str, ends: tuple[Corner, Corner]) -> None:
        a, b = sorted((first, second))
        border = outlines.Border((a, b), list(ends))
        coast = {a, b} & {NORTH, EAST, SOUTH, WEST}
        spots = [corners[ends[0][0], ends[0][1]], corners[ends[1][0], ends[1][1]]]
        line = outlines.drawn(spots, rng, smooth=0, depth=5 if coast else 4, rough=0.24 if coast else 0.17)
        border.dots = outlines.simpler(line, 2)
        drawn.append(border)

    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            if column < COLUMNS:
                add(region(column, row - 1), region(column, row), ((column, row), (column + 1, row)))
            if row < ROWS:
                add(region(column - 1, row), region(column, row), ((column, row), (column, row + 1)))
    rings = {code: outlines.rings([b for b in drawn if code in b.pair]) for code in lands}
    shapes = {code: outlines.path(rings[code], closed=True) for code in lands}
    island = [
        (round(x), round(y)) for x, y in (corners[c, r] for c, r in ((0, 0), (COLUMNS, 0), (COLUMNS, ROWS), (0, ROWS)))
    ]
    lanes = []
    middle = (WIDTH // 2, HEIGHT // 2)
    for side, code in enumerate((NORTH, EAST, SOUTH, WEST)):
        after = (side + 1) % 4
        lanes.append([RIM[side], island[side]])
        rings[code] = [[RIM[side], RIM[after], island[after], middle, island[side]]]
        shapes[code] = outlines.path(rings[code], closed=True)
        covered = [border.dots for border in drawn if code in border.pair]
        rings[code] = [[RIM[side], RIM[after], *_coast(covered, island[after], island[side])]]
    geometry = atlas(rings, shapes, lanes, names, {NORTH, EAST, SOUTH, WEST}, (WIDTH, HEIGHT), TITLE)
    return {"sample_geometry.json": geometry}


def _coast(lines: list[list[outlines.Dot]], start: outlines.Dot, end: outlines.Dot) -> list[outlines.Dot]:
    """The coast of a sea from one corner of the island to the next."""
    rest, out = list(lines), [start]
    while out[-1] != end:
        line = next(line for line in rest if out[-1] in (line[0], line[-1]))
        rest.remove(line)
        out += (line if line[0] == out[-1] else line[::-1])[1:]
    return out
