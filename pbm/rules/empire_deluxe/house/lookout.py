"""The world as a view shows it (ED 19): lands and seas, what is unknown of them, and who is where."""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.board import LAND, TOWN, WATER, Bits, Squares, board
from pbm.rules.empire_deluxe.kinds import UnitType, table
from pbm.rules.empire_deluxe.state import City, Unit
from pbm.rules.empire_deluxe.view import View

NEAR = 6
"""An enemy within so many squares threatens a city."""


class Land(msgspec.Struct, frozen=True):
    """A piece of known land: its squares, own cities and others' there, and whether its end is unknown."""

    squares: Bits
    own: tuple[str, ...]
    others: tuple[str, ...]
    is_open: bool

    @property
    def is_done(self) -> bool:
        """Whether nothing is to be taken or found there on foot."""
        return not self.others and not self.is_open


class Lookout:
    """What a house player works from."""

    def __init__(self, view: View, rules: Rules) -> None:
        self.view, self.variant = view, rules.variant
        self.kinds: dict[str, UnitType] = table(rules.variant).kinds
        self.board: Squares = board(view.width, view.height, wrap=view.wrap)
        self.at = {code: self.board.names[known.at] for code, known in view.known.items()}
        self.sea = self.board.bits_of(view.rows, WATER)
        self.ground = self.board.bits_of(view.rows, LAND + TOWN)
        self.unknown = self.board.bits_of(view.rows, " ")
        self.icons = [(self.board.names[icon.at], icon) for icon in view.icons]
        self.own_towns = self.bits(self.at[code] for code in view.cities)
        self.sailable = self.sea | self.own_towns

    def bits(self, squares: Iterable[int]) -> Bits:
        """A set of squares."""
        found = 0
        for at in squares:
            found |= 1 << at
        return found

    @cached_property
    def lands(self) -> list[Land]:
        """All known land, in pieces, by row and column."""
        left, found = self.ground, []
        frontier = self.board.spread(self.unknown)
        while left:
            piece = left & -left
            while (wider := self.board.spread(piece) & self.ground) != piece:
                piece = wider
            left &= ~piece
            codes = [code for code, at in self.at.items() if piece >> at & 1]
            own = tuple(code for code in codes if code in self.view.cities)
            others = tuple(code for code in codes if code not in self.view.cities)
            found.append(Land(piece, own, others, bool(piece & frontier)))
        return found

    def land_at(self, square: int) -> Land | None:
        """The land of a square."""
        return next((land for land in self.lands if land.squares >> square & 1), None)

    def units(self, kinds: str) -> list[tuple[int, Unit]]:
        """Own units of these kinds by number."""
        return [(number, unit) for number, unit in sorted(self.view.units.items()) if unit.kind in kinds]

    def square(self, unit: Unit) -> int:
        """Where a unit is."""
        return self.board.names[unit.at]

    def reached(self, square: int, others: Iterable[int], far: int) -> bool:
        """Whether one of the others is at most so far from a square."""
        return any(self.board.distance(square, at) <= far for at in others)

    def is_coastal(self, city: City) -> bool:
        """Whether a city has known water beside it."""
        return bool(self.board.sight(self.board.names[city.at], 1) & self.sea)

    def is_threatened(self, code: str) -> bool:
        """Whether an enemy who may take a city is near it."""
        at = self.at[code]
        return self.reached(at, (where for where, icon in self.icons if icon.kind in "AR"), NEAR)

    @cached_property
    def is_at_war(self) -> bool:
        """Whether a city or a unit of another is known."""
        others = (known.owner for known in self.view.known.values())
        return bool(self.view.icons) or any(owner not in (0, self.view.viewer) for owner in others)
