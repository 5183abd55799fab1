"""Each message of a folder, an mbox or a Maildir comes once, whole, with the time at which it was delivered."""

import errno
import fcntl
import io
import mailbox
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import pytest

from pbm.errors import PbmError
from pbm.mail import mbox as mbox_source
from pbm.mail.mbox import CHUNK, MboxSource
from pbm.mail.sources import LARGEST, FolderSource, MaildirSource, Source
from tests.mail import bad_mails as bad

LINE = b"From rosa@example.org Sat Nov 21 19:00:00 2026\n"


def plain(number: int, text: str = "hello") -> bytes:
    return f"From: p{number}@example.org\nSubject: {number}\n\n{text} {number}\n".encode()


def mbox(*mails: bytes, line: bytes = LINE) -> bytes:
    return b"".join(line + mail.replace(b"\nFrom ", b"\n>From ") + b"\n" for mail in mails)


def read(source: Source) -> list[bytes]:
    return [found.data for found in source.unseen()]


def again(path: Path, source: MboxSource) -> MboxSource:
    return MboxSource(path, source.memory)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return tmp_path / "box"


def test_an_mbox_is_split_where_its_mails_begin(box: Path) -> None:
    mails = [plain(k) for k in range(5)]
    box.write_bytes(mbox(*mails))
    found = list(MboxSource(box, {}).unseen())
    assert [it.data for it in found] == mails
    assert {it.came for it in found} == {datetime(2026, 11, 21, 19, tzinfo=UTC)}


def test_lines_that_begin_with_from_are_part_of_a_mail(box: Path) -> None:
    """Row 35: escaped, twice escaped, and not escaped at all by a careless program."""
    mail = plain(1, "x\n\nFrom now on attack\n\nFrom rosa at 10:00 in 2026\n\nFrom: me\n")
    box.write_bytes(mbox(mail) + LINE + plain(2, "x\n\nFrom now on\n") + b"\n" + mbox(plain(3)))
    found = read(MboxSource(box, {}))
    assert found == [mail, plain(2, "x\n\nFrom now on\n"), plain(3)]


def test_escapes_are_undone_once(box: Path) -> None:
    box.write_bytes(LINE + b"A: b\n\n>From x\n>>From y\n> From z\n>>> From w\n\n")
    assert read(MboxSource(box, {})) == [b"A: b\n\nFrom x\n>From y\n> From z\n>>> From w\n"]


def test_a_mail_without_a_final_newline_hides_no_other(box: Path) -> None:
    box.write_bytes(LINE + b"A: b\n\nlast\n" + mbox(plain(2)))
    assert read(MboxSource(box, {})) == [b"A: b\n\nlast\n", plain(2)]


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n", b"\n\n\n\n"])
def test_an_mbox_may_end_anyhow(box: Path, end: bytes) -> None:
    box.write_bytes(mbox(plain(1)) + LINE + b"A: b\n\nlast" + end)
    found = read(MboxSource(box, {}))
    assert found[0] == plain(1)
    assert found[1].rstrip() == b"A: b\n\nlast"
    assert len(found) == 2


def test_an_mbox_has_any_line_ends(box: Path) -> None:
    box.write_bytes(mbox(plain(1), plain(2)).replace(b"\n", b"\r\n"))
    assert read(MboxSource(box, {})) == [plain(1).replace(b"\n", b"\r\n"), plain(2).replace(b"\n", b"\r\n")]


def test_only_what_was_added_is_read(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box.write_bytes(mbox(*[plain(k) for k in range(20)]))
    source = MboxSource(box, {})
    assert len(read(source)) == 20
    source = again(box, source)
    assert read(source) == []
    with box.open("ab") as file:
        file.write(mbox(plain(20), plain(21)))
    looked: list[int] = []
    usual = mbox_source.read_at

    def watched(file: BinaryIO, place: int, count: int) -> bytes:
        looked.append(place)
        return usual(file, place, count)

    monkeypatch.setattr(mbox_source, "read_at", watched)
    source = again(box, source)
    size = len(mbox(*[plain(k) for k in range(20)]))
    assert read(source) == [plain(20), plain(21)]
    assert min(looked) >= size - 1_024
    assert read(again(box, source)) == []


def test_an_mbox_that_grew_within_its_last_mail_gives_that_again(box: Path) -> None:
    box.write_bytes(mbox(plain(1)) + LINE + b"A: b\n\nhalf")
    source = MboxSource(box, {})
    assert read(source)[1] == b"A: b\n\nhalf"
    with box.open("ab") as file:
        file.write(b" and half\n\n" + mbox(plain(3)))
    assert read(again(box, source)) == [b"A: b\n\nhalf and half\n", plain(3)]


@pytest.mark.parametrize("change", ["taken out", "replaced", "emptied", "same size"])
def test_an_mbox_that_was_rewritten_is_read_from_the_start(box: Path, change: str) -> None:
    mails = [plain(k) for k in range(5)]
    box.write_bytes(mbox(*mails))
    source = MboxSource(box, {})
    read(source)
    new = {
        "taken out": mails[1:] + [plain(7)] * 3,
        "replaced": [plain(8)] * 9,
        "emptied": [],
        "same size": [plain(9)] * 5,
    }[change]
    box.write_bytes(mbox(*new))
    assert read(again(box, source)) == new


def test_whoever_breaks_off_gets_the_mail_again(box: Path) -> None:
    box.write_bytes(mbox(plain(1), plain(2), plain(3)))
    source = MboxSource(box, {})
    new = source.unseen()
    assert [next(new).data, next(new).data] == [plain(1), plain(2)]
    assert read(again(box, source)) == [plain(2), plain(3)], "the second was handed out and may not be kept yet"


def test_mails_that_lie_across_the_pieces_of_an_mbox_are_whole(box: Path) -> None:
    for shift in range(-40, 60, 7):
        first = b"A: b\n\n" + b"x" * (CHUNK - len(LINE) - 8 + shift) + b"\n"
        box.write_bytes(mbox(first, plain(2), plain(3)))
        assert [len(it) for it in read(MboxSource(box, {}))] == [min(len(first), LARGEST), len(plain(2)), len(plain(3))]


def test_of_a_large_mail_the_start_is_taken(box: Path) -> None:
    large = plain(1) + b"line\n" * 600_000
    box.write_bytes(mbox(large, plain(2)))
    found = read(MboxSource(box, {}))
    assert found == [large[:LARGEST], plain(2)]


def test_the_mailboxes_of_the_standard_library_are_read_alike(box: Path) -> None:
    theirs = mailbox.mbox(str(box))
    for data in bad.all_of_them().values():
        if len(data) < 100_000 and b"\r" not in data.replace(b"\r\n", b"") and data[:2] not in (b"", b"\r\n", b"\0\0"):
            theirs.add(data.replace(b"\r\n", b"\n"))
    theirs.flush()
    found = read(MboxSource(box, {}))
    assert len(found) == len(theirs)
    for key, ours in zip(theirs.keys(), found, strict=True):
        assert theirs.get_bytes(key).rstrip(b"\n").replace(b"\n>From ", b"\nFrom ") == ours.rstrip(b"\n")


@pytest.mark.parametrize(
    ("line", "received", "came"),
    [
        (b"From x Sat Nov 21 19:00:00 2026", b"", 19),
        (b"From x Sat Nov 21 19:00 2026", b"", 19),
        (b"From x Sat Nov 21 19:00:00 2026 +0100", b"", 18),
        (b"From - Sat Nov 21 19:00:00 2026", b"by mx; Sat, 21 Nov 2026 19:00:02 +0100", 18),
        (b"From - Sat Nov 21 19:00:00 2026", b"by mx; Sat, 21 Nov 2026 12:00:02 +0000", 12),
        (b"From - Sat Nov 21 19:00:00 2026", b"by mx; Sat, 21 Nov 2026 12:07:30 +0000", 19),
        (b"From - Sat Nov 21 19:00:00 2026", b"by mx; Sat, 14 Nov 2026 19:00:00 +0000", 19),
        (b"From - Sat Nov 21 19:00:00 2026", b"tomorrow", 19),
    ],
)
def test_a_mail_came_when_our_server_took_it(box: Path, line: bytes, received: bytes, came: int) -> None:
    """From_ lines are often in local time, and do not say so; the Received written with it does."""
    box.write_bytes(mbox(b"Received: " + received + b"\n" + plain(1), line=line + b"\n"))
    assert [it.delivered() for it in MboxSource(box, {}).unseen()] == [datetime(2026, 11, 21, came, tzinfo=UTC)]


def test_a_locked_mbox_is_left_for_later(box: Path) -> None:
    box.write_bytes(mbox(plain(1)))
    (box.parent / "box.lock").touch()
    with pytest.raises(PbmError, match="another program has locked it"):
        read(MboxSource(box, {}))
    (box.parent / "box.lock").unlink()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with box.open("rb+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            os.write(writer, b"x")
            time.sleep(60)
        os._exit(0)
    try:
        os.read(reader, 1)
        with pytest.raises(PbmError, match="another program has locked it"):
            read(MboxSource(box, {}))
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert read(MboxSource(box, {})) == [plain(1)]


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    return tmp_path / "Maildir"


def test_a_maildir_gives_each_mail_once_with_its_time(maildir: Path) -> None:
    (maildir / "new/1795287600.M2P1.host").write_bytes(plain(2))
    (maildir / "cur/1795284000.M1P1.host:2,S").write_bytes(plain(1))
    (maildir / "tmp/1795284000.M3P1.host").write_bytes(b"half")
    (maildir / "new/odd").write_bytes(plain(3))
    (maildir / "new/.hidden").write_bytes(b"x")
    (maildir / "new/link").symlink_to(maildir / "new/odd")
    source = MaildirSource(maildir, {})
    found = list(source.unseen())
    assert [it.data for it in found] == [plain(1), plain(2), plain(3)]
    assert [it.came for it in found] == [
        datetime(2026, 11, 21, 18, tzinfo=UTC),
        datetime(2026, 11, 21, 19, tzinfo=UTC),
        None,
    ]
    (maildir / "new/1795287600.M2P1.host").rename(maildir / "cur/1795287600.M2P1.host:2,RS")
    source = MaildirSource(maildir, source.memory)
    assert read(source) == [], "read or not, moved or not, it is the same mail"
    for path in (maildir / "cur").iterdir():
        path.unlink()
    source = MaildirSource(maildir, source.memory)
    assert read(source) == []
    assert source.memory == {"names": ["odd"]}, "what is gone is forgotten"


def test_a_folder_gives_text_and_mails(tmp_path: Path) -> None:
    for second, name in enumerate(("b.eml", "a.txt", "c.TXT", "picture.png", ".d.txt")):
        (tmp_path / name).write_bytes(name.encode())
        os.utime(tmp_path / name, (second, second))
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "link.txt").symlink_to("a.txt")
    source = FolderSource(tmp_path, {})
    found = list(source.unseen())
    assert [(it.data, it.is_text) for it in found] == [(b"b.eml", False), (b"a.txt", True), (b"c.TXT", True)]
    assert read(FolderSource(tmp_path, source.memory)) == []
    (tmp_path / "a.txt").write_bytes(b"another")
    os.mkfifo(tmp_path / "pipe.txt")
    assert read(FolderSource(tmp_path, source.memory)) == [b"another"]


@pytest.mark.parametrize("kind", [FolderSource, MaildirSource, MboxSource])
def test_a_source_that_is_not_there_is_told_by_its_path(tmp_path: Path, kind: type[FolderSource]) -> None:
    with pytest.raises(PbmError, match=str(tmp_path / "none")):
        read(kind(tmp_path / "none", {}))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a")
    (tmp_path / "a.txt").chmod(0)
    (tmp_path / "b.txt").write_bytes(b"b")
    source = FolderSource(tmp_path, {})
    assert read(source) == [b"b"]
    assert source.troubles == [f"{tmp_path / 'a.txt'}: cannot be read (Permission denied)."]


def test_what_is_no_regular_file_is_no_mbox(box: Path) -> None:
    os.mkfifo(box)
    for path in (box, Path("/dev/zero"), box.parent):
        with pytest.raises(PbmError, match=rf"{path}: .*(is not a regular file|cannot be read)"):
            read(MboxSource(path, {}))


def test_an_mbox_that_breaks_off_while_it_is_read_is_read_on_later(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Spoilt(io.FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if is_spoilt:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(size) or b""

    box.write_bytes(mbox(plain(1), plain(2)))
    is_spoilt = False
    monkeypatch.setattr(mbox_source, "open_mbox", Spoilt)
    source = MboxSource(box, {})
    mails = source.unseen()
    assert [next(mails).data, next(mails).data] == [plain(1), plain(2)]
    is_spoilt = True
    with pytest.raises(PbmError, match=r"cannot be read \(Input/output error\)"):
        next(mails)
    monkeypatch.undo()
    assert read(again(box, source)) == [plain(2)]
