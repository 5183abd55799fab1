"""What planes are to do (ED 19), and where Infantry becomes an Airbase for them."""

from collections.abc import Iterator

from pbm.rules.empire_deluxe.board import FOREST, MOUNTAIN
from pbm.rules.empire_deluxe.house.lookout import Lookout
from pbm.rules.empire_deluxe.kinds import AIRBASE, BOMBER, FIGHTER, INFANTRY
from pbm.rules.empire_deluxe.state import Unit

BOMBING = 9
"""Squares to a city that is worth the flight."""
FERRY = 16
"""Squares to another base: a Bomber that finds it gone still turns back."""
CALM = 3
"""Nobody founds an Airbase where an enemy on land is as near as that."""

WAITING = ("S",)
SCOUTING = ("E", "R", "*")


def found_base(lookout: Lookout) -> Iterator[tuple[int, str]]:
    """ED 8.9: Infantry becomes an Airbase where Bombers come from a base of theirs and reach an enemy's city that they
    reach from nowhere else: one at a time, the best cover first, then whoever is nearest to the city.
    """
    bases = _bases(lookout)
    goals = [at for at in _enemy_towns(lookout) if not lookout.reached(at, bases, BOMBING)]
    bombers = [lookout.square(unit) for _, unit in lookout.units(BOMBER)]
    cover = lookout.board.bits_of(lookout.view.rows, FOREST + MOUNTAIN)
    sites = []
    for number, unit in lookout.units(INFANTRY) if goals and bombers else ():
        here = lookout.square(unit)
        far = min(lookout.board.distance(here, at) for at in goals)
        is_in_field = not unit.aboard and here not in lookout.at.values()
        if is_in_field and far <= BOMBING and lookout.reached(here, bombers, FERRY) and _is_calm(lookout, here):
            sites.append((not cover >> here & 1, far, number))
    if sites:
        yield min(sites)[2], "U"


def _bases(lookout: Lookout) -> list[int]:
    """Where Bombers land: own cities and Airbases."""
    own = [lookout.at[code] for code in lookout.view.cities]
    return own + [lookout.square(unit) for _, unit in lookout.units(AIRBASE)]


def _enemy_towns(lookout: Lookout) -> list[int]:
    known = lookout.view.known.items()
    return [lookout.at[code] for code, it in known if it.owner not in (0, lookout.view.viewer)]


def _is_calm(lookout: Lookout, here: int) -> bool:
    """Whether no enemy on land is near, and an Airbase there cuts no way: its land neighbours hang together."""
    near = [at for at, icon in lookout.icons if icon.kind in "AR"]
    ring = (lookout.board.sight(here, 1) & lookout.ground) ^ 1 << here
    piece = ring & -ring
    while (wider := lookout.board.spread(piece) & ring) != piece:
        piece = wider
    return piece == ring and not lookout.reached(here, near, CALM)


def flights(lookout: Lookout) -> Iterator[tuple[int, str]]:
    """ED 19: Fighters hunt what they reach, one of them scouts, the others wait; Bombers go for cities. Whoever is in
    the air without orders goes home.
    """
    is_scouting = any("E" in unit.queue for _, unit in lookout.units(FIGHTER))
    for number, unit in lookout.units(FIGHTER + BOMBER):
        is_landed = unit.fuel == lookout.kinds[unit.kind].range
        is_free = unit.queue in ((), WAITING)
        order = ""
        if not is_landed:
            order = "" if unit.queue else "R"
        elif unit.kind == FIGHTER:
            order = _prey(lookout, unit)
            if is_free and not order:
                order = ">".join(WAITING if is_scouting or not lookout.unknown else SCOUTING)
                is_scouting = True
        elif is_free:
            order = _raid(lookout, unit) or ">".join(WAITING)
        if order and order != ">".join(unit.queue):
            yield number, order


def _raid(lookout: Lookout, unit: Unit) -> str:
    """The nearest city of an enemy, else the nearest base that one is near to; nothing where there is neither."""
    here, goals = lookout.square(unit), _enemy_towns(lookout)
    names = {at: code for code, at in lookout.at.items()}
    far = [(lookout.board.distance(here, at), at) for at in goals]
    if far and min(far)[0] <= BOMBING:
        return f"B{names[min(far)[1]]}>R"
    bases = [at for at in _bases(lookout) if any(lookout.board.distance(at, goal) <= BOMBING for goal in goals)]
    far = [(lookout.board.distance(here, at), at) for at in bases]
    if far and min(far)[0] <= FERRY:
        at = min(far)[1]
        return f"M{names.get(at) or lookout.board.name(at)}>R"
    return ""


def _prey(lookout: Lookout, unit: Unit) -> str:
    """A unit of an enemy that a Fighter reaches and comes back from, and not at sea in the advanced game."""
    here, far = lookout.square(unit), lookout.kinds[FIGHTER].range // 2 - 1
    close = [
        (lookout.board.distance(here, at), at)
        for at, icon in lookout.icons
        if icon.now
        and icon.kind in "ATBF"
        and lookout.board.distance(here, at) <= far
        and at not in lookout.at.values()
    ]
    return f"C{lookout.board.name(min(close)[1])}>R" if close else ""
