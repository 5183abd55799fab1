"""A year of the league: the games that began and ended in it, and its records with the numbers behind each.

Everything comes from the dates of turns and from what is kept of each: no clock is read.
"""

from collections.abc import Sequence

import msgspec

from pbm.core.english import count
from pbm.site.batch import Batch
from pbm.site.history.records import KINDS
from pbm.site.ink.dates import year_of
from pbm.site.search import SearchEntry
from pbm.site.views import Best, GameRow

SHOWN = 3
"""So many of the best of each kind are told."""


class RecordRow(msgspec.Struct, frozen=True):
    """A place among the best of a kind: the game, the figure in words, who, and the page of its turn."""

    row: GameRow
    figure: str
    text: str
    turn: int
    path: str


class YearView(msgspec.Struct, frozen=True):
    """A year as the template sees it; turns, games: how many there were. is_open: it is the league's newest."""

    year: int
    begun: tuple[GameRow, ...]
    ended: tuple[GameRow, ...]
    turns: int
    games: int
    records: tuple[tuple[str, tuple[RecordRow, ...]], ...]
    is_open: bool


def path_of(year: int) -> str:
    """Where a year's page lies."""
    return f"years/{year}.html"


def years_of(rows: Sequence[GameRow]) -> list[int]:
    """The years in which a turn was printed, the newest first."""
    return sorted({year_of(head.date) for row in rows for head in row.heads} - {0}, reverse=True)


def write(batch: Batch, rows: Sequence[GameRow]) -> None:
    """A page for each year."""
    years = years_of(rows)
    for year in years:
        view = _view(year, rows, is_open=year == years[0])
        title = f"{year} in review"
        batch.page(path_of(year), "year.html", title, "archive", told=view, others=[(it, path_of(it)) for it in years])
        batch.found.append(SearchEntry(title, path_of(year), "about", "records of the year"))


def _view(year: int, rows: Sequence[GameRow], *, is_open: bool) -> YearView:
    there = [row for row in rows if any(year_of(head.date) == year for head in row.heads)]
    return YearView(
        year,
        tuple(row for row in there if year_of(row.heads[0].date) == year),
        tuple(row for row in there if row.game.status != "running" and year_of(row.heads[-1].date) == year),
        sum(year_of(head.date) == year for row in there for head in row.heads),
        len(there),
        tuple((name, best) for kind, (name, unit) in KINDS.items() if (best := _best(kind, unit, year, there))),
        is_open,
    )


def _best(kind: str, unit: str, year: int, rows: Sequence[GameRow]) -> tuple[RecordRow, ...]:
    found = [(it, row) for row in rows for it in row.records if it.kind == kind and it.year == year]
    found.sort(key=lambda pair: (-pair[0].rank, pair[1].game.id))
    return tuple(
        RecordRow(row, _figure(it, unit), it.text, it.turn, f"games/{row.game.id}/{it.turn}/index.html")
        for it, row in found[:SHOWN]
    )


def _figure(it: Best, unit: str) -> str:
    """The figure in words: 7 turns, 5.0 to 1, 40 per cent."""
    if it.kind == "odds":
        return f"{it.value // 100}.{it.value % 100 // 10} to 1"
    return count(it.value, unit, unit if it.kind == "chance" else "")
