"""A mail on standard input, and what mail.toml says."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

from pbm.cards import card as cards
from pbm.cli import main
from pbm.errors import PbmError
from pbm.post import fetching
from pbm.post.arrivals import ArrivalsLedger, Arrived, post_path
from pbm.post.fetching import Catch, tell
from pbm.post.opening import password
from pbm.post.settings import read_settings
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.lock import locked
from tests.post.fetching.mails import MBOX, go, inbox, mail, orders, put, sha
from tests.store.test_faults import tree
from tests.store.test_store import NOW


@pytest.fixture
def receive(root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))

    def call(data: bytes, at: Path = root) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["--root", str(at), "receive"], input=data)
        return done.exit_code, done.output

    return call


def test_a_mail_on_standard_input_goes_to_its_game(root: Path, receive: Callable[..., tuple[int, str]]) -> None:
    data = mail(orders(root))
    assert receive(data) == (0, "")
    assert inbox(root) == {f"{NOW:%Y%m%dT%H%M%SZ}-{sha(data)}.eml": data}
    assert receive(data) == (0, "")
    assert len(inbox(root)) == 1


def test_a_mail_is_safe_while_another_run_holds_the_lock(root: Path, receive: Callable[..., tuple[int, str]]) -> None:
    post_path(root).mkdir()
    data = mail(orders(root))
    with locked(post_path(root), "pbm cron"):
        code, told = receive(data)
    assert code == 0
    assert "the next pbm ingest sorts it" in told
    assert inbox(root) == {}
    (root / "content/mail.toml").unlink()
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--clock-ok"])
    assert done.exit_code == 0
    assert "receive: " in done.output
    assert not list((post_path(root) / "incoming").iterdir())


def test_no_mail_is_kept_from_a_closed_input_or_through_a_link(
    root: Path, receive: Callable[..., tuple[int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    closed = f"exec {sys.executable} -m pbm --root {root} receive <&-"
    done = subprocess.run(["sh", "-c", closed], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (75, "Standard input is closed; pipe the mail into it.\n")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    post_path(root).symlink_to(elsewhere)
    code, told = receive(mail(orders(root)))
    assert code == 75
    assert f"{post_path(root)}: is a symbolic link" in told
    assert not list(elsewhere.iterdir())


def test_a_mail_that_cannot_be_kept_stays_with_the_mail_program(
    root: Path, receive: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert receive(b"x", root / "nowhere")[0] == 75

    def break_down(*_: object) -> NoReturn:
        raise RuntimeError("a bug")

    monkeypatch.setattr(fetching, "keep", break_down)
    code, told = receive(mail(orders(root)))
    assert code == 75
    assert "could not be kept" in told


@pytest.mark.parametrize("at", ["write", "fsync", "rename"])
def test_a_full_disk_keeps_nothing_of_a_mail_that_was_not_kept(root: Path, at: str) -> None:
    class Full(Disk):
        def step(self, operation: str, path: Path) -> None:
            if operation == at:
                raise OSError(errno.ENOSPC, "No space left on device")

    (post_path(root) / "incoming").mkdir(parents=True)
    with pytest.raises(PbmError, match="No space left on device"):
        fetching.keep(root, mail(orders(root)), NOW, Full())
    assert not list((post_path(root) / "incoming").iterdir())


def test_what_a_killed_run_began_to_keep_is_taken_away_when_nobody_writes_it_any_more(root: Path) -> None:
    folder = post_path(root) / "incoming"
    folder.mkdir(parents=True)
    for name, age in ((".tmp-old", timedelta(days=2)), (".tmp-new", timedelta(seconds=1))):
        (folder / name).write_bytes(b"half a m")
        os.utime(folder / name, ((NOW - age).timestamp(),) * 2)
    go(root)
    assert [path.name for path in folder.iterdir()] == [".tmp-new"]


def test_ingest_fetches_unless_it_is_not_to(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    put(root, mail(orders(root)), mail("hello"))
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--no-fetch"])
    assert done.exit_code == 0
    assert inbox(root) == {}
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--clock-ok"])
    assert done.exit_code == 0, done.output
    assert "box: " in done.output
    assert "2 mails fetched; 1 of them kept" in done.output


def test_without_mail_toml_nothing_is_done(root: Path) -> None:
    (root / "content/mail.toml").unlink()
    before = tree(root)
    assert go(root) == Catch()
    assert tree(root) == before


def test_names_of_sources_are_plain(root: Path) -> None:
    (root / "content/mail.toml").write_text(MBOX.replace('"box"', '"../box"', 1))
    with pytest.raises(PbmError, match="a name has letters"):
        read_settings(root)


def test_passwords_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_IMAP_PASSWORD", "common")
    assert password("IMAP", "my-box", "u", "h") == "common"
    monkeypatch.setenv("PBM_IMAP_PASSWORD_MY_BOX", "own")
    assert password("IMAP", "my-box", "u", "h") == "own"


def test_a_book_counts_by_sender_game_and_turn(root: Path) -> None:
    post_path(root).mkdir()
    book = ArrivalsLedger(root, Disk())
    book.note(Arrived("ab" * 32, "t", "s", "f", "", "FA-1", 1, "2"))
    for it in (book, ArrivalsLedger(root, Disk())):
        assert it.knows("ab" * 32)
        assert (it.count("FA-1", 1, "2"), it.count("FA-1", 2, "2")) == (1, 0)


def test_a_code_in_a_mail_is_told_nowhere(root: Path) -> None:
    folder = Folder(root, "FA-1")
    code = cards.make_code(bytes.fromhex(folder.players[1].key), "FA-1", 1, folder.players[1].epoch)
    put(root, mail(orders(root)), mail(orders(root).replace(b"FA-1", b"FA-9")))
    catch = go(root)
    told = "\n".join([*tell(catch), *catch.notes, *catch.problems, (post_path(root) / "ledger.jsonl").read_text()])
    assert code not in told
