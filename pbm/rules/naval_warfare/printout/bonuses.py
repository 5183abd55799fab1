"""NW 4.4, 4.5: what a ship adds to its rolls, for its sheet."""

from collections.abc import Iterable

import msgspec

from pbm.rules.naval_warfare.state import UTILITY, Country, Ship
from pbm.rules.naval_warfare.tables import ADMIRALS, CAPTAINS, NAMED, Officer, bonus

NOBODY = Officer(init=0, hit=0, dodge=0, morale=0)


class Bonuses(msgspec.Struct, frozen=True):
    """NW 4.4, 4.5: bonuses of a ship; damage: of all its weapons; morale in per cent."""

    hit: int
    dodge: int
    initiative: int
    damage: int
    morale: int


def bonuses(ship: Ship, country: Country, company: Iterable[Ship]) -> Bonuses:
    """NW 4.4, 4.5, 4.9: `company`: the ships of its group, among which an admiral may be."""
    admiral = max((it.admiral for it in (*company, ship) if it.hp > 0), default=0)
    officers = [CAPTAINS.get(ship.captain, NOBODY), ADMIRALS.get(admiral, NOBODY)]
    has = ship.specials.__contains__
    return Bonuses(
        hit=bonus(ship.stats.targeting)
        + sum(it.hit for it in officers)
        + (ship.level >= 1)
        + ("GUI" in country.abilities)
        + has("AR"),
        dodge=bonus(ship.stats.engines) + sum(it.dodge for it in officers) + (ship.level >= 2) + 2 * has("RR"),
        initiative=sum(it.init for it in officers) + (ship.level >= 4) + 2 * has("ET"),
        damage=(ship.level >= 3) + 2 * has("AS"),
        morale=0
        if ship.kind == UTILITY
        else NAMED["morale"] + sum(it.morale for it in officers) + 10 * min(ship.level, 4),
    )
