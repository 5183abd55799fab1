"""What in a text is not the writer's own: what he quotes, a signature, and whether an older mail may stand below."""

import re

_QUOTED = re.compile(r"[ \t]*[>|]")
# "From:" at the head of an older mail, in the languages of most mail programs.
SENDER = r"[ \t*]*(?:From|Von|De|Van|Da|Od|Från|Fra|Lähettäjä|Feladó|Kimden|От)[ \t\u00a0*]*:"
_HINT = (
    rf"[^\s@]@[^\s@]|^{SENDER}|-[ \t]*(?:[OAP][a-zů]|Urspr|Me[sn]|Forw|Weit|Wiad)"
    r"|wrote|schrieb|crit|schreef|escribi|escreveu|pisze|napisa|skrev|skrifar|kirjoitti|napsal"
)


def is_quoted(line: str) -> bool:
    """Whether the line is one of an older mail, marked with > or |."""
    return _QUOTED.match(line) is not None


def may_have_older(text: str) -> bool:
    """Whether it is worth while to look for an older mail: most cards have nothing that looks like one."""
    return re.search(_HINT, text, re.IGNORECASE | re.MULTILINE) is not None


def is_signature(line: str) -> bool:
    """Whether a signature begins with this line."""
    return line in ("-- ", "--")
