"""Places for what is written and drawn on the map: codes, units, seas' names, fleets, a title and a compass rose.

Found on a grid of small squares, each of which knows the region it lies in. The sizes are those of the site's
artist (the signs of his look "pieces"), on a wide screen and on a phone, where all signs are larger.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.map_makers.outlines import Dot

Box = tuple[int, int, int, int]
GRID = 8
LAND, LAND_PHONE = (-60, -24, 60, 68), (-96, -38, 96, 112)  # around a label: code and number, below them the signs
SEA_PHONE = (-66, -32, 66, 32)  # a sea's code
FLEET, FLEET_PHONE = (-62, -21, 62, 21), (-104, -34, 104, 34)
CRAMPED = 50_000  # a place that costs more hides something
FLEETS = 8  # places in a sea
CARTOUCHE, ROSE = (-232, -56, 232, 56), (-84, -92, 84, 92)


class Signs:
    """Where the signs stand: of each space, and of the sheet."""

    def __init__(self) -> None:
        self.spaces: dict[str, dict[str, Any]] = {}
        self.ornaments: dict[str, Any] = {}


class Grid:
    """The region of each small square, and how many squares of a region lie in a box."""

    def __init__(self, rings: Mapping[str, Sequence[Sequence[Dot]]], size: tuple[int, int]) -> None:
        self.columns, self.rows = size[0] // GRID + 1, size[1] // GRID + 1
        self.own: dict[str, set[tuple[int, int]]] = {}
        self.sums: dict[str, list[list[int]]] = {}
        for code, outline in rings.items():
            self.own[code] = set(self._inside(outline))
            self.sums[code] = self._summed(self.own[code])

    def _inside(self, outline: Sequence[Sequence[Dot]]) -> Iterable[tuple[int, int]]:
        cuts: dict[int, list[float]] = {}
        for ring in outline:
            for k, (x2, y2) in enumerate(ring):
                x1, y1 = ring[k - 1]
                low, high = min(y1, y2), max(y1, y2)
                for row in range(max(0, low // GRID - 1), min(self.rows, high // GRID + 1)):
                    y = row * GRID + GRID / 2 + 0.01
                    if low <= y < high:
                        cuts.setdefault(row, []).append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
        for row, found in cuts.items():
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=True):
                for column in range(max(0, int(left / GRID)), min(self.columns, int(right / GRID) + 1)):
                    if left <= column * GRID + GRID / 2 < right:
                        yield column, row

    def _summed(self, squares: set[tuple[int, int]]) -> list[list[int]]:
        rows = [[0] * (self.columns + 1) for _ in range(self.rows + 1)]
        for column, row in squares:
            rows[row + 1][column + 1] = 1
        above = rows[0]
        for line in rows[1:]:
            total = 0
            for column, here in enumerate(line):
                total += here
                line[column] = total + above[column]
            above = line
        return rows

    def part(self, code: str, box: Box) -> float:
        """How much of a box lies in a region, 0 to 1."""
        left, top, right, bottom = (v // GRID for v in box)
        area = (right - left + 1) * (bottom - top + 1)
        left, top = max(0, left), max(0, top)
        right, bottom = min(self.columns - 1, right), min(self.rows - 1, bottom)
        if left > right or top > bottom:
            return 0.0
        s = self.sums[code]
        return (s[bottom + 1][right + 1] - s[top][right + 1] - s[bottom + 1][left] + s[top][left]) / area

    def spots(self, code: str, every: int) -> list[Dot]:
        """Places of a region, some squares apart."""
        return [(c * GRID, r * GRID) for c, r in sorted(self.own[code]) if c % every == 0 and r % every == 0]


def at(box: Box, spot: Sequence[int]) -> Box:
    """A box around a place."""
    return box[0] + spot[0], box[1] + spot[1], box[2] + spot[0], box[3] + spot[1]


def overlap(a: Box, b: Box) -> int:
    """The common area of two boxes."""
    left, right = a[0] if a[0] > b[0] else b[0], a[2] if a[2] < b[2] else b[2]
    if left >= right:
        return 0
    top, bottom = a[1] if a[1] > b[1] else b[1], a[3] if a[3] < b[3] else b[3]
    return (right - left) * (bottom - top) if top < bottom else 0


def place_signs(
    rings: Mapping[str, Sequence[Sequence[Dot]]],
    names: Mapping[str, str],
    seas: set[str],
    size: tuple[int, int],
    title: str,
) -> Signs:
    """All places, always the same for the same map."""
    grid = Grid(rings, size)
    grid.sums["sea"] = grid._summed(set().union(*(grid.own[code] for code in seas)))
    signs = Signs()
    labels = _land_labels(grid, [code for code in sorted(names) if code not in seas], size)
    for code, spot in labels.items():
        signs.spaces[code] = {"label": list(spot), "badge": [spot[0], spot[1] + 44]}
    taken = [at(LAND_PHONE, spot) for spot in labels.values()]
    cartouche = _free(grid, CARTOUCHE, taken, size, corner=(size[0], size[1]))
    rose = _free(grid, ROSE, [*taken, at(CARTOUCHE, cartouche)], size, corner=(0, size[1] // 2))
    signs.ornaments = {"title": title, "cartouche": list(cartouche), "rose": list(rose)}
    taken += [at(CARTOUCHE, cartouche), at(ROSE, rose)]
    middles = {}
    for code in sorted(seas):
        middles[code] = _sea_label(grid, code, names[code], taken, size)
        taken.append(at(_sea_box(names[code]), middles[code]))
    for code in sorted(seas):
        places = _fleets(grid, code, at(SEA_PHONE, middles[code]), taken, size)
        signs.spaces[code] = {"label": list(middles[code]), "badges": [list(place) for place in places]}
        taken += [at(FLEET_PHONE if nth < 2 else FLEET, place) for nth, place in enumerate(places)]
    return signs


def _land_labels(grid: Grid, codes: Sequence[str], size: tuple[int, int]) -> dict[str, Dot]:
    """Labels inside their provinces; on a phone they may reach over the border, but not over each other."""
    choices: dict[str, list[tuple[float, Dot]]] = {}
    for code in codes:
        rated = []
        spots = grid.spots(code, 2)
        middle = (sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots))
        for spot in spots:
            large = at(LAND_PHONE, spot)
            inside = grid.part(code, at(LAND, spot))
            far = abs(spot[0] - middle[0]) + abs(spot[1] + 22 - middle[1])
            rated.append((inside * 80 + grid.part(code, large) * 3 - _outside(large, size) - far / 100, spot))
        choices[code] = sorted(rated, reverse=True)[:110]
    labels = {code: choices[code][0][1] for code in codes}
    for _ in range(8):
        for code in codes:
            x, y = labels[code]
            near = [
                spot for other, spot in labels.items() if other != code and abs(spot[0] - x) + abs(spot[1] - y) < 450
            ]
            others = [at(LAND_PHONE, spot) for spot in near]

            def worth(choice: tuple[float, Dot], others: Sequence[Box] = others) -> tuple[float, Dot]:
                box = at(LAND_PHONE, choice[1])
                return choice[0] - sum(overlap(box, other) for other in others) / 300, choice[1]

            labels[code] = max(choices[code], key=worth)[1]
    return labels


def _outside(box: Box, size: tuple[int, int]) -> float:
    """How far a box reaches over the sheet's rim."""
    return max(0, 10 - box[0], 10 - box[1], box[2] - size[0] + 10, box[3] - size[1] + 10) / 20


def _free(grid: Grid, box: Box, taken: Sequence[Box], size: tuple[int, int], corner: Dot) -> Dot:
    """A place on open water, as near to a corner as can be."""
    best = None
    for column in range(0, size[0], 2 * GRID):
        for row in range(0, size[1], 2 * GRID):
            here = at(box, (column, row))
            if here[0] < 26 or here[1] < 26 or here[2] > size[0] - 26 or here[3] > size[1] - 26:
                continue
            wet = grid.part("sea", (here[0] - 14, here[1] - 14, here[2] + 14, here[3] + 14))
            cost = (1 - wet) * 20_000 + abs(column - corner[0]) + abs(row - corner[1])
            cost += sum(overlap(here, other) for other in taken) * 2
            if best is None or cost < best[0]:
                best = (cost, (column, row))
    assert best
    return best[1]


def _sea_box(name: str) -> Box:
    words = name.split()
    half = max(44, 9 * max(map(len, words)))
    return (-half, -24, half, 24 + 34 * len(words))


def _sea_label(grid: Grid, code: str, name: str, taken: Sequence[Box], size: tuple[int, int]) -> Dot:
    """The place of a sea's name: open water of its own, with room for fleets around."""
    box = _sea_box(name)
    spots = grid.spots(code, 2)
    middle = (sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots))

    def worth(spot: Dot) -> tuple[float, Dot]:
        here = at(box, spot)
        roomy = grid.part(code, (here[0] - 100, here[1] - 30, here[2] + 100, here[3] + 110))
        near = grid.part(code, (here[0] - 16, here[1] - 12, here[2] + 16, here[3] + 12))
        clash = sum(overlap(here, other) for other in taken) / 800
        far = abs(spot[0] - middle[0]) + abs(spot[1] - middle[1])
        return near * 80 + roomy * 3 - clash - _outside(here, size) - far / 200, spot

    return max(worth(spot) for spot in spots)[1]


def _fleets(grid: Grid, code: str, label: Box, taken: Sequence[Box], size: tuple[int, int]) -> list[Dot]:
    """Places for the fleets of a sea, the first with room enough for a phone's larger signs."""
    places: list[Dot] = []
    spots = grid.spots(code, 2)
    left, top = min(x for x, _ in spots) - 160, min(y for _, y in spots) - 160
    right, bottom = max(x for x, _ in spots) + 160, max(y for _, y in spots) + 160
    taken = [box for box in taken if overlap(box, (left, top, right, bottom))]
    middle = ((label[0] + label[2]) // 2, (label[1] + label[3]) // 2)
    for nth in range(FLEETS):

        def cost(spot: Dot, nth: int = nth) -> tuple[float, Dot]:
            small, large = at(FLEET, spot), at(FLEET_PHONE, spot)
            clash = 0
            for other in taken:
                common = overlap(large, other)
                clash += common * max(0, 9 - 2 * nth) + _hidden(small, other) if common else 0
            for place in places:
                crowd = overlap(large, at(FLEET_PHONE, place))
                clash += _hidden(small, at(FLEET, place)) + crowd * 9 // (1 + nth)
            clash += overlap(large, label) * 2
            dry = (1 - grid.part(code, small)) * (60_000 if nth < 2 else 20_000) + (1 - grid.part(code, large)) * 1500
            far = abs(spot[0] - middle[0]) + abs(spot[1] - middle[1])
            return clash + dry + far * 3 + _outside(large, size) * 9000, spot

        best = min(cost(spot) for spot in spots)
        if best[0] > CRAMPED:
            best = min(cost(spot) for spot in grid.spots(code, 1))
        places.append(best[1])
    return places


def _hidden(a: Box, b: Box) -> int:
    """What it costs that two signs overlap."""
    common = overlap(a, b)
    return common * 12 + 60_000 if common else 0
