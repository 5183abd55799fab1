"""Worked examples of the list that no case file has: played, or asked of the reader (A26 to A119, B24 to B44)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice, PinnedDice
from pbm.engine.turn import Played, play
from pbm.rules.gunboat_empires.parse import kit
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.resolve.forces import in_order
from pbm.rules.gunboat_empires.state import State, powers
from pbm.rules.gunboat_empires.tables import tables
from pbm.rules.gunboat_empires.view import view
from tests.games import lines
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM

START: State = SYSTEM.start(RULES, SEATS, Dice(b"", "GAME", 0))
Words = dict[str, Any]


def played(cards: dict[int, str], regions: Words, countries: Words, **rolled: int) -> Played:
    """A turn from the beginning with something laid over it; rolled: pinned dice, _ for /."""
    state = SYSTEM.words.lay(START, {"regions": regions, "countries": countries}, RULES)
    pins = {label.replace("_", "/"): face for label, face in rolled.items()}
    dice = PinnedDice(b"", "GAME", 1, pins)
    return play(SYSTEM, RULES, state, {n: lines(card) for n, card in cards.items()}, dice)


def units(done: Played, region: str) -> dict[str, int]:
    """What stands in a region."""
    found: dict[str, int] = done.state.regions[region].units
    return found


def happened(done: Played, kind: str) -> list[dict[str, Any]]:
    """The facts of all events of a kind."""
    return [event.facts for event in done.events if event.kind == kind]


def test_a26_a_salvage_order_is_for_one() -> None:
    found = play(SYSTEM, RULES, START, {7: lines("@07-06 Z3LI")}, Dice(b"", "GAME", 1))
    assert [fault.text for fault in found.parsed[7].faults] == ["Z3LI"]


def test_a33_what_is_salvaged_defends_no_more() -> None:
    regions = {"12-02": {"units": {"LI": 1}, "facilities": {"DEP": 1}, "pop": 30}, "07-14": {"units": {"LI": 1}}}
    done = played({12: "@12-02 ZLI", 7: "@07-14 GR1LI:12-02"}, regions, {})
    assert [facts["total"] for facts in happened(done, "scouted")] == [0]


def test_a48_all_technologies_together() -> None:
    everything = powers(tuple(tables().technologies))
    assert everything["military_orders"] == everything["economic_orders"] == 10
    assert everything["naval_move"] == 2
    assert (everything["merchant_capacity"], everything["pop_ep"], everything["rapid_task_forces"]) == (600, 4, 2)


def test_a75_no_movement_through_an_allys_land() -> None:
    done = played({7: "@07-14 GM1LI:12-02"}, {"07-14": {"units": {"LI": 1}}}, {})
    assert [facts["reason"] for facts in happened(done, "order-failed")] == ["control"]
    assert units(done, "07-14") == {"LI": 1}


def test_a80_a_lost_attack_costs_four_tenths_and_wears_both_down() -> None:
    regions = {"07-14": {"units": {"LI": 10}}, "12-02": {"units": {"LI": 10, "HI": 3}}}
    levels = {"levels": {"ARM": 200}}
    done = played({7: "@07-14 GA10LI:12-02"}, regions, {"7": levels, "12": levels})
    (battle,) = happened(done, "battle")
    assert battle["won"] == "defender"
    assert battle["lost"] == {"LI": 4}
    (worn,) = happened(done, "attrition")
    assert worn["force"] == {"LI": 6}
    assert done.state.regions["12-02"].owner == 12


def test_a89_and_b40_the_order_of_play() -> None:
    def order(state: State, level: str, turn: int) -> list[int]:
        found = Campaign(replace(state, turn=turn - 1), {n: _pass() for n in (1, 2, 3, 6, 7)}, Dice(b"", "G", turn))
        return [n for n in in_order(found, level) if n in wanted]

    levels = {"1": (515, 210), "2": (420, 250), "3": (300, 230)}
    laid = SYSTEM.words.lay(
        START, {"countries": {n: {"levels": {"NAV": navy, "ARM": army}} for n, (navy, army) in levels.items()}}, RULES
    )
    wanted = {1, 2, 3}
    assert order(laid, "NAV", 1) == [1, 2, 3]
    assert order(laid, "ARM", 1) == [2, 3, 1]
    wanted = {3, 6, 7}
    assert order(START, "ARM", 1) == [3, 6, 7]
    assert order(START, "ARM", 5) == [6, 7, 3]


def _pass() -> Any:
    return play(SYSTEM, RULES, START, {7: lines("PASS")}, Dice(b"", "GAME", 1)).parsed[7]


ESPIONAGE = {"technologies": ["RAD", "ESP"]}
SCOUTS = [
    (False, False, {}, ["scout-seen", "scouted"]),  # A103
    (True, False, {"recon_4_7_1": 25}, ["scout-seen", "scouted"]),  # A104; a die of 25 is r = 24
    (True, False, {"recon_4_7_1": 26}, ["scouted"]),
    (False, True, {"recon_4_7_1": 75}, ["scout-failed", "scout-seen"]),  # A105
    (False, True, {"recon_4_7_1": 76}, ["scout-seen", "scouted"]),
    (True, True, {"recon_4_7_1": 25}, ["scout-failed", "scout-seen"]),  # A106, B44
    (True, True, {"recon_4_7_1": 26}, ["scout-seen", "scouted"]),
    (True, True, {"recon_4_7_1": 75}, ["scout-seen", "scouted"]),
    (True, True, {"recon_4_7_1": 76}, ["scouted"]),
]


@pytest.mark.parametrize(("mine", "theirs", "rolled", "kinds"), SCOUTS)
def test_scouts_by_espionage(mine: bool, theirs: bool, rolled: dict[str, int], kinds: list[str]) -> None:
    countries = {n: ESPIONAGE for n, has in (("7", mine), ("12", theirs)) if has}
    done = played({7: "@07-14 GR1LI:12-02", 12: "PASS"}, {"07-14": {"units": {"LI": 1}}}, countries, **rolled)
    assert sorted(event.kind for event in done.events if event.kind.startswith("scout")) == kinds
    assert units(done, "07-14") == {"LI": 1}
    assert all(event.seen_by == (12,) for event in done.events if event.kind == "scout-seen")


def test_a108_a_standard_country() -> None:
    own = [region for region in START.regions.values() if region.owner == 7]
    assert sum(region.pop for region in own) == 222
    assert sum(sum(region.facilities.values()) for region in own) == 197


def test_a112_below_the_tenth_place_only_that_is_told() -> None:
    done = played({7: "PASS"}, {}, {"7": {"levels": {"ARM": 100}}})
    (place,) = [e.facts["place"] for e in done.events if e.kind == "rank" and e.seen_by == (7,)
                and e.facts["category"] == "Army Strength"]  # fmt: skip
    assert place == "10+"
    (ranked,) = [e.facts for e in done.events if e.kind == "ranked" and e.facts["category"] == "Army Strength"]
    assert 7 not in [row[0] for row in ranked["places"]]


def test_a113_efficiencies_are_public_in_whole_hundreds() -> None:
    state = SYSTEM.words.lay(START, {"countries": {"7": {"levels": {"ARM": 350, "NAV": 299}}}}, RULES)
    assert view(state, 9, RULES).hundreds[7] == (3, 2)


def test_a119_what_was_bid_is_not_spent_again() -> None:
    rules = SYSTEM.setup.load("romin-jhors", {"setup": "cards", "bids": "6=4 9=10"})
    state = SYSTEM.start(rules, SEATS, Dice(b"", "GAME", 0))
    assert [kit(view(state, n, rules), rules).places[""].has["setup"] for n in (5, 6, 9)] == [10, 6, 0]


AIR = [
    ({"FT": 6}, {"FT": 4}, {"FT": 2}, {"FT": 4}),  # B24
    ({"BM": 4}, {"FT": 3}, {"BM": 4}, {"FT": 1}),  # B25
    ({"JF": 5}, {"FT": 5, "BM": 5}, {"JF": 1}, {"FT": 5, "BM": 5}),  # B27
]


@pytest.mark.parametrize(("mine", "theirs", "lost", "lost_against"), AIR)
def test_air_battles(mine: Words, theirs: Words, lost: Words, lost_against: Words) -> None:
    regions = {"07-14": {"units": {**mine, "LI": 1}}, "12-02": {"units": {**theirs, "HI": 9}}}
    force = "+".join(f"{number}{kind}" for kind, number in {**mine, "LI": 1}.items())
    done = played({7: f"@07-14 GA{force}:12-02"}, regions, {})
    (battle,) = happened(done, "battle")
    assert (battle["air_lost"], battle["air_lost_against"]) == (lost, lost_against)


def test_b26_both_may_vanish() -> None:
    regions = {"07-14": {"units": {"FT": 1, "LI": 1}}, "12-02": {"units": {"FT": 1}}}
    levels = {"7": {"levels": {"NAV": 301}}, "12": {"levels": {"NAV": 300}}}
    (battle,) = happened(played({7: "@07-14 GA1LI+1FT:12-02"}, regions, levels), "battle")
    assert (battle["air_lost"], battle["air_lost_against"]) == ({"FT": 1}, {"FT": 1})


def test_b41_sealift_left_for_phase_3() -> None:
    regions = {
        "AO-23": {"owner": 6, "units": {"BB": 8, "LI": 3}},
        "AO-21": {"owner": 9, "units": {"BB": 7}},
        "06-01": {"units": {"LI": 9}},
    }
    card = "@AO-23 NA8BB+3LI:AO-21\n@06-01 NM4LI:AO-23 1LI:AO-23"
    done = played({6: card}, regions, {"6": {"sealift": 8, "levels": {"NAV": 200}}, "9": {"levels": {"NAV": 200}}})
    (battle,) = happened(done, "battle")
    lost = battle["lost"].get("LI", 0)
    assert done.state.countries[6].sealift == 8 - lost
    moved = sum(facts["force"].get("LI", 0) for facts in happened(done, "moved") if facts["phase"] == 3)
    assert moved == (5 if not lost else 4)


def test_b42_a_raid_and_an_invasion_of_one_port() -> None:
    regions = {"AO-21": {"owner": 6, "units": {"BB": 9, "LI": 6}}, "09-01": {"units": {"ES": 2, "LI": 1}}}
    levels = {"6": {"levels": {"NAV": 200}}, "9": {"levels": {"NAV": 200, "ARM": 200}}}
    done = played({6: "@AO-21 RN5BB:09-01 IN6LI+4BB:09-01"}, regions, levels)
    raid, invasion = happened(done, "battle")
    assert (raid["mission"], invasion["mission"]) == ("RN", "IN")
    assert raid["lost_against"] == {"ES": 2}
    assert invasion["against"] == {"LI": 1}
    assert done.state.regions["09-01"].owner == 6
