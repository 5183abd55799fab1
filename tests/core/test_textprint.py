"""The classic text: 79 columns, every block, for any system (spec 17; design 3)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.cards.card import read_card
from pbm.core import textprint
from pbm.core.printout import (
    Battle,
    Battles,
    Column,
    Echo,
    Fault,
    Field,
    Force,
    Gauge,
    GaugeRow,
    Gauges,
    Group,
    IndexCard,
    IndexCards,
    Item,
    Items,
    Lines,
    Magazine,
    MapView,
    More,
    Paragraphs,
    Printout,
    Records,
    Section,
    SpaceRecord,
    Table,
)

EMPTY = Printout(
    game="EU-7",
    system="any",
    turn=5,
    player=1,
    title="Turkey, turn 5",
    heading=("Game EU-7, Turn 5, Player [1:Turkey]",),
    headline="Turkey, turn 5",
    standfirst="",
    figures=(),
    changes=(),
    sections=(),
    map=MapView("europe", "", "", ()),
)


def page(*blocks: Any, **facts: Any) -> str:
    sections = (Section("part", "A part", blocks),) if blocks else ()
    return textprint.render(replace(EMPTY, sections=sections, **facts))


def test_the_head_names_the_reader_and_the_day_then_the_heading_lines() -> None:
    text = textprint.render(EMPTY, account="#1042", name="Rosa Klein", due="4 December 2026, 20:00 UTC")
    first, second = text.splitlines()[:2]
    assert first.startswith("#1042 Rosa Klein  ")
    assert first.endswith("  Due 4 December 2026, 20:00 UTC")
    assert len(first) == 79
    assert second == "Game EU-7, Turn 5, Player [1:Turkey]"


def test_a_name_and_a_day_that_do_not_fit_one_line_take_two() -> None:
    head = textprint.render(EMPTY, name="N" * 60, due="4 December 2026, 20:00 UTC").splitlines()
    assert head[:2] == ["N" * 60, "Due 4 December 2026, 20:00 UTC"]


def test_without_account_and_day_the_heading_comes_first() -> None:
    assert textprint.render(EMPTY).startswith("Game EU-7, Turn 5")


def test_the_public_text_opens_with_headline_and_stand_first() -> None:
    text = page(player=0, headline="Turkey takes Greece", standfirst="Two land battles.")
    assert text == "Game EU-7, Turn 5, Player [1:Turkey]\n\nTurkey takes Greece\nTwo land battles.\n"


def test_a_record_wraps_with_an_indent_and_holds_its_suppressed_part() -> None:
    fields = (Field("TaxBase", "9", "1"), *(Field(f"Number{n}", str(n)) for n in range(12)))
    lines = page(Records((), (SpaceRecord("TU", "[1]", "Turkey", fields, 1, ("/1/BA999",)),))).splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("TU [1] TaxBase=9<1> Number0=0"))
    assert lines[start + 1].startswith("     Number")
    assert lines[start + 1].endswith(" Number11=11 /1/BA999")


def test_a_value_in_brackets_speaks_for_itself() -> None:
    record = SpaceRecord("SW", "*", "Sweden", (Field("Army", "9"), Field("Popularity", "[1]=50 [2]=20")))
    assert "SW * Army=9 [1]=50 [2]=20" in page(Records((), (record,)))


def test_a_table_sets_numbers_right_and_texts_left() -> None:
    table = Table((Column("Space"), Column("Army", "number")), (("TU", 5), ("GR", 120)), ("Total", 125), note="A note.")
    assert page(table).splitlines()[3:8] == ["Space  Army", "TU        5", "GR      120", "Total   125", "A note."]


def test_a_dash_stands_for_what_cannot_be_and_nothing_behind_the_last() -> None:
    columns = (Column("Space"), Column("Army", "number"), Column("Navy", "number"), Column("AirF", "number"))
    lines = page(Table(columns, (("HU", 5, None, 7), ("BLA", 1, 2, None)))).splitlines()
    assert lines[4] == "HU        5     -     7"
    assert lines[5] == "BLA       1     2"


def test_money_counts_hundredths_and_shows_two_places() -> None:
    assert textprint.cell_text(15998, "money") == "159.98"
    assert textprint.cell_text(-5, "money") == "-0.05"
    assert textprint.cell_text(3, "player") == "[3]"
    assert textprint.cell_text(0, "number") == "0"


def test_a_table_that_is_too_wide_wraps_its_texts_and_never_its_numbers() -> None:
    table = Table((Column("A"), Column("B"), Column("N", "number")), (("word " * 20, "more " * 20, 123456),))
    lines = page(table).splitlines()
    assert any(line.endswith("123456") for line in lines)
    assert max(map(len, lines)) <= 79


def test_a_table_of_many_columns_stands_closer_before_it_wraps() -> None:
    """With two blanks between its columns it would have 85 signs."""
    columns = (Column("Region"), *(Column(name, "number") for name in "ABCDEFGHIJ"), Column("Units"))
    table = Table(columns, (("R" * 14, *([1234] * 10), "u" * 9),))
    head, row = (line for line in page(table).splitlines() if line[:1] == "R")
    assert row == " ".join(["R" * 14, *["1234"] * 10, "u" * 9])
    assert head == "Region" + " " * 9 + "    ".join(["   A", *"BCDEFGHIJ"]) + " Units"
    assert len(row) <= 79


def test_a_battle_tells_its_groups_in_the_notation_of_the_book() -> None:
    forces = (Force("army", 40, 1, "Army"), Force("air", 20, 3, "AirF"), Force("Missiles", 3, 2))
    fight = Battle("RU", "Russia", "held", (Group("FI", 2, "attack", forces),), ("A sentence.",))
    assert "RU: held FI(Army=40-1,AirF=20-3,Missiles=3-2)\n     A sentence.\n" in page(Battles((fight,)))
    kinds = Battle(
        "RU", "Russia", "held", (Group("FI", 2, "attack", (Force("army", word="Army"), Force("navy", word="Navy"))),)
    )
    assert "RU: held FI(Army,Navy)\n" in page(Battles((kinds,)))


def test_every_other_block_has_its_lines() -> None:
    item = Item("War", "[3] Russia declared you an enemy.", "So be it.", "1B")
    text = page(Paragraphs(("A sentence.",)), Lines(("  as typed",)), Items((item,)), changes=(item,))
    assert "\nA sentence.\n  as typed\nWar: [3] Russia declared you an enemy. So be it.\n" in text
    assert "What changed for you\nWar: [3] Russia declared you an enemy. So be it. [1B]\n" in text


def test_a_section_for_the_page_alone_is_left_out() -> None:
    sections = (Section("x", "On the page", (), classic=False), Section("y", "On paper", (), html=False))
    text = textprint.render(replace(EMPTY, sections=sections))
    assert "On paper" in text
    assert "On the page" not in text


def test_the_echo_comes_with_faults_count_and_an_end() -> None:
    text = page(
        echo=(Echo("", ("2A", "TS5")), Echo("TU", ("BA15",))),
        order_count=3,
        faults=(Fault(3, 1, "AC5ZZ", "invalid", "there is no space ZZ", "8"),),
    )
    assert "\n<AC5ZZ -- there is no space ZZ (8)>\n\nOrder-count: 3\n@ 2A TS5\n@TU BA15\n------\n" in text


def test_the_blank_card_comes_last_with_a_heading_that_names_the_next_turn() -> None:
    text = textprint.render(replace(EMPTY, blank=("@TU", "END")), name="Rosa Klein", code="7G2KQ-X4M9V-T")
    assert text.endswith("-" * 79 + "\nEU-7 T-6 [1] Rosa Klein  7G2KQ-X4M9V-T\n@TU\nEND\n")


def test_a_long_name_does_not_part_the_code_from_the_heading() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff Maria-Theresia von Zu H"
    text = textprint.render(replace(EMPTY, blank=("@TU", "END")), name=name, code="7G2KQ-X4M9V-T")
    card = text.partition("-" * 79 + "\n")[2]
    head = card.splitlines()[0]
    assert head == "EU-7 T-6 [1] Wolfeschlegelsteinhausenbergerdorff Maria-Theresia…  7G2KQ-X4M9V-T"
    assert read_card(card).code == "7G2KQ-X4M9V-T"


def test_a_long_comment_of_the_blank_card_stays_a_comment() -> None:
    text = page(blank=(f"@TU    ; {'50 army ' * 12}", "END"))
    card = text[text.index("-" * 79) :].splitlines()[2:-1]
    assert len(card) > 1
    assert all(line.lstrip().startswith((";", "@TU")) for line in card)


def test_control_and_direction_signs_of_a_players_text_are_not_printed() -> None:
    text = page(faults=(Fault(1, 1, "\x1b[2JA\u202eB\u2028C", "invalid", "no order"),))
    assert "<?[2JA?B?C -- no order>" in text


def test_wrapping_keeps_words_and_cuts_what_has_no_blank() -> None:
    assert textprint.wrapped("short") == ["short"]
    assert textprint.wrapped("") == [""]
    assert textprint.wrapped("x" * 100) == ["x" * 79, "x" * 21]
    assert textprint.wrapped("aa bb cc", "  ", 5) == ["aa bb", "  cc"]


WORDS = st.text("abc \u2212[]=<>;", max_size=120)
CELLS = st.one_of(st.none(), st.integers(-(10**9), 10**9), WORDS)
KINDS = st.sampled_from(("code", "text", "number", "money", "player", "mono"))


@st.composite
def tables(draw: Any) -> Table:
    columns = tuple(Column(draw(WORDS), draw(KINDS)) for _ in range(draw(st.integers(1, 12))))
    rows = draw(st.lists(st.tuples(*(CELLS for _ in columns)), max_size=4))
    return Table(columns, tuple(rows), draw(st.none() | st.tuples(*(CELLS for _ in columns))), draw(WORDS))


BLOCKS = st.one_of(
    tables(),
    st.builds(Paragraphs, st.lists(WORDS, max_size=3).map(tuple)),
    st.builds(Lines, st.lists(WORDS, max_size=3).map(tuple)),
    st.builds(Items, st.lists(st.builds(Item, WORDS, WORDS, WORDS), max_size=2).map(tuple)),
    st.builds(
        Records,
        st.just(()),
        st.lists(
            st.builds(SpaceRecord, WORDS, WORDS, WORDS, st.lists(st.builds(Field, WORDS, WORDS, WORDS)).map(tuple)),
            max_size=2,
        ).map(tuple),
    ),
    st.builds(
        Battles, st.lists(st.builds(Battle, WORDS, WORDS, WORDS, st.just(()), st.tuples(WORDS)), max_size=2).map(tuple)
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(BLOCKS, max_size=4), st.lists(WORDS, max_size=4), WORDS)
def test_no_line_is_longer_than_seventy_nine_columns(blocks: list[Any], blank: list[str], name: str) -> None:
    sections = (Section("s", "A section", tuple(blocks)),)
    printout = replace(EMPTY, sections=sections, blank=tuple(blank), faults=(Fault(1, 1, name, "invalid", name),))
    text = textprint.render(printout, name=name, due=name)
    assert max(map(len, text.split("\n"))) <= 79
    assert not any(line.endswith(" ") for line in text.split("\n"))


def test_gauges_and_index_cards_are_told_in_lines() -> None:
    row = GaugeRow("frigate", 2, (Gauge(6, 10, 14), None), "got away")
    assert textprint.block_lines(Gauges(("hull", "shields"), (row,))) == ["[2] frigate: hull 6 of 14; got away"]
    lines = (
        (Field("Captain", "7"), Field("Morale", "35")),
        Magazine("1 N", "missiles", 9, 12),
        Magazine("2 -", "empty"),
    )
    card = IndexCard("SHIP 4 AJAX", "destroyer", lines)
    assert textprint.block_lines(IndexCards((card,))) == [
        "SHIP 4 AJAX  destroyer",
        " Captain 7  Morale 35",
        " 1 N  missiles  9 of 12",
        " 2 -  empty",
    ]


def test_what_a_page_folds_away_is_whole_in_the_text() -> None:
    folded = More("Rounds 4 to 5", (Lines(("one",)), Lines(("two",))))
    assert textprint.block_lines(folded) == ["Rounds 4 to 5", "one", "two"]
