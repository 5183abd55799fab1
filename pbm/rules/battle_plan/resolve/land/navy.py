"""9.3g and 9.3h: navies in port fight, then shoot at armies that land."""

from pbm.dice import Dice
from pbm.rules.battle_plan.resolve.land.battle import Battle
from pbm.rules.battle_plan.resolve.position import about_half


def fight_in_port(battle: Battle, dice: Dice) -> None:
    """9.3g: attacking and defending navies, supporters included (HR-49), each hit with about half their
    number.
    """
    attackers, defenders = battle.attackers["navy"], battle.defenders["navy"]
    attack, defend = battle.sum(attackers), battle.sum(defenders)
    if not attack or not defend:
        return
    hits = about_half(dice, battle.label("navy/attack"), attack, battle.expected)
    fire = about_half(dice, battle.label("navy/defend"), defend, battle.expected)
    defend_lost = battle.hit(dice, "navy/defenders", defenders, hits)
    attack_lost = battle.hit(dice, "navy/attackers", attackers, fire)
    battle.told.append(
        {
            "step": "navy",
            "attack": attack,
            "defend": defend,
            "attack_lost": attack_lost,
            "defend_lost": defend_lost,
        }
    )


def guard_the_coast(battle: Battle, dice: Dice) -> None:
    """9.3h: what is left of the defending Navy hits armies from seas with about half its number (4D.4)."""
    landing = [key for key in battle.attackers["army"] if battle.groups[key].origin in battle.board.sea_codes]
    navy = battle.sum(battle.defenders["navy"])
    if not navy or not battle.sum(landing):
        return
    hits = about_half(dice, battle.label("coast"), navy, battle.expected)
    dead = battle.hit(dice, "coast/armies", landing, hits)
    battle.told.append({"step": "coast", "navy": navy, "hits": dead})
