"""What the order table cannot say of parts of an order: a sentence why they are not allowed, or nothing (ED 9.6)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.core.grid import square_at
from pbm.core.printout import Board, Kit, KitPlace
from pbm.orders.form import Check, Order
from pbm.rules.empire_deluxe.board import MOUNTAIN, WATER
from pbm.rules.empire_deluxe.kinds import AIRBASE, ARMOR, INFANTRY, UnitType, table

ABOARD, INSIDE = "aboard", "in a city"
"""Traits of a unit's place: it is a passenger of a Transport; it is in a city."""
CODES = {"LN": "L", "UT": "U"}
"""Parts that are written with and without a goal or a number."""
SHORE = "this ship does not bombard: Cruisers and Battleships do"
BOMBS = "planes bomb enemies' cities, in the advanced game"


def parts(order: Order, earlier: Sequence[Order], kit: Kit) -> str:
    """ED 8.9, 9.6: the first reason why the parts of an order can never be carried out."""
    place = kit.places.get(order.place)
    code = order.operands.get("k") or (place.unit if place else "")
    kind = table(kit.options["rules"]).kinds.get(code)
    if kind is None or place is None:
        return ""
    own = place if place.kind == "unit" else None
    for number, part in enumerate(order.operands["q"]):
        for reason in _reasons(kit, kind, own, part, is_first=number == 0 and place.kind in ("unit", "city", "square")):
            return reason
    return ""


def _reasons(
    kit: Kit, kind: UnitType, own: KitPlace | None, part: Mapping[str, Any], *, is_first: bool
) -> Iterator[str]:
    code = CODES.get(part["code"], part["code"])
    traits = own.traits if own and is_first else ()
    is_plane, is_advanced = kind.layer == "air", kit.options["rules"] == "advanced"
    if not code:
        return
    if kind.code == AIRBASE and code not in "SWZ":
        yield "an Airbase has no orders but S, W, Z"
    if "-" in part.get("f", "") and not (kind.holds and kind.layer == "sea"):
        yield "- is for Transports and Carriers"
    if code == "E" and kit.options["rules"] == "basic":
        yield "all is known in the basic game"
    if code == "L" and not (kind.holds and kind.layer == "sea"):
        yield "only Transports and Carriers load and unload"
    if code == "U" and not (kind.holds and kind.layer == "sea"):
        if kind.code != INFANTRY or part["code"] == "UT" or not is_advanced:
            yield "only Transports and Carriers load and unload"
        elif traits:
            yield "no Airbase in a city or aboard"
    if code == "J" and not (kind.layer == "land" or kind.code == "F"):
        yield "Armies board Transports, Fighters Carriers"
    if code == "F" and own and own.code == f"#{part['n']}":
        yield f"{own.code} is this unit itself"
    if code == "B" and not (is_plane or kind.bombards):
        yield SHORE if kind.layer == "sea" else "only planes, Cruisers and Battleships bomb"
    if code == "B" and is_plane and not is_advanced:
        yield BOMBS
    if code in "CB" and "to" in part:
        yield from _attack(kit, kind, traits, part, is_first=is_first)


def _attack(
    kit: Kit, kind: UnitType, traits: tuple[str, ...], part: Mapping[str, Any], *, is_first: bool
) -> Iterator[str]:
    """ED 6.7, 6.8: whether a unit may attack what a player knows to be at a goal. That a city may not be taken is
    judged for the first part alone: later ones may name what earlier ones win.
    """
    board = kit.board
    assert board is not None
    is_plane = kind.layer == "air"
    site = board.sites.get(part["to"]) or next((it for it in board.sites.values() if it[0] == part["to"]), None)
    if site is not None:
        owner = site[1]
        if owner == kit.player or not is_first:
            return
        if kind.layer == "sea":
            yield "ships take no city"
        if is_plane and (owner == 0 or kit.options["rules"] != "advanced"):
            yield BOMBS
        return
    sign = _sign(board, part["to"])
    if sign == " ":
        return
    if is_plane and part["code"] == "B":
        yield BOMBS
    if kind.layer == "sea" and sign != WATER and not kind.bombards:
        yield SHORE
    if ABOARD in traits and (sign == WATER or (kind.code == ARMOR and sign == MOUNTAIN)):
        yield "from aboard no ship is attacked, and by Armor no mountain"


def _sign(board: Board, square: str) -> str:
    at = square_at(square)
    return board.rows[at[1]][at[0]] if at else " "


CHECKS: Mapping[str, Check] = {"parts": parts}
