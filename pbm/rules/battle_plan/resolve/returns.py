"""Survivors come home, counter-attack a lost home, or leave it (BP 9.5, 9.6, 9.7, 13)."""

from collections.abc import Callable, Iterable
from functools import partial
from operator import sub
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.resolve.builds import limited
from pbm.rules.battle_plan.resolve.land.army import army_losses
from pbm.rules.battle_plan.resolve.moves import add_forces, put_back
from pbm.rules.battle_plan.resolve.position import BattleReport, Orders, Position, with_units
from pbm.rules.battle_plan.state import Country, Sea, Suppressed

NEW_HPI = "conquered"  # the key of the start value in rules.toml (BP HR-18)


def come_home(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.5: survivors return to where they started (BP 4C.2, 4C.3, 4D.1, 4E.2); armies whose country fell wait for
    the counter-attack.
    """
    countries, seas = dict(position.countries), dict(position.seas)
    away, left = position.away, position.left.copy()
    for serial in position.staying:
        left[serial] = 0
    for code in position.captures:
        for serial in away.armies.get(code, ()):
            left[serial] = 0
    put_back(countries, seas, away, left)
    return replace(position, countries=countries, seas=seas), []


def counter_attack(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.6: armies of a conquered country attack it as one group, less the missile and air hits kept for
    them (BP HR-42); those of a minor do so too (BP HR-43).
    """
    countries, left = dict(position.countries), position.left.copy()
    away, staying = position.away, position.staying
    at_home: dict[str, int] = {}
    captures = dict(position.captures)
    reports: list[Callable[[], Iterable[BattleReport]]] = [*position.reports]
    events: list[Event] = []
    for code, taken in sorted(position.captures.items()):
        coming = [serial for serial in away.armies.get(code, ()) if left[serial] and serial not in staying]
        returning = sum(left[serial] for serial in coming)
        if not returning:
            continue
        holders = holders_of(position, code)
        holding = sum(left[serial] for serial in holders)
        shot = min(returning, sum(position.kept.get(code, (0, 0))))
        mine = away.groups[coming[0]].player
        stance = position.players[taken.by].stance.get(mine)
        lost, held = army_losses(dice, f"counter/{code}", returning - shot, holding, ally=stance == "ally")
        won = returning - shot > lost and held == holding
        _lose(left, dice, f"counter/{code}/home", coming, lost + shot)
        at_home[code] = lost + shot
        _lose(left, dice, f"counter/{code}/holders", holders, held)
        if won:
            captures[code] = replace(taken, retaken=True)
            countries[code] = with_units(countries[code], army=returning - shot - lost)
        own = countries[code].occupier
        facts = {"space": code, "won": won, "by": own, "against": taken.by}
        events.append(Event("counter-attack", "all", facts))
        full: dict[str, Any] = {
            "space": code,
            "groups": [
                {"name": code, "player": mine, "side": "attack", "army": [returning, lost + shot]},
                {"name": "", "player": taken.by, "side": "defend", "army": [holding, held]},
            ],
        }
        told = BattleReport("counter-attack-losses", full, (code,), only([mine, taken.by]))
        reports.append(partial(tuple, (told,)))
    losses: dict[str, int] = {}
    for group, dead in zip(away.groups, map(sub, away.sent, left), strict=True):
        if dead:
            losses[group.origin] = losses.get(group.origin, 0) + dead
    for code, n in at_home.items():  # they cost no popularity
        losses[code] = losses.get(code, 0) - n
    changed = replace(position, countries=countries, left=left, losses=losses, captures=captures)
    return replace(changed, reports=tuple(reports)), events


def holders_of(position: Position, code: str) -> list[int]:
    """The groups that have conquered a country and stay in it."""
    return sorted(s for s in position.staying if position.away.groups[s].target == code)


def _lose(left: list[int], dice: Dice, label: str, serials: list[int], lost: int) -> None:
    """Spread losses over groups at random."""
    shares = dice.share(label, lost, [left[serial] for serial in serials])
    for serial, n in zip(serials, shares, strict=True):
        left[serial] -= n


def change_hands(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.7: hits on air bases and Industry are marked, what was conquered changes hands, the loser's Navy
    and AirForce leave. Spies stay where they are (BP HR-51).
    """
    countries, seas = dict(position.countries), dict(position.seas)
    fled = dict(position.fled)
    events: list[Event] = []
    for code, marks in sorted(position.marks.items()):
        events += _suppress(countries, code, marks, position.commander(code))
    bombers = chosen(position.start.options, "air") == "strategic"
    homeless: list[tuple[str, int, int, int]] = []
    for code, taken in sorted(position.captures.items()):
        country = countries[code]
        leaves = not taken.retaken and taken.source > 0
        countries[code] = conquered(country)
        if taken.retaken:
            continue
        army = sum(position.left[serial] for serial in holders_of(position, code))
        hpi = orders.rules.numbers["hpi"][NEW_HPI]
        # Standing orders that another player gave go at the end of the turn (BP 11, HR-64).
        countries[code] = replace(countries[code], occupier=taken.by, army=army, hpi=hpi, popularity={})
        if leaves:
            homeless.append((code, taken.source, country.navy, countries[code].air))
            countries[code] = replace(countries[code], navy=0, air=0)
    for code, p, navy, air in homeless:
        told: dict[str, dict[str, Any]] = {}
        for to, ships, planes in _flights(orders.board, countries, seas, code, p, navy, air, bombers):
            if to in countries:
                countries[to] = with_units(countries[to], air=planes)
            elif to:
                seas[to] = add_forces(seas[to], p, navy=ships, air=planes)
                before = fled.get((to, p), (0, 0))
                fled[to, p] = (before[0] + ships, before[1] + planes)
            facts = told.setdefault(to, {"space": code, "to": to, "navy": 0, "air": 0})
            facts["navy"] += ships
            facts["air"] += planes
        events += [Event("evacuated", only([p]), facts) for facts in told.values()]
    return replace(position, countries=countries, seas=seas, fled=fled), events


def _suppress(countries: dict[str, Country], code: str, marks: dict[str, int], commander: int) -> list[Event]:
    """BP 5F.3, 5F.4: hits suppress what is active and alive, for the next turn (BP HR-26)."""
    country = countries[code]
    industry, air = min(marks["industry"], country.industry), min(marks["air"], country.air)
    held = country.suppressed
    countries[code] = replace(
        country,
        industry=country.industry - industry,
        air=country.air - air,
        suppressed=replace(held, industry=held.industry + industry, air=held.air + air),
    )
    if not commander or not (industry or air):
        return []
    return [Event("suppressed", only([commander]), {"space": code, "industry": industry, "air": air})]


def conquered(country: Country) -> Country:
    """BP 13A, 13B: all TaxBase and Industry of a conquered country are suppressed, of a minor its AirForce too.

    That stays so when it is retaken in the counter-attack (BP HR-29). Navy, missiles and AntiMissiles stay
    in the country; a player's own Navy and active AirForce leave it (BP 13B).
    """
    held = country.suppressed
    minor = not country.occupier
    return limited(
        replace(
            country,
            tax=0,
            industry=0,
            air=0 if minor else country.air,
            suppressed=Suppressed(
                industry=held.industry + country.industry,
                tax=held.tax + country.tax,
                air=held.air + (country.air if minor else 0),
            ),
        )
    )


def _flights(
    board: Map,
    countries: dict[str, Country],
    seas: dict[str, Sea],
    code: str,
    p: int,
    navy: int,
    air: int,
    bombers: bool,
) -> list[tuple[str, int, int]]:
    """BP HR-44: (where to, Navy, AirForce) of what leaves a lost country; "" where planes have nowhere to go. Bombers
    end up in no sea but one on the coast (BP 23A).
    """
    space = board.spaces[code]
    flights = []
    if navy:
        own = {sea: seas[sea].forces[p].navy if p in seas[sea].forces else 0 for sea in space.coast}
        to = min(own, key=lambda sea: (-own[sea], sea), default="")  # a scenario may put ships where no sea is
        flights.append((to, navy, 0))
    if air:
        mine = [to for to in space.air if to in countries and countries[to].occupier == p]
        adjacent = [to for to in mine if to in space.adjacent]
        at_sea = [to for to in (space.coast if bombers else space.air) if to in seas]
        to = next(iter(adjacent or mine or at_sea), "")
        flights.append((to, 0, air))
    return flights
