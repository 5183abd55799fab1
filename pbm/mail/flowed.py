"""format=flowed (RFC 3676): lines that a mail program broke are joined again, orders never with each other."""

import re

_ALONE = re.compile(
    r"[ \t]*(?:(?:BEGIN[ \t]+)?ORDERS|END(?:[ \t]+ORDERS)?|PASS|-- ?|[A-Z0-9-]{1,20}[ \t,]+T-?[0-9]{1,4}[ \t,]+\[.*"
    r"|(?:game|turn|player|code|rev|name)[ \t]*:.*)[ \t]*",
    re.ASCII | re.IGNORECASE,
)
_ORDERS = re.compile(
    r"[ \t]*(?=[^ \t]*[0-9@/])[@#/A-Z0-9,.+-]+(?:[ \t]+[@#/A-Z0-9,.+-]+)*[ \t]*", re.ASCII | re.IGNORECASE
)
_HEADING = re.compile(
    r"[ \t]*[A-Z0-9-]{1,20}[ \t,]+T-?[0-9]{1,4}[ \t,]+\[[0-9]{1,3}\][^@;\[\]]*", re.ASCII | re.IGNORECASE
)
_CODE = re.compile(r"(?:^|[ \t])[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z](?![0-9A-Z-])", re.ASCII | re.IGNORECASE)
_QUOTES = re.compile(r">*")


def split_lines(text: str) -> list[str]:
    """Lines end with CR LF, LF or CR and with nothing else."""
    return re.split("\r\n|\n|\r", text)


def join_flowed(text: str, *, del_sp: bool = False) -> str:
    """The text with its soft line ends undone.

    A line that ends with a blank goes on in the next if both are quoted alike. Headings, ORDERS, END and PASS stay
    alone, and two lines of orders are never joined: a blank at the end of an order is no sign of anything.
    """
    out: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in split_lines(text):
        marks = _QUOTES.match(line)
        quoted = marks.end() if marks else 0
        rest = line[quoted:].removeprefix(" ")
        if pieces and (quoted != depth or _apart(pieces[-1], rest)):
            out.append(_whole(pieces, depth))
            pieces = []
        depth = quoted
        soft = rest.endswith(" ") and rest != "-- "
        pieces.append(rest[:-1] if soft and del_sp else rest)
        if not soft:
            out.append(_whole(pieces, depth))
            pieces = []
    if pieces:
        out.append(_whole(pieces, depth))
    return "\n".join(out)


def _whole(pieces: list[str], depth: int) -> str:
    return f"{'>' * depth}{' ' if depth else ''}{''.join(pieces)}"


def _apart(before: str, after: str) -> bool:
    """Whether a line must not go on in this next one."""
    if len(before) > 998 or len(after) > 998:  # no line of a mail is longer; nor is one looked at that is
        return False
    if _is_broken_heading(before, after):
        return False
    if _ALONE.fullmatch(before) or _ALONE.fullmatch(after):
        return True
    return _looks_like_orders(before) and _looks_like_orders(after)


def _is_broken_heading(before: str, after: str) -> bool:
    """Whether a heading that has no code goes on in this next line, which has one and no order."""
    is_open = _HEADING.fullmatch(before) and not _CODE.search(before)
    return bool(is_open and _CODE.search(after[:120]) and "@" not in after and not _ALONE.fullmatch(after))


def _looks_like_orders(line: str) -> bool:
    """Whether every word of a line, its comment set aside, could be an order, and the first has a digit or a sign."""
    return bool(_ORDERS.fullmatch(line.partition(";")[0]))
