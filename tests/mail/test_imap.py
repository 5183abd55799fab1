"""A mailbox on a real IMAP server: each mail once, the mailbox left as it is, no word of the password."""

import base64
import imaplib
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.mail import imap
from pbm.mail.imap import ImapSource, Mailbox, is_this_machine
from pbm.mail.sources import LARGEST, Memory
from pbm.post.arrivals import post_path
from pbm.post.fetching import fetch
from pbm.store.folder import Folder
from pbm.store.founding import found
from tests.engine import fake_system
from tests.mail import bad_mails as bad
from tests.mail.dovecot import PASSWORD, USER, Dovecot, dovecot
from tests.store.test_store import NOW, card, founding


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture
def server(running: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Dovecot:
    """The server with an empty mailbox, its authority trusted."""
    running.empty()
    monkeypatch.setenv("SSL_CERT_FILE", str(running.authority))
    return running


def account(server: Dovecot, tls: str = "tls") -> Mailbox:
    port = server.tls if tls == "tls" else server.plain
    return Mailbox("127.0.0.1", USER, port, "INBOX", tls)  # type: ignore[arg-type]  # one of the three


def source(server: Dovecot, memory: Memory | None = None, tls: str = "tls") -> ImapSource:
    return ImapSource(account(server, tls), PASSWORD, memory or {})


def plain(number: int) -> bytes:
    return f"From: p{number}@example.org\r\nSubject: {number}\r\n\r\nhello {number}\r\n".encode()


@pytest.mark.parametrize("tls", ["tls", "starttls", "none"])
def test_mails_come_once_with_their_time(server: Dovecot, tls: str) -> None:
    server.deliver(plain(1), plain(2))
    first = source(server, tls=tls)
    found = list(first.unseen())
    assert [it.data for it in found] == [plain(1), plain(2)]
    assert {it.came for it in found} == {datetime(2020, 9, 13, 12, 26, 40, tzinfo=UTC)}
    second = source(server, first.memory, tls)
    assert list(second.unseen()) == []
    server.deliver(plain(3))
    assert [it.data for it in second.unseen()] == [plain(3)]


def test_the_mailbox_is_left_as_it_is(server: Dovecot) -> None:
    server.deliver(plain(1))
    before = server.flags()
    assert list(source(server).unseen())
    assert server.flags() == before
    assert b"\\Seen" not in b"".join(before)


def test_a_mailbox_made_anew_is_read_from_the_start(server: Dovecot) -> None:
    server.deliver(plain(1))
    first = source(server)
    list(first.unseen())
    memory = {**first.memory, "validity": first.memory["validity"] - 1, "highest": 900}
    assert [it.data for it in source(server, memory).unseen()] == [plain(1)]


def test_whoever_breaks_off_gets_the_mail_again(server: Dovecot) -> None:
    server.deliver(*[plain(k) for k in range(4)])
    first = source(server)
    new = first.unseen()
    assert isinstance(new, Generator)
    assert [next(new).data, next(new).data] == [plain(0), plain(1)]
    new.close()
    assert [it.data for it in source(server, first.memory).unseen()] == [plain(1), plain(2), plain(3)]


def test_many_mails_come_in_several_answers(server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "AT_ONCE", 3)
    monkeypatch.setattr(imap, "BYTES_AT_ONCE", 150)
    mails = [plain(k) + b"x" * (40 * k) for k in range(10)]
    server.deliver(*mails)
    assert [it.data.rstrip() for it in source(server).unseen()] == [mail.rstrip() for mail in mails]


def test_of_a_large_mail_the_start_is_fetched(server: Dovecot) -> None:
    large = plain(1) + b"line\r\n" * 400_000
    server.deliver(large, plain(2))
    assert [it.data for it in source(server).unseen()] == [large[:LARGEST], plain(2)]


def test_bad_mails_come_as_they_are(server: Dovecot) -> None:
    mails = [mail for mail in bad.all_of_them().values() if mail.strip() and len(mail) < 50_000]
    crlf = [mail for mail in mails if b"\0" not in mail and not {*b"\r\n"} & {*mail.replace(b"\r\n", b"")}]
    server.deliver(*crlf)
    assert [it.data for it in source(server).unseen()] == crlf


def test_what_goes_wrong_is_one_sentence_without_the_password(server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ImapSource(account(server), "secret-9", {})
    with pytest.raises(PbmError, match=r"127\.0\.0\.1: .*[Aa]uth.*failed.*\.") as error:
        list(wrong.unseen())
    assert "secret-9" not in str(error.value)
    nowhere = ImapSource(Mailbox("127.0.0.1", USER, server.tls, "No/Such"), PASSWORD, {})
    with pytest.raises(PbmError, match=r"the mailbox No/Such cannot be opened"):
        list(nowhere.unseen())
    monkeypatch.delenv("SSL_CERT_FILE")
    for tls in ("tls", "starttls"):
        with pytest.raises(PbmError, match="its certificate is not to be trusted"):
            list(source(server, tls=tls).unseen())
    with pytest.raises(PbmError, match="open to all"):
        list(ImapSource(Mailbox("mail.example.net", USER, 1, tls="none"), PASSWORD, {}).unseen())


@pytest.mark.parametrize("how", [lambda w: w, base64.b64encode, lambda w: w.replace(b'"', b'\\"')])
def test_no_form_in_which_the_password_went_out_is_told(how: Callable[[bytes], bytes]) -> None:
    """It goes out in base64, or quoted; a server that repeats what it did not understand repeats that."""
    source = ImapSource(Mailbox("mail.example.org", "gm"), 'swor"dfish', {})
    for sent in (b'swor"dfish', b'\0gm\0swor"dfish'):
        told = source._words(imaplib.IMAP4.error(b"BAD unknown command " + how(sent)))
        assert "dfish" not in told
        assert base64.b64encode(sent).decode() not in told


def test_a_server_that_is_silent_or_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "PATIENCE", 0.2)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(PbmError, match="does not answer"):
            list(ImapSource(Mailbox("127.0.0.1", USER, port, tls="none"), PASSWORD, {}).unseen())
    with pytest.raises(PbmError, match="refused"):
        list(ImapSource(Mailbox("127.0.0.1", USER, port, tls="none"), PASSWORD, {}).unseen())


@pytest.mark.parametrize("answer", [b"garbage\r\n" * 9, b"* OK hi\r\n* BAD secret-9\r\n", b"* PREAUTH \xff\r\n" * 99])
def test_a_server_that_talks_nonsense_is_told(answer: bytes) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        def talk() -> None:
            peer, _ = listener.accept()
            with peer:
                peer.sendall(answer)

        threading.Thread(target=talk, daemon=True).start()
        port = listener.getsockname()[1]
        with pytest.raises(PbmError) as error:
            list(ImapSource(Mailbox("127.0.0.1", USER, port, tls="none"), "secret-9", {}).unseen())
        assert "secret-9" not in str(error.value)


def test_only_this_machine_is_this_machine() -> None:
    assert [is_this_machine(host) for host in ("localhost", "127.0.0.1", "::1", "10.0.0.1", "example.org")] == [
        *(True, True, True),
        *(False, False),
    ]


def test_mails_go_from_the_server_to_their_game(
    server: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_system.install(monkeypatch)
    found(tmp_path, founding(), NOW)
    monkeypatch.setenv("PBM_IMAP_PASSWORD_HOST", PASSWORD)
    (tmp_path / "content/mail.toml").write_text(
        f'[[sources]]\nname = "host"\nkind = "imap"\nhost = "127.0.0.1"\nport = {server.tls}\nuser = "{USER}"\n'
    )
    folder = Folder(tmp_path, "FA-1")
    mail = b"From: rosa@example.org\r\n\r\n" + card(folder, 1, 1, "ADD 3").replace(b"\n", b"\r\n")
    server.deliver(mail, *[data for data in bad.KEPT.values() if 9 < len(data) < 90_000 and b"\0" not in data])
    catch = fetch(tmp_path, NOW, "a test")
    assert [line.game for line in catch.delivered] == ["FA-1"]
    assert len(catch.kept) > 3
    assert [path.name[:16] for path in folder.inbox.iterdir()] == ["20200913T122640Z"]
    assert fetch(tmp_path, NOW, "a test").delivered == []
    written = b"".join(path.read_bytes() for path in post_path(tmp_path).rglob("*") if path.is_file())
    assert PASSWORD.encode() not in written
