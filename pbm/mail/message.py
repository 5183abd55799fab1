"""What is known of a mail once it is read; nothing in it has been believed."""

from typing import Literal

import msgspec


class Mail(msgspec.Struct, frozen=True):
    """A mail as it was read.

    fate: read (there is a text), refused (the sender may be told why), kept (for the moderator's eyes, no
    answer), ignored (a machine wrote it, or there is nothing for us in it; no answer).
    senders: addresses of From, lower case, those that can be read. subject, date, message_id: as written,
    decoded, without control characters, cut after 200 characters; they are only ever shown.
    text: what is to be looked through for a card: decoded, soft lines joined. other_text: that of another
    part that differs (HTML beside plain), "" where there is none. problem: one sentence without subject or
    full stop, as "is larger than 1 MiB", where the fate is not read. notes: what was odd, a sentence each.
    answerable: whether an answer may be sent: no automatic mail, no list, no bounce.
    authentic: what our own border says of the sender (RFC 8601), where it is configured.
    """

    fate: Literal["read", "refused", "kept", "ignored"]
    senders: tuple[str, ...] = ()
    subject: str = ""
    date: str = ""
    message_id: str = ""
    text: str = ""
    other_text: str = ""
    problem: str = ""
    notes: tuple[str, ...] = ()
    answerable: bool = False
    authentic: Literal["unknown", "pass", "fail"] = "unknown"
