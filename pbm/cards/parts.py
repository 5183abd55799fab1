"""What a card has beside its orders, as it was written."""

import msgspec


class PressBlock(msgspec.Struct, frozen=True):
    """A block of press as it was written. Nothing in it has been checked.

    line: where it begins. to: the numbers in its address, in the order written; is_to: whether there is a TO; for_all,
    to_self: ALL and ME in it; odd: the first word of the address that says nothing. takes_back: PRESS NONE, which has
    no text. is_closed: whether an END closes it; orders: the lines of its text that look like orders.
    """

    line: int
    to: tuple[int, ...] = ()
    is_to: bool = False
    for_all: bool = False
    to_self: bool = False
    odd: str = ""
    anonymous: bool = False
    title: str = ""
    text: str = ""
    takes_back: bool = False
    is_closed: bool = True
    orders: tuple[int, ...] = ()


class Absence(msgspec.Struct, frozen=True):
    """A line ABSENT: where it stands, and what follows the word."""

    line: int
    days: str


class Beside(msgspec.Struct, frozen=True):
    """Press and absences of a card, in the order written."""

    press: tuple[PressBlock, ...] = ()
    absences: tuple[Absence, ...] = ()

    def above(self, line: int) -> "Beside":
        """Those that begin in a line up to this one."""
        return Beside(
            tuple(it for it in self.press if it.line <= line), tuple(it for it in self.absences if it.line <= line)
        )
