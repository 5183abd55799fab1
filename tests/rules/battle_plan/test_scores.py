"""Who has won a position that is over, and with how many points (BP 1A, 22D, 23D, 24B, HR-56, HR-57)."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat
from pbm.rules import system
from pbm.rules.battle_plan.score import results
from pbm.rules.battle_plan.series import series
from pbm.rules.battle_plan.state import State, Suppressed
from pbm.rules.battle_plan.view import view

BATTLE_PLAN = system("battle-plan")
SEATS = (Seat(1, "EGB"), Seat(2, "EWG"), Seat(3, "EFR"))


def after(variant: str, owners: Mapping[str, int], **options: str) -> tuple[State, Rules]:
    """A game whose countries are occupied as told, and by nobody else."""
    rules = BATTLE_PLAN.setup.load(variant, {})
    state = BATTLE_PLAN.start(rules, SEATS, Dice(b"start", "T", 0))
    countries = {code: replace(it, occupier=owners.get(code, 0)) for code, it in state.countries.items()}
    return replace(state, countries=countries, options={**state.options, **options}), rules


def industries(position: tuple[State, Rules], **industry: int) -> tuple[State, Rules]:
    """The same position with other industry in some countries, and room for it."""
    state, rules = position
    changed = {code: replace(state.countries[code], industry=n, limit=n) for code, n in industry.items()}
    return replace(state, countries=state.countries | changed), rules


def test_the_last_occupier_wins() -> None:
    """BP 1A."""
    assert results(*after("equal-forces", {"EGB": 2, "EFR": 2})) == {"winner": 2}


def test_with_nobody_left_no_player_has_won() -> None:
    """BP HR-56."""
    assert results(*after("equal-forces", {})) == {"winner": 0}


def test_peace_among_all_before_the_last_occupier_is_known_has_survivors_alone() -> None:
    """BP 1A with the end of BP 22D, which a moderator may choose: nobody wins, and all who have land have one point."""
    assert results(*after("equal-forces", {"EFR": 3, "EGB": 1, "ENO": 1}, end="allies")) == {
        "winner": 0,
        "winners": [],
        "survivors": [1, 3],
        "points": {"1": 1, "3": 1},
    }


def test_the_most_countries_win_and_who_has_fewer_survives() -> None:
    """BP 24B."""
    assert results(*after("cold-war", {"EGB": 1, "EWG": 2, "EDE": 2})) == {
        "winner": 2,
        "winners": [2],
        "survivors": [1],  # not 3, who has no country
        "points": {"1": 1, "2": 2, "3": 0},
    }


def test_a_tie_of_the_most_countries_is_won_by_both() -> None:
    """BP HR-57."""
    told = results(*after("cold-war", {"EGB": 1, "ESC": 1, "EWG": 2, "EDE": 2, "EFR": 3}))
    assert (told["winner"], told["winners"], told["survivors"]) == (0, [1, 2], [3])


@pytest.mark.parametrize("variant", ["cold-war", "1939"])
def test_nobody_has_won_where_nobody_has_a_country(variant: str) -> None:
    """BP HR-56: three with no point each are not three winners."""
    assert results(*after(variant, {})) == {
        "winner": 0,
        "winners": [],
        "survivors": [],
        "points": {"1": 0, "2": 0, "3": 0},
    }


def decides(position: tuple[State, Rules], viewer: int) -> list[tuple[str, int | None, dict[int, int]]]:
    state, rules = position
    told = series(view(state, viewer, rules), {}, rules)
    return [(one.id, one.goal, one.values) for one in told if one.goal is not None]


def test_what_decides_is_the_figure_of_how_a_game_was_decided() -> None:
    """BP 1A, 22D, 23D, 24B: of Industry how much of what the seat needs, which each alone knows until the reveal."""
    held = {"EGB": 1, "EWG": 2}
    assert decides(after("cold-war", held), 0) == [("countries", 0, {1: 1, 2: 1})]
    assert [key for key, _, _ in decides(after("1939", held), 0)] == ["points"]
    assert decides(after("real-forces", held), 0) == []
    built = industries(after("real-forces", held), EGB=1499, EWG=10)
    assert decides(built, 1) == [("reached", 100, {1: 99})]


def test_a_power_wins_with_the_industry_of_its_class() -> None:
    """BP 22D: 1500 for a major power, to the unit; the suppressed counts, what is above a country's limit does not."""
    position = after("real-forces", {"EGB": 1, "EWG": 2})
    for britain, winners in ((1499, []), (1500, [1])):
        told = results(*industries(position, EGB=britain, EWG=10))
        assert (told["winners"], told["winner"]) == (winners, sum(winners))
        assert told["points"] == {"1": 3 if winners else 1, "2": 1}
        assert told["survivors"] == [p for p in (1, 2) if p not in winners]
    state, rules = industries(position, EGB=1600, EWG=10)
    island = state.countries["EGB"]
    for limit, suppressed, won in ((1499, 0, False), (1600, 0, True), (1600, 100, True), (1499, 100, False)):
        changed = replace(island, limit=limit, industry=1600 - suppressed, suppressed=Suppressed(industry=suppressed))
        told = results(replace(state, countries=state.countries | {"EGB": changed}), rules)
        assert (told["winners"] == [1]) == won, (limit, suppressed)


def test_who_has_dropped_out_has_no_rating_points_whatever_his_industry() -> None:
    """BP 22D, HR-66."""
    state, rules = industries(after("real-forces", {"EGB": 1, "EWG": 2}), EGB=5000, EWG=10)
    gone = replace(state, players=state.players | {1: replace(state.players[1], dropped=True)})
    assert results(gone, rules) == {"winner": 0, "winners": [], "survivors": [2], "points": {"2": 1}}


def points(owners: Mapping[str, int]) -> dict[str, Any]:
    return dict(results(*after("1939", owners))["points"])


def test_each_home_counts_and_all_of_them_count_more() -> None:
    """BP 23D: France and its homes, of which three are its region; 10 for being there, 2 for each home, 10 for all."""
    rules = BATTLE_PLAN.setup.load("1939", {})
    homes = [code for code, p in BATTLE_PLAN.start(rules, SEATS, Dice(b"start", "T", 0)).world.homes.items() if p == 3]
    assert len(homes) > 2
    assert points(dict.fromkeys(homes, 3))["3"] == 10 + 2 * len(homes) + 10 + 20  # and its region
    assert homes[0] == "EFR"
    assert points(dict.fromkeys(homes[1:], 3))["3"] == 10 + 2 * (len(homes) - 1)
    assert points({**dict.fromkeys(homes[1:], 3), homes[0]: 2})["3"] == 10 + 2 * (len(homes) - 1)


def test_a_player_without_a_country_has_no_points_for_being_there() -> None:
    """BP 23D: a player with a country abroad has the 10, one with none has nothing."""
    told = points({"EWG": 2, "SBO": 3})
    assert (told["1"], told["3"]) == (0, 10)


def test_a_region_counts_when_every_country_of_it_is_held() -> None:
    """BP 23D, HR-59: France and Poland for France: EFR, ELY and EPD."""
    home = {"EFR": 3}
    without = points({**home, "ELY": 3})["3"]
    assert points({**home, "ELY": 3, "EPD": 3})["3"] == without + 2 + 20  # Poland is a home of France
    assert points({**home, "ELY": 3, "EPD": 2})["3"] == without


def test_the_winner_of_points_need_not_have_the_most_countries() -> None:
    """BP 23D: he who has the most points wins; who has a country and fewer points survives."""
    told = results(*after("1939", {"EFR": 3, "ELY": 3, "EPD": 3, "SBO": 1, "SPE": 1, "SCB": 1, "SEC": 1}))
    assert (told["winner"], told["survivors"]) == (3, [1])
    assert told["points"]["1"] == 10
