"""A chart of ranks by turn as SVG, made at the build: a line for each player, first on top, with what was taken at it.

Of many players those in front have colours; the others are grey. Whichever line is pointed at, tapped or reached by
keys stands out, with its own labels: that is done by the style sheet, without script.
"""

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from pbm.core.plain import clean
from pbm.site.ink.marks import plain
from pbm.site.ink.palette import hue, ninth
from pbm.site.parts.figure import coordinate as _n
from pbm.site.parts.figure import shortened
from pbm.site.parts.linechart import LETTERS, MARKS, POINTS, STEPS, TICKS

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 360, 22, 106, 16, 26
ROW = 13
"""From rank to rank; few players have more room."""
LEAST = 150
COLOURED = 9
OWN = 4
"""So many labels has a line at most."""
WIDE = 6.6
"""How wide a letter of a label is."""


class Ranked(msgspec.Struct, frozen=True):
    """A player's ranks, one a turn, None once the player is out; labels: a turn and what stands at the line there, the
    greatest change first.
    """

    player: int
    name: str
    ranks: Sequence[int | None]
    labels: tuple[tuple[int, str], ...] = ()


class RankChart(msgspec.Struct, frozen=True):
    """What is shown: its title, the turn of the first rank, and the players' lines. `id` keeps it apart on its page."""

    id: str
    title: str
    first: int
    lines: tuple[Ranked, ...]


def draw(chart: RankChart) -> str:
    """The chart as one <svg>."""
    return _RankDrawing(chart).svg()


class _RankDrawing:
    def __init__(self, chart: RankChart) -> None:
        self.chart = chart
        self.turns = max(len(line.ranks) for line in chart.lines)
        self.last = max(self.turns - 1, 1)
        self.most = max(rank for line in chart.lines for rank in line.ranks if rank)
        self.row = max(ROW, (LEAST - TOP - BOTTOM) / self.most)
        self.height = TOP + self.row * (self.most - 1) + BOTTOM
        self.is_crowded = len(chart.lines) > COLOURED
        self.taken: list[tuple[float, float, float]] = []
        by_end = sorted(chart.lines, key=lambda line: (line.ranks[-1] is None, line.ranks[-1] or 0, -_end(line)))
        self.coloured = {line.player for line in by_end[:COLOURED]}

    def x(self, turn: int) -> float:
        """Where a turn stands."""
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / self.last

    def y(self, rank: int) -> float:
        """Where a rank stands."""
        return TOP + self.row * (rank - 1)

    def svg(self) -> str:
        """All of it: those without colour lie below the others."""
        chart = self.chart
        lines = sorted(chart.lines, key=lambda line: (line.player in self.coloured, -(line.ranks[-1] or 99)))
        firsts = [line for line in reversed(lines) if line.player in self.coloured]
        drawn = "".join(map(self._line, lines))
        tags = "".join(text for line in firsts for text in self._tags(line))
        p, box = chart.id, f"0 0 {WIDTH} {_n(self.height)}"
        return (
            f'<svg class="chart ranks" role="group" aria-labelledby="{p}-title" viewBox="{box}">'
            f'<title id="{p}-title">{plain(chart.title)}</title>{self._frame()}{drawn}'
            f'<g class="why" aria-hidden="true">{tags}</g></svg>'
        )

    def _frame(self) -> str:
        """The ranks at the left, and the turns below."""
        step = 1 if self.most <= 12 else 5
        rows = [1, *range(step, self.most + 1, step)] if step > 1 else range(1, self.most + 1)
        texts = [f'<text class="e" x="{LEFT - 7}" y="{_n(self.y(k) + 4)}">{k}</text>' for k in rows]
        every = next((step for step in STEPS if self.last / step <= TICKS), 1000)
        ticks = [t for t in range(0, self.turns, every) if self.turns - 1 - t >= every * 0.6] + [self.turns - 1]
        texts += [
            f'<text class="m" x="{_n(self.x(t))}" y="{_n(self.height - 6)}">T-{self.chart.first + t}</text>'
            for t in ticks
        ]
        return "".join(texts)

    def _path(self, line: Ranked) -> str:
        """Along the turns: straight while the rank holds, across in the turn that changed it."""
        every, out = ceil(self.turns / POINTS), []
        before, drawn = None, -1
        spots = [*range(0, _end(line), every), _end(line)]
        for turn in spots:
            rank = line.ranks[turn]
            if rank is None:
                continue
            if before is None:
                out.append(f"M{_n(self.x(turn))} {_n(self.y(rank))}")
            elif rank != before:
                held = f"H{_n(self.x(turn - every))}" if drawn < turn - every else ""
                out.append(f"{held}L{_n(self.x(turn))} {_n(self.y(rank))}")
            elif turn == spots[-1]:
                out.append(f"H{_n(self.x(turn))}")
            if rank != before:
                drawn = turn
            before = rank
        return "".join(out)

    def _line(self, line: Ranked) -> str:
        """A player's line, what was taken at it, and the name at its end."""
        player, end = line.player, _end(line)
        last, is_out = line.ranks[end], line.ranks[-1] is None
        name, path = clean(line.name), self._path(line)
        short = shortened(line.name, LETTERS + 3 - len(str(player)))
        y = self.y(last or 1)
        dash = ("", " d2", " d3", " d3", " d3")[ninth(player)]
        look = f"h{hue(player)}" if player in self.coloured else "rest"
        marks = f"M{_n(self.x(end))} {_n(y)}{MARKS[hue(player) - 1]}"
        tags = "".join(self._tag(line, turn, text) for turn, text in line.labels)
        own = f'<g class="own">{tags}</g>' if tags else ""
        where = f"rank {last}" + (f" until turn {self.chart.first + end}, then out" if is_out else "")
        at = self.x(end) + 6 if is_out else WIDTH - RIGHT + 9
        label = f'<tspan class="no">{"†" if is_out else ""}{player}</tspan>'
        told = label if is_out else f"{label} {short}"
        return (
            f'<g class="{look}" tabindex="0" role="img" aria-label="{player} {plain(name)}: {where}">'
            f'<path class="hit" d="{path}"/><path class="rim{dash}" d="{path}"/><path class="ln{dash}" d="{path}"/>'
            f'<path class="mk" d="{marks}"/><text class="lb" x="{_n(at)}" y="{_n(y + 4)}">{told}</text>{own}</g>'
        )

    def _place(self, line: Ranked, turn: int, text: str) -> tuple[float, float]:
        """Where a label stands: over the point at which the line came to its rank, within the chart."""
        half = len(text) * WIDE / 2
        return min(max(self.x(turn), LEFT + half), WIDTH - RIGHT - half), self.y(line.ranks[turn] or 1) - 4

    def _tag(self, line: Ranked, turn: int, text: str) -> str:
        x, y = self._place(line, turn, text)
        return f'<text x="{_n(x)}" y="{_n(y)}">{plain(text)}</text>'

    def _tags(self, line: Ranked) -> Iterator[str]:
        """The labels that are always shown: those that hide no other; in a crowd one a line, well apart."""
        apart = ROW * 2 if self.is_crowded else ROW - 1
        for turn, text in line.labels[: 1 if self.is_crowded else OWN]:
            x, y = self._place(line, turn, text)
            half = len(text) * WIDE / 2 + 2
            if all(abs(y - top) > apart or abs(x - middle) > half + wide for middle, top, wide in self.taken):
                self.taken.append((x, y, half))
                yield self._tag(line, turn, text)


def _end(line: Ranked) -> int:
    """The turn of a line's last rank."""
    return max((turn for turn, rank in enumerate(line.ranks) if rank), default=0)
