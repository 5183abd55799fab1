"""What a battle leaves: who has won, what is sunk, taken and earned (NW 5.12, 5.14, 5.15, 7.1, 7.2)."""

from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle, may_fight
from pbm.rules.naval_warfare.resolve.battle.units import (
    BASE,
    CONTROL,
    ENDLESS,
    MONSTER,
    PLANE,
    SHIP,
    STRUCTURE,
    Unit,
)
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.shipyard import MENACE, full
from pbm.rules.naval_warfare.state import LOST
from pbm.rules.naval_warfare.tables import NAMED
from pbm.rules.naval_warfare.view import flagship

OPEN = ("who", "owner", "name", "hull", "kind")
"""NW 15: what all who fight learn of each other; what was hit is in the record."""
VICTORY, DRAW, LOSS = "victory", "draw", "loss"


def close(battle: SeaBattle, *, is_over: bool) -> None:
    """NW 5.15: the result and all that follows; is_over: it ended before the last round."""
    campaign = battle.campaign
    units = [unit for unit in battle.units if unit.kind != CONTROL]
    owners = sorted({unit.owner for unit in battle.units})
    able = {unit.owner for unit in units if may_fight(unit)}
    winners = able if is_over else set()
    hulls: dict[int, list[int]] = {}
    _written_back(units)
    fighters = [p for p in owners if p != MENACE]
    _sunk(battle, units, hulls, fighters)
    _dead(battle, units, hulls, fighters)
    _ports(battle, units, fighters)
    _ship_exp(battle, units, winners)
    _menaces(battle, winners, fighters)
    _retreats(battle, units)
    campaign.fought |= battle.groups
    sides = _sides(battle, owners)
    what = "monster" if any(it.monster for it in battle.menacing) else "pirates" if battle.menacing else ""
    place = {"number": battle.number, "day": max(1, campaign.day), "hex": battle.at}
    campaign.tell(
        "battle",
        "all",
        **place,
        sides=sides,
        ships={str(p): sum(unit.kind == SHIP and unit.owner == p for unit in units) for p in owners},
        what=what,
        rounds=battle.round,
        result=sorted(winners),
        lost={str(p): sorted(lost) for p, lost in sorted(hulls.items())},
    )
    for p in fighters:
        campaign.tell("own-line", [p], number=battle.number, ships=[it for it in battle.first if it["owner"] == p])
    known = [{key: it[key] for key in OPEN} for it in battle.first]
    campaign.tell("rounds", fighters, **place, fighters=known, rounds=battle.told)


def _sides(battle: SeaBattle, owners: list[int]) -> list[list[int]]:
    """Countries that are not hostile to each other stand on one side."""
    sides: list[list[int]] = []
    for p in owners:
        side = next((it for it in sides if not any(battle.is_hostile(p, q) for q in it)), None)
        if side is None:
            sides.append([p])
        else:
            side.append(p)
    return sides


def _written_back(units: list[Unit]) -> None:
    """Hit points and payloads as they are now; shields are full again (NW 5.8, HR-34)."""
    for unit in units:
        if unit.ship is not None:
            ship = unit.ship
            ship.hp = unit.hp
            ship.weapons = "".join(
                weapon if arm is not None else LOST for weapon, arm in zip(ship.weapons, unit.arms, strict=False)
            )
            loads = [0 if arm is None or arm.load == ENDLESS else arm.load for arm in unit.arms]
            ship.load = [] if loads == [full(weapon, ship) for weapon in ship.weapons] else loads
        elif unit.gun is not None:
            unit.gun.hp = max(0, unit.hp)
            arm = unit.arms[0]
            unit.gun.load = arm.load if arm and arm.load != ENDLESS else 0
        elif unit.battery is not None:
            unit.battery.hp = max(0, unit.hp)
            unit.battery.load = unit.arms[0].load if unit.arms and unit.arms[0] else 0
        elif unit.monster is not None:
            unit.monster.hp = unit.hp


def _foes(battle: SeaBattle, unit: Unit, fighters: list[int]) -> list[int]:
    return [p for p in fighters if battle.is_hostile(p, unit.owner)]


def _sunk(battle: SeaBattle, units: list[Unit], hulls: dict[int, list[int]], fighters: list[int]) -> None:
    """NW 5.12, 5.15, 2.5: sunk ships go down with their captains; flagships and admirals are worth 10 each."""
    campaign = battle.campaign
    for unit in units:
        if unit.kind != SHIP or not unit.is_sunk or unit.ship is None:
            continue
        by = unit.sunk_by
        hulls.setdefault(unit.owner, []).append(unit.hull)
        facts = {"country": unit.owner, "ship": unit.number, "hull": unit.hull, "by": by, "name": unit.ship.name}
        campaign.tell("sunk", "all" if unit.is_flag else fighters, **facts)
        if MENACE not in (by, unit.owner) and battle.is_hostile(by, unit.owner):
            points = NAMED["exp"]["flagship"] * (unit.is_flag + unit.is_admiral)
            campaign.gain_exp(by, points, "flagship", battle.number)
            _toll(campaign, by, unit)
        _gone(battle, unit)


def _toll(campaign: Campaign, by: int, unit: Unit) -> None:
    """NW 7.2, HR-43: hull value sunk or taken in a war."""
    if unit.ship is not None and campaign.at_war(by, unit.owner):
        toll = campaign.country(by).toll
        toll[unit.owner] = toll.get(unit.owner, 0) + campaign.value(unit.ship)


def _gone(battle: SeaBattle, unit: Unit) -> None:
    if unit.owner == MENACE:
        for menace in battle.menacing:
            menace.ships.pop(unit.number, None)
    else:
        campaign = battle.campaign
        campaign.remove(unit.owner, unit.number, battle.at)
        if unit.is_flag:
            campaign.flags[unit.owner] = flagship(campaign.state, unit.owner)


def _dead(battle: SeaBattle, units: list[Unit], hulls: dict[int, list[int]], fighters: list[int]) -> None:
    """NW 5.12, HR-37: the dead in the water are taken by enemies who alone hold the hex, else broken up."""
    campaign = battle.campaign
    able = [unit for unit in units if unit.is_able and unit.kind in (SHIP, STRUCTURE, MONSTER)]
    drawn: dict[tuple[int, ...], int] = {}
    for unit in units:
        ship = unit.ship
        if unit.kind != SHIP or ship is None or unit.is_sunk or unit.hp > 0:
            continue
        hulls.setdefault(unit.owner, []).append(unit.hull)
        holders = {it.owner for it in able}
        facts = {"country": unit.owner, "ship": unit.number, "hull": unit.hull, "name": ship.name}
        seen = "all" if unit.is_flag else fighters
        if holders and all(battle.is_hostile(p, unit.owner) for p in holders):
            by = _taker(battle, able, drawn)
            campaign.tell("taken", seen, **facts, by=by)
            if by != MENACE:
                campaign.pay(by, campaign.value(ship), "prize", unit.number, unit.owner)
                if ship.captain:
                    campaign.country(by).prisoners.append(campaign.morale(ship))
                _toll(campaign, by, unit)
        else:
            campaign.tell("broken-up", seen, **facts, by=0)
            if unit.owner != MENACE:
                country = campaign.country(unit.owner)
                country.captains += bool(ship.captain)
                if ship.admiral:
                    country.admirals = sorted([*country.admirals, ship.admiral])
        _gone(battle, unit)


def _taker(battle: SeaBattle, able: list[Unit], drawn: dict[tuple[int, ...], int]) -> int:
    """NW 5.12: the country with most ships able to fight there; a tie is a die; a port alone takes too."""
    ships: dict[int, int] = {}
    for unit in able:
        ships[unit.owner] = ships.get(unit.owner, 0) + (unit.kind == SHIP)
    countries = {p: number for p, number in ships.items() if p != MENACE}
    if not countries:
        return MENACE
    most = max(countries.values())
    tied = tuple(sorted(p for p, number in countries.items() if number == most))
    if len(tied) == 1:
        return tied[0]
    if tied not in drawn:
        label = f"b{battle.number}/prize" + (f"/{len(drawn) + 1}" if drawn else "")
        drawn[tied] = tied[battle.campaign.dice.die(label, len(tied)) - 1]
    return drawn[tied]


def _ports(battle: SeaBattle, units: list[Unit], fighters: list[int]) -> None:
    """NW 5.17, 10: structure, guns and platforms as they are now; who destroyed a port is rewarded."""
    campaign = battle.campaign
    for unit in units:
        if unit.kind == STRUCTURE:
            port = campaign.state.ports[unit.who]
            if port.structure != unit.hp and unit.hp > 0:
                campaign.tell("port-hit", fighters, port=unit.who, by=unit.sunk_by, structure=unit.hp)
            port.structure = max(0, unit.hp)
            port.weapons = [gun for gun in port.weapons if gun.hp > 0]
            if unit.hp <= 0:
                campaign.destroy(port, unit.sunk_by)
                campaign.tell("port-destroyed", "all", port=unit.who, by=unit.sunk_by, structure=0)
                points = NAMED["exp"]["home_razed" if port.home else "razed"]
                if unit.sunk_by != unit.owner:
                    campaign.gain_exp(unit.sunk_by, points, "port-destroyed", battle.number)
        elif unit.kind == BASE:
            p, k = unit.owner, int(unit.who.partition("P")[2])
            platform = campaign.state.platforms[p][k]
            platform.hp = unit.hp
            platform.aa = [battery for battery in platform.aa if battery.hp > 0]
            if unit.hp <= 0:
                del campaign.state.platforms[p][k]
    _planes(battle)


def _planes(battle: SeaBattle) -> None:
    """NW 5.16: aircraft that were lost are gone from their bases."""
    state = battle.campaign.state
    lost = [unit.aircraft for unit in battle.units if unit.kind == PLANE and unit.aircraft and unit.hp <= 0]
    if not lost:
        return
    for platforms in state.platforms.values():
        for platform in platforms.values():
            platform.aircraft = [it for it in platform.aircraft if not any(it is gone for gone in lost)]
    for ships in state.ships.values():
        for ship in ships.values():
            ship.aircraft = [it for it in ship.aircraft if not any(it is gone for gone in lost)]


def _ship_exp(battle: SeaBattle, units: list[Unit], winners: set[int]) -> None:
    """NW 5.15, 7.1, HR-53: 3, 2 or 1 for each that is still afloat; the best against the same country counts."""
    points = NAMED["battle_exp"]
    for unit in units:
        if unit.kind != SHIP or unit.ship is None or unit.owner == MENACE or unit.hp <= 0:
            continue
        if unit.is_away:
            result = LOSS
        elif winners:
            result = VICTORY if unit.owner in winners else LOSS
        else:
            result = DRAW
        against = frozenset(it.owner for it in units if battle.is_hostile(unit.owner, it.owner))
        if against:
            key = unit.owner, unit.number
            battle.campaign.scores.setdefault(key, []).append((points[result], against, battle.number))


def _menaces(battle: SeaBattle, winners: set[int], fighters: list[int]) -> None:
    """NW 7.2, 3.7, 5.18, 8: experience of those who fought a menace; what is left of it."""
    campaign = battle.campaign
    pirates = [p for p in fighters if campaign.is_pirate(p)]
    for p in pirates:
        size = battle.sizes.get(p, 0)
        for q in fighters:
            if battle.is_hostile(p, q) and q in winners and not campaign.at_war(p, q):
                campaign.gain_exp(q, menace_exp(size), "menace", battle.number)
    if not battle.menacing:
        return
    best = max((p for p in fighters if battle.harm.get(p)), key=lambda p: (battle.harm[p], -p), default=MENACE)
    size = battle.sizes.get(MENACE, 0)
    for menace in battle.menacing:
        is_gone = not any(unit.owner == MENACE and unit.is_able for unit in battle.units)
        points = NAMED["exp"]["monster"] if menace.monster else menace_exp(size)
        for p in fighters:
            earned = points if p in winners else points // 3 if winners else -(-points // 2)
            campaign.gain_exp(p, earned, "monster" if menace.monster else "menace", battle.number)
        if is_gone and menace.monster:
            campaign.tell("monster-killed", "all", by=best)
            if menace.bounty and best != MENACE:
                campaign.pay(best, menace.bounty, "bounty")
        elif is_gone:
            campaign.tell("menace-gone", "all", by=best)
        if is_gone and menace in campaign.menacing:
            campaign.menacing.remove(menace)
            campaign.state.menaces.pop(menace.number, None)


def menace_exp(ships: int) -> int:
    """NW 7.2: by how many ships a menace has."""
    return next((exp for most, exp in NAMED["menace"] if ships <= most), 0)


def _retreats(battle: SeaBattle, units: list[Unit]) -> None:
    """NW 5.14, 5.18: a group of which all who can fight have left makes for home; who left alone lies in port at the
    end; a pirate who gets away is gone.
    """
    campaign = battle.campaign
    for unit in units:
        if unit.kind == SHIP and unit.is_away and unit.owner == MENACE:
            _gone(battle, unit)
        elif unit.kind == SHIP and unit.is_away:
            by = next((p for p in sorted({it.owner for it in units}) if battle.is_hostile(p, unit.owner)), MENACE)
            facts = {"country": unit.owner, "ship": unit.number, "hull": unit.hull, "by": by}
            campaign.tell("retreated", [it.owner for it in units if it.owner], **facts)
    for p, g in sorted(battle.groups):
        mine = [unit for unit in units if unit.group == (p, g) and unit.ship is not None and unit.hp > 0]
        away = [unit for unit in mine if unit.is_away]
        if not away or g not in campaign.groups(p):
            continue
        group = campaign.groups(p)[g]
        haven = campaign.haven(p, group.hex)
        if len(away) == len(mine):
            if haven:
                group.hex = campaign.ways(p).step(group.hex, campaign.state.ports[haven].hex)
            campaign.retired.add((p, g))
            continue
        for unit in away:
            if unit.ship is not None and haven:
                unit.ship.group, unit.ship.port = 0, haven
                campaign.limping.add((p, unit.number))
