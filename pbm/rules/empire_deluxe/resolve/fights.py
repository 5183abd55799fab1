"""Fights (ED 6): who may attack what, with which chance, and what comes of it."""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Any

from pbm.core.events import only
from pbm.rules.empire_deluxe.board import FOREST, MOUNTAIN, RIVER, WATER
from pbm.rules.empire_deluxe.kinds import AIRBASE, ARMOR, BOMBER, CARRIER, CITY, FIGHTER, INFANTRY, UnitType
from pbm.rules.empire_deluxe.resolve import sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit, Town

WORN = 6
"""ED 6.9: what failed assaults are worth at most."""


def may_attack(campaign: Campaign, kind: UnitType, foe: UnitType, at: int, *, is_aboard: bool) -> bool:
    """ED 6.7, HR-18: whether a unit of that kind may attack one of another on a square; aboard: of a Transport."""
    is_water = campaign.rows[at] == WATER
    if not kind.attack:
        return False
    if kind.layer == "land":
        if is_aboard and (is_water or not campaign.enters(kind, at)):
            return False
        return not foe.hidden and not (foe.layer == "air" and is_water)
    if kind.layer == "sea":
        if foe.layer == "land":
            return kind.bombards
        return foe.layer != "air" or is_water
    return True


def may_attack_town(campaign: Campaign, kind: UnitType, town: Town, player: int) -> bool:
    """ED 6.1, 6.7, HR-13: whether a unit of a player may attack a city: land units any that is not theirs, planes those
    of enemies in the advanced game.
    """
    if town.owner == player:
        return False
    if kind.layer == "land":
        return kind.attack > 0
    return kind.layer == "air" and campaign.is_advanced and town.owner > 0


def ratings(campaign: Campaign, attacker: LiveUnit, foe: UnitType, at: int) -> tuple[int, int]:
    """ED 6.6: attack and defence of a fight against a unit on a square."""
    sign = campaign.rows[at]
    return strengths(attacker.kind, attacker.damage, foe, sign, campaign.options, is_advanced=campaign.is_advanced)


def strengths(
    kind: UnitType, damage: int, foe: UnitType, sign: str, options: Mapping[str, str], *, is_advanced: bool
) -> tuple[int, int]:
    """ED 6.6a, 6.6b, 6.6c, 6.6d, 6.6e, 6.6f, HR-04: the attack of a kind with that damage, and the defence of another
    on a square of that sign.
    """
    attack, defence = kind.attack, city_defence(options) if foe.code == AIRBASE else foe.defence
    is_covered = sign in (FOREST, MOUNTAIN) or (sign == RIVER and kind.layer == "land")
    if is_advanced and foe.layer == "land" and is_covered:
        defence *= 2
    if kind.bombards and foe.layer == "land":
        defence = max(1, defence // 2)
    if is_advanced:
        if kind.code == BOMBER and foe.code == FIGHTER:
            attack = max(1, attack // 2)
        if kind.code == FIGHTER and foe.code == BOMBER:
            defence = max(1, defence // 2)
        if kind.layer == "sea" and kind.code != CARRIER and foe.layer == "air":
            attack = max(1, attack // 2)
        if kind.crippled(damage):
            attack = max(1, attack // 2)
    return attack, defence


def town_ratings(campaign: Campaign, attacker: LiveUnit, town: Town) -> tuple[int, int]:
    """ED 6.8, 6.9, HR-11: the same against a city; wear counts for a neutral one."""
    attack = bare_attack(attacker.kind, attacker.damage, is_advanced=campaign.is_advanced)
    if campaign.is_advanced and not town.owner and campaign.options.get("wear") != "off":
        attack += min(WORN, town.worn)
    return attack, city_defence(campaign.options)


def bare_attack(kind: UnitType, damage: int, *, is_advanced: bool) -> int:
    """ED 6.6f: the attack of a kind with that damage, whatever it attacks."""
    return max(1, kind.attack // 2) if is_advanced and kind.crippled(damage) else kind.attack


def city_defence(options: Mapping[str, str]) -> int:
    """ED HR-03: what a city and an Airbase defend with."""
    return int(options.get("city_def", "2"))


def percent(attack: int, defence: int) -> int:
    """ED 6.2: the chance of the attacker in a round, in whole per cent."""
    return 100 * attack // (attack + defence)


@lru_cache(maxsize=4096)
def chance(hit: int, shots: int, hits: int) -> int:
    """ED 6.11: the chance in whole per cent to score `shots` times before the other has scored `hits` times: the sum
    over how often the other scores until our last.
    """
    whole: int = 100 ** (shots + hits - 1)
    won = 0
    for lost in range(hits):
        won += int(comb(shots - 1 + lost, lost) * hit**shots * (100 - hit) ** lost * 100 ** (hits - 1 - lost))
    return won * 100 // whole


def needed(hits: int, shot: int) -> int:
    """How many scores destroy so many hits."""
    return -(-hits // shot)


def odds(campaign: Campaign, attacker: LiveUnit, foe: UnitType, at: int) -> int:
    """ED 6.11: the chance to win against a unit whose damage nobody knows, in whole per cent."""
    return likely(attacker.kind, attacker.damage, foe, percent(*ratings(campaign, attacker, foe, at)))


def likely(kind: UnitType, damage: int, foe: UnitType, hit: int) -> int:
    """ED 6.11: the same of a kind with that damage and that chance in a round."""
    return chance(hit, needed(foe.hits, kind.shot), needed(kind.hits - damage, foe.shot))


def rounds(campaign: Campaign, attacker: LiveUnit, hit: int, foe_hits: int, foe_shot: int) -> tuple[bool, int, int]:
    """ED 6.2, 6.3, 10.1, HR-01, HR-02, HR-46: (whether the attacker wins, how many rounds there were, the damage of the
    foe); the attacker has its own damage after it.
    """
    attacker.fights += 1
    label = f"fight/{campaign.at}/{attacker.player}#{attacker.number}/{attacker.fights}"
    is_lucky = campaign.options.get("luck") != "none"
    left, foe_damage, number = attacker.kind.hits - attacker.damage, 0, 0
    while True:
        number += 1
        if is_lucky:
            scores = campaign.dice.die(f"{label}/{number}", 100) <= hit
        else:
            scores = (number * hit + 50) // 100 > ((number - 1) * hit + 50) // 100
        if scores:
            foe_damage += attacker.kind.shot
            if foe_damage >= foe_hits:
                return True, number, foe_damage
        else:
            attacker.damage += foe_shot
            left -= foe_shot
            if left <= 0:
                return False, number, foe_damage


def fight(campaign: Campaign, attacker: LiveUnit, foe: LiveUnit) -> bool:
    """ED 6.1 to 6.5: a fight with a unit, to the end of one of them; whether the attacker won. It does not move."""
    hit = percent(*ratings(campaign, attacker, foe.kind, foe.at))
    is_won, number, damage = rounds(campaign, attacker, hit, foe.kind.hits - foe.damage, foe.kind.shot)
    foe.damage += damage
    square = campaign.board.name(foe.at)
    both: dict[str, Any] = {"percent": hit, "rounds": number, "square": square}
    _tell_fight(campaign, attacker, foe.player, foe.kind.code, "attack", attacker.damage, is_won=is_won, **both)
    _tell_fight(campaign, foe, attacker.player, attacker.kind.code, "defend", foe.damage, is_won=not is_won, **both)
    loser, winner = (foe, attacker) if is_won else (attacker, foe)
    destroy(campaign, loser)
    drown(campaign, winner)
    return is_won


def _tell_fight(
    campaign: Campaign, piece: LiveUnit, foe: int, kind: str, role: str, damage: int, *, is_won: bool, **facts: Any
) -> None:
    """ED HR-35: a side of a fight hears of it, and nobody else."""
    campaign.tell_owner(
        "fight", piece, role=role, unit_kind=piece.kind.code, foe=foe, foe_kind=kind, won=is_won, damage=damage, **facts
    )


def assault(campaign: Campaign, attacker: LiveUnit, town: Town) -> bool:
    """ED 6.8: a fight with a city; whether the attacker won."""
    hit = percent(*town_ratings(campaign, attacker, town))
    is_won, number, _ = rounds(campaign, attacker, hit, 1, 1)
    square = campaign.board.name(town.at)
    both: dict[str, Any] = {"percent": hit, "rounds": number, "square": square, "city": town.code}
    _tell_fight(campaign, attacker, town.owner, CITY, "attack", attacker.damage, is_won=is_won, **both)
    if town.owner:
        campaign.tell(
            "fight",
            only([town.owner]),
            player=town.owner,
            role="defend",
            foe=attacker.player,
            foe_kind=attacker.kind.code,
            won=not is_won,
            **both,
        )
    if not is_won:
        if not town.owner and attacker.kind.layer == "land":
            town.worn += campaign.is_advanced
        destroy(campaign, attacker)
    return is_won


def destroy(campaign: Campaign, piece: LiveUnit) -> None:
    """ED 6.5, HR-17: a unit is gone, with all who are aboard."""
    for passenger in list(piece.cargo):
        destroy(campaign, passenger)
    at, host = piece.at, piece.host
    is_outside = host is None and at not in campaign.town_at
    campaign.lift(piece)
    campaign.sides[piece.player].units.pop(piece.number, None)
    piece.halt()
    piece.queue = []
    if host is not None:
        sight.shown(campaign, host)
    elif is_outside:
        sight.gone_from(campaign, piece, at)
        sight.no_eye_at(campaign, campaign.sides[piece.player], at)


def drown(campaign: Campaign, host: LiveUnit) -> None:
    """ED 4.11, HR-28: passengers above the capacity die, the highest numbers first."""
    for passenger in sorted(host.cargo, key=lambda it: -it.number):
        if host.room >= 0:
            return
        destroy(campaign, passenger)
        campaign.tell_owner("drowned", passenger, host=host.number)


def capture(campaign: Campaign, attacker: LiveUnit, town: Town) -> None:
    """ED 6.8, 7.8, HR-15: the city changes hands; its garrison is the unit that took it, all inside are lost."""
    before = town.owner
    side = campaign.sides[attacker.player]
    lost = [piece.number for piece in town.inside] + [it.number for piece in town.inside for it in piece.cargo]
    is_armor = attacker.kind.code == ARMOR and campaign.is_advanced
    for piece in list(town.inside):
        destroy(campaign, piece)
    destroy(campaign, attacker)
    town.owner = attacker.player
    town.emptied("")
    _begin(campaign, side.number, town)
    facts = {"city": town.code, "by": side.number, "from": before}
    if campaign.is_open:
        campaign.tell("captured", "all", **facts, lost=sorted(lost))
    else:
        campaign.tell("captured", only([side.number]), **facts)
        campaign.tell("captured", only([before]), **facts, lost=sorted(lost))
    if is_armor:
        garrison = campaign.fresh(side, campaign.table.kinds[INFANTRY], town.at)
        garrison.halt()
    sight.changed_hands(campaign, town, before)


def _begin(campaign: Campaign, player: int, town: Town) -> None:
    """ED 7.8: what a captured city builds: what the card ordered for it, else the player's default; inland, Armies."""
    side = campaign.sides[player]
    product, left, plan = side.plans.get(town.code, (side.product, 0, ()))
    if not may_build(campaign, town, product):
        product, left, plan = INFANTRY, 0, ()
    town.product, town.left, town.plan = product, left, list(plan)
    town.rally = {kind: list(queue) for kind, queue in side.plans.get(f"{town.code} rally", {}).items()}


def may_build(campaign: Campaign, town: Town, product: str) -> bool:
    """ED 7.1: whether a city may build a kind: ships need water beside it."""
    kind = campaign.table.kinds.get(product)
    return kind is None or kind.layer != "sea" or town.is_coastal


def bomb(campaign: Campaign, attacker: LiveUnit, town: Town) -> None:
    """ED 6.10, HR-07, HR-12: what a won attack from the air does: work is lost or a unit inside is; a Bomber cuts the
    efficiency.
    """
    inside = sorted(town.inside, key=lambda piece: piece.number)
    label = f"{campaign.at}/{attacker.player}#{attacker.number}/{attacker.fights}"
    is_lucky = campaign.options.get("luck") != "none"
    if not inside:
        result = 1
        if is_lucky:
            campaign.dice.die(f"bomb/{label}", 2)
    elif is_lucky:
        result = campaign.dice.die(f"bomb/{label}", 2)
    else:
        result = 1 if town.progress else 2
    lost, number = "", 0
    if result == 1:
        town.progress = 0
    else:
        victim = inside[campaign.dice.below(f"victim/{label}", len(inside)) if is_lucky else 0]
        lost, number = victim.kind.code, victim.number
        destroy(campaign, victim)
    if attacker.kind.code == BOMBER:
        town.efficiency = max(1, 9 * town.efficiency // 10)
    facts = {"city": town.code, "by": attacker.player, "result": result, "lost": lost, "efficiency": town.efficiency}
    campaign.tell("bombed", only([attacker.player]), **facts)
    campaign.tell("bombed", only([town.owner]), **facts, unit=number)
