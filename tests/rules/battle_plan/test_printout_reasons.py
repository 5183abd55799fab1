"""What a reader of Battle Plan can work again, and what befell him: control, moods, missiles, excess, false friends."""

from pbm.rules.battle_plan.printout.battles import (
    army_sentence,
    excess_sentence,
    missile_hits_sentence,
)
from tests.rules.battle_plan.games import game
from tests.rules.battle_plan.printouts import event, position, text


def test_gain_and_loss_of_control_are_told_to_the_two_alone() -> None:
    """BP 2B: in games of the house every change of a minor's commander is an event for each of the two, and no
    other.
    """
    changed = 0
    for before, _, played in game(b"one", 8):
        told = {(e.facts["space"], e.facts["gained"], e.seen_by) for e in played.events if e.kind == "control"}
        expected = set()
        for code, country in played.state.countries.items():
            old = before.countries[code]
            if old.occupier or country.occupier or old.commander == country.commander:
                continue
            expected |= {(code, False, (old.commander,))} if old.commander else set()
            expected |= {(code, True, (country.commander,))} if country.commander else set()
        assert told == expected
        changed += len(told)
    assert changed


def test_control_stands_under_what_changed() -> None:
    page = text(
        position(GR={"popularity": {1: 70}, "army": 40}),
        event("control", space="GR", gained=True, index=70),
        event("control", space="BU", gained=False, index=-4),
    )
    assert "Greece obeys you now. Your popularity there is 70, the highest. It has 40 Army" in " ".join(page.split())
    assert "Bulgaria obeys you no more. Your popularity there is \u22124" in " ".join(page.split())


def test_a_revolution_has_its_reason() -> None:
    page = text(
        position(),
        event("popularity", space="TU", before=50, after=0, causes={"losses": -50}),
        event("revolution", "all", space="TU", from_=1),
    )
    assert "rose against you. Units lost abroad \u221250, popularity 50 to 0." in " ".join(page.split())


def test_moods_that_are_not_told_are_counted() -> None:
    places = ("BU", "GR", "RO", "SW", "NO", "DE", "SP", "PO", "HU", "CY")
    some = [c for c in places if c in position().countries]
    moved = [event("popularity", space=c, before=0, after=20, causes={"propaganda": 20}) for c in some]
    assert f"Popularity moved as much in {len(some) - 8} space" in " ".join(text(position(), *moved).split())


def test_missiles_tell_what_they_killed() -> None:
    step = {"step": "missile-hits", "army": 4, "killed": 35, "industry": 2, "air": 0}
    told = (
        "Of the missiles that got through, 4 at Army killed 35; 2 at Industry each suppress 10 at most from next turn"
    )
    assert missile_hits_sentence(step) == f"{told} (9.3d)."


def test_an_excess_that_hit_nothing_is_told() -> None:
    assert excess_sentence({"step": "excess", "army": 0, "navy": 0}) == "The excess AirForce hit nothing (9.3f)."


def test_the_formula_stands_there_with_a_false_friend_too() -> None:
    won = {"step": "army", "attack": 72, "defend": 32, "attack_lost": 8, "defend_lost": 32, "ally": True}
    assert "the attackers won and lost 24\u00b2 \u2215 72 = 8.00, so 8 (4C.6)." in army_sentence(won)
    lost = {"step": "army", "attack": 3, "defend": 8, "attack_lost": 3, "defend_lost": 2, "ally": True}
    assert "3\u00b2 \u2215 6 = 1.50, counted back 2.00, so 2 (4C.6)." in army_sentence(lost)
