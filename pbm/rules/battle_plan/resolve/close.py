"""The end of the turn: control, research, sight, who is out, and the reports (spec 9, step 16)."""

from collections import defaultdict
from functools import partial
from itertools import chain
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.battle_plan.ending import over
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.score import ending
from pbm.rules.battle_plan.state import Forces, State
from pbm.rules.battle_plan.view import acting
from pbm.rules.common.sequence import Told


def settle(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 5B, 6B, 8: research and training take effect; who sent no card is counted (BP HR-61); old standing orders go
    (BP HR-64).
    """
    players, read = dict(position.players), acting(position.start)  # BP 19A: who may send a card may miss one
    for p, player in position.players.items():
        multipliers = dict(player.multipliers)
        for letter, gain in position.gains.get(p, {}).items():
            multipliers[letter] = multipliers.get(letter, 0) + gain
        spies, counterspies = position.trained.get(p, (0, 0))
        given = p in orders.parsed and orders.parsed[p].given
        players[p] = replace(
            player,
            multipliers=multipliers,
            spies=player.spies + spies,
            counterspies=player.counterspies + counterspies,
            missed=0 if given or p not in read else player.missed + 1,
        )
    countries = dict(position.countries)
    for code, country in position.countries.items():
        if country.standing_by and country.commander not in (0, country.standing_by):
            countries[code] = replace(country, standing={}, standing_by=0)
    return replace(position, players=players, countries=countries), _control(position)


def _control(position: Position) -> list[Event]:
    """BP 2B: who gains or loses control of a minor learns it, and their own index there; who else has it is secret."""
    events: list[Event] = []
    for code, country in position.countries.items():
        before, now = position.commanders[code], country.commander
        if before == now or country.occupier or position.start.countries[code].occupier:
            continue
        for player in (before, now):
            if player:
                index = country.popularity.get(player, 0)
                events.append(Event("control", (player,), {"space": code, "gained": player == now, "index": index}))
    return events


def settle_sight(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 6A, 6B, 6D, 14: who sees each space in full in this turn's printout; what is shared goes one step
    (BP HR-54).
    """
    sharing = {
        p: (
            [q for q, kind in player.shares.items() if kind == "F"],
            [q for q, kind in player.shares.items() if kind == "H"],
        )
        for p, player in position.players.items()
        if player.shares
    }
    countries, seas = dict(position.countries), dict(position.seas)
    start, commanders = position.start, position.commanders
    for code, country in position.countries.items():
        p = country.occupier
        if p and commanders[code] == p and p not in sharing and not country.spies:
            sight: tuple[int, ...] = (p,)  # as nearly always
        else:
            own = {commanders[code], country.commander, *country.spies} - {0}
            seen = set(own)
            for q in own & sharing.keys():
                full, partly = sharing[q]
                seen.update(full)
                if partly and p != q:
                    seen.update(partly)
            sight = tuple(sorted(seen))
        if sight != country.sight:
            countries[code] = replace(country, sight=sight)
    for code, sea in position.seas.items():
        own = {p for p, forces in sea.forces.items() if _is_there(position, code, p, forces)}
        own |= start.seas[code].forces.keys() | position.away.supporters.get(code, set())
        seen = set(own)
        for q in own & sharing.keys():
            seen.update(*sharing[q])
        sight = tuple(sorted(seen))
        if sight != sea.sight:
            seas[code] = replace(sea, sight=sight)
    return replace(position, countries=countries, seas=seas), []


def _is_there(position: Position, code: str, p: int, forces: Forces) -> bool:
    """BP 14: forces that only fled to a sea this turn do not open it to their owner."""
    fled = position.fled.get((code, p))
    return not fled or forces != Forces(0, *fled)


def report(position: Position, orders: Orders, dice: Dice) -> tuple[Position, Told]:
    """BP 14: battles are told in full to those who see them (BP HR-53), by kinds of unit to everybody else
    (BP HR-55).
    """
    return position, [partial(_battles, position)]


def _battles(position: Position) -> list[Event]:
    events: list[Event] = []
    for told in (report for tell in position.reports for report in tell()):
        full = {*told.fighters}
        for code in told.places:
            full.update(position.countries[code].sight if code in position.countries else position.seas[code].sight)
        full.discard(0)
        events.append(Event(told.kind, tuple(sorted(full)), told.full))
        if told.kinds is not None:
            events.append(Event(f"{told.kind}-kinds", "all", told.kinds))
        if told.kind == "battle":
            events += _own_parts(position, told.full, full)
    return events


def _own_parts(position: Position, facts: dict[str, Any], full: set[int]) -> list[Event]:
    """BP 14: who does not see a battle in full learns of his own units, and of attacks from seas that he
    sees. Who supports from there is nobody else's to know.
    """
    parts: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    abroad = enumerate(facts["groups"][1:], 1)  # the first is the country itself
    for at, group in chain(abroad, enumerate(facts["supports"])):  # each with its place among the battle's groups
        sea = position.seas.get(group["name"]) if group["side"] == "attack" else None
        for p in {group["player"], *(sea.sight if sea else ())} - full:
            own = group.copy()
            own["at"] = at
            parts[p].append(own)
    return [
        Event("battle-own", (p,), {"space": facts["space"], "groups": groups}) for p, groups in sorted(parts.items())
    ]


def close(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 1A, 22D, 23D, 24B: who has lost his last country, and whether the game is over."""
    before = {c.occupier for c in position.start.countries.values()} - {0}
    after = {c.occupier for c in position.countries.values()} - {0}
    events = [Event("eliminated", "all", {"player": p}) for p in sorted(before - after)]
    closed = State(
        position.start.turn + 1,
        position.start.options,
        position.countries,
        position.seas,
        position.players,
        position.world,
    )
    if over(closed) and (len(before) > 1 or len(after) > 1):  # who was alone from the start has won nothing
        events += ending(closed, orders.rules)
    return position, events
