"""Units away from home, and how they are sorted for the phases that ask for them (4C.1 to 4E.3)."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Literal

import msgspec

Unit = Literal["army", "navy", "air"]

UNITS: tuple[Unit, ...] = ("army", "navy", "air")
UNIT_OF: dict[str, Unit] = {
    **dict.fromkeys(("AC", "AB", "AS"), "army"),
    **dict.fromkeys(("NN", "NS"), "navy"),
    **dict.fromkeys(("FA", "FN", "FF", "FI", "FS"), "air"),
}
"""The orders in the order of the book: of each unit those who attack, then those who support."""
SUPPORTS = frozenset(("AS", "NS", "FS"))
PART_OF = {code: 2 * UNITS.index(unit) + (code in SUPPORTS) for code, unit in UNIT_OF.items()}


class Group(msgspec.Struct, frozen=True, gc=False):
    """Units away from home under one order (4C.1 to 4E.3); `code` is the order (AC, FS, ...)."""

    player: int
    origin: str
    target: str
    code: str
    unit: Unit
    sent: int


class Salvo(msgspec.Struct, frozen=True, gc=False):
    """Missiles on their way (4F.1)."""

    player: int
    origin: str
    target: str
    code: str
    fired: int


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """Who comes to a country that is attacked.

    attack, support: by unit (army, navy, air) the groups on that side, as a slice of all groups; all: the whole
    slice. landing: which of the attacking armies come from a sea. players: those whose Army or AirForce attacks.
    """

    attack: tuple[slice, slice, slice]
    support: tuple[slice, slice, slice]
    all: slice
    landing: tuple[int, ...]
    players: frozenset[int]
    salvos: tuple[Salvo, ...]


class Away(msgspec.Struct, frozen=True, gc=False):
    """Who is away this turn. A group's place in `groups` is its serial; they lie by target, so that those who meet
    lie together, and for one target in the order of the book.

    sent: how many each has sent. meetings: by country that is attacked or fired at, in alphabetical order. borders:
    two countries whose armies attack each other, and the groups of both. armies: those of each space. afloat: who
    fights in a sea: those who support it, and those who come from it. supporters: whose units support a sea.
    conquerors: who sets out to conquer. homes: the spaces that groups have left, with the player; berth: where in a
    list of three units for each of these a group belongs.
    """

    groups: tuple[Group, ...] = ()
    sent: tuple[int, ...] = ()
    meetings: dict[str, Meeting] = {}
    borders: tuple[tuple[str, str, tuple[int, ...], tuple[int, ...]], ...] = ()
    armies: dict[str, list[int]] = {}
    afloat: dict[str, list[int]] = {}
    supporters: dict[str, set[int]] = {}
    conquerors: tuple[int, ...] = ()
    homes: tuple[tuple[str, int], ...] = ()
    berth: tuple[int, ...] = ()


def sort_out(given: Sequence[Group], salvos: Sequence[Salvo], seas: Collection[str]) -> Away:
    """All that the phases will ask about these groups, which come in the order of the book."""
    order = sorted(range(len(given)), key=[group.target for group in given].__getitem__)
    groups = tuple([given[k] for k in order])
    serials = [0] * len(given)
    for serial, k in enumerate(order):
        serials[k] = serial
    crossing: dict[tuple[str, str], list[int]] = {}
    armies: defaultdict[str, list[int]] = defaultdict(list)
    afloat: defaultdict[str, list[int]] = defaultdict(list)
    supporters: defaultdict[str, set[int]] = defaultdict(set)
    for serial, group in zip(serials, given, strict=True):
        origin, target = group.origin, group.target
        at_sea = origin in seas
        if target in seas:  # supports this sea, and counts only here
            afloat[target].append(serial)
            supporters[target].add(group.player)
        elif at_sea:  # survivors of a fight on land are back at sea (HR-39)
            afloat[origin].append(serial)
        if group.unit == "army":
            armies[origin].append(serial)
            if not at_sea and group.code != "AS":
                crossing.setdefault((origin, target), []).append(serial)
    homes: dict[tuple[str, int], int] = {}
    berth = [3 * homes.setdefault((g.origin, g.player), len(homes)) + UNITS.index(g.unit) for g in groups]
    return Away(
        groups=groups,
        sent=tuple([group.sent for group in groups]),
        meetings=_meetings(groups, salvos, seas),
        borders=tuple(
            (x, y, tuple(crossing[x, y]), tuple(crossing[y, x]))
            for x, y in sorted(crossing)
            if x < y and (y, x) in crossing
        ),
        armies=armies,
        afloat=afloat,
        supporters=supporters,
        conquerors=tuple([serial for serial, group in enumerate(groups) if group.code == "AC"]),
        homes=tuple(homes),
        berth=tuple(berth),
    )


def _meetings(groups: Sequence[Group], salvos: Sequence[Salvo], seas: Collection[str]) -> dict[str, Meeting]:
    """By country: who comes, where somebody attacks or fires."""
    fired: dict[str, list[Salvo]] = {}
    for salvo in salvos:
        fired.setdefault(salvo.target, []).append(salvo)
    nobody = slice(0, 0)
    none = nobody, nobody, nobody
    meetings = {code: Meeting(none, none, nobody, (), frozenset(), tuple(fired[code])) for code in fired}
    end = 0
    for code, run in groupby(groups, attrgetter("target")):
        coming = list(run)
        start, end = end, end + len(coming)
        attacking = [group for group in coming if group.code not in SUPPORTS]
        if not attacking and code not in fired:
            continue
        parts = [PART_OF[group.code] for group in coming]
        bounds = list(accumulate([parts.count(part) for part in range(6)], initial=start))
        army, army_support, navy, navy_support, air, air_support = map(slice, bounds, bounds[1:])
        meetings[code] = Meeting(
            attack=(army, navy, air),
            support=(army_support, navy_support, air_support),
            all=slice(start, end),
            landing=tuple([k for k in range(army.stop - start) if coming[k].origin in seas]),
            players=frozenset([group.player for group in attacking if group.unit != "navy"]),
            salvos=tuple(fired.get(code, ())),
        )
    return dict(sorted(meetings.items()))
