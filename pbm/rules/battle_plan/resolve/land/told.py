"""14: a battle as it is reported, in full and by kinds of unit alone."""

from typing import Any

from pbm.rules.battle_plan.resolve.land.battle import Battle
from pbm.rules.battle_plan.resolve.position import SUPPORTS, Report

UNITS = ("army", "navy", "air")
Side = dict[str, Any]
"""Name, player and side of a part of a battle, then by unit how many were sent and how many of them were lost."""


def battle_report(battle: Battle) -> list[Report]:
    """14: the country first, its support included, then every space that sent attackers."""
    came, alive, start = battle.came, battle.alive, battle.position.start.countries
    home: Side = {"name": battle.code, "player": battle.defender, "side": "defend"}
    for unit in UNITS:
        _add(home, unit, came[unit], came[unit] - alive[unit])
    sides: dict[tuple[str, int], Side] = {}
    support: dict[tuple[str, int], Side] = {}
    fighters = set()
    for serial, group in battle.groups.items():  # in the order of the book: Army, Navy, AirForce
        sent, lost = came[serial], came[serial] - alive[serial]
        if group.code in SUPPORTS:
            _add(home, group.unit, sent, lost)
            _add(_side(support, group.origin, group.player, "defend"), group.unit, sent, lost)
            continue
        if group.unit != "navy":
            fighters.add(group.player)
        if sent:  # losses at the border are told there; a group that died there whole does not appear here
            _add(_side(sides, group.origin, group.player, "attack"), group.unit, sent, lost)
    for (_, salvo), stopped in zip(battle.salvos, battle.stopped, strict=True):
        _add(_side(sides, salvo.origin, salvo.player, "attack"), "missiles", salvo.fired, stopped)
    if not sides:
        return []
    for unit in UNITS:
        if not home[unit][0]:
            del home[unit]
    groups = [home, *[sides[key] for key in sorted(sides)]]
    supports = [support[key] for key in sorted(support)]
    kinds = [
        {
            "name": g["name"],
            # Publicly known is who occupies a country; who controls a minor or sails a sea is secret.
            "player": start[g["name"]].occupier if g["name"] in start else 0,
            "side": g["side"],
            "kinds": list(g)[3:],
        }
        for g in groups
    ]
    head = {"space": battle.code, "by": battle.captured_by}
    told = [step for step in battle.told if step["step"] != "missiles" or step["fired"]]
    full = {**head, "groups": groups, "told": told, "supports": supports}
    reports = [Report("battle", full, (battle.code,), tuple(sorted(fighters)), {**head, "groups": kinds})]
    fired = sum(salvo.fired for _, salvo in battle.salvos)
    if fired:
        firers = tuple(sorted({salvo.player for _, salvo in battle.salvos} | fighters))
        stopped = sum(battle.stopped)
        facts = {"space": battle.code, "fired": fired, "stopped": stopped}
        reports.append(Report("missiles", facts, (battle.code,), firers))
    return reports


def _side(sides: dict[tuple[str, int], Side], name: str, player: int, side: str) -> Side:
    """The side that came from there, new if it is the first to be told."""
    key = name, player
    if key not in sides:
        sides[key] = {"name": name, "player": player, "side": side}
    return sides[key]


def _add(side: Side, unit: str, sent: int, lost: int) -> None:
    if unit in side:
        sums = side[unit]
        sums[0] += sent
        sums[1] += lost
    else:
        side[unit] = [sent, lost]
