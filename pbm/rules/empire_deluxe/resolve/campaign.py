"""A mailing in play: units, cities and players as they change, and what happened. Made of a State, and back."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, Seen, only
from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.board import LAND, MOUNTAIN, TOWN, WATER, Bits, Squares
from pbm.rules.empire_deluxe.kinds import ARMOR, CITY, KindTable, UnitType, table
from pbm.rules.empire_deluxe.state import ALL, ODDS, City, Icon, Player, State, Unit
from pbm.rules.empire_deluxe.ways import Routes


class LiveUnit:
    """ED 2.3: a unit in play. host: what it is aboard; cargo: who is aboard it. The rest holds for a player's turn:
    squares that it has gone, whether it has moved or attacked, whether it landed, the square that it just left.
    """

    __slots__ = (
        "at", "attacked", "cargo", "damage", "fights", "from_", "fuel", "gone", "host", "is_blocked", "is_out", "kind",
        "left_by", "name", "number", "player", "post", "queue", "rested", "slowed", "spent", "waited",
    )  # fmt: skip

    def __init__(self, player: int, number: int, kind: UnitType, at: int) -> None:
        self.player, self.number, self.kind, self.at = player, number, kind, at
        self.damage = self.fuel = 0
        self.host: LiveUnit | None = None
        self.cargo: list[LiveUnit] = []
        self.queue: list[str] = []
        self.post = self.name = ""
        self.spent = self.fights = 0
        self.gone = False  # whether it moved in this turn of its player
        self.attacked = self.slowed = self.is_out = self.rested = self.is_blocked = False
        self.from_ = self.waited = -1
        self.left_by: tuple[int, int] | None = None  # the host that put it ashore, and the game turn

    @property
    def left(self) -> int:
        """ED 4.1, 4.6, 4.8: the squares that it may still go in this turn."""
        moves = min(1, self.kind.move) if self.slowed else self.kind.moves(self.damage)
        return 0 if self.is_out else max(0, moves - self.spent)

    @property
    def room(self) -> int:
        """ED 4.11: the places that are free aboard."""
        return self.kind.capacity(self.damage) - sum(it.kind.size for it in self.cargo)

    def halt(self) -> None:
        """Its turn is over."""
        self.is_out = True


class Town:
    """ED 7: a city in play; inside: units there that are not aboard."""

    __slots__ = (
        "at", "code", "efficiency", "idle", "inside", "is_coastal", "last", "left", "owner", "plan", "product",
        "progress", "rally", "special", "worn",
    )  # fmt: skip

    def __init__(self, code: str, city: City, at: int, *, is_coastal: bool) -> None:
        self.code, self.at, self.owner, self.is_coastal = code, at, city.owner, is_coastal
        self.product, self.left, self.plan = city.product, city.left, list(city.next)
        self.progress, self.last, self.efficiency = city.progress, city.last, city.efficiency
        self.special, self.idle, self.worn = city.special, city.idle, city.worn
        self.rally = {kind: list(queue) for kind, queue in city.rally.items()}
        self.inside: list[LiveUnit] = []

    def emptied(self, product: str) -> None:
        """ED 6.8, 7.8: work, bonus, idle turns, wear and rallies begin anew."""
        self.product, self.left, self.plan = product, 0, []
        self.progress = self.idle = self.worn = 0
        self.last, self.rally = "", {}


class Glimpse:
    """ED 5.4: another's unit as a player knows it; in_view: whether they see it now; mark: its number meanwhile."""

    __slots__ = ("at", "in_view", "kind", "loaded", "mark", "number", "owner", "turn")

    def __init__(self, owner: int, number: int, kind: UnitType, at: int, turn: int, *, loaded: bool) -> None:
        self.owner, self.number, self.kind, self.at, self.turn = owner, number, kind, at, turn
        self.loaded, self.in_view, self.mark = loaded, False, 0


class Side:
    """A player in play."""

    def __init__(self, number: int, player: Player, board: Squares) -> None:
        self.number, self.record = number, player
        self.alive, self.house = player.alive, player.house
        self.product, self.sheet, self.serial = player.product, player.sheet, player.serial
        self.missed = player.missed
        self.odds, self.first = dict(player.odds), {kind: list(queue) for kind, queue in player.first.items()}
        self.seen: Bits = board.bits_of(player.seen, "#") if player.seen else 0
        self.known, self.met = dict(player.known), set(player.met)
        self.icons: dict[tuple[int, int], Glimpse] = {}
        self.icons_at: dict[int, set[tuple[int, int]]] = {}
        self.units: dict[int, LiveUnit] = {}
        self.marks = 0
        self.viewed: frozenset[tuple[int, int]] = frozenset()
        self.plans: dict[str, Any] = {}  # ED 7.8: what the card ordered for cities that it may take
        self.first_called: list[int] = []  # ED 8.4: units that the card named, in its order

    def strikes_at(self, kind: UnitType) -> int:
        """ED 9.4, HR-39: the odds at which units of a kind strike."""
        return self.odds.get(kind.code, self.odds.get(ALL, ODDS))


class Campaign:
    """ED 8: all of it, with the dice and what was told."""

    def __init__(self, state: State, dice: Dice, rules: Rules) -> None:
        self.state, self.dice, self.rules = state, dice, rules
        self.variant, self.options = rules.variant, state.options
        self.table: KindTable = table(rules.variant)
        self.is_open, self.is_advanced = rules.variant == "basic", rules.variant == "advanced"
        self.rows, self.board = "".join(state.map.rows), state.board
        self.at, self.is_quiet = state.at, False
        self.is_halted = self.is_first = False
        self.at_home: set[int] = set()  # ED 4.10: by number, who was in an own city when their player's turn began
        self.events: list[Event] = []
        self.acted: set[str] = set()
        self.told_once: set[tuple[str, int, int]] = set()
        self.grounds: dict[str, Bits] = {
            "land": self.board.bits_of(state.map.rows, LAND),
            "armor": self.board.bits_of(state.map.rows, LAND.replace(MOUNTAIN, "")),
            "sea": self.board.bits_of(state.map.rows, WATER),
            "air": self.board.bits_of(state.map.rows, LAND + WATER),
        }
        self.towns = {code: self._town(code, city) for code, city in sorted(state.cities.items())}
        self.town_at = {town.at: town for town in self.towns.values()}
        self.on: dict[int, LiveUnit] = {}
        self.sides = {number: self._side(number, player) for number, player in sorted(state.players.items())}
        for number, units in state.units.items():
            self._place(self.sides[number], units)
        self.ways: dict[tuple[Any, ...], Routes] = {}
        self.drawn: dict[str, Bits] = {}
        self.paths: dict[tuple[int, int, str], list[int]] = {}  # by player, number and kind
        self.claims: dict[int, int] = {}  # ED 8.9 E: by explorer the square that it goes to
        self.act: Callable[[LiveUnit], None] = lambda piece: None

    def _town(self, code: str, city: City) -> Town:
        at = self.square(city.at)
        return Town(code, city, at, is_coastal=any(self.rows[it] == WATER for it in self.board.near(at)))

    def _side(self, number: int, player: Player) -> Side:
        side = Side(number, player, self.board)
        for key, icon in player.icons.items():
            owner, _, unit = key.partition("#")
            kind, at = self.table.kinds[icon.kind], self.square(icon.at)
            self.file(side, Glimpse(int(owner), int(unit), kind, at, icon.turn, loaded=icon.loaded))
        return side

    def _place(self, side: Side, units: dict[int, Unit]) -> None:
        for number, unit in sorted(units.items()):
            piece = LiveUnit(side.number, number, self.table.kinds[unit.kind], self.square(unit.at))
            piece.damage, piece.fuel = unit.damage, unit.fuel
            piece.queue, piece.post, piece.name = list(unit.queue), unit.post, unit.name
            side.units[number] = piece
        for number, unit in sorted(units.items()):
            piece = side.units[number]
            if unit.aboard:
                piece.host = side.units[unit.aboard]
                piece.host.cargo.append(piece)
            else:
                self.put(piece, piece.at)

    def square(self, name: str) -> int:
        """The square of that name."""
        return self.board.names[name]

    # -- where things are

    def put(self, piece: LiveUnit, at: int) -> None:
        """A unit, with all who are aboard, on a square."""
        piece.at = at
        for passenger in piece.cargo:
            passenger.at = at
        town = self.town_at.get(at)
        if town is None:
            self.on[at] = piece
        else:
            town.inside.append(piece)

    def lift(self, piece: LiveUnit) -> None:
        """A unit is taken from its square, or leaves its host."""
        if piece.host is not None:
            piece.host.cargo.remove(piece)
            piece.host = None
            return
        town = self.town_at.get(piece.at)
        if self.on.get(piece.at) is piece:
            del self.on[piece.at]
        elif town is not None and piece in town.inside:
            town.inside.remove(piece)

    def own_town(self, piece: LiveUnit) -> Town | None:
        """The city that a unit is in; not aboard."""
        return self.town_at.get(piece.at) if piece.host is None else None

    def enters(self, kind: UnitType, at: int) -> bool:
        """ED 4.2, 4.6: whether the land or water of a square is for a kind."""
        sign = self.rows[at]
        if kind.layer == "sea":
            return sign == WATER
        if kind.layer == "land":
            return sign != WATER and sign != TOWN and not (kind.code == ARMOR and sign == MOUNTAIN)
        return sign != TOWN

    def ground_of(self, kind: UnitType) -> str:
        """Which squares a kind may enter: the name of the set."""
        return "armor" if kind.code == ARMOR else kind.layer

    def pieces(self, side: Side) -> list[LiveUnit]:
        """A player's units by number."""
        return [piece for _, piece in sorted(side.units.items())]

    def alive(self) -> list[Side]:
        """Who is in the game."""
        return [side for side in self.sides.values() if side.alive]

    def cities_of(self, side: Side) -> list[Town]:
        """A player's cities by code."""
        return [town for town in self.towns.values() if town.owner == side.number]

    def fresh(self, side: Side, kind: UnitType, at: int) -> LiveUnit:
        """ED 2.3, HR-21: a new unit, with the next number, in a city."""
        side.serial += 1
        piece = LiveUnit(side.number, side.serial, kind, at)
        piece.fuel = kind.range
        side.units[piece.number] = piece
        self.put(piece, at)
        return piece

    # -- what is told

    def tell(self, kind: str, seen_by: Seen, **facts: Any) -> None:
        """An event; `at` is the game turn in each (ED 13)."""
        if not self.is_quiet and seen_by:
            self.events.append(Event(kind, seen_by, {"at": self.at, **facts}))

    def tell_owner(self, kind: str, piece: LiveUnit, **facts: Any) -> None:
        """What only a unit's player hears of it."""
        self.tell(kind, only([piece.player]), player=piece.player, unit=piece.number, **facts)

    def tell_once(self, kind: str, piece: LiveUnit, **facts: Any) -> None:
        """The same, once a unit and mailing."""
        key = kind, piece.player, piece.number
        if key not in self.told_once:
            self.told_once.add(key)
            self.tell_owner(kind, piece, **facts)

    # -- icons

    def file(self, side: Side, icon: Glimpse) -> None:
        """An icon is put on a player's map."""
        key = icon.owner, icon.number
        side.icons[key] = icon
        side.icons_at.setdefault(icon.at, set()).add(key)

    def drop(self, side: Side, key: tuple[int, int]) -> None:
        """And taken from it."""
        icon = side.icons.pop(key)
        there = side.icons_at[icon.at]
        there.discard(key)
        if not there:
            del side.icons_at[icon.at]

    # -- and back

    def state_after(self) -> State:
        """The position as it is now."""
        units = {
            side.number: {piece.number: self._unit(piece) for piece in self.pieces(side)}
            for side in self.sides.values()
            if side.units
        }
        return replace(
            self.state,
            at=self.at,
            cities={code: self._city(town) for code, town in self.towns.items()},
            units=units,
            players={side.number: self._player(side) for side in self.sides.values()},
        )

    def _unit(self, piece: LiveUnit) -> Unit:
        return Unit(
            kind=piece.kind.code,
            at=self.board.name(piece.at),
            damage=piece.damage,
            fuel=piece.fuel,
            aboard=piece.host.number if piece.host else 0,
            queue=tuple(piece.queue),
            post=piece.post,
            name=piece.name,
        )

    def _city(self, town: Town) -> City:
        return City(
            at=self.board.name(town.at),
            efficiency=town.efficiency,
            owner=town.owner,
            product=town.product,
            left=town.left,
            next=tuple(town.plan),
            progress=town.progress,
            last=town.last,
            special=town.special,
            idle=town.idle,
            worn=town.worn,
            rally={kind: tuple(queue) for kind, queue in sorted(town.rally.items())},
        )

    def _player(self, side: Side) -> Player:
        icons = {
            f"{owner}#{number}": Icon(icon.kind.code, owner, self.board.name(icon.at), icon.turn, icon.loaded)
            for (owner, number), icon in sorted(side.icons.items())
        }
        return replace(
            side.record,
            odds=side.odds,
            seen=tuple(self.board.marked(side.seen, "#", "-")),
            alive=side.alive,
            product=side.product,
            first={kind: tuple(queue) for kind, queue in sorted(side.first.items())},
            sheet=side.sheet,
            serial=side.serial,
            house=side.house,
            missed=side.missed,
            known=dict(sorted(side.known.items())),
            icons=icons,
            met=tuple(sorted(side.met)),
        )


def sees_from(campaign: Campaign, number: int, at: int) -> Iterator[tuple[str, int]]:
    """The viewers of a player that might see a square, each with how far it is: units outside cities, and cities."""
    for there, far in campaign.board.around(at, campaign.table.farthest):
        piece = campaign.on.get(there)
        if piece is not None:
            if piece.player == number:
                yield piece.kind.code, far
            continue
        town = campaign.town_at.get(there)
        if town is not None and town.owner == number:
            yield CITY, far
