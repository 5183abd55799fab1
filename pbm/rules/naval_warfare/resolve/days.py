"""The seven days of a week (NW 3.5): repairs, movement step by step, contacts, strikes, detection."""

from pbm.rules.naval_warfare.resolve import contacts, strikes
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Key, Menacing, Repair
from pbm.rules.naval_warfare.resolve.dockyard import harbour, has_berth
from pbm.rules.naval_warfare.resolve.works import full_structure, rebuilding
from pbm.rules.naval_warfare.sea import FAR
from pbm.rules.naval_warfare.state import UTILITY, BattleGroup
from pbm.rules.naval_warfare.tables import BASES, NAMED

DAYS = 7
OCCUPY = "occupy"
STEPS = 8
"""NW 3.5: the most hexes of a day, of merchant marines."""


def sail(campaign: Campaign) -> None:
    """NW 3.5, HR-01: not in the founding week."""
    if campaign.is_founding:
        return
    for number, menace in sorted(campaign.state.menaces.items()):
        standing = Menacing(menace.hex, menace.event, number=number)
        standing.ships = menace.ships
        campaign.menacing.append(standing)
    campaign.detected = contacts.detect(campaign, is_told=False)
    contacts.incidents(campaign)
    for day in range(1, DAYS + 1):
        campaign.day = day
        campaign.fought, campaign.retired = set(), set()
        campaign.avoiding = {}
        _mend(campaign)
        _occupy(campaign)
        left = _hexes(campaign)
        for step in range(1, STEPS + 1):
            moved = _step(campaign, left)
            contacts.meet(campaign, moved, is_first=step == 1)
            if step > 1 and not moved:
                break
        strikes.strike(campaign)
        campaign.detected = contacts.detect(campaign, is_told=True)
    _close_repairs(campaign)


def _hexes(campaign: Campaign) -> dict[Key, int]:
    """NW 3.5, 2.12, 6.3, HR-20: every group with somewhere to go rolls 1d4; without oil nobody rolls. A leg that begins
    where it ends is done.
    """
    found = {}
    for p in campaign.living():
        if "oil" in campaign.country(p).short:
            continue
        twice = 2 if campaign.has_trade(p, "MER") else 1
        for g, group in sorted(campaign.groups(p).items()):
            while group.course[:1] == [f"M{group.hex}"]:
                group.course = group.course[1:]
            if goal(campaign, p, group) not in ("", group.hex):
                found[p, g] = twice * campaign.dice.die(f"move/{campaign.day}/{p}.{g}", 4)
    return found


def goal(campaign: Campaign, p: int, group: BattleGroup) -> str:
    """NW 3.5: the hex to which a group is under way; empty where it lies."""
    if not group.course:
        return ""
    order, ways = group.course[0], campaign.ways(p)
    if order == "H":
        code = campaign.haven(p, group.hex)
        return campaign.state.ports[code].hex if code else ""
    if order[0] == "M":
        return order[1:]
    if order[0] == "P":
        return group.post if group.back else order[1:]
    if order[0] == "I":
        prey = [
            campaign.groups(q)[g].hex
            for q, g in campaign.detected.get(p, ())
            if q == int(order[1:]) and g in campaign.groups(q)
        ]
        near = min(((ways.length(group.hex, at), at) for at in prey), default=(FAR, ""))
        return near[1] if near[0] < FAR else ""
    port = campaign.state.ports.get(order[1:])
    return port.hex if port else ""


def _step(campaign: Campaign, left: dict[Key, int]) -> dict[Key, str]:
    """NW 3.5, HR-20: all groups with hexes left move one hex at the same time; where each of them came from. Enemies
    who would change places meet in the hex of the lower number (NW 5.1).
    """
    plans: dict[Key, tuple[str, str]] = {}
    for (p, g), hexes in left.items():
        group = campaign.groups(p).get(g)
        if group is None or not hexes or (p, g) in campaign.fought:
            continue
        to = goal(campaign, p, group)
        after = campaign.ways(p).step(group.hex, to) if to else group.hex
        if after != group.hex:
            plans[p, g] = group.hex, after
    targets = {key: after for key, (_, after) in plans.items()}
    for one, (start, after) in plans.items():
        for other, (their_start, their_after) in plans.items():
            if (
                one < other
                and (start, after) == (their_after, their_start)
                and contacts.is_wanted(campaign, one, other)
            ):
                targets[one] = targets[other] = min(start, after)
    moved = {}
    for (p, g), (start, _) in plans.items():
        group = campaign.groups(p)[g]
        group.hex = targets[p, g]
        left[p, g] -= 1
        moved[p, g] = start
        _arrive(campaign, p, group)
    return moved


def _arrive(campaign: Campaign, p: int, group: BattleGroup) -> None:
    """NW 3.5: a leg of a route is done; a patrol turns round; who has come home or to the port stays."""
    if not group.course:
        return
    order = group.course[0]
    if order[0] == "M" and group.hex == order[1:]:
        group.course = group.course[1:]
    elif order[0] == "P" and group.hex in (order[1:], group.post):
        group.back = group.hex == order[1:]


def _mend(campaign: Campaign) -> None:
    """NW 3.5, 4.12, 5.17: that day's points of repairs and rebuilding, paid as they are done."""
    today: dict[tuple[int, str, str | int], int] = {}
    for job in campaign.repairs:
        what = job.by, job.kind, job.key
        points = min(job.left, _points(campaign, job, today.get(what, 0)))
        if points <= 0:
            continue
        dollars = job.cost(points)
        if not campaign.can_pay(job.by, dollars):
            job.left = 0
            campaign.failed(job.by, job.order, "money")
            continue
        campaign.country(job.by).money -= dollars
        today[what] = today.get(what, 0) + points
        job.paid += dollars
        job.done += points
        job.first, job.last = job.first or campaign.day, campaign.day
        job.left -= points
        if job.kind == "rebuild":
            campaign.state.ports[str(job.key)].structure += points
        elif job.kind == "mend":
            campaign.state.platforms[job.by][int(job.key)].hp += points
        else:
            campaign.ships(job.by)[int(job.key)].hp += points


def _points(campaign: Campaign, job: Repair, done: int) -> int:
    """The points that one day gives a job, as things are now; done: what it has given to others for the same place."""
    by = job.by
    if job.kind == OCCUPY:  # done where it is paid
        return 0
    if job.kind == "rebuild":
        port = campaign.state.ports[str(job.key)]
        return min(NAMED["points_a_day"] - done, full_structure(port) - port.structure) if port.owner == by else 0
    if job.kind == "mend":
        platform = campaign.state.platforms.get(by, {}).get(int(job.key))
        return min(NAMED["points_a_day"] - done, BASES[platform.kind].hp - platform.hp) if platform else 0
    ship = campaign.ships(by).get(int(job.key))
    code = harbour(campaign, by, ship) if ship else ""
    if ship is None or not code or not campaign.state.ports[code].dock:
        return 0
    if ship.port and not has_berth(campaign, by, int(job.key)):
        return 0
    most: int = NAMED["strong_repair_day" if campaign.has(by, "WRK") else "repair_day"]
    return min(most - done, ship.max - ship.hp)


def _close_repairs(campaign: Campaign) -> None:
    """NW 16: each job is one row of the account."""
    codes = {"repair": "repair", "rebuild": "rebuild", "mend": "mend", OCCUPY: "rebuild"}
    for job in campaign.repairs:
        if job.paid:
            row: list[int | str] = [codes[job.kind], -job.paid, job.key, job.done]
            if job.kind == "repair":
                ship = campaign.ships(job.by).get(int(job.key))
                row += [ship.port if ship else "", job.first, job.last]
            campaign.ledgers[job.by].append(row)


def _occupy(campaign: Campaign) -> None:
    """NW 5.17: whoever lies before a disarmed port that is half ruined with four destroyers or larger rebuilds it."""
    for p, order in campaign.all_orders("OCCUPY"):
        code = order.operands["to"]
        port = campaign.state.ports.get(code)
        if port is None or not may_occupy(campaign, p, code) or campaign.unpaid.get((p, code)):
            continue
        points = min(NAMED["points_a_day"], full_structure(port) - port.structure)
        dollars, each = rebuilding(campaign, p)
        price = -(-points * dollars // each)
        if points and not campaign.can_pay(p, price):
            campaign.unpaid[p, code] = True
            campaign.failed(p, order, "money")
            continue
        port.occupier = p
        port.structure += points
        campaign.country(p).money -= price
        job = next((it for it in campaign.repairs if (it.by, it.kind, it.key) == (p, OCCUPY, code)), None)
        if job is None:
            job = Repair(p, OCCUPY, code, 0, (dollars, each), order)
            campaign.repairs.append(job)
        job.paid += price
        job.done += points


def may_occupy(campaign: Campaign, p: int, code: str) -> bool:
    """NW 5.17: whether a port may be rebuilt and taken: an enemy's, disarmed, half ruined when it began, four ships of
    hull 3 or more in its hex.
    """
    port = campaign.state.ports[code]
    if port.weapons or not campaign.hostile(p, port.owner):
        return False
    if port.occupier != p and 2 * port.structure > full_structure(port):
        return False
    there = [
        ship for ship in campaign.ships(p).values() if ship.group and campaign.groups(p)[ship.group].hex == port.hex
    ]
    least, needed = int(NAMED["occupier_hull"]), int(NAMED["occupiers"])
    return sum(ship.hull >= least and ship.kind != UTILITY for ship in there) >= needed
