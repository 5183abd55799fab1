"""Nothing comes from nothing: every army, fleet and piece of gold of a turn is accounted for in its events."""

from collections import Counter
from typing import Any

import pytest

from pbm.rules.trust_a_thief.state import State
from tests.games import table

NAME = "trust-a-thief"
VARIANTS = ("sample", "archipelago", "archipelago-even", "great-archipelago", "great-archipelago-even")
KEYS = {"refund", "units", "caravans", "escorts", "structure", "tax", "returned", "theft", "upkeep", "void"}


def turns(variant: str, seed: int) -> Any:
    """(state before, played) of each turn."""
    nations = 12 if variant.startswith("great") else 8
    for before, _, played in table(NAME, nations, variant).game(bytes([seed]) * 16, 30):
        yield before, played


def armies(state: State, p: int) -> int:
    ashore = sum(province.armies.get(p, 0) for province in state.provinces.values())
    return ashore + sum(fleet.cargo for fleet in state.fleets[p].values())


def changes(events: Any) -> tuple[Counter[int], Counter[int]]:
    """What each nation's armies and fleets gained and lost by the events of a turn."""
    land, sea = Counter[int](), Counter[int]()
    for event in events:
        facts = event.facts
        if event.kind == "built" and facts["what"] in ("army", "fleet"):
            (land if facts["what"] == "army" else sea)[facts["nation"]] += facts["number"]
        elif event.kind == "disbanded":
            (land if facts["what"] == "army" else sea)[facts["nation"]] -= facts["number"]
            land[facts["nation"]] -= facts.get("cargo", 0)
        elif event.kind == "battle":
            for p, lost in zip(facts["nations"], facts["lost"], strict=True):
                land[p] -= lost - (facts["militia_lost"] if p == facts["owner"] else 0)
        elif event.kind == "sea-battle":
            for p, lost, drowned in zip(facts["nations"], facts["lost"], facts["drowned"], strict=True):
                sea[p] -= lost
                land[p] -= drowned
        elif event.kind == "eliminated":
            sea[facts["player"]] -= len(facts["fleets"])
    return land, sea


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_units_are_what_was_there_and_bought_less_what_was_lost(variant: str, seed: int) -> None:
    for before, played in turns(variant, seed):
        land, sea = changes(played.events)
        for p in before.nations:
            assert armies(played.state, p) == armies(before, p) + land[p]
            assert len(played.state.fleets[p]) == len(before.fleets[p]) + sea[p]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_accounts_add_up_line_by_line(variant: str, seed: int) -> None:
    """TT 7.2: start and all changes are what is left, and with the income what is in hand; theft is what was stolen."""
    for before, played in turns(variant, seed):
        accounts = {e.facts["nation"]: e.facts["lines"] for e in played.events if e.kind == "account"}
        assert set(accounts) == {p for p, nation in before.nations.items() if nation.alive}
        stolen = Counter((e.facts["by"], e.facts["from"]) for e in played.events if e.kind == "stolen")
        assert max(stolen.values(), default=1) == 1, "one line for each nation stolen from"
        for p, lines in accounts.items():
            gold = 0
            for key, _, amount in lines:
                if key in ("left", "end"):
                    assert gold == amount
                elif key == "start":
                    assert amount == before.nations[p].gold
                    gold = amount
                else:
                    assert key in KEYS
                    gold += amount
            assert gold == played.state.nations[p].gold
            assert [key for key, _, _ in lines].count("left") == 1


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_a_position_keeps_its_own_rules(variant: str, seed: int) -> None:
    """TT 1.2, 1.3, 3.2, 2.1: one nation's armies in a province, four aboard at most, tax as the map says."""
    price = {"none": 1, "town": 2, "base": 1, "city": 3}
    for _, played in turns(variant, seed):
        state = played.state
        for province in state.provinces.values():
            assert len(province.armies) <= 1
            assert all(n > 0 for n in province.armies.values())
            assert not province.owner or set(province.armies) <= {province.owner}
        for p, nation in state.nations.items():
            assert all(0 <= fleet.cargo <= 4 for fleet in state.fleets[p].values())
            owned = [province for province in state.provinces.values() if province.owner == p]
            assert nation.tax == sum(price[province.structure] for province in owned)
            assert nation.alive or not (owned or armies(state, p) or state.fleets[p] or nation.gold)


@pytest.mark.parametrize("variant", VARIANTS)
def test_eight_house_players_play_thirty_turns_with_all_that_the_rules_know(variant: str) -> None:
    kinds = Counter[str]()
    for seed in range(3):
        for _, played in turns(variant, seed):
            kinds.update(event.kind for event in played.events)
            assert not [card.faults for card in played.parsed.values() if card.faults], "the house writes legal cards"
    wanted = {"battle", "captured", "claimed", "caravans", "stolen", "escort-report", "built", "disbanded", "account"}
    assert wanted <= set(kinds)
    if variant == "archipelago":
        assert kinds["sea-battle"]
