"""The event of the week (NW 3.3, 8): one roll of a hundred on the table of the rule book."""

from collections.abc import Callable

from pbm.rules.naval_warfare.resolve.campaign import Campaign, Menacing, Monster
from pbm.rules.naval_warfare.resolve.contacts import jets
from pbm.rules.naval_warfare.resolve.pay import lose, toll
from pbm.rules.naval_warfare.resolve.squadrons import fit
from pbm.rules.naval_warfare.sea import chart, distance
from pbm.rules.naval_warfare.shipyard import MENACE, Wish, pirate
from pbm.rules.naval_warfare.state import UTILITY, Gift, Menace, Merchant, Ship
from pbm.rules.naval_warfare.tables import ADMIRALS, ADVANCEMENTS, NAMED, Happening, happening

BOOMS = {
    6: "RAW",
    22: "OIL",
    42: "AGR",
    50: "MER",
    52: "MAN",
    60: "TRA",
    64: "TOU",
    78: "COM",
    80: "WEA",
    90: "IND",
    96: "ALL",
}
"""NW 8.51: whose economy booms, by the highest roll of the row."""
BOOM = 15
TREASURES = {8: 60, 26: 12, 62: 100, 84: 15}
LOSSES = {16: 8, 86: 20}
MERCHANTS = {12: "raw", 32: "food", 98: "oil"}
STANDING = {34: (33, 3), 54: (53, 1), 66: (65, 25), 88: (87, 2)}
"""NW 8: menaces that stay: the event by its lowest roll, and their ships."""
FLEETS = {4: 6, 24: 15, 76: 2, 100: 5}
BOUNTIES = {56: 10, 94: 5}
FAR_OFF = 3
"""NW 3.7, HR-21: how far from a home port standing menaces appear."""
LAW = 4
"""NW 8.39, 8.57: weeks for which a country has the name of pirate."""
SMALL = 3
RACE_DAYS = 7
RACES = {36: 20, 68: 15}


def event(campaign: Campaign) -> None:
    """NW 3.3, HR-46, HR-47: from the second week on; the roller goes round the living countries."""
    state = campaign.state
    if campaign.is_founding or state.options.get("events") == "off" or not campaign.living():
        return
    roller = next((p for p in campaign.living() if p >= state.roller), campaign.living()[0])
    roll = campaign.dice.die("event", 100)
    row = happening(roll)
    chosen = WHAT[row.kind](campaign, row, roller)
    facts = {"roll": roll, "what": row.kind, "roller": roller}
    campaign.tell("event", "all", **facts, **({"chosen": chosen} if chosen else {}))
    state.roller = next((p for p in campaign.living() if p > roller), campaign.living()[0])


def _choose(campaign: Campaign, number: int = 1, but: int = 0) -> int:
    """NW 8, HR-46: a country by a die among the living."""
    there = [p for p in campaign.living() if p != but]
    return there[campaign.dice.die(f"event/choose/{number}", len(there)) - 1] if there else 0


def _ship_of(campaign: Campaign, p: int, most: int = 6) -> int:
    """NW 8: the ship of `EP`, else the lowest number in port, else the lowest; 0 where there is none so small."""
    ships = {
        k: ship
        for k, ship in campaign.ships(p).items()
        if ship.hull <= most and not ship.away and not ship.reserve and ship.kind != UTILITY
    }
    named = campaign.country(p).prefs.get("EP", 0)
    if named in ships:
        return int(named)
    if most < 6:
        return min(ships, default=0)
    return min((k for k, ship in ships.items() if ship.port), default=min(ships, default=0))


def _incident(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.2: two ships fight by mistake."""
    one = _choose(campaign)
    other = _choose(campaign, 2, but=one)
    if one and other:
        pair = (one, _ship_of(campaign, one, SMALL)), (other, _ship_of(campaign, other, SMALL))
        if all(k for _, k in pair):
            campaign.incidents.append(pair)
    return one


def next_pirate(campaign: Campaign) -> int:
    """The lowest number that no pirate has yet."""
    used = [k for menace in campaign.state.menaces.values() for k in menace.ships]
    used += [k for menace in campaign.menacing for k in menace.ships]
    used += [menace.monster.number for menace in campaign.menacing if menace.monster]
    return max(used, default=0) + 1


def _pirates(campaign: Campaign, number: int, wish: Wish | None = None) -> dict[int, Ship]:
    """NW 5.18: so many pirate ships."""
    first = next_pirate(campaign)
    return {k: pirate(campaign.dice, k, wish) for k in range(first, first + number)}


def _attack(
    campaign: Campaign, target: int, what: int, number: int, *, wish: Wish | None = None, bounty: int = 0
) -> None:
    """NW 3.7: pirates, or with `number` 0 a monster, appear beside the target's home port on the first day."""
    home = campaign.home(target)
    if not home:
        return
    menace = Menacing(campaign.state.ports[home].hex, what, target=target, bounty=bounty)
    if number:
        menace.ships = _pirates(campaign, number, wish)
    else:
        menace.monster = _monster(campaign)
    campaign.menacing.append(menace)


def _monster(campaign: Campaign) -> Monster:
    """NW 5.18: what a sea monster is like."""
    k = next_pirate(campaign)
    die, label = campaign.dice.die, f"monster/{k}"
    special = NAMED["monster_specials"][die(f"{label}/special", 4) - 1]
    return Monster(k, die(f"{label}/attacks", 4) + 1, die(f"{label}/hp", 8) * 5 + 15, die(f"{label}/type", 6), special)


def _fleet(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.4: pirates attack."""
    if row.to == 46:
        _attack(campaign, roller, 45, campaign.dice.die("event/ships", 4))
        return 0
    chosen = _choose(campaign)
    _attack(campaign, chosen, row.to - 1, FLEETS[row.to])
    if row.kind == "armada" and (other := _choose(campaign, 2, but=chosen)):
        _attack(campaign, other, row.to - 1, FLEETS[row.to])
    return chosen


def _boom(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.51, 8.96: all countries of one economy earn 15."""
    for p in campaign.living():
        if campaign.country(p).economy == BOOMS[row.to]:
            campaign.pay(p, BOOM, "event", row.to - 1)
            campaign.tell("boom", "all", country=p, dollars=BOOM)
    return 0


def _treasure(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.62: money that is found."""
    chosen = _choose(campaign) if row.to == 26 else 0
    _find(campaign, chosen or roller, TREASURES[row.to], row)
    return chosen


def _find(campaign: Campaign, p: int, dollars: int, row: Happening) -> None:
    campaign.pay(p, dollars, "event", row.to - 1)
    campaign.tell("treasure", "all", country=p, dollars=dollars)


def _renegade(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.17: a super ship attacks the roller."""
    _attack(campaign, roller, 9, 1, wish=Wish(5, "", is_super=True))
    return 0


def _merchant(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.12: stockpiles for sale to the roller, who answers on next week's card."""
    kind = MERCHANTS[row.to]
    number, price = campaign.dice.die("event/number", 12), campaign.dice.die("event/price", 10) + 10
    campaign.state.offers.merchant = Merchant(kind, number, price, roller, campaign.turn)
    campaign.tell("merchant", [roller], good=kind[0].upper(), number=number, price=price)
    return 0


def _beast(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.14: a sea monster."""
    if row.kind == "treasure_monster":
        _find(campaign, roller, 45, row)
    chosen = 0 if row.to in (20, 56) else _choose(campaign)
    _attack(campaign, chosen or roller, row.to - 1, 0, bounty=BOUNTIES.get(row.to, 0))
    return chosen


def _loss(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.16, 8.86: everybody loses."""
    for p in campaign.living():
        lose(campaign, p, LOSSES[row.to], "event", row.to - 1)
    return 0


def _dreadnought(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.17: a pirate dreadnought."""
    chosen = _choose(campaign)
    _attack(campaign, chosen, 17, 1, wish=Wish(6, ""))
    return chosen


def _jets(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.28: two pirate jets attack a ship."""
    chosen = _choose(campaign)
    if chosen and (k := _ship_of(campaign, chosen)):
        jets(campaign, chosen, k)
    return chosen


def _workers(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.29."""
    chosen = _choose(campaign)
    lose(campaign, chosen, 5, "event", row.to - 1)
    return chosen


def _standing(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 3.7, 8.34, 8.53, HR-21: pirates that stay three hexes from the roller's home port."""
    what, ships = STANDING[row.to]
    number = max(campaign.state.menaces, default=0) + 1
    home = campaign.home(roller)
    at = campaign.state.ports[home].hex if home else "0101"
    where = min(it for it in chart().near if it not in chart().land and distance(it, at) == FAR_OFF)
    menace = Menace(hex=where, roller=roller, event=what, since=campaign.turn, ships=_pirates(campaign, ships))
    campaign.state.menaces[number] = menace
    toll(campaign, number, what, roller)
    return 0


def _race(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.67: a race of those who have named a ship for it: seven dice of four; equals race again."""
    racing = []
    for p in campaign.living():
        ship = campaign.ships(p).get(int(campaign.country(p).prefs.get("ER", 0)))
        if ship and not (ship.away or ship.reserve) and (row.kind != "dash" or ship.hull == 1):
            racing.append(p)
    day = 1
    while racing:
        ran = {}
        for p in racing:
            dice = sum(campaign.dice.die(f"race/{p}/{it}", 4) for it in range(day, day + RACE_DAYS))
            ran[p] = dice * (2 if campaign.has_trade(p, "MER") else 1)
        best = [p for p in racing if ran[p] == max(ran.values())]
        if len(best) == 1:
            _find(campaign, best[0], RACES[row.to], row)
            return best[0]
        racing, day = best, day + RACE_DAYS
    return 0


def _hurricane(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.37: a ship holds by its morale, or is lost with its captain."""
    chosen = _choose(campaign)
    k = _ship_of(campaign, chosen) if chosen else 0
    if k:
        ship = campaign.ships(chosen)[k]
        together = [campaign.ships(chosen)[it] for it in campaign.sailing(chosen, ship.group)] if ship.group else [ship]
        admiral = max(it.admiral for it in together)
        led = ADMIRALS[admiral].morale if admiral else 0
        if campaign.dice.die("event/morale", 100) > campaign.morale(ship) + led:
            at = campaign.place(ship, chosen)
            campaign.remove(chosen, k, at)
            facts = {"country": chosen, "ship": k, "hull": ship.hull, "by": MENACE, "name": ship.name}
            campaign.tell("sunk", "all" if campaign.flags.get(chosen) == k else [chosen], **facts)
    return chosen


def _gift(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.38: a carrier that the roller may buy next week."""
    campaign.state.offers.gift = Gift(roller, campaign.turn)
    return 0


def _duty(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.39: three ships in port serve the coast guard, or their country has the name of pirate."""
    country = campaign.country(roller)
    if country.prefs.get("ED", 1) == 0:
        country.pirate = campaign.turn + LAW
        return 0
    ships = campaign.ships(roller)
    lying = [k for k, it in sorted(ships.items()) if it.port and not it.reserve and not it.away and it.kind != UTILITY]
    weeks = campaign.dice.die("event/weeks", 4)
    for k in lying[:SMALL]:
        ships[k].away, ships[k].port = campaign.turn + weeks, ""
    return 0


def _strike(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.44: two to four countries lose 30 between them, the rest of the division from the first."""
    there = list(campaign.living())
    number = min(len(there), campaign.dice.die("event/count", 3) + 1)
    hit = []
    for index in range(1, number + 1):
        hit.append(there.pop(campaign.dice.die(f"event/choose/{index}", len(there)) - 1))
    for index, p in enumerate(hit):
        lose(campaign, p, 30 // number + (30 % number if not index else 0), "event", row.to - 1)
    return hit[0]


def _evidence(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.57: a country has the name of pirate for four weeks."""
    chosen = _choose(campaign)
    if chosen:
        campaign.country(chosen).pirate = campaign.turn + LAW
    return chosen


def _piracy(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.70: piracy earns 15, all others lose 15."""
    for p in campaign.living():
        if campaign.country(p).economy == "PIR":
            campaign.pay(p, BOOM, "event", row.to - 1)
            campaign.tell("boom", "all", country=p, dollars=BOOM)
        else:
            lose(campaign, p, BOOM, "event", row.to - 1)
    return 0


def _air_gift(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.73: an advancement for the first type that lacks it; radar is for all."""
    country = campaign.country(roller)
    code = list(ADVANCEMENTS)[campaign.dice.die("event/gift", 6) - 1]
    if code == "RD":
        country.radar = True
    else:
        type_ = next((it for _, it in sorted(country.types.items()) if code not in it.adv), None)
        if type_ is not None:
            fit(type_, code)
    return 0


def _captain(campaign: Campaign, row: Happening, roller: int) -> int:
    """NW 8.91: a captain, and one more active ship."""
    campaign.country(roller).captains += 1
    campaign.country(roller).active += 1
    return 0


WHAT: dict[str, Callable[[Campaign, Happening, int], int]] = {
    "incident": _incident,
    "pirates_home": _fleet,
    "boom": _boom,
    "treasure": _treasure,
    "renegade": _renegade,
    "merchant": _merchant,
    "monster": _beast,
    "plague": _loss,
    "pirate_dreadnought": _dreadnought,
    "treasure_monster": _beast,
    "armada": _fleet,
    "jets": _jets,
    "poor_workers": _workers,
    "trade_pirates": _standing,
    "tournament": _race,
    "hurricane": _hurricane,
    "gift": _gift,
    "duty": _duty,
    "strike": _strike,
    "pirates": _fleet,
    "raider": _standing,
    "monster_bounty": _beast,
    "evidence": _evidence,
    "invasion": _standing,
    "dash": _race,
    "piracy_boom": _piracy,
    "air_gift": _air_gift,
    "crash": _loss,
    "captain": _captain,
}
