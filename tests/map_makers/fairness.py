"""How fair the homes of a map of Trust a Thief are: measured in games of house players, and chosen by that.

Run `python -m tests.map_makers.fairness great-archipelago` for a table of what each home comes to, by the number of
nations; with `--choose` it looks for the fairest homes of each number among those of the map, which takes minutes.

Every home is played by every number in turn, for a nation that is lower on the list shall not pass for a better home.
A game is 16 turns long; what is counted is provinces at its end. 1.0 is fair: the worst home has as many as the best.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pbm.engine.system import Rules, Seat
from pbm.rules import system
from pbm.rules.trust_a_thief.maps import Map
from tests.games import Table

TURNS = 16
OVERSEA = 2  # turns that going aboard takes beside the step: a fleet has to be built first
LOOKED_AT = 16  # sets of homes that games are played for, of those that look fairest on the map


def provinces_by_home(rules: Rules, homes: Sequence[str], games: int, label: str = "fair") -> dict[str, float]:
    """The provinces that a nation of each home has after 16 turns, on average of so many games of house players."""
    number = len(homes)
    table = Table(rules.system, number, rules=rules)
    owned = dict.fromkeys(homes, 0)
    for game in range(games):
        order = [homes[(k + game) % number] for k in range(number)]
        table.seats = tuple(Seat(p, home) for p, home in enumerate(order, 1))
        *_, (_, _, last) = table.game(f"{label} {game}".encode(), TURNS)
        for province in last.state.provinces.values():
            if province.owner:
                owned[order[province.owner - 1]] += 1
    return {home: n / games for home, n in owned.items()}


def fairness(owned: Mapping[str, float]) -> float:
    """The worst home's provinces by the best one's."""
    return min(owned.values()) / max(owned.values())


def turns_to(board: Map, home: str) -> dict[str, int]:
    """The turns from a home to each province, the building of a fleet counted."""
    found, front = {home: 0}, [home]
    while front:
        front.sort(key=lambda code: found[code])
        code = front.pop(0)
        for other in board.spaces[code].adjacent:
            aboard = board.spaces[code].land and not board.spaces[other].land
            turns = found[code] + 1 + (OVERSEA if aboard else 0)
            if turns < found.get(other, 1_000):
                found[other] = turns
                front.append(other)
    return {code: found[code] for code in board.provinces}


def unlike(turns: Mapping[str, Mapping[str, int]], homes: Iterable[str]) -> float:
    """How unlike the parts of the map are to which each of these homes is nearest: 0 where they are alike."""
    shares = dict.fromkeys(homes, 0.0)
    for code in next(iter(turns.values())):
        near = min(turns[home][code] for home in shares)
        first = [home for home in shares if turns[home][code] == near]
        for home in first:
            shares[home] += 1 / len(first)
    mean = sum(shares.values()) / len(shares)
    return sum((n - mean) ** 2 for n in shares.values()) / mean**2 / len(shares)


def fairest(rules: Rules, number: int, games: int = 48) -> tuple[str, ...]:
    """The fairest homes of the map for so many nations: those that look so, tried in games."""
    homes = rules.map.homes
    turns = {home: turns_to(rules.map, home) for home in homes}
    sets = sorted(combinations(homes, number), key=lambda some: (unlike(turns, some), some))[:LOOKED_AT]
    return max(sets, key=lambda some: (fairness(provinces_by_home(rules, some, games)), some))


def main(variant: str, *, choose: bool) -> None:
    """Print the table, or the choice as `archipelago.py` has it."""
    setup = system("trust-a-thief").setup
    rules = setup.load(variant, {})
    for number in range(2, len(rules.map.homes) + 1):
        homes = fairest(rules, number) if choose and number < len(rules.map.homes) else setup.usual(rules, number)
        owned = provinces_by_home(rules, homes, 96, "measured")
        told = ", ".join(f"{home} {n:.1f}" for home, n in owned.items())
        print(f"{number:>2} {fairness(owned):.2f}  {told}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], choose="--choose" in sys.argv)
