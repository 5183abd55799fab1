"""A league made by hand: the position of Turkey in turn 7, as the pictures of the look show it."""

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any, Literal

from pbm.printout import (
    Arrow,
    Badge,
    Battle,
    Battles,
    Cell,
    Column,
    Echo,
    Fault,
    Field,
    Figure,
    Force,
    Group,
    Item,
    Items,
    Lines,
    MapSpace,
    MapView,
    Paragraphs,
    Printout,
    Record,
    Records,
    Section,
    Table,
)
from pbm.series import Series
from pbm.site.pages import Book, BookSource, Case, Game, HouseRow, League, OrderRow, Page, Post, Seat, Turn, ready

SEATS = (
    Seat(1, "France", "M. Ferrand"),
    Seat(2, "Great Britain", "T. Ashby"),
    Seat(3, "Russia", "I. Sokol"),
    Seat(4, "Italy", "L. Bassi"),
    Seat(5, "Turkey", "R. Klein"),
    Seat(6, "Spain", "I. Ortega"),
    Seat(7, "Germany", "J. Weber"),
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
BADGES = {
    "TU": Badge(5, 50, 8, 44),
    "GR": Badge(5, 12, 5, 7),
    "BU": Badge(5, 26, 4),
    "CY": Badge(5, 4, 15, 6),
    "AL": Badge(4, 9, 7, 6),
    "YU": Badge(4, 8, 5, 6),
    "RO": Badge(3, 8, 6, 8),
    "AU": Badge(7, 13),
    "CZ": Badge(7, 23, 0, 11),
    "BLA": Badge(5, 0, 4),
    "EAS": Badge(5, 0, 13, 3),
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
    return {"europe": json.loads(path.read_text("utf-8"))}


def map_view(viewer: int = 0) -> MapView:
    """The public's map, or Turkey's."""
    spaces = []
    for code, drawn in geometries()["europe"]["spaces"].items():
        change: Literal["", "captured", "revolution"] = ""
        if code in ("BU", "AU"):
            change = "captured"
        if code == "PR":
            change = "revolution"
        spaces.append(
            MapSpace(
                code,
                drawn["name"],
                "sea" if drawn["kind"] == "sea" else "land",
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
    )


UNITS = (("Army", "army"), ("Navy", "navy"), ("AirF", "air"), ("Missiles", "missiles"), ("ABMs", "antimissiles"))


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
        Column("Industry", "number", "industry"),
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


def record(code: str, mark: str, text: str, owner: int = 0, lines: tuple[str, ...] = ()) -> Record:
    """A record from its classic notation."""
    fields = []
    for word in text.split(" "):
        name, _, value = word.partition("=")
        number, _, held = value.partition("<")
        if name == "Popularity":
            number = number.replace("_", " ").replace(":", "=")
        fields.append(Field(name, number, held.rstrip(">")))
    return Record(code, mark, geometries()["europe"]["spaces"][code]["name"], tuple(fields), owner, lines)


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
        Record(
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
        Record("BLA", "", "Black Sea", (), 0, ("[3](Navy=14,AirF=5)", "[5](Navy=4)")),
        Record("EAS", "", "Eastern Mediterranean", (), 0, ("[4](Navy=9,AirF=2)", "[5](Navy=13,AirF=3)")),
    )
    note = "TaxBase=9<1>: 9 earned this turn, 1 more if it were not suppressed. Spies: yours."
    return (
        Section("spaces", "Spaces you can see", (Records(columns, seen, note),), "12 of 29", "12 of 29"),
        Section("unseen", "Spaces you cannot see", (Records((), unseen),), "17", "17 of 29"),
        Section("seas", "Seas you can see", (Records((), seas),), "2 of 5", "2 of 5"),
    )


def group(name: str, player: int, side: Literal["attack", "defend", "meet"], **units: tuple[int, int]) -> Group:
    """A side of a battle."""
    return Group(name, player, side, tuple(Force(unit, *numbers) for unit, numbers in units.items()))


def kinds() -> Battle:
    """A battle of which only kinds are known."""
    spain = Group("SP", 6, "defend", (Force("army"), Force("navy"), Force("air")))
    return Battle("SP", "Spain", "held by [6]", (spain, Group("FR", 1, "attack", (Force("army"), Force("air")))))


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


CHANGES = (
    Item(
        "Taken",
        "Bulgaria is yours.",
        "26 Armies stand there; 4 Navies captured, 4 AirForce yours as they recover.",
        "9.3k",
        "",
        "battles",
    ),
    Item("War", "[3] Russia and [4] Italy declared you enemy.", "You declared neither.", "1B", "bad"),
    Item(
        "Lost",
        "The Black Sea.",
        "4 of your Navies face 14 Russian ones. With Ukraine behind them, 2 of Turkey’s 5 borders "
        "are blockaded: 20 Dollars and 8 Industry less.",
        "",
        "bad",
        "income",
    ),
    Item(
        "Held",
        "Greece against [4] Italy:",
        "6 Armies lost, 12 of his; his missile was stopped by your last AntiMissile there.",
        "",
        "",
        "battles",
    ),
    Item("Money", "15.00 Dollars from [2] Great Britain.", "Usable from this turn."),
    Item("Spy", "Your spy in Ukraine was caught.", "New ones report from Italy and Romania.", "6B", "bad"),
    Item("Abroad", "Portugal rose against [6] Spain.", "Your 5 Dollars there cost him 10 points of popularity.", "3A"),
    Item("Card", "2 of 20 orders were not carried out.", "", "", "bad", "faults"),
)
BLANK = (
    "@ ; 7D P R T S C Dollars 159.98, Spies 3.50, CounterSpies 2",
    "@BU ; 26A 4N",
    "@CY ; 4A 15N 6F 6I, minor: no moves; /1/BN6",
    "@GR ; 12A 5N 7F 6I",
    "@TU ; 50A 8N 44F 2M 1X 31I; /1/BA999",
    "@BLA ; 4N",
    "@EAS ; 13N 3F",
    "END",
)


def turkey(game: str = "EU-2", turn: int = 7, player: int = 5) -> Printout:
    """The printout of the pictures."""
    country = SEATS[player - 1].country
    seen, unseen, seas = spaces()
    return Printout(
        game=game,
        system="battle-plan",
        turn=turn,
        player=player,
        title=f"{country}, turn {turn}",
        heading=(f"{game}  T-{turn}  [{player}] {country}   Battle Plan, Europe   printed Sat 21 Nov 2026",),
        headline=f"{country}, turn {turn}",
        standfirst="3 countries, 159.98 Dollars in hand.",
        figures=tuple(
            Figure(label, value, change)
            for label, value, change in (
                ("Dollars", "159.98", "+62.58"),
                ("Income", "103.20", "−14.50"),
                ("Spaces", "3", "+1"),
                ("Army", "92", "+16"),
                ("Navy", "49", "±0"),
                ("AirForce", "60", "+8"),
                ("Spies", "3.50", "+1.00"),
                ("CounterSpies", "2", "−1"),
            )
        ),
        changes=CHANGES,
        sections=(
            Section("reserves", "Reserves", (Lines(("Dollars=159.98 Spies=3.50",)),), html=False),
            income(),
            blockade(),
            forces(),
            seen,
            unseen,
            seas,
            *battles(),
            diplomacy(),
            Section(
                "counter-attacks",
                "Counter-attacks and revolutions",
                (Paragraphs(("No counter-attacks. Portugal rose against [6] Spain.",)),),
                "1",
            ),
        ),
        map=map_view(player),
        echo=(
            Echo("", ("7D10", "P5GR", "P8CY", "P5PR", "RA20", "RN5", "TS6", "S1RO", "S1IT", "C1TU")),
            Echo("TU", ("BI5", "BA20", "BF13", "AC22BU", "FA24BU", "AS5GR")),
            Echo("GR", ("AC8BU", "NS4EAS")),
        ),
        order_count=18,
        faults=(
            Fault(
                6, 5, "NT4EAS", "illegal", "units of a minor never move; you control Cyprus but do not occupy it", "2C"
            ),
            Fault(7, 6, "NS4EA5", "invalid", "EA5 is not a space; the nearest code is EAS", "8"),
        ),
        blank=BLANK,
    )


def public(game: str, turn: int) -> Printout:
    """World news of a turn."""
    held = {player: line[min(turn // 2, 3)] for player, line in HELD.items()}
    order = sorted(held, key=lambda player: (-held[player], player))
    rows = tuple(
        (
            1 + sum(1 for other in held.values() if other > held[p]),
            p,
            SEATS[p - 1].country,
            held[p],
            2,
            int(p == 6),
            1,
            "[3] [7]" if p == 5 else "at peace",
        )
        for p in order
    )
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Player"),
        Column("Countries", "number"),
        Column("Taken", "number"),
        Column("Lost", "number"),
        Column("Spies lost", "number"),
        Column("At war with"),
    )
    news = (
        Item("Captured", "Bulgaria", "by [5] Turkey, a minor until now.", "9.3k"),
        Item("Captured", "Austria", "by [7] Germany, a minor until now.", "9.3k"),
        Item("Revolution", "Portugal", "against [6] Spain, five turns after it was taken.", "3A", "bad"),
        Item("Declared enemy", "[3] Russia", "of [5] Turkey.", "1B", "bad"),
        Item("Spies caught", "[1] France", "lost 1 spy in Spain.", "6B"),
    )
    return Printout(
        game=game,
        system="battle-plan",
        turn=turn,
        player=0,
        title=f"{game}, turn {turn}",
        heading=(f"{game} T-{turn}",),
        headline="Two declarations, one morning, and Sofia falls anyway" if turn == 7 else f"A quiet turn {turn}",
        standfirst="Turkey takes Bulgaria while Italy and Russia both turn on her. Lisbon throws the Spanish out.",
        figures=(),
        changes=(),
        sections=(
            Section("world-news", "World news", (Items(news),)),
            Section("standings", "Standings", (Table(columns, rows, note="Rank by occupied countries."),)),
            Section("battles", "Land battles", (Battles((kinds(), kinds())),), "2"),
        ),
        map=map_view(),
    )


PRESS = (
    Post(
        "2026-11-20",
        "Sofia Gazette, under new management",
        "Turkey",
        "Readers will notice a change in the *crossword*, which is now in Turkish. Bread is free until Friday.",
        False,
        5,
        7,
    ),
    Post(
        "2026-11-20",
        "To the Sultan’s daughter",
        "Italy",
        "Nothing personal, cara. We took it as a sign.\n\n<script>alert(1)</script> [x](javascript:alert(1))",
        False,
        4,
        7,
    ),
    Post(
        "2026-11-20",
        "Wanted: reliable neighbours",
        "Spain",
        "Quiet Iberian kingdom, formerly two, seeks friends to the north.",
        True,
        6,
        7,
    ),
)
DESK = Post(
    "2026-11-21",
    "",
    "the moderator",
    "The telegrams from Rome and Moscow reached Ankara within the hour, and by then thirty Turkish armies "
    "were already across the Maritsa.\n\nIn the north Germany walked into Vienna.",
    turn=7,
)


def turns(game: str, last: int, *, revealed: bool = False) -> Iterator[Turn]:
    """The turns of a game, oldest first."""
    for number in range(last + 1):
        private = {seat.number: turkey(game, number, seat.number) for seat in SEATS} if revealed else {}
        classic = {player: f"{game} T-{number} [{player}]\n" for player in (0, *private)}
        yield Turn(
            number=number,
            date=f"2026-11-{14 + number % 15:02d}",
            public=public(game, number),
            private=private,
            classic=classic,
            news=(DESK,) if number == 7 else (),
            press=PRESS if number == 7 else (),
            digest=f"{number:02x}" * 32,
            rolls=200 + number,
            series=series(number, revealed=revealed),
        )


def series(turn: int, *, revealed: bool) -> tuple[Series, ...]:
    """The figures of a turn: countries for all to know, the rest when the game is revealed. Spain ends with turn 6."""
    here = [player for player in HELD if player != 6 or turn < 6]
    public = Series("countries", "Countries", {p: HELD[p][min(turn // 2, 3)] for p in here}, "countries", "occupied")
    if not revealed:
        return (public,)
    return (
        public,
        Series("industry", "Industry", {p: 30 + p * turn for p in here}, "industry", "active"),
        Series("income", "Income", {p: 10050 + 110 * p * turn for p in here if turn}, "Dollars", "taxes", money=True),
    )


def league(*, last: int = 7, revealed_last: int = 1) -> League:
    """A running game, a revealed one, a book, news, an about page."""
    europe = {"system": "battle-plan", "variant": "europe", "players": SEATS, "geometry": "europe", "first": 0}
    running = Game(
        id="EU-2",
        title="The second game",
        status="running",
        resolve="a turn is due when every card is there",
        deadline="2026-12-04T20:00:00+00:00",
        seed_commitment="ab" * 32,
        last=last,
        turns=lambda: ready(turns("EU-2", last)),
        **europe,  # type: ignore[arg-type]  # one dictionary for two games
    )
    revealed = Game(
        id="EU-1",
        title="The first game",
        status="revealed",
        resolve="a turn is due at its deadline",
        deadline="",
        seed_commitment="cd" * 32,
        last=revealed_last,
        turns=lambda: ready(turns("EU-1", revealed_last, revealed=True)),
        seed="ef" * 16,
        **europe,  # type: ignore[arg-type]  # one dictionary for two games
    )
    return League(
        title="The Long Post",
        tagline="War games by mail: one card, two weeks, no hurry",
        index_markdown="How a [turn by mail](about/how.html) works, "
        "and the [rule of combat](rules/battle-plan.html#4C.6).",
        games=(running, revealed),
        news=(
            Post("2026-11-20", "", "", "Cards by mail now get their receipt within the hour."),
            Post(
                "2026-11-15",
                "HR-34 is settled",
                "",
                "Equal sides leave one army or none. [Read it](rules/battle-plan.html#HR-34)",
            ),
        ),
        about=(
            Page(
                "how",
                "How a turn works",
                "# How a turn works\n\n# You write a card\n\nIt is plain text.\n\n# You get a printout\n\n"
                "See the [rules](/rules/battle-plan.html).",
            ),
        ),
        books=(BookSource("battle-plan", "Battle Plan", book),),
    )


BOOK = """Some words before the rules.

## 1 Players

Everybody has a country.

### 1B Enemies

Say it with a card.

## 4 Forces

### 4C.6 Combat results

When the air, the missiles and the navies have done their work, the armies that are left fight once.

**The larger side wins.** The smaller side is destroyed to the last army.

| Def. | lost |
|---|---|
| 5 | 0.8 |

## 9 Sequence of a turn

### 9.3 Land combat

Step by step.
"""


def book() -> Book:
    """A small rule book."""
    return Book(
        "battle-plan",
        "Battle Plan",
        BOOK,
        (
            OrderRow("AC", "ACnXXX", "Conquer", "Conquer XXX with n armies", ("your country", "a sea"), "4C.1", True),
            OrderRow("pA", "nA", "Ally", "Declare n ally", ("you",), "1A"),
        ),
        (
            HouseRow(
                "HR-34",
                "One army or none",
                "We toss for it.",
                ("always one", "always none"),
                "Nothing in the book favours either.",
            ),
            HouseRow("HR-01", "Shorthand", "A token `n XXX` repeats the last verb."),
        ),
        (
            Case("4C.6-10", "Equal forces", 'number = "4C.6-10"\n[cards]\n1 = "@TU AC10UK"\n'),
            Case("4C.6-1", "Twenty conquer ten", 'number = "4C.6-1"\n[cards]\n1 = "@TU AC20UK"\n'),
        ),
    )
