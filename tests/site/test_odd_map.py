"""A map whose words no game has: what is drawn, said, replayed and given away as data is its own, and nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbm.core.legend import Legend
from pbm.core.printout import Badge, MapSpace, MapView
from pbm.site.build import build
from pbm.site.maps import artist, chart
from pbm.site.maps.base import HEX
from pbm.site.render import Renderer
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import order_sheet
from tests.browser.composer_page import page_of
from tests.browser.map_page import MapPage
from tests.browser.test_composer import Player
from tests.browser.test_composer_draft import typed
from tests.browser.test_composer_hands import ARROWS
from tests.engine import odd_map
from tests.laws.test_words import declared, parts
from tests.site.folded import fills, pairs, titles

LOOKS = ("", "pieces", "wide", "hex")
TITLES = {
    "AA": "AA Amber: [1] Ox; Shrine; 12 x Drone, 3 x Cart",
    "BB": "BB Bone: [2] Yak",
    "CC": "CC Coral: [2] Yak; 4 x Drone, 7 x Cart in tow",
    "DD": "DD Drum; [2] 5 x Cart; last visited in round 4",
    "EE": "EE Eddy: open reef",
    "FF": "FF Fog: beyond the rim",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A revealed game on the map, as a site."""
    out = tmp_path_factory.mktemp("odd") / "site"
    build(odd_map.league(), {"odd": odd_map.geometry()}, out, [], cache=False)
    return out


def drawn(look: str, view: MapView, **how: Any) -> str:
    return artist.artist(odd_map.geometry(look)).draw(view, **how)


def text_of(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html)


@pytest.mark.parametrize("look", LOOKS)
def test_the_map_says_and_draws_what_is_declared(look: str) -> None:
    svg = drawn(look, odd_map.view(1))
    assert titles(svg) == TITLES
    if look == HEX:
        assert fills(svg)["CC"] == "o f2", "water that is owned"
    else:
        space = dict(re.findall(r'data-code="(\w\w)"><title>[^<]*</title>(.*?)</g>', svg))
        assert 'class="o f2"' in space["CC"], "water that is owned"
    assert fills(svg)["FF"] == "u"
    assert ' old"' in svg
    assert re.search(r'<text class="mk"[^>]*>C</text>', svg), "a sign of letters"
    assert re.findall(r'class="a (a-\w+)"', svg) == ["a-bold", "a-plain"]
    assert re.search(r'class="new n-dotted[ "]', drawn(look, odd_map.view())), "a change of water"
    assert pairs(svg, "beside") == "AA BB;BB CC;CC DD;DD EE;EE FF"
    assert pairs(svg, "glide") == "AA CC;BB DD;CC EE;DD FF"
    alone = drawn(look, odd_map.view(1), standalone=True)
    style, drawing = alone.split("</style>", 1)
    for name in set(re.findall(r'class="(mst|msq|mhu|mhull|rel|mk|n-dashed|a-bold)', drawing)):
        assert f".{name}" in style, "what the legend shows has its style"
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    assert wanted <= set(re.findall(r' id="([^"]+)"', svg))


def test_the_legend_has_its_words_in_its_order() -> None:
    words = [row.words for row in artist.legend(odd_map.view(1))]
    always = ["open reef", "bare dune", "Shrine", "Drone", "Cart", "Cart in tow"]
    assert words == ["Ox", "Yak", *always, "grown this round", "hauls", "swoops", "glides"]
    assert [row.words for row in artist.legend(odd_map.view())][8:] == [
        "sunken this round",
        "grown this round",
        "glides",
    ]


def test_the_table_has_them_too() -> None:
    table = str(chart.map_table(odd_map.view(1)))
    cells = {
        code: re.split("<td>", row)[1:]
        for code, row in re.findall(r'<tr id="space-(\w\w)">(.*?)(?=<tr|</table)', table)
    }
    assert '<th scope="col">Landmark' in table
    assert [text_of(cell).split() for cell in cells["AA"]] == [
        ["1", "Ox"], ["Shrine"], [], ["1", "12", "x", "Drone,", "3", "x", "Cart"],
    ]  # fmt: skip
    assert text_of(cells["CC"][3]).strip() == "2  4 x Drone, 7 x Cart in tow"
    assert text_of(cells["DD"][3]).strip() == "2  5 x Cart; last visited in round 4"
    assert [cells[code][0] for code in ("DD", "EE", "FF")] == [
        "nobody's mesa".replace("'", "&#39;"),
        "open reef",
        "beyond the rim",
    ]
    assert cells["BB"][2] == "grown"


def test_nothing_else_is_said_anywhere(site: Path) -> None:
    """No word of a registered game is in what is read: titles, legend, table, page, replay, data."""
    common = {"player", "space", "own", "near", "room", "base", "move", "attack", "support", "beside"}
    common |= {"beyond", "point", "unit", "square"}
    words = set(declared()) - common
    view = odd_map.view(1)
    said = [str(chart.map_table(view)), str(chart.legend_html(view)), *titles(drawn("", view)).values()]
    said += re.findall(r'data-words="([^"]*)"', drawn("", view))
    said += [
        text_of((site / f"games/OD-1/{name}").read_text("utf-8"))
        for name in ("1/index.html", "1/1.html", "replay.html")
    ]
    data = [path for path in (site / "games/OD-1").rglob("*") if path.suffix in (".csv", ".json", ".js")]
    said += [re.sub(r'"shapes":\{[^}]*\}', "", path.read_text("utf-8")) for path in data]
    assert len(data) > 5
    for text in said:
        assert not words & set(parts(text_of(text))), text[:200]


def test_the_data_and_the_replay_have_the_kinds_of_the_system(site: Path) -> None:
    folder = site / "games/OD-1"
    captures = (folder / "data/captures.csv").read_text("utf-8").splitlines()
    assert captures == ["turn,space,name,from,to,how", "1,BB,Bone,,2,grown"]
    spaces = (folder / "data/spaces.csv").read_text("utf-8").splitlines()
    assert spaces[1] == "0,AA,Amber,1,Shrine"
    assert {line.split(",")[1] for line in spaces[1:]} == {"AA", "BB", "CC", "EE", "FF"}, "what can be owned"
    replay = json.loads(
        (folder / "replay-data.js").read_text("ascii").removeprefix("const PBM_REPLAY = ").rstrip().rstrip(";")
    )
    assert replay["legend"]["units"] == [["Drone", "wings", ""], ["Cart", "C", "Cart in tow"]]
    assert replay["turns"][1]["new"] == [1, 1, 2, 0]
    rows = (folder / "replay/1.js").read_text("ascii")
    assert '"units":[[0,1,0,12,1,3],[2,2,0,4,3,7],[3,2,1,5]]' in rows
    assert '"seen":[3,4]' in rows
    assert '"dark":[5]' in rows


def test_a_kind_that_nobody_declared_is_called_by_its_name() -> None:
    space = MapSpace("AA", "Amber", "fen", 1, badges=(Badge(1, (("heron", 2),)),), change="drained", sign="hut")
    view = MapView("odd", "t", "d", (space,), players=((1, "Ox"),), legend=Legend())
    geometry = {**odd_map.geometry(), "fills": {}, "relations": []}
    assert titles(artist.artist(geometry).draw(view))["AA"] == "AA Amber: [1] Ox; hut; 2 heron"
    assert "drained" in str(chart.map_table(view))


@pytest.mark.browser
@needs_browser
def test_the_replay_paints_its_units_and_says_its_words(site: Path, browser: Any) -> None:
    it = MapPage(browser, (site / "games/OD-1/replay.html").as_uri())
    page = it.page
    page.select_option("[data-whose]", "1")
    page.wait_for_selector("[data-note][hidden]", state="attached")
    assert dict(page.evaluate(
        "[...document.querySelectorAll('svg.map .s')].map(s => [s.dataset.code, s.querySelector('title').textContent])"
    )) == TITLES  # fmt: skip
    badges = "[...document.querySelectorAll('svg.map g.b')].map(b => b.textContent)"
    assert page.evaluate(badges) == ["112C3", "24", "2C5"], "number, letters, figures; what is aboard is in words alone"
    assert page.evaluate("document.querySelector('svg.map [data-code=FF] use').getAttribute('class')") == "u"
    cells = (
        "[...document.querySelectorAll('[data-twin] tr')].map(r => [...r.children].slice(1).map(c => c.textContent))"
    )
    assert page.evaluate(cells)[0] == ["[1] Ox", "", "Shrine; 12 x Drone, 3 x Cart"]
    assert page.evaluate(cells)[5] == ["beyond the rim", "", ""]
    assert page.evaluate("[...document.querySelectorAll('svg.map .a')].map(a => a.getAttribute('class'))") == [
        "a a-bold", "a a-plain",
    ]  # fmt: skip
    page.check('[name=sight][value=""]')
    page.wait_for_selector("[data-note][hidden]", state="attached")
    assert page.evaluate(cells)[2] == ["[2] Yak", "sunken", ""]
    assert it.said == []


@pytest.mark.browser
@needs_browser
def test_the_living_map_has_its_relations(site: Path, browser: Any) -> None:
    it = MapPage(browser, (site / "games/OD-1/1/index.html").as_uri())
    page = it.page
    page.check("[data-layer=glide]")
    page.evaluate(
        "document.querySelector('svg.map [data-code=AA]').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    assert page.inner_text(".mapnote") == "Ringed: a glide from AA."
    assert "Gliding" in page.inner_text(".layers")
    card = page.inner_text(".mapcard")
    assert re.search(r"Next to\s+BB", card, re.I)
    assert re.search(r"In a glide\s+CC", card, re.I)
    assert page.locator("svg.map .reach").count() == 2, "a wider relation holds those before it"
    assert it.said == []


@pytest.mark.browser
@needs_browser
def test_the_composer_draws_its_arrows_and_counts_its_units(tmp_path: Path, browser: Any) -> None:
    printout = odd_map.printout(1, 1)
    sheet = order_sheet(printout, odd_map.TABLE, name="A", code="x", due="")
    assert (sheet["units"], sheet["arrows"]) == (["drone", "cart"], {"haul": "plain", "swoop": "bold"})
    svg = Renderer([], {"odd": odd_map.geometry()}, cache=False).draw(odd_map.view(1), "m")
    path = tmp_path / "composer.html"
    path.write_text(page_of(sheet, str(svg)), "utf-8")
    player = Player(browser, path)
    typed(player, "@AA SW5BB")
    player.press("tab-map")
    assert player.page.evaluate(ARROWS) == ["a a-bold"]
    figures = "[...document.querySelectorAll('.composer .b[data-at=AA] text:not(.no, .mk)')].map(t => t.textContent)"
    assert player.page.evaluate(figures) == ["7", "3"]
    assert player.said == []
