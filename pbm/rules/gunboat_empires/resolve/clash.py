"""What air battles, surprises and main battles have in common, and what is told of them (GE 8, 9; HR-49)."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbm.rules.gunboat_empires.resolve.battle import (
    Percents,
    Strength,
    count,
    of_kinds,
    raw,
    share,
    strong,
    support,
    surprised,
    taken,
    winner_loses,
    with_value,
)
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.tables import ARMY, NAVY, Counts, tables


class Clash:
    """One battle: both sides as they stand, and what each lost so far."""

    def __init__(self, campaign: Campaign, region: str, attacker: int, units: Counts) -> None:
        self.campaign, self.region, self.attacker = campaign, region, attacker
        self.defender = campaign.owner[region]
        self.units, self.foes = units, campaign.units[region]
        self.force, self.against = dict(units), dict(self.foes)
        self.lost: Counts = {}
        self.lost_against: Counts = {}
        self.air_lost: Counts = {}
        self.air_lost_against: Counts = {}
        self.percent = 0
        self.won = "nobody"
        self.is_rough = tables().regions[region].is_rough

    def navy(self, player: int) -> int:
        """A country's Air/Navy efficiency."""
        return self.campaign.nations[player].level(NAVY) if player else 0

    def army(self, player: int) -> int:
        """A country's Army efficiency."""
        return self.campaign.nations[player].level(ARMY) if player else 0

    def power(self, player: int, name: str) -> int:
        """GE 4: a number of a country's technologies."""
        return self.campaign.nations[player].power(name) if player else 0

    def attackers_lose(self, number: int, order: str) -> None:
        """GE 10: losses of the attacker."""
        _add(self.lost, taken(self.units, number, order))

    def defenders_lose(self, number: int, order: str) -> None:
        """GE 10: losses of the defender."""
        _add(self.lost_against, taken(self.foes, number, order))

    def defenders_fall(self, kinds: Iterable[str] | None = None) -> None:
        """The defender's units are eliminated, all or these kinds."""
        for kind in [*self.foes] if kinds is None else list(kinds):
            number = self.foes.pop(kind, 0)
            if number:
                _add(self.lost_against, {kind: number})

    def attackers_fall(self, kinds: Iterable[str] | None = None) -> None:
        """The attacker's units are eliminated, all or these kinds."""
        for kind in [*self.units] if kinds is None else list(kinds):
            number = self.units.pop(kind, 0)
            if number:
                _add(self.lost, {kind: number})

    def air_battle(self) -> None:
        """GE 8.5: where both have air units: the loser loses all of them, the winner by the table."""
        mine, theirs = of_kinds(self.units, "air"), of_kinds(self.foes, "air")
        if not mine or not theirs:
            return
        attack = raw(mine, "air", 0) * self.navy(self.attacker)
        defence = raw(theirs, "air", 1) * self.navy(self.defender)
        order = "air_battle both"
        if attack > defence:
            self.air_lost_against = taken(self.foes, count(theirs), order)
            self.air_lost = taken(self.units, share(count(mine), winner_loses(attack, defence)), order)
        else:
            self.air_lost = taken(self.units, count(mine), order)
            self.air_lost_against = taken(self.foes, share(count(theirs), winner_loses(defence, attack)), order)
        _add(self.lost, self.air_lost)
        _add(self.lost_against, self.air_lost_against)

    def surprise(self, *, by_attacker: bool) -> None:
        """GE 9.3, HR-22: submarines strike first; not where the other side has Naval Convoys."""
        mine, theirs = (self.units, self.foes) if by_attacker else (self.foes, self.units)
        hunter, prey = (self.attacker, self.defender) if by_attacker else (self.defender, self.attacker)
        if self.power(prey, "no_sub_surprise"):
            return
        submarines = of_kinds(mine, "submarine")
        ships = of_kinds(theirs, "surface", "merchant", "submarine")
        if not submarines or not count(theirs):
            return
        percent = surprised(raw(submarines, "navy", 0) * self.navy(hunter), raw(ships, "navy", 1) * self.navy(prey))
        number = share(count(theirs), percent)
        order = "sub_attack_or_raid surface side"
        if by_attacker:
            self.defenders_lose(number, order)
        else:
            self.attackers_lose(number, order)

    def is_only_submarines(self, units: Mapping[str, int]) -> bool:
        """GE HR-22: submarines, and no surface ship or Merchant."""
        return bool(of_kinds(units, "submarine")) and not of_kinds(units, "surface", "merchant")

    def at_sea(self, mission: str, foes: Counts) -> None:
        """GE 9.1, 9.2, 9.4, HR-19: the main battle of ships and planes to the elimination of one side."""
        attack, defence = self.measured(
            self._naval(self.units, 0, self.navy(self.attacker)), self._naval(foes, 1, self.navy(self.defender))
        )
        mine, theirs = self._orders(mission, foes)
        if not attack and not defence:
            self.won = "nobody"
            return
        if attack > defence:
            self.won, self.percent = "attacker", winner_loses(attack, defence)
            number = share(count(self.units), self.percent)
            self.defenders_fall(foes)
            self.attackers_lose(number, mine)
        else:
            self.won, self.percent = "defender", winner_loses(defence, attack)
            self.defenders_lose(share(count(foes), self.percent), theirs)
            self.attackers_fall()

    def _orders(self, mission: str, foes: Counts) -> tuple[str, str]:
        """GE 10: the orders of losses of both sides in a battle at sea."""
        surface, below = "sub_attack_or_raid surface side", "sub_attack_or_raid submarine side"
        if mission in ("SA", "RS"):
            return below, below if self.is_only_submarines(foes) else surface
        return "navy_attack_or_raid both", "navy_attack_or_raid both"

    def measured(self, attack: Strength, defence: Strength) -> tuple[int, int]:
        """GE HR-49: both strengths; each side is told its own, what planes added, and which of its battles it is."""
        for player, mine in ((self.attacker, attack), (self.defender, defence)):
            facts = {"region": self.region, "mine": mine.total, "support": mine.support}
            facts["battle"] = self.campaign.fought[player] + 1
            self.campaign.tell("strength", [player], **facts)
        return attack.total, defence.total

    def _naval(self, units: Counts, side: int, efficiency: int) -> Strength:
        """GE 8.1, 8.6, 8.7: the strength of ships and planes at sea."""
        fleet = {kind: number for kind, number in units.items() if tables().units[kind].kind != "army"}
        ships = {kind: number for kind, number in fleet.items() if tables().units[kind].kind != "air"}
        planes = {kind: number for kind, number in fleet.items() if kind not in ships}
        above = support(planes, with_value(ships, "navy", side))
        return strong(raw(ships, "navy", side), above, efficiency, raw(planes, "navy", side))

    def infantry(self, player: int, name: str) -> Percents:
        """GE 4, HR-21: what a technology gives to Infantry."""
        more = self.power(player, name)
        return {kind: more for kind, unit in tables().units.items() if unit.is_infantry} if more else {}

    def told(self, phase: int, mission: str) -> None:
        """GE HR-49: both sides are told of the battle, nobody else."""
        facts: dict[str, Any] = {
            "phase": phase,
            "region": self.region,
            "mission": mission,
            "attacker": self.attacker,
            "defender": self.defender,
            "force": self.force,
            "against": self.against,
            "lost": self.lost,
            "lost_against": self.lost_against,
            "air_lost": self.air_lost,
            "air_lost_against": self.air_lost_against,
            "percent": self.percent,
            "won": self.won,
        }
        self.campaign.fought.update({self.attacker, self.defender})
        self.campaign.tell("battle", [self.attacker, self.defender], **facts)


def _add(all_of: Counts, more: Mapping[str, int]) -> None:
    for kind, number in more.items():
        all_of[kind] = all_of.get(kind, 0) + number
