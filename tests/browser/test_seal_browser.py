"""Sealed pages in a real browser: they open for their reader alone, from a disk as from a host, and run nothing."""

import base64
import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbm.core.deflate import SMALL, pack
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.browser.chromium import needs_browser
from tests.browser.test_browser import HOSTILE
from tests.publish.test_seal_publish import LAST, copy_game, run
from tests.site.test_prose import PAYLOADS

pytestmark = [pytest.mark.browser, needs_browser]

PLAYER = 5
TROUBLE = "That did not open it. Check the words one by one; their order counts."
BAD_SIGNS = re.compile("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]")
MARKUP = "script, img, iframe, object, embed, base, link, form, foreignObject, [href^='javascript' i], [href^='data' i]"
HANDLERS = """[...document.querySelectorAll('[data-page] *')]
  .filter(it => [...it.attributes].some(one => /^on/i.test(one.name))).length"""
# Notes what the page asks of the cipher, and anything that keeps something.
SPY = """
window.noted = [];
for (const name of ['importKey', 'deriveKey', 'unwrapKey', 'exportKey', 'wrapKey', 'deriveBits']) {
  const real = crypto.subtle && crypto.subtle[name];
  if (real) crypto.subtle[name] = async function (...words) {
    const made = await real.apply(crypto.subtle, words); window.noted.push([name, made && made.extractable]);
    return made;
  };
}
Storage.prototype.setItem = function (key) { window.noted.push(['kept', key]); };
"""


def phrases(root: Path) -> dict[int, str]:
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    return {player: epochs[-1].phrase for player, epochs in ring.players.items()}


@pytest.fixture(scope="module")
def root(built: Path) -> Path:
    return built


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """EU-2 where every name, title, piece of press and order is an attack."""
    root = copy_game(tmp_path_factory.mktemp("hostile"))
    game = root / "content/games/EU-2"
    facts = (game / "game.toml").read_text("utf-8")
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in HOSTILE]
    names, countries = iter(quoted), iter(quoted)
    facts = re.sub(r'^name = "[^"]*"', lambda _: f'name = "{next(names)}"', facts, flags=re.MULTILINE)
    facts = re.sub(r'^country = "[^"]*"', lambda _: f'country = "{next(countries)}"', facts, flags=re.MULTILINE)
    facts = re.sub(r'^title = ".*"', f'title = "{quoted[2]}"', facts, count=1, flags=re.MULTILINE)
    (game / "game.toml").write_text(facts, "utf-8")
    for k, text in enumerate((*HOSTILE, *PAYLOADS)):
        piece = f"+++\nturn = 4\nplayer = 3\n+++\n{text}\n\n# {text}\n"
        (game / "press" / f"y{k}.md").write_text(piece, "utf-8")
    lines = [line for text in (*HOSTILE, *PAYLOADS) for line in text.splitlines()]
    for card in (game / "inbox").glob("*.txt"):
        card.write_text(card.read_text("utf-8").replace("END", "\n".join([*lines, "END"])), "utf-8")
    run(root, "publish")
    assert Folder(root, "EU-2").last == LAST + 1
    return root


@pytest.fixture(scope="module")
def port(root: Path) -> Iterator[int]:
    """The site under a sub-path of a host."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root / "output")))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield host.server_port
    host.shutdown()


class Reader:
    """A browser's window with what it said and asked for."""

    def __init__(self, browser: Any, url: str, width: int = 390, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        self.context.add_init_script(SPY)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", self.answer)
        self.page.goto(url)

    def answer(self, dialog: Any) -> None:
        self.said.append(dialog.message)
        dialog.dismiss()

    def try_words(self, words: str) -> None:
        self.page.fill("#phrase", words)
        self.page.click("[data-open]")

    def open(self, words: str) -> None:
        self.try_words(words)
        self.page.wait_for_selector("[data-opened]:not([hidden])")

    def turn(self, number: int) -> None:
        self.page.click(f"[data-turns] button:text-is('T-{number}')")
        self.page.wait_for_selector(f"[data-turns] [aria-current]:text-is('T-{number}')")

    def close(self, base: str = "") -> None:
        """The end: nothing was said, nothing foreign was asked for."""
        self.context.close()
        assert self.said == []
        assert [url for url in self.asked if base and not url.startswith(base)] == []


def page_of(root: Path, player: int = PLAYER) -> str:
    return (root / f"output/site/games/EU-2/sealed/{player}.html").as_uri()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("where", ["disk", "host"])
def test_one_unlock_opens_all_turns(root: Path, browser: Any, port: int, where: str, width: int) -> None:
    base = f"{(root / 'output/site').as_uri()}/" if where == "disk" else f"http://127.0.0.1:{port}/site/"
    reader = Reader(browser, f"{base}games/EU-2/sealed/{PLAYER}.html", width)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    reader.open("  " + phrases(root)[PLAYER].upper().replace(" ", "-") + "\n")
    for number in (LAST, 0, 1, 2, LAST):
        reader.turn(number)
        assert reader.page.locator("h1:visible").count() == 1
        assert reader.page.title() == f"EU-2, turn {number}"
        assert f"T-{number + 1} [{PLAYER}]" in reader.page.locator("#card").text_content()
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    links = reader.page.eval_on_selector_all("[data-page] a.rule", "all => all.map(it => it.href)")
    assert links
    assert all(link.startswith(f"{base}rules/battle-plan.html#") for link in links)
    reader.close(base)


def test_on_a_phone_forty_turns_are_one_line_and_the_open_one_is_in_sight(root: Path, browser: Any) -> None:
    reader = Reader(browser, f"{(root / 'output/site').as_uri()}/games/EU-2/sealed/{PLAYER}.html", 390)
    reader.page.evaluate("""() => {
        const kept = document.querySelector("[data-turns]").replaceChildren;
        Element.prototype.replaceChildren = function (...those) {
            kept.apply(this, those);
            if (!this.matches("[data-turns]") || !those.length) return;
            for (let k = 0; k < 40; k += 1) this.prepend(those[0].cloneNode(true));
        };
    }""")
    reader.open(phrases(root)[PLAYER])
    bar, now = reader.page.locator("[data-turns]"), reader.page.locator("[data-turns] [aria-current]")
    room, box = bar.bounding_box(), now.bounding_box()
    assert bar.locator("li").count() > 40
    assert room["height"] < 70
    assert room["x"] <= box["x"] <= box["x"] + box["width"] <= room["x"] + room["width"]
    assert reader.page.evaluate("[document.documentElement.scrollWidth, window.scrollY]") == [390, 0]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_composer_opens_in_the_newest_printout_and_goes_with_the_lock(root: Path, browser: Any, width: int) -> None:
    reader = Reader(browser, page_of(root), width)
    reader.open(phrases(root)[PLAYER])
    assert reader.page.locator(".jump button").count() == 1
    reader.page.click(f".strip button:text-is('Compose turn {LAST + 1}')")  # in the heading; another is below the map
    assert f"EU-2 T-{LAST + 1} [{PLAYER}]" in reader.page.inner_text("#compose")
    assert reader.page.locator("#compose svg.map").bounding_box()["width"] > 300
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    ids = "[...document.querySelectorAll('[id]')].map(it => it.id)"
    found = reader.page.evaluate(ids)
    assert len(found) == len(set(found)), "the copy of the map brings no second id"
    strange = """[...document.querySelectorAll("#compose svg.map *")].flatMap(it =>
        ["href", "fill", "marker-end"].map(name => (it.getAttribute(name) || "").split("#")[1]))
        .map(id => id && id.replace(")", ""))
        .filter(id => id && !document.querySelector("#compose [id='" + id + "']"))"""
    assert reader.page.evaluate(strange) == [], "what is folded with the printout's map is not painted in its copy"
    assert reader.page.evaluate("localStorage.length") == 0
    reader.turn(1)
    assert reader.page.locator(".jump button, .strip.private button").count() == 0, "an old turn takes no orders"
    reader.page.click("[data-lock]")
    assert reader.page.locator("#compose").count() == 0
    reader.close()


def test_a_draft_outlives_a_look_at_another_turn_and_not_the_lock(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    compose = f".jump button:text-is('Compose turn {LAST + 1}')"
    reader.open(phrases(root)[PLAYER])
    reader.page.click(compose)
    reader.page.click('[data-key="tab-orders"]')
    reader.page.check('[data-key="pass"]')
    reader.turn(0)
    reader.turn(LAST)
    reader.page.click(compose)
    assert reader.page.is_checked('[data-key="pass"]')
    reader.page.click("[data-lock]")
    reader.open(phrases(root)[PLAYER])
    for button in (compose, '[data-key="tab-orders"]'):
        reader.page.click(button)
    assert not reader.page.is_checked('[data-key="pass"]')
    reader.close()


def test_the_composer_addresses_the_card_as_the_site_says(root: Path, browser: Any, tmp_path: Path) -> None:
    """The address is no part of what is sealed: where it changes, every bundle stays."""
    shutil.copytree(root, tmp_path / "with-mail")
    copy = tmp_path / "with-mail"
    (copy / "content/site.toml").write_text('mail = "cards@games.example"\n')
    run(copy, "build")
    bundles = "output/site/games/EU-2/sealed"
    for path in sorted((copy / bundles).glob("*/*.js")):
        assert path.read_bytes() == (root / bundles / path.relative_to(copy / bundles)).read_bytes()
    reader = Reader(browser, page_of(copy))
    reader.open(phrases(copy)[PLAYER])
    reader.page.click(f".jump button:text-is('Compose turn {LAST + 1}')")
    reader.page.click('[data-key="tab-orders"]')
    reader.page.check('[data-key="pass"]')
    reader.page.click('[data-key="tab-card"]')
    link = reader.page.get_attribute('[data-key="mail"]', "href")
    assert link.startswith("mailto:cards@games.example?subject=EU-2")
    reader.close()


def test_nothing_is_kept_and_no_key_can_be_taken_out(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    reader.open(phrases(root)[PLAYER])
    noted = reader.page.evaluate("window.noted")
    assert {name for name, _ in noted} == {"importKey", "deriveKey", "unwrapKey"}
    assert {extractable for _, extractable in noted} == {False}
    assert reader.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie, window.name]") == [
        0,
        0,
        "",
        "",
    ]
    assert reader.page.evaluate("history.length") == 2  # the empty window, and the page
    assert reader.page.url == page_of(root)
    assert reader.page.input_value("#phrase") == ""
    reader.page.click("[data-lock]")
    assert reader.page.locator("[data-page]").inner_html() == ""
    assert reader.page.locator("#phrase").is_visible()
    reader.page.evaluate("document.querySelector('[data-page]').textContent")
    assert "Dollars" not in reader.page.content()
    reader.page.reload()
    assert reader.page.locator("#phrase").is_visible()
    reader.close()


def test_wrong_words_are_told_nothing_but_that(root: Path, browser: Any) -> None:
    words = phrases(root)[PLAYER].split()
    reader = Reader(browser, page_of(root))
    for wrong in (
        "a",
        " ".join(words[:5]),
        " ".join([words[1], words[0], *words[2:]]),
        phrases(root)[4],
        "1 2 3 4 5 6",
    ):
        reader.try_words(wrong)
        reader.page.wait_for_selector("[data-trouble]:not([hidden])")
        assert reader.page.inner_text("[data-trouble]") == TROUBLE
        assert reader.page.locator("[data-opened]").is_hidden()
    reader.page.fill("#phrase", "")
    reader.page.fill("#phrase", " ".join(words[:4]))
    assert reader.page.inner_text("#count") == "4 of 6 words"
    assert reader.page.locator("[data-trouble]").is_hidden()
    reader.open(" ".join(words))
    reader.close()


def test_the_bundle_of_another_player_or_turn_does_not_open_in_this_page(
    root: Path, browser: Any, tmp_path: Path
) -> None:
    shutil.copytree(root / "output/site", tmp_path / "site")
    sealed = tmp_path / "site/games/EU-2/sealed"
    text = (sealed / f"{PLAYER}/1.js").read_text()
    (sealed / f"{PLAYER}/0.js").write_text(text.replace('"turn":1', '"turn":0'))  # moved to another turn
    shutil.copy(sealed / "4/1.js", sealed / f"{PLAYER}/1.js")  # another player's
    (sealed / f"{PLAYER}/2.js").unlink()
    reader = Reader(browser, (sealed / f"{PLAYER}.html").as_uri())
    reader.open(phrases(root)[PLAYER])
    for number in (0, 1, 2):
        reader.page.click(f"[data-turns] button:text-is('T-{number}')")
        reader.page.wait_for_selector(f"[data-missing]:text('Turn {number} is not here')")
        assert reader.page.title() == f"EU-2, turn {LAST}", "what was open stays open"
    reader.context.close()


def test_the_page_alone_opens_as_a_file_that_somebody_saved(root: Path, browser: Any, tmp_path: Path) -> None:
    alone = tmp_path / "saved.html"
    shutil.copy(root / f"output/site/games/EU-2/sealed/{PLAYER}.html", alone)
    reader = Reader(browser, alone.as_uri())
    reader.open(phrases(root)[PLAYER])
    assert "What changed for you" in reader.page.inner_text("[data-page]")
    assert reader.page.evaluate("getComputedStyle(document.body).maxWidth") == "1152px", "its style is in it"


@pytest.mark.parametrize("packed", ["cut off", "another's"])
def test_a_packed_script_that_is_not_ours_does_not_run_and_the_printout_opens(
    root: Path, browser: Any, tmp_path: Path, packed: str
) -> None:
    path = tmp_path / f"games/EU-2/sealed/{PLAYER}.html"
    path.parent.mkdir(parents=True)
    text = (root / f"output/site/games/EU-2/sealed/{PLAYER}.html").read_text("utf-8")
    found = re.search(r'id="packed">([^<]+)<', text)
    assert found
    other = base64.b64encode(pack(json.dumps({"style": "", "script": "window.ran = true"}).encode(), SMALL)).decode()
    path.write_text(text.replace(found[1], found[1][:40000] if packed == "cut off" else other), "utf-8")
    reader = Reader(browser, path.as_uri())
    reader.open(phrases(root)[PLAYER])
    assert reader.page.locator("#card").text_content()
    assert reader.page.evaluate("[window.ran, window.PbmComposer]") == [None, None]
    assert reader.page.locator("[data-missing]").inner_text().startswith("A part of this page is damaged")
    reader.context.close()
    assert "ERR_FILE_NOT_FOUND" in reader.said[0], "the icon, which lies on the site"
    refused = [line.partition(" violates the following Content Security Policy")[0] for line in reader.said[1:]]
    assert refused == (["Applying inline style", "Executing inline script"] if packed == "another's" else [])


def test_a_link_to_a_turn_opens_that_turn(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root) + "#turn-1")
    reader.open(phrases(root)[PLAYER])
    assert reader.page.title() == "EU-2, turn 1"
    reader.close()


def test_by_plain_http_it_says_what_to_do(root: Path, browser: Any, port: int) -> None:
    reader = Reader(browser, f"http://games.example:{port}/site/games/EU-2/sealed/{PLAYER}.html")
    told = reader.page.inner_text("[data-refused]")
    assert "Open it over https; or save it, and open the file from your disk." in told
    assert reader.page.locator("form").count() == 0
    reader.close()


def test_it_does_not_open_inside_another_page(root: Path, browser: Any, tmp_path: Path) -> None:
    (tmp_path / "frame.html").write_text(f'<iframe src="{page_of(root)}" width=800 height=800></iframe>')
    reader = Reader(browser, (tmp_path / "frame.html").as_uri())
    inner = reader.page.frame_locator("iframe")
    assert "not open inside another page" in inner.locator("[data-refused]").inner_text()
    assert inner.locator("#phrase").count() == 0
    reader.close()


def test_without_scripts_it_says_so(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root), java_script_enabled=False)
    assert "scripts are off" in reader.page.inner_text("noscript")
    assert reader.page.locator("form").is_hidden()
    reader.close()


@pytest.mark.parametrize("guarded", [True, False], ids=["with policy", "without policy"])
@pytest.mark.parametrize("player", [1, 3, 7])
def test_no_payload_runs_or_asks_for_anything(hostile: Path, browser: Any, player: int, guarded: bool) -> None:
    """Names, press and orders as scripts, pictures, links and bidi tricks, in the page that was unsealed."""
    reader = Reader(browser, page_of(hostile, player), bypass_csp=not guarded)
    reader.open(phrases(hostile)[player])
    for number in (LAST + 1, 2, LAST + 1):
        reader.turn(number)
        reader.page.wait_for_timeout(50)
        assert reader.page.evaluate("window.pwned") is None
        assert reader.page.locator(f"[data-page] :is({MARKUP})").count() == 0
        assert reader.page.evaluate(HANDLERS) == 0
        assert not BAD_SIGNS.search(reader.page.content())
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
    reader.page.click(".jump button")
    assert reader.page.locator(f"#compose :is({MARKUP})").count() == 0
    assert "<script>window.pwned=1</script>" in reader.page.text_content("[data-page]"), "it is shown as text"
    reader.close(f"{(hostile / 'output/site').as_uri()}/")


def test_a_plain_string_becomes_no_markup_in_the_opened_page(root: Path, browser: Any) -> None:
    """Trusted Types: the one policy is taken, and nobody else makes HTML out of text."""
    reader = Reader(browser, page_of(root))
    reader.open(phrases(root)[PLAYER])
    tried = """how => { try { how === 'html' ? document.body.insertAdjacentHTML('beforeend', '<b>x</b>')
      : trustedTypes.createPolicy('pbm', {createHTML: s => s}); return 'done'; } catch (e) { return e.name; } }"""
    assert reader.page.evaluate(tried, "html") == "TypeError"
    assert reader.page.evaluate(tried, "policy") == "TypeError"
    assert all("Trusted" in text for text in reader.said)
    reader.context.close()


def test_a_revealed_games_links_open_without_words(tmp_path: Path, browser: Any) -> None:
    root = copy_game(tmp_path)
    run(root, "reveal", "EU-2", "--end")
    run(root, "build")
    reader = Reader(browser, (root / "output/site/games/EU-2/index.html").as_uri())
    reader.page.click("#sealed a:has-text('Italy')")
    reader.page.wait_for_selector("[data-opened]:not([hidden])")
    reader.turn(1)
    assert f"[{PLAYER}] Italy" in reader.page.inner_text("[data-page]")
    reader.close()
