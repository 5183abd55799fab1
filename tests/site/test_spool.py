"""Texts on the disk, and files that are written piece by piece: nothing is lost, and nothing written without need."""

import os
from pathlib import Path

import pytest

from pbm.core.stamps import Stamp, cache_folder, stamp, summed, unharmed
from pbm.errors import PbmError
from pbm.site.build import build
from pbm.site.output.memory import LITTLE, Memory, memory_folder
from pbm.site.output.pieces import BLOCK, Pieces
from pbm.site.output.spool import Spool
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.publish.test_memory import known
from tests.site.built import contents, stamps


def test_what_was_added_is_read_from_where_it_lies(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "a" / "told")
    places = [spool.add(text) for text in (b"one", b"", b"three" * 9999)]
    assert [spool.read(place) for place in places] == [b"one", b"", b"three" * 9999]
    assert spool.is_sound
    assert not (tmp_path / "a" / "told").exists(), "a new file has its name when it is settled"
    spool.settle()
    more = Spool(tmp_path / "a" / "told", spool.mark)
    assert more.mark == spool.mark
    last = more.add(b"four")
    assert [more.read(place) for place in (*places, last)] == [b"one", b"", b"three" * 9999, b"four"]
    assert spool.read(last) == b"four"


def test_two_that_add_to_one_file_do_not_meet(tmp_path: Path) -> None:
    first = Spool(tmp_path / "told")
    first.settle()
    second = Spool(tmp_path / "told", first.mark)
    places = [spool.add(b"%d" % k) for k in range(9) for spool in (first, second)]
    assert [first.read(place) for place in places] == [second.read(place) for place in places]
    assert first.read(places[0]) == b"0"
    assert first.read(places[-1]) == b"8"


def test_a_file_of_another_mark_is_not_read_and_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "told"
    path.write_bytes(b"somebody else's")
    spool = Spool(path, "00" * 16)
    assert spool.mark != "00" * 16
    spool.add(b"x")
    assert path.read_bytes() == b"somebody else's"
    spool.close()
    assert [file.name for file in tmp_path.iterdir()] == ["told"], "nothing is left of what was not settled"


def test_where_the_disk_takes_nothing_texts_are_held(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for spool in (Spool(tmp_path / "file" / "told"), Spool(Path("/dev/full") / "told")):
        places = [spool.add(b"one"), spool.add(b"two")]
        assert [spool.read(place) for place in places] == [b"one", b"two"]
        assert not spool.is_sound
        spool.close()


def test_without_a_cache_folder_it_goes_with_the_run() -> None:
    spool = Spool(None)
    assert spool.read(spool.add(b"one")) == b"one"
    assert not spool.is_sound, "nothing of it is remembered"
    spool.close()


# The memory of a site


def test_a_memory_that_holds_much_that_nobody_needs_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    text = os.urandom(LITTLE // 2)
    sizes = []
    for _ in range(9):
        memory = Memory(folder, tmp_path)
        memory.put_aside("G", "1", text)
        memory.note("G", "1", os.urandom(8).hex(), {}, b"told")
        memory.save()
        memory.close()
        again = Memory(folder, tmp_path)
        made = again.recall("G", "1")
        assert made
        assert again.told("G", made) == b"told"
        sizes.append((folder / "G.told").stat().st_size)
    assert max(sizes) < 6 * len(text)
    assert sorted(file.name for file in folder.iterdir()) == ["G.json", "G.told", "place"]


@pytest.mark.parametrize("harm", ["cut", "spoiled", "gone", "index", "all zeros"])
def test_a_harmed_memory_costs_time_and_nothing_else(
    tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    out = tmp_path / "site"
    build(known(league(last=2), []), geometries(), out, [])
    before = stamps(out)
    folder = memory_folder(cache_folder(), out)
    assert folder
    told = folder / "EU-2.told"
    data = told.read_bytes()
    if harm == "cut":
        told.write_bytes(data[: len(data) // 2])
    elif harm == "spoiled":
        told.write_bytes(data[:16] + bytes(b ^ 0xFF for b in data[16:]))
    elif harm == "all zeros":
        told.write_bytes(data[:16] + bytes(len(data) - 16))
    elif harm == "gone":
        told.unlink()
    else:
        (folder / "EU-2.json").write_text('{"mark":"')
    made: list[str] = []
    assert not build(known(league(last=2), made), geometries(), out, []).did_something
    assert "EU-2 2" in made
    assert stamps(out) == before
    made.clear()
    build(known(league(last=3), made), geometries(), out, [])
    assert made == ["EU-2 3"], "it is whole again"


def test_texts_that_were_spoiled_alone_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages told is sound still, what they put aside is not: it is seen when the data files are written."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    out = tmp_path / "site"
    build(known(league(last=2), []), geometries(), out, [])
    folder = memory_folder(cache_folder(), out)
    assert folder
    memory = Memory(folder, out)
    made = memory.recall("EU-2", "1")
    assert made
    told = folder / "EU-2.told"
    data = bytearray(told.read_bytes())
    at, size = made.aside
    data[at : at + size] = b"\xc1" * size  # never used in MessagePack
    told.write_bytes(data)
    build(known(league(last=3), []), geometries(), out, [])
    build(league(last=3), geometries(), tmp_path / "whole", [], cache=False)
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.parametrize("where", [0, 0.2, 0.5, 0.8, 0.999])
def test_one_spoiled_byte_in_each_file_of_the_cache_folder_changes_no_page(
    tmp_path: Path, where: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    out = tmp_path / "site"
    build(known(league(last=2), []), geometries(), out, [])
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file() and path.stat().st_size and path.parent.name != "templates":  # those are jinja's
            data = bytearray(path.read_bytes())
            data[int(len(data) * where)] ^= 0x80
            path.write_bytes(data)
    build(known(league(last=3), []), geometries(), out, [])
    build(league(last=3), geometries(), tmp_path / "whole", [], cache=False)
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.parametrize("where", range(0, 60, 7))
def test_what_is_remembered_comes_back_whole_or_not_at_all(where: int) -> None:
    data = bytearray(summed(b"any text " * 6))
    data[where] ^= 1
    for harmed in (bytes(data), summed(b"text")[: where % 7], b""):
        with pytest.raises(OSError, match="damaged"):
            unharmed(harmed)
    assert unharmed(summed(b"")) == b""


# Files that are written piece by piece


OLD = (None, b"", b"abc", b"abcdef", b"abcdefg", b"abXdef", b"x" * BLOCK * 3, b"a" * BLOCK * 2 + b"b")
NEW: tuple[tuple[bytes, ...], ...] = (
    (), (b"abc", b"def"), (b"abcdef",), (b"x" * BLOCK,) * 3, (b"a" * BLOCK, b"a" * BLOCK + b"c"),
)  # fmt: skip


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("new", NEW)
def test_pieces_make_the_file_and_nothing_where_it_is_the_same(
    tmp_path: Path, old: bytes | None, new: tuple[bytes, ...]
) -> None:
    before, after = tmp_path / "old", tmp_path / "new"
    if old is not None:
        before.write_bytes(old)
    taken: list[Stamp | None] = []
    begun: list[int] = []

    def begin() -> int:
        begun.append(os.open(after, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        return begun[0]

    pieces = Pieces("" if old is None else str(before), begin, taken.append)
    for piece in new:
        pieces.write(piece)
    assert pieces.close() == len(b"".join(new))
    if b"".join(new) == old:
        assert (taken, begun) == ([None], [])
    else:
        assert after.read_bytes() == b"".join(new)
        assert taken == [stamp(after.stat())]
    for file in begun:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)


def test_a_full_disk_is_told_in_a_sentence() -> None:
    pieces = Pieces("", lambda: os.open("/dev/full", os.O_WRONLY), lambda _: None)
    with pytest.raises(PbmError, match="cannot be written"):
        pieces.write(b"x" * BLOCK)
    pieces.drop()


def test_an_old_file_that_is_cut_meanwhile_is_told_in_a_sentence(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"x" * BLOCK * 2)
    pieces = Pieces(str(old), lambda: os.open(new, os.O_WRONLY | os.O_CREAT), lambda _: None)
    pieces.write(b"x" * BLOCK)
    old.write_bytes(b"")
    with pytest.raises(PbmError, match="cut the old file meanwhile"):
        pieces.write(b"y" * BLOCK)
    pieces.drop()
