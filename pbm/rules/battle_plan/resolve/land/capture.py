"""9.3k: who takes the country."""

from typing import Any

from pbm.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import Battle


def capture(battle: Battle, dice: Dice) -> None:
    """9.3k: without defending Army, the conquering player with most Army left takes it, a tie at random
    (HR-38).

    All his conquering groups stay; those of others, and all who only attack, go home (4C.1).
    """
    if battle.sum(battle.defenders["army"]) > 0:
        return
    left: dict[int, int] = {}
    serials: dict[int, list[Any]] = {}
    for key in battle.attackers["army"]:
        group = battle.groups[key]
        if group.code == "AC" and battle.alive[key] > 0:
            left[group.player] = left.get(group.player, 0) + battle.alive[key]
            serials.setdefault(group.player, []).append(key)
    if not left:
        return
    most = max(left.values())
    first = [p for p in sorted(left) if left[p] == most]
    battle.captured_by = first[0] if len(first) == 1 else dice.pick(battle.label("capture"), first)
    battle.staying = tuple(serials[battle.captured_by])
