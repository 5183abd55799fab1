"""What cities build (ED 19): by need, and only as many units as the cities bear."""

from collections import Counter

from pbm.rules.empire_deluxe.house.lookout import Lookout
from pbm.rules.empire_deluxe.state import City

LOAD = 4
"""Idle Armies for each Transport."""
BEGUN = 2
"""Turns of work that may be thrown away."""
PER_CITY = 2
"""ED 7.7: units that a city bears."""


def works(lookout: Lookout) -> list[str]:
    """ED 19: lines of the card for cities that are to build something else."""
    wanted = Counter(unit.kind for unit in lookout.view.units.values())
    wanted.update(city.product for city in lookout.view.cities.values() if city.product not in ("", "A", "N"))
    lines = []
    for code, city in sorted(lookout.view.cities.items()):
        if city.product not in ("", "A", "N") and city.progress > BEGUN:
            continue
        if city.product not in ("", "A", "N"):
            wanted[city.product] -= 1
        product = _product(lookout, code, city, wanted)
        wanted[product] += product not in "AN"
        if product != city.product or city.left:
            lines.append(f"@{code} P{product}")
    return lines


def _product(lookout: Lookout, code: str, city: City, wanted: Counter[str]) -> str:
    """What a city builds: Armies while there is something to take on its land; then ships for them."""
    land = lookout.land_at(lookout.at[code])
    is_coastal = lookout.is_coastal(city)
    armies = sum(land is not None and bool(land.squares >> lookout.square(unit) & 1) for _, unit in lookout.units("AR"))
    is_full = lookout.variant == "advanced" and len(lookout.view.units) >= PER_CITY * len(lookout.view.cities)
    if lookout.is_threatened(code):
        return "A"
    if is_coastal and lookout.unknown and armies >= 2 and wanted["D"] < 1 + len(lookout.view.cities) // 6:
        return "D"
    if land is not None and not land.is_done and armies < 2 + 3 * (len(land.others) + land.is_open):
        return "A"
    if is_coastal and wanted["T"] * LOAD < _spare(lookout) + LOAD // 2:
        return "T"
    if is_full and not lookout.is_at_war:
        return "N"
    if lookout.is_at_war and not is_full:
        return _for_war(lookout, wanted, is_coastal=is_coastal)
    return "N" if is_full and _spare(lookout) >= wanted["T"] * LOAD else "A"


def _for_war(lookout: Lookout, wanted: Counter[str], *, is_coastal: bool) -> str:
    """Planes and ships beside Armies, so that there is one of them for every few cities."""
    cities = len(lookout.view.cities)
    for kind, share in (("F", 4), ("B", 6), ("C", 6), ("R", 3), ("S", 9), ("K", 12), ("W", 12)):
        if (
            kind in lookout.kinds
            and wanted[kind] * share < cities
            and (is_coastal or lookout.kinds[kind].layer != "sea")
        ):
            return kind
    return "A"


def _spare(lookout: Lookout) -> int:
    """Armies with nothing to do on their land."""
    found = 0
    for _, unit in lookout.units("AR"):
        land = lookout.land_at(lookout.square(unit))
        found += land is not None and land.is_done
    return found
