"""`pbm fsck`: what is damaged, missing or left over is named with its place; --mend loses nothing (security 10.5)."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.cli import main
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.post.inspection import inspect_post
from pbm.store.correcting import amend
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.house_cards import with_house
from pbm.store.inspection import inspect
from pbm.store.loss import HOUSE
from pbm.store.play import lay_table, resolve_turn
from tests.engine import fake_system
from tests.store.test_store import NOW, card, founding, ring

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A game after three turns, one of them corrected and one taken back and resolved again."""
    fake_system.install(monkeypatch)
    game = found(tmp_path, founding(ring=ring("FA-1")), NOW)
    for n in (1, 2, 3):
        (game.inbox / "a.txt").write_bytes(card(game, 1, n, f"ADD {n}"))
        inbox.ingest(lay_table(game), NOW)
        resolve_turn(lay_table(game), inbox.waiting_cards(lay_table(game)), NOW)
        if n == 1:
            amend(lay_table(game), {"scores.2": 5}, "a test", NOW)
    game.withdraw("a test", NOW)
    resolve_turn(lay_table(game), inbox.waiting_cards(lay_table(game)), NOW)
    return game


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")

    def call(*words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["--root", str(tmp_path), "fsck", *words], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return call


def told(folder: Folder) -> list[str]:
    folder.refresh()
    return [f"{finding.what}; {finding.todo}" for finding in inspect(folder)]


def test_damaged_keys_are_to_be_put_back_before_new_ones_are_made(folder: Folder) -> None:
    path = folder.private / "keys.json"
    path.write_text("{")
    path.chmod(0o600)
    (finding,) = told(folder)
    assert "keys.json: is not valid JSON" in finding
    assert "put it back from a copy, or else remove it: pbm keys FA-1 makes new ones" in finding
    folder.set_status("revealed")
    (finding,) = told(folder)
    assert finding.endswith("put it back from a copy, or else remove it: pbm build says what else to remove")


def test_keys_that_are_lost_are_told_while_a_game_is_secret(folder: Folder) -> None:
    path = folder.private / "keys.json"
    path.unlink()
    (finding,) = told(folder)
    assert finding.startswith(f"{path}: is missing; without it the site has no sealed printouts; put it back")
    folder.set_status("revealed")
    assert told(folder) == []


def tree(root: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_a_sound_game_has_no_finding_and_is_not_touched(run: Run, folder: Folder, tmp_path: Path) -> None:
    for place in ("news", "press", "private/press"):
        (folder.path / place).mkdir(exist_ok=True)
        (folder.path / place / "003.md").write_text("+++\nto = [1]\n+++\nText." if "private" in place else "Text.")
    before = tree(tmp_path)
    assert run().stdout == "1 game: all is as it should be.\n"
    assert tree(tmp_path) == before
    run("--mend")
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("private/ledger.jsonl", b'"number":1', b'"number":2', "ledger.jsonl: line 1 or one before it was changed"),
        ("private/ledger.jsonl", b'{"chain', b'{"chian', "ledger.jsonl: line 1 is damaged"),
        ("private/turns/002/state.json", b'"1"', b'"7"', "turns/002/state.json: was changed since"),
        ("private/turns/001/state.json", b'"2": ', b'"2": 1', "turns/001: the correction of scores.2 does not fit"),
        ("private/turns/002/events.json", b"scored", b"stored", "turns/002/events.json: was changed since"),
        ("private/turns/002/events.json", b"[", b"{", "turns/002/events.json: "),
        ("private/turns/002/cards/1.txt", b"ADD 2", b"ADD 3", "turns/002/cards/1.txt: was changed since"),
        ("private/turns/002/record.json", b"a test", b"a tent", "turns/002/record.json: was changed since"),
        ("private/turns/003/record.json", b'"rolls": 1', b'"rolls": 2', "turns/003/record.json: was changed since"),
        ("private/turns/003/record.json", b'"turn": 3', b'"turn": 2', "turns/003/record.json: is that of turn 2"),
        ("private/turns/000/record.json", b"{", b"", "turns/000/record.json: Expected"),
        ("private/seed", b"0", b"1", "private/seed: is not the seed"),
        ("private/players.toml", b"key =", b"kye =", "players.toml: players"),
        ("game.toml", b"title =", b"titel =", "game.toml: "),
    ],
)
def test_a_flipped_byte_is_named_with_its_file(folder: Folder, file: str, old: bytes, new: bytes, says: str) -> None:
    path = folder.path / file
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    findings = told(folder)
    assert any(says in line for line in findings), findings
    assert len(findings) <= 2


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_flipped_byte_of_the_record_is_found_and_its_place_told(folder: Folder, data: st.DataObject) -> None:
    files = [folder.private / "ledger.jsonl", *folder.received.iterdir(), *folder.turns_path.glob("00?/**/*.*")]
    path = data.draw(st.sampled_from(sorted(path for path in files if path.is_file())))
    whole = path.read_bytes()
    at, change = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(1, 255))
    path.write_bytes(whole[:at] + bytes([whole[at] ^ change]) + whole[at + 1 :])
    try:
        # Where a correction does not fit a state any more, the turn is named.
        place = str(path.parent) if path.name == "state.json" else str(path)
        findings = told(folder)
        assert any(place in line for line in findings), findings
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize("number", ["000001", "000003"])
def test_a_received_file_that_was_changed_or_is_gone_is_named(folder: Folder, number: str) -> None:
    path = next(folder.received.glob(f"{number}-*"))
    data = path.read_bytes()
    path.write_bytes(data.replace(b"ADD", b"AAD"))
    assert told(folder) == [f"{path}: was changed after it was received; put it back from a copy"]
    path.unlink()
    assert told(folder) == [f"{path}: is missing; the ledger has it; put it back from a copy"]
    path.write_bytes(data)
    other = path.with_name(f"{number}-{hashlib.sha256(b'x').hexdigest()}.txt")
    other.write_bytes(b"x")
    assert any("has the number of" in line for line in told(folder))


def test_a_file_without_a_receipt_waits_for_ingest(folder: Folder) -> None:
    path = folder.received / f"000004-{hashlib.sha256(b'x').hexdigest()}.txt"
    path.write_bytes(b"x")
    assert told(folder) == [f"{path}: was received but not judged yet; pbm ingest FA-1"]


@pytest.mark.parametrize(("lines", "which"), [(0, "turn 1, and of 2 more"), (3, "turn 3")])
def test_what_lies_in_an_older_ledger_is_not_to_be_taken_in_again(folder: Folder, lines: int, which: str) -> None:
    """Emptied, or put back from a copy that is older than the turns: the cards of these have counted."""
    path = folder.private / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    findings = told(folder)
    assert f"{path}: lacks the receipts of cards that played {which}; put it back from a copy" in findings
    assert any(line.endswith("is not in the ledger; put it back from a copy") for line in findings)
    assert not any("pbm ingest" in line for line in findings)
    for kept in folder.received.iterdir():
        kept.unlink()
    assert f"{path}: lacks the receipts of cards that played {which}; put it back from a copy" in told(folder)


def test_a_turn_taken_back_that_an_older_ledger_does_not_know_is_not_thrown_away_first(folder: Folder) -> None:
    path = folder.private / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    lost, finding = told(folder)
    assert "ledger.jsonl: has lost lines; put it back from a copy" in lost
    assert "003.withdrawn-1: the ledger has no such turn taken back; put the ledger back" in finding


def test_a_card_that_the_house_wrote_has_no_receipt_and_lacks_none(folder: Folder, tmp_path: Path) -> None:
    CliRunner().invoke(main, ["--root", str(tmp_path), "standin", "FA-1", "2", "--house"], catch_exceptions=False)
    folder.refresh()
    resolve_turn(lay_table(folder), with_house(lay_table(folder), {}), NOW)
    assert HOUSE.encode() in folder.cards(4)[2]
    assert told(folder) == []


def test_a_ledger_that_is_lost_is_not_taken_for_an_empty_one(run: Run, folder: Folder) -> None:
    """With it corrections and a hand-over to somebody else would be forgotten."""
    path = folder.private / "ledger.jsonl"
    path.unlink()
    assert told(folder) == [f"{path}: is missing, and was there from the start; put it back from a copy"]
    folder.refresh()
    with pytest.raises(PbmError, match="is missing"):
        folder.note()
    assert not path.exists()


def test_a_lock_that_a_broken_founding_left_is_no_game(run: Run, folder: Folder) -> None:
    lock = folder.path.parent / ".lock"
    lock.touch()
    assert f"{lock}: a run is in progress, or was interrupted; run fsck again when it is done." in run(code=1).stdout
    assert f"mended: {lock}" in run("--mend").stdout
    assert not lock.exists()


def test_a_missing_turn_is_refused_with_its_place(run: Run, folder: Folder) -> None:
    folder.turn_path(2).rename(folder.path.parent / "elsewhere")
    assert any("turns/002: the folder of this turn is missing" in line for line in told(folder))
    shown = run(code=1).stdout
    assert "elsewhere: is not a game folder; move it elsewhere." in shown
    folder.turn_path(3).joinpath("events.json").unlink()
    (folder.path.parent / "elsewhere").rename(folder.turn_path(2))
    assert any("turns/003/events.json: the file is missing" in line for line in told(folder))


def test_what_only_has_the_name_of_a_turn_is_to_be_taken_away(run: Run, folder: Folder) -> None:
    stray = folder.turn_path(99)
    stray.mkdir()
    said = f"{stray}: does not follow turn 3, and does not hold turn 99"
    assert told(folder) == [f"{said}; remove it"]
    with pytest.raises(PbmError, match="and does not hold turn 99; remove it"):
        print(folder.last)
    shutil.copy(folder.turn_path(3) / "record.json", stray)
    assert f"{said}; remove it." in run(code=1).stdout
    folder.turn_path(2).rename(folder.path.parent / "elsewhere")
    assert any("turns/002: the folder of this turn is missing; put it back" in line for line in told(folder))


def test_a_file_in_the_place_of_a_folder_is_named(folder: Folder) -> None:
    folder.inbox.rmdir()
    for path in (folder.inbox, folder.path / "press"):
        path.touch()
        (finding,) = told(folder)
        assert finding.startswith(f"{path}: is a file and should be a folder; remove it")
        path.unlink()


def test_what_cannot_be_written_to_is_not_as_it_should_be(
    run: Run, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def refused(place: Path, command: str) -> Iterator[None]:
        raise PbmError(f"{place / '.lock'}: cannot be written (Read-only file system).")
        yield

    monkeypatch.setattr("pbm.cli.inspecting.locked", refused)
    result = run("--mend", code=1)
    assert "FA-1 is not repaired: " in result.stderr
    assert result.stdout == "1 game: nothing is damaged, but not everything can be written to.\n"


def test_a_symbolic_link_is_named_wherever_it_is(run: Run, folder: Folder, tmp_path: Path) -> None:
    for path in (folder.turn_path(1) / "state.json", folder.path / "news", folder.inbox / "x.txt"):
        if path.exists():
            path.rename(tmp_path / path.name)
        path.symlink_to(tmp_path / path.name)
        assert any(f"{path}: is a symbolic link" in line for line in told(folder))
    folder.received.rename(tmp_path / "received")
    folder.received.symlink_to(tmp_path / "received")
    assert "received: is a symbolic link" in run(code=1).stdout


def test_unknown_files_are_named(folder: Folder) -> None:
    strangers = [folder.path / "notes.txt", folder.private / "copy.zip", folder.turn_path(1) / "cards" / "one.txt"]
    strangers += [folder.turns_path / "2" / "state.json", folder.received / "card.txt"]
    strangers.append(folder.received / f"000999-{'0' * 64}-foo.txt")  # ingest would not take that in
    for path in strangers:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
        assert any(f"{path}: does not belong here" in line for line in told(folder))
        path.unlink()


def test_a_torn_last_line_is_kept_aside(run: Run, folder: Folder) -> None:
    path = folder.private / "ledger.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"cha')
    assert "ledger.jsonl: its last line is incomplete" in run(code=1).stdout
    shown = run("--mend").stdout
    assert "mended: " in shown
    assert path.read_bytes() == whole
    assert [p.read_bytes() for p in path.parent.glob("ledger.jsonl.torn-*")] == [b'{"cha']
    run()


def test_what_a_broken_run_left_is_mended(run: Run, folder: Folder) -> None:
    before = tree(folder.path)
    aside = folder.turns_path / ".tmp-004"
    aside.mkdir()
    (aside / "state.json").write_bytes(b"{")
    (folder.private / ".tmp-ledger.jsonl").write_bytes(b"")
    (folder.private / ".lock").write_text("process 1 on nowhere (pbm resolve)\n")
    shown = run(code=1).stdout
    assert shown.count("was left by an interrupted run") == 2
    assert "a run is in progress, or was interrupted" in shown
    run("--mend")
    assert tree(folder.path) == before


def test_a_turn_that_was_being_taken_back_is_taken_back(run: Run, folder: Folder) -> None:
    number = folder.last
    fact = folder.withdraw("again", NOW)
    (folder.turns_path / fact.kept).rename(folder.turn_path(number))
    assert f"{fact.kept}: is missing; the turn was taken back; the next command finishes it" in run(code=1).stdout
    run("--mend")
    folder.refresh()
    assert folder.last == number - 1


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_a_private_folder_that_others_can_read_is_told_and_shut(run: Run, folder: Folder) -> None:
    folder.private.chmod(0o755)
    folder.inbox.chmod(0o770)
    assert run(code=1).stdout.count("others can look into it") == 2
    run("--mend")
    assert folder.private.stat().st_mode & 0o777 == 0o700
    assert folder.inbox.stat().st_mode & 0o777 == 0o700


def test_damage_is_not_mended_and_the_other_games_are_looked_at(run: Run, folder: Folder, tmp_path: Path) -> None:
    other = found(tmp_path, founding(game="FA-2", ring=ring("FA-2")), NOW)
    other.private.chmod(0o755)
    path = folder.private / "ledger.jsonl"
    path.write_bytes(path.read_bytes()[1:])
    before = tree(folder.path)
    result = run("--mend", code=1)
    assert "FA-1 is not repaired: " in result.stderr
    assert "mended: " in result.stdout
    assert tree(folder.path) == before
    assert run("FA-2").exit_code == 0


def test_a_correction_that_the_ledger_does_not_have_is_told(folder: Folder) -> None:
    amend(lay_table(folder), {"scores.1": 1}, "x", NOW)
    before = (folder.private / "ledger.jsonl").read_bytes()
    resolve_turn(lay_table(folder), {}, NOW)
    assert told(folder) == []
    lines = before.splitlines(keepends=True)
    (folder.private / "ledger.jsonl").write_bytes(b"".join(lines[:-1]))
    assert [line.partition(": ")[2] for line in told(folder)] == [
        "has lost lines; put it back from a copy",
        "has other corrections than the ledger; put it back from a copy",
    ]


def test_the_post_is_looked_through(run: Run, folder: Folder, tmp_path: Path) -> None:
    post = tmp_path / "content" / "post"
    (post / "kept").mkdir(parents=True, mode=0o700)
    post.chmod(0o700)
    good, bad = (post / "kept" / f"{hashlib.sha256(data).hexdigest()}.eml" for data in (b"a mail", b"another"))
    good.write_bytes(b"a mail")
    (post / "ledger.jsonl").write_bytes(b'{"sha256":"1"}\n')
    run()
    bad.write_bytes(b"changed")
    (post / "kept" / "notes.eml").write_bytes(b"")
    (post / "outbox.jsonl").write_bytes(b'{"id":"1"}\nnothing\n{"id"')
    (post / ".tmp-x").write_bytes(b"")
    post.chmod(0o755)
    whats = [finding.what.removeprefix(f"{post}") for finding in inspect_post(tmp_path)]
    assert len(whats) == 6
    for what in (
        "others can look",
        "named by their SHA-256",
        "was changed after",
        "line 2 is damaged",
        "incomplete",
        "interrupted",
    ):
        assert any(what in one for one in whats), what
    assert "--mend repairs 3 of them" in run(code=1).stdout
    result = run("--mend", code=1)
    assert result.stdout.count("mended: ") == 3
    assert (post / "outbox.jsonl.torn-3").read_bytes() == b'{"id"'
    assert (post / "outbox.jsonl").read_bytes() == b'{"id":"1"}\nnothing\n'
