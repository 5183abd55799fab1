"""A turn as the replay shows it: compact rows, for the public and in a revealed game for every reader.

Kinds are numbers in them: their places in the legend's lists, which the replay's script has beside them. What is aboard
others goes on after the kinds of units.

What a reader saw is taken from his own printout, which was made from his view; only what differs from the public's
map of the same turn is written down.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbm.core.legend import UNKNOWN, Legend
from pbm.core.plain import clean
from pbm.core.printout import Arrow, Item, Items, MapSpace, Printout
from pbm.site.history.cells import Cells
from pbm.site.history.tables import words
from pbm.site.ink import dates
from pbm.site.pages import Turn

TOLD = 7  # pieces of news beside the map; the turn's page has them all

Row = dict[str, Any]


def frame(turn: Turn, changes: Iterable[tuple[str, int, int, str]], first: bool, cells: Cells | None = None) -> str:
    """The turn as the public saw it: owners that changed (at first all), marks, units and signs, news; `cells` of its
    maps, where they have any.
    """
    spaces, legend = _board(turn.public, cells), turn.public.legend
    places = {space.code: k for k, space in enumerate(spaces)}
    row: Row = {"n": turn.number, "day": dates.day(turn.date), "head": words(turn.public.headline)}
    row |= _sight(spaces, legend)
    if not first:
        moved = [(code, to) for code, _, to, _ in changes] + (cells.changes() if cells else [])
        row["own"] = [number for code, to in moved for number in (places[code], to)]
    listed = (b.items for section in turn.public.sections for b in section.blocks if isinstance(b, Items))
    items = next(listed, turn.public.changes)
    row |= _in_cells(turn.public, cells) | news(items, _days(turn.public, cells))
    return script_text({key: value for key, value in row.items() if value or key == "n"})


def sights(turn: Turn, cells: Cells | None = None) -> dict[int, str]:
    """What each reader saw of a turn, and as 0 what all of them saw together; `cells` as for `frame`."""
    public, legend = _board(turn.public, cells), turn.public.legend
    base = _sight(public, legend) | _in_cells(turn.public, cells)
    places = {space.code: k for k, space in enumerate(public)}
    told = turn.private.items()
    boards = {player: _board(p, cells) for player, p in told}
    rows = {
        player: _differing(_sight(boards[player], legend) | _in_cells(p, cells), base) | _read(p, places, cells)
        for player, p in told
    }
    all_seen = _sight(_together(list(boards.values())), legend)
    if cells:
        all_seen |= cells.row(cells.together(turn.public.space_map, {player: p.space_map for player, p in told}))
    together = _differing(all_seen, base)
    arrows = _arrows([a for player, p in told for a in p.arrows if a.player == player], places, legend)
    found = {player: script_text({"n": turn.number} | row) for player, row in rows.items()}
    return found | {0: script_text({"n": turn.number} | together | ({"arrows": arrows} if arrows else {}))}


def ways(printouts: Iterable[Printout]) -> tuple[tuple[str, str], ...]:
    """The pairs of spaces that any arrow joins."""
    return tuple(sorted({(arrow.start, arrow.end) for printout in printouts for arrow in printout.arrows}))


def marks(printouts: Iterable[Printout]) -> tuple[str, ...]:
    """What is on any of their maps that is not on all: arrows and changes by kind, spaces under control."""
    found: set[str] = set()
    for printout in printouts:
        found |= {f"arrow {arrow.kind}" for arrow in printout.arrows}
        found |= {f"change {space.change}" for space in printout.spaces if space.change}
        if any(space.controller and not space.owner for space in printout.spaces):
            found.add("control")
    return tuple(sorted(found))


def _sight(spaces: Sequence[MapSpace], legend: Legend) -> Row:
    """All that a map shows of its spaces."""
    row: Row = {"own": [], "ctl": [], "new": [], "units": [], "signs": [], "seen": [], "dark": []}
    changes, signs, units = _numbers(legend.changes), _numbers(legend.signs), _numbers(legend.units)
    for k, space in enumerate(spaces):
        if space.owner:
            row["own"] += (k, space.owner)
        elif space.controller:
            row["ctl"] += (k, space.controller)
        if space.change:
            row["new"] += (k, changes[space.change])
        if space.sign:
            row["signs"] += (k, signs[space.sign])
        if space.seen:
            row["seen"] += (k, space.seen)
        if space.kind == UNKNOWN:
            row["dark"].append(k)
        for b in space.badges:
            counts = [number for kind, n in b.units for number in (units[kind], n)]
            counts += [number for kind, n in b.aboard for number in (len(units) + units[kind], n)]
            row["units"].append([k, b.player, *counts])
    return row


def _numbers(kinds: Sequence[Any]) -> dict[str, int]:
    """The kinds of a list by name, each with its place."""
    return {kind.name: k for k, kind in enumerate(kinds)}


def _board(printout: Printout, cells: Cells | None) -> Sequence[MapSpace]:
    """The spaces of a map that have a number in rows."""
    return cells.board(printout.spaces) if cells else printout.spaces


def _in_cells(printout: Printout, cells: Cells | None) -> Row:
    return cells.row(printout.space_map) if cells else {}


def _days(printout: Printout, cells: Cells | None) -> list[list[Any]]:
    return cells.days(printout.space_map) if cells else []


def _differing(row: Row, base: Row) -> Row:
    """What of it the public map does not show just so."""
    return {key: value for key, value in row.items() if value != base[key]}


def _read(printout: Printout, places: Mapping[str, int], cells: Cells | None) -> Row:
    """The arrows on a reader's map, and what his printout tells first."""
    row = news(printout.changes, _days(printout, cells))
    arrows = _arrows(printout.arrows, places, printout.legend)
    return row | ({"arrows": arrows} if arrows else {})


def _arrows(arrows: Iterable[Arrow], places: Mapping[str, int], legend: Legend) -> list[int]:
    """Arrows as kind, start, end, player, one after the other."""
    found: list[int] = []
    kinds = _numbers(legend.arrows)
    for a in arrows:
        if a.start in places and a.end in places and a.start != a.end:
            found += (kinds[a.kind], places[a.start], places[a.end], a.player)
    return found


def _together(maps: Sequence[Sequence[MapSpace]]) -> list[MapSpace]:
    """What several readers saw: of each space the sight of the one who saw most."""
    found = []
    for seen in zip(*maps, strict=True):
        best = seen[0]
        for space in seen:
            if len(space.badges) > len(best.badges) or (space.controller and not best.controller):
                best = space
        found.append(best)
    return found


def news(items: Sequence[Item], more: Iterable[list[Any]] = ()) -> Row:
    """The first pieces of news: label, bold, rest, and whether they are bad; `more` such rows; how many there are more
    pieces.
    """
    told: list[list[Any]] = [
        [clean(it.label), clean(it.lead), clean(it.rest), *([1] if it.tone == "bad" else [])] for it in items[:TOLD]
    ]
    told += more
    if not told:
        return {}
    return {"told": told} | ({"more": len(items) - TOLD} if len(items) > TOLD else {})


def script_text(value: Any) -> str:
    """Plain data as a script has it: ASCII, whatever a server says of its letters; and nothing in it ends a script."""
    text = msgspec.json.encode(value).decode()
    if not text.isascii():
        text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")
