"""How the sections of a printout lie on a wide page: whole rows, and narrow ones two by two."""

from collections.abc import Iterable

import msgspec
from markupsafe import Markup

from pbm.printout import Battles, Block, Items, Lines, Paragraphs, Records, Section, Table

NARROW, WHOLE = 72, 120  # characters that half a page holds, and a page


class Part(msgspec.Struct, frozen=True):
    """A section made into HTML."""

    id: str
    title: str
    html: Markup
    figure: str = ""
    aside: str = ""
    width: int = 0  # characters, roughly
    height: float = 0  # lines, roughly


class Row(msgspec.Struct, frozen=True):
    """One part over the whole width, or two columns of parts."""

    left: tuple[Part, ...]
    right: tuple[Part, ...] = ()
    forces: bool = False

    @property
    def share(self) -> str:
        """Which column needs more than half of the page, if one does."""
        left = max((part.width for part in self.left), default=0)
        right = max((part.width for part in self.right), default=0)
        if not right or abs(left - right) < 10:
            return ""
        return "wide-left" if left > right else "wide-right"


def width(section: Section) -> int:
    """How many characters wide the section is, roughly."""
    return WHOLE if section.id == "forces" else max(map(_width, section.blocks), default=0)


def height(section: Section) -> float:
    """How many lines the section takes in half a page, roughly."""
    return 3 + sum(_height(block) for block in section.blocks)


def rows(parts: Iterable[Part]) -> list[Row]:
    """The parts in their order, in rows; a column takes a further part while it is the shorter one."""
    out: list[Row] = []
    pending: list[Part] = []
    for part in parts:
        if part.width <= NARROW:
            pending.append(part)
            continue
        out += _pairs(pending)
        pending = []
        out.append(Row((part,), forces=part.id == "forces"))
    return out + _pairs(pending)


def _pairs(parts: list[Part]) -> list[Row]:
    out = []
    at = 0
    while at < len(parts):
        left, right = [parts[at]], parts[at + 1 : at + 2]
        at += 2
        while right and at < len(parts):
            short, tall = sorted((left, right), key=_sum)
            if _sum(short) + parts[at].height > _sum(tall) * 1.2 + 2:
                break
            short.append(parts[at])
            at += 1
        out.append(Row(tuple(left), tuple(right)))
    return out


def _sum(parts: list[Part]) -> float:
    return sum(part.height for part in parts)


SAMPLE = 16  # rows that tell how wide a table is


def _width(block: Block) -> int:
    if isinstance(block, Battles) or (isinstance(block, Records) and block.columns):
        return WHOLE
    if not isinstance(block, Table):
        return 46
    if len(block.columns) > 8 or len(block.rows) > 60:
        return WHOLE
    widths = [len(column.title) * 0.8 for column in block.columns]
    for row in block.rows[:SAMPLE]:
        for at, cell in enumerate(row[: len(widths)]):
            if cell is not None:
                widths[at] = max(widths[at], min(len(cell), 34) if isinstance(cell, str) else 5)
    for at, column in enumerate(block.columns):
        if column.drop:  # explains, and may wrap
            widths[at] = min(widths[at], 20)
    return int(sum(widths)) + 2 * len(widths)


def _height(block: Block) -> float:
    if isinstance(block, Table):
        return len(block.rows) + 2 + len(block.note) / 70
    if isinstance(block, Paragraphs):
        return sum(1 + len(text) // 66 for text in block.texts)
    if isinstance(block, Lines):
        return sum(1 + len(line) // 66 for line in block.lines) * 0.9
    if isinstance(block, Records):
        return 1 + len(block.records) / (1 if any(record.lines for record in block.records) else 5)
    if isinstance(block, Items):
        return sum(1.5 + (len(item.lead) + len(item.rest)) // 50 for item in block.items)
    return 10
