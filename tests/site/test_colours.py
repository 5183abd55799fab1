"""The moderator's own colours: what may be set, what is refused, and what a page makes of them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbm.errors import PbmError
from pbm.publish.prose import site_facts
from pbm.site.build import build
from pbm.site.ink import palette
from pbm.site.ink.colours import _USUAL, LEAST, READ, TOKENS, check, contrast, css
from tests.browser.chromium import needs_browser
from tests.example_league.league import league
from tests.example_league.maps import geometries

OWN = {"light": {"paper": "#fff8e7", "blue": "#005f5f"}, "dark": {"paper": "#101418"}}


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#53595a", "#53595a") == 1


def test_what_is_no_colour_is_told_with_its_key(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('[colours.light]\nink = "#000000"\npaper = 5\n', "utf-8")
    with pytest.raises(PbmError, match=r"site\.toml: colours\.light\.paper: Expected `str`, got `int`\."):
        site_facts(tmp_path)


def test_the_usual_colours_are_those_of_the_style_sheet_and_can_be_read() -> None:
    sheet = (Path(__file__).parents[2] / "site_templates/pbm.css").read_text("utf-8")
    for theme, paper in (("light", palette.MAP_LIGHT["paper"]), ("dark", palette.MAP_DARK["paper"])):
        for name, value in _USUAL[theme].items():
            assert f"--{name}: #{value};" in sheet
            assert contrast(f"#{value}", f"#{paper}") >= LEAST
    assert set(READ) == {"ink", *_USUAL["light"]}


@pytest.mark.parametrize(
    ("colours", "told"),
    [
        ({"night": {}}, r"colours\.night: there are colours\.light and colours\.dark"),
        ({"light": {"p1": "#ffffff"}}, r"colours\.light\.p1: is none of paper, ink"),
        ({"light": {"paper": "white"}}, "'white' is not a colour"),
        ({"dark": {"paper": "#fff;}*{display:none"}}, "is not a colour"),
        ({"light": {"paper": "#888888"}}, r"colours\.light\.ink2: #53595a on #888888 has a contrast of 2\.0"),
        ({"dark": {"red": "#400000"}}, r"colours\.dark\.red: .* text needs 4\.5"),
    ],
)
def test_what_cannot_be_used_or_read_is_refused(colours: dict[str, dict[str, str]], told: str) -> None:
    with pytest.raises(PbmError, match=told):
        check(colours, "site.toml")


def test_the_site_file_sets_them(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    path.write_text('title = "T"\n[colours.light]\npaper = "#fff8e7"\n')
    assert site_facts(tmp_path).colours == {"light": {"paper": "#fff8e7"}}
    path.write_text('[colours.light]\npaper = "mud"\n')
    with pytest.raises(PbmError, match=r"site\.toml: colours\.light\.paper"):
        site_facts(tmp_path)


def test_without_own_colours_no_rule_is_added() -> None:
    assert css({}) == ""
    assert css({"light": {}}) == ""


@pytest.mark.browser
@needs_browser
def test_a_page_shows_them_on_screen_and_not_on_paper(tmp_path: Path, browser: Any) -> None:
    whole = msgspec.structs.replace(league(last=0), colours=OWN)
    build(whole, geometries(), tmp_path / "site", [], cache=False)
    shown = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    for scheme, paper in (("light", "#fff8e7"), ("dark", "#101418")):
        page = browser.new_page(color_scheme=scheme)
        page.goto((tmp_path / "site/index.html").as_uri())
        assert page.evaluate(shown) == paper
        page.click("[data-theme-switch]")
        assert page.evaluate(shown) == ({"#fff8e7", "#101418"} - {paper}).pop()
        page.emulate_media(media="print")
        assert page.evaluate(shown) == "#fff"
        page.close()


def test_every_template_is_told_of() -> None:
    root = Path(__file__).parents[2]
    told = (root / "content/about/themes.md").read_text("utf-8")
    for path in (root / "site_templates").rglob("*"):
        assert path.is_dir() or path.suffix == ".js" or f"`{path.name}`" in told, path.name
    for name in TOKENS:
        assert name in told
