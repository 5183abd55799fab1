"""A chart of shares with their intervals: for each seat a row, a point at its share and a line over the interval."""

import msgspec

from pbm.site.ink.palette import hue
from pbm.site.parts.figure import coordinate as _n
from pbm.site.parts.figure import figure, shortened
from pbm.site.parts.linechart import LETTERS, MARKS, WIDTH, nice

ROW, TOP, BOTTOM, NAMES, RIGHT = 19, 20, 24, 112, 14


class Share(msgspec.Struct, frozen=True):
    """A seat's share of all, and the ends of its interval: in tenths of a per cent."""

    player: int
    name: str
    share: int
    low: int
    high: int


class ShareChart(msgspec.Struct, frozen=True):
    """What a chart shows; `fair`: the share of each if all were equal, in tenths of a per cent."""

    id: str
    title: str
    rows: tuple[Share, ...]
    fair: int


def draw(chart: ShareChart) -> str:
    """The chart as one <svg>."""
    height = TOP + ROW * len(chart.rows) + BOTTOM
    most = max([chart.fair, *(row.high for row in chart.rows)])
    step = round(nice(most / 40) * 10)
    unit = (WIDTH - NAMES - RIGHT) / (-(-most // step) * step)
    bottom = height - BOTTOM
    ticks = range(0, -(-most // step) * step + 1, step)
    grid = "".join(f"M{_n(NAMES + at * unit)} {TOP - 4}V{bottom}" for at in ticks)
    out = [f'<path class="grid" d="{grid}"/>']
    out += [f'<text class="m" x="{_n(NAMES + at * unit)}" y="{height - 8}">{_per_cent(at)}</text>' for at in ticks]
    fair = _n(NAMES + chart.fair * unit)
    out.append(
        f'<path class="fair" d="M{fair} {TOP - 8}V{bottom}"/><text class="m" x="{fair}" y="{TOP - 10}">equal</text>'
    )
    for k, row in enumerate(chart.rows):
        y = TOP + ROW * k + ROW / 2
        low, high, at = (_n(NAMES + value * unit) for value in (row.low, row.high, row.share))
        out.append(
            f'<text class="lb" x="0" y="{_n(y + 4)}"><tspan class="no">{row.player}</tspan> '
            f"{shortened(row.name, LETTERS)}</text>"
            f'<g class="h{hue(row.player)}">'
            f'<path class="span" d="M{low} {_n(y)}H{high}M{low} {_n(y - 3)}v6M{high} {_n(y - 3)}v6"/>'
            f'<path class="mk" d="M{at} {_n(y)}{MARKS[hue(row.player) - 1]}"/></g>'
        )
    said = ", ".join(
        f"{row.name} {_per_cent(row.share)} ({_per_cent(row.low)} to {_per_cent(row.high)})" for row in chart.rows
    )
    text = f"Per cent with 95 % intervals, {_per_cent(chart.fair)} if equal: {said}."
    return figure(chart.id, chart.title, text, (WIDTH, height), "".join(out))


def _per_cent(tenths: int) -> str:
    """Tenths of a per cent as they are read: 12.5, 20."""
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
