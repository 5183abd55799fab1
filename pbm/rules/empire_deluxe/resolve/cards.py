"""What cards change before the first game turn (ED 8.8, 9): orders of players, cities and units."""

from collections.abc import Mapping

from pbm.orders.form import Order, Parsed
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit, Side, Town
from pbm.rules.empire_deluxe.resolve.fights import destroy
from pbm.rules.empire_deluxe.state import ALL

RESIGN, ABDICATE = "RESIGN", "ABDICATE"
Given = dict[int, list[str]]
"""By unit, the parts that the card gave it."""


def apply(campaign: Campaign, parsed: Mapping[int, Parsed]) -> None:
    """ED 8.8, 9: all cards, by player; whoever resigns is gone before the first game turn."""
    for number, side in campaign.sides.items():
        card = parsed.get(number)
        if card is None or not side.alive:
            continue
        side.missed = 0 if card.given else side.missed + 1
        orders = [order for order in card.orders if not order.slot]
        if any(order.code == RESIGN for order in orders):
            resign(campaign, side)
            continue
        _player(campaign, side, orders)
        _cities(side, orders)
        _units(campaign, side, orders)


def resign(campaign: Campaign, side: Side) -> None:
    """ED 8.8, HR-48: the player's units go, their cities are nobody's and build nothing."""
    for piece in campaign.pieces(side):
        if piece.host is None:
            destroy(campaign, piece)
    for town in campaign.cities_of(side):
        town.owner = 0
        town.emptied("")
    side.alive = False
    for other in campaign.sides.values():
        for town in campaign.towns.values():
            if campaign.is_open and town.owner == 0:
                other.known[town.code] = 0
    campaign.tell("resigned", "all", player=side.number)
    campaign.tell("knocked-out", "all", player=side.number)


def _player(campaign: Campaign, side: Side, orders: list[Order]) -> None:
    """ED 1.3, 9.4: the default product, first orders, odds, sheets, names; whoever abdicates leaves a stand-in."""
    for order in orders:
        values = order.operands
        if order.code == "P":
            side.product = values["k"]
        elif order.code == "N":
            side.first[values["k"]] = [part["text"] for part in values["q"]]
        elif order.code == "N-":
            side.first.pop(values["k"], None)
        elif order.code == "O":
            side.odds[ALL] = values["n"]
        elif order.code == "OK":
            side.odds[values["k"]] = values["n"]
        elif order.code == "U":
            side.sheet = values["n"]
        elif order.code == "T":
            piece = side.units.get(values["k"])
            if piece is not None:
                piece.name = values["text"]
                campaign.tell_owner("named", piece, name=piece.name)
        elif order.code == ABDICATE:
            side.house = True
            campaign.tell("abdicated", "all", player=side.number)


def _cities(side: Side, orders: list[Order]) -> None:
    """ED 7.5, 7.9, 9.4: plans and rallies of cities, those of cities that the player may take among them."""
    items: dict[str, list[str]] = {}
    for order in orders:
        if order.code == "PC":
            items.setdefault(order.place, []).append(order.operands["k"])
        elif order.code == "PN":
            items.setdefault(order.place, []).append(f"{order.operands['n']}{order.operands['k']}")
        elif order.code in ("G", "G-"):
            rally = side.plans.setdefault(f"{order.place} rally", {})
            rally[order.operands["k"]] = [part["text"] for part in order.operands.get("q", ())]
    for code, plan in items.items():
        first, *rest = plan
        side.plans[code] = first[-1], int(first[:-1] or 0), tuple(rest)


def rallied(campaign: Campaign, side: Side) -> None:
    """ED 7.9, HR-34: rallies count before the first production."""
    for town in campaign.cities_of(side):
        for kind, queue in side.plans.get(f"{town.code} rally", {}).items():
            if queue:
                town.rally[kind] = list(queue)
            else:
                town.rally.pop(kind, None)


def _units(campaign: Campaign, side: Side, orders: list[Order]) -> None:
    """ED 9.2 to 9.4: the first part that a card gives a unit replaces its queue, further ones follow."""
    given: Given = {}
    for order in orders:
        if order.code not in ("M", "A", "AN"):
            continue
        parts = [part["text"] for part in order.operands["q"]]
        for piece in _meant(campaign, side, order, given):
            given.setdefault(piece.number, []).extend(parts)
    for number, parts in given.items():
        piece = side.units[number]
        piece.queue, piece.post = list(parts), ""
    side.first_called = list(given)


def _meant(campaign: Campaign, side: Side, order: Order, given: Given) -> list[LiveUnit]:
    """ED 9.3: the units that an order is for: of a number there, those without orders first, then those ashore, then
    the lowest numbers; else all that the card has not used yet.
    """
    if order.code == "M":
        piece = side.units.get(int(order.place[1:]))
        return [piece] if piece else []
    town: Town | None = campaign.towns.get(order.place)
    at = town.at if town else campaign.board.names[order.place]
    kind = order.operands["k"]
    there = [it for it in campaign.pieces(side) if it.at == at and it.kind.code == kind and it.number not in given]
    if order.code == "A":
        return there
    there.sort(key=lambda it: (bool(it.queue), it.host is not None, it.number))
    return there[: order.operands["n"]]
