"""What a view tells and what it keeps back (BP 6A, 6B, 6D; spec 16), on positions made by hand."""

import json
import time
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.rules import system
from pbm.rules.battle_plan.ending import over
from pbm.rules.battle_plan.state import Country, Forces, Sea, State
from pbm.rules.battle_plan.view import living, view
from tests.bench import world

BATTLE_PLAN = system("battle-plan")
RULES = BATTLE_PLAN.setup.load("europe", {})
SEATS = (Seat(1, "TU"), Seat(2, "RU"), Seat(3, "FR"))


def position(**countries: dict[str, Any]) -> State:
    """The start of a game of three, with some countries changed; nobody sees what is not said."""
    state: State = BATTLE_PLAN.start(RULES, SEATS, Dice(b"start", "T", 0))
    changed = {c: replace(k, sight=(k.occupier,) if k.occupier else ()) for c, k in state.countries.items()}
    for code, facts in countries.items():
        changed[code] = replace(changed[code], **facts)
    return replace(state, countries=changed)


def with_player(state: State, number: int, **facts: Any) -> State:
    return replace(state, players={**state.players, number: replace(state.players[number], **facts)})


def test_a_country_is_in_the_view_of_those_who_have_sight_of_it_alone() -> None:
    state = position(RU={"sight": (2, 3)})
    assert "RU" in view(state, 3, RULES).countries
    assert "RU" not in view(state, 1, RULES).countries
    assert view(state, 1, RULES).owners["RU"] == 2, "who occupies it is public"


def test_of_spies_a_viewer_learns_his_own_number_alone() -> None:
    state = position(RU={"sight": (1, 2, 3), "spies": {1: 3, 3: 2}})
    assert view(state, 1, RULES).countries["RU"].spies == {1: 3}
    assert view(state, 2, RULES).countries["RU"].spies == {}


def test_standing_orders_are_told_to_who_gave_them_alone() -> None:
    state = position(SW={"sight": (1, 2), "standing": {1: "BA999"}, "standing_by": 2})
    seen = view(state, 1, RULES).countries["SW"]
    assert (seen.standing, seen.standing_by) == ({}, 0)
    assert view(state, 2, RULES).countries["SW"].standing == {1: "BA999"}


def test_nobody_learns_who_else_sees_a_space() -> None:
    state = position(RU={"sight": (1, 2, 3)})
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(1, 2, 3)}, (1, 2))})
    seen = view(state, 1, RULES)
    assert seen.countries["RU"].sight == (1,)
    assert seen.seas["BLA"].sight == (1,)


def test_a_sea_in_sight_shows_all_forces_and_another_is_not_listed() -> None:
    state = position()
    forces = {1: Forces(navy=4), 2: Forces(navy=14, air=5)}
    state = replace(state, seas={**state.seas, "BLA": Sea(forces, (1,)), "EAS": Sea(forces, (2,))})
    assert view(state, 1, RULES).seas == {"BLA": Sea(forces, (1,))}


def test_an_unseen_minor_tells_the_viewers_own_index_alone() -> None:
    state = position(SW={"popularity": {1: 12, 2: 30}}, NO={"popularity": {2: 8}})
    seen = view(state, 1, RULES)
    assert seen.popularity == {"SW": 12}
    assert "SW" not in seen.countries


def test_a_seen_minor_tells_all_indices() -> None:
    state = position(SW={"popularity": {1: 12, 2: 30}, "sight": (1,)})
    assert view(state, 1, RULES).countries["SW"].popularity == {1: 12, 2: 30}


def test_enemy_lists_are_public_and_ascending_and_ally_declarations_go_to_the_one_named() -> None:
    state = with_player(position(), 2, stance={3: "enemy", 1: "enemy"})
    state = with_player(state, 3, stance={1: "ally"})
    assert view(state, 0, RULES).enemies == {1: (), 2: (1, 3), 3: ()}
    assert view(state, 1, RULES).allied_by == (3,)
    assert view(state, 2, RULES).allied_by == ()


def test_a_viewer_knows_who_shares_what_with_him() -> None:
    state = with_player(position(), 2, shares={1: "H", 3: "F"})
    assert view(state, 1, RULES).shared_by == {2: "H"}


def test_a_viewers_own_record_stands_in_full_and_no_others() -> None:
    state = with_player(position(), 1, dollars=15998)
    assert view(state, 1, RULES).me == state.players[1]
    assert "15998" not in json.dumps(BATTLE_PLAN.words.view_to_words(view(state, 2, RULES)))


def test_the_public_learns_owners_and_enemies_alone() -> None:
    state = position(SW={"popularity": {1: 12}, "sight": (1,)})
    public = view(state, 0, RULES)
    assert public.me is None
    assert (public.countries, public.seas, public.popularity, public.shared_by) == ({}, {}, {}, {})
    assert {c for c, owner in public.owners.items() if owner} == {"TU", "RU", "FR"}


@pytest.mark.parametrize("viewer", range(4))
def test_a_view_survives_its_json_words(viewer: int) -> None:
    state = with_player(position(SW={"popularity": {1: 3}, "sight": (1,), "spies": {1: 1}}), 1, stance={2: "enemy"})
    seen = view(state, viewer, RULES)
    assert BATTLE_PLAN.words.view_from_words(json.loads(json.dumps(BATTLE_PLAN.words.view_to_words(seen)))) == seen


@pytest.mark.parametrize(
    ("key", "value", "message"), [("turn", "one", "int"), ("secret", 1, "secret"), ("owners", {"TU": []}, "int")]
)
def test_words_that_are_no_view_are_refused_by_name(key: str, value: Any, message: str) -> None:
    words = {**BATTLE_PLAN.words.view_to_words(view(position(), 1, RULES)), key: value}
    with pytest.raises(ValueError, match=message):
        BATTLE_PLAN.words.view_from_words(words)


def test_who_holds_a_minor_or_a_fleet_alone_still_lives() -> None:
    bare = position(TU={"occupier": 0}, RU={"occupier": 0})
    assert living(bare) == (3,)
    with_minor = position(TU={"occupier": 0}, RU={"occupier": 0}, SW={"popularity": {1: 5}})
    assert living(with_minor) == (1, 3)
    fleet = replace(bare, seas={**bare.seas, "BLA": Sea({2: Forces(navy=1)})})
    assert living(fleet) == (2, 3)


def test_the_game_is_over_when_one_player_alone_occupies_countries() -> None:
    assert not over(position())
    assert over(position(TU={"occupier": 0}, RU={"occupier": 0}, SW={"popularity": {1: 5}}))


def test_a_view_lays_nothing_of_its_own_into_the_state() -> None:
    state = position(RU={"sight": (1, 2), "spies": {1: 3}})
    before = BATTLE_PLAN.words.to_words(state)
    for viewer in range(4):
        view(state, viewer, RULES)
    assert BATTLE_PLAN.words.to_words(state) == before
    assert isinstance(state.countries["RU"], Country)


def test_the_views_of_twenty_five_players_on_two_hundred_spaces_take_milliseconds() -> None:
    rules = world.rules_of(200)
    state = world.position(rules)
    spent = []
    for _ in range(5):
        start = time.process_time()
        for viewer in state.players:
            view(state, viewer, rules)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.02, "the aim is 10 ms; twice that for a slow machine"
