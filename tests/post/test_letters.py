"""The start, printouts, reminders, the end: what players are sent without having asked (issue D, 5)."""

import shutil
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbm.cards.card import make_code
from pbm.core.textprint import render
from pbm.post import letters
from pbm.post.journal import Journal
from pbm.post.letters import reminders_due
from pbm.post.outbox import draft_due, send_due
from pbm.publish.due import advance
from pbm.publish.league import tables
from pbm.publish.outgoing import private_printouts
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.keyring import make_missing
from tests.post.mail_out import NOW, OUT, Postman, came, heading, mail, plain, world
from tests.shipped import CONTENT
from tests.store.test_store import founding

SITE = 'url = "https://example.org/post/"\nmail = "cards@example.org"\n'
DEADLINE = datetime.fromisoformat("2026-12-01T20:00:00+00:00")
SPANS = (timedelta(days=2), timedelta(hours=6))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    folder = world(tmp_path, monkeypatch, deadline="2026-12-01T20:00:00+00:00")
    (tmp_path / "content/site.toml").write_text(SITE)
    return folder


def read(root: Path, name: str) -> EmailMessage:
    made = message_from_bytes((root / f"output/outbox/FA-1/{name}.eml").read_bytes(), policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def set_line(folder: Folder, old: str, new: str) -> None:
    path = folder.path / "game.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    folder.refresh()


def test_the_first_mail_says_how_to_play_and_brings_no_words(folder: Folder, tmp_path: Path) -> None:
    make_missing(folder)
    draft_due(tmp_path, NOW)
    made = read(tmp_path, "t0-p1")
    text = plain(made)
    code = make_code(bytes.fromhex(folder.players[1].key), "FA-1", 1, 1)
    assert made["Subject"] == "FA-1 begins [1]"
    for told in (
        "You are player [1]",
        "Cards for turn 1 are due 1 December 2026, 20:00 UTC.",
        "cards@example.org",
        code,
    ):
        assert told in text
    assert "https://example.org/post/games/FA-1/index.html" in text
    assert "they come by letter" in text
    ring = (folder.private / "keys.json").read_text()
    phrase = ring.split('"phrase": "')[1].split('"')[0]
    assert phrase.split()[0] not in text.lower().split()


def test_the_words_come_with_it_where_the_settings_say_so(folder: Folder, tmp_path: Path) -> None:
    make_missing(folder)
    (tmp_path / "content/mail.toml").write_text(OUT + "words = true\n")
    draft_due(tmp_path, NOW)
    text = plain(read(tmp_path, "t0-p1"))
    ring = (folder.private / "keys.json").read_text()
    for word in ring.split('"phrase": "')[1].split('"')[0].split():
        assert word in text
    advance(folder, NOW, "test", force=True)
    draft_due(tmp_path, NOW)
    assert "words" not in plain(read(tmp_path, "t1-p1"))


def test_no_subject_tells_a_secret(folder: Folder, tmp_path: Path) -> None:
    post = Postman()
    came(folder, mail("x <player1@example.org>", heading(folder, 1, 1), f"{heading(folder, 1, 1)}\nADD 3\nEND\n"))
    send_due(tmp_path, lambda: NOW, post)
    advance(folder, NOW, "test", force=True)
    send_due(tmp_path, lambda: NOW, post)
    codes = [make_code(bytes.fromhex(p.key), "FA-1", t, 1) for p in folder.players.values() for t in range(4)]
    subjects = [str(it["Subject"]) for it in post.mails]
    assert "FA-1 turn 1 [1]" in subjects
    for subject in subjects:
        assert not [code for code in codes if code in subject or code.split("-")[0] in subject]


def test_each_player_gets_his_own_printout_and_no_other(folder: Folder, tmp_path: Path) -> None:
    came(folder, mail("x <player1@example.org>", "o", f"{heading(folder, 1, 1)}\nADD 3\nEND\n"))
    advance(folder, NOW, "test", force=True)
    draft_due(tmp_path, NOW)
    table = tables(tmp_path)[0]
    for _, printout, to, _ in private_printouts(table):
        made = read(tmp_path, f"t1-p{printout.player}")
        classic = render(printout, account=to.account, name=to.name, code=to.code, due=to.due)
        assert classic in plain(made)
        assert made["To"] == f"player{printout.player}@example.org"
        other = make_code(bytes.fromhex(folder.players[3 - printout.player].key), "FA-1", 2, 1)
        assert other not in (tmp_path / f"output/outbox/FA-1/t1-p{printout.player}.eml").read_text()


@pytest.mark.parametrize(("nmr", "told"), [("public", True), ("private", False)])
def test_who_sent_no_card_is_told_only_where_that_is_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nmr: str, told: bool
) -> None:
    folder = world(tmp_path, monkeypatch, nmr=nmr)
    advance(folder, NOW, "test", force=True)
    draft_due(tmp_path, NOW)
    assert ("No card came from [1] Shown 1, [2] Shown 2." in plain(read(tmp_path, "t1-p1"))) is told


def test_a_mail_program_without_html_and_one_with_it_show_the_same(folder: Folder, tmp_path: Path) -> None:
    draft_due(tmp_path, NOW)
    made = read(tmp_path, "t0-p1")
    html = made.get_body(("html",))
    assert html
    shown = html.get_content()
    for secret in ("<script", "http-equiv", "<link", 'src="http', "@import"):
        assert secret not in shown
    assert "SCORE=0" in shown


def test_hostile_names_and_titles_are_text_in_html(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = world(tmp_path, monkeypatch, title="<script>alert(1)</script>\r\nBcc: x@y.org")
    path = folder.private / "players.toml"
    path.write_text(path.read_text().replace('"Name 1"', '"</p><img src=x onerror=alert(1)>"'))
    draft_due(tmp_path, NOW)
    made = read(tmp_path, "t0-p1")
    html = made.get_body(("html",))
    assert html
    assert "<script" not in html.get_content()
    assert "<img src=x" not in html.get_content()
    assert made["Bcc"] is None


def test_reminders_go_to_those_alone_whose_card_is_not_there(folder: Folder, tmp_path: Path) -> None:
    post = Postman()
    spans = lambda folder: SPANS  # noqa: E731
    send_due(tmp_path, lambda: NOW, post, spans=spans)
    came(folder, mail("x <player1@example.org>", "o", f"{heading(folder, 1, 1)}\nADD 3\nEND\n"), answer=False)
    early, first, last = (DEADLINE - timedelta(days=d) for d in (3, 2, 0.2))
    assert not send_due(tmp_path, lambda: early, post, spans=spans).did_something
    assert send_due(tmp_path, lambda: first, post, spans=spans).sent == ["FA-1/t1/remind1.202612012000/p2"]
    assert not send_due(tmp_path, lambda: first, post, spans=spans).did_something
    assert send_due(tmp_path, lambda: last, post, spans=spans).sent == ["FA-1/t1/remind2.202612012000/p2"]
    assert not send_due(tmp_path, lambda: DEADLINE + timedelta(seconds=1), post, spans=spans).did_something
    text = plain(post.mails[-1])
    assert "No valid card of yours for turn 1" in text
    assert make_code(bytes.fromhex(folder.players[2].key), "FA-1", 1, 1) not in text
    assert post.mails[-1]["Date"] == "Tue, 01 Dec 2026 14:00:00 +0000"


def test_a_deadline_that_moves_is_reminded_of_again(folder: Folder, tmp_path: Path) -> None:
    spans = lambda folder: SPANS[:1]  # noqa: E731
    send_due(tmp_path, lambda: DEADLINE - timedelta(days=1), Postman(), spans=spans)
    set_line(folder, "2026-12-01T20", "2026-12-15T20")
    later = DEADLINE + timedelta(days=13)
    sent = send_due(tmp_path, lambda: later, Postman(), spans=spans).sent
    assert sent == ["FA-1/t1/remind1.202612152000/p1", "FA-1/t1/remind1.202612152000/p2"]


def test_a_reminder_that_nobody_sent_in_time_is_taken_away(folder: Folder, tmp_path: Path) -> None:
    spans = lambda folder: SPANS  # noqa: E731
    report = draft_due(tmp_path, DEADLINE - timedelta(hours=1), spans=spans)
    assert "FA-1/t1/remind2.202612012000/p1" in report.drafted
    assert draft_due(tmp_path, DEADLINE + timedelta(hours=1), spans=spans).removed == [
        "FA-1/t1-remind2.202612012000-p1.eml",
        "FA-1/t1-remind2.202612012000-p2.eml",
    ]


@pytest.mark.parametrize(("before", "nth"), [(72, None), (48, 1), (10, 1), (6, 2), (0, 2), (-1, None)])
def test_of_several_reminders_the_last_goes(before: int, nth: int | None) -> None:
    found_ = reminders_due(SPANS, DEADLINE, DEADLINE - timedelta(hours=before))
    assert (found_ and found_[0]) == nth


def test_the_end_is_told_and_then_that_all_lies_open(folder: Folder, tmp_path: Path) -> None:
    post = Postman()
    send_due(tmp_path, lambda: NOW, post)
    set_line(folder, 'status = "running"', 'status = "finished"')
    assert send_due(tmp_path, lambda: NOW, post).sent == ["FA-1/end/p1", "FA-1/end/p2"]
    assert "https://example.org/post/games/FA-1/index.html" in plain(post.mails[-1])
    set_line(folder, 'status = "finished"', 'status = "revealed"')
    assert send_due(tmp_path, lambda: NOW, post).sent == ["FA-1/revealed/p1", "FA-1/revealed/p2"]
    assert not send_due(tmp_path, lambda: NOW, post).did_something


def test_an_old_revealed_game_bothers_nobody(folder: Folder, tmp_path: Path) -> None:
    set_line(folder, 'status = "running"', 'status = "revealed"')
    assert not draft_due(tmp_path, NOW).did_something


def test_nor_does_one_whose_receipts_came_too_late_to_be_sent(folder: Folder, tmp_path: Path) -> None:
    """That they were skipped is noted, which is no sign that we ever wrote to anybody."""
    came(folder, mail("player1@example.org", "orders", "ADD 3\n"), NOW - timedelta(days=20), player=1)
    set_line(folder, 'status = "running"', 'status = "revealed"')
    for _ in range(2):
        assert not send_due(tmp_path, lambda: NOW, Postman()).sent
    assert [it.state for it in Journal(tmp_path).letters.values()] == ["skipped"]


def test_a_real_printout_brings_its_map_and_stays_small(tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(CONTENT, root / "content")
    for game in ("EU-2", "TT-1"):
        path = root / f"content/games/{game}/private/players.toml"
        path.write_text(path.read_text().replace('address = ""', 'address = "p@example.org"'))
    (root / "content/mail.toml").write_text(OUT)
    report = draft_due(root, NOW, ["EU-2", "TT-1"])
    assert len(report.drafted) >= 7
    assert not report.problems
    for path in (root / "output/outbox").rglob("*.eml"):
        data = path.read_bytes()
        assert len(data) <= letters.LARGEST
        made = message_from_bytes(data, policy=policy.default)
        kinds = [part.get_content_type() for part in made.walk()]
        if "-p" in path.name and path.name.startswith("t"):
            assert "image/svg+xml" in kinds
            assert "image/png" in kinds
            assert b"cid:map" in data


def test_without_resvg_the_map_is_an_attachment_alone(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.publish import pictures

    monkeypatch.setattr(pictures, "can_draw", lambda: False)
    assert pictures.map_png(b"<svg/>") == b""


def test_games_by_name_alone_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world(tmp_path, monkeypatch)
    found(tmp_path, founding(game="FA-2"), NOW)
    assert draft_due(tmp_path, NOW, ["FA-2"]).drafted == []
    assert draft_due(tmp_path, NOW, ["FA-1"]).drafted == ["FA-1/t0/p1", "FA-1/t0/p2"]
