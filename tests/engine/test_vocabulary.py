"""What the engine understands of events: one vocabulary, which every system speaks."""

import pytest

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine.turn import play
from pbm.engine.vocabulary import VOCABULARY, modern, what_is_wrong
from pbm.publish.outcome import outcome
from pbm.rules import SYSTEMS, system
from pbm.store.folder import write_json
from pbm.store.play import _told_less
from tests.games import Table

GAMES = [(name, variant) for name in sorted(SYSTEMS) for variant in system(name).variants]
TOLD = {"line": 1, "column": 1, "text": "x", "fault_kind": "invalid", "message": "x", "rule": ""}


@pytest.mark.parametrize(("name", "variant"), GAMES, ids="-".join)
@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_every_system_tells_only_such_events(name: str, variant: str, seed: bytes) -> None:
    """In games of house players, some of whom send no card, and from positions in which little is left."""
    table = Table(name, 4, variant)
    state = table.system.start(table.rules, table.seats, Dice(b"start", "T", 0))
    for turn in range(1, 7):
        cards = table.cards(state, seed)
        cards = {p: card for p, card in cards.items() if (p + turn) % 4}
        played = play(table.system, table.rules, state, cards, Dice(seed, "LAW", turn))
        assert [wrong for event in played.events if (wrong := what_is_wrong(event))] == []
        state = played.state
    for event in table.system.course.ending(state, table.rules):
        assert not what_is_wrong(event)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_end_is_told_in_its_words(name: str) -> None:
    """Two seats, of which one sends nothing, until somebody is out or the turns run out."""
    table = Table(name, 2)
    seen = set()
    state = table.system.start(table.rules, table.seats, Dice(b"start", "T", 0))
    for turn in range(1, 25):
        cards = {p: card for p, card in table.cards(state, b"end").items() if p == 1}
        played = play(table.system, table.rules, state, cards, Dice(b"end", "LAW", turn))
        assert [wrong for event in played.events if (wrong := what_is_wrong(event))] == []
        seen |= {event.kind for event in played.events}
        state = played.state
        if table.system.course.over(state):
            break
    assert "nmr" in seen


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        (Event("eliminated", "all", {"nation": 3}), "eliminated: player is missing"),
        (Event("eliminated", (1,), {"player": 3}), "eliminated: all are told of it"),
        (Event("game-over", "all", {"winner": "1"}), "game-over: winner: Expected `int`, got `str`"),
        (Event("nmr", "all", {}), "nmr: player is missing"),
        (Event("fault", (1,), {"player": 1, **TOLD}), ""),
        (Event("eliminated", "all", {"player": 3, "fleets": []}), ""),
        (Event("battle", (1,), {"nation": 3}), ""),
    ],
)
def test_what_breaks_the_vocabulary_is_named(event: Event, wrong: str) -> None:
    assert what_is_wrong(event) == wrong


def test_a_turn_of_an_older_pbm_is_read_in_the_words_of_today() -> None:
    old = Event("eliminated", "all", {"nation": 3, "fleets": [[1, "ALD"]]})
    assert modern(old) == Event("eliminated", "all", {"player": 3, "fleets": [[1, "ALD"]]})
    assert modern(Event("account", (3,), {"nation": 3})).facts == {"nation": 3}, "no word of the engine's"
    over = Event("game-over", "all", {"winner": 0, "reason": "nobody", "ranking": []})
    told = outcome([modern(old), over])
    assert told is not None
    assert told.drawn == (3,)


def test_verify_takes_the_older_word_for_the_same() -> None:
    old, new = {"nation": 3, "fleets": []}, {"player": 3, "fleets": []}
    kept, made = (write_json([Event("eliminated", "all", facts)]) for facts in (old, new))
    assert _told_less(kept, made)
    other = write_json([Event("eliminated", "all", {"nation": 4, "fleets": []})])
    assert not _told_less(other, made)


@pytest.mark.parametrize("old", ["the strait at TU was closed to you", "there is no country to spread over"])
def test_verify_takes_a_code_for_the_sentence_of_an_older_pbm(old: str) -> None:
    facts = {"order": "NT3EAS", "space": "BLA", "reason": "strait-closed", "gate": "TU"}
    made = write_json([Event("order-failed", (2,), facts)])
    kept = {"order": "NT3EAS", "space": "BLA", "reason": old}
    assert _told_less(write_json([Event("order-failed", (2,), kept)]), made)
    assert not _told_less(write_json([Event("order-failed", (2,), kept | {"space": "EAS"})]), made)
    assert not _told_less(write_json([Event("order-failed", (2,), kept | {"reason": "no-country"})]), made)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_code_of_a_reason_has_its_words(name: str) -> None:
    """And a sentence, which an older pbm recorded, is a code no system has."""
    words = system(name).setup.load(system(name).variants[0], {}).wording["reason"]
    assert words
    assert not any(" " in code for code in words)


def test_no_fact_of_the_engine_s_kinds_is_a_seat_under_another_name() -> None:
    assert not any("nation" in kind.facts or "nation" in kind.optional for kind in VOCABULARY.values())
