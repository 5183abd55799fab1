"""A map shaded by how much something happened in each space: darker where it is more, with figures where there is room.

Only outlines of a geometry are drawn. A map without outlines gives nothing: the table beside it has the same figures.
"""

from collections.abc import Mapping
from typing import Any, cast

from pbm.site.ink.marks import plain
from pbm.site.maps.base import is_water
from pbm.site.maps.chart import find_artist
from pbm.site.maps.places import Drawn

LEVELS = 5
FEW = 60
"""So many spaces have their code and figure on the map; of more they would lie over one another."""
LETTER = 62
"""A letter's size is the map's width divided by this."""


def level(value: int, most: int) -> int:
    """How dark a space is: 0 where nothing happened, else 1 to LEVELS."""
    return -(-LEVELS * value // most) if most > 0 else 0


def shaded_map(geometry: Mapping[str, Any], values: Mapping[str, int], title: str, figures: Mapping[str, str]) -> str:
    """The map as one <svg>. values: whole numbers by code, of some spaces; figures: the same as they are read."""
    spaces = {code: space for code, space in geometry.get("spaces", {}).items() if space.get("d")}
    if not spaces:
        return ""
    scale = cast(Drawn, find_artist(geometry)).look.scale
    width, height = geometry["width"], geometry["height"]
    most = max(values.values(), default=0)
    paths, labels = [], []
    size = round(width / LETTER)
    for code, space in spaces.items():
        if is_water(geometry, code):
            continue
        told = f"{code} {space.get('name') or ''}".strip() + f": {figures.get(code, '0')}"
        paths.append(
            f'<path class="s{level(values.get(code, 0), most)}" d="{space["d"]}"><title>{plain(told)}</title></path>'
        )
        if len(spaces) <= FEW and "label" in space:
            x, y = space["label"]
            labels.append(
                f'<text x="{x}" y="{y}"><tspan class="code">{plain(code)}</tspan>'
                f'<tspan x="{x}" dy="{size}">{plain(figures.get(code, "–"))}</tspan></text>'
            )
    bare = f"<g>{''.join(paths)}</g>" if scale == 1 else f'<g transform="scale({scale})">{"".join(paths)}</g>'
    return (
        f'<svg class="shades" role="img" aria-label="{plain(title)}" viewBox="0 0 {width} {height}" '
        f'font-size="{size}">{bare}{"".join(labels)}</svg>'
    )
