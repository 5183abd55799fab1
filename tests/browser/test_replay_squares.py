"""The replay of a game on squares: of each turn as every player saw it, the same as on the map of their printout."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, GridPlace, GridUnit, GridView
from pbm.core.printout import Item, Printout
from pbm.site.build import build
from pbm.site.history.squares import together, world
from pbm.site.pages import Game, League, ShownSeat, Turn, TurnSource
from tests.browser.chromium import needs_browser
from tests.map_makers.squares import view

pytestmark = [pytest.mark.browser, needs_browser]

Show = Callable[..., Any]

SIZES = {"plain": (46, 34), "round": (40, 30), "far": (120, 90)}
SEATS = tuple(ShownSeat(k, name) for k, name in ((1, "Aurum"), (2, "Borea"), (3, "Cerule"), (4, "Dorada")))


def seen(game: str, turn: int, player: int) -> GridView:
    """What a player saw: of one world, for the terrain is the same for all."""
    width, height = SIZES[game]
    made = view(width, height, seed=1, units=8 + 4 * turn + player, spread=6 + 6 * turn)
    sides = {4: player, player: 4}
    return replace(
        made,
        player=player,
        wrap=game == "round",
        units=tuple(replace(unit, player=sides.get(unit.player, unit.player)) for unit in made.units),
        places=tuple(replace(place, owner=sides.get(place.owner, place.owner)) for place in made.places),
        trails=tuple(replace(trail, player=player) for trail in made.trails),
    )


def printout(game: str, turn: int, player: int) -> Printout:
    own = seen(game, turn, player) if player else None
    changes = (Item("Seen", f"A Golem, in turn {turn}."),) if player else ()
    return Printout(
        game, "fog", turn, player, f"{game} T-{turn}", (game,), "A turn in the fog", "", (), changes, (), own
    )


def turn(game: str, number: int, status: str) -> Turn:
    readers = [player for player in (1, 2) if (player, number) != (2, 3) and status == "revealed"]
    private = {player: printout(game, number, player) for player in readers}
    return Turn(number, f"2026-11-{number + 10}", printout(game, number, 0), private, {}, digest="ab" * 32)


def league(status: str) -> League:
    games = [
        Game(
            id=name,
            title=name,
            system="fog",
            variant="plain",
            status=status,  # type: ignore[arg-type]  # one of the three
            resolve="",
            deadline="",
            players=SEATS,
            seed_commitment="cd" * 32,
            geometry="",
            first=1,
            last=3,
            turns=lambda name=name: [TurnSource(k, lambda k=k: turn(name, k, status)) for k in (1, 2, 3)],  # type: ignore[misc]
        )
        for name in SIZES
    ]
    return League("The Long Post", "", "", tuple(games))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("squares") / "site"
    build(league("revealed"), {}, out, [], cache=False)
    return out


@pytest.fixture
def show(browser: Any, site: Path) -> Iterator[Show]:
    """Opens a page of a game; it must say nothing on its console."""
    opened, said = [], []

    def made(path: str, width: int = 1280) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        name, _, anchor = path.partition("#")
        page.goto(f"{(site / 'games' / name).as_uri()}#{anchor}")
        opened.append(page)
        return page

    yield made
    for page in opened:
        page.close()
    assert said == []


def choose(page: Any, viewer: str) -> None:
    """As a player, or with "all" everything; waits for the sight."""
    if viewer == "all":
        page.locator("input[value=all]").check(force=True)
    else:
        page.locator("[data-whose]").select_option(viewer)
    page.wait_for_selector("[data-note][hidden]", state="attached")


def drawn(page: Any) -> dict[str, list[Any]]:
    """What stands on the map: words, signs, lines with what they look like, at rounded places."""
    found: dict[str, list[Any]] = page.evaluate(
        """() => {
          const svg = document.querySelector(".mapbox > svg"), near = (it, name) => Number(it.getAttribute(name) || 0);
          const all = (what) => [...svg.querySelectorAll(".g-all " + what)].filter((it) =>
            !it.closest(".g-in-film, .g-ax, .g-parts, defs"));
          const at = (it) => [near(it, "x").toFixed(1), near(it, "y").toFixed(1)];
          const paint = (it) => { const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(it);
            return stroke === "none" ? [fill] : [fill, stroke, strokeWidth, strokeDasharray]; };
          const rounds = [...all("circle")].map((it) => [near(it, "cx").toFixed(1), near(it, "cy").toFixed(1)]);
          const units = all(".g-un use").filter((it) => /e\\d+$/.test(it.getAttribute("href"))).map(at);
          return {
            words: all("text").map((it) => [...at(it), it.textContent, ...paint(it)])
              .concat(all(".g-un use").filter((it) => /[ue]\\d+$/.test(it.getAttribute("href"))).map((it) => {
                const text = document.querySelector(it.getAttribute("href") + " text"), [x, y] = at(it);
                return [x, (Number(y) + near(text, "y")).toFixed(1), text.textContent, ...paint(text)]; })).sort(),
            rounds: [...rounds, ...units].sort(),
            sites: all(".g-place use").map((it) => [...at(it), ...paint(it)]).sort(),
            hurt: all(".g-hurt").flatMap((it) => it.getAttribute("d").match(/M[^M]+/g)).sort(),
            fights: all(".g-fights use").map((it) => [...at(it), it.getAttribute("href").slice(1)]).sort(),
            points: all(".g-dots, .g-ring").flatMap((it) => [...new Set(it.getAttribute("d").match(/M[^M]+/g))]
              .map((d) => [d, it.className.baseVal])).sort(),
          };
        }"""
    )
    return found


@pytest.mark.parametrize("game", SIZES)
def test_a_sight_is_the_map_of_the_printout(show: Show, game: str) -> None:
    for number, viewer in ((1, 1), (3, 1), (2, 2)):
        page = show(f"{game}/replay.html#t{number}")
        choose(page, str(viewer))
        replayed = drawn(page)
        printed = drawn(show(f"{game}/{number}/{viewer}.html"))
        assert replayed["words"] or replayed["points"]
        if game == "far":  # the window of the replay is that of all turns
            assert {key: len(rows) for key, rows in replayed.items()} == {k: len(rows) for k, rows in printed.items()}
        else:
            assert replayed == printed


@pytest.mark.parametrize("game", SIZES)
def test_what_a_reader_did_not_know_is_covered(show: Show, game: str) -> None:
    page = show(f"{game}/replay.html")
    for k in (1, 2, 3):
        page.locator("[data-turn]").fill(str(k - 1))
        choose(page, "1")
        seen_by = seen(game, k, 1)
        paths = (page.locator(f".mapbox > svg {it}") for it in ("path.g-paper", ".g-veil"))
        cover, veil = (path.get_attribute("d") for path in paths)
        left, top, columns, lines = map(int, page.get_attribute(".mapbox > svg", "data-window").split())
        squares = [(x % seen_by.width, y) for x in range(left, left + columns) for y in range(top, top + lines)]
        known = {at for at in squares if seen_by.rows[at[1]][at[0]] != UNKNOWN}
        pale = {at for at in known if seen_by.sight[at[1]][at[0]] == UNKNOWN}
        assert covered(cover, left, top, seen_by.width) == {at for at in squares if at not in known}
        assert covered(veil, left, top, seen_by.width) == pale


def covered(d: str, left: int, top: int, width: int) -> set[tuple[int, int]]:
    """The squares of a path of runs."""
    found = re.findall(r"M(\d+) (\d+)h(\d+)v20h-\d+z", d)
    assert "".join(f"M{x} {y}h{n}v20h-{n}z" for x, y, n in found) == d
    return {((int(x) // 20 + k + left) % width, int(y) // 20 + top) for x, y, n in found for k in range(int(n) // 20)}


def test_all_together_is_every_player_s_own_word() -> None:
    one, two = seen("plain", 2, 1), seen("plain", 2, 2)
    one = replace(one, units=(GridUnit(3, 3, "G", 1), GridUnit(5, 5, "V", 2, seen=1), GridUnit(6, 6, "Q", 3)))
    two = replace(two, units=(GridUnit(4, 4, "V", 2), GridUnit(6, 6, "Q", 3)))
    one = replace(one, places=(GridPlace(1, 1, "AAX", owner=1), GridPlace(2, 2, "BBX", owner=1, seen=1)))
    two = replace(two, places=(GridPlace(2, 2, "BBX", owner=2),))
    both = together([one, two])
    assert both.player == 0
    assert both.units == (GridUnit(3, 3, "G", 1), GridUnit(6, 6, "Q", 3), GridUnit(4, 4, "V", 2))
    assert [(it.code, it.owner) for it in both.places] == [("AAX", 1), ("BBX", 2)]
    known = sum(sign != UNKNOWN for row in both.rows for sign in row)
    assert known >= max(sum(sign != UNKNOWN for row in view.rows for sign in row) for view in (one, two))


def test_land_that_was_known_once_is_there_to_the_end() -> None:
    views = [seen("plain", 1, 1), seen("plain", 2, 2)]
    before = world(replace(turn("plain", 1, "revealed"), private={1: printout("plain", 1, 1)}), None)
    later = world(replace(turn("plain", 2, "revealed"), private={2: printout("plain", 2, 2)}), before)
    assert later is not None
    for y, row in enumerate(later.rows):
        for x, sign in enumerate(row):
            assert sign == max(view.rows[y][x] for view in views), "one world, and a blank is the least of signs"
    assert world(turn("plain", 3, "running"), later) is later
    assert (later.units, later.trails, later.fights, later.frames) == ((), (), (), ())
    assert {place.owner for place in later.places} == {0}


def test_who_got_no_printout_sees_nothing(show: Show) -> None:
    page = show("plain/replay.html#t3")
    page.locator("[data-whose]").select_option("2")
    page.wait_for_selector("[data-note]:has-text('got no printout')")
    assert "nothing of the map is shown" in page.text_content("[data-note]")
    assert page.locator(".mapbox > svg .g-un").count() == 0
    assert page.locator(".g-rows tbody tr").count() == 0


def test_a_tap_names_a_unit_and_a_part_opens_near_by(show: Show) -> None:
    page = show("plain/replay.html#t2")
    choose(page, "1")
    page.locator(".mapbox > svg .g-own text").first.click()
    assert "[1] Aurum" in page.text_content(".g-said")
    page.locator("[data-back]").click()
    assert page.text_content(".g-said") == ""
    page = show("far/replay.html#t1")
    choose(page, "1")
    option = page.locator("[data-parts] option").nth(3).get_attribute("value")
    page.locator("[data-parts] select").select_option(option)
    box, window, measures = page.evaluate(
        """(({ dataset: { window, measures } }, box) => [box, window, measures].map((it) => it.split(" ").map(Number)))(
          document.querySelector(".mapbox > svg"), document.querySelector(".mapbox > svg").getAttribute("viewBox"))"""
    )
    side, margin, head = measures[:3]
    left, top = (box[0] - margin) / side + window[0], (box[1] - head) / side + window[1]
    found = []
    for k in (1, 2, 3):
        page.locator("[data-turn]").fill(str(k - 1))
        choose(page, "1")
        own = seen("far", k, 1)
        spots = {(it.x, it.y) for it in own.units} | {(it.x, it.y) for it in own.places}
        inside = [at for at in spots if 0 <= at[0] - left < box[2] / side and 0 <= at[1] - top < box[3] / side]
        assert bool(page.locator(".g-letters > g").count()) == bool(inside)
        found.append(len(inside))
    assert max(found) > 0


def test_the_news_and_links_are_those_of_the_chosen_player(show: Show) -> None:
    page = show("plain/replay.html#t2")
    choose(page, "2")
    assert "A Golem, in turn 2." in page.text_content("[data-told]")
    assert page.locator("[data-links] a").first.get_attribute("href") == "2/2.html"
    assert page.locator("input[name=sight]").count() == 2, "nothing of the map is public"


def test_while_the_game_runs_there_is_no_replay(tmp_path: Path) -> None:
    build(league("running"), {}, tmp_path / "site", [], cache=False)
    assert not list(tmp_path.rglob("replay.html"))
    assert "replay.html" not in (tmp_path / "site/games/plain/index.html").read_text("utf-8")
