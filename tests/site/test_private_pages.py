"""Printouts that are open: a new turn makes none of the turn before anew. What the pages of one player carry."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.site.build import build
from pbm.site.pages import League
from pbm.site.render import Renderer, templates_dir
from tests.example_league.league import known, league
from tests.example_league.maps import geometries
from tests.site.built import contents


def opened(last: int) -> League:
    """The league with all its games revealed, and so many turns."""
    whole = league(last=last)
    return replace(whole, games=tuple(replace(game, status="revealed") for game in whole.games))


def test_a_printout_does_not_tell_whether_its_turn_is_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    page = Renderer.page

    def noted(self: Renderer, template: str, **context: Any) -> str:
        if template == "printout.html":
            written.append(context["spot"].path)
        return page(self, template, **context)

    monkeypatch.setattr(Renderer, "page", noted)
    out = tmp_path / "site"
    build(known(opened(2), []), geometries(), out, [])
    assert "games/EU-2/2/1.html" in written
    written.clear()
    made: list[str] = []
    build(known(opened(3), made), geometries(), out, [])
    assert {path.rpartition("/")[0] for path in written} == {"games/EU-2/3"}
    assert made == ["EU-2 2", "EU-2 3"], "once each, for its page and its printouts"
    build(known(opened(3), []), geometries(), tmp_path / "whole", [], cache=False)
    assert contents(out) == contents(tmp_path / "whole"), "the same bytes as if all were made"


def test_a_harmed_printout_is_made_again(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(known(opened(2), []), geometries(), out, [])
    whole = contents(out)
    (out / "games/EU-2/1/2.html").write_text("mine")
    made: list[str] = []
    build(known(opened(2), made), geometries(), out, [])
    assert made == ["EU-2 1"]
    assert contents(out) == whole


def test_scripts_and_styles_are_ascii_so_a_page_that_carries_them_is_held_at_a_byte_a_character() -> None:
    files = [*templates_dir().rglob("*.js"), *templates_dir().rglob("*.css")]
    assert len(files) > 20
    for path in files:
        assert path.read_bytes().isascii(), f"{path.name}: write \\u2026 in a script, \\2026 and a blank in a style"
    renderer = Renderer([], geometries(), cache=False)
    later = "".join([*renderer.opened(grid=False), *renderer.opened(grid=True)])
    carried = renderer.sealed_css + renderer.sealed_js + later + renderer.theme_js + renderer.page_js
    assert carried.isascii()
