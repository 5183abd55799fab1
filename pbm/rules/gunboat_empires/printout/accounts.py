"""Stocks, economy, technologies, the market (GE 25)."""

from pbm.core.printout import Cell, Column, Lines, Section, Table
from pbm.rules.gunboat_empires.parse import why_not
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.resolve.campaign import COLUMNS
from pbm.rules.gunboat_empires.state import Country, buy_price, capacity, merchants, power
from pbm.rules.gunboat_empires.tables import BTECH, GOLD, GOODS, tables

NUMBERS = tuple(Column("Gold" if goods == GOLD else goods, "number") for goods in (*GOODS, GOLD))


def account(readout: Readout) -> list[Section]:
    """GE 24, 25: what came and went of every good, phase by phase."""
    told = {facts["goods"]: facts for facts in readout.told("account")}
    if not told:
        return []
    rows: list[tuple[Cell, ...]] = []
    for column in COLUMNS:
        values = [told[goods][column] for goods in (*GOODS, GOLD)]
        if column == "start" or any(values):
            rows.append((readout.words("account", column), *values))
    total = (readout.words("account", "end"), *(told[goods]["end"] for goods in (*GOODS, GOLD)))
    table = Table((Column("Account"), *NUMBERS), tuple(rows), total)
    return [Section("account", "Account", (table,), f"{told[GOLD]['end']} Gold")]


def economy(readout: Readout, me: Country) -> Section:
    """GE 25: facilities, levels, and what they will make next turn at today's levels."""
    table = tables()
    totals = dict.fromkeys(table.facilities, 0)
    for region in readout.view.regions.values():
        for kind, number in region.facilities.items():
            totals[kind] += number
    levels = ["/".join(str(me.levels.get(level, 0)) for level in it.makes.values()) for it in table.facilities.values()]
    output: list[Cell] = []
    for kind, facility in table.facilities.items():
        made = [str(totals[kind] * me.levels.get(level, 0)) for level in facility.makes.values()]
        output.append("/".join(made))
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Facilities", *totals.values()),
        ("Level", *levels),
        ("Next turn", *output),
    )
    columns = (Column("Economy"), *(Column(kind, "mono") for kind in table.facilities))
    return Section("economy", "Economy", (Table(columns, rows),))


def technologies(readout: Readout, me: Country) -> Section:
    """GE 25: what the country has, what it may develop now, and what the next levels of BTech open."""
    table = tables().technologies
    have = ", ".join(table[code].name for code in me.technologies) or "none"
    possible = [code for code in table if not why_not(me, code)]
    prices = [
        f"{code} {table[code].name}: " + " ".join(f"{number} {goods}" for goods, number in table[code].cost.items())
        for code in possible
    ]
    level = me.levels.get(BTECH, 0)
    later = sorted({it.btech for it in table.values() if it.btech > level})[:2]
    opened = [
        f"At BTech {number}: {' '.join(code for code, it in table.items() if it.btech == number)}." for number in later
    ]
    lines = (f"You have: {have}.", "Possible now:" if prices else "Nothing is possible now.", *prices, *opened)
    return Section("technologies", "Technologies", (Lines(lines),), str(len(me.technologies)))


def military(readout: Readout, me: Country) -> Section:
    """GE 25: Sealift, Merchants, what may be sold and how much may be ordered next turn."""
    ships = merchants(readout.view.regions, readout.me)
    orders = [power(me.technologies, name) for name in ("military_orders", "economic_orders")]
    line = f"Sealift {me.sealift}   Merchants {ships}   capacity next turn {capacity(ships, me.technologies)}"
    return Section("military", "Military", (Lines((f"{line}   orders {orders[0]} + {orders[1]}",)),))


def market(readout: Readout) -> Section:
    """GE 25, 3.1: prices of the next turn, and what they were."""
    view = readout.view
    old = {facts["goods"]: facts["old"] for facts in readout.told("price")}
    rows: list[tuple[Cell, ...]] = [
        ("sell", *view.prices.values()),
        ("buy", *(buy_price(price) for price in view.prices.values())),
    ]
    if old:
        rows.append(("was", *(old[goods] for goods in view.prices)))
    table = Table((Column("Market"), *(Column(goods, "number") for goods in view.prices)), tuple(rows))
    return Section("market", "Market", (table,))
