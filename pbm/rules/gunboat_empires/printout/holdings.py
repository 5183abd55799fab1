"""Own regions, rankings, and what everybody may know of the world (GE 25, 14.3)."""

from pbm.core.printout import Cell, Column, Lines, Section, Table
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.state import Country
from pbm.rules.gunboat_empires.tables import DEPOT, SHIPYARD, tables


def regions(readout: Readout, me: Country) -> Section:
    """GE 25: own regions, the capital and the port first; those without units, free Pop and places in one line."""
    view, table = readout.view, tables()
    columns = (
        Column("Region", "code"),
        Column("", "text"),
        Column("Pop", "number"),
        Column("free", "number"),
        *(Column(kind, "number") for kind in table.facilities),
        Column("Units", "mono"),
    )
    first = [code for code in (me.capital, me.port) if code in view.regions]
    home = [code for code in view.regions if table.regions[code].owner == readout.me and code not in first]
    others = [code for code in view.regions if code not in first and code not in home]
    rows: list[tuple[Cell, ...]] = []
    quiet = []
    for code in (*first, *sorted(home), *sorted(others)):
        region, land = view.regions[code], table.regions[code]
        free = region.pop - sum(region.facilities.values())
        if not region.units and not free and not region.facilities.get(DEPOT) and not region.facilities.get(SHIPYARD):
            quiet.append(code)
            continue
        words = {me.capital: "capital", me.port: "port"}.get(code, "")
        kind = ("rough" if land.is_rough else "clear") if land.is_land else "sea"
        new = "new" if region.taken == view.turn > 0 else ""
        here = " ".join(f"{unit}={number}" for unit, number in region.units.items())
        told = ", ".join(filter(None, (new, words or kind)))
        numbers = [region.facilities.get(it, 0) for it in table.facilities] if land.is_land else [None] * 8
        rows.append((code, told, region.pop or None, free if land.is_land else None, *numbers, here))
    note = f"No units, no free Pop: {' '.join(quiet)}" if quiet else ""
    return Section("regions", "Regions", (Table(columns, tuple(rows), note=note),), str(len(view.regions)))


def rankings(readout: Readout) -> list[Section]:
    """GE 14.2: the reader's places, beside the best of each category."""
    best = {facts["category"]: facts["places"][0] for facts in readout.told("ranked") if facts["places"]}
    own = {facts["category"]: facts for facts in readout.told("rank")}
    rows: list[tuple[Cell, ...]] = []
    for category in tables().rankings:
        if category in best:
            mine = own.get(category, {})
            first = readout.name(best[category][0])
            rows.append(
                (category, str(mine.get("place", "")), str(mine.get("value", "")), first, str(best[category][1]))
            )
    columns = (
        Column("Ranking"),
        Column("Place", "number"),
        Column("Value", "number"),
        Column("First"),
        Column("", "number"),
    )
    return [Section("rankings", "Rankings", (Table(columns, tuple(rows)),))] if rows else []


def intelligence(readout: Readout) -> list[Section]:
    """GE 14.3: who controls what changed."""
    lines = [
        f"{code}: {readout.name(facts['by'])}, from {readout.name(facts['from'])}."
        for code, facts in readout.captured.items()
    ]
    return [Section("intelligence", "Intelligence", (Lines(tuple(lines)),), str(len(lines)))] if lines else []
