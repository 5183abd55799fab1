"""What in a text is not the writer's own: what he quotes, a signature, and whether an older mail may stand below."""

import re

_QUOTED = re.compile(r"[ \t]*[>|]")
# "From:" at the head of an older mail, in the languages of most mail programs.
SENDER = r"[ \t*]*(?:From|Von|De|Van|Da|Od|Från|Fra|Lähettäjä|Feladó|Kimden|От)[ \t\u00a0*]*:"
_HINT = (
    rf"[^\s@]@[^\s@]|^{SENDER}|-[ \t]*(?:[OAP][a-zů]|Urspr|Me[sn]|Forw|Weit|Wiad)"
    r"|wrote|schrieb|crit|schreef|escribi|escreveu|pisze|napisa|skrev|skrifar|kirjoitti|napsal"
)

# How people close a letter, where no line "-- " says that a signature begins; alone, or with a name behind it.
_CLOSES = re.compile(
    r"[ \t]*(?:(?:all the |with )?(?:best|kind|kindest|warm)(?: regards| wishes)?|regards|greetings|cheers|thanks"
    r"|thank you|many thanks|yours|yours (?:sincerely|truly|faithfully)|sincerely|take care"
    r"|(?:viele|liebe|beste|schöne|mit freundlichen) grü(?:ß|ss)en?|grü(?:ß|ss)e|gru(?:ß|ss)|cordialement|amicalement"
    r"|saludos|un saludo|cordiali saluti|saluti|groeten|pozdrawiam|hälsningar|hilsen)"
    r"(?:[ \t]*[,.!][ \t]*(?P<name>.{0,60})|[ \t]*)",
    re.IGNORECASE,
)
_IN_NAMES = str.maketrans("", "", ".,'’-")
_MOST_NAMES = 3  # lines of names below it


def is_quoted(line: str) -> bool:
    """Whether the line is one of an older mail, marked with > or |."""
    return _QUOTED.match(line) is not None


def may_have_older(text: str) -> bool:
    """Whether it is worth while to look for an older mail: most cards have nothing that looks like one."""
    return re.search(_HINT, text, re.IGNORECASE | re.MULTILINE) is not None


def is_signature(line: str) -> bool:
    """Whether a signature begins with this line."""
    return line in ("-- ", "--")


def letter_end(lines: list[str]) -> int:
    """Where the writer closes his letter, as with "Best, Amy": that line, counted from 0; or the number of lines.

    Only below an empty line, by a few well-known words, and if nothing but a name stands below: an order is never
    taken for one.
    """
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    for k in range(max(1, last - 1 - _MOST_NAMES), last):
        found = _CLOSES.fullmatch(lines[k]) if len(lines[k]) < 100 and not lines[k - 1].strip() else None
        if found and all(map(_is_name, [found["name"] or "", *lines[k + 1 : last]])):
            return k
    return len(lines)


def _is_name(line: str) -> bool:
    """Whether there is nothing in a line but a few words such as Amy or O'Neill, in capital and small letters."""
    words = line.split()
    return len(words) <= 4 and all(
        word[0].isupper() and any(map(str.islower, word)) and word.translate(_IN_NAMES).isalpha() for word in words
    )
