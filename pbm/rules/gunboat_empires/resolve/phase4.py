"""M4, air/army combat (GE 9.6 to 9.9, 11)."""

from pbm.rules.gunboat_empires.resolve.battle import (
    Percents,
    Strength,
    attrition,
    count,
    exchanged,
    of_kinds,
    raw,
    share,
    strong,
    support,
    together,
    winner_loses,
    with_value,
)
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.resolve.clash import Clash
from pbm.rules.gunboat_empires.resolve.forces import JointForce, TaskForce, grouped, in_order, sent
from pbm.rules.gunboat_empires.resolve.phase2 import INFANTRY
from pbm.rules.gunboat_empires.resolve.scouts import scout
from pbm.rules.gunboat_empires.tables import ARMY, NAMED, tables

CODES = ("GA", "GAB", "AT", "GR")
PHASE = 4


def fight_by_land(campaign: Campaign) -> None:
    """GE 5.3 to 5.5, 9.6: player by player by falling Army efficiency."""
    for player in in_order(campaign, ARMY):
        forces = sent(campaign, player, CODES, "captured-in-2", PHASE)
        for group in grouped(_of_one_mind(campaign, forces)):
            _fight(campaign, group)


def _of_one_mind(campaign: Campaign, forces: list[TaskForce]) -> list[TaskForce]:
    """GE 5.5: task forces whose mission differs from that of the first with the same target are cancelled."""
    first: dict[str, str] = {}
    kept = []
    for force in forces:
        if first.setdefault(force.target, force.mission) == force.mission:
            kept.append(force)
            continue
        campaign.failed(force.player, force.order, "mission")
        campaign.put_in(force.start, force.units)
    return kept


def _fight(campaign: Campaign, group: JointForce) -> None:
    order = group.order
    assert order is not None
    if campaign.owner[group.target] == group.player:
        if group.mission == "GA":
            campaign.put_in(group.target, group.units)  # GE 5.6, HR-12: a plain move, from which a blitz may go on
            _blitz(campaign, group)
        else:
            campaign.failed(group.player, order, "own-region")
            campaign.put_in(group.start if group.mission == "GR" else group.came_from, group.units)
        return
    if group.mission == "GR":
        scout(campaign, group, PHASE)
        campaign.put_in(group.start, group.units)
    elif group.mission == "AT":
        fight = Clash(campaign, group.target, group.player, group.units)
        fight.air_battle()
        _wear_down(campaign, fight, group)
        campaign.put_in(group.came_from, group.units)
    elif _attack(campaign, group):
        _blitz(campaign, group)


def _attack(campaign: Campaign, group: JointForce) -> bool:
    """GE 9.6, 8.9, HR-29: a Ground Attack; whether the target is won."""
    if not campaign.defends(group.target):
        _take(campaign, group)
        return True
    fight = Clash(campaign, group.target, group.player, group.units)
    fight.air_battle()
    attack, defence = fight.measured(_advance(fight), _hold(campaign, fight))
    if not attack and not defence:  # GE HR-19
        fight.told(PHASE, group.mission)
        campaign.put_in(group.came_from, group.units)
        return False
    if attack > defence:
        fight.won, fight.percent = "attacker", winner_loses(attack, defence)
        fight.defenders_fall()
        fight.attackers_lose(share(count(group.units), fight.percent), "ground attacker")
        is_won = bool(count(group.units))
        fight.told(PHASE, group.mission)
        if is_won:
            _take(campaign, group)
        return is_won
    fight.won, fight.percent = "defender", winner_loses(defence, attack)
    part = tables().params["ground_failed_loss_factor_pct"]
    mine, theirs = share(count(group.units), part), share(count(fight.foes), fight.percent * part, 100 * 100)
    fight.attackers_lose(mine, "ground attacker")
    fight.defenders_lose(theirs, "ground defender")
    fight.told(PHASE, group.mission)
    if count(group.units):
        _wear_down(campaign, Clash(campaign, group.target, group.player, group.units), group)
    campaign.put_in(group.came_from, group.units)
    return False


def _take(campaign: Campaign, group: JointForce) -> None:
    campaign.capture(group.target, group.player, PHASE)
    campaign.put_in(group.target, group.units)


def _advance(fight: Clash) -> Strength:
    """GE 9.6, 8.7: troops, with Special Forces in rough land; squadrons support them alone."""
    troops, planes = of_kinds(fight.units, "army"), of_kinds(fight.units, "air")
    percents = fight.infantry(fight.attacker, "infantry_rough_pct") if fight.is_rough else {}
    above = support(planes, with_value(troops, "army", 0))
    return strong(raw(troops, "army", 0, percents), above, fight.army(fight.attacker))


def _hold(campaign: Campaign, fight: Clash) -> Strength:
    """GE 9.6, 8.7, 8.8: troops and intrinsic defence, better in rough land; ships and planes by values on land."""
    units = tables().units
    percents: Percents = {}
    if fight.is_rough:
        bonus = tables().params["rough_defence_pct"]
        special = fight.infantry(fight.defender, "infantry_rough_pct")
        percents = {kind: bonus + special.get(kind, 0) for kind in units}
    troops, planes = of_kinds(fight.foes, "army"), of_kinds(fight.foes, "air")
    ships = of_kinds(fight.foes, "surface", "merchant", "submarine")
    intrinsic = campaign.intrinsic(fight.region)
    strength = raw(troops, "army", 1, percents)
    strength += raw({INFANTRY: intrinsic}, "army", 1, percents) if intrinsic else 0
    above = support(planes, with_value(troops, "army", 1) + intrinsic + with_value(ships, "army", 1))
    beside = strong(raw(ships, "army", 1), above, fight.navy(fight.defender), raw(planes, "army", 1))
    return together(strong(strength, above, fight.army(fight.defender)), beside)


def _wear_down(campaign: Campaign, fight: Clash, group: JointForce) -> None:
    """GE 9.7, HR-27, HR-28: both sides lose units, the region one resource complex; control never changes."""
    mine = count(of_kinds(group.units, "army", "air"))
    theirs = count(of_kinds(fight.foes, "army", "air"))
    own, enemy = fight.army(fight.attacker), fight.army(fight.defender)
    complex_ = ""
    if mine and theirs:
        kills = attrition(mine, theirs, own, enemy), attrition(theirs, mine, enemy, own)
        lost, lost_against = exchanged(mine, theirs, kills)
        fight.attackers_lose(lost, "ground attacker")
        ships = {kind: fight.foes.pop(kind) for kind in of_kinds(fight.foes, "surface", "merchant", "submarine")}
        fight.defenders_lose(lost_against, "ground defender")
        fight.foes |= ships
    if mine:
        complex_ = _most_numerous(campaign, fight.region)
    campaign.tell(
        "attrition",
        [fight.attacker, fight.defender],
        phase=PHASE,
        region=fight.region,
        attacker=fight.attacker,
        defender=fight.defender,
        force=fight.force,
        against=fight.against,
        lost=fight.lost,
        lost_against=fight.lost_against,
        complex=complex_,
    )


def _most_numerous(campaign: Campaign, region: str) -> str:
    """GE HR-28: one Mine, Energy Plant or Farm is destroyed, of the most numerous kind; which, or nothing."""
    here = campaign.facilities[region]
    kinds = [code for code, facility in tables().facilities.items() if facility.is_resource and here.get(code)]
    if not kinds:
        return ""
    most = max(kinds, key=lambda code: here[code])  # the first of equals
    here[most] -= 1
    if not here[most]:
        del here[most]
    return most


def _blitz(campaign: Campaign, group: JointForce) -> None:
    """GE 9.9, HR-30: the fast units go on to a second region; slow units stay."""
    to, land = group.to, tables().regions
    nation = campaign.nations[group.player]
    if not to or not {*NAMED["blitz"]["needs"]} <= {*nation.technologies} or not land[to].is_land:
        return
    if to not in land[group.target].near or campaign.owner[to] == group.player:
        return
    fast = {kind: number for kind, number in group.units.items() if tables().units[kind].is_fast}
    going = campaign.take_out(group.target, fast)
    if not of_kinds(going, "army"):
        campaign.put_in(group.target, going)
        return
    campaign.tell("blitz", [group.player, campaign.owner[to]], region=to, by=group.player, **{"from": group.target})
    _attack(campaign, JointForce(group.player, "GA", to, group.target, going, order=group.order))
