"""Mistakes in a moderator's own variant that would play, but not as he meant it (BP 25, 3A, 12E, 22D, 23D)."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.rules import system
from pbm.rules.battle_plan.powers import rank_of
from pbm.rules.battle_plan.variant import load_folder
from pbm.rules.battle_plan.variant_check import check_folder

BATTLE_PLAN = system("battle-plan")
EXAMPLE = Path(__file__).parents[3] / "content" / "variants" / "south-america"
JOINED = """
[[combination]]
number = 2
prices = ["3.50"]
rank = "great"
"""
POWERS = """
title = "Powers"
[options]
score = "objectives"
[numbers.victory]
survive = 1
each_home = 0
all_homes = 0
[rank.great]
industry = 400
[[position]]
home = "BS"
rank = "great"
[[position]]
home = "CO"
rank = "great"
[regions]
"the Andes" = ["PE", "CH"]
[[objective]]
home = "BS"
kind = "hold-region"
region = "the Andes"
points = 20
"""
DENY = '[[objective]]\nhome = "BS"\nkind = "deny"\nregion = "the Andes"\nagainst = "CO"\npoints = 5\n'


def folder(text: str = "") -> dict[str, Any]:
    """The example's map with this variant.toml, else with its own."""
    text = text or (EXAMPLE / "variant.toml").read_text("utf-8")
    board: Any = json.loads((EXAMPLE / "map.json").read_text("utf-8"))
    return {"variant": tomllib.loads(text), "map": board}


def faults(data: dict[str, Any]) -> str:
    return " ".join(fault.said for fault in check_folder(data))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["PE", "CH"]', "[]", "regions.'the Andes': names no country."),
        ('against = "CO"', 'against = "BS"', "objective 2, against: is another power."),
        ("industry = 400", "industry = -5", "rank.'great', industry: must be 0 to 100000."),
        ("industry = 400", "industry = 400\nfactor = 0", "rank.'great', factor: must be 1 to 100."),
    ],
)
def test_aims_and_classes_that_cannot_be_meant(old: str, new: str, said: str) -> None:
    assert old in POWERS + DENY
    assert faults(folder(POWERS + DENY)) == ""
    assert faults(folder((POWERS + DENY).replace(old, new))) == said


def test_two_powers_of_one_name_could_not_be_told_apart() -> None:
    named = POWERS.replace('home = "BS"\nrank', 'home = "BS"\nname = "The League"\nrank')
    assert faults(folder(named)) == ""
    twice = named.replace('home = "CO"\nrank', 'home = "CO"\nname = "The League"\nrank')
    assert faults(folder(twice)).startswith("position 'CO', name: 'BS' has the same")
    as_a_country = POWERS.replace('home = "BS"\nrank', 'home = "BS"\nname = "Colombia"\nrank')
    assert faults(folder(as_a_country)).startswith("position 'CO', name: 'BS' has the same")


def test_industry_wins_only_for_a_class_that_says_how_much() -> None:
    """BP 22D: else every survivor would be a winner."""
    text = POWERS.replace('"objectives"', '"industry"')
    assert faults(folder(text)) == ""
    assert "position 'BS'" in faults(folder(text.replace("industry = 400", "industry = 0")))
    assert "position 'CO'" in faults(folder(text.replace('home = "CO"\nrank = "great"', 'home = "CO"')))


@pytest.mark.parametrize("key", ["start", "conquered"])
def test_a_popularity_of_nothing_would_be_a_revolution_at_once(key: str) -> None:
    """BP 3A."""
    data = folder()
    data["variant"]["numbers"]["hpi"] = {key: 0}
    assert f"numbers.hpi.'{key}': must be at least 1" in faults(data)


@pytest.mark.parametrize("code", ["CO", "PAC"])
def test_an_island_has_no_land_beside_it_and_is_no_sea(code: str) -> None:
    data = folder()
    next(row for row in data["map"]["spaces"] if row["code"] == code)["island"] = True
    assert f"space {code}, island: is a country with no land beside it." in faults(data)


def test_industry_above_the_limit_is_suppressed_from_the_start() -> None:
    """BP 12E."""
    data = folder()
    data["variant"]["forces"]["BN"]["industry"] = 50
    rules = load_folder("x", {}, data)
    country = BATTLE_PLAN.start(rules, (Seat(1, "BS"),), Dice(b"start", "T", 0)).countries["BN"]
    assert (country.industry, country.suppressed.industry, country.limit) == (20, 30, 20)


@pytest.mark.parametrize(("near", "said"), [(["XB"], True), (["XB", "CO"], False)])
def test_a_map_in_two_parts_is_two_games(near: list[str], said: bool) -> None:
    data = folder()
    spaces = data["map"]["spaces"]
    first, colombia = spaces[0]["code"], next(row for row in spaces if row["code"] == "CO")
    spaces.append({**colombia, "code": "XA", "name": "Xanadu", "adjacent": near, "coast": []})
    spaces.append({**colombia, "code": "XB", "name": "Xebec", "adjacent": ["XA"], "coast": []})
    if "CO" in near:
        colombia["adjacent"] = [*colombia["adjacent"], "XA"]
    assert (f"space XA, adjacent: no way leads from {first} to XA." in faults(data)) is said
    assert "XA" not in faults(data).replace(f"space XA, adjacent: no way leads from {first} to XA.", "")


def joined(extra: str = JOINED, price: str = "3.50") -> str:
    """The powers of the example, each at a price, and what one seat may have of them."""
    return POWERS.replace('rank = "great"\n', f'rank = "great"\nprice = "{price}"\n') + extra


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("number = 2", "number = 1", "combination 1, number: one seat has 2 to 4 powers, not 1."),
        ('["3.50"]', "[]", "combination 1, prices: names no price."),
        ('["3.50"]', '["4.00"]', "combination 1, prices: no power has the price '4.00'; known are 3.50."),
        ('"great"\n', '"grand"\n', "combination 1, rank: there is no [rank.'grand']."),
        ('rank = "great"\n', 'rank = "great"\nprice = "dear"\n', "combination 1, price: must be a decimal string"),
        ("", JOINED, "combination 2, prices: another combination of 2 has one of them too."),
    ],
)
def test_a_wrong_combination_is_named(old: str, new: str, said: str) -> None:
    assert faults(folder(joined())) == ""
    assert said in faults(folder(joined(JOINED.replace(old, new, 1) if old else JOINED + new)))


def test_a_price_that_is_no_number_is_named() -> None:
    assert "position 'BS', price: must be a decimal string" in faults(folder(joined("", "much")))


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ("EPD+EGB", "EPD+EGB cannot be one seat (Poland 3.50, Great Britain 7.50): one seat may have 2 powers at 3.50"),
        ("EPD+EPD", "EPD+EPD: names one power twice"),
        ("EPD+", " is none of the powers of this variant"),
        ("EPD+XX", "XX is none of the powers of this variant"),
        ("MIN+ALI+IPK", "MIN+ALI+IPK cannot be one seat"),
        ("CLA+IBD", "3 powers at 2.50 or 2.00"),
    ],
)
def test_a_seat_that_cannot_be_joined_says_what_can(home: str, said: str) -> None:
    rules = BATTLE_PLAN.setup.load("real-forces", {})
    with pytest.raises(ValueError, match=re.escape(said)):
        BATTLE_PLAN.setup.joined(rules, home)


def test_no_power_is_in_two_seats_and_other_variants_join_none() -> None:
    rules = BATTLE_PLAN.setup.load("real-forces", {})
    seats = (Seat(1, "EPD+EHU"), Seat(2, "EHU"))
    with pytest.raises(ValueError, match="EHU is in the power of player 1 and in that of 2"):
        BATTLE_PLAN.start(rules, seats, Dice(b"start", "T", 0))
    with pytest.raises(ValueError, match="UK\\+FR: in this variant a seat has one home"):
        BATTLE_PLAN.setup.joined(BATTLE_PLAN.setup.load("europe", {}), "UK+FR")
    with pytest.raises(ValueError, match="in this variant a seat has one power"):
        BATTLE_PLAN.setup.joined(BATTLE_PLAN.setup.load("1939", {}), "EGB+NVA")


def test_what_a_variant_offers_to_join_is_what_the_book_offers() -> None:
    """BP 22A: any two at 3.50, any three at 2.50 or 2.00, whatever their order; the class follows."""
    rules = BATTLE_PLAN.setup.load("real-forces", {})
    prices = {home: row.price for home, row in rules.numbers["positions"].items()}
    homes = sorted(prices)
    for number, allowed, rank in ((2, {"3.50"}, "medium"), (3, {"2.50", "2.00"}, "small")):
        good = [home for home in homes if prices[home] in allowed]
        for k in range(len(good) - number):
            picked = (*good[k : k + number - 1], good[-1])
            assert rank_of(rules, BATTLE_PLAN.setup.joined(rules, "+".join(picked))) == rank
    offers = {home for home in homes if prices[home] in ("3.50", "2.50", "2.00")}
    assert len(offers) == 54
