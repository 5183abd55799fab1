"""A league that is handed over, and a key that is quick."""

import shutil
from pathlib import Path

import msgspec
import pytest

from pbm.post.arrivals import Arrived
from pbm.post.journal import Drafted
from pbm.store.folder import Folder
from tests.handover.kits import invoke, write_card

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


@pytest.fixture(scope="package")
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
