"""A harmed or hostile archive file: one sentence that names what is wrong, exit code 1, nothing left behind."""

import io
import os
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from pbm.archive import opening
from pbm.errors import PbmError
from tests.archive.zips import copied, files_of, nothing_left, packed_game, resummed, zipped
from tests.command import runner

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The archive file of TT-1."""
    root = tmp_path_factory.mktemp("league")
    copied("TT-1", root)
    return packed_game("TT-1", root)


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], str]:
    """What both commands say of such a file, which must be one sentence of both; nothing is left by either."""

    def call(made: bytes) -> str:
        here = tmp_path / "here"
        here.mkdir()
        monkeypatch.chdir(here)
        Path("x.pbm.zip").write_bytes(made)
        run = runner(here)
        with nothing_left(tmp_path / "temporary", monkeypatch):
            told = run("verify", "x.pbm.zip", code=1).output
            assert run("read", "x.pbm.zip", code=1).output == told
        assert os.listdir(here) == ["x.pbm.zip"]
        assert len(told.splitlines()) == 1
        assert "x.pbm.zip: " in told
        assert str(tmp_path / "temporary") not in told, "where it was opened is nobody's business"
        return told

    return call


def test_zipped_again_by_hand_it_is_the_same_game(data: bytes, tmp_path: Path) -> None:
    """What the tests here make is refused for what they do to it, and for nothing else."""
    path = tmp_path / "x.zip"
    path.write_bytes(zipped(resummed(files_of(data))))
    runner(tmp_path)("verify", str(path))


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../x.txt",
        "TT-1/../x.txt",
        "TT-1/turns/../seed",
        "TT-1\\turns\\x.json",
        "C:/x.txt",
        "C:x.txt",
        "TT-1/private/players.toml",
        "TT-1/players.toml",
        "TT-1/turns/003/cards/01.txt",
        "TT-1/turns/003/cards/1.exe",
        "TT-1/turns/003/deep/er/state.json",
        "TT-1/turns/٠٠٣/state.json",
        "TT-1/",
        "TT-1/turns/003/",
        "TT-1",
        "README.txt",
        "tt-1/seed",
        "TT-1/SEED",
        "TT-1/seed\n",
        "TT-1/option-.txt",
        "__MACOSX/x",
    ],
)
def test_a_name_that_does_not_belong_in_it(name: str, data: bytes, refused: Callable[[bytes], str]) -> None:
    told = refused(zipped({**files_of(data), name: b""}))
    assert "does not belong in an archive file" in told


def test_a_name_that_ends_early(data: bytes, refused: Callable[[bytes], str]) -> None:
    """The library reads a name up to a zero."""
    made = zipped({**files_of(data), "TT-1/seed_x.txt": b""}).replace(b"TT-1/seed_x.txt", b"TT-1/seed\0x.txt")
    assert "does not belong in an archive file" in refused(made)


def test_a_name_that_is_not_utf_8(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = zipped({**files_of(data), "TT-1/ä.txt": b""}).replace("TT-1/ä.txt".encode(), b"TT-1/\xff\xfe.txt")
    assert "is not a whole zip file" in refused(made)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFDIR, stat.S_IFBLK])
def test_a_link_or_what_is_no_file(kind: int, data: bytes, refused: Callable[[bytes], str]) -> None:
    def change(info: zipfile.ZipInfo) -> None:
        if info.filename == "TT-1/seed":
            info.create_system, info.external_attr = 3, (kind | 0o777) << 16

    assert "TT-1/seed is a link or no regular file" in refused(zipped(files_of(data), change))


def test_a_name_that_is_in_it_twice(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = io.BytesIO(data)
    with zipfile.ZipFile(made, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("TT-1/seed", b"00" * 32)
    assert "TT-1/seed is in it twice" in refused(made.getvalue())


def test_two_games_in_one(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = zipped({**files_of(data), "TT-2/seed": b""})
    assert "has files of TT-1 and TT-2; an archive file has one game" in refused(made)


def test_an_encrypted_file(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = bytearray(data)
    at = data.rindex(b"PK\1\2")
    made[at + 8] |= 1
    assert "TT-1/archive.json is encrypted" in refused(bytes(made))


def test_a_way_of_packing_that_is_not_ours(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in files_of(data).items():
            archive.writestr(name, content)
    assert "is packed in a way that pbm does not read" in refused(made.getvalue())


def bomb(size: int, said: int) -> bytes:
    """A zip of zeros in one file, which says that it has another size."""
    import zlib

    name, zeros = b"TT-1/seed", bytes(size)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    small = deflate.compress(zeros) + deflate.flush()
    common = struct.pack("<5H3L2H", 20, 0, 8, 0, 33, crc32(zeros), len(small), said, len(name), 0)
    local = b"PK\3\4" + common + name + small
    entry = b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack("<3H2L", 0, 0, 0, 0, 0) + name
    return local + entry + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(entry), len(local), 0)


def test_a_file_that_is_too_large(refused: Callable[[bytes], str]) -> None:
    said = (64 << 20) + 1
    assert "is larger than an archive file may be, at TT-1/seed" in refused(bomb(1000, said))


def test_a_file_that_is_larger_than_it_says(refused: Callable[[bytes], str]) -> None:
    assert "TT-1/seed is damaged" in refused(bomb(200 << 20, 1000))


def test_a_file_that_is_smaller_than_it_says(refused: Callable[[bytes], str]) -> None:
    assert "TT-1/seed is damaged" in refused(bomb(1000, 2000))


def test_no_more_is_inflated_than_a_file_says(tmp_path: Path) -> None:
    """However much would come of it: of 200 MB no more than a small part is ever in memory."""
    path = tmp_path / "x.zip"
    path.write_bytes(bomb(200 << 20, 1000))
    runner(tmp_path)("verify", str(path), code=1)  # what is loaded is loaded
    tracemalloc.start()
    try:
        runner(tmp_path)("verify", str(path), code=1)
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("what", ["LARGEST", "LARGEST_FILE", "MOST_FILES", "LARGEST_ZIP"])
def test_all_of_it_is_bounded(
    what: str, data: bytes, refused: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, what, {"LARGEST": 100_000, "LARGEST_FILE": 5_000, "MOST_FILES": 20}.get(what, 2000))
    told = refused(data)
    assert "larger than" in told or "has more files than an archive file may have (20)" in told


def test_a_list_of_millions_is_not_read(refused: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZipFile", lambda *args: pytest.fail("the library was asked"))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 50_000_000, 0, 0)
    assert "has more files than an archive file may have" in refused(bytes(1000) + end)


@pytest.mark.parametrize("made", [b"", b"PK", b"no zip at all" * 100, bytes(30)])
def test_what_is_no_zip(made: bytes, refused: Callable[[bytes], str]) -> None:
    assert "is not a whole zip file; get it again" in refused(made)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_the_first_part_of_one(share: float, data: bytes, refused: Callable[[bytes], str]) -> None:
    assert "is not a whole zip file; get it again" in refused(data[: int(len(data) * share)])


def test_a_byte_that_was_harmed_anywhere(data: bytes, tmp_path: Path) -> None:
    """Wherever it is: either a sentence, or (in what a zip says of dates and systems) the same files."""
    path, good, wrong = tmp_path / "x.zip", files_of(data), []
    for at in range(7, len(data), len(data) // 150):
        harmed = bytearray(data)
        harmed[at] ^= 0x55
        path.write_bytes(harmed)
        said = complaint(path)
        wrong.append(said)
        assert said.startswith("x.zip: ") if said else files_of(bytes(harmed)) == good, at
    assert sum(map(bool, wrong)) > 100


def complaint(path: Path) -> str:
    """What is wrong with an archive file, or nothing."""
    try:
        with opening.opened(path.name, opening.read_file(path)):
            return ""
    except PbmError as error:
        return str(error)


@pytest.mark.parametrize(
    "name",
    [
        "README.txt", "LICENSE.txt", "check.py", "game.toml", "seed", "turns/003/state.json", "turns/003/events.json",
        "turns/003/record.json", "turns/003/cards/1.txt", "press/0005.md",
    ],
)  # fmt: skip
def test_a_changed_sign_is_found_in_each_kind_of_file(name: str, data: bytes, refused: Callable[[bytes], str]) -> None:
    files = files_of(data)
    changed = f"TT-1/{name}"
    content = bytearray(files[changed])
    content[len(content) // 2] ^= 1
    told = refused(zipped({**files, changed: bytes(content)}))
    assert f"{changed} was changed: its SHA-256 is not that in archive.json" in told


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("turns/003/state.json", b'"turn": 3', b'"turn": 4', "Turn 3 differs: TT-1/turns/003/state.json: "),
        ("turns/003/events.json", b'"kind"', b'"kink"', "Turn 3 differs: TT-1/turns/003/events.json"),
        ("turns/003/record.json", b'"rolls": 0', b'"rolls": 2', "Turn 3 differs: TT-1/turns/003/record.json: rolls"),
        ("turns/003/cards/1.txt", b"END", b"PASS\nEND", "Turn 3 differs: TT-1/turns/003/"),
        ("seed", b"1", b"2", "TT-1/seed: is not the seed that seed_commitment in game.toml commits to"),
        ("game.toml", b'"archipelago"', b'"no-such"', "Trust a Thief has no variant 'no-such'"),
        ("game.toml", b"title", b"titel", "TT-1/game.toml: Object contains unknown field `titel`"),
        ("game.toml", b'"TT-1"', b'"TT-2"', "holds TT-2"),
        ("game.toml", b'"revealed"', b'"running"', "is of a game that is revealed"),
        ("game.toml", b"=", b"= =", "TT-1/game.toml: is not valid TOML"),
        ("game.toml", b"edition = 2", b"edition = 99", "a newer pbm founded the game"),
        ("archive.json", b'"edition": 2', b'"edition": 1', "archive.json: edition: is not that of the game"),
        ("archive.json", b'"turns": 16', b'"turns": 15', "archive.json: turns: is not that of the game"),
        ("archive.json", b'"chain": "9', b'"chain": "0', "archive.json: chain: is not the end of the game's chain"),
        ("archive.json", b'"format": 1', b'"format": 2', "is of format 2; this pbm knows 1"),
        ("archive.json", b'"variant"', b'"variance"', "TT-1/archive.json: "),
    ],
)
def test_a_change_with_sums_that_fit_it_is_found_all_the_same(
    name: str, old: bytes, new: bytes, said: str, data: bytes, refused: Callable[[bytes], str]
) -> None:
    """As somebody makes it who wants to deceive."""
    files = resummed(files_of(data))
    assert old in files[f"TT-1/{name}"]
    changed: Files = {**files, f"TT-1/{name}": files[f"TT-1/{name}"].replace(old, new, 1)}
    assert said in refused(zipped(changed if name == "archive.json" else resummed(changed)))


@pytest.mark.parametrize("name", ["turns/004/state.json", "seed", "game.toml", "turns/004/record.json"])
def test_a_file_that_is_missing(name: str, data: bytes, refused: Callable[[bytes], str]) -> None:
    files = files_of(data)
    del files[f"TT-1/{name}"]
    path = f"TT-1/{name}"
    assert f"{path} is missing; get the file again" in refused(zipped(files))


@pytest.mark.parametrize("name", ["turns/004/state.json", "seed", "game.toml", "turns/004/record.json"])
def test_a_file_that_is_missing_with_sums_that_fit(name: str, data: bytes, refused: Callable[[bytes], str]) -> None:
    files = files_of(data)
    del files[f"TT-1/{name}"]
    assert f"TT-1/{name}: the file is missing" in refused(zipped(resummed(files)))


def test_a_turn_that_is_missing(data: bytes, refused: Callable[[bytes], str]) -> None:
    files = {name: it for name, it in files_of(data).items() if not name.startswith("TT-1/turns/007/")}
    assert "TT-1/turns/007: the folder of this turn is missing" in refused(zipped(resummed(files)))


def test_no_archive_json(data: bytes, refused: Callable[[bytes], str]) -> None:
    files = files_of(data)
    del files["TT-1/archive.json"]
    assert "TT-1/archive.json is missing" in refused(zipped(files))


def test_a_file_that_archive_json_does_not_name(data: bytes, refused: Callable[[bytes], str]) -> None:
    made = zipped({**files_of(data), "TT-1/press/9999.md": b"+++\nturn = 1\n+++\n"})
    assert "TT-1/press/9999.md is not named in archive.json" in refused(made)


DEEP = b"[" * 200_000


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("archive.json", DEEP),
        ("archive.json", b"\xff\xfe"),
        ("archive.json", b"{}"),
        ("turns/000/state.json", DEEP),
        ("turns/000/state.json", b"{}"),
        ("turns/000/state.json", b'{"turn": 1e400}'),
        ("turns/000/state.json", b"[" + b"9" * 5000 + b"]"),
        ("turns/003/events.json", DEEP),
        ("turns/003/record.json", b'{"turn": ' + b'{"a":' * 100_000),
        ("turns/003/cards/1.txt", b"\xff" * 1000),
        ("game.toml", b"a" + b".a" * 5000 + b" = 1"),
        ("game.toml", b"x = " + DEEP),
        ("seed", b"\xff\xff"),
        ("corrections.json", DEEP),
        ("corrections.json", b"[]"),
        ("corrections.json", b'[{"path": "x"}]'),
        ("corrections.json", b'[{"path": "x", "old": 1, "new": 2, "reason": "", "time": ""}]'),
    ],
)
def test_what_is_no_data_of_ours(name: str, content: bytes, data: bytes, refused: Callable[[bytes], str]) -> None:
    files: Files = {**files_of(data), f"TT-1/{name}": content}
    refused(zipped(files if name == "archive.json" else resummed(files)))


def test_a_variant_with_a_name_that_leads_out(data: bytes, refused: Callable[[bytes], str]) -> None:
    files = {**files_of(data), "TT-1/variant/map.json": b"{}"}
    told = files["TT-1/archive.json"].replace(b'"archipelago"', b'"../../x"')
    made = resummed({**files, "TT-1/archive.json": told})
    assert "is not the name of a variant" in refused(zipped(made))


@pytest.mark.parametrize(
    "content",
    [
        b"+++\nturn = 3\nto = 4\n+++\n",
        b"+++\nturn = 3\n",
        b"+++\nbad\n+++\n",
        b"\xff\xff",
        b"+++\nturn = -3\n+++\n",
    ],
)
def test_press_that_is_wrong_spoils_the_pages_and_not_the_proof(
    content: bytes, data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.pbm.zip"
    path.write_bytes(zipped(resummed({**files_of(data), "TT-1/press/9999.md": content})))
    run = runner(tmp_path)
    run("verify", str(path))
    with nothing_left(tmp_path / "temporary", monkeypatch):
        told = run("read", str(path), "--to", str(tmp_path / "pages"), code=1).output
    assert told.startswith("x.pbm.zip: TT-1/press/9999.md: ")
    assert sorted(os.listdir(tmp_path)) == ["temporary", "x.pbm.zip"]


def test_what_players_wrote_in_it_becomes_no_markup(data: bytes, tmp_path: Path) -> None:
    text = (
        b'+++\nturn = 3\ntitle = "<script>alert(1)</script>"\n+++\n<script>alert(2)</script> [x](javascript:alert(3))\n'
    )
    path = tmp_path / "x.pbm.zip"
    path.write_bytes(zipped(resummed({**files_of(data), "TT-1/press/9999.md": text, "TT-1/news/9998.md": text})))
    runner(tmp_path)("read", str(path), "--to", str(tmp_path / "pages"))
    page = (tmp_path / "pages/games/TT-1/3/index.html").read_text("utf-8")
    assert "&lt;script&gt;alert(2)" in page
    assert "<script>alert" not in page
    assert 'href="javascript:' not in page


def test_links_to_pages_of_the_league_are_words_in_laid_out_pages(data: bytes, tmp_path: Path) -> None:
    text = (
        b"+++\nturn = 3\n+++\nSee [the manual](player.md), [old][1] and [there](https://example.org/x).\n\n[1]: y.md\n"
    )
    path = tmp_path / "x.pbm.zip"
    path.write_bytes(zipped(resummed({**files_of(data), "TT-1/news/9998.md": text})))
    runner(tmp_path)("read", str(path), "--to", str(tmp_path / "pages"))
    page = (tmp_path / "pages/games/TT-1/3/index.html").read_text("utf-8")
    assert "See the manual, [old][1] and <a " in page
    assert 'href="https://example.org/x"' in page


def test_a_full_disk_leaves_nothing(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.pbm.zip"
    path.write_bytes(data)
    real = os.rename

    def full(old: str, new: str | Path) -> None:
        if Path(new).name == "pages":
            raise OSError(28, "No space left on device")
        real(old, new)

    with nothing_left(tmp_path / "temporary", monkeypatch), monkeypatch.context() as patch:
        patch.setattr(os, "rename", full)
        told = runner(tmp_path)("read", str(path), "--to", str(tmp_path / "pages"), code=1).output
    assert "pages: cannot be written (No space left on device)" in told
    assert sorted(os.listdir(tmp_path)) == ["temporary", "x.pbm.zip"]
