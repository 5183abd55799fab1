"""The post office's own folder looked through: mails that are kept, and what was noted of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbm.post.arrivals import post_path
from pbm.store.disk import Disk
from pbm.store.folder import ASIDE
from pbm.store.inspection import FROM_A_COPY, Finding, is_open
from pbm.store.lock import LOCK

KEPT = re.compile(r"([0-9a-f]{64})(\.[a-z]+)?")
BOOKS = ("ledger.jsonl", "outbox.jsonl")


def inspect_post(root: Path) -> Iterator[Finding]:
    """All findings there; none where there is no such folder."""
    place, disk = post_path(root), Disk()
    if place.is_symlink():
        yield Finding(f"{place}: is a symbolic link", "put the folder itself there")
    if place.is_symlink() or not place.is_dir():
        return
    if is_open(place):
        yield Finding(f"{place}: others can look into it", f"chmod go-rwx {place}", True)
    for path in sorted(place.rglob("*")):
        if path.is_symlink():
            yield Finding(f"{path}: is a symbolic link", "put the file itself there")
        elif path.name == LOCK:
            yield Finding(f"{path}: a run is in progress, or was interrupted", "run fsck again when it is done", True)
        elif path.name.startswith(ASIDE):
            yield Finding(f"{path}: was left by an interrupted run", "pbm fsck --mend removes it", True)
        elif not path.is_file() and not path.is_dir():
            yield Finding(f"{path}: is neither file nor folder", "remove it")
        elif path.parent in (place / "kept", place / "joined"):
            found = KEPT.fullmatch(path.name)
            if not found:
                yield Finding(f"{path}: does not belong here; kept mails are named by their SHA-256", "remove it")
            elif disk.digest(path) != found[1]:
                yield Finding(f"{path}: was changed after it was received", FROM_A_COPY)
    for name in BOOKS:
        yield from _book(disk, place / name)


def _book(disk: Disk, path: Path) -> Iterator[Finding]:
    """Every line of a book must be whole; the last may be torn."""
    if path.is_symlink() or not path.is_file():
        return
    *lines, torn = disk.read(path).split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            msgspec.json.decode(line, type=dict)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield Finding(f"{path}: line {number} is damaged", FROM_A_COPY)
    if torn:
        yield Finding(f"{path}: its last line is incomplete", "the next command sets it aside", True)


def mend_post(root: Path) -> None:
    """Do what loses nothing: leftovers away, torn lines aside, the folder shut. Needs its lock."""
    place, disk = post_path(root), Disk()
    for path in sorted(place.rglob(f"{ASIDE}*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            disk.remove_folder(path)
        else:
            disk.remove(path)
    for name in BOOKS:
        path = place / name
        if path.is_file() and not path.is_symlink():
            whole, mark, torn = disk.read(path).rpartition(b"\n")
            if torn:
                disk.replace(path.with_name(f"{name}.torn-{whole.count(mark) + 2 if mark else 1}"), torn)
                disk.replace(path, whole + mark)
    if is_open(place):
        disk.shut(place)


def mailed_printouts(root: Path, game: str, turn: int) -> frozenset[int]:
    """The players whose printouts of a turn were sent, or may have been. Damaged lines are not looked at."""
    path = post_path(root) / "outbox.jsonl"
    if not path.is_file() or path.is_symlink():
        return frozenset()
    letter = re.compile(rf"{re.escape(game)}/t{turn}(?:\.[0-9]+)?/p([0-9]+)")
    found = set()
    for line in Disk().read(path).split(b"\n"):
        try:
            entry = msgspec.json.decode(line, type=dict)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
        match = letter.fullmatch(str(entry.get("id", "")))
        if match and entry.get("type") in ("sending", "sent"):
            found.add(int(match[1]))
    return frozenset(found)
