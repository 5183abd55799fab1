"""Battles of Naval Warfare: what a shot, a battle and a week cost, in rolls of a die with a fresh label.

    python -m tests.bench.shots [ROUNDS=5]

All figures are CPU seconds of the same rounds; medians and ratios are printed. A battle is one of ten cruisers against
ten; a week is one of twelve countries with ten cruisers each at sea, without cards.
"""

import json
import statistics
import sys
from collections.abc import Iterable

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.rules.naval_warfare.resolve import resolve
from pbm.rules.naval_warfare.resolve.battle.aftermath import close
from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.setup import lay, start, territories
from pbm.rules.naval_warfare.state import state_words
from tests.bench.powers import seconds
from tests.rules.naval_warfare.sailing import RULES, SEA, Words, acts

SHIPS, BATTLES, COUNTRIES, ROLLS = 10, 20, 12, 20_000
SEATS = tuple(Seat(p, home) for p, home in enumerate(territories()[:COUNTRIES], 1))


class Bench:
    """Two fleets that meet in one hex, and twelve that lie at sea, each alone."""

    def __init__(self) -> None:
        opening = start(RULES, SEATS, Dice(b"bench", "BENCH", 0))
        cruiser = {"hull": 4, "max": 20, "shields": 5, "weapons": "NNAB", "group": 1}
        self.two = lay(opening, _fleets(cruiser, {1: SEA, 2: SEA}), RULES)
        alone = dict(enumerate((at for at in chart().near if at not in chart().land), 1))
        self.twelve = lay(opening, _fleets(cruiser, {p: alone[20 * p] for p in range(1, COUNTRIES + 1)}), RULES)
        self.words = json.dumps(state_words(self.twelve))
        self.shots = 0

    def dice(self) -> None:
        """Rolls of twenty, each with a label as battles have them."""
        die = Dice(b"b" * 16, "BENCH", 1).die
        for k in range(ROLLS):
            die(f"b1/r1/s1/1.{k}/a", 20)

    def battles(self, seeds: Iterable[int]) -> None:
        """A battle of the two fleets for each seed."""
        for seed in seeds:
            campaign = Campaign(self.two, {}, Dice(bytes([seed]) * 16, "BENCH", 1), RULES)
            battle = SeaBattle(campaign, SEA, 12)
            battle.add_group(1, 1)
            battle.add_group(2, 1)
            close(battle, is_over=battle.play())
            self.shots += len(acts(battle, "shot")) + len(acts(battle, "fumble"))

    def week(self, *, told: bool) -> None:
        """A week without cards, for the position alone or with all that happened."""
        resolution = resolve(self.twelve, {}, Dice(b"b" * 16, "BENCH", 2), RULES)
        assert not told or resolution.events


def _fleets(cruiser: Words, where: dict[int, str]) -> Words:
    """Ten cruisers of each country in its hex; all who meet are at war."""
    foes = {p: [q for q in where if q != p and where[q] == where[p]] for p in where}
    return {
        "turn": 1,
        "countries": {str(p): {"war": foes[p]} for p in where},
        "groups": {str(p): {"1": {"hex": where[p], "stance": "A"}} for p in where},
        "ships": {str(p): {str(k): cruiser for k in range(1, SHIPS + 1)} for p in where},
    }


def main() -> None:
    """Rounds of everything; medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    bench = Bench()
    rows: dict[str, list[float]] = {}
    for _ in range(rounds):
        die = seconds(bench.dice, 1) / ROLLS
        bench.shots = 0
        fought = seconds(lambda: bench.battles(range(BATTLES)), 1)
        one, ten = seconds(lambda: bench.battles((0,))), seconds(lambda: bench.battles((0,) * 10), 1)
        bare, told = seconds(lambda: bench.week(told=False)), seconds(lambda: bench.week(told=True))
        round_of = {
            "times a roll, for a shot (goal 16)": fought / bench.shots / die,
            "times a roll, for a battle (goal 4,500)": fought / BATTLES / die,
            "times one battle, for ten of them (goal 10.5)": ten / one,
            "times json.loads of the position, for a week of twelve countries without cards (goal 10)": (
                told / seconds(lambda: json.loads(bench.words), 20)
            ),
            "of the outcome with all that happened, for the outcome alone (goal 0.6)": bare / told,
        }
        for name, value in round_of.items():
            rows.setdefault(name, []).append(value)
    print(f"{bench.shots // BATTLES} shots in a battle; {rounds} rounds, medians")
    for name, values in rows.items():
        print(f"Naval Warfare: {statistics.median(values):.2f} {name}")


if __name__ == "__main__":
    main()
