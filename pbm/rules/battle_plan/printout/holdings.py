"""What the viewer has and sees: forces, ranking, spaces (14)."""

from typing import cast

from pbm.printout import Cell, Column, Field, Lines, Record, Records, Section, Table
from pbm.rules.battle_plan.printout.desk import UNIT_NAMES, UNITS, Desk
from pbm.rules.battle_plan.state import Country, Sea, decimal

LETTERS = {"industry": "I", "army": "A", "navy": "N", "air": "F", "missiles": "M", "antimissiles": "X"}
# Which units an order of these letters uses, for the plus sign behind a number that has a standing order.
STANDING_UNITS = {"A": "army", "N": "navy", "F": "air", "M": "missiles", "X": "antimissiles", "B": "industry"}


def forces(desk: Desk) -> Section:
    """14: all forces that the player can order next turn, with totals; a plus marks a standing order."""
    rows: list[tuple[Cell, ...]] = []
    totals = [0] * len(UNITS)
    for code, country in desk.view.countries.items():
        if country.commander != desk.me:
            continue
        numbers = [getattr(country, unit) for unit in UNITS]
        totals = [a + b for a, b in zip(totals, numbers, strict=True)]
        ordered = {STANDING_UNITS[text[0]] for text in country.standing.values()}
        coast = bool(desk.board.spaces[code].coast)
        cells: list[Cell] = [
            None if unit == "navy" and not coast and not number else f"{number}+" if unit in ordered else number
            for unit, number in zip(UNITS, numbers, strict=True)
        ]
        mark = "" if country.occupier else " *"
        rows.append((code + mark, desk.space(code), *cells, country.hpi if country.occupier else None))
    for code, sea in desk.view.seas.items():
        mine = sea.forces.get(desk.me)
        if mine is not None:
            totals = [t + n for t, n in zip(totals, (mine.army, mine.navy, mine.air, 0, 0, 0), strict=True)]
            rows.append((code, desk.space(code), mine.army, mine.navy, mine.air, None, None, None, None))
    columns = (
        Column("Space", "code"),
        Column("", "text", drop=True),
        *(Column(UNIT_NAMES[unit], "number", glyph=unit) for unit in UNITS),
        Column("HPI", "number"),
    )
    note = "* a minor: its units neither move nor conquer. + a standing order is on record."
    table = Table(columns, tuple(rows), ("Total", "", *totals, None), note)
    return Section(
        "forces", "Forces under your control", (table,), f"{totals[0]} Army", f"for turn {desk.view.turn + 1}"
    )


def ranking(desk: Desk) -> Section:
    """14: the players by number of occupied countries."""
    held: dict[int, int] = {}
    for owner in desk.view.owners.values():
        if owner:
            held[owner] = held.get(owner, 0) + 1
    order = sorted(held, key=lambda p: (-held[p], p))
    lines = tuple(f"  {desk.tag(p)}   {held[p]}" for p in order)
    return Section("ranking", "Occupied Countries", (Lines(lines),), html=False)


def spaces(desk: Desk) -> list[Section]:
    """14: every country, seen and unseen apart or in one list (U2), then the seas in view."""
    seen, unseen = [], []
    for code, owner in desk.view.owners.items():
        country = desk.view.countries.get(code)
        if country is None:
            unseen.append(unseen_record(desk, code, owner))
        else:
            seen.append(country_record(desk, code, country))
    columns = ("TaxBase", "Industry", "Army", "Navy", "AirF", "Missiles", "ABMs", "HPI", "Spies", "Popularity")
    note = "TaxBase=9<1>: 9 earned this turn, 1 more if it were not suppressed. Spies: yours."
    figure = f"{len(seen)} of {len(seen) + len(unseen)}"
    waters = [sea_record(desk, code, sea) for code, sea in desk.view.seas.items()]
    if desk.view.me is not None and desk.view.me.one_list:
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


def country_record(desk: Desk, code: str, country: Country) -> Record:
    """14: a country in full, in the order of the book."""
    held, saved = country.suppressed, country.saved

    def amount(unit: str) -> str:
        number: int = getattr(country, unit)
        part = saved.get(LETTERS[unit], 0)
        return decimal(100 * number + part) if part else str(number)

    fields = [
        Field("MaxInd", str(country.limit)),
        Field("TaxBase", str(country.tax), str(held.tax) if held.tax else ""),
        Field("Industry", amount("industry"), str(held.industry) if held.industry else ""),
        Field("Army", amount("army")),
    ]
    if desk.board.spaces[code].coast:
        fields.append(Field("Navy", amount("navy")))
    fields += [
        Field("AirF", amount("air"), str(held.air) if held.air else ""),
        Field("Missiles", amount("missiles")),
        Field("ABMs", amount("antimissiles")),
    ]
    if country.occupier:
        fields.append(Field("HPI", str(country.hpi)))
    if country.spies:
        fields.append(Field("Spies", str(country.spies.get(desk.me, 0))))
    if country.popularity:
        indices = " ".join(f"[{p}]={n}" for p, n in country.popularity.items())
        fields.append(Field("Popularity", indices))
    lines = tuple(f"/{slot}/{text}" for slot, text in country.standing.items())
    mark = desk.tag(country.occupier) if country.occupier else "*"
    return Record(code, mark, desk.space(code), tuple(fields), country.occupier or country.controller, lines)


def unseen_record(desk: Desk, code: str, owner: int) -> Record:
    """14: a country that is not seen: its owner, or an asterisk and the viewer's own index."""
    if owner:  # that is public, and the same for everybody who writes names alike
        known = desk.sheet.drawer.setdefault(("unseen records", desk.names_off), {})
        if code not in known:
            known[code] = Record(code, desk.tag(owner), desk.space(code), (), owner)
        return cast(Record, known[code])
    index = Field("Popularity", f"[{desk.me}]={desk.view.popularity.get(code, 0)}")
    return Record(code, "*", desk.space(code), (index,))


def sea_record(desk: Desk, code: str, sea: Sea) -> Record:
    """14: all forces in a sea that is seen."""
    told = tuple(
        desk.tag(p)
        + "("
        + ",".join(f"{UNIT_NAMES[unit]}={n}" for unit, n in (("army", f.army), ("navy", f.navy), ("air", f.air)) if n)
        + ")"
        for p, f in sea.forces.items()
    )
    return Record(code, "", desk.space(code), (), 0, told or ("empty",))
