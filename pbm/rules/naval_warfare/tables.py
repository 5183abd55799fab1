"""The tables of Naval Warfare as data: hulls, weapons, captains, economies, aircraft, events.

They are rules.toml, read once. No weapon, ability or country is named in code but by its code.
"""

import re
from functools import cache
from typing import Any, TypeVar

import msgspec

from pbm.core.dice import Dice
from pbm.engine.system import read_toml

T = TypeVar("T")
PACKAGE = "pbm.rules.naval_warfare"
NAMED: dict[str, Any] = read_toml(PACKAGE, "rules.toml")


class Throw(msgspec.Struct, frozen=True):
    """Dice of one kind, and what is added: 2d4+1."""

    number: int
    sides: int
    plus: int = 0

    def roll(self, dice: Dice, label: str, start: int = 1) -> int:
        """Their sum; each die has its number behind the label."""
        return self.plus + sum(dice.die(f"{label}{k}", self.sides) for k in range(start, start + self.number))

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}{f'+{self.plus}' if self.plus else ''}"


@cache
def throw(text: str) -> Throw:
    """What is written 2d4+1."""
    found = re.fullmatch(r"(\d+)d(\d+)(?:\+(\d+))?", text)
    assert found is not None  # rules.toml has no other form
    return Throw(int(found[1]), int(found[2]), int(found[3] or 0))


class Hull(msgspec.Struct, frozen=True):
    """NW 4.1, 4.3: a size of hull; weapons: its slots."""

    size: int
    code: str
    name: str
    cost: int
    dice: str
    weapons: int


class Weapon(msgspec.Struct, frozen=True):
    """NW 4.3, 5.9, 5.17: load 0: without end; port_hp 0: not for ports; hull: the smallest that carries it."""

    code: str
    name: str
    dice: str
    load: int
    port_hp: int
    cost: int
    hull: int


class Officer(msgspec.Struct, frozen=True):
    """NW 4.4, 4.5, 4.9, 5.14: what a captain or an admiral adds; retreat: in per cent, of captains."""

    init: int
    hit: int
    dodge: int
    morale: int
    retreat: int = 0
    fires: bool = False


class Economy(msgspec.Struct, frozen=True):
    """NW 2.3, 2.12."""

    code: str
    name: str
    revenue: int
    privilege: str


class Word(msgspec.Struct, frozen=True):
    """A code with its name and effect: an ability (NW 2.13), a special of a ship (NW 4.1)."""

    code: str
    name: str
    effect: str


class Arms(msgspec.Struct, frozen=True):
    """NW 10: what an aircraft carries; load 0: without end."""

    weapon: str
    dice: str
    load: int
    cost: int


class Advancement(msgspec.Struct, frozen=True):
    """NW 10: an advancement of aircraft."""

    code: str
    name: str
    cost: int
    effect: str


class Base(msgspec.Struct, frozen=True):
    """NW 10: a kind of air platform."""

    code: str
    name: str
    cost: int
    hp: int
    slots: int
    aa: int


class Flak(msgspec.Struct, frozen=True):
    """NW 10, 5.16: a kind of anti-aircraft unit."""

    code: str
    name: str
    dice: str
    load: int
    cost: int
    hp: int
    hit: int


class Claw(msgspec.Struct, frozen=True):
    """NW 5.18: how a monster attacks."""

    name: str
    dice: str


class Level(msgspec.Struct, frozen=True):
    """NW 7.4: what a level gives."""

    exp: int
    captains: int
    dollars: int
    active: int


class Happening(msgspec.Struct, frozen=True):
    """NW 8: a row of the table of events; to: the highest roll of it."""

    to: int
    kind: str
    effect: str


class Size(msgspec.Struct, frozen=True):
    """NW 10, 5.16: small and large aircraft."""

    move: int
    slots: int
    hp: int


def _rows(name: str, kind: type[T]) -> tuple[T, ...]:
    return tuple(msgspec.convert(row, kind) for row in NAMED[name])


HULLS: dict[int, Hull] = {hull.size: hull for hull in _rows("hulls", Hull)}
WEAPONS: dict[str, Weapon] = {it.code: it for it in _rows("weapons", Weapon)}
CAPTAINS: dict[int, Officer] = dict(enumerate(_rows("captain", Officer), 1))
ADMIRALS: dict[int, Officer] = dict(enumerate(_rows("admiral", Officer), 3))
SPECIALS: dict[int, Word] = dict(enumerate(_rows("specials", Word), 2))
SPECIAL: dict[str, Word] = {it.code: it for it in SPECIALS.values()}
ECONOMIES: dict[int, Economy] = dict(enumerate(_rows("economies", Economy), 1))
ECONOMY: dict[str, Economy] = {it.code: it for it in ECONOMIES.values()}
ABILITIES: dict[int, Word] = dict(enumerate(_rows("abilities", Word), 1))
ABILITY: dict[str, Word] = {it.code: it for it in ABILITIES.values()}
ARMS: dict[str, dict[int, Arms]] = {size: dict(enumerate(_rows(size, Arms), 1)) for size in ("light", "heavy")}
ADVANCEMENTS: dict[str, Advancement] = {it.code: it for it in _rows("advancements", Advancement)}
BASES: dict[str, Base] = {it.code: it for it in _rows("platforms", Base)}
FLAK: dict[str, Flak] = {it.code: it for it in _rows("aa", Flak)}
SIZES: dict[str, Size] = msgspec.convert(NAMED["sizes"], dict[str, Size])
CLAWS: dict[int, Claw] = dict(enumerate(_rows("claws", Claw), 1))
LEVELS: dict[int, Level] = dict(enumerate(_rows("levels", Level), 1))
EVENTS: tuple[Happening, ...] = _rows("events", Happening)
TRADES = {"AGR": "food", "OIL": "oil", "RAW": "raw"}
"""NW 3.2.4, 6: economies that trade in a stockpile, and may embargo it; all others trade in goods."""
GOODS = {"F": "food", "O": "oil", "R": "raw", "G": "goods"}
"""NW 6.4: stockpiles by their letters."""
EMBARGOES = (*TRADES, "WEA")
"""NW 6.1: economies that may embargo."""
CANNONS = frozenset("MABCDR")
"""NW 5.7: the weapons of depleted uranium rounds."""
MISSILES = frozenset("ON")
DIVING = frozenset("ONTL")
"""NW 4.6, 5.10: what submarines carry, and what hits them."""
LIGHT = frozenset("MLA")
"""NW 5.10: what fires at aircraft."""


def bonus(stat: int) -> int:
    """NW 4.4: the bonus of a stat of 1 to 10."""
    found: int = NAMED["stat_bonus"][stat - 1]
    return found


def happening(roll: int) -> Happening:
    """NW 3.3, 8: the row of a roll of 1 to 100."""
    return next(row for row in EVENTS if roll <= row.to)


def arms(size: str, weapon: str) -> Arms:
    """NW 10: what aircraft of a size carry, by its name."""
    return next(it for it in ARMS[size].values() if it.weapon == weapon)
