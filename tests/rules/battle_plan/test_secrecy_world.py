"""Non-interference in the world games, with few draws for so many spaces; who lists whom is told to nobody (BP 19C)."""

import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.turn import Played
from pbm.rules import system
from pbm.rules.battle_plan.state import Forces, Player, State, Suppressed
from tests.games import lines, table
from tests.laws.test_secrecy import known_events, sent
from tests.rules.battle_plan.hidden import sees

WORLD = [name for name in system("battle-plan").variants if name != "europe"]
JUDGED = ["real-forces", "1939"]
PLAYERS, TURNS, TRIES = 20, 6, 5
SEED = b"nobody may know!"


@cache
def rows(variant: str) -> tuple[tuple[State, Any, Played], ...]:
    return tuple(table("battle-plan", PLAYERS, variant).game(SEED, TURNS))


def changed(before: State, state: State, viewer: int, rng: random.Random) -> State:
    """The state with everything changed that the viewer may not know."""
    countries = {}
    for code, country in state.countries.items():
        hidden = country
        others = {p: rng.randint(1, 4) for p in country.spies if p != viewer}
        if others:
            hidden = replace(hidden, spies={**others, **{p: n for p, n in country.spies.items() if p == viewer}})
        if hidden.standing_by not in (0, viewer):
            hidden = replace(hidden, standing={1: rng.choice(["BA999", "BF3", "BI2"])})
        if not sees(before, state, viewer, code):
            hidden = replace(
                hidden,
                army=rng.randint(0, 60),
                air=rng.randint(0, 60),
                missiles=rng.randint(0, 5),
                industry=rng.randint(0, country.limit),
                tax=rng.randint(0, 60),
                suppressed=Suppressed(rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9)),
                saved={"A": rng.randint(1, 99)},
                hpi=rng.randint(1, 200) if country.occupier else 0,
            )
        countries[code] = hidden
    seas = {
        code: sea
        if sees(before, state, viewer, code)
        else replace(sea, forces={p: Forces(1, rng.randint(0, 60), 2) for p in sea.forces})
        for code, sea in state.seas.items()
    }
    players = {p: player if p == viewer else hide(player, viewer, state, rng) for p, player in state.players.items()}
    return replace(state, countries=countries, seas=seas, players=players)


def hide(player: Player, viewer: int, state: State, rng: random.Random) -> Player:
    """Another player's record, his lists of opinion included."""
    known = {q: s for q, s in player.stance.items() if s == "enemy" or q == viewer}
    quiet = [q for q in state.players if q not in known and q != viewer]
    stance = {**known, **{q: "ally" for q in quiet if rng.random() < 0.5}}
    people = [0, *state.players]
    return replace(
        player,
        dollars=rng.randint(0, 50000),
        spies=rng.randint(0, 900),
        multipliers={"A": rng.randint(50, 300)},
        ease={"M": rng.randint(0, 500)},
        stance=dict(sorted(stance.items())),
        good=(rng.choice(people), 0, rng.choice(people)),
        bad=(0, rng.choice(people), 0),
    )


@pytest.mark.parametrize("variant", WORLD)
def test_what_a_player_may_not_know_changes_no_byte_of_what_he_is_sent(variant: str) -> None:
    at, rng = table("battle-plan", PLAYERS, variant), random.Random(variant)
    for _ in range(TRIES):
        before, _, played = rng.choice(rows(variant))
        viewer = rng.choice(at.system.course.awaited(played.state))
        other = changed(before, played.state, viewer, rng)
        assert sent(at, replace(played, state=other), viewer) == sent(at, played, viewer)


@pytest.mark.parametrize("variant", WORLD)
def test_what_others_wrote_and_learned_changes_no_byte_of_it_either(variant: str) -> None:
    at = table("battle-plan", PLAYERS, variant)
    _, _, played = rows(variant)[-1]
    for viewer in at.system.course.awaited(played.state)[::5]:
        own = {viewer: played.parsed[viewer]} if viewer in played.parsed else {}
        alone = replace(played, events=tuple(known_events(played, viewer)), parsed=own)
        assert sent(at, alone, viewer) == sent(at, played, viewer)


@pytest.mark.parametrize("variant", JUDGED)
def test_nobody_learns_who_listed_whom(variant: str) -> None:
    """One of two players lists a third; which of the two it was changes no byte of what any other is sent."""
    at = table("battle-plan", 6, variant)
    state = at.system.start(at.rules, at.seats, Dice(b"start", "T", 0))
    for one, two in combinations((1, 2, 3), 2):
        for order in ("5B3", "6G1 5B2"):
            games = []
            for who in (one, two):
                cards = {p: lines(f"@ {order}" if p == who else "PASS") for p in at.system.course.awaited(state)}
                first = at.turn(state, cards, SEED)
                games.append((first, at.turn(first.state, {}, SEED)))
            for a, b in zip(*games, strict=True):
                for viewer in (p for p in at.system.course.awaited(a.state) if p not in (one, two)):
                    assert sent(at, a, viewer) == sent(at, b, viewer)
                    assert known_events(a, viewer) == known_events(b, viewer)


@pytest.mark.parametrize("variant", JUDGED)
def test_a_name_on_a_list_is_on_the_printout_of_its_writer_alone(variant: str) -> None:
    at = table("battle-plan", 6, variant)
    state = at.system.start(at.rules, at.seats, Dice(b"start", "T", 0))
    played = at.turn(state, {1: lines("@ 4B3 5G2")}, SEED)
    assert "Bad=(3:[4:" in sent(at, played, 1)["classic"]
    for viewer in range(2, 7):
        assert "Bad=(3:[4:" not in sent(at, played, viewer)["classic"]


def test_an_anonymous_game_tells_no_names() -> None:
    at = table("battle-plan", 6, "anonymous")
    state = at.system.start(at.rules, at.seats, Dice(b"start", "T", 0))
    played = at.turn(state, {}, SEED)
    for viewer in range(1, 7):
        assert not [key for key, text in sent(at, played, viewer).items() if "Seat " in text]
