"""What the site keeps of a turn for all that runs over the whole game: charts, files of data, the replay.

A leaf is made from its turn and the leaf before it, and of nothing else; so it can be remembered from one build to
the next, and a new turn costs one leaf however many there are. The files are leaves joined, never turns read again.
What stands in them word for word is no part of the leaf: the texts of all turns are too large to be held.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from pbm.core.grid import GridView
from pbm.core.plain import clean
from pbm.core.printout import Feat, MapSpace
from pbm.core.series import Series, of_players
from pbm.site.history import cells, happened, replay_rows, squares, tables
from pbm.site.history.dealings import Deal, deals
from pbm.site.history.tables import Columns, Rows, Value, csv_lines
from pbm.site.maps.places import Places
from pbm.site.pages import ShownSeat, Turn


class Leaf(msgspec.Struct, frozen=True):
    """A turn's part of everything. owners: by space that is somebody's; changes: (space, from, to, how).

    tables: by file the title and the columns; viewers: whose sight is told, 0 for what all saw
    together (of a revealed game); ways: the spaces that arrows join; marks: what a legend must explain;
    world: of a revealed game on squares all its land, or all that anybody has known up to this turn. sites: places on
    squares or in cells and whose they are, of a map of cells as pbm/site/history/cells.py has them; cells: what is in a
    cell on any reader's map, and its cell. told: what the public read of a space; feats: what may be a record. Of a
    revealed game deals: what players said and did to each other; passed: who sent units to a space that was not theirs.
    """

    number: int
    digest: str
    owners: dict[str, int]
    changes: tuple[tuple[str, int, int, str], ...]
    series: tuple[Series, ...]
    tables: dict[str, Columns]
    viewers: tuple[int, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    world: GridView | None = None
    sites: dict[str, int] = {}
    cells: tuple[tuple[str, str], ...] = ()
    deals: tuple[Deal, ...] = ()
    feats: tuple[Feat, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    passed: tuple[tuple[str, int], ...] = ()


class Texts(msgspec.Struct, frozen=True):
    """A turn's pieces of files, in UTF-8. rows: lines of CSV by file; json: the turn's object in game.json; frame: the
    turn in the replay, as the public sees it; sights: what each reader saw.
    """

    rows: dict[str, bytes]
    json: bytes
    frame: bytes
    sights: dict[int, bytes] = {}


class TurnsFile(msgspec.Struct, frozen=True):
    """A file that tells of every turn: its name, and its title where it is listed; what makes a turn's piece, of the
    turn's leaf and its texts: None for none. `between` stands between two pieces.
    """

    name: str
    head: bytes
    piece: Callable[[Leaf, Texts], bytes | None]
    between: bytes = b""
    tail: bytes = b""
    title: str = ""

    def whole(self, turns: Iterable[tuple[Leaf, Texts]]) -> bytes:
        """The file's bytes."""
        pieces = [piece for leaf, texts in turns if (piece := self.piece(leaf, texts)) is not None]
        return b"".join((self.head, self.between.join(pieces), self.tail))


def make_leaf(
    turn: Turn, before: Leaf | None, places: Places | None = None, players: Sequence[ShownSeat] = ()
) -> tuple[Leaf, Texts]:
    """The leaf of a turn, and its texts; `before` is the leaf of the turn before it, `places` those of its map's
    drawing: needed where that has cells. players: those whose dealings are told.
    """
    legend = turn.public.legend
    owned = [space for space in turn.public.spaces if legend.space(space.kind).owned]
    changes = _changes(owned, before)
    data = tables.public_tables(turn.public)
    rows = _rows(turn, owned, changes, data)
    in_cells = None
    if places and places.has_cells:
        in_cells = cells.Cells(places, turn.public.space_map, before.sites if before else {})
    maps = [p.space_map for p in (turn.public, *turn.private.values())] if in_cells else []
    seen = squares.sights(turn) or (replay_rows.sights(turn, in_cells) if turn.private else {})
    texts = Texts(
        rows={name: table.text.encode() for name, table in rows.items()},
        json=_json(turn, owned, changes, data),
        frame=replay_rows.frame(turn, changes, before is None, in_cells).encode(),
        sights={viewer: text.encode() for viewer, text in seen.items()},
    )
    world = squares.world(turn, before.world if before else None)
    sites = in_cells.owners if in_cells else squares.owners(turn, before.sites if before else {})
    leaf = Leaf(
        number=turn.number,
        digest=turn.digest,
        owners={space.code: space.owner for space in owned if space.owner},
        changes=changes,
        series=turn.series,
        tables={name: Columns(table.title, table.columns) for name, table in rows.items()},
        viewers=tuple(texts.sights),
        ways=replay_rows.ways(turn.private.values()),
        marks=(
            *replay_rows.marks((turn.public, *turn.private.values())),
            *squares.marks(turn.private),
            *cells.marks(maps),
        ),
        world=world,
        sites=sites,
        cells=in_cells.codes(maps) if in_cells else (),
        deals=deals(turn.public, turn.private, turn.press, players) if turn.private else (),
        feats=happened.feats(turn.public, turn.private),
        told=happened.told(turn.public),
        passed=happened.passed(turn.private),
    )
    return leaf, texts


def _changes(owned: Sequence[MapSpace], before: Leaf | None) -> tuple[tuple[str, int, int, str], ...]:
    """What changed hands: by the map, and what the map tells nothing of."""
    if before is None:
        return ()
    found = []
    for space in owned:
        old = before.owners.get(space.code, 0)
        if space.owner != old:
            found.append((space.code, old, space.owner, space.change or "changed"))
    return tuple(found)


Found = dict[str, tuple[str, tuple[str, ...], list[list[Value]]]]


def _rows(
    turn: Turn, owned: Sequence[MapSpace], changes: Iterable[tuple[str, int, int, str]], data: Found
) -> dict[str, Rows]:
    """The turn's lines in each CSV file."""
    n = turn.number
    names = {space.code: clean(space.name) for space in owned}
    legend = turn.public.legend
    signs = any(space.sign for space in owned)
    spaces: list[list[Value]] = [
        [
            n,
            space.code,
            names[space.code],
            space.owner or None,
            *([legend.sign(space.sign).word if space.sign else ""] if signs else []),
        ]
        for space in owned
    ]
    taken: list[list[Value]] = [
        [n, code, names[code], old or None, new or None, how] for code, old, new, how in changes
    ]
    found = {
        "turns": Rows("Turns", ("turn", "date", "headline", "digest"), csv_lines([turn_row(turn)])),
        "spaces": Rows("Spaces", SPACES if signs else SPACES[:4], csv_lines(spaces)),
        "captures": Rows("Changes of hands", CAPTURES, csv_lines(taken)),
        "figures": Rows("Figures of the players", figure_columns(turn.series), csv_lines(figure_rows(n, turn.series))),
    }
    for name, (title, columns, rows) in data.items():
        found[file_name(name)] = Rows(clean(title), ("turn", *columns), csv_lines([n, *row] for row in rows))
    return found


SPACES = ("turn", "space", "name", "owner", "sign")
CAPTURES = ("turn", "space", "name", "from", "to", "how")
OWN = ("turns", "spaces", "captures", "figures", "players")


def file_name(table: str) -> str:
    """The file of a printout's table: its section's name, but for what we call so ourselves."""
    return f"table-{table}" if table in OWN else table


def turn_row(turn: Turn) -> list[Value]:
    """A turn in the table of turns."""
    return [turn.number, turn.date[:10], tables.words(turn.public.headline), turn.digest]


def figure_columns(series: Iterable[Series]) -> tuple[str, ...]:
    """The columns of the players' figures."""
    return ("turn", "player", *(one.id for one in of_players(series)))


def figure_rows(number: int, series: Sequence[Series]) -> list[list[Value]]:
    """The figures of a turn, a row for each player who has any."""
    told = of_players(series)
    players = sorted({player for one in told for player in one.values})
    return [[number, player, *(figure(one, player) for one in told)] for player in players]


def figure(series: Series, player: int) -> Value:
    """A player's figure, money in whole units and hundredths."""
    value = series.values.get(player)
    return value / 100 if series.money and value is not None else value


def _json(turn: Turn, owned: Sequence[MapSpace], changes: Iterable[tuple[str, int, int, str]], data: Found) -> bytes:
    """The turn's object in game.json."""
    number, date, headline, digest = turn_row(turn)
    words: dict[str, Any] = {
        "turn": number,
        "date": date,
        "headline": headline,
        "digest": digest,
        "page": f"../{turn.number}/index.html",
        "owners": {space.code: space.owner or None for space in owned},
        "captures": [
            {"space": code, "from": old or None, "to": new or None, "how": how} for code, old, new, how in changes
        ],
        "figures": {one.id: {str(p): figure(one, p) for p in one.values} for one in of_players(turn.series)},
        "tables": {
            name: [dict(zip(columns, row, strict=True)) for row in rows] for name, (_, columns, rows) in data.items()
        },
    }
    return msgspec.json.encode(words)
