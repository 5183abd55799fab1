"""A chart of many players as a table of cells: a row a player, a column a turn, darker where it is more.

More than nine lines cross each other too often to be followed. Here every value can be read; rows go by the last one.
"""

from collections.abc import Sequence

from pbm.site.ink.marks import named
from pbm.site.parts.linechart import Chart, Line, completed, told

MOST_LINES = 9  # that can be told apart as lines
COLUMNS = 7  # turns that a phone has room for; the table below the chart has them all
TINTS = 5


def turns_shown(count: int) -> list[int]:
    """The turns that have a column: all of a short game, else as many as there is room for, from first to last."""
    if count <= COLUMNS:
        return list(range(count))
    return [round(k * (count - 1) / (COLUMNS - 1)) for k in range(COLUMNS)]


def draw(chart: Chart) -> str:
    """The chart as one <table>."""
    turns = turns_shown(max((len(line.values) for line in chart.lines), default=0))
    most = max((value for line in chart.lines for value in line.values if value is not None), default=0)
    lines = sorted(chart.lines, key=lambda line: (-_last(line), line.player))
    head = "".join(f'<th scope="col" class="n">T-{chart.first + turn}' for turn in turns)
    rows = "".join(_row(chart, line, turns, most) for line in lines)
    return f'<table class="cells"><thead><tr><th scope="col">Player{head}<tbody>{rows}</table>'


def _last(line: Line) -> int:
    return (line.values[-1] if line.values else None) or 0


def _row(chart: Chart, line: Line, turns: Sequence[int], most: int) -> str:
    values = completed(line.values, gaps=chart.gaps)
    cells = []
    for turn in turns:
        value = values[turn] if turn < len(values) else None
        tint = -(-value * TINTS // most) if value is not None and value > 0 and most else 0
        cells.append(f'<td class="n c{tint}">{"" if value is None else told(value, chart.money)}')
    return f'<tr><th scope="row">{named(line.player, line.name)}{"".join(cells)}'
