"""14: a battle as it is reported, in full and by kinds of unit alone."""

from typing import Any

from pbm.rules.battle_plan.resolve.land.battle import HOME, Battle
from pbm.rules.battle_plan.resolve.position import SUPPORTS, Report

UNITS = ("army", "navy", "air")


def battle_report(battle: Battle) -> list[Report]:
    """14: the country first, its support included, then every space that sent attackers."""
    sides: dict[tuple[str, int], dict[str, list[int]]] = {}
    home = {unit: [battle.home[unit], battle.home[unit] - battle.alive[HOME, unit]] for unit in UNITS}
    support: dict[tuple[str, int], dict[str, list[int]]] = {}
    for serial, group in battle.groups.items():
        lost = battle.came[serial] - battle.alive[serial]
        key = (group.origin, group.player)
        if group.code in SUPPORTS:
            _add(home, group.unit, battle.came[serial], lost)
            _add(support.setdefault(key, {}), group.unit, battle.came[serial], lost)
        else:
            # Losses at the border are told there; a group that died there whole does not appear here.
            _add(sides.setdefault(key, {}), group.unit, battle.came[serial], lost)
    for (_, salvo), stopped in zip(battle.salvos, battle.stopped, strict=True):
        _add(sides.setdefault((salvo.origin, salvo.player), {}), "missiles", salvo.fired, stopped)
    groups = [_group(battle.code, battle.defender, "defend", home)]
    groups += [_group(origin, player, "attack", forces) for (origin, player), forces in sorted(sides.items())]
    groups = [g for g in groups if len(g) > 3 or g["side"] == "defend"]
    if len(groups) < 2:
        return []
    fighters = {group.player for group in battle.groups.values() if group.code not in SUPPORTS and group.unit != "navy"}
    supports = [_group(origin, player, "defend", forces) for (origin, player), forces in sorted(support.items())]
    kinds = [
        {
            "name": g["name"],
            "player": _known_owner(battle, g["name"]),
            "side": g["side"],
            "kinds": [u for u in (*UNITS, "missiles") if u in g],
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


def _known_owner(battle: Battle, code: str) -> int:
    """Who is publicly known to hold a space: the occupier of a country; control of minors and fleets are secret."""
    country = battle.position.start.countries.get(code)
    return country.occupier if country else 0


def _add(forces: dict[str, list[int]], unit: str, sent: int, lost: int) -> None:
    sums = forces.setdefault(unit, [0, 0])
    sums[0] += sent
    sums[1] += lost


def _group(name: str, player: int, side: str, forces: dict[str, list[int]]) -> dict[str, Any]:
    shown = {unit: forces[unit] for unit in (*UNITS, "missiles") if forces.get(unit, [0])[0]}
    return {"name": name, "player": player, "side": side, **shown}
