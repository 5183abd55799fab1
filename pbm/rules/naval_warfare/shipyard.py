"""How a ship comes into being (NW 4): its dice, its price, what fits on it. No state is changed here."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

import msgspec

from pbm.core.dice import Dice
from pbm.rules.naval_warfare.state import CARRIER, STATS, UTILITY, WARSHIP, Country, Ship, Stats, is_sub
from pbm.rules.naval_warfare.tables import DIVING, HULLS, NAMED, SPECIAL, SPECIALS, WEAPONS, bonus, throw

DREADNOUGHT, NUCLEAR, PLATED, DIVER, MAGAZINES = "DN", "NP", "PA", "SU", "XM"
TOP_STAT, TOP_CAPTAIN = 10, 14
MENACE = 0
"""The country of pirates and monsters."""
SUPER_HULL, SUPER_POINTS = 5, 10


class Wish(msgspec.Struct, frozen=True):
    """NW 4.1 to 4.8: what an order asks for. cap: the most of the country's own money; is_super: built with `!`;
    is_sub: as the submersible carrier; special: given without a roll.
    """

    hull: int
    weapons: str
    cap: int = 0
    kind: str = WARSHIP
    is_super: bool = False
    is_sub: bool = False
    special: str = ""


class Launched(msgspec.Struct, frozen=True):
    """A ship, or None where hull and two dollars cannot be paid; what it cost, and what of the list was passed over:
    letter and reason.
    """

    ship: Ship | None
    funding: int
    spent: int
    skipped: tuple[tuple[str, str], ...]


def build(
    dice: Dice, who: str, country: Country, wish: Wish, *, is_short: bool = False, trades: Collection[str] = ()
) -> Launched:
    """NW 4.1, HR-22, HR-23: dice in the order of the rules; `who` is country and number, as 1.7; is_short: only M may
    be bought; trades: economies of countries that it has taken (NW 9.2).
    """
    trades = {country.economy, *trades}
    label = f"build/{who}"
    funding = _funding(dice, label, country)
    size = _size(dice, label, wish)
    captain = 0 if wish.kind == UTILITY else _captain(dice, label, country, wish)
    specials = _specials(dice, label, wish)
    if DREADNOUGHT in specials:
        size = len(HULLS)
    kind = wish.kind
    skipped: list[tuple[str, str]] = []
    if kind == CARRIER and size < NAMED["carrier_least"]:
        kind = WARSHIP
        skipped.append(("C", "no-carrier"))
    stats = _stats(dice, label, country, trades)
    if NUCLEAR in specials:
        stats.power = min(TOP_STAT, stats.power + 2)
    points = hit_points(dice, f"{label}/hp/", size, stats, country, specials, is_super=wish.is_super)
    ship = Ship(
        hull=size,
        max=points,
        hp=points,
        weapons="",
        kind=kind,
        stats=stats,
        specials=specials,
        captain=captain,
        shields=shield_score(stats, specials, country),
    )
    purse = funding + min(wish.cap, country.money)
    if min(wish.cap, country.money) < NAMED["own_money"] or HULLS[size].cost > purse:
        return Launched(None, funding, 0, ())
    fit, cost, passed = _fit(ship, wish, country, purse, is_short=is_short, is_dealer="WEA" in trades)
    ship.weapons = fit
    if kind == UTILITY:
        ship.holds = [(letter, hold(size)) for letter in wish.weapons[: NAMED["holds"]]]
    return Launched(ship, funding, max(NAMED["own_money"], cost - funding), (*skipped, *passed))


def given(dice: Dice, who: str, country: Country, wish: Wish, trades: Collection[str] = ()) -> Ship:
    """NW 2.13 FRE: a ship of the founding fleet: all dice but funding, hull and a special that is given; its fit is
    free, without what submarines do not carry (NW 4.6).
    """
    label = f"build/{who}"
    captain = _captain(dice, label, country, wish)
    specials = [wish.special] if wish.special else _specials(dice, label, wish)
    stats = _stats(dice, label, country, {country.economy, *trades})
    if NUCLEAR in specials:
        stats.power = min(TOP_STAT, stats.power + 2)
    size = len(HULLS) if DREADNOUGHT in specials else wish.hull
    points = hit_points(dice, f"{label}/hp/", size, stats, country, specials, is_super=False)
    return Ship(
        hull=size,
        max=points,
        hp=points,
        weapons="".join(it for it in wish.weapons if DIVER not in specials or it in DIVING),
        kind=wish.kind,
        stats=stats,
        specials=specials,
        captain=captain,
        shields=shield_score(stats, specials, country),
    )


def _funding(dice: Dice, label: str, country: Country) -> int:
    """NW 4.1, 2.13 WRK: 1d10; a 10 is 15 and another roll."""
    found = 10 if "WRK" in country.abilities else 0
    roll = 1
    while (face := dice.die(f"{label}/fund/{roll}", 10)) == 10:
        found += 15
        roll += 1
    dollars: int = NAMED["funding"][face - 1]
    return found + dollars


def _size(dice: Dice, label: str, wish: Wish) -> int:
    """NW 4.1: 1d4+1, and no more than is wanted; a super ship is a battleship without a roll."""
    if wish.is_super or wish.is_sub:
        return SUPER_HULL
    return min(wish.hull, dice.die(f"{label}/hull", 4) + 1)


def _captain(dice: Dice, label: str, country: Country, wish: Wish) -> int:
    if wish.is_super:
        return TOP_CAPTAIN
    return captain(dice, label, country)


def captain(dice: Dice, label: str, country: Country) -> int:
    """NW 2.5, 2.13 TRN: the score of a captain who goes aboard."""
    return min(TOP_CAPTAIN, dice.die(f"{label}/captain", 12) + 2 * ("TRN" in country.abilities))


def _specials(dice: Dice, label: str, wish: Wish) -> list[str]:
    """NW 4.1, 4.2, 4.8, 2.13 SUP, SUB."""
    if wish.kind == UTILITY:
        return [NAMED["utility_specials"][dice.die(f"{label}/special/1", 10) - 1]]
    pairs = count(1, 2)
    found = [special(dice, f"{label}/special/", (), pairs)]
    if wish.is_sub and DIVER not in found:
        found.append(DIVER)
    if wish.is_super:
        found.append(special(dice, f"{label}/special/", found, pairs))
    return found


def special(dice: Dice, label: str, there: Iterable[str], pairs: Iterator[int]) -> str:
    """NW 4.1, 7.1: 2d8, again while the ship has it; pairs: the numbers of the first dice, 1, 3, 5 ..."""
    held = set(there)
    while True:
        start = next(pairs)
        code = SPECIALS[dice.die(f"{label}{start}", 8) + dice.die(f"{label}{start + 1}", 8)].code
        if code not in held:
            return code


def _stats(dice: Dice, label: str, country: Country, trades: Collection[str]) -> Stats:
    """NW 4.1, 2.12, 2.13 SPE: 1d8 each."""
    chosen = str(country.prefs.get("SP", "H"))
    found = {}
    for name in STATS:
        letter = name[0].upper()
        roll = dice.die(f"{label}/stat/{letter}", 8)
        roll += (letter == "T" and "COM" in trades) + ("SPE" in country.abilities and letter == chosen)
        found[name] = min(TOP_STAT, roll)
    return Stats(**found)


def hit_points(
    dice: Dice, label: str, size: int, stats: Stats, country: Country, specials: Sequence[str], *, is_super: bool
) -> int:
    """NW 4.4: dice and constant of the hull, hull stat and its bonus; a dreadnought has 18 at least; extras."""
    points = throw(HULLS[size].dice).roll(dice, label) + stats.hull + bonus(stats.hull)
    points = max(points, NAMED["dreadnought_least"] if size == len(HULLS) else 1)
    return points + 5 * (PLATED in specials) + 5 * ("MAT" in country.abilities) + SUPER_POINTS * is_super


def shield_score(stats: Stats, specials: Sequence[str], country: Country) -> int:
    """NW 4.4: shield stat and bonus and the bonus of power, 6 more with nuclear power, twice with super emitters."""
    score = max(0, stats.shields + bonus(stats.shields) + bonus(stats.power)) + 6 * (NUCLEAR in specials)
    return score * (2 if "SHI" in country.abilities else 1)


def hold(size: int) -> int:
    """NW 4.8: pieces in one hold."""
    return 4 * size


def slots(ship: Ship) -> int:
    """NW 4.3, 4.7, 4.8: how many weapons it carries."""
    if ship.kind == UTILITY:
        return 1
    return ship.hull // 2 if ship.kind == CARRIER else HULLS[ship.hull].weapons


def aircraft_slots(ship: Ship) -> int:
    """NW 4.7, 2.13, HR-25: how many small aircraft it carries."""
    if ship.kind != CARRIER:
        return 0
    found: int = NAMED["carrier_slots"].get(str(ship.hull), 0)
    return found


def full(weapon: str, ship: Ship) -> int:
    """NW 5.9: the payload of a weapon of a ship, 0: without end; a quarter more, up, with expanded magazines."""
    load = WEAPONS[weapon].load if weapon in WEAPONS else 0
    return -(-load * 5 // 4) if MAGAZINES in ship.specials else load


def refusal(weapon: str, size: int, *, is_diver: bool, is_short: bool) -> str:
    """NW 4.3, 4.6, 6.3, HR-56: why a weapon is not allowed on such a ship; nothing where it is."""
    if is_short and weapon != "M":
        return "embargo"
    if is_diver and weapon not in DIVING:
        return "submarine"
    return "hull" if size < WEAPONS[weapon].hull else ""


def _fit(
    ship: Ship, wish: Wish, country: Country, purse: int, *, is_short: bool, is_dealer: bool
) -> tuple[str, int, list[tuple[str, str]]]:
    """NW 4.3, 2.12, HR-08: weapons in the order of the list while slots and money last; to a weapons dealer the dearest
    of a ship larger than a destroyer is free.
    """
    wanted = wish.weapons
    if ship.kind == UTILITY:
        wanted = "M"
    elif is_sub(ship) and country.prefs.get("SF"):
        wanted = str(country.prefs["SF"])
    room = SUPER_HULL if wish.is_sub else slots(ship)
    has_free = is_dealer and ship.hull > 3
    taken, passed = "", []
    for weapon in wanted:
        why = "slots" if len(taken) == room else refusal(weapon, ship.hull, is_diver=is_sub(ship), is_short=is_short)
        if not why and _price(ship, taken + weapon, is_free=has_free) > purse:
            why = "money"
        if why:
            passed.append((weapon, why))
        else:
            taken += weapon
    return taken, _price(ship, taken, is_free=has_free), passed


def _price(ship: Ship, weapons: str, *, is_free: bool) -> int:
    prices = [WEAPONS[weapon].cost for weapon in weapons]
    return HULLS[ship.hull].cost + sum(prices) - (max(prices, default=0) if is_free else 0)


def enrich(ship: Ship, code: str, country: Country) -> None:
    """NW 7.1, 7.4: a special that a ship gets later, with what it is worth at once."""
    ship.specials.append(code)
    if code == PLATED:
        ship.max += 5
        ship.hp += 5
    elif code == NUCLEAR:
        ship.stats.power = min(TOP_STAT, ship.stats.power + 2)
        ship.shields = shield_score(ship.stats, ship.specials, country)
    elif code == DREADNOUGHT:
        ship.hull = len(HULLS)


def pirate(dice: Dice, k: int, wish: Wish | None) -> Ship:
    """NW 5.18: a pirate ship: built by the dice of all ships, without money; weapons by 1d10 on the list, the next
    below where one is not allowed; wish: a hull, or a super ship (NW 8.17).
    """
    label = f"build/{MENACE}.{k}"
    nobody = Country(territory="", name="", tag="", economy="", money=0)
    wish = wish or Wish(0, "")
    size = SUPER_HULL if wish.is_super else wish.hull or dice.die(f"{label}/hull", 4) + 1
    captain = _captain(dice, label, nobody, wish)
    specials = _specials(dice, label, wish)
    size = len(HULLS) if DREADNOUGHT in specials else size
    stats = _stats(dice, label, nobody, ())
    if NUCLEAR in specials:
        stats.power = min(TOP_STAT, stats.power + 2)
    points = hit_points(dice, f"{label}/hp/", size, stats, nobody, specials, is_super=wish.is_super)
    is_diver = DIVER in specials
    allowed = [weapon for weapon in WEAPONS if not refusal(weapon, size, is_diver=is_diver, is_short=False)]
    codes, weapons = list(WEAPONS), ""
    for slot in range(1, HULLS[size].weapons + 1):
        roll = dice.die(f"{label}/weapon/{slot}", 10)
        weapons += next((code for code in reversed(codes[:roll]) if code in allowed), allowed[0])
    shields = shield_score(stats, specials, nobody)
    return Ship(
        hull=size,
        max=points,
        hp=points,
        weapons=weapons,
        stats=stats,
        specials=specials,
        captain=captain,
        shields=shields,
    )


def named_special(code: str) -> str:
    """What a special of a ship is called."""
    return SPECIAL[code].name
