"""The house player's cards: where the house plays a seat and no card came, it writes one (issue D, 6)."""

from collections.abc import Mapping

from pbm.core.dice import Dice
from pbm.engine import turn
from pbm.store.deadlines import house_seats
from pbm.store.loss import HOUSE
from pbm.store.play import GameTable


def with_house(table: GameTable, cards: Mapping[int, bytes]) -> dict[int, bytes]:
    """The cards of the next turn, and those of the house. The same position gives the same cards."""
    folder = table.folder
    number = folder.last + 1
    seats = house_seats(folder) - set(cards)
    if not seats:
        return dict(cards)
    state = table.state(folder.last)
    made = dict(cards)
    for player in sorted(seats & set(table.system.course.awaited(state))):
        # The name of the game stands before the turn in what is rolled, so no roll of a rule is ever rolled here.
        dice = Dice(folder.seed, f"{folder.game}/house/{player}", number)
        orders = turn.house_card(table.system, table.rules, state, player, dice)
        made[player] = f"{folder.game} T-{number} [{player}] {HOUSE}\n{orders}\nEND\n".encode()
    return dict(sorted(made.items()))
