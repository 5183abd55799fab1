"""Task forces: read from orders, sent out, grouped, brought home (GE 1.9, 5, 7)."""

from collections.abc import Iterable

import msgspec

from pbm.orders.form import Order
from pbm.rules.gunboat_empires.checks import force_of
from pbm.rules.gunboat_empires.resolve.battle import count, of_kinds
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.tables import NAMED, Counts, tables


class TaskForce(msgspec.Struct):
    """GE 1.9: units that start in one region with one plot. number: its place in the phase."""

    player: int
    number: int
    order: Order
    mission: str
    start: str
    plot: list[str]
    units: Counts
    to: str = ""

    @property
    def target(self) -> str:
        """The last region of its plot."""
        return self.plot[-1]

    @property
    def entered_from(self) -> str:
        """GE 5.5: the last region before the target, the start if it passes none."""
        return self.plot[-2] if len(self.plot) > 1 else self.start


class JointForce(msgspec.Struct):
    """GE 5.5: task forces of one player with one target and mission, which fight as one; the first decides."""

    player: int
    mission: str
    target: str
    came_from: str
    units: Counts
    to: str = ""
    number: int = 0
    start: str = ""
    order: Order | None = None


MISSIONS = {"GAB": "GA"}
SCOUTS = ("NR", "GR")


def numbered(campaign: Campaign, player: int, *codes: str) -> list[tuple[int, Order]]:
    """GE HR-46: the task forces of a phase, numbered as the card gives them."""
    return [*enumerate(campaign.given(player, *codes), 1)]


def sent(campaign: Campaign, player: int, codes: tuple[str, ...], refused: str, phase: int) -> list[TaskForce]:
    """GE 1.10, 5.4, 7.1, HR-12 to HR-14: the task forces of a country whose plots hold, their units taken out of their
    regions in order; who controls what is read now.
    """
    found = []
    for number, order in numbered(campaign, player, *codes):
        plot = list(order.operands["plot"])
        if any(campaign.owner[code] != player for code in (order.place, *plot[:-1])):
            campaign.failed(player, order, "control")
            continue
        if refused and order.place in campaign.in_phase_2:
            campaign.failed(player, order, refused)
            continue
        wanted = force_of(order)
        mission = MISSIONS.get(order.code, order.code)
        units = campaign.take_out(order.place, wanted)
        force = TaskForce(player, number, order, mission, order.place, plot, units, order.operands.get("to", ""))
        why = lacks(campaign, force, phase)
        if why:
            campaign.failed(player, order, why)
            campaign.put_in(order.place, units)
            continue
        found.append(force)
    return found


def lacks(campaign: Campaign, force: TaskForce, phase: int) -> str:
    """GE 5.7, 7.3, 7.4: why what is left of a task force cannot go; or nothing."""
    units, table = force.units, tables().units
    if not count(units):
        return "no-units"
    if force.mission in ("IN", "GA", "AT") and not of_kinds(units, "army"):
        return "needs"
    if phase == 2:
        nation = campaign.nations[force.player]
        planes = of_kinds(units, "air")
        if len(force.plot) - 1 > 1 + nation.power("naval_move"):
            return "too-far"
        if planes and not nation.power("air_in_phase_2"):
            return "needs"
        if planes and len(force.plot) > 1 and not _carriers(units):
            return "carrier"
    if phase == 4 and any(table[kind].kind not in ("army", "air") for kind in units):
        return "needs"
    return ""


def _carriers(units: Counts) -> int:
    return units.get(NAMED["units"]["carrier"], 0)


def grouped(forces: Iterable[TaskForce]) -> list[JointForce]:
    """GE 5.5: the task forces by target and mission, in the order of the lowest number."""
    found: dict[tuple[str, str, int], JointForce] = {}
    for force in forces:
        is_alone = force.mission in SCOUTS  # each reports for itself, and goes back to its own start
        key = force.target, force.mission, force.number if is_alone else 0
        if key not in found:
            found[key] = JointForce(
                player=force.player,
                mission=force.mission,
                target=force.target,
                came_from=force.entered_from,
                units={},
                to=force.to,
                number=force.number,
                start=force.start,
                order=force.order,
            )
        together = found[key].units
        for kind, number in force.units.items():
            together[kind] = together.get(kind, 0) + number
    return [*found.values()]


def in_order(campaign: Campaign, level: str) -> list[int]:
    """GE 5.3, HR-11: the players by falling efficiency; ties change from turn to turn."""
    return sorted(
        campaign.players,
        key=lambda player: (-campaign.nations[player].level(level), (player - campaign.turn) % 28),
    )
