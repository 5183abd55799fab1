"""One shot: whom it is aimed at, whether it hits, what it does (NW 5.7 to 5.12)."""

from collections.abc import Callable, Sequence

from pbm.core.dice import Dice
from pbm.rules.naval_warfare.resolve.battle.units import (
    AFLOAT,
    BASE,
    BATTERY,
    ENDLESS,
    GUN,
    MONSTER,
    PLANE,
    SHIP,
    STRUCTURE,
    Arm,
    Unit,
)
from pbm.rules.naval_warfare.tables import CANNONS, DIVING, LIGHT, MISSILES, NAMED

AIR_DIVING = frozenset({"Missiles", "Heavy missiles", "Torpedoes", "Lasers"})
"""NW 5.10: what aircraft hit submarines with."""
FIXED = (GUN, STRUCTURE, BASE, BATTERY)
"""NW 5.7: what does not dodge."""
ORDER = {GUN: 1, BATTERY: 2, BASE: 3, STRUCTURE: 4}
"""NW 5.11, HR-36: ships first, then these."""
NATURAL, PLATE, AIMED = 20, 8, 18
Act = list[object]
Blow = tuple[str, int, int]
"""What was hit (shields, hull, weapon, structure), and the number before and after."""


class Shooting:
    """The shots of one battle. told: the record of the round; fell: what is called when something is sunk or
    destroyed; friends: the units of a country and its allies.
    """

    def __init__(
        self, dice: Dice, fell: Callable[[Unit, Unit | None], None], friends: Callable[[int], Sequence[Unit]]
    ) -> None:
        self._dice, self._fell, self._friends = dice, fell, friends
        self.told: list[Act] = []

    def choose(self, shooter: Unit, arm: Arm, foes: Sequence[Unit], label: str) -> Unit | None:
        """NW 5.11, HR-36: the target of a weapon among its enemies; None where it can hit none."""
        can = [foe for foe in foes if may_hit(shooter, arm, foe)]
        if not can:
            return None
        settings = shooter.settings
        if settings.kill and (dead := [foe for foe in can if foe.hp <= 0]):
            can = dead
        else:
            can = [foe for foe in can if foe.hp > 0]
            ships = [foe for foe in can if foe.kind not in ORDER]
            can = ships or sorted(can, key=lambda foe: (ORDER[foe.kind], foe.number, foe.who))[:1]
        if len(can) <= 1:
            return can[0] if can else None
        if settings.target == "TR" or shooter.kind == MONSTER:
            return can[self._dice.die(f"{label}/t", len(can)) - 1]
        return self._best(settings.target, can, label)

    def _best(self, target: str, can: Sequence[Unit], label: str) -> Unit:
        """NW 5.11: the first by the group's order; ties: larger hull, lower number, a die."""

        def rank(foe: Unit) -> tuple[int, int, int, int]:
            first = -foe.hull if target == "TH" else foe.hp
            chief = 0 if target != "TF" else -2 if foe.is_flag else -1 if foe.is_admiral else 0
            return chief, first, -foe.hull, foe.number

        best = min(map(rank, can))
        first = [foe for foe in can if rank(foe) == best]
        return first[0] if len(first) == 1 else first[self._dice.die(f"{label}/t", len(first)) - 1]

    def fire(self, shooter: Unit, arm: Arm, foe: Unit, segment: int, label: str) -> None:
        """NW 5.7: one shot; it takes a piece of payload whatever comes (NW 5.9)."""
        if arm.load != ENDLESS:
            arm.load -= 1
        die = self._dice.die
        attack = die(f"{label}/a", 20)
        if attack == 1:
            self._fumble(shooter, arm, segment, label)
            return
        dodge = 0 if foe.kind in FIXED else die(f"{label}/d", 20)
        dodging = foe.dodge if foe.hp > 0 else 0
        outcome = self.outcome(shooter, arm, foe, attack, dodge, dodging)
        if outcome in HITS:
            damage = arm.throw.roll(self._dice, f"{label}/dmg")
            damage *= HITS[outcome]
            is_past = outcome != "hit" or dodge == 1 or shooter.strafes
            blow = self.hurt(foe, self._skinned(arm, foe, damage), shooter, is_past=is_past)
        else:
            damage, blow = 0, ("", 0, 0)
        self.told.append(
            [
                "shot",
                segment,
                shooter.who,
                arm.name,
                foe.who,
                attack,
                shooter.hit,
                dodge,
                dodging,
                outcome,
                damage,
                *blow,
            ]
        )
        if outcome in CRITICAL and shooter.is_flying and foe.kind == SHIP and foe.hp > 0:
            self._capsize(shooter, foe, label)

    @staticmethod
    def outcome(shooter: Unit, arm: Arm, foe: Unit, attack: int, dodge: int, dodging: int) -> str:
        """NW 5.7, HR-33: what an attack roll of 2 to 20 comes to against a dodge roll; dodge 0: nothing dodges."""
        has_uranium = shooter.is_uranium and arm.name in CANNONS
        is_critical = attack == NATURAL or (has_uranium and attack >= AIMED)
        if not dodge:
            return "critical" if is_critical else "hit" if attack >= PLATE else "miss"
        if dodge == NATURAL:
            return "dodged"
        if foe.is_plated and attack < PLATE and not has_uranium:
            return "plated"
        if is_critical:
            return "triple" if dodge == 1 else "critical"
        if foe.is_anti_missile and dodge > 10 and arm.name in MISSILES:
            return "missile"
        return "hit" if dodge == 1 or attack + shooter.hit > dodge + dodging else "miss"

    @staticmethod
    def _skinned(arm: Arm, foe: Unit, damage: int) -> int:
        """NW 5.8: thick skin: old missiles do nothing, new ones and torpedoes half, up."""
        if not foe.is_thick:
            return damage
        return 0 if arm.name == "O" else -(-damage // 2) if arm.name in ("N", "T") else damage

    def hurt(self, foe: Unit, damage: int, by: Unit | None, *, is_past: bool) -> Blow:
        """NW 5.8: shields first, what exceeds them is lost; past them the hull; armour and shields that come back."""
        if foe.shields > 0 and not is_past:
            before = foe.shields
            foe.shields = max(0, before - damage)
            if not foe.shields and foe.is_reviving:
                foe.is_reviving = False
                foe.shields = -(-foe.full_shields // 2)
            return "shields", before, foe.shields
        before = foe.hp
        if foe.is_reactive and damage:
            foe.is_reactive = False
            damage = 0
        foe.hp -= damage
        if foe.kind not in AFLOAT:
            foe.hp = max(0, foe.hp)
        if is_finished(foe) and before > finished_at(foe):
            self._fell(foe, by)
        where = {GUN: "weapon", BATTERY: "weapon", STRUCTURE: "structure", BASE: "structure"}.get(foe.kind, "hull")
        return where, before, foe.hp

    def _fumble(self, shooter: Unit, arm: Arm, segment: int, label: str) -> None:
        """NW 5.7: jam, lost payload, stray shot, explosion."""
        effect = self._dice.die(f"{label}/f", 4)
        body = shooter.host if shooter.kind in (GUN, BATTERY) and shooter.host else shooter
        target, damage, blow = body, 0, ("", 0, 0)
        if effect == 1:
            body.jammed = -1
        elif effect == 2 and arm.load != ENDLESS:
            arm.load = 0
        elif effect == 3:
            near = [friend for friend in self._friends(shooter.owner) if friend is not body and friend.kind == SHIP]
            if near:
                target = near[self._dice.die(f"{label}/f/t", len(near)) - 1]
            damage = arm.throw.roll(self._dice, f"{label}/f/dmg")
            blow = self.hurt(target, damage, shooter, is_past=False)
        elif effect == 4:
            damage = 2 * arm.throw.roll(self._dice, f"{label}/f/dmg")
            blow = self.hurt(body, damage, shooter, is_past=True)
            if shooter.kind in (GUN, BATTERY):
                shooter.hp = 0
            else:
                body.arms[body.arms.index(arm)] = None
        self.told.append(["fumble", segment, shooter.who, arm.name, effect, target.who, damage, blow[1], blow[2]])

    def _capsize(self, shooter: Unit, foe: Unit, label: str) -> None:
        """NW 5.18: the critical hit of a flying monster may capsize a ship."""
        roll = self._dice.die(f"{label}/cap", 100)
        if roll <= NAMED["capsize"][foe.hull - 1]:
            foe.hp = finished_at(foe)
            self.told.append(["capsized", foe.who, roll])
            self._fell(foe, shooter)


HITS = {"hit": 1, "critical": 2, "triple": 3}
CRITICAL = ("critical", "triple")


def finished_at(unit: Unit) -> int:
    """NW 5.12: the hit points at which it is sunk or destroyed: a quarter, up, of a ship's below zero; else none."""
    return -unit.max // 4 if unit.kind == SHIP else 0


def is_finished(unit: Unit) -> bool:
    """NW 5.12."""
    return unit.hp <= finished_at(unit)


def may_hit(shooter: Unit, arm: Arm, foe: Unit) -> bool:
    """NW 5.10, 5.11, HR-35, HR-50: whether a weapon can hit this: of the dead in the water only for who wants to finish
    them.
    """
    if foe.is_away or foe.is_sunk or (foe.hp <= 0 and not (shooter.settings.kill and foe.kind == SHIP)):
        return False
    if foe.kind == PLANE:
        if foe.landed:
            return False
        return shooter.kind == BATTERY or (shooter.kind == SHIP and arm.name in LIGHT)
    if shooter.kind == BATTERY:
        return False
    if foe.is_sub:
        return arm.name in DIVING if shooter.kind != PLANE else arm.name in AIR_DIVING
    return True
