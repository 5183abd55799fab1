"""Outlines of areas of squares."""

import re
from itertools import pairwise
from random import Random

import pytest

from pbm.site.maps.trace import CUT, SIDE, area, blocks, loops, outlines, spans, strokes


def points(d: str) -> list[list[tuple[int, int]]]:
    """The corners of each subpath."""
    found: list[list[tuple[int, int]]] = []
    for command, numbers in re.findall(r"([MhvlHV])([-0-9 ]+)", d):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        if command == "M":
            found.append([(values[0], values[1])])
            continue
        x, y = found[-1][-1]
        if command in "HV":
            found[-1].append((values[0], y) if command == "H" else (x, values[0]))
            continue
        dx, dy = values if command == "l" else (values[0], 0) if command == "h" else (0, values[0])
        found[-1].append((x + dx, y + dy))
    return found


def size(d: str) -> float:
    """What a path encloses: holes run the other way and count against it."""
    return sum(
        (x * ny - nx * y) / 2 for loop in points(d) for (x, y), (nx, ny) in zip(loop, [*loop[1:], loop[0]], strict=True)
    )


def some_area(seed: int) -> list[int]:
    dice = Random(seed)
    return (
        [dice.getrandbits(17) & dice.getrandbits(17) for _ in range(13)]
        if seed % 2
        else [dice.getrandbits(17) | dice.getrandbits(17) for _ in range(13)]
    )


def test_runs_of_a_row() -> None:
    assert list(spans(0b1101110)) == [(1, 4), (5, 7)]
    assert list(spans(0)) == []
    assert area([".#.#", "##.."], frozenset("#")) == [0b1010, 0b0011]


@pytest.mark.parametrize("seed", range(20))
def test_a_path_encloses_its_squares_and_nothing_else(seed: int) -> None:
    rows = some_area(seed)
    found = loops(rows)
    many = sum(row.bit_count() for row in rows)
    assert size(blocks(found)) == many
    assert size(outlines(found, lambda x, y: False)) == many * SIDE * SIDE
    edges = sum(run[3] for loop in found for run in loop)
    beside = [0, *rows, 0]
    across = sum((a ^ b).bit_count() for a, b in pairwise(beside))
    assert edges == across + sum((row ^ row << 1).bit_count() for row in rows), "each edge of the area once"


def test_cut_corners_make_a_slope_of_a_staircase() -> None:
    assert outlines(loops([0b1]), lambda x, y: True) == "M7 0h6l7 7v6l-7 7h-6l-7-7v-6z"
    d = outlines(loops([0b001, 0b011, 0b111]), lambda x, y: True)
    assert d == "M7 0h6l7 7v6l7 7h6l7 7v6l7 7h6l7 7v6l-7 7h-46l-7-7v-46z"
    assert size(d) == 6 * SIDE * SIDE - 6 * CUT * CUT / 2 + 2 * CUT * CUT / 2, "corners lose what dents gain"


def test_squares_that_touch_at_a_corner_are_apart() -> None:
    assert len(loops([0b01, 0b10])) == 2
    assert len(loops([0b111, 0b101, 0b111])) == 2


@pytest.mark.parametrize("seed", range(10))
def test_strokes_are_the_edges_across_which_something_is(seed: int) -> None:
    rows, others = some_area(seed), some_area(seed + 100)
    beside = [theirs & ~ours for ours, theirs in zip(rows, others, strict=True)]

    def there(x: int, y: int) -> bool:
        return x >= 0 and 0 <= y < len(beside) and bool(beside[y] >> x & 1)

    d = strokes(loops(rows), there, lambda x, y: False)
    drawn = sum(abs(nx - x) + abs(ny - y) for line in points(d) for (x, y), (nx, ny) in pairwise(line))
    drawn += sum(
        abs(line[0][0] - line[-1][0]) + abs(line[0][1] - line[-1][1])
        for line, sub in zip(points(d), d.split("M")[1:], strict=True)
        if sub.endswith("z")
    )
    expected = sum(
        bool(rows[y] >> x & 1) and there(x + dx, y + dy)
        for y in range(len(rows))
        for x in range(17)
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
    )
    assert drawn == expected * SIDE


def test_a_loop_that_is_drawn_whole_is_closed() -> None:
    isle = loops([0, 0b0110, 0])
    assert strokes(isle, lambda x, y: True, lambda x, y: True).endswith("z")
    assert strokes(isle, lambda x, y: False, lambda x, y: True) == ""
    assert strokes(isle, lambda x, y: y == 0, lambda x, y: True) == "M27 20h26"
