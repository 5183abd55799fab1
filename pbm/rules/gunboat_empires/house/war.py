"""A house player's war: what it attacks, from where, and how it moves what stands behind (GE 6 to 12)."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping

from pbm.core.dice import Dice
from pbm.rules.gunboat_empires.state import Country, power
from pbm.rules.gunboat_empires.tables import ARMY, PLAYERS, Counts, tables
from pbm.rules.gunboat_empires.view import View

GUARD = 1
"""So many army units stay in a region that has neighbours of others."""
STRONG = 12
"""With so many army units another player's land is attacked."""
WEAK = 12
"""Whoever has fewer regions is attacked first, and taken to have no more in one than a neutral."""
ABOUT = 6
"""A country that is smaller than another by fewer regions is not always taken for the smaller one."""
GARRISON = tables().params["neutral_infantry_max"] - 1
"""GE 15.5: as many Light Infantry a neutral country is taken to have: nearly the most."""
LANDING, ABOARD = 4, 8
"""So many army units land at least; so many go aboard at most."""


def war(view: View, dice: Dice) -> Iterator[str]:
    """Lines of a card: task forces of all phases, by region."""
    assert view.me is not None
    general = General(view, view.me, dice)
    general.plan()
    for code, tokens in sorted(general.tokens.items()):
        yield f"@{code} {' '.join(tokens)}"


class General:
    """One turn's plans; what is ordered in a phase is not ordered twice."""

    def __init__(self, view: View, me: Country, dice: Dice) -> None:
        self.view, self.me, self.dice = view, me, dice
        self.land = tables().regions
        self.tokens: dict[str, list[str]] = {}
        self.left = {"M2": 6, "M3": 6, "M4": 6, "M5": 6, "RD": power(me.technologies, "rapid_task_forces")}
        self.lift = me.sealift
        self.sizes = Counter(view.owners.values())
        self.lucky: dict[str, int] = {}
        self.about: dict[int, int] = {}
        self.here = {code: dict(region.units) for code, region in view.regions.items()}

    def plan(self) -> None:
        """Attacks by land first, then by sea, then what is left moves up."""
        codes = self.mixed(self.view.regions)
        land = [code for code in codes if self.land[code].is_land]
        for code in sorted(land, key=lambda code: -self.army(code)):
            self.attack(code)
        for code in codes:
            self.put_to_sea(code)
        for code in land:
            self.embark(code)
        for code in land:
            self.move_up(code)

    def mixed(self, codes: Iterable[str]) -> list[str]:
        """Regions in an order of this turn's dice, so that none is preferred for its code."""
        found = sorted(codes)
        for code in found:
            if code not in self.lucky:
                self.lucky[code] = self.dice.below(f"{self.view.viewer}/{code}/luck", 10_000)
        return sorted(found, key=self.lucky.__getitem__)

    def of(self, code: str, *classes: str) -> Counts:
        """The units of these classes that have no orders yet."""
        units = tables().units
        return {kind: number for kind, number in self.here[code].items() if units[kind].kind in classes and number}

    def army(self, code: str) -> int:
        """How many army units without orders there are."""
        return sum(self.of(code, "army").values())

    def give(self, code: str, phase: str, token: str, force: Mapping[str, int]) -> None:
        """An order, and the units that carry it out."""
        self.tokens.setdefault(code, []).append(token)
        self.left[phase] -= 1
        for kind, number in force.items():
            self.here[code][kind] -= number

    def foes(self, code: str, *, by_land: bool) -> list[str]:
        """Neighbours that are not the player's: free seas, neutrals, others, of these the weak first."""
        found = [
            there
            for there in self.land[code].near
            if there not in self.view.regions and self.land[there].is_land == by_land
        ]
        return sorted(self.mixed(found), key=lambda there: (self._rank(there), self._size(there)))

    def _size(self, code: str) -> int:
        """About how large the owner is: whoever has a region less than the others is not attacked by all of them."""
        owner = self.view.owners.get(code, 0)
        if owner not in self.about:
            self.about[owner] = self.sizes[owner] + self.dice.below(f"{self.view.viewer}/{owner}/about", ABOUT)
        return self.about[owner]

    def _rank(self, code: str) -> int:
        owner = self.view.owners.get(code, 0)
        return 0 if not owner else 1 if owner > PLAYERS else 2

    def attack(self, code: str) -> None:
        """GE 9.6, 9.7, 11: a strong army attacks its weakest neighbour; a small one wears it down, or looks."""
        foes = self.foes(code, by_land=True)
        number = self.army(code)
        if not foes or self.left["M4"] <= 0 or number <= GUARD:
            return
        target = foes[0]
        force = self._most(code, number - GUARD)
        if self.is_enough(force, target):
            planes = self.of(code, "air")
            force |= planes
            blitz = self._behind(target)
            mark = f"!{blitz}" if blitz else ""
            self.give(code, "M4", f"GA{_force(force)}:{target}{mark}", force)
        elif number >= 6 and self._rank(target) == 2 and self._by_chance(code, 4):
            self.give(code, "M4", f"AT{_force(force)}:{target}", force)
        elif self._by_chance(code, 8):
            one = dict([next(iter(force.items()))])
            one = dict.fromkeys(one, 1)
            self.give(code, "M4", f"GR{_force(one)}:{target}", one)

    def is_enough(self, force: Counts, target: str) -> bool:
        """GE 8.1, 9.6, 14.3: whether an army beats what a neutral may have, by what all know of it, or a power that
        is nearly gone; of another player's land nothing is known.
        """
        if self._rank(target) == 2 and self.sizes[self.view.owners[target]] >= WEAK:
            return sum(force.values()) >= STRONG
        units, owner = tables().units, self.view.owners.get(target, 0)
        infantry = next(iter(units.values()))
        rough = tables().params["rough_defence_pct"] if self.land[target].is_rough else 0
        most = (self.view.hundreds.get(owner, (0, 0))[0] + 1) * 100
        defence = GARRISON * infantry.army[1] * most * (100 + rough) // 100
        return sum(units[kind].army[0] * n for kind, n in force.items()) * self.me.levels.get(ARMY, 0) > defence

    def _behind(self, target: str) -> str:
        """GE 9.9: where a blitz goes on to."""
        if not {"MEC", "CMB"} <= {*self.me.technologies}:
            return ""
        near = self.mixed(self.land[target].near)
        return next((code for code in near if self.land[code].is_land and code not in self.view.regions), "")

    def _by_chance(self, code: str, one_in: int) -> bool:
        return self.dice.below(f"{self.view.viewer}/{code}/{one_in}", one_in) == 0

    def _most(self, code: str, number: int) -> Counts:
        """So many of the army units, the best first."""
        units, force = tables().units, dict[str, int]()
        for kind, here in sorted(self.of(code, "army").items(), key=lambda row: (-units[row[0]].army[0], row[0])):
            taken = min(here, number)
            if taken:
                force[kind] = taken
                number -= taken
        return force

    def put_to_sea(self, code: str) -> None:
        """GE 9.1 to 9.5: free seas are taken, submarines hunt and raid, fleets with troops invade; the rest raids."""
        ships, subs = self.of(code, "surface"), self.of(code, "submarine")
        is_land = self.land[code].is_land
        seas = self.foes(code, by_land=False)
        number = sum(ships.values())
        if self.left["M2"] <= 0:
            return
        if sum(subs.values()) >= 3 and seas and self._rank(seas[0]) == 2:
            self.give(code, "M2", f"SA{_force(subs)}:{seas[0]}", subs)
        elif subs and not is_land and self.foes(code, by_land=True):
            self.give(code, "M2", f"RS{_force(subs)}:{self.foes(code, by_land=True)[0]}", subs)
        shores = self.foes(code, by_land=True)
        if not is_land and LANDING <= self.army(code) <= self.lift and shores:
            force = {**self.of(code, "army"), **ships}
            self.lift -= self.army(code)
            self.give(code, "M2", f"IN{_force(force)}:{shores[0]}", force)
            return
        if number >= 4 and seas and self.left["M2"] > 0:
            force = {kind: (n + 1) // 2 for kind, n in ships.items()} if is_land else ships
            troops = self._most(code, min(ABOARD, self.lift, max(0, self.army(code) - 2))) if is_land else {}
            self.lift -= sum(troops.values())
            force = {**force, **troops}
            self.give(code, "M2", f"NA{_force(force)}:{seas[0]}", force)
        elif number >= 2 and not is_land and self.foes(code, by_land=True) and self.left["M2"] > 0:
            target = self.foes(code, by_land=True)[0]
            if self._by_chance(code, 3):
                self.give(code, "M2", f"RN{_force(ships)}:{target}", ships)
            else:
                one = dict.fromkeys([next(iter(ships))], 1)
                self.give(code, "M2", f"NR{_force(one)}:{target}", one)

    def embark(self, code: str) -> None:
        """GE 12.1: troops of a coast without a foe by land go aboard, into a sea that has somebody else's shore."""
        number = min(self.army(code) - GUARD - 1, self.lift, ABOARD)
        if number < LANDING or self.left["M3"] <= 0 or self.foes(code, by_land=True):
            return
        seas = [
            sea for sea in self.mixed(self.land[code].near) if sea in self.view.regions and not self.land[sea].is_land
        ]
        target = next((sea for sea in seas if self.foes(sea, by_land=True)), "")
        if target:
            force = self._most(code, number)
            self.lift -= number
            self.give(code, "M3", f"NM{_force(force)}:{target}", force)

    def move_up(self, code: str) -> None:
        """GE 6, 12.3: units with no enemy beside them go towards the frontier; the capital keeps a few."""
        keep = 3 if code == self.me.capital else GUARD
        number = self.army(code) - keep
        if number <= 0 or self.foes(code, by_land=True):
            return
        way = self._way(code)
        if not way:
            return
        force = self._most(code, number)
        if self.left["RD"] > 0 and self._by_chance(code, 3):
            self.give(code, "RD", f"RD{_force(force)}:{way[0]}", force)
        elif self.left["M5"] > 0:
            self.give(code, "M5", f"GM{_force(force)}:{'/'.join(way[:3])}", force)

    def _way(self, start: str) -> list[str]:
        """The shortest way through own land to a region with a foe beside it."""
        before: dict[str, str] = {start: ""}
        todo = deque([start])
        while todo:
            code = todo.popleft()
            if code != start and self.foes(code, by_land=True):
                way = [code]
                while before[way[0]] != start:
                    way.insert(0, before[way[0]])
                return way
            for there in self.mixed(self.land[code].near):
                if there not in before and there in self.view.regions and self.land[there].is_land:
                    before[there] = code
                    todo.append(there)
        return []


def _force(units: Mapping[str, int]) -> str:
    return "+".join(f"{number}{kind}" for kind, number in units.items() if number)
