"""Nothing comes from nothing: every unit and every cent of a turn is accounted for in its events."""

from collections import Counter
from typing import Any

import pytest

from pbm.core.events import Event
from pbm.rules.battle_plan.state import State
from tests.rules.battle_plan.games import game

UNITS = {"army": "A", "navy": "N", "air": "F"}
FIGHTS = ("battle", "border-fight", "sea-battle", "counter-attack-losses")


def total(state: State, unit: str) -> int:
    """All units of a kind in the game in hundredths, suppressed ones and saved fractions included."""
    amount = 0
    for country in state.countries.values():
        amount += 100 * getattr(country, unit) + country.saved.get(UNITS[unit], 0)
        amount += 100 * country.suppressed.air if unit == "air" else 0
    for sea in state.seas.values():
        amount += 100 * sum(getattr(forces, unit) for forces in sea.forces.values())
    return amount


def lost(events: tuple[Event, ...], unit: str) -> int:
    """Units of a kind that the turn's reports count as lost."""
    dead: int = sum(
        group[unit][1] for event in events if event.kind in FIGHTS for group in event.facts["groups"] if unit in group
    )
    if unit == "air":  # planes of a lost country without a place in range
        dead += sum(e.facts["air"] for e in events if e.kind == "evacuated" and not e.facts["to"])
    return dead


@pytest.mark.parametrize("seed", range(3))
def test_units_are_what_was_there_and_built_less_what_was_lost(seed: int) -> None:
    losses: Counter[str] = Counter()
    for before, _, played in game(bytes([seed]) * 16, 16):
        for unit, letter in UNITS.items():
            built = sum(e.facts["units"].get(letter, 0) for e in played.events if e.kind == "built")
            fallen = lost(played.events, unit)
            losses[unit] += fallen
            assert total(played.state, unit) == total(before, unit) + built - 100 * fallen
    assert min(losses[unit] for unit in UNITS) > 0, "the games had fights of every kind"


def accounts(played: Any) -> dict[int, list[list[Any]]]:
    return {e.seen_by[0]: e.facts["lines"] for e in played.events if e.kind == "account"}


@pytest.mark.parametrize("seed", range(3))
def test_every_account_starts_and_ends_with_the_cash_in_hand(seed: int) -> None:
    for before, _, played in game(bytes([seed]) * 16, 16):
        gifts = 0
        for p, lines in accounts(played).items():
            assert lines[0] == ["start", "", before.players[p].dollars]
            assert lines[-1] == ["end", "", played.state.players[p].dollars]
            middle = [line for line in lines[1:-1] if line[0] != "unspent"]
            assert before.players[p].dollars + sum(n for _, _, n in middle) == played.state.players[p].dollars
            gifts += sum(n for key, _, n in lines if key.startswith("gift"))
        assert gifts == 0, "what one gives another gets"


@pytest.mark.parametrize("seed", range(3))
def test_pools_neither_grow_nor_shrink_by_suppression(seed: int) -> None:
    for before, _, played in game(bytes([seed]) * 16, 12):
        for code, country in played.state.countries.items():
            old = before.countries[code]
            assert country.tax + country.suppressed.tax == old.tax + old.suppressed.tax
            assert country.industry <= country.limit == old.limit


def test_income_lines_are_in_the_account() -> None:
    for _, _, played in game(b"i" * 16, 6):
        incomes = Counter[int]()
        for event in played.events:
            if event.kind == "income":
                incomes[event.seen_by[0]] += event.facts["total"]  # type: ignore[index]  # one player's event
        for p, lines in accounts(played).items():
            assert incomes[p] == sum(n for key, _, n in lines if key == "tax")
