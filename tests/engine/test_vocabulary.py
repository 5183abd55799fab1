"""What the engine understands of events: one vocabulary, which every system speaks."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.core.outcome import Outcome
from pbm.engine.turn import play
from pbm.engine.vocabulary import gone, modern, outcome, what_is_wrong
from pbm.rules import SYSTEMS, system
from pbm.store.folder import write_json
from pbm.store.play import _told_less
from tests.games import Table
from tests.systems import SHIPPED

GAMES = [(name, variant) for name in sorted(SYSTEMS) for variant in system(name).variants]
THIEF, PLAN = system("trust-a-thief").words, system("battle-plan").words
PACKAGE = Path(__file__).parents[2] / "pbm"
TOLD = {"line": 1, "column": 1, "text": "x", "fault_kind": "invalid", "message": "x", "rule": ""}


@pytest.mark.parametrize(("name", "variant"), GAMES, ids="-".join)
@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_every_system_tells_only_such_events(name: str, variant: str, seed: bytes) -> None:
    """In games of house players, some of whom send no card, and from positions in which little is left."""
    table = Table(name, 4, variant)
    course = table.system.course
    state = table.system.start(table.rules, table.seats, Dice(b"start", "T", 0))
    for turn in range(1, 7):
        cards = table.cards(state, seed)
        cards = {p: card for p, card in cards.items() if (p + turn) % 4}
        played = play(table.system, table.rules, state, cards, Dice(seed, "LAW", turn))
        assert [w for event in played.events if (w := what_is_wrong(event, course.out, course.seat))] == []
        state = played.state
    for event in course.ending(state, table.rules):
        assert not what_is_wrong(event, course.out, course.seat)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_end_is_told_in_its_words(name: str) -> None:
    """Two seats, of which one sends nothing, until somebody is out or the turns run out."""
    table = Table(name, 2)
    course = table.system.course
    seen = set()
    state = table.system.start(table.rules, table.seats, Dice(b"start", "T", 0))
    for turn in range(1, 25):
        cards = {p: card for p, card in table.cards(state, b"end").items() if p == 1}
        played = play(table.system, table.rules, state, cards, Dice(b"end", "LAW", turn))
        assert [w for event in played.events if (w := what_is_wrong(event, course.out, course.seat))] == []
        seen |= {event.kind for event in played.events}
        state = played.state
        if course.over(state):
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
    old, renamed = Event("eliminated", "all", {"nation": 3, "fleets": [[1, "ALD"]]}), THIEF.renamed
    assert modern(old, renamed) == Event("eliminated", "all", {"player": 3, "fleets": [[1, "ALD"]]})
    assert modern(Event("account", (3,), {"nation": 3}), renamed).facts == {"nation": 3}, "no word of the engine's"
    over = Event("game-over", "all", {"winner": 0, "reason": "nobody", "ranking": []})
    told = outcome([modern(old, renamed), over])
    assert told is not None
    assert told.drawn == (3,)


def test_verify_takes_the_older_word_for_the_same() -> None:
    old, new = {"nation": 3, "fleets": []}, {"player": 3, "fleets": []}
    kept, made = (write_json([Event("eliminated", "all", facts)]) for facts in (old, new))
    assert _told_less(kept, made, THIEF)
    other = write_json([Event("eliminated", "all", {"nation": 4, "fleets": []})])
    assert not _told_less(other, made, THIEF)


@pytest.mark.parametrize("old", ["the strait at TU was closed to you", "there is no country to spread over"])
def test_verify_takes_a_code_for_the_sentence_of_an_older_pbm(old: str) -> None:
    facts = {"order": "NT3EAS", "space": "BLA", "reason": "strait-closed", "gate": "TU"}
    made = write_json([Event("order-failed", (2,), facts)])
    kept = {"order": "NT3EAS", "space": "BLA", "reason": old}
    assert _told_less(write_json([Event("order-failed", (2,), kept)]), made, PLAN)
    assert not _told_less(write_json([Event("order-failed", (2,), kept | {"space": "EAS"})]), made, PLAN)
    assert not _told_less(write_json([Event("order-failed", (2,), kept | {"reason": "no-country"})]), made, PLAN)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_code_of_a_reason_has_its_words(name: str) -> None:
    """And a sentence, which an older pbm recorded, is a code no system has."""
    words = system(name).setup.load(system(name).variants[0], {}).wording["reason"]
    assert words
    assert not any(" " in code for code in words)


def test_what_a_seat_and_its_end_are_called_is_the_system_s() -> None:
    """A game of countries, in which `out` says who is."""
    course = replace(system("battle-plan").course, out="out", seat="country")
    events = [Event("out", "all", {"country": 2}), Event("out", (1,), {"country": 3}), Event("eliminated", "all", {})]
    over = Event("game-over", "all", {"winner": 0})
    assert course.gone(events) == (2,)
    assert course.outcome(events) is None
    assert course.outcome([*events, over]) == Outcome(drawn=(2,))
    assert what_is_wrong(events[0], course.out, course.seat) == ""
    assert what_is_wrong(Event("out", "all", {"player": 2}), course.out, course.seat) == "out: country is missing"
    assert gone([Event("eliminated", "all", {"player": 4})]) == (4,)


def test_a_system_may_tell_its_end_in_words_of_its_own() -> None:
    course = replace(system("battle-plan").course, told=lambda events: Outcome((len([*events]),)))
    assert course.outcome([Event("anything", "all", {})]) == Outcome((1,))


def test_the_engine_has_no_word_for_a_seat_but_player() -> None:
    """Nation and the like are words of games, and stand in their rules."""
    words = re.compile(r"[\"'](nation|captain|power)[\"']")
    files = [path for path in PACKAGE.rglob("*.py") if "rules" not in path.relative_to(PACKAGE).parts]
    assert [f"{path}: {found}" for path in files for found in words.findall(path.read_text("utf-8"))] == []
