"""The blocks of a printout as HTML: tables, records, news items, lines, battles.

Built of strings and not by a template, for a printout has hundreds of cells (performance goal 2).
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from markupsafe import Markup

from pbm.printout import (
    Battles,
    Block,
    Cell,
    Column,
    Fault,
    Item,
    Items,
    Lines,
    Paragraphs,
    Record,
    Records,
    Table,
)
from pbm.site.battles import battles_html
from pbm.site.marks import MINUS, chip, glyph, money, number, plain, rich
from pbm.site.prose import clean

RuleLink = Callable[[str], Markup]
SectionLink = Callable[[str], Markup]

_SUPPRESSED = re.compile(r"&lt;([^&]{0,12})&gt;")


@lru_cache(maxsize=32768)
def _cell(kind: str, drop: bool, cell: Cell, tag: str = "td") -> str:
    """One cell with its end tag left out, as HTML allows."""
    names = []
    if cell is None:
        content = ""
    elif kind == "money" and isinstance(cell, int):
        content = money(cell)
        names = ["n", "neg"] if cell < 0 else ["n"]
    elif kind in ("number", "money"):
        content = number(cell) if isinstance(cell, int) else _amount(cell)
        names = ["n"]
        if content == "0":
            names.append("z")
        elif content[:1] in (MINUS, "-"):
            names.append("neg")
    elif kind == "player":
        content = chip(cell) if isinstance(cell, int) else rich(cell)
    elif kind == "code":
        content, names = plain(str(cell)), ["c"]
    elif kind == "mono":
        content, names = _suppressed(plain(str(cell))), ["m"]
    else:
        text = str(cell)
        if text.startswith("  "):
            names = ["in"]
        content = _suppressed(rich(text.strip()))
    if drop:
        names.append("drop")
    return f'<{tag} class="{" ".join(names)}">{content}' if names else f"<{tag}>{content}"


def _suppressed(safe: str) -> str:
    return _SUPPRESSED.sub(r"<i>&lt;\1&gt;</i>", safe) if "&lt;" in safe else safe


def _amount(text: str) -> str:
    return _suppressed(plain(text.replace("-", MINUS, 1) if text.startswith("-") else text))


def _head(column: Column, extra: str = "") -> str:
    names = [*(["n"] if column.kind in ("number", "money") else []), *(["drop"] if column.drop else [])]
    kind = f' class="{" ".join(names)}"' if names else ""
    title = rich(column.title)
    if column.glyph:
        return f'<th scope="col"{kind}>{glyph(column.glyph)}<span>{title}</span>{extra}'
    return f'<th scope="col"{kind}>{title}{extra}'


def table_html(table: Table, lines: dict[int, str] | None = None, after: int = -1, over: str = "") -> str:
    """A table. `lines`, drawn by row, stand in a column of their own headed `over` behind column `after`."""
    columns = table.columns
    kinds = [(column.kind, column.drop) for column in columns]
    out = ['<div class="scroll"><table class="account">' if table.account else '<div class="scroll"><table>']
    if table.title:
        out.append(f"<caption>{rich(table.title)}</caption>")
    out.append("<thead><tr>")
    for at, column in enumerate(columns):
        out.append(_head(column))
        if at == after:
            out.append(f'<th scope="col">{plain(over)}')
    out.append("<tbody>")
    for serial, row in enumerate(table.rows):
        out.append("<tr>")
        if lines is None:
            out += [_cell(kind, drop, cell) for (kind, drop), cell in zip(kinds, row, strict=False)]
        else:
            for at, ((kind, drop), cell) in enumerate(zip(kinds, row, strict=False)):
                out.append(_cell(kind, drop, cell))
                if at == after:
                    out.append(f"<td>{lines.get(serial, '')}")
    if table.total is not None:
        out.append("<tfoot><tr>")
        for at, ((kind, drop), cell) in enumerate(zip(kinds, table.total, strict=False)):
            out.append(_cell(kind, drop, cell))
            if at == after:
                out.append("<td>")
    out.append("</table></div>")
    if table.note:
        out.append(f'<p class="note">{rich(table.note)}</p>')
    return "".join(out)


def _record_row(record: Record, columns: tuple[str, ...]) -> str:
    values = {field.name: field for field in record.fields}
    mark = rich(record.mark) or (chip(record.owner) if record.owner else "")
    out = [f'<tr><th scope="row" class="c" title="{plain(record.name)}">{plain(record.code)}<td>{mark}']
    for name in columns:
        field = values.pop(name, None)
        if field is None:
            out.append("<td>")
            continue
        value = plain(field.value)
        if field.suppressed:
            value += f"<i>&lt;{plain(field.suppressed)}&gt;</i>"
        zero = " z" if field.value == "0" and not field.suppressed else ""
        word = "" if field.value[:1].isdigit() or field.value[:1] in "-−" else " w"
        out.append(f'<td class="n{zero}{word}" data-k="{plain(name)}=">{value}')
    rest = [f"{plain(f.name)}={plain(f.value)}" for f in values.values()] + [plain(x) for x in record.lines]
    if rest:
        out.append(f'<td class="m">{" ".join(rest)}')
    return "".join(out)


def records_html(records: Records) -> str:
    """Spaces in full: one table, which the stylesheet turns into classic notation on a phone."""
    columns = records.columns
    shown = {field.name for record in records.records for field in record.fields}
    columns = tuple(name for name in columns if name in shown)
    known = set(columns)
    words = {
        field.name
        for record in records.records
        for field in record.fields
        if not (field.value[:1].isdigit() or field.value[:1] in "-−")
    }
    more = any(r.lines or any(f.name not in known for f in r.fields) for r in records.records)
    heads = "".join(f'<th scope="col"{"" if name in words else " class=n"}>{plain(name)}' for name in columns)
    out = ['<div class="scroll"><table class="records"><thead><tr><th scope="col">Space<td>', heads]
    if more:
        out.append('<th scope="col">Also')
    out.append("<tbody>")
    out += [_record_row(record, columns) for record in records.records]
    out.append("</table></div>")
    if records.note:
        out.append(f'<p class="note">{rich(records.note)}</p>')
    return "".join(out)


def items_html(items: tuple[Item, ...], rule: RuleLink, section: SectionLink) -> str:
    """News, told by label."""
    out = ['<dl class="items">']
    for item in items:
        bad = ' class="bad"' if item.tone == "bad" else ""
        out.append(f"<div><dt{bad}>{rich(item.label)}<dd><b>{rich(item.lead)}</b>")
        if item.rest:
            out.append(f" {rich(item.rest)}")
        if item.rule:
            out.append(f" {rule(item.rule)}")
        if item.target:
            out.append(f" {section(item.target)}")
        out.append("</div>")
    out.append("</dl>")
    return "".join(out)


def faults_html(faults: tuple[Fault, ...], rule: RuleLink) -> str:
    """What is not carried out: where, the token as written, and what would be right."""
    out = []
    for fault in faults:
        where = f"line {fault.line}, column {fault.column}: " if fault.line else ""
        text = f"<code>{plain(fault.text)}</code>" if fault.text else ""
        cited = f" {rule(fault.rule)}" if fault.rule else ""
        message = clean(fault.message)
        message = message[:1].upper() + message[1:]
        if message[-1:] not in ".?!":
            message += "."
        out.append(f'<div class="fault"><p><b>{fault.kind}</b> {where}{text}<p>{rich(message)}{cited}</div>')
    return "".join(out)


def block_html(
    block: Block, rule: RuleLink, section: SectionLink, scale: int, names: Mapping[int, str]
) -> Markup:
    """Any block; `scale` is the greatest force on one side of a battle on this page."""
    if isinstance(block, Table):
        return Markup(table_html(block))
    if isinstance(block, Paragraphs):
        return Markup("".join(f"<p>{rich(text)}</p>" for text in block.texts))
    if isinstance(block, Lines):
        return Markup(
            '<div class="lines">' + "".join(f"<p>{plain(line)}</p>" for line in block.lines) + "</div>"
        )
    if isinstance(block, Items):
        return Markup(items_html(block.items, rule, section))
    if isinstance(block, Records):
        return Markup(records_html(block))
    return Markup(battles_html(block, scale, names)) if isinstance(block, Battles) else Markup("")
