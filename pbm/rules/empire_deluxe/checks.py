"""Why a kind of unit does not do what an order says, as the kit has it for the order table (ED 8.9, 9.6)."""

from collections.abc import Mapping

from pbm.rules.empire_deluxe.board import LAND, MOUNTAIN, WATER
from pbm.rules.empire_deluxe.kinds import AIRBASE, ARMOR, FIGHTER, INFANTRY, SETS, UnitType, table

ABOARD, INSIDE = "aboard", "in a city"
"""Traits of a unit's place: it is a passenger; it is in a city."""
Reasons = dict[str, dict[str, str]]

SHORE = "this ship does not bombard: Cruisers and Battleships do"
BOMBS = "planes bomb enemies' cities, in the advanced game"
LOADS = "only Transports and Carriers load and unload"
FROM_ABOARD = "from aboard no ship is attacked, and by Armor no mountain"
STILL = "an Airbase has no orders but S, W, Z"


def reasons(variant: str) -> Reasons:
    """ED 9.6: by what part or goal it is about: by kind, with what is there, the sentence why not."""
    kinds = table(variant).kinds
    ships = {code for code, kind in kinds.items() if kind.holds and kind.layer == "sea"}
    found: Reasons = {
        "go": {},
        "explore": dict.fromkeys(kinds, "all is known in the basic game") if variant == SETS[0] else {},
        "load": {code: LOADS for code in kinds if code not in ships},
        "unload to": {code: LOADS for code in kinds if code not in ships},
        "unload": {code: LOADS for code in kinds if code not in ships | _builders(variant)},
        "join": {c: "Armies board Transports, Fighters Carriers" for c, k in kinds.items() if not _boards(k)},
        "bomb": _bombing(variant, kinds),
        "signs": {f"{code}:-": "- is for Transports and Carriers" for code in kinds if code not in ships},
        "conquer at": {},
        "bomb at": {f"{code}:-": BOMBS for code, kind in kinds.items() if kind.layer == "air"},
    }
    for code in _builders(variant):
        found["unload"] |= {f"{code}:{trait}": "no Airbase in a city or aboard" for trait in (ABOARD, INSIDE)}
    for kind in kinds.values():
        found["conquer at"] |= _attacks(kind, variant)
        found["bomb at"] |= _attacks(kind, variant)
    if AIRBASE in kinds:
        for name in ("go", "explore", "load", "unload to", "unload", "join", "bomb"):
            found[name] = {**found[name], AIRBASE: STILL}
    return found


def _builders(variant: str) -> set[str]:
    """ED 8.9 U: who becomes an Airbase."""
    return {INFANTRY} if AIRBASE in table(variant).kinds else set()


def _boards(kind: UnitType) -> bool:
    """ED 8.9 J: who goes aboard a ship."""
    return kind.layer == "land" or kind.code == FIGHTER


def _bombing(variant: str, kinds: Mapping[str, UnitType]) -> dict[str, str]:
    """ED 8.9 B: planes in the advanced game, and ships with guns for the shore."""
    found = {}
    for code, kind in kinds.items():
        if kind.layer == "sea" and not kind.bombards:
            found[code] = SHORE
        elif kind.layer == "land":
            found[code] = "only planes, Cruisers and Battleships bomb"
        elif kind.layer == "air" and variant != SETS[-1]:
            found[code] = BOMBS
    return found


def _attacks(kind: UnitType, variant: str) -> dict[str, str]:
    """ED 6.7, 6.8: what a kind does not attack. That a city may not be taken is judged for the first part alone: later
    ones may name what earlier ones win.
    """
    code = kind.code
    if kind.layer == "sea":
        towns = dict.fromkeys((f"{code}:site", f"{code}:0"), "ships take no city")
        return towns if kind.bombards else towns | {f"{code}:{sign}": SHORE for sign in LAND}
    if kind.layer == "air":
        return dict.fromkeys([f"{code}:0"] + ([f"{code}:site"] if variant != SETS[-1] else []), BOMBS)
    signs = WATER + MOUNTAIN if code == ARMOR else WATER
    return {f"{code}:{ABOARD}:{sign}": FROM_ABOARD for sign in signs}
