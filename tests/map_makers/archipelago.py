"""Makes the maps `archipelago` and `great-archipelago` and their drawings: islands of Voronoi cells, always the same
ones (by the seeds below).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.map_makers import outlines
from tests.map_makers.atlas import atlas
from tests.map_makers.cells import Mesh, apart, patches, relaxed, shared_out
from tests.map_makers.homes import neighbours_of, pick_homes
from tests.map_makers.tidy import tidied

SOURCE = "This project: made by tests/map_makers/archipelago.py"
STEP = 37  # width of a cell
STRAIT = 48  # islands keep half of this clear on their side of a strait
SHORT = 46  # a common border is at least this long, so that it is seen

Island = tuple[tuple[tuple[int, int, int], ...], str]


class Plan(NamedTuple):
    """What is wanted: the sheet; `lift`, of the ground, where higher means more land; the discs (x, y, radius) that
    each island is made of, and the names of its provinces; the seas, in the order in which a line from the north-west
    corner meets their middles; skerries, which are islets off the coasts that belong to the province behind them.
    """

    name: str
    title: str
    seed: int
    width: int
    height: int
    lift: int
    islands: tuple[Island, ...]
    seas: tuple[str, ...]
    skerries: int
    nations: int
    homes_for: Mapping[int, str] = {}  # the homes of fewer nations, as `fairness` found them; else the first


KESTREL = Plan(
    name="archipelago",
    title="The Kestrel Isles",
    seed=67,
    width=2000,
    height=1900,
    lift=30,
    islands=(
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
    ),
    seas=(
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
    ),
    skerries=16,
    nations=8,
)
MERROW = Plan(
    name="great-archipelago",
    title="The Merrow Isles",
    seed=61,
    width=2000,
    height=2850,
    lift=30,
    islands=(
        (
            ((380, 330, 190), (600, 400, 170), (420, 560, 190), (600, 640, 140)),
            "Abbery Ackland Adwell Ainsty Alwick Amsey Anstow Arnsay Ashby Avening",
        ),
        (
            ((1620, 330, 190), (1400, 400, 170), (1580, 560, 190), (1400, 640, 140)),
            "Barnow Beckley Belfry Bilsby Bowdon Bransay Brevik Bronley Burrick Byland",
        ),
        (((1000, 300, 100),), "Ilkrey Inskip"),
        (
            ((360, 1250, 190), (590, 1320, 170), (380, 1500, 190), (600, 1560, 150)),
            "Caldow Camber Cawston Chesil Clavery Conwick Coversay Crannoch Crowley Culver",
        ),
        (
            ((1640, 1250, 190), (1410, 1320, 170), (1620, 1500, 190), (1400, 1560, 150)),
            "Dacre Dalbo Deeping Denholm Dilwyn Donnack Draycot Drumlin Dunstow Durley",
        ),
        (((1000, 900, 130), (1000, 1030, 110)), "Gannow Gilsay Glaisdal Gorsey"),
        (((1000, 1830, 130), (1000, 1960, 110)), "Haxby Helmory Holdry Hurley"),
        (
            ((380, 2210, 190), (600, 2280, 170), (420, 2440, 190), (610, 2520, 140)),
            "Easby Edalay Elmstow Embleton Enmore Epwell Ermine Eskmoor Ettrick Evenley",
        ),
        (
            ((1620, 2210, 190), (1400, 2280, 170), (1580, 2440, 190), (1390, 2520, 140)),
            "Farley Felton Fenwick Fillan Flamsey Fordun Foxcote Fronsay Furrow Fyfield",
        ),
        (((1000, 2490, 110), (1000, 2620, 105)), "Jarrick Jessop"),
    ),
    seas=(
        "Avocet Sound",
        "Bittern Sea",
        "Cormorant Sea",
        "Dotterel Bay",
        "Eider Strait",
        "Fieldfare Sea",
        "Garganey Bay",
        "Grebe Water",
        "Ibis Sea",
        "Jacana Sound",
        "Kestrel Bay",
        "Lapwing Sea",
        "Merlin Strait",
        "Nightjar Sea",
        "Oriole Bay",
        "Pintail Sea",
        "Razorbill Sea",
        "Smew Water",
        "Teal Sound",
        "Turnstone Sea",
        "Wigeon Deep",
    ),
    skerries=22,
    nations=12,
    homes_for={
        2: "ARN FIL",
        3: "AIN CON FIL",
        4: "AIN CON DUN FOR",
        5: "AIN BAR EVE FOR HOL",
        6: "AIN BAR CON DUN ELM FOR",
        7: "BEC BYL CRO EVE FUR GLA HOL",
        8: "BAR BYL CLA CON DAC DUN ELM EVE",
        9: "BAR BYL CLA CON ELM EVE FIL FOR HOL",
        10: "AIN ARN BAR BYL CLA CON ELM EVE FIL FOR",
        11: "AIN ARN BAR BYL DAC DUN ELM EVE FIL FOR GAN",
    },
)
PLANS = (KESTREL, MERROW)
Field = Callable[[float, float], float]


def noise(plan: Plan, rng: Random, step: int) -> Field:
    """Hills and hollows from -1 to 1, about `step` wide."""
    grid = {
        (column, row): rng.random() * 2 - 1
        for row in range(-1, plan.height // step + 3)
        for column in range(-1, plan.width // step + 3)
    }

    def at(x: float, y: float) -> float:
        column, row = int(x / step), int(y / step)
        u, v = x / step - column, y / step - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        north = grid[column, row] * (1 - u) + grid[column + 1, row] * u
        south = grid[column, row + 1] * (1 - u) + grid[column + 1, row + 1] * u
        return north * (1 - v) + south * v

    return at


def risen(plan: Plan, mesh: Mesh, rng: Random) -> dict[int, int]:
    """The cells of land, each with its island; lakes are filled."""
    layers = [(noise(plan, rng, 260), 66), (noise(plan, rng, 120), 54), (noise(plan, rng, 70), 44)]
    land: dict[int, int] = {}
    for cell in range(len(mesh.rings)):
        x, y = mesh.spot(cell)
        if min(x, y, plan.width - x, plan.height - y) < 64:
            continue
        hills = plan.lift + sum(field(x, y) * high for field, high in layers)
        above = sorted(
            (max(radius - apart((x, y), (cx, cy)) for cx, cy, radius in discs) + hills, island)
            for island, (discs, _) in enumerate(plan.islands)
        )
        if above[-1][0] > 0 and above[-2][0] < -STRAIT:
            land[cell] = above[-1][1]
    for lake in patches(mesh, set(range(len(mesh.rings))) - set(land))[1:]:
        for cell in sorted(lake):
            land[cell] = next(land[n] for n in mesh.near[cell] if n in land)
    return land


def regions(plan: Plan, mesh: Mesh, rng: Random) -> tuple[list[str], dict[str, str]]:
    """The code of every cell, and the name of every code."""
    land = risen(plan, mesh, rng)
    region = [""] * len(mesh.rings)
    names: dict[str, str] = {}
    for island, (_, words) in enumerate(plan.islands):
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
    zones = shared_out(mesh, set(range(len(mesh.rings))) - set(land), len(plan.seas))
    zones.sort(key=lambda zone: sum(_middle(mesh, zone)))
    for zone, name in zip(zones, plan.seas, strict=True):
        names[name[:3].upper()] = name
        for cell in zone:
            region[cell] = name[:3].upper()
    return region, names


def _middle(mesh: Mesh, cells: set[int]) -> tuple[float, float]:
    return sum(mesh.spot(c)[0] for c in cells) / len(cells), sum(mesh.spot(c)[1] for c in cells) / len(cells)


def with_skerries(plan: Plan, mesh: Mesh, region: list[str], seas: set[str], rng: Random) -> list[str]:
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
        if len(found) == plan.skerries:
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


def made(plan: Plan) -> dict[str, dict[str, Any]]:
    """The map and its drawing, by the name of their file."""
    rng = Random(plan.seed)
    mesh = relaxed(rng, plan.width, plan.height, STEP, 2)
    region, names = regions(plan, mesh, rng)
    region = tidied(mesh, region, {name[:3].upper() for name in plan.seas}, SHORT)
    return charted(plan, mesh, region, names, rng)


def charted(
    plan: Plan, mesh: Mesh, region: list[str], names: dict[str, str], rng: Random, homes: Sequence[str] = ()
) -> dict[str, dict[str, Any]]:
    """The map and its drawing of these regions, with skerries; homes are picked where none are given."""
    seas = {name[:3].upper() for name in plan.seas}
    region = with_skerries(plan, mesh, region, seas, rng)
    drawn = draw_borders(mesh, region, seas, rng)
    adjacent = neighbours_of(drawn)
    middles = {code: _middle(mesh, _cells(region, code)) for code in names}
    lands = sorted(set(names) - seas)
    spaces = [
        {"code": code, "name": names[code], "kind": "sea" if code in seas else "land", "adjacent": adjacent[code]}
        for code in sorted(names)
    ]
    data: dict[str, Any] = {"id": plan.name, "title": plan.title, "source": SOURCE}
    data["homes"] = list(homes) or pick_homes(adjacent, seas, middles, plan.nations)
    if plan.homes_for:
        data["homes_for"] = {str(number): codes.split() for number, codes in plan.homes_for.items()}
    data["spaces"] = spaces
    shapes = sea_shapes(mesh, region, seas, drawn)
    rings = {code: outlines.rings([b for b in drawn if code in b.pair]) for code in names}
    shapes |= {code: outlines.path(rings[code], closed=True) for code in lands}
    lanes = [b.dots for b in drawn if set(b.pair) <= seas]
    geometry = atlas(rings, shapes, lanes, names, seas, (plan.width, plan.height), plan.title)
    return {f"{plan.name}.json": data, f"{plan.name}_geometry.json": geometry}


def _cells(region: list[str], code: str) -> set[int]:
    return {cell for cell, own in enumerate(region) if own == code}
