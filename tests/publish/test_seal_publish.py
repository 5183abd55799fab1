"""Sealed printouts on the site: nothing leaks beside the cipher, nothing is made twice (security 5.4, 9.7)."""

import base64
import json
import re
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.publish.league import load, players, printouts
from pbm.publish.sealing import _Sealer
from pbm.rules.battle_plan.state import State
from pbm.seal import cipher
from pbm.seal.ring import open_lock
from pbm.site.render import Renderer
from pbm.store.folder import Folder, write_json
from pbm.store.keyring import keys_path, read_ring
from pbm.store.play import GameTable, lay_table
from tests.laws.another_world import believe_all
from tests.laws.test_canaries import leaks, secrets
from tests.rules.battle_plan.hidden import changed
from tests.shipped import CONTENT
from tests.site.built import contents, stamps

LAST = 3


def run(root: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--root", str(root), *words], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == 0, done.output
    return done.output


def copy_game(root: Path) -> Path:
    shutil.copytree(CONTENT / "games" / "EU-2", root / "content" / "games" / "EU-2")
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    copy_game(tmp_path)
    run(tmp_path, "build")
    return tmp_path


def sealed_files(root: Path) -> dict[str, bytes]:
    return contents(root / "output/site/games/EU-2/sealed")


def facts_of(root: Path, player: int) -> Any:
    text = (root / f"output/site/games/EU-2/sealed/{player}.html").read_text("utf-8")
    found = re.search(r'<script type="application/json" id="sealed">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def bundle_of(root: Path, player: int, turn: int) -> Any:
    text = (root / f"output/site/games/EU-2/sealed/{player}/{turn}.js").read_text("ascii")
    found = re.fullmatch(r"pbmSealed\((\{.*\})\);\n", text)
    assert found
    return json.loads(found[1])


def opened(key: bytes, player: int, bundle: Any) -> Any:
    sealed = base64.b64decode(bundle["sealed"])
    return json.loads(cipher.unpack(cipher.open_page(key, "EU-2", player, bundle["turn"], "printout", sealed)))


def test_each_player_and_turn_has_one_bundle_that_his_words_open(root: Path) -> None:
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    for player in range(1, 8):
        facts = facts_of(root, player)
        epoch = ring.players[player][0]
        key = open_lock("EU-2", player, epoch, epoch.phrase)
        assert [turn for turn, _ in facts["turns"]] == [0, 1, 2, 3]
        assert facts["newest"] == bundle_of(root, player, LAST)
        for turn in range(LAST + 1):
            words = opened(key, player, bundle_of(root, player, turn))
            assert (words["game"], words["turn"], words["player"]) == ("EU-2", turn, player)
            assert words["sheet"]["heading"]["turn"] == turn + 1
            assert words["sheet"]["kit"]["player"] == player
            assert words["sheet"]["orders"]["rows"]
            assert '<svg class="map' in words["html"]
            assert "What changed for you" in words["html"]
            assert "<script" not in words["html"]


def test_a_sealed_page_of_europe_is_below_290_kilobytes_with_all_that_it_needs(root: Path) -> None:
    page = (root / "output/site/games/EU-2/sealed/5.html").read_bytes()
    assert len(page) < 290_000
    assert b"src=" not in page.replace(b"img-src", b"")


def test_all_bundles_of_a_turn_have_one_length_and_all_pages_too(root: Path) -> None:
    for turn in range(LAST + 1):
        raw = {len(base64.b64decode(bundle_of(root, p, turn)["sealed"])) for p in range(1, 8)}
        assert len(raw) == 1
        assert (raw.pop() - 28) % cipher.SMALLEST == 0
        files = {(root / f"output/site/games/EU-2/sealed/{p}/{turn}.js").stat().st_size for p in range(1, 8)}
        assert len(files) == 1
    names = {p: seat.country for p, seat in enumerate(Folder(root, "EU-2").facts.seats, 1)}
    rest = {
        len((root / f"output/site/games/EU-2/sealed/{p}.html").read_text("utf-8").replace(name, ""))
        for p, name in names.items()
    }
    assert len(rest) == 1, "but for the country's name"


def test_the_public_tree_holds_no_secret_under_any_layer(tmp_path: Path) -> None:
    """Canaries, also in what can be inflated; and no word of a phrase stands near another."""
    copy_game(tmp_path)
    run(tmp_path, "publish")
    words = secrets(tmp_path)
    ring = read_ring(Folder(tmp_path, "EU-2"))
    assert ring
    for player, epochs in ring.players.items():
        for e in epochs:
            words |= {f"phrase {player}": e.phrase, f"content key {player}": e.content_key}
            words |= {f"bytes of the key {player}": base64.b64encode(e.key).decode().rstrip("=")}
            words |= {f"joined phrase {player}": e.phrase.replace(" ", "")}
    files = [p for p in (tmp_path / "output/site").rglob("*") if p.is_file()]
    assert leaks(files, words) == []
    sealed = [p for p in files if "/sealed/" in str(p) and p.suffix == ".js"]
    assert len(sealed) == 7 * (LAST + 2)
    for path in sealed:
        found = re.search(r'"sealed":"([^"]+)"', path.read_text("ascii"))
        assert found
        raw = base64.b64decode(found[1])
        for bits in (-15, 15, 31):
            for start in (0, 12, 16):
                assert b"turn" not in inflated(raw[start:], bits)
        assert len(zlib.compress(raw)) > len(raw), "it looks like chance"


def inflated(raw: bytes, bits: int) -> bytes:
    """What comes out where somebody tries; chance may well yield a few bytes."""
    try:
        return zlib.decompressobj(bits).decompress(raw)
    except zlib.error:
        return b""


def test_nobody_elses_words_open_a_bundle(root: Path) -> None:
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    for player in range(1, 8):
        for other in range(1, 8):
            if other != player:
                with pytest.raises(Exception, match="did not open"):
                    opened(ring.players[other][0].key, player, bundle_of(root, player, LAST))


def test_a_bundle_tells_no_other_players_secret(root: Path) -> None:
    words = secrets(root)
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    for player in range(1, 8):
        text = json.dumps(opened(ring.players[player][0].key, player, bundle_of(root, player, LAST)))
        others = [code for what, code in words.items() if re.match("code|key|seed|address", what)]
        mine = {code for what, code in words.items() if what == f"code {player} of turn {LAST + 1}"}
        assert [code for code in others if code in text and code not in mine] == []
        assert mine.pop() in text, "his own next code is in it"


def test_the_same_input_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    other = copy_game(tmp_path / "other")
    run(other, "build")
    assert sealed_files(other) == sealed_files(root)


def test_a_second_build_touches_nothing_and_makes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamps(root / "output")
    monkeypatch.setattr(_Sealer, "seal", lambda *_: pytest.fail("sealed again"))
    assert "Nothing to do" in run(root, "build")
    assert stamps(root / "output") == before


def test_publish_runs_no_slow_key_and_old_turns_are_not_made_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    made: list[int] = []
    monkeypatch.setattr(cipher, "stretch", lambda *_: calls.append("stretch"))
    monkeypatch.setattr("hashlib.pbkdf2_hmac", lambda *_: calls.append("pbkdf2"))
    seal = _Sealer.seal

    def noted(self: _Sealer, number: int, *rest: Any) -> Iterator[tuple[int, bytes]]:
        made.append(number)
        return seal(self, number, *rest)

    monkeypatch.setattr(_Sealer, "seal", noted)
    old = {name: data for name, data in sealed_files(root).items() if name.endswith(".js")}
    before = stamps(root / "output/site/games/EU-2/sealed")
    run(root, "publish")
    assert Folder(root, "EU-2").last == LAST + 1
    assert calls == []
    assert made == [LAST + 1]
    new = sealed_files(root)
    assert {name: new[name] for name in old} == old
    after = stamps(root / "output/site/games/EU-2/sealed")
    assert all(after[name] == before[name] for name in old), "not even written again"


def test_a_file_that_is_lost_or_not_ours_is_made_again(root: Path) -> None:
    whole = sealed_files(root)
    site = root / "output/site/games/EU-2/sealed"
    (site / "3/1.js").unlink()
    (site / "5/2.js").write_text((site / "5/1.js").read_text())
    run(root, "build")
    assert sealed_files(root) == whole


def test_a_turn_that_is_played_anew_is_sealed_anew(root: Path) -> None:
    run(root, "publish")
    first = sealed_files(root)
    run(root, "undo", "EU-2", "--reason", "a test")
    run(root, "publish")
    assert sealed_files(root) == first, "the same cards bring the same turn"
    run(root, "undo", "EU-2", "--reason", "a test")
    run(root, "build")
    assert not any(name.endswith(f"/{LAST + 1}.js") for name in sealed_files(root))


def test_a_stand_in_opens_the_newest_turn_and_the_other_does_not(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cipher, "ROUNDS", 3)
    before = sealed_files(root)
    run(root, "keys", "EU-2", "--renew", "5")
    run(root, "build")
    after = sealed_files(root)
    every = {f"{n}.html" for n in range(1, 8)} | {f"{n}/{LAST}.js" for n in range(1, 8)}
    assert {name for name in after if after[name] != before[name]} == every
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    old, new = ring.players[5]
    assert opened(new.key, 5, bundle_of(root, 5, LAST))["turn"] == LAST
    assert opened(old.key, 5, bundle_of(root, 5, LAST - 1))["turn"] == LAST - 1
    with pytest.raises(Exception, match="did not open"):
        opened(old.key, 5, bundle_of(root, 5, LAST))
    assert facts_of(root, 5)["turns"] == [[0, 1], [1, 1], [2, 1], [3, 2]]
    run(root, "resolve", "EU-2", "--now-due")  # his waiting card has an old code and is refused
    run(root, "build")
    assert facts_of(root, 5)["turns"] == [[0, 1], [1, 1], [2, 1], [3, 2], [4, 2]]


def test_what_the_old_words_open_holds_no_code_of_the_successor(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the old turn is sealed anew, from nothing: after an undo its code would be that of a card to come."""
    monkeypatch.setattr(cipher, "ROUNDS", 3)
    run(root, "keys", "EU-2", "--renew", "5")
    shutil.rmtree(root / "output")
    run(root, "build")
    folder = Folder(root, "EU-2")
    ring = read_ring(folder)
    assert ring
    old, new = ring.players[5]
    key = bytes.fromhex(folder.players[5].key)
    for turn, epoch, other in ((LAST - 1, old, new), (LAST, new, old)):
        text = json.dumps(opened(epoch.key, 5, bundle_of(root, 5, turn)))
        assert make_code(key, "EU-2", turn + 1, epoch.epoch) in text
        assert make_code(key, "EU-2", turn + 1, other.epoch) not in text


@pytest.mark.parametrize("end", [["--end"]])
def test_reveal_publishes_the_keys_and_changes_no_sealed_page(root: Path, end: list[str]) -> None:
    before = sealed_files(root)
    run(root, "reveal", "EU-2", *end)
    run(root, "build")
    assert sealed_files(root) == before
    fresh = copy_game(root / "fresh")
    shutil.copy(root / "content/games/EU-2/game.toml", fresh / "content/games/EU-2/game.toml")
    run(fresh, "build")
    assert sealed_files(fresh) == before, "also where they are made anew"
    keys = json.loads((root / "output/site/games/EU-2/content-keys.json").read_text())
    for player in range(1, 8):
        key = bytes.fromhex(keys["content_keys"][str(player)]["1"])
        assert opened(key, player, bundle_of(root, player, LAST))["player"] == player
    page = (root / "output/site/games/EU-2/index.html").read_text("utf-8")
    assert f'href="sealed/5.html#key=1:{keys["content_keys"]["5"]["1"]}"' in page
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    assert not any(e.phrase in page for (e,) in ring.players.values())


def test_what_is_sealed_holds_no_name_that_is_not_shown(tmp_path: Path) -> None:
    """Reveal opens what was sealed: a name that only the moderator knows must not be in it."""
    copy_game(tmp_path)
    path = tmp_path / "content/games/EU-2/private/players.toml"
    path.write_text(path.read_text("utf-8").replace('name = "Luca Bassi"', 'name = "Zyzzo Geton"'), "utf-8")
    run(tmp_path, "build")
    ring = read_ring(Folder(tmp_path, "EU-2"))
    assert ring
    text = json.dumps(opened(ring.players[5][0].key, 5, bundle_of(tmp_path, 5, LAST)))
    assert "Zyzzo" not in text
    assert "Luca Bassi" in text


def test_a_game_without_keys_has_no_sealed_page(tmp_path: Path) -> None:
    copy_game(tmp_path)
    keys_path(Folder(tmp_path, "EU-2")).unlink()
    run(tmp_path, "build")
    assert not (tmp_path / "output/site/games/EU-2/sealed").exists()
    assert "sealed/" not in (tmp_path / "output/site/games/EU-2/index.html").read_text("utf-8")


def test_keys_that_are_lost_take_no_sealed_page_with_them(root: Path) -> None:
    kept = keys_path(Folder(root, "EU-2")).read_bytes()
    keys_path(Folder(root, "EU-2")).unlink()
    before = sealed_files(root)
    for command in ("build", "publish"):
        done = CliRunner().invoke(main, ["--root", str(root), command], env={"SOURCE_DATE_EPOCH": "1797000000"})
        assert done.exit_code == 1
        assert "keys.json: is missing" in done.output
        assert "pbm keys EU-2" in done.output
    assert sealed_files(root) == before
    facts = root / "content/games/EU-2/game.toml"
    running = facts.read_text("utf-8")
    facts.write_text(running.replace('status = "running"', 'status = "revealed"'), "utf-8")
    done = CliRunner().invoke(main, ["--root", str(root), "build"])
    assert "Put it back from a copy. If nothing" in done.output, "`pbm keys` makes none for a revealed game"
    facts.write_text(running, "utf-8")
    keys_path(Folder(root, "EU-2")).write_bytes(kept)
    run(root, "build")
    keys_path(Folder(root, "EU-2")).unlink()
    shutil.rmtree(root / "output/site/games/EU-2/sealed")  # who says that nothing is to be sealed any more
    run(root, "build")
    assert not sealed_files(root)


def test_the_game_and_each_turn_link_to_every_players_page(root: Path) -> None:
    game = (root / "output/site/games/EU-2/index.html").read_text("utf-8")
    turn = (root / "output/site/games/EU-2/2/index.html").read_text("utf-8")
    for player in range(1, 8):
        assert f'href="sealed/{player}.html"' in game
        assert f'href="../sealed/{player}.html#turn-2"' in turn


# Non-interference


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[GameTable]]:
    with pytest.MonkeyPatch.context() as patch:
        believe_all(patch)
        yield [lay_table(Folder(copy_game(tmp_path_factory.mktemp("laid")), "EU-2"))]


def sealed_turn(table: GameTable, number: int) -> dict[int, bytes]:
    ring = read_ring(table.folder)
    assert ring
    sealer = _Sealer(table, ring, Renderer([], {"europe": table.rules.geometry}), Path("nowhere"))
    position = load(table, number, with_cards=True)
    made = printouts(table, position, players(table, position))
    epochs = {p: sealer.epoch(p, number) for p in sealer.in_force}
    return dict(sealer.seal(number, made, epochs, sealer.stamps(number, epochs)))


@settings(
    max_examples=10, print_blob=False, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_what_a_player_may_not_know_changes_no_byte_of_his_bundle_and_no_size(
    laid: list[GameTable], data: st.DataObject
) -> None:
    table = laid[0]
    viewer = data.draw(st.integers(1, 7), label="viewer")
    path = table.folder.turn_path(LAST) / "state.json"
    kept = path.read_bytes()
    before: State = table.state(LAST - 1)
    twin = changed(before, table.state(LAST), viewer, data.draw)
    first = sealed_turn(table, LAST)
    try:
        path.write_bytes(write_json(table.system.words.to_words(twin)))
        second = sealed_turn(table, LAST)
    finally:
        path.write_bytes(kept)
    assert (second[viewer] == first[viewer]) is True, "no long difference wanted"
    assert any(second[p] != first[p] for p in first)
    assert {len(text) for text in second.values()} == {len(text) for text in first.values()}


def test_hidden_facts_change_no_public_file_no_name_and_no_size(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's Dollars, spies and builds: the tree differs in sealed bytes and nowhere else."""
    site = root / "output/site"
    before = contents(site)
    believe_all(monkeypatch)
    path = Folder(root, "EU-2").turn_path(LAST) / "state.json"
    state = json.loads(path.read_text())
    state["players"]["3"]["dollars"] = "777.77"
    path.write_text(json.dumps(state))
    shutil.rmtree(root / "output")
    run(root, "build")
    after = contents(site)
    differing = {name for name in before if before[name] != after[name]}
    assert sorted(before) == sorted(after)
    assert differing == {"games/EU-2/sealed/3.html", f"games/EU-2/sealed/3/{LAST}.js"}
    assert {name: len(data) for name, data in before.items()} == {name: len(data) for name, data in after.items()}
