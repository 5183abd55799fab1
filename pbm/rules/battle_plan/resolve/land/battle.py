"""One land battle in the making: who is there, who is left, what is hit (9.3)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbm.dice import Dice
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.resolve.position import SUPPORTS, Group, Position, Salvo, Unit
from pbm.rules.battle_plan.state import Country

HOME = -1  # the serial of the country's own units in a pool
HOME_ARMY, HOME_NAVY, HOME_AIR = (HOME, "army"), (HOME, "navy"), (HOME, "air")


class Battle:
    """The forces that meet in one country. Lives within one call of the land phase only.

    `groups` are those that come here, by serial; `alive` counts what is left of them and, under
    (HOME, unit), of the country's own. `marks` and `kept` gather hits that count later.
    """

    def __init__(
        self,
        code: str,
        country: Country,
        groups: dict[int, Group],
        salvos: Sequence[tuple[int, Salvo]],
        position: Position,
        board: Map,
        *,
        expected: bool,
    ) -> None:
        self.code = code
        self.stem = f"land/{code}/"
        self.country = country
        self.groups = groups
        self.salvos = salvos
        self.position = position
        self.board = board
        self.expected = expected
        self.defender = position.commander(code)
        self.home = {"army": country.army, "navy": country.navy, "air": country.air}
        self.alive: dict[Any, int] = {serial: g.sent - g.lost - g.lost_home for serial, g in groups.items()}
        self.alive[HOME_ARMY], self.alive[HOME_NAVY], self.alive[HOME_AIR] = country.army, country.navy, country.air
        self.came = self.alive.copy()
        self.attackers: dict[Unit, list[Any]] = {"army": [], "navy": [], "air": []}
        self.defenders: dict[Unit, list[Any]] = {
            "army": [HOME_ARMY],
            "navy": [HOME_NAVY],
            "air": [HOME_AIR],
        }
        for serial, group in groups.items():
            side = self.defenders if group.code in SUPPORTS else self.attackers
            side[group.unit].append(serial)
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
        self.staying: tuple[int, ...] = ()

    def label(self, step: str) -> str:
        """The dice label of a step of this battle."""
        return self.stem + step

    def sum(self, keys: Iterable[Any]) -> int:
        """How many of these groups are alive."""
        alive = self.alive
        return sum([alive[key] for key in keys])

    def hit(self, dice: Dice, step: str, keys: Sequence[Any], hits: int) -> int:
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
        hits = min(hits, sum(sizes))
        for key, lost in zip(keys, dice.share(f"{self.stem}{step}", hits, sizes), strict=True):
            alive[key] -= lost
        return hits

    def of(self, side: dict[Unit, list[Any]], unit: Unit, wanted: Callable[[Group], bool]) -> list[Any]:
        """The groups of a side that are as wanted."""
        return [key for key in side[unit] if wanted(self.groups[key])]
