"""The tables and the map: what the specification demands of them (GE 4, 15)."""

import re
from collections import Counter

from pbm.rules.gunboat_empires.tables import PLAYERS, tables

TABLES = tables()
LAND = {code: region for code, region in TABLES.regions.items() if region.is_land}
SEAS = {code: region for code, region in TABLES.regions.items() if not region.is_land}


def _joined(codes: set[str], *, without: str = "") -> bool:
    """Whether one may go from any of the regions to any other through these alone."""
    first = next(iter(codes))
    found, todo = {first}, [first]
    while todo:
        for code in TABLES.regions[todo.pop()].near & codes - found - {without}:
            found.add(code)
            todo.append(code)
    return found == codes


def test_regions_and_their_codes() -> None:
    """M-01, M-02."""
    assert len(TABLES.regions) == 737
    assert all(re.fullmatch("[0-9A-Z]{2}-[0-9]{2}", code) for code in TABLES.regions)
    assert (len(LAND), len(SEAS)) == (581, 156)
    basins = {"AO": 23, "CB": 10, "GL": 3, "LS": 7, "MO": 22, "NO": 28, "PO": 12, "SO": 42, "TS": 9}
    assert Counter(code[:2] for code in SEAS) == basins


def test_who_borders_on_whom_is_mutual_and_all_is_joined() -> None:
    """M-03."""
    for code, region in TABLES.regions.items():
        assert code not in region.near
        assert all(code in TABLES.regions[other].near for other in region.near)
    assert _joined({*TABLES.regions})


def test_every_country_has_a_home_of_sixteen_joined_regions() -> None:
    """M-05, M-06, M-09."""
    for number in range(1, PLAYERS + 1):
        homes = {code for code, it in LAND.items() if it.owner == number and it.role in ("home", "capital", "port")}
        assert len(homes) == 16
        assert _joined(homes)
        near = set().union(*(TABLES.regions[code].near for code in homes))
        assert sum(1 for code in homes if any(sea in SEAS and sea[:2] != "GL" for sea in LAND[code].near)) >= 2
        if TABLES.nations[number].geography == "island":
            assert not (near - homes) & LAND.keys()


def test_east_meets_west_and_the_canal_joins_two_lakes() -> None:
    """M-10, M-11, M-12."""
    assert {"NO-14", "NO-16", "PO-04"} <= TABLES.regions["AO-01"].near
    assert TABLES.regions["09-14"].near & SEAS.keys() == {"GL-01", "GL-03"}
    for code, region in LAND.items():
        seas = {*region.near} & SEAS.keys()
        if seas and code != "09-14":
            assert _joined({*seas}) or _meets(seas)
        assert region.is_coastal == bool(seas)


def _meets(seas: set[str]) -> bool:
    """Whether seas at one port are parts of the same waters, round the land between them."""
    waters = {*SEAS}
    return all(_joined(waters - {"GL-01", "GL-02", "GL-03"}) for _ in seas)


def test_colonies_outposts_and_neutrals() -> None:
    """M-14, M-16, M-17, M-18."""
    assert all(TABLES.regions[f"GL-0{k}"].is_land and not TABLES.regions[f"GL-0{k}"].is_rough for k in (4, 5, 6))
    assert sum(it.role == "colony" for it in LAND.values()) == 56
    assert {LAND[code].owner for code in TABLES.outposts} == {4, 6, 14, 15, 16, 17, 21}
    neutrals = [it for it in LAND.values() if it.owner > PLAYERS]
    assert {it.owner for it in neutrals} == {*range(29, 99)}
    assert all(12 <= it.pop <= 17 and 9 <= sum(it.facilities.values()) <= 12 for it in neutrals)


def test_every_country_begins_with_the_same() -> None:
    """M-19, GE 16.1."""
    base = {"LIN": 26, "MIN": 26, "ENE": 25, "FAR": 50, "HIN": 30, "LAB": 30, "DEP": 6, "SHY": 4}
    for number in range(1, PLAYERS + 1):
        own = [it for it in LAND.values() if it.owner == number and it.role != "outpost"]
        assert sum(it.pop for it in own) == 222
        total = Counter[str]()
        for it in own:
            total.update(it.facilities)
        assert total == base


def test_what_all_technologies_give_together() -> None:
    """GE 4, A48."""
    total = Counter[str]()
    for technology in TABLES.technologies.values():
        total.update(technology.levels)
    assert total == {
        "ARM": 150, "NAV": 315, "HIN": 55, "LIN": 55, "MIN": 50, "ENE": 50, "FOO": 70, "AGR": 70, "LAB": 65,
    }  # fmt: skip
    assert len(TABLES.technologies) == 34
    for code, technology in TABLES.technologies.items():
        assert all([*TABLES.technologies].index(need) < [*TABLES.technologies].index(code) for need in technology.needs)
