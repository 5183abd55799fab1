"""A turn as the replay shows it: compact rows, for the public and in a revealed game for every reader.

What a reader saw is taken from his own printout, which was made from his view; only what differs from the public's
map of the same turn is written down.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbm.core.printout import Arrow, Item, Items, MapSpace, Printout
from pbm.site.history.tables import words
from pbm.site.ink import dates
from pbm.site.ink.prose import clean
from pbm.site.pages import Turn

KINDS: tuple[Literal["attack", "support", "move"], ...] = ("attack", "support", "move")
SIGNS = ("", "circle", "diamond", "cross")
CHANGES = ("", "captured", "claimed", "revolution")
TOLD = 7  # pieces of news beside the map; the turn's page has them all

Row = dict[str, Any]


def frame(turn: Turn, changes: Iterable[tuple[str, int, int, str]], first: bool) -> str:
    """The turn as the public saw it: owners that changed (at first all), marks, units and signs, news."""
    spaces = turn.public.spaces
    places = {space.code: k for k, space in enumerate(spaces)}
    row: Row = {"n": turn.number, "day": dates.day(turn.date), "head": words(turn.public.headline)} | _sight(spaces)
    if not first:
        row["own"] = [number for code, _, to, _ in changes for number in (places[code], to)]
    items = next((b.items for section in turn.public.sections for b in section.blocks if isinstance(b, Items)), ())
    return script_text({key: value for key, value in (row | _news(items)).items() if value or key == "n"})


def sights(turn: Turn) -> dict[int, str]:
    """What each reader saw of a turn, and as 0 what all of them saw together."""
    public = turn.public.spaces
    base = _sight(public)
    places = {space.code: k for k, space in enumerate(public)}
    rows = {player: _differing(_sight(p.spaces), base) | _read(p, places) for player, p in turn.private.items()}
    together = _differing(_sight(_together([p.spaces for p in turn.private.values()])), base)
    arrows = _arrows([a for player, p in turn.private.items() for a in p.arrows if a.player == player], places)
    found = {player: script_text({"n": turn.number} | row) for player, row in rows.items()}
    return found | {0: script_text({"n": turn.number} | together | ({"arrows": arrows} if arrows else {}))}


def ways(printouts: Iterable[Printout]) -> tuple[tuple[str, str], ...]:
    """The pairs of spaces that any arrow joins."""
    return tuple(sorted({(arrow.start, arrow.end) for printout in printouts for arrow in printout.arrows}))


def marks(printouts: Iterable[Printout]) -> tuple[str, ...]:
    """What stands on any of their maps that is not on all: arrows by kind, changes, minors under control."""
    found: set[str] = set()
    for printout in printouts:
        found |= {arrow.kind for arrow in printout.arrows} | {space.change for space in printout.spaces}
        if any(space.controller and not space.owner for space in printout.spaces):
            found.add("controlled")
    return tuple(sorted(found - {""}))


def _sight(spaces: Sequence[MapSpace]) -> Row:
    """All that a map shows of its spaces."""
    row: Row = {"own": [], "ctl": [], "new": [], "units": [], "signs": []}
    for k, space in enumerate(spaces):
        if space.owner:
            row["own"] += (k, space.owner)
        elif space.controller:
            row["ctl"] += (k, space.controller)
        if space.change:
            row["new"] += (k, CHANGES.index(space.change))
        if space.sign:
            row["signs"] += (k, SIGNS.index(space.sign))
        for b in space.badges:
            row["units"].append(_short([k, b.player, b.army, b.navy, b.air, b.cargo]))
    return row


def _differing(row: Row, base: Row) -> Row:
    """What of it the public map does not show just so."""
    return {key: value for key, value in row.items() if value != base[key]}


def _read(printout: Printout, places: Mapping[str, int]) -> Row:
    """The arrows on a reader's map, and what his printout tells first."""
    row = _news(printout.changes)
    arrows = _arrows(printout.arrows, places)
    return row | ({"arrows": arrows} if arrows else {})


def _arrows(arrows: Iterable[Arrow], places: Mapping[str, int]) -> list[int]:
    """Arrows as kind, start, end, player, one after the other."""
    found: list[int] = []
    for a in arrows:
        if a.start in places and a.end in places and a.start != a.end:
            found += (KINDS.index(a.kind), places[a.start], places[a.end], a.player)
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


def _short(row: list[int]) -> list[int]:
    while row and not row[-1]:
        row.pop()
    return row


def _news(items: Sequence[Item]) -> Row:
    """The first pieces of news: label, bold, rest, and whether they are bad; how many there are more."""
    if not items:
        return {}
    told = [
        [clean(it.label), clean(it.lead), clean(it.rest), *([1] if it.tone == "bad" else [])] for it in items[:TOLD]
    ]
    return {"told": told} | ({"more": len(items) - TOLD} if len(items) > TOLD else {})


def script_text(value: Any) -> str:
    """Plain data as a script has it: ASCII, whatever a server says of its letters; and nothing in it ends a script."""
    text = msgspec.json.encode(value).decode()
    if not text.isascii():
        text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")
