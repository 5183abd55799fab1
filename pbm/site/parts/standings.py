"""The players' standings with their history as step lines."""

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.printout import Cell, Section, Table
from pbm.site.ink.marks import fill
from pbm.site.parts.blocks import table_html


def find_table(section: Section, title: str) -> tuple[Table, int, int] | None:
    """The players' table of the standings: it, its column of players, and the one of that title."""
    for block in section.blocks:
        if isinstance(block, Table):
            kinds, titles = ([getattr(column, key) for column in block.columns] for key in ("kind", "title"))
            if "player" in kinds and title in titles:
                return block, kinds.index("player"), titles.index(title)
    return None


def add(history: dict[int, list[int]], values: Mapping[int, int]) -> None:
    """Add a turn's standings to the players' history."""
    for player, value in values.items():
        history.setdefault(player, []).append(value)


def _filled(table: Table, who: int, what: int) -> tuple[Table, int, int]:
    """The table without columns of words in which no word stands: the players' names, where nobody is named."""
    empty = {at for at in range(who + 1, what) if table.rows and not any(row[at] for row in table.rows)}
    if not empty:
        return table, who, what
    kept = [at for at in range(len(table.columns)) if at not in empty]

    def pick(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(row[at] for at in kept)

    total = pick(table.total) if table.total else None
    columns = tuple(table.columns[at] for at in kept)
    table = replace(table, columns=columns, rows=tuple(map(pick, table.rows)), total=total)
    return table, who, what - len(empty)


def standings(section: Section, history: dict[int, list[int]], first: int, title: str) -> Markup | None:
    """The table of the standings, with each player's line from turn `first` on; None where a section has none."""
    found = find_table(section, title) if section.id == "standings" else None
    if not found:
        return None
    table, who, what = _filled(*found)
    drawn = sparks(history) if max(map(len, history.values()), default=0) > 1 else {}
    lines = {
        at: drawn[player]
        for at, row in enumerate(table.rows)
        if isinstance(player := row[who], int) and player in drawn
    }
    turns = max(map(len, history.values()), default=1)
    return Markup(table_html(table, lines, what if drawn else -1, f"T-{first} to T-{first + turns - 1}"))


SPARK_TURNS = 40  # the newest turns are drawn


def sparks(history: dict[int, list[int]]) -> dict[int, Markup]:
    """A step line a player, one scale for all, the end dot in the player's colour."""
    lines = {player: line[-SPARK_TURNS:] for player, line in history.items()}
    low = min((min(line) for line in lines.values()), default=0)
    high = max((max(line) for line in lines.values()), default=1)
    span = max(high - low, 1)

    @cache
    def y(value: int) -> str:
        return f"{16 - 12 * (value - low) / span:.3g}"

    out = {}
    for player, line in lines.items():
        step = 72 / max(len(line) - 1, 1)
        path = f"M3 {y(line[0])}"
        for at, value in enumerate(line[1:], 1):
            path += f"H{3 + step * at:.3g}" + (f"V{y(value)}" if value != line[at - 1] else "")
        told = f"turn by turn: {', '.join(map(str, line))}"
        out[player] = Markup(
            f'<svg class="spark" viewBox="0 0 82 20" role="img" aria-label="{told}"><path d="{path}"/>'
            f'<circle class="{fill(player)}" cx="{3 + step * (len(line) - 1):.3g}" cy="{y(line[-1])}" r="3"/></svg>'
        )
    return out
