"""The position of a game of Empire Deluxe (ED 12): a world, its cities and units, and what each player knows of it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.core.grid import packed, unpacked
from pbm.rules.common.words import check_keys, to_words
from pbm.rules.empire_deluxe.board import Squares, board
from pbm.rules.empire_deluxe.kinds import INFANTRY

FULL = 100
"""Efficiency and handicap that change nothing, in per cent."""
ALL = "all"
ODDS = 50
"""ED HR-39: the odds at which a unit strikes where nobody has said anything."""
Queue = tuple[str, ...]


class Map(msgspec.Struct, frozen=True, omit_defaults=True):
    """ED 2.1: terrain signs, a row a text, written out."""

    rows: tuple[str, ...] = ()
    wrap: bool = False

    @property
    def board(self) -> Squares:
        """Its squares."""
        return board(len(self.rows[0]) if self.rows else 0, len(self.rows), wrap=self.wrap)


class City(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 2.2, 7: a city: its square, owner and work; worn: failed assaults; rally: first orders of new units by kind.

    left: units of the product before the next item of the plan, 0 without end; next: the further items.
    """

    at: str
    efficiency: int
    owner: int = 0
    product: str = ""
    left: int = 0
    next: tuple[str, ...] = ()
    progress: int = 0
    last: str = ""
    special: str = ""
    idle: int = 0
    worn: int = 0
    rally: dict[str, Queue] = {}


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 2.3: a unit. aboard: the number of its host; fuel: of planes; post: of P the end that it comes from, of K its
    post, of I what was ordered.
    """

    kind: str
    at: str
    damage: int = 0
    fuel: int = 0
    aboard: int = 0
    queue: Queue = ()
    post: str = ""
    name: str = ""


class Icon(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 5.4: another's unit as it was last seen, in that game turn; loaded: it carries something (ED HR-29)."""

    kind: str
    owner: int
    at: str
    turn: int = 0
    loaded: bool = False


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 12: a player's orders that go on, and what they know; seen: rows of # and -; known: cities by owner when last
    seen.
    """

    handicap: int
    odds: dict[str, int]
    seen: tuple[str, ...]
    alive: bool = False
    product: str = ""
    first: dict[str, Queue] = {}
    sheet: int = 0
    serial: int = 0
    house: bool = False
    missed: int = 0
    known: dict[str, int] = {}
    icons: dict[str, Icon] = {}
    met: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """ED 12: a position after a mailing; at: the game turn that was played last."""

    turn: int
    at: int
    options: dict[str, str]
    map: Map
    cities: dict[str, City]
    units: dict[int, dict[int, Unit]]
    players: dict[int, Player]
    census: dict[int, tuple[int, ...]] = {}
    share: dict[int, int] = {}
    ended: bool = False
    winner: int = 0

    @property
    def board(self) -> Squares:
        """The squares of its world."""
        return self.map.board


def living(state: State) -> tuple[int, ...]:
    """ED 1.2: the players who are in the game."""
    return tuple(sorted(number for number, player in state.players.items() if player.alive))


def awaited(state: State) -> tuple[int, ...]:
    """ED 8.8: those of them whose cards are waited for: no stand-ins."""
    return tuple(number for number in living(state) if not state.players[number].house)


def over(state: State) -> bool:
    """ED 8.7: whether the game has ended."""
    return state.ended


def state_words(state: State) -> dict[str, Any]:
    """ED 12: a State as plain data, rows in short."""
    words = {**EMPTY, **to_words(state)}
    words["map"] = {"rows": [packed(row) for row in state.map.rows], "wrap": state.map.wrap}
    for number, player in state.players.items():
        words["players"][str(number)]["seen"] = [packed(row) for row in player.seen]
    return words


EMPTY = {"census": {}, "share": {}, "ended": False, "winner": 0}
NEEDED = {"turn": 0, "at": 0, "options": {}, "map": {}, "cities": {}, "units": {}, "players": {}}


def from_words(words: Mapping[str, Any]) -> State:
    """And back; ValueError names the key. What is left out of an archive is none."""
    check_keys(words, State.__struct_fields__, ())
    filled = {**NEEDED, **words}
    filled["map"] = {**filled["map"], "rows": [unpacked(row) for row in filled["map"].get("rows", ())]}
    filled["cities"] = {code: {"efficiency": FULL, **city} for code, city in filled["cities"].items()}
    filled["players"] = {number: _player(player) for number, player in filled["players"].items()}
    try:
        return msgspec.convert(filled, State, str_keys=True)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def _player(words: Mapping[str, Any]) -> dict[str, Any]:
    usual = {"handicap": FULL, "odds": {ALL: ODDS}, "product": INFANTRY}
    return {**usual, **words, "seen": [unpacked(row) for row in words.get("seen", ())]}
