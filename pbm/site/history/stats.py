"""The page of a game's figures: a chart for each of them with its table, and the files of data."""

from collections.abc import Sequence
from contextlib import nullcontext

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from pbm.site.history.turn_series import Leaf, TurnsFile
from pbm.site.ink.marks import MINUS, chip, money, plain
from pbm.site.ink.palette import wearing
from pbm.site.pages import ShownSeat
from pbm.site.parts import barchart, cellchart
from pbm.site.parts.linechart import Chart, Line, draw

ROWS = 100  # of a chart's table; of longer games it has every second turn, every third, ...


class ChartView(msgspec.Struct, frozen=True):
    """A chart as the template sees it; when: the end of its title; page: the title of the page that it stands on, ""
    for that of all figures; about: what is said on top of that page.
    """

    id: str
    title: str
    note: str
    svg: Markup
    table: Markup
    when: str = "by turn"
    page: str = ""
    about: str = ""


def charts(leaves: Sequence[Leaf], players: Sequence[ShownSeat], prefix: str = "") -> list[ChartView]:
    """A chart for each figure that the leaves have, in their order."""
    found = {one.id: one for leaf in reversed(leaves) for one in leaf.series}
    order = dict.fromkeys(one.id for leaf in leaves for one in leaf.series)
    figures = []
    for key in order:
        one = found[key]
        values = [next((s.values for s in leaf.series if s.id == key), {}) for leaf in leaves]
        named = enumerate(one.lines, 1) if one.lines else ((seat.number, seat.country) for seat in players)
        lines = tuple(
            Line(number, name, tuple(row.get(number) for row in values))
            for number, name in named
            if any(number in row for row in values)
        )
        if not lines:  # nobody has any yet
            continue
        note = ", ".join(filter(None, (one.unit if one.unit.lower() != one.title.lower() else "", one.note)))
        chart = Chart(f"{prefix}{key}", one.title, leaves[0].number, lines, one.money, bool(one.lines), one.gaps)
        turn = barchart.only_turn(chart)
        when = "by turn" if turn is None else f"after turn {chart.first + turn}"
        chart = replace(chart, title=f"{one.title} {when}")
        with wearing(()) if one.lines else nullcontext():  # what is not a player has no player's colour
            svg = _drawn(chart, turn)
        table = _table(chart, len(order) == 1)
        figures.append(ChartView(key, one.title, note, svg, table, when, one.page, one.about))
    return figures


def _drawn(chart: Chart, turn: int | None) -> Markup:
    """The chart in the form that suits it: of one turn alone, of many players, or of few."""
    if turn is not None:
        return Markup(barchart.draw(chart, turn))
    return Markup(cellchart.draw(chart) if len(chart.lines) > cellchart.MOST_LINES else draw(chart))


def _table(chart: Chart, is_alone: bool) -> Markup:
    """The table twin of a chart: a row a turn, a column a player. Open where there is no other chart beside it."""
    turns = max((len(line.values) for line in chart.lines), default=0)
    every = -(-turns // ROWS)
    head = "".join(
        f'<th scope="col" class="n">{plain(line.name)}'
        if chart.is_named
        else f'<th scope="col" class="n" aria-label="{line.player} {plain(line.name)}">{chip(line.player)}'
        for line in chart.lines
    )
    rows = []
    for turn in [*range(0, turns - 1, every), turns - 1]:
        cells = "".join(f'<td class="n">{_cell(line.values[turn], chart.money)}' for line in chart.lines)
        rows.append(f'<tr><th scope="row" class="m">T-{chart.first + turn}{cells}')
    note = "" if every == 1 else f'<p class="note">One turn in {every}; the files below have them all.</p>'
    opened = " open" if is_alone else ""
    return Markup(
        f'<details class="twin"{opened}><summary>The chart as a table</summary>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{plain(chart.title)}"><table><thead>'
        f'<tr><th scope="col">Turn{head}<tbody>{"".join(rows)}</table></div>{note}</details>'
    )


def _cell(value: int | None, is_money: bool) -> str:
    if value is None:
        return "–"
    if is_money:
        return money(value)
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def outline(files: Sequence[TurnsFile], sizes: Sequence[int]) -> list[tuple[str, str, str]]:
    """The files for the template: name, title, size in words; `sizes` are in bytes, of these and maybe of more."""
    return [(file.name, file.title, size_words(size)) for file, size in zip(files, sizes, strict=False)]


def size_words(count: int) -> str:
    """A size in bytes as people say it: 12 KB, 1.4 MB."""
    return f"{count / 1_000_000:.1f} MB" if count >= 999_500 else f"{max(1, round(count / 1000))} KB"
