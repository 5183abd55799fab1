"""The fake system under a fog: each player has a map of squares of his own, and the public has none.

Where a player's score is, his part of the world grows; the second player's part has what the first must never see.
`install(monkeypatch)` registers it as "fake", in the other's place.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm import rules as registry
from pbm.core.events import Heard
from pbm.core.grid import UNKNOWN, Fight, GridPlace, GridUnit, GridView, Moment, Trail
from pbm.core.printout import Kit, KitPlace, MapBlock, Paragraphs, Printout, Section
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from tests.engine import fake_system
from tests.map_makers.squares import KINDS, TERRAIN, world

WIDTH, HEIGHT, HALF = 30, 24, 15
SECRET = "Xyzzyton"  # of the second player's part
ROWS = world(WIDTH, HEIGHT, 5)


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """As the fake system's, but nothing of a map lies in its files."""
    return replace(fake_system.load(variant, options), geometry={})


def chart(view: fake_system.View) -> GridView:
    """What a player knows: the west of the world, or the east."""
    columns = range(HALF) if view.viewer == 1 else range(HALF, WIDTH)
    x = columns.start + 4
    name = "Plainton" if view.viewer == 1 else SECRET
    return GridView(
        title=f"Turn {view.turn}, as [{view.viewer}] knows it",
        desc=f"Your half of the world, around {name}.",
        width=WIDTH,
        height=HEIGHT,
        rows=tuple("".join([s if k in columns else UNKNOWN for k, s in enumerate(row)]) for row in ROWS),
        terrain=TERRAIN,
        player=view.viewer,
        places=(GridPlace(x, 5, name[:3].upper(), name, view.viewer),),
        units=(GridUnit(x + 1, 6, "G", view.viewer, f"#{view.score}"),),
        kinds=KINDS,
        trails=(Trail(1, view.viewer, ((x, 5), (x + 1, 6))),),
        fights=(Fight(2, x + 1, 6, 1, f"near {name}"),),
        frames=(Moment(1, "dawn"), Moment(2, "dusk")),
        players=((1, "Home of A"), (2, "Home of B")),
    )


def kit(view: fake_system.View, rules: Rules) -> Kit:
    """One place: the town that he has."""
    town = chart(view).places[0]
    places = {"": KitPlace("", "", "player", {}), town.code: KitPlace(town.code, town.name, "own", {})}
    return Kit(view.viewer, (view.viewer,), places, ())


def printout(view: fake_system.View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """The fake system's, with a map before all, its sheets in the text, and a window of it."""
    made = fake_system.printout(view, heard, parsed, rules, sheet)
    if not view.viewer:
        fog = Section("fog", "Fog", (Paragraphs(("All is fog.",)),))
        return replace(made, map=None, sections=(*made.sections, fog))
    drawn = chart(view)
    x = drawn.places[0].x
    window = MapBlock(replace(drawn, window=(x - 4, 1, 10, 10)), "Around your town.")
    charts = (Section("sheets", "Sheets", (MapBlock(drawn),), html=False), Section("window", "A window", (window,)))
    return replace(made, map=drawn, sections=(*made.sections, *charts), kit=kit(view, rules))


SYSTEM = replace(fake_system.SYSTEM, setup=replace(fake_system.SYSTEM.setup, load=load), printout=printout, kit=kit)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the system for one test."""
    monkeypatch.setitem(registry.SYSTEMS, "fake", __name__)
