"""Numbers and lists as words of a sentence."""

from collections.abc import Sequence

_NUMBERS = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten"}


def count(number: int | str, one: str, many: str = "") -> str:
    """1 spy, 2 spies; a number that is no whole one is given as text: 0.5 spies."""
    return f"{number} {one if str(number) == '1' else many or one + 's'}"


def signed(number: int) -> str:
    """A change: +8, \u221212, \u00b10."""
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number < 0 else "\u00b10"


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    return ", ".join(parts[:-1]) + (" and " if parts[:-1] else "") + parts[-1] if parts else ""


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def number_word(number: int) -> str:
    """Three to Ten, as a sentence begins; digits else."""
    return _NUMBERS.get(number, str(number))
