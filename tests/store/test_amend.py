"""Corrections of a position: checked, told, bound by the chain, replayed, and void with their turn (security 8.7)."""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.errors import PbmError
from pbm.store.amendment import amendments, corrected, look, put
from pbm.store.correcting import amend
from pbm.store.folder import Folder
from pbm.store.founding import Founder, found
from pbm.store.inspection import inspect
from pbm.store.ledger import Correction
from pbm.store.play import GameTable, lay_table, resolve_turn, verify
from tests.command import Run, runner
from tests.engine import fake_system
from tests.shipped import CONTENT
from tests.store.test_store import NOW, card, founding, ring


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    """A game of the fake system after two turns."""
    fake_system.install(monkeypatch)
    made = lay_table(found(tmp_path, founding(), NOW))
    for _ in range(2):
        play(made)
    return made


def play(table: GameTable) -> None:
    number = table.folder.last + 1
    resolve_turn(table, {p: card(table.folder, p, number, f"ADD {p}") for p in (1, 2)}, NOW)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm beside a copy of EU-2, a running game after three turns."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    shutil.copytree(CONTENT / "games" / "EU-2", tmp_path / "content" / "games" / "EU-2")

    return runner(tmp_path)


def game(root: Path) -> Folder:
    return Folder(root, "EU-2")


def page(root: Path, path: str) -> str:
    return (root / "output/site/games/EU-2" / path).read_text("utf-8")


def test_the_position_is_the_corrected_one_and_the_archive_stays(table: GameTable) -> None:
    before = table.folder.raw(2, "state.json")
    (made,) = amend(table, {"scores.1": 50}, "misread", NOW)
    assert (made.path, made.old, made.new) == ("scores.1", table.folder.state(2)["scores"]["1"], 50)
    assert table.state(2).scores[1] == 50
    assert table.folder.raw(2, "state.json") == before
    assert table.state(1).scores[1] != 50


def test_the_next_turn_is_played_from_it_and_its_record_binds_it(table: GameTable) -> None:
    made = amend(table, {"scores.1": 50}, "misread", NOW)
    play(table)
    assert 50 < table.state(3).scores[1] <= 57
    assert table.folder.record(3).corrections == made
    assert table.folder.record(2).corrections is msgspec.UNSET
    assert table.state(2).scores[1] == 50, "from the record now"
    (table.folder.private / "ledger.jsonl").write_bytes(b"")
    table.folder.refresh()
    assert table.state(2).scores[1] == 50, "though the ledger knows nothing of it"


def test_verify_makes_the_correction_again(table: GameTable) -> None:
    amend(table, {"scores.1": 50}, "misread", NOW)
    assert [n for n, _ in verify(table)] == [0, 1, 2]
    play(table)
    amend(table, {"scores.2": 7}, "and again", NOW, secret=True)
    play(table)
    assert [n for n, _ in verify(table)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"new": 50', b'"new": 51', "Turn 3 differs: .*003/state.json: scores.1"),
        (b"misread", b"misruled", "Turn 3 differs: .*003/record.json: digests.chain"),
        (b'"scores.1"', b'"scores.2"', "the correction of scores.2 does not fit"),
    ],
)
def test_a_changed_correction_is_found(table: GameTable, old: bytes, new: bytes, told: str) -> None:
    amend(table, {"scores.1": 50}, "misread", NOW)
    play(table)
    path = table.folder.turn_path(3) / "record.json"
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    table.folder.refresh()
    with pytest.raises(PbmError, match=told):
        list(verify(table))


def test_a_correction_taken_out_of_the_record_is_found(table: GameTable) -> None:
    amend(table, {"scores.1": 50}, "misread", NOW)
    play(table)
    path = table.folder.turn_path(3) / "record.json"
    words = msgspec.json.decode(path.read_bytes())
    del words["corrections"]
    path.write_bytes(msgspec.json.format(msgspec.json.encode(words, order="sorted"), indent=1) + b"\n")
    table.folder.refresh()
    with pytest.raises(PbmError, match="Turn 3 differs"):
        list(verify(table))


def test_undo_of_the_next_turn_keeps_the_correction_and_brings_the_same_bytes(table: GameTable) -> None:
    amend(table, {"scores.1": 50}, "misread", NOW)
    play(table)
    whole = {p.name: p.read_bytes() for p in table.folder.turn_path(3).rglob("*") if p.is_file()}
    table.folder.withdraw("once more", NOW)
    assert table.state(2).scores[1] == 50
    play(table)
    assert {p.name: p.read_bytes() for p in table.folder.turn_path(3).rglob("*") if p.is_file()} == whole
    assert list(verify(table))


def test_undo_of_its_own_turn_makes_it_void(table: GameTable) -> None:
    before = table.folder.state(2)
    amend(table, {"scores.1": 50}, "misread", NOW)
    table.folder.withdraw("all wrong", NOW)
    play(table)
    assert table.folder.state(2) == before
    assert table.folder.corrections(2) == ()
    assert table.state(2).scores[1] == before["scores"]["1"]
    amend(table, {"scores.1": 51}, "misread", NOW)
    assert [c.new for c in table.folder.corrections(2)] == [51]


def test_a_correction_that_does_not_fit_is_refused(table: GameTable) -> None:
    words = {"a": {"b": 1}}
    fits = Correction("a.b", 1, 2, "", "")
    assert corrected(words, [fits], Path("x")) == {"a": {"b": 2}}
    assert words == {"a": {"b": 1}}
    with pytest.raises(PbmError, match=r"x: the correction of a\.b does not fit: .* 3 was, but 1 is there"):
        corrected(words, [Correction("a.b", 3, 2, "", "")], Path("x"))
    assert put({}, "a.b.c", 1) == {"a": {"b": {"c": 1}}}
    assert put({"a": {"b": 1, "c": 2}}, "a.b", None) == {"a": {"c": 2}}
    assert put({"a": 1}, "b.c", None) == {"a": 1}
    assert look({"a": 1}, "a.b") is None
    with pytest.raises(PbmError, match="holds no b"):
        put({"a": 1}, "a.b", 2)


def test_a_correction_may_end_a_game_and_another_goes_on_with_it(table: GameTable) -> None:
    states = []
    for score in (100, 99):
        amend(table, {"scores.1": score}, "he has won, or not", NOW)
        states.append(table.folder.facts.status)
    assert states == ["finished", "running"]
    assert len(table.folder.corrections(2)) == 2
    assert list(verify(table))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("spaces.UK.army=11.5", "has a fraction"),
        ("spaces.UK.army=true", r"spaces.UK.army: Expected `int`, got `bool`"),
        ('spaces.UK.army="11"', r"spaces.UK.army: Expected `int`, got `str`"),
        ("spaces.UK.army=TU", "is not a JSON value"),
        ("spaces.UK.army", "not of the form PATH=VALUE"),
        ("spaces.UK.tanks=1", "unknown field `tanks`"),
        ("spaces.UK.suppressed.tanks=1", "unknown field `tanks`"),
        ("spaces.ZZ.army=1", "spaces.ZZ: no such space"),
        ("spaces.UK.army.x=1", "army is .* and holds no x"),
        ("spaces.UK.occupier=99", r"spaces\.UK\.occupier: there is no player 99"),
        ("spaces.TU.army=-5", r"spaces\.TU\.army: is below 0"),
        ("players.99={}", "players: there is no player 99"),
        ("spaces.UK=null", "such a position is not possible: spaces.UK: missing.$"),
        ("players.2.dollars=true", "not a decimal string"),
        ('players.2.stance.3="friend"', "Invalid enum value"),
        ("spaces..army=1", "is not a path"),
        ("turn=5", "cannot be corrected here"),
        ("options.about=null", "cannot be corrected here"),
        ("players.9.dollars=null", "players.9.dollars: is not there"),
        ("spaces=[]", r"spaces: is a table, not \[\]; name a place in it such as spaces\.[A-Z]{2}\.$"),
        ("players.1=3", r"players\.1: is a table, not 3; name a place in it such as players\.1\.[a-z]+\.$"),
        ("spaces.FR.saved=true", r"saved: is a table, not true; name a place in it"),
        ('players={"1": 3}', "such a position is not possible"),
    ],
)
def test_what_the_position_cannot_hold_is_one_sentence_and_changes_nothing(
    run: Run, tmp_path: Path, change: str, told: str
) -> None:
    before = {p: p.read_bytes() for p in (tmp_path / "content").rglob("*") if p.is_file()}
    result = run("amend", "EU-2", change, "--reason", "a test", code=1)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert re.search(told, result.stderr), result.stderr
    assert {p: p.read_bytes() for p in (tmp_path / "content").rglob("*") if p.is_file()} == before


def test_a_reason_is_wanted_and_a_value_that_changes_something(run: Run, tmp_path: Path) -> None:
    army = game(tmp_path).state(3)["spaces"]["TU"]["army"]
    assert "--reason" in run("amend", "EU-2", "spaces.TU.army=3", code=1).stderr
    assert "already" in run("amend", "EU-2", f"spaces.TU.army={army}", "--reason", "x", code=1).stderr
    assert "is given twice" in run("amend", "EU-2", "a=1", "a=2", "--reason", "x", code=1).stderr
    both = run("amend", "EU-2", "spaces.TU.army=3", "spaces.TU=null", "--reason", "x", code=1)
    assert "a part of it is named too" in both.stderr


def test_money_and_empty_tables_are_written_in_the_words_of_the_state(run: Run, tmp_path: Path) -> None:
    run("amend", "EU-2", 'players.2.dollars="70.50"', "spaces.TU.spies.2=1", "--reason", "x")
    made = {c.path: c.new for c in game(tmp_path).corrections(3)}
    assert made == {"players.2.dollars": "70.5", "spaces.TU.spies.2": 1}
    run("verify", "EU-2")
    run("amend", "EU-2", "spaces.TU.spies.2=null", "--reason", "y")
    assert game(tmp_path).corrections(3)[-1].new is None
    run("verify", "EU-2")


def test_everybody_reads_that_it_happened_and_why_but_no_value(run: Run, tmp_path: Path) -> None:
    run("build")
    run("amend", "EU-2", "spaces.TU.navy=77", "--reason", "A fleet was <lost> by mistake")
    run("build")
    digest = amendments(game(tmp_path), 3)[0].digest
    for path in ("index.html", "3/index.html"):
        text = page(tmp_path, path)
        assert "The moderator corrected the position after" in text
        assert "A fleet was &lt;lost&gt; by mistake" in text
        assert digest in text
        assert "spaces.TU.navy" not in text
    assert "The moderator corrected" not in page(tmp_path, "2/index.html")
    assert "EU-2, turn 3: the position after it was corrected" in page(tmp_path, "feed.xml")
    assert "A fleet was &lt;lost&gt; by mistake" in page(tmp_path, "feed.xml")
    printout = (tmp_path / "output/printouts/EU-2/003/1.txt").read_text()
    assert "Position corrected by the moderator, 11 December 2026: A fleet was <lost> by" in printout
    assert "NavF=77" in printout or "Navy=77" in printout
    shown = run("amend", "EU-2", "--list").stdout
    assert "spaces.TU.navy: 77, before" in shown
    assert digest in shown


def test_who_may_not_know_the_value_reads_the_same_but_for_the_note(run: Run, tmp_path: Path) -> None:
    def texts() -> dict[str, list[str]]:
        paths = [tmp_path / "output/site/games/EU-2/3/public.txt"]
        paths += [tmp_path / f"output/printouts/EU-2/003/{player}.txt" for player in range(2, 8)]
        return {path.name: path.read_text("utf-8").splitlines() for path in paths}

    run("build")
    before = texts()
    run("amend", "EU-2", 'players.1.dollars="777"', "--reason", "Short")
    run("build")
    note = "Position corrected by the moderator, 11 December 2026: Short"
    for name, lines in texts().items():
        assert lines.count(note) == 1
        assert [line for line in lines if line != note] == before[name]


def test_a_secret_correction_tells_nothing_until_the_game_is_revealed(run: Run, tmp_path: Path) -> None:
    run("amend", "EU-2", "spaces.TU.navy=77", "--reason", "The hidden fleet", "--secret")
    run("build")
    digest = amendments(game(tmp_path), 3)[0].digest
    site = tmp_path / "output/site"
    assert not [p for p in site.rglob("*") if p.is_file() and b"hidden fleet" in p.read_bytes()]
    assert "what was changed and why is shown when the game ends" in page(tmp_path, "3/index.html")
    assert digest in page(tmp_path, "3/index.html")
    printout = (tmp_path / "output/printouts/EU-2/003/1.txt").read_text()
    assert "Position corrected by the moderator, 11 December 2026: the reason is shown when" in printout
    sealed = {p.name: p.read_bytes() for p in (site / "games/EU-2/sealed").rglob("*.js")}
    run("reveal", "EU-2", "--end")
    run("build")
    for path in ("index.html", "3/index.html"):
        assert "The hidden fleet" in page(tmp_path, path)
        assert "<code>spaces.TU.navy</code>: 77, before" in page(tmp_path, path)
        assert digest in page(tmp_path, path)
    assert {p.name: p.read_bytes() for p in (site / "games/EU-2/sealed").rglob("*.js")} == sealed
    assert "closed" in run("amend", "EU-2", "spaces.TU.navy=7", "--reason", "x", code=1).stderr
    run("verify", "EU-2")


def test_the_digest_cannot_be_tested_without_the_seed(table: GameTable) -> None:
    amend(table, {"scores.1": 50}, "misread", NOW)
    other = lay_table(found(table.folder.path.parent.parent.parent, founding(game="FA-2", seed=bytes(32)), NOW))
    amend(other, {"scores.1": 50}, "misread", NOW)
    assert amendments(table.folder, 2)[0].digest != amendments(other.folder, 0)[0].digest


def test_a_correction_renews_the_newest_turn_and_its_bundles_and_no_other(run: Run, tmp_path: Path) -> None:
    run("build")
    site = tmp_path / "output/site/games/EU-2"

    def bytes_of(pattern: str) -> dict[Path, bytes]:
        return {p: p.read_bytes() for p in sorted(site.glob(pattern))}

    old, new = bytes_of("[012]/*"), bytes_of("3/*")
    bundles, newest = bytes_of("sealed/*/[012].js"), bytes_of("sealed/*/3.js")
    assert min(map(len, (old, new, bundles, newest))) > 0
    run("amend", "EU-2", "spaces.TU.navy=77", "--reason", "x")
    run("build")
    assert (old, bundles) == (bytes_of("[012]/*"), bytes_of("sealed/*/[012].js"))
    assert new != bytes_of("3/*")
    assert all(text != newest[path] for path, text in bytes_of("sealed/*/3.js").items())
    assert run("build").stdout.startswith("Nothing to do")


def test_the_pages_of_a_corrected_turn_stand_when_the_next_is_resolved(run: Run, tmp_path: Path) -> None:
    run("amend", "EU-2", "spaces.TU.navy=77", "--reason", "A reason")
    run("resolve", "EU-2", "--now-due")
    run("build")
    assert "A reason" in page(tmp_path, "3/index.html")
    assert "A reason" not in page(tmp_path, "4/index.html")
    assert "A reason" in page(tmp_path, "index.html")
    assert "5 turns" not in run("verify", "EU-2").stdout
    assert game(tmp_path).record(4).corrections == game(tmp_path).ledger.corrections(3)


def test_undo_tells_what_becomes_of_cards_deadline_corrections_and_letters(run: Run, tmp_path: Path) -> None:
    run("ingest")
    run("resolve", "EU-2", "--now-due")
    run("amend", "EU-2", "spaces.TU.navy=77", "players.1.dollars=null", "--reason", "x")
    folder = game(tmp_path)
    (folder.inbox / "early.txt").write_bytes(card(folder, 2, 5, "PASS"))
    run("ingest")
    post = tmp_path / "content" / "post"
    post.mkdir()
    sent = [("sent", "EU-2/t4/p3"), ("sending", "EU-2/t4.2/p1"), ("failed", "EU-2/t4/p5"), ("sent", "EU-2/t3/p6")]
    book = "".join(f'{{"type":"{kind}","id":"{letter}","time":""}}\n' for kind, letter in sent)
    (post / "outbox.jsonl").write_text(f"no line\n{book}{{")
    whole = {p.name: p.read_bytes() for p in game(tmp_path).turn_path(4).rglob("*") if p.is_file()}
    result = run("undo", "EU-2", "--reason", "a test")
    assert "Cards for turn 4 that count again: players 1, 2, 3, 4, 5, 6 and 7." in result.stdout
    assert "Cards for turn 5 that stay on file: player 2." in result.stdout
    assert "2 corrections of the position after turn 4 are void." in result.stdout
    assert "deadline" in result.stdout
    assert "were mailed already to players 1 and 3: let them know" in result.stderr
    run("resolve", "EU-2", "--now-due")
    assert {p.name: p.read_bytes() for p in game(tmp_path).turn_path(4).rglob("*") if p.is_file()} == whole


def test_verify_says_that_corrections_were_made_again(run: Run) -> None:
    assert "correction" not in run("verify", "EU-2").stdout
    run("amend", "EU-2", "spaces.TU.navy=77", "--reason", "x")
    assert "1 correction by the moderator was made again" in run("verify", "EU-2").stdout


def test_trust_a_thief_is_corrected_in_its_own_words(tmp_path: Path) -> None:
    rows = tuple(Founder(n, home, bytes([n]) * 32) for n, home in ((1, "ARV"), (2, "CAR")))
    plan = founding(game="TT-9", system="trust-a-thief", variant="archipelago", founders=rows)
    table = lay_table(found(tmp_path, plan, NOW))
    home = next(code for code, p in table.words(0)["provinces"].items() if p["owner"] == 1)
    amend(table, {f"provinces.{home}.armies.1": 9, "nations.2.gold": -3}, "a test", NOW)
    assert table.state(0).provinces[home].armies[1] == 9
    resolve_turn(table, {}, NOW)
    assert list(verify(table))
    for path, value in ((f"provinces.{home}.owner", 7), (f"provinces.{home}", None), ("nations.1", None)):
        with pytest.raises(PbmError):
            amend(table, {path: value}, "a test", NOW)
    assert table.folder.corrections(1) == ()


DEEDS = st.lists(
    st.one_of(
        st.just(("play", 0, 0)),
        st.just(("undo", 0, 0)),
        st.tuples(st.just("amend"), st.integers(1, 2), st.integers(0, 60)),
    ),
    min_size=3,
    max_size=12,
)


@given(DEEDS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_corrected_played_and_taken_back_the_proof_holds(
    monkeypatch: pytest.MonkeyPatch, deeds: list[tuple[str, int, int]]
) -> None:
    fake_system.install(monkeypatch)
    with TemporaryDirectory() as place:
        table = lay_table(found(Path(place), founding(ring=ring("FA-1")), NOW))
        scores: list[dict[int, int]] = [{1: 0, 2: 0}]  # of each turn, as the next one must begin with them
        for deed, player, value in deeds:
            if deed == "play" and table.folder.facts.status == "running":
                play(table)
                scores.append(dict(table.state(table.folder.last).scores))
            elif deed == "undo" and table.folder.last:
                table.folder.withdraw("a test", NOW)
                scores.pop()
            elif deed == "amend" and scores[-1][player] != value:
                amend(table, {f"scores.{player}": value}, f"to {value}", NOW)
                scores[-1][player] = value
        fresh = lay_table(Folder(Path(place), "FA-1"))
        assert [dict(fresh.state(n).scores) for n in range(fresh.folder.last + 1)] == scores
        assert len(list(verify(fresh))) == len(scores)
        assert [it for it in inspect(fresh.folder) if "the receipts of" not in it.what] == []  # by no inbox
