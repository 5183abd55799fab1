"""The replay: a game turn by turn on one map, from public facts; of a revealed game as every player saw it.

A page with one map, and a script with the turns as data; what each player saw is a script of its own, which the page
asks for when its reader does. No fetch is needed, so all of it works from a disk as every page does.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from pbm.core.legend import UNKNOWN, Legend
from pbm.core.plain import clean
from pbm.core.printout import Arrow, Badge, Circle, MapSpace, MapView, Route, Sighting, Waters
from pbm.core.series import of_players
from pbm.site.history import cells
from pbm.site.history.replay_rows import script_text
from pbm.site.history.turn_series import Leaf, TurnsFile
from pbm.site.maps.places import Places
from pbm.site.maps.shapes import UNITS
from pbm.site.pages import ShownSeat


def blank_map(view: MapView, places: Places) -> MapView:
    """The map that the replay paints: every space that can be owned with a colour and a chip, to be set by the script,
    and nothing in cells.

    The players own it in turn, so that the chips of all are drawn.
    """
    owners = cycle([number for number, _ in view.players] or [1])

    def blank(space: MapSpace) -> MapSpace:
        owner = next(owners) if view.legend.space(space.kind).owned else 0
        return replace(space, owner=owner, controller=0, badges=(), change="", sign="", seen=0)

    spaces = tuple(map(blank, places.fixed(view.spaces)))
    blanked = replace(view, spaces=spaces, arrows=(), routes=(), sightings=(), circles=(), waters=())
    return replace(blanked, title="The map of the turn that is shown below", desc="")


def legend_map(view: MapView, marks: Iterable[str], places: Places) -> MapView:
    """A map that has all that the replay can show, for its legend."""
    there = set(marks)
    changes = [change.name for change in view.legend.changes if f"change {change.name}" in there]
    spaces = list(blank_map(view, places).spaces)
    for k, change in enumerate(changes[: len(spaces)]):
        spaces[k] = replace(spaces[k], change=change)
    if "control" in there:
        spaces[-1] = replace(spaces[-1], owner=0, controller=1)
    arrows = tuple(Arrow(kind.name, "", "") for kind in view.legend.arrows if f"arrow {kind.name}" in there)
    view = replace(view, spaces=tuple(spaces), arrows=arrows)
    return replace(view, **{name: _COURSES[name] for name in cells.COURSES if name in there})


_COURSES: Mapping[str, Any] = {
    "routes": (Route(()),),
    "sightings": (Sighting("", 0, Badge(0)),),
    "circles": (Circle("", 0),),
    "waters": (Waters(0, ()),),
}
"""One of each, for the legend."""


def viewers(leaves: Sequence[Leaf]) -> list[int]:
    """Whose sight can be shown: of a revealed game all its players, and 0 for all of them together."""
    return sorted({viewer for leaf in leaves for viewer in leaf.viewers})


def script(name: str, leaves: Sequence[Leaf], facts: Mapping[str, Any]) -> TurnsFile:
    """The turns as the public saw them, as a script; `facts`: what it must know of the map and the players."""
    head = f'const PBM_REPLAY = {script_text({**facts, "out": _out(leaves)}).removesuffix("}")},"turns":[\n'
    return TurnsFile(name, head.encode(), lambda leaf, texts: texts.frame, b",\n", b"\n]};\n")


def names(players: Sequence[ShownSeat]) -> list[tuple[int, str]]:
    """The players as a script has them."""
    return [(seat.number, clean(seat.country)) for seat in players]


def facts(leaves: Sequence[Leaf], players: Sequence[ShownSeat], last: MapView, places: Places) -> dict[str, Any]:
    """What the script must know of a map of spaces; `last` is the newest, `places` those of its drawing."""
    spaces = [*places.fixed(last.spaces), *_sites(leaves[-1], last)]
    index = {space.code: k for k, space in enumerate(spaces)}
    pairs = sorted({pair for leaf in leaves for pair in leaf.ways if pair[0] in index and pair[1] in index})
    lines = places.ways(pairs)
    kinds = list(dict.fromkeys(space.kind for space in spaces))
    found = {
        "spaces": [[space.code, clean(space.name), kinds.index(space.kind)] for space in spaces],
        "places": [places.units(space.code) for space in spaces],
        "leaders": [places.leader(space.code) for space in spaces],
        "look": places.look,
        "sizes": places.sizes(),
        "shapes": UNITS,
        "legend": _legend(last.legend, kinds),
        "players": names(players),
        "ways": {f"{index[a]}-{index[b]}": line for (a, b), line in zip(pairs, lines, strict=True)},
    }
    return found | ({"cells": _cells(leaves, places)} if places.has_cells else {})


def _sites(newest: Leaf, last: MapView) -> list[MapSpace]:
    """On a map of cells the places with a code of their own, in the order of rows."""
    known = {space.code: space for space in last.spaces}
    return [known.get(code, MapSpace(code, "", "")) for code in newest.sites]


def _cells(leaves: Sequence[Leaf], places: Places) -> list[tuple[str, int, int]]:
    """The code of everything that is in a cell in some turn, and where that is."""
    codes = dict(sorted(pair for leaf in leaves for pair in leaf.cells))
    return [(code, *middle) for code, cell in codes.items() if (middle := places.cell(cell))]


def sight_script(name: str, viewer: int) -> TurnsFile:
    """The turns as one player saw them, as a script."""
    head = f"pbmReplay({viewer},[\n".encode()
    return TurnsFile(name, head, lambda leaf, texts: texts.sights.get(viewer), b",\n", b"\n]);\n")


def sight_path(folder: str, viewer: int) -> str:
    """Where the script of a player's sight lies; 0 is everything."""
    return f"{folder}replay/{viewer or 'all'}.js"


def _legend(legend: Legend, kinds: Sequence[str]) -> dict[str, Any]:
    """The legend as the script needs it; `kinds` are those of the map's spaces."""
    return {
        "spaces": [[it.nobody, it.owned] for it in map(legend.space, kinds)],
        "unknown": legend.space(UNKNOWN).nobody,
        "signs": [[it.word, it.shape] for it in legend.signs],
        "units": [[it.word, it.sign, it.aboard] for it in legend.units],
        "changes": [[it.told, it.line] for it in legend.changes],
        "arrows": [it.line for it in legend.arrows],
        "controlled": [legend.controlled.told, legend.controlled.title],
        "count": legend.count,
        "seen": legend.seen,
    }


def _out(leaves: Sequence[Leaf]) -> Mapping[str, int]:
    """By player the turn in which he went out: the first of which no figure of his is told."""
    found: dict[str, int] = {}
    here: set[int] = set()
    for leaf in leaves:
        now = {player for one in of_players(leaf.series) for player in one.values}
        found |= {str(player): leaf.number for player in sorted(here - now)}
        here = now
    return found
