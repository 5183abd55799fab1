"""Worlds of squares for tests: land by growing and smoothing, places, units, and what a reader knows of them.

Whole numbers from a seed: the same world everywhere. Nothing in it is of any game; the words are odd ones on purpose.
"""

from collections.abc import Iterable
from random import Random

from pbm.core.grid import (
    UNKNOWN,
    Fight,
    GridPlace,
    GridUnit,
    GridView,
    Moment,
    SeenUnit,
    Terrain,
    Trail,
)

TERRAIN = (
    Terrain(".", "brine", "blue", 0),
    Terrain("+", "turf", "buff", 1),
    Terrain('"', "thicket", "green", 1, "M10 3l-4 6h2l-3 5h10l-3-5h2zM10 14v3"),
    Terrain(":", "scree", "sand", 1, "M3 8q3-4 6 0M11 13q3-4 6 0"),
    Terrain("^", "crag", "brown", 1, "M2 15l5-9 4 6 3-4 4 7"),
)
KINDS = (("G", "Golem"), ("V", "Vulture"), ("Q", "Quinquereme"))
PLAYERS = ((1, "Aurum"), (2, "Borea"), (3, "Cerule"), (4, "Dorada"))


def world(width: int, height: int, seed: int) -> list[str]:
    """The true rows of a world: a third of it land, with patches of the other kinds."""
    dice = Random(f"{width}x{height}/{seed}")
    land = [[dice.randrange(100) < 44 for _ in range(width)] for _ in range(height)]
    for _ in range(5):
        padded = [[False] * (width + 2), *([False, *row, False] for row in land), [False] * (width + 2)]
        threes = [[sum(row[x : x + 3]) for x in range(width)] for row in padded]
        land = [[threes[y][x] + threes[y + 1][x] + threes[y + 2][x] > 4 for x in range(width)] for y in range(height)]
    rows = [["+" if it else "." for it in row] for row in land]
    for _ in range(width * height // 60):
        x, y, sign = dice.randrange(width), dice.randrange(height), dice.choice('"":^')
        for _ in range(dice.randrange(3, 12)):
            if land[y][x]:
                rows[y][x] = sign
            x = min(width - 1, max(0, x + dice.randint(-1, 1)))
            y = min(height - 1, max(0, y + dice.randint(-1, 1)))
    return ["".join(row) for row in rows]


def around(squares: Iterable[tuple[int, int]], reach: int, width: int, height: int) -> set[tuple[int, int]]:
    """All squares within reach of some."""
    span = range(-reach, reach + 1)
    near = {(x + dx, y + dy) for x, y in squares for dx in span for dy in span}
    return {(x, y) for x, y in near if 0 <= x < width and 0 <= y < height}


def known_rows(rows: list[str], known: set[tuple[int, int]]) -> tuple[str, ...]:
    """The rows as a reader knows them."""
    return tuple(
        "".join([sign if (x, y) in known else UNKNOWN for x, sign in enumerate(row)]) for y, row in enumerate(rows)
    )


def view(width: int, height: int, *, seed: int = 1, units: int = 54, others: int = 12, spread: int = 0) -> GridView:
    """What player 4 knows of a world in which he has gone about: places, units, moves in five frames, fights.
    spread: how far from the middle his units are, or anywhere.
    """
    rows, dice = world(width, height, seed), Random(seed)
    middle, far = (width // 2, height // 2), spread or max(width, height)

    def somewhere() -> tuple[int, int]:
        dx, dy = dice.randint(-far, far), dice.randint(-far, far)
        return min(width - 1, max(0, middle[0] + dx)), min(height - 1, max(0, middle[1] + dy))

    spots = list(dict.fromkeys(somewhere() for _ in range(2 * units)))[:units]
    sight = around(spots, 2, width, height)
    known = sight | around(spots, 5, width, height)
    trails, points = [], spots[: units * 3 // 4]
    for at in range(155, 160):
        for k, (x, y) in enumerate(points):
            step = (min(width - 1, max(0, x + dice.randint(-1, 1))), min(height - 1, max(0, y + dice.randint(-1, 1))))
            trails.append(Trail(at, 4, ((x, y), step)))
            points[k] = step
    seen = sorted(known)
    places = [
        GridPlace(x, y, f"{chr(65 + k // 26)}{chr(65 + k % 26)}X", f"Town {k}", dice.choice((0, 1, 2, 3, 4, 4)))
        for k, (x, y) in enumerate(dice.sample([at for at in seen if rows[at[1]][at[0]] != "."], max(4, units // 3)))
    ]
    own = [GridUnit(x, y, dice.choice("GGGVQ"), 4, f"#{k}", int(k % 11 == 0)) for k, (x, y) in enumerate(spots, 1)]
    foreign = [
        GridUnit(x, y, dice.choice("GVQ"), dice.choice((1, 2, 3)), seen=0 if (x, y) in sight else 150)
        for x, y in dice.sample(seen, others)
    ]
    return GridView(
        title="What [4] Dorada knows",
        desc=f"{len(places)} places, {len(own)} units of yours.",
        width=width,
        height=height,
        rows=known_rows(rows, known),
        sight=tuple("".join([" *"[(x, y) in sight] for x in range(width)]) for y in range(height)),
        terrain=TERRAIN,
        player=4,
        places=tuple(places),
        units=(*own, *foreign),
        kinds=KINDS,
        trails=tuple(trails),
        fights=tuple(Fight(155 + k, *spots[k], k + 1, "a scuffle") for k in range(5)),
        sightings=tuple(SeenUnit(155 + k % 5, it.x, it.y, it.kind, it.player) for k, it in enumerate(foreign)),
        frames=tuple(Moment(at, str(at)) for at in range(155, 160)),
        players=PLAYERS,
        words=(("place", "town"),),
    )
