"""An order, a card's lines, and what a card comes to."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.core.printout import Fault


class OrderLine(msgspec.Struct, frozen=True, gc=False):
    """A line of orders as it stands in the card: its number there (from 1) and its text."""

    number: int
    text: str


class Cut(msgspec.Struct, frozen=True, gc=False):
    """What an order was before the stores cut it: its text, its number, and the store that had less."""

    text: str
    number: int
    store: str


class Order(msgspec.Struct, frozen=True, gc=False):
    """One understood and allowed order.

    `code` is the table row's code (AC, pA, ...), `place` where it is given ("" for player orders),
    `operands` its values by name: numbers as int, spaces and letters as capitals, a player as int.
    `text` is the canonical form in capitals, shorthand written out. `slot` 1.. for a standing order.
    `cut`: what it was, where the stores did not bear all of it; `written`: the token as it stands on the card, where
    that is another text.
    """

    code: str
    place: str
    operands: dict[str, Any]
    text: str
    line: int = 0
    column: int = 0
    slot: int = 0
    cut: Cut | None = None
    written: str = ""


def aim(operands: Mapping[str, Any]) -> Any:
    """What an order is about, beside which others are looked for: a place, else a player, else nothing."""
    return operands.get("to", operands.get("p", ""))


class Parsed(msgspec.Struct, frozen=True, gc=False):
    """What a player's card comes to.

    orders: as written, legal ones only; a standing order put on file stands here with its slot
    (an emptied slot has code ""). standing: the standing orders that act this turn, with numbers cut
    to what is left. count: orders taken (headings are not counted). given: False when no card came.
    """

    orders: tuple[Order, ...] = ()
    standing: tuple[Order, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    count: int = 0
    given: bool = True

    @property
    def refused(self) -> int:
        """How many orders have a fault, which may act in part all the same: one may have several, a heading is none."""
        return len(self._refused)

    @property
    def written(self) -> int:
        """How many orders the card has: those that were taken, and those that have a fault."""
        return len(self._refused | {(order.line, order.column) for order in self.orders})

    @property
    def _refused(self) -> set[tuple[int, int]]:
        return {(fault.line, fault.column) for fault in self.faults if not fault.text.startswith("@")}
