"""Economies, levels and officers by what they do (NW 2.5, 2.6, 2.10 to 2.12, 4.9, 7.4, 9.2)."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.naval_warfare.weeks import ALL_HELD, BUILD, PAY, Weeks, at_war, country, merged, ship, weeks

# --- economies (NW 2.12), their own and of a country that was taken over (NW 9.2)

OWN, TAKEN = "own", "taken"


def with_trade(code: str, how: str, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Country 1 has this economy; or it is an industry (of no other effect here) that has taken over country 2."""
    if how == OWN:
        return merged(country(1, economy=code), more or {})
    laid = {"countries": {"1": {"economy": "ALL", "taken": [2]}, "2": {"economy": code, "out": True}}}
    return merged(merged(laid, {"ports": ALL_HELD}), more or {})


BOTH = pytest.mark.parametrize("how", [OWN, TAKEN])


@BOTH
def test_weapons_dealers_have_the_dearest_weapon_free(how: str) -> None:
    """NW 2.12 a, HR-08: cruiser 18, D 22, N 14, A 10: the D is free, 42 of 55; of a destroyer nothing is."""
    played = weeks({1: "@MIA B7=4NDA/2\n@MIB B8=3NDA/2"}, given=with_trade("WEA", how), dice=BUILD)
    assert played.state.ships[1][7].weapons == "NDA"
    assert played.state.ships[1][8].weapons == "ND"  # 14 + 14 + 22 = 50 of 57
    plain = weeks({1: "@MIA B7=4NDA/2"}, dice=BUILD)
    assert plain.state.ships[1][7].weapons == "ND"  # 18 + 14 + 22 = 54 of 57


@BOTH
def test_computers_aim_better_and_pay_half_for_electronics(how: str) -> None:
    """NW 2.12 d, HR-09: E.C.M., cyber and radar; heavy engines at their price."""
    kind = {"1": {"name": "Type 1", "size": "light", "weapon": "Missiles", "load": 6, "cost": 5}}
    given = with_trade("COM", how, country(1, types=kind))
    played = weeks({1: "@MIA B7=4N/2"}, given=given, dice=BUILD)
    stats = played.state.ships[1][7].stats
    assert (stats.targeting, stats.hull, stats.power) == (4, 3, 3)
    for order in ("VRD", "VEC1", "VCY1", "VHE1"):
        mine = weeks({1: f"@ {order}"}, given=given).facts("account")
        others = weeks({1: f"@ {order}"}, given=country(1, types=kind)).facts("account")
        paid, price = (next(-row[1] for row in it[0]["rows"] if row[0] == "advancement") for it in (mine, others))
        assert paid == (price if order == "VHE1" else price // 2)


@BOTH
def test_tourism_earns_in_peace(how: str) -> None:
    """NW 2.12 i."""
    bonus = [weeks({}, given=with_trade("TOU", how, war)).facts("pay")[0]["bonus"] for war in ({}, at_war())]
    assert bonus == [15, 0]


@BOTH
def test_agriculture_earns_in_a_world_without_embargoes(how: str) -> None:
    """NW 2.12 c: one that is declared and not in force does not count, its own would."""
    near = {"groups": {"3": {"1": {"hex": "2307"}}}, "ships": {"3": {"5": ship(group=1)}}}
    target = {"countries": {"3": {"economy": "OIL", "embargo": [4]}, "4": {"economy": "IND"}}}
    seats = {1: "14", 2: "25", 3: "16", 4: "15"}
    near["groups"]["3"]["1"]["hex"] = "2708"
    bonus = [
        weeks({}, given=with_trade("AGR", how, more), seats=seats).facts("pay")[0]["bonus"]
        for more in ({}, target, merged(target, near))
    ]
    assert bonus == [10, 10, 0]


@BOTH
def test_industry_builds_for_a_fifth_less(how: str) -> None:
    """NW 2.12 h, 10: dock 120, rebuilt dock 60, port 320, 400 points of structure 160."""
    given = with_trade("IND", how, {"ports": {"MIB": {"dock": False, "dock_lost": True, "structure": 400}}})
    given = merged(given, country(1, money=2000))
    before = weeks({}, given=given).money()[0]
    for card, price in (("@MIC BD", 120), ("@MIB BD", 60), ("@ BP2406", 320)):
        assert before - weeks({1: card}, given=given).money()[0] == price
    broken = merged(given, {"ports": {"MIC": {"structure": 50}}})
    before = weeks({}, given=broken).money()[0]
    assert before - weeks({1: "@MIC XR350"}, given=broken).money()[0] == 140


def test_industry_builds_for_others_who_consent() -> None:
    """NW 2.12 h, 3.1.8: the owner pays the builder's price, if it is not above what `Y` says, and has the exp."""
    given = {"countries": {"1": {"economy": "IND"}, "3": {"money": 900}}}
    for limit, built in ((320, True), (319, False)):
        played = weeks({1: "@ BP3010", 3: f"@ 1Y{limit}"}, given=given)
        assert ("OSD" in played.state.ports) == built
        assert 995 - played.money()[2] == 320 * built
        assert played.state.countries[3].exp == 20 * built
    dock = weeks({1: "@OSC BD", 3: "@ 1Y120"}, given=given)
    assert (995 - dock.money()[2], dock.state.ports["OSC"].dock, dock.state.countries[3].exp) == (120, True, 10)
    assert [event.seen_by for event in dock.events("dock-built")] == ["all"]


@BOTH
def test_merchant_marines_move_twice_as_far(how: str) -> None:
    """NW 2.12 l: a die of 2 is four hexes."""
    more = {"groups": {"1": {"1": {"hex": "2308", "course": ["M0101"]}}}, "ships": {"1": {"5": ship(group=1)}}}
    far = []
    for given in (with_trade("MER", how, more), more):
        played = weeks({}, given=given, dice={"move/1/1.1": 2})
        seen = played.faces[0]
        far.append((seen["move/1/1.1"], played.state.groups[1][1].hex))
    assert far[0][0] == far[1][0] == (2, 4)
    assert far[0][1] != far[1][1]


@BOTH
@pytest.mark.parametrize(("code", "good"), [("AGR", "F"), ("OIL", "O"), ("RAW", "R"), ("WEA", "W")])
def test_four_trades_declare_embargoes(code: str, good: str, how: str) -> None:
    """NW 6.1: and no other; an all around power is not touched."""
    more = {"groups": {"1": {"1": {"hex": "3208"}}}, "ships": {"1": {"5": ship(group=1)}}}
    given = with_trade(code, how, merged(more, country(3, economy="IND")))
    played = weeks({1: "@ 3X"}, given=given, dice={"buffer/3/1": 2})
    assert [facts["good"] for facts in played.facts("cut-off")] == [good]
    proof = weeks({1: "@ 3X"}, given=merged(given, country(3, economy="ALL")))
    assert proof.state.countries[1].embargo == []
    assert weeks({1: "@ 3X"}, given=with_trade("IND", how, more)).state.countries[1].embargo == []


@BOTH
def test_an_embargo_does_not_touch_all_around_powers(how: str) -> None:
    """NW 2.12 k."""
    more = {"groups": {"3": {"1": {"hex": "2307"}}}, "ships": {"3": {"5": ship(group=1)}}}
    more["groups"]["3"]["1"]["hex"] = "2308"
    given = with_trade("ALL", how, merged(more, {"countries": {"3": {"economy": "OIL", "embargo": [1]}}}))
    if how == TAKEN:
        given["countries"]["1"]["economy"] = "IND"
    assert weeks({}, given=given).facts("cut-off") == []
    plain = merged(given, {"countries": {"1": {"economy": "IND", "taken": []}}})
    assert len(weeks({}, given=plain).facts("cut-off")) == 1


@BOTH
def test_trade_management_is_the_market_and_assists(how: str) -> None:
    """NW 2.12 j, 3.1.6, 3.1.7: 3 goods are 30 dollars; a trade agreement of others 50."""
    given = with_trade("MAN", how, country(1, goods=3))
    seats = {1: "14", 2: "25", 3: "16", 4: "15"}
    before = weeks({}, given=given, seats=seats).money()[0]
    sold = weeks({1: "@ SM3G"}, given=given, seats=seats)
    assert (sold.money()[0] - before, sold.state.countries[1].goods) == (30, 0)
    helped = weeks({1: "@ 3M4", 3: "@ 4O", 4: "@ 3O"}, given=given, seats=seats)
    assert helped.money()[0] - before == 50


@BOTH
def test_piracy_raids(how: str) -> None:
    """NW 3.2.4: dice 2 and 3, both for money, are 50 of the victim's pay; whoever has taken it over has own pay too."""
    given = with_trade("PIR", how)
    played = weeks({1: "@ 3R2"}, given=given, dice={"raid/1/1": 2, "raid/1/2": 3})
    assert played.money()[0] == 950 + 50 + (95 if how == TAKEN else 0)
    assert played.money()[2] == PAY - 50
    assert [(event.seen_by, event.facts["dollars"]) for event in played.events("robbed")] == [((3,), 50)]


def test_a_country_that_was_taken_over_pays_whole_but_piracy_nothing() -> None:
    """NW 9.2, 3.2.4: its own 95, and 10 per cent of 820 with the raises."""
    raised = merged(with_trade("WEA", TAKEN), country(2, raises=2))
    assert weeks({}, given=raised).money()[0] == 950 + 95 + 90  # 82 and a tenth of it: 185.2
    assert weeks({}, given=with_trade("PIR", TAKEN)).money()[0] == PAY


# --- change of economy (NW 2.12.1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PIR", "RAW"), ("RAW", "TRA"), ("TRA", "TOU"), ("TOU", "MER"), ("MER", "COM"), ("COM", "AGR"), ("AGR", "MAN"),
        ("MAN", "WEA"), ("WEA", "OIL"), ("OIL", "IND"), ("IND", "ALL"),
    ],
)  # fmt: skip
def test_a_step_up_in_pay(old: str, new: str) -> None:
    """NW 2.12.1: for 300 dollars, once; the pay of this week is of the old one."""
    before = weeks({}, given=country(1, economy=old)).money()[0]
    played = weeks({1: "@ KE+"}, {1: "@ KE+"}, given=country(1, economy=old))
    assert played.after(0).countries[1].economy == new
    assert before - played.after(0).countries[1].money == 300
    assert played.state.countries[1].economy == new
    assert played.failed(1) == ["no change is left"] if new != "ALL" else played.failed(1)


def test_changes_by_the_die_free_ones_first() -> None:
    """NW 2.12.1, HR-10: two in one week, the second for 300."""
    given = country(1, economy="RAW", free_changes=1)
    played = weeks({1: "@ KE? KE?"}, given=given, dice={"economy/1": 5, "economy/1/2": 9})
    assert [facts["economy"] for facts in played.facts("economy")] == ["OIL", "TOU"]
    after = played.state.countries[1]
    assert (after.money, after.free_changes, after.changes) == (950 + 55 - 300, 0, 0)


def test_nothing_pays_better_than_all_around() -> None:
    assert weeks({1: "@ KE+"}).failed() == ["nothing pays better than ALL"]


# --- levels (NW 7.4)

ROWS = {
    # exp, captains, dollars, active
    1: (35, 2, 50, 5), 2: (80, 3, 75, 5), 3: (135, 4, 100, 5), 4: (200, 4, 100, 4), 5: (275, 4, 0, 0),
    6: (360, 4, 0, 4), 7: (455, 4, 125, 0), 8: (560, 5, 150, 3), 9: (670, 5, 0, 0), 10: (900, 5, 200, 3),
}  # fmt: skip
ALSO = {3: ("raises",), 5: ("free_changes",), 6: ("raises", "free_ports"), 7: ("supers",), 9: ("annex",),
        10: ("free_changes",)}  # fmt: skip
RIGHT = ("raises", "free_changes", "free_ports", "supers", "annex", "platforms")


def reached(level: int, **more: Any) -> Weeks:
    """Country 1, raw materials, reaches a level; the ability is GUI, the admiral 1d12 = 5."""
    given = country(1, **{"economy": "RAW", "level": level - 1, "exp": ROWS[level][0], **more})
    given["ships"] = {"1": {"5": ship(captain=13), "6": ship(captain=14), "7": ship(kind="utility")}}
    return weeks({}, given=given, dice={"ability/1/1": 5, "people/*": 3, "admiral/1/1": 5})


def changes(played: Weeks, level: int) -> tuple[Any, ...]:
    """What a level has brought: captains, dollars, active ships, rights, abilities, admirals, captains aboard."""
    mine = played.state.countries[1]
    base = {"platforms": 6}
    rights = {name: getattr(mine, name) - base.get(name, 0) for name in RIGHT}
    aboard = [played.state.ships[1][k].captain for k in (5, 6, 7)]
    found = mine.captains - 35, mine.money - 1005, mine.active - 20, {k: n for k, n in rights.items() if n}
    return *found, mine.abilities, mine.admirals, aboard


@pytest.mark.parametrize("level", ROWS)
def test_each_level_with_every_bonus(level: int) -> None:
    _, captains, dollars, active = ROWS[level]
    abilities = ["GUI"] if level in (4, 10) else []
    aboard = [14, 14, 0] if level == 7 else [13, 14, 0]
    played = reached(level)
    rights = dict.fromkeys(ALSO.get(level, ()), 1)
    assert changes(played, level) == (captains, dollars, active, rights, abilities, [], aboard)
    assert played.state.countries[1].level == level
    assert played.state.ports["MIA"].people == 7_300_000
    assert [event.seen_by for event in played.events("level")] == ["all"]


@pytest.mark.parametrize("level", ROWS)
def test_a_level_waits_for_its_exp(level: int) -> None:
    assert reached(level, exp=ROWS[level][0] - 1).state.countries[1].level == level - 1


@pytest.mark.parametrize(
    ("level", "letter"), [(4, "C"), (4, "D"), (4, "S"), (4, "X"), (6, "C"), (6, "S"), (6, "P"), (6, "X"), (8, "C"),
                          (8, "D"), (8, "S")],
)  # fmt: skip
def test_one_bonus_is_given_up_for_an_admiral(level: int, letter: str) -> None:
    """NW 4.9, 7.4: of 1d12+2; he costs a captain."""
    _, captains, dollars, active = ROWS[level]
    rights = dict.fromkeys(ALSO.get(level, ()), 1)
    if letter == "P":
        del rights["raises"]
    if letter == "X" and level == 6:
        del rights["free_ports"]
    abilities = ["GUI"] if level == 4 and letter != "X" else []
    expected = (
        (0 if letter == "C" else captains) - 1, 0 if letter == "D" else dollars, 0 if letter == "S" else active,
        rights, abilities, [7], [13, 14, 0],
    )  # fmt: skip
    assert changes(reached(level, prefs={f"LV{level}": letter}), level) == expected


def test_an_airfield_instead_of_captains() -> None:
    """NW 7.4: level 5."""
    rights = {"free_changes": 1, "platforms": 1}
    assert changes(reached(5, prefs={"LV5": "F"}), 5) == (0, 0, 0, rights, [], [], [13, 14, 0])


@pytest.mark.parametrize(("level", "dollars"), [(5, 500), (10, 950)])
def test_all_around_powers_have_dollars_for_a_change(level: int, dollars: int) -> None:
    """NW 2.12.1, HR-10: 500; 750 besides the 200 of level 10."""
    mine = reached(level, economy="ALL").state.countries[1]
    assert (mine.money - PAY, mine.free_changes) == (dollars, 0)


def test_all_levels_at_once() -> None:
    """NW 7.4: one after the other, each with all its bonuses; two abilities by dice that go on."""
    given = country(1, exp=900, economy="RAW")
    dice = {"ability/1/1": 5, "ability/1/2": 5, "ability/1/3": 14, "people/*": 1}
    mine = weeks({}, given=given, dice=dice).state.countries[1]
    assert (mine.level, mine.captains, mine.active, mine.money) == (10, 35 + 40, 20 + 29, 1005 + 800)
    assert mine.abilities == ["GUI", "SHI"]
    assert (mine.raises, mine.free_changes, mine.free_ports, mine.supers, mine.annex) == (2, 2, 1, 1, 1)


def test_people_go_to_the_port_of_the_preference() -> None:
    """NW 2.8, HR-05: or home, where it is in other hands."""
    grown = reached(1, prefs={"PP": "MIB"}).state.ports
    assert [grown[code].people for code in ("MIA", "MIB")] == [7_000_000, 500_000]
    grown = reached(1, prefs={"PP": "XAB"}).state.ports
    assert [grown[code].people for code in ("MIA", "XAB")] == [7_300_000, 200_000]


def test_a_raise_counts_from_the_next_pay() -> None:
    """NW 3.2.1, 7.4: 550 x 10 % and 5 % of it: 57.75."""
    played = weeks({}, {}, given=country(1, economy="RAW", level=2, exp=135))
    assert [played.facts("pay", week)[0]["own"] for week in (0, 1)] == [55, 57]


def test_the_free_port_of_level_six_has_its_dock() -> None:
    """NW 7.4: at no cost, besides the one that may be built."""
    given = country(1, free_ports=1, money=400)
    played = weeks({1: "@ BP2406"}, {1: "@ BP2307"}, given=given)
    port = played.after(0).ports["MID"]
    assert (port.dock, port.structure, port.people, port.owner) == (True, 500, 200_000, 1)
    assert played.after(0).countries[1].money == 495
    assert not played.state.ports["MIE"].dock
    assert played.state.countries[1].ports_left == played.state.countries[1].free_ports == 0


@pytest.mark.parametrize(
    ("hull", "faces", "after"),
    [
        (3, (2, 2), (5, 30, 0, 14, ["PR", "PA"])),  # plated: 5 more
        (6, (4, 5), (6, 30, 0, 14, ["PR", "NP"])),
        (4, (1, 1), (6, 30, 0, 14, ["PR", "DN"])),
        (4, (3, 4), (5, 30, 0, 14, ["PR", "RR"])),  # Pre-strike is there and is rolled again
    ],
)
def test_an_old_ship_becomes_the_super_ship(hull: int, faces: tuple[int, int], after: tuple[Any, ...]) -> None:
    """NW 7.4: `SU`: a special more with what it brings, 10 hit points, hull 5 at least, captain 14."""
    given = country(1, supers=1)
    given["ships"] = {"1": {"5": ship(hull, specials=["PR"])}}
    dice = {f"special/1.5/{k}": face for k, face in enumerate(faces, 1)} | {"special/1.5/3": 4, "special/1.5/4": 4}
    made = weeks({1: "@#5 SU"}, given=given, dice=dice).state.ships[1][5]
    size, points_, _, captain, specials = after
    extra = 5 if "PA" in specials else 0
    assert (made.hull, made.max, made.captain, made.specials) == (size, points_ + extra, captain, specials)
    if "NP" in specials:
        assert (made.stats.power, made.shields) == (5, 3 + 6)


def test_a_super_ship_that_reaches_level_five_in_the_same_week() -> None:
    """NW 7.1, 7.4, 13: its second pair of dice is another."""
    given = country(1, supers=1)
    given["ships"] = {"1": {"5": ship(5, exp=100, level=4)}}
    dice = {f"special/1.5/{k}": 4 + (k > 2) for k in range(1, 5)}
    assert weeks({1: "@#5 SU"}, given=given, dice=dice).state.ships[1][5].specials == ["RR", "SF"]


def test_a_special_of_level_five_or_an_admiral() -> None:
    """NW 7.1, 4.9: not below the captain's score less 3."""
    given: dict[str, Any] = {"ships": {"1": {"5": ship(exp=100, level=4, captain=12)}}}
    played = weeks({}, given=given, dice={"special/1.5/*": 4})
    assert played.state.ships[1][5].specials == ["RR"]
    played = weeks({1: "@ LS1"}, given=given, dice={"admiral/1/1": 2})
    assert (played.state.ships[1][5].specials, played.state.countries[1].admirals) == ([], [9])
    assert played.state.countries[1].captains == 35  # one for the level, one becomes the admiral


def test_a_territory_is_annexed() -> None:
    """NW 7.4, HR-45: ports and docks by the die, a tenth of the revenue from the next week on."""
    given = country(1, annex=1, level=9, exp=670)
    dice = {"annex/15/ports": 3, "annex/15/economy": 5, "setup/slots/*": 4}
    played = weeks({1: "@ AX15"}, {1: "@NOA WN"}, given=given, dice=dice)
    ports = played.after(0).ports
    annexed = {code: port for code, port in sorted(ports.items()) if code.startswith("NO")}
    assert [(code, it.dock, it.founder, it.home) for code, it in annexed.items()] == [
        ("NOA", True, 0, False), ("NOB", True, 0, False), ("NOC", False, 0, False),
    ]  # fmt: skip
    assert played.after(0).countries[1].annexed == {"15": "OIL"}
    assert played.after(0).countries[1].money == PAY
    assert played.state.countries[1].money == PAY + 95 + 88 - 7
    far = weeks({1: "@ AX02"}, given=given)
    assert "hexes from your home port; 8 are the most" in far.failed()[0]
    assert weeks({1: "@ AX25"}, given=given).failed() == ["25 is claimed by 2"]


def test_an_annexed_port_trades_in_what_its_country_does() -> None:
    """NW 5.17, 7.4: oil for who takes it."""
    given = country(1, annex=0, annexed={"15": "OIL"})
    given["ports"] = {"NOA": {"owner": 1, "founder": 0, "hex": "2707", "structure": 390, "occupier": 3}}
    given = merged(given, at_war())
    given["groups"] = {"3": {"1": {"hex": "2707"}}}
    given["ships"] = {"3": {str(k): ship(group=1) for k in range(1, 5)}}
    played = weeks({3: "@ OCNOA"}, given=given, dice={"spoils/NOA/1": 3})
    assert (played.state.ports["NOA"].owner, played.state.countries[3].oil) == (3, 3)


# --- captains, prisoners, admirals, reserve, flagship


def test_captains_of_the_pool() -> None:
    """NW 2.5: one for each warship, none for a utility ship; without one nothing is built."""
    given = country(1, captains=1)
    given["turn"] = 0
    played = weeks({1: "@MIA B7=3N/20 BU80=2N/20 B8=3N/20"}, given=given, dice=BUILD)
    assert sorted(played.state.ships[1]) == [7, 80]
    assert played.state.countries[1].captains == 0
    assert played.failed() == ["no captain is left"]


def test_prisoners_become_captains() -> None:
    """NW 2.10: above the morale; who stays stays, and the money is gone."""
    given = country(1, prisoners=[40, 35, 60], captains=3)
    played = weeks({1: "@ CV3"}, given=given, dice={"convert/1/1": 40, "convert/1/2": 36, "convert/1/3": 61})
    mine = played.state.countries[1]
    assert (mine.prisoners, mine.captains, mine.money) == ([40], 5, PAY - 30)


def test_an_admiral_goes_aboard_with_the_flagship() -> None:
    """NW 4.9: the first one."""
    given = country(1, admirals=[9], flagship=5)
    given["ships"] = {"1": {"5": ship(), "6": ship()}}
    assert weeks({1: "@#6 AD9"}, given=given).state.countries[1].admirals == [9]
    played = weeks({1: "@#5 AD9"}, given=given)
    assert (played.state.countries[1].admirals, played.state.ships[1][5].admiral) == ([], 9)


def test_reserve_ships_take_the_places_of_lost_ones() -> None:
    """NW 2.6, HR-04: the lowest number, at the week's end; a ship beyond the limit is in reserve, and the fifth is the
    last.
    """
    given = country(1, active=2)
    ships = {str(k): ship(reserve=k > 2) for k in range(1, 7)}
    given["ships"] = {"1": ships}
    played = weeks({1: "@MIA B7=3N/20\n@MIB B8=3N/20\n@#1 Z"}, given=given, dice=BUILD)
    assert [k for k, it in sorted(played.state.ships[1].items()) if it.reserve] == [4, 5, 6, 7]
    assert [k for k, it in sorted(played.state.ships[1].items()) if not it.reserve] == [2, 3]


def test_the_flagship_is_named_once_in_four_weeks() -> None:
    """NW 2.11, HR-07."""
    given = {"ships": {"1": {str(k): ship() for k in (5, 6, 7)}}}
    cards = [{1: "@ FL6"}, {1: "@ FL7"}, {}, {1: "@ FL5"}, {1: "@ FL7"}]
    played = weeks(*cards, given=given)
    assert [played.after(week).countries[1].flagship for week in range(5)] == [6, 6, 6, 6, 7]
    assert played.failed(1) == ["the flagship was named in week 2; week 6 is the next"]


def test_a_taken_country_strengthens_the_ships_that_are_there() -> None:
    """NW 9.2, 2.13: shields and hit points at once; 75 exp; its captains and money are not won."""
    given = merged({"ports": ALL_HELD}, country(2, abilities=["SHI", "MAT", "ADV"], money=500))
    given["ships"] = {"1": {"5": ship(shields=4)}}
    played = weeks({}, given=given)
    ship_, mine = played.state.ships[1][5], played.state.countries[1]
    assert (ship_.shields, ship_.max, ship_.hp) == (8, 25, 25)
    assert (mine.taken, mine.exp, mine.abilities) == ([2], 75, ["SHI", "MAT", "ADV"])
    assert mine.level == 1
    assert played.state.countries[2].out
