"""BP 9.3g and 9.3h: navies in port fight, then shoot at armies that land."""

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import LandBattle
from pbm.rules.battle_plan.resolve.position import about_half


def fight_in_port(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3g, 4D.3: attacking and defending navies, supporters included (BP HR-49), each hit with about half their
    number.
    """
    attackers, defenders = battle.attackers["navy"], battle.defenders["navy"]
    attack, defend = sum(attackers), sum(defenders)
    if not attack or not defend:
        return
    hits = about_half(dice, battle.label("navy/attack"), attack, battle.expected)
    fire = about_half(dice, battle.label("navy/defend"), defend, battle.expected)
    defend_lost = battle.hit(dice, "navy/defenders", defenders, hits)
    attack_lost = battle.hit(dice, "navy/attackers", attackers, fire)
    beyond = hits > defend_lost or fire > attack_lost
    battle.tell("navy", attack, defend, attack_lost, defend_lost, **({"rolled": [hits, fire]} if beyond else {}))


def guard_the_coast(battle: LandBattle, dice: Dice) -> None:
    """BP 9.3h: what is left of the defending Navy hits armies from seas with about half its number (BP 4D.4)."""
    landing = battle.meeting.landing
    if not landing:
        return
    navy, armies = sum(battle.defenders["navy"]), battle.attackers["army"]
    came = sum(armies[k] for k in landing)
    if not navy or not came:
        return
    hits = about_half(dice, battle.label("coast"), navy, battle.expected)
    dead = battle.hit_some(dice, "coast/armies", armies, landing, hits)
    battle.tell("coast", navy, dead, came, **({"rolled": hits} if hits > dead else {}))
