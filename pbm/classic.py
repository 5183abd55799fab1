"""The classic text printout, 79 columns, for every system: on paper, in mail, and beside the page."""

import textwrap
from collections.abc import Iterator, Sequence

from pbm.printout import (
    Battle,
    Battles,
    Block,
    Cell,
    Items,
    Lines,
    Paragraphs,
    Printout,
    Record,
    Records,
    Table,
)

WIDTH = 79
INDENT = "     "
UNIT_NAMES = {"army": "Army", "navy": "Navy", "air": "AirF", "missiles": "Missiles"}


def render(printout: Printout, *, account: str = "", name: str = "", code: str = "", due: str = "") -> str:
    """The printout as text: at most 79 columns, sections in the order of the book, the blank card last."""
    lines: list[str] = []
    who = " ".join(part for part in (account, name) if part)
    if who or due:
        lines.append(f"{who}{due.rjust(WIDTH - len(who)) if due else ''}".rstrip()[:WIDTH])
    for line in printout.heading:
        lines += wrapped(line)
    if printout.changes:
        lines += ["", "What changed for you"]
        for item in printout.changes:
            rule = f" [{item.rule}]" if item.rule else ""
            lines += wrapped(f"{item.label}: {' '.join(part for part in (item.lead, item.rest) if part)}{rule}", INDENT)
    for section in printout.sections:
        if section.classic:
            lines += ["", section.title]
            for block in section.blocks:
                lines += block_lines(block)
    if printout.faults or printout.echo or printout.player:
        lines += list(_echo(printout))
    if printout.blank:
        lines += ["", "-" * WIDTH, *_blank(printout, name, code)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def block_lines(block: Block) -> list[str]:
    """One block as text lines."""
    if isinstance(block, Table):
        return list(_table(block))
    if isinstance(block, Paragraphs):
        return [line for text in block.texts for line in wrapped(text)]
    if isinstance(block, Lines):
        return [line for text in block.lines for line in wrapped(text, INDENT)]
    if isinstance(block, Items):
        return [line for i in block.items for line in wrapped(f"{i.label}: {i.lead} {i.rest}".strip(), INDENT)]
    if isinstance(block, Records):
        return [line for record in block.records for line in wrapped(record_line(record), INDENT)]
    if isinstance(block, Battles):
        return [line for battle in block.battles for line in _battle(battle)]
    return []


def wrapped(text: str, indent: str = "") -> list[str]:
    """Lines of at most 79 columns; what goes on is indented. Nothing is broken but where it must be."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=True) or [""]


def record_line(record: Record) -> str:
    """A space in the classic notation: `TU [1] TaxBase=9<1> ...`."""
    parts = [record.code, record.mark] if record.mark else [record.code]
    for field in record.fields:
        held = f"<{field.suppressed}>" if field.suppressed else ""
        parts.append(f"{field.name}={field.value}{held}")
    return " ".join([*parts, *record.lines])


def group_notation(battle: Battle) -> list[str]:
    """The groups of a battle: `FI(Army=40-1,AirF=20-3)`; kinds alone where no numbers are known."""
    told = []
    for group in battle.groups:
        forces = ",".join(
            UNIT_NAMES.get(f.unit, f.unit) + ("" if f.sent is None else f"={f.sent}-{f.lost}") for f in group.forces
        )
        told.append(f"{group.name}({forces})")
    return told


def _battle(battle: Battle) -> Iterator[str]:
    outcome = f" {battle.outcome}" if battle.outcome else ""
    yield from wrapped(f"{battle.code}:{outcome} {' '.join(group_notation(battle))}", INDENT)
    for sentence in battle.told:
        for line in textwrap.wrap(sentence, WIDTH - len(INDENT)):
            yield INDENT + line


def _table(table: Table) -> Iterator[str]:
    rows = [[column.title for column in table.columns], *(_texts(table, row) for row in table.rows)]
    if table.total is not None:
        rows.append(_texts(table, table.total))
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(len(table.columns))]
    numeric = [column.kind in ("number", "money") for column in table.columns]
    spare = WIDTH - sum(widths) - 2 * (len(widths) - 1)
    if spare < 0 and widths:  # the widest text column gives way and wraps
        texts = [k for k in range(len(widths)) if not numeric[k]] or [0]
        widest = max(texts, key=lambda k: widths[k])
        widths[widest] = max(8, widths[widest] + spare)
    for row in rows:
        cells = [textwrap.wrap(cell, widths[k]) or [""] for k, cell in enumerate(row)]
        for line in range(max(len(cell) for cell in cells)):
            parts = []
            for k, cell in enumerate(cells):
                text = cell[line] if line < len(cell) else ""
                parts.append(text.rjust(widths[k]) if numeric[k] else text.ljust(widths[k]))
            yield "  ".join(parts).rstrip()
    if table.note:
        yield from wrapped(table.note)


def _texts(table: Table, row: Sequence[Cell]) -> list[str]:
    return [cell_text(cell, column.kind) for cell, column in zip(row, table.columns, strict=True)]


def cell_text(cell: Cell, kind: str) -> str:
    """A cell as text; money counts hundredths and shows two places."""
    if cell is None:
        return ""
    if kind == "money" and isinstance(cell, int):
        return f"{'-' if cell < 0 else ''}{abs(cell) // 100}.{abs(cell) % 100:02d}"
    if kind == "player" and isinstance(cell, int):
        return f"[{cell}]" if cell else ""
    return str(cell)


def _echo(printout: Printout) -> Iterator[str]:
    if printout.faults:
        yield ""
        for fault in printout.faults:
            rule = f" ({fault.rule})" if fault.rule else ""
            shown = "".join(c if c.isprintable() else "?" for c in fault.text)
            yield from wrapped(f"<{shown} -- {fault.message}{rule}>", INDENT)
    yield ""
    yield f"Order-count: {printout.order_count}"
    for echo in printout.echo:
        yield from wrapped(" ".join([f"@{echo.place}", *echo.orders]), INDENT)
    yield "------"


def _blank(printout: Printout, name: str, code: str) -> Iterator[str]:
    yield f"{printout.game} T-{printout.turn + 1} [{printout.player}] {name}  {code}".rstrip()
    yield from printout.blank
