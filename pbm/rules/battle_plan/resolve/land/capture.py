"""BP 9.3k: who takes the country."""

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle


def capture(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3k: without defending Army, the conquering player with most Army left takes it, a tie at random
    (BP HR-38).

    All his conquering groups stay; those of others, and all who only attack, go home (BP 4C.1).
    """
    if any(battle.defenders["army"]):
        return
    left: dict[int, int] = {}
    serials: dict[int, list[int]] = {}
    coming = zip(battle.attacking("army"), battle.attackers["army"], strict=True)
    for serial, (group, n) in enumerate(coming, battle.meeting.bounds[0]):
        if group.code == "AC" and n:
            left[group.player] = left.get(group.player, 0) + n
            serials.setdefault(group.player, []).append(serial)
    if not left:
        return
    if len(left) > 1:
        battle.conquerors = {str(p): left[p] for p in sorted(left)}
    most = max(left.values())
    first = [p for p in sorted(left) if left[p] == most]
    battle.captured_by = first[0] if len(first) == 1 else dice.pick(battle.label("capture"), first)
    battle.staying = tuple(serials[battle.captured_by])
