"""What is in cells of a map, for the replay: places and signs that come and go, what was seen there, courses.

The spaces of such a map that have an outline are on the map of every turn, and so is, from its first turn on, a place
with a code of its own, such as a port: these have numbers in rows. All else is written by code, and as nodes of the
drawing: it stands where the turn's own map has it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from msgspec.structs import replace

from pbm.core.legend import Legend
from pbm.core.plain import clean, visible
from pbm.core.printout import Badge, MapSpace, MapView, Sighting
from pbm.site.maps.places import Places

COURSES = ("routes", "sightings", "circles", "waters")
"""What a map may have beside spaces and arrows; so are the marks called that a legend must explain."""


class Cells:
    """What is in the cells of one turn's maps. owners: by place with a code of its own whose it is, 0 for nobody's, in
    the order in which they came into the game; `before` are those of the turn before.
    """

    def __init__(self, places: Places, public: MapView, before: Mapping[str, int]) -> None:
        self.places, self.before = places, before
        now = {space.code: space.owner for space in self._in_cells(public) if space.at}
        self.owners = {**before, **now}

    def _in_cells(self, view: MapView) -> list[MapSpace]:
        fixed = {space.code for space in self.places.fixed(view.spaces)}
        return [space for space in view.spaces if space.code not in fixed]

    def board(self, spaces: Sequence[MapSpace]) -> tuple[MapSpace, ...]:
        """The spaces that have a number in rows, in its order; of places in cells no more than whose they are."""
        there = {space.code: space.owner for space in spaces}
        return *self.places.fixed(spaces), *(MapSpace(code, "", "", there.get(code, 0)) for code in self.owners)

    def changes(self) -> list[tuple[str, int]]:
        """The places that changed hands, and whose they are now."""
        return [(code, owner) for code, owner in self.owners.items() if self.before.get(code, 0) != owner]

    def row(self, view: MapView) -> dict[str, Any]:
        """A map's cells. water, over: nodes of the drawing under the land, over all; cells: by place its code and the
        nodes of its group; there: rows of the table.
        """
        water, places, over = map(nodes, self.places.in_cells(view, ""))
        return {
            "water": water,
            "cells": [[node[1]["data-code"], *node[2:]] for node in places],
            "over": over,
            "there": self._table(view),
        }

    def _table(self, view: MapView) -> list[list[str]]:
        """Code, name, whose, what happened and what is there of all that is in a cell, in words."""
        names, legend = dict(view.players), view.legend
        found: dict[str, list[str]] = {}
        told: dict[str, list[str]] = {}
        for space in self._in_cells(view):
            name = f"{space.name} ({space.at})" if space.at else space.name
            whose = f"[{space.owner}] {names.get(space.owner, '')}" if space.owner else legend.space(space.kind).nobody
            change = legend.change(space.change).told if space.change else ""
            found[space.code] = [space.code, clean(name), clean(whose), change]
            words = [legend.sign(space.sign).word] if space.sign else []
            told[space.code] = words + [_said(badge, legend, space.owner) for badge in space.badges]
        for route in view.routes:
            told.setdefault(route.points[0], []).append(f"{legend.courses.route}: {' – '.join(route.points)}")
        for seen in view.sightings:
            told.setdefault(seen.code, []).append(f"{_said(seen.badge, legend)}; {_day(legend, seen.day)}")
        return [[*found.get(code, [code, "", "", ""]), "; ".join(words)] for code, words in told.items()]

    def days(self, view: MapView) -> list[list[str]]:
        """As pieces of news what happened in cells, and what was seen on each day."""
        signs: dict[str, list[str]] = {}
        for space in self._in_cells(view):
            if space.sign and space.name and not space.at:
                signs.setdefault(view.legend.sign(space.sign).word, []).append(f"{space.code}, {clean(space.name)}")
        days: dict[int, list[str]] = {}
        for seen in sorted(view.sightings, key=lambda seen: (seen.day, seen.code)):
            days.setdefault(seen.day, []).append(f"{seen.code}, {_said(seen.badge, view.legend)}")
        told = [*signs.items(), *((_day(view.legend, day), words) for day, words in days.items())]
        return [[label[:1].upper() + label[1:], "", f"{'; '.join(words)}."] for label, words in told]

    def together(self, public: MapView, private: Mapping[int, MapView]) -> MapView:
        """What all readers saw: of each player's units the player's own word, and what was seen of others."""
        maps = list(private.values())
        spaces = {space.code: space for space in public.spaces}
        for player, view in private.items():
            for space in self._in_cells(view):
                known = spaces.setdefault(space.code, replace(space, badges=()))
                own = [badge for badge in space.badges if badge.player == player or badge.player not in private]
                spaces[space.code] = replace(known, badges=tuple(dict.fromkeys((*known.badges, *own))))
        sightings: dict[tuple[str, int], Sighting] = {}
        for seen in (seen for view in maps for seen in view.sightings if seen.badge.player not in private):
            known_seen = sightings.setdefault((seen.code, seen.badge.player), seen)
            if seen.day > known_seen.day:
                sightings[seen.code, seen.badge.player] = seen
        return replace(
            public,
            spaces=tuple(spaces.values()),
            routes=tuple(dict.fromkeys(route for view in maps for route in view.routes)),
            circles=tuple(dict.fromkeys(circle for view in maps for circle in view.circles)),
            sightings=tuple(sightings.values()),
        )

    def codes(self, views: Iterable[MapView]) -> tuple[tuple[str, str], ...]:
        """The code of everything that is in a cell on some of the maps, and that of its cell."""
        found: dict[str, str] = {}
        for view in views:
            found |= {seen.code: seen.code for seen in view.sightings}
            found |= {space.code: space.at or space.code for space in self._in_cells(view)}
        return tuple(sorted(found.items()))


def marks(views: Iterable[MapView]) -> tuple[str, ...]:
    """Which courses there are on any of the maps."""
    seen = list(views)
    return tuple(name for name in COURSES if any(getattr(view, name) for view in seen))


def nodes(svg: str) -> list[Any]:
    """A drawing as plain data: of each node its tag, its attributes, then its text or its nodes."""
    return [_node(element) for element in ElementTree.fromstring(f"<g>{visible(svg)}</g>")]


def _node(element: ElementTree.Element) -> list[Any]:
    text = [element.text] if element.text else []
    return [element.tag, dict(element.attrib), *text, *map(_node, element)]


def _said(badge: Badge, legend: Legend, owner: int = 0) -> str:
    """The units of a badge, and whose they are where that is not the owner's."""
    whose = f"[{badge.player}] " if badge.player not in (0, owner) else ""
    return whose + ": ".join(filter(None, (clean(badge.name), legend.said(badge.units, badge.aboard))))


def _day(legend: Legend, day: int) -> str:
    return legend.courses.day.replace("{n}", str(day))
