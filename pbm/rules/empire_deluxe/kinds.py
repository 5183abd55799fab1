"""The kinds of units and what is special about each (ED 2.4, 3); which of them a rule set has (ED 1.1)."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from pbm.engine.system import read_toml

PACKAGE = "pbm.rules.empire_deluxe"
SETS = ("basic", "standard", "advanced")
"""ED 1.1: the rule sets, each with all of the one before."""

NOTHING = "N"
"""ED 7.6: what a city works on that builds nothing."""
INFANTRY, ARMOR, AIRBASE, BOMBER, FIGHTER, CARRIER = "ARXBFK"
CITY = "city"
"""What a city is called where a kind of unit is named (ED 13)."""

Layer = Literal["land", "sea", "air"]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """ED 3: a kind of unit as one rule set has it; `kinds.toml` says what each word means."""

    code: str
    name: tuple[str, str]
    layer: Layer
    sets: tuple[str, ...]
    move: int
    hits: int
    attack: int
    defence: int
    turns: int
    range: int = 0
    shot: int = 1
    size: int = 0
    holds: str = ""
    room: int = 0
    loses: int = 0
    hunts: bool = False
    hidden: bool = False
    bombards: bool = False

    def moves(self, damage: int) -> int:
        """ED 4.8: how many squares it goes with that damage."""
        return min(self.move, 1) if self.crippled(damage) else self.move

    def crippled(self, damage: int) -> bool:
        """ED 4.8: whether it is crippled."""
        return self.hits > 1 and damage >= (self.hits + 1) // 2

    def capacity(self, damage: int) -> int:
        """ED 3, 4.11: the places that it has with that damage; an Airbase has any number (ED HR-19)."""
        return self.room - self.loses * damage if self.room else ANY if self.holds else 0


ANY = 1 << 20


class KindTable(msgspec.Struct, frozen=True):
    """ED 1.1: the kinds of a rule set by code, and how far which of them sees what.

    eyes: by viewer, a kind or a city, how far it sees each kind of unit, 0 for not at all; ground: how far it sees the
    land.
    """

    kinds: dict[str, UnitType]
    eyes: dict[str, dict[str, int]]
    ground: dict[str, int]

    @property
    def farthest(self) -> int:
        """How far anything sees."""
        return max(self.ground.values())


@cache
def table(variant: str) -> KindTable:
    """ED 3, HR-08, HR-09: the kinds of a rule set."""
    kinds = {}
    for code, words in read_toml(PACKAGE, "kinds.toml").items():
        plain = {key: value for key, value in words.items() if key not in SETS}
        kind = msgspec.convert({"code": code, **plain, **words.get(variant, {})}, UnitType)
        if variant in kind.sets:
            kinds[code] = kind
    is_far = variant == "advanced"
    viewers: Mapping[str, UnitType | None] = {**kinds, CITY: None}
    eyes = {
        name: {code: _reach(kind, seen, is_far=is_far) for code, seen in kinds.items()}
        for name, kind in viewers.items()
    }
    ground = {name: 2 if is_far and _is_high(kind) else 1 for name, kind in viewers.items()}
    return KindTable(kinds, eyes, ground)


def _is_high(viewer: UnitType | None) -> bool:
    """ED 5.2: whether it sees two squares in the advanced game: planes, cities and Airbases."""
    return viewer is None or viewer.layer == "air" or viewer.code == AIRBASE


def _reach(viewer: UnitType | None, seen: UnitType, *, is_far: bool) -> int:
    """ED 5.2, 5.5, 5.6, HR-44: how far a unit, or a city (None), sees a kind of unit."""
    if seen.hidden:
        return (2 if is_far and viewer is None else 1) if viewer is None or viewer.hunts else 0
    if viewer is not None and viewer.hidden and seen.layer != "sea":
        return 0
    return 2 if is_far and (_is_high(viewer) or seen.layer == "air") else 1
