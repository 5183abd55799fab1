"""What a house player knows, may spend, and has written (NW 11, 15)."""

from collections.abc import Iterable
from functools import cached_property

from pbm.core.dice import Dice
from pbm.rules.naval_warfare.muster import Muster
from pbm.rules.naval_warfare.purse import hoped_pay
from pbm.rules.naval_warfare.sea import FAR, Ways
from pbm.rules.naval_warfare.state import UTILITY, Country, Ship
from pbm.rules.naval_warfare.view import View

RESERVE = 25
"""Dollars that stay in hand: events take up to 30."""
LAST_DAY = 7


class Cabinet:
    """The card as it grows. left: dollars that works may take; hand: what may go before the pay comes;
    armed: guns bought for ports; flag: the flagship; besieged: hexes where enemies lay at the end of the week.
    """

    def __init__(self, view: View, me: Country, dice: Dice) -> None:
        self.view, self.me, self._dice = view, me, dice
        self._luck: dict[str, int] = {}
        self.muster = Muster(view, me)
        self.week = view.turn + 1
        self.is_founding = view.turn == 0
        self.hand = me.money
        pay = 0 if self.is_founding else hoped_pay(view, me, ())
        self.left = me.money + pay * 3 // 4 - RESERVE
        self.flag = self.muster.flagship(())
        self._orders: dict[str, list[str]] = {}
        self._words: dict[str, str] = {}
        self.armed: dict[str, int] = {}
        self.besieged = {row[1] for row in view.seen if row[2] in me.war and row[0] == LAST_DAY}
        self.war = {*me.war} | {p for p in self.others if view.countries[p].pirate >= self.week} - {*me.allies}

    # --- the card -----------------------------------------------------------------------------------------------------

    def write(self, place: str, *orders: str) -> None:
        """Orders at a place: "" is the country, "MIA" a port, "#7" a ship, "G1" a group, "P1" a platform."""
        self._orders.setdefault(place, []).extend(orders)

    def say(self, place: str, text: str) -> None:
        """An order whose text takes the rest of its line."""
        self._words[place] = text

    def card(self) -> str:
        """The card, line by line: the country, ports, ships, platforms, groups."""
        lines = []
        for place in sorted({*self._orders, *self._words}, key=_rank):
            orders = self._orders.get(place, [])
            if orders:
                lines.append(" ".join([f"@{place}", *orders]))
            if place in self._words:
                lines.append(f"@{place} {self._words[place]}")
        return "\n".join(lines)

    def can(self, dollars: int) -> bool:
        """Whether works may still take so much."""
        return self.left >= dollars

    def pay(self, dollars: int) -> None:
        """Works take so much."""
        self.left -= dollars

    def give(self, dollars: int) -> bool:
        """Before the pay comes, so much goes, if it is there."""
        if min(self.hand, self.left) < dollars:
            return False
        self.hand -= dollars
        self.left -= dollars
        return True

    def roll(self, label: str, sides: int) -> int:
        """A die of this country in this week."""
        return self._dice.die(f"house/{self.view.viewer}/{self.week}/{label}", sides)

    def least(self, rows: Iterable[tuple[int, int]], label: str) -> int:
        """Of rows (number, country), the country with the least number; of equal ones this week's die chooses."""
        found = sorted(rows)
        alike = [q for number, q in found if number == found[0][0]]
        return alike[self.roll(label, len(alike)) - 1]

    def luck(self, place: str) -> int:
        """What decides in this week between places that are as near, so that none is preferred for its name."""
        if place not in self._luck:
            self._luck[place] = self.roll(f"luck/{place}", 100)
        return self._luck[place]

    # --- the world ----------------------------------------------------------------------------------------------------

    @cached_property
    def others(self) -> list[int]:
        """The other countries that are in the game."""
        return [p for p, it in self.view.countries.items() if p != self.view.viewer and not it.out]

    @cached_property
    def home(self) -> str:
        """The port of the country that counts most, one with a dock if there is one; empty where it holds none."""
        held = self.view.held
        ranked = sorted(held, key=lambda code: (held[code].structure <= 0, not held[code].dock, not held[code].home))
        return ranked[0] if ranked else ""

    @cached_property
    def ways(self) -> Ways:
        """NW 2.9.2: the ways of its ships."""
        friends = {self.view.viewer, *self.me.allies}
        ports = {port.hex: port.owner for port in self.view.ports.values()}
        return Ways([at for at, owner in ports.items() if owner in friends], ports)

    def far(self, at: str) -> int:
        """Hexes of the way from home."""
        return self.ways.length(at, self.view.held[self.home].hex) if self.home else FAR

    @cached_property
    def reach(self) -> dict[int, int]:
        """How far the nearest port of each of the others is."""
        found = dict.fromkeys(self.others, FAR)
        for port in self.view.ports.values():
            if port.owner in found:
                found[port.owner] = min(found[port.owner], self.far(port.hex))
        return found

    def navy(self, p: int) -> int:
        """How many ships of war a country has, as far as all know."""
        country = self.view.countries[p]
        return sum(country.launched.values()) - sum(country.lost.values())

    def home_of(self, p: int) -> str:
        """The hex of the port in which a country began; empty where it founded none."""
        return next((port.hex for port in self.view.ports.values() if port.founder == p and port.home), "")

    @cached_property
    def fleet(self) -> dict[int, Ship]:
        """The ships of war that are ready for orders."""
        return {
            k: ship for k, ship in self.view.ships.items() if ship.kind != UTILITY and not (ship.reserve or ship.away)
        }


def _rank(place: str) -> tuple[int, str]:
    """Ships before platforms before groups: what sails together is settled once all is built."""
    sheets = ("#", "P", "G")
    is_port = place.isalpha()
    number = place[1:].rjust(2, "0")
    return (0, "") if not place else (1, place) if is_port else (2 + sheets.index(place[0]), number)
