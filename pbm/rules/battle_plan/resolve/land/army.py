"""BP 4C.6: the fight of armies."""

from fractions import Fraction

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle

ALLY = Fraction(3, 4)  # what a defender counts who calls an attacker his ally (BP 1B, HR-36)


def fight_with_armies(battle: LandBattle, dice: Dice) -> None:
    """BP 4C.6: all attacking armies against all defending ones (BP HR-33); losses fall at random within a side."""
    attackers, defenders = battle.attackers["army"], battle.defenders["army"]
    attack, defend = sum(attackers), sum(defenders)
    if not attack or not defend:
        return
    ally = _defends_against_an_ally(battle)
    attack_lost, defend_lost = army_losses(dice, battle.label("army"), attack, defend, ally=ally)
    battle.hit(dice, "army/attackers", attackers, attack_lost)
    battle.hit(dice, "army/defenders", defenders, defend_lost)
    battle.tell("army", attack, defend, attack_lost, defend_lost, ally)


def army_losses(dice: Dice, label: str, attack: int, defend: int, *, ally: bool = False) -> tuple[int, int]:
    """BP 4C.6: (attackers lost, defenders lost). The larger side wins and loses loser² ∕ winner, rounded
    randomly.

    Equal sides: the attackers die, one defender is left or none, each with 1/2 (BP HR-34). A defender who
    calls an attacker his ally counts three quarters, in the comparison and in the formula (BP HR-36).
    """
    if not attack or not defend:
        return 0, 0
    whole, part = (ALLY.denominator, ALLY.numerator) if ally else (1, 1)
    ours, theirs = attack * whole, defend * part  # both in parts of an army
    if ours > theirs:
        return dice.round_ratio(label, theirs * theirs, ours * whole), defend
    if ours < theirs:
        return attack, min(defend, dice.round_ratio(label, ours * ours, theirs * part))
    return attack, defend - dice.chance(label, Fraction(1, 2))


def _defends_against_an_ally(battle: LandBattle) -> bool:
    """BP 1B: whether the defender has declared one of the attacking armies' players his ally."""
    if not battle.defender:
        return False
    stance = battle.position.players[battle.defender].stance
    alive = zip(battle.attacking("army"), battle.attackers["army"], strict=True)
    return "ally" in stance.values() and any(n and stance.get(group.player) == "ally" for group, n in alive)
