"""What our own border says of a sender (RFC 8601): never a proof, only more trust, or less (security 3.1)."""

import re
from typing import Literal

from pbm.mail.headers import LONGEST_FIELD, MailHeaders, unfold

Trust = Literal["unknown", "pass", "fail"]
_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*(dkim|dmarc)\s*=\s*([a-z]+)(.*)", re.IGNORECASE | re.DOTALL)
_DOMAIN = re.compile(r"\bheader\.(d|i|from)\s*=\s*\"?([^\s\";]+)", re.IGNORECASE)
_BY = re.compile(r"\bby\s+([A-Za-z0-9.-]{1,255})", re.IGNORECASE)


def authentic(headings: MailHeaders, senders: tuple[str, ...], border: tuple[str, ...]) -> Trust:
    """Whether the border vouches for the one sender's domain.

    Only fields of an authserv-id in `border` count, and only above the first Received of that border: what
    stands below came with the mail. dkim=pass counts only for the domain of From, or one above it.
    """
    if not border or len(senders) != 1:
        return "unknown"
    names = {name.lower() for name in border}
    domain = senders[0].rpartition("@")[2]
    said: set[tuple[str, str]] = set()
    for value in _above_the_border(headings, names):
        said |= _results(value, names, domain)
    if ("dmarc", "fail") in said:
        return "fail"
    return "pass" if {("dmarc", "pass"), ("dkim", "pass")} & said else "unknown"


def _above_the_border(headings: MailHeaders, names: set[str]) -> list[str]:
    """The values of Authentication-Results that the border can have written."""
    received = [
        (k, unfold(value[:LONGEST_FIELD])) for k, (name, value) in enumerate(headings.fields) if name == "received"
    ]
    by = [k for k, value in received if (found := _BY.search(value)) and _is_ours(found[1].lower(), names)]
    end = by[0] if by else received[0][0] if received else len(headings.fields)
    return [
        unfold(value)
        for name, value in headings.fields[:end]
        if name == "authentication-results" and len(value) <= LONGEST_FIELD
    ]


def _is_ours(host: str, names: set[str]) -> bool:
    return any(host == name or host.endswith("." + name) for name in names)


def _results(value: str, names: set[str], domain: str) -> set[tuple[str, str]]:
    """(method, result) of each result that speaks of this domain."""
    for _ in range(5):
        value = _COMMENT.sub(" ", value)
    head, *results = value.split(";")
    if not head.split() or head.split()[0].lower() not in names:
        return set()
    said = set()
    for text in results:
        if found := _RESULT.match(text):
            about = [given.lower().rpartition("@")[2] for _, given in _DOMAIN.findall(found[3])]
            if any(_is_aligned(domain, other) for other in about):
                said.add((found[1].lower(), found[2].lower()))
    return said


def _is_aligned(domain: str, other: str) -> bool:
    return domain == other or ("." in other and domain.endswith("." + other))
