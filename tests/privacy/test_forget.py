"""`pbm forget`: nothing that was kept of a player's person is left, and the game goes on as it was."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.privacy.person import Person, traces
from pbm.store.edit import empty_player, set_author
from pbm.store.folder import Folder
from tests.store.test_faults import Broken

NAME, ADDRESS, SECOND = "Zephyrine O'Quill-Çelik", "zephyrine@quill.example", "z.quill@work.example"
STREET = "17 Marmalade Lane"
CANARIES = (NAME, "O&#39;Quill", ADDRESS, SECOND, STREET)
ROOT = Path(__file__).parents[2]

Run = Callable[..., Result]


class Killed(BaseException):
    """The process ends here."""


def invoke(root: Path, *words: str, code: int = 0, text: str = "") -> Result:
    env = {"SOURCE_DATE_EPOCH": "1795291200", "XDG_CACHE_HOME": str(root.parent / "cache")}
    result = CliRunner().invoke(main, ["--root", str(root), *words], input=text, env=env, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def write_card(folder: Folder, player: int, orders: str, name: str = "") -> None:
    facts, turn = folder.players[player], folder.last + 1
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    text = f"{folder.game} T-{turn} [{player}] {name} {code}\n{orders}\nEND\n"
    (folder.inbox / f"card-{player}-{turn}.txt").write_text(text)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league in which player 3 has left his name wherever one can leave it, but in the cards of turns."""
    root = tmp_path_factory.mktemp("forget") / "root"
    root.mkdir()
    invoke(root, "new", "EU-7", "--seats", f"1=TU:Rosa Klein,2=RU,3=FR:{NAME}", "--resolve", "all-in")
    folder = Folder(root, "EU-7")
    path = folder.private / "players.toml"
    head, mark, tail = path.read_text().rpartition('address = ""')
    assert mark
    tail = tail.rstrip("\n") + f'\npost = """{NAME}\n{STREET}\nParis"""\nabsent = ["2026-12-20/2027-01-03"]\n'
    path.write_text(f'{head}address = "{ADDRESS}, {SECOND.title()}"{tail}# {NAME} pays in stamps\n')
    (folder.path / "press").mkdir()
    (folder.path / "press" / "000-lost.md").write_text(
        f'+++\ntitle = "Lost"\nturn = 0\nplayer = 3\nauthor = "{NAME}"\n+++\nA glove.\n'
    )
    write_card(folder, 1, "@\n2A", "Rosa Klein")
    write_card(folder, 2, "PASS")
    write_card(folder, 3, "PASS")  # without his name: so the cards of turns have none
    (folder.inbox / "a-note.txt").write_text(f"I have no heading, yours, {NAME}\n")
    invoke(root, "publish")
    folder.refresh()
    write_card(folder, 3, "@FR BA5", NAME)
    (folder.inbox / "x.txt").write_text(f"EU-7 T-9 [3] {NAME} WRONG-CODES-0\nPASS\n")
    invoke(root, "ingest")
    post = root / "content" / "post"
    (post / "kept").mkdir(parents=True)
    (post / "kept" / "aa.eml").write_text(f"From: Z <{ADDRESS.upper()}>\nSubject: x\n\nhello {NAME}\n")
    (post / "kept" / "bb.eml").write_text("From: a@b.example\nSubject: x\n\nhello\n")
    who = hashlib.sha256(ADDRESS.encode()).hexdigest()[:16]
    (post / "ledger.jsonl").write_text(json.dumps({"sha256": "aa", "who": who}) + '\n{"sha256":"bb","who":"1"}\n')
    sent = {"id": "EU-7/t1/p3", "notes": [ADDRESS], "time": "x", "type": "sent"}
    (post / "outbox.jsonl").write_text(json.dumps(sent) + "\n")
    out = root / "output" / "outbox"
    out.mkdir(parents=True)
    (out / "EU-7-t1-p3.eml").write_text(f"To: {ADDRESS}\n\n")
    (out / "EU-7-t1-p1.eml").write_text("To: rosa@example.org\n\n")
    (root / "output" / "print").mkdir()
    (root / "output" / "print" / "EU-7-001.pdf").write_bytes(b"%PDF")
    return root


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test."""
    return Path(shutil.copytree(played, tmp_path / "root"))


def canaries(*places: Path) -> dict[str, str]:
    """Files that hold one of his words, in content, name or cache."""
    found = {}
    for place in places:
        for path in [p for p in place.rglob("*") if p.is_file()]:
            text = (path.read_bytes().decode("utf-8", "replace") + str(path.name)).casefold()
            for word in CANARIES:
                if word.casefold() in text:
                    found[str(path)] = word
    return found


def test_nothing_of_a_forgotten_player_is_left_anywhere(root: Path) -> None:
    invoke(root, "build")
    assert len(canaries(root, root.parent / "cache")) > 8, "the canaries sing"
    invoke(root, "resolve", "EU-7", "--now-due")  # his waiting card is used up
    folder = Folder(root, "EU-7")
    cards = folder.turn_path(2) / "cards" / "3.txt"
    bears_name = NAME in cards.read_text()
    result = invoke(root, "forget", "EU-7", "3", "--yes")
    left = canaries(root, root.parent / "cache")
    assert set(left) <= ({str(cards)} if bears_name else set())
    assert ("of old turns with the player's name" in result.stderr) == bears_name
    assert not any(word in result.output for word in CANARIES)
    invoke(root, "verify", "EU-7")
    assert (root / "content/post/kept/bb.eml").exists()
    lines = (root / "content/post/ledger.jsonl").read_text()
    assert lines == '{"sha256": "aa", "who": "-"}\n{"sha256":"bb","who":"1"}\n', "what came is known, not from whom"
    assert "EU-7/t1/p3" in (root / "content/post/outbox.jsonl").read_text()
    assert (root / "output/outbox/EU-7-t1-p1.eml").exists()


def test_what_others_sent_stays_though_it_speaks_of_him_or_of_his_town(root: Path) -> None:
    folder = Folder(root, "EU-7")
    write_card(folder, 2, "PASS")
    path = folder.inbox / "card-2-2.txt"
    path.write_text(f"{NAME} knows of this.\n\n{path.read_text()}")
    (folder.inbox / "y.txt").write_text("I have no heading and live in Paris, too\n")
    invoke(root, "ingest")
    folder.refresh()
    others = folder.ledger.receipts[-2:]
    assert [r.player for r in others] == [2, 0]
    invoke(root, "resolve", "EU-7", "--now-due")
    told = invoke(root, "forget", "EU-7", "3", "--yes").stderr
    assert all((folder.received / r.kept).exists() for r in others)
    assert "still contains the player's name or address" in told


def test_who_was_replaced_is_forgotten_with_his_seat(root: Path) -> None:
    invoke(root, "standin", "EU-7", "3", "--name", "Jan de Wit", "--address", "jan@example.org")
    invoke(root, "standin", "EU-7", "3", "--name", "Ada Berg")
    assert {NAME, ADDRESS, SECOND, STREET, "Jan de Wit", "jan@example.org"} == {*Folder(root, "EU-7").players[3].before}
    invoke(root, "resolve", "EU-7", "--now-due")
    invoke(root, "forget", "EU-7", "3", "--yes")
    assert not canaries(root, root.parent / "cache")
    assert not (root / "content/post/kept/aa.eml").exists()
    assert Folder(root, "EU-7").players[3].before == ()


def test_the_game_goes_on_after_a_player_is_forgotten(root: Path) -> None:
    folder = Folder(root, "EU-7")
    before = folder.players[3]
    invoke(root, "resolve", "EU-7", "--now-due")
    invoke(root, "forget", "EU-7", "3", "--yes")
    folder = Folder(root, "EU-7")
    after = folder.players[3]
    assert (after.key, after.epoch) == (before.key, before.epoch)
    assert (after.name, after.address, after.post, after.absent) == ("", "", "", ())
    assert folder.players[1].name == "Rosa Klein"
    assert folder.facts.seats[2].name == ""
    numbers = {receipt.number for receipt in folder.ledger.receipts}
    kept = {int(name[:6]) for name in os.listdir(folder.received)}
    assert numbers - kept == folder.ledger.forgotten, "a missing file is one that was forgotten"
    for player in (1, 2, 3):
        write_card(folder, player, "PASS")
    shown = invoke(root, "publish").stdout
    assert "turn 3 is resolved" in shown
    folder.refresh()
    assert [r.number for r in folder.ledger.receipts] == list(range(1, len(folder.ledger.receipts) + 1))
    invoke(root, "verify", "EU-7")
    invoke(root, "undo", "EU-7", "--reason", "a test")
    assert "turn 3 is resolved" in invoke(root, "publish").stdout
    again = invoke(root, "forget", "EU-7", "3", "--yes").stdout
    assert "1 file from the player" in again


def test_a_card_that_a_turn_waits_for_is_kept_and_told(root: Path) -> None:
    result = invoke(root, "forget", "EU-7", "3", "--yes")
    assert "is kept until its turn is resolved" in result.stderr
    assert "no card yet" not in invoke(root, "status").stdout.split("[3]")[1].split("\n")[0]
    invoke(root, "resolve", "EU-7", "--now-due")
    assert "1 file from the player" in invoke(root, "forget", "EU-7", "3", "--yes").stdout


def test_the_shown_name_may_stay(root: Path) -> None:
    invoke(root, "forget", "EU-7", "3", "--yes", "--keep-shown")
    folder = Folder(root, "EU-7")
    assert folder.players[3].address == ""
    name = folder.facts.seats[2].name
    assert name in (folder.path / "press" / "000-lost.md").read_text()


def test_it_asks_before(root: Path) -> None:
    before = (root / "content/games/EU-7/private/players.toml").read_bytes()
    assert "Nothing was changed" in invoke(root, "forget", "EU-7", "3", text="n\n", code=1).stderr
    assert (root / "content/games/EU-7/private/players.toml").read_bytes() == before
    assert "no player 9" in invoke(root, "forget", "EU-7", "9", "--yes", code=1).stderr


def test_a_broken_run_is_taken_up_by_the_next(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    invoke(root, "resolve", "EU-7", "--now-due")
    start = shutil.copytree(root, root.parent / "start")
    from pbm.privacy import forgetting
    from pbm.privacy.person import person

    def run(at: int, place: Path) -> bool:
        """Whether it came to its end."""
        from datetime import UTC, datetime

        def die() -> None:
            raise Killed

        disk = Broken(at, die)
        folder = Folder(place, "EU-7", disk)
        try:
            forgetting.forget(folder, person(folder, 3), place, datetime(2026, 12, 1, tzinfo=UTC), keep_shown=False)
        except Killed:
            return False
        return True

    ends = 0
    for at in range(1, 200, 3):
        place = Path(shutil.copytree(start, root.parent / f"at{at}"))
        ends += run(at, place)
        result = invoke(place, "forget", "EU-7", "3", "--yes")
        left = {name for name in canaries(place) if "/turns/" not in name}
        assert left == set(), (at, result.output)
        shutil.rmtree(place)
        if ends:
            break
    assert ends


def test_an_entry_is_emptied_and_the_rest_left_alone() -> None:
    first, second = '[[players]]\nnumber = 1\n# a friend\nname = "A \\" # b"   # Alf\n', "\n# two\n# of Alf\n"
    text = f"# mine\n{first}{second}[[players]]\nnumber = 2\nname = 'C'\n"
    made = empty_player(text.encode(), 1, {"number": 1, "key": 'a"b', "absent": ["x", "y"]}, lambda it: "Alf" not in it)
    emptied = '[[players]]\nnumber = 1\nkey = "a\\"b"\nabsent = ["x", "y"]\n'
    assert made.decode() == text.replace(first, emptied).replace("# of Alf\n", "")
    assert empty_player(text.encode(), 3, {}, bool) == text.encode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_an_author_is_changed_and_the_text_left_alone(end: str, mark: str) -> None:
    lines = ("+++", "title = 'x'  # so", 'author = "Alf \\" +++" # he', "+++", "author = 'Alf'", "+++ Alf")
    text = mark + end.join(lines)
    assert set_author(text.encode(), "player 3").decode() == text.replace('"Alf \\" +++"', '"player 3"')


def test_a_short_name_is_taken_from_no_digest_and_from_no_key(played: Path, tmp_path: Path) -> None:
    """Edda is a row of hexadecimal digits, and Game a word of the post's own lists."""
    for name in ("Edda", "Game"):
        root = Path(shutil.copytree(played, tmp_path / name / "root"))
        path = root / "content/games/EU-7/private/players.toml"
        path.write_text(path.read_text().replace(NAME, name))
        ledger = root / "content/post/ledger.jsonl"
        line = {"sha256": "edda" * 16, "time": "2026-01-01T00:00:00Z", "source": "x", "file": "f", "why": f"of {name}"}
        ledger.write_text(json.dumps(line | {"game": "EU-7"}, separators=(",", ":")) + "\n")
        invoke(root, "forget", "EU-7", "3", "--yes")
        assert json.loads(ledger.read_text()) == line | {"game": "EU-7", "why": "of (forgotten)"}


def test_chance_hits_in_ciphertext_are_not_told(tmp_path: Path) -> None:
    """A sealed bundle is noise, in which a short name stands now and then; a page that names him is told."""
    sealed = tmp_path / "games/EU-3/sealed/2/4.js"
    sealed.parent.mkdir(parents=True)
    sealed.write_text("open('xxclEoyy')")
    page = tmp_path / "games/EU-3/index.html"
    page.write_text("Cleo")
    known = Person(3, frozenset(), frozenset(["cleo"]))
    assert traces(known, tmp_path) == [page]
