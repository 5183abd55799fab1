"""What every part of a printout works from: the view, the events by kind, names and numbers as text."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbm.core.english import count
from pbm.core.events import Heard
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Order, Parsed
from pbm.rules.common.news import rows
from pbm.rules.common.readout import NewsRow, made_once
from pbm.rules.trust_a_thief.maps import Map
from pbm.rules.trust_a_thief.view import View

T = TypeVar("T")
Facts = dict[str, Any]

NOBODY_ACTED = frozenset(("fleet-lost", "fleet-disbanded", "no-army"))
"""Reasons of orders that no unit was left to carry out."""


class Readout:
    """One viewer's material for one turn; lives within one call of `printout`."""

    def __init__(self, view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.board: Map = rules.map
        self.me = view.viewer
        self.by_kind = heard
        self.homes = {seat.player: seat.home for seat in sheet.seats}
        self.nations = {seat.player: self.board.spaces[seat.home].name for seat in sheet.seats}
        self.people = {seat.player: seat.name for seat in sheet.seats}
        self.captured = {facts["province"]: facts for facts in self.told("captured")}
        self.claimed = {facts["province"]: facts for facts in self.told("claimed")}
        self.is_out = any(facts["player"] == self.me for facts in self.told("eliminated"))  # since this turn
        self.is_over = view.ended or sheet.over  # no turn follows
        self._failed: dict[tuple[int, ...], list[Facts]] = {}
        for facts in self.told("order-failed"):
            self._failed.setdefault(tuple(facts.get("at", ())), []).append(facts)

    def told(self, kind: str) -> Sequence[dict[str, Any]]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, ())

    def mine(self, kind: str, key: str = "nation") -> list[dict[str, Any]]:
        """Those of them that name the viewer under that key."""
        return [facts for facts in self.told(kind) if facts[key] == self.me]

    def failed(self, order: Order) -> Sequence[Facts]:
        """TT 8: what kept an order of the reader's card from being carried out as written, on the day."""
        return self._failed.get((order.line, order.column), ()) if order.line else ()

    def is_undone(self, order: Order) -> bool:
        """Whether no unit was left to carry the order out."""
        return any(facts["reason"] in NOBODY_ACTED for facts in self.failed(order))

    @property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""
        return made_once(self.sheet.drawer, "news", rows, self.rules.wording)

    def shared(self, key: str, make: Callable[[], T]) -> T:
        """What is made of public facts alone: once for all readers of the turn."""
        return made_once(self.sheet.drawer, key, make)

    def space(self, code: str) -> str:
        """A space's name."""
        return self.board.spaces[code].name

    def tag(self, nation: int) -> str:
        """A nation as the classic printout names it: [1:Aldmere]."""
        return f"[{nation}:{self.nations.get(nation, '')}]"

    def name(self, nation: int) -> str:
        """A nation within a sentence: [1] Aldmere; nobody for 0."""
        return f"[{nation}] {self.nations.get(nation, '')}".rstrip() if nation else "nobody"

    def structure(self, structure: str) -> str:
        """A structure's name: Town, Military base, City; nothing where there is none."""
        return str(self.rules.wording["structure"][structure])

    def owned(self, nation: int) -> list[str]:
        """The provinces of a nation."""
        return [code for code, province in self.view.provinces.items() if province.owner == nation]

    def armies(self, nation: int) -> int:
        """A nation's armies ashore and aboard."""
        ashore = sum(province.armies.get(nation, 0) for province in self.view.provinces.values())
        return ashore + self.aboard(nation)

    def aboard(self, nation: int) -> int:
        """A nation's armies aboard its fleets."""
        return sum(fleet.cargo for fleet in self.view.fleets.get(nation, {}).values())

    def upkeep(self, nation: int) -> int:
        """TT 2.3: what a nation's armies, ashore and aboard, and fleets cost each turn, in gold."""
        prices = self.rules.numbers["upkeep"]
        cost: int = prices["army"] * self.armies(nation) + prices["fleet"] * len(self.view.fleets.get(nation, {}))
        return cost

    def units_owed(self) -> int:
        """TT 6.2, T18: how many units must go next turn for a debt: one for each gold, two in a second update
        below 0.
        """
        nation = self.view.me
        return max(0, -nation.gold) * (2 if nation.debts > 1 else 1) if nation else 0


def armies(number: int) -> str:
    """1 army, 2 armies."""
    return count(number, "army", "armies")
