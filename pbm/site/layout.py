"""How the sections of a printout lie on a wide page: whole rows, and narrow ones two by two."""

from collections.abc import Iterable

import msgspec
from markupsafe import Markup

from pbm.printout import Battles, Block, Items, Lines, Paragraphs, Records, Section, Table

NARROW = 66  # characters that half a page holds


class Part(msgspec.Struct, frozen=True):
    """A section made into HTML."""

    id: str
    title: str
    html: Markup
    figure: str = ""
    aside: str = ""
    narrow: bool = False
    height: float = 0  # lines, roughly


class Row(msgspec.Struct, frozen=True):
    """One part over the whole width, or two columns of parts."""

    left: tuple[Part, ...]
    right: tuple[Part, ...] = ()
    forces: bool = False


def is_narrow(section: Section) -> bool:
    """Whether half a page is enough."""
    return section.id != "forces" and all(_width(block) <= NARROW for block in section.blocks)


def height(section: Section) -> float:
    """How many lines the section takes in half a page, roughly."""
    return 3 + sum(_height(block) for block in section.blocks)


def rows(parts: Iterable[Part]) -> list[Row]:
    """The parts in their order, in rows; a column takes a further part while it is the shorter one."""
    out: list[Row] = []
    pending: list[Part] = []
    for part in parts:
        if part.narrow:
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
            if _sum(short) + parts[at].height > _sum(tall) * 1.15 + 2 or short is left:
                break
            short.append(parts[at])
            at += 1
        out.append(Row(tuple(left), tuple(right)))
    return out


def _sum(parts: list[Part]) -> float:
    return sum(part.height for part in parts)


def _width(block: Block) -> int:
    if isinstance(block, Records | Battles):
        return NARROW + 1
    if isinstance(block, Lines):
        return 0
    if not isinstance(block, Table):
        return NARROW
    if len(block.columns) > 8 or len(block.rows) > 60:
        return NARROW + 1
    widths = [len(column.title) * 0.8 for column in block.columns]
    for row in block.rows:
        for at, cell in enumerate(row[: len(widths)]):
            if cell is not None:
                widths[at] = max(widths[at], min(len(cell), 30) if isinstance(cell, str) else 5)
    return int(sum(widths)) + 2 * len(widths)


def _height(block: Block) -> float:
    if isinstance(block, Table):
        return len(block.rows) + 2 + len(block.note) / 70
    if isinstance(block, Paragraphs):
        return sum(1 + len(text) // 66 for text in block.texts)
    if isinstance(block, Lines):
        return sum(1 + len(line) // 66 for line in block.lines) * 0.9
    if isinstance(block, Items):
        return sum(1.5 + (len(item.lead) + len(item.rest)) // 50 for item in block.items)
    return 10
