"""What is due is drafted once, and follows what it is made of."""

from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.post.journal import journal_path
from pbm.post.outbox import draft_due, listed, send_again, send_due
from pbm.store.folder import Folder
from tests.post.mail_out import NOW, Postman
from tests.post.outbox.letters import START, card, clock, drafts


def test_a_new_game_is_announced_to_its_players_and_a_second_run_changes_no_byte(folder: Folder, root: Path) -> None:
    assert draft_due(root, NOW).drafted == START
    assert drafts(root) == ["FA-1/t0-p1.eml", "FA-1/t0-p2.eml"]
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    assert not draft_due(root, NOW + timedelta(days=1)).did_something
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == before


def test_drafts_and_journal_are_for_the_moderators_eyes_alone(folder: Folder, root: Path) -> None:
    draft_due(root, NOW)
    for path in (root / "output/outbox/FA-1/t0-p1.eml", journal_path(root)):
        assert path.stat().st_mode & 0o077 == 0
    assert journal_path(root).parent.stat().st_mode & 0o077 == 0


def test_a_draft_opens_as_a_mail(folder: Folder, root: Path) -> None:
    card(folder)
    draft_due(root, NOW)
    made = message_from_bytes((root / "output/outbox/FA-1/r1.eml").read_bytes(), policy=policy.default)
    assert made["To"] == "player1@example.org"
    assert made["Auto-Submitted"] == "auto-replied"
    assert made["In-Reply-To"] == "<m1@x.org>"
    assert made["Subject"] == "FA-1 T-1 [1] receipt 1: accepted"


def test_without_a_sender_nothing_is_written(folder: Folder, root: Path) -> None:
    (root / "content/mail.toml").unlink()
    card(folder)
    assert not draft_due(root, NOW).did_something
    assert not (root / "output").exists()
    assert not journal_path(root).exists()
    with pytest.raises(PbmError, match="has no \\[out\\]"):
        send_due(root, clock(), Postman())


def test_what_wants_no_answer_gets_none(folder: Folder, root: Path) -> None:
    card(folder, answer=False)
    card(folder, verdict="ignored", why="was written by a machine")
    assert draft_due(root, NOW).drafted == START


def test_a_draft_taken_away_is_not_written_or_sent_again(folder: Folder, root: Path) -> None:
    card(folder)
    draft_due(root, NOW)
    (root / "output/outbox/FA-1/r1.eml").unlink()
    post = Postman()
    assert send_due(root, clock(), post).sent == START
    assert drafts(root) == []
    assert next(line for line in listed(root, NOW) if "removed" in line).startswith("FA-1/r1 ")
    send_again(root, "FA-1/r1", NOW)
    assert draft_due(root, NOW).drafted == ["FA-1/r1"]
    assert send_due(root, clock(), post).sent == ["FA-1/r1"]


@pytest.mark.parametrize("name", ["game.toml", "private/players.toml", "private/ledger.jsonl"])
def test_the_drafts_of_a_game_that_cannot_be_read_stay(folder: Folder, root: Path, name: str) -> None:
    """They would never come back: a draft that is gone counts as taken away by the moderator."""
    card(folder)
    draft_due(root, NOW)
    lay = drafts(root)
    path = folder.path / name
    whole = path.read_bytes()
    path.write_bytes(b"a slip of the pen\n" + whole)
    assert draft_due(root, NOW).problems
    assert drafts(root) == lay
    path.write_bytes(whole)
    assert not draft_due(root, NOW).did_something
    assert send_due(root, clock(), Postman()).sent == ["FA-1/r1", *START]


def test_a_draft_follows_what_it_is_made_from(folder: Folder, root: Path) -> None:
    draft_due(root, NOW)
    path = folder.path / "game.toml"
    path.write_text(path.read_text().replace('deadline = ""', 'deadline = "2026-12-01T20:00:00+00:00"'))
    assert draft_due(root, NOW).drafted == START
    assert "1 December 2026" in (root / "output/outbox/FA-1/t0-p1.eml").read_text()


def test_a_draft_follows_press_and_news(folder: Folder, root: Path) -> None:
    """Press that was addressed to the wrong player goes from his draft when that is put right."""
    place = folder.path / "private/press"
    place.mkdir()
    piece = place / "000.md"
    piece.write_text("+++\nto = [1]\n+++\nZyzzogeton comes at noon.\n")
    draft_due(root, NOW)
    mails = [root / f"output/outbox/FA-1/t0-p{number}.eml" for number in (1, 2)]
    assert ["Zyzzogeton" in mail.read_text() for mail in mails] == [True, False]
    piece.write_text(piece.read_text().replace("[1]", "[2]"))
    assert draft_due(root, NOW).drafted == START
    assert ["Zyzzogeton" in mail.read_text() for mail in mails] == [False, True]
    piece.write_text(piece.read_text().replace("noon", "dusk"))
    assert draft_due(root, NOW).drafted == ["FA-1/t0/p2"], "nothing of it is in the other"
    (folder.path / "news").mkdir(exist_ok=True)
    (folder.path / "news/000.md").write_text("Good luck to all.\n")
    assert draft_due(root, NOW).drafted == START
    assert not draft_due(root, NOW).did_something
