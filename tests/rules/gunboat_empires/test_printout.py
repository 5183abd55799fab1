"""The printout: every figure of the sample, and nothing that its reader may not know (GE 24, 25)."""

from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.printout import Printout, Table
from pbm.core.textprint import render
from pbm.engine.system import Sheet
from pbm.engine.turn import play, printouts
from pbm.publish.composer import next_card
from pbm.rules.gunboat_empires.state import Region, State
from pbm.rules.gunboat_empires.tables import tables
from pbm.rules.gunboat_empires.view import view
from tests.games import lines
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM
from tests.rules.gunboat_empires.test_random_turns import game

START: State = SYSTEM.start(RULES, SEATS, Dice(b"", "GB-1", 0))
FIRST = "@ S1500RP 1500SP 800AP 700FP I75BTE 10ARM\n@06-06 B3LI\n@06-01 B1MR 1SL GA4LI:30-01\n@06-12 B1LAB"


def printed(state: State, cards: dict[int, str], *viewers: int) -> dict[int, Printout]:
    """The printouts of a turn."""
    sheet = Sheet("GB-1", "The Lakes", SEATS)
    done = play(SYSTEM, RULES, state, {n: lines(card) for n, card in cards.items()}, Dice(b"", "GB-1", state.turn + 1))
    return printouts(SYSTEM, RULES, done.state, done.events, done.parsed, sheet, viewers)


@cache
def sample() -> Printout:
    """Country 6 after turn 1 with the first card of the rule book; nobody else moves."""
    return printed(START, {6: FIRST}, 6)[6]


def table(name: str) -> dict[str, tuple[Any, ...]]:
    """The rows of a section's table by their first cell, the total among them."""
    (block,) = next(section.blocks for section in sample().sections if section.id == name)
    assert isinstance(block, Table)
    return {str(row[0]): row[1:] for row in (*block.rows, *([block.total] if block.total else []))}


def test_the_account_of_the_sample() -> None:
    assert table("account") == {
        "Stock": (6000, 3000, 4000, 4000, 4000, 3000, 6000, 12000),
        "E1 sold": (-1500, 0, 0, 0, -700, -800, -1500, 19125),
        "E4 military": (-1350, 0, 0, 0, 0, 0, -250, -2800),
        "E5 economic": (-500, 0, 0, 0, 0, 0, -150, -1000),
        "E7 improved": (-400, 0, 0, 0, 0, 0, -2100, -3000),
        "A1 produced": (4200, 3640, 3640, 3500, 3500, 3500, 4340, 0),
        "A2 consumed": (-1270, -3114, -2880, -3425, -2916, -2532, -400, 0),
        "Stock now": (5180, 3526, 4760, 4075, 3884, 3168, 5940, 24325),
    }


def test_economy_and_market_of_the_sample() -> None:
    assert table("economy")["Facilities"] == (30, 28, 28, 25, 54, 31, 6, 4)
    assert table("economy")["Level"][:6] == ("140", "140", "140", "140", "70/70", "140")
    assert table("market") == {
        "sell": (592, 300, 250, 275, 230, 230, 444),
        "buy": (710, 360, 300, 330, 276, 276, 533),
        "was": (600, 300, 250, 275, 225, 225, 450),
    }


def test_regions_and_words_of_the_sample() -> None:
    regions = table("regions")
    assert regions["06-06"] == ("capital", 40, 4, 8, 6, 3, 3, 5, 8, 3, 0, "LI=8")
    assert regions["06-01"] == ("port", 18, 4, 3, 3, 0, 1, 2, 2, 1, 2, "ES=6 BB=6 MR=6")
    assert regions["30-01"] == ("new, clear", 17, 9, 0, 2, 2, 0, 4, 0, 0, 0, "LI=2")
    text = render(sample())
    for words in (
        "Turn 1 of 35",
        "Taken: 30-01 is yours from neutral 35; 2 LI hold it.",
        "06-06 3 LI; 06-01 1 MR and 1 SL; 06-12 1 LAB",
        "M4  30-01 (clear)  Ground Attack",
        "[6] Falkenreich LI=4-2  against  neutral 35 LI=2-2",
        "lost 60 per cent",
        "Your strength 252.0.",
        "Sealift 7   Merchants 6   capacity next turn 5000   orders 7 + 7",
        "SPF Special Forces: 500 SP 500 RP 1500 GO",
        "At BTech 100: AGS.",
        "Order-count: 11",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 79


def test_the_blank_card_notes_what_acts_and_what_may_be_spent() -> None:
    assert sample().blank[:4] == (
        "@      ; 5180 SP 3526 LP 4760 MP 4075 EP 3884 FP 3168 AP 5940 RP 24325 GO",
        "@06-01 ; 6 ES 6 BB 6 MR 1 free depot 2 free shipyards",
        "@06-06 ; 8 LI 3 free depots",
        "@30-01 ; 2 LI",
    )


def test_the_blank_card_parses() -> None:
    body = "\n".join(line for line in sample().blank[1:] if line != "END")
    after = play(SYSTEM, RULES, START, {6: lines(FIRST)}, Dice(b"", "GB-1", 1)).state
    assert SYSTEM.parse(lines(body), view(after, 6, RULES), RULES).faults == ()


def changed(state: State, other: int) -> State:
    """The position with what nobody else may know of a country changed: stocks, units, facilities, technologies."""
    country = state.countries[other]
    richer = replace(
        country,
        stocks={goods: number + 1234 for goods, number in country.stocks.items()},
        technologies=(*country.technologies, *({"ART", "SCH"} - {*country.technologies})),
        sealift=country.sealift + 3,
        levels={**country.levels, "HIN": country.levels.get("HIN", 0) + 5},
        standing={**country.standing, 7: "S77MP"},
    )
    regions = dict(state.regions)
    for code, region in state.regions.items():
        if region.owner == other:
            regions[code] = _more(region)
    return replace(state, countries={**state.countries, other: richer}, regions=regions)


def _more(region: Region) -> Region:
    units = {**region.units, "LI": region.units.get("LI", 0) + 5}
    if not region.facilities.get("HIN"):
        return replace(region, units=units)
    facilities = {**region.facilities, "HIN": region.facilities["HIN"] - 1}
    return replace(region, units=units, facilities={kind: number for kind, number in facilities.items() if number})


@pytest.mark.parametrize("seed", [b"one", b"two"])
@pytest.mark.parametrize("other", [1, 6, 17])
def test_a_view_does_not_depend_on_what_others_keep_to_themselves(seed: bytes, other: int) -> None:
    for _, _, played in game(seed):
        state: State = played.state
        for viewer in (0, 2, 9, 28):
            here = msgspec.json.encode(SYSTEM.words.view_to_words(view(state, viewer, RULES)))
            there = msgspec.json.encode(SYSTEM.words.view_to_words(view(changed(state, other), viewer, RULES)))
            assert here == there


def test_nobody_is_told_of_what_others_keep_to_themselves() -> None:
    """The list of who may know what, written a second time."""
    own = {
        "sold": "player", "bought": "player", "exported": "by", "imported": "to", "built": "player",
        "salvaged": "player", "developed": "player", "improved": "player", "cut": "player", "order-failed": "player",
        "moved": "player", "scouted": "by", "scout-failed": "by", "shortage": "player",
    }  # fmt: skip
    public = {"captured", "market", "price", "ranked", "out", "ended"}
    for _, _, played in game(b"one"):
        for event in played.events:
            if event.kind in own:
                assert event.seen_by == (event.facts[own[event.kind]],)
            elif event.kind in ("battle", "attrition"):
                sides = {event.facts["attacker"], event.facts["defender"]}
                assert event.seen_by == tuple(sorted(n for n in sides if n <= 28))
            elif event.kind in public:
                assert event.seen_by == "all"
            else:
                assert event.seen_by != "all"


@pytest.mark.parametrize("viewer", [0, 3, 14])
def test_random_turns_are_printed_for_everybody(viewer: int) -> None:
    _, _, played = game(b"two")[-1]
    sheet = Sheet("GB-1", "The Lakes", SEATS)
    out = printouts(SYSTEM, RULES, played.state, played.events, played.parsed, sheet, (viewer,))[viewer]
    text = render(out)
    assert max(map(len, text.splitlines())) <= 79
    assert f"Turn {played.state.turn} of 35" in text


def test_a_power_of_sixty_regions_has_at_most_260_lines() -> None:
    """GE 25: it holds two neighbours' lands beside its own, an army in each of these, and fights on every frontier."""
    taken = [code for code, region in START.regions.items() if region.owner in (7, 8)]
    more = {"owner": 6, "units": {"LI": 2, "HI": 1}}
    state: State = SYSTEM.words.lay(START, {"regions": dict.fromkeys(taken, more)}, RULES)
    mine = [code for code, region in state.regions.items() if region.owner == 6]
    near = {code: sorted(tables().regions[code].near) for code in taken}
    attacks = [
        f"@{code} GA2LI:{target}"
        for code, beside in near.items()
        if (target := next((it for it in beside if tables().regions[it].is_land and it not in mine), ""))
    ]
    found = printed(state, {6: "\n".join([FIRST, *attacks])}, 6)[6]
    assert len(mine) >= 54
    assert attacks
    assert len(render(found).splitlines()) <= 260
    sheet = msgspec.json.encode(next_card(found, name="Falkenland", code="7G2KQ-X4M9V-T"))
    assert len(sheet) <= 60_000, "GE 27.6"
