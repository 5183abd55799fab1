"""The variant in which armies differ at the start: what differs, and that the page on variants says how."""

import re
from pathlib import Path

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.rules.gunboat_empires.setup import start
from pbm.rules.gunboat_empires.tables import ARMY, PLAYERS, tables
from pbm.rules.gunboat_empires.variant import EVEN, load
from tests.rules.gunboat_empires import RULES, SEATS

PAGE = Path(__file__).parents[3] / "content/about/variants.md"
RULES_EVEN = load(EVEN, {})
ARMIES: dict[str, int] = RULES_EVEN.map["army"]


def test_every_country_of_a_player_has_an_army_of_its_own_and_nobody_else_has() -> None:
    assert [*ARMIES] == [f"{number:02}" for number in range(1, PLAYERS + 1)]
    assert min(ARMIES.values()) >= 100
    assert max(ARMIES.values()) <= tables().levels[ARMY].top


def test_nothing_but_the_efficiency_of_armies_differs() -> None:
    usual, even = (start(rules, SEATS, Dice(b"", "GAME", 0)) for rules in (RULES, RULES_EVEN))
    assert {number: usual.countries[number].levels[ARMY] for number in range(1, PLAYERS + 1)} == dict.fromkeys(
        range(1, PLAYERS + 1), 200
    )
    assert {code: even.countries[int(code)].levels[ARMY] for code in ARMIES} == ARMIES
    as_usual = {
        number: replace(country, levels={**country.levels, ARMY: usual.countries[number].levels[ARMY]})
        for number, country in even.countries.items()
    }
    assert replace(even, countries=as_usual) == usual


def test_the_page_on_variants_lists_the_armies() -> None:
    rows = re.findall(r"(\d\d) [A-Z]\w+ \| (\d{3})\b", PAGE.read_text("utf-8"))
    assert {code: int(army) for code, army in rows} == ARMIES
