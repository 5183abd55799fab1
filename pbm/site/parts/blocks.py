"""The blocks of a printout as HTML: tables, records, news items, lines, battles.

Built of strings and not by a template, for a printout has hundreds of cells (performance goal 2).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from operator import getitem

from pbm.core.plain import clean
from pbm.core.printout import (
    Battles,
    Block,
    Cell,
    Column,
    Fault,
    Gauges,
    IndexCards,
    Item,
    Items,
    Lines,
    More,
    Paragraphs,
    Quote,
    Quotes,
    Records,
    Section,
    SpaceRecord,
    Table,
)
from pbm.site.ink.marks import MINUS, chip, glyph, money, named, number, plain, rich
from pbm.site.ink.palette import worn
from pbm.site.parts.battles import battles_html
from pbm.site.parts.gauges import gauges_html, index_cards_html

RuleLink = Callable[[str], str]
"""A rule's number as HTML, with a link where the book is at hand."""
SectionLink = Callable[[str], str]
"""A link to a section of the page, or nothing where it has none of that id."""

_CODE = re.compile(r"(?<!\S)[0-9A-Z]{1,4}-[0-9A-Z]{1,4}(?!\S)")
_SUPPRESSED = re.compile(r"&lt;([^&]{0,12})&gt;")
_TAG = re.compile(r"\[(\d{1,2})(?::[^\]]*)?\]")
_ONE = r"(?:(?:HR-|[A-Z])\d+|\d{1,2}[A-Z]?(?:\.\d+[a-z]?)?)"  # a house rule, or a rule of the book
MOST_CODES = 40  # spaces of which little is known, in one list; more of them go by owner
_CITED = re.compile(rf"\(({_ONE}(?:, {_ONE})*)\)")


class _Cells(dict[Cell, str]):
    """The cells of one kind of column as HTML, made when first asked for."""

    MOST = 32768

    def __init__(self, kind: str, drop: bool, heads: bool, _coats: str) -> None:
        self._kind, self._drop, self._heads = kind, drop, heads

    def __missing__(self, cell: Cell) -> str:
        if len(self) >= self.MOST:
            self.clear()
        made = _cell(self._kind, self._drop, cell)
        if self._heads and cell:
            made = f'<th scope="row"{made.removeprefix("<td")}'
        self[cell] = made
        return made


_cells = lru_cache(maxsize=32)(_Cells)


def _cell(kind: str, drop: bool, cell: Cell) -> str:
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
        names = ["p"]
    elif kind == "code":
        content, names = plain(str(cell)), ["c"]
    elif kind == "mono":
        content, names = _suppressed(_unbroken(plain(str(cell)))), ["m"]
    else:
        text = str(cell).replace(" %", "\u00a0%")  # "14.3 %" stays one word
        if text.startswith("  "):
            names = ["in"]
        content = _suppressed(rich(text.strip()))
    if drop:
        names.append("drop")
    return f'<td class="{" ".join(names)}">{content}' if names else f"<td>{content}"


def _unbroken(safe: str) -> str:
    """Codes with a hyphen, in a list of them, stay whole at the end of a line."""
    return _CODE.sub(r'<span class="unbroken">\g<0></span>', safe) if "-" in safe and " " in safe else safe


def _suppressed(safe: str) -> str:
    return _SUPPRESSED.sub(r"<i>&lt;\1&gt;</i>", safe) if "&lt;" in safe else safe


def _amount(text: str) -> str:
    if text.endswith("+"):  # a standing order is on record
        return f"{_amount(text[:-1])}<sup>+</sup>"
    return _suppressed(plain(text.replace("-", MINUS, 1) if text.startswith("-") else text))


def _head(column: Column, extra: str = "") -> str:
    names = [*(["n"] if column.kind in ("number", "money") else []), *(["drop"] if column.drop else [])]
    kind = f' class="{" ".join(names)}"' if names else ""
    title = rich(column.title)
    if not title:  # a cell that heads nothing; of players their numbers
        return f'<th scope="col"{kind} aria-label="Number">{extra}' if column.kind == "player" else f"<td{kind}>{extra}"
    if column.glyph:
        return f'<th scope="col"{kind}>{glyph(column.glyph)}<span>{title}</span>{extra}'
    return f'<th scope="col"{kind}>{title}{extra}'


def _heading(columns: Sequence[Column]) -> int:
    """The column that says what a row is about, for who hears the table: the first of words or codes."""
    return next((at for at, column in enumerate(columns) if column.kind in ("text", "code")), -1)


def table_html(table: Table, lines: Mapping[int, str] | None = None, after: int = -1, over: str = "") -> str:
    """A table. `lines`, drawn by row, stand in a column of their own headed `over` behind column `after`."""
    columns = table.columns
    head = _heading(columns)
    kinds = [_cells(column.kind, column.drop, at == head, worn()) for at, column in enumerate(columns)]
    look = "account" if table.account else "sentences" if table.sentences else ""
    out = [f'<div class="scroll"><table class="{look}">' if look else '<div class="scroll"><table>']
    if table.title:
        out.append(f"<caption>{rich(table.title)}</caption>")
    out.append("<thead><tr>")
    for at, column in enumerate(columns):
        out.append(_head(column))
        if at == after:
            out.append(f'<th scope="col">{plain(over)}')
    out.append("<tbody>")
    for serial, row in enumerate(table.rows):
        out.append(f'<tr id="{table.ids}{row[0]}">' if table.ids else "<tr>")
        if lines is None:
            out += map(getitem, kinds, row)
        else:
            for at, (made, cell) in enumerate(zip(kinds, row, strict=False)):
                out.append(made[cell])
                if at == after:
                    out.append(f"<td>{lines.get(serial, '')}")
    if table.total is not None:
        out.append("<tfoot><tr>")
        for at, (made, cell) in enumerate(zip(kinds, table.total, strict=False)):
            out.append(made[cell])
            if at == after:
                out.append("<td>")
    out.append("</table></div>")
    if table.note:
        out.append(f'<p class="note">{rich(table.note)}</p>')
    return "".join(out)


def _record_row(record: SpaceRecord, shown: Mapping[str, bool], has_lines: bool) -> str:
    values = {field.name: field for field in record.fields}
    out = [f'<tr><th scope="row" class="c" title="{plain(record.name)}">{plain(record.code)}<td>{_mark(record)}']
    for name, in_table in shown.items():
        field = values.get(name)
        hidden = "" if in_table else " x"
        if field is None:
            out.append('<td class="x">' if hidden else "<td>")
            continue
        value = plain(field.value)
        if field.suppressed:
            value += f"<i>&lt;{plain(field.suppressed)}&gt;</i>"
        zero = " z" if field.value == "0" and not field.suppressed else ""
        kind = "n" if _is_number(field.value) else "m"
        key = "" if field.value.startswith("[") else f"{plain(name)}="
        out.append(f'<td class="{kind}{zero}{hidden}" data-k="{key}">{value}')
    if has_lines:
        out.append(f'<td class="m">{plain(" ".join(record.lines))}')
    return "".join(out)


def _columns(records: Records) -> dict[str, bool]:
    """The fields that are there, in the book's order; False for what only the classic notation shows."""
    known = set(records.columns)
    present = dict.fromkeys(field.name for record in records.records for field in record.fields)
    first = next(iter(present), "")
    extra = [name for name in present if name not in known]
    front = [name for name in extra if name == first]
    shown = dict.fromkeys(front, False) | {name: True for name in records.columns if name in present}
    return shown | {name: False for name in extra if name not in front}


def _mark(record: SpaceRecord) -> str:
    """The occupier's chip, or the mark as it stands; the name is told elsewhere."""
    match = _TAG.fullmatch(record.mark)
    return chip(int(match[1])) if match else rich(record.mark)


def _is_number(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in ("-", MINUS)


def records_html(records: Records, names: Mapping[int, str]) -> str:
    """Spaces in full: one table, which the stylesheet turns into classic notation on a phone.

    Without columns: a short list, or where there are lines a table of code and lines.
    """
    if not records.columns:
        return _bare_records(records, names)
    shown = _columns(records)
    words = {f.name for record in records.records for f in record.fields if not _is_number(f.value)}
    has_lines = any(record.lines for record in records.records)
    out = ['<div class="scroll"><table class="records"><thead><tr><th scope="col">Space<td>']
    for name, in_table in shown.items():
        kind = "m" if name in words else "n"
        out.append(f'<th scope="col" class="{kind}{"" if in_table else " x"}">{plain(name)}')
    if has_lines:
        out.append('<th scope="col">Standing')
    out.append("<tbody>")
    out += [_record_row(record, shown, has_lines) for record in records.records]
    out.append("</table></div>")
    if records.note:
        out.append(f'<p class="note">{rich(records.note)}</p>')
    return "".join(out)


def _bare_records(records: Records, names: Mapping[int, str]) -> str:
    """Lines in a table; of all else a list, which goes by owner where it is long."""
    lined = [record for record in records.records if record.lines]
    short = [record for record in records.records if not record.lines]
    html = ""
    if lined:
        rows = "".join(
            f'<tr><th scope="row"><b class="c">{plain(r.code)}</b> {plain(r.name)}<td class="m">'
            + " ".join(f"<span>{plain(line)}</span>" for line in r.lines)
            for r in lined
        )
        html = f'<div class="scroll"><table><tbody>{rows}</table></div>'
    if len(short) > MOST_CODES:
        return html + _by_owner(short, names)
    cells = "".join(
        f'<li title="{plain(r.name)}"><b class="c">{plain(r.code)}</b> {_mark(r)} {_fields(r)}' for r in short
    )
    return html + (f'<ul class="codes">{cells}</ul>' if cells or not lined else "")


def _by_owner(records: Sequence[SpaceRecord], names: Mapping[int, str]) -> str:
    """A line for each player with their spaces, then one for those of nobody that have the same fields."""
    groups: dict[tuple[int, str, str], list[SpaceRecord]] = {}
    for record in records:
        groups.setdefault((record.owner, _mark(record), _fields(record)), []).append(record)
    out = ['<div class="owners">']
    for (owner, mark, fields), them in sorted(groups.items(), key=lambda it: (not it[0][0], it[0][0], -len(it[1]))):
        whose = f"{mark} {plain(names.get(owner, ''))}".strip()
        number = f" <small>({len(them)})</small>" if len(them) > 1 else ""
        codes = " ".join(f'<span title="{plain(r.name)}">{plain(r.code)}</span>' for r in them)
        out.append(f"<p>{f'{whose} {fields}'.strip()}{number} <b>{codes}</b>")
    return "".join([*out, "</div>"])


def _fields(record: SpaceRecord) -> str:
    """What is known of a space, beside its code; a figure that says whose it is goes without its name."""
    return " ".join(plain(f.value if f.value.startswith("[") else f"{f.name}={f.value}") for f in record.fields)


def items_html(items: tuple[Item, ...], rule: RuleLink, section: SectionLink) -> str:
    """News, told by label; what has the same label stands together."""
    out = ['<dl class="items">']
    last: tuple[str, str] | None = None
    for item in items:
        if (item.label, item.tone) != last:
            bad = ' class="bad"' if item.tone == "bad" else ""
            out.append(f"{'</div>' if last else ''}<div><dt{bad}>{rich(item.label)}")
            last = (item.label, item.tone)
        parts = [f"<dd><b>{rich(item.lead)}</b>"]
        if item.rest:
            parts.append(rich(item.rest))
        if item.rule:
            parts[-1] += f"\u00a0{rule(item.rule)}"  # a rule's number never stands alone on a line
        if item.target:
            parts.append(section(item.target))
        out.append(" ".join(filter(None, parts)))
    out.append("</div></dl>" if last else "</dl>")
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
        if message[-1:] not in ".?!…":
            message += "."
        out.append(f'<div class="fault"><p><b>{fault.kind}</b> {where}{text}<p>{rich(message)}{cited}</div>')
    return "".join(out)


def cited(text: str, rule: RuleLink) -> str:
    """Text made safe; rule numbers in brackets are linked."""
    safe = rich(text)
    return _CITED.sub(lambda m: f"({rule(m[1])})", safe) if "(" in safe else safe


def block_html(block: Block, rule: RuleLink, section: SectionLink, scale: int, names: Mapping[int, str]) -> str:
    """Any block; `scale` is the greatest force on one side of a battle on this page."""
    if isinstance(block, Table):
        return table_html(block)
    if isinstance(block, Paragraphs):
        return "".join([f"<p>{rich(text)}</p>" for text in block.texts])
    if isinstance(block, Lines):
        return '<div class="lines">' + "".join([f"<p>{plain(line)}</p>" for line in block.lines]) + "</div>"
    if isinstance(block, Items):
        return items_html(block.items, rule, section)
    if isinstance(block, Records):
        return records_html(block, names)
    if isinstance(block, Quotes):
        return f'<div class="posts">{"".join(map(_quote, block.quotes))}</div>'
    if isinstance(block, Gauges):
        return gauges_html(block)
    if isinstance(block, IndexCards):
        return index_cards_html(block)
    if isinstance(block, More):
        within = "".join([block_html(part, rule, section, scale, names) for part in block.blocks])
        return f'<details class="more"><summary>{rich(block.title)}</summary>{within}</details>'
    return battles_html(block, scale, names, partial(cited, rule=rule)) if isinstance(block, Battles) else ""


def section_html(section: Section, rule: RuleLink, names: Mapping[int, str]) -> str:
    """A section that is a page of its own: its blocks, one below the other."""
    return "".join([block_html(block, rule, lambda name: "", 1, names) for block in section.blocks])


def _quote(quote: Quote) -> str:
    """A piece of press: a player's text, in which no word is taken for a chip or a rule."""
    title = f"<h3>{plain(quote.title)}</h3>" if quote.title else ""
    who = f"from {named(quote.player, quote.by)}" if quote.player else plain(quote.by) or "anonymous"
    to = f", <b>{plain(quote.to)}</b>" if quote.to else ""
    texts = "".join([f"<p>{plain(text)}</p>" for text in quote.texts])
    return f'<article>{title}<p class="by">{who}{to}</p><div class="prose" dir="auto">{texts}</div></article>'
