"""Where the site may be put: `[deploy.NAME]` in content/site.toml, or words on the command line."""

import os
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbm.deploy.archive import Zip
from pbm.deploy.branch import Branch, remote_address
from pbm.deploy.local import LocalFolder
from pbm.deploy.plan import Target
from pbm.deploy.rsync import Rsync
from pbm.errors import PbmError
from pbm.publish.prose import site_facts
from pbm.store.facts import key_first

BRANCH = "gh-pages"
KINDS = ("folder", "rsync", "git", "zip")
_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*")


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place: folder and zip have a path (from the root), rsync a host:path, git an address or a remote's name.

    history: whether the commits of a git branch follow each other; without it each stands alone. auto: whether
    `pbm cron` deploys to it.
    """

    kind: Literal["folder", "rsync", "git", "zip"]
    to: str
    branch: str = BRANCH
    history: bool = False
    auto: bool = False


def places(root: Path) -> dict[str, Where]:
    """The places that site.toml names; PbmError names the key."""
    path = root / "content" / "site.toml"
    found = {}
    for name, table in site_facts(root / "content").deploy.items():
        found[name] = _place(table, f"{path}: deploy.{name}")
    return found


def _place(table: Mapping[str, Any], where: str) -> Where:
    try:
        return msgspec.convert(table, Where)
    except msgspec.ValidationError as error:
        raise PbmError(f"{where}: {key_first(error)}.") from None


def choose(root: Path, given: str, now: datetime) -> Target:
    """The target of that name, or of those words, or the only one there is. PbmError where there is none, or more than
    one to choose from.
    """
    kind, colon, rest = given.partition(":")
    if colon and kind in KINDS:
        to, _, branch = rest.partition("#") if kind == "git" else (rest, "", "")
        where = msgspec.convert({"kind": kind, "to": to, "branch": branch or BRANCH}, Where)
        return target(root, Path(), where, now)
    known = places(root)
    if colon and given not in known:
        raise PbmError(f"deploy: unknown kind of target {kind!r}; choose one of {', '.join(KINDS)}.")
    if not known:
        raise PbmError(
            f"{root / 'content' / 'site.toml'}: names no target for the site; write a table [deploy.home], "
            "or name one such as folder:/srv/www."
        )
    name = given or (next(iter(known)) if len(known) == 1 else "")
    if name not in known:
        told = f"there is no target {given!r}" if given else "there are several targets"
        raise PbmError(f"deploy: {told}; name one of {', '.join(sorted(known))}.")
    return target(root, root, known[name], now)


def named(root: Path, given: str) -> str:
    """The place of site.toml that `choose` takes; nothing where it takes words of the command line."""
    known = places(root)
    return given if given in known else next(iter(known)) if not given and len(known) == 1 else ""


def target(root: Path, base: Path, where: Where, now: datetime) -> Target:
    """The target, its words looked at: none may be an option to a program, or lie in the way. PbmError says which word
    is wrong.
    """
    if not where.to or where.to.startswith("-") or any(ord(c) < 32 for c in where.to):
        raise PbmError(f"deploy: to: {where.to!r} is not a target; write a folder, a host or an address.")
    if where.kind == "rsync":
        return Rsync(where.to)
    if where.kind == "git":
        if not _BRANCH.fullmatch(where.branch):
            raise PbmError(f"deploy: branch: {where.branch!r} is not the name of a branch.")
        is_name = re.fullmatch(r"[A-Za-z0-9_-]+", where.to) and not (base / where.to).exists()
        url = remote_address(root, where.to) if is_name else where.to
        if (base / url).is_dir():
            url = str((base / url).resolve())
        return Branch(url, where.branch, now, history=where.history)
    path = base / os.path.expanduser(where.to)
    _keep_off(root, path)
    if where.kind == "folder":
        return LocalFolder(path)
    if path.suffix != ".zip":
        raise PbmError(f"deploy: to: {where.to!r} must end in .zip.")
    return Zip(path)


def _keep_off(root: Path, path: Path) -> None:
    """PbmError where a target would lie in what only the moderator may see, or hold it."""
    real = Path(os.path.realpath(path))
    home = Path(os.path.realpath(root))
    if real == home or real in home.parents:
        raise PbmError(f"{path}: holds the games themselves; choose another place.")
    for name in ("content", "site_templates", "output/site", "output/printouts", "output/outbox", "output/print"):
        if home / name in (real, *real.parents):
            raise PbmError(f"{path}: is inside {name}; choose another place.")
