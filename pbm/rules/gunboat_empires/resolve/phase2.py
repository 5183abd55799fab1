"""M2, air/navy combat (GE 7, 9.1 to 9.5, 11)."""

from pbm.rules.gunboat_empires.resolve.battle import (
    Percents,
    Strength,
    count,
    of_kinds,
    raw,
    share,
    strong,
    support,
    together,
    winner_loses,
    with_value,
)
from pbm.rules.gunboat_empires.resolve.campaign import Campaign, army_in
from pbm.rules.gunboat_empires.resolve.clash import Clash
from pbm.rules.gunboat_empires.resolve.forces import JointForce, TaskForce, grouped, in_order, sent
from pbm.rules.gunboat_empires.resolve.scouts import scout
from pbm.rules.gunboat_empires.tables import NAMED, NAVY, Counts, tables

CODES = ("NA", "SA", "IN", "RN", "RS", "NR")
PHASE = 2


def fight_by_sea(campaign: Campaign) -> None:
    """GE 5.3, 5.4, 5.5, 7: player by player by falling Air/Navy efficiency."""
    campaign.lift = {}
    for player in in_order(campaign, NAVY):
        forces = _lifted(campaign, player, sent(campaign, player, CODES, "", PHASE))
        for group in grouped(forces):
            _fight(campaign, group)


def _lifted(campaign: Campaign, player: int, forces: list[TaskForce]) -> list[TaskForce]:
    """GE 7.5, HR-26: a task force whose army units exceed what is left of Sealift is cancelled."""
    left, kept = campaign.nations[player].sealift, []
    for force in forces:
        needed = army_in(force.units)
        if needed > left:
            campaign.failed(player, force.order, "sealift")
            campaign.put_in(force.start, force.units)
            continue
        left -= needed
        kept.append(force)
    campaign.lift[player] = campaign.nations[player].sealift - left
    return kept


def _fight(campaign: Campaign, group: JointForce) -> None:
    """One group at its target, as that is now."""
    order = group.order
    assert order is not None
    if campaign.owner[group.target] == group.player:
        if group.mission in ("NA", "SA", "IN"):
            campaign.put_in(group.target, group.units)  # GE 5.6, HR-12: a plain move
            campaign.tell(
                "moved",
                [group.player],
                player=group.player,
                phase=PHASE,
                to=group.target,
                force=group.units,
                **{"from": group.start},
            )
        else:
            campaign.failed(group.player, order, "own-region")
            campaign.put_in(group.came_from, group.units)
        return
    if group.mission == "NR":
        scout(campaign, group, PHASE)
        campaign.put_in(group.came_from, group.units)
    elif group.mission in ("RN", "RS"):
        _raid(campaign, group)
    elif group.mission == "IN":
        _invade(campaign, group)
    else:
        _attack(campaign, group)


def _attack(campaign: Campaign, group: JointForce) -> None:
    """GE 7.7, 9.1, 9.2: Navy Attack and Sub Attack."""
    if not campaign.units[group.target]:
        _take(campaign, group)
        return
    fight = Clash(campaign, group.target, group.player, group.units)
    aboard = army_in(group.units)
    fight.air_battle()
    _surprise(fight, group.mission, fight.foes)
    if count(fight.foes) and count(fight.units):
        fight.at_sea(group.mission, dict(fight.foes))
    elif count(fight.units):
        fight.won = "attacker"
    elif count(fight.foes):
        fight.won = "defender"
    _lose_lift(campaign, group.player, aboard - army_in(group.units))
    if fight.won == "nobody" and count(fight.foes) and count(fight.units):  # GE HR-19: no strength on either side
        fight.told(PHASE, group.mission)
        campaign.put_in(group.came_from, group.units)
        return
    if not count(fight.units) and not count(fight.foes):
        fight.won = "nobody"
    fight.told(PHASE, group.mission)
    if count(group.units) and not count(fight.foes):
        _take(campaign, group)


def _surprise(fight: Clash, mission: str, foes: Counts) -> None:
    """GE 9.1, 9.2, 9.4: who strikes by surprise."""
    if mission in ("SA", "RS"):
        if not fight.is_only_submarines(foes):
            fight.surprise(by_attacker=True)
    elif fight.is_only_submarines(foes):
        fight.surprise(by_attacker=False)


def _take(campaign: Campaign, group: JointForce) -> None:
    """The group stands in its target, which changes hands."""
    campaign.capture(group.target, group.player, PHASE)
    campaign.put_in(group.target, group.units)


def _lose_lift(campaign: Campaign, player: int, lost: int) -> None:
    """GE 7.5: each army unit lost in M2 outside Invasions lowers Sealift by one."""
    nation = campaign.nations[player]
    nation.sealift = max(0, nation.sealift - lost)


def _raid(campaign: Campaign, group: JointForce) -> None:
    """GE 9.4, HR-25: air and naval units alone take part; control never changes."""
    here = campaign.units[group.target]
    troops = campaign.take_out(group.target, of_kinds(here, "army"))
    fight = Clash(campaign, group.target, group.player, group.units)
    if count(here):
        fight.air_battle()
        _surprise(fight, group.mission, here)
        if count(here) and count(fight.units):
            fight.at_sea(group.mission, dict(here))
        elif count(fight.units):
            fight.won = "attacker"
        else:
            fight.won = "defender"
    campaign.put_in(group.target, troops)
    fight.told(PHASE, group.mission)
    campaign.put_in(group.came_from, group.units)


def _invade(campaign: Campaign, group: JointForce) -> None:
    """GE 9.5, HR-23, HR-24: armies go ashore."""
    if not campaign.defends(group.target):
        _take(campaign, group)
        return
    fight = Clash(campaign, group.target, group.player, group.units)
    fight.air_battle()
    attack, defence = fight.measured(_ashore(fight, group.units), _on_the_beach(campaign, fight))
    troops = of_kinds(group.units, "army", "air")
    if attack > defence:
        fight.won, fight.percent = "attacker", winner_loses(attack, defence)
        fight.defenders_fall()
        fight.attackers_lose(share(count(troops), fight.percent), "invasion attacker")
        fight.told(PHASE, group.mission)
        if of_kinds(group.units, "army", "air"):
            _take(campaign, group)
        else:
            campaign.put_in(group.came_from, group.units)
        return
    fight.won, fight.percent = "defender", winner_loses(defence, attack)
    fight.defenders_lose(share(count(fight.foes), fight.percent), "invasion defender")
    fight.attackers_fall(troops)
    escorts = group.units.get(ESCORT, 0)
    fight.attackers_lose(min(escorts, tables().params["invasion_failed_escorts_lost"]), "navy_attack_or_raid both")
    fight.told(PHASE, group.mission)
    campaign.put_in(group.came_from, group.units)


def _ashore(fight: Clash, units: Counts) -> Strength:
    """GE 9.5, HR-23: troops with Marines, half of what the ships have but not more than the troops, planes above."""
    params = tables().params
    more = "rough" if fight.is_rough else "clear"
    percents = fight.infantry(fight.attacker, f"invasion_infantry_{more}_pct")
    troops, planes = of_kinds(units, "army"), of_kinds(units, "air")
    strength = raw(troops, "army", 0, percents)
    ships = raw(of_kinds(units, "surface"), "navy", 0) * params["invasion_shore_support_pct"] // 100
    shore = min(ships, strength * params["invasion_shore_support_cap_pct"] // 100)
    above = support(planes, with_value(troops, "army", 0))
    return strong(strength, above, fight.navy(fight.attacker), shore)


def _on_the_beach(campaign: Campaign, fight: Clash) -> Strength:
    """GE 8.7, 9.5: troops and intrinsic defence with the ground's bonus, ships and planes by their naval values."""
    land = tables()
    bonus = NAMED["invasion"]["rough" if fight.is_rough else "clear"]
    troops = of_kinds(fight.foes, "army")
    percents: Percents = dict.fromkeys(land.units, bonus)
    strength = raw(troops, "army", 1, percents)
    intrinsic = campaign.intrinsic(fight.region)
    strength += raw({INFANTRY: intrinsic}, "army", 1, percents) if intrinsic else 0
    planes = of_kinds(fight.foes, "air")
    ships = of_kinds(fight.foes, "surface", "merchant", "submarine")
    above = support(planes, with_value(troops, "army", 1) + intrinsic + with_value(ships, "navy", 1))
    afloat = strong(raw(ships, "navy", 1), above, fight.navy(fight.defender), raw(planes, "navy", 1))
    return together(strong(strength, above, fight.army(fight.defender)), afloat)


ESCORT, INFANTRY = NAMED["units"]["escort"], NAMED["units"]["intrinsic"]
