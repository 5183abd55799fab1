"""Cells given to a neighbour until no two regions touch along a border too short to be seen."""

from collections.abc import Mapping

from tests.map_makers.cells import Mesh, apart, patches

Pair = tuple[str, str]


def tidied(mesh: Mesh, region: list[str], seas: set[str], short: int) -> list[str]:
    """The regions without short common borders; a cell only ever passes from land to land or from sea to sea."""
    region = list(region)
    while True:
        lengths, cells = _touching(mesh, region)
        bad = _short(lengths, short)
        if not bad:
            return region
        moves = []
        for _, pair in bad:
            around = {near for cell in cells[pair] for near in (cell, *mesh.near[cell])}
            for cell in sorted(around):
                for other in sorted({region[n] for n in mesh.near[cell]} - {region[cell]}):
                    if (other in seas) == (region[cell] in seas) and _may_leave(mesh, region, cell):
                        moves.append((_cost(mesh, region, cell, other, lengths, short), cell, other))
        now = sum(short - long for long, _ in bad)
        best = min(moves, default=None)
        if best is None or best[0] >= 0:
            raise ValueError(f"short borders stay ({now}): {bad}; take another seed")
        region[best[1]] = best[2]


def too_short(mesh: Mesh, region: list[str], short: int) -> list[tuple[float, Pair]]:
    """The common borders that are shorter, shortest first."""
    return _short(_touching(mesh, region)[0], short)


def _short(lengths: Mapping[Pair, float], short: int) -> list[tuple[float, Pair]]:
    return sorted((long, pair) for pair, long in lengths.items() if long < short)


def _touching(mesh: Mesh, region: list[str]) -> tuple[dict[Pair, float], dict[Pair, set[int]]]:
    """How long each two regions touch, and the cells that do."""
    lengths: dict[Pair, float] = {}
    cells: dict[Pair, set[int]] = {}
    for cell in range(len(region)):
        for other, long in _sides(mesh, cell):
            if region[other] != region[cell]:
                pair = (min(region[cell], region[other]), max(region[cell], region[other]))
                lengths[pair] = lengths.get(pair, 0.0) + long / 2
                cells.setdefault(pair, set()).add(cell)
    return lengths, cells


def _sides(mesh: Mesh, cell: int) -> list[tuple[int, float]]:
    ring = mesh.rings[cell]
    return [
        (beyond, apart(mesh.corners[corner], mesh.corners[ring[(k + 1) % len(ring)][1]]))
        for k, (beyond, corner) in enumerate(ring)
        if beyond >= 0
    ]


def _may_leave(mesh: Mesh, region: list[str], cell: int) -> bool:
    """Whether the cell's region holds together without it."""
    rest = {c for c in range(len(region)) if region[c] == region[cell] and c != cell}
    return bool(rest) and len(patches(mesh, rest)) == 1


def _cost(mesh: Mesh, region: list[str], cell: int, other: str, lengths: Mapping[Pair, float], short: int) -> float:
    """How much worse (or better, below 0) the short borders are once the cell is another's."""
    changed: dict[Pair, float] = {}
    for near, long in _sides(mesh, cell):
        for code, sign in ((region[cell], -1), (other, 1)):
            if region[near] != code:
                pair = (min(code, region[near]), max(code, region[near]))
                changed[pair] = changed.get(pair, lengths.get(pair, 0.0)) + sign * long

    def lack(long: float) -> float:
        return short - long if 0.01 < long < short else 0.0

    return sum(lack(long) - lack(lengths.get(pair, 0.0)) for pair, long in sorted(changed.items()))
