"""Which times the moderator may name: as far as they can be read again, and by whose clock."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.store.folder import Folder
from tests.cli.test_cli import tree
from tests.command import Run, runner_by_clock

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    made = runner_by_clock(tmp_path, monkeypatch, NOW)
    made("new", "EU-7", "--seats", "1=TU,2=RU,3=FR")
    return made


def test_a_deadline_put_off_beyond_what_can_be_read_is_refused_before_it_is_noted(run: Run, tmp_path: Path) -> None:
    run("deadline", "EU-7", "8999-12-30T20:00:00Z")
    before = tree(tmp_path)
    told = run("extend", "EU-7", "3 days", code=1).stderr
    assert "9000-01-02T20:00:00+00:00' is later than 8999, the last year" in told
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("when", "text"),
    [("2026-12-01T12:00", "2026-12-01T12:00:00+01:00"), ("2026-12-01", "2026-12-01T20:00:00+01:00")],
)
def test_a_zone_alone_says_by_which_clock_a_time_is_meant(run: Run, tmp_path: Path, when: str, text: str) -> None:
    folder = Folder(tmp_path, "EU-7")
    path = folder.path / "game.toml"
    path.write_text(path.read_text() + '\n[schedule]\nzone = "Europe/Berlin"\n')
    run("deadline", "EU-7", when)
    assert folder.facts.deadline == text
