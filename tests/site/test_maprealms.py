"""On paper the map of the world tells whose each realm is, in numbers that can be read."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.site.maps import realms
from pbm.site.maps.base import overlap
from pbm.site.maps.realms import APART, HALF, Realms
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.browser.chromium import needs_browser
from tests.browser.test_print_browser import WORLD, output
from tests.browser.test_world_map import ARTIST, GEOMETRY, LOOK, world_view
from tests.print_boxes import laid_out

__all__ = ["output"]

POINTS = 7
BOX = 1.16  # the height of a word's box in a PDF, of its type's size


def room(at: tuple[int, int], wide: int, high: int) -> tuple[int, int, int, int]:
    return at[0] - wide, at[1] - high, at[0] + wide, at[1] + high


@pytest.mark.parametrize("players", [1, 8, 25, 31, 90])
def test_every_player_has_a_number_and_no_number_lies_on_another(players: int) -> None:
    owners = {space.code: space.owner for space in world_view(players).spaces if space.kind == "land"}
    found = Realms(GEOMETRY["spaces"], LOOK.order).found(owners)
    assert {player for player, _ in found} == set(owners.values()) - {0}
    on = [
        (a, b)
        for k, a in enumerate(found)
        for b in found[:k]
        if overlap(room(a[1], HALF, HALF), room(b[1], HALF, HALF))
    ]
    assert not on or players > 31
    for k, (player, at) in enumerate(found):
        assert all(n != player or abs(at[0] - x) + abs(at[1] - y) > APART / 2 for n, (x, y) in found[:k])
    hidden = [
        (player, code)
        for player, at in found
        for code, space in GEOMETRY["spaces"].items()
        if overlap(room(at, HALF, HALF), room(space["label"], 38, 17)) > 0
    ]
    assert len(hidden) <= players // 8, hidden


def test_the_numbers_are_for_paper_and_for_the_whole_map_alone() -> None:
    assert 'class="realm"' in ARTIST.draw(world_view())
    for seen in (9, 40):  # half of the world, too
        assert 'class="realm"' not in ARTIST.draw(world_view(seen=seen), theatre=True)


def test_a_theatre_of_half_the_world_keeps_its_own_numbers() -> None:
    wide = ARTIST.draw(replace(world_view(), theatre=("NAK", "RCS")), theatre=True)
    assert 'class="map wide vast"' in wide
    assert all(".vast" in rule for rule in realms.PRINT.split("}") if "display:none" in rule)


def heights(path: Path) -> list[tuple[str, float]]:
    """Words on the sheet across, each with the height of its type in points."""
    pypdf = pytest.importorskip("pypdf")
    sheets = [n for n, page in enumerate(pypdf.PdfReader(path).pages, 1) if page.mediabox.width > page.mediabox.height]
    assert len(sheets) == 1
    words = ["pdftotext", "-bbox", "-f", str(sheets[0]), "-l", str(sheets[0]), str(path), "-"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<', told)
    return [(word, (float(bottom) - float(top)) / BOX) for top, bottom, word in found]


def check(path: Path, owners: set[int]) -> None:
    found = heights(path)
    numbers = {word: tall for word, tall in found if word.isdigit() and tall < POINTS * 2}
    codes = [(word, tall) for word, tall in found if GEOMETRY["spaces"].get(word, {}).get("kind") == "land"]
    assert {int(word) for word in numbers} >= owners
    assert [(word, tall) for word, tall in numbers.items() if tall < POINTS] == []
    assert len(codes) > 200
    assert [(word, tall) for word, tall in codes if tall < POINTS] == []


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("sheet", ["A4", "Letter"])
@pytest.mark.parametrize("name", [f"site/games/{WORLD}/3/index.html", f"printouts/{WORLD}/003/5.html"])
def test_owners_numbers_and_codes_are_read_where_a_browser_prints(
    output: Path, browser: Any, tmp_path: Path, name: str, sheet: str
) -> None:
    page = browser.new_page()
    page.goto((output / name).as_uri())
    page.pdf(path=tmp_path / "one.pdf", format=sheet)
    page.close()
    check(tmp_path / "one.pdf", set(range(1, 9)))


def test_and_where_pbm_prints(output: Path, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    ((_, document),) = laid_out(output.parent, lay_table(Folder(output.parent, WORLD)), 3, (5,))
    document.write_pdf(tmp_path / "one.pdf")
    check(tmp_path / "one.pdf", set(range(1, 9)))
