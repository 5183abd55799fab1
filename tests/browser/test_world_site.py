"""A site with a game on the map of the world: its pages, its replay, the composer's map."""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.printout import MapSpace
from pbm.intake import inbox
from pbm.publish.league import addressee, load, printouts
from pbm.rules import system
from pbm.site.maps import artist, base, style
from pbm.site.parts.sheet import card_kind
from pbm.site.render import Renderer
from pbm.store.folder import Folder
from pbm.store.founding import Founder, Founding, found
from pbm.store.lock import locked
from pbm.store.play import lay_table, resolve_turn
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import order_sheet
from tests.browser.composer_page import page_of
from tests.browser.map_page import MapPage
from tests.example_games import secret, write_cards

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
PLAYERS, TURNS = 25, 3
SYSTEM = system("battle-plan")
VARIANT = next(name for name in SYSTEM.variants if SYSTEM.setup.load(name, {}).map.name == "world")
GEOMETRY = SYSTEM.setup.load(VARIANT, {}).geometry["spaces"]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A running game of house players, published."""
    root = tmp_path_factory.mktemp("world-site")
    lands = SYSTEM.setup.load(VARIANT, {}).map.countries
    homes = [lands[k * len(lands) // PLAYERS] for k in range(PLAYERS)]
    founders = tuple(Founder(n, home, secret("WW-1", n), f"Player {n}") for n, home in enumerate(homes, 1))
    plan = Founding("WW-1", "The whole world", "battle-plan", VARIANT, founders, secret("WW-1"), resolve="all-in")
    folder = found(root, plan, NOW)
    for _ in range(TURNS):
        table = lay_table(folder)
        write_cards(table, folder.last + 1)
        with locked(folder.private, "test"):
            inbox.ingest(table, NOW)
            resolve_turn(table, inbox.waiting_cards(table), NOW)
        folder.refresh()
    done = CliRunner().invoke(main, ["--root", str(root), "build"], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == 0, done.output
    return root


@pytest.fixture
def show(world: Path, browser: Any) -> Iterator[Any]:
    opened: list[MapPage] = []

    def make(name: str, at: str = "#map", width: int = 1280, **options: Any) -> MapPage:
        opened.append(MapPage(browser, (world / "output" / name).as_uri(), at, width, **options))
        return opened[-1]

    yield make
    for page in opened:
        page.close()


def test_no_map_of_the_site_is_larger_than_160_kilobytes(world: Path) -> None:
    sizes = []
    for path in sorted((world / "output").rglob("*.html")):
        sizes += [len(svg) for svg in re.findall(r'<svg class="map wide.*?</svg>', path.read_text("utf-8"), re.DOTALL)]
    assert len(sizes) >= PLAYERS * 2 + TURNS
    assert max(sizes) <= 160 * 1024


def test_every_space_of_a_map_has_its_row_on_the_page(world: Path) -> None:
    for name in ("site/games/WW-1/3/index.html", "printouts/WW-1/003/7.html"):
        text = (world / "output" / name).read_text("utf-8")
        rows = re.findall(r'<tr id="space-([^"]+)">', text)
        assert len(rows) == 255, name
        assert set(re.findall(r'data-code="([^"]+)"', text)) == set(rows)


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["site/games/WW-1/3/index.html", "site/games/WW-1/index.html"])
def test_the_map_has_the_width_of_the_page_and_parts(show: Any, name: str, width: int) -> None:
    it = show(name, "#map", width)
    assert it.page.locator("#map .parts option").count() == 17
    room = it.page.locator("main").bounding_box()["width"]
    if "/3/" in name:
        assert it.page.locator(it.map).bounding_box()["width"] > room * 0.9
    assert it.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
@needs_browser
def test_the_replay_paints_every_turn_of_the_world(show: Any, world: Path) -> None:
    it = show("site/games/WW-1/replay.html")
    owned = """() => Object.fromEntries([...document.querySelectorAll('#map .s')].map((it) => [it.dataset.code,
      (it.querySelector('title').textContent.match(/: \\[(\\d+)\\]/) || [0, 0])[1]]))"""
    for turn in (0, TURNS):
        it.page.click("[data-first]" if not turn else "[data-last]")
        countries = lay_table(Folder(world, "WW-1")).state(turn).countries
        told = {code: str(country.occupier) for code, country in countries.items() if country.occupier}
        assert {code: str(who) for code, who in it.page.evaluate(owned).items() if who} == told
        chips = it.page.evaluate(
            """() => [...document.querySelectorAll('#map .l')].map((it) => [it.querySelector('text').textContent,
              it.querySelector('.chip').getAttribute('visibility'), it.querySelector('.chip').getAttribute('href'),
              document.querySelector(it.querySelector('.chip').getAttribute('href')) !== null])"""
        )
        for code, visible, link, drawn in chips:
            assert (visible == "visible") == (code in told), code
            assert visible == "hidden" or (link.endswith(f"no{told[code]}") and drawn), f"{code}: {link}"
    it.page.select_option("#map .parts select", "Europe")
    assert it.box()[2] < 3000


@pytest.fixture(scope="module")
def composer(world: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The composer of player 7, and a space that he orders from."""
    table = lay_table(Folder(world, "WW-1"))
    printout = printouts(table, load(table, TURNS, with_cards=True), [7])[7]
    to = addressee(table, 7, TURNS)
    renderer = Renderer([], {printout.space_map.geometry: table.rules.geometry}, cache=False)
    sheet = order_sheet(printout, table.rules.orders, name=to.name, code=to.code, due=to.due)
    path = tmp_path_factory.mktemp("composer") / "composer.html"
    path.write_text(page_of(sheet, str(renderer.draw(printout.space_map, "m"))), "utf-8")
    return path, next(code for code in printout.kit.places if code) if printout.kit else ""


PART = "#composer .parts select"
WHOLE = [0.0, 0.0, 6000.0, 3263.0]  # of the world's drawing


def moved(shown: MapPage, wanted: list[float]) -> None:
    """Wait until the map shows that much of the drawing: it moves after the page has been painted."""
    for _ in range(200):
        if all(abs(a - b) < 1 for a, b in zip(shown.box(), wanted, strict=True)):
            return
        shown.page.wait_for_timeout(30)
    raise AssertionError(f"{shown.box()} is not {wanted}")


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_composers_map_is_shown_by_parts_too(composer: tuple[Path, str], browser: Any, width: int) -> None:
    path, own = composer
    shown = MapPage(browser, path.as_uri(), "#composer", width)
    near = shown.box()
    assert shown.page.eval_on_selector(PART, "it => it.value") == "-", "near a place none of them is shown"
    parts = shown.page.locator(f"{PART} option:not([hidden])").all_inner_texts()
    assert shown.page.inner_text("#composer .parts").startswith("Part of the map")
    assert parts[0] == "the whole map"
    assert len(parts) == 17
    room = shown.page.locator(PART).bounding_box()
    assert room["height"] >= 44, "to be hit by a finger"
    for part in parts[1:]:
        shown.page.select_option(PART, part)
        assert shown.page.input_value(PART) == part
        assert shown.box()[2] < 3000
        assert min(size for _, size in shown.letters(".l > text:first-child")) >= 9
    assert shown.page.inner_text('[data-key="near"]') == f"Near @{own}"
    part = shown.box()
    shown.page.click(f'[data-key="place-{own}"]')
    assert shown.box() == part, "what was chosen stays"
    shown.page.click('[data-key="near"]')
    moved(shown, near)
    assert shown.page.eval_on_selector(PART, "it => it.value") == "-"
    whole = WHOLE
    shown.page.click('[data-key="near"]')
    moved(shown, whole)
    assert shown.page.input_value(PART) == ""
    shown.page.select_option(PART, "Europe")
    shown.page.select_option(PART, "")
    moved(shown, whole)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
    shown.close()


@pytest.mark.browser
@needs_browser
def test_the_composers_list_of_parts_is_right_also_when_the_map_glides(
    composer: tuple[Path, str], browser: Any
) -> None:
    shown = MapPage(browser, composer[0].as_uri(), "#composer", 390, reduced_motion="no-preference")
    for act, chosen in ((None, "choose one"), ("Europe", "Europe"), ("near", "choose one"), ("near", "the whole map")):
        if act == "near":
            shown.page.click('[data-key="near"]')
        elif act:
            shown.page.select_option(PART, act)
        shown.page.wait_for_timeout(500)
        shown.until(f"document.querySelector('{PART}').selectedOptions[0].text === '{chosen}'")
    shown.close()


@pytest.mark.browser
@needs_browser
def test_the_composers_map_is_pinched_and_tapped_on_a_phone(composer: tuple[Path, str], browser: Any) -> None:
    path, own = composer
    shown = MapPage(browser, path.as_uri(), "#composer", 390, has_touch=True, is_mobile=True)
    wire = shown.context.new_cdp_session(shown.page)
    shown.page.click('[data-key="near"]')
    whole = WHOLE
    moved(shown, whole)
    x, y = shown.middle()

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": k} for k, (px, py) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x - 20, y), (x + 20, y))
    for far in (40, 60, 80):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    pinched = shown.box()
    assert pinched[2] == pytest.approx(whole[2] / 4, rel=0.05)
    shown.page.click('[data-key="tab-orders"]')
    shown.page.click('[data-key="tab-map"]')
    assert shown.box() == pinched, "it stays where the player moved it"
    shown.page.click('[data-key="near"]')
    shown.page.click('[data-key="near"]')
    moved(shown, whole)
    left, top, wide, _ = whole
    scale = shown.page.locator(shown.map).bounding_box()["width"] / wide
    room = shown.page.locator(shown.map).bounding_box()
    spot = GEOMETRY[own]["label"]
    shown.page.touchscreen.tap(room["x"] + (spot[0] - left) * scale, room["y"] + (spot[1] - top) * scale)
    assert shown.box()[2] < wide / 3, "the first tap brings a part nearer"
    assert shown.page.input_value(PART)
    shown.close()


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_composer_shows_a_place_and_its_targets(composer: tuple[Path, str], browser: Any, width: int) -> None:
    path, own = composer
    shown = MapPage(browser, path.as_uri(), "#composer", width)
    box = shown.box()
    assert box[2] <= 1000, "a place is shown with what is around it, not the whole world"
    sizes = shown.letters(".l > text")
    assert dict(sizes)[own] >= 11
    shown.close()


def across(data: bytes) -> list[bool]:
    """Which pages of a PDF are wider than high."""
    pypdf = pytest.importorskip("pypdf")
    boxes = [page.mediabox for page in pypdf.PdfReader(io.BytesIO(data)).pages]
    return [box.width > box.height for box in boxes]


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize(
    "name", ["site/games/WW-1/3/index.html", "site/games/WW-1/index.html", "printouts/WW-1/003/7.html"]
)
def test_on_paper_the_map_is_the_last_sheet_and_lies_across(show: Any, name: str) -> None:
    data = show(name).page.pdf(prefer_css_page_size=True)
    assert across(data) == [False] * (len(across(data)) - 1) + [True]


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("name", ["site/games/WW-1/3/index.html", "site/games/WW-1/index.html"])
def test_on_paper_the_map_is_as_wide_as_its_sheet(show: Any, name: str) -> None:
    """It lies across: the rule for islands, which goes by the height of an upright page, is not for it."""
    it = show(name)
    it.page.emulate_media(media="print")
    assert it.page.locator("#map svg.map .seal").count()
    room = it.page.locator("#map").bounding_box()["width"]
    assert it.page.locator("#map svg.map").bounding_box()["width"] == pytest.approx(room, abs=2)


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("lines", [0, 12, 15, 21, 28, 32])
def test_the_card_of_a_large_empire_stands_on_page_1_before_its_forces(show: Any, world: Path, lines: int) -> None:
    """With its own card (0), and with one of so many lines; on Letter, which is shorter than A4.

    A card that goes on on page 2 has the forces below its end.
    """
    pages = sorted((world / "output/printouts/WW-1/003").glob("*.html"))
    for wide in (True, False):  # the theatre above the whole width, or beside what changed
        name = next(p for p in pages if ('class="map wide theatre' in p.read_text()) != wide)
        page = show(str(name.relative_to(world / "output"))).page
        page.emulate_media(media="print")
        page.evaluate("document.querySelectorAll('.rows > .row:not(.forces)').forEach((it) => it.remove())")
        page.evaluate(
            """([lines, kind]) => {
              const card = document.querySelector('.paper-card');
              if (lines) card.className = 'paper-card' + kind;
              while (card.children.length <= lines) card.append(card.lastElementChild.cloneNode(true));
            }""",
            [lines, card_kind(lines, PLAYERS)],
        )
        assert across(page.pdf(format="Letter")) == [False, False]
        page.evaluate("document.querySelector('.forces').remove()")
        left = across(page.pdf(format="Letter"))
        if lines == 28:  # by what changed page 1 holds all of them, or goes on
            assert left in ([False], [False, False])
        else:
            rest = [False, False] if " long" in card_kind(lines, PLAYERS) else [False]
            assert left == rest, "what page 2 began with were the forces"


def test_by_post_the_map_of_the_world_has_a_sheet_across_and_its_own_look(world: Path, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    out = tmp_path / "one.pdf"
    words = ["--root", str(world), "print", "WW-1", "--player", "7", "--all", "--out", str(out)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    *before, sheet, card = across(out.read_bytes())
    assert (any(before), sheet, card) == (False, True, False), "the map is the last sheet before the card"
    assert ".w-rect{fill:#fff" in style.on_paper(base.WIDE)
    assert "var(" not in style.on_paper(base.WIDE).replace("--c:var", "")


@pytest.mark.parametrize("name", [base.WIDE, base.PIECES])
def test_what_is_drawn_by_use_is_styled_where_it_lies_too(name: str) -> None:
    """WebKit styles what <use> shows by where that was defined: within the map, whose texts are dark."""
    look = artist.artist({"width": 9, "height": 9, "look": name, "lines": {"sea": ""}, "spaces": {}}).look
    (number,) = re.findall(r'<text class="([a-z-]+)"', look.chips([MapSpace("A", "A", "land", 1)], "m"))
    for css in (style.inlined(), style.alone(name)):
        assert f".{number},.map .{number}{{font" in css
        assert f".{number}{{" not in css.replace(f".{number},.map .{number}{{", "")
