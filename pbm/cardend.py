"""Where a card ends though nobody wrote END: at a signature, a quotation, or an older mail below."""

import re

_QUOTED = re.compile(r"[ \t]*[>|]")
_OLDER = re.compile(
    r"[ \t]*-{2,}[ \t]*(?:Original (?:Message|Appointment)|Urspr(?:ü|ue)ngliche Nachricht|Message d'origine|"
    r"Messaggio originale|Mensaje original|Oorspronkelijk bericht)[ \t]*-{2,}[ \t]*",
    re.ASCII | re.IGNORECASE,
)
_WROTE = re.compile(
    r"[ \t]*(?:On .{5,200} wrote|Am .{5,200} schrieb.{0,100}|Le .{5,200} a écrit|El .{5,200} escribió|"
    r"Il .{5,200} ha scritto|Op .{5,200} schreef.{0,100})[ \t\u00a0]*:[ \t]*"
)
_FROM = re.compile(r"[ \t*]*(?:From|Von|De|Da|Van):", re.ASCII)
_BESIDE = re.compile(r"[ \t*]*(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|Cc):")


def is_quoted(line: str) -> bool:
    """Whether the line is one of an older mail, marked with > or |."""
    return _QUOTED.match(line) is not None


def is_older_mail(lines: list[str], k: int) -> bool:
    """Whether an older mail begins with this line, as a mail program puts it below an answer."""
    line = lines[k]
    if len(line) > 400:
        return False
    if _OLDER.fullmatch(line):
        return True
    return bool(_FROM.match(line)) and sum(bool(_BESIDE.match(it[:40])) for it in lines[k + 1 : k + 6]) >= 2


def _attributes(lines: list[str], k: int) -> bool:
    """Whether the line, or it and the next where a mail program broke it in two, says "On Monday Rosa wrote:"."""
    whole = lines[k]
    if len(whole) < 400 and _WROTE.fullmatch(whole):
        return True
    if not whole[:1].isalpha() or k + 1 >= len(lines) or is_quoted(lines[k + 1]):
        return False
    whole = f"{whole} {lines[k + 1].strip()}"
    return len(whole) < 400 and _WROTE.fullmatch(whole) is not None


def cut_off(lines: list[str]) -> int:
    """The number of lines above an older mail. One that is marked line by line needs no cut: below it the
    writer may go on.
    """
    for k in range(len(lines)):
        if is_older_mail(lines, k):
            return k
        if _attributes(lines, k):
            rest = [line for line in lines[k + 1 : k + 6] if line.strip()]
            if rest and not any(map(is_quoted, rest)):
                return k
    return len(lines)


def ends_card(lines: list[str], k: int, *, is_open: bool) -> bool:
    """Whether a card ends here: an older mail, also where ORDERS has no END yet, or a signature."""
    if is_older_mail(lines, k) or _attributes(lines, k):
        return True
    return not is_open and lines[k].rstrip("\r") in ("-- ", "--")
