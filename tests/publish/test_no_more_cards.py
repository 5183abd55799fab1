"""A game that is over asks for no more cards: no blank card, no composer, no code, no word of a next turn."""

import pytest
from msgspec.structs import replace

from pbm.core.textprint import render
from pbm.publish.league import load, make_turn, printouts, tables
from pbm.site.pages import Addressee
from pbm.site.render import Renderer
from pbm.store.play import GameTable
from tests.shipped import CONTENT


@pytest.fixture(scope="module")
def games() -> dict[str, GameTable]:
    return {table.folder.game: table for table in tables(CONTENT.parent)}


@pytest.mark.parametrize("game", ["EU-1", "TT-1"])
def test_the_last_printouts_of_an_ended_game_have_no_card(games: dict[str, GameTable], game: str) -> None:
    """The one was ended by the moderator, the other by its rules."""
    table = games[game]
    last = table.folder.last
    made = make_turn(table, last, (), ())
    assert made.private
    for player, printout in made.private.items():
        assert (printout.blank, printout.kit) == ((), None)
        assert f"T-{last + 1}" not in made.classic[player]
        assert f"turn {last + 1}" not in made.classic[player]
        assert not [section for section in printout.sections if f"turn {last + 1}" in section.aside]
    before = make_turn(table, last - 1, (), ())
    assert all(printout.blank and printout.kit for printout in before.private.values())


def test_what_is_sealed_has_none_where_the_rules_ended_the_game_and_stays_where_the_moderator_did(
    games: dict[str, GameTable],
) -> None:
    for game, has_card in (("EU-1", True), ("TT-1", False)):
        table = games[game]
        made = printouts(table, load(table, table.folder.last, with_cards=True), (1,), "")[1]
        assert bool(made.blank) == has_card, game


def test_a_page_without_a_card_shows_no_code_and_no_way_to_one(games: dict[str, GameTable]) -> None:
    table = games["EU-2"]
    printout = printouts(table, load(table, table.folder.last, with_cards=True), (1,))[1]
    over = replace(printout, blank=(), kit=None)
    renderer = Renderer([], {printout.space_map.geometry: table.rules.geometry}, cache=False)
    to = Addressee("Rosa Klein", "[1]", "7G2KQ-X4M9V-T", "")
    for shown, is_there in ((printout, True), (over, False)):
        html = renderer.alone(shown, render(shown, account="[1]", name="Rosa Klein", code=to.code), to, "en", "Europe")
        assert ("7G2KQ" in html) == is_there
        assert ('id="card"' in html) == is_there
        assert ("The card for turn" in html) == is_there
