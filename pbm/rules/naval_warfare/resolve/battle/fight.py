"""The course of a battle: who joins, initiative, pre-strikes, segments, morale, retreat (NW 5.3 to 5.6, 5.13, 5.14)."""

from collections.abc import Iterable

from pbm.rules.naval_warfare.resolve.battle.shots import Shooting
from pbm.rules.naval_warfare.resolve.battle.units import (
    BASE,
    BATTERY,
    CONTROL,
    GUN,
    MONSTER,
    PLANE,
    SHIP,
    STRUCTURE,
    Arm,
    Unit,
    lead,
    menace_units,
    platform_units,
    port_units,
    ship_unit,
    unled,
)
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Key, Menacing
from pbm.rules.naval_warfare.sea import distance
from pbm.rules.naval_warfare.shipyard import MENACE
from pbm.rules.naval_warfare.state import Aircraft, AirType, Ship
from pbm.rules.naval_warfare.tables import HULLS, NAMED, SIZES

SEGMENTS = 6
PORT_SALVO = 4
"""NW 5.6: guns of a port in one segment."""
REROLLS = 3
PIRATE_RETREAT = 25
"""NW 5.18: pirates leave below a quarter of their points."""
PIRATES: Key = (MENACE, 0)
"""All pirates of a battle, as a group."""


class SeaBattle:
    """One battle. at: its hex; rounds: after which it is a draw; units: all who take part; day: of the week."""

    def __init__(self, campaign: Campaign, at: str, rounds: int) -> None:
        self.campaign, self.at, self.most, self.number = campaign, at, rounds, 0
        self.units: list[Unit] = []
        self.groups: set[Key] = set()
        self.menacing: list[Menacing] = []
        self.port = ""
        self.quarrel: set[frozenset[int]] = set()
        self.helps: dict[int, set[int]] = {}
        self.told: list[dict[str, object]] = []
        self.first: list[dict[str, object]] = []
        self.points: dict[Key, int] = {PIRATES: 0}
        self.harm: dict[int, int] = {}
        self.round = 0
        self.sizes: dict[int, int] = {}
        self.shooting = Shooting(campaign.dice, self._fell, self.friends)
        self.occupiers: dict[str, set[int]] = {}
        for p, order in campaign.all_orders("OCCUPY"):
            self.occupiers.setdefault(order.operands["to"], set()).add(p)
        self._foes: dict[int, list[Unit]] = {}

    # --- who takes part -----------------------------------------------------------------------------------------------

    def add(self, units: Iterable[Unit]) -> None:
        """NW 5.3: units join with their aircraft; those of a carrier that is called may be here before it."""
        for unit in units:
            early = next((it for it in self.units if it.who == unit.who), None)
            if early is not None:
                self.units.remove(early)
                unit.planes = early.planes
            self.units.append(unit)
            if unit.kind not in (CONTROL, PLANE):
                self.first.append(_sheet(unit))
            self.units += unit.planes if early is None else []
            for plane in unit.planes:
                plane.host = unit
        self._foes = {}

    def add_group(self, p: int, g: int) -> None:
        """NW 5.3, 4.9: a battle group, under its admiral."""
        if (p, g) in self.groups:
            return
        self.groups.add((p, g))
        group, ships = self.campaign.groups(p)[g], self.campaign.ships(p)
        units = [ship_unit(self.campaign, p, k, ships[k], group) for k in self.campaign.sailing(p, g)]
        lead(units)
        flag = self.campaign.flags.get(p, 0)
        for unit in units:
            unit.is_flag = unit.number == flag
            unit.is_admiral = bool(unit.ship and unit.ship.admiral)
        self.points[p, g] = sum(unit.hp for unit in units)
        self.add(units)

    def add_port(self, code: str) -> None:
        """NW 5.3, 3.5, 1.2: a port that stands, its platforms, and the ships that lie in it, but those of this week."""
        campaign = self.campaign
        port = campaign.state.ports[code]
        self.port = code
        if port.structure > 0:
            self.add(port_units(campaign, code, port))
        for p, platforms in sorted(campaign.state.platforms.items()):
            for k, platform in sorted(platforms.items()):
                if platform.port == code:
                    self.add(platform_units(campaign, p, k, platform, is_here=True))
        for p in sorted(campaign.state.ships):
            for k, ship in sorted(campaign.ships(p).items()):
                if campaign.lies_in(p, k, code):
                    self.add_ship(p, k, ship)

    def add_ship(self, p: int, k: int, ship: Ship) -> None:
        """NW 3.5: a ship that lies in port."""
        unit = ship_unit(self.campaign, p, k, ship, None)
        unit.is_flag = k == self.campaign.flags.get(p, 0)
        unit.is_admiral = bool(ship.admiral)
        lead([unit])
        self.add([unit])

    def add_menace(self, menace: Menacing) -> None:
        """NW 5.18, 3.7: pirates, a monster or jets."""
        self.menacing.append(menace)
        self.points[PIRATES] += sum(ship.hp for ship in menace.ships.values())
        self.add(menace_units(self.campaign, menace))

    def add_wings(self, p: int) -> None:
        """NW 5.16: aircraft of a country that join its battles from platforms and carriers in radius."""
        for base in wings(self.campaign, p, self.at, "MD"):
            if not any(unit.who == base.who for unit in self.units):
                self.add([base])

    # --- who is hostile -----------------------------------------------------------------------------------------------

    def is_hostile(self, p: int, q: int) -> bool:
        """NW 5.1, 5.3: hostile to each other, or one helps somebody who is."""
        if self.campaign.hostile(p, q) or frozenset((p, q)) in self.quarrel:
            return True
        if self.campaign.allied(p, q):
            return False
        mine, theirs = {p, *self.helps.get(p, ())}, {q, *self.helps.get(q, ())}
        return any(self.campaign.hostile(one, other) for one in mine for other in theirs)

    def foes(self, p: int) -> list[Unit]:
        """All units hostile to a country, in the order in which they are named."""
        if p not in self._foes:
            hostile = {q: self.is_hostile(p, q) for q in {unit.owner for unit in self.units}}
            self._foes[p] = [unit for unit in self.units if hostile[unit.owner] and not self._is_spared(unit, p)]
        return self._foes[p]

    def _is_spared(self, unit: Unit, p: int) -> bool:
        """NW 5.11: nobody fires at the structure of a port that they or an ally want to occupy."""
        if unit.kind == CONTROL:
            return True
        occupiers = self.occupiers.get(unit.who, ()) if unit.kind == STRUCTURE else ()
        return any(self.campaign.allied(p, q) for q in occupiers)

    def friends(self, p: int) -> list[Unit]:
        """NW 5.7: the units of a country and its allies here."""
        return [unit for unit in self.units if self.campaign.allied(p, unit.owner) and unit.is_able]

    # --- the course ---------------------------------------------------------------------------------------------------

    def play(self) -> bool:
        """NW 5.4 to 5.6, 5.15, HR-38: round after round, until nobody who can fight is hostile to another; whether
        there was an end before the last round.
        """
        self.campaign.battles += 1
        self.number = self.campaign.battles
        self.sizes = {
            p: sum(unit.kind == SHIP and unit.owner == p for unit in self.units) for p in {u.owner for u in self.units}
        }
        while self.goes_on():
            if self.round == self.most:
                return False
            self.round += 1
            if self.round == 2:
                self._reinforce()
            self._play_round()
        return True

    def goes_on(self) -> bool:
        """NW 5.3: whether two who can still fight are hostile to each other."""
        owners = {unit.owner for unit in self.units if may_fight(unit)}
        return any(self.is_hostile(p, q) for p in owners for q in owners if p < q)

    def _reinforce(self) -> None:
        """NW 5.3: groups that a fighting group calls come, if the way is at most 4, and stand there from round 2."""
        for p, g in sorted(self.groups):
            group = self.campaign.groups(p).get(g)
            called = group.calls if group else 0
            other = self.campaign.groups(p).get(called)
            if other is None or (p, called) in self.groups | self.campaign.fought:
                continue
            most = NAMED["call_range"] * (2 if self.campaign.has_trade(p, "MER") else 1)
            if self.campaign.ways(p).length(other.hex, self.at) <= most:
                other.hex = self.at
                self.add_group(p, called)
                for k in self.campaign.sailing(p, called):
                    self.shooting.told.append(["joins", f"{p}.{k}"])

    def _play_round(self) -> None:
        label = f"b{self.number}/r{self.round}"
        joined = self.shooting.told
        self.shooting.told = []
        order, told = self._initiative(label)
        self._land()
        self._flak(label)
        if self.round == 1:
            self._pre_strikes(order)
        for segment in range(1, self._segments() + 1):
            for unit in order:
                if segment == 1:
                    self._nerve(unit, label)
                self._act(unit, segment, f"{label}/s{segment}")
        self._leave()
        for unit in self.units:
            if unit.jammed == -1:
                unit.jammed = 0
        self.told.append({"order": told, "acts": [*joined, *self.shooting.told]})
        self.shooting.told = []

    def _initiative(self, label: str) -> tuple[list[Unit], list[list[object]]]:
        """NW 5.4, HR-53: d20 and bonus; a natural 20 goes first; ties roll again, three times at most."""
        die = self.campaign.dice.die
        keys: dict[int, tuple[int, ...]] = {}
        naturals: dict[int, int] = {}
        acting = [unit for unit in self.units if _rolls(unit)]
        for index, unit in enumerate(acting):
            naturals[index] = roll = die(f"{label}/init/{unit.who}", 20)
            keys[index] = (-(roll == 20), -(roll + unit.init))
        for again in range(2, 2 + REROLLS):
            tied = [index for index in keys if sum(keys[index] == other for other in keys.values()) > 1]
            for index in tied:
                roll = die(f"{label}/init/{acting[index].who}/{again}", 20)
                keys[index] = (*keys[index], -(roll == 20), -(roll + acting[index].init))
        order = sorted(keys, key=lambda i: (keys[i], -acting[i].hull, acting[i].number, acting[i].who))
        told: list[list[object]] = [[acting[i].who, naturals[i] + acting[i].init, naturals[i]] for i in order]
        return [acting[i] for i in order], told

    def _segments(self) -> int:
        """NW 5.6: as many as the longest needs, 6 at least."""
        most = SEGMENTS
        for unit in self.units:
            if unit.kind == STRUCTURE:
                guns = sum(it.host is unit for it in self.units if it.kind == GUN)
                most = max(most, -(-guns // PORT_SALVO))
            else:
                most = max(most, len(unit.arms) + (self.round == 1 and unit.has_flash), len(unit.planes))
        return most

    def _land(self) -> None:
        """NW 5.16: aircraft without payload sit out one whole round, then they are full again."""
        for unit in self.units:
            if unit.kind != PLANE or not unit.arms or (arm := unit.arms[0]) is None:
                continue
            if unit.landed and self.round > unit.landed:
                unit.landed = 0
                arm.load = arm.full
            elif not arm.load and not unit.landed:
                unit.landed = self.round

    def _flak(self, label: str) -> None:
        """NW 5.16: each battery has one shot before the aircraft act, then a whole round to reload."""
        head = f"b{self.number}/pre" if self.round == 1 else f"{label}/s1"
        for unit in self.units:
            is_loaded = unit.kind == BATTERY and unit.silent < self.round
            if (
                is_loaded
                and unit.is_able
                and unit.host
                and unit.host.is_able
                and self._shoot(unit, unit.arms[0], 0, f"{head}/{unit.who}")
            ):
                unit.silent = self.round + 1

    def _pre_strikes(self, order: list[Unit]) -> None:
        """NW 5.5, HR-31: weapon 1 of whoever has the special, and every aircraft once."""
        for unit in order:
            if (unit.has_pre_strike or unit.kind == PLANE) and unit.arms and unit.is_able:
                self._shoot(unit, unit.arms[0], 0, f"b{self.number}/pre/{unit.who}")
            for plane in unit.planes:
                if may_fight(plane) and plane.arms:
                    self._shoot(plane, plane.arms[0], 0, f"b{self.number}/pre/{plane.who}")

    def _act(self, unit: Unit, segment: int, label: str) -> None:
        """NW 5.6: what a unit fires in a segment."""
        if unit.kind == STRUCTURE:
            self._salvo(unit, segment, label)
        elif unit.is_able and unit.silent < self.round and unit.mute != self.round:
            if self.round == 1 and segment == 1 and self._flash(unit, label):
                unit.shift = 1
            slot = segment - 1 - (unit.shift if self.round == 1 else 0)
            if 0 <= slot < len(unit.arms) and not unit.jammed:
                self._shoot(unit, unit.arms[slot], segment, f"{label}/{unit.who}")
        host_is_up = unit.is_able and (unit.host is None or unit.host.is_able)
        if unit.planes and segment <= len(unit.planes) and host_is_up:
            plane = unit.planes[segment - 1]
            if plane.is_able and not plane.jammed and plane.arms:
                self._shoot(plane, plane.arms[0], segment, f"{label}/{plane.who}")

    def _salvo(self, port: Unit, segment: int, label: str) -> None:
        """NW 5.6: up to four guns of a port, all targets fixed before the first roll."""
        if port.hp <= 0 or port.jammed:
            return
        guns = [unit for unit in self.units if unit.kind == GUN and unit.host is port]
        aims = []
        for gun in guns[PORT_SALVO * (segment - 1) : PORT_SALVO * segment]:
            arm = gun.arms[0]
            if gun.is_able and arm is not None and arm.load:
                foe = self.shooting.choose(gun, arm, self.foes(gun.owner), f"{label}/{gun.who}")
                if foe is not None:
                    aims.append((gun, arm, foe))
        for gun, arm, foe in aims:
            if gun.is_able and port.is_able and not port.jammed:
                self._fire(gun, arm, foe, segment, f"{label}/{gun.who}")

    def _shoot(self, unit: Unit, arm: Arm | None, segment: int, label: str) -> bool:
        """NW 5.9: one weapon of a unit, if it has payload and a target; whether it has fired."""
        if arm is None:
            return False
        foe = self.shooting.choose(unit, arm, self.foes(unit.owner), label) if arm.load else None
        if foe is not None:
            self._fire(unit, arm, foe, segment, label)
        elif not arm.load and unit.kind == SHIP and self.goes_on():
            self.shooting.told.append(["skip", segment, unit.who, arm.name])
        return foe is not None

    def _fire(self, unit: Unit, arm: Arm, foe: Unit, segment: int, label: str) -> None:
        before = foe.hp + foe.shields
        self.shooting.fire(unit, arm, foe, segment, label)
        if foe.kind == STRUCTURE and foe.hp + foe.shields < before:
            foe.sunk_by = unit.owner
        self.harm[unit.owner] = self.harm.get(unit.owner, 0) + max(0, before - foe.hp - foe.shields)

    def _flash(self, unit: Unit, label: str) -> bool:
        """NW 5.6, HR-32: star flash, once in a battle: the largest hull cannot fire for 1d4 rounds from now on."""
        if not unit.has_flash or not unit.settings.flash:
            return False
        ships = [foe for foe in self.foes(unit.owner) if foe.kind == SHIP and foe.is_able]
        if not ships:
            return False
        unit.has_flash = False
        foe = min(ships, key=lambda it: (-it.hull, it.number, it.who))
        rounds = self.campaign.dice.die(f"{label}/{unit.who}/flash", 4)
        foe.silent = max(foe.silent, self.round + rounds - 1)
        self.shooting.told.append(["flash", 1, unit.who, foe.who, rounds])
        return True

    # --- morale and retreat -------------------------------------------------------------------------------------------

    def _nerve(self, unit: Unit, label: str) -> None:
        """NW 5.13, 5.14, HR-24: before its first weapon of a round a ship that has lost half its points checks; who
        fails, or is ordered to, tries to leave.
        """
        if unit.kind != SHIP or not unit.is_able or unit.ship is None:
            return
        die, told = self.campaign.dice.die, self.shooting.told
        wants = self._is_ordered(unit)
        if 2 * unit.hp <= unit.max:
            roll = die(f"{label}/morale/{unit.who}", 100)
            told.append(["morale", unit.who, roll, unit.morale, roll <= unit.morale])
            wants = wants or roll > unit.morale
        if not wants:
            return
        chance, roll = unit.officer.retreat, 0
        if 0 < chance < 100:
            roll = die(f"{label}/retreat/{unit.who}", 100)
        unit.is_leaving = unit.is_leaving or (roll <= chance if roll else chance == 100)
        if chance and not unit.officer.fires:
            unit.mute = self.round
        told.append(["retreat", unit.who, roll, chance, unit.is_leaving, unit.mute != self.round])
        if unit.is_leaving and unit.is_admiral and unit.group:
            for other in self.units:
                if other.group == unit.group and other.is_able:
                    other.is_leaving = True
            self._put_to_flight(unit)

    def _is_ordered(self, unit: Unit) -> bool:
        """NW 5.14: the group's points are below the part of its sum at the start that was ordered."""
        if unit.owner == MENACE:
            mine = [it for it in self.units if it.owner == MENACE and it.kind == SHIP]
            whole, least = self.points[PIRATES], PIRATE_RETREAT
        elif unit.group and unit.settings.retreat:
            mine = [it for it in self.units if it.group == unit.group]
            whole, least = self.points.get(unit.group, 0), unit.settings.retreat
        else:
            return False
        return 100 * sum(max(0, it.hp) for it in mine if not it.is_away) < least * whole

    def _put_to_flight(self, unit: Unit) -> None:
        """NW 5.14, HR-53: an admiral who retreats: 10 for every hostile country there, once a week."""
        key = unit.owner, unit.number
        if key in self.campaign.admirals_put_to_flight or unit.owner == MENACE:
            return
        self.campaign.admirals_put_to_flight.add(key)
        for q in sorted({it.owner for it in self.units if it.is_able}):
            if q != MENACE and self.is_hostile(q, unit.owner):
                self.campaign.gain_exp(q, NAMED["exp"]["flagship"], "admiral-fled")

    def _leave(self) -> None:
        """NW 5.14: who leaves is gone at the end of the round, if still afloat."""
        for unit in self.units:
            if unit.is_leaving and unit.is_able:
                unit.is_away = True
                for plane in unit.planes:
                    plane.is_away = True
                self.shooting.told.append(["away", unit.who])

    def _fell(self, foe: Unit, by: Unit | None) -> None:
        """NW 5.12, 4.9, 5.17: something is sunk, or destroyed."""
        foe.is_sunk = True
        foe.sunk_by = by.owner if by else MENACE
        for plane in foe.planes:
            plane.hp = 0
        if foe.kind == SHIP:
            self.shooting.told.append(["sunk", foe.who])
            if by is not None and by.ship is not None and by.owner != foe.owner:
                by.ship.sinks += 1
            if foe.group and foe.ship and foe.score == foe.ship.admiral:
                mates = [unit for unit in self.units if unit.group == foe.group]
                unled(mates)
                lead(mates)
        elif foe.kind in (STRUCTURE, BASE):
            for unit in self.units:
                if unit.host is foe:
                    unit.hp = 0
                    for plane in unit.planes:
                        plane.hp = 0


def may_fight(unit: Unit) -> bool:
    """NW 5.3, 5.15: whether it counts as somebody who can still fight: aircraft do while their base does."""
    if unit.kind == PLANE and unit.host is not None and not unit.host.is_able:
        return False
    return unit.is_able and unit.kind not in (GUN, BATTERY, CONTROL)


def _rolls(unit: Unit) -> bool:
    """NW 5.4: who rolls initiative: ships, ports, platforms and their controllers, monsters, jets without a base."""
    if not unit.is_able or unit.kind in (GUN, BATTERY):
        return False
    return unit.kind in (SHIP, STRUCTURE, BASE, CONTROL, MONSTER) or (unit.kind == PLANE and unit.owner == MENACE)


def _sheet(unit: Unit) -> dict[str, object]:
    """What those who fight see of one of them (NW 15)."""
    name = unit.ship.name if unit.ship else ""
    kind = HULLS[unit.hull].name if unit.kind == SHIP else unit.kind
    weapons = "".join(arm.name if arm and unit.kind == SHIP else "" for arm in unit.arms)
    return {
        "who": unit.who,
        "owner": unit.owner,
        "name": name,
        "hull": unit.hull,
        "kind": kind,
        "hp": unit.hp,
        "max": unit.max,
        "shields": unit.shields,
        "weapons": weapons,
    }


def wings(campaign: Campaign, p: int, at: str, mode: str) -> list[Unit]:
    """NW 5.16: bases elsewhere whose aircraft of this mode reach a hex, each with those that do; without oil none.
    Those that strike a hex join battles in their radius besides.
    """
    if "oil" in campaign.country(p).short:
        return []
    found = []
    modes = (mode,) if mode != "MD" else (mode, "MA")
    for k, platform in sorted(campaign.state.platforms.get(p, {}).items()):
        where = campaign.state.ports[platform.port].hex
        if platform.mode.startswith(modes) and platform.aircraft and where != at:
            times = _times(campaign, p, platform.aircraft)
            for base in platform_units(campaign, p, k, platform, is_here=False):
                base.planes = _in_reach(campaign, base, times, distance(where, at))
                if base.planes:
                    base.host = None
                    found.append(base)
    for k, ship in sorted(campaign.ships(p).items()):
        where = campaign.place(ship, p)
        is_idle = ship.reserve or (p, k) in campaign.new
        if ship.aircraft and ship.mode.startswith(modes) and where and where != at and not is_idle:
            carrier = ship_unit(campaign, p, k, ship, campaign.groups(p).get(ship.group))
            base = Unit(carrier.who, p, CONTROL, hull=ship.hull, number=k, hp=1)
            base.init, base.planes = carrier.init, carrier.planes
            times = _times(campaign, p, ship.aircraft)
            base.planes = _in_reach(campaign, base, times, distance(where, at))
            if base.planes:
                found.append(base)
    return found


def _times(campaign: Campaign, p: int, aircraft: list[Aircraft]) -> int:
    """NW 5.16, 10: by how much the move of the aircraft of a base is multiplied: 2 with a tanker among them."""
    types = [campaign.country(p).types[it.type] for it in aircraft]
    return 2 if any(it.size == "heavy" and "TB" in it.adv for it in types) else 1


def _in_reach(campaign: Campaign, base: Unit, times: int, far: int) -> list[Unit]:
    """NW 5.16: the aircraft of a base that fly so far."""
    types = campaign.country(base.owner).types
    return [
        it for it in base.planes if it.aircraft and radius(campaign, base.owner, types[it.aircraft.type], times) >= far
    ]


def radius(campaign: Campaign, p: int, type_: AirType, times: int = 1) -> int:
    """NW 5.16, 10, HR-39: how far aircraft of a type fly: half their move, up; times: of the move, with a tanker 2."""
    move = SIZES[type_.size].move + campaign.has(p, "MAT") + 2 * (type_.size == "heavy" and "HE" in type_.adv)
    return -(-move * times // 2)
