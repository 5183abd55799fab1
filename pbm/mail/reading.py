"""Bytes to a Mail: whatever they are, within limits of time and memory, and without believing a word (security 3.3).

The order of steps: size, limits of headings, a walk over the parts, the choice of a text, its decoding, joined lines.
Finding the card in the text is not done here, and quotation marks stay in it.
"""

import re
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from pbm.mail.authentic import authentic
from pbm.mail.charset import decode, is_wide
from pbm.mail.flowed import join_flowed
from pbm.mail.headers import LONGEST_FIELD, MailHeaders, UnfitError, addresses, show, split_headings, unfold
from pbm.mail.hypertext import read_html
from pbm.mail.message import Mail
from pbm.mail.parts import MimePart, Parts, read_parts

LARGEST = 1 << 20
LONGEST_TEXT = 262_144  # characters; no card is looked for in a longer text
HasCard = Callable[[str], bool]

_HEADING = re.compile(
    r"^[ \t]*[A-Z0-9][A-Z0-9-]{0,19}[ \t,]+T-?[0-9]{1,4}[ \t,]+\[[0-9]{1,3}\]|^[ \t]*game[ \t]*:[ \t]*[A-Z]",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)
_UUENCODED = re.compile(r"^begin [0-7]{3,4} \S[^\n]*\r?\n[!-`]", re.MULTILINE)
_ONCE = ("from", "subject", "date", "message-id")
_ROBOTS = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+=-][^@]*)?@.*", re.IGNORECASE)
_REPLIERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply")


class Candidate(msgspec.Struct):
    """A text that might hold the card: where it stood, and what was odd about it."""

    text: str
    notes: list[str]
    is_html: bool = False


def looks_like_card(text: str) -> bool:
    """Whether a text has a line that might be the heading of a card."""
    return bool(_HEADING.search(text))


def read_mail(data: bytes, border: tuple[str, ...] = (), has_card: HasCard = looks_like_card) -> Mail:
    """What is in a mail. Never raises; of more than `LARGEST` bytes only the headings are looked at.

    has_card says of a text whether a card stands in it: then no other part of the mail is tried.
    """
    if not data.strip(b"\0 \t\r\n"):
        return Mail("kept", problem="is empty" if not data.strip() else "has nothing but NULs")
    try:
        headings = split_headings(data)
    except UnfitError as unfit:
        return Mail("kept", problem=str(unfit))
    mail = _from_headings(headings, border)
    if mail.fate != "read":
        return mail
    if len(data) > LARGEST:
        return replace(mail, fate="refused", problem="is larger than 1 MiB")
    try:
        return _with_text(mail, data, headings, has_card)
    except UnfitError as unfit:
        problem = str(unfit)
    except Exception:  # whatever Python's parser raises for what no mail program writes
        problem = "cannot be read"
    return replace(mail, fate="kept", problem=problem, answerable=False)


def _from_headings(headings: MailHeaders, border: tuple[str, ...]) -> Mail:
    """What the headings tell. A field that cannot be read is named, and is not there."""
    notes: list[str] = []
    senders: list[str] = []
    for value in headings.all("from")[:10]:
        if len(value) > LONGEST_FIELD:
            return Mail("kept", problem="has a From of more than 2 KiB")
        found = addresses(value)
        if found is None:
            notes.append("Its From is unreadable.")
        senders += found or []
    once = tuple(dict.fromkeys(senders))[:10]
    if not once:
        notes.append("Its sender is unknown.")
    if len(once) > 1 or len(headings.all("from")) > 1:
        notes.append("It names more than one sender.")
    shown = {name: _shown(headings, name, notes) for name in _ONCE[1:]}
    mail = Mail(
        fate="read",
        senders=once,
        subject=shown["subject"],
        date=shown["date"],
        message_id=shown["message-id"],
        notes=tuple(notes),
        authentic=authentic(headings, once, border),
    )
    machine = _machine(headings)
    if machine:
        return replace(mail, fate="ignored", problem=machine)
    return replace(mail, answerable=bool(once) and not any(_ROBOTS.fullmatch(sender) for sender in once))


def _shown(headings: MailHeaders, name: str, notes: list[str]) -> str:
    value = headings.first(name)
    if len(value) > LONGEST_FIELD:
        notes.append(f"Its {name.title().replace('Id', 'ID')} is longer than 2 KiB.")
    return show(value)


def _machine(headings: MailHeaders) -> str:
    """Why this is the mail of a machine, or nothing."""

    def word(name: str) -> str:
        return unfold(headings.first(name)[:LONGEST_FIELD]).partition(";")[0].strip().lower()

    if headings.has("auto-submitted") and word("auto-submitted") != "no":
        return "is an automatic answer"
    if any(headings.has(name) for name in _REPLIERS) or word("precedence") == "auto_reply":
        return "is an automatic answer"
    if word("content-type") == "multipart/report" or (
        headings.has("return-path") and word("return-path") in ("<>", "")
    ):
        return "is a report of a mail server"
    if headings.has("list-id") or word("precedence") in ("bulk", "list", "junk"):
        return "came by a mailing list"
    return ""


def _with_text(mail: Mail, data: bytes, headings: MailHeaders, has_card: HasCard) -> Mail:
    """The mail with the text to be looked through for a card, if there is one."""
    found = read_parts(data, headings)
    notes = [*mail.notes, *found.notes]
    if _unread(found):
        notes.append("Attachments other than .txt are not read.")
    chosen, other, problem = _choose(found, has_card)
    if (chosen is None or not has_card(chosen.text)) and not headings.ended:
        text = decode(data)
        if has_card(text):  # a card where the headings should be: there is no empty line between them
            chosen, problem = Candidate(text, ["There is no empty line between its headings and its text."]), ""
    if chosen is None:
        return replace(mail, fate="refused", problem=problem or "has no readable text", notes=tuple(notes))
    if _UUENCODED.search(chosen.text) and not has_card(chosen.text):
        return replace(mail, fate="refused", problem="is uuencoded: send plain text", notes=tuple(notes))
    return replace(mail, text=chosen.text, other_text=other, notes=tuple(dict.fromkeys([*notes, *chosen.notes])))


def _choose(found: Parts, has_card: HasCard) -> tuple[Candidate | None, str, str]:
    """The text to be read, that of an HTML part which says something else, and why there is no text.

    The first plain part with a card; else a .txt attachment that has one, then HTML; what was forwarded last.
    """
    plain = [p for p in found.parts if p.kind == "text/plain" and not p.is_attached]
    attached = [p for p in found.parts if p not in plain and _is_text_file(p)]
    markup = [p for p in found.parts if p.kind == "text/html" and p not in attached]
    problem = ""
    choices: list[Candidate] = []
    for part in sorted([*plain, *attached, *markup], key=lambda p: p.is_forwarded):
        made, why = _choice(part)
        problem = problem or why
        if made and has_card(made.text):
            other = "" if made.is_html or part.is_forwarded else _other(markup, made.text)
            return made, other, ""
        if made:
            choices.append(made)
    return next(iter(choices), None), "", problem


def _choice(part: MimePart) -> tuple[Candidate | None, str]:
    """A part as text, or why it is none."""
    raw, odd = part.body()
    label = part.parameter("charset")
    if is_wide(raw, label):
        return None, "is not readable: send it as plain text (UTF-8)"
    notes = [odd] if odd else []
    text = decode(raw, label)
    if part.kind == "text/html":
        text, has_hidden = read_html(text[:LONGEST_TEXT])
        notes.append("It was read from HTML.")
        notes += ["Text that was hidden in its HTML was not read."] if has_hidden else []
    elif part.parameter("format").lower() == "flowed" and len(text) <= LONGEST_TEXT:
        text = join_flowed(text, del_sp=part.parameter("delsp").lower() == "yes")
    if part.is_forwarded:
        notes.append("Its text stands in a mail that was forwarded.")
    elif part.is_attached:
        notes.append("It was read from an attachment.")
    if not text.strip():
        return None, ""
    return Candidate(text, notes, part.kind == "text/html"), ""


def _other(markup: list[MimePart], text: str) -> str:
    """The text of the HTML part, where it has other words than the plain one."""
    for part in markup[:1]:
        made, _ = _choice(part)
        if made and not part.is_forwarded and _words(made.text) != _words(text):
            return made.text
    return ""


def _words(text: str) -> list[str]:
    """What is compared: words, without marks of quotation."""
    words = text.split()  # a no-break space is a blank to split()
    return [word for word in words if word.strip(">")] if ">" in text else words


def _is_text_file(part: MimePart) -> bool:
    """An attachment that is read: .txt, whatever it calls itself, or plain text. The name is used for nothing else."""
    if part.kind == "text/plain":
        return True
    main = part.kind.partition("/")[0]
    return part.name.strip().lower().endswith(".txt") and (main == "text" or part.kind == "application/octet-stream")


def _unread(found: Parts) -> bool:
    return any(p.kind not in ("text/plain", "text/html") and not _is_text_file(p) for p in found.parts)
