"""What the order table cannot say of a single order beside those before it (TT 8): a sentence, or nothing.

What must wait for the whole card (gold, taxes, fleets that will be in a sea) stands in `purse`.
"""

from collections.abc import Mapping, Sequence

from pbm.core.printout import Kit, KitPlace
from pbm.orders.form import Check, Order

STRUCTURES = {"BT": "none", "BM": "town", "BC": "base", "BE": "none"}
NAMES = {"none": "no structure", "town": "a Town", "base": "a Military base", "city": "a City"}
THEFTS = ("pSA", "pS", "pSX", "pSm")
ACTIONS = {"M": "moves", "L": "loads", "U": "unloads", "UC": "unloads", "Z": "disbands"}


def _line(order: Order) -> str:
    return f"{order.text} (line {order.line})" if order.line else order.text


def caravans(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 5.2, 5.3: one order for caravans and one for escorts to each nation."""
    p = order.operands["p"]
    same = next((o for o in before if o.code == order.code and o.operands["p"] == p), None)
    if same is None:
        return ""
    what = "caravans are" if order.code == "pK" else "escorts are"
    return f"{what} already sent to {p} by {_line(same)}; write one order for all"


def theft(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 5.4: one steal order for each nation; the first is kept."""
    p = order.operands["p"]
    same = next((o for o in before if o.code in THEFTS and o.operands["p"] == p), None)
    return f"{_line(same)} is a steal order for {p} already; the first is kept" if same else ""


def units(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT T12: where each structure makes one unit a turn, no second order buys one there. An order for more is cut down
    to one when it is paid for (see purse).
    """
    if kit.options.get("units") != "one":
        return ""
    same = next((o for o in before if o.code in ("BA", "BF") and o.place == order.place), None)
    return f"{order.place} makes one unit a turn in this game, and {_line(same)} buys it" if same else ""


def units_refused(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT T12 in games of the first edition: an order for more than one unit is refused, not cut down."""
    if kit.options.get("units") == "one" and order.operands["n"] > 1:
        return f"{order.place} makes one unit a turn in this game; write {order.code}1{order.operands.get('to', '')}"
    return units(order, before, kit)


def structure(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 2.2: what a structure needs. That it is the only one of the turn is seen when gold is paid: see purse."""
    needed, there = STRUCTURES[order.code], kit.places[order.place].traits[0]
    if there == needed:
        return ""
    return f"it needs a province with {NAMES[needed]}, and {order.place} has {NAMES[there]}"


def claim(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 3.5: a claim needs a white province with own armies in it."""
    place = kit.places[order.place]
    if "white" not in place.traits:
        return f"{order.place} has an owner; white provinces alone are claimed"
    if not place.has["army"]:
        return f"you have no army in {order.place}; AC with a number moves one there and claims"
    return ""


def fleet(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 3.2, T35: a fleet does one thing a turn: it loads, sails, unloads in one province, or is disbanded."""
    mine = [o for o in before if o.place == order.place]
    for other in mine:
        if ACTIONS[other.code] != ACTIONS[order.code]:
            return f"{order.place} {ACTIONS[other.code]} by {_line(other)}; a fleet does one thing a turn"
        if order.code in ("M", "Z"):
            return f"{_line(other)} is its order already; a fleet does one thing a turn"
        if order.code != "L" and other.operands["to"] != order.operands["to"]:
            return f"{order.place} unloads in {other.operands['to']}; a fleet unloads in one province a turn"
    return _room(order, mine, kit.places[order.place]) if order.code == "L" else ""


def _room(order: Order, mine: Sequence[Order], place: KitPlace) -> str:
    """TT 3.2: four armies find room aboard."""
    room = place.has["room"] - sum(other.operands["n"] for other in mine)
    return "" if order.operands["n"] <= room else f"there is room for {room} more aboard {order.place}"


def card(order: Order, before: Sequence[Order], kit: Kit) -> str:
    """TT 8: nothing by itself; the order is held against the whole card (see purse)."""
    return ""


CHECKS: Mapping[str, Check] = {
    "caravans": caravans,
    "card": card,
    "theft": theft,
    "units": units,
    "structure": structure,
    "claim": claim,
    "fleet": fleet,
}

CHECKS_1: Mapping[str, Check] = {**CHECKS, "units": units_refused}
"""Those of games that were founded under the first edition of the rules."""
