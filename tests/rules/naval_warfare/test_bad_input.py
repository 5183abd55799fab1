"""Positions, options and cards that cannot be: one sentence with the key, never an exception of ours (NW 12, 19)."""

from random import Random
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.errors import PbmError
from pbm.orders.form import OrderLine
from pbm.rules import system
from pbm.rules.naval_warfare.parse import parse
from pbm.rules.naval_warfare.setup import lay, start
from pbm.rules.naval_warfare.variant import load
from pbm.rules.naval_warfare.view import view

SYSTEM = system("naval-warfare")
RULES = load("level", {})
SEATS = (Seat(1, "14"), Seat(2, "25"))
START = start(RULES, SEATS, Dice(b"bad" * 6, "G", 0))
SHIP = {"hull": 3, "max": 20, "weapons": "N"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"nonsense": 1}, "given.nonsense: unknown key"),
        ({"countries": 3}, "given.countries: must be a table"),
        ({"countries": {"1": {"economy": "XYZ"}}}, "given.countries.1.economy: XYZ is not an economy"),
        ({"countries": {"1": {"abilities": ["XYZ"]}}}, "given.countries.1.abilities: XYZ is not an ability"),
        ({"countries": {"1": {"money": -1}}}, "given.countries.1.money: less than nothing"),
        ({"countries": {"1": {"allies": [1]}}}, "given.countries.1.allies: that is the country itself"),
        ({"countries": {"1": {"war": [7]}}}, "given.countries.1.war: there is no country 7"),
        ({"ports": {"MIA": {"hex": "9999"}}}, "given.ports.MIA.hex: 9999 is not on the chart"),
        ({"ports": {"MIA": {"owner": 9}}}, "given.ports.MIA.owner: there is no country 9"),
        ({"ports": {"MIA": {"weapons": [{"w": "M", "hp": 3}]}}}, "given.ports.MIA.weapons: M is not a weapon of ports"),
        (
            {"ports": {"MIA": {"weapons": [{"w": "L", "hp": 7}] * 17}}},
            "given.ports.MIA.weapons: there are 17, and 12 slots",
        ),
        (
            {"groups": {"1": {"1": {"hex": "0101"}}, "7": {"1": {"hex": "0101"}}}},
            "given.groups.7: there is no country 7",
        ),
        (
            {"groups": {"1": {"1": {"hex": "2406"}}}, "ships": {"1": {"7": {**SHIP, "group": 1}}}},
            "given.groups.1.1.hex: 2406 is neither sea nor a port",
        ),
        ({"ships": {"1": {"7": {**SHIP, "hp": 21}}}}, "given.ships.1.7.hp: 21 are more than its 20"),
        ({"ships": {"1": {"7": {**SHIP, "hull": 7}}}}, "given.ships.1.7.hull: hulls are 1 to 6"),
        ({"ships": {"1": {"7": {**SHIP, "weapons": "Q"}}}}, "given.ships.1.7.weapons: weapons are M L O N T A B C D R"),
        ({"ships": {"1": {"7": {**SHIP, "weapons": "NNNN"}}}}, "given.ships.1.7.weapons: 4 are more than its 3 slots"),
        ({"ships": {"1": {"7": {**SHIP, "load": [1, 2]}}}}, "given.ships.1.7.load: 2 numbers for 1 slots"),
        ({"ships": {"1": {"7": {**SHIP, "specials": ["ZZ"]}}}}, "given.ships.1.7.specials: specials are DN AS PA"),
        ({"ships": {"1": {"7": {**SHIP, "captain": 15}}}}, "given.ships.1.7.captain: captains are 1 to 14"),
        ({"ships": {"1": {"7": {**SHIP, "stats": {"hull": 11}}}}}, "given.ships.1.7.stats.hull: stats are 1 to 10"),
        ({"ships": {"1": {"7": {**SHIP, "group": 2}}}}, "given.ships.1.7.group: there is no group 2; give it a hex"),
        ({"ships": {"1": {"7": {**SHIP, "port": "ZZZ"}}}}, "given.ships.1.7.port: there is no port ZZZ"),
        ({"ships": {"9": {"7": SHIP}}}, "given.ships.9: there is no country 9"),
        ({"ships": {"1": {"7": 3}}}, "given."),
        ({"platforms": {"1": {"1": {"kind": "ZZ", "port": "MIA", "hp": 3}}}}, "given.platforms.1.1.kind: kinds are"),
        ({"platforms": {"1": {"1": {"kind": "AF", "port": "QQQ", "hp": 3}}}}, "given.platforms.1.1.port: there is no"),
        ({"platforms": {"1": {"1": {"kind": "AF", "port": "MIA", "hp": 99}}}}, "given.platforms.1.1.hp: 99 are more"),
        (
            {"platforms": {"1": {"1": {"kind": "AF", "port": "MIA", "hp": 9, "aircraft": [{"type": 1, "hp": 1}]}}}},
            "given.platforms.1.1.aircraft: there is no type 1",
        ),
    ],
)
def test_a_position_that_cannot_be_is_named_with_its_key(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=r"^given\.") as error:
        lay(START, given, RULES)
    assert str(error.value).startswith(said)


def test_two_seats_have_two_territories() -> None:
    with pytest.raises(ValueError, match="two seats have the same territory"):
        start(RULES, (Seat(1, "14"), Seat(2, "14")), Dice(b"bad" * 6, "G", 0))
    with pytest.raises(ValueError, match="99 is not a territory; write one of 02 to 40"):
        start(RULES, (Seat(1, "14"), Seat(2, "99")), Dice(b"bad" * 6, "G", 0))
    homes = system("naval-warfare").setup.homes(chart_rules := system("naval-warfare").setup.load("chart", {}))
    seats = tuple(Seat(number, home) for number, home in enumerate(homes[:40], 1))
    assert len(start(chart_rules, seats[:39], Dice(b"bad" * 6, "G", 0)).countries) == 39
    with pytest.raises(ValueError, match="40 seats are too many; there are 39 territories"):
        start(chart_rules, seats, Dice(b"bad" * 6, "G", 0))


@pytest.mark.parametrize(
    "options", [{"rounds": "0"}, {"rounds": "x"}, {"treaties": "99"}, {"events": "maybe"}, {"q": 1}]
)
def test_an_option_that_cannot_be_is_one_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(PbmError, match=next(iter(options))):
        load("level", options)


BIDI, SURROGATE, LONG = "\u202e", "\ufffd", "9" * 400
NASTY = (
    "@MIA " + " ".join(f"B{k}=3NN/20" for k in range(1, 201)),
    f"@MIA B7={LONG}NN/20 B{LONG}=3N/20 WD{'D' * 400} XR{LONG}",
    f"@G1 M{LONG} M0000 M4322 MXXXX P{BIDI} I{LONG}",
    f"@ N {BIDI}Mirrane {SURROGATE}",
    "@ Q " + "x" * 10_000,
    "@ " + "2E " * 4_000,
    "@ " + "ZZZ " * 4_000,
    "@#99999999999999999999 R5\n@G0 SA\n@G10 SA\n@P\n@@\n@",
    "@MIA " + "B1=" + "N" * 79,
)

JUNK = "@ @MIA @G1 @#1 @P1 B1=3NN/20 J1 M2308 SA 2E 2A 2D10 WN BD BP2406 VTL BAF1 BA2,1 R5 L H I2 A Z U1 Y2 K1"


@pytest.mark.parametrize("card", NASTY)
def test_a_card_of_any_size_is_read(card: str) -> None:
    told = [OrderLine(number, text) for number, text in enumerate(card.split("\n"), 1)]
    read = parse(tuple(told), view(START, 1, RULES), RULES)
    assert read.faults
    result = SYSTEM.resolve(START, {1: read, 2: read}, Dice(b"bad" * 6, "G", 1), RULES)
    assert result.state.turn == 1


def test_junk_never_raises_and_never_makes_a_position_that_cannot_be() -> None:
    draw = Random(7)
    words = JUNK.split()
    state = START
    for week in range(1, 13):
        cards = {}
        for p in (1, 2):
            text = " ".join(draw.choice(words) for _ in range(60))
            cards[p] = parse((OrderLine(1, text),), view(state, p, RULES), RULES)
        state = SYSTEM.resolve(state, cards, Dice(b"junk" * 4, "G", week), RULES).state
        SYSTEM.words.check(state, (1, 2), RULES)
