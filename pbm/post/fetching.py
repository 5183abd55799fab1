"""All mail that is new, from every source to the inboxes of the games.

Killed at any point nothing is lost and nothing comes twice: a mail is put where it belongs, then noted, then its
source remembers it; whoever is asked again finds the same bytes there.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from pbm.errors import PbmError, shown_name
from pbm.mail.sources import LARGEST, Memory, RawMessage
from pbm.post.arrivals import Arrived, post_path
from pbm.post.fetched import note_fetched
from pbm.post.opening import open_source
from pbm.post.settings import MailSettings, read_settings
from pbm.post.settings import MailSource as SourceSettings
from pbm.post.sorting import MOST, SIGN_UP, Sorter
from pbm.store.disk import Disk, forget
from pbm.store.folder import ASIDE
from pbm.store.lock import locked

STDIN = "receive"
OFTEN = 200  # after so many mails it is noted how far a source was read: a run that breaks off saves the next the rest
MOST_TOLD = 1_000  # mails of one run that are listed
LONG = timedelta(days=1)  # what was begun so long ago is written by nobody any more
_WAITING = re.compile(r"([0-9]{8}T[0-9]{6}Z)-[0-9a-f]{64}\.eml")


class Catch(msgspec.Struct):
    """What a run fetched: what went to a game, what is kept, and a sentence for each source or game that failed.

    failed: the names of the sources that could not be read to their end. called: by SHA-256, what a mail of the lists
    is known by to a moderator: its sender and subject, or the name of its file. It is written nowhere.

    Of very many mails only the first stand in the lists; `came` and `stayed` count them all.
    """

    delivered: list[Arrived] = []
    kept: list[Arrived] = []
    problems: list[str] = []
    notes: list[str] = []
    failed: list[str] = []
    called: dict[str, str] = {}
    came: int = 0
    stayed: int = 0

    def add(self, line: Arrived, called: str) -> None:
        """Count a mail; that somebody sends too many is said once."""
        self.came += 1
        self.stayed += not line.game and not line.why.startswith(SIGN_UP)
        if len(self.delivered) + len(self.kept) < MOST_TOLD:
            (self.delivered if line.game else self.kept).append(line)
            self.called[line.sha256] = called
        if not line.game and f"more than {MOST} mails" in line.why and len(self.notes) < MOST_TOLD:
            note = f"A mail {line.why}: it and those after it are kept in content/post/kept."
            self.notes += [note] if note not in self.notes else []


def fetch(root: Path, now: datetime, command: str, disk: Disk | None = None) -> Catch:
    """Fetch all that is new. One bad mail never delays the next, and one bad source never another.

    Raises PbmError where mail.toml is wrong, or nothing can be written; what was fetched by then is safe.
    """
    disk = disk or Disk()
    settings = read_settings(root, disk)
    if not settings.sources and not any(_waiting(root, disk)):
        return Catch()
    disk.make_folder(post_path(root))
    with locked(post_path(root), command, "the mail"):
        return _fetch(root, now, settings, disk)


def fetch_waiting(root: Path, now: datetime, command: str) -> Catch:
    """Sort what was handed to us, and look into no source."""
    disk = Disk()
    border = read_settings(root, disk).border
    with locked(post_path(root), command, "the mail"):
        return _fetch(root, now, MailSettings(border=border), disk)


def _fetch(root: Path, now: datetime, settings: MailSettings, disk: Disk) -> Catch:
    sorter = Sorter(root, now, settings.border, disk)
    catch = Catch()
    _clear(root, now, disk)
    for path, found in _waiting(root, disk):
        if line := sorter.sort(found, STDIN, path):
            catch.add(line, sorter.called)
    for source in settings.sources:
        before = len(catch.problems)
        _take(root, source, sorter, catch)
        if len(catch.problems) > before:
            catch.failed.append(source.name)
    note_fetched(root, settings.sources, catch.failed, now, disk)
    catch.problems += sorter.problems
    return catch


def _take(root: Path, settings: SourceSettings, sorter: Sorter, catch: Catch) -> None:
    """All that is new in one source."""
    path = memory_path(root, settings)
    before = read_memory(sorter.disk, path)
    try:
        source = open_source(root, settings, before)
    except PbmError as error:
        catch.problems.append(f"{settings.name}: {error}")
        return
    new = source.unseen()
    count = 0
    try:
        while (found := _next(new, settings, catch)) is not None:
            if line := sorter.sort(found, settings.name):
                catch.add(line, sorter.called)
            count += 1
            if count % OFTEN == 0:
                _remember(sorter.disk, path, source.memory)
    finally:
        catch.problems += [f"{settings.name}: {trouble}" for trouble in source.troubles]
        if source.memory != before:
            _remember(sorter.disk, path, source.memory)


def _remember(disk: Disk, path: Path, memory: Memory) -> None:
    disk.make_folder(path.parent)
    disk.replace(path, msgspec.json.encode(memory))


def _next(new: Iterator[RawMessage], settings: SourceSettings, catch: Catch) -> RawMessage | None:
    """The next message; a source that fails ends, and is told of."""
    try:
        return next(new, None)
    except PbmError as error:
        catch.problems.append(f"{settings.name}: {error}")
        return None


def memory_path(root: Path, settings: SourceSettings) -> Path:
    """Where it is remembered what was seen of a source: another place under the same name is another source."""
    what = "|".join((settings.kind, settings.path, settings.host, settings.user, settings.mailbox))
    return post_path(root) / "seen" / f"{settings.name}-{hashlib.sha256(what.encode()).hexdigest()[:8]}.json"


def read_memory(disk: Disk, path: Path) -> Memory:
    """What was seen of a source; where that cannot be read all is looked at again, and nothing comes twice."""
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(disk.read(path), type=Memory)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return {}


def keep(root: Path, data: bytes, now: datetime, disk: Disk | None = None) -> Path:
    """Keep a mail that a program hands us, until the next fetch sorts it. It is safe when this returns.

    Needs no lock, so that many may come at once.
    """
    disk = disk or Disk()
    data = data[:LARGEST]
    folder = post_path(root) / "incoming"
    for place in (post_path(root), folder):  # each by itself: a link is refused
        disk.make_folder(place)
    name = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}-{hashlib.sha256(data).hexdigest()}.eml"
    aside = folder / f"{ASIDE}{secrets.token_hex(8)}"
    try:
        disk.create(aside, data)
        disk.rename(aside, folder / name)
    except PbmError:
        forget(aside)  # on a full disk each of many tries would leave another
        raise
    return folder / name


def _clear(root: Path, now: datetime, disk: Disk) -> None:
    """Take away what a killed `keep` had begun: who brought that mail was not told that it is safe, and does it again.

    Others may be writing theirs, for they need no lock: so only what is old goes.
    """
    folder = post_path(root) / "incoming"
    for name in disk.names(folder):
        if name.startswith(ASIDE):
            with suppress(PbmError):  # it has its name by now; or it stays for fsck
                if disk.changed(folder / name) < now - LONG:
                    disk.remove(folder / name)


def _waiting(root: Path, disk: Disk) -> Iterator[tuple[Path, RawMessage]]:
    """What was handed to us and not yet sorted, the oldest first: within a second by the time of its file."""
    folder = post_path(root) / "incoming"
    names = [found for found in map(_WAITING.fullmatch, disk.by_time(folder, disk.names(folder))) if found]
    for found in sorted(names, key=lambda it: it[1]):
        came = datetime.strptime(found[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        yield folder / found[0], RawMessage(found[0], disk.read(folder / found[0], LARGEST), came)


def tell(catch: Catch) -> Iterator[str]:
    """A line for each mail, and one for all together. They name who sent it and its subject, so that the moderator
    finds it in the mailbox, and no code.
    """
    for line in [*catch.delivered, *catch.kept]:
        where = f"to the inbox of {line.game}" if line.game else f"kept: it {line.why}"
        yield f"{line.source}: {line.sha256[:12]} {shown_name(catch.called.get(line.sha256, ''))} {where}"
    if catch.came:
        mails = "1 mail" if catch.came == 1 else f"{catch.came} mails"
        kept = f"; {catch.stayed} of them kept for you in content/post/kept" if catch.stayed else ""
        yield f"{mails} fetched{kept}."
