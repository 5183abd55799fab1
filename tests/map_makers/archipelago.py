"""Makes the map `archipelago` and its drawing: islands of Voronoi cells, always the same ones (seed below)."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.map_makers import outlines
from tests.map_makers.atlas import atlas
from tests.map_makers.cells import Mesh, apart, patches, relaxed, shared_out
from tests.map_makers.homes import neighbours_of, pick_homes
from tests.map_makers.tidy import tidied

SEED = 67
TITLE = "The Kestrel Isles"
SOURCE = "This project: made by tests/map_makers/archipelago.py"
WIDTH, HEIGHT = 2000, 1900
STEP = 37  # width of a cell
LIFT = 30  # of the ground: higher means more land
STRAIT = 48  # islands keep half of this clear on their side of a strait
SHORT = 46  # a common border is at least this long, so that it is seen
SEAS = 14
SKERRIES = 16  # islets off the coasts, which belong to the province they lie before
NATIONS = 8

# Discs (x, y, radius) that the islands are made of, and the names of each island's provinces.
ISLANDS: tuple[tuple[tuple[tuple[int, int, int], ...], str], ...] = (
    (
        ((330, 300, 205), (540, 260, 170), (270, 560, 190), (440, 490, 160)),
        "Aldrey Ambrel Arvane Balmor Belisar Brannoc Caldry Carrow Corvel Cressa",
    ),
    (((1340, 240, 165), (1560, 260, 150), (1740, 400, 120)), "Dalmer Dorvane Elmora Eskell Fallis Fenwy"),
    (((930, 300, 116),), "Galdra"),
    (((1660, 840, 200), (1580, 1010, 150)), "Gwenor Halmay Hesper Ilvane Jorrel Kelda"),
    (((1310, 690, 92),), "Korvy"),
    (((930, 800, 200), (1050, 990, 180)), "Lamorel Lisker Lorvane Merrin Morvay Nantry"),
    (((540, 950, 108), (440, 1000, 70)), "Norrel Orlan"),
    (
        ((1210, 1590, 160), (1440, 1560, 175), (1690, 1430, 180), (1510, 1420, 130)),
        "Osmer Pendry Polmar Quillon Rosvean Sarnel Selwick Sennar",
    ),
    (((820, 1330, 105), (780, 1450, 90)), "Tolvan Trevane"),
    (((290, 1340, 175), (430, 1540, 165)), "Ulmer Varden Verrock Wendry Wyvel Yarrick"),
)
# The seas, in the order in which a line from the north-west corner meets their middles.
SEA_NAMES = (
    "Fulmar Sea",
    "Gannet Sound",
    "Petrel Sea",
    "Heron Strait",
    "Kittiwake Bay",
    "Tern Water",
    "Puffin Sea",
    "Plover Sound",
    "Osprey Strait",
    "Whale Sea",
    "Curlew Bay",
    "Skua Sea",
    "Narwhal Deep",
    "Egret Sea",
)
Field = Callable[[float, float], float]


def noise(rng: Random, step: int) -> Field:
    """Hills and hollows from -1 to 1, about `step` wide."""
    grid = {
        (column, row): rng.random() * 2 - 1
        for row in range(-1, HEIGHT // step + 3)
        for column in range(-1, WIDTH // step + 3)
    }

    def at(x: float, y: float) -> float:
        column, row = int(x / step), int(y / step)
        u, v = x / step - column, y / step - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        north = grid[column, row] * (1 - u) + grid[column + 1, row] * u
        south = grid[column, row + 1] * (1 - u) + grid[column + 1, row + 1] * u
        return north * (1 - v) + south * v

    return at


def risen(mesh: Mesh, rng: Random) -> dict[int, int]:
    """The cells of land, each with its island; lakes are filled."""
    layers = [(noise(rng, 260), 66), (noise(rng, 120), 54), (noise(rng, 70), 44)]
    land: dict[int, int] = {}
    for cell in range(len(mesh.rings)):
        x, y = mesh.spot(cell)
        if min(x, y, WIDTH - x, HEIGHT - y) < 64:
            continue
        hills = LIFT + sum(field(x, y) * high for field, high in layers)
        above = sorted(
            (max(radius - apart((x, y), (cx, cy)) for cx, cy, radius in discs) + hills, island)
            for island, (discs, _) in enumerate(ISLANDS)
        )
        if above[-1][0] > 0 and above[-2][0] < -STRAIT:
            land[cell] = above[-1][1]
    for lake in patches(mesh, set(range(len(mesh.rings))) - set(land))[1:]:
        for cell in sorted(lake):
            land[cell] = next(land[n] for n in mesh.near[cell] if n in land)
    return land


def regions(mesh: Mesh, rng: Random) -> tuple[list[str], dict[str, str]]:
    """The code of every cell, and the name of every code."""
    land = risen(mesh, rng)
    region = [""] * len(mesh.rings)
    names: dict[str, str] = {}
    for island, (_, words) in enumerate(ISLANDS):
        parts = patches(mesh, {cell for cell in land if land[cell] == island})
        for islet in parts[1:]:
            for cell in islet:
                del land[cell]
        shares = shared_out(mesh, parts[0], len(words.split()))
        middles = [_middle(mesh, share) for share in shares]
        order = [k for _, k in sorted((y * 1.3 + x, k) for k, (x, y) in enumerate(middles))]
        for k, name in zip(order, words.split(), strict=True):
            names[name[:3].upper()] = name
            for cell in shares[k]:
                region[cell] = name[:3].upper()
    zones = shared_out(mesh, set(range(len(mesh.rings))) - set(land), SEAS)
    zones.sort(key=lambda zone: sum(_middle(mesh, zone)))
    for zone, name in zip(zones, SEA_NAMES, strict=True):
        names[name[:3].upper()] = name
        for cell in zone:
            region[cell] = name[:3].upper()
    return region, names


def _middle(mesh: Mesh, cells: set[int]) -> tuple[float, float]:
    return sum(mesh.spot(c)[0] for c in cells) / len(cells), sum(mesh.spot(c)[1] for c in cells) / len(cells)


def with_skerries(mesh: Mesh, region: list[str], seas: set[str], rng: Random) -> list[str]:
    """Islets of a single cell, with one sea around them that washes their province too."""
    with_them = list(region)
    cells = [cell for cell in range(len(region)) if region[cell] in seas and -1 not in _beyond(mesh, cell)]
    found: list[int] = []
    for cell in sorted(cells, key=lambda cell: rng.random()):
        ring = mesh.near[cell]
        around = {region[far] for near in ring for far in mesh.near[near]} - {region[cell]}
        alone = all(apart(mesh.spot(cell), mesh.spot(other)) > 2.5 * STEP for other in found)
        if {region[near] for near in ring} == {region[cell]} and len(around) == 1 and not around & seas and alone:
            with_them[cell] = around.pop()
            found.append(cell)
        if len(found) == SKERRIES:
            break
    return with_them


def _beyond(mesh: Mesh, cell: int) -> set[int]:
    """What lies round a cell and its neighbours; all that is beyond the sheet is -1."""
    return {max(-1, beyond) for near in (cell, *mesh.near[cell]) for beyond, _ in mesh.rings[near]}


def draw_borders(mesh: Mesh, region: list[str], seas: set[str], rng: Random) -> list[outlines.Border]:
    """All borders: coasts rough, borders on land less so, those at sea smooth."""
    found = outlines.borders(mesh, region)
    for border in found:
        spots = [mesh.corners[corner] for corner in border.corners]
        wet = len(seas & set(border.pair))
        if "" in border.pair:
            border.dots = outlines.drawn(spots, rng, smooth=0, depth=0, rough=0)
        elif wet == 2:
            border.dots = outlines.simpler(outlines.drawn(spots, rng, smooth=6, depth=0, rough=0), 3)
        elif wet == 0:
            border.dots = outlines.simpler(outlines.drawn(spots, rng, smooth=1, depth=1, rough=0.3), 3)
        else:
            border.dots = outlines.simpler(outlines.drawn(spots, rng, smooth=1, depth=2, rough=0.38), 3)
    return found


def sea_shapes(mesh: Mesh, region: list[str], seas: set[str], drawn: list[outlines.Border]) -> dict[str, str]:
    """Outlines of the seas that run on under the land, where nobody sees them: short, and without holes."""
    under = list(region)
    front = [cell for cell in range(len(region)) if region[cell] in seas]
    while front:
        reached = []
        for cell in front:
            for other in mesh.near[cell]:
                if under[other] not in seas:
                    under[other] = under[cell]
                    reached.append(other)
        front = reached
    seen = {border.ends: border for border in drawn if set(border.pair) <= seas}
    pieces = outlines.borders(mesh, under)
    exact = {
        frozenset(pair) for border in seen.values() for pair in zip(border.corners, border.corners[1:], strict=False)
    }
    whole: list[outlines.Border] = []
    for piece in pieces:
        whole += _cut(piece, exact, mesh, seen)
    shapes = {}
    for code in seas:
        rings = outlines.rings([piece for piece in whole if code in piece.pair])
        shapes[code] = outlines.path(rings[:1], closed=True)
    return shapes


def _cut(
    piece: outlines.Border,
    exact: set[frozenset[Any]],
    mesh: Mesh,
    seen: dict[tuple[Any, Any], outlines.Border],
) -> list[outlines.Border]:
    """A border of the seas in parts: those that are seen, as drawn, and those under land, simplified."""
    parts: list[outlines.Border] = []
    chain = piece.corners
    start = 0
    for k in range(1, len(chain)):
        here = frozenset(chain[k - 1 : k + 1]) in exact
        after = k + 1 < len(chain) and frozenset(chain[k : k + 2]) in exact
        if k + 1 < len(chain) and here == after:
            continue
        part = outlines.Border(piece.pair, chain[start : k + 1])
        known = seen.get(part.ends) or seen.get((part.ends[1], part.ends[0]))
        if here and known and len(known.corners) == len(part.corners):
            part.dots = known.dots if known.ends == part.ends else known.dots[::-1]
        else:
            dots = [(round(mesh.corners[c][0]), round(mesh.corners[c][1])) for c in part.corners]
            part.dots = outlines.simpler(dots, 0 if "" in piece.pair else 26)
        parts.append(part)
        start = k
    return parts


def made() -> dict[str, dict[str, Any]]:
    """The map and its drawing, by the name of their file."""
    rng = Random(SEED)
    mesh = relaxed(rng, WIDTH, HEIGHT, STEP, 2)
    region, names = regions(mesh, rng)
    seas = {name[:3].upper() for name in SEA_NAMES}
    region = tidied(mesh, region, seas, SHORT)
    region = with_skerries(mesh, region, seas, rng)
    drawn = draw_borders(mesh, region, seas, rng)
    adjacent = neighbours_of(drawn)
    homes = pick_homes(adjacent, seas, {code: _middle(mesh, _cells(region, code)) for code in names}, NATIONS)
    lands = sorted(set(names) - seas)
    spaces = [
        {"code": code, "name": names[code], "kind": "sea" if code in seas else "land", "adjacent": adjacent[code]}
        for code in sorted(names)
    ]
    data = {"id": "archipelago", "title": TITLE, "source": SOURCE, "homes": homes, "spaces": spaces}
    shapes = sea_shapes(mesh, region, seas, drawn)
    rings = {code: outlines.rings([b for b in drawn if code in b.pair]) for code in names}
    shapes |= {code: outlines.path(rings[code], closed=True) for code in lands}
    lanes = [b.dots for b in drawn if set(b.pair) <= seas]
    geometry = atlas(rings, shapes, lanes, names, seas, (WIDTH, HEIGHT), TITLE)
    return {"archipelago.json": data, "archipelago_geometry.json": geometry}


def _cells(region: list[str], code: str) -> set[int]:
    return {cell for cell, own in enumerate(region) if own == code}
