"""The hues of a game's seats: dealt so that neighbours differ, kept in game.toml, and the same wherever a player is
shown.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.core.printout import Column, MapSpace, MapView, Table
from pbm.engine.system import Rules, Seat, Sheet, System
from pbm.engine.turn import printouts
from pbm.errors import PbmError
from pbm.rules import system
from pbm.site.ink import marks, palette
from pbm.site.maps import artist
from pbm.site.output.links import Links, Spot
from pbm.site.pages import RatedGame, RatedPlayer, ShownSeat
from pbm.site.parts import blocks
from pbm.site.render import Renderer
from pbm.site.views import TurnSummary
from pbm.store.facts import read_game
from pbm.store.folder import Folder
from pbm.store.hues import HUES, deal, usual
from pbm.store.keyring import read_ring
from tests.browser.chromium import needs_browser
from tests.command import runner
from tests.systems import SHIPPED

VARIANTS = [
    (name, variant)
    for name in SHIPPED
    for variant in system(name).variants
    if system(name).setup.load(variant, {}).geometry
]
"""Those with a map of spaces."""
CROWDED = 65  # seats of Real Forces: with more, ten homes lie within reach of each other and nine hues cannot part them


def near(geometry: Mapping[str, Any]) -> dict[str, set[str]]:
    """The spaces within reach of each space, by land, by sea and by air."""
    return {code: {*it["near"], *it.get("air", ())} for code, it in geometry["spaces"].items()}


def alike(homes: Mapping[int, str], hues: Mapping[int, int], reach: Mapping[str, set[str]]) -> list[tuple[int, int]]:
    """The pairs of seats that share a hue, one within reach of the other."""
    return alike_spaces({number: [home] for number, home in homes.items()}, hues, reach)


def alike_spaces(
    homes: Mapping[int, Sequence[str]], hues: Mapping[int, int], reach: Mapping[str, set[str]]
) -> list[tuple[int, int]]:
    """The same where seats begin with many spaces."""
    around = {number: {code for at in own for code in reach[at]} for number, own in homes.items()}
    return [(a, b) for a in homes for b in homes if a < b and hues[a] == hues[b] and around[a] & {*homes[b]}]


def begun(made: System, rules: Rules, homes: Sequence[str]) -> dict[int, list[str]]:
    """Where a home is the number of a country: the spaces with which each begins."""
    start = made.start(rules, tuple(Seat(n, home) for n, home in enumerate(homes, 1)), Dice(b"start", "T", 0))
    spaces = printouts(made, rules, start, (), {}, Sheet("", "", ()), (0,))[0].spaces
    return {n: [it.code for it in spaces if it.owner == n] for n, _ in enumerate(homes, 1)}


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_no_two_homes_within_reach_share_a_hue(name: str, variant: str) -> None:
    made: System = system(name)
    rules = made.setup.load(variant, {})
    every, reach = made.setup.homes(rules), near(rules.geometry)
    every = tuple(it for it in every if it in reach or made.setup.called(rules, it))  # no home that is rolled
    realms = {} if every[0] in reach else begun(made, rules, every)
    for seats in range(made.setup.least_seats, min(len(every), CROWDED) + 1, 1 if len(every) <= 31 else 9):
        homes = {n: realms.get(n, [home]) for n, home in enumerate(every[:seats], 1)}
        hues = deal(homes, reach)
        assert set(hues.values()) <= set(range(HUES))
        assert alike_spaces(homes, hues, reach) == [], seats
        if seats <= HUES:
            assert hues == {number: usual(number) for number in homes}, "small games look as they did"
        if seats <= 31:
            assert max(list(hues.values()).count(hue) for hue in range(HUES)) <= -(-seats // HUES)


def test_the_old_order_had_neighbours_alike() -> None:
    """What this is for: with the hues of their numbers, some of 25 seats lie within reach of one that looks alike."""
    rules = system("battle-plan").setup.load("equal-forces", {})
    homes = dict(enumerate(system("battle-plan").setup.homes(rules)[:25], 1))
    assert alike(homes, {number: usual(number) for number in homes}, near(rules.geometry))


def test_a_realm_of_several_spaces_counts_with_all_of_them_and_without_a_map_the_numbers_decide() -> None:
    homes = {n: [f"H{n}"] for n in range(1, 10)} | {10: ["H10", "FAR"]}
    assert deal(homes, {})[10] == usual(10) == usual(1)
    dealt = deal(homes, {"H1": ["FAR"]})
    assert dealt[10] != dealt[1]
    assert deal(homes, {"FAR": ["H1"]}) == dealt, "nearness goes both ways"


def test_the_founding_writes_each_seats_hue(tmp_path: Path) -> None:
    runner(tmp_path)("new", "WW-7", "--variant", "equal-forces", "--seats", "25")
    facts = Folder(tmp_path, "WW-7").facts
    rules = system("battle-plan").setup.load("equal-forces", {})
    assert dict(facts.hues).keys() == {seat.number for seat in facts.seats}
    assert alike({s.number: s.home for s in facts.seats}, dict(facts.hues), near(rules.geometry)) == []


SEAT = '[[seats]]\nnumber = {}\nhome = "H{}"\n{}'
GAME = 'title = "T"\nsystem = "s"\nvariant = "v"\nstatus = "running"\nseed_commitment = "{}"\n'


def game(*lines: str) -> bytes:
    seats = (SEAT.format(n, n, line) for n, line in enumerate(lines, 1))
    return (GAME.format("0" * 64) + "".join(seats)).encode()


def test_older_leagues_have_no_hues_and_a_seat_without_one_has_that_of_its_number() -> None:
    assert read_game(game("", ""), Path("game.toml")).hues == ()
    assert read_game(game("", "hue = 7\n"), Path("game.toml")).hues == ((1, 0), (2, 7))


@pytest.mark.parametrize("hue", [-1, 9])
def test_a_hue_that_there_is_not_is_told_in_a_sentence(hue: int) -> None:
    told = f"hue = {hue} of player 2 is not one of the nine colours; write a number from 0 to 8, or leave the line out"
    with pytest.raises(PbmError, match=re.escape(told)):
        read_game(game("", f"hue = {hue}\n"), Path("game.toml"))


TURNED = tuple((n, (n + 3) % 9) for n in range(1, 13))


def test_coats_tell_apart_those_who_share_a_hue() -> None:
    assert palette.coats(()) == palette.coats(tuple((n, (n - 1) % 9) for n in range(1, 37))) == {}
    coats = palette.coats(tuple((n, 4) for n in range(1, 6)))
    assert list(coats.values()) == [5, 14, 23, 32, 41], "a fifth is hatched"


def picture() -> str:
    """A chip, a sentence, a cell and a map, as one text."""
    geometry = system("battle-plan").setup.load("equal-forces", {}).geometry
    view = MapView(
        geometry="world",
        title="",
        desc="",
        spaces=(MapSpace("EFR", "France", "land", owner=1), MapSpace("EWG", "West Germany", "land", owner=12)),
        players=((1, "One"), (12, "Twelve")),
    )
    table = Table((Column("Player", "player"), Column("Said")), ((1, "by [12]"),))
    drawn = ARTISTS.setdefault("world", artist.artist(geometry)).draw(view)
    return "\n".join([marks.chip(1), marks.fill(12), marks.rich("[1:One]"), blocks.table_html(table), drawn])


ARTISTS: dict[str, artist.MapArtist] = {}


def test_whatever_shows_a_player_shows_the_games_hue_and_forgets_it_afterwards() -> None:
    before = picture()
    with palette.wearing(TURNED):
        turned = picture()
        with palette.wearing(()):
            assert picture() == before, "another game on the same page"
        assert picture() == turned
    assert picture() == before
    assert set(re.findall(r'class="chip p(\d)', before)) == {"1", "3"}
    assert set(re.findall(r'class="chip p(\d)', turned)) == {"5", "7"}
    assert re.findall(r'class="f f([1-9])"', before) == ["1", "3"]
    assert re.findall(r'class="f f([1-9])"', turned) == ["5", "7"]
    assert re.findall(r"url\(#mt(\d+)\)", before) == ["1", "12"]
    assert re.findall(r"url\(#mt(\d+)\)", turned) == ["5", "16"], "3 has that hue already"
    assert 'id="mt16"' in turned
    assert 'id="mt12"' in before


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a game of 25 players and a small one."""
    root = tmp_path_factory.mktemp("hues")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1795291200")
        run = runner(root)
        run("new", "WW-7", "--variant", "equal-forces", "--seats", "25")
        run("new", "EU-7", "--seats", "7")
        run("publish")
    return root


FILL = re.compile(r'data-code="(\w+)"><title>[^<]*</title><use href="#\w+" class="f f([1-9])"')


def test_on_the_map_no_home_looks_like_one_within_its_reach(world: Path) -> None:
    facts = Folder(world, "WW-7").facts
    homes = {seat.number: seat.home for seat in facts.seats}
    reach = near(system("battle-plan").setup.load("equal-forces", {}).geometry)
    page = (world / "output/site/games/WW-7/0/index.html").read_text("utf-8")
    fills = {code: int(fill) for code, fill in FILL.findall(page)}
    assert alike(homes, {number: fills[home] for number, home in homes.items()}, reach) == []
    chips = {int(n): int(hue) for hue, n in re.findall(r'class="chip p(\d)[^"]*">(\d+)<', page)}
    assert chips == {number: fills[home] for number, home in homes.items()}
    assert "data-coats" not in (world / "output/site/games/EU-7/0/index.html").read_text("utf-8")


@pytest.mark.browser
@needs_browser
def test_the_replay_paints_as_the_map_does(world: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto((world / "output/site/games/WW-7/replay.html").as_uri())
    seen = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("g.s[data-code]")].map((it) =>
        [it.dataset.code, [...it.querySelectorAll("use")].map((use) =>
        [use.getAttribute("class"), use.getAttribute("fill")])]))"""
    )
    chips = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("main .chip[class*=p]")].map((it) =>
        [it.textContent, it.className]).filter(([text]) => /^[0-9]+$/.test(text)))""")
    page.close()
    facts = Folder(world, "WW-7").facts
    coats = palette.coats(facts.hues)
    assert coats
    with palette.wearing(facts.hues):
        for seat in facts.seats:
            (fill, _), (_, texture) = seen[seat.home]
            assert fill == f"f f{palette.hue(seat.number)}"
            assert texture.endswith(f"t{coats[seat.number]})")
            assert chips[str(seat.number)] in marks.chip(seat.number)


@pytest.mark.browser
@needs_browser
def test_the_composers_chips_are_those_of_the_page(world: Path, browser: Any) -> None:
    facts, ring = Folder(world, "WW-7").facts, read_ring(Folder(world, "WW-7"))
    assert ring
    page = browser.new_page()
    page.goto((world / "output/site/games/WW-7/sealed/1.html").as_uri())
    page.fill("#phrase", ring.players[1][-1].phrase)
    page.click("[data-open]")
    page.wait_for_selector("[data-opened]:not([hidden])")
    made = page.evaluate("() => [...Array(25).keys()].map((k) => PbmComposer.chip(k + 1).className)")
    page.close()
    with palette.wearing(facts.hues):
        assert made == [re.search('class="([^"]*)"', marks.chip(n))[1] for n in range(1, 26)]  # type: ignore[index]


def test_lists_of_several_games_show_each_player_in_the_hues_of_their_game() -> None:
    seat = ShownSeat(3, "Italy", "Ada")
    head = TurnSummary(5, "2026-11-01", "games/A-1/5/index.html", "[3] wins", "", winners=(seat,))
    parts = Renderer([], {}, cache=False)._environment.get_template("_parts.html").module
    for hues, hue in (((), 3), (TURNED, 7)):
        assert f'class="chip p{hue}"' in parts.won(head, hues)  # type: ignore[attr-defined]  # a macro of the template
    rated = RatedGame("A-1", "A", "", "", 3, "Italy", 7, 5, "winner", 1, TURNED)
    row = {"rank": 1, "player": RatedPlayer("Ada", 1, 1, (rated,))}
    spot, games = Spot("ratings/1.html", Links()), [(rated, "won")]
    page = Renderer([], {}, cache=False).page("rated.html", block="main", spot=spot, all=1, row=row, games=games)
    assert 'class="chip p7"' in page
