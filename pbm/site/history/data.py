"""The files of a game's data: CSV for spreadsheets, one JSON file for programs, and the schema of that.

Each is the game's leaves joined. What the columns mean stands in content/about/data.md.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pbm.core.plain import clean
from pbm.core.printout import MapView
from pbm.core.series import of_players
from pbm.site.history.tables import Columns, Value, csv_lines, laid
from pbm.site.history.turn_series import Leaf, Texts, TurnsFile
from pbm.site.pages import Game

SCHEMA = "game.schema.json"
FORMAT = 1  # of game.json


def schema() -> str:
    """The JSON Schema of game.json, the same for all games."""
    return Path(__file__).with_name(SCHEMA).read_text("utf-8")


def files(game: Game, leaves: Sequence[Leaf], last: MapView | None) -> Iterator[TurnsFile]:
    """The data files of a game, by their names below its data folder; `last` is the newest public map of spaces."""
    seats: list[list[Value]] = [[s.number, clean(s.country), clean(s.person) or None] for s in game.players]
    players = csv_lines([["player", "home", "name"], *seats]).encode()
    yield TurnsFile("players.csv", players, lambda leaf, texts: None, title="Players")
    for name in dict.fromkeys(name for leaf in leaves for name in leaf.tables):
        yield _table(name, [leaf.tables[name] for leaf in leaves if name in leaf.tables])
    between, tail = b",\n", b"\n ]\n}\n"
    yield TurnsFile("game.json", _head(game, leaves, last), lambda leaf, texts: texts.json, between, tail, "All of it")


def _table(name: str, parts: Sequence[Columns]) -> TurnsFile:
    """A CSV file: the turns' rows under all the columns that any of them has."""
    columns = list(dict.fromkeys(column for part in parts for column in part.columns))

    def piece(leaf: Leaf, texts: Texts) -> bytes | None:
        return laid(texts.rows[name], leaf.tables[name].columns, columns) if name in texts.rows else None

    head = csv_lines([columns]).encode()
    return TurnsFile(f"{name}.csv", head, piece, title=parts[-1].title)


def _head(game: Game, leaves: Sequence[Leaf], last: MapView | None) -> bytes:
    """The beginning of game.json: facts of the game. What follows is a line for each turn."""
    figures = {one.id: one for leaf in leaves for one in of_players(leaf.series)}
    head: dict[str, Any] = {
        "$schema": f"../../../{SCHEMA}",
        "format": FORMAT,
        "game": game.id,
        "title": clean(game.title),
        "system": game.system,
        "variant": game.variant,
        "status": game.status,
        "players": [{"player": s.number, "home": clean(s.country), "name": clean(s.person)} for s in game.players],
        "spaces": {s.code: clean(s.name) for s in last.spaces if last.legend.space(s.kind).owned} if last else {},
        "figures": {
            one.id: {"title": clean(one.title), "unit": clean(one.unit), "note": clean(one.note)}
            for one in figures.values()
        },
    }
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{text},\n "turns": [\n'.encode()
