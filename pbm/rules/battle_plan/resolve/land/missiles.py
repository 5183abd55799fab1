"""BP 9.3c and 9.3d: AntiMissiles stop missiles, the rest hit."""

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle

ARMY_HIT = 10  # Army destroyed by a missile (BP 4F.1)
MARK = 10  # Industry or AirForce suppressed by a missile (BP 4F.1)


def stop_missiles(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3c: each AntiMissile stops one incoming missile, drawn among all of them (BP 4G.1, HR-46)."""
    salvos = battle.meeting.salvos
    if not salvos:
        return
    fired = [salvo.fired for salvo in salvos]
    used = min(battle.antimissiles, sum(fired))
    battle.stopped = dice.share(battle.label("antimissiles"), used, fired)
    battle.antimissiles -= used
    battle.through = sum(fired) - used
    battle.tell("missiles", sum(fired), used)


def hit_with_missiles(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3d: each hit kills 10 defending Army or suppresses 10 Industry or AirForce; what is left over is
    kept.
    """
    salvos = battle.meeting.salvos
    if not salvos:
        return
    hits = {"MA": 0, "MF": 0, "MI": 0}
    for salvo, stopped in zip(salvos, battle.stopped, strict=True):
        hits[salvo.code] += salvo.fired - stopped
    dead = 0
    if hits["MA"]:
        dead = battle.hit(dice, "missiles", battle.defenders["army"], ARMY_HIT * hits["MA"])
        battle.kept_missiles = ARMY_HIT * hits["MA"] - dead
    battle.industry_hits += MARK * hits["MI"]
    battle.base_hits += MARK * hits["MF"]
    if battle.through:
        battle.tell("missile-hits", hits["MA"], dead, hits["MI"], hits["MF"])
