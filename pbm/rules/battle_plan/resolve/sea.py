"""BP 9.4: sea combat. In each sea every player shoots once at all his enemies there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.resolve.moves import add_forces
from pbm.rules.battle_plan.resolve.position import BattleReport, Orders, Position
from pbm.rules.battle_plan.resolve.sorties import Unit

Target = Unit | Literal["cargo"]
"""What is shot at. Cargo: bombers that lie at sea, which take hits like an Army and have no shot (BP 23A)."""
WEIGHTS: dict[Target, int] = {"army": 1, "navy": 2, "air": 1, "cargo": 1}
KILLING = {"army": 1, "air": 2, "navy": 4, "cargo": 1}  # how many shots kill one, on an average
HOME = -1

Present = dict[int, dict[Target, dict[int, int]]]
"""By player and unit: serial of the group (HOME for what lies in the sea) to number."""
Numbers = dict[int, dict[Target, int]]


def fight_at_sea(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.4: settle every sea in which enemies meet (BP 2D, 4D.5)."""
    seas, left = dict(position.seas), position.left.copy()
    reports: list[Callable[[], Iterable[BattleReport]]] = [*position.reports]
    bombers = chosen(position.start.options, "air") == "strategic"
    for code in sorted(seas):
        here = _present(position, left, code, "cargo" if bombers else "air")
        foes = {p: sorted(enemies) for p in sorted(here) if (enemies := position.foes[p] & here.keys())}
        if not foes:
            continue
        number = {p: {unit: sum(pool.values()) for unit, pool in units.items()} for p, units in here.items()}
        lost = _exchange(dice, code, number, foes, orders.expected)
        if lost is None:
            continue
        for p in foes:
            sunk: dict[str, int] = {}
            for unit, pool in here[p].items():
                dead = lost.get((p, unit), 0)
                if not dead:
                    continue
                shares: Sequence[int] = (dead,)
                if len(pool) > 1:
                    shares = dice.share(f"sea/{code}/{p}/{unit}/who", dead, tuple(pool.values()))
                for serial, n in zip(pool, shares, strict=True):
                    if serial != HOME:
                        left[serial] -= n
                    elif n:
                        sunk["air" if unit == "cargo" else unit] = -n
            if sunk:
                seas[code] = add_forces(seas[code], p, **sunk)
        reports.append(partial(_told, code, number, foes, lost))
    return replace(position, left=left, seas=seas, reports=tuple(reports)), []


def _told(
    code: str, number: Numbers, foes: Mapping[int, Any], lost: dict[tuple[int, Target], int]
) -> list[BattleReport]:
    groups = []
    for p in foes:
        told: dict[str, list[int]] = {unit: [sent, lost.get((p, unit), 0)] for unit, sent in number[p].items()}
        if "cargo" in told:  # with the AirForce that came from land
            told["air"] = [n + more for n, more in zip(told.pop("cargo"), told.get("air", (0, 0)), strict=True)]
        groups.append({"name": "", "player": p, "side": "meet", **told})
    return [
        BattleReport("sea-battle", {"space": code, "groups": groups}, (code,), tuple(foes))
    ]  # BP 6A: who lost all, too


def _present(position: Position, left: list[int], code: str, lying: Target) -> Present:
    """Who is there: what lies in the sea (AirForce there as `lying`), and the groups that fight in it."""
    here: Present = {}
    for p, forces in position.seas[code].forces.items():
        units: dict[Target, dict[int, int]] = {}
        if forces.army:
            units["army"] = {HOME: forces.army}
        if forces.navy:
            units["navy"] = {HOME: forces.navy}
        if forces.air:
            units[lying] = {HOME: forces.air}
        if units:
            here[p] = units
    groups, staying = position.away.groups, position.staying
    for serial in position.away.afloat.get(code, ()):
        if left[serial] and serial not in staying:
            group = groups[serial]
            here.setdefault(group.player, {}).setdefault(group.unit, {})[serial] = left[serial]
    return here


def _exchange(
    dice: Dice,
    code: str,
    number: Numbers,
    foes: Mapping[int, list[int]],
    expected: bool,
) -> dict[tuple[int, Target], int] | None:
    """BP 9.4: the losses by player and unit, or None where nobody can shoot; all enemies are one target (BP HR-41).

    Each Navy and AirForce has one shot (Army at sea has none); a shot picks an enemy unit, Navy with
    double weight, and kills Army always, AirForce with 1/2, Navy with 1/4 (BP HR-40); all fire at once. Bombers that
    lie at sea have no shot and die like an Army, those that support it from land are AirForce (BP 23A).
    """
    hits: dict[tuple[int, Target], Fraction | int] = {}
    fired = False
    for p, enemies in foes.items():
        shots = number[p].get("navy", 0) + number[p].get("air", 0)
        if not shots:
            continue
        fired = True  # an enemy who is there has something to shoot at
        targets = [(q, unit) for q in enemies for unit in WEIGHTS if unit in number[q]]
        weights = [WEIGHTS[unit] * number[q][unit] for q, unit in targets]
        if expected:
            for key, weight in zip(targets, weights, strict=True):
                hits[key] = hits.get(key, 0) + Fraction(shots * weight, sum(weights) * KILLING[key[1]])
            continue
        for key, n in zip(targets, dice.picks(f"sea/{code}/{p}", shots, weights), strict=True):
            if n:
                q, unit = key
                hits[key] = hits.get(key, 0) + _kills(dice, f"sea/{code}/{p}/{q}/{unit}", unit, n)
    if not fired:
        return None
    return {
        (q, unit): min(number[q][unit], n if isinstance(n, int) else dice.round_randomly(f"sea/{code}/{q}/{unit}", n))
        for (q, unit), n in hits.items()
    }


def _kills(dice: Dice, label: str, unit: Target, shots: int) -> int:
    """BP 9.4: how many of these shots at one kind of unit kill."""
    if unit in ("army", "cargo"):
        return shots
    return dice.halves(label, shots) if unit == "air" else dice.quarters(label, shots)
