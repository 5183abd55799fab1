"""Outlines of areas made of squares: a boundary traced, its collinear steps joined, its corners cut, as SVG path data.

An area is a whole number for each row, whose bit x is the square in column x. A loop runs clockwise around its area, in
runs (x, y, direction, length) from corner to corner; squares that only touch at a corner are in loops of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set

SIDE = 20  # units of a square
CUT = 7  # units by which a corner is cut, so that a staircase becomes a slope
EAST, SOUTH, WEST, NORTH = range(4)
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
BESIDE = ((0, -1), (0, 0), (-1, 0), (-1, -1))  # the square across an edge that begins at a corner

Area = Sequence[int]
Run = tuple[int, int, int, int]
Loop = list[Run]
Point = tuple[int, int]
Test = Callable[[int, int], bool]


def area(rows: Iterable[str], signs: frozenset[str]) -> list[int]:
    """The squares of these signs."""
    return [int("0" + "".join(["01"[sign in signs] for sign in reversed(row)]), 2) for row in rows]


def spans(row: int) -> Iterator[tuple[int, int]]:
    """The runs of squares in a row: the first column of each, and the first behind it."""
    at = 0
    while row:
        skip = (row & -row).bit_length() - 1
        row >>= skip
        length = (~row & (row + 1)).bit_length() - 1
        yield at + skip, at + skip + length
        at += skip + length
        row >>= length


def loops(rows: Area) -> list[Loop]:
    """The outlines of an area, in a fixed order; those of its holes run the other way."""
    edges: dict[Run, int] = {}
    above = 0
    for y, row in enumerate([*rows, 0]):
        for start, end in spans(row & ~above):
            edges[start, y, EAST, 0] = end - start
        for start, end in spans(above & ~row):
            edges[end, y, WEST, 0] = end - start
        for start, end in spans(row):
            edges[start, y + 1, NORTH, 0] = edges[end, y, SOUTH, 0] = 1
        above = row
    return [_walk(edges, first) for first in [key for key in edges if key[2] == EAST] if first in edges]


def _walk(edges: dict[Run, int], first: Run) -> Loop:
    loop: Loop = []
    key = first
    while True:
        x, y, direction, _ = key
        length = edges.pop(key)
        if loop and loop[-1][2] == direction:  # up and down the edges are of one square each
            loop[-1] = (*loop[-1][:3], loop[-1][3] + length)
        else:
            loop.append((x, y, direction, length))
        dx, dy = STEPS[direction]
        x, y = x + dx * length, y + dy * length
        for turn in (1, 0, 3):  # to the right first: around the same square
            key = (x, y, (direction + turn) % 4, 0)
            if key == first:
                return loop
            if key in edges:
                break


def outlines(found: Iterable[Loop], is_cut: Test) -> str:
    """Path data of whole loops; `is_cut`: whether the corner at a column and row is."""
    return "".join([_path(loop, is_cut, closed=True) for loop in found])


def blocks(found: Iterable[Loop]) -> str:
    """Path data of whole loops with all their corners, in units of a square: a third of the signs."""
    return "".join(f"M{loop[0][0]} {loop[0][1]}{''.join(map(_step, loop[:-1]))}z" for loop in found)


def _step(run: Run) -> str:
    """One edge, by its length or by where it ends, whichever is shorter."""
    x, y, way, length = run
    dx, dy = (step * length for step in STEPS[way])
    return min(f"h{dx}", f"H{x + dx}", key=len) if dx else min(f"v{dy}", f"V{y + dy}", key=len)


def strokes(found: Iterable[Loop], is_drawn: Test, is_cut: Test) -> str:
    """Path data of those edges of loops across which there is a square (column, row) that `is_drawn` says so of."""
    out = []
    for loop in found:
        pieces = [piece for run in loop for piece in _pieces(run, is_drawn)]
        if not pieces:
            continue
        lines: list[Loop] = [[]]
        for piece in pieces:
            if lines[-1] and _end(lines[-1][-1]) != piece[:2]:
                lines.append([])
            lines[-1].append(piece)
        if _end(lines[-1][-1]) == lines[0][0][:2]:
            if len(lines) == 1:
                out.append(_path(pieces, is_cut, closed=True))
                continue
            lines[0] = lines.pop() + lines[0]
        corners = {(run[0], run[1]) for run in loop if is_cut(run[0], run[1])}
        out += [_path(_joined(line), _among(corners), closed=False) for line in lines]
    return "".join(out)


def _among(corners: Set[Point]) -> Test:
    return lambda x, y: (x, y) in corners


def _pieces(run: Run, is_drawn: Test) -> Iterator[Run]:
    """The parts of a run that are drawn."""
    x, y, direction, length = run
    (dx, dy), (bx, by) = STEPS[direction], BESIDE[direction]
    start = None
    for k in range(length + 1):
        drawn = k < length and is_drawn(x + dx * k + bx, y + dy * k + by)
        if drawn and start is None:
            start = k
        elif not drawn and start is not None:
            yield x + dx * start, y + dy * start, direction, k - start
            start = None


def _joined(line: Loop) -> Loop:
    """A line whose straight parts are one: of a loop that was opened within one of them."""
    out: Loop = []
    for x, y, direction, length in line:
        if out and out[-1][2] == direction:
            out[-1] = (*out[-1][:3], out[-1][3] + length)
        else:
            out.append((x, y, direction, length))
    return out


def _end(run: Run) -> Point:
    x, y, direction, length = run
    dx, dy = STEPS[direction]
    return x + dx * length, y + dy * length


def _path(line: Loop, is_cut: Test, *, closed: bool) -> str:
    """A loop, or a line; where that begins or ends at a corner it stops short of it, as the area does."""
    x, y, direction, _ = line[0]
    dx, dy = STEPS[direction]
    before = CUT if is_cut(x, y) else 0
    out = [f"M{x * SIDE + dx * before} {y * SIDE + dy * before}"]
    for k, run in enumerate(line):
        dx, dy = STEPS[run[2]]
        after = CUT if is_cut(*_end(run)) else 0
        length = run[3] * SIDE - before - after
        out.append(f"h{dx * length}" if dx else f"v{dy * length}")
        before = after
        if after and k + 1 < len(line):
            nx, ny = STEPS[line[k + 1][2]]
            across, down = (dx + nx) * after, (dy + ny) * after
            out.append(f"l{across}{down}" if down < 0 else f"l{across} {down}")
    return "".join([*out, "z"] if closed else out)
