"""The map of the newest turn stands on three pages, and is drawn once for them."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.printout import MapView
from pbm.site.build import build
from pbm.site.maps.artist import MapArtist
from pbm.site.render import MOST_MADE, Renderer, templates_dir
from tests.example_league.league import known, league, turns
from tests.example_league.maps import geometries


def test_the_newest_map_is_drawn_once_for_the_turn_the_game_and_the_front_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    build(known(league(last=6), []), geometries(), out, [])
    drawn: list[MapView] = []
    draw = MapArtist.draw

    def noted(self: MapArtist, view: MapView, **how: Any) -> str:
        drawn.append(view)
        return draw(self, view, **how)

    monkeypatch.setattr(MapArtist, "draw", noted)
    build(known(league(last=7), []), geometries(), out, [])
    maps = {path: _map(out / path) for path in ("games/EU-2/7/index.html", "games/EU-2/index.html", "index.html")}
    assert len(set(maps.values())) == 1, "the same map, byte for byte"
    assert len(drawn) == len({id(view) for view in drawn})


def test_what_is_held_is_of_that_very_map() -> None:
    """Equal maps of two readers are two maps; one that was let go leaves its place to others."""
    renderer = Renderer(templates_dir(), geometries(), cache=False)
    (turn, *_) = turns("EU-2", 3)
    first = turn.public.space_map
    for k in range(3 * MOST_MADE):
        other = replace(first, title=f"Map {k}", spaces=first.spaces[k:])
        assert f"Map {k}</title>" in renderer.draw(other)
        assert renderer.twin(other).count("<tr ") == len(other.spaces)
        assert f"Map {k}</title>" in renderer.draw(other, "m")
        del other
    assert renderer.draw(first) == renderer.draw(replace(first))


def _map(page: Path) -> str:
    return str(re.findall(r'<svg class="map.*?</svg>', page.read_text(), re.S)[0])
