"""What comes in: which card counts, what is refused and why, what is kept (security 3.1, 3.2, 10.2)."""

import errno
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.cards.card import make_code
from pbm.cli.status import undecided
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.publish.due import advance, due
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.ledger import Forgotten, Ledger, Receipt
from pbm.store.play import GameTable, lay_table
from pbm.store.seen import note_seen
from tests.engine import fake_system
from tests.store.test_store import NOW, card, founding


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    fake_system.install(monkeypatch)
    return lay_table(found(tmp_path, founding(resolve="all-in"), NOW))


def put(table: GameTable, name: str, data: bytes | str) -> None:
    path = table.folder.inbox / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def take(table: GameTable, when: datetime = NOW) -> list[str]:
    """Ingest; what is told of each arrival."""
    return inbox.tell(inbox.ingest(table, when).arrivals)


def text(table: GameTable, player: int, turn: int, orders: str, revision: str = "") -> str:
    whole = card(table.folder, player, turn, orders).decode()
    return whole.replace("\n", f" {revision}\n", 1) if revision else whole


def test_a_good_card_is_accepted_and_kept_as_received(table: GameTable) -> None:
    data = b"\xef\xbb\xbfHello,\r\n" + card(table.folder, 1, 1, "ADD 3\r\nADD 12\r\nwhat") + b"-- \r\nRosa"
    put(table, "one.txt", data)
    assert take(table) == ["one.txt: accepted for turn 1 from player 1: 1 order, 2 faults"]
    assert inbox.waiting_cards(table) == {1: b"\nFA-1 T-1 [1]\nADD 3\nADD 12\nwhat\nEND\n"}, "without name and code"
    assert [path.read_bytes() for path in table.folder.received.iterdir()] == [data]
    assert not list(table.folder.inbox.iterdir())


def test_a_refused_card_never_displaces_a_valid_one(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 3"))
    take(table)
    good = inbox.waiting_cards(table)
    code = card(table.folder, 1, 1, "ADD 3").split()[4].decode()
    wrong = {
        "wrong code": text(table, 1, 1, "ADD 4").replace(code, "00000-00000-0"),
        "no code": text(table, 1, 1, "ADD 4").replace(code, ""),
        "other player's code": text(table, 2, 1, "ADD 4").replace("[2]", "[1]"),
        "last turn": text(table, 1, 0, "ADD 4"),
        "other game": text(table, 1, 1, "ADD 4").replace("FA-1", "FA-2"),
        "no such player": text(table, 1, 1, "ADD 4").replace("[1]", "[7]"),
        "nothing readable": text(table, 1, 1, "please attack Spain with everything"),
        "empty": "",
        "no heading": "ADD 4\n",
        "no END": text(table, 1, 1, "ORDERS\nADD 4").replace("END\n", ""),
        "NULs": "\0" * 4096,
        "huge": text(table, 1, 1, "ADD 4") + "x" * (1 << 20),
    }
    for k, data in enumerate(wrong.values()):
        put(table, f"{k:02d}.txt", data)
    told = take(table)
    assert len(told) == len(wrong)
    for name, line in zip(wrong, told, strict=True):
        assert ": refused: " in line, name
    assert inbox.waiting_cards(table) == good
    assert code not in (table.folder.private / "ledger.jsonl").read_text()
    assert len(list(table.folder.received.iterdir())) == len(wrong) + 1, "nothing received is deleted"


@pytest.mark.parametrize("typed", [str.lower, lambda c: c.replace("-", " "), lambda c: c.replace("-", "")])
def test_a_code_may_be_typed_carelessly(table: GameTable, typed: "type[str]") -> None:
    code = card(table.folder, 1, 1, "ADD 3").split()[4].decode()
    put(table, "a.txt", text(table, 1, 1, "ADD 3").replace(code, typed(code)))
    assert ": accepted " in take(table)[0]


def test_a_stand_in_has_another_code_and_the_old_one_is_refused(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 3"))
    path = table.folder.private / "players.toml"
    path.write_text(path.read_text().replace("epoch = 1", "epoch = 2", 1))
    table.folder.refresh()
    assert "wrong code" in take(table)[0]
    put(table, "a.txt", text(table, 1, 1, "ADD 3"))
    assert ": accepted " in take(table)[0]


def test_pass_alone_is_a_card(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "PASS"))
    assert ": accepted " in take(table)[0]


def test_a_card_for_a_later_turn_is_kept_for_it(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 2, "ADD 3"))
    assert "accepted for turn 2" in take(table)[0]
    assert inbox.waiting(table.folder) == {}
    advance(table.folder, NOW, "test", force=True)
    assert list(inbox.waiting(table.folder)) == [1]


def test_among_the_files_of_a_run_the_revision_counts_and_then_the_name(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1", "REV 2"))
    put(table, "b.txt", text(table, 1, 1, "ADD 2"))
    put(table, "c.txt", text(table, 2, 1, "ADD 3"))
    put(table, "d.txt", text(table, 2, 1, "ADD 4"))
    take(table)
    cards = inbox.waiting_cards(table)
    assert b"ADD 1" in cards[1]
    assert b"ADD 4" in cards[2]


def test_a_card_that_was_replaced_does_not_come_back_by_itself(table: GameTable) -> None:
    for orders, told in (("ADD 1", 1), ("ADD 1", 1), ("ADD 2", 2), ("ADD 1", 2), ("ADD 1", 2)):
        put(table, "a.txt", text(table, 1, 1, orders))
        take(table)
        assert f"ADD {told}".encode() in inbox.waiting_cards(table)[1]
    notes = [receipt.notes for receipt in table.folder.ledger.receipts]
    assert notes[1] == ("It is the same card as that of receipt 1; nothing changed.",)
    assert "receipt 1, which a later one has replaced" in notes[3][0]
    put(table, "a.txt", text(table, 1, 1, "ADD 1", "REV 1"))
    take(table)
    assert b"ADD 1" in inbox.waiting_cards(table)[1], "with a REV it is a new card"


def test_a_link_or_a_picture_is_left_alone_and_said(table: GameTable, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (table.folder.inbox / "link.txt").symlink_to(tmp_path / "secret.txt")
    put(table, "map.png", b"png")
    put(table, ".part.txt", b"still being written")
    put(table, "z.txt", text(table, 1, 1, "ADD 1"))
    intake = inbox.ingest(table, NOW)
    assert len(intake.arrivals) == 1
    assert ["symbolic link" in line for line in intake.left] == [True, False]
    assert (tmp_path / "secret.txt").read_text() == "secret"


def test_a_file_that_cannot_be_read_keeps_no_other_card_waiting(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    put(table, "b.txt", text(table, 2, 1, "ADD 2"))
    opened = Disk.open

    def opening(disk: Disk, path: Path) -> BinaryIO:
        if path.name == "a.txt":
            raise PbmError(f"{path}: cannot be read (Permission denied).")
        return opened(disk, path)

    monkeypatch.setattr(Disk, "open", opening)
    intake = inbox.ingest(table, NOW)
    assert [arrival.receipt.player for arrival in intake.arrivals] == [2]
    assert ["Permission denied" in line for line in intake.left] == [True]
    monkeypatch.undo()
    assert [arrival.receipt.player for arrival in inbox.ingest(table, NOW).arrivals] == [1]


def test_a_file_that_breaks_off_while_it_is_read_keeps_no_other_card_waiting(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    put(table, "b.txt", text(table, 2, 1, "ADD 2"))
    opened = Disk.open

    class Spoilt(io.BufferedReader):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    def opening(disk: Disk, path: Path) -> BinaryIO:
        file = opened(disk, path)
        return Spoilt(file.detach()) if path.name == "a.txt" else file

    monkeypatch.setattr(Disk, "open", opening)
    intake = inbox.ingest(table, NOW)
    assert [arrival.receipt.player for arrival in intake.arrivals] == [2]
    assert intake.left == (f"{table.folder.inbox / 'a.txt'}: cannot be read (Input/output error).",)
    assert len(list(table.folder.received.iterdir())) == 1
    monkeypatch.undo()
    assert [arrival.receipt.player for arrival in inbox.ingest(table, NOW).arrivals] == [1]


def test_who_still_writes_to_a_card_writes_to_no_kept_one(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    with (table.folder.inbox / "a.txt").open("ab") as writer:
        take(table)
        writer.write(b"and more")
    assert b"ADD 1" in inbox.waiting_cards(table)[1]


def test_a_card_that_grows_while_it_is_taken_in_comes_again(table: GameTable, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = text(table, 1, 1, "ADD 1\nADD 2")
    put(table, "a.txt", whole[: whole.index("ADD 2")])
    copied = Disk.copy

    def copy(disk: Disk, file: BinaryIO, path: Path) -> str:
        digest = copied(disk, file, path)
        put(table, "a.txt", whole)
        return digest

    monkeypatch.setattr(Disk, "copy", copy)
    assert ["changed while" in line for line in inbox.ingest(table, NOW).left] == [True]
    monkeypatch.undo()
    take(table)
    assert b"ADD 2" in inbox.waiting_cards(table)[1]
    assert len(table.folder.ledger.receipts) == 2
    assert not inbox.has_mail(table.folder)


def test_a_card_that_was_kept_before_a_break_is_not_kept_twice(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(table, "b.txt", text(table, 1, 1, "ADD 1"))

    def broken(disk: Disk, path: Path) -> None:
        raise PbmError("broken off")

    monkeypatch.setattr(Disk, "remove", broken)
    with pytest.raises(PbmError, match="broken off"):
        inbox.ingest(table, NOW)
    monkeypatch.undo()
    fake_system.install(monkeypatch)
    put(table, "a.txt", text(table, 2, 1, "ADD 2"))
    assert [(it.file, it.receipt.number) for it in inbox.ingest(table, NOW).arrivals] == [("b.txt", 1), ("a.txt", 2)]
    assert not list(table.folder.inbox.iterdir())


def test_a_kept_card_that_was_changed_is_refused(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    take(table)
    kept = next(table.folder.received.iterdir())
    kept.write_bytes(kept.read_bytes().replace(b"ADD 1", b"ADD 9"))
    with pytest.raises(PbmError, match="was changed after it was received"):
        inbox.waiting_cards(table)


def test_an_all_in_game_is_due_with_the_last_card(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    take(table)
    assert due(table, NOW) == ""
    put(table, "b.txt", text(table, 2, 1, "PASS"))
    take(table)
    assert due(table, NOW) == "every card is there"


def deadline(table: GameTable, when: datetime) -> None:
    path = table.folder.path / "game.toml"
    old = table.folder.facts.deadline
    path.write_text(path.read_text().replace(f'deadline = "{old}"', f'deadline = "{when.isoformat()}"'))
    table.folder.refresh()
    note_seen(table.folder, when.isoformat())


def test_at_the_deadline_is_in_time_and_a_second_later_it_is_over(table: GameTable) -> None:
    deadline(table, NOW)
    assert due(table, NOW) == ""
    assert due(table, NOW + timedelta(seconds=1)) == "its deadline is over"


def test_what_the_first_run_after_the_deadline_finds_is_in_time_and_what_comes_later_is_late(
    table: GameTable,
) -> None:
    deadline(table, NOW)
    after = NOW + timedelta(minutes=5)
    assert not inbox.has_work(table.folder, NOW)
    assert inbox.has_work(table.folder, after), "the first run after the deadline is noted"
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    assert ": accepted " in take(table, after)[0]
    assert not inbox.has_work(table.folder, after)
    put(table, "b.txt", text(table, 1, 1, "ADD 2"))
    assert take(table, after) == ["b.txt: late: came after the deadline"]
    assert b"ADD 1" in inbox.waiting_cards(table)[1]
    late = undecided(table.folder)
    inbox.admit(table.folder, late[0].number, after)
    assert b"ADD 2" in inbox.waiting_cards(table)[1]
    assert not undecided(table.folder)
    with pytest.raises(PbmError, match="no late card 1"):
        inbox.admit(table.folder, 1, after)


def test_a_deadline_resolves_one_turn_only_and_then_wants_a_new_one(table: GameTable) -> None:
    deadline(table, NOW)
    after = NOW + timedelta(minutes=5)
    assert advance(table.folder, after, "test").resolved == 1
    assert not advance(table.folder, after, "test").did_something
    deadline(table, NOW + timedelta(days=7))
    assert not advance(table.folder, after, "test").did_something
    assert advance(table.folder, NOW + timedelta(days=8), "test").resolved == 2


def test_an_idle_run_touches_nothing(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    advance(table.folder, NOW, "test")
    before = {p: p.stat().st_mtime_ns for p in table.folder.path.rglob("*")}
    assert not advance(table.folder, NOW, "test").did_something
    assert {p: p.stat().st_mtime_ns for p in table.folder.path.rglob("*")} == before


def test_cards_count_again_after_a_turn_is_taken_back(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    put(table, "b.txt", text(table, 2, 1, "ADD 1"))
    assert advance(table.folder, NOW, "test").resolved == 1
    first = table.folder.raw(1, "record.json")
    table.folder.withdraw("a test", NOW)
    assert sorted(inbox.waiting(table.folder)) == [1, 2]
    assert advance(table.folder, NOW, "test").resolved == 1
    assert table.folder.raw(1, "record.json") == first


def test_a_turn_taken_back_is_played_again_without_the_card_of_who_was_forgotten(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    put(table, "b.txt", text(table, 2, 1, "ADD 2"))
    assert advance(table.folder, NOW, "test").resolved == 1
    table.folder.withdraw("a test", NOW)
    (table.folder.received / table.folder.ledger.receipts[0].kept).unlink()
    table.folder.note(Forgotten(1, (1,), "2026-11-21T20:00:00Z"))
    assert list(inbox.waiting_cards(table)) == [2]
    assert advance(table.folder, NOW, "test", force=True).resolved == 1


receipts: st.SearchStrategy[list[dict[str, object]]] = st.lists(
    st.builds(
        dict,
        verdict=st.sampled_from(["accepted", "refused", "late"]),
        turn=st.integers(1, 2),
        revision=st.integers(0, 3),
        same_run=st.booleans(),
    ),
    max_size=12,
)


@settings(max_examples=500, deadline=None)
@given(receipts)
def test_no_order_of_arrival_lets_an_invalid_or_older_card_displace_a_valid_one(
    rows: list[dict[str, object]],
) -> None:
    facts: list[Receipt] = []
    run = 1
    for number, row in enumerate(rows, 1):
        run = run if row.pop("same_run") and facts else number
        facts.append(Receipt(number, run, "", "", "", player=1, **row))  # type: ignore[arg-type]  # drawn rows
    valid = [r for r in facts if r.verdict == "accepted" and r.turn == 1]
    chosen = Ledger(tuple(facts)).counting(1).get(1)
    assert (chosen is None) == (not valid)
    if chosen:
        assert chosen in valid
        top = max(r.revision for r in valid)
        assert chosen.revision in (0, top)
        after = [r for r in valid if (r.run, r.revision, r.number) > (chosen.run, chosen.revision, chosen.number)]
        assert all(0 < r.revision < top for r in after), "only an outdated revision may come later and not count"


def test_codes_differ_by_game_player_turn_and_epoch() -> None:
    keys = [bytes([n]) * 32 for n in (1, 2)]
    codes = {make_code(k, g, t, e) for k in keys for g in ("A-1", "A-2") for t in (1, 2) for e in (1, 2)}
    assert len(codes) == 16


def test_utc_now_is_what_the_ledger_has(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 1"))
    take(table, datetime(2026, 11, 21, 21, 0, tzinfo=UTC))
    assert table.folder.ledger.receipts[0].time == "2026-11-21T21:00:00Z"


def test_a_folder_reads_what_another_run_wrote(table: GameTable, tmp_path: Path) -> None:
    other = Folder(tmp_path, "FA-1")
    assert other.last == 0
    advance(table.folder, NOW, "test", force=True)
    other.refresh()
    assert other.last == 1
