"""The page of a trial: its charts, a map shaded by how often spaces fall, and the tables of the text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup

from pbm.errors import PbmError
from pbm.site.maps.shades import LEVELS, shaded_map
from pbm.site.output.links import Links, Spot
from pbm.site.parts.blocks import section_html
from pbm.site.parts.linechart import Chart, Line
from pbm.site.parts.linechart import draw as draw_lines
from pbm.site.parts.sharechart import Share, ShareChart
from pbm.site.parts.sharechart import draw as draw_shares
from pbm.site.render import Renderer
from pbm.store.disk import Disk
from pbm.trials import telling
from pbm.trials.findings import Findings, words
from pbm.trials.trial import Laid, mode_of

PAGE, DATA = "index.html", "findings.json"


def write_page(folder: Path, laid: Laid, found: Findings, renderer: Renderer) -> None:
    """Write the page and its figures into a folder, which is made if it is not there. PbmError where that fails."""
    files = {PAGE: page(laid, found, renderer).encode(), DATA: msgspec.json.format(msgspec.json.encode(words(found)))}
    disk = Disk()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PbmError(f"{folder}: cannot be written ({error.strerror or error}).") from None
    for name, data in files.items():
        disk.replace(folder / name, data + b"\n", mode_of(laid.trial))


def page(laid: Laid, found: Findings, renderer: Renderer) -> str:
    """The page, which needs no other file."""
    names = {seat.player: seat.name for seat in found.seats}
    spot = Spot(PAGE, Links())
    most = max(found.falls.values(), default=0)
    falls = {code: telling.per_game(number, found.games) for code, number in found.falls.items()}
    return renderer.lone_page(
        "trial.html",
        style=renderer.file("charts.css") + renderer.file("trial.css"),
        lang="en",
        title=telling.title(found),
        spot=spot,
        subject=f"{found.title}, {found.variant}",
        heading=telling.title(found),
        standfirst=telling.standfirst(found),
        charts=list(_charts(found)),
        map=Markup(shaded_map(laid.rules.geometry, found.falls, "How often spaces fall", falls)),
        steps=_steps(most, found.games),
        sections=[
            {"id": it.id, "title": it.title, "html": Markup(section_html(it, str, names))}
            for it in telling.sections(found)
        ],
    )


def _steps(most: int, games: int) -> list[str]:
    """What each shade means."""
    ends = [most * k // LEVELS for k in range(1, LEVELS + 1)]
    return ["never", *(f"up to {telling.per_game(end, games)}" for end in ends)]


def _charts(found: Findings) -> Iterator[dict[str, Any]]:
    games, turns = found.games, len(found.played)
    shares = tuple(
        Share(
            seat.player, seat.name, round(1000 * seat.first / games), *(round(1000 * end) for end in seat.first_between)
        )
        for seat in found.seats
    )
    title = "First places"
    chart = ShareChart("first", title, shares, round(1000 / len(shares)))
    yield _told(
        "first", title, "per cent of games that the seat alone came first in, with 95 % intervals", draw_shares(chart)
    )
    sizes = [Line(it.player, it.name, [quartiles[1] for quartiles in it.sizes]) for it in found.seats]
    yield _lines("size", found.figure, f"{found.unit}, in the middle of the games that had the turn", 0, sizes)
    alive = [Line(it.player, it.name, [100 * n // games for n in it.surviving]) for it in found.seats]
    yield _lines("alive", "Survival", "per cent of games in which the seat was not out", 0, alive)
    hands = [Line(1, "From players", found.taken), Line(2, "From nobody", found.fresh)]
    note = "spaces in a hundred games that came to somebody"
    yield _lines("hands", "Captures a turn", note, 1, hands, is_named=True)
    if turns > 1:
        yield _lines("length", "Games", "that had the turn", 1, [Line(1, "Games", found.played)], is_named=True)


def _lines(at: str, title: str, note: str, first: int, lines: list[Line], *, is_named: bool = False) -> dict[str, Any]:
    chart = Chart(at, title, first, tuple(lines), is_named=is_named)
    return _told(at, title, note, draw_lines(chart))


def _told(at: str, title: str, note: str, svg: str) -> dict[str, Any]:
    return {"id": at, "title": title, "note": note, "svg": Markup(svg)}
