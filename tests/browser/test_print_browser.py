"""What a browser prints: no sheet is wasted, and it is light whatever the screen was."""

import io
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pbm.rules import system
from tests.browser.chromium import needs_browser
from tests.browser.test_browser import publish
from tests.example_games import START, Example, make_game
from tests.shipped import CONTENT

pypdf = pytest.importorskip("pypdf")
pytestmark = [pytest.mark.browser, needs_browser]

WORLD = "WW-1"
FOOT = re.compile(r"page \d+ of \d+|\w+-\d+ T-\d+( \[\d+\] [^\n]*, private)?")


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two revealed games, and running ones on the small island and in the world, whose printouts are open pages."""
    root = tmp_path_factory.mktemp("printed")
    for game in ("EU-1", "TT-1"):
        shutil.copytree(CONTENT / "games" / game, root / "content" / "games" / game)
    for game, kind, variant in (("TT-2", "trust-a-thief", ""), (WORLD, "battle-plan", "equal-forces")):
        rules = system(kind)
        variant = variant or next(iter(rules.variants))
        homes = rules.setup.homes(rules.setup.load(variant, {}))[:8]
        make_game(root, Example(game, game, kind, variant, homes, "deadline", 3, START, "running"))
    return publish(root)


def pages(data: bytes) -> list[str]:
    """What stands on each page, without its foot."""
    return [FOOT.sub("", page.extract_text()).strip() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


PRINTOUTS = (
    [f"site/games/EU-1/{turn}/{player}.html" for turn, player in ((0, 1), (5, 3), (16, 1))]
    + [f"site/games/TT-1/{turn}/{player}.html" for turn, player in ((0, 3), (7, 1), (16, 3))]
    + [f"printouts/TT-2/003/{player}.html" for player in (1, 4, 7)]
    + [f"printouts/{WORLD}/003/{player}.html" for player in (1, 5)]
)


@pytest.mark.parametrize("name", PRINTOUTS)
def test_no_printed_page_is_empty_but_for_its_foot(output: Path, browser: Any, name: str) -> None:
    page = browser.new_page()
    page.goto((output / name).as_uri())
    data = page.pdf(format="A4")
    page.emulate_media(media="print")
    rows = page.locator(".rows > *").evaluate_all(
        "(all) => all.map((it) => [it.offsetHeight, getComputedStyle(it).display, it.innerText.slice(0, 60)])"
    )
    page.close()
    found = pages(data)
    assert len(found) >= 2
    assert all(found), [len(text) for text in found]
    assert not [row for row in rows if row[0] < 2 and row[1] not in ("none", "contents")], "its margin may begin a page"


WORD = re.compile(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)<')
COVERED = 0.3  # of the smaller: the boxes of letters are taller than the letters


def covered(path: Path) -> list[tuple[str, str]]:
    """Words of the first page that lie on others; the same word twice is one with its halo."""
    out = subprocess.run(["pdftotext", "-bbox", "-l", "1", str(path), "-"], check=True, capture_output=True, text=True)
    found = [(*map(float, it[:4]), it[4]) for it in WORD.findall(out.stdout)]
    return [
        (a[4], b[4])
        for a, b in combinations(found, 2)
        if a[4] != b[4]
        and min(wide := min(a[2], b[2]) - max(a[0], b[0]), high := min(a[3], b[3]) - max(a[1], b[1])) > 0
        and wide * high > COVERED * min((it[2] - it[0]) * (it[3] - it[1]) for it in (a, b))
    ]


@pytest.mark.parametrize("name", [name for name in PRINTOUTS if "TT-" in name])
def test_no_code_of_a_printed_map_lies_on_another(output: Path, browser: Any, tmp_path: Path, name: str) -> None:
    page = browser.new_page()
    page.goto((output / name).as_uri())
    page.pdf(path=tmp_path / "it.pdf", format="A4")
    page.close()
    assert covered(tmp_path / "it.pdf") == []


def shown(page: Any, path: Path) -> list[bytes]:
    """What the printed pages look like, colours of grounds and all."""
    page.pdf(path=path, format="A4", print_background=True)
    subprocess.run(["pdftoppm", "-r", "20", str(path), str(path.with_suffix(""))], check=True)
    return [it.read_bytes() for it in sorted(path.parent.glob(f"{path.stem}-*.ppm"))]


@pytest.mark.parametrize(
    "name", ["site/games/EU-1/5/3.html", "site/games/TT-1/7/index.html", f"printouts/{WORLD}/003/1.html"]
)
def test_from_the_dark_theme_a_page_is_printed_light(output: Path, browser: Any, tmp_path: Path, name: str) -> None:
    looks = {}
    for scheme, theme in (("light", ""), ("dark", ""), ("dark", "dark"), ("light", "dark")):
        page = browser.new_page(color_scheme=scheme)
        page.goto((output / name).as_uri())
        if theme:
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        looks[scheme, theme] = shown(page, tmp_path / f"{scheme}{theme}.pdf")
        page.close()
    light = looks.pop(("light", ""))
    for which, look in looks.items():
        assert len(look) == len(light)
        for page, same in zip(look, light, strict=True):
            other = sum(abs(a - b) > 64 for a, b in zip(page, same, strict=True))
            assert other < len(same) * 0.005, which
    for one in light:
        pixels = one.split(b"\n", 3)[3]
        assert sum(value > 128 for value in pixels) > len(pixels) * 0.7
