"""Voronoi cells of a sheet, and how they are shared out: the ground under `archipelago.py`.

Only + − × ÷ and square roots are used, which give the same bits on every machine.
"""

from heapq import heappop, heappush
from math import sqrt
from random import Random

Spot = tuple[float, float]
Corner = tuple[int, ...]  # the cells that meet there, in order; -1 to -4 are the sides of the sheet


class Mesh:
    """The cells around some sites: their middles, areas, neighbours and the corners between them."""

    def __init__(self, sites: list[Spot], width: int, height: int) -> None:
        self.width, self.height = width, height
        self.corners: dict[Corner, Spot] = {}
        self.rings: list[list[tuple[int, Corner]]] = []  # of each cell: the neighbour beyond a side, its first corner
        reach = _Reach(sites, width, height)
        for cell in range(len(sites)):
            sides = _clipped(cell, sites, reach.near(cell), width, height)
            ring = []
            for k, (beyond, x, y) in enumerate(sides):
                corner = tuple(sorted({cell, beyond, sides[k - 1][0]}))
                self.corners.setdefault(corner, (x, y))
                ring.append((beyond, corner))
            self.rings.append(ring)
        self.near = [[beyond for beyond, _ in ring if beyond >= 0] for ring in self.rings]
        self.measure()

    def measure(self) -> None:
        """Work out the middles and areas of the cells, anew where their corners were moved."""
        self.middles = [self._middle(cell) for cell in range(len(self.rings))]
        self.areas = [area for _, _, area in self.middles]

    def spot(self, cell: int) -> Spot:
        """The middle of a cell."""
        x, y, _ = self.middles[cell]
        return x, y

    def _middle(self, cell: int) -> tuple[float, float, float]:
        spots = [self.corners[corner] for _, corner in self.rings[cell]]
        double = cx = cy = 0.0
        for k, (x2, y2) in enumerate(spots):
            x1, y1 = spots[k - 1]
            cross = x1 * y2 - x2 * y1
            double += cross
            cx += (x1 + x2) * cross
            cy += (y1 + y2) * cross
        return cx / (3 * double), cy / (3 * double), abs(double) / 2


class _Reach:
    """Sites by squares of the sheet, so that a site's neighbours are found near it."""

    def __init__(self, sites: list[Spot], width: int, height: int) -> None:
        self.sites = sites
        self.side = sqrt(width * height / len(sites)) * 1.5
        self.squares: dict[tuple[int, int], list[int]] = {}
        for k, (x, y) in enumerate(sites):
            self.squares.setdefault((int(x / self.side), int(y / self.side)), []).append(k)

    def near(self, cell: int) -> list[int]:
        """The sites around one, nearest first."""
        x, y = self.sites[cell]
        column, row = int(x / self.side), int(y / self.side)
        found = [
            (_square(self.sites[k], (x, y)), k)
            for c in range(column - 2, column + 3)
            for r in range(row - 2, row + 3)
            for k in self.squares.get((c, r), ())
            if k != cell
        ]
        return [k for _, k in sorted(found)]


def _square(a: Spot, b: Spot) -> float:
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def apart(a: Spot, b: Spot) -> float:
    """The distance of two spots."""
    return sqrt(_square(a, b))


def _clipped(cell: int, sites: list[Spot], near: list[int], width: int, height: int) -> list[tuple[int, float, float]]:
    """The sides of a cell, clockwise: what lies beyond, and where the side starts."""
    x, y = sites[cell]
    sides: list[tuple[int, float, float]] = [(-1, 0, 0), (-2, width, 0), (-3, width, height), (-4, 0, height)]
    for other in near:
        ox, oy = sites[other]
        if _square((x, y), (ox, oy)) > 4 * max(_square((x, y), (sx, sy)) for _, sx, sy in sides):
            break
        nx, ny = ox - x, oy - y
        limit = (ox * ox + oy * oy - x * x - y * y) / 2
        over = [nx * sx + ny * sy - limit for _, sx, sy in sides]
        if max(over) <= 0:
            continue
        kept: list[tuple[int, float, float]] = []
        for k, (beyond, sx, sy) in enumerate(sides):
            _, ex, ey = sides[(k + 1) % len(sides)]
            here, there = over[k], over[(k + 1) % len(sides)]
            part = here / (here - there) if here != there else 0
            cut = (sx + (ex - sx) * part, sy + (ey - sy) * part)
            if here <= 0:
                kept.append((beyond, sx, sy))
                if there > 0:
                    kept.append((other, *cut))
            elif there <= 0:
                kept.append((beyond, *cut))
        sides = kept
    return sides


def relaxed(rng: Random, width: int, height: int, step: int, rounds: int) -> Mesh:
    """A mesh of cells about `step` wide, evened out by Lloyd's rounds."""
    sites = [
        (x + step * rng.random(), y + step * rng.random())
        for y in range(0, height - step // 2, step)
        for x in range(0, width - step // 2, step)
    ]
    sites = [(min(x, width - 1.0), min(y, height - 1.0)) for x, y in sites]
    mesh = Mesh(sites, width, height)
    for _ in range(rounds):
        mesh = Mesh([mesh.spot(cell) for cell in range(len(sites))], width, height)
    return mesh


def patches(mesh: Mesh, cells: set[int]) -> list[set[int]]:
    """The connected parts of a set of cells, largest first."""
    rest, found = set(cells), []
    for cell in sorted(cells):
        if cell not in rest:
            continue
        rest.discard(cell)
        part, open_cells = {cell}, [cell]
        while open_cells:
            for other in mesh.near[open_cells.pop()]:
                if other in rest:
                    rest.discard(other)
                    part.add(other)
                    open_cells.append(other)
        found.append(part)
    return sorted(found, key=lambda part: (-len(part), min(part)))


def shared_out(mesh: Mesh, cells: set[int], count: int, rounds: int = 30) -> list[set[int]]:
    """The cells in `count` connected shares of about the same area: Lloyd's rounds on ways through the cells."""
    seeds = [min(cells, key=lambda c: (mesh.middles[c][0] + mesh.middles[c][1], c))]
    while len(seeds) < count:
        seeds.append(max(sorted(cells), key=lambda c: min(apart(mesh.spot(c), mesh.spot(s)) for s in seeds)))
    fair = sum(mesh.areas[c] for c in cells) / count
    handicaps = [0.0] * count
    shares: list[set[int]] = []
    for turn in range(rounds):
        shares = grown(mesh, cells, seeds, handicaps)
        sizes = [sum(mesh.areas[c] for c in share) for share in shares]
        last = turn == rounds - 1
        for k, share in enumerate(shares):
            handicaps[k] += (sizes[k] / fair - 1) * sqrt(fair) * 0.12
            x = sum(mesh.middles[c][0] * mesh.areas[c] for c in share) / sizes[k]
            y = sum(mesh.middles[c][1] * mesh.areas[c] for c in share) / sizes[k]
            if not last:
                seeds[k] = min((_square(mesh.spot(c), (x, y)), c) for c in share)[1]
    return shares


def grown(mesh: Mesh, cells: set[int], seeds: list[int], handicaps: list[float]) -> list[set[int]]:
    """Each cell to the seed from which the way through the cells, with its handicap, is shortest."""
    low = min(handicaps)
    queue = [(handicap - low, seed, k) for k, (seed, handicap) in enumerate(zip(seeds, handicaps, strict=True))]
    queue.sort()
    owner = {seed: k for k, seed in enumerate(seeds)}
    settled: set[int] = set()
    while queue:
        far, cell, k = heappop(queue)
        if cell in settled or owner.get(cell, k) != k:
            continue
        owner[cell] = k
        settled.add(cell)
        for other in mesh.near[cell]:
            if other in cells and other not in owner:
                heappush(queue, (far + apart(mesh.spot(cell), mesh.spot(other)), other, k))
    return [{c for c, k in owner.items() if k == share} for share in range(len(seeds))]
