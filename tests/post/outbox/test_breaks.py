"""Whatever breaks: no letter goes twice, and the journal reads as what was whole."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.errors import PbmError
from pbm.post.journal import Again, Drafted, Entry, Journal, Sending, Sent, journal_path, troubles
from pbm.post.outbox import draft_due, send_due
from pbm.publish.due import advance
from pbm.store.folder import Folder
from pbm.store.lock import locked
from tests.post.mail_out import NOW, Postman, world
from tests.post.outbox.letters import START, card, clock
from tests.store.test_faults import Broken, tree


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


def test_who_waits_for_the_outbox_is_told_so(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    card(folder)
    with (
        locked(journal_path(root).parent / "outbox", "pbm mail"),
        pytest.raises(PbmError, match="the outbox is in use"),
    ):
        draft_due(root, NOW)


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
    journal.note(Sent("c", "2026-11-21T20:00:01Z"))
    assert Journal(root).standing("c").state == "sent", "what is noted after a torn line loses nothing of the next"


def test_what_status_asks_loads_no_mail_and_no_page() -> None:
    code = "import sys, pbm.post.outbox; print({'email', 'smtplib', 'ssl', 'jinja2', 'markdown'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
