"""The small marks of every page: safe text, a player's chip, numbers, a unit's sign."""

import re
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import escape

from pbm.core.plain import clean
from pbm.site.ink.palette import hue, ninth, worn

_PLAYER = re.compile(r"\[(\d{1,2})(?::([^\[\]]{0,60}))?\](?: (?=[^\W\d])([^\s\[\]]{1,24})(?![^\s\[\]]))?")
_UNSAFE = re.compile("[&<>\"']")
_CODE = re.compile(r"`([^`]+)`")
MINUS = "−"


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """Text made safe, nothing added."""
    shown = clean(text)
    return str(escape(shown)) if _UNSAFE.search(shown) else shown  # most has nothing to escape


def chip(player: int) -> str:
    """A player's number in their colour: the number is the name. Nobody is 0."""
    return _chip(player, hue(player), ninth(player)) if player > 0 else ""


@lru_cache(maxsize=128)
def _chip(player: int, colour: int, texture: int) -> str:
    return f'<b class="chip p{colour}{("", " t2", " t3", " t4", " t5")[texture]}">{player}</b>'


def fill(player: int) -> str:
    """The class of a player's colour: one of nine hues."""
    return f"p{hue(player)}"


def mark(player: int, names: Mapping[int, str]) -> str:
    """A player within a text, as `rich` takes it: [5:Turkey]."""
    return f"[{player}:{names.get(player, '')}]"


def rich(text: str) -> str:
    """Text made safe, with each [5] as a chip, and [5:Turkey] as chip and name. No line ends between chip and name."""
    return _rich(text, worn())


@lru_cache(maxsize=512)
def _rich(text: str, _coats: str) -> str:
    safe = plain(text)
    return _PLAYER.sub(_named, safe) if "[" in safe else safe


def _named(match: re.Match[str]) -> str:
    mark, name, word = chip(int(match[1])), match[2] or "", match[3] or ""
    if not mark:
        return match[0]
    shown = f"{held(mark, name)} {word}" if name else held(mark, word)
    return shown.rstrip(" ")


def held(mark: str, name: str) -> str:
    """A chip and safe text behind it, whose first word stays with it; a word that fills a line may part from it."""
    first, blank, rest = name.partition(" ")
    if not first or len(first) > 24:
        return f"{mark} {name}".rstrip(" ")
    return f'<span class="unbroken">{mark} {first}</span>{blank}{rest}'


def named(player: int, name: str) -> str:
    """A player's chip with a name that somebody wrote."""
    return f"<bdi>{held(chip(player), plain(name))}</bdi>"


def inline(text: str) -> str:
    """Text made safe, with what stands between backticks as code: the wording of tables."""
    return _CODE.sub(r"<code>\1</code>", plain(text))


def number(value: int) -> str:
    """A whole number with the true minus sign."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def money(hundredths: int) -> str:
    """Hundredths as 12.50."""
    whole, part = divmod(abs(hundredths), 100)
    return f"{MINUS if hundredths < 0 else ''}{whole}.{part:02d}"


@lru_cache(maxsize=64)
def glyph(name: str) -> str:
    """A unit's sign, where there is one. A word stands beside it, so readers aloud pass over it."""
    return f'<svg class="g" viewBox="0 0 16 16" aria-hidden="true"><use href="#g-{name}"/></svg>' if name else ""
