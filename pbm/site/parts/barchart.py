"""A chart of one turn as SVG: a bar for each player, the longest first, with his number, his name and his value.

A line needs two turns. Before the second is there, step lines would be dots one above another.
"""

import msgspec

from pbm.site.ink.palette import hue
from pbm.site.parts.figure import coordinate as _n
from pbm.site.parts.figure import figure, shortened
from pbm.site.parts.linechart import LETTERS, WIDTH, Chart, told

TOP, BOTTOM, NAMES, FIGURES = 8, 4, 112, 42  # room above, below, of names, and of figures behind the bars
WIDE, NARROW, MANY = 20, 14, 12  # from bar to bar; more of them than these stand closer
BETWEEN = 6  # bars


class Bar(msgspec.Struct, frozen=True):
    """A player's value in the turn."""

    player: int
    name: str
    value: int


def only_turn(chart: Chart) -> int | None:
    """The one turn that anybody has a value of, counted from the chart's first; None where there are several."""
    turns = {k for line in chart.lines for k, value in enumerate(line.values) if value is not None}
    return turns.pop() if len(turns) == 1 else None


def draw(chart: Chart, turn: int) -> str:
    """The chart of that turn as one <svg>."""
    bars = [
        Bar(line.player, line.name, value)
        for line in chart.lines
        if len(line.values) > turn and (value := line.values[turn]) is not None
    ]
    bars.sort(key=lambda bar: (-bar.value, bar.player))
    step = WIDE if len(bars) <= MANY else NARROW
    height = TOP + step * len(bars) + BOTTOM
    values = [0, *(bar.value for bar in bars)]
    low, unit = min(values), (WIDTH - NAMES - FIGURES) / max(max(values) - min(values), 1)
    zero = NAMES - low * unit
    rows = []
    for k, bar in enumerate(bars):
        end, y = zero + bar.value * unit, TOP + k * step
        left, base = min(zero, end), y + (step - BETWEEN) / 2 + 4
        rows.append(
            f'<text class="lb" x="0" y="{_n(base)}">{chart.number(bar.player)}{shortened(bar.name, LETTERS)}</text>'
            f'<rect class="bar h{hue(bar.player)}" x="{_n(left)}" y="{y}" width="{_n(abs(end - zero))}"'
            f' height="{step - BETWEEN}"/>'
            f'<text class="v" x="{_n(max(zero, end) + 5)}" y="{_n(base)}">{told(bar.value, chart.money)}</text>'
        )
    line = f'<path class="zero" d="M{_n(zero)} {TOP - 4}V{height - 4}"/>'
    said = ", ".join(f"{bar.name} {told(bar.value, chart.money)}" for bar in bars)
    text = f"A bar for {chart.each}. After turn {chart.first + turn}: {said}."
    return figure(chart.id, chart.title, text, (WIDTH, height), f"{''.join(rows)}{line}")
