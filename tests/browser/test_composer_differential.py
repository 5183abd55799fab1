"""The composer's reader in Chromium and the engine's say the same of 10,000 cards, to the letter."""

import json
from collections.abc import Iterator
from copy import copy
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbm.cards.card import LARGEST, read_card, without_press
from pbm.orders.fault_words import WORDS
from pbm.orders.form import unordered
from pbm.site.ink.composer_script import composer_script
from pbm.site.render import templates_dir
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import Desk, all_words_desk, card, desks, odd_desk
from tests.orders.all_words import CARDS as CARDS_OF_ALL_WORDS

CARDS = 10_000
OF_POWERS = 5_400
"""Further cards of great powers: many hold task forces that are the engine's to judge, so there are more of them."""
OF_SEAS = 2_600
"""Further cards at sea, where most orders are the engine's to judge: these are of the others."""
NEW_SENTENCES = (
    "no-word", "twice", "many-parts", "last-sign", "no-own", "not-free", "long-text", "no-text", "odd-text",
    "hidden-text", "not-allowed", "not-near", "no-pass", "long-chain", "cannot-enter", "no-attack", "over-budget",
    "nothing-left", "shared", "replaced", "cut-to", "not-enough", "off-map", "range-off", "many-places", "of-these",
)  # fmt: skip
PROBLEMS = {
    "": "",
    "the text is longer": "long",
    "there is no heading": "heading",
    "there is a line ORDERS": "end",
    "there are more": "many",
}
# What a page is told of a card: the same shape as `verdict` below.
ASK = """({sheet: folded, cards}) => {
  const sheet = PbmComposer.unfold(folded);
  const table = PbmComposer.compileTable(sheet.orders);
  return JSON.stringify(cards.map((text) => {
    const card = PbmComposer.readCard(text, sheet.limits);
    const found = PbmComposer.read(sheet, table, card.lines);
    const short = (order) =>
      [order.code, order.place, order.operands, order.text, order.line, order.column, order.slot];
    const faults = (list) => list.map((it) => [it.line, it.column, it.text, it.kind, it.message, it.rule]);
    return {
      card: [card.game, card.turn, card.player, card.name, card.code, card.revision, card.passes, card.problem],
      orders: found.orders.map(short), standing: found.standing.map(short),
      faults: faults(found.faults), warnings: faults(found.warnings),
      unordered: PbmComposer.idle(sheet, table, found).map(([place, units]) => PbmComposer.said(sheet.words, "idle",
        { code: place.code, units: units.map(([unit, n]) => PbmComposer.units(table, n, unit)).join(", ") })),
      judged: found.judged.length,
    };
  }));
}"""  # as one text: to hand over each value by itself takes longer than to read the cards


def script() -> str:
    """The joined script, from the shipped templates."""
    return composer_script(lambda name: (templates_dir() / name).read_text("utf-8"))


def verdict(desk: Desk, text: str) -> dict[str, Any]:
    """What the engine says of the card."""
    found = read_card(without_press(text) if len(text) <= LARGEST else text)
    parsed = desk.parse(found.lines)
    problem = next(key for start, key in reversed(PROBLEMS.items()) if found.problem.startswith(start))
    return {
        "card": [
            found.game, found.turn, found.player, found.name, found.code, found.revision, found.passes, problem
        ],
        "orders": [_order(order) for order in parsed.orders],
        "standing": [_order(order) for order in parsed.standing],
        "faults": [list(msgspec.structs.astuple(fault)) for fault in parsed.faults],
        "warnings": [list(msgspec.structs.astuple(fault)) for fault in parsed.warnings],
        "unordered": unordered(desk.kit, parsed, desk.table),
    }  # fmt: skip


def _order(order: Any) -> list[Any]:
    return [order.code, order.place, order.operands, order.text, order.line, order.column, order.slot]


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    made = browser.new_page()
    made.add_script_tag(content=script())
    yield made
    made.close()


def compare(page: Any, desk: Desk, cards: list[str]) -> Iterator[tuple[dict[str, Any], int]]:
    """Hold both readings of each card together; yields what the engine said, and how many orders it must judge."""
    answers = json.loads(page.evaluate(ASK, {"sheet": desk.sheet, "cards": cards}))
    for text, answer in zip(cards, answers, strict=True):
        expected = verdict(desk, text)
        judged = answer.pop("judged")
        if not judged:  # a check of the table is the engine's alone: it may fault what the composer lets pass
            assert answer == json.loads(json.dumps(expected)), f"{desk.name}:\n{text!r}"
        yield expected, judged


@pytest.mark.browser
@needs_browser
def test_composer_and_engine_say_the_same_of_every_card(page: Any) -> None:
    benches = list(desks())
    dice = Random("the composer and the engine")
    tally = dict.fromkeys(("orders", "standing", "faults", "warnings", "clean", "judged"), 0)
    for k, desk in enumerate(benches):
        share = CARDS * (k + 1) // len(benches) - CARDS * k // len(benches)
        for expected, judged in compare(page, desk, [card(desk, dice) for _ in range(share)]):
            for key in ("orders", "standing", "faults", "warnings"):
                tally[key] += len(expected[key])
            tally["clean"] += not expected["faults"] and bool(expected["orders"])
            tally["judged"] += bool(judged)
    assert tally["clean"] > CARDS // 10, f"many are in order: {tally}"
    assert min(tally["orders"], tally["faults"]) > CARDS
    assert tally["judged"] < CARDS // 2, f"too few could be compared: {tally}"


@pytest.mark.browser
@needs_browser
def test_of_great_powers_two_thousand_cards_are_compared_to_the_last_letter(page: Any) -> None:
    benches = [desk for desk in desks() if desk.system == "gunboat-empires"]
    dice, compared = Random("great powers"), 0
    for desk in benches:
        cards = [card(desk, dice) for _ in range(OF_POWERS // len(benches))]
        compared += sum(not judged for _, judged in compare(page, desk, cards))
    assert compared >= 2_000


@pytest.mark.browser
@needs_browser
def test_at_sea_two_thousand_cards_are_compared_to_the_last_letter(page: Any) -> None:
    benches = [desk for desk in desks() if desk.system == "naval-warfare"]
    dice, compared = Random("at sea"), 0
    for desk in benches:
        writer = copy(desk)
        writer.table = replace(desk.table, rows=tuple(row for row in desk.table.rows if not row.check))
        cards = [card(writer, dice) for _ in range(OF_SEAS // len(benches))]
        compared += sum(not judged for _, judged in compare(page, desk, cards))
    assert compared >= 2_000


@pytest.mark.browser
@needs_browser
def test_what_no_system_uses_today_is_read_the_same(page: Any) -> None:
    """The odd table has a check that no engine function makes: so both must agree on those cards too."""
    dice = Random("odd")
    kinds, judged = set(), 0
    for clip, coded in product((False, True), (False, True)):
        desk = odd_desk(clip=clip, coded=coded)
        cards = [card(desk, dice) for _ in range(500)] + [
            "EU-7 T-5 [1]\n@AA MAUK MAAUK B+20(UK) 3UK b+9(ZED) c1 C5 @ 3V1-9",
            "EU-7 T-5 [1]\n@09-14 M00-10 MA09-14 B+2000-10 b+20(gm-02) 309-14 30914 M0010 MGM-03 @0914 M00-10",
        ]
        answers = json.loads(page.evaluate(ASK, {"sheet": desk.sheet, "cards": cards}))
        for text, answer in zip(cards, answers, strict=True):
            judged += answer.pop("judged")
            expected = verdict(desk, text)
            assert answer == json.loads(json.dumps(expected)), f"{desk.name}:\n{text!r}"
            kinds |= {fault[3] for fault in expected["faults"]}
    assert kinds == {"invalid", "illegal", "ambiguous"}
    assert judged, "orders with a check are handed to the engine"


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("clip", [False, True])
def test_every_word_of_the_grammar_is_read_the_same(page: Any, clip: bool) -> None:
    desk = all_words_desk(clip=clip)
    dice = Random(f"all words {clip}")
    codes, sentences = set(), set()
    cards = [card(desk, dice) for _ in range(1500)] + [f"ED-1 T-5 [2]\n{text}" for text in CARDS_OF_ALL_WORDS]
    for expected, judged in compare(page, desk, cards):
        assert not judged
        codes |= {order[0] for order in expected["orders"]}
        sentences |= {fault[4] for key in ("faults", "warnings") for fault in expected[key]}
    assert codes >= {row.code for row in desk.table.rows}, "each order was taken once at least"
    for key in NEW_SENTENCES:
        _, _, end = WORDS[key].rpartition("}")
        assert any(end in sentence for sentence in sentences), key


@pytest.mark.browser
@needs_browser
def test_a_standing_attack_waits_for_a_quiet_first_turn_to_pass(page: Any) -> None:
    """BP 22B: taken where it can be legal later, refused in the same words where it cannot; an order of today is
    not.
    """
    told = []
    for desk in desks():
        sets = {place.code: place.sets for place in desk.kit.places.values() if place.kind == "own"}
        start = next((code for code in sets if sets[code]["army.attack"]), "") if "real-forces" in desk.name else ""
        if not start:
            continue
        near, far = sets[start]["army.attack"][0], set(desk.kit.codes) - set(sets[start]["army.reach"])
        text = f"WW-1 T-1 [1]\n@{start} /1/AC5{near} /2/AC5{min(far)} AC5{near}"
        for expected, judged in compare(page, desk, [text]):
            assert not judged
            assert [order[3] for order in expected["orders"]] == [f"/1/AC5{near}"]
            assert not expected["standing"], "it rests"
            told.append([fault[4] for fault in expected["faults"]])
    assert told
    for never, today in told:
        assert never.startswith("this can never be legal: Conquer: ")
        assert today.endswith(" has no leave to attack on turn 1, which this order needs")


BESIDE = (
    "PRESS TO 3,5 ANON TITLE x", "press: all", "PRESS", "PRESS 3", "PRESS TO", "PRESS on", "PRESSURE", " PRESS NONE .",
    "PRES\u017f ALL", "PRE\u212aSS", "PRESS\u00a0ALL", "PRESS TO\u2028ALL", "PRESS ALLE", "ABSENT", "ABSENTEE",
    "absent: 2026-12-20 to 2027-01-03", "ABSENT\u00a0x", "END", "end press", "END ORDERS", "ORDERS", "begin orders",
    "-- ", "--", "> PRESS ALL", "", " ", "\u3000", "\x1c", "@ 1A", "@TU BA5", "@the castle", "Hello,",
    "EU-7 T-5 [2] Igor", "EU-7 T-5 [1] again", "Turn: 6", "Game: X-1", "Player: 2", "PASS", "REV 4", "AMEND",
    "BA5 ; PRESS ALL",
)  # fmt: skip


@pytest.mark.browser
@needs_browser
def test_press_and_absences_are_cut_out_alike(page: Any) -> None:
    desk, dice = next(iter(desks())), Random("press")
    heads = ("EU-7 T-5 [1] Rosa Klein  7G2KQ-X4M9V-T", "Game: EU-7\nTurn: 5\nPlayer: 1")
    cards = ["\n".join([dice.choice(heads), *dice.choices(BESIDE, k=dice.randint(1, 12))]) for _ in range(CARDS // 2)]
    cut = sum(without_press(text) != text for text in cards)
    assert CARDS // 8 < cut < CARDS // 2
    for _ in compare(page, desk, cards):
        pass
