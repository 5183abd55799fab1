"""Pass phrases: six words of a published list, drawn by the system's source of chance (security 5.2).

The list is the Electronic Frontier Foundation's long one of 7,776 words (CC BY 3.0 US), as the package
xkcdpass carries it. A phrase has 6 × log2(7776) = 77.5 bits; own choice is refused, so there is no other.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

from pbm.errors import PbmError

COUNT = 6
LIST_LENGTH = 7776
UNSEEN = re.compile(r"[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff]")
_BETWEEN = re.compile("[^a-z0-9]+")

Draw = Callable[[int], int]
"""A number below the given one, each as likely as the others."""


@cache
def word_list() -> tuple[str, ...]:
    """The 7,776 words, held against their number: a phrase is as strong as its list is long."""
    from xkcdpass.xkcd_password import generate_wordlist, locate_wordfile

    words = generate_wordlist(wordfile=locate_wordfile("eff-long"), min_length=1, max_length=99)
    if len(set(words)) != LIST_LENGTH:
        raise PbmError(f"The list of words of the package xkcdpass has {len(set(words))} words, not {LIST_LENGTH}.")
    return tuple(sorted(set(words)))


def draw_phrase(draw: Draw = secrets.randbelow, words: Sequence[str] = ()) -> str:
    """Six words with blanks between them."""
    chosen = words or word_list()
    return " ".join(chosen[draw(len(chosen))] for _ in range(COUNT))


def plain_phrase(typed: str) -> str:
    """A phrase as typed, made plain: small letters and single blanks, whatever stood between the words.

    The page reads it in the same way (sealed/unlock.js), so that capitals, hyphens and line ends do no harm.
    """
    letters = UNSEEN.sub("", unicodedata.normalize("NFKD", typed)).lower()
    return _BETWEEN.sub(" ", letters).strip()
