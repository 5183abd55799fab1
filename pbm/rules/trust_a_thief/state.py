"""The position of a Trust a Thief game, in the words of the archives (TT 11). All numbers are whole."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbm.rules.common.words import check_keys, numbered, where
from pbm.rules.trust_a_thief.maps import Map

Structure = Literal["none", "town", "base", "city"]

LADDER: tuple[Structure, ...] = ("none", "town", "base", "city")
"""TT 2.2: each structure needs the one before it; TT 4.10: a battle that is won throws it one step back."""


class Nation(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A nation (TT 1.1). gold may be negative; tax is that of the last update, the limit of caravans sent to it
    (TT 5.2).

    standing: orders on file by slot. debts: successive updates that ended below 0 (TT T18).
    """

    gold: int = 0
    tax: int = 0
    alive: bool = True
    standing: dict[int, str] = {}
    debts: int = 0


class Province(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A land province (TT 1.2). owner 0 is a white one; armies by nation, without the militia of a City (TT 2.4)."""

    owner: int = 0
    structure: Structure = "none"
    armies: dict[int, int] = {}


class Fleet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fleet (TT 1.3): where it lies and how many armies are aboard."""

    sea: str
    cargo: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A position between two turns; `turn` is the one last resolved.

    fleets: by nation and number. leader: who owned the share of provinces that wins if kept for one update more
    (TT 7.3), or 0. ended: whether the game has ended by rule.
    """

    turn: int
    options: dict[str, str]
    nations: dict[int, Nation]
    provinces: dict[str, Province]
    fleets: dict[int, dict[int, Fleet]]
    leader: int = 0
    ended: bool = False


def tax_of(provinces: Mapping[str, Province], nation: int, table: Mapping[str, int]) -> int:
    """TT 2.1: what the nation's provinces pay in a turn, each by its structure."""
    return sum(table[p.structure] for p in provinces.values() if p.owner == nation)


def from_words(words: Mapping[str, Any], board: Map) -> State:
    """TT 11: the state of that JSON data. ValueError names the key: unknown, missing or of the wrong type."""
    check_keys(words, State.__struct_fields__, ("turn", "nations", "provinces"))
    read: State = _read(numbered({"options": {}, "fleets": {}, **words}))
    for code in read.provinces:
        if code not in board.provinces:
            raise ValueError(f"provinces.{code}: no such province on this map")
    for p, fleets in read.fleets.items():
        for n, fleet in fleets.items():
            if fleet.sea not in board.seas:
                raise ValueError(f"fleets.{p}.{n}.sea: no such sea on this map")
    for code, province in read.provinces.items():
        strangers = {province.owner, *province.armies} - {0, *read.nations}
        if strangers:
            raise ValueError(f"provinces.{code}: no such nation as {min(strangers)}")
    if set(read.fleets) - set(read.nations):
        raise ValueError(f"fleets.{min(set(read.fleets) - set(read.nations))}: no such nation")
    missing = [code for code in board.provinces if code not in read.provinces]
    if missing:
        raise ValueError(f"provinces.{missing[0]}: missing")
    return replace(read, fleets={p: read.fleets.get(p, {}) for p in read.nations})


def _read(words: Any) -> State:
    try:
        return msgspec.convert(words, State, str_keys=True)
    except msgspec.ValidationError as error:
        path, said, at_key = where(error)
        told = "what stands there is named by numbers" if at_key else said
        raise ValueError(f"{path.removeprefix('.')}: {told}" if path else told) from None
