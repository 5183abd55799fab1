"""The files of a game's data: CSV for spreadsheets, one JSON file for programs, and the schema of that.

Each is the game's leaves joined. What the columns mean stands in content/about/data.md.
"""

import json
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

import msgspec

from pbm.printout import MapView
from pbm.site.leaf import Leaf
from pbm.site.pages import Game
from pbm.site.prose import clean
from pbm.site.tables import Value, csv_lines, joined

SCHEMA = "game.schema.json"
FORMAT = 1  # of game.json


class File(msgspec.Struct, frozen=True):
    """A file of data: name below the game's data folder, title, how many rows, text."""

    name: str
    title: str
    rows: int
    text: str


def schema() -> str:
    """The JSON Schema of game.json, the same for all games."""
    return resources.files("pbm.site").joinpath(SCHEMA).read_text("utf-8")


def files(game: Game, leaves: Sequence[Leaf], last: MapView) -> Iterator[File]:
    """The data files of a game; `last` is the newest public map."""
    seats: list[list[Value]] = [[s.number, clean(s.country), clean(s.person) or None] for s in game.players]
    yield File("players.csv", "Players", len(seats), csv_lines([["player", "home", "name"], *seats]))
    names = dict.fromkeys(name for leaf in leaves for name in leaf.rows)
    for name in names:
        parts = [leaf.rows[name] for leaf in leaves if name in leaf.rows]
        yield File(f"{name}.csv", parts[-1].title, sum(part.text.count("\r\n") for part in parts), joined(parts))
    yield File("game.json", "All of it", len(leaves), _game(game, leaves, last))


def _game(game: Game, leaves: Sequence[Leaf], last: MapView) -> str:
    """game.json: facts of the game, then a line for each turn."""
    figures = {one.id: one for leaf in leaves for one in leaf.series}
    head: dict[str, Any] = {
        "$schema": f"../../../{SCHEMA}",
        "format": FORMAT,
        "game": game.id,
        "title": clean(game.title),
        "system": game.system,
        "variant": game.variant,
        "status": game.status,
        "players": [{"player": s.number, "home": clean(s.country), "name": clean(s.person)} for s in game.players],
        "spaces": {s.code: clean(s.name) for s in last.spaces if s.kind == "land"},
        "figures": {
            one.id: {"title": clean(one.title), "unit": clean(one.unit), "note": clean(one.note)}
            for one in figures.values()
        },
    }
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{text},\n "turns": [\n' + ",\n".join(leaf.json for leaf in leaves) + "\n ]\n}\n"
