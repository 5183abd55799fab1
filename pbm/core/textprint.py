"""The classic text printout, 79 columns, for every system: on paper, in mail, and beside the page."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import gt

from pbm.core.grid import GridView
from pbm.core.gridtext import grid_lines
from pbm.core.printout import (
    Battle,
    Battles,
    Block,
    Cell,
    Echo,
    Gauges,
    IndexCard,
    IndexCards,
    Items,
    Lines,
    Magazine,
    MapBlock,
    More,
    Paragraphs,
    Printout,
    Quote,
    Quotes,
    Records,
    SpaceRecord,
    Table,
)

WIDTH = 79
INDENT = "     "
NARROWEST = 8  # of a text column that gives way


def render(printout: Printout, *, account: str = "", name: str = "", code: str = "", due: str = "") -> str:
    """The printout as text: at most 79 columns, sections in the order of the book, the blank card last."""
    lines = list(_head(printout, " ".join(part for part in (account, name) if part), due))
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
        lines += _echo(printout)
    if printout.blank:
        lines += ["", "-" * WIDTH, *_blank(printout, name, code)]
    if "".join(lines).isprintable():
        return "\n".join([line.rstrip() for line in lines]) + "\n"
    return "\n".join([shown(line) for line in lines]) + "\n"


def shown(line: str) -> str:
    """A line as it may be printed: no control or direction signs, no blanks at its end."""
    if not line.isprintable():
        line = "".join(sign if sign.isprintable() else "?" for sign in line)
    return line.rstrip()


def _head(printout: Printout, who: str, due: str) -> Iterator[str]:
    """Who it is for and when the next card is due, the heading lines, and for the public the headline."""
    when = due if not due or due.startswith(("Due", "Turn")) else f"Due {due}"
    if who and when and len(who) + len(when) + 2 <= WIDTH:
        yield who + when.rjust(WIDTH - len(who))
    else:
        for line in (who, when):
            yield from wrapped(line) if line else ()
    for line in printout.heading:
        yield from wrapped(line)
    if not printout.player and printout.headline:
        yield ""
        yield from wrapped(printout.headline)
        yield from wrapped(printout.standfirst) if printout.standfirst else ()


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
    if isinstance(block, Quotes):
        return [line for k, quote in enumerate(block.quotes) for line in (*[""] * (k > 0), *_quote(quote))]
    if isinstance(block, Gauges):
        return [line for row in _gauges(block) for line in wrapped(row, INDENT)]
    if isinstance(block, IndexCards):
        return [line for card in block.cards for line in _index_card(card)]
    if isinstance(block, More):
        return [block.title, *(line for part in block.blocks for line in block_lines(part))]
    return _chart(block) if isinstance(block, MapBlock) else []


def _gauges(block: Gauges) -> Iterator[str]:
    """4 Ajax: hull 20 of 20, shields 3 of 8."""
    for row in block.rows:
        told = [f"{kind} {it.left} of {it.whole}" for kind, it in zip(block.kinds, row.gauges, strict=True) if it]
        whose = f"[{row.player}] " if row.player else ""
        yield f"{whose}{row.name}: {', '.join(told)}{f'; {row.note}' if row.note else ''}"


def _index_card(card: IndexCard) -> Iterator[str]:
    yield from wrapped(f"{card.title}  {card.aside}".rstrip(), INDENT)
    for line in card.lines:
        if isinstance(line, Magazine):
            store = line.word or (f"{line.left} of {line.full}" if line.full else "")
            yield from wrapped(f" {line.sign}  {line.name}  {store}".rstrip(), INDENT)
        else:
            yield from wrapped(" " + "  ".join(f"{field.name} {field.value}" for field in line), INDENT)


def _chart(chart: MapBlock) -> list[str]:
    """A map of squares as text; of one of spaces what is said of it."""
    caption = wrapped(chart.caption) if chart.caption else []
    return caption + (grid_lines(chart.map) if isinstance(chart.map, GridView) else wrapped(chart.map.desc))


def wrapped(text: str, indent: str = "", width: int = WIDTH) -> list[str]:
    """Lines of at most 79 columns, broken at blanks; what goes on is indented. A longer word is cut."""
    lines = []
    while len(text) > width:
        start = len(text) - len(text.lstrip())
        cut = text.rfind(" ", 0, width + 1)
        if cut <= start:
            cut = width
        lines.append(text[:cut].rstrip())
        text = indent + text[cut:].lstrip()
    return [*lines, text] if text.strip() or not lines else lines


def record_line(record: SpaceRecord) -> str:
    """A space in the classic notation: `TU [1] TaxBase=9<1> ...`."""
    parts = [record.code, record.mark] if record.mark else [record.code]
    for field in record.fields:
        held = f"<{field.suppressed}>" if field.suppressed else ""
        name = "" if field.value.startswith("[") else f"{field.name}="  # [1]=50 [2]=20 speaks for itself
        parts.append(f"{name}{field.value}{held}")
    return " ".join([*parts, *record.lines])


def group_notation(battle: Battle) -> list[str]:
    """The groups of a battle: `FI(Army=40-1,AirF=20-3)`; kinds alone where no numbers are known."""
    told = []
    for group in battle.groups:
        forces = ",".join(f.called + ("" if f.sent is None else f"={f.sent}-{f.lost}") for f in group.forces)
        told.append(f"{group.name}({forces})")
    return told


def _battle(battle: Battle) -> Iterator[str]:
    outcome = f" {battle.outcome}" if battle.outcome else ""
    yield from wrapped(f"{battle.code}:{outcome} {' '.join(group_notation(battle))}", INDENT)
    for sentence in battle.told:
        yield from wrapped(INDENT + sentence, INDENT)


def _quote(quote: Quote) -> Iterator[str]:
    """Behind bars, so that no line of it can be taken for one of the printout."""
    who = " ".join([f"[{quote.player}]"] * (quote.player > 0) + [quote.by] * bool(quote.by)) or "Somebody"
    yield from wrapped(" ".join([who, "writes", quote.to]).rstrip() + ":", INDENT)
    for k, text in enumerate(([quote.title] if quote.title else []) + list(quote.texts)):
        yield from ["|"] * (k > 0)
        yield from (f"| {line}" for line in wrapped(text, width=WIDTH - 2))


def _table(table: Table) -> Iterator[str]:
    columns = table.columns
    heads = [column.title for column in columns]
    rows = [_texts(table, row) for row in table.rows]
    if table.total is not None:
        rows.append(_texts(table, table.total))
    numeric = [column.kind in ("number", "money") for column in columns]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    gaps = len(widths) - 1
    is_close = gaps >= NARROWEST and sum(widths) + 2 * gaps > WIDTH  # many columns, and too wide
    gap = 1 if is_close else 2
    spare = WIDTH - sum(widths) - gap * gaps
    for k in sorted((k for k in range(len(widths)) if not numeric[k]), key=lambda k: -widths[k]):
        if spare < 0:  # the widest text column gives way first, and wraps
            narrow = max(min(widths[k], NARROWEST), widths[k] + spare)
            spare += widths[k] - narrow
            widths[k] = narrow
    if table.title:
        yield from wrapped(table.title)
    places = [f"%{width}s" if right else f"%-{width}s" for width, right in zip(widths, numeric, strict=True)]
    line = (" " * gap).join(places)
    for row in (heads, *rows):
        if spare < 0:
            yield from wrapped("  ".join(row), INDENT)
        elif any(map(gt, map(len, row), widths)):
            cells = [wrapped(cell, "", width) for cell, width in zip(row, widths, strict=True)]
            for parts in zip_longest(*cells, fillvalue=""):
                yield (line % parts).rstrip()
        else:
            yield (line % tuple(row)).rstrip()
    if table.note:
        yield from wrapped(table.note)


def _texts(table: Table, row: Sequence[Cell]) -> list[str]:
    """The cells as texts. A dash stands for what cannot be, between numbers; behind the last one is nothing."""
    texts = []
    last = max((k for k, cell in enumerate(row) if cell is not None), default=-1)
    for k, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
        gap = cell is None and k < last and column.kind in ("number", "money")
        texts.append("-" if gap else cell_text(cell, column.kind))
    return texts


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
            yield from wrapped(f"<{fault.text} -- {fault.message}{rule}>", INDENT)
    yield ""
    yield f"Order-count: {printout.order_count}"
    yield from _places(printout.echo)
    if printout.acted:
        yield f"Standing orders that acted: {sum(len(echo.orders) for echo in printout.acted)}"
        yield from _places(printout.acted)
    yield "------"


def _places(echoes: Sequence[Echo]) -> Iterator[str]:
    for echo in echoes:
        yield from wrapped(" ".join([f"@{echo.place}", *echo.orders]), INDENT)


def _card_head(whose: str, name: str, code: str) -> str:
    """The card's first line, which is never broken: a code on the line below is not read. A name is cut instead."""
    room = WIDTH - len(f"{whose}   {code}")
    shown = name if len(name) <= room else f"{name[: max(room - 1, 0)].rstrip()}…"
    return f"{whose} {shown}  {code}".rstrip()


def _blank(printout: Printout, name: str, code: str) -> Iterator[str]:
    """The card to fill in, which parses as it is: a comment that goes on starts with its sign again."""
    yield from wrapped(_card_head(f"{printout.game} T-{printout.turn + 1} [{printout.player}]", name, code))
    for line in printout.blank:
        order, sign, _ = line.partition(";")
        yield from wrapped(line, f"{' ' * len(order)}; " if sign and len(order) < WIDTH // 2 else "")
