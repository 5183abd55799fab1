"""The public tables of a turn as plain rows: what the files of a game's data are made of.

Nothing in here knows a game. Whatever stands in a section of the public printout as a table, as news or as battles
becomes a table of named columns; a column is named by its title.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pbm.core.plain import clean
from pbm.core.printout import Battle, Battles, Column, Force, Items, Printout, Table

Value = int | float | str | None
"""A cell: a number, a text, or nothing."""

_NAMED = re.compile(r"\[(\d{1,2}):([^\[\]]{0,60})\]")
_SIGNED = re.compile(r"[+\u2212-]?\d+")
_UNTITLED = {"player": "player", "code": "space", "text": "name", "mono": "text", "number": "number", "money": "money"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Rows(msgspec.Struct, frozen=True):
    """A table of one turn: its columns' names, and its rows as lines of CSV."""

    title: str
    columns: tuple[str, ...]
    text: str


class Columns(msgspec.Struct, frozen=True):
    """What is known of a table without its rows: its columns' names."""

    title: str
    columns: tuple[str, ...]


def public_tables(printout: Printout) -> dict[str, tuple[str, tuple[str, ...], list[list[Value]]]]:
    """The tables of a printout by name: title, columns, rows. A section's second table is called by its title."""
    found: dict[str, tuple[str, tuple[str, ...], list[list[Value]]]] = {}
    for section in printout.sections:
        if not section.html:
            continue
        for block in section.blocks:
            name = section.id
            if name in found:
                own = slug(block.title) if isinstance(block, Table) and block.title else str(len(found))
                name = f"{name}-{own}"
            if isinstance(block, Table):
                rows = [[_value(cell, c) for cell, c in zip(r, block.columns, strict=True)] for r in block.rows]
                found[name] = (block.title or section.title, names(block.columns), rows)
            elif isinstance(block, Items):
                told: list[list[Value]] = [
                    [it.label, words(f"{it.lead} {it.rest}".strip()), it.rule] for it in block.items
                ]
                found[name] = (section.title, ("label", "text", "rule"), told)
            elif isinstance(block, Battles):
                found[name] = (
                    section.title,
                    BATTLE,
                    [row for k, b in enumerate(block.battles, 1) for row in _side(k, b)],
                )
    return found


BATTLE = ("battle", "space", "name", "outcome", "side", "from", "player", "forces")


def _side(number: int, battle: Battle) -> list[list[Value]]:
    """A battle: a row for each of its groups."""
    head: list[Value] = [number, battle.code, clean(battle.name), words(battle.outcome)]
    return [
        [*head, group.side, words(group.name), group.player, " ".join(map(_force, group.forces))]
        for group in battle.groups
    ]


def _force(force: Force) -> str:
    """Army=40-1: sent and lost; the kind alone where no more is known."""
    if force.sent is None:
        return force.unit
    return f"{force.unit}={force.sent}" + (f"-{force.lost}" if force.lost is not None else "")


def names(columns: Sequence[Column]) -> tuple[str, ...]:
    """The columns' names: their titles in small letters, each once."""
    found: list[str] = []
    for column in columns:
        name = slug(column.title) or _UNTITLED[column.kind]
        if name in found:
            name = f"{name}_name" if f"{name}_name" not in found else f"{name}_{len(found) + 1}"
        found.append(name)
    return tuple(found)


def slug(title: str) -> str:
    """A title as the name of a column or file: At war with is at_war_with."""
    return re.sub(r"[^a-z0-9]+", "_", clean(title).lower()).strip("_")


def words(text: str) -> str:
    """A sentence without our marks: [5:Turkey] is [5] Turkey."""
    return clean(_NAMED.sub(r"[\1] \2", text))


def _value(cell: int | str | None, column: Column) -> Value:
    if column.kind == "money" and isinstance(cell, int):
        return cell / 100
    if isinstance(cell, str):
        if column.kind == "number" and _SIGNED.fullmatch(cell):  # +1 and −1, with the true minus sign
            return int(cell.replace("\u2212", "-"))
        return words(cell)
    return cell or None if column.kind == "player" else cell


def csv_lines(rows: Iterable[Sequence[Value]]) -> str:
    """Rows as CSV (RFC 4180): no text can be taken for a formula, whoever wrote it."""
    out = io.StringIO()
    csv.writer(out).writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Value) -> str | int:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def laid(text: bytes, has: Sequence[str], columns: Sequence[str]) -> bytes:
    """Lines of CSV with the cells in the right places under more columns; texts are guarded already."""
    if list(has) == list(columns):
        return text
    out = io.StringIO()
    lines: Iterable[Mapping[str, str]] = csv.DictReader(io.StringIO(text.decode(), newline=""), has)
    csv.writer(out).writerows([line.get(name, "") for name in columns] for line in lines)
    return out.getvalue().encode()
