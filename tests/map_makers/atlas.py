"""The drawing of a map as the site's artist takes it, and its text as it is committed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.map_makers import outlines
from tests.map_makers.outlines import Dot
from tests.map_makers.signs import place_signs


def atlas(
    rings: Mapping[str, Sequence[Sequence[Dot]]],
    shapes: Mapping[str, str],
    lanes: Sequence[Sequence[Dot]],
    names: Mapping[str, str],
    seas: set[str],
    size: tuple[int, int],
    title: str,
) -> dict[str, Any]:
    """A geometry: the outlines, the lanes between seas, and places for all signs.

    `look` tells the artist how to draw: "pieces" has a sign for each structure, squares for armies, and waterlines.
    """
    signs = place_signs(rings, names, seas, size, title)
    return {
        "width": size[0],
        "height": size[1],
        "look": "pieces",
        "lines": {"sea": outlines.path(lanes, closed=False)},
        "neutral": "",
        "airlinks": [],
        "ornaments": signs.ornaments,
        "spaces": {
            code: {
                "name": names[code],
                "kind": "sea" if code in seas else "land",
                "d": shapes[code],
                **signs.spaces[code],
            }
            for code in sorted(names)
        },
    }


def written(data: Mapping[str, Any]) -> str:
    """The text of a file: a line for each space and for each other entry."""
    out = []
    for key, value in data.items():
        if isinstance(value, Mapping) and key == "spaces":
            rows = [f"  {_text(code)}: {_text(space)}" for code, space in value.items()]
            out.append(f' "{key}": {{\n' + ",\n".join(rows) + "\n }")
        elif isinstance(value, list) and key == "spaces":
            out.append(f' "{key}": [\n' + ",\n".join(f"  {_text(space)}" for space in value) + "\n ]")
        else:
            out.append(f' "{key}": {_text(value)}')
    return "{\n" + ",\n".join(out) + "\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
