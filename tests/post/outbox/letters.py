"""What the tests of the outbox share: a card that came, the drafts, a clock that stands still."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from pbm.store.folder import Folder
from tests.post.mail_out import NOW, came, heading, mail

ROSA = "Rosa <player1@example.org>"


def card(folder: Folder, orders: str = "ADD 3", **facts: Any) -> None:
    number = len(folder.ledger.receipts) + 1
    text = f"{heading(folder, 1, folder.last + 1)}\n{orders}\nEND\n"
    came(folder, mail(ROSA, f"Orders {number}", text, f"<m{number}@x.org>"), **{"orders": 1, **facts})


def drafts(root: Path) -> list[str]:
    place = root / "output" / "outbox"
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())


def clock(now: datetime = NOW) -> Callable[[], datetime]:
    return lambda: now


START = ["FA-1/t0/p1", "FA-1/t0/p2"]
