"""The map of a Battle Plan game: spaces, coasts, surface and air neighbours, straits (BP 15B, 7)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.engine.system import read_legend

LEGEND = read_legend("pbm.rules.battle_plan")


class Space(msgspec.Struct, frozen=True, gc=False):
    """A space as the map gives it. `adjacent` are surface neighbours, without straits; `air` the air range; `ports`
    where Navy may go to from here, by a strait too, which may be open on the day (BP 4D.1, 4D.2, HR-47).
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
    """Two seas that are adjacent for the holder of `gate` and for those he permits (BP 7)."""

    gate: str
    seas: tuple[str, str]


class Map(msgspec.Struct, frozen=True, gc=False):
    """A whole map. Codes are in alphabetical order; `number` is a space's place in that order."""

    name: str
    title: str
    spaces: dict[str, Space]
    names: dict[str, str]  # of all spaces, by code
    countries: tuple[str, ...]
    sea_codes: frozenset[str]
    straits: tuple[Strait, ...]


def read_map(data: Mapping[str, Any], *, ice: bool = True) -> Map:
    """BP 15B, 18A: the map of a data file (shared by all variants that use it), its coasts (BP 15A, 18D) and straits
    (BP 7, 18C); without `ice` no plane flies over the icepack (BP 18B). Where a file does not say what is on the coast
    or in air range, the rules do.
    """
    straits = [data["strait"]] if "strait" in data else data.get("canals", [])
    gates = tuple(Strait(s["gate"], (s["connects"][0], s["connects"][1])) for s in straits)
    land = {s["code"] for s in data["spaces"] if s["kind"] == "land"}
    reach = AirRange(data, land, ice=ice)
    spaces = {}
    for s in sorted(data["spaces"], key=lambda s: str(s["code"])):
        code = s["code"]
        through = {sea for gate in gates if code in gate.seas for sea in gate.seas if sea != code}
        adjacent = tuple(sorted(s["adjacent"]))
        coast = tuple(sorted(s["coast"] if "coast" in s else [x for x in adjacent if code in land and x not in land]))
        air = tuple(sorted({*adjacent, *reach.further(s), *through}))
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
        names={code: space.name for code, space in spaces.items()},
        name=data["id"] if ice else f"{data['id']}-no-ice",  # the drawing shows who is in range
        title=data["title"],
        spaces=spaces,
        countries=tuple(code for code in spaces if code in land),
        sea_codes=frozenset(code for code in spaces if code not in land),
        straits=gates,
    )


class AirRange:
    """BP 4E.1, 18A, 18B: what planes reach beside what is adjacent: over one land space, over a star sea, along an
    arrow link, over the icepack.
    """

    def __init__(self, data: Mapping[str, Any], land: set[str], *, ice: bool) -> None:
        self.near = {s["code"]: set(s["adjacent"]) for s in data["spaces"]}
        self.land, self.ice = land, ice
        self.stars = set(data.get("star_seas", ()))
        self.pack = set(data.get("icepack", ()))
        self.links: dict[str, set[str]] = {}
        for a, b in data.get("arrow_links", ()):
            self.links.setdefault(a, set()).add(b)
            self.links.setdefault(b, set()).add(a)

    def further(self, space: Mapping[str, Any]) -> set[str]:
        """The spaces in air range that are not adjacent: as listed, else by the rules."""
        code = space["code"]
        if "air" in space:
            listed = set(space["air"])
            return listed if self.ice or code not in self.pack else listed - (self.pack - self.reasoned(code))
        found = self.reasoned(code)
        if self.ice and code in self.pack:
            found |= self.pack
        return found - self.near[code] - {code}

    def reasoned(self, code: str) -> set[str]:
        """All that has a reason other than the icepack."""
        found = {x for m in self.near[code] & self.land for x in self.near[m]} | self.links.get(code, set())
        if code in self.land:
            for star in self.near[code] & self.stars:
                found |= self.near[star] & self.land
        return found


def drawn(geometry: Mapping[str, Any], board: Map) -> dict[str, Any]:
    """The map as it is drawn, with each space its neighbours and what is in air range (BP 4E.1)."""
    spaces = {
        code: {**shape, "near": board.spaces[code].adjacent, "air": board.spaces[code].air}
        for code, shape in geometry["spaces"].items()
    }
    links = "".join(link["d"] for link in geometry.get("airlinks", ()))
    return LEGEND.drawn({**geometry, "spaces": spaces, "links": links})
