"""The real content in a real browser: from disk and under a sub-path, and with hostile text in every field."""

import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.browser.chromium import needs_browser
from tests.shipped import CONTENT


def pages() -> list[str]:
    """Every kind of page, and of every game and rule book what it has: no game and no system is named here."""
    found = ["index.html", "archive.html", "fairness.html", "404.html", "search.html", "about/design.html"]
    found += ["about/moderator.html", "about/new-system.html", "years/2026.html"]
    found += [f"rules/{path.stem}.html" for path in sorted((CONTENT / "rules").glob("*.md"))]
    for game in sorted(path for path in (CONTENT / "games").iterdir() if path.is_dir()):
        base = f"games/{game.name}"
        turns = sorted(int(path.name) for path in (game / "private" / "turns").iterdir() if path.name.isdigit())
        middle = turns[len(turns) // 2]
        table = lay_table(Folder(CONTENT.parent, game.name))
        is_open = table.folder.facts.status == "revealed"
        found += [f"{base}/{name}.html" for name in ("index", "stats", "fairness", f"{middle}/index")]
        if is_open or table.rules.geometry:  # a map that is found square by square is secret while the game runs
            found.append(f"{base}/replay.html")
        found += [f"{base}/dealings.html"] if is_open else []
        found.append(f"{base}/{middle}/3.html" if is_open else f"{base}/sealed/3.html")
    return found


PAGES = pages()
HOSTILE = (
    "<script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "</title><script>window.pwned=1</script>",
    '"><svg onload=window.pwned=1>',
    "' onmouseover='window.pwned=1",
    "{{7*7}}${window.pwned=1}",
    "[x](javascript:window.pwned=1) ![y](https://evil.example/y.png)",
    "\u202egnp.exe\u2066 a\u200bb",
)


def publish(root: Path) -> Path:
    done = CliRunner().invoke(main, ["--root", str(root), "publish"], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == 0, done.output
    return root / "output"


@pytest.fixture(scope="module")
def output(published: Path) -> Path:
    return published / "output"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """EU-2 with hostile names, press, news and orders."""
    root = tmp_path_factory.mktemp("hostile")
    shutil.copytree(CONTENT / "games/EU-2", root / "content/games/EU-2")
    game = root / "content/games/EU-2"
    facts = (game / "game.toml").read_text("utf-8")
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in HOSTILE]
    names = iter(quoted)
    facts = re.sub(r'^name = "[^"]*"', lambda _: f'name = "{next(names)}"', facts, flags=re.MULTILINE)
    facts = re.sub(r'^title = ".*"', f'title = "{quoted[2]}"', facts, count=1, flags=re.MULTILINE)
    (game / "game.toml").write_text(facts, "utf-8")
    for kind in ("press", "news"):
        for k, text in enumerate(HOSTILE):
            piece = (
                f'+++\ntitle = "{quoted[k]}"\nturn = 4\nplayer = 3\nauthor = "{quoted[k]}"\n+++\n{text}\n\n# {text}\n'
            )
            (game / kind / f"x{k}.md").write_text(piece, "utf-8")
    card = game / "inbox" / "1.txt"
    card.write_text(card.read_text("utf-8").replace("END", "\n".join([*HOSTILE, "END"])), "utf-8")
    return publish(root)


@pytest.fixture(scope="module")
def server(output: Path) -> Iterator[str]:
    """The site under a sub-path of a host."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    handler = partial(Quiet, directory=str(output))
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/site/"
    host.shutdown()


class Watched:
    """A page with what it said and asked for."""

    def __init__(self, browser: Any, width: int) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 844})
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("where", ["disk", "sub-path"])
def test_every_kind_of_page_is_whole(output: Path, server: str, browser: Any, width: int, where: str) -> None:
    base = f"{(output / 'site').as_uri()}/" if where == "disk" else server
    watched = Watched(browser, width)
    for name in PAGES:
        watched.page.goto(base + name)
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert watched.page.locator("h1").count() == 1, name
        assert watched.page.title(), name
        assert watched.page.evaluate(
            "[...document.querySelectorAll('svg[role=img]')].every(it => it.querySelector('title') || it.ariaLabel)"
        )
    watched.page.close()
    assert watched.said == []
    assert [url for url in watched.asked if not url.startswith(base)] == []


@pytest.mark.browser
@needs_browser
def test_a_private_printout_needs_no_other_file(output: Path, browser: Any) -> None:
    path = output / "printouts/EU-2/004/3.html"
    watched = Watched(browser, 390)
    watched.page.goto(path.as_uri())
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert watched.asked == [path.as_uri()]
    assert watched.said == []


@pytest.mark.browser
@needs_browser
def test_hostile_text_runs_nothing_and_asks_for_nothing(hostile: Path, browser: Any) -> None:
    watched = Watched(browser, 390)
    pages = [hostile / "site" / name for name in ("index.html", "games/EU-2/index.html", "games/EU-2/4/index.html")]
    pages.append(hostile / "printouts/EU-2/004/1.html")
    for path in pages:
        watched.page.goto(path.as_uri())
        watched.page.wait_for_timeout(50)
        assert watched.page.evaluate("window.pwned") is None, path
        strange = "a[href^=javascript], img:not([src$='/small.svg']), svg[onload]"
        assert not watched.page.evaluate("(those) => document.querySelectorAll(those).length", strange), path
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", watched.page.content()), path
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390, path
    text = watched.page.inner_text("body")
    watched.page.goto(pages[2].as_uri())
    text += watched.page.inner_text("body")
    assert "<script>window.pwned=1</script>" in text, "it is shown as text"
    watched.page.close()
    assert [url for url in watched.asked if not url.startswith("file:")] == []
