"""The replay: public facts of a running game; of a revealed one what every player saw, as his printout has it."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbm.core.printout import Badge, MapSpace, MapView
from pbm.publish.league import league as read_league
from pbm.publish.league import tables
from pbm.site.build import build
from pbm.site.pages import Turn
from tests.browser.chromium import needs_browser
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.shipped import CONTENT

REVEALED = ("EU-1", "TT-1")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league made by hand."""
    out = tmp_path_factory.mktemp("replay") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


@pytest.fixture(scope="module")
def examples(built: Path) -> Path:
    """The site of the example games."""
    return built / "output" / "site"


@pytest.fixture(scope="module")
def played() -> dict[str, list[Turn]]:
    """Their turns, with everybody's printouts; of the games whose map is public, and all of it spaces with outlines."""
    games = read_league(CONTENT.parent, tables(CONTENT.parent)).games
    found = {game.id: [source.make() for source in game.turns()] for game in games}
    whole = {game: turns for game, turns in found.items() if turns[0].public.map}
    return {game: turns for game, turns in whole.items() if not any(it.at for it in turns[0].public.spaces)}


def data(site: Path, game: str) -> dict[str, Any]:
    text = (site / f"games/{game}/replay-data.js").read_text("ascii")
    found: dict[str, Any] = json.loads(text.removeprefix("const PBM_REPLAY = ").rstrip().rstrip(";"))
    return found


def sight(site: Path, game: str, viewer: int) -> dict[int, dict[str, Any]]:
    text = (site / f"games/{game}/replay/{viewer or 'all'}.js").read_text("ascii")
    head = f"pbmReplay({viewer},"
    assert text.startswith(head)
    return {row["n"]: row for row in json.loads(text.removeprefix(head).rstrip().removesuffix(");"))}


def pairs(row: list[int]) -> dict[int, int]:
    return dict(zip(row[::2], row[1::2], strict=True))


def public_rows(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns as the page's script lays them: each with all owners."""
    own: dict[int, int] = {}
    rows = []
    for turn in found["turns"]:
        own = {k: owner for k, owner in (own | pairs(turn.get("own", []))).items() if owner}
        rows.append(turn | {"own": [n for pair in sorted(own.items()) for n in pair]})
    return rows


def spaces_of(found: dict[str, Any], row: dict[str, Any], view: MapView) -> list[MapSpace]:
    """The spaces of a map, read back from a row; of `view` the legend counts, and the kinds of its spaces."""
    legend, kinds = view.legend, list(dict.fromkeys(space.kind for space in view.spaces))
    own, control, new, signs = (pairs(row.get(key, [])) for key in ("own", "ctl", "new", "signs"))
    units, changes, built = ([it.name for it in kinds] for kinds in (legend.units, legend.changes, legend.signs))
    badges: dict[int, tuple[Badge, ...]] = {}
    for k, *unit in row.get("units", []):
        player, counts = unit[0], pairs(unit[1:])
        here = tuple((units[kind], n) for kind, n in counts.items() if kind < len(units))
        aboard = tuple((units[kind - len(units)], n) for kind, n in counts.items() if kind >= len(units))
        badges[k] = (*badges.get(k, ()), Badge(player, here, aboard))
    return [
        MapSpace(
            code,
            name,
            kinds[kind],
            own.get(k, 0),
            control.get(k, 0),
            badges.get(k, ()),
            changes[new[k]] if k in new else "",
            built[signs[k]] if k in signs else "",
        )
        for k, (code, name, kind) in enumerate(found["spaces"])
    ]


def shown(view: MapView) -> list[MapSpace]:
    return list(view.spaces)


# The data


def test_every_turn_is_there_and_its_page_too(site: Path) -> None:
    for game in league().games:
        turns = data(site, game.id)["turns"]
        assert [turn["n"] for turn in turns] == list(range(game.first, game.last + 1))
        for turn in turns:
            assert (site / f"games/{game.id}/{turn['n']}/index.html").is_file()


def test_the_public_sees_the_public_map(examples: Path, played: dict[str, list[Turn]]) -> None:
    for game, turns in played.items():
        found = data(examples, game)
        for turn, row in zip(turns, public_rows(found), strict=True):
            view = turn.public.space_map
            assert spaces_of(found, row, view) == shown(view), (game, turn.number)
            assert "arrows" not in row


@pytest.mark.parametrize("game", REVEALED)
def test_each_player_sees_the_map_of_his_printout(examples: Path, played: dict[str, list[Turn]], game: str) -> None:
    found = data(examples, game)
    places = {row[0]: k for k, row in enumerate(found["spaces"])}
    public = public_rows(found)
    for viewer in (seat[0] for seat in found["players"]):
        rows = sight(examples, game, viewer)
        assert set(rows) == {turn.number for turn in played[game] if viewer in turn.private}
        for turn in played[game]:
            if viewer not in turn.private:
                continue
            view, row = turn.private[viewer].space_map, rows[turn.number]
            kinds = [arrow.name for arrow in view.legend.arrows]
            assert spaces_of(found, public[turn.number] | row, view) == shown(view), (viewer, turn.number)
            arrows = [(kinds.index(a.kind), places[a.start], places[a.end], a.player) for a in view.arrows]
            flat = row.get("arrows", [])
            assert [tuple(flat[k : k + 4]) for k in range(0, len(flat), 4)] == arrows
            assert all(found["ways"][f"{a}-{b}"].startswith("M") for _, a, b, _ in arrows)
            told = [it.lead for it in turn.private[viewer].changes]
            assert [lead for _, lead, *_ in row.get("told", [])] == told[: len(row.get("told", []))]


@pytest.mark.parametrize("game", REVEALED)
def test_everything_is_what_all_saw_together(examples: Path, played: dict[str, list[Turn]], game: str) -> None:
    found = data(examples, game)
    public = public_rows(found)
    for number, row in sight(examples, game, 0).items():
        together = spaces_of(found, public[number] | row, played[game][number].public.space_map)
        seen = [shown(printout.space_map) for printout in played[game][number].private.values()]
        for space, each in zip(together, zip(*seen, strict=True), strict=True):
            assert space in each
            assert len(space.badges) == max(len(it.badges) for it in each)
        own = {
            (a.start, a.end)
            for p, it in played[game][number].private.items()
            for a in it.space_map.arrows
            if a.player == p
        }
        codes = [space[0] for space in found["spaces"]]
        flat = row.get("arrows", [])
        assert {(codes[flat[k + 1]], codes[flat[k + 2]]) for k in range(0, len(flat), 4)} == own


def test_what_players_saw_is_on_the_site_of_revealed_games_alone(examples: Path) -> None:
    assert not (examples / "games/EU-2/replay").exists()
    page = (examples / "games/EU-2/replay.html").read_text("utf-8")
    assert "data-switch" not in page
    assert data(examples, "EU-2")["ways"] == {}
    for game in REVEALED:
        players = [seat[0] for seat in data(examples, game)["players"]]
        names = {path.name for path in (examples / f"games/{game}/replay").iterdir()}
        assert names == {"all.js", *(f"{player}.js" for player in players)}


def test_a_label_names_one_field(examples: Path) -> None:
    """HTML allows no second: a click on the words would not know which is meant, nor who has the page read to him."""
    for path in examples.rglob("*.html"):
        for label in re.findall(r"<label\b.*?</label>", path.read_text("utf-8"), re.S):
            assert len(re.findall(r"<(?:input|select|button|textarea|output)\b", label)) <= 1, (path.name, label[:80])


def test_scripts_stay_small(examples: Path) -> None:
    for game in REVEALED:
        turns = len(data(examples, game)["turns"])
        for path in (examples / f"games/{game}/replay").iterdir():
            assert path.stat().st_size < 1200 * turns, path
        assert (examples / f"games/{game}/replay-data.js").stat().st_size < 1500 * turns


def test_a_script_ends_nowhere_but_at_its_end(site: Path) -> None:
    for path in site.glob("games/*/replay*.js"):
        assert "<" not in path.read_text("ascii")


# The page


class Reader:
    """A page, and all that it complained of."""

    def __init__(self, browser: Any, path: Path, width: int = 1280) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 844})
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(path.as_uri())

    def fills(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate(
            """Object.fromEntries(Array.from(document.querySelectorAll("svg.map g.s"), (group) =>
                [group.dataset.code, group.querySelector("use").getAttribute("class")]))"""
        )
        return found

    def badges(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            """Array.from(document.querySelectorAll("svg.map g.b[data-at]"), (badge) => badge.dataset.at + " "
                + Array.from(badge.querySelectorAll("text"), (text) => text.textContent).join(" "))"""
        )
        return sorted(found)

    def go(self, turn: int) -> None:
        self.page.locator("[data-turn]").fill(str(turn))

    def look(self, viewer: str) -> None:
        """As a viewer; waits until the script of their sight is here, however long that takes."""
        if viewer.isdigit():
            self.page.select_option("[data-whose]", viewer)
        else:
            self.page.check(f'[name=sight][value="{viewer}"]')
        self.page.wait_for_selector("[data-note][hidden]", state="attached")

    def close(self) -> None:
        assert self.said == []
        self.page.close()


def badges_of(view: MapView) -> list[str]:
    found = []
    for space in view.spaces:
        for b in space.badges:
            numbers = [str(b.player or "∗"), *(str(n) for _, n in b.units)]
            found.append(" ".join([space.code, *numbers]))
    return sorted(found)


@pytest.mark.browser
@needs_browser
def test_a_reader_steps_through_the_game(site: Path, browser: Any) -> None:
    reader = Reader(browser, site / "games/EU-2/replay.html", 390)
    page, found = reader.page, data(site, "EU-2")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][-1]["n"])
    assert page.locator("[data-last]").is_disabled()
    page.locator("[data-turn]").focus()
    page.keyboard.press("Home")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][0]["n"])
    assert page.locator("[data-back]").is_disabled()
    assert page.locator("[data-first]").is_disabled()
    page.click("[data-next]")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][1]["n"])
    for name in ("first", "last", "first"):  # who steps to an end by key stays on the button
        page.focus(f"[data-{name}]")
        page.keyboard.press("Enter")
        assert page.locator(f"[data-{name}]").is_disabled()
        assert page.evaluate("document.activeElement.dataset") == {name: ""}
    page.click("[data-next]")
    owners = pairs(public_rows(found)[1]["own"])
    fills = reader.fills()
    for k, (code, _, kind) in enumerate(found["spaces"]):
        if found["legend"]["spaces"][kind][1]:
            assert fills[code] == (f"f f{(owners[k] - 1) % 9 + 1}" if k in owners else "f f0"), code
    page.click("[data-last]")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][-1]["n"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert reader.badges() == []
    reader.close()


@pytest.mark.browser
@needs_browser
def test_the_play_button_goes_on_by_itself_and_stops(site: Path, browser: Any) -> None:
    reader = Reader(browser, site / "games/EU-2/replay.html")
    play = reader.page.locator("[data-play]")
    play.click()
    assert reader.page.locator("[data-number]").inner_text() == "0", "from the start, when it stood at the end"
    assert play.get_attribute("aria-label") == "Stop"
    reader.page.locator("[data-number]", has_text="1").wait_for(timeout=5000)
    play.click()
    assert play.get_attribute("aria-label") == "Play"
    reader.close()


@pytest.mark.browser
@needs_browser
def test_a_reader_sees_a_turn_as_each_player_saw_it(
    examples: Path, played: dict[str, list[Turn]], browser: Any
) -> None:
    reader = Reader(browser, examples / "games/EU-1/replay.html")
    for number in (2, 9):
        reader.go(number)
        turn = played["EU-1"][number]
        for viewer in (3, 5):
            reader.look(str(viewer))
            assert reader.badges() == badges_of(turn.private[viewer].space_map)
            drawn = reader.page.locator("svg.map path.a").count()
            assert drawn == len([a for a in turn.private[viewer].space_map.arrows if a.start != a.end])
            link = reader.page.locator("[data-links] a").first
            assert link.get_attribute("href") == f"{number}/{viewer}.html"
            said = reader.page.locator("svg.map title").first.text_content()
            assert said.startswith(f"Turn {number}, as [{viewer}] ")
            told = reader.page.locator("[data-told] dd b").first.inner_text()
            assert turn.private[viewer].changes[0].lead.split("[")[0].strip() in told
        reader.look("")
        assert reader.badges() == []
        assert reader.page.locator("svg.map path.a").count() == 0
        reader.look("all")
        assert len(reader.badges()) > len(badges_of(turn.private[3].space_map))
    reader.close()


@pytest.mark.browser
@needs_browser
def test_units_stand_where_they_are_also_on_a_map_that_was_zoomed(examples: Path, browser: Any) -> None:
    places = """Array.from(document.querySelectorAll("svg.map g.b[data-at]"), (it) => it.getAttribute("transform"))"""
    reader = Reader(browser, examples / "games/EU-1/replay.html")
    reader.look("all")
    reader.go(5)
    whole = reader.page.evaluate(places)
    reader.go(4)
    for _ in range(3):
        reader.page.click("[aria-label='Zoom in']")
        reader.page.wait_for_timeout(300)
    reader.go(5)
    assert reader.page.evaluate(places) == whole
    reader.close()


@pytest.mark.browser
@needs_browser
def test_signs_in_water_are_within_their_bars(examples: Path, browser: Any) -> None:
    """A style that sizes them must not take them from their places."""
    reader = Reader(browser, examples / "games/TT-1/replay.html")
    reader.look("3")
    reader.go(9)
    rooms = """Array.from(document.querySelectorAll("svg.map g.fl"), (it) => [".mhu", ".mhull", "text:not(.no, .sn)"]
        .map((name) => it.querySelector(name).getBoundingClientRect()).map((box) => [box.left, box.right]))"""
    found = reader.page.evaluate(rooms)
    assert found
    for bar, sign, number in found:
        assert bar[0] < sign[0] < sign[1] < (number[0] + number[1]) / 2 < bar[1]
    reader.close()


@pytest.mark.browser
@needs_browser
def test_the_line_in_the_charts_goes_with_the_turns(examples: Path, browser: Any) -> None:
    reader = Reader(browser, examples / "games/EU-1/replay.html")
    places = []
    for turn in (0, 8, 16):
        reader.go(turn)
        places.append(reader.page.evaluate("document.querySelector('.chart .now').getBoundingClientRect().left"))
    assert places == sorted(places)
    assert abs((places[2] - places[1]) - (places[1] - places[0])) < 2
    reader.close()


@pytest.mark.browser
@needs_browser
def test_a_missing_script_is_told_and_the_page_lives_on(site: Path, tmp_path: Path, browser: Any) -> None:
    shutil.copytree(site, tmp_path / "site")
    shutil.rmtree(tmp_path / "site/games/EU-1/replay")
    page = browser.new_page()
    page.goto((tmp_path / "site/games/EU-1/replay.html").as_uri())
    page.wait_for_selector("[data-note]:not([hidden])")
    page.locator("[data-note]", has_text="replay/all.js is missing").wait_for()
    fills = page.locator('svg.map g.s[data-code="TU"] use').first.get_attribute("class")
    assert fills == "f f5", "what is public is shown all the same"
    page.check('[name=sight][value=""]')
    page.click("[data-back]")
    assert page.locator("[data-number]").inner_text() == "0"
    page.close()


@pytest.mark.browser
@needs_browser
def test_the_table_beside_the_map_tells_what_the_map_shows(
    examples: Path, played: dict[str, list[Turn]], browser: Any
) -> None:
    reader = Reader(browser, examples / "games/EU-1/replay.html")
    found = data(examples, "EU-1")
    names = dict(found["players"])
    public = public_rows(found)
    reader.look("")
    for turn in (0, 5, 16):
        reader.go(turn)
        told = reader.page.evaluate(
            """Array.from(document.querySelectorAll("[data-twin] tr"), (row) =>
                [row.id, ...Array.from(row.querySelectorAll("td"), (cell) => cell.textContent)])"""
        )
        spaces = spaces_of(found, public[turn], played["EU-1"][turn].public.space_map)
        assert [row[0] for row in told] == [f"space-{space.code}" for space in spaces]
        for row, space in zip(told, spaces, strict=True):
            owner = f"[{space.owner}] {names[space.owner]}" if space.owner else row[1]
            assert row[1] == owner
            assert bool(row[2]) == bool(space.change)
            assert row[3] == ""
    reader.look("3")
    forces = "Array.from(document.querySelectorAll('[data-twin] td:last-child'), (it) => it.textContent)"
    assert any("Army" in text for text in reader.page.evaluate(forces))
    reader.close()
