"""A league made by hand, the position of Turkey in turn 7: printouts."""

from pbm.core.printout import (
    Battles,
    Column,
    Echo,
    Fault,
    Figure,
    Item,
    Items,
    Lines,
    Paragraphs,
    Printout,
    Section,
    Standings,
    Table,
)
from tests.example_league.maps import HELD, SEATS, map_view
from tests.example_league.sections import battles, blockade, diplomacy, forces, income, kinds, spaces

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
        Item("Captured", "Bulgaria", "by [5] Turkey; a minor until now.", "9.3k"),
        Item("Captured", "Austria", "by [7] Germany; a minor until now.", "9.3k"),
        Item("Revolution", "Portugal", "against [6] Spain, five turns after it was taken.", "3A", "bad"),
        Item("Declared enemy", "[3] Russia", "of [5] Turkey.", "1B", "bad"),
        Item("Spies caught", "[1] France", "lost 1 spy in Spain.", "6B"),
    )
    return Printout(
        game=game,
        system="battle-plan",
        turn=turn,
        player=0,
        standings=Standings("Countries", {p: held[p] for p in order}),
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
