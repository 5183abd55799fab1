"""Who sends their cards: counted over games, for the moderator by name, for the site by consent."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbm.publish.ratings import ratings
from pbm.publish.reliability import Kept, reliability
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.command import Run, runner
from tests.post.mail_out import heading
from tests.store.test_store import NOW


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Two games: Rosa plays in both, Igor in one."""
    call = runner(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    call("new", "EU-1", "--seats", "1=TU:Rosa Klein,2=FR:Igor Sokol,3=RU")
    call("new", "EU-2", "--seats", "1=TU:Rosa Klein,2=FR:Jutta Weber")
    return call


def play(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch, game: str, *players: int) -> None:
    """The next turn, two weeks after the last, with the cards of these players."""
    folder = Folder(root, game)
    for player in players:
        (folder.inbox / f"{player}.txt").write_text(f"{heading(folder, player, folder.last + 1)}\nPASS\nEND\n")
    time = NOW + (folder.last + 1) * timedelta(days=14)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(time.timestamp())))
    run("resolve", game, "--now-due")


def rows(root: Path, *games: str) -> dict[str, Kept]:
    return {row.name: row for row in reliability(Folder(root, game) for game in games or ("EU-1", "EU-2"))}


def test_cards_are_counted_by_person_over_all_games(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No turn was resolved yet." in run("reliability").output
    play(tmp_path, run, monkeypatch, "EU-1", 1, 2)
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    play(tmp_path, run, monkeypatch, "EU-2", 2)
    found = rows(tmp_path)
    assert (found["Rosa Klein"].sent, found["Rosa Klein"].asked) == (2, 3)
    assert found["Rosa Klein"].seats == (("EU-1", 1), ("EU-2", 1))
    assert found["Igor Sokol"].recent == (True, False)
    assert (found["EU-1 [3]"].sent, found["EU-1 [3]"].asked) == (0, 2)
    assert list(found) == ["EU-1 [3]", "Igor Sokol", "Rosa Klein", "Jutta Weber"], "whoever misses most comes first"
    (line,) = (it for it in run("reliability").output.splitlines() if it.startswith("Rosa Klein"))
    assert line.split() == ["Rosa", "Klein", "66", "%", "2", "of", "3", "x-x", "EU-1", "[1],", "EU-2", "[1]"]
    assert "EU-2" not in run("reliability", "EU-1").output


def test_an_announced_absence_does_not_count_against_a_player(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = NOW + timedelta(days=14)
    run("absence", "EU-1", "2", f"{away:%Y-%m-%d}/{away + timedelta(days=3):%Y-%m-%d}")
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    igor = rows(tmp_path)["Igor Sokol"]
    assert (igor.sent, igor.asked, igor.away) == (0, 1, 1)
    assert "1 more while away" in run("reliability").output


def test_an_absence_that_is_noted_afterwards_excuses_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    away = NOW + timedelta(days=14)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int((away + timedelta(days=1)).timestamp())))
    run("absence", "EU-1", "2", f"{away:%Y-%m-%d}/{away + timedelta(days=3):%Y-%m-%d}")
    assert rows(tmp_path)["Igor Sokol"].away == 0


def test_a_stand_in_begins_anew_and_the_house_is_nobody(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    run("standin", "EU-1", "2", "--name", "Jan de Wit")
    run("standin", "EU-1", "3", "--house")
    play(tmp_path, run, monkeypatch, "EU-1", 1, 2)
    found = rows(tmp_path, "EU-1")
    assert (found["Jan de Wit"].sent, found["Jan de Wit"].asked) == (1, 1)
    assert set(found) == {"Rosa Klein", "Jan de Wit"}


def test_a_turn_that_was_taken_back_is_not_counted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    run("undo", "EU-1", "--reason", "a test")
    assert rows(tmp_path, "EU-1") == {}


def test_the_site_shows_it_of_rated_players_alone_and_of_what_all_were_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    play(tmp_path, run, monkeypatch, "EU-1", 1, 2)
    path = tmp_path / "content/games/EU-1/game.toml"
    path.write_text(path.read_text().replace('name = "Igor Sokol"', 'name = "Igor Sokol"\nrating = true'))
    run("reveal", "EU-1", "--end")
    run("publish")
    site = tmp_path / "output/site"
    assert "1 of 2" in (site / "ratings.html").read_text("utf-8")
    (page,) = (site / "ratings").glob("igor-sokol-*.html")
    assert "1 of 2 cards were sent in time." in page.read_text("utf-8")
    assert "Rosa" not in (site / "ratings.html").read_text("utf-8")
    path.write_text(path.read_text().replace('nmr = "public"', 'nmr = "private"'))
    source = ratings([lay_table(Folder(tmp_path, "EU-1"))])
    assert source is not None
    assert [(it.asked, it.sent) for it in source.make()] == [(0, 0)], "where nobody is told, nobody is"


def test_a_forgotten_player_has_no_name_in_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, run, monkeypatch, "EU-1", 1)
    run("forget", "EU-1", "2", text="y\n")
    assert "Igor" not in run("reliability").output


def test_a_broken_game_hides_no_other(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, run, monkeypatch, "EU-2", 1)
    (tmp_path / "content/games/EU-1/game.toml").write_text("nonsense =")
    done = run("reliability", code=1)
    assert "Rosa Klein" in done.stdout
    assert "EU-1" in done.stderr
