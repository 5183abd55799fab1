"""BP 9.3a: armies of two countries that attack each other meet at the border."""

from functools import partial

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.battle_plan.resolve.position import BattleReport, Orders, Position


def meet_at_borders(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.3a: the smaller total dies, the larger loses loser² ∕ winner and goes on; equal ones both die
    (BP HR-35).
    """
    groups, left = position.away.groups, position.left.copy()
    reports = list(position.reports)
    for x, y, ours, theirs in position.away.borders:
        sizes = [left[serial] for serial in ours], [left[serial] for serial in theirs]
        a, b = sum(sizes[0]), sum(sizes[1])
        lost = border_losses(dice, f"border/{x}-{y}", a, b)
        for serials, number, side, size in zip((ours, theirs), lost, (x, y), sizes, strict=True):
            for serial, n in zip(serials, dice.share(f"border/{x}-{y}/{side}", number, size), strict=True):
                left[serial] -= n
        players = groups[ours[0]].player, groups[theirs[0]].player
        owners = position.start.countries[x].occupier, position.start.countries[y].occupier
        reports.append(partial(_told, (x, y), players, owners, (a, b), lost))
    return replace(position, left=left, reports=tuple(reports)), []


def _told(
    codes: tuple[str, str],
    players: tuple[int, int],
    owners: tuple[int, int],
    sent: tuple[int, int],
    lost: tuple[int, int],
) -> list[BattleReport]:
    """BP 14, HR-55: strangers read who met; who controls a minor is secret."""
    groups = [
        {"name": code, "player": player, "side": "attack", "army": [number, dead]}
        for code, player, number, dead in zip(codes, players, sent, lost, strict=True)
    ]
    kinds = [
        {"name": code, "player": owner, "side": "attack", "kinds": ["army"]}
        for code, owner in zip(codes, owners, strict=True)
    ]
    head = {"space": codes[0], "other": codes[1]}
    return [BattleReport("border-fight", {**head, "groups": groups}, codes, players, {**head, "groups": kinds})]


def border_losses(dice: Dice, label: str, a: int, b: int) -> tuple[int, int]:
    """BP 4C.6: what each of two totals loses at the border."""
    if a == b:
        return a, b
    if a > b:
        return dice.round_ratio(label, b * b, a), b
    return a, dice.round_ratio(label, a * a, b)
