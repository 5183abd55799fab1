"""What the tests of fetching share: mails, the box in which they lie, and where they end."""

import hashlib
from pathlib import Path

from pbm.post.arrivals import post_path
from pbm.post.fetching import Catch, fetch
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from tests.store.test_store import NOW, card

MBOX = '[[sources]]\nname = "box"\nkind = "mbox"\npath = "box"\n'
LINE = b"From rosa@example.org Sat Nov 21 19:00:00 2026\n"


def mail(text: bytes | str, sender: str = "rosa@example.org", subject: str = "Orders", more: str = "") -> bytes:
    body = text.encode() if isinstance(text, str) else text
    return f"From: {sender}\nSubject: {subject}\n{more}\n".encode() + body.rstrip(b"\n") + b"\n"


def orders(root: Path, game: str = "FA-1", player: int = 1, text: str = "ADD 3") -> bytes:
    return card(Folder(root, game), player, 1, text)


def put(root: Path, *mails: bytes) -> None:
    with (root / "box").open("ab") as file:
        for data in mails:
            file.write(LINE + data + b"\n")


def go(root: Path, disk: Disk | None = None) -> Catch:
    return fetch(root, NOW, "a test", disk)


def inbox(root: Path, game: str = "FA-1") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "content/games" / game / "inbox").iterdir()}


def kept(root: Path) -> dict[str, bytes]:
    folder = post_path(root) / "kept"
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def address(root: Path, game: str, *addresses: str) -> None:
    path = root / "content/games" / game / "private/players.toml"
    text = path.read_text()
    for each in addresses:
        text = text.replace('address = ""', f'address = "{each}"', 1)
    path.write_text(text)
