"""The geometry of a map as SVG text: drawn once, by svgwrite, and kept in the cache folder.

A turn's map is this text with colours, badges and labels filled in, so no turn loads svgwrite again, nor looks again
for what no turn changes.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbm.core.stamps import digest, program, put, recalled
from pbm.site.maps import live
from pbm.site.maps.base import BARE, CHIP, GRAIN, HEX, PIECES, SCALE, Point, is_water, slots
from pbm.site.maps.folds import reduced
from pbm.site.maps.seanames import name_offsets, name_rooms, within_reach
from pbm.site.maps.shapes import UNITS
from pbm.site.maps.textures import TEXTURES

_PREFIX = "@@"  # stands for the prefix of ids; no path or class has it


class Drawing(msgspec.Struct, frozen=True):
    """Outlines, patterns and signs, with a mark in the prefix's place; what lies under the land, and what over it;
    how far from their usual places names of seas stand, and on which of them a space's badges might lie; what a
    script is told of all maps.
    """

    shapes: str
    under: str
    over: str
    names: dict[str, Point]
    near: dict[str, tuple[str, ...]]
    facts: str

    def defs(self, prefix: str) -> str:
        """Outlines, patterns and signs; `prefix` keeps the ids of two maps apart."""
        return self.shapes.replace(_PREFIX, prefix)


def drawing(geometry: Mapping[str, Any], cache: Path | None = None) -> Drawing:
    """The drawing of a geometry; from the cache, if it was drawn before."""
    if cache is None:
        return _draw(geometry)
    path = cache / "maps" / digest([program(), msgspec.json.encode(geometry).decode()])
    try:
        return msgspec.json.decode(recalled(path), type=Drawing)
    except (OSError, msgspec.MsgspecError):
        made = _draw(geometry)
    try:
        path.parent.mkdir(exist_ok=True)
        put(str(path), msgspec.json.encode(made))
    except OSError:
        pass  # it only saves time
    return made


def _draw(geometry: Mapping[str, Any]) -> Drawing:
    places = slots(geometry)
    names = {} if geometry.get("look") in BARE else name_offsets(geometry, places)
    near = within_reach(places, name_rooms(geometry, places, names))
    return Drawing(_defs(geometry, _PREFIX), *_scenery(geometry), names, near, live.facts(geometry))


def _defs(geometry: Mapping[str, Any], prefix: str) -> str:
    """Outlines, patterns and signs; `prefix` keeps the ids of two maps apart."""
    import svgwrite

    sheet = svgwrite.Drawing(debug=False)
    defs = sheet.defs
    every = sheet.g(id=f"{prefix}land")
    is_folded = geometry.get("look") == HEX  # its outlines are where they are filled
    for code, space in sorted(geometry["spaces"].items()) if not is_folded else ():
        (defs if is_water(geometry, code) else every).add(sheet.path(d=space["d"], id=f"{prefix}{code}"))
    if not is_folded:
        defs.add(every)
    transform = reduced(SCALE, GRAIN) if is_folded else ""
    tile, turned = ({"patternTransform": transform}, f"{transform} ") if transform else ({}, "")
    has_badges = geometry.get("look") != PIECES  # badges with signs; spaces that somebody controls and nobody owns
    for player in range(1, 10):
        if has_badges:
            stripes = sheet.pattern(
                id=f"{prefix}h{player}",
                size=(22, 22),
                patternUnits="userSpaceOnUse",
                patternTransform=f"{turned}rotate(-45)",
            )
            stripes.add(sheet.path(d="M0 0h22v11h-22z", class_=f"h{player}"))
            defs.add(stripes)
        texture = sheet.pattern(id=f"{prefix}t{player}", size=(26, 26), patternUnits="userSpaceOnUse", **tile)
        for kind, mark in TEXTURES[player - 1]:
            texture.add(sheet.path(d=mark, class_=kind))
        defs.add(texture)
    defs.add(sheet.rect((0, -17), (CHIP, CHIP), 5, id=f"{prefix}chip"))
    for name, d in UNITS.items() if has_badges else ():
        defs.add(sheet.path(d=d, id=f"{prefix}{name}", **({"fill": "none"} if name == "box" else {"stroke": "none"})))
    for line in ("bold", "dashed", "plain"):
        tip = sheet.marker(
            id=f"{prefix}a-{line}",
            insert=(3, 5),
            size=(4, 4),
            orient="auto",
            viewBox="0 0 10 10",
            class_=f"tip a-{line}",
        )
        tip["overflow"] = "visible"
        tip.add(sheet.path(d="M0 0L10 5L0 10L2.4 5z"))
        defs.add(tip)
    return str(defs.tostring()).replace("xlink:href", "href").replace(" />", "/>")


def _scenery(geometry: Mapping[str, Any]) -> tuple[str, str]:
    """(under the land, over the land): foreign land with its shelf, borders of seas; lines of a relation."""
    import svgwrite

    sheet = svgwrite.Drawing(debug=False)
    lines = geometry["lines"]
    under = [sheet.path(d=lines["sea"], class_="seaborder").tostring()]
    if geometry.get("neutral"):  # a moderator's own drawing may be without
        under.append(sheet.path(d=geometry["neutral"], class_="neutral").tostring())
    links = geometry.get("links", "")
    return "".join(under), sheet.path(d=links, class_="rel").tostring() if links else ""
