"""What holds at once: declarations, permits, sharing, options, defaults, standing orders (BP 8, HR-09)."""

from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, Seen, only
from pbm.rules.battle_plan.resolve.position import Orders, Position, hostilities

STANCES = {"pA": "ally", "pN": "neutral", "pE": "enemy"}
LISTS = {"pG": "good", "pB": "bad"}
SHARES = {"pF": "F", "pH": "H", "pZ": ""}


def administer(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 8: administration takes effect before anything moves (BP HR-09); of two orders on one matter the last
    counts (BP HR-03).
    """
    players = dict(position.players)
    countries = dict(position.countries)
    events: list[Event] = []
    for p, given in orders.administrative.items():
        changes: dict[str, Any] = {}
        me = players[p]
        for order in given:
            if order.slot:
                countries[order.place] = _file(
                    countries[order.place], p, order.slot, order.code and order.text.rpartition("/")[2]
                )
                continue
            code, operands = order.code, order.operands
            if code in STANCES:
                changes.setdefault("stance", dict(me.stance))[operands["p"]] = STANCES[code]
            elif code in ("pK", "pX"):
                permits = set(changes.get("permits", me.permits)) - {operands["p"]}
                changes["permits"] = tuple(sorted(permits | ({operands["p"]} if code == "pK" else set())))
            elif code in SHARES:
                shares = changes.setdefault("shares", dict(me.shares))
                shares.pop(operands["p"], None)
                if SHARES[code]:
                    shares[operands["p"]] = SHARES[code]
            elif code[0] == "B":
                changes.setdefault("defaults", dict(me.defaults))[code[1]] = operands["n"]
            elif code == "U1":
                changes["names_off"] = not changes.get("names_off", me.names_off)
            elif code == "U2":
                changes["one_list"] = not changes.get("one_list", me.one_list)
            elif code.startswith("pM"):
                events.append(_message(p, operands))
            elif code in LISTS:
                name = LISTS[code]
                changes[name] = entered(changes.get(name, getattr(me, name)), operands["p"], operands["k"])
        if changes:
            players[p] = _tidy(me, changes)
            events += _declarations(p, me.stance, players[p].stance)
    return replace(position, players=players, countries=countries, foes=hostilities(players)), events


def entered(places: tuple[int, int, int], player: int, weight: int) -> tuple[int, int, int]:
    """BP 19A: a list of opinion with the player (0: nobody) on the place of that weight; his older place is empty."""
    others = [0 if p == player else p for p in places]
    others[3 - weight] = player
    return others[0], others[1], others[2]


def _file(country: Any, player: int, slot: int, text: str) -> Any:
    """BP 11: put a standing order on file, or empty its slot; another commander's are gone (BP HR-64)."""
    standing = dict(country.standing) if country.standing_by == player else {}
    standing.pop(slot, None)
    if text:
        standing[slot] = text
    standing = dict(sorted(standing.items()))
    return replace(country, standing=standing, standing_by=player if standing else 0)


def _tidy(me: Any, changes: dict[str, Any]) -> Any:
    """The record holds no empty entries: a neutral stance and a proportion of 0 are left out."""
    if "stance" in changes:
        changes["stance"] = {q: s for q, s in sorted(changes["stance"].items()) if s != "neutral"}
    if "defaults" in changes:
        changes["defaults"] = {letter: n for letter, n in sorted(changes["defaults"].items()) if n}
    if "shares" in changes:
        changes["shares"] = dict(sorted(changes["shares"].items()))
    return replace(me, **changes)


def _declarations(p: int, before: dict[int, Any], after: dict[int, Any]) -> list[Event]:
    """BP 1B: the world learns who is whose enemy; of an ally or neutral only the two concerned."""
    events = []
    for q in sorted({*before, *after}):
        old, new = before.get(q, "neutral"), after.get(q, "neutral")
        if old == new:
            continue
        seen_by: Seen = "all" if new == "enemy" else only([p, q])
        events.append(Event("declared", seen_by, {"by": p, "of": q, "stance": new}))
        if old == "enemy":
            events.append(Event("not-enemy", "all", {"by": p, "of": q}))
    return events


def _message(p: int, operands: dict[str, Any]) -> Event:
    """BP 16: a message order (spec 24)."""
    facts = {"from": p, "to": operands["p"], "number": operands["m"]}
    if "to" in operands:
        facts["space"] = operands["to"]
    if "q" in operands:
        facts["about"] = operands["q"]
    return Event("message", only([p, operands["p"]]) if operands["p"] else "all", facts)
