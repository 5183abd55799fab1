"""BP 9.3j: enemies among the attackers fight each other once the defending Army is gone."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle
from pbm.rules.battle_plan.resolve.sorties import Sortie, Unit

MOST_ROUNDS = 50  # BP HR-37: then the smaller of each pair dies
FINEST = 2**40  # parts of a unit of the mean (BP HR-30): fractions would double in length every round
Pools = dict[tuple[int, Unit], int | Fraction]
Shots = list[list[Any]]
"""Hits of a round: by whom, on whom, on which unit, how many."""


def fight_among_attackers(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3j: Army and surplus AirForce of enemies hit with about half their number until no enemies are left
    (BP HR-37). Of the mean the fractions go from round to round, and what fell is rounded once, at the end (BP HR-30).
    """
    if len(battle.meeting.players) < 2 or any(battle.defenders["army"]):
        return
    pools: Pools = {}
    for group, n in _groups(battle, "army"):
        pools[group.player, "army"] = pools.get((group.player, "army"), 0) + n
    for player, planes in _surplus(battle, dice).items():
        pools[player, "air"] = planes
    before = dict(pools)
    rounds: list[Shots] = []
    for turn in range(1, MOST_ROUNDS + 1):
        if not _pairs(battle, pools):
            break
        rounds.append(_round(battle, dice, pools, f"rivals/{turn}"))
    for p, q in _pairs(battle, pools):
        smaller = min((p, q), key=lambda player: (_force(pools, player), player))
        pools[smaller, "army"] = pools[smaller, "air"] = 0
    fallen = {
        (player, unit): dice.round_randomly(battle.label(f"rivals/{player}/{unit}/fallen"), n - pools[player, unit])
        for (player, unit), n in sorted(before.items())
        if n != pools[player, unit]
    }
    for (player, unit), count in fallen.items():
        mine = [k for k, (group, _) in enumerate(_groups(battle, unit)) if group.player == player]
        battle.hit_some(dice, f"rivals/{player}/{unit}", battle.attackers[unit], mine, count)
    if fallen:
        army, air = (
            {str(player): count for (player, kind), count in fallen.items() if kind == unit and count}
            for unit in ("army", "air")
        )
        met = sorted({p for p, _ in before if any(battle.position.enemies(p, q) for q, _ in before)})
        more: dict[str, Any] = {"start": {str(p): [int(before.get((p, u), 0)) for u in ("army", "air")] for p in met}}
        if air:
            more["planes"] = air
        if not battle.expected:
            more["rounds"] = rounds
        battle.tell("rivals", army, **more)


def _surplus(battle: LandBattle, dice: Dice) -> dict[int, int]:
    """BP HR-37: planes beyond what overcame the defending AirForce and Army, by player: excess less twice
    the hits needed.
    """
    needed = battle.army_before_air
    if battle.excess <= 0 or battle.air_hits < needed:
        return {}
    planes: dict[int, int] = {}
    for group, n in _groups(battle, "air"):
        planes[group.player] = planes.get(group.player, 0) + n
    surplus = min(battle.excess - 2 * needed, sum(planes.values()))
    if surplus <= 0:
        return {}
    players = sorted(planes)
    parts = dice.proportion(battle.label("rivals/surplus"), surplus, [planes[p] for p in players])
    return {p: n for p, n in zip(players, parts, strict=True) if n}


def _groups(battle: LandBattle, unit: Unit) -> Iterable[tuple[Sortie, int]]:
    """The attacking groups of a unit, each with what is left of it."""
    return zip(battle.attacking(unit), battle.attackers[unit], strict=True)


def _force(pools: Pools, player: int) -> int | Fraction:
    return pools.get((player, "army"), 0) + pools.get((player, "air"), 0)


def _pairs(battle: LandBattle, pools: Pools) -> list[tuple[int, int]]:
    """Enemies who still face each other."""
    players = sorted({p for (p, _), n in pools.items() if n})
    return [(p, q) for p in players for q in players if p < q and battle.position.enemies(p, q)]


def _round(battle: LandBattle, dice: Dice, pools: Pools, step: str) -> Shots:
    """One round: everybody hits at once, spread over their enemies' units in proportion. Returns who hit whom."""
    shots_told: Shots = []
    hits: dict[tuple[int, Unit], int | Fraction] = {}
    for p in sorted({p for p, _ in pools}):
        shots = _force(pools, p)
        targets = [k for k in sorted(pools) if pools[k] and battle.position.enemies(p, k[0])]
        if not shots or not targets:
            continue
        sizes = [pools[k] for k in targets]
        parts: Sequence[int | Fraction]
        if battle.expected:
            parts = [Fraction(shots * size, 2 * sum(sizes)) for size in sizes]
        else:
            number = dice.halves(battle.label(f"{step}/{p}"), int(shots))
            parts = dice.proportion(battle.label(f"{step}/{p}/spread"), number, [int(size) for size in sizes])
        for k, n in zip(targets, parts, strict=True):
            hits[k] = hits.get(k, 0) + n
            if isinstance(n, int):
                shots_told.append([p, *k, n])
    for k, hit in hits.items():
        left = max(pools[k] - hit, 0)
        pools[k] = left if isinstance(left, int) else Fraction(int(left * FINEST), FINEST)
    return shots_told
