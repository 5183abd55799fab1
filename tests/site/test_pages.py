"""What stands on the pages of a site, and in a private printout."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbm import rules as registry
from pbm.core.printout import Cell, Column, Field, Item, Printout, Records, Section, SpaceRecord, Table
from pbm.site.cases import case_html
from pbm.site.ink.dates import calendar, day, day_and_hour
from pbm.site.ink.marks import named, rich
from pbm.site.pages import Addressee, Case
from pbm.site.parts.blocks import block_html, table_html
from pbm.site.parts.sheet import PrintoutView, make_sheet
from pbm.site.parts.standings import standings
from pbm.site.private import write_private
from pbm.site.render import Renderer
from tests.example_league.maps import geometries
from tests.example_league.printouts import turkey
from tests.example_league.sections import forces
from tests.site.built import TO, Elements, stamps

NAMED = tuple(named for name in registry.SYSTEMS for named in registry.system(name).words.named)


def test_the_front_page_tells_games_deadlines_and_news(site: Path) -> None:
    text = (site / "index.html").read_text()
    for words in ("The Long Post", "Sofia falls anyway", "Fri 4 Dec", "20:00 UTC", "receipt within the hour", "EU-1"):
        assert words in text


def test_news_tell_their_year(site: Path) -> None:
    """A game by post takes years, and its pages are read for longer."""
    pages = "".join(path.read_text("utf-8") for path in sorted(site.rglob("index.html")))
    times = re.findall(r'<time datetime="([0-9]{4})[^"]*">([^<]*)</time>', pages)
    assert times
    assert all(words.endswith(f" {year}") for year, words in times), times


def test_a_turn_page_tells_the_world(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    for words in ("World news, turn 7", "Maritsa", "Captured", "Standings", "Sofia Gazette", "The map as a table"):
        assert words in text
    assert text.count('class="spark"') == 7
    assert "0707070707" in text


def test_a_step_line_tells_its_numbers(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    assert 'aria-label="turn by turn: 1, 1, 3, 3, 5, 5, 4, 4"' in text


def test_anonymous_press_names_nobody(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    article = text[text.index("reliable neighbours") : text.index("Quiet Iberian")]
    assert "anonymous" in article
    assert "Spain" not in article
    assert "chip" not in article


def test_only_a_revealed_game_shows_printouts(site: Path) -> None:
    assert (site / "games/EU-1/1/5.html").is_file()
    assert (site / "games/EU-1/1/5.txt").read_text() == "EU-1 T-1 [5]\n"
    assert not list((site / "games/EU-2").rglob("[1-9].*"))
    assert "noindex" in (site / "games/EU-1/1/5.html").read_text()


def test_rules_on_a_printout_lead_to_the_nearest_heading(site: Path) -> None:
    text = (site / "games/EU-1/1/5.html").read_text()
    assert '<a class="rule" href="../../../rules/battle-plan.html#9.3">9.3e</a>' in text
    assert '<a class="rule" href="../../../rules/battle-plan.html#4C.6">4C.6</a>' in text
    assert '<span class="rule">2C</span>' in text


def test_the_rule_book_has_orders_house_rules_and_cases(site: Path) -> None:
    text = (site / "rules/battle-plan.html").read_text()
    for anchor in ("4C.6", "order-AC", "HR-34", "case-4C.6-1", "house-rules", "orders", "cases"):
        assert f'id="{anchor}"' in text
    assert text.index('id="case-4C.6-1"') < text.index('id="case-4C.6-10"')
    assert 'Worked cases: <a href="#case-4C.6-1">' in text
    assert "<code>n XXX</code>" in text


def test_a_worked_case_tells_position_card_and_outcome() -> None:
    toml = """
[seats]
1 = "TU"
[given.spaces]
TU = { army = 20, navy = 0 }
UK = { occupier = 2, army = 10 }
[cards]
1 = "@TU AC20UK"
[expect.spaces.UK]
occupier = 1
army = { one_of = [15, 16] }
"""
    html = case_html(Case("4C.6-1", "Twenty", toml), NAMED)
    for words in ("Card of [1]", "@TU AC20UK", "20 army", "10 army", "15 or 16", "army<td"):
        assert words in html
    assert "navy" not in html
    assert case_html(Case("x", "x", "no toml ["), NAMED) == ""


def test_a_worked_case_tells_all_that_a_position_may_hold() -> None:
    toml = """
[seats]
1 = "TU"
[given.spaces]
TU = { army = 0, popularity = { 1 = 50 }, standing = { 2 = "BA5" }, suppressed = { air = 3 } }
BLA = { forces = { 1 = { navy = 5, army = 0 } } }
[given.players.1]
multipliers = { A = 110 }
[given.fleets.1]
2 = { sea = "NSE", cargo = 4 }
[given.provinces]
COR = { owner = 2, armies = { 2 = 1 } }
[given.nations.2]
gold = 20
[cards]
1 = "@TU /6/BA1"
[expect.spaces.BLA]
forces = { 1 = { navy = { between = [3, 4] } } }
[expect.nations]
2 = { gold = 29 }
[expect.provinces.COR]
owner = 0
[[expect.faults]]
player = 1
text = "/6/<b>"
"""
    html = re.sub(r"<b class=.chip[^>]*>(\d)</b>", r"[\1]", case_html(Case("11-1", "All", toml), NAMED))
    for words in (
        '<b class="c">TU</b> of [1]: popularity [1] 50, standing /2/ BA5, suppressed 3 air<br>',
        '<b class="c">BLA</b>: [1] 5 navy<br>', '<b class="c">COR</b> of [2]: armies [2] 1<br>',
        "[1]: multipliers A 110<br>", "[2]: 20 gold<br>", "[1] #2: sea NSE, 4 cargo",
        '<tr><td><b class="c">BLA</b> [1] navy<td class="n">5<td class="n">3 to 4',
        '<tr><td>[2] gold<td class="n">20<td class="n">29',
        '<tr><td><b class="c">COR</b> owner<td class="n">[2]<td class="n">nobody',
        '<p class="note">Not carried out: [1] <span class="m">/6/&lt;b&gt;</span></p>',
    ):  # fmt: skip
        assert words in html, words


def test_the_fairness_page_has_seed_and_chain(site: Path) -> None:
    running, open_ = ((site / f"games/{game}/fairness.html").read_text() for game in ("EU-2", "EU-1"))
    assert "ab" * 32 in running
    assert "07" * 32 in running
    assert "not yet" in running
    assert "ef" * 16 in open_
    assert ">Rolls<" in open_
    assert ">Rolls<" not in running, "how many there were is told with the seed"
    assert "Clone" not in open_, "a league's games lie in no repository that its players know"
    how = (site / "fairness.html").read_text()  # a league has these pages, and need not have ours about fairness
    assert 'HMAC-SHA256(seed, "game/turn/label/block")' in unescape(how)
    assert 'HMAC-SHA256(seed, "game/digests")' in unescape(how)
    turns = ((site / f"games/{game}/1/index.html").read_text() for game in ("EU-2", "EU-1"))
    assert [" rolls, by " in text for text in turns] == [False, True]


def test_a_turn_names_the_pbm_that_played_it(site: Path) -> None:
    """Whoever plays it again when rules were mended since asks for that one."""
    for page in ("games/EU-1/1/index.html", "games/EU-2/7/index.html"):
        assert ', by <span class="unbroken">pbm 0.9.7</span>. ' in (site / page).read_text()


def test_public_pages_say_nothing_of_forces(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    assert 'class="b ' not in text
    assert "159.98" not in text


def test_a_private_printout_needs_no_other_file(alone: Path) -> None:
    page = Elements(alone.read_text())
    for tag, attrs in page.found:
        assert tag not in ("link", "img", "iframe", "base", "form")
        assert not attrs.get("src")
        assert attrs.get("href", "#").startswith("#")
    assert "noindex" in alone.read_text()
    assert "CLASSIC &lt;b&gt;" in alone.read_text()
    assert alone.with_suffix(".txt").read_text() == "CLASSIC <b>\n"


def test_a_private_printout_is_written_once(tmp_path: Path) -> None:
    renderer = Renderer([], geometries(), cache=False)
    assert write_private(turkey(), "x\n", tmp_path / "5", renderer, TO)
    before = stamps(tmp_path)
    assert not write_private(turkey(), "x\n", tmp_path / "5", renderer, TO)
    assert stamps(tmp_path) == before


def test_a_printout_for_mail_is_not_drawn_anew_to_be_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is held of it has nobody's name, code or deadline."""
    drawn: list[int] = []
    usual = make_sheet

    def noted(printout: Printout, **more: Any) -> PrintoutView:
        drawn.append(printout.player)
        return usual(printout, **more)

    monkeypatch.setattr("pbm.site.render.make_sheet", noted)
    renderer, printout = Renderer([], geometries(), cache=False), turkey()
    other = Addressee("Somebody else", "[5]", "ZZZZ-ZZZZ", "when the cows come home")
    renderer.alone(printout, "x\n", TO, "en", "Europe")
    held = renderer.inside(printout, "x\n", other, "Europe")
    assert drawn == [5]
    assert held == renderer.inside(turkey(), "x\n", other, "Europe"), "the same as one that was drawn for it"
    assert drawn == [5, 5]
    for secret in (TO.name, TO.code, TO.due):
        assert secret
        assert secret not in held[0]
    for word in (other.code, other.due):
        assert word in held[0]


def test_a_name_from_right_to_left_leaves_the_code_of_the_card_whole() -> None:
    """The digits that a code begins with would stand before such a name, were it not isolated."""
    renderer, name = Renderer([], geometries(), cache=False), "\u05d0\u05d1\u05e8\u05d4\u05dd"
    to = Addressee(name, "[5]", "86NHV-63Z3E-E", "")
    html = renderer.alone(turkey(), "x\n", to, "en", "Europe")
    assert html.count(f" T-8 [5] <bdi>{name}</bdi> {to.code}") == 2, "on the page and on paper"


def test_standings_have_no_column_of_names_where_nobody_is_named() -> None:
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Home"),
        Column("Player"),
        Column("Held", "number"),
    )
    for name, there in (("", False), ("Rosa", True)):
        rows: tuple[tuple[Cell, ...], ...] = ((1, 2, "France", name, 5), (2, 1, "Turkey", "", 4))
        section = Section("standings", "Standings", (Table(columns, rows),))
        html = str(standings(section, {1: [3, 4], 2: [3, 5]}, 0, "Held"))
        assert ("Player" in html) is there
        assert html.count("<svg") == 2
        assert html.index("T-0 to T-1") > html.index("Held")


def test_a_printout_shows_what_its_data_say(alone: Path) -> None:
    text = alone.read_text()
    for words in (
        "Turkey, turn 7", "159.98", "+62.58", "Bulgaria is yours.", "#1042", "7G2KQ-X4M9V-T", "Land battles",
        "<i>&lt;10&gt;</i>", "NT4EAS", "Order-count: 18", "26A 4N", "taken by", "31<sup>+</sup>",
    ):  # fmt: skip
        assert words in text
    assert "Dollars=159.98 Spies" not in text  # a section for the classic text alone
    assert text.count('<svg class="map"') + text.count('<svg class="map ') == 2


def test_what_changed_links_only_to_what_is_there() -> None:
    lost = msgspec.structs.replace(turkey(), changes=(Item("Lost", "All.", "", "", "bad", "nowhere"),))
    assert "#nowhere" not in Renderer([], geometries(), cache=False).alone(lost, "", TO, "en", "")


def test_numbers_are_set_as_numbers() -> None:
    html = table_html(forces().blocks[0])  # type: ignore[arg-type]  # the forces are a table
    assert '<td class="n">26' in html
    assert '<td class="n z">0' in html
    assert '<td class="n">31<sup>+</sup>' in html


def test_days_are_told_the_same_everywhere() -> None:
    assert day("2026-11-21") == "Sat 21 Nov 2026"
    assert day_and_hour("2026-12-04T21:00:00+01:00") == "Fri 4 Dec 2026, 20:00 UTC"
    assert day("soon") == "soon"
    assert calendar("2026-11-21", set()) == []


def test_a_row_has_a_head_and_a_column_without_a_word_has_none() -> None:
    numbers = Column("Rank", "number"), Column("", "player")
    columns = (*numbers, Column("Home"), Column("Held", "number"), Column("", "mono"))
    html = table_html(Table(columns, ((1, 2, "France", 5, "x"),), total=(None, None, "All", 5, None)))
    assert '<th scope="col" aria-label="Number">' in html
    assert "Held<td><tbody>" in html, "the last column heads nothing"
    assert '<th scope="row">France<td class="n">5' in html
    assert '<tfoot><tr><td><td><th scope="row">All' in html


def test_many_spaces_of_which_little_is_known_go_by_owner() -> None:
    """Found on the map of the world: 213 codes, most of them of minors, filled a page of paper."""
    known = [SpaceRecord(f"A{k}", f"[{k}:Two]", "Name", (), k) for k in (2, 3, 2)]
    minors = [SpaceRecord(f"M{k:02}", "*", "Minor", (Field("Popularity", f"[1]={k // 40}"),)) for k in range(42)]
    filed = SpaceRecord("ZZ", "*", "Filed", (), 0, ("/1/BA5",))
    html = block_html(Records((), (*known, *minors, filed)), str, str, 1, {2: "Two", 3: "<Three>"})
    rows = re.findall(r"<p>(.*?) <b>(.*?)</b>(?=<p>|</div>)", html)
    plain = [(re.sub("<[^>]*>", "", head), re.sub("<[^>]*>", "", codes)) for head, codes in rows]
    assert plain[:2] == [("2 Two (2)", "A2 A2"), ("3 &lt;Three&gt;", "A3")]
    assert [head for head, _ in plain[2:]] == ["* [1]=0 (40)", "* [1]=1 (2)"]
    assert plain[3][1] == "M40 M41"
    assert html.count("ZZ") == 1
    assert "/1/BA5" in html


def test_no_line_ends_between_a_chip_and_its_name() -> None:
    kept = '<span class="unbroken"><b class="chip p4 t4">31</b> {}</span>'
    for told, shown in (
        ("taken by [31] Czechoslovakia.", "taken by " + kept.format("Czechoslovakia.")),
        ("[31:Great Britain] & others", kept.format("Great") + " Britain &amp; others"),
        ("[31] [31] at war", '<b class="chip p4 t4">31</b> ' + kept.format("at") + " war"),
        ("of [31]", 'of <b class="chip p4 t4">31</b>'),
        ("[31] " + "x" * 25, '<b class="chip p4 t4">31</b> ' + "x" * 25),
    ):
        assert rich(told) == shown
    assert named(31, "<i>") == f"<bdi>{kept.format('&lt;i&gt;')}</bdi>"
