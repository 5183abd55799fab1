"""What people wrote, without what cannot be seen; a player's text within the limits of press."""

import re
from itertools import pairwise

PRESS_CHARACTERS, PRESS_LINES, BLANK_RUNS, MARKS = 4000, 200, 40, 4
LONGEST_LINE = 120  # characters of a title or a name
FULL_LINE = 60  # characters: a shorter line of a text ends where its writer ended it
CUT = " […]"  # behind a text that was cut

# C0 and C1 controls but tab and line feed; zero-width, bidi and other invisible controls; byte order
# mark; what is no character in XML; tags; surrogates.
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_HIDDEN}]")
_OWN_LINE = (" ", "\t", ">", "|")
_MARKED_LINE = r"[ \t>|#~`=]|[-*+_]|[0-9]{1,3}[.)]|$"  # what Markdown, or its writer, begins on a line of its own
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_ZALGO = re.compile(f"({_MARK}{{{MARKS}}}){_MARK}+")


def clean(text: str) -> str:
    """A name or a line without controls, invisible and bidi characters, and with few marks on a letter."""
    if text.isascii() and text.isprintable():
        return text
    return _ZALGO.sub(r"\1", _INVISIBLE.sub("", text))


def visible(text: str) -> str:
    """A text of several lines without controls, invisible and bidi characters, and with few marks on a letter."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ZALGO.sub(r"\1", _INVISIBLE.sub("", text))


def within_limits(text: str) -> str:
    """A player's text as it is shown: visible, with few empty lines, and cut where it is too long."""
    text = re.sub(r"\n[ \t]*(?:\n[ \t]*){2,}", "\n\n", visible(text))
    runs = text.split("\n\n")
    if len(runs) > BLANK_RUNS:
        text = "\n\n".join(runs[:BLANK_RUNS]) + "\n" + "\n".join(runs[BLANK_RUNS:])
    cut = "\n".join(text.split("\n")[:PRESS_LINES])[:PRESS_CHARACTERS]
    return cut if cut == text else f"{cut.rstrip()}{CUT}"


def unwrapped(text: str) -> str:
    """A text in which a line that its writer's program wrapped goes on: what its paragraph's longest line had no room
    for stands on the next one. A short line (a verse, a signature), an item of a list, a quoted line and one that is
    indented end where they ended.
    """
    return "\n\n".join([_unwrapped_run(run.split("\n")) for run in text.split("\n\n")])


def _unwrapped_run(lines: list[str]) -> str:
    widest = max(map(len, lines))
    joined = lines[0]
    for line, after in pairwise(lines):
        is_full = len(line) >= FULL_LINE and len(line) + len(after.partition(" ")[0]) >= widest
        goes_on = is_full and not line.startswith(_OWN_LINE) and not re.match(_MARKED_LINE, after)
        joined += f" {after}" if goes_on and not line.endswith(("  ", "\\")) else f"\n{after}"
    return joined
