"""The squares of a world: numbers from the north-west, row by row, and sets of them as the bits of one whole number."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from pbm.core.grid import square_at, square_name

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""ED 8.9: the eight directions, in the order in which they count."""

WATER, CLEAR, ROUGH, RIVER, FOREST, MOUNTAIN, TOWN = ".+rvfm*"
LAND = CLEAR + ROUGH + RIVER + FOREST + MOUNTAIN
Bits = int
"""A set of squares: the bit of each is set."""


class Squares:
    """ED 2.1, 4.12, HR-47: the squares of a map of that size; wrap: west and east meet."""

    def __init__(self, width: int, height: int, *, wrap: bool) -> None:
        self.width, self.height, self.wrap = width, height, wrap
        self.size = width * height
        self.all: Bits = (1 << self.size) - 1
        row = sum(1 << width * y for y in range(height))
        self._west, self._east = row, row << width - 1
        self._inner = self.all ^ self._west, self.all ^ self._east
        self._near: dict[int, tuple[int, ...]] = {}
        self._around: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}

    def spread(self, squares: Bits) -> Bits:
        """These squares and all that touch them."""
        west, east = self._inner
        wide = squares | (squares & west) >> 1 | (squares & east) << 1
        if self.wrap:
            wide |= (squares & self._west) << self.width - 1 | (squares & self._east) >> self.width - 1
        return (wide | wide << self.width | wide >> self.width) & self.all

    def within(self, squares: Bits, far: int) -> Bits:
        """The squares at most so far from one of these."""
        for _ in range(far):
            squares = self.spread(squares)
        return squares

    def to(self, square: int, direction: int) -> int:
        """ED 4.12: the square in that direction, -1 beyond the edge."""
        y, x = divmod(square, self.width)
        dx, dy = STEPS[direction]
        x, y = x + dx, y + dy
        if self.wrap:
            x %= self.width
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def near(self, square: int) -> tuple[int, ...]:
        """ED 8.10: the squares that touch one, in the order N NE E SE S SW W NW."""
        found = self._near.get(square)
        if found is None:
            there = [self.to(square, direction) for direction in range(8)]
            found = self._near[square] = tuple(dict.fromkeys(it for it in there if it >= 0 and it != square))
        return found

    def around(self, square: int, far: int) -> tuple[tuple[int, int], ...]:
        """The squares at most so far from one, each with how far; itself first."""
        key = square, far
        if key not in self._around:
            found = {square: 0}
            edge = [square]
            for step in range(1, far + 1):
                edge = [there for here in edge for there in self.near(here) if found.setdefault(there, step) == step]
            self._around[key] = tuple(found.items())
        return self._around[key]

    def sight(self, square: int, far: int) -> Bits:
        """The same as a set."""
        y, x = divmod(square, self.width)
        columns = (it % self.width if self.wrap else it for it in range(x - far, x + far + 1))
        row = sum({1 << it for it in columns if 0 <= it < self.width})
        top, bottom = max(0, y - far), min(self.height - 1, y + far)
        return sum(row << self.width * line for line in range(bottom - top + 1)) << self.width * top

    def distance(self, one: int, other: int) -> int:
        """ED 2.5: the larger of the two differences; with wrap the shorter way round."""
        dx, dy = self._apart(one, other)
        return max(dx, dy)

    def straight(self, one: int, other: int) -> int:
        """ED 8.10: the square of the straight distance."""
        dx, dy = self._apart(one, other)
        return dx * dx + dy * dy

    def _apart(self, one: int, other: int) -> tuple[int, int]:
        (y, x), (j, i) = divmod(one, self.width), divmod(other, self.width)
        dx = abs(x - i)
        return min(dx, self.width - dx) if self.wrap else dx, abs(y - j)

    def squares(self, bits: Bits) -> Iterator[int]:
        """The squares of a set, by row and column."""
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def name(self, square: int) -> str:
        """ED 2.1: K14."""
        return square_name(square % self.width, square // self.width)

    def square(self, name: str) -> int | None:
        """And back; None off the map."""
        at = square_at(name)
        return at[1] * self.width + at[0] if at and at[0] < self.width and at[1] < self.height else None

    def runs(self, bits: Bits) -> list[str]:
        """A set in few words, row by row: K14 is a square, K14+5 it and the five to its east."""
        found: list[list[int]] = []
        for square in self.squares(bits):
            if found and sum(found[-1]) + 1 == square and square % self.width:
                found[-1][1] += 1
            else:
                found.append([square, 0])
        return [f"{self.name(first)}+{more}" if more else self.name(first) for first, more in found]

    def bits_of(self, rows: Sequence[str], signs: str) -> Bits:
        """The squares whose sign is one of these."""
        text = "".join(rows)[::-1]
        table = {ord(sign): "1" if sign in signs else "0" for sign in set(text)}
        return int(text.translate(table) or "0", 2)

    def marked(self, bits: Bits, yes: str, no: str) -> list[str]:
        """A set as rows of two signs."""
        text = f"{bits:0{self.size}b}"[::-1].translate({48: no, 49: yes})
        return [text[at : at + self.width] for at in range(0, self.size, self.width)]

    @cached_property
    def names(self) -> dict[str, int]:
        """All squares by name."""
        return {self.name(square): square for square in range(self.size)}


@lru_cache(maxsize=16)
def board(width: int, height: int, *, wrap: bool) -> Squares:
    """The board of that size, made once: what it has found stays found."""
    return Squares(width, height, wrap=wrap)
