"""`verify` plays every turn again and names the first difference."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat
from pbm.errors import PbmError
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.play import lay_table, resolve_turn, verify
from tests.engine import fake_system
from tests.store.test_store import NOW, card, founding


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fake_system.install(monkeypatch)
    game = found(tmp_path, founding(), NOW)
    for n in (1, 2, 3):
        resolve_turn(lay_table(game), {p: card(game, p, n, f"ADD {p}") for p in (1, 2)}, NOW)
    return game


def test_a_game_as_it_was_played_agrees(folder: Folder) -> None:
    turns = list(verify(lay_table(folder)))
    assert [number for number, _ in turns] == [0, 1, 2, 3]
    assert len({chain for _, chain in turns}) == 4


def test_a_start_that_was_rolled_is_rolled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice of turn 0 come from the same seed as all others, and are in the record as they are."""
    fake_system.install(monkeypatch)

    def rolled(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> fake_system.State:
        return fake_system.State(0, {seat.player: dice.die(f"start/{seat.player}", 20) for seat in seats})

    monkeypatch.setattr(fake_system, "SYSTEM", replace(fake_system.SYSTEM, start=rolled))
    game = found(tmp_path, founding(), NOW)
    resolve_turn(lay_table(game), {p: card(game, p, 1, f"ADD {p}") for p in (1, 2)}, NOW)
    assert game.record(0).rolls == len(game.facts.seats)
    assert set(game.state(0)["scores"].values()) != {0}
    assert [number for number, _ in verify(lay_table(game))] == [0, 1]
    for name, key in (("state.json", "scores.1: should be"), ("record.json", "rolls: should be")):
        path = game.turns_path / "000" / name
        data = path.read_bytes()
        word = b'"1": ' if name == "state.json" else b'"rolls": '
        path.write_bytes(data.replace(word, word + b"1", 1))
        with pytest.raises(PbmError, match=f"Turn 0 differs: .*000/{name}: {key}"):
            list(verify(lay_table(Folder(tmp_path, "FA-1"))))
        path.write_bytes(data)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("000/state.json", b'"1": 0', b'"1": 1', "Turn 0 differs: .*000/record.json: digests.chain"),
        ("001/state.json", b'"1": ', b'"1": 7', "Turn 1 differs: .*001/state.json: scores.1: should be"),
        ("002/state.json", b"\n}", b"\n }", "Turn 2 differs: .*the same data, but not as written"),
        (
            "002/events.json",
            b"scored",
            b"stored",
            "Turn 2 differs: .*002/events.json: 0.kind: should be .scored.",
        ),
        ("002/cards/2.txt", b"ADD 2", b"ADD 3", "Turn 2 differs: .*002/state.json: scores.2"),
        ("003/cards/2.txt", b"END\n", b"END\n\n", "Turn 3 differs: .*003/record.json: cards.2"),
        ("003/record.json", b"2026-11", b"2026-12", "Turn 3 differs: .*003/record.json: digests.chain"),
        ("003/record.json", b'"rolls": 2', b'"rolls": 3', "Turn 3 differs: .*003/record.json: rolls"),
        ("001/record.json", b"{", b"x", "record.json: is not valid JSON"),
        ("001/record.json", b'"turn"', b'"torn"', "record.json: .*unknown field `torn`"),
    ],
)
def test_a_single_changed_byte_is_found_and_named(
    folder: Folder, tmp_path: Path, file: str, old: bytes, new: bytes, told: str
) -> None:
    path = folder.turns_path / file
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    with pytest.raises(PbmError) as error:
        list(verify(lay_table(Folder(tmp_path, "FA-1"))))
    assert re.search(told, str(error.value))


def test_a_card_taken_away_is_found(folder: Folder) -> None:
    (folder.turns_path / "002/cards/1.txt").unlink()
    with pytest.raises(PbmError, match="Turn 2 differs"):
        list(verify(lay_table(folder)))


def test_digests_cannot_be_tested_without_the_seed(folder: Folder) -> None:
    """The same state in two games of different seeds has digests that have nothing in common."""
    other = found(folder.path.parent.parent.parent, founding(game="FA-2", seed=bytes(32)), NOW)
    assert other.raw(0, "state.json") == folder.raw(0, "state.json")
    assert other.record(0).digests.state != folder.record(0).digests.state


@pytest.mark.parametrize("name", ["FA-11", "FA-1"])
def test_no_turn_is_built_on_one_that_does_not_hold(folder: Folder, tmp_path: Path, name: str) -> None:
    """Codes and dice go by the folder's name, and the chain knows it."""
    moved = folder.path.rename(folder.path.with_name(name))
    if name == "FA-1":
        path = moved / "private/turns/003/events.json"
        path.write_bytes(path.read_bytes().replace(b"scored", b"stored", 1))
    other = Folder(tmp_path, name)
    told = "this folder holds FA-1; rename it back" if name == "FA-11" else "turn 3 is not as it was resolved"
    with pytest.raises(PbmError, match=f"{name}: {told}"):
        resolve_turn(lay_table(other), {}, NOW)
    assert other.last == 3
