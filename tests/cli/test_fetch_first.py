"""`publish`, `resolve` and `cron` ask for the mail before they resolve, and wait where it cannot be fetched."""

import json
import mailbox
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.store.folder import Folder
from tests.command import Run, runner_by_clock
from tests.post.mail_out import heading, mail

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
AFTER = NOW + timedelta(days=2)
MAIL = '[[sources]]\nname = "post"\nkind = "maildir"\npath = "Maildir"\n'
COMMANDS = [("publish",), ("resolve",), ("cron",)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Two games: EU-1 with a deadline, EU-2 without; and a Maildir with a card of player 1 of EU-1."""
    run = runner_by_clock(tmp_path, monkeypatch, NOW)
    for game in ("EU-1", "EU-2"):
        run("new", game, "--seats", "1=TU,2=FR")
    run("deadline", "EU-1", "+1 days")
    (tmp_path / "content/mail.toml").write_text(MAIL)
    box = mailbox.Maildir(str(tmp_path / "Maildir"), create=True)
    folder = Folder(tmp_path, "EU-1")
    at = int((NOW + timedelta(hours=1)).timestamp())
    key = box.add(mail("x@example.org", "orders", f"{heading(folder, 1, 1)}\nPASS\nEND\n", "<1@x>"))
    new = tmp_path / "Maildir/new" / key
    new.rename(new.with_name(f"{at}.M1P1.host"))
    return run


def cards(root: Path) -> dict[int, bytes]:
    folder = Folder(root, "EU-1")
    return folder.cards(folder.last) if folder.last else {}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_lies_in_the_mailbox_counts(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    run(*command, at=AFTER)
    assert list(cards(tmp_path)) == [1]


def broken_toml(root: Path) -> None:
    (root / "content/mail.toml").write_text(MAIL + "nothing = 1\n")


def gone(root: Path) -> None:
    shutil.move(root / "Maildir", root / "Elsewhere")


def no_password(root: Path) -> None:
    more = '[[sources]]\nname = "host"\nkind = "imap"\nhost = "127.0.0.1"\nport = 1\nuser = "gm"\ntls = "none"\n'
    (root / "content/mail.toml").write_text(MAIL + more)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("trouble", [gone, no_password])
def test_where_mail_cannot_be_fetched_the_turn_waits_and_the_rest_goes_on(
    run: Run, tmp_path: Path, command: tuple[str, ...], trouble: Callable[[Path], None]
) -> None:
    trouble(tmp_path)
    told = run(*command, code=1, at=AFTER).stderr
    assert "EU-1: turn 1 waits: not all mail could be fetched" in told
    assert "EU-2: turn" not in told
    assert Folder(tmp_path, "EU-1").last == 0
    if command != ("resolve",):
        assert (tmp_path / "output/site/index.html").exists()
    run(*command, code=1, at=AFTER)
    if (tmp_path / "Elsewhere").exists():
        shutil.move(tmp_path / "Elsewhere", tmp_path / "Maildir")
    (tmp_path / "content/mail.toml").write_text(MAIL)
    run(*command, at=AFTER + timedelta(hours=1))
    assert list(cards(tmp_path)) == [1], "in time, though it was fetched after the run that waited"


def test_cron_resolves_nothing_while_mail_toml_cannot_be_read(run: Run, tmp_path: Path) -> None:
    broken_toml(tmp_path)
    run("cron", code=1, at=AFTER)
    assert Folder(tmp_path, "EU-1").last == 0


@pytest.mark.parametrize("command", [("publish",), ("resolve",)])
def test_the_moderator_may_go_on_without_mail(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    gone(tmp_path)
    run(*command, "--without-mail", code=1, at=AFTER)
    assert Folder(tmp_path, "EU-1").last == 1
    assert cards(tmp_path) == {}


@pytest.mark.parametrize("command", [("publish",), ("resolve",)])
def test_no_fetch_leaves_the_mail_where_it_is(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    run(*command, "--no-fetch", at=AFTER)
    assert Folder(tmp_path, "EU-1").last == 1
    assert cards(tmp_path) == {}


def test_ingest_that_could_not_fetch_makes_no_card_late(run: Run, tmp_path: Path) -> None:
    gone(tmp_path)
    run("ingest", code=1, at=AFTER)
    folder = Folder(tmp_path, "EU-1")
    assert not folder.ledger.closed(1, folder.facts.deadline)


def test_status_says_when_mail_was_last_fetched(run: Run, tmp_path: Path) -> None:
    assert "Mail was last fetched: post never." in run("status").stdout
    run("publish")
    assert "Mail was last fetched: post Sat 2026-11-21 20:00 UTC." in run("status").stdout
    gone(tmp_path)
    run("publish", code=1, at=NOW + timedelta(hours=2))
    told = "Mail was last fetched: post Sat 2026-11-21 20:00 UTC (the last try failed)."
    assert told in run("status").stdout
    words = json.loads(run("status", "--json").stdout)
    assert words["mail"] == {"post": {"read": "2026-11-21T20:00:00Z", "tried": "2026-11-21T22:00:00Z"}}
    assert "all is as it should be" in run("fsck").stdout


def test_an_idle_run_asks_for_mail_and_does_nothing_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("publish")
    run("publish")
    built = []
    monkeypatch.setattr("pbm.cli.site.build", lambda *words, **named: built.append(1))
    assert "Nothing to do" in run("publish", at=NOW + timedelta(minutes=5)).stdout
    assert not built
    assert "20:05" in run("status").stdout
