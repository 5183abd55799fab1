"""Generated positions of Empire Deluxe: worlds of the game's own maker, with as many units as one likes.

Units stand in groups, each with orders to go to a goal 5 to 30 squares from its middle, to which a way leads. Whoever
owns a region has its cities, and knows as much of the world as is said.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.board import Bits, Squares
from pbm.rules.empire_deluxe.kinds import table
from pbm.rules.empire_deluxe.resolve.campaign import Campaign
from pbm.rules.empire_deluxe.setup import looked
from pbm.rules.empire_deluxe.state import Icon, Player, State, Unit
from pbm.rules.empire_deluxe.ways import Routes
from tests.rules.empire_deluxe import HOMES, SYSTEM

GROUP = 5
NEAREST, FARTHEST = 5, 30
KINDS = "ARDATADRACAFDATRADASATRCADRTAF"
"""Which kinds groups are of, one after the other, so that few units and many are of the same."""
FREE = 3
"""One city in so many is nobody's."""
PRODUCTS = "AAR"
AGE = 40
OPTIONS = {"contact": "off", "pace": "5"}
"""Nobody's contact halts a mailing; each has five game turns."""


class Position(NamedTuple):
    """A position, its rules, and what its printouts say above."""

    rules: Rules
    state: State
    sheet: Sheet


@cache
def empty_world(width: int, height: int, players: int) -> tuple[Rules, State]:
    """A world before the first mailing; made once, for a large one takes seconds."""
    rules = SYSTEM.setup.load("advanced", OPTIONS | {"size": f"{width}x{height}"})
    return rules, SYSTEM.start(rules, HOMES[:players], Dice(b"bench", "BENCH", 0))


@cache
def crowd(width: int, height: int, units: int, *, players: int = 6, reach: int = 0) -> Position:
    """A position of so many units in all. reach: how far from their start cities players have units, 0 anywhere in
    their regions; twice as far they know the world, or all of it.
    """
    rules, start = empty_world(width, height, players)
    board, dice = start.board, Random(f"{width}x{height}/{units}/{reach}")
    homes = {city.owner: board.names[city.at] for city in start.cities.values() if city.owner}
    regions = _regions(board, homes, reach)
    owners = {}
    for code, city in start.cities.items():
        who = next((p for p, squares in regions.items() if squares >> board.names[city.at] & 1), 0)
        owners[code] = city.owner or (who if dice.randrange(FREE) else 0)
    cities = {
        code: replace(city, owner=owners[code], product=dice.choice(PRODUCTS) if owners[code] else "", progress=1)
        for code, city in start.cities.items()
    }
    state = replace(start, turn=AGE, at=5 * AGE, cities=cities)
    taken = {board.names[city.at] for city in cities.values()}
    placed = {
        player: dict(enumerate(_units(state, rules, player, (regions[player], taken), share, dice), 1))
        for player, share in zip(homes, _shares(units, players), strict=True)
    }
    known = board.all if not reach else 0
    everybody = {
        player: _player(it, board, known or board.within(1 << homes[player], 2 * reach), placed[player])
        for player, it in state.players.items()
    }
    state = looked(replace(state, units=placed, players=everybody), rules)
    SYSTEM.words.check(state, tuple(state.players), rules)
    return Position(rules, state, Sheet("ED-9", "Bench", HOMES[:players]))


def _shares(units: int, players: int) -> list[int]:
    return [units // players + (k < units % players) for k in range(players)]


def _regions(board: Squares, homes: dict[int, int], reach: int) -> dict[int, Bits]:
    """For each player the squares nearer to their start than to that of anybody else, up to a reach."""
    squares = {player: 1 << home for player, home in homes.items()}
    free = board.all & ~sum(squares.values())
    for _ in range(reach or max(board.width, board.height)):
        for player in squares:
            more = board.spread(squares[player]) & free
            squares[player] |= more
            free ^= more
    return squares


def _player(player: Player, board: Squares, known: Bits, units: dict[int, Unit]) -> Player:
    return replace(player, seen=tuple(board.marked(known, "#", "-")), serial=len(units))


def sighted(state: State, many: int) -> State:
    """The same position in which each player has lately seen so many units of others."""
    dice, players = Random(many), {}
    for number, player in state.players.items():
        others = [(p, n, unit) for p, units in state.units.items() if p != number for n, unit in units.items()]
        old = {f"{p}#{n}": Icon(unit.kind, p, unit.at, state.at - 1) for p, n, unit in dice.sample(others, 2 * many)}
        more = [key for key in old if key not in player.icons][: max(0, many - len(player.icons))]
        players[number] = replace(player, icons=player.icons | {key: old[key] for key in more})
    return replace(state, players=players)


def cards(state: State) -> dict[int, tuple[OrderLine, ...]]:
    """Everybody's card, with an order of two parts for each unit: that which it has."""
    return {
        player: tuple(
            OrderLine(k, f"@#{number} {'>'.join(unit.queue)}") for k, (number, unit) in enumerate(units.items(), 1)
        )
        for player, units in state.units.items()
    }


def _units(
    state: State, rules: Rules, player: int, where: tuple[Bits, set[int]], many: int, dice: Random
) -> Iterator[Unit]:
    """So many units of a player, in groups that have one goal each. where: the player's region, and the squares that
    are taken, to which theirs are added; planes begin in cities.
    """
    campaign, board = Campaign(state, Dice(b"", "", 0), rules), state.board
    towns = [town.at for town in campaign.cities_of(campaign.sides[player])]
    region, taken = where
    places = {name: list(board.squares(ground & region)) for name, ground in campaign.grounds.items()}
    made, first = 0, (player - 1) * many // GROUP
    while made < many:
        kind = table(rules.variant).kinds[KINDS[(first + made // GROUP) % len(KINDS)]]
        name, flies = campaign.ground_of(kind), kind.range > 0
        ground = campaign.grounds[name]
        middle, goal = _way(board, ground, towns if flies else places[name], 8 if flies else FARTHEST, dice)
        free = [at for at, _ in board.around(middle, 3) if ground >> at & 1 and at not in taken]
        there = f"M{board.name(goal)}"
        queue = (there, "R", "*") if flies else (there, "S")
        for at in ([middle] * GROUP if flies else free)[: min(GROUP, many - made)]:
            taken.add(at)
            made += 1
            yield Unit(kind.code, board.name(at), fuel=kind.range, queue=queue)


def _way(board: Squares, ground: Bits, places: list[int], most: int, dice: Random) -> tuple[int, int]:
    """One of the places and a square of a ground 5 to that many squares away, to which a way leads."""
    while True:
        middle = dice.choice(places)
        y, x = divmod(middle, board.width)
        i, j = x + dice.randint(-most, most), y + dice.randint(-most, most)
        goal = j * board.width + i
        if not (0 <= i < board.width and 0 <= j < board.height and ground >> goal & 1):
            continue
        steps = Routes(board, goal, ground | 1 << middle).steps(middle)
        if steps is not None and board.distance(middle, goal) >= NEAREST and steps <= 2 * FARTHEST:
            return middle, goal
