"""The bad mails of security 10.1, byte by byte: what the reader is tried with, and one in twenty of the benchmark's."""

import base64
import io
import zipfile

CARD = "EU-7 T-5 [1] Rosa Klein 7G2KQ-X4M9V-T\n@TU BA15 AC20UK\nEND\n"
OTHER = CARD.replace("BA15", "BA9")
HEAD = (
    b"Return-Path: <rosa@example.org>\r\n"
    b"Received: from mx.example.org by mail.example.net; Sat, 21 Nov 2026 19:00:00 +0000\r\n"
    b'From: "Rosa Klein" <rosa@example.org>\r\nTo: gm@example.net\r\nSubject: Orders\r\n'
    b"Message-ID: <1@example.org>\r\nDate: Sat, 21 Nov 2026 19:00:00 +0000\r\nMIME-Version: 1.0\r\n"
)


def crlf(text: str) -> bytes:
    """Text as it travels."""
    return text.replace("\n", "\r\n").encode()


def mail(body: bytes | str = CARD, more: str = "", head: bytes = HEAD) -> bytes:
    """A mail with these headings more."""
    return head + crlf(more) + b"\r\n" + (crlf(body) if isinstance(body, str) else body)


def changed(old: bytes, new: bytes, body: bytes | str = CARD) -> bytes:
    """A plain mail with something else in its headings."""
    assert old in HEAD
    return mail(body, head=HEAD.replace(old, new))


def sent_by(value: bytes) -> bytes:
    """A plain mail with this From."""
    return changed(b'"Rosa Klein" <rosa@example.org>', value)


def several(*parts: tuple[str, bytes | str], kind: str = "mixed") -> bytes:
    """A multipart mail: headings and body of each part."""
    return mail(inner(*parts), f'Content-Type: multipart/{kind}; boundary="b1"\n')


def inner(*parts: tuple[str, bytes | str], mark: str = "b1") -> bytes:
    """The body of a multipart."""
    out = b"preamble\r\n"
    for head, body in parts:
        out += f"--{mark}\r\n".encode() + crlf(head) + b"\r\n" + (crlf(body) if isinstance(body, str) else body)
        out += b"\r\n"
    return out + f"--{mark}--\r\n".encode()


def nested(depth: int, body: str = CARD) -> bytes:
    """A mail of so many levels."""
    lines = [f'Content-Type: multipart/mixed; boundary="n{k}"\n\n--n{k}\n' for k in range(depth)]
    return HEAD + crlf("".join(lines) + "Content-Type: text/plain\n\n" + body)


def zipped() -> bytes:
    """A megabyte of blanks in a few bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", " " * 1_000_000 + CARD)
    return out.getvalue()


def page(body: str) -> str:
    """A card as a web page."""
    return f"<html><body>{body}</body></html>"


def lines(card: str = CARD) -> str:
    """A card as paragraphs."""
    return "".join(f"<p>{line}</p>\n" for line in card.split("\n"))


PLAIN = "Content-Type: text/plain; charset=utf-8\n"
HTML = "Content-Type: text/html; charset=utf-8\n"
FLOWED = "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n"
BASE64 = "Content-Transfer-Encoding: base64\n"
QP = "Content-Transfer-Encoding: quoted-printable\n"
ATTACHED = "Content-Disposition: attachment; filename="


def charset(label: str, body: bytes | str = CARD + "na\u00efve\n") -> bytes:
    """A plain mail that says this of its charset."""
    return mail(body, f"Content-Type: text/plain; charset={label}\n")


GOOD: dict[str, bytes] = {
    "4-no-blank-line": HEAD.replace(b"\r\n", b"\n") + b"no heading\n" + CARD.encode(),
    "4-nothing-but-lines": b"Game: EU-7\nTurn: 5\nPlayer: 1\nCode: 7G2KQ-X4M9V-T\n@TU BA15 AC20UK\nEND\n",
    "10-no-from": HEAD.replace(b'From: "Rosa Klein" <rosa@example.org>\r\n', b"") + b"\r\n" + crlf(CARD),
    "10-empty-from": sent_by(b""),
    "10-group": sent_by(b"undisclosed:;"),
    "11-two-addresses": sent_by(b"rosa@example.org, jan@example.org"),
    "11-two-froms": mail(more="From: jan@example.org\n"),
    "12-eight-bit": sent_by('"R\u00f6sa" <rosa@example.org>'.encode("latin-1")),
    "13-newline-in-word": sent_by(b"=?utf-8?q?Ro=0Asa=0D?= <rosa@example.org>"),
    "14-message-id": changed(b"<1@example.org>", b"<[b378@x]>"),
    "15-no-id": changed(b"Message-ID: <1@example.org>\r\n", b""),
    "15-two-ids": mail(more="Message-ID: <2@example.org>\n"),
    "16-no-date": changed(b"Date: Sat, 21 Nov 2026 19:00:00 +0000\r\n", b""),
    **{
        f"16-date-{k}": changed(b"Date: Sat, 21 Nov 2026 19:00:00 +0000", b"Date: " + value)
        for k, value in enumerate(
            (b"tomorrow", b"Sat, 21 Nov 99999 19:00:00 +0000", b"Sat, 21 Nov 2034 19:00:00 +9999", b"\xff\xfe")
        )
    },
    "17-no-boundary": mail(more="Content-Type: multipart/mixed\n"),
    "17-no-end": several((PLAIN, CARD)).replace(b"--b1--\r\n", b""),
    "17-no-parts": mail(more='Content-Type: multipart/mixed; boundary="b9"\n'),
    "20-webmail": several(
        (
            'Content-Type: multipart/alternative; boundary="b2"\n',
            inner((PLAIN, CARD), (HTML, page(lines())), mark="b2"),
        ),
        ("Content-Type: image/png\n" + BASE64 + ATTACHED + "map.png\n", base64.b64encode(b"\x89PNG" * 99)),
    ),
    "21-html-only": mail(page(lines()), HTML),
    "22-hidden": mail(page(f'<div style="display: none">{lines(OTHER)}</div>{lines()}'), HTML),
    "22-hidden-beside-plain": several(
        (PLAIN, CARD), (HTML, page(f"<p hidden>{OTHER}</p>{lines()}")), kind="alternative"
    ),
    "23-differing": several((PLAIN, CARD), (HTML, page(lines(OTHER))), kind="alternative"),
    **{
        f"24-charset-{label.strip(chr(34)) or 'empty'}": charset(label)
        for label in ("no-such", '""', "base64", "rot13", "punycode", "idna", "unicode_escape", "x" * 3000)
    },
    "24-charset-NUL": charset('"ut\\0f-8"'),
    "24-latin-1": charset("klingon", crlf(CARD) + b"na\xefve\r\n"),
    "25-utf-7": charset("utf-7", CARD + "+ADw-script+AD4-\n"),
    "27-bom": mail(b"\xef\xbb\xbf" + crlf(CARD)),
    "28-bad-utf-8": charset("utf-8", crlf(CARD) + b"\xff\xfe press\r\n"),
    "29-bad-base64": mail(base64.b64encode(crlf(CARD)).replace(b"Q", b"Q!!\r\n*", 3) + b"=====!", PLAIN + BASE64),
    "29-unknown-encoding": mail(more="Content-Transfer-Encoding: x-rot13\n"),
    "29-quoted-printable": mail(CARD.replace("AC20UK", "AC2=\n0UK=ZZ =E9=").replace("END", "=\nEND"), PLAIN + QP),
    "31-zip": several((PLAIN, CARD), ("Content-Type: application/zip\n" + BASE64, base64.b64encode(zipped()))),
    **{
        f"32-name-{k}": several((PLAIN, "see attached"), (PLAIN + f'{ATTACHED}"{name}"\n', CARD))
        for k, name in enumerate(
            ("../../../etc/cron.d/x", "..%2f..%2fx%00.txt", "CON", "x" * 300 + ".txt", "/etc/passwd", "a\\\\b.txt")
        )
    },
    "33-forwarded": several((PLAIN, "see what he wrote"), ("Content-Type: message/rfc822\n", mail())),
    "36-cr": mail().replace(b"\r\n", b"\r"),
    "36-lf": mail().replace(b"\r\n", b"\n"),
    "36-mixed": mail(CARD.replace("\n", "\r", 1)),
    "37-flowed": mail("Hello \nRosa\n EU-7 T-5 [1] Rosa Klein 7G2KQ-X4M9V-T\n@TU BA15 \nAC20UK\nEND \nbye\n", FLOWED),
    "38-wrapped": mail(CARD.replace("BA15 AC20UK", "BA15\nAC20UK")),
    "40-with-attachment": several(
        (PLAIN, "my orders"),
        (
            "Content-Type: application/octet-stream\n" + BASE64 + ATTACHED + "orders.TXT\n",
            base64.b64encode(CARD.encode()),
        ),
    ),
    "53-quoted": mail("> " + CARD.replace("\n", "\n> ") + "\n" + CARD),
    "55-signature": mail(CARD + "-- \n@TU BA99\n"),
    "62-typographic": mail(CARD.replace("BA15 AC20UK", "BA15\u00a0AC20UK \u2013 \u201cgo\u201d"), PLAIN),
    "3-NUL-in-a-line": mail(crlf(CARD).replace(b"BA15", b"BA\x0015")),
}
"""Mails whose text is read, and holds a card."""

KEPT: dict[str, bytes] = {
    "1-empty": b"",
    "1-blank": b"\r\n\r\n  ",
    "2-NULs": b"\0" * 4096,
    "6-long-line": HEAD + b"X-Long: " + b"x" * 2_000_000 + b"\r\n\r\n" + crlf(CARD),
    "6-long-line-in-a-mail": HEAD + b"X-Long: " + b"x" * 70_000 + b"\r\n\r\n" + crlf(CARD),
    "7-headings": HEAD + b"X: y\r\n" * 100_000 + b"\r\n" + crlf(CARD),
    "7-few-bytes": HEAD + b"X:\n" * 501 + b"\r\n" + crlf(CARD),
    "8-quotes": sent_by(b'"' * 16_000),
    "9-comments": sent_by(b"(" * 5_000),
    "18-deep": nested(1_200),
    "19-parts": several(*[(PLAIN, "x")] * 10_000),
    "19-forty": several(*[(PLAIN, CARD)] * 40),
    "heading-with-NUL": changed(b"Orders", b"Or\0ders"),
}
"""Mails that nobody is to answer, and the moderator is to see."""

REFUSED: dict[str, tuple[bytes, str]] = {
    "5-large": (mail(CARD + "x" * 25_000_000), "larger than 1 MiB"),
    "18-fifty": (nested(50), "no readable text"),
    "26-utf-16": (charset("utf-16", CARD.encode("utf-16")), "plain text"),
    "26-odd-length": (charset("utf-16-le", CARD.encode("utf-16-le")[:-1]), "plain text"),
    "26-no-label": (mail(CARD.encode("utf-16-be")), "plain text"),
    "30-uuencoded": (mail("begin 644 orders.txt\n#0V%T\n`\nend\n"), "uuencoded"),
    "31-zip-alone": (mail(base64.b64encode(zipped()), "Content-Type: application/zip\n" + BASE64), "no readable text"),
    "34-external": (
        mail("", "Content-Type: message/external-body; access-type=local-file; name=/etc/passwd\n"),
        "no readable text",
    ),
    "34-partial": (mail(CARD, "Content-Type: message/partial; number=1; total=2; id=x\n"), "no readable text"),
    "html-of-tags": (mail("<div>" * 9_000, HTML), "no readable text"),
}
"""Mails whose sender is told why there is nothing to read."""

IGNORED: dict[str, bytes] = {
    "39-auto-reply": mail(more="Auto-Submitted: auto-replied (vacation)\n"),
    "39-autoreply": mail(more="X-Autoreply: yes\n"),
    "39-bounce": changed(b"<rosa@example.org>\r\nReceived", b"<>\r\nReceived"),
    "39-report": mail("", 'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n'),
    "39-list": mail(more="List-Id: <games.example.org>\n"),
    "39-bulk": mail(more="Precedence: bulk\n"),
    "39-our-own": mail(more="Auto-Submitted: auto-generated\n"),
}
"""Mails that a machine wrote."""

TRAPS: dict[str, bytes] = {
    "html-comments": mail("<!--" * 60_000, HTML),
    "html-tags": mail("<a " * 80_000, HTML),
    "html-quotes": mail('<a b="' * 40_000, HTML),
    "html-bold": mail("<div>" + "".join(f"<b id={k}>" for k in range(9_000)) + "</div><p>x" * 9_000, HTML),
    "html-scripts": mail("<script>" * 30_000, HTML),
    "html-number": mail("&#" + "1" * 200_000 + ";", HTML),
    "html-blanks": mail("<p " + " " * 250_000, HTML),
    "html-style": mail("<style>" + "a{" * 100_000 + "</style>" + lines(), HTML),
    "words": changed(b"Orders", b"=?utf-8?b?" * 190),
    "words-nested": changed(b"Orders", b"=?utf-8?q?=?utf-8?q?" * 90 + b"?=" * 90),
    "parameters": mail(more="Content-Type: text/plain" + '; a="' * 400 + "\n"),
    "pieces": mail(more="Content-Type: text/plain; " + "".join(f"charset*{k}*=%61; " for k in range(90)) + "\n"),
    "boundaries": mail("--b\n" * 200_000, 'Content-Type: multipart/mixed; boundary="b-"\n'),
    "boundary-of-blanks": mail(("--b" + " " * 990 + "x\n") * 1_000, 'Content-Type: multipart/mixed; boundary="b"\n'),
    "flowed": mail("a \n" * 300_000, FLOWED),
    "flowed-orders": mail("BA15,BA15,BA15,BA15! \n" * 40_000, FLOWED),
    "flowed-line": mail("a," * 500_000 + "! \nb", FLOWED),
    "base64": mail(b"=" * 1_000_000, PLAIN + BASE64),
    "qp": mail(b"=" * 1_000_000, PLAIN + QP),
    "lines": mail(b"\r" * 1_000_000),
    "many-orders": mail(CARD.replace("END", "BA15\n" * 100_000 + "END")),
    "headings": mail("game: EU-7, turn: 5, player: 1\n" * 3_000),
    "one-line": mail(CARD.replace("BA15", "BA15 " * 200_000)),
    "received": mail(
        more="Received: by by by by " + "by " * 600 + "\n" + "Authentication-Results: " + "(" * 2000 + "\n"
    ),
    "comments-deep": sent_by(b"(" * 2_000),
    "quotes-two-kib": sent_by(b'"' * 2_000),
    "backslashes": sent_by(b"<" * 900 + b"\\" * 900),
    "forwards": mail(more="Content-Type: message/rfc822\n", body="Content-Type: message/rfc822\n\n" * 30_000),
}
"""What takes a careless reader minutes, or all of his stack."""


def all_of_them() -> dict[str, bytes]:
    """Every bad mail, by its row and name."""
    refused = {name: data for name, (data, _) in REFUSED.items()}
    return {**GOOD, **KEPT, **refused, **IGNORED, **TRAPS}
