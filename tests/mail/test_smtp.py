"""Letters to a real server on this machine: TLS, login, refusals, and a connection that breaks (issue D, 4)."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

from pbm.errors import PbmError
from pbm.mail.smtp import DoubtfulError, RefusedError, Server, Smtp, UnreachableError

DATA = b"From: a@b.org\r\nSubject: x\r\n\r\n.\r\n..\r\nFrom me\r\n.end\r\n"
TO = ("rosa@example.org",)
PASSWORD = "geheim-7G2KQ"


class Handler:
    """Keeps what comes; answers as it is told."""

    def __init__(self) -> None:
        self.mails: list[Envelope] = []
        self.rcpt = "250 OK"
        self.data = "250 taken"

    async def handle_RCPT(  # noqa: N802  # the library's name
        self, server: SMTP, session: Any, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self.rcpt.startswith("250") and address != "good@example.org":
            return self.rcpt
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Envelope) -> str:  # noqa: N802
        if self.data.startswith("250"):
            self.mails.append(envelope)
        return self.data


class Started(Controller):
    """On any free port."""

    def _trigger_server(self) -> None:
        assert self.server
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]  # a server has sockets
        super()._trigger_server()  # type: ignore[no-untyped-call]


Start = Callable[..., tuple[Handler, int]]


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def trust(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


@pytest.fixture
def start(authority: trustme.CA) -> Iterator[Start]:
    running = []

    def begin(*, tls: bool = False, login: bool = False, name: str = "localhost") -> tuple[Handler, int]:
        handler = Handler()
        extra: dict[str, Any] = {}
        if tls:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            authority.issue_cert(name).configure_cert(context)
            extra = {"tls_context": context, "require_starttls": True}
        if login:

            def check(server: SMTP, session: Any, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
                good = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
                return AuthResult(success=good, handled=False)

            extra |= {"authenticator": check, "auth_required": True}
        controller = Started(handler, hostname="127.0.0.1", port=0, **extra)
        controller.start()
        running.append(controller)
        return handler, controller.port

    yield begin
    for controller in running:
        controller.stop()


def test_a_letter_arrives_as_it_was_written(start: Start) -> None:
    handler, port = start()
    post = Smtp(Server("127.0.0.1", port, "none"))
    assert post.send("cards@example.org", TO, DATA) == ()
    post.open()
    assert post.send("cards@example.org", TO, DATA) == ()
    post.close()
    assert [(m.mail_from, m.rcpt_tos, m.content) for m in handler.mails] == [("cards@example.org", [*TO], DATA)] * 2


def test_starttls_and_a_login_over_it(start: Start, trust: ssl.SSLContext) -> None:
    handler, port = start(tls=True, login=True)
    post = Smtp(Server("localhost", port, "starttls", "cards", PASSWORD), trust)
    post.send("cards@example.org", TO, DATA)
    post.close()
    assert len(handler.mails) == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(start: Start) -> None:
    handler, port = start(tls=True)
    with pytest.raises(UnreachableError, match="certificate that is not trusted"):
        Smtp(Server("localhost", port)).open()
    assert not handler.mails


def test_a_certificate_of_another_name_is_refused(start: Start, trust: ssl.SSLContext) -> None:
    _, port = start(tls=True, name="elsewhere.example.org")
    with pytest.raises(UnreachableError, match="certificate that is not trusted"):
        Smtp(Server("localhost", port), trust).open()


def test_tls_from_the_first_byte(start: Start, trust: ssl.SSLContext, authority: trustme.CA) -> None:
    handler, plain_port = start()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_tunnel, args=(listening, context, plain_port), daemon=True)
        thread.start()
        post = Smtp(Server("localhost", listening.getsockname()[1], "tls"), trust)
        post.send("cards@example.org", TO, DATA)
        post.close()
        thread.join(5)
    assert len(handler.mails) == 1


def _tunnel(listening: socket.socket, context: ssl.SSLContext, port: int) -> None:
    """One connection under TLS, handed on to a server without."""
    outer, _ = listening.accept()
    with context.wrap_socket(outer, server_side=True) as near, socket.create_connection(("127.0.0.1", port)) as far:

        def back() -> None:
            while data := far.recv(4096):
                near.sendall(data)

        answers = threading.Thread(target=back, daemon=True)
        answers.start()
        while data := near.recv(4096):
            far.sendall(data)
        with suppress(OSError):  # the server may have gone first
            far.shutdown(socket.SHUT_RDWR)  # so that it waits for no more
        answers.join(5)


def test_a_server_without_starttls_gets_nothing(start: Start) -> None:
    handler, port = start()
    with pytest.raises(UnreachableError, match="offers no STARTTLS"):
        Smtp(Server("127.0.0.1", port, "starttls", "cards", PASSWORD)).open()
    assert not handler.mails


def test_a_wrong_password_is_told_without_it(start: Start, trust: ssl.SSLContext) -> None:
    _, port = start(tls=True, login=True)
    server = Server("localhost", port, "starttls", "cards", "wrong-pass-phrase")
    with pytest.raises(UnreachableError, match=r"does not accept user and password \(535\)") as error:
        Smtp(server, trust).open()
    assert "wrong-pass-phrase" not in str(error.value) + repr(server) + str(server)


@pytest.mark.parametrize("host", ["mail.example.org", "192.0.2.1", "127.0.0.1.example.org", "localhost.example.org"])
def test_no_letter_goes_in_the_clear_over_a_net(host: str) -> None:
    with pytest.raises(PbmError, match="on this machine alone"):
        Smtp(Server(host, tls="none"))


@pytest.mark.parametrize(("answer", "lasting"), [("451 try later", False), ("452 full", False), ("550 unknown", True)])
def test_a_refusal_says_whether_it_lasts(start: Start, answer: str, lasting: bool) -> None:
    handler, port = start()
    post = Smtp(Server("127.0.0.1", port, "none"))
    for where in ("rcpt", "data"):
        setattr(handler, where, answer)
        with pytest.raises(RefusedError, match=answer) as error:
            post.send("cards@example.org", TO, DATA)
        assert error.value.lasting is lasting
        setattr(handler, where, "250 OK")
    assert post.send("cards@example.org", TO, DATA) == (), "the next letter goes out over the same connection"
    assert len(handler.mails) == 1


def test_an_addressee_who_is_not_taken_is_told_and_the_others_get_it(start: Start) -> None:
    handler, port = start()
    handler.rcpt = "550 \x1b[31mno such user"
    notes = Smtp(Server("127.0.0.1", port, "none")).send("a@b.org", ("good@example.org", "bad@example.org"), DATA)
    assert handler.mails[0].rcpt_tos == ["good@example.org"]
    assert notes == ("bad@example.org was not taken: 550 [31mno such user",)


def test_nobody_there_is_no_letters_fault() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(UnreachableError, match=f"127.0.0.1:{port} cannot be reached"):
        Smtp(Server("127.0.0.1", port, "none")).open()


def scripted(answers: list[bytes], taken: list[bytes]) -> int:
    """A server that gives these answers line by line and then hangs up; b"" reads the letter first."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listening, listening.accept()[0] as line, line.makefile("rb") as lines:
            for answer in answers:
                if answer.startswith(b"!"):  # the letter, to its last line
                    while (got := lines.readline()) not in (b".\r\n", b""):
                        taken.append(got)
                    answer = answer[1:]
                elif answer[:3] != b"220":
                    lines.readline()
                if answer:
                    line.sendall(answer + b"\r\n")

    threading.Thread(target=serve, daemon=True).start()
    port: int = listening.getsockname()[1]
    return port


TALK = [b"220 hello", b"250 hello", b"250 OK", b"250 OK"]


def test_a_connection_lost_before_the_letter_is_no_doubt() -> None:
    for said in range(2, 5):
        port = scripted(TALK[:said], [])
        with pytest.raises(RefusedError) as error:
            Smtp(Server("127.0.0.1", port, "none")).send("a@b.org", TO, DATA)
        assert not error.value.lasting


@pytest.mark.parametrize("end", [b"!", b"!what"])
def test_a_connection_lost_after_the_letter_is_in_doubt(end: bytes) -> None:
    taken: list[bytes] = []
    port = scripted([*TALK, b"354 go on", end], taken)
    with pytest.raises(DoubtfulError):
        Smtp(Server("127.0.0.1", port, "none")).send("a@b.org", TO, DATA)
    assert b"From me\r\n" in taken


def test_a_server_that_repeats_the_password_is_not_quoted() -> None:
    port = scripted([*TALK[:2], f"550 your password is {PASSWORD}".encode(), b"250 OK"], [])
    post = Smtp(Server("127.0.0.1", port, "none", "", PASSWORD))
    with pytest.raises(RefusedError) as error:
        post.send("a@b.org", TO, DATA)
    assert PASSWORD not in str(error.value)


def test_a_silent_server_is_left_after_a_while() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(UnreachableError, match="no answer"):
        Smtp(Server("127.0.0.1", silent.getsockname()[1], "none"), patience=0.2).open()
