"""Outlines from cells: each common border is drawn once, by midpoint displacement, and used by both its sides."""

import itertools
from collections.abc import Sequence
from math import sqrt
from random import Random

from tests.map_makers.cells import Corner, Mesh, Spot

Dot = tuple[int, int]
Pair = tuple[str, str]  # the two regions of a border, in order; "" is beyond the sheet


class Border:
    """A piece of the border of two regions, from corner to corner."""

    def __init__(self, pair: Pair, corners: list[Corner]) -> None:
        self.pair = pair
        self.corners = corners
        self.dots: list[Dot] = []

    @property
    def ends(self) -> tuple[Corner, Corner]:
        """Where it starts and ends; the same corner where it is a ring."""
        return self.corners[0], self.corners[-1]


def borders(mesh: Mesh, region: Sequence[str]) -> list[Border]:
    """The borders of regions: chains of the cells' sides between the corners where three regions meet."""
    sides: dict[Corner, list[tuple[Corner, Pair]]] = {}
    for cell, ring in enumerate(mesh.rings):
        for k, (beyond, corner) in enumerate(ring):
            other = region[beyond] if beyond >= 0 else ""
            if other == region[cell] or (beyond >= 0 and beyond < cell):
                continue
            first, second = sorted((region[cell], other))
            end = ring[(k + 1) % len(ring)][1]
            if end != corner:
                sides.setdefault(corner, []).append((end, (first, second)))
                sides.setdefault(end, []).append((corner, (first, second)))
    used: set[tuple[Corner, Corner]] = set()
    found = []
    joints = [c for c in sorted(sides) if len(sides[c]) != 2 or sides[c][0][1] != sides[c][1][1]]
    for start in [*joints, *sorted(sides)]:
        for end, pair in sorted(sides[start]):
            if (start, end) in used:
                continue
            chain = [start, end]
            used |= {(start, end), (end, start)}
            while chain[-1] not in joints and chain[-1] != start:
                further = [e for e, p in sorted(sides[chain[-1]]) if p == pair and (chain[-1], e) not in used]
                if not further:
                    break
                used |= {(chain[-1], further[0]), (further[0], chain[-1])}
                chain.append(further[0])
            found.append(Border(pair, chain))
    return found


def drawn(spots: Sequence[Spot], rng: Random, *, smooth: int, depth: int, rough: float) -> list[Dot]:
    """A border as whole numbers: smoothed, then each piece broken `depth` times at a displaced middle."""
    line = list(spots)
    ring = line[0] == line[-1]
    for _ in range(smooth):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        first = line[0]
        if ring:
            a, b, c = line[-2], line[0], line[1]
            first = ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        line = [first, *inner, first if ring else line[-1]]
    for _ in range(depth):
        finer = [line[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            aside = (rng.random() + rng.random() - 1) * rough
            finer += [((ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside), (bx, by)]
        line = finer
    dots: list[Dot] = []
    for x, y in line:
        dot = (round(x), round(y))
        if not dots or dot != dots[-1]:
            dots.append(dot)
    return dots


def simpler(dots: Sequence[Dot], slack: float) -> list[Dot]:
    """A line without the dots that lie within `slack` of it (Douglas and Peucker)."""
    keep = {0, len(dots) - 1}
    stack = [(0, len(dots) - 1)]
    while stack:
        a, b = stack.pop()
        far, at = slack, 0
        for k in range(a + 1, b):
            away = off(dots[k], dots[a], dots[b])
            if away > far:
                far, at = away, k
        if at:
            keep.add(at)
            stack += [(a, at), (at, b)]
    return [dots[k] for k in sorted(keep)]


def off(p: Dot, a: Dot, b: Dot) -> float:
    """How far p is from the piece of line from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long)) if long else 0.0
    x, y = a[0] + part * dx - p[0], a[1] + part * dy - p[1]
    return sqrt(x * x + y * y)


def length(dots: Sequence[Dot]) -> float:
    """How long a line is."""
    return sum(sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])) for a, b in itertools.pairwise(dots))


def rings(pieces: Sequence[Border]) -> list[list[Dot]]:
    """The closed outlines that some borders make, each without its last dot; longest first."""
    at: dict[Corner, list[tuple[int, bool]]] = {}
    for k, piece in enumerate(pieces):
        at.setdefault(piece.ends[0], []).append((k, False))
        at.setdefault(piece.ends[1], []).append((k, True))
    used: set[int] = set()
    found = []
    for k, piece in enumerate(pieces):
        if k in used:
            continue
        used.add(k)
        ring, end = list(piece.dots), piece.ends[1]
        while end != piece.ends[0]:
            k2, back = next((n, b) for n, b in at[end] if n not in used)
            used.add(k2)
            ring += (pieces[k2].dots[::-1] if back else pieces[k2].dots)[1:]
            end = pieces[k2].ends[0 if back else 1]
        found.append(ring[:-1] if ring[0] == ring[-1] else ring)
    return sorted(found, key=lambda ring: (-len(ring), ring[0]))


def path(lines: Sequence[Sequence[Dot]], *, closed: bool) -> str:
    """Lines as SVG: M and the start, l and the differences, z where they close."""
    out = []
    for line in lines:
        (x, y), rest = line[0], line[1:]
        steps = []
        for nx, ny in rest:
            steps.append(f"{nx - x} {ny - y}")
            x, y = nx, ny
        text = f"M{line[0][0]} {line[0][1]}l{' '.join(steps)}"
        out.append(text.replace(" -", "-") + ("z" if closed else ""))
    return "".join(out)
