"""Laws that hold in every registered rule system (design 2): written once, run over all of them."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.cards.card import read_card
from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, Sheet, System
from pbm.engine.turn import Played, check, play, printouts
from pbm.orders.form import OrderLine
from pbm.rules import SYSTEMS, system

SEED = bytes(range(16))
PLAYERS = 6
GAMES = [(name, variant) for name in sorted(SYSTEMS) for variant in system(name).variants]


def lines(text: str) -> tuple[OrderLine, ...]:
    return tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))


class Table:
    """A game of a system with house players, some turns in."""

    def __init__(self, name: str, variant: str, turns: int) -> None:
        self.system: System = system(name)
        self.rules: Rules = self.system.setup.load(variant, {})
        homes = self.system.setup.homes(self.rules)[:PLAYERS]
        self.seats = tuple(Seat(k, home, f"Seat {k}") for k, home in enumerate(homes, 1))
        self.state = self.system.start(self.rules, self.seats, Dice(b"start", "T", 0))
        for turn in range(1, turns + 1):
            self.state = self.played(turn).state

    def cards(self, turn: int) -> dict[int, tuple[OrderLine, ...] | None]:
        dice = Dice(SEED, "house", turn)
        return {
            p: lines(self.system.house(self.system.view(self.state, p, self.rules), self.rules, dice))
            for p in self.system.course.awaited(self.state)
        }

    def played(self, turn: int, cards: Any = None, state: Any = None) -> Played:
        chosen = self.cards(turn) if cards is None else cards
        return play(self.system, self.rules, state or self.state, chosen, Dice(SEED, "LAW", turn))

    def words(self, played: Played) -> str:
        events = [msgspec.to_builtins(e, str_keys=True) for e in played.events]
        return json.dumps([self.system.words.to_words(played.state), events], sort_keys=True)


@pytest.fixture(scope="module", params=GAMES, ids="-".join)
def table(request: pytest.FixtureRequest) -> Table:
    name, variant = request.param
    return Table(name, variant, turns=4)


def test_the_same_input_gives_the_same_turn(table: Table) -> None:
    assert table.words(table.played(5)) == table.words(table.played(5))


def test_a_turn_leaves_its_input_as_it_was(table: Table) -> None:
    before = json.dumps(table.system.words.to_words(table.state), sort_keys=True)
    table.played(5)
    assert json.dumps(table.system.words.to_words(table.state), sort_keys=True) == before


def test_the_order_of_the_players_does_not_matter(table: Table) -> None:
    cards = table.cards(5)
    backwards = dict(reversed(list(cards.items())))
    assert list(cards) != list(backwards)
    assert table.words(table.played(5, cards)) == table.words(table.played(5, backwards))


def test_a_state_survives_json(table: Table) -> None:
    words = table.system.words.to_words(table.state)
    again = table.system.words.from_words(json.loads(json.dumps(words)), table.rules)
    assert again == table.state
    assert table.words(table.played(5, state=again, cards=table.cards(5))) == table.words(table.played(5))


def test_a_view_survives_json(table: Table) -> None:
    for viewer in (0, *table.system.course.living(table.state)):
        view = table.system.view(table.state, viewer, table.rules)
        words = json.loads(json.dumps(table.system.words.view_to_words(view)))
        assert table.system.words.view_from_words(words) == view


def test_the_blank_card_parses_without_fault(table: Table) -> None:
    sheet = Sheet("LAW", "Laws", table.seats)
    played = table.played(5)
    for viewer, printout in printouts(
        table.system,
        table.rules,
        played.state,
        played.events,
        played.parsed,
        sheet,
        table.system.course.awaited(played.state),
    ).items():
        assert printout.blank, "a player gets a blank card"
        card = read_card("\n".join([f"LAW T-6 [{viewer}] Somebody", *printout.blank]))
        assert card.lines
        assert check(table.system, table.rules, played.state, viewer, card.lines).faults == ()


def test_a_missing_card_is_an_event(table: Table) -> None:
    cards = table.cards(5)
    absent = sorted(cards)[0]
    cards[absent] = None
    missed = [e for e in table.played(5, cards).events if e.kind == "nmr"]
    assert [e.facts["player"] for e in missed] == [absent]


def test_every_fault_becomes_an_event_of_its_player_alone(table: Table) -> None:
    cards = table.cards(5)
    player = sorted(cards)[0]
    cards[player] = lines("@ ZZZZ")
    faults = [e for e in table.played(5, cards).events if e.kind == "fault"]
    mine = [e for e in faults if e.facts["player"] == player]
    assert [e.facts["text"] for e in mine] == ["ZZZZ"]
    assert all(e.seen_by == (e.facts["player"],) for e in faults)


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_junk_never_raises(name: str, variant: str) -> None:
    """Fewer examples where a system has many variants: they share one grammar."""
    table = Table(name, variant, turns=1)
    state = table.played(2).state
    player = table.system.course.awaited(state)[0]
    forms = [str(row.get("form", "")) for row in _rows(table)]

    @settings(max_examples=150 if variant == table.system.variants[0] else 40, deadline=None)
    @given(st.text(max_size=200) | st.lists(st.sampled_from(forms) | st.text(max_size=8)).map(" ".join))
    def tried(text: str) -> None:
        parsed = check(table.system, table.rules, state, player, lines(text))
        for fault in parsed.faults:
            assert min(fault.line, fault.column) >= 1
            assert fault.message
            assert len(fault.text) <= 61

    tried()


def _rows(table: Table) -> list[dict[str, Any]]:
    from importlib import resources
    from tomllib import loads

    package = SYSTEMS[table.system.name]
    found: list[dict[str, Any]] = loads(resources.files(package).joinpath("orders.toml").read_text("utf-8"))["order"]
    return found


PLAIN = [(name, system(name).variants[0], seed, 8, 40) for name in sorted(SYSTEMS) for seed in range(5)]
OTHERS = [(name, variant, 5, 25, 12) for name, variant in GAMES if variant != system(name).variants[0]]


@pytest.mark.parametrize(("name", "variant", "seed", "players", "turns"), PLAIN + OTHERS)
def test_house_players_play_many_turns_without_an_error(
    name: str, variant: str, seed: int, players: int, turns: int
) -> None:
    """Forty turns of the plainest variant under five seeds; twelve turns of each other, with as many as 25 players."""
    game = system(name)
    rules = game.setup.load(variant, {})
    homes = game.setup.homes(rules)[:players]
    state = game.start(rules, tuple(Seat(k, home) for k, home in enumerate(homes, 1)), Dice(b"start", "T", 0))
    secret = bytes([seed]) * 16
    for turn in range(1, turns + 1):
        if game.course.over(state):
            break
        dice = Dice(secret, "house", turn)
        cards = {p: lines(game.house(game.view(state, p, rules), rules, dice)) for p in game.course.awaited(state)}
        played = play(game, rules, state, cards, Dice(secret, "soak", turn))
        assert not [e.facts for e in played.events if e.kind == "fault"], "the house writes legal cards"
        state = played.state
        assert game.words.from_words(game.words.to_words(state), rules) == state
    assert state.turn >= 1
