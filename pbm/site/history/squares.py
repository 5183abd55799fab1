"""The replay of a game on squares, once it is revealed: as every player saw it, and what all of them saw together.

The page has one drawing of all the land, or of all that anybody ever knew where the system does not say what else there
is; over it the script lays what a reader did not know, and draws what they saw there. Nothing of it is public while the
game runs, so there is no replay before.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, Fight, GridPlace, GridUnit, GridView, Trail
from pbm.core.plain import clean
from pbm.core.printout import Printout
from pbm.site.history.replay_rows import Row, news, script_text
from pbm.site.maps.looks import grid, grid_key
from pbm.site.pages import Turn

_TOLD = re.compile(f"[^{UNKNOWN}]+")
OWN = "a unit of the player whose sight is shown"


def together(maps: Sequence[GridView]) -> GridView:
    """What the readers of several maps of one turn saw: of each unit its player's own word, of each place and of what
    nobody plays the latest sight. A map of player 0 has what is so, whoever saw it.
    """
    readers = {view.player for view in maps if view.player}

    def own(view: GridView, player: int) -> bool:
        """Whether a reader is the one to be asked about a player's things."""
        return player == view.player or player not in readers

    return replace(
        maps[0],
        player=0,
        rows=_over([view.rows for view in maps]),
        sight=_over([view.sight or view.rows for view in maps]),
        places=_latest(maps),
        units=_once(unit for view in maps for unit in view.units if own(view, unit.player)),
        trails=_once(trail for view in maps for trail in view.trails if own(view, trail.player)),
        fights=_once(replace(fight, number=0) for view in maps for fight in view.fights),
        window=None,
    )


def _latest(maps: Sequence[GridView]) -> tuple[GridPlace, ...]:
    """Each place in the latest sight of it."""
    places: dict[tuple[int, int], GridPlace] = {}
    for place in (place for view in maps for place in view.places):
        before = places.get((place.x, place.y))
        if before is None or (before.seen and (not place.seen or place.seen > before.seen)):
            places[place.x, place.y] = place
    return tuple(sorted(places.values(), key=lambda place: (place.y, place.x)))


def _over(layers: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Rows of signs laid over each other; the first that knows a square has it."""
    return tuple(
        "".join([next((sign for sign in signs if sign != UNKNOWN), UNKNOWN) for signs in zip(*rows, strict=True)])
        for rows in zip(*layers, strict=True)
    )


def _once(things: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(things))


def maps_of(printouts: Mapping[int, Printout]) -> dict[int, GridView]:
    """By reader the map of squares of their printout, where it has one."""
    return {reader: p.map for reader, p in printouts.items() if isinstance(p.map, GridView)}


def _all_maps(turn: Turn) -> list[GridView]:
    """All maps of a turn of a revealed game; first that of the whole world, where there is one: it is right."""
    return [*([turn.whole] if turn.whole else []), *maps_of(turn.private).values()]


def held(turn: Turn, world: GridView | None) -> GridView | None:
    """The world, or all of it that anybody has known, with whose the places are after a turn, and which changed hands
    in it.
    """
    maps = _all_maps(turn)
    if world is None or not maps:
        return world
    title = "The whole world" if turn.whole else "All that anybody has known"
    taken = _once(taken for view in maps for taken in view.taken)
    return replace(world, title=f"{title}, and whose it is now", places=_latest(maps), taken=taken)


def owners(turn: Turn, before: Mapping[str, int]) -> dict[str, int]:
    """Whose each place is after a turn, by its code, as far as anybody knew it or the world is shown; `before` are
    those of the turn before.
    """
    return {**before, **{place.code: place.owner for place in _latest(_all_maps(turn))}}


def world(turn: Turn, before: GridView | None) -> GridView | None:
    """All the land and all the places of the world, or those that anybody has known up to a turn, without what is
    there; `before` is that of the turn before. None where nobody has a map of squares.
    """
    maps = _all_maps(turn)
    if not maps:
        return before
    now = together(maps)
    rows, places = now.rows, {(place.x, place.y): place for place in now.places}
    if before is not None:
        rows = _over([now.rows, before.rows])
        places = {(place.x, place.y): place for place in before.places} | places
    return replace(
        now,
        title="The map of the turn that is shown below",
        desc="",
        rows=rows,
        sight=(),
        places=tuple(replace(places[at], owner=0, seen=0, text="") for at in sorted(places)),
        **dict.fromkeys(("units", "trails", "fights", "sightings", "taken", "opened", "frames"), ()),
    )


def sights(turn: Turn) -> dict[int, str]:
    """What each reader saw of a turn, and as 0 what all of them saw together, in all the land where that is shown;
    empty without maps of squares.
    """
    maps = maps_of(turn.private)
    if not maps:
        return {}
    rows = {reader: _sight(view) | news(turn.private[reader].changes) for reader, view in maps.items()}
    rows[0] = _sight(together(_all_maps(turn)))
    return {reader: script_text({"n": turn.number} | row) for reader, row in rows.items()}


def _sight(view: GridView) -> Row:
    """A map in short. Squares by their place in reading order; areas as numbers of squares outside and inside it, in
    turn; lists end where nothing but nothing follows.
    """
    row: Row = {
        "me": view.player,
        "known": _area(view.rows, view.width),
        "sight": _area(view.sight, view.width),
        "places": [
            _short(_at(view, it.x, it.y), clean(it.code), clean(it.name), it.owner, it.seen, clean(it.text))
            for it in view.places
        ],
        "units": [_short(_at(view, it.x, it.y), it.kind, it.player, *_words(it)) for it in view.units],
        "trails": [[it.player, *(_at(view, x, y) for x, y in it.points)] for it in view.trails],
        "fights": [_short(_at(view, it.x, it.y), it.number, clean(it.text)) for it in view.fights],
    }
    return {key: value for key, value in row.items() if value}


def _words(unit: GridUnit) -> tuple[str, int, int, str]:
    return clean(unit.label), unit.damage, unit.seen, clean(unit.text)


def _short(*values: int | str) -> list[int | str]:
    found = list(values)
    while found and not found[-1]:
        found.pop()
    return found


def _at(view: GridView, x: int, y: int) -> int:
    return y * view.width + x


def _area(rows: Sequence[str], width: int) -> list[int]:
    found: list[int] = []
    last = 0
    for run in _TOLD.finditer("".join(row.ljust(width, UNKNOWN)[:width] for row in rows)):
        found += (run.start() - last, run.end() - run.start())
        last = run.end()
    return found


def marks(private: Mapping[int, Printout]) -> tuple[str, ...]:
    """What is on any of the maps that is not on all."""
    maps = maps_of(private).values()
    there = {name for view in maps for name in ("trails", "fights", "sight") if getattr(view, name)}
    return tuple(sorted(there | {f"unit {it.kind}" for view in maps for it in view.units}))


def legend_map(view: GridView, marked: Iterable[str]) -> GridView:
    """A map that has all that the replay can show, for its legend."""
    there = set(marked)
    kinds = [mark.removeprefix("unit ") for mark in sorted(there) if mark.startswith("unit ")]
    return replace(
        view,
        player=1,
        units=tuple(GridUnit(0, 0, kinds[0], player) for player in (1, 2)) if kinds else (),
        trails=(Trail(0, 1, ((0, 0),)),) if "trails" in there else (),
        fights=(Fight(0, 0, 0, 0),) if "fights" in there else (),
        sight=view.rows if "sight" in there else (),
        words=(*view.words, ("own", OWN)),
    )


def facts(view: GridView) -> dict[str, Any]:
    """What the script must know beside the turns: places, words, and how things are drawn."""
    return {
        "spaces": [[clean(it.code), clean(it.name), _at(view, it.x, it.y)] for it in view.places],
        "kinds": {letter: clean(word) for letter, word in view.kinds},
        "size": [view.width, view.height],
        "wraps": view.wrap,
        "drawn": {
            "round": grid_key.RADIUS,
            "count": grid.COUNT,
            "fight": grid.NUMBER,
            "below": grid.BELOW,
            "hurt": grid.HURT,
            "third": grid.THIRD,
        },
    }
