"""BP 9.3e and 9.3f: AirForce against AirForce, then what the excess does."""

from collections.abc import Sequence
from fractions import Fraction

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle
from pbm.rules.battle_plan.resolve.position import about_half

TARGETS = ("FA", "FN", "FF", "FI")
HITS = ("army", "navy", "air", "industry")  # what they hit


def fight_in_the_air(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3e: about half the smaller number is lost, split about evenly; the difference is the excess
    (BP HR-31).
    """
    attackers, defenders = battle.attackers["air"], battle.defenders["air"]
    attack, defend = sum(attackers), sum(defenders)
    if not attack and not defend:
        return
    battle.excess = attack - defend
    smaller = min(attack, defend)
    if battle.expected:
        fallen = Fraction(smaller, 4)
        attack_lost = dice.round_randomly(battle.label("air/attack"), fallen)
        defend_lost = dice.round_randomly(battle.label("air/defend"), fallen)
    else:
        lost = dice.halves(battle.label("air"), smaller)
        attack_lost = dice.halves(battle.label("air/side"), lost)
        defend_lost = lost - attack_lost
    battle.hit(dice, "air/attackers", attackers, attack_lost)
    battle.hit(dice, "air/defenders", defenders, defend_lost)
    battle.tell("air", attack, defend, battle.excess, attack_lost, defend_lost)


def use_excess(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3f: about half the excess hits: the defender's the attackers, the attacker's its ordered targets."""
    battle.army_before_air = sum(battle.defenders["army"])
    if battle.excess < 0:
        _defend_with_excess(battle, dice, -battle.excess)
    elif battle.excess > 0:
        _attack_with_excess(battle, dice, battle.excess)


def _defend_with_excess(battle: LandBattle, dice: Dice, excess: int) -> None:
    """BP 9.3f: hits on attacking Army, then Navy, then AirForce, in that order."""
    left = rolled = about_half(dice, battle.label("excess"), excess, battle.expected)
    dead: list[int] = []
    for unit, pool in battle.attackers.items():
        dead.append(battle.hit(dice, f"excess/{unit}", pool, left) if left else 0)
        left -= dead[-1]
    battle.tell("excess", "defend", *dead, **({"rolled": rolled} if left else {}))


def _attack_with_excess(battle: LandBattle, dice: Dice, excess: int) -> None:
    """BP 9.3f: the excess is split over the orders in proportion to the planes sent (BP HR-32); half of it hits."""
    sent_by = dict.fromkeys(TARGETS, 0)
    for group in battle.attacking("air"):
        sent_by[group.code] += group.sent
    planes = list(sent_by.values())
    parts: Sequence[int] = planes
    if battle.expected:
        sent = sum(planes)
        hits = [
            dice.round_randomly(battle.label(f"excess/{code}"), Fraction(excess * n, 2 * sent))
            for code, n in zip(TARGETS, planes, strict=True)
        ]
    else:
        if excess != sum(planes):
            parts = dice.proportion(battle.label("excess/split"), excess, planes)
        stem = battle.label("excess/")
        hits = [dice.halves(stem + code, part) if part else 0 for code, part in zip(TARGETS, parts, strict=True)]
    army = battle.hit(dice, "excess/army", battle.defenders["army"], hits[0])
    navy = battle.hit(dice, "excess/navy", battle.defenders["navy"], hits[1])
    battle.kept_air = hits[0] - army
    battle.air_hits = hits[0]
    battle.base_hits += hits[2]
    battle.industry_hits += hits[3]
    more: dict[str, dict[str, int]] = {}
    if sum(map(bool, planes)) > 1:
        more["planes"] = {unit: n for unit, n in zip(HITS, planes, strict=True) if n}
        if not battle.expected and parts is not planes:
            more["parts"] = {unit: n for unit, n, sent in zip(HITS, parts, planes, strict=True) if sent}
    beyond = {unit: n for unit, n, dead in (("army", hits[0], army), ("navy", hits[1], navy)) if n > dead}
    if beyond:
        more["rolled"] = beyond
    battle.tell("excess", "attack", army, navy, hits[2], hits[3], **more)
