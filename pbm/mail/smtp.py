"""One letter to the server at a time, and what became of it: delivered, refused for now or for ever, or nobody knows.

A server has taken a letter when it has said so after the last line. Where the connection breaks between the first
line and that word, the letter may be on its way or not: that is `DoubtfulError`, and it is not sent again by itself.
"""

import re
import smtplib
import ssl
from ipaddress import ip_address
from typing import Literal, Protocol

import msgspec

from pbm.errors import PbmError

PORTS = {"tls": 465, "starttls": 587, "none": 25}
PATIENCE = 60.0  # seconds to wait for an answer
_LONGEST = 200  # signs of the server's words that are told


class RefusedError(Exception):
    """The server did not take this letter, and will not (`lasting`), or not now. The sentence names no secret."""

    def __init__(self, why: str, *, lasting: bool) -> None:
        super().__init__(why)
        self.lasting = lasting


class DoubtfulError(Exception):
    """The connection broke when the letter was on its way: nobody knows whether it was taken."""


class UnreachableError(Exception):
    """No letter can be sent now: no server, no trust, no login. No letter is to blame."""


class Server(msgspec.Struct, frozen=True):
    """Where letters go. tls: from the first byte, by STARTTLS, or none, to this machine alone."""

    host: str
    port: int = 0
    tls: Literal["tls", "starttls", "none"] = "starttls"
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Without the password."""
        return f"Server({self.host!r}, {self.port}, {self.tls!r}, {self.user!r})"


class Postman(Protocol):
    """Whoever carries letters to a server."""

    def open(self) -> None:
        """Make sure that somebody listens; UnreachableError says why nobody does."""

    def send(self, sender: str, to: tuple[str, ...], data: bytes) -> tuple[str, ...]:
        """Hand a letter over; the sentences tell of addressees that the server did not take.

        RefusedError and DoubtfulError say what went wrong.
        """

    def close(self) -> None:
        """End the conversation."""


def check_server(server: Server) -> None:
    """PbmError where letters would travel in the clear over a net."""
    if server.tls == "none" and not _is_here(server.host):
        raise PbmError(
            f'{server.host}: tls = "none" is for a server on this machine alone; use "tls" or "starttls" for others.'
        )


class Smtp:
    """A conversation with a server, begun with the first letter and begun anew where it broke."""

    def __init__(self, server: Server, context: ssl.SSLContext | None = None, patience: float = PATIENCE) -> None:
        check_server(server)
        self.server, self.context, self.patience = server, context, patience
        self.line: smtplib.SMTP | None = None

    def open(self) -> None:
        """Begin the conversation, or see that it still goes on."""
        if self.line is not None:
            try:
                if self.line.noop()[0] == 250:
                    return
            except (smtplib.SMTPException, OSError, ValueError):
                pass
            self.close()
        self.line = self._connect()

    def send(self, sender: str, to: tuple[str, ...], data: bytes) -> tuple[str, ...]:
        """Hand one letter over. The server's word after the last line decides. RefusedError where it was not taken,
        DoubtfulError where nobody knows.
        """
        if self.line is None:
            self.line = self._connect()
        line = self.line
        on_its_way = False
        try:
            self._want(line.mail(sender, [f"size={len(data)}"] if line.has_extn("size") else []))
            refused = [(address, *answer) for address in to if (answer := line.rcpt(address))[0] not in (250, 251)]
            if len(refused) == len(to):
                codes = [code for _, code, _ in refused]
                self._reset(codes[0])
                raise RefusedError(
                    f"the server does not take the addressee: {self._words(*refused[0][1:])}",
                    lasting=all(code >= 500 for code in codes),
                )
            self._want(line.docmd("DATA"), 354)
            on_its_way = True
            line.send(_dotted(data))
            code, words = line.getreply()
            on_its_way = not 200 <= code < 600 or 300 <= code < 400
            if on_its_way:
                raise smtplib.SMTPResponseException(code, words)
            if code >= 400:
                self._want((code, words))
        except RefusedError:
            raise
        except (smtplib.SMTPException, OSError, ValueError) as error:
            line.close()  # without a goodbye, for nobody may be listening
            self.line = None
            if on_its_way:
                raise DoubtfulError(f"the connection broke while the letter was on its way ({_kind(error)})") from None
            raise RefusedError(
                f"the connection broke before the letter was sent ({_kind(error)})", lasting=False
            ) from None
        return tuple(f"{address} was not taken: {self._words(code, words)}" for address, code, words in refused)

    def close(self) -> None:
        """Say goodbye, where somebody is there."""
        line, self.line = self.line, None
        if line is None:
            return
        try:
            line.quit()
        except (smtplib.SMTPException, OSError, ValueError):
            line.close()

    def _want(self, answer: tuple[int, bytes], wanted: int = 250) -> None:
        code, words = answer
        if code == wanted:
            return
        self._reset(code)
        raise RefusedError(f"the server does not take the letter: {self._words(code, words)}", lasting=code >= 500)

    def _reset(self, code: int) -> None:
        """Make ready for the next letter; where the server closes down or talks of something else, hang up."""
        if self.line is None:
            return
        try:
            if code >= 400 and code != 421 and self.line.rset()[0] == 250:
                return
        except (smtplib.SMTPException, OSError, ValueError):
            pass
        self.close()

    def _connect(self) -> smtplib.SMTP:
        server = self.server
        port = server.port or PORTS[server.tls]
        where = f"{server.host}:{port}"
        context = self.context or ssl.create_default_context()
        try:
            if server.tls == "tls":
                line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, port, timeout=self.patience, context=context)
            else:
                line = smtplib.SMTP(server.host, port, timeout=self.patience)
        except smtplib.SMTPConnectError as error:
            raise UnreachableError(f"{where} does not want to talk now ({error.smtp_code})") from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise _unreachable(where, error) from None
        try:
            line.ehlo_or_helo_if_needed()
            if server.tls == "starttls":
                if not line.has_extn("starttls"):
                    raise UnreachableError(f"{where} offers no STARTTLS")
                line.starttls(context=context)
                line.ehlo_or_helo_if_needed()
            if server.user:
                line.login(server.user, server.password)
        except smtplib.SMTPNotSupportedError:
            line.close()
            raise UnreachableError(f"{where} offers no login") from None
        except smtplib.SMTPAuthenticationError as error:
            line.close()
            raise UnreachableError(f"{where} does not accept user and password ({error.smtp_code})") from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            line.close()
            raise _unreachable(where, error) from None
        except UnreachableError:
            line.close()
            raise
        return line

    def _words(self, code: int, words: bytes) -> str:
        """The server's answer, short and printable; nothing of it where it holds the password."""
        text = words.decode("utf-8", "replace")
        if self.server.password and self.server.password in text:
            return str(code)
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        return f"{code} {text[:_LONGEST]}".rstrip()


def _dotted(data: bytes) -> bytes:
    """The letter as it travels: a stop before each line that begins with one, and the last line is a stop."""
    whole = data if data.endswith(b"\r\n") else data + b"\r\n"
    return re.sub(rb"(?m)^\.", b"..", whole) + b".\r\n"


def _unreachable(where: str, error: Exception) -> UnreachableError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return UnreachableError(f"{where} has a certificate that is not trusted ({error.verify_message})")
    return UnreachableError(f"{where} cannot be reached ({_kind(error)})")


def _kind(error: Exception) -> str:
    """What kind of error it was; of the text of it only what the system says, which quotes nobody."""
    if isinstance(error, OSError) and not isinstance(error, smtplib.SMTPException) and error.strerror:
        return error.strerror
    if isinstance(error, (TimeoutError, smtplib.SMTPServerDisconnected)):
        return "no answer"
    return type(error).__name__


def _is_here(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
