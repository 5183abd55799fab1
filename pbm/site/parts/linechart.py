"""A chart of step lines as SVG, made at the build: a line for each player, told by its end, no legend and no script.

Colour is never alone: each hue has a mark of its own on its line, players beyond the ninth have dashes, and at the
end of every line stands its player's number. Lines of equal values lie side by side.
"""

from collections.abc import Sequence
from math import ceil, floor, log10

import msgspec

from pbm.site.ink.marks import MINUS, plain
from pbm.site.ink.palette import hue, ninth
from pbm.site.parts.figure import coordinate as _n
from pbm.site.parts.figure import shortened

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 360, 34, 118, 14, 30
LONGEST = 5  # figures beside the scale; longer ones are told in thousands
LEAST = 236  # the height of a chart with few players
LABEL = 13  # from label to label
POINTS = 240  # of longer games some turns are left out: no eye would miss them
TICKS = 6
FLAG = 15  # from mark to mark of turns
MANY = 12  # more lines than these are drawn thinner
LETTERS = 13  # of a name at a line's end, where its number and value have four digits; RIGHT has room for DejaVu
STEPS = (1, 2, 3, 4, 5, 10, 20, 25, 50, 100, 200, 500)

# A mark for each hue, around its point.
MARKS = (
    "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "m-2.7-2.7h5.4v5.4h-5.4z",
    "m0-4l4 4-4 4-4-4z",
    "m0-3.9l3.9 6.6h-7.8z",
    "m0 3.9l3.9-6.6h-7.8z",
    "m-1.2-3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z",
    "m-3.9 0l6.6-3.9v7.8z",
    "m3.9 0l-6.6-3.9v7.8z",
    "m-2-3.4h4l2 3.4-2 3.4h-4l-2-3.4z",
)


class Line(msgspec.Struct, frozen=True):
    """A player's values, one a turn; None where there is none. Money is given in hundredths."""

    player: int
    name: str
    values: Sequence[int | None]


class Chart(msgspec.Struct, frozen=True):
    """What a chart shows. `id` keeps it apart from others on its page; turns count from `first`. is_named: its lines
    are not those of players, and their numbers are not read. gaps: a line without a value has one that is not told.
    flags: turns that are marked, by their place among those of the chart: with 1, 2, ... on top.
    """

    id: str
    title: str
    first: int
    lines: tuple[Line, ...]
    money: bool = False
    is_named: bool = False
    gaps: bool = False
    flags: tuple[int, ...] = ()

    @property
    def each(self) -> str:
        """What has a line, as a description says it."""
        return "each" if self.is_named else "each player"

    def number(self, line: int) -> str:
        """The number that stands before a line's name."""
        return "" if self.is_named else f'<tspan class="no">{line}</tspan> '


def completed(values: Sequence[int | None], *, gaps: bool = False) -> list[int | None]:
    """A line with a nought behind its last value where it ends before the others: whoever is out has nothing. gaps:
    nobody is out, and the line ends where it ends.
    """
    last = max((k for k, value in enumerate(values) if value is not None), default=-1)
    return [*values[: last + 1], *([0] if not gaps and 0 <= last < len(values) - 1 else [])]


def told(value: int, money: bool) -> str:
    """A value as it is read: money in whole units, with the true minus sign."""
    number = round(value / 100) if money else value
    return f"{MINUS}{-number}" if number < 0 else str(number)


def draw(chart: Chart) -> str:
    """The chart as one <svg>."""
    return _ChartDrawing(chart).svg()


class _ChartDrawing:
    """One chart: its scales, and its pieces as text."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.turns = max((len(line.values) for line in chart.lines), default=1)
        self.last = max(self.turns - 1, 1)
        self.alive = [line for line in chart.lines if line.values and line.values[-1] is not None]
        self.values = {line.player: completed(line.values, gaps=chart.gaps) for line in chart.lines}
        self.ends = {player: len(values) - 1 for player, values in self.values.items()}
        self.height = max(LEAST, LABEL * len(self.alive) + TOP + BOTTOM)
        shown = [v for line in chart.lines for v in line.values if v is not None]
        scale = 100 if chart.money else 1
        self.step = nice((max(shown, default=0) - min(0, min(shown, default=0))) / 4 / scale) * scale
        self.low = floor(min(0, min(shown, default=0)) / self.step) * self.step
        self.high = max(ceil(max(shown, default=0) / self.step) * self.step, self.step)
        self.aside = self._offsets()
        self.across = [_n(self.x(turn)) for turn in range(self.turns)]

    def _offsets(self) -> dict[int, float]:
        """How far each line lies beside its values, so that equal ones are all seen; never near half a unit."""
        lines = self.chart.lines
        unit = (self.height - TOP - BOTTOM) / (self.high - self.low) * (100 if self.chart.money else 1)
        room = min(2.6 * len(lines), max(0.62 * unit, 5.0), 14.0)
        middle = (len(lines) - 1) / 2
        return {line.player: (k - middle) * room / max(len(lines), 1) for k, line in enumerate(lines)}

    def x(self, turn: int) -> float:
        """Where a turn stands; a game's first stands beside its labels."""
        if self.turns == 1:
            return WIDTH - RIGHT
        return LEFT + 5 + (WIDTH - LEFT - RIGHT - 5) * turn / self.last

    def y(self, value: float) -> float:
        """Where a value stands."""
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * (value - self.low) / (self.high - self.low)

    def svg(self) -> str:
        """All of it."""
        chart, p = self.chart, self.chart.id
        lines = [line for line in chart.lines if self.ends[line.player] >= 0]
        lines.sort(key=lambda line: (line.values[-1] or 0, -line.player))  # who leads lies on top
        many = " many" if len(lines) > MANY else ""
        flags, above = self._flags()
        paths = "".join(f'<path id="{p}-{line.player}" d="{self._path(line)}"/>' for line in lines)
        return (
            f'<svg class="chart{many}" role="img" aria-labelledby="{p}-title {p}-desc" '
            f'viewBox="0 {-above} {WIDTH} {self.height + above}" '
            f'data-left="{_n(self.x(0))}" data-step="{_n(self.x(1) - self.x(0))}">'
            f'<title id="{p}-title">{plain(chart.title)}</title><desc id="{p}-desc">{plain(self._told())}</desc>'
            f"<defs>{paths}</defs>{self._grid()}"
            f'<path class="now" d="M0 {TOP - 6}V{self.height - BOTTOM}" visibility="hidden"/>'
            + flags
            + "".join(map(self._line, lines))
            + "".join(map(self._gone, [line for line in lines if line not in self.alive and not chart.gaps]))
            + self._labels()
            + "</svg>"
        )

    def _told(self) -> str:
        """The chart in words: where every line ends."""
        chart = self.chart
        now = [(line, line.values[-1]) for line in self.alive]
        rows = [f"{line.name} {told(v or 0, chart.money)}" for line, v in sorted(now, key=lambda row: -(row[1] or 0))]
        gone = [line.name for line in chart.lines if line not in self.alive and not chart.gaps]
        text = f"A step line for {chart.each}. After turn {chart.first + self.turns - 1}: {', '.join(rows)}."
        return text + (f" Out: {', '.join(gone)}." if gone else "")

    def _grid(self) -> str:
        """Lines and numbers of values, and the turns below."""
        out, texts = [], []
        is_large = len(told(round(self.high), self.chart.money)) > LONGEST
        for k in range(round((self.high - self.low) / self.step) + 1):
            value = round(self.low + k * self.step)
            out.append(f"M{LEFT} {_n(self.y(value))}H{WIDTH - RIGHT}")
            label = told(value, self.chart.money)
            if is_large and label.endswith("000"):
                label = f"{label[:-3]}k"
            texts.append(f'<text class="e" x="{LEFT - 5}" y="{_n(self.y(value) + 3.5)}">{label}</text>')
        every = next((step for step in STEPS if self.last / step <= TICKS), 1000)
        ticks = [t for t in range(0, self.turns, every) if self.turns - 1 - t >= every * 0.6] + [self.turns - 1]
        texts += [
            f'<text class="m" x="{_n(self.x(t))}" y="{self.height - 8}">T-{self.chart.first + t}</text>' for t in ticks
        ]
        zero = f'<path class="zero" d="M{LEFT} {_n(self.y(0))}H{WIDTH - RIGHT}"/>'
        return f'<path class="grid" d="{"".join(out)}"/>{zero}{"".join(texts)}'

    def _flags(self) -> tuple[str, int]:
        """The marks of turns on top of the chart, and how much room they need; those too near stand one higher."""
        out, ends = [], [0.0, 0.0, 0.0]
        level = 0
        for number, turn in enumerate(self.chart.flags, 1):
            x = self.x(turn)
            level = next((k for k, end in enumerate(ends) if x - end >= FLAG), 0)
            ends[level] = x
            y = TOP - FLAG * (level + 1)
            out.append(
                f'<path class="flag" d="M{_n(x)} {y + 7}V{self.height - BOTTOM}"/>'
                f'<circle class="flag" cx="{_n(x)}" cy="{y}" r="7"/>'
                f'<text class="m flagged" x="{_n(x)}" y="{y + 4}">{number}</text>'
            )
        levels = sum(end > 0 for end in ends)
        return "".join(out), FLAG * levels

    def _turns(self, line: Line) -> list[int]:
        """The turns at which a line is drawn: all of them, of a long game every second, third, ... and the last."""
        end = self.ends[line.player]
        every = ceil(self.turns / POINTS)
        return [*range(0, end, every), end]

    def _path(self, line: Line) -> str:
        """Steps: a value holds until the next turn."""
        out, before = [], None
        values, aside = self.values[line.player], self.aside[line.player]
        for turn in self._turns(line):
            value = values[turn]
            if value is None:
                pass
            elif before is None:
                out.append(f"M{self.across[turn]} {_n(self.y(value) + aside)}")
            elif value == before:
                out.append(f"H{self.across[turn]}")
            else:
                out.append(f"H{self.across[turn]}V{_n(self.y(value) + aside)}")
            before = value
        return "".join(out)

    def _line(self, line: Line) -> str:
        """A line with its rim and its marks."""
        player, ref = line.player, f"#{self.chart.id}-{line.player}"
        dash = ("", " d2", " d3", " d3", " d3")[ninth(player)]
        stride = max(2, round(self.turns / 5))
        end = self.ends[player]
        at = [t for t in range(0, end, stride) if t] if self.turns > 2 else []
        shift = (player * 2) % stride
        spots = [t + shift for t in (0, *at) if 0 < t + shift < end - stride / 3] + [end]
        marks = "".join(
            f"M{_n(self.x(t))} {_n(self.y(v) + self.aside[player])}{MARKS[hue(player) - 1]}"
            for t in spots
            if (v := self.values[player][t]) is not None
        )
        return (
            f'<g class="h{hue(player)}"><use href="{ref}" class="rim{dash}"/><use href="{ref}" class="ln{dash}"/>'
            f'<path class="mk" d="{marks}"/></g>'
        )

    def _gone(self, line: Line) -> str:
        """The end of who is out: his number at it."""
        end = self.ends[line.player]
        value = self.values[line.player][end] or 0
        earlier = [
            other
            for other in self.chart.lines
            if other.player < line.player
            and other not in self.alive
            and abs(self.x(self.ends[other.player]) - self.x(end)) < 20
        ]
        y = self.y(value) + self.aside[line.player] - 6 - 11 * len(earlier)
        return f'<text class="gone m" x="{_n(self.x(end))}" y="{_n(y)}">†{line.player}</text>'

    def _labels(self) -> str:
        """Number, name and value at the end of each line that goes on, none over another."""
        ends = [(self.y(line.values[-1] or 0) + self.aside[line.player], line) for line in self.alive]
        ends.sort(key=lambda row: (-(row[1].values[-1] or 0), row[0]))  # by value: a line's shift is no value
        places = spread([y for y, _ in ends], LABEL, TOP, self.height - BOTTOM)
        out, right = [], WIDTH - RIGHT
        for (y, line), place in zip(ends, places, strict=True):
            value = told(line.values[-1] or 0, self.chart.money)
            letters = max(LETTERS + 4 - len(f"{line.player}{value}"), 5)
            short = shortened(line.name, letters)
            if abs(place - y) > 2:
                out.append(f'<path class="lead" d="M{right + 4} {_n(y)}L{right + 10} {_n(place)}"/>')
            out.append(
                f'<text class="lb" x="{right + 12}" y="{_n(place + 4)}">{self.chart.number(line.player)}'
                f'{short} <tspan class="v">{value}</tspan></text>'
            )
        return "".join(out)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places in the order of the wished ones, each a gap from the next, as near as may be, between low and high."""
    groups: list[tuple[float, int]] = []  # middle, how many
    for place in wanted:
        groups.append((place, 1))
        while len(groups) > 1 and groups[-1][0] - groups[-2][0] < gap * (groups[-1][1] + groups[-2][1]) / 2:
            (b, m), (a, n) = groups.pop(), groups.pop()
            groups.append(((a * n + b * m) / (n + m), n + m))
    out = [middle + gap * (k - (count - 1) / 2) for middle, count in groups for k in range(count)]
    for k, place in enumerate(out):
        out[k] = max(place, low + gap * k)
    for k in range(len(out) - 1, -1, -1):
        out[k] = min(out[k], high - gap * (len(out) - 1 - k))
    return out


def nice(step: float) -> float:
    """The round number next above: 1, 2, 2.5, 5, 10, ... and never below 1."""
    if step <= 1:
        return 1
    power: float = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= step and (factor * power) % 1 == 0)
