"""The map of a Trust a Thief game: provinces, sea zones, who borders on whom (TT 1.2, 1.3, T22).

A data file holds `id`, `title`, `source`, `homes` (provinces for the seats that nobody chose, in order), `homes_for`
(by the number of nations, where a game of so many has others than the first of these) and `spaces`: a list of tables
with `code` (three capitals), `name`, `kind` ("land" or "sea") and `adjacent`, the codes of all that border on it,
of both kinds. Borders are mutual. Nothing else joins two spaces: no straits (TT T22).
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.engine.system import read_legend

LEGEND = read_legend("pbm.rules.trust_a_thief")
LOOK = "pieces"  # of a drawing that does not say how it looks


class Space(msgspec.Struct, frozen=True, gc=False):
    """A province or a sea zone; its neighbours in the order of their codes, by kind."""

    code: str
    name: str
    land: bool
    adjacent: tuple[str, ...]
    provinces: tuple[str, ...]
    seas: tuple[str, ...]


class Map(msgspec.Struct, frozen=True, gc=False):
    """A whole map, codes in alphabetical order."""

    name: str
    title: str
    spaces: dict[str, Space]
    names: dict[str, str]  # of all spaces, by code
    provinces: tuple[str, ...]
    seas: tuple[str, ...]
    homes: tuple[str, ...]
    homes_for: dict[int, tuple[str, ...]] = {}


def read_map(data: Mapping[str, Any]) -> Map:
    """TT 1.2, 1.3: the map of a data file."""
    land = {s["code"] for s in data["spaces"] if s["kind"] == "land"}
    spaces = {}
    for s in sorted(data["spaces"], key=lambda s: str(s["code"])):
        adjacent = tuple(sorted(s["adjacent"]))
        spaces[s["code"]] = Space(
            code=s["code"],
            name=s["name"],
            land=s["code"] in land,
            adjacent=adjacent,
            provinces=tuple(code for code in adjacent if code in land),
            seas=tuple(code for code in adjacent if code not in land),
        )
    return Map(
        names={code: space.name for code, space in spaces.items()},
        name=data["id"],
        title=data["title"],
        spaces=spaces,
        provinces=tuple(code for code in spaces if code in land),
        seas=tuple(code for code in spaces if code not in land),
        homes=tuple(data["homes"]),
        homes_for={int(number): tuple(homes) for number, homes in data.get("homes_for", {}).items()},
    )


def drawn(geometry: Mapping[str, Any], board: Map) -> dict[str, Any]:
    """The map as it is drawn, with each space its neighbours."""
    spaces = {code: {**shape, "near": board.spaces[code].adjacent} for code, shape in geometry["spaces"].items()}
    return LEGEND.drawn({**geometry, "spaces": spaces})


def placed(tiles: Mapping[str, Any]) -> dict[str, Any]:
    """A drawing of tiles with the places of codes and signs: a province has its signs under its code, a sea has two
    columns of fleets, for several nations may be in it (TT 4.1).
    """
    spaces = {}
    for code, shape in tiles["spaces"].items():
        x, y = shape["label"]
        rows = [(x + side, y + down) for down in (-50, -8, 34, 76, 118) for side in (-60, 60)]
        spots = {"label": [x, y - 94], "badges": rows} if shape["kind"] == "sea" else {"label": [x, y - 22]}
        spaces[code] = {**shape, **spots}
    return {**tiles, "spaces": spaces}
