"""TT 6, steps 2 and 3: units, caravans and escorts are bought, then structures (TT 2.2, 2.3, 5.1, 5.3)."""

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.orders.form import Order
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, noted, with_armies
from pbm.rules.trust_a_thief.state import Fleet


def file_orders(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 8: standing orders are put on file, or their slot is emptied."""
    nations = dict(position.nations)
    for p in sorted(orders.parsed):
        for order in orders.parsed[p].orders:
            if order.slot:
                standing = {slot: text for slot, text in nations[p].standing.items() if slot != order.slot}
                if order.code:
                    standing[order.slot] = order.text.split("/", 2)[2]
                nations[p] = replace(nations[p], standing=dict(sorted(standing.items())))
    return replace(position, nations=nations), []


def buy_units(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 2.3: armies and fleets are bought; they may do nothing this turn but defend. A fleet is numbered (TT T33)."""
    events: list[Event] = []
    for p, order in orders.given("BA", "BF"):
        n = order.operands["n"]
        price = orders.numbers["price"][order.code] * n
        facts = {"nation": p, "province": order.place, "number": n, "price": price}
        if order.code == "BA":
            provinces = {**position.provinces, order.place: with_armies(position.provinces[order.place], p, n)}
            fresh = {**position.fresh, order.place: position.fresh.get(order.place, 0) + n}
            position = replace(position, provinces=provinces, fresh=fresh)
            facts["what"] = "army"
        else:
            fleets = dict(position.fleets.get(p, {}))
            first = max(fleets, default=0) + 1
            numbers = list(range(first, first + n))
            fleets.update((number, Fleet(order.operands["to"])) for number in numbers)
            launched = position.launched | {(p, number) for number in numbers}
            position = replace(position, fleets={**position.fleets, p: fleets}, launched=launched)
            facts |= {"what": "fleet", "sea": order.operands["to"], "numbers": numbers}
        position = _paid(position, p, "units", order, price)
        events.append(Event("built", only([p]), facts))
    return position, events


def send_caravans(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 5.1, 5.3, T6: caravans and escorts are bought and leave at once; they live for this turn."""
    caravans, escorts = dict(position.caravans), dict(position.escorts)
    for p, order in orders.given("pK", "pG"):
        way, n = (p, order.operands["p"]), order.operands["n"]
        (caravans if order.code == "pK" else escorts)[way] = n
        key = "caravans" if order.code == "pK" else "escorts"
        position = _paid(position, p, key, order, orders.numbers["price"][order.code] * n)
    return replace(position, caravans=caravans, escorts=escorts), []


def build(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 2.2, 6.1: structures are built after units are bought, so a base makes its first unit next turn."""
    events: list[Event] = []
    table = orders.numbers["structure"]
    for p, order in orders.given(*table):
        row = table[order.code]
        province = replace(position.provinces[order.place], structure=row["makes"])
        position = replace(position, provinces={**position.provinces, order.place: province})
        position = _paid(position, p, "structure", order, row["price"])
        facts = {
            "nation": p,
            "province": order.place,
            "what": row["makes"],
            "number": 1,
            "price": row["price"],
            "engineered": order.code == "BE",
        }
        events.append(Event("built", only([p]), facts))
    return position, events


def _paid(position: Position, p: int, key: str, order: Order, gold: int) -> Position:
    """TT 2.6: the gold leaves the hand."""
    nations = {**position.nations, p: replace(position.nations[p], gold=position.nations[p].gold - gold)}
    detail = f"@{order.place} {order.text}" if order.place else order.text
    return replace(position, nations=nations, ledger=noted(position.ledger, p, key, detail, -gold))
