"""A mailing with its stand-ins: whoever abdicated is played by the house (ED 8.8)."""

from collections.abc import Mapping

from pbm.core.dice import Dice
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.empire_deluxe.house import house
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.resolve import resolve
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.view import view


def play(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """ED 8.1, 8.8: a mailing, in which the house writes the cards of those who abdicated before it."""
    cards = {**parsed}
    for number, player in state.players.items():
        if player.house and player.alive:
            cards[number] = stand_in(state, number, dice, rules)
    return resolve(state, cards, dice, rules)


def stand_in(state: State, number: int, dice: Dice, rules: Rules) -> Parsed:
    """ED 8.8, 19: a card of the house, which sees what the player would see."""
    seen = view(state, number, rules)
    lines = house(seen, rules, dice).split("\n")
    return parse(tuple(OrderLine(k, line) for k, line in enumerate(lines, 1)), seen, rules)
