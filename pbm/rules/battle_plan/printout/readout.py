"""What every part of a printout works from: the view, the events by kind, names and numbers as text."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from pbm.core.events import Heard
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Order, Parsed
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.powers import JOIN, called
from pbm.rules.battle_plan.state import Country, Sea, decimal
from pbm.rules.battle_plan.view import View
from pbm.rules.common.news import rows
from pbm.rules.common.readout import NewsRow, made_once

UNITS = ("army", "navy", "air", "missiles", "antimissiles", "industry")
GLYPHS = {
    "army": "box",
    "navy": "hull",
    "air": "wings",
    "missiles": "rocket",
    "antimissiles": "dome",
    "industry": "works",
}
UNIT_NAMES = {
    "army": "Army",
    "navy": "Navy",
    "air": "AirF",
    "missiles": "Missiles",
    "antimissiles": "ABMs",
    "industry": "Industry",
}

T = TypeVar("T")
SPACE = itemgetter("space")


class Readout:
    """One viewer's material for one turn; lives within one call of `printout`."""

    def __init__(self, view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.card = parsed or Parsed(given=False)
        self.board: Map = rules.map
        self.me = view.viewer
        self.by_kind = heard
        self.names_off = bool(view.me and view.me.names_off)
        self.homes, self.countries, self.people = self.common(_seats)
        self.names, self.tagged, self.named = self.common(_names)
        self.own = self.common(_owned).get(self.me, []) if self.me else []

    @cached_property
    def commanded(self) -> list[tuple[str, Country]]:
        """The countries to which he gives orders next turn."""
        return [(code, country) for code, country in self.view.countries.items() if country.commander == self.me]

    @cached_property
    def has_antimissiles(self) -> bool:
        """BP 23C: whether there are AntiMissiles in this variant."""
        return chosen(self.view.options, "antimissiles") == "on"

    @cached_property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""
        return made_once(self.sheet.drawer, "news", rows, self.rules.wording)

    @cached_property
    def orders(self) -> list[tuple[str, list[Order]]]:
        """His orders and the standing ones that acted last, by the place where they were given."""
        places: defaultdict[str, list[Order]] = defaultdict(list)
        for order in (*self.card.orders, *self.card.standing):
            places[order.place].append(order)
        return sorted(places.items())

    @cached_property
    def forces(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """The spaces of the land battles in which he had a part that he knows, with his groups among those from
        abroad.
        """
        me, mine = self.me, []
        for space, abroad in self.each("battle", _abroad):
            if me in abroad:
                mine.append((space, abroad[me]))
        for facts in self.told("battle-own"):
            space = facts["space"]
            here = []
            for group in facts["groups"]:
                if group["player"] == me and group["name"] != space:
                    here.append(group)
            if here:
                mine.append((space, here))
        return mine

    def told(self, kind: str) -> Sequence[dict[str, Any]]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, ())

    def each(
        self,
        kind: str,
        make: Callable[["Readout", dict[str, Any]], T],
        where: Callable[[dict[str, Any]], Hashable] = SPACE,
    ) -> list[T]:
        """What is made of each event of a kind, by the space (or spaces) where it happened: made once for all who see
        that event.

        Nobody asks for it who does not hold the facts.
        """
        shelf, told = self.shelf(make), self.told(kind)
        places = [*map(where, told)]
        if not shelf.keys() >= {*places}:
            for place, facts in zip(places, told, strict=True):
                if place not in shelf:
                    shelf[place] = make(self, facts)
        return [*map(shelf.__getitem__, places)]

    def each_sea(self, make: Callable[["Readout", str, Sea], T]) -> list[T]:
        """What is made of each sea in view, made once for all who see it, as they see the same; nobody else asks for
        it.
        """
        shelf = self.shelf(make)
        return [
            shelf[code] if code in shelf else shelf.setdefault(code, make(self, code, sea))
            for code, sea in self.view.seas.items()
        ]

    def common(self, make: Callable[["Readout"], T]) -> T:
        """What is made of public facts alone, made once for all who write names alike. Whoever adds to it copies it."""
        return made_once(self.shelf(make), "", make, self)

    def shelf(self, make: Callable[..., Any]) -> dict[Any, Any]:
        """What was made so already in this turn, of what, with names written alike."""
        shelf: dict[Any, Any] = self.sheet.drawer.setdefault((make, self.names_off), {})
        return shelf

    def space(self, code: str) -> str:
        """A space's name."""
        return self.names[code]

    def tag(self, player: int) -> str:
        """A player as the classic printout names him: [1:Turkey], or [1] with U1."""
        return self.tagged.get(player) or (f"[{player}]" if self.names_off else f"[{player}:]")

    def name(self, player: int) -> str:
        """A player within a sentence: [1] Turkey, or [1] with U1; nobody for player 0."""
        return self.named.get(player) or f"[{player}]"

    def tags(self, players: Iterable[int]) -> str:
        """Several players in a row."""
        return " ".join([self.tag(p) for p in players])


def _names(readout: Readout) -> tuple[dict[str, str], dict[int, str], dict[int, str]]:
    """What each space is called, and each player, in a list and within a sentence."""
    if readout.names_off:
        tags = names = {p: f"[{p}]" for p in readout.countries}
    else:
        tags = {p: f"[{p}:{country}]" for p, country in readout.countries.items()}
        names = {p: f"[{p}] {country}".rstrip() for p, country in readout.countries.items()}
    return {code: space.name for code, space in readout.board.spaces.items()}, tags, {0: "nobody", **names}


def _owned(readout: Readout) -> dict[int, list[str]]:
    """The countries of each player."""
    owned: dict[int, list[str]] = {}
    for code, owner in readout.view.owners.items():
        owned.setdefault(owner, []).append(code)
    return owned


def _abroad(readout: Readout, facts: dict[str, Any]) -> tuple[str, dict[int, list[dict[str, Any]]]]:
    """The space of a land battle, and each player's groups that came from elsewhere."""
    space = facts["space"]
    abroad: dict[int, list[dict[str, Any]]] = {}
    for group in (*facts["groups"], *facts.get("supports", ())):
        if group["name"] != space:
            abroad.setdefault(group["player"], []).append(group)
    return space, abroad


def _seats(readout: Readout) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """Home, what the seat is called, and who plays there, by player."""
    seats = readout.sheet.seats
    hidden = chosen(readout.view.options, "names") == "hidden"  # BP 21A
    return (
        {seat.player: seat.home.split(JOIN)[0] for seat in seats},
        {seat.player: called(readout.rules, seat.home) for seat in seats},
        {seat.player: "" if hidden else seat.name for seat in seats},
    )


def money(hundredths: int) -> str:
    """Hundredths with two places: 15998 is 159.98."""
    sign = "\u2212" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def plain(hundredths: int) -> str:
    """Hundredths as the classic printout has them."""
    return decimal(hundredths)
