"""Printouts of Battle Plan made by hand (BP 14; spec 17): battles."""

from pbm.core import textprint
from pbm.core.printout import Battles
from pbm.rules.battle_plan.printout.battles import army_sentence
from tests.rules.battle_plan.printouts import battle, event, group, made, position, section, text


def test_a_battle_seen_in_full_has_its_numbers_and_sentences() -> None:
    steps = [
        {"step": "air", "attack": 24, "defend": 10, "excess": 14, "attack_lost": 2, "defend_lost": 3},
        {"step": "excess", "army": 7},
        {"step": "army", "attack": 30, "defend": 11, "attack_lost": 4, "defend_lost": 11, "ally": False},
    ]
    fight = battle(
        "BU", 1,
        group("BU", 0, "defend", army=[18, 18], air=[10, 3]),
        group("TU", 1, "attack", army=[22, 3], air=[24, 2]),
        group("GR", 1, "attack", army=[8, 1]),
        told=steps,
    )  # fmt: skip
    printout = made(position(BU={"occupier": 1, "hpi": 50}), *fight)
    page = textprint.render(printout)
    assert "BU: captured by [1:Turkey] BU(Army=18-18,AirF=10-3) TU(Army=22-3,AirF=24-2)" in page
    block = section(printout, "battles").blocks[0]
    assert isinstance(block, Battles)
    assert block.battles[0].told[2] == ("30 Army against 11; the attackers won and lost 11² ∕ 30 = 4.03, so 4 (4C.6).")


def test_who_wins_against_an_ally_and_loses_all_has_won_all_the_same() -> None:
    """BP HR-36: 2 against 2 that count 1.5: the loss of 1.125 may be rounded up to both."""
    step = {"step": "army", "attack": 2, "defend": 2, "attack_lost": 2, "defend_lost": 2, "ally": True}
    assert army_sentence(step).startswith("2 Army against 2; the attackers won and lost 1.5² ∕ 2 = 1.13, so 2 (4C.6).")
    lost = {"step": "army", "attack": 11, "defend": 15, "attack_lost": 11, "defend_lost": 15, "ally": True}
    assert army_sentence(lost).startswith(
        "11 Army against 15; the defenders won and lost 11² ∕ 11.25 = 10.76, counted back 14.34, so 15 (4C.6)."
    )


def test_missiles_are_told_as_fired_and_stopped() -> None:
    fight = battle(
        "TU", 0,
        group("TU", 1, "defend", army=[50, 20]),
        group("RU", 2, "attack", missiles=[3, 2]),
        told=[{"step": "missiles", "fired": 3, "stopped": 2}],
    )  # fmt: skip
    page = text(position(), *fight)
    assert "RU(Missiles=3-2)" in page
    assert "3 missiles fired, 2 stopped" in page


def test_a_stranger_reads_the_kinds_of_units_and_no_more() -> None:
    kinds = [
        {"name": "SW", "player": 0, "side": "defend", "kinds": ["army", "air"]},
        {"name": "NTH", "player": 0, "side": "attack", "kinds": ["navy"]},
        {"name": "RU", "player": 2, "side": "attack", "kinds": ["army"]},
    ]
    printout = made(position(), event("battle-kinds", "all", space="SW", by=0, groups=kinds))
    assert "SW: held SW(Army,AirF) NTH(Navy) RU(Army)" in textprint.render(printout)
    block = section(printout, "battles").blocks[0]
    assert isinstance(block, Battles)
    players = [g.player for g in block.battles[0].groups]
    assert players == [0, 0, 2], "who controls a minor or sails a sea is not public"


def test_of_a_battle_that_he_does_not_see_he_knows_his_own_numbers() -> None:
    kinds = [
        {"name": "SP", "player": 3, "side": "defend", "kinds": ["army", "navy"]},
        {"name": "MID", "player": 0, "side": "attack", "kinds": ["navy"]},
        {"name": "MID", "player": 0, "side": "attack", "kinds": ["navy"]},
    ]
    own = [{**group("MID", 1, "attack", navy=[9, 2]), "at": 1}]
    page = text(
        position(),
        event("battle-kinds", "all", space="SP", by=0, groups=kinds),
        event("battle-own", space="SP", groups=own),
    )
    assert "SP: held SP(Army,Navy) MID(Navy=9-2) MID(Navy)" in page


def test_the_sea_fight_lists_players_and_the_counter_attack_two_groups() -> None:
    page = text(
        position(),
        event(
            "sea-battle", space="BLA", groups=[group("", 1, "meet", navy=[9, 5]), group("", 2, "meet", navy=[16, 2])]
        ),
        event("counter-attack", "all", space="GR", won=True, by=1, against=4),
        event(
            "counter-attack-losses",
            space="GR",
            groups=[group("GR", 1, "attack", army=[12, 3]), group("", 4, "defend", army=[6, 6])],
        ),
    )
    assert "BLA: [1:Turkey](Navy=9-5) [2:Russia](Navy=16-2)" in page
    assert "GR counter-attack recaptured: GR(Army=12-3) [4:Italy](Army=6-6)" in page


def test_armies_that_meet_at_the_border_are_land_combat() -> None:
    fight = event(
        "border-fight", space="TU", other="BU",
        groups=[group("TU", 1, "meet", army=[20, 5]), group("BU", 2, "meet", army=[10, 10])],
    )  # fmt: skip
    page = text(position(), fight)
    assert "TU–BU: TU(Army=20-5) BU(Army=10-10)" in page
    assert "Border: Your Army from Turkey met that of Bulgaria on the way. 20 Army sent" in page


def test_of_armies_that_meet_at_a_border_a_stranger_reads_who_they_were() -> None:
    who = [{"name": c, "player": p, "side": "attack", "kinds": ["army"]} for c, p in (("SW", 0), ("FI", 2))]
    met = event("border-fight-kinds", "all", space="SW", other="FI", groups=who)
    assert "SW–FI: SW(Army) FI(Army)" in text(position(), met, viewer=0)
    numbers = [group("SW", 1, "attack", army=[9, 9]), group("FI", 2, "attack", army=[9, 9])]
    known = text(position(), met, event("border-fight", space="SW", other="FI", groups=numbers))
    assert "SW–FI: SW(Army=9-9) FI(Army=9-9)" in known
    assert "FI(Army)" not in known
