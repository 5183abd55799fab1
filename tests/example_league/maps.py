"""A league made by hand, the position of Turkey in turn 7: its seats and its map."""

import json
from functools import cache
from importlib import resources
from typing import Any

from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.battle_plan.maps import LEGEND
from pbm.site.pages import ShownSeat

SEATS = (
    ShownSeat(1, "France", "M. Ferrand"),
    ShownSeat(2, "Great Britain", "T. Ashby"),
    ShownSeat(3, "Russia", "I. Sokol"),
    ShownSeat(4, "Italy", "L. Bassi"),
    ShownSeat(5, "Turkey", "R. Klein"),
    ShownSeat(6, "Spain", "I. Ortega"),
    ShownSeat(7, "Germany", "J. Weber"),
)
OWNERS = {
    "FR": 1,
    "BE": 1,
    "LU": 1,
    "GB": 2,
    "IR": 2,
    "NE": 2,
    "RU": 3,
    "UK": 3,
    "PD": 3,
    "BA": 3,
    "IT": 4,
    "LY": 4,
    "YU": 4,
    "TU": 5,
    "GR": 5,
    "BU": 5,
    "SP": 6,
    "GE": 7,
    "DE": 7,
    "CZ": 7,
    "AU": 7,
}


def badge(player: int, army: int = 0, navy: int = 0, air: int = 0) -> Badge:
    """Units of a player at a space, of the three kinds of Battle Plan."""
    counts = (("army", army), ("navy", navy), ("air", air))
    return Badge(player, tuple(pair for pair in counts if pair[1]))


BADGES = {
    "TU": badge(5, 50, 8, 44),
    "GR": badge(5, 12, 5, 7),
    "BU": badge(5, 26, 4),
    "CY": badge(5, 4, 15, 6),
    "AL": badge(4, 9, 7, 6),
    "YU": badge(4, 8, 5, 6),
    "RO": badge(3, 8, 6, 8),
    "AU": badge(7, 13),
    "CZ": badge(7, 23, 0, 11),
    "BLA": badge(5, 0, 4),
    "EAS": badge(5, 0, 13, 3),
}
HELD = {
    1: (1, 2, 3, 3),
    2: (1, 2, 3, 3),
    3: (1, 3, 5, 4),
    4: (1, 1, 3, 3),
    5: (1, 1, 2, 3),
    6: (1, 2, 2, 1),
    7: (1, 2, 3, 4),
}


@cache
def geometries() -> dict[str, Any]:
    """The drawn map of Europe, as the system ships it."""
    path = resources.files("pbm.rules.battle_plan").joinpath("data/europe_geometry.json")
    return {"europe": LEGEND.drawn(json.loads(path.read_text("utf-8")))}


def map_view(viewer: int = 0) -> MapView:
    """The public's map, or Turkey's."""
    spaces = []
    for code, drawn in geometries()["europe"]["spaces"].items():
        change = ""
        if code in ("BU", "AU"):
            change = "captured"
        if code == "PR":
            change = "revolution"
        spaces.append(
            MapSpace(
                code,
                drawn["name"],
                drawn["kind"],
                OWNERS.get(code, 0),
                {"RO": 3, "AL": 4, "CY": 5}.get(code, 0) if viewer else 0,
                (BADGES[code],) if viewer and code in BADGES else (),
                change,
            )
        )
    arrows = (Arrow("attack", "TU", "BU", 5), Arrow("attack", "GR", "BU", 5), Arrow("support", "TU", "GR", 5))
    theatre = ("TU", "GR", "BU", "CY", "AL", "RO", "YU", "HU", "AU", "CZ", "UK", "BLA", "EAS")
    return MapView(
        "europe",
        "EU-2, turn 7" + (", as [5] Turkey sees it" if viewer else ""),
        "Turkey occupies Turkey, Greece and Bulgaria.",
        tuple(spaces),
        (*arrows, Arrow("attack", "YU", "GR", 4)) if viewer else (),
        tuple((seat.number, seat.country) for seat in SEATS),
        theatre if viewer else (),
        LEGEND,
    )
