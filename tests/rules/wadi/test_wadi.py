"""The small system of the tests from founding to archive, with cards of its house players, and in the composer."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Any

import pytest

from pbm.cards.card import make_code, read_card
from pbm.core.dice import Dice
from pbm.core.grid import GridView
from pbm.engine.system import Seat
from pbm.engine.turn import printouts
from pbm.orders.form import OrderLine
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import desk_of
from tests.browser.composer_page import page_of
from tests.browser.test_composer import Player
from tests.command import runner
from tests.games import games, table
from tests.rules.wadi import SYSTEM, load

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
NAME = "Xyzzygeton"


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Callable[..., Any]]:
    """A game of four, three turns in; one band has named a unit."""
    run = runner(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run("new", "WD-1", "--system", "wadi", "--seats", "4", "--every", "14 days", "--deadline", "2026-12-10T20:00:00Z")
    run("publish")
    for turn in (1, 2, 3):
        folder = Folder(tmp_path, "WD-1")
        at = lay_table(folder)
        state = at.state(folder.last)
        for player in at.system.course.awaited(state):
            view = at.system.view(state, player, at.rules)
            orders = at.system.house(view, at.rules, Dice(b"h" * 16, "house", turn))
            name = f"@ N#1={NAME}\n" if player == 2 else ""
            code = make_code(bytes.fromhex(folder.players[player].key), "WD-1", turn, folder.players[player].epoch)
            card = f"WD-1 T-{turn} [{player}] x {code}\n{name}{orders}\nEND\n"
            (folder.inbox / f"{player}.txt").write_text(card, "utf-8")
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int((NOW + turn * timedelta(days=14)).timestamp())))
        run("publish")
    return tmp_path, run


def test_it_is_played_from_cards_to_the_archive(league: tuple[Path, Callable[..., Any]]) -> None:
    root, run = league
    folder = Folder(root, "WD-1")
    assert folder.last == 3
    assert "3 turns played again, all as recorded" in run("verify", "WD-1").output
    own = root / "output/printouts/WD-1/003"
    for player in (1, 2, 3, 4):
        text = (own / f"{player}.txt").read_text("utf-8")
        assert "Not carried out" not in text, "house players write legal cards"
        assert (NAME in text) == (player == 2)
    public = [path for path in (root / "output/site").rglob("*") if path.is_file() and "sealed" not in path.parts]
    assert not [path for path in public if NAME.encode() in path.read_bytes()]
    assert "Water for all; peace, now" in (root / "output/site/games/WD-1/2/index.html").read_text("utf-8")
    run("reveal", "WD-1", "--end")
    run("publish")
    site = root / "output/site/games/WD-1"
    assert NAME in (site / "3/2.html").read_text("utf-8")
    assert "replay.html" in (site / "index.html").read_text("utf-8")
    assert {path.name for path in (site / "replay").iterdir()} == {"all.js", "1.js", "2.js", "3.js", "4.js"}
    assert NAME in (site / "replay/2.js").read_text("ascii")


def test_every_section_is_on_its_reader_s_page(league: tuple[Path, Callable[..., Any]]) -> None:
    root, _ = league
    at = lay_table(Folder(root, "WD-1"))
    state = at.state(3)
    made = printouts(at.system, at.rules, state, (), {}, _sheet(at), (1,))[1]
    page = (root / "output/printouts/WD-1/003/1.html").read_text("utf-8")
    assert {section.id for section in made.sections} >= {"units", "wells", "standings"}
    for section in made.sections:
        assert f"<h2>{escape(section.title)}</h2>" in page


def _sheet(at: Any) -> Any:
    from pbm.engine.system import Sheet

    return Sheet("WD-1", "Wells", at.seats)


def test_a_map_has_the_days_of_the_turn_and_one_of_the_fight() -> None:
    at = table("wadi")
    for _, _, _, played in games("wadi", 9, b"s" * 16):
        made = printouts(at.system, at.rules, played.state, played.events, played.parsed, at.sheet, (0, 1))
        assert made[0].map is None, "all the world sees no land"
        own = made[1].map
        assert isinstance(own, GridView)
        assert [moment.title for moment in own.frames] == ["1", "2", "3"]
        fought = any(event.kind == "fought" and 1 in event.seen_by for event in played.events)
        assert len(list(made[1].maps)) == 1 + fought


@pytest.mark.browser
@needs_browser
def test_a_lot_of_units_is_ordered_at_once_and_one_of_it_alone(browser: Any, tmp_path: Path) -> None:
    at = table("wadi", 4)
    state = at.system.start(at.rules, at.seats, Dice(b"start", "T", 0))
    desk = desk_of(at.system, at.rules, state, 1, "wadi")
    path = tmp_path / "wadi.html"
    path.write_text(page_of(desk.sheet, ""), "utf-8")
    player = Player(browser, path)
    player.press("tab-list", "choose-all")
    assert player.text(".place-head") == "2 Runners"
    player.press("part-M")
    player.page.fill('[data-key="part-to"]', "e4")
    player.page.press('[data-key="part-to"]', "Tab")
    player.press("then", "part-S")
    assert player.text(".result code") == "@#1-2 ME4>S"
    player.press("add")
    assert "Added ME4>S for 2 units." in player.text(".said")
    player.press("tab-list", "unit-#2", "part-S", "add", "tab-player", "row-Q")
    player.page.fill('[data-key="text-text"]', "Peace; now, all")
    player.press("add", "row-T", "add")
    card = player.card()
    assert "@#1 ME4>S\n" in card
    assert "@#2 S\n" in card, "in place of what it had"
    found = read_card(card)
    parsed = desk.parse(found.lines)
    assert not parsed.faults
    assert [(order.place, order.text) for order in parsed.orders] == [
        ("", "Q Peace; now, all"),
        ("", "T1"),
        ("#1", "ME4>S"),
        ("#2", "S"),
    ]
    assert player.said == []


@pytest.mark.parametrize("number", ["1é", "", "-", "1-2", "٣", "²", "+1", "1_0", " 1 "])
def test_what_stands_for_a_number_before_a_text_and_is_none_is_a_fault(number: str) -> None:
    """The pattern of such an order lets much pass, so that a fault can name it."""
    rules = load("plain", {})
    seats = tuple(Seat(p, home) for p, home in enumerate("1234", 1))
    view = SYSTEM.view(SYSTEM.start(rules, seats, Dice(b"start", "T", 0)), 1, rules)
    parsed = SYSTEM.parse((OrderLine(1, f"@ N#{number}=name"),), view, rules)
    assert parsed.orders == ()
    (fault,) = parsed.faults
    assert "the form is N#k=text" in fault.message
