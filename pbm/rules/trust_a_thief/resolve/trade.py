"""TT 6, step 8: income: tax, caravans that come back, and theft (TT 2.1, 5.4 to 5.9)."""

from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.orders.form import Order
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, noted
from pbm.rules.trust_a_thief.state import Nation, tax_of


def fall(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 7.3, T31: a nation without provinces, armies and loaded fleets is out; its empty fleets are removed."""
    owners = {province.owner for province in position.provinces.values()}
    marching = {p for province in position.provinces.values() for p in province.armies}
    nations, fleets = dict(position.nations), dict(position.fleets)
    events: list[Event] = []
    for p in position.ledger:
        loaded = any(fleet.cargo for fleet in fleets.get(p, {}).values())
        if p in owners or p in marching or loaded:
            continue
        lost = [[n, fleet.sea] for n, fleet in fleets.get(p, {}).items()]
        events.append(Event("eliminated", "all", {"player": p, "fleets": lost}))
        nations[p] = replace(nations[p], alive=False, standing={}, debts=0)
        fleets[p] = {}
    fallen = frozenset(event.facts["player"] for event in events)
    return replace(position, nations=nations, fleets=fleets, fallen=fallen), events


def collect(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 2.1: tax by who owns what, and with which structure, after the land battles."""
    for p in position.ledger:
        if p not in position.fallen:
            tax = tax_of(position.provinces, p, orders.numbers["tax"])
            position = _income(_income(position, p, "left", "", 0), p, "tax", "", tax)
            position = replace(position, nations={**position.nations, p: replace(position.nations[p], tax=tax)})
    return position, []


def trade(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 5.1, 5.4 to 5.8, T5, T21, T28: caravans come back or are stolen, whatever happened in the war.

    The sender learns how many came back of all he sent, and who stole where an escort saw it; the thief how many he
    stole of whom (TT T19). Gold for a nation that went out this turn is void; what it stole is stolen all the same.
    """
    events: list[Event] = []
    back: dict[int, int] = {}
    thefts: dict[tuple[int, int], int] = {}
    reports: list[Event] = []
    for (p, q), sent in sorted(position.caravans.items()):
        escorted = position.escorts.get((p, q), 0)
        stolen = min(sent, stolen_by(_order(orders, q, p), sent))
        back[p] = back.get(p, 0) + sent - stolen
        if stolen:
            thefts[q, p] = stolen
        seen = max(0, stolen - (sent - escorted))  # TT 5.5: those without an escort are stolen first
        if seen:
            reports.append(Event("escort-report", only([p]), {"to": p, "thief": q, "escorted": seen}))
    for p, returned in sorted(back.items()):
        to = [[q, n, position.escorts.get((p, q), 0)] for (by, q), n in sorted(position.caravans.items()) if by == p]
        facts: dict[str, Any] = {"nation": p, "sent": sum(n for _, n, _ in to), "returned": returned}
        facts |= {"escorts": sum(n for _, _, n in to), "to": to}
        events.append(Event("caravans", only([p]), facts))
        if p not in position.fallen and returned:
            position = _income(position, p, "returned", str(returned), orders.numbers["caravan"]["returns"] * returned)
    for (q, p), number in sorted(thefts.items()):
        events.append(Event("stolen", only([q]), {"from": p, "by": q, "number": number}))
        if q not in position.fallen:
            position = _income(position, q, "theft", str(p), orders.numbers["caravan"]["stolen"] * number)
    return position, events + reports


def stolen_by(order: Order | None, sent: int) -> int:
    """TT 5.4, T8: how many caravans a steal order takes of those sent; of n for every m only full groups count."""
    if order is None:
        return 0
    n: int = order.operands.get("n", 0)
    m: int = order.operands.get("m", 1)
    if order.code == "pSA":
        return sent
    if order.code == "pSX":
        return max(0, sent - n)
    if order.code == "pSm":
        return min(sent, n * (sent // m))
    return min(sent, n)


def _order(orders: Orders, thief: int, sender: int) -> Order | None:
    """TT 5.4: the thief's order for this sender, or the one for all who are not named."""
    mine = {o.operands["p"]: o for p, o in reversed([*orders.given("pSA", "pS", "pSX", "pSm")]) if p == thief}
    return mine.get(sender, mine.get(0))


def keep(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 2.3: each army, ashore or aboard, and each fleet costs upkeep; what is missing is a debt (TT 6.2)."""
    prices = orders.numbers["upkeep"]
    for p in position.ledger:
        if p in position.fallen:
            continue
        fleets = position.fleets.get(p, {}).values()
        armies = sum(province.armies.get(p, 0) for province in position.provinces.values())
        armies += sum(fleet.cargo for fleet in fleets)
        cost = prices["army"] * armies + prices["fleet"] * len(fleets)
        position = _income(position, p, "upkeep", str(armies + len(fleets)), -cost)
        nation: Nation = position.nations[p]
        debts = nation.debts + 1 if nation.gold < 0 else 0
        position = replace(position, nations={**position.nations, p: replace(nation, debts=debts)})
    return position, []


def _income(position: Position, p: int, key: str, detail: str, gold: int) -> Position:
    """A line of the account; the subtotal `left` says what is in hand."""
    gold_now = position.nations[p].gold + gold
    ledger = noted(position.ledger, p, key, detail, gold_now if key == "left" else gold)
    nations = {**position.nations, p: replace(position.nations[p], gold=gold_now)}
    return replace(position, nations=nations, ledger=ledger)
