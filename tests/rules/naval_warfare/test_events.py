"""The event of the week (NW 3.3, 3.7, 8): each of the hundred rolls, and what comes of it later."""

from typing import Any

import pytest

from pbm.rules.naval_warfare.state import state_words
from tests.rules.naval_warfare.weeks import PAY, Weeks, country, ship, weeks

ON = {"events": "on"}
PAIRS = [*((k, k + 1) for k in range(1, 37, 2)), *((k, k + 1) for k in range(39, 101, 2))]
"""The rows of the table: 37 and 38 alone are of one roll."""
BOOMS = {
    5: "RAW", 21: "OIL", 41: "AGR", 49: "MER", 51: "MAN", 59: "TRA", 63: "TOU", 77: "COM", 79: "WEA", 89: "IND",
    95: "ALL",
}  # fmt: skip
KINDS = {
    1: "incident", 3: "pirates_home", 7: "treasure", 9: "renegade", 11: "merchant", 13: "monster", 15: "plague",
    17: "pirate_dreadnought", 19: "treasure_monster", 23: "armada", 25: "treasure", 27: "jets", 29: "poor_workers",
    31: "merchant", 33: "trade_pirates", 35: "tournament", 37: "hurricane", 38: "gift", 39: "duty", 43: "strike",
    45: "pirates", 47: "monster", 53: "raider", 55: "monster_bounty", 57: "evidence", 61: "treasure", 65: "invasion",
    67: "dash", 69: "piracy_boom", 71: "monster", 73: "air_gift", 75: "pirates", 81: "monster", 83: "treasure",
    85: "crash", 87: "trade_pirates", 91: "captain", 93: "monster_bounty", 97: "merchant", 99: "pirates",
    **dict.fromkeys(BOOMS, "boom"),
}  # fmt: skip
MONEY = {
    7: (60, 0, 0), 15: (-8, -8, -8), 19: (45, 0, 0), 25: (0, 12, 0), 29: (0, -5, 0), 33: (-5, -5, -5),
    35: (0, 20, 0), 43: (0, -15, -15), 53: (-7, 0, 0), 61: (100, 0, 0), 65: (-15, -15, -15), 67: (0, 15, 0),
    69: (-15, -15, -15), 83: (15, 0, 0), 85: (-20, -20, -20), 87: (-10, -10, -10), 95: (15, 15, 15),
}  # fmt: skip
"""Dollars of roller, chosen and third country beside their pay; all are all around powers."""
ATTACKS = {
    3: {2: 6}, 9: {1: 1}, 13: {2: 0}, 17: {2: 1}, 19: {1: 0}, 23: {2: 15, 3: 15}, 45: {1: 3}, 47: {2: 0}, 55: {1: 0},
    71: {2: 0}, 75: {2: 2}, 81: {2: 0}, 93: {2: 0}, 99: {2: 5},
}  # fmt: skip
"""How many pirates attack whom; 0 is a monster."""
STANDING = {33: 3, 53: 1, 65: 25, 87: 2}
CHOSEN = {3, 13, 17, 23, 25, 27, 29, 37, 43, 47, 57, 71, 75, 81, 93, 99}
HOMES = {1: "2306", 2: "2310", 3: "3209"}
PINS = {
    "event/choose/1": 2,
    "event/choose/2": 2,
    "event/ships": 3,
    "event/count": 1,
    "event/gift": 1,
    "event/number": 7,
    "event/price": 4,
    "event/weeks": 2,
    "event/morale": 36,
    "menace/1/toll": 7,
    "race/2/*": 4,
    "race/1/*": 3,
}
GIVEN: dict[str, Any] = {
    "countries": {"1": {"prefs": {"ER": 1}}, "2": {"prefs": {"ER": 1}}},
    "ships": {"1": {str(k): ship(1, "M") for k in range(1, 5)}, "2": {"1": ship(1, "M")}},
}


def rolled(roll: int, given: dict[str, Any] | None = None, **pins: int) -> Weeks:
    """Week 2 with this event."""
    return weeks({}, given=GIVEN if given is None else given, dice={**PINS, "event": roll, **pins}, options=ON)


def first(roll: int) -> int:
    """The lowest roll of a row."""
    return roll if roll in (37, 38) else roll - (roll % 2 == 0)


@pytest.mark.parametrize("roll", range(1, 101))
def test_each_roll_is_told_with_its_row(roll: int) -> None:
    played = rolled(roll)
    (facts,) = played.facts("event")
    row = first(roll)
    assert (facts["roll"], facts["what"], facts["roller"]) == (roll, KINDS[row], 1)
    assert played.events("event")[0].seen_by == "all"
    if row in CHOSEN:
        assert facts["chosen"] == 2
    elif row in (35, 67):
        assert facts["chosen"] == 2  # who has won
    elif row != 1:
        assert "chosen" not in facts
    assert played.state.roller == 2


@pytest.mark.parametrize("roll", range(1, 101))
def test_each_roll_brings_its_money(roll: int) -> None:
    row = first(roll)
    expected = MONEY.get(row, (0, 0, 0))
    assert rolled(roll).money() == [PAY + dollars for dollars in expected]


@pytest.mark.parametrize("roll", range(1, 101))
def test_each_roll_brings_its_attackers(roll: int) -> None:
    """NW 3.7: they fight on day 1 at the home port, and are gone; those that stay are three hexes away."""
    played = rolled(roll)
    row = first(roll)
    met = {}
    for facts in played.facts("rounds"):
        if row in (1, 27):
            continue  # an incident, jets
        assert facts["day"] == 1
        at = next(p for p, home in HOMES.items() if home == facts["hex"])
        fighters = [it for it in facts["fighters"] if it["owner"] == 0]
        met[at] = 0 if any(it["kind"] == "monster" for it in fighters) else len(fighters)
    assert met == ATTACKS.get(row, {})
    menaces = played.state.menaces
    assert [len(menace.ships) for menace in menaces.values()] == ([STANDING[row]] if row in STANDING else [])
    for menace in menaces.values():
        assert (menace.hex, menace.roller, menace.event, menace.since) == ("2004", 1, row, 2)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_both_halves_of_a_row_are_the_same(one: int, other: int) -> None:
    assert state_words(rolled(one).state) == state_words(rolled(other).state)


@pytest.mark.parametrize(("roll", "code"), BOOMS.items())
def test_a_boom_is_of_one_economy(roll: int, code: str) -> None:
    """NW 8.51: 15 dollars for each country of it."""
    others = "IND" if code != "IND" else "OIL"
    base = [(code, others, code), (others, code, others)]
    for codes in base:
        given = {"countries": {str(p): {"economy": it} for p, it in enumerate(codes, 1)}}
        quiet, loud = weeks({}, given=given), rolled(roll, given)
        gained = [after - before for after, before in zip(loud.money(), quiet.money(), strict=True)]
        assert gained == [15 * (it == code) for it in codes]
        assert [facts["country"] for facts in loud.facts("boom")] == [p for p, it in enumerate(codes, 1) if it == code]


def test_piracy_gains_where_all_others_lose() -> None:
    """NW 8.70: and nobody falls below 0."""
    given = {"countries": {"1": {"economy": "PIR", "money": 0}, "2": {"money": 0}, "3": {"economy": "RAW", "money": 9}}}
    assert rolled(70, given).money() == [15, 80, 49]


@pytest.mark.parametrize("roll", [15, 29, 33, 43, 53, 65, 69, 85, 87])
def test_nobody_falls_below_nothing(roll: int) -> None:
    """NW 3.2.3, 8: of a piracy country without money nothing is taken."""
    given = {"countries": {str(p): {"economy": "PIR", "money": 3} for p in (1, 2, 3)}}
    assert all(0 <= money <= 18 for money in rolled(roll, given, **{"menace/1/toll": 9}).money())


@pytest.mark.parametrize(("roll", "stock"), [(11, "raw"), (31, "food"), (97, "oil")])
def test_a_merchant_sells_to_the_roller_a_week_later(roll: int, stock: str) -> None:
    """NW 8.12: seven at 14 dollars are 98."""
    pins = {**PINS, "event": roll}
    cards: list[dict[int, str]] = [{}, {1: "@ EB7", 2: "@ EB7"}, {1: "@ EB1"}]
    played = weeks(*cards, dice=pins, then=[{"event": 5}, {"event": 5}], options=ON)
    assert [event.facts["price"] for event in played.events("merchant", 0)] == [14]
    after = played.after(1).countries
    assert (getattr(after[1], stock), after[1].money) == (7, PAY + 95 - 98)
    assert (getattr(after[2], stock), after[2].money) == (0, PAY + 95)
    assert played.facts("bought", 1) == [{"good": stock[0].upper(), "number": 7, "price": 14}]
    assert getattr(played.state.countries[1], stock) == 7  # the offer was for one week


def test_a_merchant_has_no_more_than_he_has() -> None:
    pins = {**PINS, "event": 12}
    played = weeks({}, {1: "@ EB8"}, dice=pins, then=[{"event": 5}], options=ON)
    assert played.state.countries[1].raw == 0
    assert played.failed() == ["the merchant has 7"]


@pytest.mark.parametrize(("face", "hull", "price"), [(1, 4, 18), (3, 4, 18), (4, 5, 23)])
def test_the_gift_is_a_carrier_for_the_price_of_its_hull(face: int, hull: int, price: int) -> None:
    """NW 8.38: hull 1d4+1 and at least 4, number 90, no weapons; a week later only."""
    then = [{"event": 5, "build/1.90/hull": face, "build/1.90/special/*": 4}, {"event": 5}]
    cards = [{}, {1: "@ EG", 2: "@ EG"}, {1: "@ EG"}]
    played = weeks(*cards, dice={"event": 38}, then=then, options=ON)
    state = played.after(1)
    carrier = state.ships[1][90]
    assert (carrier.hull, carrier.kind, carrier.weapons, carrier.port) == (hull, "carrier", "", "MIA")
    assert state.countries[1].money == PAY + 95 - price
    assert state.countries[1].captains == 34
    assert not state.ships.get(2)
    assert list(played.state.ships[1]) == [90]


def test_duty_ships_are_away_and_come_back() -> None:
    """NW 8.39: the three lowest in port, for two weeks; the fourth, and one at sea, stay."""
    given = {"groups": {"1": {"1": {"hex": "2308"}}}, "ships": {"1": {str(k): ship() for k in range(2, 6)}}}
    given["ships"]["1"]["1"] = ship(group=1)
    back = {"event": 5, "event/wins/1.2": 2, "event/wins/1.3": 1, "event/wins/1.4": 1, "event/exp": 4}
    played = weeks({}, {}, {}, given=given, dice={**PINS, "event": 39}, then=[{"event": 5}, back], options=ON)
    for week in (0, 1):
        ships = played.after(week).ships[1]
        assert [(k, it.away, it.port) for k, it in sorted(ships.items()) if it.away] == [(k, 4, "") for k in (2, 3, 4)]
    ships = played.state.ships[1]
    assert [(it.away, it.port) for k, it in sorted(ships.items()) if k in (2, 3, 4)] == [(0, "MIA")] * 3
    assert [ships[k].victories for k in (1, 2, 3, 4, 5)] == [0, 2, 1, 1, 0]
    assert played.state.countries[1].exp == 4


def test_duty_takes_what_there_is_and_no_reserve_or_utility_ship() -> None:
    ships = {"1": ship(reserve=True), "2": ship(kind="utility"), "3": ship()}
    played = rolled(39, {"ships": {"1": ships}})
    assert [k for k, it in played.state.ships[1].items() if it.away] == [3]


def test_duty_ships_do_not_come_back_into_an_enemys_port() -> None:
    """NW 8.39, 2.2: home is the first port that is left."""
    given = {"ships": {"1": {"1": ship(away=2, port="")}}, "ports": {"MIA": {"owner": 2}}}
    assert weeks({}, given=given).state.ships[1][1].port == "MIB"


def test_who_refuses_duty_has_the_name_of_pirate() -> None:
    """NW 8.39, 8.57: everybody may attack them without a war, and fights a menace of one ship."""
    given = {
        "countries": {"1": {"prefs": {"ED": 0}}},
        "groups": {"1": {"1": {"hex": "2308"}}, "2": {"1": {"hex": "2308", "stance": "A"}}},
        "ships": {"1": {"1": ship(1, "M", group=1)}, "2": {"1": ship(4, "RRRR", group=1, max=40)}},
    }
    played = rolled(39, given, **{"b1/*": 10, "b1/r1/s1/2.1/a": 19, "b1/r1/s1/2.1/d": 3})
    assert played.state.countries[1].pirate == 6
    assert played.state.countries[1].war == []
    assert 1 not in played.state.ships[1]
    assert [facts["points"] for facts in played.facts("exp") if facts["why"] == "menace"] == [3]
    assert rolled(39, {"ships": {"1": {"1": ship()}}}).state.countries[1].pirate == 0


def test_evidence_names_the_chosen_for_four_weeks() -> None:
    """NW 8.57."""
    played = rolled(57)
    assert [played.state.countries[p].pirate for p in (1, 2, 3)] == [0, 6, 0]


def test_a_toll_is_taken_each_week_until_the_menace_is_destroyed() -> None:
    """NW 3.2.3, 8.34: all lose 10 now and a week later; then the pirates are found and sunk."""
    given = {
        "groups": {"1": {"1": {"hex": "2005", "stance": "A", "course": ["M2004"]}}},
        "ships": {"1": {"1": ship(6, "RRRRRR", group=1, max=40, stats={"targeting": 10}, shields=99)}},
    }
    weak = {"build/0.*": 1, "build/0.1/special/2": 8, "build/0.2/special/2": 8}
    pins = {"event": 88, "move/*": 1, **weak}
    still = {"event": 5, "b*": 10, **{f"b1/r{r}/s{s}/1.1/a": 20 for r in range(1, 9) for s in range(1, 7)}}
    given["groups"]["1"]["1"]["course"] = []
    cards = [{}, {1: "@G1 M2004 SA"}, {}]
    played = weeks(*cards, given=given, dice=pins, then=[still, {"event": 5}], options=ON)
    first_week, second = played.after(0), played.after(1)
    assert [first_week.countries[p].money for p in (2, 3)] == [PAY - 10] * 2
    assert [second.countries[p].money for p in (2, 3)] == [PAY + 95 - 20] * 2
    assert second.menaces == {}
    assert [facts["by"] for facts in played.facts("menace-gone", 1)] == [1]
    assert second.countries[1].exp == 3
    assert [played.state.countries[p].money for p in (2, 3)] == [PAY + 190 - 20] * 2


def test_a_raider_takes_a_die_of_ten_from_the_roller_alone() -> None:
    """NW 8.53: rolled again each week."""
    pins = {**PINS, "event": 54}
    played = weeks({}, {}, dice=pins, then=[{"event": 5, "menace/1/toll": 3}], options=ON)
    assert played.money() == [PAY + 95 - 10, PAY + 95, PAY + 95]


def test_menaces_are_numbered_on() -> None:
    """NW 13: pirates of a second event have numbers of their own."""
    played = weeks({}, {}, dice={"event": 33}, then=[{"event": 87}], options=ON)
    assert [sorted(menace.ships) for menace in played.state.menaces.values()] == [[1, 2, 3], [4, 5]]
    assert played.money() == [PAY + 95 - 5 - 5 - 10] * 3


def test_a_race_with_a_tie_is_run_again() -> None:
    """NW 8.67: seven dice each; equal ones roll on, and who sails no ship is not there."""
    pins = {"event": 35, "race/1/*": 2, "race/2/*": 2, "race/2/14": 3}
    played = rolled(35, None, **pins)
    assert played.money() == [PAY, PAY + 20, PAY]
    assert sorted(it for it in played.faces[0] if it.startswith("race")) == sorted(
        f"race/{p}/{day}" for p in (1, 2) for day in range(1, 15)
    )


def test_merchant_marines_sail_twice_as_far_in_a_race() -> None:
    given = {**GIVEN, "countries": {"1": {"prefs": {"ER": 1}, "economy": "MER"}, "2": {"prefs": {"ER": 1}}}}
    assert rolled(36, given, **{"race/1/*": 3, "race/2/*": 4}).facts("event")[0]["chosen"] == 1


def test_in_the_dash_only_fast_attack_craft_sail() -> None:
    """NW 8.67; those in reserve or away sail in no race."""
    given = {**GIVEN, "ships": {"1": {"1": ship(2)}, "2": {"1": ship(1, "M")}}}
    assert rolled(68, given, **{"race/1/*": 4}).money() == [PAY, PAY + 15, PAY]
    assert rolled(36, given, **{"race/1/*": 4, "race/2/*": 1}).money() == [PAY + 20, PAY, PAY]
    asleep = {**GIVEN, "ships": {"1": {"1": ship(1, "M", reserve=True)}, "2": {"1": ship(1, "M", away=9, port="")}}}
    played = rolled(36, asleep)
    assert played.money() == [PAY] * 3
    assert "chosen" not in played.facts("event")[0]


def test_without_racers_nobody_wins() -> None:
    assert rolled(35, {}).money() == [PAY] * 3


@pytest.mark.parametrize(("prefs", "lost"), [({}, 2), ({"EP": 5}, 5), ({"EP": 7}, 2)])
def test_a_hurricane_takes_the_ship_of_the_preference(prefs: dict[str, int], lost: int) -> None:
    """NW 8.37, 8: `EP`, else the lowest number in port; 36 is above the morale of 35, and the captain is lost."""
    given = {
        "countries": {"2": {"prefs": prefs, "captains": 30}},
        "groups": {"2": {"1": {"hex": "2308"}}},
        "ships": {"2": {"1": ship(group=1), "2": ship(), "5": ship()}},
    }
    played = rolled(37, given)
    assert sorted({1, 2, 5} - set(played.state.ships[2])) == [lost]
    assert played.state.countries[2].captains == 30
    assert lost in played.state.countries[2].gone
    assert rolled(37, given, **{"event/morale": 35}).facts("sunk") == []


def test_a_hurricane_takes_the_lowest_at_sea_where_none_is_in_port() -> None:
    given = {"groups": {"2": {"1": {"hex": "2308"}}}, "ships": {"2": {"4": ship(group=1), "3": ship(group=1)}}}
    assert [facts["ship"] for facts in rolled(37, given).facts("sunk")] == [3]


def test_an_admiral_steadies_a_ship_in_a_hurricane() -> None:
    """NW 8.37, 4.5, 4.9: morale 35, and 5 for admiral 3 who sails in the group."""
    given = {
        "groups": {"2": {"1": {"hex": "2308"}}},
        "ships": {"2": {"3": ship(group=1), "4": ship(group=1, admiral=3)}},
    }
    assert rolled(37, given, **{"event/morale": 40}).facts("sunk") == []
    assert len(rolled(37, given, **{"event/morale": 41}).facts("sunk")) == 1


def test_an_incident_is_fought_alone_and_without_war() -> None:
    """NW 8.2: by `EP` if that is small enough, else the lowest number that is."""
    given = {
        "countries": {"2": {"prefs": {"EP": 6}}, "1": {"prefs": {"EP": 9}}},
        "groups": {"2": {"1": {"hex": "2308"}}},
        "ships": {
            "1": {"1": ship(4), "2": ship(3), "9": ship(5)},
            "2": {"5": ship(2, group=1), "6": ship(1, "M", group=1)},
        },
    }
    played = rolled(1, given, **{"event/choose/2": 1})
    (facts,) = played.facts("rounds")
    assert [it["who"] for it in facts["fighters"]] == ["2.6", "1.2"]
    assert played.state.countries[1].war == played.state.countries[2].war == []


@pytest.mark.parametrize("hulls", [(4, 3), (3, 4)])
def test_there_is_no_incident_without_two_small_ships(hulls: tuple[int, int]) -> None:
    ships = {str(p): {"1": ship(hull)} for p, hull in enumerate(hulls, 1)}
    assert rolled(2, {"ships": ships}, **{"event/choose/2": 1}).facts("battle") == []


def test_an_incident_by_the_third_living_country() -> None:
    """NW 8, HR-46: the second die is among those that are left."""
    ships = {str(p): {"1": ship()} for p in (1, 2, 3)}
    played = rolled(1, {"ships": ships}, **{"event/choose/1": 1, "event/choose/2": 2})
    assert sorted(it["who"] for it in played.facts("rounds")[0]["fighters"]) == ["1.1", "3.1"]
    assert played.faces[0]["event/choose/1"] == (1, 3)
    assert played.faces[0]["event/choose/2"] == (2, 2)


def test_two_jets_attack_for_three_rounds() -> None:
    """NW 8.28: one hit point each; they fire before the first segment, and a machine gun hits them."""
    given = {"ships": {"2": {"1": ship(3, "M", max=90, hp=90)}}}
    played = rolled(27, given, **{"b1/*": 10})
    (facts,) = played.facts("rounds")
    assert sorted(it["who"] for it in facts["fighters"] if it["owner"]) == ["2.1"]
    assert len(facts["rounds"]) == 3
    shots = [act for turn in facts["rounds"] for act in turn["acts"] if act[0] == "shot"]
    assert {act[2] for act in shots} == {"0.1", "0.2", "2.1"}
    hit = {**{f"b1/r{r}/s1/2.1/a": 19 for r in (1, 2)}, **{f"b1/r{r}/s1/2.1/d": 2 for r in (1, 2)}}
    played = rolled(27, given, **{"b1/*": 10, **hit})
    assert len(played.facts("rounds")[0]["rounds"]) == 2
    assert rolled(27, {}).facts("battle") == []


@pytest.mark.parametrize(("face", "has"), [(1, ["HE"]), (3, ["ST"]), (4, ["TB"]), (5, ["EC"]), (6, ["CY"])])
def test_an_advancement_for_the_first_type_that_lacks_it(face: int, has: list[str]) -> None:
    """NW 8.73: by 1d6; type 1 has it already, type 2 gets it."""
    kinds = {
        str(k): {"name": f"Type {k}", "size": "heavy", "weapon": "Missiles", "load": 6, "cost": 5, "adv": adv}
        for k, adv in ((1, has), (2, []), (3, []))
    }
    played = rolled(73, country(1, types=kinds), **{"event/gift": face})
    assert [played.state.countries[1].types[k].adv for k in (1, 2, 3)] == [has, has, []]
    assert played.state.countries[1].exp == 0


def test_radar_is_for_all_types() -> None:
    assert rolled(74, {}, **{"event/gift": 2}).state.countries[1].radar
    assert not rolled(74, {}, **{"event/gift": 1}).state.countries[1].radar


def test_a_lone_captain() -> None:
    """NW 8.91."""
    state = rolled(92, {}).state
    assert [(it.captains, it.active) for it in state.countries.values()] == [(36, 21), (35, 20), (35, 20)]


@pytest.mark.parametrize(("count", "lost"), [(1, [0, 15, 15, 0]), (2, [10, 10, 10, 0]), (3, [7, 9, 7, 7])])
def test_a_strike_costs_thirty_between_them(count: int, lost: list[int]) -> None:
    """NW 8.44: what cannot be divided the first of them loses; four of four countries."""
    seats = {1: "14", 2: "25", 3: "16", 4: "33"}
    pins = {"event": 43, "event/count": count, "event/choose/1": 2, "event/choose/2": 2, "event/choose/3": 1}
    played = weeks({}, dice=pins, options=ON, seats=seats)
    assert [PAY - money for money in played.money()] == lost


@pytest.mark.parametrize(("roll", "bounty"), [(13, 0), (55, 10), (93, 5)])
def test_a_bounty_goes_to_who_kills_the_monster(roll: int, bounty: int) -> None:
    """NW 8.14, 7.2: and 3 exp to who fought it."""
    target = 1 if roll == 55 else 2
    given = {"ships": {str(target): {"1": ship(6, "RRRRRR", max=60, shields=99)}}}
    pins = {"monster/1/hp": 1, "monster/1/attacks": 1, "monster/1/special": 4, "b1/*": 10, "b1/r1/s1/*": 18}
    pins |= {f"b1/r{r}/s{s}/{target}.1/{it}": face for r in (1, 2) for s in range(1, 7) for it, face in
             (("a", 20), ("d", 5))}  # fmt: skip
    played = rolled(roll, given, **pins)
    assert [facts["by"] for facts in played.facts("monster-killed")] == [target]
    assert played.state.countries[target].money == PAY + bounty
    assert played.state.countries[target].exp == 3


def test_the_rogue_super_ship_and_the_dreadnought() -> None:
    """NW 8.17: hull 5 with two specials and captain 14; hull 6."""
    pins = {"build/0.1/special/1": 4, "build/0.1/special/2": 4, "build/0.1/special/3": 4, "build/0.1/special/4": 5}
    renegade = rolled(10, {}, **pins).facts("rounds")[0]["fighters"]
    dreadnought = rolled(18, {}, **pins).facts("rounds")[0]["fighters"]
    assert [it["hull"] for it in renegade if it["owner"] == 0] == [5]
    assert [it["hull"] for it in dreadnought if it["owner"] == 0] == [6]


def test_the_roller_goes_round_the_living() -> None:
    """NW 8, HR-46."""
    pins = [{"event": 7}, {"event": 7}, {"event": 7}]
    given = {"countries": {"2": {"out": True}}, "ports": {f"XA{it}": {"owner": 3} for it in "ABC"}}
    played = weeks({}, {}, {}, given=given, dice=pins[0], then=pins[1:], options=ON)
    assert [played.facts("event", week)[0]["roller"] for week in (0, 1, 2)] == [1, 3, 1]


def test_no_event_in_the_founding_week_or_without_them() -> None:
    """NW 1.2, HR-47."""
    assert weeks({}, given={"turn": 0}, options=ON).facts("event") == []
    assert weeks({}).facts("event") == []
