"""What the order composer says beside a player's orders: chances, ways home, turns of building (ED 18). No rule needs
it, and a card is read without it.
"""

from fractions import Fraction

from msgspec.structs import replace

from pbm.core.printout import Kit, KitPlace, Skill
from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.board import FOREST, MOUNTAIN, RIVER, WATER
from pbm.rules.empire_deluxe.kinds import ARMOR, NOTHING, UnitType, table
from pbm.rules.empire_deluxe.resolve.fights import bare_attack, chance, city_defence, likely, percent, strengths
from pbm.rules.empire_deluxe.resolve.moves import SLOW
from pbm.rules.empire_deluxe.resolve.production import drain, turns_of
from pbm.rules.empire_deluxe.state import City, Unit
from pbm.rules.empire_deluxe.view import View

COVERS = MOUNTAIN, FOREST, RIVER
"""ED 6.6: squares that may help who defends them."""


def advised(kit: Kit, view: View, rules: Rules) -> Kit:
    """ED 18: the kit with all that stands beside orders; the same cards are right with it and without."""
    if view.me is None or kit.board is None:
        return kit
    kinds = table(rules.variant).kinds
    worn = sorted({(unit.kind, unit.damage) for unit in view.units.values()} | {(code, 0) for code in kinds})
    codes = {known.at: code for code, known in view.known.items()}
    asides: dict[str, dict[str, int]] = {}
    places = {code: _told(place, view, rules, asides) for code, place in kit.places.items()}
    return replace(
        kit,
        places=places,
        sets=kit.sets | {_homes(kind): _bases(kind, view, kinds, codes) for kind in kinds.values() if kind.range},
        board=replace(kit.board, others=_others(view)),
        skills={f"{code}{damage or ''}": _skill(kinds[code], damage, view, rules) for code, damage in worn},
        asides=asides,
    )


def _others(view: View) -> tuple[tuple[str, str, int, int], ...]:
    """ED 5.4: others' units as they were seen last."""
    return tuple((icon.at, icon.kind, icon.owner, 0 if icon.now else icon.turn) for icon in view.icons)


def _skill(kind: UnitType, damage: int, view: View, rules: Rules) -> Skill:
    """ED 4.6, 4.8, 6.11: what a kind with that damage can do, and its chances against whoever it may meet."""
    chances: dict[str, int] = {}
    is_advanced = rules.variant == "advanced"
    for foe in table(rules.variant).kinds.values():
        if not _fights(kind, foe):
            continue

        def against(sign: str, foe: UnitType = foe) -> int:
            hit = percent(*strengths(kind, damage, foe, sign, view.options, is_advanced=is_advanced))
            return likely(kind, damage, foe, hit)

        plain = chances[foe.code] = against(WATER)
        if foe.layer == "land":
            chances |= {f"{foe.code}:{sign}": it for sign in COVERS if (it := against(sign)) != plain}
    if kind.layer == "land" or (kind.layer == "air" and is_advanced):
        hit = percent(bare_attack(kind, damage, is_advanced=is_advanced), city_defence(view.options))
        chances[":site"] = chance(hit, 1, kind.hits - damage)  # a city has one hit and one shot (ED 6.8)
        if kind.layer == "land":
            chances[":0"] = chances[":site"]
    slow = SLOW if kind.code == ARMOR else ""
    return Skill(kind.moves(damage), slow, chances if kind.attack else {}, _homes(kind) if kind.range else "")


def _fights(kind: UnitType, foe: UnitType) -> bool:
    """ED 6.7: whether a kind may attack another anywhere."""
    if kind.layer == "sea" and foe.layer == "land":
        return kind.bombards
    return not (kind.layer == "land" and foe.hidden)


def _homes(kind: UnitType) -> str:
    return f"homes of {kind.code}"


def _bases(kind: UnitType, view: View, kinds: dict[str, UnitType], codes: dict[str, str]) -> tuple[str, ...]:
    """ED 4.7: where a plane may land: own cities, and units that carry it and have room."""
    taken: dict[int, int] = {}
    for unit in view.units.values():
        taken[unit.aboard] = taken.get(unit.aboard, 0) + kinds[unit.kind].size
    hosts = (
        unit.at
        for number, unit in sorted(view.units.items())
        if kind.code in (host := kinds[unit.kind]).holds
        and host.capacity(unit.damage) - taken.get(number, 0) >= kind.size
        and unit.at not in codes
    )
    return tuple(dict.fromkeys((*sorted(view.cities), *hosts)))


def _told(place: KitPlace, view: View, rules: Rules, asides: dict[str, dict[str, int]]) -> KitPlace:
    """What stands beside the orders of a place."""
    kinds = table(rules.variant).kinds
    if place.kind == "unit":
        unit = view.units[int(place.code[1:])]
        return replace(place, damage=unit.damage, range=_range(kinds[unit.kind], unit))
    if place.code == "" and place.kind == "player":
        return replace(place, note=_drained(view, rules))
    city = view.cities.get(place.code)
    return _works(place, city, view, rules, asides) if city else place


def _range(kind: UnitType, unit: Unit) -> int:
    """ED 4.7: the squares that a plane can still fly, this turn's among them."""
    return kind.moves(unit.damage) + unit.fuel - kind.move if kind.range else 0


def _drained(view: View, rules: Rules) -> str:
    """ED 7.7: how many more units make everything take longer."""
    units, cities = len(view.units), len(view.cities)
    if rules.variant != "advanced" or view.options.get("drain") == "off" or not cities:
        return ""
    now, then = (drain(rules.variant, view.options, number, cities) for number in (units, units + 2))
    if then == 1:
        return f"{2 * cities - units} more units take nothing longer; beyond two a city everything does."
    return f"Everything takes {_decimal(now)} times as long; with two more units {_decimal(then)}."


def _decimal(number: Fraction) -> str:
    """A fraction to two places, rounded half up."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _works(place: KitPlace, city: City, view: View, rules: Rules, asides: dict[str, dict[str, int]]) -> KitPlace:
    """ED 7.2: the turns that each kind takes in a city, and what it is at."""
    me = view.me
    assert me is not None
    load = drain(rules.variant, view.options, len(view.units), len(view.cities))
    kinds = table(rules.variant).kinds
    turns = {code: turns_of(rules.variant, city, code, me.handicap, load) for code, kind in kinds.items() if kind.turns}
    name = next((name for name, told in asides.items() if told == turns), str(len(asides) + 1))
    asides[name] = turns
    note = "Builds nothing yet."
    if city.product == NOTHING:
        note = f"No production: it improves; efficiency {city.efficiency}."
    elif city.product:
        note = f"{kinds[city.product].name[0]}: {city.progress} of {turns[city.product]} turns done."
    return replace(place, asides=name, note=note)
