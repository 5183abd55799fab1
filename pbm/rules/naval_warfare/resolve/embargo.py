"""Embargoes, stockpiles and hunger (NW 6)."""

from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.sea import distance
from pbm.rules.naval_warfare.state import UTILITY, Embargoed
from pbm.rules.naval_warfare.tables import EMBARGOES, NAMED, TRADES

BUFFER = {"AGR": 6, "OIL": 4, "RAW": 6}
"""NW 6.2: the die of the buffer in weeks, or ships."""
WEAPONS = "weapons"


def banned(campaign: Campaign, p: int) -> str:
    """NW 6.1, 9.2: the economy whose trade an embargo of this country withholds."""
    country = campaign.country(p)
    economies = (country.economy, *(campaign.country(q).economy for q in country.taken))
    return next((code for code in economies if code in EMBARGOES), "")


def in_force(campaign: Campaign, p: int, q: int) -> bool:
    """NW 6.1, HR-41: whether the embargo of p on q is felt: an active ship of war of p within 3 hexes of q's home port,
    and no partner of the same economy delivers that is not itself under such an embargo.
    """
    target, economy = campaign.country(q), banned(campaign, p)
    home = campaign.home(q)
    if not economy or target.out or campaign.country(p).out or campaign.has_trade(q, "ALL") or not home:
        return False
    if not _is_present(campaign, p, campaign.state.ports[home].hex):
        return False
    return not any(
        r != p
        and not campaign.country(r).out
        and campaign.has_trade(r, economy)
        and not any(banned(campaign, it) == economy and r in campaign.country(it).embargo for it in campaign.living())
        for r in campaign.partners(q)
    )


def _is_present(campaign: Campaign, p: int, at: str) -> bool:
    """NW 6.1: military presence."""
    ships = [ship for ship in campaign.ships(p).values() if ship.kind != UTILITY and not ship.reserve]
    places = [campaign.place(ship, p) for ship in ships]
    return any(place and distance(place, at) <= NAMED["waters"] for place in places)


def is_free_world(campaign: Campaign) -> bool:
    """NW 2.12: whether no embargo at all is in force."""
    return not any(in_force(campaign, p, q) for p in campaign.living() for q in campaign.country(p).embargo)


def _without_raw(campaign: Campaign, p: int) -> list[Embargoed]:
    """NW 6.2: the embargoes of raw materials on a country, from their second week on."""
    cuts = campaign.country(p).cut.items()
    return [cut for q, cut in cuts if banned(campaign, q) == "RAW" and in_force(campaign, q, p)]


def has_raw(campaign: Campaign, p: int) -> bool:
    """NW 6.2, 6.3: whether there are raw materials for one more ship."""
    country = campaign.country(p)
    return "raw" not in country.short and all(country.raw or cut.buffer for cut in _without_raw(campaign, p))


def take_raw(campaign: Campaign, p: int) -> None:
    """NW 6.2: the raw materials of one ship that is built: a stockpile, else one of the buffer."""
    country = campaign.country(p)
    for cut in _without_raw(campaign, p):
        if country.raw:
            country.raw -= 1
        else:
            cut.buffer = max(0, cut.buffer - 1)


def week_end(campaign: Campaign) -> None:
    """NW 6.1 to 6.3: embargoes in force take their week; what is short in the coming one."""
    banning = [q for q in campaign.living() if campaign.country(q).embargo]
    for p in campaign.living():
        country = campaign.country(p)
        short = set()
        for q in banning:
            if p not in campaign.country(q).embargo or not in_force(campaign, q, p):
                continue
            economy = banned(campaign, q)
            good = TRADES.get(economy, WEAPONS)
            is_first = q not in country.cut
            cut = country.cut.setdefault(q, Embargoed(since=campaign.turn))
            if is_first and economy in BUFFER:
                cut.buffer = campaign.dice.die(f"buffer/{p}/{q}", BUFFER[economy])
            spent = _spend(campaign, p, good, cut, is_first=is_first)
            left = cut.buffer
            if good == WEAPONS or (not left and not getattr(country, good)):
                short.add(good)
            campaign.tell("cut-off", [p, q], by=q, of=p, good=good[0].upper(), left=left, spent=spent)
        for good in sorted(short - set(country.short)):
            if good in ("oil", "raw"):
                campaign.tell(f"out-of-{good}", "all", country=p)
        country.short = sorted(short)


def _spend(campaign: Campaign, p: int, good: str, cut: Embargoed, *, is_first: bool) -> int:
    """NW 6.2: food and oil: a stockpile is spent, else a week of the buffer, else the week was one of want; raw: the
    ships built in the first week. How many stockpiles were spent.
    """
    country = campaign.country(p)
    if good == WEAPONS:
        return 0
    if good == "raw":
        spent = 0
        for _ in range(campaign.built.get(p, 0) if is_first else 0):
            if country.raw:
                country.raw -= 1
                spent += 1
            else:
                cut.buffer = max(0, cut.buffer - 1)
        return spent
    if getattr(country, good):
        setattr(country, good, getattr(country, good) - 1)
        return 1
    if cut.buffer:
        cut.buffer -= 1
    elif good == "food":
        _hunger(campaign, p)
    return 0


def _hunger(campaign: Campaign, p: int) -> None:
    """NW 6.3, HR-42: each port loses a tenth of the people whom it had when hunger began."""
    for port in campaign.state.ports.values():
        if port.owner == p and port.people:
            port.hungry = port.hungry or port.people
            port.people = max(0, port.people - port.hungry // 10)
    campaign.tell("hunger", "all", country=p)
