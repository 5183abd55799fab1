"""content/mail.toml: how mail comes and goes. It holds no password: environment or keyring have those."""

import re
from pathlib import Path
from typing import Literal

import msgspec

from pbm.errors import PbmError
from pbm.store.disk import Disk
from pbm.store.facts import read_strictly

LAST_PORT = 65535


class MailSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that mail comes from. `name` is the moderator's; what was seen is remembered under it.

    kind "folder", "mbox" and "maildir" have a path (from the folder that holds content/, or absolute);
    "imap" has host, port (0: 993, or 143 without TLS), user, the mailbox to read, and tls: "tls" from the
    first byte, "starttls", or "none", which is refused unless the host is this machine.
    """

    name: str
    kind: Literal["folder", "mbox", "maildir", "imap"]
    path: str = ""
    host: str = ""
    port: int = 0
    user: str = ""
    mailbox: str = "INBOX"
    tls: Literal["tls", "starttls", "none"] = "tls"


class Outgoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How mail goes out: `sender` is the From of every letter; without a host letters stay drafts.

    port 0 is 465 with tls, 587 with starttls, 25 without. send: whether `pbm cron` sends, or only drafts.
    per_minute: at most so many letters. tries: after so many failures a letter is given up and told.
    words: whether the first mail of a game brings the six words that open sealed printouts; else they go by letter.
    """

    sender: str
    host: str = ""
    port: int = 0
    user: str = ""
    tls: Literal["tls", "starttls", "none"] = "starttls"
    send: bool = False
    per_minute: int = 60
    tries: int = 8
    words: bool = False


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How `pbm print` prints, where its options do not say: `sender` is the moderator's postal address, line by
    line; paper, window and duplex as the options of that name.
    """

    sender: str = ""
    paper: Literal["a4", "letter"] = "a4"
    window: Literal["din", "us"] = "din"
    duplex: bool = False


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """mail.toml. border: the authserv-ids whose Authentication-Results we believe (security 3.1)."""

    sources: tuple[MailSource, ...] = ()
    out: Outgoing | None = None
    border: tuple[str, ...] = ()
    paper: Paper = Paper()


def settings_path(root: Path) -> Path:
    """Where mail.toml lies."""
    return root / "content" / "mail.toml"


def read_settings(root: Path, disk: Disk | None = None) -> MailSettings:
    """The settings, or empty ones where there is no file; PbmError names file and key."""
    path = settings_path(root)
    if not path.exists() and not path.is_symlink():
        return MailSettings()
    settings = read_strictly((disk or Disk()).read(path), MailSettings, path)
    names = [source.name for source in settings.sources]
    if len(set(names)) < len(names):
        raise PbmError(f"{path}: sources: give each source a name of its own.")
    if settings.out and (settings.out.per_minute < 1 or settings.out.tries < 1):
        raise PbmError(f"{path}: out: per_minute and tries must be 1 or more.")
    if settings.out and not 0 <= settings.out.port <= LAST_PORT:
        raise PbmError(f"{path}: out: port: {settings.out.port} is not from 0 to {LAST_PORT}.")
    for source in settings.sources:
        if not 0 <= source.port <= LAST_PORT:
            raise PbmError(f"{path}: sources: port: {source.port} of {source.name!r} is not from 0 to {LAST_PORT}.")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", source.name):
            raise PbmError(f"{path}: sources: a name has letters, digits, - and _ only, not {source.name!r}.")
        if source.kind == "imap" and not (source.host and source.user):
            raise PbmError(f"{path}: sources: {source.name!r} needs host and user.")
        if source.kind != "imap" and not source.path:
            raise PbmError(f"{path}: sources: {source.name!r} needs a path.")
    return settings
