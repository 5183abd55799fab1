"""Maps of squares: names of squares, windows, and the sheets of the text print."""

from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, GridPlace, GridUnit, GridView, column_name, square_name, windowed
from pbm.core.gridtext import PAGE, grid_lines
from pbm.core.printout import MapBlock, MapView
from pbm.core.textprint import WIDTH, block_lines
from tests.map_makers.squares import KINDS, TERRAIN, view

SMALL = GridView(
    title="",
    desc="A sea and an isle.",
    width=5,
    height=3,
    rows=("..+  ", '.+"  ', "...  "),
    terrain=TERRAIN,
    player=4,
    places=(GridPlace(1, 1, "AAA", owner=4), GridPlace(2, 0, "BBB"), GridPlace(0, 2, "CCC", owner=3)),
    units=(GridUnit(2, 1, "G", 4), GridUnit(0, 0, "V", 2), GridUnit(1, 1, "Q", 4)),
    kinds=KINDS,
    words=(("place", "town"),),
)


def test_a_square_is_named_by_letters_and_a_number() -> None:
    assert [column_name(x) for x in (0, 25, 26, 51, 52, 253, 701, 702)] == [*"AZ", "AA", "AZ", "BA", "IT", "ZZ", "AAA"]
    assert square_name(10, 13) == "K14"


def test_a_sheet_has_a_key_column_letters_and_row_numbers() -> None:
    assert grid_lines(SMALL) == [
        'Sheet 1 of 1: .brine  +turf  "thicket  :scree  ^crag  blank unknown',
        "  O your town  * neutral  3 town of [3]  G your Golem  v Vulture of another",
        "    ABCDE",
        "  1 v.*",
        "  2 .OG",
        "  3 3..",
    ]


def test_a_place_of_a_player_beyond_the_ninth_has_no_digit() -> None:
    lines = grid_lines(replace(SMALL, places=(GridPlace(0, 0, "AAA", owner=12),), units=()))
    assert lines[1] == "  & town of another player"
    assert lines[3] == "  1 &.+"


def test_the_public_has_no_place_of_its_own() -> None:
    text = "\n".join(grid_lines(replace(SMALL, player=0, places=(GridPlace(0, 0, "AAA"),), units=SMALL.units[:2])))
    assert "your" not in text
    assert "of another" not in text, "nobody is another"
    assert "  1 *.+" in text


def test_a_wide_map_is_cut_into_sheets_that_fit_the_page() -> None:
    wide = view(150, 60, units=40)
    lines = grid_lines(wide)
    assert max(map(len, lines)) <= PAGE == WIDTH
    heads = [line for line in lines if line.startswith("Sheet")]
    assert [head.partition(":")[0] for head in heads] == [f"Sheet {k} of 6" for k in range(1, 7)]
    some = [line for line in grid_lines(replace(wide, sheets=(2, 5))) if line.startswith("Sheet")]
    assert [head.partition(":")[0] for head in some] == ["Sheet 2", "Sheet 5"]
    assert block_lines(MapBlock(wide, "All of it.")) == ["All of it.", *lines]


def test_of_a_sheet_only_the_rows_with_something_known_are_printed() -> None:
    rows = tuple("." if 44 <= y < 47 else UNKNOWN for y in range(90))
    lines = grid_lines(replace(SMALL, width=1, height=90, rows=rows, places=(), units=()))
    assert [line[:4].strip() for line in lines[2:]] == ["45", "46", "47"]


def test_a_map_of_spaces_in_a_section_says_what_is_said_of_it() -> None:
    assert block_lines(MapBlock(MapView("europe", "Europe", "Nobody holds anything.", ()))) == [
        "Nobody holds anything."
    ]


def test_a_window_has_nothing_of_what_lies_outside() -> None:
    part = windowed(replace(SMALL, window=(1, 0, 2, 2)))
    assert part.rows == (" .+  ", ' +"  ', "     ")
    assert [place.code for place in part.places] == ["AAA", "BBB"]
    assert [unit.kind for unit in part.units] == ["G", "Q"]
    assert windowed(SMALL) is SMALL
