"""Maps of squares as they are drawn: what is on them, how large they are, what a page has beside them."""

import re
import zlib

import pytest
from msgspec.structs import replace

from pbm.core.grid import GridPlace, GridUnit, GridView, Moment, Opened, Taken, Terrain, Trail
from pbm.core.printout import MapBlock, MapSpace, MapView, Printout, Section
from pbm.site.maps.chart import draw_grid, legend_html, map_table
from pbm.site.maps.gridpage import MOST_FRAMES, SCRIPTS
from pbm.site.maps.looks import grid, grid_style
from pbm.site.maps.looks.grid_style import SHADES
from pbm.site.maps.socialcard import cropped, in_light
from pbm.site.pages import Addressee
from pbm.site.render import Renderer
from tests.map_makers.squares import KINDS, TERRAIN, view, world

KB = 1000
ROWS = ("..........", "..++++....", '..+"++..  ', "..++......", "..........")
SMALL = GridView(
    title="What [4] knows",
    desc="An isle.",
    width=10,
    height=5,
    rows=ROWS,
    terrain=TERRAIN,
    player=4,
    kinds=KINDS,
    players=((3, "Cerule"), (4, "Dorada")),
)


def classes(svg: str, name: str) -> list[str]:
    """The tags that have a class."""
    tags = re.findall(r"<[a-z]+ [^>]*>", svg)
    return [tag for tag in tags if re.search(rf' class="(?:[^"]* )?{name}(?: [^"]*)?"', tag)]


def test_a_map_of_46_by_34_with_54_units_and_their_moves_is_small() -> None:
    """17.7."""
    drawn = draw_grid(view(46, 34))
    assert len(drawn) <= 45 * KB
    assert drawn.count('<use href="#mu') >= 40, "with all its letters"
    assert len(draw_grid(view(60, 60, units=90, others=30))) <= 60 * KB


def test_an_overview_of_254_by_254_is_small_and_so_are_its_parts() -> None:
    """17.7: 250 units, 60 sightings; a part has letters."""
    wide = view(254, 254, units=250, others=60, spread=60)
    drawn = draw_grid(wide)
    assert len(drawn) <= 80 * KB
    parts = grid.parts(wide)
    assert max(len(draw_grid(replace(wide, window=window))) for _, window in parts) <= 30 * KB
    assert "g-far" in drawn.partition(">")[0]
    assert len(parts) > 20


def test_a_whole_world_that_is_revealed_is_small_too() -> None:
    """17.7: 254 by 254 with 1,500 units."""
    rows = world(254, 254, 1)
    units = tuple(GridUnit(k * 37 % 254, k * 101 % 251, "GVQ"[k % 3], k % 6 + 1) for k in range(1500))
    drawn = draw_grid(replace(SMALL, width=254, height=254, rows=tuple(rows), player=0, units=units))
    assert len(drawn) <= 230 * KB
    assert len(zlib.compress(drawn.encode(), 9)) <= 45 * KB


def test_no_square_is_an_element_of_its_own() -> None:
    """17.4: each kind is one path of merged squares."""
    drawn = draw_grid(replace(SMALL, rows=tuple(world(60, 40, 2)), width=60, height=40))
    assert drawn.count("<path") + drawn.count("<rect") < 40
    assert len(classes(drawn, "g-buff")) == 1


def test_what_is_own_is_square_and_what_is_another_s_is_round_with_a_number() -> None:
    units = (
        GridUnit(3, 1, "G", 4),
        GridUnit(5, 1, "V", 3),
        GridUnit(6, 0, "V", 3, seen=7),
        GridUnit(1, 1, "G", 4, damage=2),
    )
    drawn = draw_grid(replace(SMALL, units=units))
    assert [drawn.count(f'href="#m{sign}"') for sign in ("u0", "u1", "e0", "e1")] == [2, 0, 0, 2]
    (old,) = classes(drawn, "g-old")
    assert "g-other" in old
    assert re.search(r'g-who"><text[^>]*>3</text>', drawn)
    (hurt,) = classes(drawn, "g-hurt")
    assert hurt.count("h4") == 2
    revealed = draw_grid(replace(SMALL, units=units, player=0))
    assert 'href="#mu' not in revealed, "in the eyes of all nobody is own"


def test_a_place_has_its_owner_s_number_its_code_and_the_number_of_units_in_it() -> None:
    places = (GridPlace(3, 1, "AAA", "Aa", 4), GridPlace(5, 1, "BBB", "Bb"), GridPlace(4, 2, "CCC", "Cc", 3))
    units = (GridUnit(3, 1, "G", 4), GridUnit(3, 1, "G", 4), GridUnit(4, 1, "G", 4))
    drawn = draw_grid(replace(SMALL, places=places, units=units))
    assert len(classes(drawn, "g-mine")) == 1
    assert re.search(r'<g class="g-no"><text[^>]*>4</text><text[^>]*>3</text></g>', drawn)
    assert re.search(r"g-tab [^>]*>.*<text[^>]*>2</text></g>", drawn)
    assert re.search(r"g-free", drawn)
    above, below = (float(re.findall(rf'y="([^"]*)">{code}<', drawn)[0]) for code in ("AAA", "CCC"))
    assert above < 20 + 10 < 40 + 10 < below, "a unit stands above the other one"


def test_of_units_that_stand_together_the_first_is_drawn_and_they_are_counted() -> None:
    units = (GridUnit(3, 1, "V", 4), GridUnit(3, 1, "G", 4), GridUnit(5, 1, "G", 4))
    drawn = draw_grid(replace(SMALL, units=units))
    assert re.findall(r'href="#m(u\d)" x="(\d+)"', drawn) == [("u0", "110"), ("u1", "70")]
    assert re.search(r"g-tab [^>]*><use [^>]*><text[^>]*>2</text></g>", drawn)


def test_a_wrapped_map_repeats_two_columns_at_both_ends() -> None:
    unit, way = GridUnit(0, 1, "G", 4), Trail(1, 4, ((9, 2), (0, 2), (1, 2)))
    around = draw_grid(replace(SMALL, wrap=True, units=(unit,), trails=(way,)))
    assert f'viewBox="0 0 {14 * 20 + 68} {5 * 20 + 52}"' in around
    assert around.count('href="#mu0"') == 2
    assert around.count("url(#mseam)") == 2
    assert re.findall(r'g-trail" d="([^"]*)"', around) == ["M230 50h40M30 50h40"]
    assert re.findall(r">([A-Z]+)</text><text[^>]*>E<", around) == ["A", "A"]
    assert "seam" not in draw_grid(replace(SMALL, units=(unit,)))


def test_the_film_has_a_group_for_each_time_and_shows_some_things_in_it_alone() -> None:
    frames = (Moment(7, "7"), Moment(8, "8", "All at once"))
    seen = replace(
        SMALL,
        frames=frames,
        trails=(Trail(7, 4, ((2, 1), (3, 1), (4, 1), (4, 2))), Trail(9, 3, ((0, 0), (1, 1)))),
        taken=(Taken(8, 3, 1, 3),),
        opened=(Opened(7, 0, 0, 3),),
    )
    drawn = draw_grid(seen)
    assert re.findall(r'data-at="(\d+)"', drawn) == ["7", "9", "8"], "under the units, then over them"
    assert re.findall(r'g-trail[^"]*" d="([^"]*)"', drawn) == ["M50 30h40v20", "M10 10l20 20"]
    assert len(classes(drawn, "g-opened")) == len(classes(drawn, "g-taken")) == 1
    strip = legend_html(seen)
    assert re.findall(r'data-at="(\d*)"', strip) == ["7", "8", ""]
    assert " hidden>" in strip.partition("data-film")[2][:8]
    assert "data-film" not in legend_html(replace(seen, frames=frames[:1]))
    many = legend_html(replace(seen, frames=tuple(Moment(k, str(k)) for k in range(MOST_FRAMES + 1))))
    assert 'type="range"' in many


def test_a_window_is_drawn_with_nothing_of_what_lies_outside() -> None:
    whole = replace(SMALL, units=(GridUnit(3, 1, "G", 4), GridUnit(9, 4, "V", 3)), places=(GridPlace(8, 4, "FAR"),))
    part = replace(whole, window=(1, 0, 5, 4))
    drawn, table, key = draw_grid(part), map_table(part), legend_html(part)
    assert f'viewBox="0 0 {5 * 20 + 68} {4 * 20 + 52}"' in drawn
    assert ">B</text>" in drawn, "its first column is named"
    for text in (drawn, table):
        assert "FAR" not in text
    assert "another" not in key
    assert "FAR" in map_table(whole)


def test_nothing_that_a_player_wrote_becomes_markup() -> None:
    evil = "<img src=x onerror=alert(1)>\"'&"
    bad = replace(
        SMALL,
        title=evil,
        desc=evil,
        players=((4, evil), (3, evil)),
        places=(GridPlace(3, 1, evil, evil, 3, text=evil),),
        units=(GridUnit(4, 1, "G", 4, evil, text=evil),),
        kinds=(("G", evil),),
        terrain=(Terrain(".", evil, "blue"), Terrain("+", evil, mark=evil)),
        frames=(Moment(1, evil, evil), Moment(2, evil, evil)),
        words=(("place", evil), ("own", evil)),
        note=evil,
    )
    for text in (draw_grid(bad), draw_grid(bad, standalone=True), legend_html(bad), map_table(bad)):
        assert "<img" not in text
        assert not re.search(r"=\"[^\"]*<", text)


def test_the_table_tells_all_that_is_drawn_in_words() -> None:
    seen = replace(
        SMALL,
        places=(GridPlace(3, 1, "AAA", "Aaton", 4, text="a Golem in 3"),),
        units=(GridUnit(5, 1, "V", 3, seen=7), GridUnit(4, 1, "G", 4, "#12", damage=1)),
    )
    rows = [re.sub(r"<[^>]*>", "|", row) for row in re.findall(r"<tr data-at.*?(?=<tr|</table)", map_table(seen))]
    assert [[cell.strip() for cell in row.split("|") if cell.strip()] for row in rows] == [
        ["D2", "AAA", "Aaton", "4", "Dorada", "a Golem in 3"],
        ["E2", "Golem #12", "4", "Dorada", "1 of 3 damaged"],
        ["F2", "Vulture", "3", "Cerule", "last seen in 7"],
    ]


def test_an_empty_map_is_drawn_as_paper() -> None:
    """16.1: the public's chart of a world of which nothing is to be shown."""
    empty = replace(SMALL, rows=(" " * 10,) * 5, player=0)
    drawn = draw_grid(empty)
    assert not any(classes(drawn, name) for name in ("g-blue", "g-buff", "g-shore", "g-edge", "g-veil"))
    assert "url(#mdot)" in drawn
    wide = draw_grid(replace(empty, width=254, height=254, rows=(" " * 254,) * 254))
    assert f'viewBox="0 0 {254 * 20 + 68} ' in wide


def test_shades_are_for_three_themes_and_no_variable_is_left_where_none_is_known() -> None:
    css = grid_style.page_css()
    for name in SHADES:
        assert css.count(f"--g{name}:#") == 4, "light, dark by wish and by choice, print"
    alone = draw_grid(view(20, 20, units=5, others=2), standalone=True)
    used = set(re.findall(r"var\(--([a-z0-9]+)", alone))
    assert used <= set(re.findall(r"--([a-z0-9]+):", alone))
    assert "var(" not in grid_style.on_paper()
    assert "fill:none;fill" not in in_light(alone)
    assert re.search(r' viewBox="0 \d+ \d+ \d+"', cropped(alone)), "a card has the map without its legend"


def test_a_page_with_such_a_map_brings_its_styles_and_its_script_and_others_do_not() -> None:
    renderer = Renderer([], {"": {}}, cache=False)
    bare = Printout("F-1", "f", 1, 4, "T", ("F-1",), "Head", "", (), (), (), None)
    parts = {
        "none": bare,
        "first": replace(bare, map=SMALL),
        "section": replace(bare, sections=(Section("s", "S", (MapBlock(SMALL),)),)),
    }
    pages = {name: renderer.alone(one, "TEXT", Addressee(), "en", "") for name, one in parts.items()}
    for name, page in pages.items():
        assert ("PbmGrid" in page) == (".g-shore" in page) == (name != "none")
    assert pages["section"].count("<figure") == 1
    assert 'id="chart-1"' in pages["section"]
    for part in SCRIPTS:
        source = renderer.file(f"grid/{part}.js")
        assert '"use strict";' in source
        assert max(map(len, source.splitlines())) <= 120
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttp", renderer.grid_js)


def test_maps_of_both_kinds_stand_in_one_printout() -> None:
    """Windows and days: each has ids of its own, and the table of spaces is there once."""
    renderer = Renderer([], {"tiny": {}}, cache=False)
    spaces = MapView("tiny", "T", "D", (MapSpace("AA", "Aa", "land"),))
    one = Printout(
        "F-1",
        "f",
        1,
        4,
        "T",
        ("F-1",),
        "Head",
        "",
        (),
        (),
        (Section("s", "S", (MapBlock(SMALL), MapBlock(SMALL, "<b>"))),),
        None,
    )
    page = renderer.alone(one, "TEXT", Addressee(), "en", "")
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "&lt;b&gt;" in page
    assert list(replace(one, map=spaces).maps) == [spaces, SMALL, SMALL]
    assert replace(one, map=spaces).spaces == spaces.spaces
    assert (one.spaces, one.arrows) == ((), ())
    assert one.names == SMALL.players
    with pytest.raises(TypeError):
        assert one.space_map
