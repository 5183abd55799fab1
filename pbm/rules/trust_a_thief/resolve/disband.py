"""TT 6, step 1: units are disbanded, by order or because they were not paid (TT 6.2)."""

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, noted, with_armies


def disband(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 6.2, T18: named units go first; a nation in debt loses more until one has gone for each gold that is missing.

    In a second update below 0 in a row two go for each. A unit that goes gives back the gold that was not paid for
    it, so the debt ends at 0; units that were paid for give back nothing.
    """
    events: list[Event] = []
    named = dict.fromkeys(position.ledger, 0)
    for p, order in orders.given("ZA", "Z"):
        if order.code == "ZA":
            position, gone = _army(position, p, order.place, order.operands["n"], forced=False)
        else:
            position, gone = _fleet(position, p, int(order.place[1:]), forced=False)
        named[p] += gone.facts["units"]
        events.append(gone)
    for p in sorted(named):
        nation = position.nations[p]
        if nation.gold >= 0:
            continue
        due = -nation.gold * (2 if nation.debts > 1 else 1)
        while named[p] < due:
            more = _next(position, p, due - named[p])
            if more is None:
                break
            position, gone = more
            named[p] += gone.facts["units"]
            events.append(gone)
        refund = min(-nation.gold, named[p])
        if refund:
            nations = {**position.nations, p: replace(nation, gold=nation.gold + refund)}
            position = replace(position, nations=nations, ledger=noted(position.ledger, p, "refund", "", refund))
    return position, events


def _next(position: Position, p: int, most: int) -> tuple[Position, Event] | None:
    """TT 6.2, T29: empty fleets, then armies in the last province of the alphabet, then loaded fleets; None if all are
    gone.
    """
    fleets = position.fleets.get(p, {})
    empty = [n for n, fleet in fleets.items() if not fleet.cargo]
    if empty:
        return _fleet(position, p, max(empty), forced=True)
    held = [code for code, province in position.provinces.items() if province.armies.get(p)]
    if held:
        code = max(held)
        return _army(position, p, code, min(most, position.provinces[code].armies[p]), forced=True)
    if fleets:
        return _fleet(position, p, min(fleets, key=lambda n: (fleets[n].cargo, -n)), forced=True)
    return None


def _army(position: Position, p: int, code: str, n: int, *, forced: bool) -> tuple[Position, Event]:
    """Some armies of a province go."""
    provinces = {**position.provinces, code: with_armies(position.provinces[code], p, -n)}
    facts = {"nation": p, "what": "army", "number": n, "units": n, "forced": forced, "province": code}
    return replace(position, provinces=provinces), Event("disbanded", only([p]), facts)


def _fleet(position: Position, p: int, n: int, *, forced: bool) -> tuple[Position, Event]:
    """A fleet goes with the armies aboard."""
    left = dict(position.fleets[p])
    fleet = left.pop(n)
    facts = {
        "nation": p,
        "what": "fleet",
        "number": 1,
        "units": 1 + fleet.cargo,
        "forced": forced,
        "sea": fleet.sea,
        "fleet": n,
        "cargo": fleet.cargo,
    }
    position = replace(position, fleets={**position.fleets, p: left}, removed=position.removed | {(p, n)})
    return position, Event("disbanded", only([p]), facts)
