"""ED 17.1: a world is made from the game's secret dice, in whole numbers: the same dice give the same land anywhere.

Four lattices of random heights are blended, the lowest part is water, the rim sinks. Cities are spread over the land,
seats are far apart and have company. In the advanced game ranges run along the middle line of a second field.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import isqrt
from typing import Protocol

Square = tuple[int, int]
Rows = list[list[str]]
Heights = list[list[int]]
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
WATER = 66  # per cent
POND, ROCK = 5, 2  # smaller waters are filled, smaller lands drowned
ISLAND = 6  # squares of a land that has a city at least
COMPANY, NEIGHBOURS = 12, 6  # cities within so many squares are company for a seat; so many count
OTHER_LAND = 1000  # squares that another land is worth as a distance between seats


class BitSource(Protocol):
    """A string of random bits, read piece by piece."""

    def below(self, n: int) -> int:
        """A whole number 0 <= r < n."""


class World:
    """Rows of signs, and the cities by row and column, each with the seat that begins there, or 0."""

    def __init__(
        self, width: int, height: int, players: int, bits_of: Callable[[str], BitSource], *, wrap: bool, plain: bool
    ) -> None:
        self.width, self.height, self.wrap = width, height, wrap
        self.bits_of = bits_of
        self.grid: Rows = []
        self.cities: tuple[tuple[int, int, int], ...] = ()
        self._players, self._plain = players, plain

    @property
    def rows(self) -> tuple[str, ...]:
        """The signs of the land."""
        return tuple("".join(row) for row in self.grid)

    def near(self, square: Square) -> Iterator[Square]:
        """The squares that touch one."""
        for dx, dy in STEPS:
            x, y = square[0] + dx, square[1] + dy
            if self.wrap:
                x %= self.width
            if 0 <= x < self.width and 0 <= y < self.height:
                yield x, y

    def apart(self, one: Square, other: Square) -> int:
        """ED 2.5: how far two squares are from each other."""
        dx = abs(one[0] - other[0])
        return max(min(dx, self.width - dx) if self.wrap else dx, abs(one[1] - other[1]))

    def is_shore(self, square: Square) -> bool:
        """Whether a square touches water."""
        return any(self.grid[y][x] == "." for x, y in self.near(square))


def world(
    bits_of: Callable[[str], BitSource],
    width: int,
    height: int,
    players: int,
    *,
    wrap: bool = False,
    plain: bool = False,
    water: int = WATER,
) -> World:
    """ED 17.1: a world of that size. bits_of: the dice of a label; plain: all land is clear; water: its per cent."""
    made = World(width, height, players, bits_of, wrap=wrap, plain=plain)
    high = _heights(made)
    every = [(x, y) for y in range(height) for x in range(width)]
    sea = _level(high, every, water)
    made.grid = [["+" if high[y][x] > sea else "." for x in range(width)] for y in range(height)]
    for sign, least in ((".", POND), ("+", ROCK)):
        for part in _parts(made, sign):
            if len(part) < least:
                for x, y in part:
                    made.grid[y][x] = "+" if sign == "." else "."
    lands = sorted(_parts(made, "+"), key=lambda part: (-len(part), part[0][1], part[0][0]))
    cities = _cities(made, lands, players)
    starts = _seats(made, cities, lands, players)
    order = _shuffled(bits_of("seats"), players)
    seats = {at: order[k] for k, at in enumerate(starts)}
    if not plain:
        _terrain(made, lands)
    for x, y in cities:
        made.grid[y][x] = "*"
    made.cities = tuple((x, y, seats.get((x, y), 0)) for x, y in sorted(cities, key=lambda at: at[::-1]))
    return made


def _heights(made: World) -> Heights:
    """The land's heights; the rim sinks, so that no land is cut off by the edge."""
    width, height = made.width, made.height
    size = min(width, height)
    big = min(24, max(5, size // 4))
    scales = ((big, 8), (max(4, big // 2), 5), (max(3, big // 4), 3), (2, 1))
    high = _field(made.bits_of("land"), made, scales)
    top = max(map(max, high))
    rim = max(2, size // 16)
    for y in range(height):
        for x in range(width):
            far = min(y, height - 1 - y) if made.wrap else min(x, y, width - 1 - x, height - 1 - y)
            if far < rim:
                high[y][x] -= top * (rim - far) // (2 * rim)
    return high


def _field(bits: BitSource, made: World, scales: Sequence[tuple[int, int]]) -> Heights:
    """A height for each square: sums of lattices of these scales and weights, blended by whole numbers."""
    width, height = made.width, made.height
    total = [[0] * width for _ in range(height)]
    for scale, weight in scales:
        columns = max(2, -(-width // scale)) if made.wrap else width // scale + 2
        lattice = [[bits.below(1000) for _ in range(columns)] for _ in range(height // scale + 2)]
        span = width if made.wrap else scale
        places = [divmod(x * columns, width) if made.wrap else divmod(x, scale) for x in range(width)]
        blends = [(i % columns, (i + 1) % columns, _eased(part, span)) for i, part in places]
        for y in range(height):
            j, part = divmod(y, scale)
            down = _eased(part, scale)
            upper, lower, row = lattice[j], lattice[j + 1], total[y]
            for x, (left, right, across) in enumerate(blends):
                top = upper[left] * (1000 - across) + upper[right] * across
                low = lower[left] * (1000 - across) + lower[right] * across
                row[x] += weight * ((top * (1000 - down) + low * down) // 1000)
    return total


def _eased(part: int, whole: int) -> int:
    """0 to 1000: a smooth step of a part in a whole, in thousandths."""
    t = part * 1000 // whole
    return t * t * (3000 - 2 * t) // 1000000


def _level(heights: Heights, squares: Sequence[Square], share: int) -> int:
    """The height below which `share` per cent of the squares are."""
    ranked = sorted(heights[y][x] for x, y in squares)
    return ranked[min(len(ranked) - 1, len(ranked) * share // 100)] if ranked else 0


def _parts(made: World, sign: str) -> list[list[Square]]:
    """The connected pieces of a sign, found and ordered by row and column."""
    every = [(x, y) for y, row in enumerate(made.grid) for x, it in enumerate(row) if it == sign]
    left, found = set(every), []
    for square in every:
        if square not in left:
            continue
        piece, edge = [square], [square]
        left.discard(square)
        while edge:
            for there in made.near(edge.pop()):
                if there in left:
                    left.discard(there)
                    piece.append(there)
                    edge.append(there)
        found.append(sorted(piece, key=lambda at: at[::-1]))
    return found


def _cities(made: World, lands: Sequence[Sequence[Square]], players: int) -> list[Square]:
    """Shares of the land by size, one at least on each island, never too close; two of three are by the sea."""
    bits = made.bits_of("cities")
    land = sum(map(len, lands))
    many = max(2 * players, 100 * (made.width + made.height) // 228)
    least = max(2, isqrt(land // many))
    cities: list[Square] = []
    for part in lands:
        number = max(len(part) * many // land, 1 if len(part) >= ISLAND else 0)
        space, got = least, 0
        free = [at for at in part if all(made.apart(at, c) >= space for c in cities)] if number else []
        while got < number and space >= 2:
            if not free:
                space -= 1
                close = [c for c in cities if made.apart(c, part[0]) <= len(part) + space]
                free = [at for at in part if all(made.apart(at, c) >= space for c in close)]
                continue
            shore = [at for at in free if made.is_shore(at)]
            choice = shore if shore and bits.below(3) < 2 else free
            at = choice[bits.below(len(choice))]
            cities.append(at)
            got += 1
            free = [other for other in free if made.apart(other, at) >= space]
    return cities


def _seats(made: World, cities: Sequence[Square], lands: Sequence[Sequence[Square]], players: int) -> list[Square]:
    """Start cities: by the sea, with company, far from each other, of much the same worth. From the richest down, the
    one farthest from those that are chosen.
    """
    piece = {at: k for k, part in enumerate(lands) for at in part}

    def gap(one: Square, other: Square) -> int:
        return made.apart(one, other) + (OTHER_LAND if piece[one] != piece[other] else 0)

    able = []
    for city in cities:
        mates = [c for c in cities if c != city and piece[c] == piece[city] and made.apart(c, city) <= COMPANY]
        if made.is_shore(city) and mates:
            able.append((min(NEIGHBOURS, len(mates)), city))
    able = able or [(0, city) for city in cities]
    best, chosen = -1, list[Square]()
    for worth in range(NEIGHBOURS, -1, -1):
        pool = [city for value, city in able if value >= worth]
        if len(pool) < players:
            continue
        for first in pool[:: max(1, len(pool) // COMPANY)]:
            picked = [first]
            while len(picked) < players:
                rest = [city for city in pool if city not in picked]
                picked.append(max(rest, key=lambda c: (min(gap(c, p) for p in picked), -c[1], -c[0])))
            least = min((gap(a, b) for a, b in combinations(picked, 2)), default=OTHER_LAND)
            if least > best:
                best, chosen = least, picked
        if best >= OTHER_LAND or best >= max(made.width, made.height) // 3:
            break
    return chosen


def _shuffled(bits: BitSource, players: int) -> list[int]:
    order = list(range(1, players + 1))
    for k in range(players - 1, 0, -1):
        j = bits.below(k + 1)
        order[k], order[j] = order[j], order[k]
    return order


def _terrain(made: World, lands: Sequence[Sequence[Square]]) -> None:
    """Mountains in ranges, rough land about them, forests, and rivers from the hills to the sea."""
    rows, size = made.grid, min(made.width, made.height)
    every = [at for part in lands for at in part]
    ridge = _field(made.bits_of("ridges"), made, ((max(4, size // 8), 5), (3, 3), (2, 2)))
    middle = _level(ridge, every, 50)
    crest = [[-abs(it - middle) for it in row] for row in ridge]  # the ground's middle line is a range
    wood = _field(made.bits_of("woods"), made, ((6, 5), (3, 3)))
    dry = {at for at in every if not made.is_shore(at)}
    high, rough = _level(crest, every, 90), _level(crest, every, 80)
    green = _level(wood, every, 76)
    for x, y in every:
        if crest[y][x] >= high and (x, y) in dry:
            rows[y][x] = "m"
        elif crest[y][x] >= rough:
            rows[y][x] = "r"
        elif wood[y][x] >= green:
            rows[y][x] = "f"
    bits = made.bits_of("rivers")
    for part in lands:
        hills = [at for at in part if rows[at[1]][at[0]] in "mr" and at in dry]
        for _ in range(len(part) // 90 if hills else 0):
            course = _downhill(made, hills[bits.below(len(hills))])
            if 3 <= len(course) <= 24:
                for x, y in course[1:]:
                    rows[y][x] = "v"


def _downhill(made: World, start: Square) -> list[Square]:
    """The shortest way to a square by the sea or by another river, in the order of the steps."""
    came: dict[Square, Square | None] = {start: None}
    edge = [start]
    while edge:
        further = []
        for square in edge:
            if any(made.grid[y][x] in ".v" for x, y in made.near(square)):
                way: list[Square] = []
                back: Square | None = square
                while back is not None:
                    way.append(back)
                    back = came[back]
                return way[::-1]
            for there in made.near(square):
                if there not in came:
                    came[there] = square
                    further.append(there)
        edge = further
    return []
