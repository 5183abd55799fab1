"""Makes the map `archipelago-even` and its drawing: eight islands round a sheet, each a turn of the first.

Every home has the same land, the same waters and the same neighbours as every other, so none can be better. That is
true of the map; the drawing is then bent, so that no two islands look alike.
"""

from itertools import chain
from math import sqrt
from random import Random
from typing import Any

from tests.map_makers.archipelago import SHORT, STEP, Field, Plan, charted, noise
from tests.map_makers.cells import Mesh, Spot, apart, grown, patches, shared_out
from tests.map_makers.tidy import too_short

TURNS = 8
HALF = sqrt(0.5)
MIDDLE = 1000  # of a square sheet
RIM = 950  # islands and the cells that are turned lie within
# Places are given as if the first island lay due east of the middle; it lies half a turn of the wheel farther south.
DISCS = ((585, -60, 126), (715, 30, 146), (765, -60, 116))  # of the first island
ISLET, ISLET_WIDE = (327, 135), 74  # between the first island and the second
HEART = 104
INNER, OUTER = (540, 224), (905, 0)  # where the seas between and behind the islands begin
BENT = 62  # a place is moved by no more, on the drawing

WHEEL = Plan(
    name="archipelago-even",
    title="The Tarrock Isles",
    seed=50,
    width=2 * MIDDLE,
    height=2800,
    lift=14,
    islands=(
        ((), "Abrock Adlin Ailsey Almor Andry"),
        ((), "Balgray Bastow Beldor Benmor Birlow"),
        ((), "Camlow Cardle Cathmor Celdry Clarrow"),
        ((), "Daldry Darrow Delmar Denvay Dirlot"),
        ((), "Eddrow Elrick Embrey Erlow Esmor"),
        ((), "Fallow Farrar Ferrock Finmor Forlay"),
        ((), "Garrow Gilmor Glenay Gorlan Gressay"),
        ((), "Hallow Hayle Herlay Hinmor Holmay"),
        ((), "Kerrow Lorrick Marlay Norvay Orlay Pellow Rillay Sarrow"),
        ((), "Tarrock"),
    ),
    seas=(
        "Gadwall Sea",
        "Godwit Sound",
        "Goldeneye Sea",
        "Guillemot Strait",
        "Hoopoe Sea",
        "Noddy Water",
        "Phalarope Sea",
        "Pochard Sound",
        "Redshank Sea",
        "Sandpiper Strait",
        "Scoter Sea",
        "Shearwater Bay",
        "Turnstone Sea",
        "Wagtail Sound",
        "Whimbrel Sea",
        "Wigeon Strait",
    ),
    skerries=16,
    nations=8,
    homes_for={  # as far apart on the wheel as so many can be
        2: "AND ESM",
        3: "AND DIR GRE",
        4: "AND CLA ESM GRE",
        5: "AND CLA DIR FOR GRE",
        6: "BIR CLA DIR FOR GRE HOL",
        7: "AND BIR CLA DIR ESM FOR GRE",
    },
)


def turned(spot: Spot, times: int) -> Spot:
    """A spot after so many eighths of a turn about the middle of the sheet."""
    x, y = spot[0] - MIDDLE, spot[1] - MIDDLE
    for _ in range(times % TURNS):
        x, y = HALF * (x - y), HALF * (x + y)
    return x + MIDDLE, y + MIDDLE


def placed(right: float, down: float) -> Spot:
    """A spot so far from the middle, after the half turn of the wheel by which no island lies straight ahead."""
    cosine, sine = sqrt(2 + sqrt(2)) / 2, sqrt(2 - sqrt(2)) / 2
    return MIDDLE + cosine * right - sine * down, MIDDLE + sine * right + cosine * down


def far(spot: Spot) -> float:
    """How far a spot is from the middle."""
    return apart(spot, (MIDDLE, MIDDLE))


class Wheel:
    """The cells: `orbits` of eight, of which each is the one before after an eighth of a turn, then the others."""

    def __init__(self, rng: Random) -> None:
        def scattered() -> list[Spot]:
            grid = range(0, 2 * MIDDLE - STEP // 2, STEP)
            spots = [(x + STEP * rng.random(), y + STEP * rng.random()) for y in grid for x in grid]
            return [(min(x, 2 * MIDDLE - 1.0), min(y, 2 * MIDDLE - 1.0)) for x, y in spots]

        first = [s for s in scattered() if STEP < far(s) < RIM and 0 < s[1] - MIDDLE < s[0] - MIDDLE]
        rest = [(MIDDLE * 1.0, MIDDLE * 1.0), *(s for s in scattered() if far(s) >= RIM)]
        self.orbits = len(first)
        for _ in range(3):
            sites = [turned(spot, k) for spot in first for k in range(TURNS)] + rest
            self.mesh = Mesh(sites, 2 * MIDDLE, 2 * MIDDLE)
            first = [self.mesh.spot(TURNS * orbit) for orbit in range(self.orbits)]
            rest = [rest[0], *map(self.mesh.spot, range(TURNS * self.orbits + 1, len(sites)))]

    def inner(self, cell: int) -> bool:
        """Whether the cell has its seven likes."""
        return cell < TURNS * self.orbits

    def turn(self, cell: int, times: int) -> int:
        """The cell where this one comes to after so many eighths of a turn."""
        return cell // TURNS * TURNS + (cell + times) % TURNS if self.inner(cell) else cell

    def spots(self, cell: int) -> Spot:
        """The middle of a cell within the wheel, the same for its likes but for the turn."""
        return turned(self.mesh.spot(cell // TURNS * TURNS), cell % TURNS)


def first_island(wheel: Wheel, hills: list[float]) -> set[int]:
    """The cells of the first island; no cell is in two turns of it, nor beside another's."""
    found = set()
    for cell in range(TURNS * wheel.orbits):
        spot = wheel.spots(cell)
        high = max(radius - apart(spot, placed(right, down)) for right, down, radius in DISCS)
        if high + hills[cell // TURNS] > 0 and far(spot) < RIM - 2 * STEP:
            found.add(cell)
    found = patches(wheel.mesh, found)[0]
    outside = patches(wheel.mesh, set(range(len(wheel.mesh.rings))) - found)
    return found.union(*outside[1:])


def regions(plan: Plan, wheel: Wheel, hills: Field) -> tuple[list[str], dict[str, str]]:
    """The code of every cell, and the name of every code. ValueError if islands touch."""
    mesh = wheel.mesh
    high = [hills(*mesh.spot(TURNS * orbit)) + plan.lift for orbit in range(wheel.orbits)]
    words = [text.split() for _, text in plan.islands]
    names = {name[:3].upper(): name for name in (*chain(*words), *plan.seas)}
    region = [""] * len(mesh.rings)

    def settle(cells: set[int], name: str, times: int) -> None:
        for cell in cells:
            there = wheel.turn(cell, times)
            if region[there]:
                raise ValueError("two islands overlap; take another seed")
            region[there] = name[:3].upper()

    home = first_island(wheel, high)
    shares = shared_out(mesh, home, len(words[0]))
    shares.sort(key=lambda share: sum(far(mesh.spot(c)) for c in share) / len(share))
    islet = {c for c in range(TURNS * wheel.orbits) if apart(wheel.spots(c), placed(*ISLET)) < ISLET_WIDE}
    for k in range(TURNS):
        for share, name in zip(shares, words[k], strict=True):
            settle(share, name, k)
        settle(islet, words[TURNS][k], k)
    settle({c for c in range(len(mesh.rings)) if far(mesh.spot(c)) < HEART}, words[-1][0], 0)
    water = {cell for cell, code in enumerate(region) if not code}
    starts = [turned(placed(*spot), k) for spot in (OUTER, INNER) for k in range(TURNS)]
    seeds = [min((apart(mesh.spot(c), start), c) for c in water)[1] for start in starts]
    for k, zone in enumerate(grown(mesh, water, seeds, [0.0] * len(seeds))):
        for cell in zone:
            region[cell] = plan.seas[2 * (k % TURNS) + k // TURNS][:3].upper()
    return region, names


def same_from_all_sides(plan: Plan, adjacent: dict[str, list[str]]) -> bool:
    """Whether an eighth of a turn leaves every border where one is."""
    words = [text.split() for _, text in plan.islands]
    rings = [*map(list, zip(*words[:TURNS], strict=True)), words[TURNS], list(plan.seas[::2]), list(plan.seas[1::2])]
    after = {"TAR": "TAR"}
    for ring in rings:
        codes = [name[:3].upper() for name in ring]
        after |= dict(zip(codes, [*codes[1:], codes[0]], strict=True))
    return all(sorted(after[x] for x in near) == adjacent[after[code]] for code, near in adjacent.items() if code)


def bent(mesh: Mesh, rng: Random, plan: Plan) -> None:
    """Stretch the sheet to its height, and move the corners of the cells a little, but those at its sides."""
    across, down = noise(plan, rng, 420), noise(plan, rng, 420)

    def moved(spot: Spot) -> Spot:
        x, y = spot[0], spot[1] * plan.height / (2 * MIDDLE)
        free = min(1.0, min(x, y, plan.width - x, plan.height - y) / 160)
        return x + BENT * free * across(x, y), y + BENT * free * down(x, y)

    mesh.height = plan.height
    mesh.corners = {corner: moved(spot) for corner, spot in mesh.corners.items()}
    mesh.measure()


def made(plan: Plan) -> dict[str, dict[str, Any]]:
    """The map and its drawing, by the name of their file. ValueError where the seed gives no even map."""
    rng = Random(plan.seed)
    wheel = Wheel(rng)
    layers = [(noise(plan, rng, 260), 40), (noise(plan, rng, 120), 40), (noise(plan, rng, 70), 34)]
    region, names = regions(plan, wheel, lambda x, y: sum(field(x, y) * high for field, high in layers))
    bent(wheel.mesh, rng, plan)
    if short := too_short(wheel.mesh, region, SHORT):
        raise ValueError(f"short borders: {short}; take another seed")
    found = charted(plan, wheel.mesh, region, names, rng)
    board = found[f"{plan.name}.json"]
    board["source"] = "This project: made by tests/map_makers/wheel.py"
    adjacent = {space["code"]: space["adjacent"] for space in board["spaces"]}
    if not same_from_all_sides(plan, adjacent):
        raise ValueError("not the same from all sides; take another seed")
    return found
