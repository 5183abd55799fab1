"""What people think: indices in minors, HPI at home, revolutions (BP 3, 5D, spec 5)."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.state import Country
from pbm.rules.common.sequence import Told

KEPT = 95  # per cent: a positive index loses about 5 % a turn (BP 3B)
CAUSES = ("propaganda", "against", "losses", "survivors", "missiles", "dollars", "opinion")
"""What changes the popularity at home."""


def change_minors(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 3B: decay, propaganda, gifts, losses, then the drop of those who attacked, in this order (BP HR-21).

    Only a minor that was one at the start of the turn and still is (BP HR-22).
    """
    losses, meetings = position.losses, position.away.meetings
    countries = dict(position.countries)
    events: list[Event] = []
    for code, country in position.countries.items():
        if country.occupier or position.start.countries[code].occupier:
            continue
        paid, gifts = position.propaganda.get(code, {}), position.gifts.get(code, {})
        if not (country.popularity or paid or gifts or losses.get(code)):
            continue
        commander = position.commander(code)
        indices = {}
        for p in sorted({*country.popularity, *paid, *gifts, *([commander] if losses.get(code) else [])}):
            before = country.popularity.get(p, 0)
            causes = {
                "decay": decay(dice, f"decay/{code}/{p}", before),
                "propaganda": paid.get(p, 0),
                "gifts": gifts.get(p, 0),
                "losses": -losses.get(code, 0) if p == commander else 0,
            }
            after = before + sum(causes.values())
            if after > 0 and code in meetings and p in meetings[code].players:
                causes["attacked"], after = -after, 0
            if after:
                indices[p] = after
            causes = {cause: n for cause, n in causes.items() if n}
            if causes:
                facts = {"space": code, "before": before, "after": after, "causes": causes}
                events.append(Event("popularity", only([p]), facts))
        countries[code] = replace(country, popularity=indices)
    return replace(position, countries=countries), events


def decay(dice: Dice, label: str, index: int) -> int:
    """BP 3B: the change of an index by its decay: a positive one keeps 95 %, rounded randomly."""
    return dice.round_ratio(label, index * KEPT, 100) - index if index > 0 else 0


def change_home(position: Position, orders: Orders, dice: Dice) -> tuple[Position, Told]:
    """BP 3A: the home popularity of each country that kept its occupier changes, all at once (BP HR-19, HR-22)."""
    losses = position.losses
    survivors: dict[str, int] = {}
    for serial in position.away.conquerors:
        origin = position.away.groups[serial].origin
        survivors[origin] = survivors.get(origin, 0) + position.left[serial]
    touched = {*position.propaganda, *losses, *survivors, *position.missile_hits, *position.dollars_built}
    opinion = position.opinion
    if opinion:
        touched.update(code for code, country in position.countries.items() if country.occupier in opinion)
    countries, start = dict(position.countries), position.start.countries
    changes: list[tuple[str, int, int, tuple[int, ...]]] = []
    for code, country in position.countries.items():
        occupier = country.occupier
        if code not in touched or not occupier or start[code].occupier != occupier:
            continue
        paid = position.propaganda.get(code, {})
        causes = (
            own_propaganda(dice, f"propaganda/{code}/own", paid[occupier]) if occupier in paid else 0,
            -sum(
                [
                    foreign_propaganda(dice, f"propaganda/{code}/{p}", n)
                    for p, n in sorted(paid.items())
                    if p != occupier
                ]
            ),
            -losses.get(code, 0),
            survivors.get(code, 0),
            -2 * position.missile_hits.get(code, 0),
            position.dollars_built.get(code, 0),
            opinion.get(occupier, 0),
        )
        if any(causes):
            countries[code] = replace(country, hpi=country.hpi + sum(causes))
            changes.append((code, occupier, country.hpi, causes))
    return replace(position, countries=countries), [partial(_told, changes)]


def _told(changes: Sequence[tuple[str, int, int, tuple[int, ...]]]) -> list[Event]:
    """BP 3A: each occupier learns how his popularity changed, and why."""
    events = []
    for code, occupier, before, causes in changes:
        why = {cause: n for cause, n in zip(CAUSES, causes, strict=True) if n}
        facts = {"space": code, "before": before, "after": before + sum(causes), "causes": why}
        events.append(Event("popularity", (occupier,), facts))
    return events


def own_propaganda(dice: Dice, label: str, dollars: int) -> int:
    """BP 3A: the occupier's n Dollars raise the HPI by the square root of 180 n, rounded randomly."""
    return dice.round_root(label, 180 * dollars)


def foreign_propaganda(dice: Dice, label: str, dollars: int) -> int:
    """BP 3A: another player's n Dollars lower it by the square root of 20 n, rounded randomly."""
    return dice.round_root(label, 20 * dollars)


def revolt(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 3A: an HPI of 0 or less makes the country an uncontrolled minor; its forces stay in it (BP HR-20)."""
    countries = dict(position.countries)
    events: list[Event] = []
    for code, country in position.countries.items():
        if country.occupier and country.hpi <= 0:
            countries[code] = freed(country)
            events.append(Event("revolution", "all", {"space": code, "from": country.occupier}))
    return replace(position, countries=countries), events


def freed(country: Country) -> Country:
    """The country as a minor that nobody controls: no index, no standing orders."""
    return replace(country, occupier=0, hpi=0, popularity={}, standing={}, standing_by=0)
