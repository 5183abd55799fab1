"""What cities build (ED 19): by need, and only as many units as the cities bear."""

from collections import Counter

from pbm.rules.empire_deluxe.house.chart import Chart
from pbm.rules.empire_deluxe.state import City

LOAD = 6
"""Armies for each Transport."""
BEGUN = 2
"""Turns of work that may be thrown away."""
PER_CITY = 2
"""ED 7.7: units that a city bears."""


def works(chart: Chart) -> list[str]:
    """ED 19: lines of the card for cities that are to build something else."""
    wanted = Counter(unit.kind for unit in chart.view.units.values())
    wanted.update(city.product for city in chart.view.cities.values() if city.product not in ("", "A", "N"))
    lines = []
    for code, city in sorted(chart.view.cities.items()):
        if city.product not in ("", "A", "N") and city.progress > BEGUN:
            continue
        if city.product not in ("", "A", "N"):
            wanted[city.product] -= 1
        product = _product(chart, code, city, wanted)
        wanted[product] += product not in "AN"
        if product != city.product or city.left:
            lines.append(f"@{code} P{product}")
    return lines


def _product(chart: Chart, code: str, city: City, wanted: Counter[str]) -> str:
    """What a city builds: Armies while there is something to take on its land; then ships for them."""
    land = chart.land_at(chart.at[code])
    is_coastal = chart.is_coastal(city)
    armies = sum(land is not None and bool(land.squares >> chart.square(unit) & 1) for _, unit in chart.units("AR"))
    is_full = chart.variant == "advanced" and len(chart.view.units) >= PER_CITY * len(chart.view.cities)
    if chart.is_threatened(code):
        return "A"
    if is_coastal and chart.unknown and armies >= 2 and wanted["D"] < 1 + len(chart.view.cities) // 6:
        return "D"
    if land is not None and not land.is_done and armies < 2 + 3 * (len(land.others) + land.is_open):
        return "A"
    if is_coastal and wanted["T"] * LOAD < _spare(chart) + LOAD // 2:
        return "T"
    if is_full and not chart.is_at_war:
        return "N"
    if chart.is_at_war and not is_full:
        return _for_war(chart, wanted, is_coastal=is_coastal)
    return "N" if is_full and _spare(chart) >= wanted["T"] * LOAD else "A"


def _for_war(chart: Chart, wanted: Counter[str], *, is_coastal: bool) -> str:
    """Planes and ships beside Armies, so that there is one of them for every few cities."""
    cities = len(chart.view.cities)
    for kind, share in (("F", 4), ("B", 6), ("C", 6), ("R", 3), ("S", 9), ("K", 12), ("W", 12)):
        if kind in chart.kinds and wanted[kind] * share < cities and (is_coastal or chart.kinds[kind].layer != "sea"):
            return kind
    return "A"


def _spare(chart: Chart) -> int:
    """Armies with nothing to do on their land."""
    found = 0
    for _, unit in chart.units("AR"):
        land = chart.land_at(chart.square(unit))
        found += land is not None and land.is_done
    return found
