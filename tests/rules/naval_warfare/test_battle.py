"""Battles of ships: specials, captains, admirals, weapons, fumbles, initiative, targets, morale, retreat (NW 4, 5)."""

from typing import Any

import pytest

from pbm.rules.naval_warfare.resolve.battle.units import lead, ship_unit
from pbm.rules.naval_warfare.shipyard import full
from pbm.rules.naval_warfare.state import Ship
from tests.rules.naval_warfare.sailing import (
    acts,
    by_round,
    campaign_of,
    duel,
    fight,
    fleets,
    order,
    rolled,
    rolls,
    ship,
    shots,
)

KINDS = [{}, {"kind": "utility"}]
SUNK = {"/a": 20, "/d": 10, "/dmg1": 99, "/dmg2": 99}


def first(battle: Any, who: str = "1.7") -> tuple[str, int, str, int, int]:
    """Outcome, damage, what was hit, and the number before and after, of the first shot of a ship."""
    act = next(act for act in acts(battle, "shot") if act[2] == who)
    return act[9], act[10], act[11], act[12], act[13]


def sunk(*whos: str, at: str = "b1/r1/s1") -> dict[str, int]:
    """The dice of shots that sink what they hit."""
    return {f"{at}/{who}{name}": face for who in whos for name, face in SUNK.items()}


# --- specials of ships ------------------------------------------------------------------------------------------------


def test_a_dreadnought_fires_six_weapons_in_six_segments() -> None:
    battle = duel(ship(hull=6, weapons="MLOTAB", specials=["DN"]), ship(), {}, rounds=1)
    assert [it[:3] for it in shots(battle, "1.7")] == [(k, "1.7", letter) for k, letter in enumerate("MLOTAB", 1)]


@pytest.mark.parametrize(("weapon", "damage"), [("M", 3), ("L", 3), ("N", 5), ("T", 3), ("B", 5), ("R", 5)])
def test_aircraft_support_adds_two_to_every_weapon(weapon: str, damage: int) -> None:
    battle = duel(ship(hull=4, weapons=weapon, specials=["AS"]), ship(), rolls("1.7", 15, 5, dmg1=1, dmg2=1))
    assert first(battle) == ("hit", damage, "hull", 20, 20 - damage)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("attack", "dodge", "specials", "outcome"),
    [(7, 2, [], "plated"), (7, 1, [], "plated"), (8, 2, [], "hit"), (7, 2, ["DU"], "hit"), (20, 1, [], "triple")],
)
def test_plated_armour(attack: int, dodge: int, specials: list[str], outcome: str, kind: dict[str, str]) -> None:
    battle = duel(ship(specials=specials), ship(specials=["PA"], **kind), rolls("1.7", attack, dodge))
    assert first(battle)[0] == outcome


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("weapon", "attack", "dodge", "outcome"),
    [
        ("N", 19, 11, "missile"),
        ("O", 19, 11, "missile"),
        ("N", 19, 10, "hit"),
        ("T", 19, 11, "hit"),
        ("A", 19, 11, "hit"),
        ("N", 20, 11, "critical"),
        ("O", 20, 20, "dodged"),
    ],
)
def test_the_anti_missile_system(weapon: str, attack: int, dodge: int, outcome: str, kind: dict[str, str]) -> None:
    battle = duel(ship(weapons=weapon), ship(specials=["AM"], **kind), rolls("1.7", attack, dodge))
    assert first(battle)[0] == outcome


@pytest.mark.parametrize("kind", KINDS)
def test_a_submarine_is_hit_by_missiles_torpedoes_and_lasers_alone(kind: dict[str, str]) -> None:
    battle = duel(ship(hull=6, weapons="MLONTA"), ship(specials=["SU"], **kind), {}, rounds=1)
    assert "".join(it[2] for it in shots(battle, "1.7")) == "LONT"
    battle = duel(ship(hull=5, weapons="ABCDR"), ship(specials=["SU"], **kind), {}, rounds=1)
    assert shots(battle, "1.7") == []


def test_a_pre_strike_is_fired_once_and_the_weapon_again_in_segment_one() -> None:
    battle = duel(ship(weapons="NA", specials=["PR"]), ship(weapons="T", specials=["PR"]), {"b1/r1/init/2.7": 11})
    assert [it[:3] for it in shots(battle)[:5]] == [
        (0, "2.7", "T"),
        (0, "1.7", "N"),
        (1, "2.7", "T"),
        (1, "1.7", "N"),
        (2, "1.7", "A"),
    ]
    assert sum(it[0] == 0 for it in shots(battle)) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_retro_rudders_add_two_to_the_dodge(kind: dict[str, str]) -> None:
    other = ship(specials=["RR"], **kind)
    assert first(duel(ship(), other, rolls("1.7", 12, 10)))[0] == "miss"
    assert first(duel(ship(), other, rolls("1.7", 13, 10)))[0] == "hit"


@pytest.mark.parametrize(("attack", "weapon", "outcome"), [(17, "A", "miss"), (18, "A", "critical"), (18, "N", "miss")])
def test_depleted_uranium_is_critical_from_eighteen_with_guns(attack: int, weapon: str, outcome: str) -> None:
    battle = duel(ship(weapons=weapon, specials=["DU"]), ship(), rolls("1.7", attack, 19))
    assert first(battle)[0] == outcome


@pytest.mark.parametrize(
    ("letters", "damages"), [("MABCDR", [2, 2, 4, 2, 3, 4]), ("LONT", [1, 1, 3, 1])]
)  # 1 of each die, what the table adds, and 1
def test_depleted_uranium_adds_one_to_guns(letters: str, damages: list[int]) -> None:
    pins = {"b1/r1/*": 15, "b1/r1/s*": 15} | {f"b1/r1/s{s}/1.7/d": 5 for s in range(1, 7)}
    pins |= {f"b1/r1/s{s}/1.7/dmg*": 1 for s in range(1, 7)} | {"b1/r1/s1/2.7/a": 2}
    battle = duel(ship(hull=6, weapons=letters, specials=["DU"]), ship(max=90), pins, rounds=1)
    assert [act[10] for act in acts(battle, "shot") if act[2] == "1.7"] == damages


@pytest.mark.parametrize("kind", KINDS)
def test_extended_tracking_adds_two_to_initiative(kind: dict[str, str]) -> None:
    tracking = ship(specials=["ET"], **kind)
    assert order(duel(ship(), tracking, {"b1/r1/init/1.7": 11})) == ["2.7", "1.7"]
    assert order(duel(ship(), tracking, {"b1/r1/init/1.7": 13})) == ["1.7", "2.7"]


@pytest.mark.parametrize("kind", KINDS)
def test_reactive_armour_takes_the_first_damage_to_the_hull(kind: dict[str, str]) -> None:
    other = ship(specials=["RA"], shields=1, **kind)
    pins = rolls("1.7", 15, 5, dmg1=4) | rolls("1.7", 15, 5, dmg1=4, at="b1/r2/s1")
    pins |= rolls("1.7", 15, 5, dmg1=3, at="b1/r3/s1")
    blows = [act[11:] for act in acts(duel(ship(weapons="L"), other, pins, rounds=3), "shot") if act[2] == "1.7"]
    assert blows == [["shields", 1, 0], ["hull", 20, 20], ["hull", 20, 17]]


@pytest.mark.parametrize("kind", KINDS)
def test_shields_come_back_to_half_once(kind: dict[str, str]) -> None:
    other = ship(specials=["ES"], shields=5, **kind)
    pins: dict[str, int] = {}
    for r in range(1, 4):
        pins |= rolls("1.7", 15, 5, dmg1=8, at=f"b1/r{r}/s1")
    blows = [act[11:] for act in acts(duel(ship(weapons="T"), other, pins, rounds=3), "shot") if act[2] == "1.7"]
    assert blows == [["shields", 5, 3], ["shields", 3, 0], ["hull", 20, 12]]


@pytest.mark.parametrize(
    ("letter", "usual", "expanded"),
    [
        *(("M", 0, 0), ("L", 0, 0), ("T", 8, 10), ("O", 10, 13), ("N", 12, 15)),
        *(("D", 25, 32), ("C", 30, 38), ("R", 40, 50), ("A", 35, 44), ("B", 35, 44)),
    ],
)
def test_payloads_and_expanded_magazines(letter: str, usual: int, expanded: int) -> None:
    assert full(letter, Ship(hull=5, max=1, hp=1, weapons=letter)) == usual
    assert full(letter, Ship(hull=5, max=1, hp=1, weapons=letter, specials=["XM"])) == expanded


def test_aegis_radar_and_guidance_add_one_each_to_the_hit() -> None:
    pins = rolls("1.7", 10, 10)
    assert first(duel(ship(), ship(), pins))[0] == "miss"
    assert first(duel(ship(specials=["AR"]), ship(), pins))[0] == "hit"
    assert first(duel(ship(), ship(), pins, countries={"1": {"abilities": ["GUI"]}}))[0] == "hit"


def test_star_flash_blinds_the_largest_and_holds_its_weapon_back_by_a_segment() -> None:
    mine, other = ship(hull=6, weapons="MLOTAB", specials=["SF"]), {3: ship(hull=4), 5: ship(hull=5), 6: ship(hull=5)}
    words = fleets({1: {7: mine}, 2: other})
    battle = fight(words, {"b1/r1/init/1.7": 20, "b1/r1/s1/1.7/flash": 2}, rounds=3)
    assert acts(battle, "flash") == [["flash", 1, "1.7", "2.5", 2]]
    salvo = [it[0::2][:2] for it in shots(battle, "1.7")]
    assert salvo[:7] == [*((k, letter) for k, letter in enumerate("MLOTAB", 2)), (1, "M")]
    others = [[act[2] for act in fired if act[2] != "1.7"] for fired in by_round(battle)]
    assert others == [["2.6", "2.3"], ["2.6", "2.3"], ["2.5", "2.6", "2.3"]]


def test_star_flash_is_off_by_order_and_acts_once() -> None:
    flasher = ship(kind="utility", weapons="M", specials=["SF"])
    battle = duel(flasher, ship(), {}, groups={"1": {"1": {"flash": False}}})
    assert acts(battle, "flash") == []
    assert shots(battle, "1.7")[0][0] == 1
    assert len(acts(duel(flasher, ship(), {}), "flash")) == 1


# --- captains, admirals, levels ---------------------------------------------------------------------------------------

CAPTAINS = [  # initiative, hit, dodge, morale
    *((-2, 0, 0, 15), (-1, 0, 0, 20), (0, 0, 0, 25), (0, 0, 0, 30), (0, 0, 0, 35), (0, 0, 0, 35), (0, 0, 0, 35)),
    *((0, 0, 0, 40), (0, 0, 1, 45), (0, 1, 0, 50), (1, 1, 1, 55), (2, 1, 1, 55), (2, 1, 2, 57), (3, 2, 2, 60)),
]
ADMIRALS = [  # from 3: initiative, hit, dodge, morale beyond 35
    *((0, 0, 0, 5), (0, 0, 1, 5), (1, 0, 1, 5), (0, 0, 1, 10), (1, 0, 1, 10), (1, 1, 1, 10), (0, 0, 1, 15)),
    *((1, 0, 1, 15), (1, 1, 1, 15), (1, 0, 2, 20), (2, 1, 2, 20), (2, 2, 3, 25)),
]


@pytest.mark.parametrize(("score", "bonuses"), list(enumerate(CAPTAINS, 1)))
def test_what_a_captain_adds(score: int, bonuses: tuple[int, ...]) -> None:
    campaign = campaign_of(fleets({1: {7: ship(captain=score)}, 2: {7: ship()}}), {})
    unit = ship_unit(campaign, 1, 7, campaign.ships(1)[7], None)
    assert (unit.init, unit.hit, unit.dodge, unit.morale) == bonuses


@pytest.mark.parametrize(("score", "bonuses"), list(enumerate(ADMIRALS, 3)))
def test_what_an_admiral_adds_to_every_ship_of_his_group(score: int, bonuses: tuple[int, ...]) -> None:
    campaign = campaign_of(fleets({1: {7: ship(admiral=score), 8: ship()}, 2: {7: ship()}}), {})
    units = [ship_unit(campaign, 1, k, campaign.ships(1)[k], None) for k in (7, 8)]
    lead(units)
    assert {(unit.init, unit.hit, unit.dodge, unit.morale - 35) for unit in units} == {bonuses}


def test_what_levels_and_stats_add() -> None:
    stats = {"targeting": 8, "engines": 9}
    levels = {1: (4, 4, 0, 0, 45), 2: (4, 5, 0, 0, 55), 3: (4, 5, 1, 0, 65), 4: (4, 5, 1, 1, 75), 5: (4, 5, 1, 1, 75)}
    for level, bonuses in levels.items():
        campaign = campaign_of(fleets({1: {7: ship(level=level, stats=stats)}, 2: {7: ship()}}), {})
        unit = ship_unit(campaign, 1, 7, campaign.ships(1)[7], None)
        assert (unit.hit, unit.dodge, unit.damage, unit.init, unit.morale) == bonuses


def test_an_admirals_bonuses_last_while_his_ship_floats_and_the_next_one_takes_over() -> None:
    mine = {7: ship(hp=19, admiral=8), 8: ship(), 9: ship(admiral=3)}
    words = fleets({1: mine, 2: {7: ship(hull=4, weapons="R")}})
    battle = fight(words, {"b1/r1/init/2.7": 20} | sunk("2.7"), rounds=1)
    units = {unit.who: unit for unit in battle.units}
    assert acts(battle, "sunk") == [["sunk", "1.7"]]
    assert (units["1.8"].dodge, units["1.8"].hit, units["1.8"].morale) == (0, 0, 40)


RETREATS = [  # captain, roll, leaves, fires in the round
    *((1, 1, False, True), (2, 1, False, True), (3, 1, False, True), (4, 40, True, False), (4, 41, False, False)),
    *((5, 50, True, False), (5, 51, False, False), (6, 60, True, True), (6, 61, False, True)),
    *((score, 100, True, True) for score in range(7, 15)),
]


@pytest.mark.parametrize(("score", "roll", "leaves", "fires"), RETREATS)
def test_how_a_captain_retreats(score: int, roll: int, leaves: bool, fires: bool) -> None:
    pins = {"b1/r1/morale/1.7": 100, "b1/r1/retreat/1.7": roll, "b1/r1/init/1.7": 20}
    battle = duel(ship(captain=score, hp=10), ship(), pins, rounds=1)
    chance = {4: 40, 5: 50, 6: 60}.get(score, 100 if score > 6 else 0)
    shown = roll if 0 < chance < 100 else 0
    assert acts(battle, "retreat") == [["retreat", "1.7", shown, chance, leaves, fires]]
    assert bool(shots(battle, "1.7")) is fires
    assert (acts(battle, "away") == [["away", "1.7"]]) is leaves


@pytest.mark.parametrize(("hp", "roll", "checks", "holds"), [(11, 100, 0, 0), (10, 35, 1, 1), (10, 36, 1, 0)])
def test_morale_is_checked_from_half_the_points(hp: int, roll: int, checks: int, holds: int) -> None:
    battle = duel(ship(hp=hp), ship(), {"b1/r1/morale/1.7": roll}, rounds=1)
    assert [act[4] for act in acts(battle, "morale")] == [bool(holds)] * checks
    assert len(acts(battle, "away")) == checks - holds


def test_a_group_retreats_below_its_part_and_not_at_it() -> None:
    ordered = {"groups": {"1": {"1": {"retreat": 80}}}}
    at_it = duel(ship(weapons="M"), ship(weapons="L"), rolls("2.7", 15, 5, dmg1=4), rounds=2, **ordered)
    assert acts(at_it, "retreat") == []
    pins = rolls("2.7", 15, 5, dmg1=4) | rolls("2.7", 15, 5, dmg1=1, at="b1/r2/s1") | {"b1/r2/init/2.7": 20}
    assert [act[:2] for act in acts(duel(ship(), ship(weapons="L"), pins, rounds=2, **ordered), "away")] == [
        ["away", "1.7"]
    ]


def test_the_whole_group_that_leaves_makes_for_home_and_one_that_leaves_alone_lies_in_port() -> None:
    whole = duel(ship(hp=5), ship(), {"b1/r1/morale/1.7": 99})
    assert whole.campaign.groups(1)[1].hex == "2407"
    assert (1, 1) in whole.campaign.retired
    alone = fight(fleets({1: {7: ship(hp=5), 8: ship()}, 2: {7: ship()}}), {"b1/r1/morale/1.7": 99}, rounds=2)
    assert (alone.campaign.ships(1)[7].group, alone.campaign.ships(1)[7].port) == (0, "MIB")
    assert alone.campaign.groups(1)[1].hex == "2308"


def test_an_admiral_who_retreats_takes_all_with_him_and_is_worth_ten_once_a_week() -> None:
    mine = {7: ship(admiral=5, hp=5), 8: ship(captain=2, hp=5), 9: ship()}
    pins = {"b1/r1/morale/1.7": 99, "b1/r1/morale/1.8": 99, "b1/r1/init/1.7": 20}
    battle = fight(fleets({1: mine, 2: {7: ship()}, 3: {7: ship()}}), pins, rounds=2)
    assert {act[1] for act in acts(battle, "away")} == {"1.7", "1.8", "1.9"}
    assert [battle.campaign.country(p).exp for p in (1, 2, 3)] == [0, 10, 10]
    assert battle.campaign.admirals_put_to_flight == {(1, 7)}


# --- weapons and fumbles ----------------------------------------------------------------------------------------------

DAMAGE = {"M": (1, 2), "L": (1, 4), "O": (1, 8), "N": (3, 9), "T": (1, 10), "A": (1, 6), "B": (3, 8)} | {
    "C": (1, 12),
    "D": (2, 16),
    "R": (3, 21),
}


@pytest.mark.parametrize("letter", DAMAGE)
def test_what_a_weapon_does_and_takes(letter: str) -> None:
    for face, damage in zip((1, 99), DAMAGE[letter], strict=True):
        pins = rolls("1.7", 15, 5, dmg1=face, dmg2=face)
        battle = duel(ship(hull=4, max=30, weapons=letter), ship(max=50), pins, rounds=2)
        assert first(battle) == ("hit", damage, "hull", 50, 50 - damage)
        usual = full(letter, Ship(hull=4, max=1, hp=1, weapons=letter))
        assert battle.campaign.ships(1)[7].load == ([usual - 2] if usual else [])


def test_a_weapon_without_payload_passes_its_segment() -> None:
    battle = duel(ship(weapons="NA", load=[1, 35]), ship(), {}, rounds=2)
    assert [it[:3] for it in shots(battle, "1.7")] == [(1, "1.7", "N"), (2, "1.7", "A"), (2, "1.7", "A")]
    assert acts(battle, "skip") == [["skip", 1, "1.7", "N"]]


@pytest.mark.parametrize(("letters", "extra"), [("ONT", 1), ("MLABCDR", 0)])
def test_advanced_warheads_are_missiles_and_torpedoes(letters: str, extra: int) -> None:
    for letter in letters:
        campaign = campaign_of(
            fleets({1: {7: ship(hull=4, weapons=letter)}, 2: {}}, countries={"1": {"abilities": ["WAR"]}}), {}
        )
        arm = ship_unit(campaign, 1, 7, campaign.ships(1)[7], None).arms[0]
        assert arm is not None
        assert arm.throw.number + arm.throw.plus == DAMAGE[letter][0] + extra


def fumble(effect: int, face: int = 6, **more: int) -> dict[str, int]:
    """The dice of an attack that fumbles."""
    at = "b1/r1/s1/1.7/"
    return {f"{at}a": 1, f"{at}f": effect, f"{at}f/dmg*": face} | {f"{at}f/{name}": n for name, n in more.items()}


def test_a_jam_ends_the_attacks_of_the_round() -> None:
    battle = duel(ship(hull=4, weapons="NAM"), ship(), fumble(1), rounds=2)
    assert acts(battle, "fumble") == [["fumble", 1, "1.7", "N", 1, "1.7", 0, 0, 0]]
    assert [it[:3] for it in shots(battle, "1.7")] == [(1, "1.7", "N"), (2, "1.7", "A"), (3, "1.7", "M")]
    assert battle.campaign.ships(1)[7].load == [10, 34, 0]


@pytest.mark.parametrize(("letter", "load"), [("N", [0]), ("M", []), ("L", [])])
def test_the_rest_of_the_payload_may_go(letter: str, load: list[int]) -> None:
    battle = duel(ship(weapons=letter), ship(), fumble(2), rounds=2)
    assert battle.campaign.ships(1)[7].load == load
    assert bool(shots(battle, "1.7")) is (letter != "N")


def test_a_stray_shot_hits_a_friend_by_die_its_shields_first() -> None:
    words = fleets(
        {1: {7: ship(weapons="A"), 8: ship()}, 2: {7: ship(hull=6)}, 3: {5: ship(shields=2)}},
        countries={"1": {"war": [2], "allies": [3]}, "3": {"war": [2], "allies": [1]}, "2": {"war": [1, 3]}},
    )
    battle = fight(words, fumble(3, t=2), rounds=1)
    assert acts(battle, "fumble") == [["fumble", 1, "1.7", "A", 3, "3.5", 6, 2, 0]]
    assert acts(fight(words, fumble(3, t=1), rounds=1), "fumble")[0][5:] == ["1.8", 6, 20, 14]


def test_a_stray_shot_hits_the_ship_itself_where_there_is_no_other() -> None:
    battle = duel(ship(weapons="A", shields=4), ship(), fumble(3, face=3), rounds=1)
    assert acts(battle, "fumble") == [["fumble", 1, "1.7", "A", 3, "1.7", 3, 4, 1]]


def test_a_shell_that_bursts_does_double_damage_to_the_hull_and_costs_the_weapon() -> None:
    battle = duel(ship(weapons="BM", shields=9), ship(), fumble(4, face=4), rounds=1)
    assert acts(battle, "fumble") == [["fumble", 1, "1.7", "B", 4, "1.7", 12, 20, 8]]
    assert battle.campaign.ships(1)[7].weapons == "-M"


# --- initiative, targets, damage --------------------------------------------------------------------------------------


def test_a_natural_twenty_goes_before_a_higher_total() -> None:
    fast = ship(captain=14, specials=["ET"])
    assert order(duel(ship(), fast, {"b1/r1/init/1.7": 20, "b1/r1/init/2.7": 19})) == ["1.7", "2.7"]
    assert order(duel(ship(), fast, {"b1/r1/init/1.7": 19, "b1/r1/init/2.7": 15})) == ["2.7", "1.7"]
    assert order(duel(ship(), fast, {"b1/r1/init/*": 20})) == ["2.7", "1.7"]


def test_ties_roll_again_among_themselves_three_times() -> None:
    words = fleets({1: {7: ship(), 8: ship()}, 2: {7: ship()}})
    battle = fight(words, {"b1/r1/init/1.8": 11, "b1/r1/init/2.7/2": 12}, rounds=1)
    assert order(battle) == ["1.8", "2.7", "1.7"]
    assert "b1/r1/init/1.8/2" not in rolled(battle)
    assert "b1/r1/init/1.7/3" not in rolled(battle)
    battle = fight(words, {"b1/r1/init/2.7/4": 11}, rounds=1)
    assert order(battle) == ["2.7", "1.7", "1.8"]


def test_after_three_ties_the_larger_hull_then_the_number_then_the_name() -> None:
    words = fleets({1: {7: ship(), 9: ship(hull=4)}, 2: {7: ship(), 5: ship()}})
    battle = fight(words, {}, rounds=1)
    assert order(battle) == ["1.9", "2.5", "1.7", "2.7"]
    assert {f"b1/r1/init/1.7{again}" in rolled(battle) for again in ("", "/2", "/3", "/4")} == {True}
    assert "b1/r1/init/1.7/5" not in rolled(battle)


TARGETS: dict[int, Any] = {
    3: ship(hull=3, hp=12),
    4: ship(hull=5, max=30, hp=25),
    5: ship(hull=4, max=30, hp=9),
    6: ship(hull=4, max=30, hp=9),
    7: ship(hull=2, max=18, admiral=5),
}


@pytest.mark.parametrize(("target", "flagship", "who"), [("TL", 0, "2.5"), ("TH", 0, "2.4"), ("TF", 3, "2.3")])
def test_whom_a_group_aims_at(target: str, flagship: int, who: str) -> None:
    more: dict[str, Any] = {"groups": {"1": {"1": {"target": target}}}, "countries": {"2": {"flagship": flagship}}}
    assert shots(fight(fleets({1: {7: ship()}, 2: TARGETS}, **more), {}, rounds=1), "1.7")[0][3] == who


def test_after_the_flagship_the_admirals_ship_then_the_weakest() -> None:
    more: dict[str, Any] = {"groups": {"1": {"1": {"target": "TF"}}}, "countries": {"2": {"flagship": 3}}}
    pins = (
        {"b1/r*": 10, "b1/r1/init/1.7": 20, "b1/r2/init/1.7": 20, "b1/r3/init/1.7": 20}
        | sunk("1.7")
        | sunk("1.7", at="b1/r2/s1")
    )
    words = fleets({1: {7: ship(hull=4, max=90, weapons="R")}, 2: TARGETS}, **more)
    assert [it[3] for it in shots(fight(words, pins, rounds=3), "1.7")] == ["2.3", "2.7", "2.5"]


def test_a_target_by_die_among_all_in_order() -> None:
    words = fleets({1: {7: ship()}, 2: TARGETS}, groups={"1": {"1": {"target": "TR"}}})
    for face, who in enumerate(("2.3", "2.4", "2.5", "2.6", "2.7"), 1):
        assert shots(fight(words, {"b1/r1/s1/1.7/t": face}, rounds=1), "1.7")[0][3] == who


def test_equals_by_number_and_then_by_die() -> None:
    words = fleets({1: {7: ship()}, 2: {5: ship()}, 3: {5: ship()}})
    for face, who in ((1, "2.5"), (2, "3.5")):
        assert shots(fight(words, {"b1/r1/s1/1.7/t": face}, rounds=1), "1.7")[0][3] == who


@pytest.mark.parametrize(("kill", "who"), [(False, "2.8"), (True, "2.7")])
def test_the_dead_in_the_water_are_targets_by_order_alone(kill: bool, who: str) -> None:
    words = fleets({1: {7: ship()}, 2: {7: ship(hp=0), 8: ship()}}, groups={"1": {"1": {"kill": kill}}})
    battle = fight(words, rolls("1.7", 9, 9), rounds=1)
    assert shots(battle, "1.7")[0][3] == who
    assert shots(battle, "2.7") == []


def test_the_dead_have_no_dodge_bonus() -> None:
    other = {7: ship(hp=0, specials=["RR"]), 8: ship()}
    words = fleets({1: {7: ship()}, 2: other}, groups={"1": {"1": {"kill": True}}})
    assert shots(fight(words, rolls("1.7", 11, 10), rounds=1), "1.7")[0][3:] == ("2.7", "hit")


@pytest.mark.parametrize(("faces", "left", "is_sunk"), [((5, 2), 0, False), ((8, 5), -6, False), ((8, 6), -7, True)])
def test_a_ship_of_27_points_is_dead_at_none_and_sinks_at_minus_seven(
    faces: tuple[int, int],
    left: int,
    is_sunk: bool,
) -> None:
    pins = rolls("1.7", 15, 5, dmg1=faces[0], dmg2=faces[1]) | {"b1/r1/init/1.7": 20}
    battle = duel(ship(hull=4, weapons="D"), ship(max=27, hp=7), pins, rounds=1)
    assert first(battle)[3:] == (7, left)
    assert acts(battle, "sunk") == [["sunk", "2.7"]] * is_sunk
    assert shots(battle, "2.7") == []


def test_what_exceeds_the_shields_is_lost_and_criticals_go_past_them() -> None:
    other = ship(shields=6)
    assert first(duel(ship(weapons="O"), other, rolls("1.7", 15, 5, dmg1=8))) == ("hit", 8, "shields", 6, 0)
    assert first(duel(ship(weapons="O"), other, rolls("1.7", 20, 19, dmg1=8))) == ("critical", 16, "hull", 20, 4)
    assert first(duel(ship(weapons="O"), other, rolls("1.7", 20, 1, dmg1=2))) == ("triple", 6, "hull", 20, 14)
    assert first(duel(ship(weapons="O"), other, rolls("1.7", 2, 1, dmg1=3))) == ("hit", 3, "hull", 20, 17)
    assert first(duel(ship(weapons="O"), other, rolls("1.7", 20, 20)))[0] == "dodged"


def test_shields_are_full_after_the_battle() -> None:
    battle = duel(ship(weapons="O"), ship(shields=6), rolls("1.7", 15, 5, dmg1=4))
    assert battle.campaign.ships(2)[7].shields == 6


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 3, 12])
def test_without_an_end_it_is_a_draw(rounds: int) -> None:
    battle = duel(ship(), ship(), {}, rounds=rounds)
    assert battle.round == rounds
    scores = {key: rows[0][:2] for key, rows in battle.campaign.scores.items()}
    assert scores == {(1, 7): (2, frozenset({2})), (2, 7): (2, frozenset({1}))}


def test_whoever_is_left_has_won_and_who_got_away_has_lost() -> None:
    words = fleets({1: {7: ship(hull=4, weapons="R"), 8: ship(hp=5)}, 2: {7: ship()}})
    battle = fight(words, {"b1/r1/init/1.8": 20, "b1/r1/morale/1.8": 99} | sunk("1.7"))
    assert {key: rows[0][0] for key, rows in battle.campaign.scores.items()} == {(1, 7): 3, (1, 8): 1}


@pytest.mark.parametrize(("flagship", "admiral", "exp"), [(9, 0, 0), (7, 0, 10), (9, 5, 10), (7, 5, 20)])
def test_flagships_and_admirals_are_worth_ten_each(flagship: int, admiral: int, exp: int) -> None:
    other = {7: ship(hull=2, hp=9, admiral=admiral), 9: ship(hull=2)}
    words = fleets({1: {1: ship(hull=4, weapons="R")}, 2: other}, countries={"2": {"flagship": flagship}})
    battle = fight(words, sunk("1.1") | {"b1/r1/init/1.1": 20}, rounds=1)
    assert acts(battle, "sunk") == [["sunk", "2.7"]]
    assert battle.campaign.country(1).exp == exp
    assert battle.campaign.ships(1)[1].sinks == 1


def test_the_next_flagship_is_named_at_once() -> None:
    words = fleets({1: {1: ship(hull=4, weapons="R")}, 2: {7: ship(hp=9), 9: ship()}})
    battle = fight(words, sunk("1.1") | {"b1/r1/init/1.1": 20}, rounds=1)
    assert battle.campaign.flags[2] == 9


def test_the_dead_are_prizes_of_who_holds_the_hex_and_the_pay_goes_by_ships() -> None:
    words = fleets(
        {1: {7: ship(weapons="A"), 8: ship()}, 2: {7: ship(hull=5, hp=3, captain=9)}, 3: {5: ship()}},
        countries={"1": {"war": [2], "allies": [3]}, "3": {"war": [2], "allies": [1]}, "2": {"war": [1, 3]}},
    )
    battle = fight(words, rolls("1.7", 15, 5, dmg1=5))
    assert battle.campaign.country(1).money == 950 + 23
    assert battle.campaign.country(1).prisoners == [45]
    assert battle.campaign.country(3).money == 950
    assert battle.campaign.country(1).toll == {2: 23}


@pytest.mark.parametrize(("face", "by"), [(1, 1), (2, 3)])
def test_a_tie_for_a_prize_is_a_die(face: int, by: int) -> None:
    words = fleets(
        {1: {7: ship(weapons="A")}, 2: {7: ship(hull=5, hp=3), 8: ship(hull=1, hp=-1)}, 3: {5: ship()}},
        countries={"1": {"war": [2], "allies": [3]}, "3": {"war": [2], "allies": [1]}, "2": {"war": [1, 3]}},
    )
    battle = fight(words, rolls("1.7", 15, 5, dmg1=5) | {"b1/prize": face})
    assert battle.campaign.country(by).money == 950 + 23 + 4


def test_the_dead_of_a_draw_are_broken_up_and_their_captains_saved() -> None:
    words = fleets({1: {7: ship(weapons="A"), 8: ship()}, 2: {7: ship(hp=3), 8: ship()}})
    battle = fight(words, rolls("1.7", 15, 5, dmg1=5), rounds=1)
    assert 7 not in battle.campaign.ships(2)
    assert battle.campaign.country(2).captains == 36
    assert battle.campaign.country(1).money == 950
