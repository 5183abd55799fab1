"""What is sent goes once, and what is refused is tried again."""

import itertools
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbm.post.journal import Journal, troubles
from pbm.post.outbox import draft_due, send_again, send_due, settle
from pbm.store.folder import Folder
from tests.post.mail_out import NOW, OUT, Postman
from tests.post.outbox.letters import START, card, clock, drafts


def test_what_was_sent_is_sent_once(folder: Folder, root: Path) -> None:
    card(folder)
    post = Postman()
    assert send_due(root, clock(), post).sent == ["FA-1/r1", *START]
    for _ in range(3):
        assert not send_due(root, clock(NOW + timedelta(days=1)), post).did_something
        assert not draft_due(root, NOW + timedelta(days=1)).did_something
    assert set(post.delivered.values()) == {1}
    assert drafts(root) == []
    assert post.envelopes[0] == ("cards@example.org", ("player1@example.org",))


def test_a_refusal_for_now_is_tried_again_with_growing_waits_and_then_given_up(folder: Folder, root: Path) -> None:
    (root / "content/mail.toml").write_text(OUT + "tries = 4\n")
    post, now, tried = Postman(lambda: "later"), NOW, []
    for _ in range(600):
        before = len(Journal(root).sendings)
        send_due(root, clock(now), post)
        tried += [now] * (len(Journal(root).sendings) > before)
        now += timedelta(minutes=5)
    assert [int((b - a).total_seconds()) // 60 for a, b in itertools.pairwise(tried)] == [5, 15, 45]
    assert Journal(root).standing("FA-1/t0/p1").state == "given up"
    assert [line for line in troubles(root) if "given up" in line and "FA-1/t0/p1" in line]
    assert drafts(root) == ["FA-1/t0-p1.eml", "FA-1/t0-p2.eml"], "they may still be sent by hand"
    settle(root, ["FA-1/t0/p1"], now)
    assert not [line for line in troubles(root) if "FA-1/t0/p1" in line]


def test_a_refusal_then_success_sends_once(folder: Folder, root: Path) -> None:
    fates = iter(["later", "later", "taken", "taken"])
    post = Postman(lambda: next(fates))
    assert send_due(root, clock(), post).sent == []
    assert send_due(root, clock(NOW + timedelta(minutes=4)), post).waiting == START
    assert send_due(root, clock(NOW + timedelta(minutes=6)), post).sent == START
    assert set(post.delivered.values()) == {1}


def test_a_refusal_for_ever_is_given_up_at_once_and_the_next_letter_goes(folder: Folder, root: Path) -> None:
    fates = iter(["never", "taken"])
    report = send_due(root, clock(), Postman(lambda: next(fates)))
    assert report.sent == ["FA-1/t0/p2"]
    assert "given up" in report.problems[0]


def test_a_server_that_is_not_there_is_no_letters_fault(folder: Folder, root: Path) -> None:
    (root / "content/mail.toml").write_text(OUT + "tries = 1\n")
    post, now = Postman(lambda: "gone"), NOW
    for _ in range(300):
        report = send_due(root, clock(now), post)
        assert not report.sent
        now += timedelta(minutes=5)
    journal = Journal(root)
    assert journal.standing("FA-1/t0/p1").tries == 0
    times = [datetime.fromisoformat(it.time) for it in journal.unreachable]
    assert max(b - a for a, b in itertools.pairwise(times)) == timedelta(hours=1)
    assert [line for line in troubles(root) if "could not be reached" in line]
    assert send_due(root, clock(now), Postman(), patient=False).sent == START
    assert troubles(root) == []


def test_of_a_server_that_was_not_reached_nothing_is_told_where_no_letter_waits_for_it(
    folder: Folder, root: Path
) -> None:
    (root / "content/mail.toml").write_text(OUT)
    send_due(root, clock(), Postman(lambda: "gone"))
    assert [line for line in troubles(root) if "could not be reached" in line]
    settings = root / "content/mail.toml"
    text = settings.read_text()
    settings.write_text('[out]\nsender = "cards@example.org"\n')
    assert troubles(root) == []
    settings.write_text(text)
    for path in (root / "output/outbox").rglob("*.eml"):
        path.unlink()
    assert troubles(root) == []


def test_a_letter_in_doubt_is_told_and_never_sent_by_itself(folder: Folder, root: Path) -> None:
    post = Postman(lambda: "lost")
    report = send_due(root, clock(), post)
    assert (report.sent, report.waiting) == ([], ["FA-1/t0/p2"])
    assert "only if you ask for it" in report.problems[0]
    assert "it may or may not have been sent" in troubles(root)[0]
    post.fate = lambda: "taken"
    for day in range(5):
        send_due(root, clock(NOW + timedelta(days=day)), post)
    assert post.delivered == {"<FA-1.t0.p1@example.org>": 1, "<FA-1.t0.p2@example.org>": 1}
    send_again(root, "FA-1/t0/p1", NOW)
    assert send_due(root, clock(), post).sent == ["FA-1/t0/p1"]
    assert troubles(root) == []


@pytest.mark.parametrize("fate", ["killed before", "killed after"])
def test_killed_between_sending_and_sent_is_in_doubt(folder: Folder, root: Path, fate: str) -> None:
    post = Postman(lambda: fate)
    with pytest.raises(KeyboardInterrupt):
        send_due(root, clock(), post)
    post.fate = lambda: "taken"
    send_due(root, clock(), post)
    assert post.delivered["<FA-1.t0.p1@example.org>"] == (fate == "killed after")
    assert Journal(root).standing("FA-1/t0/p1").state == "in doubt"


def test_no_more_letters_go_out_in_a_minute_than_the_settings_allow(folder: Folder, root: Path) -> None:
    (root / "content/mail.toml").write_text(OUT + "per_minute = 3\n")
    for n in range(4):
        card(folder, f"ADD {n}", when=NOW + timedelta(days=n))
    now, slept, times = [NOW], [], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += timedelta(seconds=seconds)

    def fate() -> str:
        times.append(now[0])
        return "taken"

    assert len(send_due(root, lambda: now[0], Postman(fate), sleep=sleep).sent) == 6
    assert slept == [60.0]
    assert all(b - a >= timedelta(minutes=1) for a, b in zip(times, times[3:], strict=False))


def test_without_a_sleeper_the_rest_is_left_to_the_next_run(folder: Folder, root: Path) -> None:
    (root / "content/mail.toml").write_text(OUT + "per_minute = 1\n")
    post = Postman()
    assert send_due(root, clock(), post).sent == START[:1]
    assert send_due(root, clock(NOW + timedelta(seconds=30)), post).sent == [], "those of the last run count"
    assert send_due(root, clock(NOW + timedelta(seconds=61)), post).sent == START[1:]


@pytest.mark.parametrize("fate", ["later", "gone"])
def test_a_clock_that_ran_ahead_holds_no_letter_once_it_is_right(folder: Folder, root: Path, fate: str) -> None:
    post = Postman(lambda: fate)
    send_due(root, clock(NOW + timedelta(days=3650)), post)
    post.fate = lambda: "taken"
    assert len(send_due(root, clock(), post).sent) == 2
    assert set(post.delivered.values()) == {1}
