"""The composer: what is in it and, played in Chromium, what it does for a player and what it does not."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.printout import MapSpace, MapView, Printout
from pbm.orders.fault_words import WORDS
from pbm.orders.form import read
from pbm.publish.composer import kit_data
from pbm.site.ink.composer_script import PARTS, composer_script
from pbm.site.render import templates_dir
from tests.browser.chromium import needs_browser, stores
from tests.browser.composer_cards import all_words_desk, desks, odd_desk, order_sheet
from tests.browser.composer_page import composer_page, page_of
from tests.browser.map_page import MapPage
from tests.shipped import CONTENT

TEMPLATES = templates_dir()


def sources() -> dict[str, str]:
    return {f"composer/{path.name}": path.read_text("utf-8") for path in sorted((TEMPLATES / "composer").glob("*.js"))}


def test_the_script_is_made_of_all_its_parts() -> None:
    assert {f"composer/{part}.js" for part in PARTS} == set(sources())


def test_joining_leaves_strings_and_patterns_alone() -> None:
    part = 'x = a + "b  +  c"; // kept\n  // gone\n/** gone\n gone */\n  y = /a + b/;\n'
    files = {f"composer/{name}.js": "" for name in PARTS} | {"composer/table.js": part}
    assert composer_script(files.__getitem__) == 'x=a+"b  +  c";y=/a + b/;\n'
    files["composer/table.js"] = 'x = [a + "b  +  c", { d: 1 }];\n'
    assert composer_script(files.__getitem__) == 'x=[a+"b  +  c",{d:1}];\n'


@pytest.mark.browser
@needs_browser
def test_a_folded_sheet_has_all_that_was_in_it(browser: Any) -> None:
    page = browser.new_page()
    page.add_script_tag(content=composer_script(lambda name: (templates_dir() / name).read_text("utf-8")))
    for desk in (*desks(), all_words_desk(clip=False), odd_desk(clip=False, coded=True)):
        found = page.evaluate("sheet => PbmComposer.unfold(sheet)", desk.sheet)
        assert found["kit"] == json.loads(json.dumps(kit_data(desk.kit)))
        assert [pair[:2] for pair in found["spaces"]] == [list(pair) for pair in desk.kit.names.items()], desk.name
    page.close()


def test_the_sheet_is_json_and_says_what_the_table_says() -> None:
    for desk in desks():
        sheet = json.loads(json.dumps(desk.sheet))
        assert [row["code"] for row in sheet["orders"]["rows"]] == [row.code for row in desk.table.rows]
        places = [(it["keys"][0], row) for it in sheet["kit"]["places"] for row in it["rows"]]
        assert [row[0] if first == "code" else "" for first, row in places] == list(desk.kit.places)
        assert sheet["words"] == WORDS
        groups = sheet["orders"]["groups"]
        grouped = [code for group in groups for code in group["orders"]]
        at = {row.code: row.at for row in desk.table.rows}
        kinds = [
            (group.get("tab"), code, kind)
            for group in groups
            for code in group["orders"]
            for kind in group.get("at", at[code])
            if kind in at[code]
        ]
        assert len(kinds) == len(set(kinds)), "no order stands in two groups of a tab"
        of_player = {row.code for row in desk.table.at(desk.kit.places[""].kind)}
        assert {code for group in groups if not group.get("tab") for code in group["orders"]} <= of_player
        assert set(grouped) <= {row.code for row in desk.table.rows}


def test_a_printout_without_a_kit_has_no_sheet() -> None:
    public = Printout("EU-1", "", 1, 0, "", (), "", "", (), (), (), MapView("", "", "", ()))
    with pytest.raises(ValueError, match="no card"):
        order_sheet(public, odd_desk(clip=False).table)


def test_every_sentence_is_used_by_both() -> None:
    """A sentence that only one of them says would be told apart by no card."""
    modules = (TEMPLATES.parent / "pbm/orders").glob("*.py")
    python = "".join(path.read_text("utf-8") for path in modules if path.name != "words.py")
    script = "".join(sources().values())
    for key in WORDS:
        assert f'"{key}"' in python, key
        assert f'"{key}"' in script or key == "idle", f"{key}: the composer has a table in its place"


class Player:
    """A player at a page, with what the page said and asked for."""

    def __init__(self, browser: Any, path: Path, width: int = 390) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 844})
        self.page = self.context.new_page()
        self.page.set_default_timeout(5000)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def press(self, *keys: str) -> None:
        """Press buttons by what they do."""
        for key in keys:
            self.page.click(f'[data-key="{key}"]')

    def tap(self, code: str) -> None:
        """Tap a space of the map on its code, or where that is in no label anywhere."""
        self.page.evaluate(TAP, code)

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def card(self) -> str:
        """The card as it stands."""
        self.press("tab-card")
        self.page.wait_for_selector(".composer .card")  # else a page that hangs would read as a card without orders
        return "\n".join(self.page.locator(".composer .card p").all_inner_texts()) + "\n"


TAP = """code => {
    const map = document.querySelector(".composer svg.map"), space = map.querySelector(`[data-code="${code}"]`);
    const label = [...map.querySelectorAll(".l, .seaname")].find(it => it.textContent.startsWith(code)) || space;
    const shown = label.getBoundingClientRect().width ? label : space; // what does not fit has no label
    const { x, y, width, height } = shown.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2 };
    space.dispatchEvent(new MouseEvent("click", { bubbles: true, ...at }));
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game, as player 1 has it."""
    path = tmp_path_factory.mktemp("composer") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1, mail="moderator@example.org"), "utf-8")
    return path


@pytest.mark.browser
@needs_browser
def test_a_card_made_by_tapping_is_accepted_by_the_engine(browser: Any, demo: Path, tmp_path: Path) -> None:
    player = Player(browser, demo)
    player.tap("TU")
    player.press("part-AirForce", "row-FA")
    player.tap("GR")
    player.press("half")
    assert player.text(".result code") == "FA17GR"
    player.press("add")
    assert "Added FA17GR" in player.text(".said")
    assert player.text('[data-key="part-AirForce"] b') == "16", "the rest is left to order"
    player.press("row-FS", "to-RO", "add", "part-Industry", "row-BA", "add", "undo")
    assert "BA" not in player.text(".orders-list")
    player.press("redo", "tab-player", "part-Research", "row-RA")
    player.page.fill('[data-key="number-n"]', "25")
    player.press("add", "part-Declarations", "row-pE", "p-p3", "add")
    player.press("tab-map", "place-TU", "part-Industry")
    card = player.card()
    assert card.splitlines()[1:] == ["@ RA25 3E", "@TU FA17GR FS16RO BA32", "END"]
    assert re.match(r"EU-2 T-4 \[1\] Rosa Klein +\S{5}-\S{5}-\S REV 1\n", card)
    (tmp_path / "card.txt").write_text(card, "utf-8")
    shutil.copytree(CONTENT, tmp_path / "content")
    done = CliRunner().invoke(main, ["--root", str(tmp_path), "check", str(tmp_path / "card.txt")])
    assert done.exit_code == 0, done.output
    assert "5 orders, 0 faults" in done.output
    assert player.said == []
    assert player.asked == [demo.as_uri()]


@pytest.mark.browser
@needs_browser
def test_an_order_in_words_has_the_word_for_one(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-player", "part-Spies", "row-S")
    said = []
    for number in ("1", "2"):
        player.page.fill('[data-key="number-n"]', number)
        said.append(player.text(".result span"))
    assert [words.partition(" to ")[0] for words in said] == ["Send 1 spy", "Send 2 spies"]


@pytest.mark.browser
@needs_browser
def test_one_finger_scrolls_past_the_map_until_two_have_moved_it(browser: Any, demo: Path) -> None:
    shown = MapPage(browser, demo.as_uri(), "#composer", 390, has_touch=True, is_mobile=True)
    page, wire = shown.page, shown.context.new_cdp_session(shown.page)
    near = shown.box()
    assert near[2] < 1100, "the map is near a place by itself"

    def swipe(*steps: list[tuple[float, float]]) -> None:
        for k, points in enumerate(steps):
            fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
            kind = "touchMove" if k else "touchStart"
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    x, y = shown.middle()
    swipe(*[[(x, y - step)] for step in (0, 20, 60, 120, 180)])
    shown.until("window.scrollY > 50")
    assert shown.box() == near, "the page went, the map did not"
    page.wait_for_timeout(500)
    spot = page.locator(f"{shown.map} .l").filter(has_text="RO").bounding_box()
    page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    assert "@RO" in page.inner_text(".place-head"), "a tap is a tap"
    page.locator(shown.map).scroll_into_view_if_needed()
    x, y = shown.middle()
    swipe(*[[(x - far, y), (x + far, y)] for far in (30, 40, 60)])
    pinched, at = shown.box(), page.evaluate("window.scrollY")
    assert pinched[2] < near[2] / 1.5
    swipe(*[[(x, y - step)] for step in (0, 20, 40, 60)])
    assert shown.box()[1] > pinched[1], "what the player made nearer goes with his finger"
    assert page.evaluate("window.scrollY") == at
    page.click('[data-key="place-TU"]')
    shown.until("document.querySelector('.composer svg.map.pages')")  # and another place is the page's again
    assert shown.said == []
    shown.close()


@pytest.mark.browser
@needs_browser
def test_typed_orders_are_faulted_at_once_in_the_engines_words(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', "@TU AC99YU ba5 at5xx @ZZ BA1 @ 1E 5p0 😀 0M1,tu RA10")
    found = player.page.locator(".verdict .fault").all_inner_texts()
    assert found[0].startswith("illegal AC99YU Conquer: YU cannot be named from TU; possible: BU GR")
    assert found[1].startswith("invalid at5xx there is no space XX; see the map")
    assert [text.split()[1] for text in found] == ["AC99YU", "at5xx", "@ZZ", "BA1", "1E", "5p0", "😀"]
    told = player.page.evaluate(
        """() => { const box = document.querySelector("[data-key=typed]");
            const at = document.getElementById(box.getAttribute("aria-describedby"));
            return [box.getAttribute("aria-invalid"), at.getAttribute("aria-live"), at.textContent.length > 300]; }"""
    )
    assert told == ["true", "polite", True], "who hears the page is told too, at once and when he comes back to the box"
    player.press("type-add")
    assert player.page.locator(".orders-list tbody tr").count() == 3, "what is right was taken"
    assert player.page.input_value('[data-key="typed"]') == "@TU AC99YU at5xx @ZZ BA1 @ 1E 5p0 😀 "
    player.page.fill('[data-key="typed"]', "@TU /1/BA999")
    player.page.keyboard.press("Enter")
    assert "standing order 1" in player.text(".orders-list")
    assert player.card().splitlines()[1:-1] == ["@ 0M1,TU RA10", "@TU BA5 /1/BA999"]


@pytest.mark.browser
@needs_browser
@stores
def test_nothing_is_kept_unless_the_player_says_so(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-TU", "part-Industry", "row-BI", "add", "tab-card")
    assert player.page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length") == 0
    player.page.check('[data-key="keep"]')
    kept = player.page.evaluate("JSON.stringify(localStorage)")
    assert "BI32" in kept
    code = re.search(r"\S{5}-\S{5}-\S", player.text(".card .head"))
    assert code
    assert code[0] not in kept, "the card's code is not kept"
    player.page.reload()
    assert player.card().splitlines()[1] == "@TU BI32"
    player.page.uncheck('[data-key="keep"]')
    player.page.reload()
    assert player.card().splitlines()[1:] == ["END"]


@pytest.mark.browser
@needs_browser
def test_the_card_goes_out_by_four_ways_and_a_changed_one_is_a_new_revision(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.press("tab-card")
    for key in ("copy", "mail", "download", "print"):
        assert player.page.is_disabled(f'[data-key="{key}"]'), "a card without orders goes nowhere"
    player.press("tab-map")
    player.press("place-TU", "part-Industry", "row-BI", "add")
    card = player.card()
    player.press("copy")
    player.page.get_by_text("The card is copied").wait_for()
    assert player.page.evaluate("navigator.clipboard.readText()").replace("  ", " ") == card.replace("  ", " ")
    with player.page.expect_download() as download:
        player.press("download")
    assert download.value.suggested_filename == "EU-2-T4-1.txt"
    assert Path(download.value.path()).read_text("utf-8").splitlines()[1:] == ["@TU BI32", "END"]
    link = player.page.get_attribute('[data-key="mail"]', "href")
    assert link.startswith("mailto:moderator@example.org?subject=EU-2%20T-4%20%5B1%5D&body=EU-2%20T-4")
    assert player.page.locator(".fault").count() == 0
    player.press("undo")
    assert "REV 2" in player.card(), "it was handed over before"
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', "@\n" + " ".join(f"0M{n},TU 0M{n},UK" for n in range(1, 99)))
    player.press("type-add")
    assert "REV 2" in player.card()
    player.press("tab-card")
    link = player.page.get_attribute('[data-key="mail"]', "href")
    assert len(link) > 1900
    assert f"this one has {len(link)}" in player.text(".fault"), "a long link is warned of"
    player.page.evaluate("window.print = () => {}")
    player.press("print")
    player.page.emulate_media(media="print")
    assert player.page.is_visible(".print-sheet"), "the card goes to paper"
    assert not player.page.is_visible("main"), "alone"
    player.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert player.page.locator(".print-sheet").count() == 0
    assert not player.page.is_visible(".composer"), "else the printout's own card is on paper"
    assert player.said == []


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_every_sheet_fits_and_can_be_pressed(browser: Any, demo: Path, width: int) -> None:
    player = Player(browser, demo, width)
    player.press("place-TU", "part-Army", "row-AC", "to-GR", "add", "row-AS")
    for tab in ("tab-map", "tab-player", "tab-orders", "tab-card"):
        player.press(tab)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width, tab
        small = player.page.evaluate(
            "[...document.querySelectorAll('.composer button, .composer select, .composer a.button')]"
            ".filter(it => it.getBoundingClientRect().height < 43.5).map(it => it.textContent)"
        )
        assert small == [], tab
        nameless = player.page.evaluate(
            "[...document.querySelectorAll('.composer :is(button, input, select, textarea)')]"
            ".filter(it => !(it.ariaLabel || it.textContent.trim() || it.labels && it.labels.length)).length"
        )
        assert nameless == 0, tab


@pytest.mark.browser
@needs_browser
def test_all_of_it_can_be_done_by_keyboard(browser: Any, demo: Path) -> None:
    player = Player(browser, demo, 1280)
    keys = player.page.keyboard
    focused = "document.activeElement.getAttribute('data-key')"
    player.page.focus('[data-key="tab-map"]')
    keys.press("ArrowRight")
    assert player.page.evaluate(focused) == "tab-player"
    assert player.page.get_attribute('[data-key="tab-player"]', "aria-selected") == "true"
    keys.press("ArrowLeft")
    player.page.focus('[data-key="place-TU"]')
    keys.press("Enter")
    assert player.page.evaluate(focused) == "place-TU", "the focus stays where it was"
    for key in ("part-Army", "row-AC", "to-GR", "add"):
        player.page.focus(f'[data-key="{key}"]')
        keys.press("Space")
    assert player.page.evaluate(focused) == "row-AC", "after an order the next of its kind is at hand"
    assert player.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert "Added AC34GR" in player.text("[role=status]")


@pytest.mark.browser
@needs_browser
def test_hostile_names_are_shown_as_text_and_a_check_is_left_to_the_engine(browser: Any, tmp_path: Path) -> None:
    desk = odd_desk(clip=False)
    names = ["<img src=x onerror=window.pwned=1>", "</script><script>window.pwned=1</script>", "{p}{n}"]
    spaces = tuple(MapSpace(code, names[0], "land", 1) for code in desk.kit.codes)
    view = MapView("odd", "", "", spaces, players=tuple(enumerate(names, 1)))
    printout = Printout("<b>", "", 1, 2, "", (), "", "", (), (), (), view, kit=desk.kit)
    sheet = order_sheet(printout, desk.table, name=names[0], due=names[1], mail='"><script>@x')
    path = tmp_path / "odd.html"
    path.write_text(page_of(sheet, ""), "utf-8")
    player = Player(browser, path)
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', "@AA C5 <img/src=x/onerror=window.pwned=1> @ 3V1-9")
    player.press("type-add")
    assert "The engine will judge." in player.text(".orders-list")
    player.press("tab-map", "tab-player")
    card = player.card()
    assert names[0] in card
    assert "1 of them the engine will judge" in player.text(".composer")
    assert player.page.evaluate("window.pwned") is None
    assert player.page.evaluate("document.querySelectorAll('.composer :is(img, script, b b)').length") == 0
    assert player.said == []
    parsed = read(desk.table, desk.kit, ())
    assert parsed.faults == ()


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize(("variant", "slot"), [("real-forces", "1"), ("europe", "0")])
def test_an_attack_of_a_quiet_first_turn_is_offered_as_a_standing_order(
    browser: Any, tmp_path: Path, variant: str, slot: str
) -> None:
    """BP 22B: it is not allowed now, so it begins as one that waits for turn 2."""
    desk = next(it for it in desks() if it.name == f"battle-plan {variant}")
    place = next(it for it in desk.kit.places.values() if it.sets.get("air.attack"))
    path = tmp_path / "composer.html"
    path.write_text(page_of(desk.sheet, ""), "utf-8")
    player = Player(browser, path)
    player.press(f"place-{place.code}", "part-AirForce", "row-FA")
    assert player.page.input_value('[data-key="slot"]') == slot
    player.press(f"to-{place.sets['air.attack'][0]}", "add")
    assert ("/1/FA" in player.card()) == (slot == "1")
    assert player.said == []


@pytest.mark.browser
@needs_browser
def test_whole_numbers_are_written_so_and_in_the_player_tab_there_is_no_map(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    assert "Spies" in player.text(".totals")
    assert not re.search(r"pies\s+\d+\.", player.text(".totals"))
    player.press("tab-player", "part-Spies", "row-S", "add")
    assert player.text("[role=status]") == "Choose a space."
