"""Slips of the pen: a token that is no order, but would be one if it were written a little otherwise.

Nothing here is read as an order: each slip is a sentence that says what to write. composer/faults.js finds the same.
"""

import re
from collections.abc import Sequence

from pbm.core.printout import Kit
from pbm.orders.table import OrderTable
from pbm.orders.words import said

MOST_AHEAD = 4  # tokens that a piece may be joined with
BLANKS = " \t\u00a0,"
TOKEN = re.compile(f"[^{BLANKS}]+")
LONGEST = 12  # characters of a token whose parts are tried in another order
_RUNS = re.compile(r"[A-Z]*[0-9]+[A-Z]*").fullmatch
_SLOT = re.compile(r"/[0-9]+/").fullmatch


def fits(table: OrderTable, kit: Kit, kind: str, token: str) -> bool:
    """Whether the token has the form of an order at this kind of place, and names spaces of the map."""
    if not token:
        return False
    for row in table.by_start.get((kind, "0" if token[0].isdigit() else token[0]), ()):
        found = row.pattern(token)
        if found and all(
            not o.among or text in kit.codes for o, text in zip(row.operands, found.groups(), strict=True)
        ):
            return True
    return False


def joined(table: OrderTable, kit: Kit, kind: str, token: str, ahead: Sequence[str]) -> tuple[str, int]:
    """The order that pieces make together, and how many of those ahead it takes; "" and 0 if there is none. A piece
    that is an order by itself is left alone.
    """
    text = token
    for k, word in enumerate(ahead[:MOST_AHEAD], 1):
        if not word.isascii() or word[0] == "@" or word == "PASS" or fits(table, kit, kind, word):
            break
        text += word
        if _SLOT(text) if text[0] == "/" else fits(table, kit, kind, text):
            return text, k
    return "", 0


def by_name(kit: Kit, text: str) -> list[str]:
    """The codes of the spaces whose names begin with this text, letters alone; of a whole name its code alone."""
    if len(text) < 2:
        return []
    names = {code: re.sub("[^A-Z]", "", kit.names[code].upper()) for code in sorted(kit.names)}
    whole = [code for code, name in names.items() if name == text]
    return whole or [code for code, name in names.items() if name.startswith(text)]


def slip(table: OrderTable, kit: Kit, kind: str, token: str) -> str:
    """What to write instead of this token, as a sentence, or nothing."""
    bare = token[:-1] if token[-1] in ":.!" else token
    if not bare:
        return ""
    meant = [bare, *(code for code in by_name(kit, bare) if re.sub("[^A-Z]", "", kit.names[code].upper()) == bare)]
    for code in meant:
        if code in kit.places:
            return said("write-at", code=code)
    if bare != token and fits(table, kit, kind, bare):
        return said("write-without", text=bare, sign=token[-1])
    digits = re.sub("([0-9])[IL]|[IL]([0-9])", r"\g<1>1\g<2>", re.sub("([0-9])O|O([0-9])", r"\g<1>0\g<2>", token))
    if digits != token and fits(table, kit, kind, digits):
        return said("write-digits", text=digits)
    if "ALL" in token and fits(table, kit, kind, token.replace("ALL", "9", 1)):
        return said("no-all")
    swapped = _swapped(table, kit, kind, token)
    return said("write-so", text=swapped) if swapped else ""


def _swapped(table: OrderTable, kit: Kit, kind: str, token: str) -> str:
    """The same letters and number in the order in which an order has them."""
    if len(token) > LONGEST or not _RUNS(token):
        return ""
    letters, number = re.sub("[0-9]", "", token), re.sub("[A-Z]", "", token)
    if token == number + letters and letters in kit.codes:
        return ""  # it stands for the order before it
    for k in range(len(letters) + 1):
        head, tail = letters[:k], letters[k:]
        for text in (head + number + tail, tail + number + head, head + tail + number, tail + head + number):
            if text != token and fits(table, kit, kind, text):
                return text
    return ""
