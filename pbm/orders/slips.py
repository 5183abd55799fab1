"""Slips of the pen: a token that is no order, but would be one if it were written a little otherwise.

Nothing here is read as an order: each slip is a sentence that says what to write. composer/faults.js finds the same.
"""

import re
from collections.abc import Sequence

from pbm.orders.fault_words import said
from pbm.orders.spaces import Spaces

MOST_AHEAD = 4  # tokens that a piece may be joined with
BLANKS = " \t\u00a0,"
TOKEN = re.compile(f"[^{BLANKS}]+")
LONGEST = 12  # characters of a token whose parts are tried in another order
_RUNS = re.compile(r"[A-Z]*[0-9]+[A-Z]*").fullmatch
_SLOT = re.compile(r"/[0-9]+/").fullmatch


def fits(spaces: Spaces, kind: str, token: str) -> bool:
    """Whether the token has the form of an order at this kind of place, and names spaces of the map."""
    if not token:
        return False
    for row in spaces.table.starting(kind, token):
        found = row.pattern(token)
        if found and all(
            not o.is_code or spaces.known(text) for o, text in zip(row.operands, found.groups(), strict=True)
        ):
            return True
    return False


def joined(spaces: Spaces, kind: str, token: str, ahead: Sequence[str]) -> tuple[str, int]:
    """The order that pieces make together, and how many of those ahead it takes; "" and 0 if there is none. A piece
    that is an order by itself is left alone.
    """
    text = token
    for k, word in enumerate(ahead[:MOST_AHEAD], 1):
        if not word.isascii() or word[0] == "@" or word == "PASS" or fits(spaces, kind, word):
            break
        text += word
        if _SLOT(text) if text[0] == "/" else fits(spaces, kind, text):
            return text, k
    return "", 0


def slip(spaces: Spaces, kind: str, token: str) -> str:
    """What to write instead of this token, as a sentence, or nothing."""
    bare = token[:-1] if token[-1] in ":.!" else token
    if not bare:
        return ""
    for code in (bare, *(spaces.named(bare) if len(bare) > 1 else ())):
        if code in spaces.kit.places:
            return said("write-at", code=code)
    if bare != token and fits(spaces, kind, bare):
        return said("write-without", text=bare, sign=token[-1])
    digits = re.sub("([0-9])[IL]|[IL]([0-9])", r"\g<1>1\g<2>", re.sub("([0-9])O|O([0-9])", r"\g<1>0\g<2>", token))
    if digits != token and fits(spaces, kind, digits):
        return said("write-digits", text=digits)
    if "ALL" in token and fits(spaces, kind, token.replace("ALL", "9", 1)):
        return said("no-all")
    swapped = _swapped(spaces, kind, token)
    return said("write-so", text=swapped) if swapped else ""


def _swapped(spaces: Spaces, kind: str, token: str) -> str:
    """The same letters and number in the order in which an order has them."""
    if len(token) > LONGEST or not _RUNS(token):
        return ""
    letters, number = re.sub("[0-9]", "", token), re.sub("[A-Z]", "", token)
    if token == number + letters and spaces.known(letters):
        return ""  # it stands for the order before it
    for k in range(len(letters) + 1):
        head, tail = letters[:k], letters[k:]
        for text in (head + number + tail, tail + number + head, head + tail + number, tail + head + number):
            if text != token and fits(spaces, kind, text):
                return text
    return ""
