"""What a player may not know changes no byte of what they get, with fog (ED 14); without it, the law of all systems."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.system import Rules, Sheet
from pbm.engine.turn import Played
from pbm.rules.empire_deluxe.variant import load
from tests.laws.test_secrecy import known_events, sent
from tests.rules.empire_deluxe import HOMES, SYSTEM
from tests.rules.empire_deluxe.hidden import changed
from tests.rules.empire_deluxe.test_games import played

SEATS, MAILINGS = 3, 14
SIZES = {"basic": {}, "standard": {"size": "30x24", "wrap": "on"}, "advanced": {"size": "30x24"}}


class AnyTable:
    """What `sent` works from."""

    def __init__(self, variant: str) -> None:
        self.system = SYSTEM
        self.rules: Rules = load(variant, SIZES[variant])
        self.sheet = Sheet("GAME", "A test", HOMES[:SEATS])


@cache
def rows(variant: str) -> tuple[tuple[Any, Played], ...]:
    """The mailings of a game; played once."""
    return tuple(played(variant, SEATS, SIZES[variant], "secret", MAILINGS))


@pytest.mark.parametrize("variant", ["advanced", "standard"])
def test_what_is_hidden_changes_no_byte(variant: str) -> None:
    at: Any = AnyTable(variant)

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        before, found = data.draw(st.sampled_from(rows(variant)), label="mailing")
        viewer = data.draw(st.sampled_from(SYSTEM.course.living(found.state)), label="viewer")
        other = changed(before, found.state, viewer, data.draw)
        assert sent(at, replace(found, state=other), viewer) == sent(at, found, viewer)

    tried()


@pytest.mark.parametrize("variant", sorted(SIZES))
def test_events_of_others_change_no_byte(variant: str) -> None:
    at: Any = AnyTable(variant)
    for _, found in rows(variant):
        for viewer in SYSTEM.course.living(found.state):
            own = {viewer: found.parsed[viewer]}
            alone = replace(found, events=tuple(known_events(found, viewer)), parsed=own)
            assert sent(at, alone, viewer) == sent(at, found, viewer)


def test_the_games_meet_and_fight() -> None:
    """The test above would hold of games in which nobody sees another."""
    for variant in ("standard", "advanced"):
        kinds = {event.kind for _, found in rows(variant) for event in found.events}
        assert {"sighted", "fight", "city-seen", "contact"} <= kinds, variant


def test_no_number_of_another_is_in_a_view() -> None:
    for _, found in rows("standard"):
        for viewer in SYSTEM.course.living(found.state):
            words = SYSTEM.words.view_to_words(SYSTEM.view(found.state, viewer, load("standard", SIZES["standard"])))
            assert all("#" not in str(icon) for icon in words.get("icons", ()))
            assert not {"census", "share", "cities_total", "serials"} & set(words)


def test_what_opened_is_told_to_nobody_else_and_names_only_what_they_know() -> None:
    """ED 13: squares alone, and those that the player has seen."""
    for variant in ("standard", "advanced"):
        for _, found in rows(variant):
            for event in found.events:
                if event.kind != "opened":
                    continue
                facts = event.facts
                assert event.seen_by == (facts["player"],)
                assert set(facts) == {"at", "player", "squares"}
                board = found.state.board
                mine = board.bits_of(found.state.players[facts["player"]].seen, "#")
                assert all(mine >> board.names[run.partition("+")[0]] & 1 for run in facts["squares"])
