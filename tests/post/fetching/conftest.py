"""Two games, and a mailbox that is fetched."""

from pathlib import Path

import pytest

from pbm.store.founding import found
from tests.engine import fake_system
from tests.post.fetching.mails import MBOX
from tests.store.test_store import NOW, founding


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games, and one mbox that nothing is in."""
    fake_system.install(monkeypatch)
    for game in ("FA-1", "FA-2"):
        found(tmp_path, founding(game=game), NOW)
    (tmp_path / "content/mail.toml").write_text(MBOX)
    (tmp_path / "box").touch()
    return tmp_path
