"""The living map: what its script needs to know of a map, and the script itself, joined of its parts.

The facts are attributes of the <svg>: the relations of spaces (the same for all readers, for the geometry has them) and
what they are called, and which borders hold the reader's spaces back (of a private map alone).
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from pbm.core.legend import Legend
from pbm.core.printout import MapView
from pbm.site.ink.composer_script import packed
from pbm.site.maps import arrows, realms
from pbm.site.maps.base import CHIP, CHIP_AT, HEX, LETTER, LOW, SUNK, TYPE, WIDE_TYPE, safe

PARTS = ("view", "unfold", "labels", "layers", "card", "map")


def facts(geometry: Mapping[str, Any], shown: Collection[str] = ()) -> str:
    """The attributes that all maps of a geometry have: of each relation the pairs that no earlier one has. shown: the
    codes of what is drawn, where that is not all.
    """
    spaces = {code: geometry["spaces"][code] for code in shown or geometry["spaces"]}
    told, known = "", {code: set[str]() for code in spaces}
    write = _numbered if geometry.get("look") == HEX else _pairs
    for name in geometry.get("relations", ()):
        lists = {code: set(space.get(name, ())) - known[code] for code, space in spaces.items()}
        pairs = write(lists)
        told += f' data-{name}="{pairs}"' if pairs else ""
        known = {code: known[code] | lists[code] for code in known}
    return told


def words(legend: Legend) -> str:
    """The attribute that says what relations and layers are called."""
    if not legend.relations:
        return ""
    told = {
        "relations": [[it.name, it.heading, it.layer, it.note] for it in legend.relations],
        "control": legend.controlled.layer,
        "held": [legend.held.layer, legend.held.note],
    }
    return f' data-words="{safe(msgspec.json.encode(told).decode())}"'


def _pairs(lists: Mapping[str, set[str]]) -> str:
    """`AL GR YU;AU CZ ...`: each space with those of its list that come after it, for such lists are mutual."""
    rows = []
    for code, others_of in sorted(lists.items()):
        others = [other for other in sorted(others_of) if other > code and other in lists]
        if others:
            rows.append(safe(" ".join([code, *others])))
    return ";".join(rows)


def _numbered(lists: Mapping[str, set[str]]) -> str:
    """`~1 a;2;;1`: the same for hundreds of spaces: a row for each code in their order, with how many codes further
    each other one is, to the base 36.
    """
    places = {code: k for k, code in enumerate(sorted(lists))}
    rows = []
    for code, k in places.items():
        others = sorted(places[other] - k for other in lists[code] if places.get(other, 0) > k)
        rows.append(" ".join(map(_base_36, others)))
    return f"~{';'.join(rows)}".rstrip(";") if any(rows) else ""


def _base_36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (_base_36(number // 36) if number >= 36 else "") + digits[number % 36]


def held(view: MapView) -> str:
    """The attribute of a map whose reader knows which borders hold him back."""
    if not view.held:
        return ""
    rows = ";".join([" ".join([code, *others]) for code, others in view.held])
    return f' data-held="{safe(rows)}"'


def map_script(read: Callable[[str], str]) -> str:
    """The whole script, as a file of the site. `read` gives a file of the templates' folder."""
    return numbers() + "".join(read(f"map/{part}.js") for part in PARTS)


def numbers() -> str:
    """What Python draws with and a script must know, as its first line: sizes of type, letters, chips, arrows."""
    sizes = {"type": TYPE, "wide": WIDE_TYPE, "letter": LETTER, "chip": CHIP, "chipAt": CHIP_AT, "apart": realms.APART}
    sizes |= {"low": LOW, "sunk": SUNK}
    return f"window.PbmMap={{drawn:{msgspec.json.encode({**sizes, 'arrow': arrows.SIZES}).decode()}}};\n"


def packed_script(read: Callable[[str], str]) -> str:
    """The same for pages that carry it: without comments and blanks, which only its readers need."""
    return packed(map_script(read)) + "\n"
