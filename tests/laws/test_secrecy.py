"""Non-interference in every registered system: what a player may not know changes no byte of what he is sent.

What he may not know is written down a second time, from the rules and not from `view`: a system's tests have a module
`hidden` with `changed(before, state, viewer, draw)`, the state with everything changed that is hidden from the viewer.
"""

import json
from importlib import import_module
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.grid import GridView
from pbm.engine.turn import Played, figures, printouts
from pbm.rules import SYSTEMS
from pbm.site.history.turn_series import make_leaf
from pbm.site.maps.chart import draw_grid
from pbm.site.pages import Turn
from tests.games import Table, games, table

SEEDS = (b"s" * 16, b"t" * 16)
TURNS = 9


def changed(name: str, before: Any, state: Any, viewer: int, draw: Any) -> Any:
    """The state as it might be as well for all that the viewer may know."""
    return import_module(f"tests.rules.{SYSTEMS[name].rpartition('.')[2]}.hidden").changed(before, state, viewer, draw)


def sent(at: Table, played: Played, viewer: int) -> dict[str, str]:
    """All that the viewer and the public get after a turn, as text."""
    out = printouts(at.system, at.rules, played.state, played.events, played.parsed, at.sheet, (0, viewer))
    texts = {f"printout {v}": json.dumps(msgspec.to_builtins(p, str_keys=True)) for v, p in out.items()}
    # What the site keeps of the public's turn: its share in charts, data files and replay.
    turn = Turn(played.state.turn, "", out[0], series=figures(at.system, at.rules, played.state, played.events, (0,)))
    texts["leaf"] = repr(make_leaf(turn, None))
    texts["classic"] = textprint.render(out[viewer])
    texts["maps"] = "".join([draw_grid(drawn) for drawn in out[viewer].maps if isinstance(drawn, GridView)])
    for seen in (0, viewer):
        view = at.system.view(played.state, seen, at.rules)
        texts[f"figures {seen}"] = str(figures(at.system, at.rules, played.state, played.events, (seen,)))
        texts[f"view {seen}"] = json.dumps(at.system.words.view_to_words(view))
    return texts


def known_events(played: Played, viewer: int) -> list[Any]:
    return [e for e in played.events if e.seen_by == "all" or viewer in e.seen_by]


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_a_player_may_not_know_changes_no_byte_of_what_he_is_sent(name: str) -> None:
    at = table(name)

    @settings(max_examples=80, deadline=None)
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        rows = games(name, TURNS, *SEEDS)
        _, before, _, played = rows[data.draw(st.integers(0, len(rows) - 1), label="row")]
        viewer = data.draw(st.sampled_from(at.system.course.awaited(played.state)), label="viewer")
        other = changed(name, before, played.state, viewer, data.draw)
        assert sent(at, replace(played, state=other), viewer) == sent(at, played, viewer)

    tried()


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_others_wrote_and_learned_changes_no_byte_of_it_either(name: str) -> None:
    at = table(name)
    for _, _, _, played in games(name, TURNS, *SEEDS)[1::4]:
        for viewer in at.system.course.awaited(played.state):
            own = {viewer: played.parsed[viewer]} if viewer in played.parsed else {}
            alone = replace(played, events=tuple(known_events(played, viewer)), parsed=own)
            assert sent(at, alone, viewer) == sent(at, played, viewer)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_turn_played_on_both_tells_nothing_more(name: str) -> None:
    at = table(name)

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        rows = games(name, TURNS - 1, *SEEDS)
        seed, before, _, last = rows[data.draw(st.integers(0, len(rows) - 1), label="row")]
        viewer = data.draw(st.sampled_from(at.system.course.awaited(last.state)), label="viewer")
        other = changed(name, before, last.state, viewer, data.draw)
        cards = at.cards(last.state, seed)
        one, two = at.turn(last.state, cards, seed), at.turn(other, cards, seed)
        assert one.parsed[viewer] == two.parsed[viewer], "a card is read by the view alone"
        if known_events(one, viewer) == known_events(two, viewer):
            views = [at.system.words.view_to_words(at.system.view(p.state, viewer, at.rules)) for p in (one, two)]
            if views[0] == views[1]:
                assert sent(at, one, viewer) == sent(at, two, viewer)

    tried()
