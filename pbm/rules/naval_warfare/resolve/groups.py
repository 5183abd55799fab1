"""SeaBattle groups (NW 4.10): who sails with whom, where to, and how they fight."""

from pbm.orders.form import Order
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.resolve.dockyard import number
from pbm.rules.naval_warfare.state import BattleGroup
from pbm.rules.naval_warfare.tables import NAMED

COURSES = ("MOVE", "PATROL", "HUNT", "HOMEWARD", "ATTACK", "STAY")
SETTINGS = ("STANCE", "TARGET", "KILL", "FLASH", "RETREAT", "CALL", "HELP")
MODES = ("DEFEND", "ASHORE", "STRIKE")


def muster(campaign: Campaign) -> None:
    """NW 4.10, 11.3: before the days: ships join and leave groups, courses and stances are set."""
    for p in campaign.living():
        for order in campaign.orders(p, "JOIN", "PART"):
            if (p, order.operands["k"]) not in campaign.new:
                _join(campaign, p, order) if order.code == "JOIN" else _leave(campaign, p, order)
        _set(campaign, p, set(campaign.groups(p)))
        _fly(campaign, p)


def muster_new(campaign: Campaign) -> None:
    """NW 1.2: at the week's end ships of this week join the groups of the card."""
    for p in campaign.living():
        before = set(campaign.groups(p))
        for order in campaign.orders(p, "JOIN"):
            if (p, order.operands["k"]) in campaign.new:
                _join(campaign, p, order)
        _set(campaign, p, set(campaign.groups(p)) - before)


def _join(campaign: Campaign, p: int, order: Order) -> None:
    """NW 4.10, 4.9, HR-26: a ship in the same hex, 12 in a group, 5 with an admiral; a new group is where it is."""
    g, k = number(order.place), order.operands["k"]
    ship = campaign.ships(p).get(k)
    if ship is None or ship.reserve or ship.away:
        campaign.failed(p, order, "no-ship")
        return
    at = campaign.place(ship, p)
    group = campaign.groups(p).get(g)
    if group is not None and group.hex != at:
        campaign.failed(p, order, "elsewhere")
        return
    together = [campaign.ships(p)[it] for it in campaign.sailing(p, g) if it != k] + [ship]
    most = NAMED["admiral_group" if any(it.admiral for it in together) else "group"]
    if len(together) > most:
        campaign.failed(p, order, "group")
        return
    old = ship.group
    campaign.groups(p).setdefault(g, BattleGroup(hex=at))
    ship.group, ship.port = g, ""
    if old and old != g and not campaign.sailing(p, old):
        del campaign.groups(p)[old]


def _leave(campaign: Campaign, p: int, order: Order) -> None:
    """NW 11.3: a ship leaves its group and lies in the port where that is, an own one or an ally's."""
    g, k = number(order.place), order.operands["k"]
    ship = campaign.ships(p).get(k)
    if ship is None or ship.group != g or g not in campaign.groups(p):
        campaign.failed(p, order, "no-ship")
        return
    code = campaign.port_at(campaign.groups(p)[g].hex)
    if not code or not campaign.allied(p, campaign.state.ports[code].owner):
        campaign.failed(p, order, "no-port")
        return
    ship.group, ship.port = 0, code
    if not campaign.sailing(p, g):
        del campaign.groups(p)[g]


def _set(campaign: Campaign, p: int, groups: set[int]) -> None:
    """NW 11.3: what is kept of these groups; of courses of several kinds the last one counts."""
    courses: dict[int, list[Order]] = {}
    for order in campaign.orders(p, *COURSES, *SETTINGS):
        g = number(order.place)
        if g not in groups:
            continue
        if order.code in COURSES:
            so_far = courses.get(g, [])
            goes_on = order.code == "MOVE" and so_far and so_far[-1].code == "MOVE"
            courses[g] = [*so_far, order] if goes_on else [order]
        else:
            _setting(campaign.groups(p)[g], order)
    for g, orders in courses.items():
        group = campaign.groups(p)[g]
        group.course = [order.text.rpartition(" ")[2] for order in orders if order.code != "STAY"]
        group.post, group.back = group.hex if orders[0].code == "PATROL" else "", False


def _setting(group: BattleGroup, order: Order) -> None:
    values, code = order.operands, order.code
    if code == "STANCE":
        group.stance = values["s"]
    elif code == "TARGET":
        group.target = "T" + values["t"]
    elif code == "KILL":
        group.kill = bool(values["n"])
    elif code == "FLASH":
        group.flash = bool(values["n"])
    elif code == "RETREAT":
        group.retreat = values["n"]
    elif code == "CALL":
        group.calls = values["k"]
    else:
        group.helps = values["p"]


def _fly(campaign: Campaign, p: int) -> None:
    """NW 5.16: what aircraft of a platform or a ship do."""
    for order in campaign.orders(p, *MODES):
        code = {"DEFEND": "MD", "ASHORE": "MS"}.get(order.code) or f"MA{order.operands['to']}"
        if order.place.startswith("P"):
            platform = campaign.state.platforms.get(p, {}).get(number(order.place))
            if platform:
                platform.mode = code
        elif (k := number(order.place)) in campaign.ships(p):
            campaign.ships(p)[k].mode = code
