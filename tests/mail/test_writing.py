"""Letters as bytes: the same every time, readable everywhere, with no header but ours (security 3.3, row 84)."""

from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.mail.writing import Enclosure, OutgoingMail, addresses, bare_address, domain, write_letter

LETTER = OutgoingMail(
    sender="The Long Post <cards@example.org>",
    to=("rosa@example.org",),
    subject="EU-7 turn 5 [1]",
    text="Rosa,\n.\nFrom here\nhällo\n",
    date=datetime(2026, 11, 21, 21, 0, tzinfo=timezone(timedelta(hours=1))),
    message_id="EU-7.t5.p1",
    auto="auto-generated",
)
PICTURE = Enclosure("map.png", "image/png", b"\x89PNG", shown="map")
DRAWING = Enclosure("map.svg", "image/svg+xml", b"<svg/>")


def read(letter: OutgoingMail) -> EmailMessage:
    made = message_from_bytes(write_letter(letter), policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def test_a_letter_reads_back_as_it_was_written() -> None:
    mail = read(replace(LETTER, answers="<abc@example.net>", auto="auto-replied"))
    assert mail["From"] == "The Long Post <cards@example.org>"
    assert mail["To"] == "rosa@example.org"
    assert mail["Subject"] == "EU-7 turn 5 [1]"
    assert mail["Date"] == "Sat, 21 Nov 2026 20:00:00 +0000"
    assert mail["Message-ID"] == "<EU-7.t5.p1@example.org>"
    assert mail["In-Reply-To"] == mail["References"] == "<abc@example.net>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail.get_content().replace("\r\n", "\n") == LETTER.text


def test_every_letter_says_that_a_program_wrote_it() -> None:
    assert read(LETTER)["Auto-Submitted"] == "auto-generated"


def test_text_html_picture_and_drawing_lie_where_mail_programs_look_for_them() -> None:
    mail = read(replace(LETTER, html="<p>h</p>", enclosures=(DRAWING, PICTURE)))
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "image/svg+xml",
    ]
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert (picture["Content-ID"], picture.get_content_disposition()) == ("<map>", "inline")
    assert next(mail.iter_attachments()).get_filename() == "map.svg"


def test_the_same_letter_is_the_same_bytes_and_another_has_other_boundaries() -> None:
    letter = replace(LETTER, html="<p>h</p>", enclosures=(PICTURE, DRAWING))
    assert write_letter(letter) == write_letter(letter)
    boundaries = {read(it).get_boundary() for it in (letter, replace(letter, text="other"))}
    assert len(boundaries) == 2


@pytest.mark.parametrize("text", ["x" * 100_000, "é" * 50_000, "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-" * 300, "\r" * 50])
def test_no_line_is_longer_than_mail_servers_take(text: str) -> None:
    data = write_letter(replace(LETTER, text=text, html=f"<p>{text}</p>"))
    assert max(map(len, data.split(b"\r\n"))) <= 998
    assert b"\r" not in data.replace(b"\r\n", b"")
    assert b"\n" not in data.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    "bad", ["\r\nBcc: all@example.org", "\nBcc: x@example.org", "\rX: y", "\0", "\x85X: y", "\u2028Y: z"]
)
@pytest.mark.parametrize("field", ["subject", "sender", "message_id", "to"])
def test_no_value_can_write_a_header_of_its_own(field: str, bad: str) -> None:
    old = getattr(LETTER, field)
    value: Any = (old[0] + bad,) if field == "to" else old + bad
    with pytest.raises(PbmError):
        write_letter(replace(LETTER, **{field: value}))


@pytest.mark.parametrize(
    "answers",
    [
        "<a@b>\r\nBcc: x@y",
        "no brackets@x",
        "<>",
        "<[b378@x]>",
        "<a b@c>",
        "<a@b> <c@d>",
        "<é@b>",
        "<" + "a" * 300 + "@b>",
    ],
)
def test_an_odd_message_id_is_not_answered_to_or_stays_one_header(answers: str) -> None:
    mail = read(replace(LETTER, answers=answers))
    assert mail["Bcc"] is None
    assert str(mail["In-Reply-To"] or answers) == answers


@given(st.text(max_size=80), st.text(max_size=200), st.text(max_size=200))
def test_whatever_is_written_gives_a_whole_mail_or_a_sentence(subject: str, text: str, html: str) -> None:
    try:
        data = write_letter(replace(LETTER, subject=subject, text=text, html=html))
    except PbmError:
        return
    mail = message_from_bytes(data)
    assert sorted({name.lower() for name in mail}) == sorted(
        {
            "from",
            "to",
            "subject",
            "date",
            "message-id",
            "auto-submitted",
            "x-auto-response-suppress",
            "mime-version",
            "content-type",
        }
        | ({"content-transfer-encoding"} if not html else set())
    )


@pytest.mark.parametrize("text", ["rosa@example.org", " a@b.org , c@d.org,", "o'neil+pbm@sub.example.org"])
def test_addresses_stand_with_commas_between(text: str) -> None:
    assert [it.strip() for it in text.split(",") if it.strip()] == list(addresses(text))


@pytest.mark.parametrize(
    "text", ["rosa", "a@b\nc@d", "a@@b", "Rosa <a@b.org>", "a@b.org;c@d.org", "é@b.org", "a@-b", "@b.org"]
)
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(PbmError, match="is not a mail address"):
        addresses(text)


def test_a_sender_may_have_a_name() -> None:
    assert bare_address("The Post <a@b.org>") == bare_address(" a@b.org ") == "a@b.org"
    assert domain("The Post <a@b.org>") == "b.org"
    with pytest.raises(PbmError):
        bare_address("The Post")
    assert read(replace(LETTER, sender='"Die Lange Post, Köln" <a@b.org>', date=datetime(2026, 1, 1, tzinfo=UTC)))[
        "From"
    ]
