"""What a card says beside its orders: press, and days on which its player is away. It is cut out before the orders are
read, and the lines keep their numbers. Loaded only for a text that has any.

    PRESS TO 3,5 ANON TITLE Some words
    any text
    END
    ABSENT 2026-12-20 to 2027-01-03

`site_templates/composer/beside.js` cuts the same lines.
"""

import re

from pbm.cards.end import is_signature
from pbm.cards.parts import Absence, Beside, PressBlock

_PRESS = re.compile(
    r"[ \t]*PRESS(?:[ \t]*:)?(?:[ \t]*|[ \t]+(?P<rest>(?:(?:TO|ALL|ME|ANON|ANONYMOUS|TITLE|NONE)(?![A-Za-z0-9])"
    r"|\[?[0-9])[^\n]*))",
    re.ASCII | re.IGNORECASE,
)
_ABSENT = re.compile(r"[ \t]*ABSENT(?:[ \t]*:)?(?:[ \t]*|[ \t]+(?P<rest>[^\n]*))", re.ASCII | re.IGNORECASE)
_OPEN = re.compile(r"[ \t]*(?:BEGIN[ \t]+)?ORDERS[ \t]*", re.ASCII | re.IGNORECASE)
_END = re.compile(r"[ \t]*END(?:[ \t]+(?P<what>ORDERS|PRESS))?[ \t]*", re.ASCII | re.IGNORECASE)
_TITLE = re.compile(r"(?<![A-Za-z0-9])TITLE(?![A-Za-z0-9])[ \t:]*", re.ASCII | re.IGNORECASE)
_NONE = re.compile(r"NONE[ \t.]*", re.ASCII | re.IGNORECASE)
_PLACE = re.compile(r"[ \t]*@[A-Z0-9#]{0,5}(?:[ \t,]|$)", re.ASCII | re.IGNORECASE)
_CODE = r"(?:[A-Z]+[0-9]|[0-9]+[A-Z])[A-Z0-9]*"
_CODED = re.compile(rf"[ \t]*{_CODE}(?:[ \t,]+{_CODE})*[ \t,]*", re.ASCII)
MOST_READ = 40  # words of an address


def begins_beside(line: str) -> bool:
    """Whether press or an absence begins with this line."""
    return _PRESS.fullmatch(line) is not None or _ABSENT.fullmatch(line) is not None


def is_in_press(lines: list[str]) -> bool:
    """Whether the next of lines that somebody is typing is the text of press."""
    is_open = False
    for line in lines:
        head = _PRESS.fullmatch(line)
        if head:
            is_open = not _NONE.fullmatch(head["rest"] or "")
        elif _END.fullmatch(line):
            is_open = False
    return is_open


def cut(lines: list[str], after: int, limit: int) -> tuple[list[str], Beside]:
    """The lines with all that is not for the reader of orders made empty, and what that was. after, limit: where the
    card's own lines begin and end, behind its heading.

    Below the END of a card only what follows it at once is its own: what a mail program put there is another's.
    """
    kept, press, absences = list(lines), [], []
    k, is_open, is_over = after, False, False
    while k < limit:
        line = lines[k]
        begins, away = _PRESS.fullmatch(line), _ABSENT.fullmatch(line)
        if begins:
            stop = _end(lines, k, limit, is_open=is_open)
            press.append(_press(lines, k, stop, begins["rest"] or ""))
            kept[k:stop] = [""] * (stop - k)
            k = stop
            continue
        if away:
            absences.append(Absence(k + 1, (away["rest"] or "").strip()))
            kept[k] = ""
        elif _OPEN.fullmatch(line):
            is_open, is_over = True, False
        elif _END.fullmatch(line):
            is_open, is_over = False, True
        elif (is_over and line.strip()) or (not is_open and is_signature(line)):
            break
        k += 1
    return kept, Beside(tuple(press), tuple(absences))


def _end(lines: list[str], begin: int, limit: int, *, is_open: bool) -> int:
    """The line behind a block of press that begins there. Without an END of its own it goes as far as the next line
    that is surely none of its text: the orders below stand. is_open: an END is needed for ORDERS, too.
    """
    head = _PRESS.fullmatch(lines[begin])
    if head and _NONE.fullmatch(head["rest"] or ""):
        return begin + 1
    for k in range(begin + 1, limit):
        if _OPEN.fullmatch(lines[k]) or _PRESS.fullmatch(lines[k]):
            return _without_end(lines, begin, k)
        found = _END.fullmatch(lines[k])
        if found:
            is_own = (found["what"] or "").upper() == "PRESS" or not is_open
            if is_own or any(_END.fullmatch(line) for line in lines[k + 1 : limit]):
                return k + 1
            return _without_end(lines, begin, k)
    return _without_end(lines, begin, limit)


def _without_end(lines: list[str], begin: int, limit: int) -> int:
    return next((k for k in range(begin + 1, limit) if _PLACE.match(lines[k])), limit)


def _press(lines: list[str], begin: int, stop: int, rest: str) -> PressBlock:
    """The block in those lines, of which the first has `rest` behind its PRESS."""
    if _NONE.fullmatch(rest):
        return PressBlock(begin + 1, takes_back=True)
    is_closed = stop > begin + 1 and _END.fullmatch(lines[stop - 1]) is not None
    title = _TITLE.search(rest)
    address = (rest[: title.start()] if title else rest).replace(",", " ").replace(";", " ").split()
    to: list[int] = []
    words, odd = set(), ""
    for word in address[:MOST_READ]:
        number = word.strip("[].")
        if number.isascii() and number.isdigit() and len(number) <= 3:
            to.append(int(number))
        elif word.upper() in ("TO", "ALL", "ME", "ANON", "ANONYMOUS", "AND"):
            words.add(word.upper())
        else:
            odd = odd or word
    own = range(begin + 1, stop - is_closed)
    return PressBlock(
        begin + 1,
        to=tuple(to),
        is_to="TO" in words,
        for_all="ALL" in words,
        to_self="ME" in words,
        odd=odd or (address[MOST_READ] if len(address) > MOST_READ else ""),
        anonymous=bool(words & {"ANON", "ANONYMOUS"}),
        title=" ".join(rest[title.end() :].split()) if title else "",
        text="\n".join(lines[k].rstrip() for k in own).strip("\n"),
        is_closed=is_closed,
        orders=tuple(k + 1 for k in own if _PLACE.match(lines[k]) or _CODED.fullmatch(lines[k])),
    )
