"""Promises beside deeds, in a revealed game: who said and did what to whom, and which promises were broken."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.printout import Arrow, Item, MapSpace, MapView, Printout, Quote, Quotes, Section
from pbm.site.history.dealings import LONGEST, Deal, broken, deals
from pbm.site.history.dealings_page import dealings
from pbm.site.history.turn_series import Leaf, make_leaf
from pbm.site.pages import Post, ShownSeat, Turn
from tests.example_league.league import turns
from tests.games import table
from tests.systems import SHIPPED

SEATS = (ShownSeat(1, "Arcady"), ShownSeat(2, "Borea"), ShownSeat(3, "New Caledon"))
PUBLIC = replace(next(turns("EU-1", 0)).public, changes=(), sections=(), map=None)


def printout(reader: int, *changes: Item, quotes: tuple[Quote, ...] = (), view: MapView | None = None) -> Printout:
    sections = (Section("press", "Press", (Quotes(quotes),)),) if quotes else ()
    return replace(PUBLIC, player=reader, changes=changes, sections=sections, map=view)


def told(reader: int, item: Item) -> list[tuple[str, int, int, str, bool]]:
    found = deals(PUBLIC, {reader: printout(reader, item)}, (), SEATS)
    return [(it.kind, it.by, it.to, it.text, it.is_mutual) for it in found]


def item(between: str, lead: str, rest: str = "") -> Item:
    return Item("Label", lead, rest, between=between)


def test_news_is_of_the_reader_and_of_whoever_it_names() -> None:
    assert told(1, item("harm you", "A is yours, taken from [2:Borea].")) == [
        ("harm", 1, 2, "A is yours, taken from [2:Borea].", False)
    ]
    assert told(1, item("promise them", "[2:Borea] declared you an ally.", "More. And more.")) == [
        ("promise", 2, 1, "[2:Borea] declared you an ally.", False)
    ]
    assert told(1, item("promise both", "You have signed a peace with [3].")) == [
        ("promise", 1, 3, "You have signed a peace with [3].", True)
    ]


def test_no_more_is_told_than_names_the_other_but_a_message_whole() -> None:
    lead, rest = "A is yours", "from [2:Borea]; it works from the next turn. And so on."
    assert told(1, item("harm you", lead, rest))[0][3] == "A is yours from [2:Borea]."
    assert told(1, item("message them", "[2:Borea] writes.", "Peace. Now."))[0][3] == "[2:Borea] writes. Peace. Now."


def test_what_names_nobody_or_too_many_or_is_between_nobody_is_not_told() -> None:
    assert told(1, item("harm you", "A is yours.")) == []
    assert told(1, item("harm you", "A fell to you, of [2] and [3].")) == []
    assert told(1, item("", "[2:Borea] is here.")) == []


def test_public_news_names_both() -> None:
    public = replace(PUBLIC, changes=(item("word you", "[2:Borea] declares war on [1:Arcady]."),))
    assert [(it.by, it.to, it.reader) for it in deals(public, {1: printout(1)}, (), SEATS)] == [(2, 1, 0)]


def test_messages_are_those_to_the_reader_and_press_is_what_names_a_player() -> None:
    mine = Quote("Rosa", ("Hold the north.",), "A word", 2, "to you alone")
    copy = Quote("Ines", ("My own.",), "", 1, "to [2]: your copy")
    diary = Quote("Ines", ("Dear diary.",), "", 1, "your diary")
    private = {1: printout(1, quotes=(mine, copy, diary))}
    press = (
        Post("", "News", "Rosa", "Nobody trusts New Caledon, nor [1].", player=2),
        Post("", "", "", "Borea lies.", anonymous=True, player=3),
        Post("", "", "Rosa", "Newborea is no country.", player=1),
    )
    found = deals(PUBLIC, private, press, SEATS)
    assert {(it.kind, it.by, it.to) for it in found} == {("message", 2, 1), ("message", 2, 3)}
    assert "A word Hold the north." in {it.text for it in found}


def test_a_long_message_is_cut() -> None:
    press = (Post("", "", "Rosa", "Borea " * 200, player=1),)
    (deal,) = deals(PUBLIC, {1: printout(1)}, press, SEATS)
    assert len(deal.text) <= LONGEST


def test_orders_are_arrows_to_the_land_of_others() -> None:
    spaces = (MapSpace("A", "Alba", "land", 1), MapSpace("B", "Bria", "land", 2), MapSpace("C", "", "land", 0))
    arrows = (*(Arrow("attack", "A", end, 1) for end in "ABCB"), Arrow("attack", "B", "A", 2))
    view = MapView("m", "", "", spaces, arrows)
    assert deals(PUBLIC, {1: printout(1, view=view)}, (), SEATS) == (Deal("order", 1, 2, "attack: Bria"),)


def test_a_promise_is_broken_by_harm_in_a_later_turn_and_only_once() -> None:
    promise, harm = Deal("promise", 1, 2, "ally"), Deal("harm", 1, 2, "taken")
    assert [(it.promised, it.turn) for it in broken([(1, [promise]), (3, [harm]), (4, [harm])])] == [(1, 3)]
    assert broken([(1, [promise, harm])]) == []  # the harm was ordered before anybody could know
    assert broken([(1, [promise]), (2, [Deal("harm", 2, 1, "taken")])]) == []
    assert broken([(1, [promise]), (2, [Deal("clash", 1, 2, "fought")]), (3, [Deal("message", 1, 2, "x")])]) == []


@pytest.mark.parametrize(("by", "to"), [(1, 2), (2, 1)])
def test_a_word_of_either_ends_what_was_promised(by: int, to: int) -> None:
    rows = [
        (1, [Deal("promise", 1, 2, "ally")]),
        (2, [Deal("word", by, to, "war")]),
        (3, [Deal("harm", 1, 2, "taken")]),
    ]
    assert broken(rows) == []


def test_a_mutual_promise_holds_both() -> None:
    peace = Deal("promise", 1, 2, "peace", is_mutual=True)
    assert [it.harm.by for it in broken([(1, [peace]), (2, [Deal("harm", 2, 1, "taken")])])] == [2]


def test_the_page_has_a_row_for_each_turn_of_a_pair_and_names_what_was_broken() -> None:
    hostile = '<img src=x> [2:Borea] "you"'
    leaves = [
        Leaf(0, "", {}, (), (), {}),
        Leaf(1, "", {}, (), (), {}, deals=(Deal("promise", 1, 2, hostile, 2), Deal("order", 3, 2, "attack: Bria"))),
        Leaf(4, "", {}, (), (), {}, deals=(Deal("harm", 1, 2, "A is yours.", 1),)),
    ]
    shown = dealings(leaves, SEATS)
    assert shown is not None
    assert [(it.promised, it.turn) for it in shown.broken] == [(1, 4)]
    assert [(pair.count, [row.turn for row in pair.rows]) for pair in shown.pairs] == [
        ("1 said, 1 done, 1 broken", [1, 4]),
        ("0 said, 1 done", [1]),
    ]
    assert "<img" not in str(shown)
    assert dealings(leaves[:1], SEATS) is None


def test_nothing_of_it_is_kept_while_a_game_is_sealed() -> None:
    turn = Turn(1, "", replace(PUBLIC, changes=(item("word you", "[2:Borea] declares war on [1:Arcady]."),)))
    assert make_leaf(turn, None, players=SEATS)[0].deals == ()
    opened = replace(turn, private={1: printout(1)})
    assert len(make_leaf(opened, None, players=SEATS)[0].deals) == 1


KINDS = {"promise", "word", "message", "harm", "clash", "help"}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_system_says_which_of_its_news_is_between_two_players(name: str) -> None:
    rows: dict[str, Any] = table(name).rules.wording["change"]
    marked = {kind: row["between"].split(" ") for kind, row in rows.items() if "between" in row}
    assert any(kind == "harm" for kind, _ in marked.values())
    for kind, whose in marked.values():
        assert kind in KINDS
        assert whose in ("you", "them", "both")
    for kind in marked:
        assert re.search(r"\{(by|of|owner|other|to|what|who|before)\}", rows[kind]["lead"] + rows[kind].get("rest", ""))
