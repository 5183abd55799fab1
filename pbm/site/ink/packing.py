"""The order composer's script: its parts in order, joined for a page that needs no other file (design 4)."""

import re
from collections.abc import Callable

PARTS = (
    "table",
    "near",
    "faults",
    "reader",
    "standing",
    "card",
    "draft",
    "dom",
    "map",
    "arrows",
    "form",
    "sheets",
    "start",
)
LARGEST = 76_000  # bytes of the joined script: arrows on its map; slips, names and words told as the engine tells them
HEAD, TAIL = '(function(pbm){"use strict";', "})(window.PbmComposer);"  # of a part, packed
_CONST = re.compile(r"(?<![^;{}(\n])const(?=[ {\[])")  # where a statement begins, so in no sentence


def composer_script(read: Callable[[str], str]) -> str:
    """The whole composer as one classic script. `read` gives a file of the templates' folder.

    Each player's page carries it, so comments and blanks, which only its readers need, are left out.
    """
    return _as_one(packed("".join(read(f"composer/{part}.js") for part in PARTS))) + "\n"


def packed(script: str) -> str:
    """A script without comments and blanks, and with `let` for `const`: that nothing is set twice, the source holds."""
    from rjsmin import jsmin

    return _CONST.sub("let", str(jsmin(script)))


def _as_one(script: str) -> str:
    """The parts as blocks of one function, where each was one of its own: names stay as far apart, and half a kilobyte
    is saved on each page. As it was where a part, of the user's own templates, is made otherwise.
    """
    start, _, rest = script.partition(HEAD)
    blocks = rest.removesuffix(TAIL).replace(TAIL + HEAD, "}{")
    is_whole = rest.endswith(TAIL) and HEAD not in blocks and TAIL not in blocks
    return f"{start}{HEAD}{{{blocks}}}{TAIL}" if is_whole else script
