"""A game whose players have addresses."""

from pathlib import Path

import pytest

from pbm.store.folder import Folder
from tests.post.mail_out import world


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    return world(tmp_path, monkeypatch)


@pytest.fixture
def root(folder: Folder, tmp_path: Path) -> Path:
    return tmp_path
