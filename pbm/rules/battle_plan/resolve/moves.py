"""Moving forces arrive, the others set out (BP 9.1)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.orders.form import Order
from pbm.rules.battle_plan.resolve.position import Orders, Position, with_units
from pbm.rules.battle_plan.resolve.sorties import UNIT_OF, Away, Salvo, Sent, sort_out
from pbm.rules.battle_plan.state import Country, Forces, Sea

MOVES = {"AT": "army", "NT": "navy", "FT": "air", "MT": "missiles", "XT": "antimissiles"}
WORTH = {"army": 2, "navy": 2, "air": 2, "missiles": 3, "antimissiles": 3}
MISSILE_ORDERS = ("MA", "MF", "MI")

NOTHING = Forces()
Sums = dict[tuple[str, int, str], int]
"""Units that come (or, negative, go), by space, player and kind."""


def move(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.1: moving forces move, each once (BP HR-48); in another's country they become his (BP 4C.4, 4D.2, 4E.4,
    4F.2, 4G.2).
    """
    countries, seas = dict(position.countries), dict(position.seas)
    sums: Sums = {}
    given: dict[tuple[str, int], dict[str, int]] = {}
    passed: dict[tuple[str, int], dict[str, int]] = {}
    gifts: dict[str, dict[int, int]] = {}
    events: list[Event] = []
    straits = orders.board.straits
    for code, unit in MOVES.items():
        for p, order in orders.given(code):
            n, to, origin = order.operands["n"], order.operands["to"], order.place
            if straits and unit in ("army", "navy"):
                gate = closed_gate(position, orders, p, origin, to)
                if gate:
                    events.append(_failed(p, order, gate))
                    continue
                _note_passage(position, passed, orders, p, order, unit, n)
            left, came = (origin, p, unit), (to, p, unit)
            sums[left] = sums.get(left, 0) - n
            sums[came] = sums.get(came, 0) + n
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
    events += _passages(position, passed)
    put_all(countries, seas, sums)
    return replace(position, countries=countries, seas=seas, gifts=gifts), events


def set_out(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.1: forces that attack or support leave home for the turn, missiles for good; the rest defend (BP 4C.5,
    4E.5).
    """
    countries, seas = dict(position.countries), dict(position.seas)
    groups: list[Sent] = []
    passed: dict[tuple[str, int], dict[str, int]] = {}
    events: list[Event] = []
    straits = orders.board.straits
    for code, unit in UNIT_OF.items():
        for p, order in orders.given(code):
            operands, origin = order.operands, order.place
            n, to = operands["n"], operands["to"]
            if straits and code == "NS":
                gate = closed_gate(position, orders, p, origin, to)
                if gate:
                    events.append(_failed(p, order, gate))
                    continue
                _note_passage(position, passed, orders, p, order, unit, n)
            groups.append((p, origin, to, code, unit, n))
    salvos = []
    fired: Sums = {}
    for p, order in orders.given(*MISSILE_ORDERS):
        n, key = order.operands["n"], (order.place, p, "missiles")
        fired[key] = fired.get(key, 0) - n
        salvos.append(Salvo(p, order.place, order.operands["to"], order.code, n))
    events += _passages(position, passed)
    away = sort_out(groups, salvos, seas)
    put_back(countries, seas, away, [-n for n in away.sent])
    put_all(countries, seas, fired)
    left = list(away.sent)
    return replace(position, countries=countries, seas=seas, away=away, left=left, salvos=tuple(salvos)), events


def closed_gate(position: Position, orders: Orders, p: int, origin: str, to: str) -> str:
    """BP 7, 18C: the country that closes the way between two seas to this player, "" where he may pass. Where several
    straits join the two one that is open is enough.
    """
    between = gates(orders, origin, to)
    return between[0] if between and not any(_is_open(position, gate, p) for gate in between) else ""


def gates(orders: Orders, origin: str, to: str) -> list[str]:
    """BP 7, 18C: the countries that hold a strait between these two seas."""
    return [s.gate for s in orders.board.straits if origin in s.seas and to in s.seas and origin != to]


def _is_open(position: Position, gate: str, p: int) -> bool:
    """BP 7: the holder of the gate at the start of the turn decides, with his permits of this turn (BP HR-47)."""
    holder = position.commander(gate)
    return bool(holder) and (p == holder or p in position.players[holder].permits)


def _failed(p: int, order: Order, gate: str) -> Event:
    """BP 7, 18C: an order that came to nothing on the day, told to its owner; reason: a code of wording.toml."""
    facts = {"order": order.text, "space": order.place, "reason": "strait-closed", "gate": gate}
    return Event("order-failed", only([p]), facts)


def _note_passage(
    position: Position,
    passed: dict[tuple[str, int], dict[str, int]],
    orders: Orders,
    p: int,
    order: Order,
    unit: str,
    n: int,
) -> None:
    """BP 7: which strait was used: his own, else the first that is open to him."""
    ways = [gate for gate in gates(orders, order.place, order.operands["to"]) if _is_open(position, gate, p)]
    if ways:
        gate = next((gate for gate in ways if position.commander(gate) == p), ways[0])
        sums = passed.setdefault((gate, p), {})
        sums[unit] = sums.get(unit, 0) + n


def _passages(position: Position, passed: dict[tuple[str, int], dict[str, int]]) -> list[Event]:
    """BP 7: the holder of a strait is told who went through."""
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
        seas[code] = with_fleets(seas[code], {p: Forces(**units) for p, units in fleets.items()})


def put_back(countries: dict[str, Country], seas: dict[str, Sea], away: Away, numbers: Sequence[int]) -> None:
    """Add so many units of each group (or, negative, take them away) where the group is at home."""
    sums = [0] * (3 * len(away.homes))
    for at, n in zip(away.berth, numbers, strict=True):
        sums[at] += n
    fleets: dict[str, dict[int, Forces]] = {}
    for (code, p), army, navy, air in zip(away.homes, sums[::3], sums[1::3], sums[2::3], strict=True):
        if not (army or navy or air):
            continue
        if code in countries:
            countries[code] = with_units(countries[code], army, navy, air)
        else:
            fleets.setdefault(code, {})[p] = Forces(army, navy, air)
    for code, coming in fleets.items():
        seas[code] = with_fleets(seas[code], coming)


def add_forces(sea: Sea, p: int, **units: int) -> Sea:
    """The sea with these units of a player added; a player without units is not listed."""
    return with_fleets(sea, {p: Forces(**units)})


def with_fleets(sea: Sea, fleets: dict[int, Forces]) -> Sea:
    """The sea with these forces added (or, negative, taken away), by player."""
    forces = dict(sea.forces)
    for p, more in fleets.items():
        old = forces.get(p, NOTHING)
        army, navy, air = old.army + more.army, old.navy + more.navy, old.air + more.air
        if army or navy or air:
            forces[p] = Forces(army, navy, air)
        else:
            forces.pop(p, None)
    return Sea(dict(sorted(forces.items())), sea.sight)
