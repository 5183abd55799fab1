"""What every part of a printout works from: the view, the events by kind, names of countries, ports and ships."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbm.core.english import count
from pbm.core.events import Heard
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.common.news import rows
from pbm.rules.common.readout import NewsRow, made_once
from pbm.rules.naval_warfare.printout.bonuses import Bonuses, bonuses
from pbm.rules.naval_warfare.state import UTILITY, Country, Ship
from pbm.rules.naval_warfare.tables import HULLS, LEVELS
from pbm.rules.naval_warfare.view import View

Facts = dict[str, Any]


class Readout:
    """One viewer's material for one turn; lives within one call of `printout`."""

    def __init__(self, view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.by_kind, self.me = heard, view.viewer
        self.is_over = view.over or sheet.over

    def told(self, kind: str) -> Sequence[Facts]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, ())

    def mine(self, kind: str, by: str = "country") -> list[Facts]:
        """Those that are the reader's own."""
        return [facts for facts in self.told(kind) if facts.get(by) == self.me]

    @property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""
        return made_once(self.sheet.drawer, "news", rows, self.rules.wording)

    def words(self, table: str, key: str) -> str:
        """A phrase of wording.toml; the code itself where there is none."""
        return str(self.rules.wording[table].get(key, key))

    def country(self, number: int) -> str:
        """A country's name, for headlines; 0 are pirates and monsters."""
        if not number:
            return "nobody"
        known = self.view.countries.get(number)
        return known.name if known else f"Country {number}"

    def name(self, number: int) -> str:
        """A country within a line: [2] Xanthe; the reader is you."""
        if number == self.me and number:
            return "you"
        return f"[{number}] {self.country(number)}" if number else self.country(0)

    def named(self, number: int) -> str:
        """A country within news, with its chip: [2:Xanthe]."""
        return f"[{number}:{self.country(number)}]" if number else self.country(0)

    def port(self, code: str) -> str:
        """A port: Everport (MIA), or MIA where it has no name."""
        known = self.view.ports.get(code)
        return f"{known.name} ({code})" if known and known.name else code

    def place(self, at: str) -> str:
        """A hex, and the port that lies there: 2310 (XAA)."""
        code = self.port_codes.get(at)
        return f"{at} ({code})" if code else at

    @cached_property
    def port_codes(self) -> dict[str, str]:
        """Ports by their hex."""
        return {port.hex: code for code, port in self.view.ports.items()}

    def ship(self, number: int) -> str:
        """A ship of the reader: 4 Ajax, or 4 where it has no name."""
        ship = self.view.ships.get(number)
        return f"{number} {ship.name}" if ship and ship.name else str(number)

    def figures(self, ship: Ship) -> Bonuses:
        """NW 4.4: what a ship of the reader adds to its rolls."""
        assert self.view.me is not None  # whose ship it is
        company = [it for it in self.view.ships.values() if ship.group and it.group == ship.group]
        return bonuses(ship, self.view.me, company)

    @cached_property
    def fought(self) -> dict[int, Facts]:
        """The records of the reader's battles, by number."""
        return {facts["number"]: facts for facts in self.told("rounds")}


def hull(size: int, number: int = 1) -> str:
    """NW 4.1: 1 cruiser, 2 cruisers."""
    word = HULLS[size].name if size in HULLS else "ship"
    return count(number, word, f"{word.removesuffix(' craft')} craft" if word.endswith("craft") else f"{word}s")


def fleet(hulls: Sequence[int]) -> list[str]:
    """NW 17: hulls counted by size, the largest first: 2 cruisers, 1 frigate."""
    return [hull(size, hulls.count(size)) for size in sorted(set(hulls), reverse=True)]


def kind_of(ship: Ship) -> str:
    """NW 4.1: what a ship is called: cruiser, carrier, utility ship."""
    word = HULLS[ship.hull].name
    if ship.kind == UTILITY:
        return f"utility {word}"
    return f"{ship.kind}, {word}" if ship.kind == "carrier" else word


def level(country: Country) -> str:
    """NW 7.4: the level, and the experience from which on it is one."""
    return f"{country.level} ({LEVELS[country.level].exp})" if country.level in LEVELS else str(country.level)


def afloat(view: View) -> int:
    """NW 9.3: the hull values of the reader's ships, in dollars."""
    return sum(HULLS[ship.hull].cost for ship in view.ships.values())
