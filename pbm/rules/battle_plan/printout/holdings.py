"""What the viewer has and sees: forces, ranking, spaces (BP 14)."""

from msgspec.structs import replace

from pbm.core.printout import Cell, Column, Field, Lines, Records, Section, SpaceRecord, Table
from pbm.rules.battle_plan.printout.readout import GLYPHS, UNIT_NAMES, UNITS, Readout
from pbm.rules.battle_plan.state import Country, Sea, decimal

# Which units an order of these letters uses, for the plus sign behind a number that has a standing order.
STANDING_UNITS = {"A": "army", "N": "navy", "F": "air", "M": "missiles", "X": "antimissiles", "B": "industry"}
FORCES = (
    Column("Space", "code"),
    Column("", "text", drop=True),
    *(Column(UNIT_NAMES[unit], "number", glyph=GLYPHS[unit]) for unit in UNITS),
    Column("HPI", "number"),
)


def forces(readout: Readout) -> Section:
    """BP 14: all forces that the player can order next turn, with totals; a plus marks a standing order."""
    rows: list[tuple[Cell, ...]] = []
    units: list[tuple[int, ...]] = [(0,) * len(UNITS)]
    names = readout.names
    for code, k in readout.commanded:
        numbers = (k.army, k.navy, k.air, k.missiles, k.antimissiles, k.industry)
        units.append(numbers)
        cells: list[Cell] = [*numbers]
        if k.standing:
            ordered = {STANDING_UNITS[text[0]] for text in k.standing.values()}
            cells = [f"{n}+" if unit in ordered else n for unit, n in zip(UNITS, numbers, strict=True)]
        if not k.navy and not readout.board.spaces[code].coast:
            cells[1] = None
        mark = "" if k.occupier else " *"
        rows.append((code + mark, names[code], *cells, k.hpi if k.occupier else None))
    for code, mine in readout.view.afloat.items():
        units.append((mine.army, mine.navy, mine.air, 0, 0, 0))
        rows.append((code, names[code], mine.army, mine.navy, mine.air, None, None, None, None))
    totals = [*map(sum, zip(*units, strict=True))]
    note = "* a minor: its units neither move nor conquer. + a standing order is on record."
    table = Table(FORCES, tuple(rows), ("Total", "", *totals, None), note)
    if not readout.has_antimissiles:
        table = _without(table, 2 + UNITS.index("antimissiles"))
    use = "" if readout.sheet.over else f"for turn {readout.view.turn + 1}"
    return Section("forces", "Forces under your control", (table,), f"{totals[0]} Army", use)


def _without(table: Table, at: int) -> Table:
    """The table without a column."""
    rows = tuple([(*row[:at], *row[at + 1 :]) for row in table.rows])
    total = table.total and (*table.total[:at], *table.total[at + 1 :])
    return replace(table, columns=(*table.columns[:at], *table.columns[at + 1 :]), rows=rows, total=total)


def ranking(readout: Readout) -> Section:
    """BP 14: the players by number of occupied countries."""
    return readout.common(_ranking)


def _ranking(readout: Readout) -> Section:
    held: dict[int, int] = {}
    for owner in readout.view.owners.values():
        if owner:
            held[owner] = held.get(owner, 0) + 1
    order = sorted(held, key=lambda p: (-held[p], p))
    lines = tuple(f"  {readout.tag(p)}   {held[p]}" for p in order)
    return Section("ranking", "Occupied Countries", (Lines(lines),), html=False)


def spaces(readout: Readout) -> list[Section]:
    """BP 14: every country, seen and unseen apart or in one list (U2), then the seas in view."""
    view = readout.view
    seen = [country_record(readout, code, country) for code, country in view.countries.items()]
    unseen = unseen_records(readout)
    columns = ("TaxBase", "Industry", "Army", "Navy", "AirF", "Missiles", "ABMs", "HPI", "Spies", "Popularity")
    note = "TaxBase=9<1>: 9 earned this turn, 1 more if it were not suppressed. Spies: yours."
    figure = f"{len(seen)} of {len(seen) + len(unseen)}"
    waters = readout.each_sea(sea_record)
    if view.me is not None and view.me.one_list:
        whole = sorted([*seen, *unseen], key=lambda record: record.code)
        sections = [Section("spaces", "All countries", (Records(columns, tuple(whole), note),), figure)]
    else:
        sections = [
            Section("spaces", "Countries that you see", (Records(columns, tuple(seen), note),), figure, figure),
            Section("unseen", "Other countries", (Records((), tuple(unseen)),), str(len(unseen))),
        ]
    if waters:
        sections.append(Section("seas", "Seas", (Records((), tuple(waters)),), str(len(waters))))
    return sections


def country_record(readout: Readout, code: str, country: Country) -> SpaceRecord:
    """BP 14: a country in full, in the order of the book."""
    k, held, saved = country, country.suppressed, country.saved
    if saved:  # the parts of units that are not finished
        industry, army = _amount(k.industry, saved.get("I")), _amount(k.army, saved.get("A"))
        navy, air = _amount(k.navy, saved.get("N")), _amount(k.air, saved.get("F"))
        missiles, antimissiles = _amount(k.missiles, saved.get("M")), _amount(k.antimissiles, saved.get("X"))
    else:
        industry, army, navy, air = str(k.industry), str(k.army), str(k.navy), str(k.air)
        missiles, antimissiles = str(k.missiles), str(k.antimissiles)
    fields = [
        Field("MaxInd", str(k.limit)),
        Field("TaxBase", str(k.tax), str(held.tax) if held.tax else ""),
        Field("Industry", industry, str(held.industry) if held.industry else ""),
        Field("Army", army),
    ]
    if readout.board.spaces[code].coast:
        fields.append(Field("Navy", navy))
    fields.append(Field("AirF", air, str(held.air) if held.air else ""))
    fields.append(Field("Missiles", missiles))
    if readout.has_antimissiles:
        fields.append(Field("ABMs", antimissiles))
    if k.occupier:
        fields.append(Field("HPI", str(k.hpi)))
    if k.spies:
        fields.append(Field("Spies", str(k.spies.get(readout.me, 0))))
    if k.popularity:
        indices = " ".join([f"[{p}]={n}" for p, n in k.popularity.items()])
        fields.append(Field("Popularity", indices))
    lines = tuple([f"/{slot}/{text}" for slot, text in k.standing.items()]) if k.standing else ()
    mark = readout.tag(k.occupier) if k.occupier else "*"
    return SpaceRecord(code, mark, readout.space(code), tuple(fields), k.occupier or k.controller, lines)


def _amount(number: int, part: int | None) -> str:
    return decimal(100 * number + part) if part else str(number)


def unseen_records(readout: Readout) -> list[SpaceRecord]:
    """BP 14: the countries that he does not see: who owns them is public; of a minor he knows his own index."""
    public, minors = readout.common(_public_records)
    records, names, popularity = public.copy(), readout.names, readout.view.popularity
    for code in readout.view.countries:
        del records[code]
    fields: dict[int, tuple[Field, ...]] = {}
    for code in minors:
        if code in records:
            index = popularity.get(code, 0)
            if index not in fields:
                fields[index] = (Field("Popularity", f"[{readout.me}]={index}"),)
            records[code] = SpaceRecord(code, "*", names[code], fields[index])
    for code, filed in readout.view.waiting.items():  # BP 11, HR-64
        records[code] = replace(records[code], lines=tuple([f"/{slot}/{text}" for slot, text in filed.items()]))
    return [*records.values()]


def _public_records(readout: Readout) -> tuple[dict[str, SpaceRecord], list[str]]:
    """BP 14: the countries by owner, which is public, as those have them who do not see them, and which are minors."""
    owners = readout.view.owners.items()
    records = {code: SpaceRecord(code, readout.tag(p) if p else "*", readout.space(code), (), p) for code, p in owners}
    return records, [code for code, owner in owners if not owner]


def sea_record(readout: Readout, code: str, sea: Sea) -> SpaceRecord:
    """BP 14: all forces in a sea that is seen; the same for all who see it."""
    told = []
    for p, f in sea.forces.items():
        units = (("army", f.army), ("navy", f.navy), ("air", f.air))
        told.append(f"{readout.tag(p)}({','.join([f'{UNIT_NAMES[unit]}={n}' for unit, n in units if n])})")
    return SpaceRecord(code, "", readout.space(code), (), 0, tuple(told) or ("empty",))
