"""A house player has no favourites: whom it robs and fights depends on dice and the position, never on a number or on
a name. On the Tarrock Isles every home is like every other, so whoever does better there is better liked.
"""

from collections import Counter

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
