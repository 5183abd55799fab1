"""`pbm deadline`, `extend`, `pause`, `resume`, `absence`, `status`: what the moderator does by hand."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.cli.deadlines import move
from pbm.publish.decisions import decision_news
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.ledger import Moved
from tests.cli.test_cli import tree, write_card
from tests.command import Run, runner_by_clock
from tests.store.test_faults import broken_off

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # a Saturday
PLAN = '\n[schedule]\ndays = ["tue", "fri"]\nat = "20:00"\nzone = "Europe/Berlin"\n'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner_by_clock(tmp_path, monkeypatch, NOW)


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Folder:
    """A game of three with a schedule and no deadline yet."""
    run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU:Jan de Wit,3=FR")
    folder = Folder(tmp_path, "EU-7")
    path = folder.path / "game.toml"
    path.write_text(path.read_text() + PLAN)
    return folder


def deadline(folder: Folder) -> str:
    folder.refresh()
    return folder.facts.deadline


def news(folder: Folder) -> list[str]:
    folder.refresh()
    return [post.markdown for posts in decision_news(folder).values() for post in posts]


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("next", "2026-11-24T20:00:00+01:00"),
        ("2026-12-01T12:00:00Z", "2026-12-01T13:00:00+01:00"),
        ("2026-12-01T12:00", "2026-12-01T12:00:00+01:00"),
        ("2026-12-01", "2026-12-01T20:00:00+01:00"),
        ("2027-03-28T02:30", "2027-03-28T03:30:00+02:00"),  # the clock skips it: an hour later
        ("2027-10-31T02:30", "2027-10-31T02:30:00+01:00"),  # it shows it twice: the second
        ("+3 days", "2026-11-24T21:00:00+01:00"),
        ("+12 hours", "2026-11-22T09:00:00+01:00"),
    ],
)
def test_a_deadline_is_set_by_hand_and_told(run: Run, game: Folder, when: str, text: str) -> None:
    assert "no deadline is set for turn 1" in run("deadline", "EU-7").stdout
    assert "cards for turn 1 are due" in run("deadline", "EU-7", when).stdout
    assert deadline(game) == text
    assert len(news(game)) == 1
    run("deadline", "EU-7", when)
    assert len(news(game)) == (2 if when == "next" else 1), "what is so already is not told again"
    assert "then, by the schedule:" in run("deadline", "EU-7").stdout
    run("deadline", "EU-7", "none")
    assert deadline(game) == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["deadline", "EU-7", "yesterday"], "'yesterday' is not a time with a zone"),
        (
            ["deadline", "EU-7", "3 days"],
            'write "+3 days" for a time from now; `pbm extend EU-7 "3 days"` puts it off.',
        ),
        (["deadline", "EU-7", "2026-11-21T20:00:00Z"], "has passed already"),
        (["deadline", "EU-7", "9999-12-31T23:59:59Z"], "later than 8999, the last year"),
        (["deadline", "EU-7", "0001-01-01T00:00:00+14:00"], "is not a time"),
        (["deadline", "EU-7", "+٣ days"], "is not a length of time such as"),
        (["extend", "EU-7", "3 days"], "no deadline to postpone; `pbm deadline EU-7 WHEN` sets one."),
        (["extend", "EU-7", ""], "is not a length of time such as"),
        (["resume", "EU-7"], "is not paused"),
        (["absence", "EU-7", "1"], "either the days"),
        (["absence", "EU-7", "4", "2026-12-20"], "no player 4"),
        (["absence", "EU-7", "1", "2026-11-19/2026-11-20"], "is over"),
        (["absence", "EU-7", "1", "christmas"], "is not a day or a span"),
        (["standin", "EU-7", "1"], "give one of --name"),
        (["standin", "EU-7", "9", "--house"], "no player 9"),
        (["standin", "EU-7", "1", "--house", "--address", "a@example.org"], "--house takes no address"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(run: Run, game: Folder, words: list[str], told: str) -> None:
    before = tree(game.path)
    result = run(*words, code=1)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert tree(game.path) == before


def test_extending_keeps_the_time_on_the_wall_and_is_told(run: Run, game: Folder) -> None:
    at = datetime(2027, 3, 20, tzinfo=UTC)
    run("deadline", "EU-7", "2027-03-26T20:00:00+01:00", at=at)
    run("extend", "EU-7", "3 days", "--reason", "The post\nis on strike", at=at)
    assert deadline(game) == "2027-03-29T20:00:00+02:00", "summer time began between"
    assert news(game)[-1] == (
        "Cards for turn 1 are due 29 March 2027, 18:00 UTC, not 26 March 2027, 19:00 UTC.\n\nThe post is on strike"
    )
    run("extend", "EU-7", "12 hours", at=at)
    assert deadline(game) == "2027-03-30T08:00:00+02:00"


def test_an_extension_that_was_noted_and_not_done_is_told_once(run: Run, game: Folder) -> None:
    run("deadline", "EU-7", "next")
    game.refresh()
    fact = Moved(1, deadline(game), "2026-11-27T20:00:00+01:00", "2026-11-21T20:00:00Z")
    game.note(fact)
    run("extend", "EU-7", "3 days")
    assert deadline(game) == fact.deadline
    assert len(news(game)) == 2


def test_a_game_is_paused_and_goes_on(run: Run, game: Folder, tmp_path: Path) -> None:
    run("deadline", "EU-7", "next")
    run("publish")
    run("pause", "EU-7", "--reason", "Moving house")
    assert "paused already" in run("pause", "EU-7", code=1).stderr
    run("publish")
    page = (tmp_path / "output/site/games/EU-7/index.html").read_text()
    assert "The game is paused" in page
    assert "Moving house" in page
    assert not (tmp_path / "output/site/games/EU-7/deadlines.ics").exists()
    assert not (tmp_path / "output/site/deadlines.ics").exists()
    assert "cards due" not in page
    assert "due when the game resumes" in (tmp_path / "output/printouts/EU-7/000/1.txt").read_text().lower()
    assert "EU-7: paused before turn 1" in run("status").stdout
    late = datetime(2026, 12, 10, tzinfo=UTC)
    assert "Nothing to do" in run("publish", at=late).stdout
    run("resume", "EU-7", at=late)
    assert deadline(game) == "2026-12-11T20:00:00+01:00", "the old deadline is over"
    assert news(game)[-1] == "The pause is over. Cards for turn 1 are due 11 December 2026, 19:00 UTC."
    run("publish", at=late)
    feed = (tmp_path / "output/site/games/EU-7/feed.xml").read_text()
    for title in ("The deadline", "A pause", "The game goes on"):
        assert f"<title>EU-7: {title}</title>" in feed
    assert "20261211T190000Z" in (tmp_path / "output/site/deadlines.ics").read_text()
    run("pause", "EU-7", at=late)
    run("resume", "EU-7", "+1 day", at=late)
    assert deadline(game) == "2026-12-11T01:00:00+01:00"


def test_publish_run_twice_changes_nothing(run: Run, game: Folder, tmp_path: Path) -> None:
    run("deadline", "EU-7", "next")
    run("standin", "EU-7", "3", "--house")
    after = datetime(2026, 11, 24, 19, 0, 1, tzinfo=UTC)
    shown = run("publish", at=after).stdout
    assert "turn 1 is resolved (its deadline is over)" in shown
    assert "the next cards are due Fri 2026-11-27 20:00 CET" in shown
    before = tree(tmp_path)
    assert "Nothing to do" in run("publish", at=after).stdout
    assert tree(tmp_path) == before
    assert "2 players" not in run("verify", "EU-7").stdout
    (tmp_path / "output").rename(tmp_path / "old")
    run("publish", at=after)
    old = {name.removeprefix("old/"): data for name, (data, _) in tree(tmp_path).items() if name.startswith("old/")}
    new = {
        name.removeprefix("output/"): data for name, (data, _) in tree(tmp_path).items() if name.startswith("output/")
    }
    assert old == new


def test_undo_with_a_pause_keeps_the_turn_from_coming_again_at_once(run: Run, game: Folder) -> None:
    run("deadline", "EU-7", "next")
    after = datetime(2026, 11, 24, 19, 0, 1, tzinfo=UTC)
    run("resolve", at=after)
    shown = run("undo", "EU-7", "--reason", "x", at=after).stdout
    assert "It is due again (its deadline is over)" in shown
    assert deadline(game) == "2026-11-24T20:00:00+01:00"
    run("resolve", at=after)
    assert "due again" not in run("undo", "EU-7", "--reason", "x", "--pause", at=after).stdout
    assert "Nothing is due" in run("resolve", at=after).stdout


def test_an_absence_is_private_unless_the_player_lets_it_be_shown(run: Run, game: Folder) -> None:
    run("deadline", "EU-7", "2026-12-22")
    told = len(news(game))
    shown = run("absence", "EU-7", "1", "2026-12-20/2027-01-03").stdout
    assert 'the deadline falls within these days; `pbm extend EU-7 "3 days"` puts it off.' in shown
    assert game_absent(game, 1) == ("2026-12-20/2027-01-03",)
    assert len(news(game)) == told
    run("absence", "EU-7", "1", "2027-02-01", "--public")
    assert game_absent(game, 1) == ("2026-12-20/2027-01-03", "2027-02-01")
    assert news(game)[-1].endswith("is away: 1 February 2027.")
    run("absence", "EU-7", "1", "2027-03-01", "--public")
    assert news(game)[-1].endswith("is away: 1 February 2027; 1 March 2027.")
    told = len(news(game))
    run("absence", "EU-7", "1", "2027-04-01")
    assert len(news(game)) == told
    run("absence", "EU-7", "1", "--clear")
    assert game_absent(game, 1) == ()
    assert news(game)[-1].endswith("is not away after all.")
    assert "player 1 is away until 2027-01-03" not in run("status").stdout
    told = len(news(game))
    run("absence", "EU-7", "1", "2026-11-21/2027-01-03")
    assert "player 1 is away until 2027-01-03" in run("status").stdout
    run("absence", "EU-7", "1", "--clear")
    assert len(news(game)) == told


def game_absent(folder: Folder, player: int) -> tuple[str, ...]:
    folder.refresh()
    return folder.players[player].absent


def test_status_says_what_is_to_be_done_today(run: Run, game: Folder, tmp_path: Path) -> None:
    assert "EU-7: turn 1 has no deadline: pbm deadline EU-7 WHEN" in run("status").stdout
    run("deadline", "EU-7", "next")
    assert "Today: nothing." in run("status").stdout
    kept = tmp_path / "content/post/kept"
    kept.mkdir(parents=True)
    for name, stamp in (("a.eml", NOW.timestamp() - 60), ("b.eml", NOW.timestamp() - 30 * 86400)):
        (kept / name).write_bytes(b"")
        os.utime(kept / name, (stamp, stamp))
    write_card(game, 1, "PASS")
    shown = run("status").stdout
    assert "EU-7: there are files in the inbox: run pbm ingest" in shown
    assert "1 mail of the last week belongs to no game" in shown
    run("ingest")
    soon = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
    assert "cards for turn 1 are due Tue 2026-11-24 20:00 CET; 2 are missing" in run("status", at=soon).stdout
    after = datetime(2026, 11, 24, 19, 0, 1, tzinfo=UTC)
    assert "turn 1 is due (its deadline is over): run pbm publish" in run("status", at=after).stdout
    run("ingest", at=after)
    write_card(game, 2, "PASS")
    run("ingest", at=after)
    assert "late: card 2 of player 2" in run("status", at=after).stdout
    assert "the clock says" in run("status").stdout


def test_status_speaks_json_and_writes_nothing(run: Run, game: Folder, tmp_path: Path) -> None:
    run("deadline", "EU-7", "next")
    before = tree(tmp_path / "content")
    words = json.loads(run("status", "--json").stdout)
    assert tree(tmp_path / "content") == before
    (row,) = words["games"]
    assert row["deadline"] == "2026-11-24T19:00:00+00:00"
    assert row["players"][0] == {"player": 1, "card": 0, "tentative": False, "house": False, "waited_for": True}
    assert words["today"] == []


def test_a_clock_that_went_back_stops_a_run_until_the_moderator_says_yes(run: Run, game: Folder) -> None:
    write_card(game, 1, "PASS")
    run("ingest")
    early = datetime(2026, 11, 20, tzinfo=UTC)
    assert run("ingest", at=early).stdout == "Nothing to take in.\n", "without a deadline any clock will do"
    run("deadline", "EU-7", "2026-12-31T20:00:00+00:00")
    write_card(game, 2, "PASS")
    for command in ("ingest", "resolve", "publish"):
        assert "--clock-ok" in run(command, code=1, at=early).stderr
    assert "accepted" in run("ingest", "--clock-ok", at=early).stdout
    assert "Nothing is due" in run("resolve", at=early).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["extend", "EU-7", "3 days", "--reason", "\x1b[31m"],
        ["standin", "EU-7", "1", "--name", "A\udcff"],
        ["standin", "EU-7", "1", "--name", "A", "--address", "a@example.org\r\nBcc: b@example.org"],
    ],
)
def test_what_no_file_can_hold_is_refused(run: Run, game: Folder, words: list[str]) -> None:
    run("deadline", "EU-7", "next")
    before = tree(game.path)
    run(*words, code=2)
    assert tree(game.path) == before


def test_status_names_who_is_waited_for_no_more(run: Run, game: Folder) -> None:
    path = game.path / "game.toml"
    text = path.read_text().replace('resolve = "deadline"', 'resolve = "all-in"')
    path.write_text(text.replace("[schedule]", "[schedule]\nmisses = 1"))
    write_card(game, 2, "PASS")
    run("resolve", "EU-7", "--now-due")
    shown = run("status").stdout
    assert "EU-7: the game no longer waits for players 1, 3: 1 turn or more missed" in shown
    assert "[1] Rosa Klein: no card yet, and not waited for" in shown
    assert "[2] Jan de Wit: no card yet\n" in shown


def test_a_pause_that_was_written_by_hand_is_told_and_ended(run: Run, game: Folder) -> None:
    run("deadline", "EU-7", "next")
    path = game.path / "game.toml"
    path.write_text("paused = true # mine\n" + path.read_text())
    run("pause", "EU-7")
    assert news(game)[-1].startswith("The game is paused")
    run("resume", "EU-7")
    assert path.read_text().startswith("paused = false # mine\n")
    assert deadline(game) == "2026-11-24T20:00:00+01:00", "it is not over yet, and stands"


def test_a_break_while_a_deadline_is_moved_is_mended_by_saying_it_again(run: Run, game: Folder, tmp_path: Path) -> None:
    run("deadline", "EU-7", "next")

    def work(root: Path, disk: Disk) -> None:
        folder = Folder(root, "EU-7", disk)
        folder.settle()  # as every command that changes a game does first
        move(folder, NOW + timedelta(days=9), "The post")

    def wanted(root: Path) -> dict[str, bytes]:
        return {name: data for name, (data, _) in tree(root).items()}

    for root in broken_off(tmp_path, work, 9):
        work(root, Disk())
        assert wanted(root) == wanted(tmp_path / "whole"), root.name
