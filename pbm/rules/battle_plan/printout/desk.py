"""What every part of a printout works from: the view, the events by kind, names and numbers as text."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from pbm.events import Event
from pbm.orderform import Parsed
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.state import Country, decimal
from pbm.rules.battle_plan.variant import titles
from pbm.rules.battle_plan.view import View
from pbm.system import Rules, Sheet

UNITS = ("army", "navy", "air", "missiles", "antimissiles", "industry")
UNIT_NAMES = {
    "army": "Army",
    "navy": "Navy",
    "air": "AirF",
    "missiles": "Missiles",
    "antimissiles": "ABMs",
    "industry": "Industry",
}

T = TypeVar("T")


class Desk:
    """One viewer's material for one turn; lives within one call of `printout`."""

    def __init__(self, view: View, events: Iterable[Event], parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.board: Map = rules.map
        self.me = view.viewer
        self.by_kind: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for event in events:
            self.by_kind[event.kind].append(event.facts)
        self.names_off = bool(view.me and view.me.names_off)
        self.homes, self.countries, self.people = self.common("seats", _seats)
        self.own = [code for code, owner in view.owners.items() if owner == self.me] if self.me else []

    @cached_property
    def commanded(self) -> list[tuple[str, Country]]:
        """The countries to which he gives orders next turn."""
        return [(code, country) for code, country in self.view.countries.items() if country.commander == self.me]

    @cached_property
    def forces(self) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
        """The land battles in which he had a part that he knows: the facts, and his groups among those from abroad."""
        me, mine = self.me, []
        for kind in ("battle", "battle-own"):
            for facts in self.told(kind):
                space, groups = facts["space"], facts["groups"]
                if "supports" in facts:
                    groups = [*groups, *facts["supports"]]
                here = [group for group in groups if group["player"] == me and group["name"] != space]
                if here:
                    mine.append((facts, here))
        return mine

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, [])

    def once(self, kind: str, facts: dict[str, Any], make: Callable[["Desk", dict[str, Any]], T]) -> T:
        """What is made of the facts of an event at a space (or at the border of two), made once for all who see that
        event.

        Nobody asks for it who does not hold the facts.
        """
        key = (kind, facts["space"], facts.get("other"), self.names_off)
        drawer = self.sheet.drawer
        if key not in drawer:
            drawer[key] = make(self, facts)
        made: T = drawer[key]
        return made

    def common(self, what: str, make: Callable[["Desk"], T]) -> T:
        """What is made of public facts alone, made once for all who write names alike. Whoever adds to it copies it."""
        key = (what, self.names_off)
        drawer = self.sheet.drawer
        if key not in drawer:
            drawer[key] = make(self)
        made: T = drawer[key]
        return made

    def sighted(self, what: str, code: str, make: Callable[[], T]) -> T:
        """What is made of a space in which all who see it see the same, made once for them; nobody else asks for it."""
        key = (what, code, self.names_off)
        drawer = self.sheet.drawer
        if key not in drawer:
            drawer[key] = make()
        made: T = drawer[key]
        return made

    def space(self, code: str) -> str:
        """A space's name."""
        return self.board.spaces[code].name

    def tag(self, player: int) -> str:
        """A player as the classic printout names him: [1:Turkey], or [1] with U1."""
        return f"[{player}]" if self.names_off else f"[{player}:{self.countries.get(player, '')}]"

    def name(self, player: int) -> str:
        """A player within a sentence: [1] Turkey, or [1] with U1; nobody for player 0."""
        if not player:
            return "nobody"
        return f"[{player}]" if self.names_off else f"[{player}] {self.countries.get(player, '')}".rstrip()

    def tags(self, players: Iterable[int]) -> str:
        """Several players in a row."""
        return " ".join([self.tag(p) for p in players])


def _seats(desk: Desk) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """Home, its name and who plays there, by player."""
    seats, spaces, powers = desk.sheet.seats, desk.board.spaces, titles(desk.rules)
    hidden = chosen(desk.view.options, "names") == "hidden"  # 21A
    return (
        {seat.player: seat.home for seat in seats},
        {seat.player: powers.get(seat.home) or spaces[seat.home].name for seat in seats},
        {seat.player: "" if hidden else seat.name for seat in seats},
    )


def money(hundredths: int) -> str:
    """Hundredths with two places: 15998 is 159.98."""
    sign = "\u2212" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def signed(number: int) -> str:
    """A change: +8, \u221212, \u00b10."""
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number < 0 else "\u00b10"


def count(number: int, one: str, many: str = "") -> str:
    """1 spy, 2 spies."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def plain(hundredths: int) -> str:
    """Hundredths as the classic printout has them."""
    return decimal(hundredths)
