"""One land battle in the making: who is there, who is left, what is hit (BP 9.3)."""

from collections.abc import Sequence
from typing import Any

from pbm.core.dice import Dice
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.resolve.sorties import UNITS, Meeting, Sortie, Unit
from pbm.rules.battle_plan.state import Country

Pool = list[int]
"""How many are left of each of some groups of units."""


class LandBattle:
    """The forces that meet in one country. Lives within one call of the land phase, and is told after it.

    attackers, defenders: by unit a pool of the groups on that side; among the defenders the country's own units come
    first, then who supports them (BP 9.3b). The hits on Industry and on the air base count later, those that are kept
    in a counter-attack. conquerors: conquering Army by player, where several have some left. told: each step that has
    something to tell, and its numbers, as told.py names them.
    """

    stopped: tuple[int, ...] = ()
    through = 0  # missiles
    industry_hits = base_hits = 0
    kept_missiles = kept_air = 0
    excess = 0
    air_hits = 0  # hits on the defending Army by attacking AirForce
    army_before_air = 0
    captured_by = 0
    staying: tuple[int, ...] = ()

    def __init__(self, code: str, country: Country, meeting: Meeting, position: Position, orders: Orders) -> None:
        self.code = code
        self.stem = f"land/{code}/"
        self.country = country
        self.meeting = meeting
        self.position = position
        self.expected = orders.expected
        self.defender = position.commanders[code]
        came = position.left
        a, b, c, d, e, f, g = meeting.bounds
        self.attackers: dict[Unit, Pool] = {"army": came[a:b], "navy": came[c:d], "air": came[e:f]}
        self.defenders: dict[Unit, Pool] = {
            "army": [country.army, *came[b:c]],
            "navy": [country.navy, *came[d:e]],
            "air": [country.air, *came[f:g]],
        }
        self.antimissiles = country.antimissiles
        self.conquerors: dict[str, int] = {}
        self.told: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def label(self, step: str) -> str:
        """The dice label of a step of this battle."""
        return self.stem + step

    def tell(self, step: str, *facts: Any, **more: Any) -> None:
        """Remember what a step has to tell: its figures as told.py names them, and what only some battles need."""
        self.told.append((step, facts, more))

    def attacking(self, unit: Unit) -> tuple[Sortie, ...]:
        """The attacking groups of this unit, as they lie in the pool."""
        bounds, part = self.meeting.bounds, 2 * UNITS[unit]
        return self.position.away.groups[bounds[part] : bounds[part + 1]]

    def left(self) -> Pool:
        """How many are left of each group that came, in the order in which they came."""
        ours, theirs = self.attackers, self.defenders
        return [
            *ours["army"], *theirs["army"][1:], *ours["navy"], *theirs["navy"][1:], *ours["air"], *theirs["air"][1:]
        ]  # fmt: skip

    def hit(self, dice: Dice, step: str, pool: Pool, hits: int) -> int:
        """Kill `hits` units of a pool, each unit equally likely, no more than there are. Returns the dead."""
        if hits <= 0 or not pool:
            return 0
        if len(pool) == 1:
            hits = min(hits, pool[0])
            pool[0] -= hits
            return hits
        if hits >= (total := sum(pool)):
            pool[:] = [0] * len(pool)
            return total
        lost = dice.share(self.stem + step, hits, pool)
        pool[:] = [n - dead for n, dead in zip(pool, lost, strict=True)]
        return hits

    def hit_some(self, dice: Dice, step: str, pool: Pool, which: Sequence[int], hits: int) -> int:
        """The same among some groups of a pool."""
        some = [pool[k] for k in which]
        dead = self.hit(dice, step, some, hits)
        for k, n in zip(which, some, strict=True):
            pool[k] = n
        return dead
