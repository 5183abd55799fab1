"""The small marks of every page: safe text, a player's chip, numbers, a unit's sign."""

import re
from functools import lru_cache

from markupsafe import escape

from pbm.site.prose import clean

_PLAYER = re.compile(r"\[(\d{1,2})\]")
MINUS = "−"


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Text made safe, nothing added."""
    return str(escape(clean(text)))


@lru_cache(maxsize=64)
def chip(player: int) -> str:
    """A player's number in his colour: the number is the name. Nobody is 0."""
    if player < 1:
        return ""
    texture = ("", " t2", " t3")[min((player - 1) // 9, 2)]
    return f'<b class="chip {fill(player)}{texture}">{player}</b>'


def fill(player: int) -> str:
    """The class of a player's colour: nine hues in turn."""
    return f"p{(player - 1) % 9 + 1}" if player > 0 else "p0"


@lru_cache(maxsize=16384)
def rich(text: str) -> str:
    """Text made safe, with each [5] as a chip."""
    safe = plain(text)
    return _PLAYER.sub(lambda m: chip(int(m[1])), safe) if "[" in safe else safe


def number(value: int) -> str:
    """A whole number with the true minus sign."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def money(hundredths: int) -> str:
    """Hundredths as 12.50."""
    whole, part = divmod(abs(hundredths), 100)
    return f"{MINUS if hundredths < 0 else ''}{whole}.{part:02d}"


@lru_cache(maxsize=64)
def glyph(name: str) -> str:
    """A unit's sign; a word stands beside it, so readers aloud pass over it."""
    return f'<svg class="g" viewBox="0 0 16 16" aria-hidden="true"><use href="#g-{plain(name)}"/></svg>'
