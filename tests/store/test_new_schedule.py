"""`pbm new` with a schedule: the game has it, and the first deadline of it, from the start."""

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.store.facts import Value
from pbm.store.folder import Folder
from tests.cli.test_cli import write_card
from tests.command import Run, runner_by_clock

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # a Saturday


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner_by_clock(tmp_path, monkeypatch, NOW)


SEATS = ("--seats", "1=TU,2=RU,3=FR")


def test_a_first_deadline_that_is_over_is_told(run: Run) -> None:
    told = run("new", "EU-7", *SEATS, "--deadline", "2020-01-01T20:00:00+00:00")
    assert "has passed already" in told.stderr
    assert "over already" not in run("new", "EU-8", *SEATS, "--deadline", "2036-01-01T20:00:00+00:00").stderr


@pytest.mark.parametrize(
    ("words", "table", "first"),
    [
        (["--every", "14 days"], {"every": "14 days"}, "2026-12-05T20:00:00+00:00"),
        (
            ["--days", "tue, fri", "--at", "19:30", "--zone", "Europe/Berlin"],
            {"days": ["tue", "fri"], "at": "19:30", "zone": "Europe/Berlin"},
            "2026-11-24T19:30:00+01:00",
        ),
        (
            ["--every", "2 weeks", "--days", "tue", "--grace", "2 hours", "--remind", "2 days,6 hours"],
            {"every": "2 weeks", "days": ["tue"], "grace": "2 hours", "remind": ["2 days", "6 hours"]},
            "2026-12-08T20:00:00+00:00",
        ),
        (
            ["--every", "1 day", "--zone", "Europe/Berlin", "--deadline", "2026-12-01"],
            {"every": "1 day", "zone": "Europe/Berlin"},
            "2026-12-01T20:00:00+01:00",
        ),
        (
            ["--every", "1 day", "--zone", "Europe/Berlin", "--deadline", "2026-12-01T08:00Z"],
            {"every": "1 day", "zone": "Europe/Berlin"},
            "2026-12-01T09:00:00+01:00",
        ),
        (
            ["--every", "1 day", "--zone", "Europe/Berlin", "--deadline", "2027-03-28T02:30"],
            {"every": "1 day", "zone": "Europe/Berlin"},
            "2027-03-28T03:30:00+02:00",
        ),
        (["--grace", "2 hours"], {"grace": "2 hours"}, ""),  # it sets no dates
        (["--at", "20:00", "--days", "sun"], {"days": ["sun"]}, "2026-11-22T20:00:00+00:00"),
    ],
)
def test_a_new_game_has_its_schedule_from_the_start(
    run: Run, tmp_path: Path, words: list[str], table: dict[str, Value], first: str
) -> None:
    told = run("new", "EU-7", *SEATS, *words).stdout
    folder = Folder(tmp_path, "EU-7")
    assert folder.facts.deadline == first
    assert tomllib.loads((folder.path / "game.toml").read_text("utf-8"))["schedule"] == table
    assert run("deadline", "EU-7").stdout.splitlines()[0] in told
    if first:
        write_card(folder, 1, "@TU BA1")
        later = datetime.fromisoformat(first) + timedelta(hours=3)
        run("publish", at=later)
        folder.refresh()
        assert datetime.fromisoformat(folder.facts.deadline) > later, "and goes on by it"
        assert folder.last == 1


def test_without_a_schedule_a_new_game_is_what_it_was(run: Run, tmp_path: Path) -> None:
    told = run("new", "EU-7", *SEATS, "--deadline", "2026-12-01T20:00:00+01:00").stdout
    text = (tmp_path / "content/games/EU-7/game.toml").read_text("utf-8")
    assert 'deadline = "2026-12-01T20:00:00+01:00"' in text
    assert "schedule" not in text
    assert "due" not in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--every", "soon"], "schedule.every: 'soon' is not a length of time such as 14 days"),
        (["--every", "90 minutes"], "schedule.every: '90 minutes' is not a number of whole days or weeks"),
        (["--days", "tue,someday"], "schedule.days: 'someday' is none of mon, tue"),
        (["--every", "3 days", "--days", "tue"], "schedule.every: with days beside it, it is a week or more"),
        (["--days", "tue", "--at", "25:00"], "schedule.at: '25:00'"),
        (["--days", "tue", "--zone", "Berlin/Mitte"], "schedule.zone: 'Berlin/Mitte' is not a time zone"),
        (["--days", "tue", "--zone", "../etc/passwd"], "schedule.zone: "),
        (["--days", "tue", "--grace", "x"], "schedule.grace: 'x'"),
        (["--days", "tue", "--remind", "2 days,x"], "schedule.remind: 'x'"),
        (["--days", "tue", "--deadline", "tomorrow"], "--deadline: 'tomorrow' is not a time"),
        (["--days", "tue", "--deadline", "9999-12-31"], "--deadline: '9999-12-31' is later than 8999"),
        (["--deadline", "2026-12-01"], "--deadline: '2026-12-01' is not a time with a zone"),
    ],
)
def test_a_wrong_schedule_founds_nothing(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    assert said in run("new", "EU-7", *SEATS, *words, code=1).output
    assert not (tmp_path / "content/games/EU-7").exists()
