"""Embargoes, stockpiles and hunger (NW 6)."""

from typing import Any

import pytest

from tests.rules.naval_warfare.weeks import country, merged, ship, weeks

# --- embargoes and hunger (NW 6)

BLOCKADE: dict[str, Any] = {
    "groups": {"2": {"1": {"hex": "2308"}}},
    "ships": {"2": {"5": ship(group=1)}},
    "countries": {"1": {"economy": "IND"}},
}
"""A destroyer of country 2 within three hexes of MIA."""


def embargo(code: str, **more: Any) -> dict[str, Any]:
    """Country 2 of this trade embargoes country 1."""
    return merged(BLOCKADE, {"countries": {"2": {"economy": code, "embargo": [1]}, "1": more}})


@pytest.mark.parametrize(
    ("more", "is_felt"),
    [
        ({}, True),
        ({"groups": {"2": {"1": {"hex": "2310"}}}}, False),  # four hexes away
        ({"ships": {"2": {"5": {"kind": "utility"}}}}, False),
        ({"countries": {"1": {"trade": [3]}, "3": {"economy": "OIL", "trade": [1]}}}, False),
        ({"countries": {"1": {"allies": [3]}, "3": {"economy": "OIL", "allies": [1]}}}, False),
        ({"countries": {"1": {"trade": [3]}, "3": {"economy": "RAW", "trade": [1]}}}, True),
        ({"countries": {"3": {"economy": "OIL"}}}, True),
        (
            {"countries": {"1": {"trade": [3]}, "2": {"embargo": [1, 3]}, "3": {"economy": "OIL", "trade": [1]}}},
            True,  # the partner is under such an embargo too
        ),
        ({"countries": {"2": {"economy": "IND"}}}, False),  # a trade that it had before
    ],
)
def test_when_an_embargo_is_in_force(more: dict[str, Any], is_felt: bool) -> None:
    """NW 6.1, HR-41."""
    assert bool(weeks({}, given=merged(embargo("OIL"), more)).facts("cut-off")) == is_felt


def test_a_warship_in_a_port_nearby_is_presence() -> None:
    """NW 6.1: it lies within three hexes in an ally's port."""
    given: dict[str, Any] = {
        "countries": {"1": {"economy": "IND"}, "2": {"economy": "OIL", "embargo": [1]}},
        "ships": {"2": {"5": ship(port="MIB")}},
    }
    assert len(weeks({}, given=given).facts("cut-off")) == 1
    given["ships"]["2"]["5"]["reserve"] = True
    assert weeks({}, given=given).facts("cut-off") == []


@pytest.mark.parametrize(("code", "good", "buffer"), [("AGR", "food", 6), ("OIL", "oil", 4), ("RAW", "raw", 6)])
def test_the_buffer_is_rolled_in_the_first_week(code: str, good: str, buffer: int) -> None:
    """NW 6.2."""
    played = weeks({}, given=embargo(code))
    assert played.faces[0]["buffer/1/2"][1] == buffer
    assert played.state.countries[1].cut[2].since == 2


def test_oil_lasts_as_long_as_buffer_and_stockpiles() -> None:
    """NW 6.2, 6.3: a stockpile and a buffer of 2: weeks 2 to 4, and from week 5 on nobody sails."""
    given = merged(embargo("OIL", oil=1), {"groups": {"1": {"1": {"hex": "2307", "course": ["P2503"]}}}})
    given["groups"]["1"]["1"]["hex"] = "2306"
    given = merged(given, {"ships": {"1": {"5": ship(group=1)}}})
    played = weeks({}, {}, {}, {}, given=given, dice={"buffer/1/2": 2})
    after = [played.after(week).countries[1] for week in range(4)]
    assert [(it.oil, it.cut[2].buffer, it.short) for it in after] == [
        (0, 2, []), (0, 1, []), (0, 0, ["oil"]), (0, 0, ["oil"]),
    ]  # fmt: skip
    sailed = [any(it.startswith("move/") for it in faces) for faces in played.faces]
    assert sailed == [True, True, True, False]
    assert [len(played.facts("out-of-oil", week)) for week in range(4)] == [0, 0, 1, 0]


def test_a_week_that_is_not_in_force_spends_nothing() -> None:
    """NW 6.2: the ship has gone home for a week."""
    cards = [{}, {2: "@G1 M1909"}, {}]
    played = weeks(*cards, given=embargo("OIL"), dice={"buffer/1/2": 4}, then=[{"move/*": 4}])
    assert [played.after(week).countries[1].cut[2].buffer for week in range(3)] == [3, 3, 3]


def test_a_lifted_embargo_is_forgotten() -> None:
    """NW 6.2, 3.1.4: declared again, its buffer is rolled again."""
    cards = [{}, {2: "@ 1Z"}, {2: "@ 1X"}]
    then = [{}, {"buffer/1/2": 4}]
    played = weeks(*cards, given=embargo("OIL"), dice={"buffer/1/2": 2}, then=then)
    assert played.after(1).countries[1].cut == {}
    assert played.state.countries[1].cut[2].buffer == 3
    assert [len(played.facts(kind, week)) for kind, week in (("embargo-lifted", 1), ("embargo", 2))] == [1, 1]


def test_raw_materials_go_by_ships() -> None:
    """NW 6.2, 6.3: the ships of the first week come off the buffer at its end, to 0 at most; then a stockpile, then the
    buffer; with neither the next ship fails, and in the week after everything.
    """
    yard = {1: "@MIA B{}=2M/10\n@MIB B{}=2M/10"}
    cards = [{1: yard[1].format(k, k + 1)} for k in (1, 3, 5, 7)]
    given = embargo("RAW", raw=1)
    funded = {"build/*": 3, "build/1.*": 3}
    played = weeks(*cards, given=given, dice={"buffer/1/2": 4, **funded}, then=[funded, funded, funded])
    after = [played.after(week).countries[1] for week in range(4)]
    assert [(it.raw, it.cut[2].buffer) for it in after] == [(0, 3), (0, 1), (0, 0), (0, 0)]
    assert [len(played.after(week).ships[1]) for week in range(4)] == [2, 4, 5, 5]
    assert played.failed(2) == ["raw"]
    assert played.failed(3) == ["no raw materials this week"] * 2
    assert after[2].short == ["raw"]


def test_a_ship_that_is_not_built_takes_no_raw_materials() -> None:
    """NW 6.2: hull 23 cannot be paid of 2 dollars and 15."""
    given = merged(embargo("RAW", raw=2), {"countries": {"1": {"cut": {"2": {"since": 1, "buffer": 1}}}}})
    dice = {"build/1.7/fund/*": 5, "build/1.7/special/*": 1}  # 25 dollars; a dreadnought costs 30
    played = weeks({1: "@MIA B7=5N/2"}, given=given, dice=dice)
    assert len(played.facts("not-built")) == 1
    assert played.state.countries[1].raw == 2


def test_of_weapons_only_machine_guns_are_left() -> None:
    """NW 6.3, HR-56: from the week after; ports buy none, and ships M alone."""
    played = weeks({1: "@MIA WN"}, {1: "@MIA WN B7=3NM/20"}, {1: "@MIA B8=3M/20"}, given=embargo("WEA"))
    assert [gun.w for gun in played.after(0).ports["MIA"].weapons] == ["N"]
    assert [gun.w for gun in played.after(1).ports["MIA"].weapons] == ["N"]
    assert played.after(0).countries[1].short == ["weapons"]
    assert {it.weapons for it in played.state.ships[1].values()} <= {"M", ""}


def test_hunger_empties_a_port_in_ten_weeks() -> None:
    """NW 6.3, HR-42: a buffer of 1, then a tenth each week; then there is no revenue."""
    played = weeks(*([{}] * 12), given=embargo("AGR"), dice={"buffer/1/2": 1})
    people = [[played.after(week).ports[code].people for code in ("MIA", "MIB")] for week in range(11)]
    assert people == [[7_000_000 - 700_000 * week, 200_000 - 20_000 * week] for week in range(11)]
    assert [played.facts("pay", week)[0]["own"] for week in (10, 11)] == [90, 0]
    assert len(played.facts("hunger", 10)) == 1


def test_food_ends_hunger() -> None:
    """NW 6.2, 6.4: a stockpile is a week; a gift comes in time."""
    given = merged(embargo("AGR"), country(3, food=1))
    played = weeks({}, {3: "@ 1G1F"}, {}, given=given, dice={"buffer/1/2": 1})
    people = [played.after(week).ports["MIB"].people for week in range(3)]
    assert people == [200_000, 200_000, 180_000]
