"""What people wrote, without what cannot be seen; a player's text within the limits of press."""

import re

PRESS_CHARACTERS, PRESS_LINES, BLANK_RUNS, MARKS = 4000, 200, 40, 4
LONGEST_LINE = 120  # characters of a title or a name
CUT = " […]"  # behind a text that was cut

# C0 and C1 controls but tab and line feed; zero-width, bidi and other invisible controls; byte order
# mark; what is no character in XML; tags; surrogates.
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_HIDDEN}]")
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
