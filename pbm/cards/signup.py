"""Signing up for a game: JOIN EU-8, with a name and wishes for a seat, in a mail or on a card without a heading.

    JOIN EU-8
    NAME Ann Smith
    SEAT TU, FR
    SHOW NAME

SEAT and SHOW NAME may be left out. LEAVE EU-8 takes it back.
"""

import re

import msgspec

MOST_WISHES = 12
LONGEST_NAME = 60
_JOIN = re.compile(
    r"[ \t]*(JOIN|LEAVE)[ \t]+([A-Z][A-Z0-9]{0,7}-?[0-9]{1,4})(?:[ \t,;.!]+(.*))?", re.ASCII | re.IGNORECASE
)
_LINE = re.compile(r"[ \t]*(NAME|SEATS?|SHOW)[ \t]*:?[ \t]+(.*?)[ \t]*", re.IGNORECASE)
_HOMES = re.compile(r"[A-Z0-9]{1,8}(?:\+[A-Z0-9]{1,8}){0,3}")
_NEAR = 12  # lines below JOIN that are looked at


class SignUpText(msgspec.Struct, frozen=True):
    """What somebody wrote: the game, whether they leave it, the name, homes that they wish for, best first, and whether
    the site may show the name.
    """

    game: str
    leaves: bool = False
    name: str = ""
    wishes: tuple[str, ...] = ()
    shows: bool = False


def signup_in(text: str) -> SignUpText | None:
    """The first sign-up in a text, or None."""
    lines = text[:20_000].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for k, line in enumerate(lines):
        if len(line) < 200 and (found := _JOIN.fullmatch(line)):
            game = found[2].upper()
            game = game if "-" in game else re.sub(r"(?<=[A-Z])([0-9]+)$", r"-\1", game)
            return _read(
                SignUpText(game, found[1].upper() == "LEAVE", _plain(found[3] or "")), lines[k + 1 : k + 1 + _NEAR]
            )
    return None


def _read(made: SignUpText, lines: list[str]) -> SignUpText:
    name, wishes, shows = made.name, made.wishes, made.shows
    for line in lines:
        found = _LINE.fullmatch(line) if len(line) < 200 else None
        if not found:
            continue
        word, rest = found[1].upper(), found[2]
        if word == "NAME":
            name = _plain(rest)
        elif word == "SHOW":
            shows = rest.upper().rstrip(".") == "NAME"
        else:
            codes = (code.upper() for code in re.split(r"[ \t,;]+", rest) if code)
            wishes = tuple(dict.fromkeys(code for code in codes if _HOMES.fullmatch(code)))[:MOST_WISHES]
    return SignUpText(made.game, made.leaves, name, wishes, shows)


def _plain(text: str) -> str:
    """A name without signs that cannot be seen, cut where it is too long."""
    return " ".join("".join(sign for sign in text if sign.isprintable()).split())[:LONGEST_NAME]
