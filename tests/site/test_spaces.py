"""What became of each space, in the map's table and on its card: owners by turn, battles, who went there."""

import re

from msgspec.structs import replace

from pbm.core.grid import GridPlace, GridView, Terrain
from pbm.core.printout import Arrow, Battle, Battles, Item, MapSpace, MapView, Route, Section
from pbm.site.history import happened
from pbm.site.history.spaces import MOST, placed, stories
from pbm.site.history.turn_series import Leaf
from pbm.site.maps.chart import map_table
from tests.example_league.league import turns
from tests.example_league.maps import map_view


def leaf(number: int, owners: dict[str, int], **more: object) -> Leaf:
    return Leaf(number, "", owners, (), (), {}, **more)  # type: ignore[arg-type]


def page(turn: int) -> str:
    return f"{turn}/index.html"


def plain(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


def told(leaves: list[Leaf]) -> dict[str, dict[str, str]]:
    heads, rows = stories(leaves, page)
    return {code: dict(zip(heads, map(plain, cells), strict=True)) for code, cells in rows.items()}


def test_owners_are_told_of_what_changed_hands_and_of_nothing_else() -> None:
    leaves = [
        leaf(0, {"A": 1, "B": 2}),
        leaf(1, {"A": 1, "B": 3}),
        leaf(2, {"A": 1}),
        leaf(3, {"A": 1, "B": 2, "C": 1}),
    ]
    assert told(leaves) == {
        "B": {"Owners by turn": "2, 3 from T-1, nobody from T-2, 2 from T-3"},
        "C": {"Owners by turn": "nobody, 1 from T-3"},
    }


def test_battles_lead_to_their_turn_and_passages_are_joined() -> None:
    went = {1: (("A", 2),), 2: (("A", 2), ("A", 3)), 3: (("A", 2),), 5: (("A", 2),)}
    fought = {2: (("A", "captured by [2:Borea]"),)}
    leaves = [leaf(n, {"A": 1}, passed=went.get(n, ()), told=fought.get(n, ())) for n in range(6)]
    heads, rows = stories(leaves, page)
    assert heads == ("Battles by turn", "Went there")
    assert '<a href="2/index.html">T-2</a>' in rows["A"][0]
    assert told(leaves)["A"] == {
        "Battles by turn": "T-2 captured by 2 Borea",
        "Went there": "2 T-1 to T-3, T-5; 3 T-2",
    }


def test_of_a_long_story_the_newest_is_told_and_the_rest_counted() -> None:
    leaves = [leaf(n, {"A": 1 + n % 2}) for n in range(100)]
    text = told(leaves)["A"]["Owners by turn"]
    assert text.startswith(f"{100 - MOST} before; 1 from T-88")
    assert text.endswith("2 from T-99")


def test_without_a_story_the_table_of_a_map_is_as_it_was() -> None:
    assert stories([leaf(0, {"A": 1})], page) == ((), {})
    assert map_table(map_view(), story=((), {})) == map_table(map_view())


def test_the_story_stands_in_the_spaces_row_from_which_its_card_is_made() -> None:
    code = map_view().spaces[0].code
    table = map_table(map_view(), story=(("Owners by turn",), {code: ("nobody, 1 from T-3",)}))
    row = table.partition(f'id="space-{code}"')[2].partition("<tr")[0]
    assert row.endswith("<td>nobody, 1 from T-3")
    assert '<th scope="col">Owners by turn' in table


def test_hostile_words_are_escaped() -> None:
    assert "<b>x" not in str(stories([leaf(0, {}, told=(("A", "<b>x</b>"),))], page)[1])


PUBLIC = next(turns("EU-1", 0)).public


def test_what_is_told_of_spaces_is_what_the_public_reads() -> None:
    fought = Section("battles", "Battles", (Battles((Battle("BU", "Bulgaria", "held", ()),)),))
    news = (Item("War", "It is war."), Item("Port", "Taken.", "By [2:Borea].", at="XAA"))
    made = replace(PUBLIC, sections=(fought,), changes=news)
    assert happened.told(made) == (("BU", "held"), ("XAA", "Taken. By [2:Borea]"))


def test_whoever_sent_units_is_told_by_their_own_map_and_never_of_their_own_land() -> None:
    spaces = (MapSpace("A", "", "land", 1), MapSpace("B", "", "land", 2), MapSpace("P", "", "port", 3, at="0101"))
    arrows = (Arrow("move", "A", "B", 1), Arrow("move", "B", "A", 1), Arrow("attack", "B", "A", 2))
    view = MapView("m", "", "", spaces, arrows, routes=(Route(("A", "0101"), 1),))
    private = {1: replace(PUBLIC, map=view), 2: replace(PUBLIC, map=None)}
    assert happened.passed(private) == (("B", 1), ("P", 1))


def test_places_of_a_map_of_squares_say_it_in_their_own_words() -> None:
    places = (GridPlace(0, 0, "A", owner=2, text="seen"), GridPlace(1, 0, "B"))
    view = GridView("", "", 2, 1, ("..",), (Terrain(".", "land"),), places=places)
    found = placed(view, [leaf(0, {}, sites={"A": 0, "B": 0}), leaf(4, {}, sites={"A": 2, "B": 0})])
    assert [it.text for it in found.places] == ["nobody, [2] from T-4", ""]
