"""A league made by hand, the position of Turkey in turn 7: the sections of a printout."""

from typing import Literal

from pbm.core.printout import (
    Battle,
    Battles,
    Cell,
    Column,
    Field,
    Force,
    Group,
    Lines,
    Records,
    Section,
    SpaceRecord,
    Table,
)
from tests.example_league.maps import OWNERS, SEATS, geometries

UNITS = (("Army", "box"), ("Navy", "hull"), ("AirF", "wings"), ("Missiles", "rocket"), ("ABMs", "dome"))


def forces() -> Section:
    """The forces of the reader."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("BU", "Bulgaria", 26, 4, 0, 0, 0, 0, 50),
        ("CY *", "Cyprus", 4, 15, 6, 0, 0, "6+", None),
        ("GR", "Greece", 12, 5, 7, 0, 0, 6, 93),
        ("TU", "Turkey", 50, 8, 44, 2, 1, "31+", 86),
        ("BLA", "Black Sea", 0, 4, 0, None, None, None, None),
        ("EAS", "Eastern Mediterranean", 0, 13, 3, None, None, None, None),
    )
    columns = (
        Column("Space", "code"),
        Column("", drop=True),
        *(Column(title, "number", glyph) for title, glyph in UNITS),
        Column("Industry", "number", "works"),
        Column("HPI", "number"),
    )
    note = "* a minor: its units neither move nor conquer. + a standing order is on record. Active units only."
    table = Table(columns, rows, ("Total", "", 92, 49, 60, 2, 1, 43, None), note)
    return Section("forces", "Forces under your control", (table,), "6 spaces", "for the orders of turn 8")


def income() -> Section:
    """The account of the turn."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("In hand at the start of the turn", "", 9740),
        ("  Gift to [7] Germany 7D10", "", -1000),
        ("  Propaganda, Greece P5GR", "", -500),
        ("  Propaganda, Cyprus P8CY", "", -800),
        ("  Propaganda, Portugal P5PR", "", -500),
        ("  Research, Army RA20", "", -2000),
        ("  Research, Navy RN5", "", -500),
        ("  Training of 3.00 spies TS6", "", -600),
        ("Unspent", "", 3840),
        ("  Interest", "1 % of 38.40", 38),
        ("  Turkey, tax", "TaxBase=80<20>; neighbours GR 0.60, BU 0.00", 8060),
        ("  Greece, tax", "TaxBase=6<4>; neighbours TU 8.00, BU 0.00", 1400),
        ("  Bulgaria, tax", "TaxBase=0<10>; neighbours TU 8.00, GR 0.60", 860),
        ("  Greece, built Dollars", "3 Industry by your defaults", 300),
        ("  Gift from [2] Great Britain", "", 1500),
    )
    columns = (Column("Item"), Column("How it comes about", drop=True), Column("Dollars", "money"))
    table = Table(columns, rows, ("In hand now", "", 15998), account=True)
    return Section("income", "Income", (table,), "159.98 $")


def blockade() -> Section:
    """What blockades hold back."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("TU", "UK, BLA: 2 of 5", "20 %", -20, -8),
        ("GR", "YU, AL: 2 of 5", "20 %", -2, -2),
        ("BU", "YU, RO, BLA: 3 of 5", "30 %", 0, 0),
        ("CY", "none of 1", "0 %", 0, 0),
    )
    columns = (
        Column("Blockade", "code"),
        Column("Hostile borders"),
        Column("Share"),
        Column("TaxBase", "number"),
        Column("Industry", "number"),
    )
    note = "Half of what is active, in the share of hostile borders (5F.1)."
    return Section("blockade", "Blockade and recovery", (Table(columns, rows, note=note),), "−22 $, −10 I")


def record(code: str, mark: str, text: str, owner: int = 0, lines: tuple[str, ...] = ()) -> SpaceRecord:
    """A record from its classic notation."""
    fields = []
    for word in text.split(" "):
        name, _, value = word.partition("=")
        number, _, held = value.partition("<")
        if name == "Popularity":
            number = number.replace("_", " ").replace(":", "=")
        fields.append(Field(name, number, held.rstrip(">")))
    return SpaceRecord(code, mark, geometries()["europe"]["spaces"][code]["name"], tuple(fields), owner, lines)


def spaces() -> tuple[Section, Section, Section]:
    """Spaces seen and unseen, and seas."""
    columns = ("TaxBase", "Industry", "Army", "Navy", "AirF", "Missiles", "ABMs", "HPI", "Spies", "Popularity")
    seen = (
        record(
            "AL",
            "*",
            "MaxInd=10 TaxBase=10 Industry=6 Army=9 Navy=7 AirF=6 Missiles=0 ABMs=0 Spies=1 Popularity=[4]:17_[5]:3",
        ),
        record(
            "AU", "[7:Germany]", "MaxInd=10 TaxBase=0<10> Industry=0<6> Army=13 AirF=0<8> Missiles=0 ABMs=0 HPI=50", 7
        ),
        record(
            "BU",
            "[5:Turkey]",
            "MaxInd=10 TaxBase=0<10> Industry=0<6> Army=26 Navy=4 AirF=0<4> Missiles=0 ABMs=0 HPI=50 Spies=1",
            5,
        ),
        record(
            "CY",
            "*",
            "MaxInd=10 TaxBase=10 Industry=6 Army=4 Navy=15 AirF=6 Missiles=0 ABMs=0 Spies=0 Popularity=[4]:12_[5]:31",
            5,
            ("/1/BN6",),
        ),
        record(
            "GE",
            "[7:Germany]",
            "MaxInd=100 TaxBase=100 Industry=44 Army=66 Navy=12 AirF=36 Missiles=3 ABMs=2 HPI=102 Spies=0",
            7,
        ),
        record(
            "GR",
            "[5:Turkey]",
            "MaxInd=10 TaxBase=6<4> Industry=6<2> Army=12 Navy=5 AirF=7<1> Missiles=0 ABMs=0 HPI=93 Spies=0",
            5,
        ),
        record(
            "IT",
            "[4:Italy]",
            "MaxInd=100 TaxBase=90<10> Industry=34<4> Army=41 Navy=16 AirF=21 Missiles=2 ABMs=0 HPI=77 Spies=1",
            4,
        ),
        record(
            "TU",
            "[5:Turkey]",
            "MaxInd=100 TaxBase=80<20> Industry=31<8> Army=50 Navy=8 AirF=44<3> Missiles=2 ABMs=1 HPI=86 Spies=0",
            5,
            ("/1/BA999",),
        ),
    )
    unseen = tuple(
        SpaceRecord(
            code,
            f"[{OWNERS[code]}]" if code in OWNERS else "*",
            code,
            () if code in OWNERS else (Field("Popularity", "[5]=2"),),
        )
        for code in (
            "BA",
            "BE",
            "FI",
            "FR",
            "GB",
            "HU",
            "IR",
            "LU",
            "LY",
            "NE",
            "NO",
            "PD",
            "PR",
            "RU",
            "SP",
            "SW",
            "UK",
        )
    )
    seas = (
        SpaceRecord("BLA", "", "Black Sea", (), 0, ("[3](Navy=14,AirF=5)", "[5](Navy=4)")),
        SpaceRecord("EAS", "", "Eastern Mediterranean", (), 0, ("[4](Navy=9,AirF=2)", "[5](Navy=13,AirF=3)")),
    )
    note = "TaxBase=9<1>: 9 earned this turn, 1 more if it were not suppressed. Spies: yours."
    return (
        Section("spaces", "Spaces you can see", (Records(columns, seen, note),), "12 of 29", "12 of 29"),
        Section("unseen", "Spaces you cannot see", (Records((), unseen),), "17", "17 of 29"),
        Section("seas", "Seas you can see", (Records((), seas),), "2 of 5", "2 of 5"),
    )


KINDS = {
    "army": ("Army", "box"),
    "navy": ("Navy", "hull"),
    "air": ("AirF", "wings"),
    "missiles": ("Missiles", "rocket"),
}


def group(name: str, player: int, side: Literal["attack", "defend", "meet"], **units: tuple[int, int]) -> Group:
    """A side of a battle."""
    return Group(name, player, side, tuple(force(unit, *numbers) for unit, numbers in units.items()))


def force(unit: str, sent: int | None = None, lost: int | None = None) -> Force:
    """Units of a kind, with word and sign."""
    word, glyph = KINDS[unit]
    return Force(unit, sent, lost, word, glyph)


def kinds() -> Battle:
    """A battle of which only kinds are known."""
    spain = Group("SP", 6, "defend", (force("army"), force("navy"), force("air")))
    return Battle("SP", "Spain", "held by [6]", (spain, Group("FR", 1, "attack", (force("army"), force("air")))))


def battles() -> tuple[Section, Section]:
    """Land and sea."""
    land = (
        Battle(
            "BU",
            "Bulgaria",
            "taken by [5] you",
            (
                group("BU", 0, "defend", army=(13, 13), air=(4, 0)),
                group("RO", 3, "defend", army=(5, 5), air=(6, 3)),
                group("TU", 5, "attack", army=(22, 3), air=(24, 2)),
                group("GR", 5, "attack", army=(8, 1)),
            ),
            (
                "24 planes against 10: 14 too many, 7 hits on Army (9.3e).",
                "Then 30 Armies against 11; the winner loses 11² ∕ 30 = 4.03, so 4 (4C.6).",
            ),
        ),
        Battle(
            "GR",
            "Greece",
            "held by [5] you",
            (
                group("GR", 5, "defend", army=(21, 6), air=(9, 2)),
                group("YU", 4, "attack", army=(12, 12)),
                group("IT", 4, "attack", air=(8, 2), missiles=(1, 1)),
            ),
            ("Your 9 planes outnumber 8: one hit on his Army. Then 11 Armies against 21 (4C.6, 9.3e).",),
        ),
        kinds(),
    )
    sea = (
        Battle(
            "BLA",
            "Black Sea",
            "",
            (group("", 3, "meet", air=(6, 1), navy=(16, 2)), group("", 5, "meet", navy=(9, 5))),
            ("He fires 22 shots, you 9 (9.4).",),
        ),
        Battle(
            "EAS",
            "Eastern Mediterranean",
            "",
            (group("", 4, "meet", air=(3, 1), navy=(14, 5)), group("", 5, "meet", air=(4, 1), navy=(20, 4))),
            ("You fire 24 shots, he 17 (9.4).",),
        ),
    )
    return (
        Section("battles", "Land battles", (Battles(land),), "3", "bar: units sent; hatched: lost"),
        Section("sea-battles", "Sea battles", (Battles(sea),), "2"),
    )


def diplomacy() -> Section:
    """Who is whose friend."""
    columns = (Column("", "player"), Column("Player"), Column("You to him"), Column("He to you"), Column("Strait"))
    rows = tuple(
        (
            seat.number,
            seat.country,
            "ally" if seat.number in (1, 7) else "neutral",
            "enemy" if seat.number in (3, 4) else "neutral",
            "permitted" if seat.number == 7 else "",
        )
        for seat in SEATS
        if seat.number != 5
    )
    lines = Lines(("Allies=([1:FRANCE] [7:GERMANY])", "Enemies=()", "[3] Enemies=([5:TURKEY] [7:GERMANY])"))
    return Section("relations", "Diplomacy", (Table(columns, rows), lines), "2 enemies")
