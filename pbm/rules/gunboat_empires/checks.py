"""What the order table cannot say of an order: a sentence why it is not allowed, or nothing (GE 22.5)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbm.core.printout import Kit
from pbm.orders.form import Check, Order
from pbm.rules.gunboat_empires.tables import DEPOT, NAMED, SHIPYARD, tables

NAVAL = ("NA", "SA", "IN", "RN", "RS", "NR", "NM")


def force_of(order: Order) -> Mapping[str, int]:
    """The units of a task force by kind."""
    return {part["u"]: part["n"] for part in order.operands["force"]}


def task_force(order: Order, earlier: Sequence[Order], kit: Kit) -> str:
    """GE 5 to 12: the first reason why a task force can never be right, whatever the card develops."""
    return next(_reasons(order), "")


def _reasons(order: Order) -> Iterator[str]:
    units, land = tables().units, tables().regions
    force, plot = force_of(order), order.operands["plot"]
    kinds = {units[code].kind for code in force}
    way = [order.place, *plot]
    if order.code in NAVAL:
        lands = [code for code in way if land[code].is_land]
        if any(land[a].is_land and land[b].is_land for a, b in pairwise(way)):
            yield f"two land regions follow each other: {' '.join(lands)}"
    if order.code == "RD" and len(plot) > 1:
        slow = next((code for code in force if not units[code].is_fast), "")
        if slow:
            yield f"{slow} is not fast: one region"
    if order.code == "IN" and "army" not in kinds:
        yield "an Invasion needs army units"
    if order.code in ("GA", "GAB", "AT") and "army" not in kinds:
        yield "a Ground Attack and an Attrition need army units"
    if order.code in ("NR", "GR") and sum(force.values()) != 1:
        yield "reconnaissance is one unit"
    if (
        order.code in NAVAL
        and order.code != "NM"
        and len(plot) > 1
        and "air" in kinds
        and NAMED["units"]["carrier"] not in force
    ):
        yield "planes that pass a region need a Carrier"
    if order.code == "GAB" and order.operands["to"] not in land[plot[-1]].near:
        yield f"{order.operands['to']} does not touch {plot[-1]}"
    if order.code == "GM":
        yield from _by_land(way)


def _by_land(way: Sequence[str]) -> Iterator[str]:
    land = tables().regions
    sea = next((code for code in way if not land[code].is_land), "")
    if sea:
        yield f"{sea} is a sea; army units go by sea in phase 3"
    if len(way) > 6:
        yield f"{len(way) - 1} regions; at most 5 are written"


def site(order: Order, earlier: Sequence[Order], kit: Kit) -> str:
    """GE 3.4.2: no shipyard without a coast; depots and shipyards not on the turn after a change of control."""
    facility, traits = order.operands["f"], kit.places[order.place].traits
    if facility == SHIPYARD and "coast" not in traits:
        return f"{order.place} has no coast"
    if facility in (DEPOT, SHIPYARD) and "taken" in traits:
        return f"{order.place} changed hands last turn; depots and shipyards come a turn later"
    return ""


CHECKS: dict[str, Check] = {"task force": task_force, "site": site}
