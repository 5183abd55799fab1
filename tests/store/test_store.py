"""Game folders: strict reading, whole turns, one writer, nothing lost (design 6, security 6)."""

import errno
import multiprocessing
import os
import stat
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.seal.ring import Ring, make_epoch
from pbm.store import folder as folder_module
from pbm.store.disk import Disk
from pbm.store.facts import read_game, read_players
from pbm.store.folder import Folder, game_ids
from pbm.store.founding import Founder, Founding, found
from pbm.store.ledger import Ledger, Receipt, add_facts, decode_ledger, ledger_bytes
from pbm.store.lock import locked
from pbm.store.play import lay_table, resolve_turn
from tests.engine import fake_system

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
SEED = bytes(range(32))


def founding(**changes: object) -> Founding:
    founders = tuple(Founder(n, home, bytes([n]) * 32, f"Name {n}", f"Shown {n}") for n, home in ((1, "AA"), (2, "BB")))
    plan = {
        "game": "FA-1",
        "title": "A fake",
        "system": "fake",
        "variant": "plain",
        "founders": founders,
        "seed": SEED,
    }
    return Founding(**{**plan, **changes})  # type: ignore[arg-type]  # a test's own keys


@cache
def ring(game: str) -> Ring:
    """The keys of a game of two; drawn once."""
    return Ring({n: (make_epoch(game, n),) for n in (1, 2)})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fake_system.install(monkeypatch)
    return found(tmp_path, founding(), NOW)


GAME = """title = "T"
system = "fake"
variant = "plain"
status = "running"
seed_commitment = "{}"
[[seats]]
number = 1
home = "AA"
""".format("0" * 64)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "T"', "", "missing required field `title`"),
        ('title = "T"', "title = 5", "title: Expected `str`, got `int`"),
        ('title = "T"', 'title = "T"\ncolour = 1', "unknown field `colour`"),
        ("number = 1", 'number = "1"', "seats[0].number: Expected `int`"),
        ("number = 1", "number = 0", "seats: give each seat a number of its own from 1 to 999"),
        ("running", "runing", "status: Invalid enum value 'runing'; known are: finished, revealed, running."),
        (
            "number = 1",
            "nunber = 1",
            "seats[0]: Object contains unknown field `nunber`; known are: country, home, hue, name",
        ),
        ("0000", "xyzw", "seed_commitment: must be 64"),
        (
            'title = "T"',
            'title = "T"\ndeadline = "2026-11-21 20:00"',
            "deadline: '2026-11-21 20:00' is not a time",
        ),
        ('title = "T"', 'title = "T', "is not valid TOML"),
        (
            'home = "AA"',
            'home = "AA"\n[options]\nover = "clip"\nabout = 3',
            "options.about: Expected `str`, got `int`.",
        ),
        ('title = "T"', "title = " + "[" * 100_000, "has tables nested without end"),
        ('title = "T"', "title" + ".x" * 100_000 + " = 1", "has tables nested without end"),
        ("number = 1", "number = 1" + "0" * 5_000, "has a number of thousands of digits"),
        ("number = 1", "number = 1" + "0" * 4_000, "seats: give each seat a number of its own from 1 to 999"),
    ],
)
def test_game_toml_is_read_strictly_and_the_sentence_names_file_and_key(old: str, new: str, told: str) -> None:
    with pytest.raises(PbmError) as error:
        read_game(GAME.replace(old, new, 1).encode(), Path("X-1/game.toml"))
    assert str(error.value).startswith("X-1/game.toml: ")
    assert told in str(error.value)


def test_players_toml_wants_whole_keys() -> None:
    with pytest.raises(PbmError, match="key of player 1 must be 64"):
        read_players(b'[[players]]\nnumber = 1\nkey = "ab"\n', Path("players.toml"))


def test_no_player_has_two_entries_of_which_one_would_count() -> None:
    """By the other's key his codes would be wrong, and his printouts would go to the other's address."""
    entry = '[[players]]\nnumber = 1\nkey = "{}"\n'
    with pytest.raises(PbmError, match=r"players.toml: players: give each player a number of its own\."):
        read_players((entry.format("0" * 64) + entry.format("1" * 64)).encode(), Path("players.toml"))


@pytest.mark.parametrize("epoch", ["0", "-1", "10000", "1" + "0" * 25])
def test_an_epoch_is_counted_from_one(epoch: str) -> None:
    with pytest.raises(PbmError, match=r"players.toml: players: the epoch of player 1 must be from 1 to 9999\."):
        read_players(f'[[players]]\nnumber = 1\nkey = "{"0" * 64}"\nepoch = {epoch}\n'.encode(), Path("players.toml"))


def test_a_new_game_reads_back_as_it_was_founded(folder: Folder) -> None:
    assert game_ids(folder.path.parent.parent.parent) == ["FA-1"]
    assert folder.facts.title == "A fake"
    assert [seat.name for seat in folder.facts.seats] == ["Shown 1", "Shown 2"]
    assert folder.players[2].key == (bytes([2]) * 32).hex()
    assert folder.seed == SEED
    assert folder.last == 0
    assert folder.state(0)["scores"] == {"1": 0, "2": 0}
    assert oct(folder.private.stat().st_mode)[-3:] == "700"


def test_a_game_is_not_founded_twice_or_under_an_odd_id(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(PbmError, match="already"):
        found(tmp_path, founding(), NOW)
    for game in ("../x", "fa-1", "FA", "FA-1/..", "FA-1\n", ""):
        with pytest.raises(PbmError, match="not a game id"):
            found(tmp_path, founding(game=game), NOW)
        with pytest.raises(PbmError, match="not a game id"):
            Folder(tmp_path, game)


def test_two_that_found_a_game_at_once_do_not_write_into_each_others_folder(folder: Folder, tmp_path: Path) -> None:
    class Slow(Disk):
        """While it writes, somebody else founds a game of the same name."""

        def step(self, operation: str, path: Path) -> None:
            if path.name == "players.toml":
                with pytest.raises(PbmError, match="the folder of games is in use by process"):
                    found(tmp_path, founding(game="FA-2", seed=bytes(32)), NOW)

    assert found(tmp_path, founding(game="FA-2"), NOW, Slow()).seed == SEED
    assert sorted(os.listdir(tmp_path / "content/games")) == ["FA-1", "FA-2"]


def test_a_resolved_turn_is_a_whole_folder(folder: Folder) -> None:
    played = resolve_turn(lay_table(folder), {1: card(folder, 1, 1, "ADD 3")}, NOW)
    assert folder.last == 1
    assert folder.state(1) == fake_system.to_words(played.state)
    assert folder.cards(1) == {1: card(folder, 1, 1, "ADD 3")}
    record = folder.record(1)
    assert (record.date, record.rolls, list(record.cards)) == ("2026-11-21T20:00:00Z", 1, [1])
    assert {e["kind"] for e in folder.events(1)} == {"nmr", "scored"}
    for name in ("state.json", "events.json", "record.json"):
        assert folder.raw(1, name).endswith(b"}\n") or folder.raw(1, name).endswith(b"]\n")


def test_a_finished_game_says_so_in_one_line(folder: Folder) -> None:
    before = (folder.path / "game.toml").read_text()
    table = lay_table(folder)
    while folder.facts.status == "running":
        lines = "\n".join(["ADD 9"] * 8)
        resolve_turn(table, {1: card(folder, 1, folder.last + 1, lines)}, NOW)
    after = (folder.path / "game.toml").read_text()
    assert after == before.replace('status = "running"', 'status = "finished"')


def test_a_turn_taken_back_is_kept(folder: Folder) -> None:
    table = lay_table(folder)
    for n in (1, 2):
        resolve_turn(table, {1: card(folder, 1, n, "ADD 3")}, NOW)
    second = folder.raw(2, "state.json")
    folder.withdraw("a wrong card", NOW)
    assert folder.last == 1
    assert (folder.turns_path / "002.withdrawn-1" / "state.json").read_bytes() == second
    resolve_turn(table, {1: card(folder, 1, 2, "ADD 3")}, NOW)
    assert folder.raw(2, "state.json") == second, "the same card, the same dice"
    folder.withdraw("again", NOW)
    assert (folder.turns_path / "002.withdrawn-2").is_dir()
    folder.withdraw("all", NOW)
    with pytest.raises(PbmError, match="no resolved turn"):
        folder.withdraw("more", NOW)


def test_a_missing_turn_is_refused_with_its_place(folder: Folder) -> None:
    table = lay_table(folder)
    for n in (1, 2):
        resolve_turn(table, {1: card(folder, 1, n, "ADD 3")}, NOW)
    (folder.turn_path(1)).rename(folder.path / "elsewhere")
    folder.refresh()
    with pytest.raises(PbmError, match="turns/001: the folder of this turn is missing"):
        _ = folder.last


def test_a_symbolic_link_is_refused(folder: Folder, tmp_path: Path) -> None:
    seed = folder.private / "seed"
    seed.rename(tmp_path / "seed")
    seed.symlink_to(tmp_path / "seed")
    with pytest.raises(PbmError, match="seed: is a symbolic link"):
        _ = Folder(tmp_path, "FA-1").seed
    folder.turns_path.rename(tmp_path / "turns")
    folder.turns_path.symlink_to(tmp_path / "turns")
    with pytest.raises(PbmError, match="turns: is a symbolic link"):
        Folder(tmp_path, "FA-1")


def test_a_seed_that_was_not_committed_to_is_refused(folder: Folder, tmp_path: Path) -> None:
    (folder.private / "seed").write_text("00" * 32)
    with pytest.raises(PbmError, match="is not the seed"):
        _ = Folder(tmp_path, "FA-1").seed


def _hold(folder: Path, ready: "multiprocessing.synchronize.Event", done: "multiprocessing.synchronize.Event") -> None:
    with locked(folder, "pbm resolve FA-1"):
        ready.set()
        done.wait(20)


def test_the_second_writer_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    ready, done = fork.Event(), fork.Event()
    holder = fork.Process(target=_hold, args=(tmp_path, ready, done))
    holder.start()
    assert ready.wait(20)
    with pytest.raises(PbmError) as error, locked(tmp_path, "pbm undo"):
        pass
    assert f"process {holder.pid} on " in str(error.value)
    assert "(pbm resolve FA-1)" in str(error.value)
    done.set()
    holder.join()
    with locked(tmp_path, "pbm undo"):
        assert (tmp_path / ".lock").read_text().startswith(f"process {os.getpid()}")
    assert not (tmp_path / ".lock").exists(), "a released lock holds nothing"


def test_the_lock_holds_on_a_full_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        busy = pytest.raises(PbmError, match="in use by another process")
        with locked(tmp_path, "pbm ingest"), busy, locked(tmp_path, "pbm undo"):
            pass
    assert not (tmp_path / ".lock").exists()


def test_a_lock_on_a_disk_that_became_read_only_hides_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refused)
        with pytest.raises(PbmError, match="what went wrong"), locked(tmp_path, "pbm undo"):
            raise PbmError("what went wrong")
    with locked(tmp_path, "pbm undo"):
        assert (tmp_path / ".lock").exists(), "the name that was left is taken up"
    assert not (tmp_path / ".lock").exists()


def receipt(number: int, run: int, player: int = 1, revision: int = 0, **more: object) -> Receipt:
    facts = {"time": "", "kept": "", "sha256": "", "verdict": "accepted", "turn": 1, **more}
    return Receipt(number, run, player=player, revision=revision, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("receipts", "counts"),
    [
        ([receipt(1, 1), receipt(2, 2)], 2),
        ([receipt(1, 1, revision=2), receipt(2, 2, revision=1)], 1),
        ([receipt(1, 1, revision=2), receipt(2, 2, revision=2)], 2),
        ([receipt(1, 1, revision=2), receipt(2, 1, revision=1)], 1),
        ([receipt(1, 1), receipt(2, 1)], 2),
        ([receipt(1, 1), receipt(2, 2, verdict="refused"), receipt(3, 3, verdict="late")], 1),
        ([receipt(1, 1), receipt(2, 2, player=2), receipt(3, 3, turn=2)], 1),
        ([receipt(1, 1, revision=3), receipt(2, 2), receipt(3, 3, revision=2)], 2),
    ],
)
def test_the_newest_valid_card_counts_and_a_higher_revision_before_it(receipts: list[Receipt], counts: int) -> None:
    assert Ledger(tuple(receipts)).counting(1)[1].number == counts


def test_a_ledger_drops_a_torn_line_and_refuses_other_damage(tmp_path: Path) -> None:
    disk, path = Disk(), tmp_path / "ledger.jsonl"
    ledger = add_facts(disk, path, Ledger(), [receipt(1, 1), receipt(2, 2)])
    whole = path.read_bytes()
    assert decode_ledger(ledger_bytes(disk, path), path) == ledger
    path.write_bytes(whole + b'{"cha')
    torn = decode_ledger(ledger_bytes(disk, path), path)
    assert (torn.facts, torn.torn) == (ledger.facts, b'{"cha')
    add_facts(disk, path, torn, [receipt(3, 3)])
    assert (tmp_path / "ledger.jsonl.torn-3").read_bytes() == b'{"cha'
    path.write_bytes(whole.replace(b'"number":1', b'"number":9', 1))
    with pytest.raises(PbmError, match="line 1 or one before it was changed"):
        decode_ledger(ledger_bytes(disk, path), path)
    path.write_bytes(whole[1:])
    with pytest.raises(PbmError, match="line 1 is damaged"):
        decode_ledger(ledger_bytes(disk, path), path)


def card(folder: Folder, player: int, turn: int, orders: str) -> bytes:
    from pbm.cards.card import make_code

    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    return f"{folder.game} T-{turn} [{player}] Name {code}\n{orders}\nEND\n".encode()


def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    """`pbm print --out /dev/null` by root would be the end of that."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(PbmError, match="not a regular file"):
            Disk().replace(path, b"data")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_positions_are_kept_of_so_many_games_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive has thousands of games; what was worked out of the one that waited the longest is worked out anew."""
    fake_system.install(monkeypatch)
    monkeypatch.setattr(folder_module, "MOST_AT_HAND", 2)
    tables = [lay_table(found(tmp_path, founding(game=f"FA-{n}"), NOW)) for n in (1, 2, 3)]
    first, second, third = (table.state(0) for table in tables)
    assert tables[2].state(0) is third
    assert tables[1].state(0) is second
    again = tables[0].state(0)
    assert again == first
    assert again is not first
    assert tables[1].state(0) is second, "it was asked for after the third"
    assert tables[2].state(0) is not third
