"""What a heading opens: @ the player, @XXX a space, @#7 or @#12+15-20 numbered places. As composer/headings.js."""

from collections.abc import Iterable

from pbm.core.printout import KitPlace
from pbm.orders import faults
from pbm.orders.fault_words import said
from pbm.orders.faults import Trouble
from pbm.orders.operands import MAX_DIGITS
from pbm.orders.spaces import Spaces
from pbm.orders.table import PlaceKind


def opened(spaces: Spaces, code: str) -> tuple[list[KitPlace], Trouble | None]:
    """The places that a heading opens, or what is wrong with it; `code` is what stands behind @."""
    place = spaces.place(code) or _beyond(spaces, code)
    if place is not None:
        return [place], None
    for kind in spaces.table.places:
        if kind.many and kind.sign and code.startswith(kind.sign) and len(code) > len(kind.sign):
            return _several(spaces, kind, code)
    return [], faults.no_place(spaces, code)


def headings_of(kind: PlaceKind, codes: Iterable[str]) -> list[str]:
    """The headings, without @, that open these numbered places; a row of numbers stands as its first and last."""
    runs: list[list[int]] = []
    for number in sorted(int(code[len(kind.sign) :]) for code in codes):
        if runs and kind.range and runs[-1][-1] == number - 1 and len(runs[-1]) < kind.most:
            runs[-1].append(number)
        else:
            runs.append([number])
    found: list[tuple[int, list[str]]] = []
    for run in runs:
        text = str(run[0]) if len(run) == 1 else f"{run[0]}{kind.range}{run[-1]}"
        if found and found[-1][0] + len(run) <= kind.most:
            found[-1] = found[-1][0] + len(run), [*found[-1][1], text]
        else:
            found.append((len(run), [text]))
    return [kind.sign + kind.many.join(texts) for _, texts in found]


def _beyond(spaces: Spaces, code: str) -> KitPlace | None:
    """A space that the kit does not list, where the table has orders for such."""
    if not spaces.table.others or not spaces.known(code):
        return None
    return KitPlace(code, spaces.kit.names.get(code, ""), spaces.table.others, {})


def _several(spaces: Spaces, kind: PlaceKind, code: str) -> tuple[list[KitPlace], Trouble | None]:
    """The numbered places of a heading, each once. Of a range those that there are; another must be there."""
    found: dict[str, KitPlace] = {}
    for piece in code[len(kind.sign) :].split(kind.many):
        low, to, high = piece.partition(kind.range) if kind.range else (piece, "", "")
        if not all(_is_number(text) for text in ((low, high) if to else (low,))):
            return [], faults.no_place(spaces, kind.sign + piece)
        if to and int(low) > int(high):
            return [], ("invalid", said("range-off", text=faults.printable(piece), sign=kind.sign), kind.rule)
        numbers = _numbers(spaces, kind, int(low), int(high)) if to else [low]
        for number in numbers:
            place = spaces.place(f"{kind.sign}{number}")
            if place is None:
                return [], faults.no_place(spaces, f"{kind.sign}{number}")
            found[place.code] = place
        if not numbers:
            return [], faults.no_place(spaces, kind.sign + piece)
        if len(found) > kind.most:
            return [], ("invalid", said("many-places", most=kind.most), kind.rule)
    return list(found.values()), None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS


def _numbers(spaces: Spaces, kind: PlaceKind, low: int, high: int) -> list[int]:
    """Which numbers of a range there are."""
    own = (code[len(kind.sign) :] for code in spaces.held(kind.sign))
    return sorted(number for text in own if _is_number(text) and low <= (number := int(text)) <= high)
