"""Which build of the site each place of site.toml has: noted on this machine after each deploy, in output/.

Without the note a place counts as behind, and the next deploy finds on the host what is there.
"""

import json
from pathlib import Path

import msgspec

from pbm.deploy.targets import places
from pbm.errors import PbmError
from pbm.publish.unchanged import site_digest
from pbm.store.disk import OPEN_FILE, Disk


class Behind(msgspec.Struct, frozen=True):
    """A place without the newest build. is_auto: `pbm cron` deploys to it; was_there: it has an older one."""

    name: str
    is_auto: bool
    was_there: bool


def _path(root: Path) -> Path:
    return root / "output" / "deployed.json"


def _read(root: Path) -> dict[str, str]:
    """By place the digest of the build that it has; empty where that is not known."""
    try:
        return msgspec.json.decode(Disk().read(_path(root)), type=dict[str, str])
    except (PbmError, msgspec.DecodeError):
        return {}


def note(root: Path, name: str) -> None:
    """A place has the newest build now."""
    known = _read(root)
    if known.get(name) != (digest := site_digest(root)):
        text = json.dumps({**known, name: digest}, indent=1, sort_keys=True)
        Disk().replace(_path(root), f"{text}\n".encode(), OPEN_FILE)


def behind(root: Path) -> list[Behind]:
    """The places that do not have the newest build, in the order of site.toml. PbmError where that cannot be read."""
    wanted = places(root)
    if not wanted:
        return []
    known, digest = _read(root), site_digest(root)
    return [
        Behind(name, where.auto, name in known)
        for name, where in wanted.items()
        if not digest or known.get(name) != digest
    ]
