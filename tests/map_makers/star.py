"""Makes the map `great-archipelago-even` and its drawing: six islands round a sheet, each with two homes.

Every home can be laid onto every other by turns and by a mirror, with the same land, the same waters and the same
neighbours, so none can be better. That is true of the map; the drawing is then bent, so that no two islands look alike.
"""

from itertools import chain
from math import sqrt
from random import Random
from typing import Any

from tests.map_makers.archipelago import SHORT, STEP, Field, Plan, charted, noise
from tests.map_makers.cells import Mesh, Spot, apart, grown, patches
from tests.map_makers.tidy import too_short
from tests.map_makers.wheel import MIDDLE, RIM, bent, far

ISLANDS = 6
TWELVE = 2 * ISLANDS  # so often a place off the lines is there
COSINE, SINE = 0.5, sqrt(0.75)  # of a sixth of a turn
TILT = SINE, COSINE  # cosine and sine of the angle by which the first island lies farther south
# Places are given as if the first island lay due east of the middle. Of that island only the half to the south:
DISCS = ((589, 129, 130), (691, 203, 160), (774, 82, 148), (653, 61, 126))
PLACES = ((560, 148), (781, 111), (586, 247), (734, 274))  # where its provinces begin; the last is a home
HALVES = len(PLACES)
RIDGE = 67  # the provinces in the middle of an island reach so far to either side
ISLET, ISLET_WIDE = 337, 76  # on the line between two islands
HEART = 104
BEND = 2  # the seed of the bending and of all that is drawn
SHORE = 111  # islands keep so far from the rim
OUTER, INNER = (788, 388), 373  # where seas begin: one behind each half of an island, one between two islands

STAR = Plan(
    name="great-archipelago-even",
    title="The Farrow Isles",
    seed=6689,
    width=2 * MIDDLE,
    height=3069,
    lift=14,
    islands=(  # of each province in a half the southern one and the northern, then the two in the middle
        ((), "Ackley Adbury Agmor Aldbrook Ambry Anlow Arden Askrin Athlow Averin"),
        ((), "Balcary Bexley Binrock Bolsay Brandon Brenlow Buckrin Burnsay Bellow Blaymor"),
        ((), "Cadlow Cambry Carsay Chadmor Clunrin Cobley Corlay Cregmor Crosby Culrock"),
        ((), "Dalwin Darley Deldry Dinmor Dolsay Dovrin Drayley Dulrock Dunlow Dysart"),
        ((), "Earlsay Ebrin Eckley Edmor Eglow Elvary Emrock Ensay Essendon Evrin"),
        ((), "Fadmor Falsay Farley Felrin Fenlow Fernsay Fintry Fordry Foxley Frimor"),
        ((), "Gilsay Hebrin Inchmor Jarlow Kelsay Lambry"),
        ((), "Merrick"),
    ),
    seas=(
        "Avocet Sea",
        "Bittern Sea",
        "Crake Sea",
        "Diver Sea",
        "Eider Sea",
        "Fulmar Sea",
        "Gannet Sea",
        "Heron Sea",
        "Ibis Sea",
        "Jackdaw Sea",
        "Knot Sea",
        "Lapwing Sea",
        "Petrel Sound",
        "Plover Sound",
        "Ruff Sound",
        "Siskin Sound",
        "Tern Sound",
        "Whimbrel Sound",
    ),
    skerries=8,
    nations=2 * ISLANDS,
    homes_for={  # of 2, 3, 4 and 6 each is like the others; of other numbers they are as far apart as so many can be
        2: "ARD DRA",
        3: "ARD COR EMR",
        4: "BUR COR ENS FIN",
        5: "ASK BUR COR DRA FOR",
        6: "ARD BUC COR DRA EMR FIN",
        7: "ASK BUR BUC COR DRA EMR FIN",
        8: "ASK ARD BUC CRE DUL DRA EMR FOR",
        9: "ASK ARD BUC CRE COR DRA ENS EMR FIN",
        10: "ASK ARD BUR BUC COR DUL DRA ENS EMR FIN",
        11: "ASK ARD BUR BUC CRE COR DUL DRA ENS EMR FOR",
    },
)


def turned(place: Spot, times: int) -> Spot:
    """A place, as seen from the middle, after so many sixths of a turn."""
    x, y = place
    for _ in range(times % ISLANDS):
        x, y = COSINE * x - SINE * y, SINE * x + COSINE * y
    return x, y


def on_line(out: float, is_between: bool) -> Spot:
    """The place so far out on the line through the first island, or on that between it and the next."""
    return (out * SINE, out * COSINE) if is_between else (out, 0.0)


def laid(place: Spot) -> Spot:
    """Where a place is on the sheet."""
    cosine, sine = TILT
    return MIDDLE + cosine * place[0] - sine * place[1], MIDDLE + sine * place[0] + cosine * place[1]


def lifted(spot: Spot) -> Spot:
    """The place of a spot of the sheet."""
    cosine, sine = TILT
    x, y = spot[0] - MIDDLE, spot[1] - MIDDLE
    return cosine * x + sine * y, cosine * y - sine * x


class Star:
    """The cells: `off` orbits of twelve, two to each sixth of the sheet, one the mirror image of the other; then `on`
    orbits of six on each of the lines through islands and between them; then the others. `firsts`: of each orbit the
    cell in the first twelfth of the sheet, and its place.
    """

    def __init__(self, rng: Random) -> None:
        grid = range(0, 2 * MIDDLE - STEP // 2, STEP)
        free = [(x + STEP * rng.random(), y + STEP * rng.random()) for y in grid for x in grid]
        free = [(min(x, 2 * MIDDLE - 1.0), min(y, 2 * MIDDLE - 1.0)) for x, y in free]
        off = [place for place in map(lifted, free) if _is_first(place)]
        rest = [(MIDDLE * 1.0, MIDDLE * 1.0), *(spot for spot in free if far(spot) >= RIM)]
        steps = range(RIM // STEP - 2)
        lines = [[STEP * (1.5 + k + 0.4 * rng.random()) for k in steps] for _ in range(2)]
        self.off, self.on = len(off), 2 * len(steps)
        for _ in range(4):
            sites = [turned((x, side), k) for x, y in off for k in range(ISLANDS) for side in (y, -y)]
            for is_between, line in enumerate(lines):
                sites += [turned(on_line(x, bool(is_between)), k) for x in line for k in range(ISLANDS)]
            self.mesh = Mesh([*map(laid, sites), *rest], 2 * MIDDLE, 2 * MIDDLE)
            rest = [rest[0], *map(self.mesh.spot, range(len(sites) + 1, len(sites) + len(rest)))]
            starts = [*range(0, TWELVE * self.off, TWELVE), *range(TWELVE * self.off, len(sites), ISLANDS)]
            places = [lifted(self.mesh.spot(cell)) for cell in starts]
            self.firsts = dict(zip(starts, places, strict=True))
            off = places[: self.off]
            out = [apart(place, (0, 0)) for place in places[self.off :]]
            lines = [out[: len(steps)], out[len(steps) :]]

    def likes(self, first: int) -> range:
        """All cells of an orbit, the same way round from their first."""
        return range(first, first + (TWELVE if first < TWELVE * self.off else ISLANDS))


def _is_first(place: Spot) -> bool:
    """Whether a place lies in the first twelfth of the sheet, and off the lines."""
    x, y = place
    return min(y, COSINE * x - SINE * y) > 0.6 * STEP and apart(place, (0, 0)) < RIM


def half_island(star: Star, hills: dict[int, float]) -> set[int]:
    """The first cells that are of the first island: those in its southern half, and on the line through it."""
    found = set()
    for cell, place in star.firsts.items():
        high = max(radius - apart(place, (x, y)) for x, y, radius in DISCS)
        shore = COSINE * place[0] - SINE * place[1]  # how far from the line between two islands
        if high + hills[cell] > 0 and apart(place, (0, 0)) < RIM - SHORE and shore > 1.5 * STEP:
            found.add(cell)
    found = patches(star.mesh, found)[0]
    whole = set(star.firsts)
    return found.union(*(part for part in patches(star.mesh, whole - found)[1:]))


def regions(plan: Plan, star: Star, hills: Field) -> tuple[list[str], dict[str, str]]:
    """The code of every cell, and the name of every code."""
    mesh = star.mesh
    words = [text.split() for _, text in plan.islands]
    names = {name[:3].upper(): name for name in (*chain(*words), *plan.seas)}
    region = [""] * len(mesh.rings)

    def settle(cells: set[int], twelve: list[str]) -> None:
        for first in cells:
            likes = star.likes(first)
            for cell, name in zip(likes, twelve[:: TWELVE // len(likes)], strict=True):
                region[cell] = name[:3].upper()

    land = half_island(star, {cell: hills(*mesh.spot(cell)) + plan.lift for cell in star.firsts})
    ridge = {cell for cell in land if star.firsts[cell][1] < RIDGE}
    half = land - ridge
    seeds = [min((apart(star.firsts[c], place), c) for c in half)[1] for place in PLACES]
    shares = grown(mesh, half, seeds, [0.0] * HALVES)
    for h, share in enumerate(shares):
        settle(share, [words[k][2 * h + side] for k in range(ISLANDS) for side in range(2)])
    far_out = sorted(apart(star.firsts[cell], (0, 0)) for cell in ridge)
    middle = (far_out[0] + far_out[-1]) / 2
    for a, is_out in enumerate((False, True)):
        part = {cell for cell in ridge if (apart(star.firsts[cell], (0, 0)) > middle) == is_out}
        settle(part, [words[k][2 * HALVES + a] for k in range(ISLANDS) for _ in range(2)])
    islet = {c for c, place in star.firsts.items() if apart(place, on_line(ISLET, True)) < ISLET_WIDE}
    settle(islet, [words[ISLANDS][k - side] for k in range(ISLANDS) for side in range(2)])
    for cell in range(len(region)):
        if far(mesh.spot(cell)) < HEART:
            region[cell] = words[-1][0][:3].upper()
    water = {cell for cell, code in enumerate(region) if not code}
    x, y = OUTER
    starts = [laid(turned((x, side), k)) for k in range(ISLANDS) for side in (y, -y)]
    starts += [laid(turned(on_line(INNER, True), k)) for k in range(ISLANDS)]
    seeds = [min((apart(mesh.spot(c), start), c) for c in water)[1] for start in starts]
    for sea, zone in zip(plan.seas, grown(mesh, water, seeds, [0.0] * len(seeds)), strict=True):
        for cell in zone:
            region[cell] = sea[:3].upper()
    return region, names


def same_from_all_sides(plan: Plan, adjacent: dict[str, list[str]]) -> bool:
    """Whether a sixth of a turn, and the mirror, leave every border where one is."""
    words = [[name[:3].upper() for name in text.split()] for _, text in plan.islands]
    seas = [name[:3].upper() for name in plan.seas]
    outer = seas[:TWELVE]
    round_about = {words[-1][0]: words[-1][0]}
    mirrored = dict(round_about)
    for k in range(ISLANDS):
        there = -k % ISLANDS
        round_about |= zip(words[k], words[(k + 1) % ISLANDS], strict=True)
        sides = [words[there][place ^ 1] for place in range(2 * HALVES)]
        mirrored |= zip(words[k], [*sides, *words[there][2 * HALVES :]], strict=True)
        round_about |= zip(outer[2 * k : 2 * k + 2], (outer * 2)[2 * k + 2 : 2 * k + 4], strict=True)
        mirrored |= zip(outer[2 * k : 2 * k + 2], outer[2 * there : 2 * there + 2][::-1], strict=True)
        for ring in (words[ISLANDS], seas[TWELVE:]):
            round_about[ring[k]], mirrored[ring[k]] = ring[(k + 1) % ISLANDS], ring[there - 1]
    return all(
        sorted(after[x] for x in near) == adjacent[after[code]]
        for after in (round_about, mirrored)
        for code, near in adjacent.items()
        if code
    )


def made(plan: Plan) -> dict[str, dict[str, Any]]:
    """The map and its drawing, by the name of their file. ValueError where the seed gives no even map."""
    rng = Random(plan.seed)
    star = Star(rng)
    layers = [(noise(plan, rng, 260), 40), (noise(plan, rng, 120), 40), (noise(plan, rng, 70), 34)]
    region, names = regions(plan, star, lambda x, y: sum(field(x, y) * high for field, high in layers))
    rng = Random(BEND)
    bent(star.mesh, rng, plan)
    if short := too_short(star.mesh, region, SHORT):
        raise ValueError(f"short borders: {short}; take another seed")
    words = [text.split() for _, text in plan.islands[:ISLANDS]]
    homes = sorted(name[:3].upper() for island in words for name in island[2 * HALVES - 2 : 2 * HALVES])
    found = charted(plan, star.mesh, region, names, rng, homes)
    board = found[f"{plan.name}.json"]
    board["source"] = "This project: made by tests/map_makers/star.py"
    adjacent = {space["code"]: space["adjacent"] for space in board["spaces"]}
    if not same_from_all_sides(plan, adjacent):
        raise ValueError("not the same from all sides; take another seed")
    return found
