"""Who and what takes part in a battle: ships, ports, guns, platforms, aircraft, monsters (NW 5.3, 5.16, 5.18)."""

from pbm.rules.naval_warfare.resolve.campaign import Campaign, Key, Menacing, Monster
from pbm.rules.naval_warfare.shipyard import MENACE, full
from pbm.rules.naval_warfare.state import (
    LOST,
    USUAL_CAPTAIN,
    Aircraft,
    AirType,
    Battery,
    BattleGroup,
    Gun,
    Platform,
    Port,
    Ship,
    is_sub,
)
from pbm.rules.naval_warfare.tables import (
    ADMIRALS,
    ARMS,
    CAPTAINS,
    CLAWS,
    FLAK,
    SIZES,
    WEAPONS,
    Officer,
    Throw,
    bonus,
    throw,
)

SHIP, MONSTER, PLANE, GUN, BATTERY, STRUCTURE, BASE, CONTROL = (
    "ship",
    "monster",
    "plane",
    "gun",
    "battery",
    "structure",
    "platform",
    "control",
)
ENDLESS = -1
"""A load that does not end."""
NOBODY = Officer(0, 0, 0, 0, 100, True)
AFLOAT = (SHIP, MONSTER)


class Arm:
    """A weapon as it fires: its letter or name, dice, what is left of its load; full: of an aircraft, when it has
    landed.
    """

    __slots__ = ("full", "load", "name", "throw")

    def __init__(self, name: str, dice: Throw, load: int) -> None:
        self.name, self.throw, self.load, self.full = name, dice, load or ENDLESS, load or ENDLESS


class Unit:
    """What fires, or is fired at. who: its name in labels and records; number, hull: for ties; arms: what fires in
    segment 1, 2, ...; planes: its aircraft; host: what it belongs to; silent: the last round in which star flash blinds
    it; jammed, mute: the round in which it may not fire; leaving: it goes at the end of the round.
    """

    def __init__(self, who: str, owner: int, kind: str, *, hull: int = 0, number: int = 0, hp: int = 0) -> None:
        self.who, self.owner, self.kind, self.hull, self.number = who, owner, kind, hull, number
        self.hp = self.max = hp
        self.full_shields = self.shields = 0
        self.hit = self.dodge = self.init = self.damage = 0
        self.arms: list[Arm | None] = []
        self.planes: list[Unit] = []
        self.host: Unit | None = None
        self.group: Key | None = None
        self.settings: BattleGroup = PLAIN
        self.ship: Ship | None = None
        self.gun: Gun | None = None
        self.battery: Battery | None = None
        self.monster: Monster | None = None
        self.aircraft: Aircraft | None = None
        self.officer = NOBODY
        self.morale = 0
        self.is_sub = self.is_plated = self.is_anti_missile = self.is_reactive = self.is_uranium = False
        self.is_reviving = self.has_flash = self.has_pre_strike = self.is_thick = self.is_flying = self.strafes = False
        self.silent = self.jammed = self.mute = self.landed = 0
        self.shift = 0
        self.is_leaving = self.is_away = self.is_sunk = False
        self.is_flag = self.is_admiral = False
        self.sunk_by = 0
        self.score = 0

    @property
    def is_able(self) -> bool:
        """NW 5.15: whether it can still fight there."""
        return self.hp > 0 and not self.is_away


PLAIN = BattleGroup(hex="")
"""The settings of whoever has no group."""
WARHEADS, GUNPOWDER = frozenset("ONT"), frozenset("MABCDR")


def ship_unit(campaign: Campaign, p: int, k: int, ship: Ship, group: BattleGroup | None) -> Unit:
    """NW 4.4, 4.5, HR-52: a ship of a country, or of a menace, with all its bonuses but an admiral's."""
    unit = Unit(f"{p}.{k}", p, SHIP, hull=ship.hull, number=k, hp=ship.hp)
    abilities = campaign.country(p).abilities if p != MENACE else []
    officer = CAPTAINS[ship.captain or USUAL_CAPTAIN]
    unit.ship, unit.officer, unit.max = ship, officer, ship.max
    unit.full_shields = unit.shields = ship.shields
    unit.hit = bonus(ship.stats.targeting) + officer.hit + (ship.level >= 1) + ("GUI" in abilities)
    unit.dodge = bonus(ship.stats.engines) + officer.dodge + (ship.level >= 2)
    unit.init = officer.init + (ship.level >= 4)
    unit.damage = ship.level >= 3
    unit.morale = campaign.morale(ship)
    unit.settings = group or PLAIN
    unit.group = (p, ship.group) if ship.group else None
    _special(unit, ship)
    loads = ship.load or [full(it, ship) for it in ship.weapons]
    for weapon, load in zip(ship.weapons, loads, strict=False):
        unit.arms.append(_arm(weapon, load, unit, abilities))
    if ship.aircraft and p != MENACE and ship.mode != "MS":
        unit.planes = _planes(campaign, p, unit.who, ship.aircraft)
        for plane in unit.planes:
            plane.settings = unit.settings
    return unit


def _arm(weapon: str, load: int, unit: Unit, abilities: list[str]) -> Arm | None:
    """NW 5.9, 4.4, HR-12: None where the slot has nothing that can fire."""
    if weapon == LOST:
        return None
    row = WEAPONS[weapon]
    dice = throw(row.dice)
    extra = int(unit.damage) + (unit.is_uranium and weapon in GUNPOWDER) + ("WAR" in abilities and weapon in WARHEADS)
    arm = Arm(weapon, Throw(dice.number, dice.sides, dice.plus + extra), row.load)
    arm.load = load if row.load else ENDLESS
    return arm


def _special(unit: Unit, ship: Ship) -> None:
    """NW 4.4, 5.5 to 5.9: what the specials of a ship do in battle."""
    unit.is_sub = is_sub(ship)
    for code in ship.specials:
        if code == "AS":
            unit.damage += 2
        elif code == "RR":
            unit.dodge += 2
        elif code == "ET":
            unit.init += 2
        elif code == "AR":
            unit.hit += 1
        elif code in FLAGS:
            setattr(unit, FLAGS[code], True)


FLAGS = {
    "PA": "is_plated",
    "AM": "is_anti_missile",
    "RA": "is_reactive",
    "DU": "is_uranium",
    "ES": "is_reviving",
    "SF": "has_flash",
    "PR": "has_pre_strike",
}


def lead(units: list[Unit]) -> None:
    """NW 4.9: what an admiral adds to every ship of his group, once when it comes."""
    scores = [unit.ship.admiral for unit in units if unit.ship and unit.ship.admiral and unit.hp > 0]
    if not scores:
        return
    admiral = ADMIRALS[max(scores)]
    for unit in units:
        unit.score = max(scores)
        _led(unit, admiral, 1)


def unled(units: list[Unit]) -> None:
    """NW 4.9: the admiral's ship has gone down: his bonuses end."""
    for unit in units:
        if unit.score:
            _led(unit, ADMIRALS[unit.score], -1)
            unit.score = 0


def _led(unit: Unit, admiral: Officer, sign: int) -> None:
    unit.hit += sign * admiral.hit
    unit.dodge += sign * admiral.dodge
    unit.init += sign * admiral.init
    unit.morale += sign * admiral.morale


def arms_of(type_: AirType) -> Arm:
    """NW 10: what an aircraft of a type carries."""
    row = next(it for size in (type_.size, "heavy", "light") for it in ARMS[size].values() if it.weapon == type_.weapon)
    return Arm(type_.weapon, throw(row.dice), type_.load)


def _planes(campaign: Campaign, p: int, base: str, aircraft: list[Aircraft]) -> list[Unit]:
    """NW 5.16, 10, 2.13 PAY: the aircraft of a platform or a ship, numbered from 1."""
    country, found = campaign.country(p), []
    for number, craft in enumerate(aircraft, 1):
        type_ = country.types[craft.type]
        unit = Unit(f"{base}.{number}", p, PLANE, number=number, hp=craft.hp)
        unit.aircraft = craft
        is_cyber = "CY" in type_.adv
        unit.hit = country.radar + is_cyber
        unit.dodge = ("EC" in type_.adv) + is_cyber
        unit.strafes = "ST" in type_.adv
        arm = arms_of(type_)
        if "PAY" in country.abilities and type_.weapon == "Missiles":
            arm.throw = Throw(arm.throw.number, arm.throw.sides, arm.throw.plus + 1)
        unit.arms = [arm]
        found.append(unit)
    return found


def port_units(campaign: Campaign, code: str, port: Port) -> list[Unit]:
    """NW 5.17, 5.4: a port's structure, which acts, and its guns, which are hit before it."""
    owner = campaign.country(port.owner)
    structure = Unit(code, port.owner, STRUCTURE, number=99, hp=port.structure)
    found = [structure]
    for number, gun in enumerate(port.weapons, 1):
        unit = Unit(f"{code}.{number}", port.owner, GUN, number=number, hp=gun.hp)
        unit.gun, unit.host = gun, structure
        row = WEAPONS[gun.w]
        dice = throw(row.dice)
        extra = "WAR" in owner.abilities and gun.w in WARHEADS
        arm = Arm(gun.w, Throw(dice.number, dice.sides, dice.plus + extra), 2 * row.load)
        arm.load = gun.load if row.load else ENDLESS
        unit.arms = [arm]
        found.append(unit)
    return found


def platform_units(campaign: Campaign, p: int, k: int, platform: Platform, *, is_here: bool) -> list[Unit]:
    """NW 5.16, 10: a platform with its aircraft and, where it stands in the hex, its batteries; controllers act beside
    it, each for up to four aircraft.
    """
    who = f"{p}.P{k}"
    base = Unit(who, p, BASE if is_here else CONTROL, number=k, hp=platform.hp)
    planes = _planes(campaign, p, who, platform.aircraft) if platform.mode != "MS" else []
    found = [base]
    shares = platform.awacs and min(MOST_LED, -(-len(planes) // platform.awacs))
    for number in range(1, platform.awacs + 1):
        control = Unit(f"{who}.c{number}", p, CONTROL, number=k, hp=1)
        control.host, control.planes, planes = base, planes[:shares], planes[shares:]
        found.append(control)
    base.planes = planes
    for number, battery in enumerate(platform.aa if is_here else [], 1):
        row = FLAK[battery.a]
        unit = Unit(f"{who}.a{number}", p, BATTERY, number=number, hp=battery.hp)
        unit.battery, unit.host, unit.hit = battery, base, row.hit
        arm = Arm(battery.a, throw(row.dice), row.load)
        arm.load = battery.load
        unit.arms = [arm]
        found.append(unit)
    return found


MOST_LED = 4
"""NW 10: aircraft of one controller."""


def monster_unit(monster: Monster) -> Unit:
    """NW 5.18: a sea monster."""
    unit = Unit(f"0.{monster.number}", MENACE, MONSTER, number=monster.number, hp=monster.hp)
    unit.monster = monster
    claw = CLAWS[monster.claw]
    unit.arms = [Arm(claw.name, throw(claw.dice), 0) for _ in range(monster.attacks)]
    unit.dodge = unit.init = int(monster.special == "fast")
    unit.is_thick, unit.is_flying = monster.special == "thick skin", monster.special == "flying"
    return unit


def jet_unit(number: int) -> Unit:
    """NW 8.28: a pirate jet."""
    unit = Unit(f"0.{number}", MENACE, PLANE, number=number, hp=SIZES["light"].hp)
    row = next(it for it in ARMS["light"].values() if it.weapon == "Missiles")
    unit.arms = [Arm(row.weapon, throw(row.dice), row.load)]
    return unit


def menace_units(campaign: Campaign, menace: Menacing) -> list[Unit]:
    """NW 3.7, 5.18, 8.28: the units of a menace."""
    if menace.monster is not None:
        return [monster_unit(menace.monster)]
    ships = [ship_unit(campaign, MENACE, k, ship, None) for k, ship in sorted(menace.ships.items())]
    return ships + [jet_unit(number) for number in range(1, menace.jets + 1)]
