"""What in a text is the writer's own: not what he quotes, nor the older mail that his program puts below."""

import re

_QUOTED = re.compile(r"[ \t]*[>|]")
_OLDER = re.compile(
    r"[ \t]*-{2,}[ \t]*(?:Original Message|Urspr(?:ü|ue)ngliche Nachricht|Message d'origine)[ \t]*-{2,}[ \t]*",
    re.ASCII | re.IGNORECASE,
)
_WROTE = re.compile(r"[ \t]*(?:On .{5,200} wrote|Am .{5,200} schrieb.{0,100}|Le .{5,200} a écrit)[ \t\u00a0]*:[ \t]*")
_FROM = re.compile(r"[ \t*]*(?:From|Von|De):", re.ASCII)
_BESIDE = re.compile(r"[ \t*]*(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|À):")

_HINT = re.compile(r"(?:From|Von|De):|-[ \t]*(?:Original|Urspr|Message)|wrote|schrieb|crit", re.IGNORECASE)


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


def _attributes(lines: list[str], k: int) -> int:
    """How many lines say "On Monday Rosa wrote:" from here on: one, two where a program broke it, or none."""
    whole = lines[k]
    if len(whole) < 400 and _WROTE.fullmatch(whole):
        return 1
    if not whole[:1].isalpha() or k + 1 >= len(lines) or is_quoted(lines[k + 1]):
        return 0
    whole = f"{whole} {lines[k + 1].strip()}"
    return 2 if len(whole) < 400 and _WROTE.fullmatch(whole) else 0


def may_have_older(text: str) -> bool:
    """Whether it is worth while to look for an older mail: most cards have nothing that looks like one."""
    return _HINT.search(text) is not None


def own_text(lines: list[str]) -> list[str]:
    """The lines above an older mail, if there is one below.

    One that is marked line by line is left, and only what stands above it, "On Monday Rosa wrote:", made empty: below
    it the writer may go on.
    """
    own = list(lines)
    for k in range(len(lines)):
        if is_older_mail(lines, k):
            return own[:k]
        width = _attributes(lines, k)
        if width:
            rest = [line for line in lines[k + width : k + width + 5] if line.strip()]
            if rest and not any(map(is_quoted, rest)):
                return own[:k]
            own[k : k + width] = [""] * width
    return own


def is_signature(line: str) -> bool:
    """Whether a signature begins with this line."""
    return line in ("-- ", "--")
