"""What lies in a hand-over kit: a head, then files one after another, then an end that counts them.

Whoever has the phrase could have made the kit by hand. So nothing in it is believed: every name is looked at,
no link can be told of at all, and sizes and numbers are bounded before anything is written.
"""

import hashlib
import os
import unicodedata
from collections.abc import Iterator

import msgspec

from pbm.errors import PbmError
from pbm.seal.stream import SealedReader, Writer
from pbm.store.facts import GAME_ID
from pbm.store.variants import FILES, is_variant_name

FORMAT = 1
LARGEST_FILE = 256 << 20
LARGEST = 4 << 30
MOST_FILES = 500_000
BLOCK = 1 << 20
_LONGEST_HEAD = 65_536
_PLACES = ("games", "post")
LISTS = ("ledger.jsonl", "outbox.jsonl")
"""The lists of content/post: what came, and which letters went out. Of each a kit has its games' lines."""


class KitHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="kit"):
    """The first thing in a kit: the games, when it was made, and by which pbm."""

    format: int
    games: tuple[str, ...]
    time: str
    version: str


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="file"):
    """A file: its place under content/, with slashes, and its length. So many bytes follow."""

    path: str
    size: int


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The last thing in a kit: how many files and bytes there were."""

    files: int
    size: int


def write_part(to: Writer, part: KitHead | File | End) -> None:
    """A part, behind the length of its words."""
    words = msgspec.json.encode(part)
    to.write(len(words).to_bytes(4, "big") + words)


def read_part(kit: SealedReader, name: object) -> KitHead | File | End:
    """The next part of a kit. PbmError where it is damaged."""
    length = int.from_bytes(kit.read(4), "big")
    if not 0 < length <= _LONGEST_HEAD:
        raise PbmError(f"{name}: is damaged.")
    try:
        part: KitHead | File | End = msgspec.json.decode(kit.read(length), type=KitHead | File | End)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise PbmError(f"{name}: is damaged.") from None
    return part


def read_head(kit: SealedReader, name: object) -> KitHead:
    """The head; PbmError where this pbm cannot take such a kit."""
    head = read_part(kit, name)
    if not isinstance(head, KitHead):
        raise PbmError(f"{name}: is damaged.")
    if head.format != FORMAT:
        raise PbmError(f"{name}: is of format {head.format}; this pbm knows {FORMAT}.")
    if not head.games or len(set(head.games)) < len(head.games) or not all(map(GAME_ID.fullmatch, head.games)):
        raise PbmError(f"{name}: names no games, a game twice, or something that is not a game id.")
    return head


def read_files(kit: SealedReader, head: KitHead, name: object) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Each file's path under content/ and its bytes, which are to be read before the next one is asked for. PbmError
    where it is damaged, too large, or holds what has no place in it.
    """
    seen: set[str] = set()
    total = 0
    while True:
        part = read_part(kit, name)
        if isinstance(part, End):
            if (part.files, part.size) != (len(seen), total):
                raise PbmError(f"{name}: files are missing in it.")
            kit.end()
            return
        if not isinstance(part, File):
            raise PbmError(f"{name}: is damaged.")
        total += part.size
        if not 0 <= part.size <= LARGEST_FILE or total > LARGEST or len(seen) >= MOST_FILES:
            raise PbmError(f"{name}: is larger than a kit may be, at {_shown(part.path)}.")
        if not is_good_path(part.path, head.games):
            raise PbmError(f"{name}: {_shown(part.path)} does not belong in a kit.")
        plain = unicodedata.normalize("NFC", part.path).casefold()
        if plain in seen:
            raise PbmError(f"{name}: {_shown(part.path)} is in it twice.")
        seen.add(plain)
        yield part.path, _bytes(kit, part.size, name)


def _bytes(kit: SealedReader, size: int, name: object) -> Iterator[bytes]:
    while size:
        data = kit.read(min(size, BLOCK))
        if not data:
            raise PbmError(f"{name}: is cut off.")
        size -= len(data)
        yield data


def is_good_path(path: str, games: tuple[str, ...]) -> bool:
    """Whether a kit of these games may hold a file of that path."""
    parts = path.split("/")
    if parts == ["mail.toml"]:
        return True
    if parts[0] == "variants":
        return len(parts) == 3 and is_variant_name(parts[1]) and parts[2] in FILES.values()
    if parts[0] not in _PLACES or not 3 <= len(parts) <= 12 or parts[1] not in games:
        return False
    if parts[0] == "post":
        return len(parts) == 3 and parts[2] in LISTS
    return all(map(is_good_name, parts[2:]))


def is_good_name(name: str) -> bool:
    """Whether a file may have this name on any system: no dot in front, no sign that parts or commands."""
    is_plain = name.isprintable() and not set(name) & set('\\/:*?"<>|') and not name.startswith(".")
    return bool(name) and is_plain and not name.endswith((" ", ".")) and len(name.encode("utf-8", "replace")) <= 240


def portable_name(name: str) -> str:
    """The name, or for one that not every system takes another with the same ending; different names stay different."""
    if is_good_name(name):
        return name
    stem, _, ending = name.rpartition(".")
    mark = hashlib.sha256(os.fsencode(name)).hexdigest()[:12]
    plain, kind = ("".join(c for c in part if c.isascii() and c.isalnum())[:40] for part in (stem or ending, ending))
    return f"{plain or 'file'}-{mark}" + (f".{kind}" if stem and kind else "")


def _shown(path: str) -> str:
    text = "".join(c if c.isprintable() else "?" for c in path)
    return text if len(text) <= 100 else f"{text[:97]}..."
