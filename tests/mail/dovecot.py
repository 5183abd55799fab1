"""A real IMAP server on this machine: Debian's Dovecot, with a mailbox of its own, for as long as a test wants it.

It runs under no account of consequence: under that of whoever runs the tests, or, where that is root, as `nobody`.
Where there is none the tests are skipped, aloud; with PBM_MAIL=required they fail.
"""

import grp
import imaplib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

USER = "gm@example.net"
PASSWORD = "s\u00e9same open 7"
BINARY = shutil.which("dovecot") or shutil.which("/usr/sbin/dovecot")
CONFIG = """\
base_dir = {place}/run
log_path = {place}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{place}/cert.pem
ssl_key = <{place}/key.pem
ssl_dh =
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:{place}/Maildir
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 0
mail_uid = {uid}
mail_gid = {gid}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {place}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={place}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


class Dovecot:
    """A running server: its ports, its certificate's authority, and its mailbox."""

    def __init__(self, place: Path, plain: int, tls: int) -> None:
        self.place = place
        self.plain = plain
        self.tls = tls
        self.authority = place / "ca.pem"

    def deliver(self, *mails: bytes, when: float = 1_600_000_000.0) -> None:
        """Put mails into the INBOX, as if they had come at this time."""
        with self.session() as session:
            for mail in mails:
                kind, told = session.append("INBOX", "", imaplib.Time2Internaldate(when), mail)
                assert kind == "OK", told

    def flags(self) -> list[bytes]:
        """The flags of every mail, as the server tells them."""
        with self.session() as session:
            session.select("INBOX", readonly=True)
            rows: list[Any] = session.fetch("1:*", "(FLAGS)")[1]
            return [row for row in rows if row]

    def empty(self) -> None:
        """A new mailbox under the old name: another UIDVALIDITY."""
        with self.session() as session:
            session.create("Old")
            session.delete("Old")
        shutil.rmtree(self.place / "Maildir")

    @contextmanager
    def session(self) -> Iterator[imaplib.IMAP4]:
        """A session of the mailbox's owner."""
        session = imaplib.IMAP4("127.0.0.1", self.plain, timeout=20)
        try:
            session.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
            yield session
        finally:
            session.logout()


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """Start a server, and end it."""
    if BINARY is None:
        if os.environ.get("PBM_MAIL") == "required":
            pytest.fail("NO DOVECOT, and PBM_MAIL=required")
        pytest.skip("NO DOVECOT: reading mail over IMAP is not tried")
    is_root = os.geteuid() == 0
    account = pwd.getpwnam("nobody") if is_root else pwd.getpwuid(os.geteuid())
    group = grp.getgrgid(account.pw_gid).gr_name
    place = Path(tempfile.mkdtemp(prefix="pbm-dovecot-"))
    for name in ("run", "Maildir"):
        (place / name).mkdir()
    _certify(place)
    plain, tls = _free_port(), _free_port()
    facts = {"place": place, "user": account.pw_name, "group": group, "uid": account.pw_uid, "gid": account.pw_gid}
    text = CONFIG.format(plain=plain, tls=tls, **facts)
    (place / "dovecot.conf").write_text(text, "utf-8")
    (place / "users").write_text(f"{USER}:{PASSWORD}\n", "utf-8")
    if is_root:
        for path in (place, *place.rglob("*")):
            os.chown(path, account.pw_uid, account.pw_gid)
    who: dict[str, Any] = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if is_root else {}
    process = subprocess.Popen([BINARY, "-F", "-c", str(place / "dovecot.conf")], **who)
    try:
        _await(process, plain, place / "log")
        yield Dovecot(place, plain, tls)
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(place, ignore_errors=True)


def _certify(place: Path) -> None:
    import trustme

    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(place / "ca.pem"))
    server = authority.issue_cert("127.0.0.1", "localhost")
    server.private_key_pem.write_to_path(str(place / "key.pem"))
    for k, piece in enumerate(server.cert_chain_pems):
        piece.write_to_path(str(place / "cert.pem"), append=bool(k))


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _await(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    for _ in range(200):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"Dovecot does not run: {log.read_text() if log.exists() else process.returncode}")
