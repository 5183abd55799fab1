"""The pages of the site benchmark as printouts of a game of ours: what the measured commands load, and little else."""

import json
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pbm.core.printout import Printout
    from pbm.site.pages import Game, TurnSource


def sheet(content: dict[str, Any], player: int, turn: int) -> "Printout":
    """One of the pages as a printout."""
    from pbm.core.printout import Column, Item, Items, MapView, Paragraphs, Printout, Section, Table

    def bullets(lines: list[str]) -> Items:
        return Items(tuple(Item("", line) for line in lines))

    texts: list[str] = content["texts"]
    columns = (Column("#", "number"), *(Column(head) for head in content["heads"][1:]))
    sections = (
        Section("summary", "Summary", (Paragraphs(tuple(texts[:2])),)),
        Section("position", "Your position", (Paragraphs((texts[2],)), bullets(content["items"]))),
        Section("orders", "Orders and results", (Table(columns, tuple(map(tuple, content["rows"]))),)),
        Section("intelligence", "Intelligence", (Paragraphs((texts[3],)), bullets(content["seen"]))),
        Section("news", "News", (Paragraphs(tuple(texts[4:])),)),
    )
    title, nothing = str(content["title"]), MapView("", "", "", ())
    return Printout("B-1", "bench", turn, player, title, (), title, "", (), (), sections, nothing)


def bench_game(last: int, turns: "Callable[[], Iterable[TurnSource]]", ground: str = "") -> "Game":
    """A revealed game of 25 players with these turns; `ground` names its drawn map."""
    from pbm.site.pages import Game, ShownSeat

    seats = tuple(ShownSeat(n, f"Country {n}") for n in range(1, 26))
    return Game("B-1", "Bench", "bench", "grid", "revealed", "", "", seats, "", ground, 1, last, turns, "00")


def build_ours(source: Path, count: int) -> None:
    """A revealed game whose printouts hold the same pages, through the site's own build."""
    from pbm.site.build import build
    from pbm.site.pages import League, Turn
    from pbm.site.render import templates_dir
    from tests.example_league.league import ready

    def read(k: int) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((source / f"p{k}.json").read_text())
        return content

    def turns() -> "Iterator[Turn]":
        for turn in range(1, (count + 24) // 25 + 1):
            first = 25 * (turn - 1)
            own = {k - first + 1: sheet(read(k), k - first + 1, turn) for k in range(first, min(first + 25, count))}
            yield Turn(turn, "2026-01-01T00:00:00+00:00", sheet(read(first), 0, turn), own)

    league = League("Bench", "", "", (bench_game((count + 24) // 25, lambda: ready(turns())),))
    report = build(league, {}, source.parent / "ours", templates_dir())
    assert report.pages >= count


def build_pages(root: Path, *_: object, **__: object) -> Any:
    """What stands in for pbm.publish.outgoing.build_all: the same site of what was laid there."""
    from pbm.core.printout import MapView
    from pbm.publish.outgoing import Built
    from pbm.site.build import build
    from pbm.site.pages import League, Post, Turn, TurnSource
    from pbm.site.render import templates_dir

    files = sorted((root / "content" / "turns").iterdir())
    geometries = msgspec.json.decode((root / "geometries.json").read_bytes())

    def make(number: int) -> Turn:
        told = msgspec.json.decode(files[number - 1].read_bytes())
        own = {player: sheet(content, player, number) for player, content in enumerate(told["pages"], 1)}
        drawn = msgspec.convert(told["map"], MapView)
        public = msgspec.structs.replace(sheet(told["pages"][0], 0, number), map=drawn)
        news = Post("2026-01-01", "", "the moderator", told["news"], turn=number)
        return Turn(number, "2026-01-01T00:00:00+00:00", public, own, news=(news,))

    def turns() -> "Iterator[TurnSource]":
        for number, path in enumerate(files, 1):
            yield TurnSource(number, partial(make, number), str(os.stat(path).st_mtime_ns))

    league = League("Bench", "", "", (bench_game(len(files), turns, *geometries),))
    return Built(build(league, geometries, root / "output" / "site", templates_dir()), 0)
