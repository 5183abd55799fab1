"""Small maps: one of every turn, few kilobytes, with who holds what and what changed hands."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from random import Random
from typing import Any

import pytest

from pbm.core.grid import GridPlace, GridView, Taken, Terrain
from pbm.core.printout import MapSpace, MapView
from pbm.site.maps.thumbnail import COLUMNS, WORLD, Raster, small_grid
from pbm.site.render import Renderer, templates_dir
from tests.games import table

VARIANTS = {
    "europe": ("battle-plan", "europe"),
    "world": ("battle-plan", "anonymous"),
    "archipelago": ("trust-a-thief", "archipelago"),
    "even": ("trust-a-thief", "archipelago-even"),
    "great": ("trust-a-thief", "great-archipelago-even"),
    "regions": ("gunboat-empires", ""),
    "chart": ("naval-warfare", ""),
}
"""The shipped maps: a system and its variant, "" for its first."""
MAPS = sorted(VARIANTS)
LAND = (Terrain("~", "water", "blue"), Terrain(".", "land", "buff", ground=1), Terrain("#", "hill", "brown", ground=1))


@cache
def geometries() -> dict[str, Any]:
    return {name: table(kind, 7, variant).rules.geometry for name, (kind, variant) in VARIANTS.items()}


def renderer() -> Renderer:
    return Renderer(templates_dir(), geometries(), cache=False)


def board(name: str, owner: int, **changed: int) -> MapView:
    spaces = geometries()[name]["spaces"]
    rows = tuple(MapSpace(code, "", spaces[code]["kind"], changed.get(code, owner)) for code in spaces)
    return MapView(name, "", "", rows)


def paths(svg: str) -> dict[str, str]:
    return {it.get("class", ""): it.get("d", "") for it in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")}


@pytest.mark.parametrize("name", MAPS)
def test_every_space_has_a_square_of_its_own_drawing(name: str) -> None:
    made = renderer()
    geometry = geometries()[name]
    scale = made.map_places(board(name, 1)).scale
    sheet = Raster(geometry, scale)
    assert set(sheet.areas) == set(geometry["spaces"])
    for code, rows in sheet.areas.items():
        assert any(rows), code
        assert all(row >> sheet.columns == 0 for row in rows)


def test_an_outline_whose_corners_lie_in_the_middle_of_a_square_has_no_gap() -> None:
    side = 10  # of a square; the corners are at half of one, a step to the right and down at each
    steps = "".join(f"{side} {side} " for _ in range(20))
    spaces = {"A1": {"d": f"M15 15l{steps}-150 0z", "label": [60, 60], "kind": "land"}}
    sheet = Raster({"spaces": spaces, "width": COLUMNS * side, "height": COLUMNS * side, "kinds": {}}, 1)
    filled = [bool(row) for row in sheet.areas["A1"]]
    assert filled[2:21] == [True] * 19, "in the first it has one point"


@pytest.mark.parametrize("name", MAPS)
def test_a_small_map_is_small_whoever_holds_what(name: str) -> None:
    dice, codes = Random(name), list(geometries()[name]["spaces"])
    owners = {code: dice.randint(0, 28) for code in codes}
    drawn = renderer().small(board(name, 0, **owners), dice.sample(codes, 9))
    ET.fromstring(drawn.svg)
    assert len(drawn.svg) < 12_000  # a patchwork that no game becomes; example games have 2 to 5
    assert drawn.columns <= COLUMNS
    assert "<text" not in drawn.svg


def test_what_changed_hands_has_a_rim_and_whoever_has_it_now_their_colour() -> None:
    name = MAPS[0]
    code = next(iter(geometries()[name]["spaces"]))
    drawn = renderer().small(board(name, 0, **{code: 3}), [code])
    found = paths(drawn.svg)
    assert found["rim"] == found["p3"]
    assert set(re.findall(r"\.(\w+){", drawn.svg)) == set(found)
    assert "rim" not in renderer().small(board(name, 0), ["no such space"]).svg


def test_both_themes_have_every_fill() -> None:
    svg = renderer().small(board(MAPS[0], 5), []).svg
    light, _, dark = svg.partition("@media(prefers-color-scheme:dark)")
    assert ".p5{fill:#" in light
    assert ".p5{fill:#" in dark


def test_of_a_world_of_squares_there_is_what_was_known_and_whose_the_places_are() -> None:
    rows = ("  ~~", " ~..", "~..#")
    places = (GridPlace(2, 1, "A", owner=2), GridPlace(1, 2, "B"))
    drawn = small_grid(GridView("", "", 4, 3, rows, LAND, places=places, taken=(Taken(1, 2, 1, 2),)))
    found = paths(drawn.svg)
    assert (drawn.columns, drawn.lines) == (4, 3)
    assert found["land"] == "M2 1h2v2H1V2h1z"
    assert found["p2"] == found["rim"] == "M2 1h1v1H2z"
    assert set(found) == {"dark", "sea", "land", "p2", "rim"}


def test_a_large_world_is_drawn_on_fewer_squares() -> None:
    world = GridView("", "", 254, 254, ("~" * 254,) * 254, LAND, places=(GridPlace(253, 253, "A", owner=1),))
    drawn = small_grid(world)
    assert drawn.columns <= WORLD
    assert "p1" in paths(drawn.svg)
