"""Tokens that were not read as orders: pieces of an order, slips, words (design 4). As composer-reader.js."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pbm import orderfault
from pbm.orderslips import BLANKS, MOST_AHEAD, TOKEN, joined
from pbm.orderwords import said
from pbm.printout import KitPlace

if TYPE_CHECKING:
    from pbm.orderreader import Reader

WHOLE_LINE = 2000  # tokens: no line has more


def pieces(reader: Reader, token: str, column: int) -> bool:
    """Whether this token and those behind it are pieces of an order that was written with blanks: one fault."""
    text, end = reader.rest
    behind = list(islice(TOKEN.finditer(text, end), MOST_AHEAD + 1))
    ahead = [match[0].upper() for match in behind]
    assert reader.place is not None
    whole, taken = joined(reader.table, reader.kit, reader.place.kind, token, ahead)
    if not taken:
        return False
    reader.skip = taken
    if whole[0] == "/":
        whole += "".join(ahead[taken : taken + 1])
    written = text[column - 1 : behind[taken - 1].end()]
    reader.fault(column, written, "invalid", said("in-one", text=orderfault.printable(whole)))
    return True


def no_order(reader: Reader, token: str, place: KitPlace, column: int, written: str) -> None:
    """What fits no form: a fault that says what may be meant; words that are like nothing have one for all."""
    if pieces(reader, token, column):
        return
    trouble = orderfault.misread(reader.table, reader.kit, place, token)
    if trouble is None:
        word(reader, column, written, orderfault.no_order(reader.table, place, token), said("words"))
        return
    hint = reader.table.hint(place.kind, token)
    if hint is not None and hint.rest:
        written, reader.skip = reader.rest[0][column - 1 :].rstrip(BLANKS), WHOLE_LINE
    reader.trouble(column, written, trouble)


def word(reader: Reader, column: int, written: str, trouble: orderfault.Trouble, together: str) -> None:
    """A fault of a token; words that stand side by side, as in a greeting, have one, in the sentence `together`."""
    text, end = reader.rest
    line, before = reader.words
    if any(sign.isdecimal() or sign in "/@" for sign in written):
        reader.trouble(column, written, trouble)
        return
    if line == reader.line and not text[before : column - 1].strip(BLANKS):
        first = reader.faults.pop()
        column, trouble = first.column, (trouble[0], together, "")
    reader.trouble(column, text[column - 1 : end], trouble)
    reader.words = reader.line, end
