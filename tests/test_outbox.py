"""The outbox: what is due is drafted once, what is sent goes once, whatever breaks (issue D, 4 and 8)."""

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.errors import PbmError
from pbm.post.journal import Again, Drafted, Entry, Journal, Sending, Sent, journal_path, troubles
from pbm.post.outbox import draft_due, listed, send_again, send_due, settle
from pbm.publish.due import advance
from pbm.store.folder import Folder
from tests.mail_out import NOW, OUT, Postman, came, heading, mail, plain, world
from tests.test_faults import Broken, tree

ROSA = "Rosa <player1@example.org>"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    return world(tmp_path, monkeypatch)


@pytest.fixture
def root(folder: Folder, tmp_path: Path) -> Path:
    return tmp_path


def card(folder: Folder, orders: str = "ADD 3", **facts: Any) -> None:
    number = len(folder.ledger.receipts) + 1
    text = f"{heading(folder, 1, folder.last + 1)}\n{orders}\nEND\n"
    came(folder, mail(ROSA, f"Orders {number}", text, f"<m{number}@x.org>"), **{"orders": 1, **facts})


def drafts(root: Path) -> list[str]:
    place = root / "output" / "outbox"
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())


def clock(now: datetime = NOW) -> Callable[[], datetime]:
    return lambda: now


START = ["FA-1/t0/p1", "FA-1/t0/p2"]


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
    assert next(line for line in listed(root, NOW) if "taken away" in line).startswith("FA-1/r1 ")
    send_again(root, "FA-1/r1", NOW)
    assert draft_due(root, NOW).drafted == ["FA-1/r1"]
    assert send_due(root, clock(), post).sent == ["FA-1/r1"]


def test_a_draft_follows_what_it_is_made_from(folder: Folder, root: Path) -> None:
    draft_due(root, NOW)
    path = folder.path / "game.toml"
    path.write_text(path.read_text().replace('deadline = ""', 'deadline = "2026-12-01T20:00:00+00:00"'))
    assert draft_due(root, NOW).drafted == START
    assert "1 December 2026" in (root / "output/outbox/FA-1/t0-p1.eml").read_text()


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
    settle(root, "FA-1/t0/p1", now)
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
    assert [line for line in troubles(root) if "was not reached" in line]
    assert send_due(root, clock(now), Postman(), patient=False).sent == START
    assert troubles(root) == []


def test_a_letter_in_doubt_is_told_and_never_sent_by_itself(folder: Folder, root: Path) -> None:
    post = Postman(lambda: "lost")
    report = send_due(root, clock(), post)
    assert (report.sent, report.waiting) == ([], ["FA-1/t0/p2"])
    assert "unless you say so" in report.problems[0]
    assert "nobody knows whether it was sent" in troubles(root)[0]
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


def test_a_bad_address_is_named_and_delays_nobody(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    path.write_text(path.read_text().replace("player1@example.org", "rosa\\r\\nBcc: all@example.org"))
    report = send_due(root, clock(), Postman())
    assert report.sent == ["FA-1/t0/p2"]
    assert "players.toml: players: the address of player 1" in report.problems[0]


def test_who_wants_paper_or_is_the_house_gets_no_printout_by_mail(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = (
        path.read_text()
        .replace("number = 1", 'number = 1\nby = "post"')
        .replace("number = 2", "number = 2\nhouse = true")
    )
    path.write_text(text)
    assert not draft_due(root, NOW).did_something


def test_who_wants_mail_and_has_no_address_is_told_where_one_asks(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = path.read_text().replace("number = 1", 'number = 1\nby = "mail"')
    path.write_text(text.replace("player1@example.org", ""))
    assert draft_due(root, NOW).problems == []
    assert listed(root, NOW)[-1] == "FA-1: player 1 is to have mail, and has no address."


def test_a_turn_taken_back_and_played_again_is_sent_again(folder: Folder, root: Path) -> None:
    post = Postman()
    advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), post).sent == ["FA-1/t1/p1", "FA-1/t1/p2"]
    folder.withdraw("a card was overlooked", NOW)
    advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), post).sent == ["FA-1/t1.2/p1", "FA-1/t1.2/p2"]


def test_a_printout_that_failed_goes_out_though_the_next_turn_is_there(folder: Folder, root: Path) -> None:
    advance(folder, NOW, "test", force=True)
    send_due(root, clock(), Postman(lambda: "later"))
    advance(folder, NOW, "test", force=True)
    post = Postman()
    sent = send_due(root, clock(NOW + timedelta(hours=1)), post).sent
    assert sent == ["FA-1/t1/p1", "FA-1/t1/p2", "FA-1/t2/p1", "FA-1/t2/p2"]
    assert "FA-1 TURN 1" in plain(post.mails[0])


def test_a_turn_whose_letters_nobody_wrote_is_made_up_for(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    for _ in range(3):
        advance(folder, NOW, "test", force=True)
    wanted = [f"FA-1/t{turn}/p{player}" for turn in (1, 2, 3) for player in (1, 2)]
    assert send_due(root, clock(), Postman()).sent == wanted


def test_who_begins_in_the_middle_of_a_game_begins_with_its_last_turn(folder: Folder, root: Path) -> None:
    for _ in range(3):
        advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), Postman()).sent == ["FA-1/t3/p1", "FA-1/t3/p2"]


def test_who_begins_to_write_letters_does_not_answer_what_came_long_ago(folder: Folder, root: Path) -> None:
    card(folder, when=NOW - timedelta(days=15))
    card(folder, "ADD 4", when=NOW - timedelta(days=13))
    assert draft_due(root, NOW).drafted == ["FA-1/r2", *START]
    send_again(root, "FA-1/r1", NOW)
    assert draft_due(root, NOW).drafted == ["FA-1/r1"]


def test_asking_for_an_unknown_letter_is_one_sentence(folder: Folder, root: Path) -> None:
    for letter in ("FA-1/r9", "XX-1/r1", "", "FA-1/t0/p9", "../../x"):
        with pytest.raises(PbmError, match="There is no letter"):
            send_again(root, letter, NOW)
        with pytest.raises(PbmError, match="There is no letter"):
            settle(root, letter, NOW)


def test_an_older_printout_can_be_asked_for(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    advance(folder, NOW, "test", force=True)
    send_again(root, "FA-1/t0/p2", NOW)
    post = Postman()
    assert "FA-1/t0/p2" in send_due(root, clock(), post).sent
    assert post.delivered["<FA-1.t0.p2@example.org>"] == 1


def test_asking_for_one_old_printout_brings_no_other(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = path.read_text()
    path.write_text(text.replace("player1@example.org", ""))
    send_due(root, clock(), Postman())
    advance(folder, NOW, "test", force=True)
    send_due(root, clock(), Postman())
    path.write_text(text)
    send_again(root, "FA-1/t0/p2", NOW)
    assert send_due(root, clock(), Postman()).sent == ["FA-1/t0/p2", "FA-1/t1/p1"]


def test_a_torn_line_is_set_apart_and_told(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    path = journal_path(root)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"sent","id":"FA')
    assert "torn" in troubles(root)[0]
    card(folder)
    draft_due(root, NOW)
    assert path.read_bytes().startswith(whole + b'{"')
    assert [it.name for it in path.parent.glob("*.torn-*")] == [f"outbox.jsonl.torn-{whole.count(b'{') + 1}"]
    for line in path.read_text().splitlines():
        json.loads(line)


def test_a_damaged_journal_stops_everything_with_its_line(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    path = journal_path(root)
    path.write_bytes(path.read_bytes().replace(b'"sent"', b'"sunk"', 1))
    with pytest.raises(PbmError, match=r"outbox.jsonl: line \d+ is damaged"):
        draft_due(root, NOW)


def test_the_journal_holds_no_address_and_no_subject(folder: Folder, root: Path) -> None:
    card(folder)
    send_due(root, clock(), Postman())
    text = journal_path(root).read_text()
    assert "@" not in text
    assert "Orders" not in text


def kill() -> None:
    raise KeyboardInterrupt


def full() -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("how", [kill, full])
def test_a_break_at_any_operation_of_drafting_leaves_the_same_drafts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: Callable[[], None]
) -> None:
    wanted: dict[str, bytes] = {}
    for k in range(60):
        root = tmp_path / str(k)
        card(world(root, monkeypatch))
        disk = Broken(k, how)  # 0 breaks nowhere
        done = False
        try:
            draft_due(root, NOW, disk=disk)
            done = k > disk.count
        except (KeyboardInterrupt, PbmError):
            draft_due(root, NOW)
        wanted = wanted or tree(root / "output")
        assert tree(root / "output") == wanted, f"broken at operation {k}"
        if done:
            assert k > 15
            return
    pytest.fail("never got through")


@pytest.mark.parametrize("how", [kill, full])
def test_a_break_at_any_operation_of_sending_sends_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: Callable[[], None]
) -> None:
    for k in range(1, 60):
        root = tmp_path / str(k)
        card(world(root, monkeypatch))
        post = Postman()
        disk = Broken(k, how)
        try:
            send_due(root, clock(), post, disk=disk)
            done = disk.count < k
        except (KeyboardInterrupt, PbmError):
            done = False
        for hour in range(3):
            send_due(root, clock(NOW + timedelta(hours=hour)), post)
        assert set(post.delivered.values()) == {1}
        journal = Journal(root)
        for letter in ("FA-1/r1", *START):
            delivered = post.delivered[f"<{letter.replace('/', '.')}@example.org>"]
            state = journal.standing(letter).state
            assert (state, delivered) in (("sent", 1), ("in doubt", 1), ("in doubt", 0))
        assert list(root.rglob("*.tmp-*")) == []
        if done:
            return
    pytest.fail("never got through")


steps = st.lists(
    st.tuples(
        st.sampled_from(["send", "send", "draft", "card", "resolve", "take away"]),
        st.sampled_from(["taken", "taken", "later", "never", "lost", "gone", "killed before", "killed after"]),
        st.integers(0, 40),
        st.integers(0, 900),
    ),
    max_size=12,
)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_no_sequence_of_runs_and_kills_sends_a_letter_twice(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, str, int, int]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("moves")
        folder = world(root, patch)
        post, now = Postman(), NOW
        for what, fate, at, minutes in moves:
            now += timedelta(minutes=minutes)
            post.fate = lambda fate=fate: fate  # type: ignore[misc]
            disk = Broken(at, kill)  # 0 breaks nowhere
            try:
                if what == "send":
                    send_due(root, clock(now), post, disk=disk)
                elif what == "draft":
                    draft_due(root, now, disk=disk)
                elif what == "card":
                    card(folder, when=now)
                elif what == "resolve":
                    advance(folder, now, "test", force=True)
                else:
                    for path in (root / "output").rglob("r*.eml"):
                        path.unlink()
            except KeyboardInterrupt:
                pass
        post.fate = lambda: "taken"
        for day in range(1, 4):
            send_due(root, clock(now + timedelta(days=day)), post)
        assert set(post.delivered.values()) <= {1}
        assert not send_due(root, clock(now + timedelta(days=4)), post).did_something
        open_states = {it.state for it in Journal(root).letters.values() if it.is_open}
        assert open_states <= {"drafted"}, "what is left was taken away by the moderator"


entries: st.SearchStrategy[list[Entry]] = st.lists(
    st.one_of(
        *(
            st.builds(kind, id=st.sampled_from(["a", "b"]), time=st.just("2026-11-21T20:00:00Z"))
            for kind in (Drafted, Sent, Again)
        )
    ),
    max_size=20,
)


@settings(max_examples=100, deadline=None)
@given(entries, st.integers(0, 30))
def test_a_journal_cut_anywhere_reads_as_what_was_whole(
    tmp_path_factory: pytest.TempPathFactory, noted: list[Entry], cut: int
) -> None:
    root = tmp_path_factory.mktemp("cut")
    Journal(root).note(*noted)
    path = journal_path(root)
    if noted:
        data = path.read_bytes()
        path.write_bytes(data[: max(0, len(data) - cut)])
    journal = Journal(root)
    journal.note(Sending("c", "2026-11-21T20:00:00Z", "00"))
    again = Journal(root)
    assert again.torn == b""
    assert again.standing("c").state == "in doubt"


def test_what_status_asks_loads_no_mail_and_no_page() -> None:
    code = "import sys, pbm.post.outbox; print({'email', 'smtplib', 'ssl', 'jinja2', 'markdown'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
