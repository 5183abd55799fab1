"""The economics sequence, E1 to E7 (GE 3): worked again from what the reader took, with the same result (GE HR-52)."""

import re
from collections.abc import Callable, Mapping

from pbm.orders.form import Order
from pbm.rules.gunboat_empires.resolve.campaign import Campaign, Realm
from pbm.rules.gunboat_empires.state import buy_price, capacity, merchants
from pbm.rules.gunboat_empires.tables import GOLD, GOODS, Counts, tables

SALVAGED = GOODS[0], GOODS[-1]
"""GE 3.3.5, 3.4.3: what a salvage gives back, SP and RP."""


def file_orders(campaign: Campaign) -> None:
    """GE 22.6, HR-48: standing orders are put on file, or taken from it."""
    for player in campaign.players:
        for order in campaign.parsed[player].orders:
            if not order.slot:
                continue
            filed = campaign.standing.setdefault(order.place, {}) if order.place else campaign.nations[player].standing
            if order.code:
                filed[order.slot] = order.text.rpartition("/")[2] if order.text.startswith("/") else order.text
            else:
                filed.pop(order.slot, None)
        campaign.nations[player].standing = dict(sorted(campaign.nations[player].standing.items()))
    campaign.standing = {code: dict(sorted(filed.items())) for code, filed in campaign.standing.items() if filed}


def _cut(campaign: Campaign, player: int, order: Order, done: int, reason: str) -> None:
    """GE 24: an order that was carried out in part."""
    wanted = int(order.operands["n"])
    campaign.tell("cut", [player], player=player, order=order.text, wanted=wanted, done=done, reason=reason)


def sell(campaign: Campaign) -> None:
    """GE 3.1.1, 3.1.2, 3.1.4, 3.1.6, HR-06, HR-08, HR-51: sales, cut to stock and to what is left of the capacity."""
    regions = campaign.state.regions
    for player in campaign.players:
        nation = campaign.nations[player]
        room = capacity(merchants(regions, player), nation.technologies)
        for order in campaign.given(player, "S"):
            goods, wanted = order.operands["g"], int(order.operands["n"])
            number = min(wanted, nation.stocks[goods], room)
            _note_cut(campaign, player, order, number, "stock" if nation.stocks[goods] < room else "capacity")
            if number <= 0:
                continue
            gold = number * campaign.state.prices[goods] // tables().params["price_lot"]
            room -= number
            nation.move(goods, -number, "sold")
            nation.move(GOLD, gold, "sold")
            _trade(campaign, "sold", "paid", goods, number, gold)
            campaign.tell("sold", [player], player=player, goods=goods, number=number, gold=gold)


def _note_cut(campaign: Campaign, player: int, order: Order, number: int, reason: str) -> None:
    """What the reader cut already, and what the day cuts."""
    cut = order.cut
    if cut:
        known = {"capacity": "capacity", "depot": "places", "shipyard": "places", "pop": "pop"}
        why = known.get(cut.store, reason)
        campaign.tell("cut", [player], player=player, order=cut.text, wanted=cut.number, done=number, reason=why)
    elif number < int(order.operands["n"]):
        _cut(campaign, player, order, number, reason)


def _trade(campaign: Campaign, what: str, gold_word: str, goods: str, number: int, gold: int) -> None:
    campaign.market[what][goods] = campaign.market[what].get(goods, 0) + number
    campaign.market[gold_word][goods] = campaign.market[gold_word].get(goods, 0) + gold


def buy(campaign: Campaign) -> None:
    """GE 3.1.2, 3.1.5, 3.1.6, HR-06: purchases, cut to what the Gold pays."""
    lot = tables().params["price_lot"]
    for player in campaign.players:
        nation = campaign.nations[player]
        for order in campaign.given(player, "P"):
            goods, wanted = order.operands["g"], int(order.operands["n"])
            price = buy_price(campaign.state.prices[goods])
            number = min(wanted, nation.stocks[GOLD] * lot // price)
            _note_cut(campaign, player, order, number, "gold")
            if number <= 0:
                continue
            gold = -(-number * price // lot)
            nation.move(goods, number, "bought")
            nation.move(GOLD, -gold, "bought")
            _trade(campaign, "bought", "taken", goods, number, gold)
            campaign.tell("bought", [player], player=player, goods=goods, number=number, gold=gold)


def export(campaign: Campaign) -> None:
    """GE 3.2.1, 3.2.2, 3.2.3, HR-09: goods leave now and arrive in A3."""
    most = tables().params["max_export_each"]
    for player in campaign.players:
        nation = campaign.nations[player]
        for order in campaign.given(player, "X"):
            to = int(order.operands["p"])
            for part in order.operands["parts"]:
                number = min(part["n"], most, nation.stocks[part["g"]])
                _note_part(campaign, player, order, part["g"], number)
                if number <= 0:
                    continue
                nation.move(part["g"], -number, "exported")
                campaign.exports.append((player, to, part["g"], number))
                campaign.tell("exported", [player], by=player, to=to, goods=part["g"], number=number)


def _note_part(campaign: Campaign, player: int, order: Order, goods: str, number: int) -> None:
    """GE 3.2.3, 24: a part of an export that was cut to the stock, or to what may go at once."""
    found = re.search(f"([0-9]+){goods}", order.written.upper() or (order.cut.text if order.cut else order.text))
    wanted = int(found[1]) if found else number
    if number < wanted:
        why = "limit" if number == tables().params["max_export_each"] else "stock"
        campaign.tell("cut", [player], player=player, order=order.text, wanted=wanted, done=number, reason=why)


def _pay(nation: Realm, cost: Mapping[str, int], number: int, column: str) -> None:
    for goods, each in cost.items():
        nation.move(goods, -each * number, column)


def _able(nation: Realm, cost: Mapping[str, int], number: int) -> int:
    """How many the stocks pay."""
    return min([number, *(nation.stocks[goods] // each for goods, each in cost.items() if each)])


def _gain(cost: Counts, share: tuple[int, int]) -> Counts:
    """GE 3.3.5, 3.4.3, HR-05: what a salvage gives: a part of SP and RP, rounded down, no Gold."""
    return {goods: cost[goods] * share[0] // share[1] for goods in SALVAGED if goods in cost}


def build_units(campaign: Campaign) -> None:
    """GE 1.11, 3.3.1, 3.3.2, 3.3.3, 3.3.4, 3.3.6, HR-44: military builds and salvage, as listed."""
    table = tables()
    parts = table.params["salvage_unit_pct"], 100
    for player in campaign.players:
        nation, places = campaign.nations[player], dict[tuple[str, str], int]()
        for order in campaign.given(player, "BU", "ZU"):
            kind, region = order.operands["u"], order.place
            unit = table.units[kind]
            key = region, unit.place
            free = places.setdefault(key, campaign.facilities[region].get(unit.place, 0))
            if order.code == "ZU":
                if free and campaign.units[region].get(kind):
                    campaign.take_out(region, {kind: 1})
                    places[key] -= 1
                    for goods, number in _gain(unit.cost, parts).items():
                        nation.move(goods, number, "military")
                    campaign.tell("salvaged", [player], player=player, region=region, what=kind, number=1)
                continue
            number = min(_able(nation, unit.cost, int(order.operands["n"])), free)
            _note_cut(campaign, player, order, number, "places" if free <= number else "cost")
            if number <= 0:
                continue
            places[key] -= number
            _pay(nation, unit.cost, number, "military")
            if unit.kind == "sealift":
                nation.sealift += number
            else:
                campaign.put_in(region, {kind: number})
            campaign.tell("built", [player], player=player, region=region, what=kind, number=number)


def build_facilities(campaign: Campaign) -> None:
    """GE 3.4.1, 3.4.4, HR-44: economic builds and salvage, as listed."""
    table = tables()
    parts = table.params["salvage_facility_num"], table.params["salvage_facility_den"]
    for player in campaign.players:
        nation = campaign.nations[player]
        for order in campaign.given(player, "BF", "ZF"):
            kind, region = order.operands["f"], order.place
            facility, here = table.facilities[kind], campaign.facilities[region]
            if order.code == "ZF":
                if here.get(kind):
                    here[kind] -= 1
                    if not here[kind]:
                        del here[kind]
                    for goods, number in _gain(facility.cost, parts).items():
                        nation.move(goods, number, "economic")
                    campaign.tell("salvaged", [player], player=player, region=region, what=kind, number=1)
                continue
            free = campaign.state.regions[region].pop - sum(here.values())
            number = min(_able(nation, facility.cost, int(order.operands["n"])), free)
            _note_cut(campaign, player, order, number, "pop" if free <= number else "cost")
            if number <= 0:
                continue
            here[kind] = here.get(kind, 0) + number
            _pay(nation, facility.cost, number, "economic")
            campaign.tell("built", [player], player=player, region=region, what=kind, number=number)


def develop(campaign: Campaign) -> None:
    """GE 3.5, 4.1, HR-02: at most one technology, all or nothing; its effects count at once. A standing order for one
    that is developed is dropped (GE 22.6).
    """
    table = tables()
    for player in campaign.players:
        nation = campaign.nations[player]
        for order in campaign.given(player, "R"):
            technology = table.technologies[order.operands["t"]]
            if technology.code in nation.technologies or not _may(nation, technology.code):
                continue
            _pay(nation, technology.cost, 1, "research")
            nation.technologies = (*nation.technologies, technology.code)
            for level, by in technology.levels.items():
                nation.raise_level(level, by)
            campaign.tell("developed", [player], player=player, technology=technology.code)
            break
        done = {f"R{code}" for code in nation.technologies}
        nation.standing = {slot: text for slot, text in nation.standing.items() if text not in done}


def _may(nation: Realm, code: str) -> bool:
    technology = tables().technologies[code]
    return (
        nation.level("BTE") >= technology.btech
        and all(need in nation.technologies for need in technology.needs)
        and _able(nation, technology.cost, 1) == 1
    )


def improve(campaign: Campaign) -> None:
    """GE 3.6.1, 3.6.2, HR-03, HR-35: improvements, at most 10 points a level and turn, 99 of BTech, never above 999."""
    table = tables()
    for player in campaign.players:
        nation = campaign.nations[player]
        left = {code: level.most for code, level in table.levels.items()}
        for order in campaign.given(player, "I"):
            level = table.levels[order.operands["l"]]
            room = level.top - nation.level(level.code)
            most = min(left[level.code], room)
            number = min(_able(nation, level.cost, int(order.operands["n"])), most)
            _note_cut(campaign, player, order, number, "cost" if number < most else "cap" if room <= most else "limit")
            if number <= 0:
                continue
            left[level.code] -= number
            _pay(nation, level.cost, number, "improved")
            nation.raise_level(level.code, number)
            to = nation.level(level.code)
            campaign.tell("improved", [player], player=player, level=level.code, number=number, to=to)


STEPS: tuple[tuple[str, str, Callable[[Campaign], None]], ...] = (
    ("22.6", "Standing orders are put on file", file_orders),
    ("3.1", "E1 Market sales", sell),
    ("3.1", "E2 Market purchases", buy),
    ("3.2", "E3 Exports", export),
    ("3.3", "E4 Military builds and salvage", build_units),
    ("3.4", "E5 Economic builds and salvage", build_facilities),
    ("3.5", "E6 Research", develop),
    ("3.6", "E7 Improvements", improve),
)
