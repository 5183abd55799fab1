"""On paper nothing lies on anything else."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.rules import system
from pbm.store.folder import Folder
from pbm.store.founding import Founder, Founding, found
from pbm.store.play import lay_table
from tests.example_games import secret
from tests.print_boxes import Box, boxes, laid_out, overlaps
from tests.shipped import CONTENT

pytest.importorskip("weasyprint")

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
ROOT = CONTENT.parent


@pytest.mark.parametrize("game", ["EU-1", "EU-2", "TT-1"])
def test_no_box_of_an_example_game_lies_on_another(game: str) -> None:
    table = lay_table(Folder(ROOT, game))
    last = table.folder.last
    for number in (0, last // 2, last):
        for player, document in laid_out(ROOT, table, number, (1, 3)):
            assert overlaps(document) == [], (number, player)


@pytest.mark.parametrize(("variant", "count"), [("equal-forces", 25), ("real-forces", 20)])
def test_no_box_of_a_game_of_the_world_lies_on_another(tmp_path: Path, variant: str, count: int) -> None:
    rules = system("battle-plan").setup.load(variant, {})
    every = system("battle-plan").setup.homes(rules)
    homes = every[:: max(1, len(every) // count)]
    founders = tuple(Founder(n, home, secret("WW-1", n), f"Player {n}") for n, home in enumerate(homes[:count], 1))
    folder = found(tmp_path, Founding("WW-1", "World", "battle-plan", variant, founders, secret("WW-1")), NOW)
    for player, document in laid_out(tmp_path, lay_table(folder), 0, (1, 7), "letter"):
        assert len(document.pages) > 3
        assert overlaps(document) == [], player


def test_what_is_measured_sees_a_text_under_a_drawing() -> None:
    from weasyprint import HTML

    drawing = '<svg viewBox="0 0 9 9" width="90" height="90" style="position:absolute;top:{}px;left:0"></svg>'
    for top, count in ((0, 1), (200, 0)):
        page = HTML(string=f"<body style='margin:0;position:relative'><p>Forces</p>{drawing.format(top)}").render()
        assert {box.words for box in boxes(page)} == {"Forces", ""}
        assert len(overlaps(page)) == count
    assert Box(1, 0, 0, 2, 3, "").area == 6
