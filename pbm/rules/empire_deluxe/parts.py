"""ED 8.5, 8.9: the parts of a unit's orders, as they stand in its queue."""

import re
from functools import lru_cache

import msgspec

AGAIN = "*"
"""ED 8.5: at the end of a queue: a part that is done goes behind the others."""
WAKES, COMMITS, LEAVES = "?!-"
"""ED 9.4: wakes when an enemy comes into sight; flies beyond return, or storms; leaves a city empty."""

_PART = re.compile(
    r"(?P<code>[MCPBU])(?P<goal>[A-Z]{1,2}[0-9]{1,3}|[A-Z]{3})?(?P<flags>[?!-]*)"
    r"|(?P<turn>D)(?P<way>NE|NW|SE|SW|N|E|S|W)(?P<turning>[?!-]*)"
    r"|(?P<plain>[EHK])(?P<signs>[?!-]*)"
    r"|(?P<counted>[LI])(?P<number>[0-9]*)"
    r"|(?P<follow>F)#(?P<unit>[0-9]+)"
    r"|(?P<bare>[SRJZW*])"
).fullmatch


class QueuePart(msgspec.Struct, frozen=True):
    """One part: its letter; the square, city or direction that it names; a number; its signs; as it is written."""

    code: str
    text: str
    goal: str = ""
    number: int = 0
    flags: str = ""

    def aimed(self, goal: str) -> str:
        """ED 12: the same part with another goal, as text."""
        return f"{self.code}{goal}{self.flags}"


@lru_cache(maxsize=4096)
def part_of(text: str) -> QueuePart | None:
    """The part that a text is; None for what is not one."""
    found = _PART(text)
    if found is None:
        return None
    words = found.groupdict()
    code = next(words[name] for name in ("code", "turn", "plain", "counted", "follow", "bare") if words[name])
    if code in "MCPB" and not words["goal"]:
        return None
    number = words["number"] or words["unit"] or "0"
    flags = words["flags"] or words["turning"] or words["signs"] or ""
    return QueuePart(code, text, words["goal"] or words["way"] or "", int(number), flags)
