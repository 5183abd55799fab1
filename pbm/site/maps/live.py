"""The living map: what its script needs to know of a map, and the script itself, joined of its parts.

The facts stand as attributes on the <svg>: who borders on whom, who is in air range of whom (the same for all readers,
for the geometry says it), and which borders hold the reader's spaces back (of a private map alone).
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbm.core.printout import MapView
from pbm.site.ink.packing import packed
from pbm.site.maps.base import safe

PARTS = ("view", "labels", "layers", "card", "map")


def facts(geometry: Mapping[str, Any]) -> str:
    """The attributes that all maps of a geometry have: pairs of neighbours, pairs in air range beside these."""
    spaces = geometry["spaces"]
    near = {code: set(space.get("near", ())) for code, space in spaces.items()}
    far = {code: set(space.get("air", ())) - near[code] for code, space in spaces.items()}
    told = (("near", _pairs(near)), ("air", _pairs(far)))
    return "".join(f' data-{name}="{text}"' for name, text in told if text)


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
    return "".join(read(f"map/{part}.js") for part in PARTS)


def packed_script(read: Callable[[str], str]) -> str:
    """The same for pages that carry it: without comments and blanks, which only its readers need."""
    return packed(map_script(read)) + "\n"
