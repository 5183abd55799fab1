"""A kit that was changed, cut, or made by hand does no harm."""

import io
import os
import tracemalloc
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.handover.kit import FORMAT, End, File, KitHead, is_good_path, write_part
from pbm.seal import stream
from pbm.seal.stream import HEAD, PIECE, SEAL, SealedReader, Writer
from tests.handover.kits import PHRASE, hand_over, take
from tests.quick_keys import SHIPPED_ROUNDS


def test_a_kit_that_was_changed_or_cut_does_not_open(root: Path, tmp_path: Path) -> None:
    kit, phrase = hand_over(root, "EU-8")
    data = kit.read_bytes()
    places = [0, 5, len(stream.MAGIC), HEAD - 1, HEAD, HEAD + 40, len(data) // 2, len(data) - 1]
    bad = [data[:k] + bytes([data[k] ^ 1]) + data[k + 1 :] for k in places]
    bad += [data[:k] for k in (0, 5, HEAD, HEAD + 1, HEAD + PIECE + SEAL, len(data) - 1) if k < len(data)]
    bad += [data + b"x", data + data[HEAD:], b"PK\x03\x04" + data]
    for k, changed in enumerate(bad):
        with pytest.raises(PbmError, match=r"kit|open|damaged|cut off|behind"):
            take(tmp_path / f"new{k}", changed, phrase)
        assert not (tmp_path / f"new{k}" / "content/games/EU-8").exists()


def kit_of(*parts: KitHead | File | End, data: bytes = b"") -> bytes:
    """A kit made by hand, with the phrase."""
    file = io.BytesIO()
    writer = Writer(file, PHRASE)
    for part in parts:
        write_part(writer, part)
        if isinstance(part, File):
            writer.write(data[: part.size])
    writer.close()
    return file.getvalue()


EVIL = (
    "../x", "/etc/passwd", "games/EU-9/../../x", "games/EU-9", "games/EU-9/", "games/EU-9//x", "games/EU-1/game.toml",
    "games/EU-9/private/.lock", "games/EU-9/.git/config", "games/EU-9/a\\b", "games/EU-9/C:x", "site.toml",
    "games/EU-9/private/a\0b", "games/EU-9/private/x\n", "games/EU-9/private/" + "x" * 300, "games/EU-9/con .",
    "post/EU-9/seed", "post/EU-9/x/outbox.jsonl", "post/EU-8/outbox.jsonl",
    "games/EU-9/private/turns/001/" + "x/" * 20 + "y",
)  # fmt: skip


@pytest.mark.parametrize("path", EVIL)
def test_a_kit_cannot_write_beside_its_games(tmp_path: Path, path: str) -> None:
    assert not is_good_path(path, ("EU-9",))
    head = KitHead(FORMAT, ("EU-9",), "x", "x")
    with pytest.raises(PbmError, match="does not belong in a kit"):
        take(tmp_path / "in" / "new", kit_of(head, File(path, 1), End(1, 1), data=b"x"), PHRASE)
    assert [str(p) for p in tmp_path.rglob("*") if p.is_file()] == []
    assert not (tmp_path / "in/new/content/games/.tmp-takeover").exists()


def test_a_kit_made_by_hand_is_refused_where_it_does_not_fit(tmp_path: Path) -> None:
    head, one = KitHead(FORMAT, ("EU-9",), "x", "x"), File("games/EU-9/game.toml", 1)
    other = File("games/EU-9/Game.TOML", 1)
    huge = File("games/EU-9/private/seed", 10 << 30)
    for kit, told in (
        (kit_of(head, one, one, End(2, 2), data=b"x"), "is in it twice"),
        (kit_of(head, one, other, End(2, 2), data=b"x"), "is in it twice"),
        (kit_of(head, huge, End(1, 1)), "larger than a kit may be"),
        (kit_of(head, File("games/EU-9/x", -1), End(1, 1)), "larger than a kit may be"),
        (kit_of(head, one, End(2, 1), data=b"x"), "files are missing"),
        (kit_of(head, one, data=b"x"), "damaged"),
        (kit_of(head, one, head, data=b"x"), "damaged"),
        (kit_of(one, head, data=b"x"), "damaged"),
        (kit_of(KitHead(2, ("EU-9",), "x", "x")), "of format 2"),
        (kit_of(KitHead(FORMAT, ("../x",), "x", "x")), "names no games"),
        (kit_of(KitHead(FORMAT, (), "x", "x")), "names no games"),
        (kit_of(head, File("games/EU-9/a", 1), File("games/EU-9/a/b", 1), End(2, 2), data=b"x"), "cannot be"),
        (kit_of(head, End(0, 0)), "missing|no game"),
    ):
        with pytest.raises(PbmError, match=told):
            take(tmp_path / "new", kit, PHRASE)
        assert not list((tmp_path / "new/content/games").iterdir())


def test_ten_gigabytes_of_zeros_are_not_unpacked(tmp_path: Path) -> None:
    file = io.BytesIO()
    writer = Writer(file, PHRASE)
    write_part(writer, KitHead(FORMAT, ("EU-9",), "x", "x"))
    zeros = bytes(1 << 20)
    for _ in range(300):  # the first file is said to be small, and zeros go on and on
        writer.write(zeros)
    writer.close()
    tracemalloc.start()
    with pytest.raises(PbmError, match="damaged"):
        take(tmp_path / "new", file.getvalue(), PHRASE)
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


def test_the_stream_holds_what_was_written_and_memory_stays_flat() -> None:
    blocks = [os.urandom(100_000) for _ in range(5)]
    file = io.BytesIO()
    writer = Writer(file, PHRASE)
    for _ in range(60):
        for block in blocks:
            writer.write(block)
    writer.close()
    file.seek(0)
    tracemalloc.start()
    reader = SealedReader(file, PHRASE, "x")
    for _ in range(60):
        for block in blocks:
            assert reader.read(len(block)) == block
    reader.end()
    assert tracemalloc.get_traced_memory()[1] < 3 << 20
    tracemalloc.stop()


def test_the_pieces_cannot_change_places_and_rounds_are_bounded() -> None:
    file = io.BytesIO()
    writer = Writer(file, PHRASE)
    writer.write(os.urandom(4 * PIECE))
    writer.close()
    data, size = file.getvalue(), PIECE + SEAL
    pieces = [data[k : k + size] for k in range(HEAD, len(data), size)]
    swapped = data[:HEAD] + b"".join([pieces[1], pieces[0], *pieces[2:]])
    shorter = data[:HEAD] + b"".join(pieces[:-1])
    for changed in (swapped, shorter, data[:HEAD] + b"".join(pieces[1:])):
        with pytest.raises(PbmError, match=r"open|damaged"):
            SealedReader(io.BytesIO(changed), PHRASE, "x").read(5 * PIECE)
    for rounds in (1, 2**32 - 1):
        with pytest.raises(PbmError, match="damaged"):
            SealedReader(io.BytesIO(data[: HEAD - 4] + rounds.to_bytes(4, "big") + data[HEAD:]), PHRASE, "x")


def test_the_key_is_as_slow_as_that_of_printouts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stretch(phrase: str, salt: bytes, rounds: int) -> bytes:
        asked.append((len(salt), rounds))
        return bytes(32)

    monkeypatch.setattr("pbm.seal.cipher.stretch", stretch)
    monkeypatch.setattr("pbm.seal.cipher.ROUNDS", SHIPPED_ROUNDS)
    Writer(io.BytesIO(), PHRASE)
    assert asked == [(16, 600_000)]
