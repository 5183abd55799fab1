"""Where ships are and in which groups, as a card is read line by line (NW 4.10, 11.2): what the viewer has, and what
the orders before have changed.
"""

from collections.abc import Sequence

from pbm.orders.form import Order
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.state import Country, Ship
from pbm.rules.naval_warfare.tables import NAMED
from pbm.rules.naval_warfare.view import View

YARD = ("BUILD", "CARRIER", "UTILITY", "SUPER")
"""Orders that build a ship."""


def named(order: Order) -> str:
    """An order of the card, for a sentence about another."""
    return f"`{order.text}` (line {order.line})" if order.line else f"`{order.text}`"


class Muster:
    """The viewer's country, and its fleet after some orders of a card."""

    def __init__(self, view: View, me: Country) -> None:
        self.view, self.me = view, me
        self.founding = view.turn == 0
        self.week = view.turn + 1
        self.at = {port.hex: code for code, port in view.ports.items()}  # ports by hex
        self.homes = {code: port for code, port in view.held.items() if port.structure > 0}

    def has_trade(self, economy: str) -> bool:
        """NW 2.12, 9.2: whether the viewer has the privilege of an economy, their own or of a country they took."""
        return self.me.economy == economy or any(self.view.countries[q].economy == economy for q in self.me.taken)

    def built(self, before: Sequence[Order]) -> dict[int, Order]:
        """NW 11.2: by number, the orders of the card that build a ship."""
        return {order.operands["k"]: order for order in before if order.code in YARD}

    def grouped(self, before: Sequence[Order]) -> dict[int, int]:
        """NW 4.10: the groups of all ships that are in one, after these orders."""
        found = {k: ship.group for k, ship in self.view.ships.items() if ship.group}
        for order in before:
            if order.code == "JOIN":
                found[order.operands["k"]] = int(order.place[1:])
            elif order.code == "PART":
                found.pop(order.operands["k"], None)
        return found

    def members(self, group: int, before: Sequence[Order]) -> list[int]:
        """NW 4.10: the ships of a group after these orders."""
        return [k for k, number in self.grouped(before).items() if number == group]

    def hex(self, k: int, before: Sequence[Order]) -> str:
        """NW 4.10, 11.2: where a ship is, or will be built; nothing where it is away."""
        ship = self.view.ships.get(k)
        if ship is None:
            order = self.built(before).get(k)
            return self.view.held[order.place].hex if order else ""
        if ship.group:
            return self.view.groups[ship.group].hex
        return self.view.ports[ship.port].hex if ship.port in self.view.ports else ""

    def port(self, k: int, before: Sequence[Order]) -> str:
        """NW 4.12: the port of the viewer or an ally in which a ship lies, in a group or not; nothing at sea."""
        code = self.at.get(self.hex(k, before), "")
        owner = self.view.ports[code].owner if code else 0
        return code if owner == self.view.viewer or owner in self.me.allies else ""

    def flagship(self, before: Sequence[Order]) -> int:
        """NW 2.11: the flagship after these orders; 0: there is none."""
        wished = next((order.operands["k"] for order in reversed(before) if order.code == "FLAG"), self.me.flagship)
        ships = {k for k, ship in self.view.ships.items() if ship.kind != "utility"}
        ships |= {k for k, order in self.built(before).items() if order.code != "UTILITY"}
        return wished if wished in ships else min(ships, default=0)

    def berths(self, code: str) -> int:
        """NW 4.11: how many ships find a berth in a port."""
        dock = NAMED["dock_berths"] + ("DOC" in self.me.abilities)
        return int(NAMED["berths"]) + (dock if self.view.ports[code].dock else 0)

    def is_in_roads(self, k: int, ship: Ship) -> bool:
        """NW 4.11: whether a ship is among the highest numbers, which find no berth in their port."""
        there = sorted(n for n, it in self.view.ships.items() if it.port == ship.port and not it.group and not it.away)
        return bool(ship.port) and not ship.group and k in there[self.berths(ship.port) :]

    def sites(self, territory: str) -> list[str]:
        """NW 2.9, 10: the port sites of a territory where no port stands."""
        return [at for at in chart().lands[territory].ports if at not in self.at]
