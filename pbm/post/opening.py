"""A source of mail.toml, opened: where its path leads, and its password, which stands in no file of ours."""

import os
import re
from pathlib import Path

from pbm.errors import PbmError
from pbm.mail.sources import FolderSource, MaildirSource, Memory, Source
from pbm.post.settings import MailSource as SourceSettings


def open_source(root: Path, settings: SourceSettings, memory: Memory) -> Source:
    """The source. Nothing is read or connected before somebody asks for its mail."""
    path = root / settings.path
    if settings.kind == "folder":
        return FolderSource(path, memory)
    if settings.kind == "maildir":
        return MaildirSource(path, memory)
    if settings.kind == "mbox":
        from pbm.mail.mbox import MboxSource

        return MboxSource(path, memory)
    from pbm.mail.imap import ImapSource, Mailbox

    account = Mailbox(settings.host, settings.user, settings.port, settings.mailbox, settings.tls)
    return ImapSource(account, password("IMAP", settings.name, settings.user, settings.host), memory)


def password(service: str, name: str, user: str, host: str) -> str:
    """From the environment, PBM_IMAP_PASSWORD_<NAME> before PBM_IMAP_PASSWORD, or from the keyring `pbm`. PbmError
    where there is none.
    """
    variable = f"PBM_{service}_PASSWORD"
    own = f"{variable}_{re.sub('[^A-Z0-9]', '_', name.upper())}" if name else variable
    for key in (own, variable):
        if os.environ.get(key):
            return os.environ[key]
    found = from_keyring(f"{user}@{host}")
    if found is None:
        raise PbmError(f"{name or host}: there is no password: set {own}, or keep it in the keyring of this machine.")
    return found


def from_keyring(account: str) -> str | None:
    """What the keyring of this machine has under `pbm` for an account; None where it has nothing, or is none."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        return keyring.get_password("pbm", account)
    except (KeyringError, RuntimeError, OSError):
        return None
