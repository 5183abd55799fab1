"""The replay: public facts of a running game, all orders of a revealed one, and a page that plays them."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbm.site.build import build
from tests.chromium import needs_browser
from tests.site_fixture import geometries, league


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("replay") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


def data(site: Path, game: str) -> dict[str, Any]:
    text = (site / f"games/{game}/replay-data.js").read_text("ascii")
    found: dict[str, Any] = json.loads(text.removeprefix("var PBM_REPLAY = ").rstrip().rstrip(";"))
    return found


def test_every_turn_is_there_and_its_page_too(site: Path) -> None:
    for game in league().games:
        turns = data(site, game.id)["turns"]
        assert [turn["n"] for turn in turns] == list(range(game.first, game.last + 1))
        for turn in turns:
            assert (site / f"games/{game.id}" / turn["page"]).is_file()


def test_owners_are_those_of_the_public_map(site: Path) -> None:
    game = next(game for game in league().games if game.status == "running")
    found = data(site, game.id)
    for source, shown in zip(game.turns(), found["turns"], strict=True):
        turn = source.make()
        owners = {space.code: space.owner for space in turn.public.map.spaces if space.kind == "land"}
        assert dict(zip(found["codes"], shown["owners"], strict=True)) == owners


def test_orders_are_shown_of_revealed_games_alone(site: Path) -> None:
    for game in league().games:
        has_arrows = any("arrows" in turn for turn in data(site, game.id)["turns"])
        assert has_arrows == (game.status == "revealed")


def test_each_player_is_shown_with_his_own_arrows_only(site: Path) -> None:
    game = next(game for game in league().games if game.status == "revealed")
    for source, shown in zip(game.turns(), data(site, game.id)["turns"], strict=True):
        turn = source.make()
        for player, arrows in shown.get("arrows", {}).items():
            own = [a for a in turn.private[int(player)].map.arrows if a.player == int(player)]
            assert arrows == [[a.kind, a.start, a.end] for a in own]


@pytest.mark.browser
@needs_browser
def test_a_reader_steps_through_the_game(site: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((site / "games/EU-2/replay.html").as_uri())
    found = data(site, "EU-2")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][-1]["n"])
    page.locator("[data-turn]").focus()
    page.keyboard.press("Home")
    assert page.locator("[data-number]").inner_text() == str(found["turns"][0]["n"])
    assert page.locator("[data-back]").is_disabled()
    page.click("[data-next]")
    turn = found["turns"][1]
    assert page.locator("[data-number]").inner_text() == str(turn["n"])
    for code, owner in zip(found["codes"], turn["owners"], strict=True):
        classes = page.locator(f'g.s[data-code="{code}"] use').first.get_attribute("class")
        assert classes == (f"f f{(owner - 1) % 9 + 1}" if owner else "f f0"), code
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert said == []
    page.close()


@pytest.mark.browser
@needs_browser
def test_orders_of_a_revealed_game_are_drawn_as_arrows(site: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto((site / "games/EU-1/replay.html").as_uri())
    turns = data(site, "EU-1")["turns"]
    busy = next(k for k, turn in enumerate(turns) if any(turn.get("arrows", {}).values()))
    page.locator("[data-turn]").fill(str(busy))
    assert page.locator("path.a").count() == 0
    page.select_option("[data-whose]", "all")
    assert page.locator("path.a").count() > 0
    page.close()
