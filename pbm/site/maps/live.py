"""The living map: what its script needs to know of a map, and the script itself, joined of its parts.

The facts are attributes of the <svg>: the relations of spaces (the same for all readers, for the geometry has them) and
what they are called, and which borders hold the reader's spaces back (of a private map alone).
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pbm.core.legend import Legend
from pbm.core.printout import MapView
from pbm.site.ink.composer_script import packed
from pbm.site.maps import arrows, realms
from pbm.site.maps.base import CHIP, CHIP_AT, LETTER, LOW, SUNK, TYPE, WIDE_TYPE, safe

PARTS = ("view", "labels", "layers", "card", "map")


def facts(geometry: Mapping[str, Any]) -> str:
    """The attributes that all maps of a geometry have: of each relation the pairs that no earlier one has."""
    told, known = "", {code: set[str]() for code in geometry["spaces"]}
    for name in geometry.get("relations", ()):
        lists = {code: set(space.get(name, ())) - known[code] for code, space in geometry["spaces"].items()}
        pairs = _pairs(lists)
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
