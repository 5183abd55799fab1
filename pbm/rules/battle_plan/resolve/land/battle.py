"""One land battle in the making: who is there, who is left, what is hit (9.3)."""

from collections.abc import Sequence
from typing import Any

from pbm.dice import Dice
from pbm.rules.battle_plan.resolve.position import SUPPORTS, Group, Orders, Position, Salvo, Unit
from pbm.rules.battle_plan.state import Country

Key = int | str
"""Units of a battle: the serial of a group, or the name of the unit for the country's own."""


class Battle:
    """The forces that meet in one country. Lives within one call of the land phase only.

    `groups` are those that come here, by serial; `came` counts them and the country's own units, `alive` what is
    left of them. `marks` and `kept` gather hits that count later.
    """

    def __init__(
        self,
        code: str,
        country: Country,
        groups: dict[Key, Group],
        salvos: Sequence[tuple[int, Salvo]],
        position: Position,
        orders: Orders,
    ) -> None:
        self.code = code
        self.stem = f"land/{code}/"
        self.country = country
        self.groups = groups
        self.salvos = salvos
        self.position = position
        self.board = orders.board
        self.expected = orders.expected
        self.defender = position.commander(code)
        alive: dict[Key, int] = {"army": country.army, "navy": country.navy, "air": country.air}
        self.attackers: dict[Unit, list[Key]] = {"army": [], "navy": [], "air": []}
        self.defenders: dict[Unit, list[Key]] = {"army": ["army"], "navy": ["navy"], "air": ["air"]}
        for serial, group in groups.items():
            alive[serial] = group.sent - group.lost - group.lost_home
            side = self.defenders if group.code in SUPPORTS else self.attackers
            side[group.unit].append(serial)
        self.alive = alive
        self.came = alive.copy()
        self.stopped: tuple[int, ...] = ()
        self.through = 0
        self.antimissiles = country.antimissiles
        self.marks = {"industry": 0, "air": 0}
        self.kept = [0, 0]
        self.excess = 0
        self.air_hits = 0  # hits on the defending Army by attacking AirForce
        self.army_before_air = 0
        self.told: list[dict[str, Any]] = []
        self.captured_by = 0
        self.staying: tuple[Key, ...] = ()

    def label(self, step: str) -> str:
        """The dice label of a step of this battle."""
        return self.stem + step

    def sum(self, keys: Sequence[Key]) -> int:
        """How many of these groups are alive."""
        alive = self.alive
        return alive[keys[0]] if len(keys) == 1 else sum([alive[key] for key in keys])

    def hit(self, dice: Dice, step: str, keys: Sequence[Key], hits: int) -> int:
        """Kill `hits` units among these groups, each unit equally likely, no more than there are. Returns
        the dead.
        """
        if hits <= 0 or not keys:
            return 0
        alive = self.alive
        if len(keys) == 1:
            hits = min(hits, alive[keys[0]])
            alive[keys[0]] -= hits
            return hits
        sizes = [alive[key] for key in keys]
        if hits >= (total := sum(sizes)):
            alive.update(dict.fromkeys(keys, 0))
            return total
        for key, lost in zip(keys, dice.share(f"{self.stem}{step}", hits, sizes), strict=True):
            alive[key] -= lost
        return hits
