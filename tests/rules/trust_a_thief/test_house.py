"""A house player has no favourites: whom it robs and fights depends on dice and the position, never on a number or on
a name. On the Tarrock Isles every home is like every other, so whoever does better there is better liked.
"""

import re
from collections import Counter

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from tests.games import Table

NATIONS = 8


def test_standing_thefts_fall_on_all_numbers_alike() -> None:
    """All of them used to rob the lowest number for the rest of the game."""
    table = Table("trust-a-thief", NATIONS, "archipelago")
    victims = Counter[int]()
    for game in range(12):
        *_, (_, _, last) = table.game(f"no favourites {game}".encode(), 8)
        filed = [order for nation in last.state.nations.values() for order in nation.standing.values()]
        victims.update(int(order.split("S")[0]) for order in filed)
    assert victims.total() > 48
    assert set(victims) == set(range(1, NATIONS + 1))
    assert max(victims.values()) < victims.total() / 4, victims


def test_neither_low_numbers_nor_homes_that_come_first_in_the_alphabet_do_worse() -> None:
    """Homes go round, so that a number has each of them equally often. They came to 7 and 12 % less."""
    table = Table("trust-a-thief", NATIONS, "archipelago-even")
    homes = [seat.home for seat in table.seats]
    assert homes == sorted(homes)
    numbers, named = Counter[bool](), Counter[bool]()
    for game in range(16 * NATIONS):
        shift = game % NATIONS
        table.seats = tuple(Seat(k + 1, homes[(k + shift) % NATIONS]) for k in range(NATIONS))
        *_, (_, _, last) = table.game(f"numbers {game}".encode(), 24)
        for province in last.state.provinces.values():
            if owner := province.owner:
                numbers[owner <= NATIONS // 2] += 1
                named[(owner - 1 + shift) % NATIONS < NATIONS // 2] += 1
    for halves in (numbers, named):
        assert min(halves.values()) > 0.92 * max(halves.values()), halves


def test_no_province_of_its_own_is_preferred_for_its_name() -> None:
    """Where only one of several can have a Town or an army, each of them gets it now and then."""
    table = Table("trust-a-thief", NATIONS, "archipelago-even")
    several = Counter[int]()
    for state, _, _ in table.game(b"own places", 30):
        for player in table.system.course.awaited(state):
            view = table.system.view(state, player, table.rules)
            dice = [Dice(b"%d" % number, "house", state.turn + 1) for number in range(12)]
            cards = [table.system.house(view, table.rules, it) for it in dice]
            several[len({*re.findall(r"^@([A-Z]{3}) .*\bB[AT]", "\n".join(cards), re.MULTILINE)})] += 1
    assert sum(times for places, times in several.items() if places > 2) > 20, several
