"""Names at sign-up: short, printable, and no two that look alike (security 5.6, rows 78 and 79)."""

import unicodedata
from collections.abc import Iterable

from pbm.errors import PbmError
from pbm.orders.fault_words import LOOKS

LONGEST = 60
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs of no shape, though "printable"


def skeleton(name: str) -> str:
    """What is left of a name when letters that look alike are one: `Paul`, `PAUL` and `Рaul` with a Cyrillic Р."""
    signs = unicodedata.normalize("NFKD", name).upper()
    plain = "".join(LOOKS.get(sign, sign) for sign in signs if not unicodedata.combining(sign))
    folded = plain.casefold().replace("0", "o").replace("1", "l").replace("i", "l").replace("rn", "m")
    return "".join(sign for sign in folded if sign.isalnum())


def check_names(names: Iterable[tuple[int, str]]) -> None:
    """Refuse names, each with its player's number, that are too long, that hold what cannot be seen, or that look
    like another's; PbmError names the players.
    """
    seen: dict[str, int] = {}
    for number, name in names:
        if not name:
            continue
        if len(name) > LONGEST:
            raise PbmError(f"The name of player {number} is longer than {LONGEST} characters.")
        odd = next((sign for sign in name if sign in BLANK or not sign.isprintable()), "")
        if odd:
            raise PbmError(f"The name of player {number} has a character that cannot be seen: U+{ord(odd):04X}.")
        other = seen.setdefault(skeleton(name) or name, number)
        if other != number:
            raise PbmError(f"The names of players {other} and {number} look alike; add an initial to one of them.")
