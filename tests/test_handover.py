"""`pbm handover` and `pbm takeover`: the whole game arrives, or nothing; and one moderator alone goes on."""

import io
import os
import shutil
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbm.card import make_code
from pbm.cli import main
from pbm.errors import PbmError
from pbm.handover import taking
from pbm.handover.kit import FORMAT, End, File, Head, is_good_path, write_part
from pbm.handover.packing import mail_toml
from pbm.post.arrivals import Arrived
from pbm.post.journal import Drafted
from pbm.post.settings import read_settings
from pbm.seal import stream
from pbm.seal.stream import HEAD, PIECE, SEAL, Reader, Writer
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from tests.test_faults import Broken

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
PHRASE = "one two three four five six"
MAIL = """
border = ["mx.example.org"]
[[sources]]
name = "box"
kind = "maildir"
path = "/home/me/Maildir"
[[sources]]
name = "far"
kind = "imap"
host = "imap.example.org"
user = "cards"
[out]
sender = "cards@example.org"
host = "smtp.example.org"
send = true
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that is not slow: what is tested here does not hang on it (but see the test of the rounds)."""
    monkeypatch.setattr("pbm.seal.cipher.stretch", lambda phrase, salt, rounds: (phrase.encode() + salt)[:32].ljust(32))


def invoke(root: Path, *words: str, code: int = 0, text: str = "") -> Result:
    env = {"SOURCE_DATE_EPOCH": "1795291200"}
    result = CliRunner().invoke(main, ["--root", str(root), *words], input=text, env=env, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def write_card(folder: Folder, player: int, orders: str = "PASS") -> None:
    facts, turn = folder.players[player], folder.last + 1
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    path = folder.inbox / f"card {player}.txt"
    path.write_text(f"{folder.game} T-{turn} [{player}] Name {code}\n{orders}\nEND\n")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of two games, one with a turn, waiting cards, press, letters and mail."""
    root = tmp_path_factory.mktemp("handover") / "old"
    root.mkdir()
    for game in ("EU-7", "EU-8"):
        invoke(root, "new", game, "--seats", "1=TU:Rosa Klein,2=RU", "--resolve", "all-in")
    folder = Folder(root, "EU-7")
    for player in (1, 2):
        write_card(folder, player)
    invoke(root, "resolve")
    folder.refresh()
    write_card(folder, 1)
    (folder.path / "press").mkdir()
    (folder.path / "press" / "001-lost.md").write_text("A glove.\n")
    (root / "content" / "mail.toml").write_text(MAIL)
    post = root / "content" / "post"
    post.mkdir()
    time = "2026-11-21T20:00:00Z"
    letters = [Drafted(f"{game}/t1/p{k}", time) for game in ("EU-7", "EU-8") for k in (1, 2)]
    (post / "outbox.jsonl").write_bytes(b"".join(msgspec.json.encode(it) + b"\n" for it in letters))
    mails = [Arrived(f"{k:064x}", time, "post", f"{k}.eml", game=game) for k, game in enumerate(("EU-7", "", "EU-8"))]
    (post / "ledger.jsonl").write_bytes(b"".join(msgspec.json.encode(it) + b"\n" for it in mails))
    return root


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test."""
    return Path(shutil.copytree(played, tmp_path / "old"))


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def hand_over(root: Path, *games: str) -> tuple[Path, str]:
    """A kit and its words."""
    kit = root.parent / "x.kit"
    kit.unlink(missing_ok=True)
    shown = invoke(root, "handover", *games, "--to", str(kit)).stdout.splitlines()
    return kit, shown[1]


def test_another_moderator_goes_on_where_the_first_ended(root: Path, tmp_path: Path) -> None:
    kit, phrase = hand_over(root, "EU-7", "EU-8")
    assert kit.stat().st_mode & 0o777 == 0o600
    data = kit.read_bytes()
    seed = (root / "content/games/EU-7/private/seed").read_bytes()
    assert seed not in data
    assert b"Rosa" not in data
    new = tmp_path / "new"
    new.mkdir()
    assert "EU-7: taken over; 1 turn played again" in invoke(new, "takeover", str(kit), text=phrase + "\n").stdout
    for game in ("EU-7", "EU-8"):
        before, after = tree(root / "content/games" / game), tree(new / "content/games" / game)
        ledger = "private/ledger.jsonl"
        assert after.pop(ledger).startswith(before.pop(ledger))
        assert after == before
        assert (new / "content/games" / game / "private").stat().st_mode & 0o777 == 0o700
        assert (new / "content/games" / game / "private/seed").stat().st_mode & 0o777 == 0o600
    assert (new / "content/post/outbox.jsonl").read_bytes() == (root / "content/post/outbox.jsonl").read_bytes()
    mails = (root / "content/post/ledger.jsonl").read_text().splitlines()
    assert (new / "content/post/ledger.jsonl").read_text().splitlines() == [mails[0], mails[2]]
    write_card(Folder(new, "EU-7"), 2)
    assert "turn 2 is resolved" in invoke(new, "resolve", "EU-7").stdout
    invoke(new, "verify", "EU-7")
    assert not list((new / "content/games").glob(".tmp*"))


def test_two_moderators_do_not_both_go_on(root: Path) -> None:
    kit, _ = hand_over(root, "EU-7")
    write_card(Folder(root, "EU-7"), 2)
    done = invoke(root, "resolve", "EU-7")
    assert "was handed over" in done.stderr
    assert "turn 2 is resolved" not in done.stdout
    assert "another moderator resolves its turns" in invoke(root, "resolve", "EU-7", "--now-due", code=1).stderr
    assert "was handed over" in invoke(root, "status", "EU-7").stderr
    kit.unlink()
    assert "already" in invoke(root, "handover", "EU-7", "--to", str(kit), code=1).stderr
    invoke(root, "handover", "EU-7", "--to", str(kit), "--again")
    invoke(root, "handover", "EU-7", "--take-back")
    assert "was not handed over" in invoke(root, "handover", "EU-7", "--take-back", code=1).stderr
    assert "turn 2 is resolved" in invoke(root, "resolve", "EU-7").stdout


def test_the_words_may_be_typed_in_any_way_but_must_be_the_right_ones(root: Path, tmp_path: Path) -> None:
    kit, phrase = hand_over(root, "EU-8")
    new = tmp_path / "new"
    new.mkdir()
    assert "did not open" in invoke(new, "takeover", str(kit), text=PHRASE + "\n", code=1).stderr
    assert not list((new / "content/games").iterdir())
    invoke(new, "takeover", str(kit), text=f"  {phrase.upper().replace(' ', '-')} \n")
    assert phrase not in (root / "content/games/EU-8/private/ledger.jsonl").read_text()


def test_a_game_that_is_there_is_not_overwritten(root: Path) -> None:
    kit, phrase = hand_over(root, "EU-7", "EU-8")
    shutil.rmtree(root / "content/games/EU-7")
    before = tree(root)
    assert "a game of this name already" in invoke(root, "takeover", str(kit), text=phrase + "\n", code=1).stderr
    assert tree(root) == before


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


def take(root: Path, data: bytes, phrase: str, disk: Disk | None = None) -> taking.Taken:
    (root / "content/games").mkdir(parents=True, exist_ok=True)
    watch: Callable[..., object] = lambda links, game, count: links  # noqa: E731
    return taking.take(root, io.BytesIO(data), phrase, Path("x.kit"), NOW, watch, disk or Disk())  # type: ignore[arg-type]


def kit_of(*parts: Head | File | End, data: bytes = b"") -> bytes:
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
    head = Head(FORMAT, ("EU-9",), "x", "x")
    with pytest.raises(PbmError, match="has no place in a kit"):
        take(tmp_path / "in" / "new", kit_of(head, File(path, 1), End(1, 1), data=b"x"), PHRASE)
    assert [str(p) for p in tmp_path.rglob("*") if p.is_file()] == []
    assert not (tmp_path / "in/new/content/games/.tmp-takeover").exists()


def test_a_kit_made_by_hand_is_refused_where_it_does_not_fit(tmp_path: Path) -> None:
    head, one = Head(FORMAT, ("EU-9",), "x", "x"), File("games/EU-9/game.toml", 1)
    other = File("games/EU-9/Game.TOML", 1)
    huge = File("games/EU-9/private/seed", 10 << 30)
    for kit, told in (
        (kit_of(head, one, one, End(2, 2), data=b"x"), "stands in it twice"),
        (kit_of(head, one, other, End(2, 2), data=b"x"), "stands in it twice"),
        (kit_of(head, huge, End(1, 1)), "larger than a kit may be"),
        (kit_of(head, File("games/EU-9/x", -1), End(1, 1)), "larger than a kit may be"),
        (kit_of(head, one, End(2, 1), data=b"x"), "files are missing"),
        (kit_of(head, one, data=b"x"), "damaged"),
        (kit_of(head, one, head, data=b"x"), "damaged"),
        (kit_of(one, head, data=b"x"), "damaged"),
        (kit_of(Head(2, ("EU-9",), "x", "x")), "of format 2"),
        (kit_of(Head(FORMAT, ("../x",), "x", "x")), "names no games"),
        (kit_of(Head(FORMAT, (), "x", "x")), "names no games"),
        (kit_of(head, File("games/EU-9/a", 1), File("games/EU-9/a/b", 1), End(2, 2), data=b"x"), "cannot be"),
        (kit_of(head, End(0, 0)), "missing|no game"),
    ):
        with pytest.raises(PbmError, match=told):
            take(tmp_path / "new", kit, PHRASE)
        assert not list((tmp_path / "new/content/games").iterdir())


def test_ten_gigabytes_of_zeros_are_not_unpacked(tmp_path: Path) -> None:
    file = io.BytesIO()
    writer = Writer(file, PHRASE)
    write_part(writer, Head(FORMAT, ("EU-9",), "x", "x"))
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
    reader = Reader(file, PHRASE, "x")
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
            Reader(io.BytesIO(changed), PHRASE, "x").read(5 * PIECE)
    for rounds in (1, 2**32 - 1):
        with pytest.raises(PbmError, match="damaged"):
            Reader(io.BytesIO(data[: HEAD - 4] + rounds.to_bytes(4, "big") + data[HEAD:]), PHRASE, "x")


def test_the_key_is_as_slow_as_that_of_printouts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stretch(phrase: str, salt: bytes, rounds: int) -> bytes:
        asked.append((len(salt), rounds))
        return bytes(32)

    monkeypatch.setattr("pbm.seal.cipher.stretch", stretch)
    Writer(io.BytesIO(), PHRASE)
    assert asked == [(16, 600_000)]


def test_a_broken_takeover_leaves_all_or_nothing_and_can_be_done_again(root: Path, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def die() -> None:
        raise Killed

    kit, phrase = hand_over(root, "EU-7", "EU-8")
    data = kit.read_bytes()
    at, done = 1, False
    while not done:
        new = tmp_path / f"new{at}"
        try:
            take(new, data, phrase, Broken(at, die))
            done = True
        except Killed:
            for game in ("EU-7", "EU-8"):
                if (new / "content/games" / game).exists():
                    assert len(tree(new / "content/games" / game)) == len(tree(root / "content/games" / game))
            take(new, data, phrase)
            lines = (new / "content/post/outbox.jsonl").read_bytes().splitlines()
            assert len(lines) == len(set(lines)) == 4
        for game in ("EU-7", "EU-8"):
            assert not Folder(new, game).ledger.is_handed_over
        shutil.rmtree(new)
        at += 9
    assert at > 100


def test_a_turn_that_was_changed_in_a_kit_is_found(root: Path, tmp_path: Path) -> None:
    path = root / "content/games/EU-7/private/turns/001/state.json"
    path.write_text(path.read_text().replace('"dollars": "2', '"dollars": "3', 1))
    kit, phrase = hand_over(root, "EU-7")
    with pytest.raises(PbmError, match="Turn 1 differs"):
        take(tmp_path / "new", kit.read_bytes(), phrase)
    assert not list((tmp_path / "new/content/games").iterdir())


def test_mail_toml_loses_what_lies_on_one_machine(root: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    (new / "content").mkdir(parents=True)
    (new / "content/mail.toml").write_bytes(mail_toml(root))
    made, old = read_settings(new), read_settings(root)
    assert [source.name for source in made.sources] == ["far"]
    assert (made.out, made.border, made.sources[0]) == (old.out, old.border, old.sources[1])
    kit, phrase = hand_over(root, "EU-8")
    (new / "content/mail.toml").write_text('border = ["mine"]\n')
    assert not take(new, kit.read_bytes(), phrase).mail
    assert read_settings(new).border == ("mine",)
    assert take(tmp_path / "third", kit.read_bytes(), phrase).mail


def test_a_kit_is_not_written_where_it_would_be_published(root: Path) -> None:
    for place in (root / "content/x.kit", root / "output/site/x.kit"):
        assert "choose another place" in invoke(root, "handover", "EU-7", "--to", str(place), code=1).stderr
    assert "Name the kit" in invoke(root, "handover", "EU-7", code=1).stderr
    kit = root.parent / "there"
    kit.write_text("mine")
    assert "is there already" in invoke(root, "handover", "EU-7", "--to", str(kit), code=1).stderr
    assert kit.read_text() == "mine"
    assert not Folder(root, "EU-7").ledger.is_handed_over
    (root / "content/games/EU-7/inbox/link.txt").symlink_to("/etc/passwd")
    assert "no plain file" in invoke(root, "handover", "EU-7", "--to", str(root.parent / "y.kit"), code=1).stderr
    assert not [p.name for p in root.parent.iterdir() if "y.kit" in p.name]


def test_a_copied_game_is_noticed_where_the_other_went_on(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert invoke(root, "resolve").stderr == ""
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    told = invoke(copy, "ingest", "--no-fetch").stderr
    assert told.count("the same game went on in") == 2
    assert str(root / "content/games/EU-7") in told
    assert invoke(copy, "ingest", "--no-fetch").stderr == ""
    shutil.rmtree(copy)
    assert invoke(root, "resolve").stderr == ""


def test_a_variant_of_ones_own_goes_with_its_game(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    shipped = Path(__file__).parent.parent / "content/variants/south-america"
    shutil.copytree(shipped, old / "content/variants/south-america")
    invoke(old, "new", "SA-1", "--variant", "south-america", "--seats", "2")
    kit, phrase = hand_over(old, "SA-1")
    new.mkdir()
    assert "SA-1: taken over" in invoke(new, "takeover", str(kit), text=phrase + "\n").stdout
    assert tree(new / "content/variants") == tree(old / "content/variants")
    other = tmp_path / "other"
    shutil.copytree(shipped, other / "content/variants/south-america")
    path = other / "content/variants/south-america/variant.toml"
    path.write_text(path.read_text().replace('title = "', 'title = "Another ', 1))
    told = invoke(other, "takeover", str(kit), code=1, text=phrase + "\n").stderr
    assert "there is another variant of this name" in told
    assert not (other / "content/games/SA-1").exists()
