"""A name of a file is bytes: whatever a file system allows is taken in, or named in the output, and stops nothing."""

import os
import sys
from pathlib import Path

import pytest

from pbm.errors import shown_name
from pbm.handover.kit import is_good_name, portable_name
from pbm.store.folder import Folder
from tests.command import Run, runner
from tests.store.test_store import card

NAMES = [
    b"\xff\xfe",
    b"a\\xff",
    b"\xed\xb2\x80",
    b"two\nlines",
    b"\x1b[31mred",
    b" ",
    b"\xe2\x80\xae",
    b"x" * 251,
    "\u00fc".encode() * 125,
    b"\xff" * 251,
]
SOURCES = """
[[sources]]
name = "drop"
kind = "folder"
path = "drop"

[[sources]]
name = "mail"
kind = "maildir"
path = "mail"
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all names are text")


def lay(folder: Path, ending: bytes, words: bytes) -> int:
    """A file of each odd name; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(NAMES):
        with open(os.path.join(os.fsencode(folder), name + ending), "wb") as file:
            file.write(words + f"\n-- \n{folder.name} {ending!r} {number}\n".encode())
    return len(NAMES)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (b"plain \xc3\xbc.txt", "plain \u00fc.txt"),
        (b"\xff\xfe.txt", "\\xff\\xfe.txt"),
        (b"a\nb\t\x1b\x7f", "a\\nb\\t\\x1b\\x7f"),
        (b"\xe2\x80\xae", "\\u202e"),
    ],
)
def test_a_name_is_told_on_one_line_of_printable_characters(name: bytes, told: str) -> None:
    assert shown_name(os.fsdecode(name)) == told
    shown_name(os.fsdecode(name)).encode()


def test_cards_are_taken_in_whatever_their_files_are_called_and_every_later_run_goes_on(
    run: Run, tmp_path: Path
) -> None:
    """It was once a traceback at every later run, and good mails beside it were never taken in."""
    folder = Folder(tmp_path, "EU-7")
    words = card(folder, 1, folder.last + 1, "PASS")
    mail = b"From: x@example.org\nSubject: x\n\n" + words
    laid = lay(folder.inbox, b".txt", words) + lay(folder.inbox, b".eml", mail)
    laid += lay(tmp_path / "drop", b".txt", words) + lay(tmp_path / "drop", b".eml", mail)
    laid += lay(tmp_path / "mail/new", b"", mail) + lay(tmp_path / "mail/cur", b":2,S", mail)
    (tmp_path / "content/mail.toml").write_text(SOURCES)
    lay(folder.inbox, b".doc", b"no card")
    run("status")
    run("fsck")
    run("ingest", "--clock-ok")
    folder.refresh()
    fresh = [receipt for receipt in folder.ledger.receipts if receipt.turn == folder.last + 1]
    twins = 2 * len(NAMES)  # a Maildir has each name once, wherever it lies
    assert len(fresh) in (laid, laid - twins // 2)
    assert {receipt.verdict for receipt in fresh} == {"accepted"}
    before = (folder.private / "ledger.jsonl").read_bytes()
    for line in ("ingest", "status", "status --json", "build", "preview EU-7", "publish", "fsck"):
        told = run(*line.split())
        assert "Traceback" not in told.stderr
    assert (folder.private / "ledger.jsonl").read_bytes() == before, "each comes once"
    told = run("ingest")
    assert f"{folder.inbox}/two\\nlines.doc: is neither a .txt nor an .eml file" in told.stderr
    assert f"{folder.inbox}/\\xff\\xfe.doc: is neither a .txt nor an .eml file" in told.stderr
    assert "two\\nlines.doc" in run("status").stdout


@pytest.mark.parametrize("name", NAMES[:7])
def test_what_is_no_file_and_has_an_odd_name_is_told_on_one_line(run: Run, tmp_path: Path, name: bytes) -> None:
    folder = Folder(tmp_path, "EU-7")
    (tmp_path / "drop").mkdir()
    (tmp_path / "mail/new").mkdir(parents=True)
    (tmp_path / "mail/cur").mkdir()
    (tmp_path / "content/mail.toml").write_text(SOURCES)
    for place in (folder.inbox, tmp_path / "drop", tmp_path / "mail/new", folder.path):
        os.mkdir(os.path.join(os.fsencode(place), name + b".eml"))
    told = run("ingest")
    shown = shown_name(os.fsdecode(name))
    assert f"{folder.inbox}/{shown}.eml: is not a regular file" in told.stderr
    found = run("fsck", code=1)
    assert f"{folder.path}/{shown}.eml: does not belong here; remove it." in found.stdout.splitlines()
    run("build")


def test_a_game_with_such_names_is_handed_over_and_taken_over(run: Run, tmp_path: Path) -> None:
    """A card that waits goes with it, under a name that any system takes."""
    folder = Folder(tmp_path, "EU-7")
    laid = lay(folder.inbox, b".txt", card(folder, 1, folder.last + 1, "PASS"))
    laid += lay(folder.inbox, b"", b"no card")
    lay(folder.path / "press", b".txt", b"no press")
    os.mkdir(os.path.join(os.fsencode(folder.path), b"\xff"))
    (tmp_path / "new").mkdir()
    phrase = run("handover", "EU-7", "--to", str(tmp_path / "x.kit")).stdout.splitlines()[1]
    again = runner(tmp_path / "new")
    again("takeover", str(tmp_path / "x.kit"), text=f"{phrase}\n")
    taken = Folder(tmp_path / "new", "EU-7")
    names = taken.disk.names(taken.inbox)
    assert len(names) == laid
    assert all(map(is_good_name, names))
    assert sum(name.endswith(".txt") for name in names) == len(NAMES)
    again("ingest", "--clock-ok")
    taken.refresh()
    assert len([receipt for receipt in taken.ledger.receipts if receipt.turn == taken.last + 1]) == len(NAMES)


def test_a_name_that_any_system_takes_stays_and_others_stay_different() -> None:
    assert portable_name("tom (1).txt") == "tom (1).txt"
    odd = {portable_name(os.fsdecode(name + ending)) for name in NAMES for ending in (b"", b".txt", b".", b".\xff")}
    assert len(odd) == 4 * len(NAMES)
    assert all(map(is_good_name, odd))


def test_undo_forget_standin_and_deploy_go_through_with_such_names(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path, "EU-7")
    path = folder.private / "players.toml"
    path.write_text(path.read_text("utf-8").replace('name = ""', 'name = "Rosa Klein"', 1), "utf-8")
    run("publish", "--clock-ok")
    run("resolve", "EU-7", "--now-due", "--clock-ok")
    folder.refresh()
    turn = folder.turn_path(folder.last)
    for place in (folder.private, folder.received, turn, folder.path / "press", tmp_path / "content/post/kept"):
        lay(place, b".eml", b"by Rosa Klein")
    for name in ("outbox", "printouts", "site"):
        lay(tmp_path / "output" / name, b".htm", b"of Rosa Klein")
    run("publish")
    run("deploy", f"folder:{tmp_path / 'host'}")
    run("deploy", f"zip:{tmp_path / 'site.zip'}")
    run("undo", "EU-7", "--reason", "a slip")
    run("publish")
    told = run("forget", "EU-7", "1", "--yes")
    assert "player 1 is forgotten" in told.stdout
    run("standin", "EU-7", "2", "--house")
    run("publish")
    run("deploy", f"folder:{tmp_path / 'host'}")
    run("verify", "EU-7")


def test_a_page_of_such_a_name_is_told_with_its_bytes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "content/about").mkdir(exist_ok=True)
    with open(os.path.join(os.fsencode(tmp_path), b"content/about/\xff.md"), "wb") as file:
        file.write(b'+++\ntitle = "x"\n+++\n')
    assert "content/about/\\xff.md: name it with small letters" in run("build", code=1).stderr
