"""Games of house players on the map of Europe, for the tests that want positions from real play."""

from collections.abc import Iterator

from pbm.core.dice import Dice
from pbm.engine.system import Seat, Sheet
from pbm.engine.turn import Cards, Played, play
from pbm.orders.form import OrderLine
from pbm.rules import system
from pbm.rules.battle_plan.state import State

BATTLE_PLAN = system("battle-plan")
RULES = BATTLE_PLAN.setup.load("europe", {})
HOMES = BATTLE_PLAN.setup.homes(RULES)[:7]
SEATS = tuple(Seat(k, home, RULES.map.spaces[home].name) for k, home in enumerate(HOMES, 1))
SHEET = Sheet("EU-7", "A test", SEATS)


def lines(text: str) -> tuple[OrderLine, ...]:
    """Order lines of a text."""
    return tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))


def house_cards(state: State, seed: bytes) -> Cards:
    """Everybody's card by the house."""
    dice = Dice(seed, "house", state.turn + 1)
    return {
        p: lines(BATTLE_PLAN.house(BATTLE_PLAN.view(state, p, RULES), RULES, dice))
        for p in BATTLE_PLAN.course.awaited(state)
    }


def turn_of(state: State, cards: Cards, seed: bytes) -> Played:
    """One turn with the dice of this seed."""
    return play(BATTLE_PLAN, RULES, state, cards, Dice(seed, "EU-7", state.turn + 1))


def game(seed: bytes, turns: int) -> Iterator[tuple[State, Cards, Played]]:
    """(state before, cards, played) of each turn."""
    state = BATTLE_PLAN.start(RULES, SEATS, Dice(b"start", "T", 0))
    for _ in range(turns):
        cards = house_cards(state, seed)
        played = turn_of(state, cards, seed)
        yield state, cards, played
        state = played.state
