"""9.4: sea combat. In each sea every player shoots once at all his enemies there."""

from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.resolve.moves import add_forces
from pbm.rules.battle_plan.resolve.position import Group, Orders, Position, Report, Unit
from pbm.rules.battle_plan.state import Sea

WEIGHTS: dict[Unit, int] = {"army": 1, "navy": 2, "air": 1}
HOME = -1

Present = dict[int, dict[Unit, dict[int, int]]]
"""By player and unit: serial of the group (HOME for what lies in the sea) to number."""


def fight_at_sea(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.4: settle every sea in which enemies meet (2D, 4D.5)."""
    away: dict[str, list[int]] = {}
    for serial, where in position.afloat:
        group = position.groups[serial]
        if group.alive and not group.stays:
            away.setdefault(where, []).append(serial)
    groups, seas = dict(position.groups), dict(position.seas)
    reports = list(position.reports)
    bombers = chosen(position.start.options, "air") == "strategic"
    for code in sorted(seas):
        here = _present(seas[code], {serial: groups[serial] for serial in away.get(code, ())})
        foes = {p: sorted(position.foes[p] & here.keys()) for p in sorted(here)}
        if not any(foes.values()):
            continue
        lost = _exchange(dice, code, here, foes, orders.expected, bombers)
        if lost is None:
            continue
        shown = []
        for p in sorted(here):
            if not foes[p]:
                continue
            facts: dict[str, Any] = {"name": "", "player": p, "side": "meet"}
            for unit, pool in here[p].items():
                number, dead = sum(pool.values()), lost.get((p, unit), 0)
                facts[unit] = [number, dead]
                if not dead:
                    continue
                shares = dice.share(f"sea/{code}/{p}/{unit}/who", dead, tuple(pool.values()))
                for serial, n in zip(pool, shares, strict=True):
                    if n and serial == HOME:
                        seas[code] = add_forces(seas[code], p, **{unit: -n})
                    elif n:
                        groups[serial] = groups[serial].after(n)
            shown.append(facts)
        reports.append(partial(_told, code, shown))
    return replace(position, groups=groups, seas=seas, reports=tuple(reports)), []


def _told(code: str, groups: list[dict[str, Any]]) -> list[Report]:
    return [Report("sea-battle", {"space": code, "groups": groups}, (code,))]


def _present(sea: Sea, groups: dict[int, Group]) -> Present:
    """Who is there: what lies in the sea, and the groups that fight in it."""
    here: Present = {}
    for p, forces in sea.forces.items():
        units: tuple[tuple[Unit, int], ...] = (("army", forces.army), ("navy", forces.navy), ("air", forces.air))
        here[p] = {unit: {HOME: n} for unit, n in units if n}
    for serial, group in groups.items():
        here.setdefault(group.player, {}).setdefault(group.unit, {})[serial] = group.alive
    return {p: units for p, units in here.items() if units}


def _exchange(
    dice: Dice, code: str, here: Present, foes: dict[int, list[int]], expected: bool, bombers: bool
) -> dict[tuple[int, Unit], int] | None:
    """9.4: the losses by player and unit, or None where nobody can shoot.

    Each Navy and AirForce has one shot (Army at sea has none); a shot picks an enemy unit, Navy with
    double weight, and kills Army always, AirForce with 1/2, Navy with 1/4 (HR-40); all fire at once. Bombers that
    lie at sea have none, those that support it from land have (23A).
    """
    hits: dict[tuple[int, Unit], Fraction | int] = {}
    fired = False
    number = {p: {unit: sum(pool.values()) for unit, pool in units.items()} for p, units in here.items()}
    for p, enemies in foes.items():
        shots = number[p].get("navy", 0) + number[p].get("air", 0)
        if bombers and "air" in here[p]:
            shots -= here[p]["air"].get(HOME, 0)
        targets: list[tuple[int, Unit]] = [(q, unit) for q in enemies for unit in WEIGHTS if unit in here[q]]
        if not shots or not targets:
            continue
        fired = True
        weights = [WEIGHTS[unit] * number[q][unit] for q, unit in targets]
        if expected:
            for key, weight in zip(targets, weights, strict=True):
                killed = {"army": 1, "air": 2, "navy": 4}[key[1]]
                hits[key] = hits.get(key, 0) + Fraction(shots * weight, sum(weights) * killed)
        else:
            picked = dice.picks(f"sea/{code}/{p}", shots, weights)
            for (q, unit), n in zip(targets, picked, strict=True):
                hits[q, unit] = hits.get((q, unit), 0) + _kills(dice, f"sea/{code}/{p}/{q}/{unit}", unit, n)
    if not fired:
        return None
    return {
        (q, unit): min(number[q][unit], dice.round_randomly(f"sea/{code}/{q}/{unit}", n))
        for (q, unit), n in sorted(hits.items())
    }


def _kills(dice: Dice, label: str, unit: Unit, shots: int) -> int:
    """9.4: how many of these shots at one kind of unit kill."""
    if unit == "army":
        return shots
    return dice.halves(label, shots) if unit == "air" else dice.quarters(label, shots)
