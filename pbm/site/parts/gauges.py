"""What is left of a whole, as bars; and sheets of single things as index cards, such as that of a ship."""

from collections.abc import Iterator

from pbm.core.printout import Field, Gauge, GaugeRow, Gauges, IndexCard, IndexCards, Magazine
from pbm.site.ink.marks import chip, fill, plain, rich

LONGEST, BETWEEN, HEIGHT = 150, 8, 14  # of the drawing: all bars of the longest row, between two of them, their height
MUCH = 4  # what is larger by so many times than the middle row has a scale of its own
STORE = 96  # the width of a magazine


def gauges_html(block: Gauges) -> str:
    """A table with the bars of rows drawn to one scale, but for those that are much larger: what is left in the colour
    of the first kind's owner, the others striped, what was lost hatched, what had been gone before blank.
    """
    wholes = sorted(_whole(row) for row in block.rows)
    usual = MUCH * wholes[len(wholes) // 2] if wholes else 0
    longest = max((whole for whole in wholes if whole <= usual), default=1) or 1
    heads = "".join(f'<th scope="col" class="n">{plain(kind)}' for kind in block.kinds)
    out = [f'<div class="scroll"><table class="gauges"><thead><tr><td><td>{heads}<td><tbody>']
    for row in block.rows:
        figures = "".join(_figure(it) for it in row.gauges)
        mark = chip(row.player)
        name = f"{mark} {plain(row.name)}" if mark else plain(row.name)
        bars = _bars(row, max(longest, _whole(row)), len(block.kinds))
        out.append(f'<tr><th scope="row">{name}<td>{bars}{figures}<td>{rich(row.note)}')
    out.append("</table></div>")
    return "".join(out)


def _whole(row: GaugeRow) -> int:
    return sum(it.whole for it in row.gauges if it)


def _figure(gauge: Gauge | None) -> str:
    return f'<td class="n">{gauge.left} <small>of {gauge.whole}</small>' if gauge else '<td class="n">'


def _bars(row: GaugeRow, longest: int, kinds: int) -> str:
    """The bars of a row, one behind the other. The figures beside them say the same, so readers aloud pass over."""
    out, x = [], 1
    for number, gauge in enumerate(row.gauges):
        if gauge is None or gauge.whole < 1:
            continue
        left, before = max(0, gauge.left), max(0, gauge.before)
        kind = "striped" if number else fill(row.player) if row.player else "nobody"
        edges = [round(n * LONGEST / longest) for n in (0, left, max(left, before), max(left, before, gauge.whole))]
        for look, start, end in zip((kind, "lost", "gone"), edges, edges[1:], strict=False):
            if end > start:
                out.append(f'<rect class="{look}" x="{x + start}" y="1" width="{end - start}" height="{HEIGHT}"/>')
        x += edges[-1] + BETWEEN
    width = LONGEST + BETWEEN * (kinds - 1) + 2
    box = f'viewBox="0 0 {width} {HEIGHT + 2}" width="{width}" height="{HEIGHT + 2}"'
    return f'<svg class="bars" {box} aria-hidden="true">{"".join(out)}</svg>'


def index_cards_html(block: IndexCards) -> str:
    """Cards side by side."""
    return f'<div class="indexes">{"".join(map(_card, block.cards))}</div>'


def _card(card: IndexCard) -> str:
    lines = "".join(_line(line) for line in card.lines)
    return f'<article class="index"><h3>{plain(card.title)} <small>{plain(card.aside)}</small></h3>{lines}</article>'


def _line(line: tuple[Field, ...] | Magazine) -> str:
    if isinstance(line, Magazine):
        return f"<p><b>{plain(line.sign)}</b> {plain(line.name)}<span>{''.join(_store(line))}</span>"
    return "<p>" + " ".join(f"<i>{plain(field.name)} <b>{plain(field.value)}</b></i>" for field in line)


def _store(line: Magazine) -> Iterator[str]:
    if line.word or not line.full:
        yield plain(line.word)
        return
    left = round(min(line.left, line.full) * STORE / line.full)
    yield f"{line.left} of {line.full} "
    yield f'<svg class="bars" viewBox="0 0 {STORE + 2} 10" width="{STORE + 2}" height="10" aria-hidden="true">'
    yield f'<rect class="gone" x="1" y="1" width="{STORE}" height="8"/>'
    if left:
        yield f'<rect class="stored" x="1" y="1" width="{left}" height="8"/>'
    yield "</svg>"
