"""Who learns what of a turn (TT 5.7, 7.1, 7.2): every event of many turns, and who may infer what."""

import json
from typing import Any

import msgspec
import pytest

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine.turn import play
from tests.games import games, lines, table

NAME = "trust-a-thief"
SEEDS = (b"a" * 16, b"b" * 16, b"c" * 16)
PUBLIC = {"battle", "sea-battle", "captured", "claimed", "eliminated", "game-over", "nmr"}
OWN = {  # the fact that names the one player who knows
    "account": "nation",
    "built": "nation",
    "disbanded": "nation",
    "caravans": "nation",
    "escort-report": "to",
    "stolen": "by",
    "fault": "player",
}


def test_every_event_is_seen_by_all_or_by_the_one_it_concerns() -> None:
    kinds = set()
    for _, _, _, played in games(NAME, 30, *SEEDS):
        for event in played.events:
            kinds.add(event.kind)
            if event.kind in PUBLIC:
                assert event.seen_by == "all", event
            elif event.kind == "order-failed":
                assert len(event.seen_by) == 1
            else:
                assert event.seen_by == (event.facts[OWN[event.kind]],), event
    assert {"battle", "sea-battle", "captured", "claimed", "stolen", "escort-report", "caravans"} <= kinds


def test_an_escort_alone_names_a_thief() -> None:
    """TT 5.7: what a sender sees of a theft is his total, and the thief where an escort saw him."""
    for _, _, _, played in games(NAME, 30, *SEEDS):
        for event in played.events:
            if event.kind == "caravans":
                assert event.facts.keys() == {"nation", "sent", "returned", "escorts", "to"}
            if event.kind == "escort-report":
                sender, thief = event.facts["to"], event.facts["thief"]
                own = [e for e in played.events if e.kind == "caravans" and e.facts["nation"] == sender]
                escorts = {q: n for q, _, n in own[0].facts["to"]}
                assert 0 < event.facts["escorted"] <= escorts[thief]


def told(events: tuple[Event, ...], viewer: int) -> list[Any]:
    seen = [e for e in events if e.seen_by == "all" or viewer in e.seen_by]
    return [msgspec.to_builtins(e, str_keys=True) for e in seen]


@pytest.mark.parametrize("thieves", [("@ 1S2", "PASS"), ("PASS", "@ 1S2"), ("@ 1S1", "@ 1S1")])
def test_of_two_partners_the_sender_cannot_tell_who_stole(thieves: tuple[str, str]) -> None:
    """TT 5.7: whoever stole, the sender is told the same: 4 of 6 returned. Totals of gold are public, and he is left to
    guess.
    """
    at = table(NAME)
    state = at.system.words.lay(
        at.system.start(at.rules, at.seats, Dice(b"start", "T", 0)),
        {"nations": {"1": {"gold": 9}, "2": {}, "3": {}}},
        at.rules,
    )

    cards = {1: lines("@ 2K3 3K3"), 2: lines(thieves[0]), 3: lines(thieves[1])}
    played = play(at.system, at.rules, state, cards, Dice(b"", "x", 1))
    mine = [e for e in told(played.events, 1) if e["kind"] in ("caravans", "account", "escort-report", "stolen")]
    assert json.dumps(mine) == json.dumps(
        [
            {
                "kind": "caravans",
                "seen_by": [1],
                "facts": {"nation": 1, "sent": 6, "returned": 4, "escorts": 0, "to": [[2, 3, 0], [3, 3, 0]]},
            },
            {
                "kind": "account",
                "seen_by": [1],
                "facts": {
                    "nation": 1,
                    "lines": [
                        ["start", "", 9],
                        ["caravans", "2K3", -3],
                        ["caravans", "3K3", -3],
                        ["left", "", 3],
                        ["tax", "", 3],
                        ["returned", "4", 8],
                        ["upkeep", "2", -2],
                        ["end", "", 12],
                    ],
                },
            },
        ]
    )
