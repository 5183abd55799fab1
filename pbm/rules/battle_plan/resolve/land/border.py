"""9.3a: armies of two countries that attack each other meet at the border."""

from functools import partial

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event
from pbm.rules.battle_plan.resolve.position import Group, Orders, Position, Report


def meet_at_borders(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.3a: the smaller total dies, the larger loses loser² ∕ winner and goes on; equal ones both die
    (HR-35).
    """
    crossing: dict[tuple[str, str], list[int]] = {}
    for serial, group in position.groups.items():
        if group.code in ("AC", "AB") and group.origin in position.countries:
            crossing.setdefault((group.origin, group.target), []).append(serial)
    groups = dict(position.groups)
    reports = list(position.reports)
    for x, y in sorted([(x, y) for x, y in crossing if x < y and (y, x) in crossing]):
        ours, theirs = crossing[x, y], crossing[y, x]
        a, b = _total(groups, ours), _total(groups, theirs)
        lost = border_losses(dice, f"border/{x}-{y}", a, b)
        for serials, number, side in ((ours, lost[0], x), (theirs, lost[1], y)):
            sizes = [groups[s].alive for s in serials]
            dead = dice.share(f"border/{x}-{y}/{side}", number, sizes)
            for serial, n in zip(serials, dead, strict=True):
                groups[serial] = groups[serial].after(n)
        facts = {
            "space": x,
            "other": y,
            "groups": [
                {"name": code, "player": groups[serials[0]].player, "side": "attack", "army": [total, dead]}
                for code, serials, total, dead in ((x, ours, a, lost[0]), (y, theirs, b, lost[1]))
            ],
        }
        fighters = (groups[ours[0]].player, groups[theirs[0]].player)
        reports.append(partial(tuple, (Report("border-fight", facts, (x, y), fighters),)))
    return replace(position, groups=groups, reports=tuple(reports)), []


def border_losses(dice: Dice, label: str, a: int, b: int) -> tuple[int, int]:
    """4C.6: what each of two totals loses at the border."""
    if a == b:
        return a, b
    if a > b:
        return dice.round_ratio(label, b * b, a), b
    return a, dice.round_ratio(label, a * a, b)


def _total(groups: dict[int, Group], serials: list[int]) -> int:
    return sum(groups[serial].alive for serial in serials)
