"""What the tests of archive files share: games to pack, and zips made by hand, as somebody else might make them."""

import hashlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbm.archive.opening import opened, proved, read_file
from pbm.publish.archives import archive_bytes
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.shipped import CONTENT, LARGE, OWN, SMALL

REVEALED = tuple(it.game for it in SMALL if it.ends == "revealed") + LARGE


def place_of(game: str) -> Path:
    """Where an example game lies; the large ones are not in the copy that tests share."""
    return (OWN if game in LARGE else CONTENT) / "games" / game


def copied(game: str, root: Path) -> Path:
    """A copy of an example game in a folder of its own, as content/games/GAME."""
    return shutil.copytree(place_of(game), root / "content" / "games" / game)


def packed_game(game: str, root: Path) -> bytes:
    """The archive file of a game of a league."""
    return archive_bytes(lay_table(Folder(root, game)))


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: Mapping[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None) -> bytes:
    """A zip with these files, as the standard library makes it; `change` may alter what is said of one."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, data)
    return made.getvalue()


def resummed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with an archive.json that fits them: whoever makes one by hand would do that."""
    (listed,) = (name for name in files if name.endswith("/archive.json"))
    told = json.loads(files[listed])
    told["files"] = {
        name.partition("/")[2]: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
        if name != listed
    }
    return {**files, listed: json.dumps(told).encode()}


def prove(path: Path) -> tuple[int, str]:
    """The last turn and the end of the chain of an archive file."""
    with opened(path.name, read_file(path)) as archive:
        made = proved(archive, lambda links, count: links)
        return made.turns, made.chain


@contextmanager
def nothing_left(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within it temporary files are made in this folder, and at its end none is left."""
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    yield
    assert os.listdir(place) == []
