"""How the sections of a printout lie on a wide page: whole rows, and narrow ones two by two."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import msgspec
from markupsafe import Markup

from pbm.core.printout import (
    Battles,
    Block,
    Column,
    Gauges,
    IndexCards,
    Items,
    Lines,
    MapBlock,
    More,
    Paragraphs,
    Quotes,
    Records,
    Section,
    Table,
)
from pbm.site.ink.marks import plain, rich

NARROW, WHOLE = 72, 120  # characters that half a page holds, and a page
LONG = 30  # lines, from which on a list with little beside it runs in columns of its own


class SectionHtml(msgspec.Struct, frozen=True):
    """A section made into HTML."""

    id: str
    title: str
    html: Markup
    figure: str = ""
    aside: str = ""
    width: int = 0  # characters, roughly
    height: float = 0  # lines, roughly

    def __html__(self) -> str:
        """The section, to be folded."""
        aside = f" <small>{rich(self.aside)}</small>" if self.aside else ""
        figure = f'<span class="figure">{rich(self.figure)}</span>' if self.figure else ""
        return (
            f'<details class="fold" id="{plain(self.id)}" open>\n'
            f"<summary><h2>{plain(self.title)}{aside}</h2>{figure}</summary>\n{self.html}\n</details>\n"
        )


class LayoutRow(msgspec.Struct, frozen=True):
    """One part over the whole width, or two columns of parts; long: one long list, which runs in columns."""

    left: tuple[SectionHtml, ...]
    right: tuple[SectionHtml, ...] = ()
    forces: bool = False
    long: bool = False

    @property
    def share(self) -> str:
        """Which column needs more than half of the page, if one does."""
        left = max([part.width for part in self.left], default=0)
        right = max([part.width for part in self.right], default=0)
        if not right or abs(left - right) < 10:
            return ""
        return "wide-left" if left > right else "wide-right"

    def __html__(self) -> str:
        """The row with its sections."""
        left = "".join([part.__html__() for part in self.left])
        if self.right:
            right = "".join([part.__html__() for part in self.right])
            return f'<div class="row pair {self.share}"><div>{left}</div><div>{right}</div></div>\n'
        names = (
            "row",
            *["forces"] * self.forces,
            *["listed" if self.long else "half"] * (self.left[0].width <= NARROW),
        )
        return f'<div class="{" ".join(names)}">{left}</div>\n'


def width(section: Section) -> int:
    """How many characters wide the section is, roughly."""
    return WHOLE if section.id == "forces" else max(map(_width, section.blocks), default=0)


def height(section: Section) -> float:
    """How many lines the section takes in half a page, roughly."""
    return 3 + sum([_height(block) for block in section.blocks])


def rows(parts: Iterable[SectionHtml]) -> list[LayoutRow]:
    """The parts in their order, in rows; a column takes a further part while it is the shorter one."""
    out: list[LayoutRow] = []
    pending: list[SectionHtml] = []
    for part in parts:
        if part.width <= NARROW:
            pending.append(part)
            continue
        out += _pairs(pending)
        pending = []
        out.append(LayoutRow((part,), forces=part.id == "forces"))
    return out + _pairs(pending)


def _pairs(parts: list[SectionHtml]) -> list[LayoutRow]:
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
        short, tall = sorted((left, right), key=_sum)
        if len(tall) == 1 and _sum(tall) > LONG and _sum(tall) > 2 * _sum(short):
            alone, beside = [LayoutRow(tuple(tall), long=True)], _pairs(short)
            out += alone + beside if tall is left else beside + alone
        else:
            out.append(LayoutRow(tuple(left), tuple(right)))
    return out


def _sum(parts: list[SectionHtml]) -> float:
    return sum([part.height for part in parts])


SAMPLE = 16  # rows that tell how wide a table is


def _width(block: Block) -> int:
    if isinstance(block, Battles | MapBlock | Gauges | IndexCards) or (isinstance(block, Records) and block.columns):
        return WHOLE
    if isinstance(block, More):
        return max(map(_width, block.blocks), default=0)
    if not isinstance(block, Table):
        return 46
    if len(block.columns) > 8 or len(block.rows) > 60:
        return WHOLE
    total = 0.0
    cells: Any
    for column, cells in zip_longest(block.columns, zip_longest(*block.rows[:SAMPLE]), fillvalue=()):
        if not isinstance(column, Column):
            break
        try:
            widest = max(map(len, cells), default=0)
        except TypeError:  # numbers among them, or nothing
            widest = max([len(cell) if isinstance(cell, str) else 5 for cell in cells if cell is not None], default=0)
        wide = max(len(column.title) * 0.8, min(widest, 34))
        total += min(wide, 20) if column.drop else wide  # what explains may wrap
    return int(total) + 2 * len(block.columns)


def _height(block: Block) -> float:
    if isinstance(block, Table):
        return len(block.rows) + 2 + len(block.note) / 70
    if isinstance(block, Paragraphs):
        return sum([1 + len(text) // 66 for text in block.texts])
    if isinstance(block, Quotes):
        return sum([4 + sum([2 + len(text) // 66 for text in quote.texts]) for quote in block.quotes])
    if isinstance(block, Lines):
        return sum([1 + len(line) // 66 for line in block.lines]) * 0.9
    if isinstance(block, Records):
        lined = sum([bool(record.lines) for record in block.records])
        return 1 + lined + (len(block.records) - lined) / 5
    if isinstance(block, Items):
        return sum([1.5 + (len(item.lead) + len(item.rest)) // 50 for item in block.items])
    if isinstance(block, Gauges):
        return len(block.rows) + 2
    if isinstance(block, IndexCards):
        return sum([len(card.lines) + 3 for card in block.cards]) / 3
    return 2 if isinstance(block, More) else 24 if isinstance(block, MapBlock) else 10
