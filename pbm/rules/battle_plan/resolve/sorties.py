"""Units away from home, and how they are sorted for the phases that ask for them (BP 4C.1 to 4E.3)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, chain, starmap
from typing import Literal

import msgspec

Unit = Literal["army", "navy", "air"]

UNITS: dict[Unit, int] = {"army": 0, "navy": 1, "air": 2}
UNIT_OF: dict[str, Unit] = {
    **dict.fromkeys(("AC", "AB", "AS"), "army"),
    **dict.fromkeys(("NN", "NS"), "navy"),
    **dict.fromkeys(("FA", "FN", "FF", "FI", "FS"), "air"),
}
"""The orders in the order of the book: of each unit those who attack, then those who support."""
SUPPORTS = frozenset(("AS", "NS", "FS"))
PART_OF = {code: 2 * UNITS[unit] + (code in SUPPORTS) for code, unit in UNIT_OF.items()}


class Sortie(msgspec.Struct, frozen=True, gc=False):
    """Units away from home under one order (BP 4C.1, 4C.2, 4C.3, 4D.1, 4D.3, 4E.2, 4E.3); `code` is the order (AC, FS,
    ...).
    """

    player: int
    origin: str
    target: str
    code: str
    unit: Unit
    sent: int


class Salvo(msgspec.Struct, frozen=True, gc=False):
    """Missiles on their way (BP 4F.1)."""

    player: int
    origin: str
    target: str
    code: str
    fired: int


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """Who comes to a country that is attacked.

    bounds: the serials where its groups begin, and where each part of them ends: Army that attacks and that supports,
    then Navy, then AirForce. landing: which of the attacking armies come from a sea. players: those whose Army or
    AirForce attacks, ascending.
    """

    bounds: tuple[int, ...]
    landing: tuple[int, ...]
    players: tuple[int, ...]
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

    groups: tuple[Sortie, ...] = ()
    sent: tuple[int, ...] = ()
    meetings: dict[str, Meeting] = {}
    borders: tuple[tuple[str, str, list[int], list[int]], ...] = ()
    armies: dict[str, list[int]] = {}
    afloat: dict[str, list[int]] = {}
    supporters: dict[str, set[int]] = {}
    conquerors: tuple[int, ...] = ()
    homes: tuple[tuple[str, int], ...] = ()
    berth: tuple[int, ...] = ()


Sent = tuple[int, str, str, str, Unit, int]
"""The fields of a group."""


def sort_out(given: Sequence[Sent], salvos: Sequence[Salvo], seas: Collection[str]) -> Away:
    """All that the phases will ask about these groups, which come in the order of the book."""
    bound: defaultdict[str, list[int]] = defaultdict(list)
    for k, (_, _, target, _, _, _) in enumerate(given):
        bound[target].append(k)
    order = [*chain.from_iterable(bound.values())]
    groups = tuple(starmap(Sortie, map(given.__getitem__, order)))
    serials = [0] * len(order)
    for serial, k in enumerate(order):
        serials[k] = serial
    crossing: set[tuple[str, str]] = set()
    armies: defaultdict[str, list[int]] = defaultdict(list)
    afloat: defaultdict[str, list[int]] = defaultdict(list)
    supporters: defaultdict[str, set[int]] = defaultdict(set)
    conquerors: list[int] = []
    homes: dict[tuple[str, int], int] = {}
    berth = [0] * len(order)
    for serial, (player, origin, target, code, unit, _) in zip(serials, given, strict=True):
        if target in seas:  # supports this sea, and counts only here
            afloat[target].append(serial)
            supporters[target].add(player)
        elif origin in seas:  # survivors of a fight on land are back at sea (BP HR-39)
            afloat[origin].append(serial)
        if unit == "army":
            armies[origin].append(serial)
            if code != "AS":
                crossing.add((origin, target))
            if code == "AC":
                conquerors.append(serial)
        berth[serial] = 3 * homes.setdefault((origin, player), len(homes)) + UNITS[unit]
    meetings = _meetings(groups, bound, salvos, seas)
    borders = sorted([(x, y) for x, y in crossing if x < y and (y, x) in crossing])
    return Away(
        groups=groups,
        sent=tuple([group.sent for group in groups]),
        meetings=meetings,
        borders=tuple([(x, y, _armies(groups, meetings[y], x), _armies(groups, meetings[x], y)) for x, y in borders]),
        armies=armies,
        afloat=afloat,
        supporters=supporters,
        conquerors=tuple(conquerors),
        homes=tuple(homes),
        berth=tuple(berth),
    )


def _meetings(
    groups: Sequence[Sortie], bound: Mapping[str, list[int]], salvos: Sequence[Salvo], seas: Collection[str]
) -> dict[str, Meeting]:
    """By country: who comes, where somebody attacks or fires."""
    fired: dict[str, list[Salvo]] = {}
    for salvo in salvos:
        fired.setdefault(salvo.target, []).append(salvo)
    meetings = {code: Meeting((0, 0, 0, 0, 0, 0, 0), (), (), tuple(fired[code])) for code in fired}
    end = 0
    for code, row in bound.items():
        start, end = end, end + len(row)
        numbers = [0, 0, 0, 0, 0, 0]
        for group in groups[start:end]:
            numbers[PART_OF[group.code]] += 1
        if numbers[0] or numbers[2] or numbers[4] or code in fired:
            bounds = tuple(accumulate(numbers, initial=start))
            attackers = (*groups[start : bounds[1]], *groups[bounds[4] : bounds[5]])
            meetings[code] = Meeting(
                bounds,
                tuple([k for k in range(numbers[0]) if attackers[k].origin in seas]),
                tuple(sorted({group.player for group in attackers})),
                tuple(fired.get(code, ())),
            )
    return dict(sorted(meetings.items()))


def _armies(groups: Sequence[Sortie], meeting: Meeting, origin: str) -> list[int]:
    """The armies from there that attack here."""
    start, end, *_ = meeting.bounds
    return [serial for serial in range(start, end) if groups[serial].origin == origin]
