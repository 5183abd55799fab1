"""BP 14: a battle as it is reported, in full and by kinds of unit alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.rules.battle_plan.resolve.land.battle import LandBattle
from pbm.rules.battle_plan.resolve.position import BattleReport
from pbm.rules.battle_plan.resolve.sorties import SUPPORTS, UNITS
from pbm.rules.battle_plan.state import Country

FACTS = {
    "missiles": ("fired", "stopped"),
    "missile-hits": ("army", "killed", "industry", "air"),  # that got through, by target, and the Army killed
    "air": ("attack", "defend", "excess", "attack_lost", "defend_lost"),
    "excess": ("by", "army", "navy", "air", "industry"),  # the defender's excess hits no Industry
    "navy": ("attack", "defend", "attack_lost", "defend_lost"),
    "coast": ("navy", "hits", "landing"),  # landing: the Army from seas that they shot at
    "army": ("attack", "defend", "attack_lost", "defend_lost", "ally"),
    "rivals": ("lost",),
}
"""What a step tells in every battle. What it needs beyond that to be worked again is told only where it matters:
rolled: hits, where more were rolled than units were there; planes, parts: of an excess, how many were sent against
each target and how it was split over them; of rivals start, planes (lost) and rounds.
"""

Side = dict[str, Any]
"""Name, player and side of a part of a battle, then by unit how many were sent and how many of them were lost."""


def battle_report(battle: LandBattle) -> list[BattleReport]:
    """BP 14: the country first, its support included, then every space that sent attackers."""
    country, meeting, position = battle.country, battle.meeting, battle.position
    start, salvos = position.start.countries, meeting.salvos
    home: Side = {"name": battle.code, "player": battle.defender, "side": "defend"}
    for unit, own in zip(UNITS, (country.army, country.navy, country.air), strict=True):
        home[unit] = [own, own - battle.defenders[unit][0]]
    sides: dict[tuple[str, int], Side] = {}
    support: dict[tuple[str, int], Side] = {}
    # In the order of the book: Army, Navy, AirForce.
    start_at, *_, end = meeting.bounds
    groups, came = position.away.groups[start_at:end], position.left[start_at:end]
    for group, sent, left in zip(groups, came, battle.left(), strict=True):
        if group.code in SUPPORTS:
            _add(home, group.unit, sent, sent - left)
            _join(support, group.origin, group.player, "defend", group.unit, sent, sent - left)
        elif sent:  # losses at the border are told there; a group that died there whole does not appear here
            _join(sides, group.origin, group.player, "attack", group.unit, sent, sent - left)
    for salvo, stopped in zip(salvos, battle.stopped, strict=True):
        _join(sides, salvo.origin, salvo.player, "attack", "missiles", salvo.fired, stopped)
    if not sides:
        return []
    for unit in UNITS:
        if not home[unit][0]:
            del home[unit]
    # Of a sea that several sail, the order of players would tell strangers who sent what.
    parts = [home, *sorted(sides.values(), key=lambda side: (side["name"], list(side)[3:], side["player"]))]
    supports = [support[key] for key in sorted(support)]
    head = {"space": battle.code, "by": battle.captured_by}
    told = [
        {"step": step, **dict(zip(FACTS[step], facts, strict=False)), **more}
        for step, facts, more in battle.told
        if step != "missiles" or facts[0]
    ]
    full = {**head, "groups": parts, "told": told, "supports": supports}
    if battle.conquerors:
        full["conquerors"] = battle.conquerors
    reports = [BattleReport("battle", full, (battle.code,), meeting.players, {**head, "groups": _kinds(parts, start)})]
    fired = sum(salvo.fired for salvo in salvos)
    if fired:
        firers = tuple(sorted({salvo.player for salvo in salvos} | {*meeting.players}))
        stopped = sum(battle.stopped)
        facts = {"space": battle.code, "fired": fired, "stopped": stopped}
        reports.append(BattleReport("missiles", facts, (battle.code,), firers))
    return reports


def _kinds(parts: Sequence[Side], start: Mapping[str, Country]) -> list[Side]:
    """BP 14: what strangers read of the sides of a battle. Publicly known is who occupies a country; who controls a
    minor or sails a sea is secret.
    """
    return [
        {
            "name": g["name"],
            "player": start[g["name"]].occupier if g["name"] in start else 0,
            "side": g["side"],
            "kinds": list(g)[3:],
        }
        for g in parts
    ]


def _join(
    sides: dict[tuple[str, int], Side], name: str, player: int, side: str, unit: str, sent: int, lost: int
) -> None:
    """Tell of units with the others that came from there."""
    key = name, player
    if key in sides:
        _add(sides[key], unit, sent, lost)
    else:
        sides[key] = {"name": name, "player": player, "side": side, unit: [sent, lost]}


def _add(side: Side, unit: str, sent: int, lost: int) -> None:
    if unit in side:
        sums = side[unit]
        sums[0] += sent
        sums[1] += lost
    else:
        side[unit] = [sent, lost]
