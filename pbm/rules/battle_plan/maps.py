"""The map of a Battle Plan game: spaces, coasts, surface and air neighbours, straits (15B, 7)."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Space(msgspec.Struct, frozen=True, gc=False):
    """A space as the map gives it. `adjacent` are surface neighbours, without straits; `air` the air range; `ports`
    where Navy may go to from here, by a strait too, which may be open on the day (4D.1, 4D.2, HR-47).
    """

    code: str
    name: str
    land: bool
    adjacent: tuple[str, ...]
    air: tuple[str, ...]  # all in range: adjacent ones, and seas joined by a strait, included
    coast: tuple[str, ...]
    island: bool
    land_adjacent: tuple[str, ...]
    air_land: tuple[str, ...]
    ports: tuple[str, ...]


class Strait(msgspec.Struct, frozen=True, gc=False):
    """Two seas that are adjacent for the holder of `gate` and for those he permits (7)."""

    gate: str
    seas: tuple[str, str]


class Map(msgspec.Struct, frozen=True, gc=False):
    """A whole map. Codes are in alphabetical order; `number` is a space's place in that order."""

    name: str
    title: str
    spaces: dict[str, Space]
    countries: tuple[str, ...]
    sea_codes: frozenset[str]
    straits: tuple[Strait, ...]


def read_map(data: Mapping[str, Any]) -> Map:
    """The map of a data file (shared by all variants that use it)."""
    straits = [data["strait"]] if "strait" in data else data.get("canals", [])
    gates = tuple(Strait(s["gate"], (s["connects"][0], s["connects"][1])) for s in straits)
    land = {s["code"] for s in data["spaces"] if s["kind"] == "land"}
    spaces = {}
    for s in sorted(data["spaces"], key=lambda s: str(s["code"])):
        code = s["code"]
        through = {sea for gate in gates if code in gate.seas for sea in gate.seas if sea != code}
        adjacent, coast = tuple(sorted(s["adjacent"])), tuple(sorted(s.get("coast", ())))
        air = tuple(sorted({*adjacent, *s["air"], *through}))
        spaces[code] = Space(
            code=code,
            name=s["name"],
            land=code in land,
            adjacent=adjacent,
            air=air,
            coast=coast,
            island=bool(s.get("island", False)),
            land_adjacent=tuple(x for x in adjacent if x in land),
            air_land=tuple(x for x in air if x in land),
            ports=coast if code in land else tuple(sorted({*adjacent, *through})),
        )
    return Map(
        name=data["id"],
        title=data["title"],
        spaces=spaces,
        countries=tuple(code for code in spaces if code in land),
        sea_codes=frozenset(code for code in spaces if code not in land),
        straits=gates,
    )


def drawn(geometry: Mapping[str, Any], board: Map) -> dict[str, Any]:
    """The map as it is drawn, with each space its neighbours and what is in air range (4E.1)."""
    spaces = {
        code: {**shape, "near": board.spaces[code].adjacent, "air": board.spaces[code].air}
        for code, shape in geometry["spaces"].items()
    }
    return {**geometry, "spaces": spaces}
