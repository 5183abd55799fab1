"""A house player's economy: market, research, levels, builds (GE 3)."""

from collections.abc import Iterator

from pbm.core.dice import Dice
from pbm.rules.gunboat_empires.house.purse import Purse
from pbm.rules.gunboat_empires.parse import why_not
from pbm.rules.gunboat_empires.state import Country, buy_price, capacity, merchants, power
from pbm.rules.gunboat_empires.tables import BTECH, GOLD, GOODS, SUPPLY, tables
from pbm.rules.gunboat_empires.view import View, sizes

ARMIES = ("PZ", "MI", "TK", "HI", "LI")
AIR = ("JB", "JF", "BM", "FT", "BI")
SHIPS = ("CV", "S2", "S1", "DN", "BB", "ES")
MOST_MERCHANTS = 12
HELP_EVERY, GIVEN, MOST_GIVEN = 7, "RP", 500
RESERVE, MOST_SUPPLY = 12_000, 6_000
"""Gold beyond the reserve buys so many points of Supply at most: it is what everything costs, and is short first."""


def economy(view: View, purse: Purse, dice: Dice) -> Iterator[str]:
    """Lines of a card, in the order of the phases."""
    assert view.me is not None
    me = view.me
    tokens = [*_market(view, me, purse)]
    tokens += _help(view, purse, dice)
    research = [*_research(me, purse)]
    builds = [*_build(view, me, purse)]
    yield "@ " + " ".join([*tokens, *research, *_improve(me, purse)])
    yield from builds


def _market(view: View, me: Country, purse: Purse) -> Iterator[str]:
    """GE 3.1: what is more than enough is sold, dearest first; what will be missing is bought."""
    room = capacity(merchants(view.regions, view.viewer), me.technologies)
    for goods in sorted(GOODS, key=lambda goods: (-view.prices[goods], goods)):
        share = 2 if goods in ("SP", "RP") else 1
        number = min(room, purse.spare(goods) // share, purse.stocks[goods])
        if number >= 100:
            room -= number
            purse.stocks[goods] -= number
            purse.stocks[GOLD] += number * view.prices[goods] // 100
            yield f"S{number}{goods}"
    for goods in GOODS:
        short = purse.used[goods] - purse.stocks[goods] - purse.made[goods]
        price = buy_price(view.prices[goods])
        number = min(short + 50, purse.stocks[GOLD] * 100 // price)
        if short > 0 and number > 0:
            purse.stocks[goods] += number
            purse.stocks[GOLD] -= -(-number * price // 100)
            yield f"P{number}{goods}"
    price = buy_price(view.prices[SUPPLY])
    number = min((purse.stocks[GOLD] - RESERVE) * 100 // price // 2, MOST_SUPPLY)
    if number >= 100:
        purse.stocks[SUPPLY] += number
        purse.stocks[GOLD] -= -(-number * price // 100)
        yield f"P{number}{SUPPLY}"


def _help(view: View, purse: Purse, dice: Dice) -> Iterator[str]:
    """GE 3.2: now and then some of what is too much goes to one of the smallest of the other powers."""
    held = sizes(view.owners)
    others = [number for number in view.seats if held[number] and number != view.viewer]
    if others and (view.turn + view.viewer) % HELP_EVERY == 0 and purse.spare(GIVEN) >= MOST_GIVEN:
        purse.stocks[GIVEN] -= MOST_GIVEN
        least = min(held[number] for number in others)
        small = [number for number in others if held[number] == least]
        yield f"X{small[dice.below(f'{view.viewer}/help', len(small))]}:{MOST_GIVEN}{GIVEN}"


def _research(me: Country, purse: Purse) -> Iterator[str]:
    """GE 3.5: the first technology of the table that is possible and can be paid."""
    for code, technology in tables().technologies.items():
        if not why_not(me, code) and purse.can(technology.cost):
            purse.pay(technology.cost)
            yield f"R{code}"
            return


def _improve(me: Country, purse: Purse) -> Iterator[str]:
    """GE 3.6: BTech for all technologies first, then the army and the fleet, then industry."""
    table = tables()
    levels = table.levels
    following = [it.btech for code, it in table.technologies.items() if code not in me.technologies]
    wanted = min(max(following, default=0) - me.levels.get(BTECH, 0), levels[BTECH].most)
    for code in (BTECH, "ARM", "NAV", "LAB", "HIN", "LIN", "ENE", "MIN", "FOO", "AGR"):
        level = levels[code]
        number = min(wanted if code == BTECH else level.most, level.top - me.levels.get(code, 0))
        while number > 0 and not purse.can(level.cost, number):
            number //= 2
        if number > 0:
            purse.pay(level.cost, number)
            yield f"I{number}{code}"


def _build(view: View, me: Country, purse: Purse) -> Iterator[str]:
    """GE 3.3, 3.4: Merchants, then the best units that may be built, then laboratories where people are free."""
    table, left = tables(), power(me.technologies, "military_orders")
    economic = power(me.technologies, "economic_orders")
    ships = merchants(view.regions, view.viewer)
    army = sum(n for it in view.regions.values() for kind, n in it.units.items() if table.units[kind].kind == "army")
    for code in sorted(view.regions, key=lambda code: (code != me.capital, code != me.port, code)):
        region, tokens = view.regions[code], list[str]()
        depots, yards = region.facilities.get("DEP", 0), region.facilities.get("SHY", 0)
        if yards and left > 0 and ships < MOST_MERCHANTS and purse.can(table.units["MR"].cost):
            purse.pay(table.units["MR"].cost)
            tokens.append("B1MR")
            ships, yards, left = ships + 1, yards - 1, left - 1
        at = view.turn + view.viewer
        kinds = (*(_turned(AIR, at) if depots > 1 and at % 3 == 0 else ()), *ARMIES)
        fleet = _turned(SHIPS, at)
        for places, of in ((depots, kinds), (yards, ("SL", *fleet) if me.sealift < min(army // 4, 16) else fleet)):
            unit = next((table.units[k] for k in of if _known(me, k) and purse.can(table.units[k].cost)), None)
            number = min(places, 3)
            while unit and number > 0 and not purse.can(unit.cost, number):
                number -= 1
            if unit and number > 0 and left > 0:
                purse.pay(unit.cost, number)
                tokens.append(f"B{number}{unit.code}")
                left -= 1
        free = region.pop - sum(region.facilities.values())
        facility = table.facilities["LAB" if len(me.technologies) < 20 else "HIN"]
        if free > 0 and economic > 0 and table.regions[code].is_land and purse.can(facility.cost):
            purse.pay(facility.cost)
            tokens.append(f"B1{facility.code}")
            economic -= 1
        if tokens:
            yield f"@{code} {' '.join(tokens)}"


def _turned(kinds: tuple[str, ...], by: int) -> tuple[str, ...]:
    """The kinds with another one first from turn to turn, so that a country has some of each."""
    by %= len(kinds)
    return kinds[by:] + kinds[:by]


def _known(me: Country, kind: str) -> bool:
    needs = tables().units[kind].needs
    return not needs or needs in me.technologies
