"""Moving forces arrive, the others set out (9.1)."""

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event, only
from pbm.orderform import Order
from pbm.rules.battle_plan.resolve.position import UNIT_OF, Group, Orders, Position, Salvo
from pbm.rules.battle_plan.state import Country, Forces, Sea

MOVES = {"AT": "army", "NT": "navy", "FT": "air", "MT": "missiles", "XT": "antimissiles"}
WORTH = {"army": 2, "navy": 2, "air": 2, "missiles": 3, "antimissiles": 3}
MISSILE_ORDERS = ("MA", "MF", "MI")

NOTHING = Forces()
Sums = dict[tuple[str, int, str], int]
"""Units that come (or, negative, go), by space, player and kind."""


def move(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.1: moving forces move; in another's country they become his (4C.4, 4D.2, 4E.4, 4F.2, 4G.2)."""
    countries, seas = dict(position.countries), dict(position.seas)
    sums: Sums = {}
    given: dict[tuple[str, int], dict[str, int]] = {}
    passed: dict[tuple[str, int], dict[str, int]] = {}
    gifts: dict[str, dict[int, int]] = {}
    events: list[Event] = []
    for code, unit in MOVES.items():
        for p, order in orders.given(code):
            n, to = order.operands["n"], order.operands["to"]
            if unit in ("army", "navy"):
                gate = closed_gate(position, orders, p, order.place, to)
                if gate:
                    events.append(_failed(p, order, gate))
                    continue
                _note_passage(passed, orders, p, order, unit, n)
            sums[order.place, p, unit] = sums.get((order.place, p, unit), 0) - n
            sums[to, p, unit] = sums.get((to, p, unit), 0) + n
            if to in countries and countries[to].occupier != p:
                moved = given.setdefault((to, p), {})
                moved[unit] = moved.get(unit, 0) + n
                if not countries[to].occupier:
                    thanks = gifts.setdefault(to, {})
                    thanks[p] = thanks.get(p, 0) + n * WORTH[unit]
    for (to, p), moved in sorted(given.items()):
        owner = countries[to].occupier
        facts = {"space": to, "by": p, "to": owner, **moved}
        events.append(Event("units-given", only([p, owner or position.commander(to)]), facts))
    events += _passages(position, orders, passed)
    put_all(countries, seas, sums)
    return replace(position, countries=countries, seas=seas, gifts=gifts), events


def set_out(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.1: forces that attack or support leave home for the turn, missiles for good; the rest defend."""
    countries, seas = dict(position.countries), dict(position.seas)
    sums: Sums = {}
    groups: dict[int, Group] = {}
    passed: dict[tuple[str, int], dict[str, int]] = {}
    events: list[Event] = []
    for code, unit in UNIT_OF.items():
        for p, order in orders.given(code):
            n, to = order.operands["n"], order.operands["to"]
            if code == "NS":
                gate = closed_gate(position, orders, p, order.place, to)
                if gate:
                    events.append(_failed(p, order, gate))
                    continue
                _note_passage(passed, orders, p, order, unit, n)
            sums[order.place, p, unit] = sums.get((order.place, p, unit), 0) - n
            groups[len(groups)] = Group(p, order.place, to, code, unit, n)
    salvos = []
    for p, order in orders.given(*MISSILE_ORDERS):
        n = order.operands["n"]
        sums[order.place, p, "missiles"] = sums.get((order.place, p, "missiles"), 0) - n
        salvos.append(Salvo(p, order.place, order.operands["to"], order.code, n))
    events += _passages(position, orders, passed)
    put_all(countries, seas, sums)
    return replace(position, countries=countries, seas=seas, groups=groups, salvos=tuple(salvos)), events


def closed_gate(position: Position, orders: Orders, p: int, origin: str, to: str) -> str:
    """7: the country that closes the strait between two seas to this player, "" where he may pass.

    The holder of the gate at the start of the turn decides, with his permits of this turn (HR-47).
    """
    for strait in orders.board.straits:
        if origin in strait.seas and to in strait.seas and origin != to:
            holder = position.commander(strait.gate)
            if not holder or (p != holder and p not in position.players[holder].permits):
                return strait.gate
    return ""


def _failed(p: int, order: Order, gate: str) -> Event:
    facts = {"order": order.text, "space": order.place, "reason": f"the strait at {gate} was closed to you"}
    return Event("order-failed", only([p]), facts)


def _note_passage(
    passed: dict[tuple[str, int], dict[str, int]], orders: Orders, p: int, order: Order, unit: str, n: int
) -> None:
    for strait in orders.board.straits:
        if order.place in strait.seas and order.operands["to"] in strait.seas:
            sums = passed.setdefault((strait.gate, p), {})
            sums[unit] = sums.get(unit, 0) + n


def _passages(position: Position, orders: Orders, passed: dict[tuple[str, int], dict[str, int]]) -> list[Event]:
    """7: the holder of a strait is told who went through."""
    events = []
    for (gate, p), sums in sorted(passed.items()):
        holder = position.commander(gate)
        if holder != p:
            facts = {"gate": gate, "by": p, "army": sums.get("army", 0), "navy": sums.get("navy", 0)}
            events.append(Event("passage", only([holder]), facts))
    return events


def put_all(countries: dict[str, Country], seas: dict[str, Sea], sums: Sums) -> None:
    """Add all units at once: each space is written anew but once, however many orders moved its forces."""
    at_sea: dict[str, dict[int, dict[str, int]]] = {}
    on_land: dict[str, dict[str, int]] = {}
    for (code, p, unit), n in sums.items():
        if code in countries:
            units = on_land.setdefault(code, {})
            units[unit] = units.get(unit, 0) + n
        else:
            at_sea.setdefault(code, {}).setdefault(p, {})[unit] = n
    for code, units in on_land.items():
        country = countries[code]
        countries[code] = replace(country, **{unit: getattr(country, unit) + n for unit, n in units.items()})
    for code, fleets in at_sea.items():
        for p, units in fleets.items():
            seas[code] = add_forces(seas[code], p, **units)


def add_forces(sea: Sea, p: int, army: int = 0, navy: int = 0, air: int = 0) -> Sea:
    """The sea with these units of a player added; a player without units is not listed."""
    old = sea.forces.get(p, NOTHING)
    new = Forces(old.army + army, old.navy + navy, old.air + air)
    if p in sea.forces and new != NOTHING:
        return replace(sea, forces=sea.forces | {p: new})
    forces = {q: f for q, f in sea.forces.items() if q != p}
    if new != NOTHING:
        forces[p] = new
    return replace(sea, forces=dict(sorted(forces.items())))
