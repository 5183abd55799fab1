"""Battles at ports, of aircraft, with monsters and pirates, of several countries (NW 5.1, 5.3, 5.16 to 5.18)."""

from typing import Any

import pytest

from pbm.rules.naval_warfare.resolve.battle.aftermath import close
from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle, radius
from pbm.rules.naval_warfare.resolve.campaign import Menacing, Monster
from pbm.rules.naval_warfare.shipyard import pirate
from pbm.rules.naval_warfare.state import AirType
from tests.rules.naval_warfare.sailing import (
    SEA,
    Words,
    acts,
    by_round,
    campaign_of,
    duel,
    fight,
    fleets,
    order,
    over,
    rolls,
    ship,
    shots,
    told,
    week,
)

PORT = "2310"
"""The hex of XAA, the home port of country 2, with a dock."""
BOMBER = {"name": "Gull", "size": "light", "weapon": "Bombs", "load": 4, "cost": 35}
HEAVY = {"name": "Roc", "size": "heavy", "weapon": "Missiles", "load": 12, "cost": 36}


def guns(letters: str, hp: int = 20, load: int = 50) -> list[Words]:
    """Weapons of a port."""
    return [{"w": letter, "hp": hp, "load": load} for letter in letters]


def siege(
    port: Words, pins: dict[str, int], *, mine: Words | None = None, rounds: int = 1, orders: Any = (), **more: Any
) -> SeaBattle:
    """A ship 1.7 of country 1 before the port XAA; orders: who wants to occupy it."""
    words = over(fleets({1: {7: mine or ship(max=60)}, 2: {}}, PORT, ports={"XAA": port}), more)
    campaign = campaign_of(words, pins)
    battle = SeaBattle(campaign, PORT, rounds)
    battle.occupiers = {"XAA": set(orders)} if orders else {}
    battle.add_group(1, 1)
    battle.add_port("XAA")
    close(battle, is_over=battle.play())
    return battle


# --- ports ------------------------------------------------------------------------------------------------------------


def test_a_port_fires_four_weapons_in_each_segment() -> None:
    battle = siege({"weapons": guns("NNNNAAAAOO")}, {})
    assert [(it[0], it[1]) for it in shots(battle) if it[1] != "1.7"] == [
        *((1, f"XAA.{k}") for k in range(1, 5)),
        *((2, f"XAA.{k}") for k in range(5, 9)),
        *((3, f"XAA.{k}") for k in range(9, 11)),
    ]
    assert {gun.load for gun in battle.campaign.state.ports["XAA"].weapons} == {49}


def test_the_targets_of_a_salvo_are_fixed_before_its_first_roll() -> None:
    words = fleets(
        {1: {7: ship(hull=2, max=20, hp=5), 8: ship()}, 2: {}}, PORT, ports={"XAA": {"weapons": guns("RRRRR")}}
    )
    campaign = campaign_of(words, {"b1/r1/s1/XAA.1/a": 20, "b1/r1/s1/XAA.1/dmg*": 9, "b1/r1/init/XAA": 20})
    battle = SeaBattle(campaign, PORT, 1)
    battle.add_group(1, 1)
    battle.add_port("XAA")
    close(battle, is_over=battle.play())
    assert [it[3] for it in shots(battle) if it[1].startswith("XAA")] == ["1.7"] * 4 + ["1.8"]


@pytest.mark.parametrize(
    ("attack", "weapon", "specials", "outcome", "damage"),
    [(7, "A", [], "miss", 0), (8, "A", [], "hit", 3), (20, "A", [], "critical", 6), (18, "A", ["DU"], "critical", 8)],
)
def test_a_port_does_not_dodge(attack: int, weapon: str, specials: list[str], outcome: str, damage: int) -> None:
    pins = {"b1/r1/s1/1.7/a": attack, "b1/r1/s1/1.7/dmg1": 3}
    battle = siege({"weapons": guns("A")}, pins, mine=ship(weapons=weapon, specials=specials))
    act = next(act for act in acts(battle, "shot") if act[2] == "1.7")
    assert act[4:] == [
        "XAA.1",
        attack,
        0,
        0,
        0,
        outcome,
        damage,
        "weapon" if damage else "",
        *((20, 20 - damage) if damage else (0, 0)),
    ]


def test_the_weapons_of_a_port_are_hit_in_order_then_its_platform_then_its_structure() -> None:
    port, base = {"weapons": guns("LA", hp=1)}, {"2": {"1": {"kind": "AF", "port": "XAA", "hp": 1}}}
    pins = {f"b1/r{r}/s1/1.7/a": 15 for r in range(1, 5)} | {"b1/r*": 8}
    battle = siege(port, pins, mine=ship(max=90, hull=4, weapons="R"), rounds=4, platforms=base)
    assert [it[3] for it in shots(battle, "1.7")] == ["XAA.1", "XAA.2", "2.P1", "XAA"]
    assert battle.campaign.state.ports["XAA"].weapons == []
    assert battle.campaign.state.platforms[2] == {}


@pytest.mark.parametrize(("orders", "fires"), [((), True), ((1,), False), ((3,), False), ((1, 4), False), ((4,), True)])
def test_nobody_fires_at_the_structure_of_a_port_that_they_or_an_ally_want(
    orders: tuple[int, ...], fires: bool
) -> None:
    more: Words = {"countries": {"1": {"allies": [3]}, "3": {"allies": [1]}}}
    battle = siege({}, {}, orders=orders, **more)
    assert [it[3] for it in shots(battle, "1.7")] == ["XAA"] * fires


def test_a_port_that_falls_loses_dock_and_weapons_and_is_worth_thirty_to_who_hit_it_last() -> None:
    battle = siege({"structure": 3}, {"b1/r1/s1/1.7/dmg1": 3}, mine=ship(weapons="A"))
    port = battle.campaign.state.ports["XAA"]
    assert (port.structure, port.dock, port.weapons, port.razed_by) == (0, False, [], 1)
    assert battle.campaign.country(1).exp == 30


@pytest.mark.parametrize(("effect", "structure", "left"), [(1, 500, 2), (2, 500, 2), (3, 494, 2), (4, 488, 1)])
def test_the_fumbles_of_a_port(effect: int, structure: int, left: int) -> None:
    at = "b1/r1/s1/XAA.1/"
    pins = {f"{at}a": 1, f"{at}f": effect, f"{at}f/dmg1": 6, "b1/r1/init/XAA": 20, "b1/r1/s1/1.7/a": 2}
    battle = siege({"weapons": guns("AA")}, pins)
    port = battle.campaign.state.ports["XAA"]
    assert (port.structure, len(port.weapons)) == (structure, left)
    fired = [it[1] for it in shots(battle) if it[1] != "1.7"]
    assert fired == ([] if effect == 1 else ["XAA.2"])
    assert [gun.load for gun in port.weapons] == {1: [49, 50], 2: [0, 49], 3: [49, 49], 4: [49]}[effect]


def test_who_razes_their_own_port_gains_nothing() -> None:
    at = "b1/r1/s1/XAA.1/"
    pins = {f"{at}a": 1, f"{at}f": 4, f"{at}f/dmg1": 6, "b1/r1/init/XAA": 20}
    battle = siege({"weapons": guns("A"), "structure": 9}, pins)
    assert battle.campaign.state.ports["XAA"].structure == 0
    assert [battle.campaign.country(p).exp for p in (1, 2)] == [0, 0]


# --- aircraft ---------------------------------------------------------------------------------------------------------


def air(planes: int = 1, *, type_: Words | None = None, hp: int = 1, **more: Any) -> Words:
    """A platform P1 of country 1 at MIB, two hexes from where its enemies are, and a type of aircraft."""
    return over(
        {
            "countries": {"1": {"types": {"1": type_ or BOMBER}}},
            "platforms": {
                "1": {"1": {"kind": "AB", "port": "MIB", "hp": 170, "aircraft": [{"type": 1, "hp": hp}] * planes}}
            },
        },
        more,
    )


def aloft(words: Words, pins: dict[str, int], rounds: int = 3, at: str = "2408") -> SeaBattle:
    """A battle of the groups in a hex, with the aircraft in radius."""
    campaign = campaign_of(words, pins)
    battle = SeaBattle(campaign, at, rounds)
    for p in (1, 2):
        for g, group in campaign.groups(p).items():
            if group.hex == at:
                battle.add_group(p, g)
        battle.add_wings(p)
    close(battle, is_over=battle.play())
    return battle


def raid(pins: dict[str, int], *, other: Words | None = None, rounds: int = 3, **more: Any) -> SeaBattle:
    """Aircraft of country 1 over a ship 2.7."""
    words = over(fleets({1: {}, 2: {7: other or ship()}}, "2408"), air(**more))
    return aloft(words, pins, rounds)


def test_every_aircraft_strikes_once_before_the_first_segment_and_then_in_its_own() -> None:
    battle = raid({}, planes=3, rounds=1)
    assert [it[:2] for it in shots(battle, "") if it[1] != "2.7"] == [
        *((0, f"1.P1.{k}") for k in (1, 2, 3)),
        *((k, f"1.P1.{k}") for k in (1, 2, 3)),
    ]


def test_controllers_act_by_their_own_initiative_each_with_its_own_aircraft() -> None:
    base = {"platforms": {"1": {"1": {"awacs": 2}}}}
    battle = raid({"b1/r1/init/1.P1.c2": 15, "b1/r1/init/1.P1.c1": 5}, planes=6, rounds=1, **base)
    assert order(battle) == ["1.P1.c2", "2.7", "1.P1.c1"]
    assert [it[:2] for it in shots(battle) if it[0] and it[1] != "2.7"] == [
        *((1, "1.P1.4"), (1, "1.P1.1"), (2, "1.P1.5"), (2, "1.P1.2"), (3, "1.P1.6"), (3, "1.P1.3")),
    ]
    base["platforms"]["1"]["1"]["awacs"] = 1
    assert order(raid({"b1/r1/init/1.P1.c1": 15, "b1/r1/init/1.P1": 12}, planes=6, rounds=1, **base)) == [
        "1.P1.c1",
        "1.P1",
        "2.7",
    ]


def test_without_payload_an_aircraft_sits_out_a_round_and_is_full_again() -> None:
    battle = raid({}, rounds=6)
    assert [[act[2] for act in fired].count("1.P1.1") for fired in by_round(battle)] == [2, 1, 1, 0, 1, 1]
    at_it = [[act[4] for act in fired if act[2] == "2.7"] for fired in by_round(battle)]
    assert at_it == [["1.P1.1"], ["1.P1.1"], ["1.P1.1"], [], ["1.P1.1"], ["1.P1.1"]]


ADVANCED: list[tuple[list[str], bool, int, int]] = [  # advancements, radar, hit, dodge
    *(([], False, 0, 0), ([], True, 1, 0), (["EC"], False, 0, 1), (["CY"], False, 1, 1), (["EC", "CY"], True, 2, 2)),
]


@pytest.mark.parametrize(("adv", "has_radar", "hit", "dodge"), ADVANCED)
def test_what_radar_ecm_and_cyber_pilots_add(adv: list[str], has_radar: bool, hit: int, dodge: int) -> None:
    more: Words = {"countries": {"1": {"radar": has_radar}}}
    battle = raid({}, type_={**BOMBER, "adv": adv}, rounds=1, **more)
    assert {(act[6], act[8]) for act in acts(battle, "shot") if act[2] == "1.P1.1"} == {(hit, 0)}
    assert {act[8] for act in acts(battle, "shot") if act[4] == "1.P1.1"} == {dodge}


def test_strafing_ignores_the_shields() -> None:
    pins = rolls("1.P1.1", 15, 5, dmg1=2, dmg2=2, at="b1/pre")
    for adv, blow in (([], ["shields", 6, 1]), (["ST"], ["hull", 20, 15])):
        battle = raid(pins, other=ship(shields=6), type_={**BOMBER, "adv": adv})
        assert acts(battle, "shot")[0][9:] == ["hit", 5, *blow]


@pytest.mark.parametrize(
    ("weapon", "fires"), [("Missiles", True), ("Bombs", False), ("Machine guns", False), ("Lasers", True)]
)
def test_what_aircraft_hit_submarines_with(weapon: str, fires: bool) -> None:
    battle = raid({}, other=ship(specials=["SU"]), type_={**BOMBER, "weapon": weapon}, rounds=1)
    assert bool([it for it in shots(battle) if it[1] == "1.P1.1"]) is fires


@pytest.mark.parametrize(("letter", "fires"), [(letter, letter in "MLA") for letter in "MLONTABCDR"])
def test_ships_fire_at_aircraft_with_light_weapons(letter: str, fires: bool) -> None:
    battle = raid({}, other=ship(hull=4, weapons=letter), rounds=1)
    assert bool([it for it in shots(battle) if it[1] == "2.7"]) is fires


@pytest.mark.parametrize(("size", "hp", "hits"), [("light", 1, 1), ("heavy", 2, 2)])
def test_large_aircraft_take_two_points(size: str, hp: int, hits: int) -> None:
    pins = {f"b1/r{r}/s1/2.7/{name}": face for r in (1, 2) for name, face in (("a", 15), ("d", 5), ("dmg1", 1))}
    kind = {**BOMBER, "size": size} if size == "light" else HEAVY
    battle = raid(pins, type_=kind, hp=hp, planes=1)
    assert battle.round == hits
    assert battle.campaign.state.platforms[1][1].aircraft == []


RADII = [  # size, advancements, MAT, tanker: radius
    *(("light", [], False, 1, 2), ("heavy", [], False, 1, 4), ("light", [], True, 1, 3), ("heavy", [], True, 1, 5)),
    *(("heavy", ["HE"], False, 1, 5), ("heavy", ["HE"], True, 1, 6), ("light", ["HE"], False, 1, 2)),
    *(("light", [], False, 2, 4), ("light", [], True, 2, 5), ("heavy", ["HE"], True, 2, 11)),
]


@pytest.mark.parametrize(("size", "adv", "has_mat", "times", "hexes"), RADII)
def test_the_radius_is_half_the_move_up(size: str, adv: list[str], has_mat: bool, times: int, hexes: int) -> None:
    campaign = campaign_of(over(fleets({1: {}, 2: {}}), {"countries": {"1": {"abilities": ["MAT"] * has_mat}}}), {})
    assert radius(campaign, 1, AirType(name="x", size=size, weapon="Bombs", adv=adv), times) == hexes


def test_a_tanker_at_the_base_doubles_the_move_of_all_who_have_a_controller_too() -> None:
    types = {"1": BOMBER, "2": {**HEAVY, "adv": ["TB"]}}
    craft = [{"type": 1, "hp": 1}] * 2 + [{"type": 2, "hp": 2}]
    base = {"1": {"1": {"kind": "AB", "port": "MIB", "hp": 170, "awacs": 1, "aircraft": craft}}}
    words = over(fleets({1: {}, 2: {7: ship()}}, "2008"), {"countries": {"1": {"types": types}}, "platforms": base})
    battle = aloft(words, {}, 1, "2008")
    assert {it[1] for it in shots(battle) if it[1] != "2.7"} == {"1.P1.1", "1.P1.2", "1.P1.3"}


def flak(aa: list[Words], load: int, rounds: int) -> SeaBattle:
    """An aircraft of an unarmed carrier, which misses always, over batteries of a platform at XAA."""
    carrier = ship(kind="carrier", hull=5, weapons="", aircraft=[{"type": 1, "hp": 1}])
    base = {"2": {"1": {"kind": "AS", "port": "XAA", "hp": 120, "aa": aa}}}
    types = {"1": {**BOMBER, "load": load}}
    pins = {f"b1/r{r}/s1/{who}/a": 2 for r in range(1, rounds + 1) for who in ("1.7.1", "2.P1.a1")}
    pins |= {"b1/pre/1.7.1/a": 2, "b1/pre/2.P1.a1/a": 2}
    words = over(fleets({1: {7: carrier}, 2: {}}, PORT, platforms=base), {"countries": {"1": {"types": types}}})
    battle = SeaBattle(campaign_of(words, pins), PORT, rounds)
    battle.add_group(1, 1)
    battle.add_port("XAA")
    close(battle, is_over=battle.play())
    return battle


def test_batteries_fire_before_the_aircraft_and_reload_a_whole_round() -> None:
    battle = flak([{"a": "MS", "hp": 10, "load": 6}, {"a": "PS", "hp": 1, "load": 2}], 4, 4)
    fired = [[(act[2], act[6]) for act in acts_ if ".a" in act[2]] for acts_ in by_round(battle)]
    assert fired == [[("2.P1.a1", 3), ("2.P1.a2", -1)], [], [("2.P1.a1", 3), ("2.P1.a2", -1)], []]
    assert [act[2] for act in acts(battle, "shot")][:3] == ["2.P1.a1", "2.P1.a2", "1.7.1"]
    assert [it.load for it in battle.campaign.state.platforms[2][1].aa] == [4, 0]


def test_a_battery_that_had_no_target_is_ready_in_the_next_round() -> None:
    """Two bombs in round 1, the third in round 2; in round 3 nothing flies."""
    battle = flak([{"a": "AG", "hp": 4, "load": 20}], 3, 5)
    assert [[act[2] for act in fired].count("2.P1.a1") for fired in by_round(battle)] == [1, 0, 0, 1, 0]


def test_the_aircraft_of_a_carrier_that_is_dead_in_the_water_end_no_battle() -> None:
    carrier = ship(kind="carrier", hull=5, weapons="N", hp=3, aircraft=[{"type": 1, "hp": 1}])
    words = over(
        fleets({1: {7: carrier}, 2: {7: ship(hull=4, weapons="B")}}), {"countries": {"1": {"types": {"1": BOMBER}}}}
    )
    battle = fight(words, rolls("2.7", 15, 5, dmg1=2) | {"b1/r1/init/2.7": 20})
    assert battle.round == 1
    assert battle.campaign.country(2).money == 950 + 23


def test_a_called_carrier_takes_over_the_aircraft_that_flew_ahead() -> None:
    carrier = ship(kind="carrier", hull=5, weapons="NN", group=2, aircraft=[{"type": 1, "hp": 1}])
    words = over(
        fleets({1: {7: ship(), 8: carrier}, 2: {7: ship(max=40)}}),
        {"groups": {"1": {"1": {"calls": 2}, "2": {"hex": "2208"}}}, "countries": {"1": {"types": {"1": BOMBER}}}},
    )
    battle = aloft(words, {}, 2, SEA)
    assert [unit.who for unit in battle.units] == ["1.7", "1.8.1", "2.7", "1.8"]
    assert acts(battle, "joins") == [["joins", "1.8"]]
    assert [it[2] for it in shots(battle, "1.8")] == ["N", "N"]


def test_aircraft_that_are_to_strike_defend_besides_and_those_ashore_do_not() -> None:
    for mode, flies in (("MD", True), ("MA2412", True), ("MS", False)):
        battle = raid({}, rounds=1, platforms={"1": {"1": {"mode": mode}}})
        assert bool([it for it in shots(battle) if it[1] == "1.P1.1"]) is flies


def test_a_strike_without_an_end_is_a_draw_after_three_rounds() -> None:
    words = over(fleets({1: {}, 2: {7: ship()}}, "2408"), air(platforms={"1": {"1": {"mode": "MA2408"}}}))
    resolution = week(words, {})
    assert {(it["rounds"], tuple(it["result"])) for it in told(resolution, "battle")} == {(3, ())}
    assert resolution.state.ships[2][7].exp == 2


@pytest.mark.parametrize(("structure", "strikes"), [(0, False), (400, True)])
def test_a_ruin_is_not_struck(structure: int, strikes: bool) -> None:
    port = {"XAA": {"structure": structure, "dock": False}}
    words = over(fleets({1: {}, 2: {}}, ports=port), air(type_=HEAVY, platforms={"1": {"1": {"mode": f"MA{PORT}"}}}))
    assert bool(told(week(words, {}), "battle")) is strikes


def test_the_aircraft_of_a_carrier_aim_as_its_group_does() -> None:
    carrier = ship(kind="carrier", hull=5, weapons="", aircraft=[{"type": 1, "hp": 1}])
    words = over(
        fleets({1: {7: carrier}, 2: {7: ship(hull=4), 8: ship(hp=3)}}, groups={"1": {"1": {"target": "TH"}}}),
        {"countries": {"1": {"types": {"1": BOMBER}}}},
    )
    assert {it[3] for it in shots(fight(words, {}, rounds=1), "1.7.1")} == {"2.7"}


# --- monsters and pirates ---------------------------------------------------------------------------------------------


def hunt(monster: Monster, mine: Words, pins: dict[str, int], rounds: int = 12, bounty: int = 0) -> SeaBattle:
    """A monster against a ship 1.7."""
    campaign = campaign_of(fleets({1: {7: mine}, 2: {}}), pins)
    menace = Menacing(SEA, 13, target=1, bounty=bounty)
    menace.monster = monster
    battle = SeaBattle(campaign, SEA, rounds)
    battle.add_group(1, 1)
    battle.add_menace(menace)
    close(battle, is_over=battle.play())
    return battle


@pytest.mark.parametrize(
    ("kind", "name", "least", "most"),
    [
        *((k, "claw", 1, 6) for k in (1, 2)),
        *((k, "bite", 1, 8) for k in (3, 4)),
        *((k, "claw and bite", 3, 10) for k in (5, 6)),
    ],
)
def test_how_a_monster_attacks(kind: int, name: str, least: int, most: int) -> None:
    for face, damage in ((1, least), (99, most)):
        battle = hunt(Monster(1, 3, 40, kind, ""), ship(), rolls("0.1", 15, 5, dmg1=face), 1)
        mine = [act for act in acts(battle, "shot") if act[2] == "0.1"]
        assert (mine[0][3], mine[0][10]) == (name, damage)
        assert [act[1] for act in mine] == [1, 2, 3]


@pytest.mark.parametrize(("letter", "left"), [("O", 40), ("N", 36), ("T", 37), ("A", 35)])
def test_thick_skin(letter: str, left: int) -> None:
    pins = rolls("1.7", 15, 5, dmg1={"N": 3, "T": 5}.get(letter, 5), dmg2=3)
    battle = hunt(Monster(1, 2, 40, 1, "thick skin"), ship(weapons=letter), pins, 1)
    assert next(unit.hp for unit in battle.units if unit.who == "0.1") == left


def test_a_fast_monster_adds_one_to_initiative_and_dodge() -> None:
    for special, first, outcome in (("fast", "0.1", "miss"), ("", "1.7", "hit")):
        battle = hunt(Monster(1, 2, 40, 1, special), ship(), rolls("1.7", 11, 10), 1)
        assert order(battle)[0] == first
        assert next(act[9] for act in acts(battle, "shot") if act[2] == "1.7") == outcome


@pytest.mark.parametrize(("hull", "percent"), list(enumerate((40, 35, 30, 10, 5, 5), 1)))
def test_a_flying_monster_may_capsize_a_ship(hull: int, percent: int) -> None:
    for roll, sinks in ((percent, True), (percent + 1, False)):
        pins = rolls("0.1", 20, 10, dmg1=1, cap=roll) | {"b1/r1/init/0.1": 20}
        battle = hunt(Monster(1, 2, 40, 1, "flying"), ship(hull=hull), pins, 1)
        assert acts(battle, "capsized") == [["capsized", "1.7", roll]] * sinks
        assert (7 in battle.campaign.ships(1)) is not sinks


def test_a_monster_dies_at_nothing_and_is_worth_three_and_its_bounty() -> None:
    battle = hunt(Monster(1, 2, 4, 1, ""), ship(weapons="A"), rolls("1.7", 15, 5, dmg1=4), 1, bounty=10)
    assert battle.campaign.country(1).exp == 3
    assert battle.campaign.country(1).money == 960
    assert [event.facts for event in battle.campaign.events if event.kind == "monster-killed"] == [{"by": 1}]


@pytest.mark.parametrize(("rounds", "hp", "exp"), [(1, 20, 2), (12, 1, 1)])
def test_a_draw_with_a_monster_is_half_up_and_a_defeat_a_third(rounds: int, hp: int, exp: int) -> None:
    pins = rolls("0.1", 15, 5, dmg1=6) if hp == 1 else {}
    battle = hunt(Monster(1, 1, 40, 1, ""), ship(hp=hp, captain=1), {**pins, "b1/r1/init/0.1": 20}, rounds)
    assert battle.campaign.country(1).exp == exp


def test_a_monster_picks_among_its_enemies_by_die() -> None:
    words = fleets({1: {7: ship(), 8: ship(hp=2), 9: ship(hull=5)}, 2: {}})
    for face, who in ((1, "1.7"), (2, "1.8"), (3, "1.9")):
        campaign = campaign_of(words, {"b1/r1/s1/0.1/t": face})
        menace = Menacing(SEA, 13, target=1)
        menace.monster = Monster(1, 1, 40, 1, "")
        battle = SeaBattle(campaign, SEA, 1)
        battle.add_group(1, 1)
        battle.add_menace(menace)
        close(battle, is_over=battle.play())
        assert shots(battle, "0.1")[0][3] == who


def test_pirates_are_built_by_dice_and_take_the_next_weapon_below_that_is_allowed() -> None:
    pins = {"build/0.3/*": 3, "build/0.3/hull": 2, "build/0.3/weapon/1": 10, "build/0.3/weapon/2": 9}
    pins |= {"build/0.3/weapon/3": 4, "build/0.3/captain": 12, "build/0.3/special/1": 1, "build/0.3/special/2": 2}
    made = pirate(campaign_of(fleets({1: {}, 2: {}}), pins).dice, 3, None)
    assert (made.hull, made.weapons, made.captain, made.specials) == (3, "DDN", 12, ["AS"])
    assert made.max == 3 + 3 + 3 + 3
    assert made.shields == 3


def test_a_pirate_who_gets_away_is_gone_and_the_others_stay() -> None:
    crew = {"1": ship(group=0, hp=10, captain=7), "2": ship(group=0, hp=20, captain=1)}
    menace = {"hex": SEA, "roller": 2, "event": 33, "since": 1, "ships": crew}
    words = over(fleets({1: {7: ship(max=90)}, 2: {}}), {"menaces": {"1": menace}})
    resolution = week(words, {"b1/r1/morale/0.1": 99})
    assert list(resolution.state.menaces[1].ships) == [2]
    assert told(resolution, "battle")[0]["what"] == "pirates"


@pytest.mark.parametrize(("face", "left", "leaves"), [(7, 5, False), (8, 4, True)])
def test_pirates_leave_below_a_quarter_of_what_they_had_when_it_began(face: int, left: int, leaves: bool) -> None:
    """20 of 40 points when it began: not at 5, but at 4."""
    crew = {"1": ship(group=0, max=40, hp=20, captain=7)}
    words = fleets(
        {1: {7: ship(hull=4, weapons="D")}, 2: {}},
        menaces={"1": {"hex": SEA, "roller": 2, "event": 33, "since": 1, "ships": crew}},
    )
    pins = rolls("1.7", 15, 5, dmg1=8, dmg2=face) | {"b1/r1/init/1.7": 20, "b1/r1/morale/0.1": 1}
    campaign = campaign_of(words, pins)
    menace = Menacing(SEA, 33, number=1)
    menace.ships = campaign.state.menaces[1].ships
    battle = SeaBattle(campaign, SEA, 1)
    battle.add_group(1, 1)
    battle.add_menace(menace)
    close(battle, is_over=battle.play())
    assert next(unit.hp for unit in battle.units if unit.who == "0.1") == left
    assert acts(battle, "away") == [["away", "0.1"]] * leaves


# --- who fights whom --------------------------------------------------------------------------------------------------


def test_three_countries_each_against_the_others() -> None:
    words = fleets({1: {7: ship(hull=4)}, 2: {7: ship(hp=19)}, 3: {7: ship(hp=18)}})
    battle = fight(words, {}, rounds=1)
    assert {(it[1], it[3]) for it in shots(battle)} == {("1.7", "3.7"), ("2.7", "3.7"), ("3.7", "2.7")}


@pytest.mark.parametrize(
    ("stance", "helps", "joins"), [("A", 0, True), ("D", 2, True), ("D", 0, False), ("V", 2, False), ("D", 4, False)]
)
def test_an_ally_joins_by_its_stance_or_its_order(stance: str, helps: int, joins: bool) -> None:
    words = fleets(
        {1: {7: ship()}, 2: {7: ship()}, 3: {7: ship()}},
        countries={"1": {"war": [2]}, "2": {"war": [1], "allies": [3]}, "3": {"war": [], "allies": [2]}},
        groups={"2": {"1": {"stance": "D"}}, "3": {"1": {"stance": stance, "helps": helps}}},
    )
    fought = told(week(words, {}), "battle")[0]
    assert fought["sides"] == ([[1], [2, 3]] if joins else [[1], [2]])


def test_an_ally_of_both_sides_fights_neither() -> None:
    words = fleets(
        {1: {7: ship()}, 2: {7: ship()}, 3: {7: ship()}},
        countries={
            "1": {"war": [2], "allies": [3]},
            "2": {"war": [1], "allies": [3]},
            "3": {"war": [], "allies": [1, 2]},
        },
    )
    assert told(week(words, {}), "battle")[0]["sides"] == [[1], [2]]


@pytest.mark.parametrize(
    ("at", "economy", "comes"),
    [("1908", "ALL", True), ("1911", "ALL", False), ("1508", "MER", True), ("1504", "MER", False)],
)
def test_a_group_that_is_called_comes_from_four_hexes_in_round_two(at: str, economy: str, comes: bool) -> None:
    words = fleets(
        {1: {7: ship(), 8: ship(group=2)}, 2: {7: ship(max=40)}},
        groups={"1": {"1": {"calls": 2}, "2": {"hex": at}}},
        countries={"1": {"economy": economy}},
    )
    battle = fight(words, {}, rounds=2)
    assert acts(battle, "joins") == [["joins", "1.8"]] * comes
    assert {it[1] for it in shots(battle)} == {"1.7", "2.7"} | ({"1.8"} if comes else set())
    assert battle.campaign.groups(1)[2].hex == (SEA if comes else at)


def test_a_group_that_was_called_away_meets_nobody_where_it_was() -> None:
    words = fleets(
        {1: {7: ship(), 8: ship(group=2)}, 2: {7: ship(max=40), 8: ship(group=2)}},
        groups={"1": {"1": {"calls": 2}, "2": {"hex": "2408"}}, "2": {"2": {"hex": "2408", "stance": "A"}}},
    )
    days = [(it["day"], it["hex"]) for it in told(week(words, {"move/*": 1}), "battle")]
    assert [at for day, at in days if day == 1] == [SEA]


def test_of_several_battles_in_a_week_the_best_counts() -> None:
    words = fleets({1: {7: ship(hull=4, max=60, weapons="R")}, 2: {7: ship(), 8: ship()}})
    pins = {"b3/r1/s1/1.7/a": 20, "b3/r1/s1/1.7/dmg*": 10, "b3/r2/s1/1.7/a": 20, "b3/r2/s1/1.7/dmg*": 10}
    mine = week(words, pins | {"b3/r1/init/1.7": 20, "b3/r2/init/1.7": 20}).state.ships[1][7]
    assert (mine.exp, mine.victories, mine.standoffs) == (3, 1, 0)


def test_the_flagship_named_this_week_is_the_flagship_of_its_battles() -> None:
    words = fleets({1: {1: ship(hull=4, max=60, weapons="R")}, 2: {7: ship(), 9: ship(hp=9)}})
    pins = {"b1/r1/s1/1.1/a": 20, "b1/r1/s1/1.1/dmg*": 10, "b1/r1/init/1.1": 20}
    assert any(it["points"] == 10 for it in told(week(words, pins, {2: "@ FL9"}), "exp") if it["country"] == 1)


def test_a_duel_is_told_as_a_draw_to_all() -> None:
    assert [event.facts["result"] for event in duel(ship(), ship(), {}).campaign.events if event.kind == "battle"] == [
        []
    ]
