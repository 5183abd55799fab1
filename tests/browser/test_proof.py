"""The fairness page checks its game in the browser: a good one, and harmed ones, of which it names turn and file."""

import json
import shutil
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.archive.zips import files_of, resummed, zipped
from tests.browser.chromium import needs_browser

pytestmark = [pytest.mark.browser, needs_browser]
GOOD = "All of it is as recorded: the seed, 16 turns with 125 cards and 26 dice, and the chain of this page."
Files = dict[str, bytes]


@pytest.fixture
def place(published: Path, tmp_path: Path) -> Path:
    """The page with its archive file and the site's own files, and nothing else."""
    site = published / "output/site"
    folder = tmp_path / "games" / "TT-1"
    folder.mkdir(parents=True)
    for name in ("fairness.html", "TT-1.pbm.js", "TT-1.pbm.zip"):
        shutil.copy(site / "games/TT-1" / name, folder / name)
    for name in ("pbm.css", "theme.js", "page.js", "proof.js"):
        shutil.copy(site / name, tmp_path / name)
    return folder


def checked(browser: Any, place: Path, width: int = 390) -> tuple[str, list[str], Any]:
    """What the page says after a tap, what it lists, and the page."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((place / "fairness.html").as_uri())
    page.click("[data-check]")
    page.locator("[data-said]:not(:empty)").wait_for(timeout=30_000)
    page.locator("[data-check]:enabled").wait_for()
    assert asked
    assert all(url.startswith(f"{place.parents[1].as_uri()}/") for url in asked)  # nobody else is asked
    return page.inner_text("[data-said]"), page.locator("[data-wrong] li").all_inner_texts(), page


def harmed(place: Path, change: Callable[[Files], Files]) -> None:
    """Another archive file in the place of the good one."""
    files = files_of((place / "TT-1.pbm.zip").read_bytes())
    text = b64encode(zipped(change(files))).decode()
    (place / "TT-1.pbm.js").write_text(f'pbmArchive("{text}");\n')


def test_a_good_game_is_as_recorded_and_every_die_is_rolled_again(browser: Any, place: Path) -> None:
    said, wrong, page = checked(browser, place)
    assert (said, wrong) == (GOOD, [])
    page.select_option("[data-turn]", "7")
    rows = page.locator("[data-rolls] tr").all_inner_texts()
    assert [row.split() for row in rows] == [["land/CAL/1/2", "9", "1", "1"], ["land/CAL/1/3", "3", "1", "1"]]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("[data-check]")  # and again
    page.locator("[data-check]:enabled").wait_for()
    assert page.inner_text("[data-said]") == GOOD
    page.close()


def _other(name: str, data: bytes) -> Callable[[Files], Files]:
    return lambda files: {**files, f"TT-1/{name}": data}


def _bent(name: str) -> Callable[[Files], Files]:
    """A file with another sum than archive.json says."""
    return lambda files: {**files, f"TT-1/{name}": files[f"TT-1/{name}"] + b" "}


def _forged(name: str, old: bytes, new: bytes) -> Callable[[Files], Files]:
    """A file that was changed with its sum in archive.json: the digests still know."""

    def change(files: Files) -> Files:
        assert old in files[f"TT-1/{name}"]
        return resummed({**files, f"TT-1/{name}": files[f"TT-1/{name}"].replace(old, new, 1)})

    return change


def _rolled(files: Files) -> Files:
    dice = json.loads(files["TT-1/turns/013/dice.json"])
    dice["land/KEL/1/4"] = ["1", "9"]
    return resummed({**files, "TT-1/turns/013/dice.json": json.dumps(dice).encode()})


CARD = "turns/003/cards/1.txt"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (_bent(CARD), "Turn 3, cards/1.txt was changed."),
        (_bent("turns/007/state.json"), "Turn 7, state.json was changed."),
        (_forged(CARD, b"T-3", b"T-3 "), "Turn 3, cards is not what the record binds."),
        (_forged("turns/007/state.json", b"armies", b"armiez"), "Turn 7, state.json is not what the record binds."),
        (_forged("turns/009/events.json", b"kind", b"kimd"), "Turn 9, events.json is not what the record binds."),
        (_forged("turns/009/record.json", b'"date"', b'"dade"'), "Turn 9, record.json is not what the chain binds."),
        (_forged("seed", b"0", b"1"), "The seed is not the one whose fingerprint is on this page."),
        (_rolled, "Turn 13, dice.json: land/KEL/1/4 among 9 was 1, and is 9."),
        (lambda files: {k: v for k, v in files.items() if not k.endswith(CARD)}, "Turn 3, cards/1.txt is missing."),
        (lambda files: {k: v for k, v in files.items() if "004/state" not in k}, "Turn 4, state.json is missing."),
    ],
)
def test_a_changed_byte_is_named_by_turn_and_file(
    browser: Any, place: Path, change: Callable[[Files], Files], named: str
) -> None:
    harmed(place, change)
    said, wrong, page = checked(browser, place)
    assert said.startswith("This is not the game of this page. ")
    assert named in [said.removeprefix("This is not the game of this page. "), *wrong]
    page.close()


def test_a_whole_other_game_is_not_that_of_the_page(browser: Any, place: Path) -> None:
    """All of it fits itself, but not the digests that were published."""
    page_file = place / "fairness.html"
    text = page_file.read_text()
    digest = text.rpartition('<code class="hex">')[2][:64]
    page_file.write_text(text.replace(digest, "0" * 64))
    said, _, page = checked(browser, place)
    assert said == "This is not the game of this page. Turn 16 is not the one that this page shows."
    page.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, "The file TT-1.pbm.js is missing; put it beside this page."),
        ("", "The file TT-1.pbm.js holds no archive file; get it again."),
        ('pbmArchive("AAAA");', "The file TT-1.pbm.js is not whole."),
        ('pbmArchive("%%");', "The file TT-1.pbm.js holds no archive file; get it again."),
    ],
)
def test_what_is_no_archive_file_is_one_sentence(browser: Any, place: Path, script: str | None, said: str) -> None:
    path = place / "TT-1.pbm.js"
    path.unlink() if script is None else path.write_text(script)
    found, wrong, page = checked(browser, place)
    assert (found, wrong) == (said, [])
    page.close()


def test_a_torn_file_is_one_sentence(browser: Any, place: Path) -> None:
    path = place / "TT-1.pbm.js"
    data = (place / "TT-1.pbm.zip").read_bytes()
    for torn in (data[:-30], data[: len(data) // 2], b"\0" * 100 + data[100:]):
        path.write_text(f'pbmArchive("{b64encode(torn).decode()}");\n')
        said, _, page = checked(browser, place)
        assert said.startswith(("The file TT-1.pbm.js", "This is not the game of this page."))
        page.close()


def test_a_game_that_is_not_revealed_offers_nothing(published: Path) -> None:
    page = (published / "output/site/games/EU-2/fairness.html").read_text("utf-8")
    assert "proof" not in page
    assert "pbm.zip" not in page
    assert not list((published / "output/site/games/EU-2").glob("*.pbm.*"))
