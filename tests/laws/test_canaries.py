"""Canary words in every secret field of a running game never reach the public tree, nor another player's printout; what
stays secret in a revealed one is not in its archive file.
"""

import base64
import html
import json
import re
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from pbm.store.press import Piece, write
from tests.shipped import CONTENT

OWNER = 1
ARMY = 777131  # of a country that nobody but its owner sees
WORDS = ("zyzzogeton", "quixotwhisk", "vexillaster")


def environment(root: Path) -> dict[str, str]:
    """The clock held, and caches of its own: what was kept of the game without canaries must not stand for it."""
    return {"SOURCE_DATE_EPOCH": "1797000000", "XDG_CACHE_HOME": str(root / "cache")}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of EU-2 with canaries, played a turn and published."""
    root = tmp_path_factory.mktemp("canaries")
    game = root / "content" / "games" / "EU-2"
    shutil.copytree(CONTENT / "games" / "EU-2", game)
    players = game / "private" / "players.toml"
    text = players.read_text("utf-8")
    text = re.sub(r'^address = ".*"', f'address = "{WORDS[0]}@example.org"', text, flags=re.MULTILINE)
    players.write_text(text, "utf-8")
    card = game / "inbox" / f"{OWNER}.txt"
    card.write_text(
        card.read_text("utf-8").replace("END", f"; {WORDS[1]}\n@TU /5/BF{ARMY % 1000000}\n@ {WORDS[2]}\nEND"), "utf-8"
    )
    done = CliRunner().invoke(main, ["--root", str(root), "publish"], env=environment(root))
    assert done.exit_code == 0, done.output
    return root


def secrets(root: Path) -> dict[str, str]:
    """What must not be seen, by what it is."""
    folder = Folder(root, "EU-2")
    found = {"address": WORDS[0], "comment on a card": WORDS[1], "faulty order": WORDS[2], "standing order": str(ARMY)}
    found["seed"] = folder.seed.hex()
    for number, player in folder.players.items():
        key = bytes.fromhex(player.key)
        found[f"key {number}"] = player.key
        for turn in range(1, folder.last + 3):
            found[f"code {number} of turn {turn}"] = make_code(key, "EU-2", turn, player.epoch)
    state = json.loads((folder.turn_path(folder.last) / "state.json").read_text("utf-8"))
    for number, player in state["players"].items():
        if "." in player["dollars"]:
            found[f"Dollars of {number}"] = player["dollars"]
    return found


def layers(data: bytes) -> str:
    """A file's text, with what HTML, base64 and hex hide within it."""
    text = data.decode("utf-8", "replace")
    parts = [text, html.unescape(text)]
    for run in re.findall(rb"[A-Za-z0-9+/]{24,}={0,2}", data):
        try:
            parts.append(base64.b64decode(run, validate=True).decode("utf-8", "replace"))
        except ValueError:
            continue
    for run in re.findall(rb"(?:[0-9a-f]{2}){12,}", data):
        parts.append(bytes.fromhex(run.decode()).decode("utf-8", "replace"))
    return "\n".join(parts).lower()


def leaks(files: list[Path], words: dict[str, str]) -> list[str]:
    found = []
    for path in files:
        text = layers(path.read_bytes()) + str(path).lower()
        found += [
            f"{what} in {path.name}"
            for what, word in words.items()
            if word.lower() in text and re.search(rf"(?<![0-9.]){re.escape(word.lower())}(?![0-9])", text)
        ]
    return found


def test_the_public_tree_holds_no_secret(published: Path) -> None:
    files = [p for p in (published / "output" / "site").rglob("*") if p.is_file()]
    names = {
        str(path.relative_to(published / "output" / "site" / "games" / "EU-2")) for path in files if "EU-2" in str(path)
    }
    assert {"stats.html", "replay-data.js", "data/game.json", "data/figures.csv", "data/standings.csv"} <= names
    assert not any(name.startswith("replay/") for name in names), (
        "what a player saw is nobody else's while the game runs"
    )
    assert leaks(files, secrets(published)) == []


def test_the_search_would_find_them(published: Path) -> None:
    own = published / "output" / "printouts" / "EU-2" / "004" / f"{OWNER}.txt"
    assert WORDS[2].upper() in own.read_text("utf-8").upper()
    assert leaks([own], {"faulty order": WORDS[2]}) == [f"faulty order in {own.name}"]


def test_nobody_reads_what_is_another_players(published: Path) -> None:
    words = secrets(published)
    hidden = {what: word for what, word in words.items() if not what.startswith(("code", "Dollars"))}
    hidden |= {what: word for what, word in words.items() if what.startswith(f"code {OWNER} ")}
    others = [
        p for p in (published / "output/printouts").rglob("*") if p.is_file() and not p.name.startswith(f"{OWNER}.")
    ]
    assert len(others) >= 6
    assert leaks(others, hidden) == []


HIDDEN = {
    "address": "quagswagger",
    "name of the list of players": "Zephyrine Quill",
    "street": "17 Marmalade Lane",
    "who played before": "Ottoline Brandt",
    "remark in players.toml": "bumbershoot",
    "remark in game.toml": "collywobbles",
    "remark beside the seed": "flibbertigibbet",
    "text of a mail": "gardyloo",
    "name on a card": "Xanthippe Moor",
    "press that was refused": "kerfuffle",
    "press that waits": "lollygag",
    "press of a turn to come": "mumpsimus",
    "draft of press": "nudiustertian",
    "end of press that is too long": "oxyphenbutazone",
    "writer of anonymous press": "Persimmon Vale",
    "reason of an undo": "rigmarole",
    "reason of a pause": "snollygoster",
    "remark in a piece's front matter": "taradiddle",
    "absence": "2031-02-03",
    "schedule": "Pacific/Auckland",
    "list of the post": "widdershins",
    "file that lies about": "xertz",
}
"""What is planted where a game folder may hold it, and must not be in the archive file."""
CAME = 1_799_999_977  # when the cards of the last turn came, by the clock
RECEIPT = "7707-3"


def plant(root: Path) -> None:
    """EU-2 with canaries in all that is nobody's business once the game is revealed."""
    game = root / "content" / "games" / "EU-2"
    shutil.copytree(CONTENT / "games" / "EU-2", game)
    players = game / "private" / "players.toml"
    text = players.read_text("utf-8")
    text = re.sub(r'^address = ".*"', f'address = "{HIDDEN["address"]}@example.org"', text, flags=re.MULTILINE)
    text = re.sub(r'^name = ".*"', f'name = "{HIDDEN["name of the list of players"]}"', text, flags=re.MULTILINE)
    more = f'post = "{HIDDEN["street"]}"\nabsent = ["{HIDDEN["absence"]}/2031-02-04"]\n'
    more += f'before = ["{HIDDEN["who played before"]}"]    # {HIDDEN["remark in players.toml"]}\n'
    players.write_text(f"{text.rstrip()}\n{more}", "utf-8")
    facts = game / "game.toml"
    remark, zone = HIDDEN["remark in game.toml"], HIDDEN["schedule"]
    facts.write_text(
        f'# {remark}\n{facts.read_text("utf-8").rstrip()}\n\n[schedule]\nevery = "14 days"\nzone = "{zone}"\n', "utf-8"
    )
    seed = game / "private" / "seed"
    seed.write_text(f"# {HIDDEN['remark beside the seed']}\n{seed.read_text('utf-8')}", "utf-8")
    card = game / "inbox" / f"{OWNER}.txt"
    heading, rest = card.read_text("utf-8").split("\n", 1)
    heading = heading.replace("Rosa Klein", HIDDEN["name on a card"])
    assert HIDDEN["name on a card"] in heading
    card.write_text(f"Dear moderator, {HIDDEN['text of a mail']}\n\n{heading}\n{rest}", "utf-8")
    (game / "notes.txt").write_text(HIDDEN["file that lies about"])
    post = root / "content" / "post"
    post.mkdir()
    (post / "notes.txt").write_text(HIDDEN["list of the post"])


def plant_press(folder: Folder) -> None:
    """Press of all kinds, some of it public: the canaries sing beside it."""
    last = folder.last
    for number, (piece, word) in enumerate(
        (
            (Piece("", last, 2, held="refused"), "press that was refused"),
            (Piece("", last, 2, held="waiting"), "press that waits"),
            (Piece("", last + 1, 2), "press of a turn to come"),
        )
    ):
        write(folder, replace(piece, filed=f"99{number}-1", text=HIDDEN[word]))
    write(folder, Piece(RECEIPT, last, 2, anonymous=True, text="A public rumour."))
    place = folder.path / "press"
    long = "\n".join(["A long song."] * 2000)
    (place / "003.md").write_text(f"{long}\n{HIDDEN['end of press that is too long']}\n", "utf-8")
    (place / "_draft.md").write_text(HIDDEN["draft of press"], "utf-8")
    author, remark = HIDDEN["writer of anonymous press"], HIDDEN["remark in a piece's front matter"]
    head = f'+++\nturn = 2\nplayer = 4\nauthor = "{author}"    # {remark}\nanonymous = true\n+++\n'
    (place / "002-unsigned.md").write_text(f"{head}A public secret.\n", "utf-8")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive file of that game, unpacked, beside the league that it is of."""
    root = tmp_path_factory.mktemp("archive")
    plant(root)

    def run(*words: str, at: int = 1_797_000_000) -> None:
        env = {"SOURCE_DATE_EPOCH": str(at), "XDG_CACHE_HOME": str(root / "cache")}
        done = CliRunner().invoke(main, ["--root", str(root), *words], env=env)
        assert done.exit_code == 0, done.output

    run("undo", "EU-2", "--reason", HIDDEN["reason of an undo"])
    run("ingest", at=CAME)
    run("resolve", "EU-2", "--now-due", at=CAME + 100_000)
    run("pause", "EU-2", "--reason", HIDDEN["reason of a pause"], at=CAME + 100_000)
    plant_press(Folder(root, "EU-2"))
    run("reveal", "EU-2", "--end", at=CAME + 100_000)
    with zipfile.ZipFile(root / "output" / "EU-2.pbm.zip") as made:
        for name in made.namelist():
            path = root / "unpacked" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made.read(name))
    return root


def hidden(root: Path) -> dict[str, str]:
    """All that must not be in the archive file of the game, by what it is."""
    folder = Folder(root, "EU-2")
    found = {**HIDDEN, "time at which cards came": write_time(datetime.fromtimestamp(CAME, UTC))[:16]}
    found["receipt of an anonymous piece"] = RECEIPT
    found["the same in a file's name"] = "007707-3"
    for number, player in folder.players.items():
        found[f"key {number}"] = player.key
        for turn in range(1, folder.last + 3):
            found[f"code {number} of turn {turn}"] = make_code(bytes.fromhex(player.key), "EU-2", turn, player.epoch)
    ring = read_ring(folder)
    assert ring is not None
    for number, (epoch, *_) in ring.players.items():
        found[f"phrase {number}"] = epoch.phrase
    for receipt in folder.ledger.receipts:
        found[f"digest of what came as {receipt.number}"] = receipt.sha256
    return found


def test_the_archive_file_of_a_revealed_game_holds_nothing_of_private_persons(archive: Path) -> None:
    files = [path for path in (archive / "unpacked").rglob("*") if path.is_file()]
    assert len(files) > 40
    assert leaks([*files, archive / "output" / "EU-2.pbm.zip"], hidden(archive)) == []
    told = "".join(path.read_text("utf-8") for path in files if path.suffix == ".md")
    for public in ("A public rumour.", "A public secret.", "A long song."):
        assert public in told


def test_the_search_would_find_each_of_them_in_the_game_s_folder(archive: Path) -> None:
    """Each canary lies where it was planted: none is missing from the archive file because it never was anywhere."""
    files = [path for path in (archive / "content").rglob("*") if path.is_file()]
    found = {leak.split(" in ")[0] for leak in leaks(files, HIDDEN)}
    assert {what.split(" in ")[0] for what in HIDDEN} <= found
    assert leaks(files, {"receipt": RECEIPT})
    assert leaks(files, {"time": hidden(archive)["time at which cards came"]})


def test_who_wrote_an_anonymous_piece_is_nowhere_beside_it(archive: Path) -> None:
    pieces = [path.read_text("utf-8") for path in (archive / "unpacked").rglob("*.md")]
    unsigned = [text for text in pieces if "A public rumour." in text or "A public secret." in text]
    assert len(unsigned) == 2
    for text in unsigned:
        assert "anonymous = true" in text
        assert "player" not in text
        assert "author" not in text
