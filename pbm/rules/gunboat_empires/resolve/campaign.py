"""A position in the middle of a turn, and what happens in it; lives within one call of `resolve`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.orders.form import Order, Parsed
from pbm.rules.gunboat_empires.resolve.battle import count, of_kinds
from pbm.rules.gunboat_empires.state import Country, Region, State, power
from pbm.rules.gunboat_empires.tables import GOLD, GOODS, PLAYERS, Counts, tables

COLUMNS = (
    "start",
    "sold",
    "bought",
    "exported",
    "military",
    "economic",
    "research",
    "improved",
    "produced",
    "consumed",
    "emergency",
    "imported",
)


class Realm:
    """A country in the middle of a turn; `account`: by goods and column what came and went."""

    def __init__(self, number: int, country: Country) -> None:
        self.number = number
        self.stocks = {goods: country.stocks.get(goods, 0) for goods in (*GOODS, GOLD)}
        self.levels = dict(country.levels)
        self.sealift = country.sealift
        self.technologies = country.technologies
        self.standing = dict(country.standing)
        self.account = {goods: dict.fromkeys(COLUMNS, 0) for goods in self.stocks}
        for goods, stock in self.stocks.items():
            self.account[goods]["start"] = stock
        self.made: Counts = {}
        self.used: Counts = {}

    def move(self, goods: str, by: int, column: str) -> None:
        """So much comes to a stock, or goes."""
        self.stocks[goods] += by
        self.account[goods][column] += by

    def level(self, name: str) -> int:
        """A level, 0 where the country has none."""
        return self.levels.get(name, 0)

    def power(self, name: str) -> int:
        """GE 4: a number of the rules as its technologies change it."""
        return power(self.technologies, name)

    def raise_level(self, name: str, by: int) -> int:
        """GE HR-35: so many points more, up to the highest; how many."""
        gained = min(by, tables().levels[name].top - self.level(name))
        self.levels[name] = self.level(name) + gained
        return gained


class Campaign:
    """All regions and countries. Units of a region are its owner's (GE 1.8)."""

    def __init__(self, state: State, parsed: Mapping[int, Parsed], dice: Dice) -> None:
        self.state, self.parsed, self.dice = state, parsed, dice
        self.turn = state.turn + 1
        self.owner = {code: region.owner for code, region in state.regions.items()}
        self.units: dict[str, Counts] = {code: dict(region.units) for code, region in state.regions.items()}
        self.facilities: dict[str, Counts] = {c: dict(region.facilities) for c, region in state.regions.items()}
        self.taken = {code: region.taken for code, region in state.regions.items()}
        self.standing = {code: dict(region.standing) for code, region in state.regions.items() if region.standing}
        self.nations = {number: Realm(number, country) for number, country in state.countries.items()}
        self.in_phase_2: set[str] = set()
        """GE 9.6: land captured in M2 of this turn."""
        self.lift: dict[int, int] = {}
        """GE HR-26: by player the Sealift that M2 used."""
        self.fought: Counter[int] = Counter()
        """How many battles each country has been told of."""
        self.exports: list[tuple[int, int, str, int]] = []
        self.market = {"sold": dict[str, int](), "bought": dict[str, int](), "paid": {}, "taken": {}}
        self.events: list[Event] = []
        self.acted: set[str] = set()
        self.prices = dict(state.prices)

    # --- what happened ---

    def tell(self, kind: str, seen: Iterable[int], **facts: Any) -> None:
        """An event for these players; neutrals read nothing."""
        self.events.append(Event(kind, only(player for player in seen if player <= PLAYERS), facts))

    def tell_all(self, kind: str, **facts: Any) -> None:
        """An event for all the world."""
        self.events.append(Event(kind, "all", facts))

    def failed(self, player: int, order: Order, reason: str) -> None:
        """GE 24: a task force that did nothing, and why."""
        self.tell("order-failed", [player], player=player, order=order.text, reason=reason)

    # --- orders ---

    def given(self, player: int, *codes: str) -> list[Order]:
        """GE 22.6: the orders of a country as written, then the standing orders that act, by slot: the country's first,
        then regions by id.
        """
        card = self.parsed.get(player)
        if card is None:
            return []
        written = [order for order in card.orders if not order.slot and order.code in codes]
        standing = sorted(
            (order for order in card.standing if order.code in codes), key=lambda order: (order.place, order.slot)
        )
        return [*written, *standing]

    @property
    def players(self) -> list[int]:
        """Those whose orders act, by number."""
        return sorted(self.parsed)

    # --- units and control ---

    def take_out(self, region: str, force: Mapping[str, int]) -> Counts:
        """GE HR-14: what is there of a force leaves the region."""
        here, found = self.units[region], dict[str, int]()
        for kind, number in force.items():
            able = min(number, here.get(kind, 0))
            if able:
                found[kind] = able
                here[kind] -= able
                if not here[kind]:
                    del here[kind]
        return found

    def put_in(self, region: str, units: Mapping[str, int]) -> None:
        """Units come to a region of their owner's."""
        here = self.units[region]
        for kind, number in units.items():
            if number:
                here[kind] = here.get(kind, 0) + number

    def defends(self, region: str) -> bool:
        """GE 8.8, 8.9, HR-20: whether anybody defends a region against an attack on land."""
        return bool(self.units[region]) or self.intrinsic(region) > 0

    def intrinsic(self, region: str) -> int:
        """GE 8.8: how many Light Infantry more a land region of a player's country has."""
        owner = self.owner[region]
        is_players = tables().regions[region].is_land and 1 <= owner <= PLAYERS
        return tables().params["intrinsic_light_infantry"] if is_players else 0

    def capture(self, region: str, player: int, phase: int) -> None:
        """GE 9.8: control changes; on land industry, laboratory, depots and shipyards suffer."""
        before = self.owner[region]
        self.owner[region] = player
        self.taken[region] = self.turn
        self.standing.pop(region, None)
        if phase == 2:
            self.in_phase_2.add(region)
        here = self.facilities[region]
        for code, facility in tables().facilities.items():
            lost = here.get(code, 0) if facility.lost is None else min(here.get(code, 0), facility.lost)
            if lost:
                here[code] -= lost
                if not here[code]:
                    del here[code]
        self.tell_all("captured", region=region, by=player, **{"from": before})

    def closed(self, names: Mapping[int, bool]) -> State:
        """The position after the turn; names: whose card was there."""
        before = self.state
        regions = {}
        for code, old in before.regions.items():
            regions[code] = Region(
                owner=self.owner[code],
                units=dict(sorted(self.units[code].items(), key=lambda row: _ORDER[row[0]])),
                pop=old.pop,
                facilities=self.facilities[code],
                taken=self.taken[code],
                standing=self.standing.get(code, {}),
            )
        held = {owner for owner in self.owner.values() if owner}
        countries = {}
        for number, country in before.countries.items():
            nation = self.nations[number]
            is_player = number <= PLAYERS
            countries[number] = Country(
                stocks={goods: n for goods, n in nation.stocks.items() if n} if is_player else {},
                levels={level: n for level, n in nation.levels.items() if n},
                sealift=nation.sealift,
                technologies=tuple(code for code in tables().technologies if code in nation.technologies),
                standing=nation.standing,
                capital=country.capital,
                port=country.port,
                names=country.names,
                missed=0 if names.get(number, True) else country.missed + 1,
                out=is_player and (country.out or number not in held),
                bid=country.bid,
            )
        return State(
            turn=self.turn,
            options=before.options,
            prices=self.prices,
            regions=regions,
            countries=countries,
            seats=before.seats,
        )


_ORDER = {code: at for at, code in enumerate(tables().units)}


def army_in(units: Mapping[str, int]) -> int:
    """How many army units there are."""
    return count(of_kinds(units, "army"))
