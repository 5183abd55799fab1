"""Labelled, verifiable dice: a roll depends on the game's seed, the turn and the label alone (design 5)."""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, gcd, isqrt
from typing import TypeVar

from pbm.errors import PbmError

T = TypeVar("T")
BLOCK = 64  # bytes of a block of SHA-256
from_bytes = int.from_bytes


class Dice:
    """The dice of one turn of one game.

    Each roll names itself by a label; the order of rolls does not matter. A label used twice raises
    ValueError, for two happenings would then share their luck. `seed` is 16 bytes or more in a real game.
    """

    def __init__(self, seed: bytes, game: str, turn: int) -> None:
        # HMAC (RFC 2104) with the key taken in once: half the time of a fresh HMAC for each roll.
        key = (hashlib.sha256(seed).digest() if len(seed) > BLOCK else seed).ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + f"{game}/{turn}/".encode())
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))
        self._used: set[str] = set()

    @property
    def rolls(self) -> int:
        """How many labels have been rolled so far."""
        return len(self._used)

    def below(self, label: str, n: int) -> int:
        """A whole number 0 <= r < n, each equally likely. ValueError where there is nothing to choose from, and for a
        label that was rolled before.

        Takes as many bits as the range needs from HMAC-SHA256(seed, "<game>/<turn>/<label>/<k>"),
        blocks k = 0, 1, ... as one big-endian string of bits; rejects and goes on where too large.
        """
        if n < 1:
            raise ValueError(f"a roll {label!r} among {n} choices")
        if label in self._used:
            raise ValueError(f"the label {label!r} was rolled before in this turn")
        self._used.add(label)
        if n == 1:
            return 0
        width = (n - 1).bit_length()
        # The first block is nearly always enough, and a turn has a thousand rolls: it is made without further calls.
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update((label + "/0").encode())
        outer.update(inner.digest())
        pool = from_bytes(outer.digest(), "big")
        if width <= 256:
            roll = pool >> 256 - width
            if roll < n:
                return roll
        return self._further(label, n, width, pool)

    def _further(self, label: str, n: int, width: int, pool: int) -> int:
        """The same roll, from where the first block was not enough, or its first bits were too large."""
        bits, block = 256, 1
        while True:
            while bits < width:
                pool = pool << 256 | self._block(label, block)
                bits += 256
                block += 1
            bits -= width
            roll = pool >> bits
            if roll < n:
                return roll
            pool &= (1 << bits) - 1

    def _block(self, label: str, block: int) -> int:
        """256 bits of this label."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(f"{label}/{block}".encode())
        outer.update(inner.digest())
        return from_bytes(outer.digest(), "big")

    def bits(self, label: str) -> "Bits":
        """A string of bits for one label, to be read piece by piece: for thousands of rolls that nobody pins.
        ValueError for a label that was rolled before.
        """
        if label in self._used:
            raise ValueError(f"the label {label!r} was rolled before in this turn")
        self._used.add(label)
        return Bits(lambda number: self._block(label, number))

    def die(self, label: str, sides: int) -> int:
        """A die with faces 1..sides."""
        return 1 + self.below(label, sides)

    def chance(self, label: str, p: Fraction) -> bool:
        """True with probability p, 0 <= p <= 1."""
        if p <= 0 or p >= 1:
            return p >= 1
        return self.below(label, p.denominator) < p.numerator

    def round_randomly(self, label: str, x: Fraction | int) -> int:
        """x rounded down or up, up with probability equal to its fraction (BP 17)."""
        if isinstance(x, int) or x.denominator == 1:
            return int(x)
        return self.round_ratio(label, x.numerator, x.denominator)

    def round_ratio(self, label: str, numerator: int, denominator: int) -> int:
        """numerator ∕ denominator (> 0) rounded randomly: the same as of the Fraction, without making one."""
        low, rest = divmod(numerator, denominator)
        if not rest:
            return low
        common = gcd(rest, denominator)
        return low + (self.below(label, denominator // common) < rest // common)

    def round_root(self, label: str, x: Fraction | int) -> int:
        """The square root of x >= 0, rounded randomly; the fraction counts to 64 bits. No float is
        involved.
        """
        num, den = x.as_integer_ratio()
        low = isqrt(num // den)
        if low * low * den == num:
            return low
        steps = 1 << 64
        return low + ((low * steps + self.below(label, steps)) ** 2 * den < num * steps * steps)

    def halves(self, label: str, n: int) -> int:
        """Hits of n shots that each hit with 1/2."""
        return self.below(label, 1 << n).bit_count() if n > 0 else 0

    def quarters(self, label: str, n: int) -> int:
        """Hits of n shots that each hit with 1/4."""
        if n <= 0:
            return 0
        roll = self.below(label, 1 << 2 * n)
        return (roll >> n & roll).bit_count()

    def share(self, label: str, hits: int, groups: Sequence[int]) -> tuple[int, ...]:
        """`hits` distinct units, each equally likely, drawn from groups of these sizes: hits of each group.

        One number below the count of choices, C(sum, hits), is unranked group by group.
        Raises ValueError for more hits than units.
        """
        rest = sum(groups)
        if hits > rest:
            raise ValueError(f"{hits} hits among {rest} units ({label})")
        if hits == rest or hits <= 0:
            return tuple(groups) if hits > 0 else (0,) * len(groups)
        if len(groups) == 1:
            return (hits,)
        roll = self.below(label, comb(rest, hits))
        taken = []
        for size in groups:
            rest -= size
            if hits <= 1:  # the same in short: one unit among all that are left, or none
                taken.append(hits if roll >= rest else 0)
                hits -= taken[-1]
                continue
            k = hits - rest if hits > rest else 0
            while True:  # ends: the roll is below the sum of all weights
                ways = comb(size, k)
                weight = ways * comb(rest, hits - k)
                if roll < weight:
                    break
                roll -= weight
                k += 1
            roll //= ways
            taken.append(k)
            hits -= k
        return tuple(taken)

    def picks(self, label: str, n: int, weights: Sequence[int]) -> tuple[int, ...]:
        """n independent picks among choices of these whole weights: how often each was picked."""
        counts = [0] * len(weights)
        total = sum(weights)
        if n <= 0 or total <= 0:
            return tuple(counts)
        bounds = list(accumulate(weights))
        roll = self.below(label, total**n)
        for _ in range(n):
            roll, digit = divmod(roll, total)
            counts[bisect_right(bounds, digit)] += 1
        return tuple(counts)

    def proportion(self, label: str, total: int, weights: Sequence[int]) -> tuple[int, ...]:
        """`total` split in proportion to the weights: every part is rounded randomly, the sum is exact."""
        whole = sum(weights)
        if total <= 0 or whole <= 0:
            return (0,) * len(weights)
        offset = self.below(label, whole)
        marks = [(total * a + offset) // whole for a in accumulate(weights, initial=0)]
        return tuple([b - a for a, b in pairwise(marks)])

    def pick(self, label: str, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(label, len(items))]

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """The items in a random order, each order equally likely."""
        rest = list(items)
        ways = 1
        for k in range(2, len(rest) + 1):
            ways *= k
        roll = self.below(label, ways)
        mixed = []
        for k in range(len(rest), 0, -1):
            roll, i = divmod(roll, k)
            mixed.append(rest.pop(i))
        return mixed


class Bits:
    """A string of bits, read piece by piece; block(k) gives 256 of them, k = 0, 1, ..."""

    def __init__(self, block: Callable[[int], int]) -> None:
        self._block, self._next, self._pool, self._have = block, 0, 0, 0

    def below(self, n: int) -> int:
        """A whole number 0 <= r < n, each equally likely, n >= 1; from as many bits as the range needs, again where it
        is too large.
        """
        width = (n - 1).bit_length()
        while True:
            while self._have < width:
                self._pool = self._pool << 256 | self._block(self._next)
                self._have += 256
                self._next += 1
            self._have -= width
            roll = self._pool >> self._have
            self._pool &= (1 << self._have) - 1
            if roll < n:
                return roll


MOST_PINNED = 200_000
"""Dice that one label of a scenario may pin in a turn: many times those of the longest turn."""


class PinnedDice(Dice):
    """Dice of which some show a face that is given, as a scenario wants them; all others roll. `faces` is what all of
    them showed: by label the face, from 1, and the sides.

    pins: faces from 1 by label; a label that ends in * stands for all that begin so, and the longest that fits counts.
    A face above the sides of a die is its highest. PbmError once a label with * has pinned MOST_PINNED dice: rules
    that roll again until something differs would roll forever.
    """

    def __init__(self, seed: bytes, game: str, turn: int, pins: Mapping[str, int]) -> None:
        super().__init__(seed, game, turn)
        self._pins = pins
        self._pinned = dict.fromkeys(pins, 0)
        self.faces: dict[str, tuple[int, int]] = {}

    def below(self, label: str, n: int) -> int:
        """As of Dice, one less than the face."""
        roll = super().below(label, n)
        fitting = [pin for pin in self._pins if label == pin or (pin[-1:] == "*" and label.startswith(pin[:-1]))]
        if fitting:
            longest = max(fitting, key=lambda pin: (len(pin.removesuffix("*")), pin == label))
            roll = min(self._pins[longest], n) - 1
            self._pinned[longest] += 1
            if self._pinned[longest] > MOST_PINNED:
                raise PbmError(f"dice: {longest!r} showed {self._pins[longest]} too often; pin fewer labels.")
        self.faces[label] = roll + 1, n
        return roll

    @property
    def rolled(self) -> frozenset[str]:
        """The labels that were rolled."""
        return frozenset(self._used)
