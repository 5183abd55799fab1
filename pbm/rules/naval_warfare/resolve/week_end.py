"""The end of a week (NW 3.6): ports taken, ships back, experience and levels, who is out, the end."""

from pbm.rules.naval_warfare.ending import ending
from pbm.rules.naval_warfare.resolve import embargo
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.resolve.days import may_occupy
from pbm.rules.naval_warfare.resolve.diplomacy import choose, politics
from pbm.rules.naval_warfare.resolve.groups import muster_new
from pbm.rules.naval_warfare.resolve.works import full_structure
from pbm.rules.naval_warfare.setup import strengthen
from pbm.rules.naval_warfare.shipyard import TOP_CAPTAIN
from pbm.rules.naval_warfare.state import UTILITY, Port, Ship, trade_of
from pbm.rules.naval_warfare.tables import FLAK, LEVELS, NAMED, WEAPONS

LAST_SHIP_LEVEL, ABILITY_LEVELS, RAISE_LEVELS = 5, (4, 10), (3, 6)
CHANGE_LEVELS = {5: 500, 10: 750}
"""NW 7.4, 2.12.1: a free change of economy, or for an all around power so many dollars."""


def end(campaign: Campaign) -> None:
    """NW 3.6: in this order."""
    if not campaign.is_founding:
        embargo.week_end(campaign)
        _capture(campaign)
        _return(campaign)
        _reload(campaign)
        _ship_exp(campaign)
    for p, economy in campaign.economies.items():
        campaign.country(p).economy = economy
    politics(campaign)
    _levels(campaign)
    _reserve(campaign)
    muster_new(campaign)
    _who_is_out(campaign)
    _the_end(campaign)
    for p, ledger in campaign.ledgers.items():
        if not campaign.country(p).out:
            ledger.append(["after", campaign.country(p).money])
            campaign.tell("account", [p], country=p, rows=ledger)


def _capture(campaign: Campaign) -> None:
    """NW 5.17, HR-40: a port that its occupier has rebuilt whole changes hands."""
    rebuilding = set()
    for p, order in campaign.all_orders("OCCUPY"):
        code = order.operands["to"]
        port = campaign.state.ports.get(code)
        if port is None or port.occupier != p or campaign.unpaid.get((p, code)) or not may_occupy(campaign, p, code):
            continue
        rebuilding.add(code)
        if port.structure >= full_structure(port):
            _take(campaign, p, code, port)
    for code, port in campaign.state.ports.items():
        if code not in rebuilding:
            port.occupier = 0


def _take(campaign: Campaign, p: int, code: str, port: Port) -> None:
    """NW 5.17: its new owner's experience and stockpiles; what the old owner had there is lost or leaves."""
    old, exp = port.owner, NAMED["exp"]
    points = exp["home_taken" if port.home else "taken"]
    if port.razed_by == p:
        points -= exp["home_razed" if port.home else "razed"]
    port.owner, port.occupier, port.razed_by = p, 0, 0
    campaign.gain_exp(p, points, "port-taken")
    if not port.spoils:
        number = campaign.dice.die(f"spoils/{code}/1", 6 if port.home else 4) + 2 * port.home
        good = trade_of(campaign.state, port)
        setattr(campaign.country(p), good, getattr(campaign.country(p), good) + number)
        port.spoils = True
    campaign.tell("port-taken", "all", port=code, by=p, structure=port.structure)
    platforms = campaign.state.platforms.get(old, {})
    for k in [k for k, platform in platforms.items() if platform.port == code]:
        del platforms[k]
    for q in campaign.living():
        for k, ship in list(campaign.ships(q).items()):
            if ship.port != code or campaign.allied(q, p):
                continue
            haven = campaign.haven(q, port.hex) or next(iter(campaign.held(q)), "")
            if haven:
                ship.port = haven
            else:
                campaign.country(q).captains += bool(ship.captain)
                campaign.remove(q, k, port.hex)


def _return(campaign: Campaign) -> None:
    """NW 8.39: ships come back from duty with a victory or two; the country gains experience."""
    is_first = True
    for p in campaign.living():
        back = [(k, ship) for k, ship in sorted(campaign.ships(p).items()) if ship.away and ship.away <= campaign.turn]
        home = campaign.base(p)
        for k, ship in back:
            wins = campaign.dice.die(f"event/wins/{p}.{k}", 2)
            ship.away, ship.port = 0, home
            ship.victories += wins
            ship.exp += wins * NAMED["battle_exp"]["victory"]
        if back:
            label = "event/exp" if is_first else f"event/exp/{p}"
            campaign.gain_exp(p, campaign.dice.die(label, 4), "duty")
            is_first = False


def _reload(campaign: Campaign) -> None:
    """NW 5.17, HR-57: guns and batteries are full again, unless an enemy lies in the hex."""
    groups = [(q, group) for q in campaign.living() for group in campaign.groups(q).values()]
    for code, port in campaign.state.ports.items():
        if any(group.hex == port.hex and campaign.hostile(port.owner, q) for q, group in groups):
            continue
        for gun in port.weapons:
            gun.load = 2 * WEAPONS[gun.w].load
        for platforms in campaign.state.platforms.values():
            for platform in platforms.values():
                if platform.port == code:
                    for battery in platform.aa:
                        battery.load = FLAK[battery.a].load


def _ship_exp(campaign: Campaign) -> None:
    """NW 5.15, 7.1, HR-53: of several battles against the same country in a week the best counts."""
    words = {3: "victories", 2: "standoffs", 1: "defeats"}
    for (p, k), battles in sorted(campaign.scores.items()):
        ship = campaign.ships(p).get(k)
        if ship is None:
            continue
        counted: set[int] = set()
        for points, against, battle in sorted(battles, key=lambda row: -row[0]):
            if not against & counted:
                campaign.tell("exp", [p], country=p, ship=k, points=points, why="battle", battle=battle)
                counted |= against
                ship.exp += points
                setattr(ship, words[points], getattr(ship, words[points]) + 1)
    for p in campaign.living():
        for k, ship in sorted(campaign.ships(p).items()):
            _ship_levels(campaign, p, k, ship)


def _ship_levels(campaign: Campaign, p: int, k: int, ship: Ship) -> None:
    """NW 7.1: a captain for the pool with each level; with the fifth another special, or an admiral."""
    while ship.kind != UTILITY and ship.level < LAST_SHIP_LEVEL and ship.exp >= NAMED["ship_levels"][ship.level]:
        ship.level += 1
        country = campaign.country(p)
        country.captains += 1
        campaign.tell("ship-level", [p], country=p, ship=k, level=ship.level)
        if ship.level < LAST_SHIP_LEVEL:
            continue
        if country.prefs.get("LS") == 1:
            campaign.promote(p, ship.captain - 3)
        else:
            campaign.outfit(p, k)


def _levels(campaign: Campaign) -> None:
    """NW 7.4: level after level, each with its bonuses."""
    for p in campaign.living():
        country = campaign.country(p)
        while country.level < len(LEVELS) and country.exp >= LEVELS[country.level + 1].exp:
            country.level += 1
            campaign.tell("level", "all", country=p, level=country.level)
            _bonuses(campaign, p, country.level)


def _bonuses(campaign: Campaign, p: int, level: int) -> None:
    """NW 7.4, 2.8, 4.9, HR-05: what a level gives; one bonus is given up for an admiral, captains for an airfield."""
    country, row = campaign.country(p), LEVELS[level]
    given_up = str(country.prefs.get(f"LV{level}", ""))
    if level == 5 and given_up == "F":
        country.platforms += 1
    elif given_up != "C":
        country.captains += row.captains
    if given_up != "D":
        campaign.pay(p, row.dollars, "level", level)
    if given_up != "S":
        country.active += row.active
    if level in RAISE_LEVELS and given_up != "P":
        country.raises += 1
    roll = campaign.dice.die(f"people/{p}/{level}", 20)
    place = str(country.prefs.get("PP", ""))
    port = campaign.state.ports.get(place if place in campaign.held(p) else campaign.home(p))
    if port is not None and port.owner == p:
        port.people += roll * NAMED["people_level"]
    if level in CHANGE_LEVELS:
        if country.economy == "ALL":
            campaign.pay(p, CHANGE_LEVELS[level], "level", level)
        else:
            country.free_changes += 1
    if given_up != "X":
        _extra(campaign, p, level)
    if given_up in ("C", "D", "S", "P", "X"):
        campaign.promote(p)


def _extra(campaign: Campaign, p: int, level: int) -> None:
    """NW 7.4: what else a level gives: an ability, a port, a super ship and better captains, an annexation."""
    country = campaign.country(p)
    if level in ABILITY_LEVELS:
        campaign.learn(p)
        choose(campaign, p)
    elif level == 6:
        country.free_ports += 1
    elif level == 7:
        country.supers += 1
        for ship in campaign.ships(p).values():
            ship.captain = min(TOP_CAPTAIN, ship.captain + bool(ship.captain))
    elif level == 9:
        country.annex += 1


def _reserve(campaign: Campaign) -> None:
    """NW 2.6, HR-04: the lowest numbers of the reserve take the places of active ships that were lost."""
    for p in campaign.living():
        for _, ship in sorted(campaign.ships(p).items()):
            if ship.reserve and campaign.active(p) < campaign.country(p).active:
                ship.reserve = False


def _who_is_out(campaign: Campaign) -> None:
    """NW 9.1, 9.2: a country that has no port, own or an ally's, is out: taken over by who holds all its own."""
    for p in campaign.living():
        owners = {port.owner for port in campaign.state.ports.values() if port.founder == p}
        if campaign.held(p) or any(campaign.allied(p, q) for q in owners):
            continue
        if len(owners) == 1:
            _taken_over(campaign, p, owners.pop())
        else:
            _out(campaign, p, 0)


def _taken_over(campaign: Campaign, p: int, by: int) -> None:
    """NW 9.2: 75 experience, the privilege of its economy, its abilities and its whole pay."""
    country, taker = campaign.country(p), campaign.country(by)
    campaign.tell("taken-over", "all", country=p, by=by)
    taker.taken = sorted({*taker.taken, p, *country.taken})
    for code in country.abilities:
        if code not in taker.abilities and code != "CHO":
            strengthen(campaign.state, by, code)
    campaign.gain_exp(by, NAMED["exp"]["country"], "country")
    _out(campaign, p, by)
    _levels(campaign)


def _out(campaign: Campaign, p: int, by: int) -> None:
    """NW 9.1: its ships are scuttled, its treaties end."""
    country = campaign.country(p)
    country.out = True
    for table in (campaign.state.ships, campaign.state.groups, campaign.state.platforms):
        table.pop(p, None)
    for name in ("war", "peace", "allies", "trade", "secret", "embargo"):
        setattr(country, name, [])
    country.cut, country.short, country.standing = {}, [], {}
    for q in campaign.living():
        other = campaign.country(q)
        for name in ("war", "peace", "allies", "trade", "secret", "embargo"):
            setattr(other, name, [it for it in getattr(other, name) if it != p])
        other.cut.pop(p, None)
    campaign.tell("out", "all", country=p, by=by)


def _the_end(campaign: Campaign) -> None:
    """NW 9.3, HR-48: one country is left, or all that are left are allied, or the last week is over."""
    state, there = campaign.state, campaign.living()
    is_won = len(state.countries) > 1 and len(there) <= 1
    is_shared = any(country.out for country in state.countries.values()) and all(
        campaign.allied(p, q) for p in there for q in there
    )
    if not (is_won or is_shared or campaign.turn >= NAMED["weeks"]):
        return
    state.ended = True
    campaign.events += ending(state, campaign.rules)
