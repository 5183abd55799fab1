"""What Python draws with and a script must know goes to the page as data: no number is written twice."""

import re

import pytest

from pbm.site.ink import palette
from pbm.site.maps import arrows, badges, base, live, realms
from pbm.site.maps.looks import pieces
from tests.laws.test_words import SCRIPTS, in_script

SMALL = 9  # numbers up to this are everywhere
DRAWN = (badges.SIZES, pieces.SIZES, arrows.SIZES, base.TYPE, base.WIDE_TYPE)
OTHERS = {
    "map/labels.js": {30, 10},  # the widest letters, the least of figures: pixels
    "map/layers.js": {36},  # the base of written numbers
    "composer/map.js": {700},  # units of the least window
}
"""Numbers that are the script's own, and equal to one of the drawing by chance."""


def drawn() -> set[int]:
    found = {base.LETTER, base.CHIP, base.CHIP_AT, realms.APART, *map(abs, arrows.BENDS)}
    found |= {abs(size) for sizes in DRAWN for size in sizes.values() if isinstance(size, int)}
    return {size for size in found if size > SMALL}


@pytest.mark.parametrize(
    "name", ["replay/map.js", "map/labels.js", "map/layers.js", "map/card.js", "composer/arrows.js", "composer/map.js"]
)
def test_no_number_of_the_drawing_is_written_in_a_script(name: str) -> None:
    source = (SCRIPTS / name).read_text("utf-8")
    found = {int(word) for _, line in in_script(source) for word in re.findall(r"(?<![\w.#])\d+(?![\w.])", line)}
    assert found & drawn() == OTHERS.get(name, set())


def test_coats_are_counted_in_one_place() -> None:
    assert palette.numbers() == f"window.pbmCoats={{hues:{palette.HUES},turns:{palette.NINTHS}}};\n"
    for name in ("theme.js", "replay/map.js", "replay/replay.js", "composer/dom.js"):
        assert not re.search(r"% ?9\b|/ ?9\b|% ?36\b", (SCRIPTS / name).read_text("utf-8")), name


def test_the_numbers_are_the_first_line_of_the_maps_script() -> None:
    first = live.map_script(lambda name: "").splitlines()[0]
    assert first.startswith('window.PbmMap={drawn:{"type":{"code":44,')
    assert f'"apart":{realms.APART}' in first
