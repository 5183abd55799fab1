"""Diplomacy (NW 3.1): all cards at once, in the order of the rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbm.orders.form import Order
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.shipyard import captain
from pbm.rules.naval_warfare.tables import ABILITY, ECONOMIES, ECONOMY, EMBARGOES, GOODS, NAMED

BUYERS_FIRST = 60
"""NW 3.1.8: bought ships have numbers from here on."""


def diplomacy(campaign: Campaign) -> None:
    """NW 3.1."""
    file_standing(campaign)
    fresh = wars(campaign)
    treaties(campaign, fresh)
    leave(campaign)
    embargoes(campaign)
    gifts(campaign)
    market(campaign)
    mediate(campaign)
    sales(campaign)
    convert(campaign)
    names(campaign)
    preferences(campaign)
    statements(campaign)


def file_standing(campaign: Campaign) -> None:
    """NW 1.3, 11.3: standing orders are put on file, or their slot is emptied."""
    for p, card in campaign.parsed.items():
        country = campaign.state.countries.get(p)
        if country is None or country.out:
            continue
        country.missed = 0 if card.given else country.missed + 1
        for order in card.orders:
            if not order.slot:
                continue
            filed = country.standing.setdefault(order.place or "@", {})
            if order.code:
                filed[order.slot] = order.text.rpartition("/")[2] if order.text.startswith("/") else order.text
            else:
                filed.pop(order.slot, None)
        country.standing = {place: dict(sorted(filed.items())) for place, filed in country.standing.items() if filed}


def declare(campaign: Campaign, p: int, q: int) -> None:
    """NW 3.1.1, 7.5: both are at war; peace, alliance and trade between them end."""
    for one, other in ((p, q), (q, p)):
        country = campaign.country(one)
        country.war = sorted({*country.war, other})
        for name in ("peace", "allies", "trade", "secret"):
            setattr(country, name, [it for it in getattr(country, name) if it != other])
        country.toll.pop(other, None)
    campaign.tell("war", "all", by=p, of=q)
    campaign.counted(p)


def wars(campaign: Campaign) -> set[frozenset[int]]:
    """NW 3.1.1: war is declared; the pairs between which it was, for no treaty of the same week holds between them."""
    fresh: set[frozenset[int]] = set()
    for p, order in campaign.all_orders("WAR"):
        q = order.operands["p"]
        fresh.add(frozenset((p, q)))
        if not campaign.at_war(p, q):
            declare(campaign, p, q)
    return fresh


KINDS = (("truce", ("TRUCE",)), ("peace", ("PEACE", "PEACES")), ("alliance", ("ALLY", "ALLYS")), ("trade", ("TRADE",)))
SECRETS = ("PEACES", "ALLYS")


def treaties(campaign: Campaign, fresh: set[frozenset[int]]) -> None:
    """NW 3.1.2: what both want is signed, in this order; of what one wants both hear."""
    foes = {frozenset((p, q)) for p in campaign.living() for q in campaign.country(p).war}
    for what, codes in KINDS:
        wanted = {(p, order.operands["p"]): order.code for p, order in campaign.all_orders(*codes)}
        for (p, q), code in sorted(wanted.items()):
            other = wanted.get((q, p))
            if frozenset((p, q)) in fresh or not _is_possible(campaign, what, p, q, foes):
                continue
            if other is None:
                campaign.tell("offered", [p, q], by=p, of=q, what=what)
            elif p < q:
                _sign(campaign, what, p, q, is_secret=code in SECRETS and other in SECRETS)


def _is_possible(campaign: Campaign, what: str, p: int, q: int, foes: set[frozenset[int]]) -> bool:
    """NW 3.1.2: no alliance and no trade between two who are at war; a cease-fire between those alone. foes: between
    whom there was war in this week: they need a peace for an alliance.
    """
    is_war = campaign.at_war(p, q)
    if what == "alliance" and frozenset((p, q)) in foes and q not in campaign.country(p).peace:
        return False
    return is_war if what == "truce" else what == "peace" or not is_war


def _sign(campaign: Campaign, what: str, p: int, q: int, *, is_secret: bool) -> None:
    """NW 3.1.2, HR-13, 7.2: a treaty and the experience of each, once for a pair and game."""
    one, other = campaign.country(p), campaign.country(q)
    if what in ("truce", "peace") and q in one.war:
        _end_war(campaign, p, q)
    lists = {"peace": "peace", "alliance": "allies", "trade": "trade"}
    for country, partner in ((one, q), (other, p)):
        if what in lists:
            setattr(country, lists[what], sorted({*getattr(country, lists[what]), partner}))
        if is_secret:
            country.secret = sorted({*country.secret, partner})
        elif what in ("peace", "alliance"):
            country.secret = [it for it in country.secret if it != partner]
    facts = {"by": p, "of": q, **({"secret": True} if is_secret else {})}
    campaign.tell(what, [p, q] if is_secret else "all", **facts)
    for number, partner in ((p, q), (q, p)):
        campaign.counted(number)
        if what in ("peace", "alliance"):
            _reward(campaign, number, partner, what)
    if what in ("peace", "trade"):
        campaign.signed.append((p, q))


def _reward(campaign: Campaign, p: int, q: int, what: str) -> None:
    """NW 3.1.2, HR-13: once for a pair and kind; with the option `treaties` for so many of each kind alone."""
    letter = "T" if what == "peace" else "A"
    country = campaign.country(p)
    had = country.signed.get(q, "")
    most = campaign.state.options.get("treaties", "")
    earned = sum(letter in letters for letters in country.signed.values())
    if letter in had:
        return
    if not most or earned < int(most):
        country.signed[q] = "".join(sorted({*had, letter}))
        campaign.gain_exp(p, NAMED["exp"][what], what)


def _end_war(campaign: Campaign, p: int, q: int) -> None:
    """NW 7.2, HR-43: a war that both end: who has sunk and taken more hull value in it has won it."""
    one, other = campaign.country(p), campaign.country(q)
    mine, theirs = one.toll.pop(q, 0), other.toll.pop(p, 0)
    if mine != theirs:
        campaign.gain_exp(p if mine > theirs else q, NAMED["exp"]["war"], "war")
    one.war = [it for it in one.war if it != q]
    other.war = [it for it in other.war if it != p]


def part(campaign: Campaign, p: int, q: int, names: tuple[str, ...]) -> None:
    """NW 3.1.3, 3.1.4: treaties that end; of secret ones the two alone hear."""
    mine = campaign.country(p)
    hidden = {"peace", "allies"} if q in mine.secret else set()
    ended = [name for name in names if q in getattr(mine, name)]
    for one, other in ((p, q), (q, p)):
        for name in ended:
            setattr(campaign.country(one), name, [it for it in getattr(campaign.country(one), name) if it != other])
        country = campaign.country(one)
        if other not in (*country.peace, *country.allies):
            country.secret = [it for it in country.secret if it != other]
    if any(name not in hidden for name in ended):
        campaign.tell("left", "all", by=p, of=q)
    if any(name in hidden for name in ended):
        campaign.tell("left", [p, q], by=p, of=q, secret=True)


def leave(campaign: Campaign) -> None:
    """NW 3.1.3: alliance, trade and peace are left."""
    for p, order in campaign.all_orders("QUIT"):
        part(campaign, p, order.operands["p"], ("peace", "allies", "trade"))


def embargoes(campaign: Campaign) -> None:
    """NW 3.1.4, 6.1: embargoes declared and lifted; one on an ally ends the alliance."""
    for p, order in campaign.all_orders("BAN", "UNBAN"):
        country, q = campaign.country(p), order.operands["p"]
        if order.code == "UNBAN":
            if q in country.embargo:
                country.embargo.remove(q)
                _forget(campaign, p, q)
                campaign.tell("embargo-lifted", "all", by=p, of=q)
                campaign.counted(p)
            continue
        if q in country.embargo or not any(campaign.has_trade(p, code) for code in EMBARGOES):
            continue
        if campaign.has_trade(q, "ALL"):
            campaign.failed(p, order, "all-around")
            continue
        country.embargo = sorted({*country.embargo, q})
        campaign.tell("embargo", "all", by=p, of=q)
        campaign.counted(p)
        if q in country.allies:
            part(campaign, p, q, ("allies",))


def _forget(campaign: Campaign, p: int, q: int) -> None:
    """NW 6.2, 6.3: an embargo that is lifted is forgotten, and so is the hunger that it made."""
    country = campaign.country(q)
    country.cut.pop(p, None)
    if not any(campaign.has_trade(r, "AGR") for r in country.cut):
        for port in campaign.state.ports.values():
            if port.owner == q:
                port.hungry = 0


def gifts(campaign: Campaign) -> None:
    """NW 3.1.5, HR-14: money and stockpiles: all is taken before anything is received."""
    received: list[tuple[int, str, int, int]] = []
    for p, order in campaign.all_orders("GIVE", "SEND"):
        country, q, number = campaign.country(p), order.operands["p"], order.operands["n"]
        name = "money" if order.code == "GIVE" else GOODS[order.operands["g"]]
        if getattr(country, name) < number:
            campaign.failed(p, order, "money" if name == "money" else "stockpiles")
            continue
        if name == "money":
            campaign.pay(p, -number, "aid-out", q)
            country.given[q] = country.given.get(q, 0) + number
            taker = campaign.country(q)
            taker.given[p] = taker.given.get(p, 0) - number
            if number >= 10:
                campaign.counted(p)
        else:
            setattr(country, name, getattr(country, name) - number)
        received.append((q, name, number, p))
    for q, name, number, p in received:
        if name == "money":
            campaign.pay(q, number, "aid-in", p)
            campaign.tell("aid", [p, q], by=p, of=q, dollars=number)
        else:
            taker = campaign.country(q)
            setattr(taker, name, getattr(taker, name) + number)
            campaign.tell("gift", [p, q], by=p, of=q, number=number, good=name[0].upper())
    for p in campaign.living():
        country = campaign.country(p)
        total = sum(country.given.values())
        if total > country.aided:
            campaign.gain_exp(p, total // 10 - country.aided // 10, "aid")
            country.aided = total


def market(campaign: Campaign) -> None:
    """NW 3.1.6, HR-15: stockpiles sold to whoever manages trade, 10 dollars each."""
    for p, order in campaign.all_orders("MARKET"):
        country, number, name = campaign.country(p), order.operands["n"], GOODS[order.operands["g"]]
        if not any(campaign.has_trade(q, "MAN") for q in (p, *campaign.partners(p))):
            campaign.failed(p, order, "market")
        elif getattr(country, name) < number:
            campaign.failed(p, order, "stockpiles")
        else:
            setattr(country, name, getattr(country, name) - number)
            campaign.pay(p, number * NAMED["stockpile"], "goods", number, order.operands["g"])


def mediate(campaign: Campaign) -> None:
    """NW 3.1.7, HR-16: 50 dollars for assisting a peace or a trade agreement of this week, shared by those who did."""
    helpers: dict[tuple[int, int], list[int]] = {}
    for p, order in campaign.all_orders("MEDIATE"):
        pair = tuple(sorted((order.operands["p"], order.operands["q"])))
        if pair in campaign.signed and campaign.has_trade(p, "MAN") and p not in helpers.setdefault(pair, []):
            helpers[pair].append(p)
        elif pair not in campaign.signed:
            campaign.failed(p, order, "no-treaty")
    for (p, q), those in sorted(helpers.items()):
        for helper in those:
            campaign.pay(helper, NAMED["mediation"] // len(those), "mediation", p, q)
            campaign.counted(helper)


def may_sell(campaign: Campaign, p: int) -> bool:
    """NW 3.1.8, HR-17: the right, or an ally or partner with it; trade management has it while nobody else has."""
    return any(_has_right(campaign, q) for q in (p, *campaign.partners(p)))


def _has_right(campaign: Campaign, p: int) -> bool:
    has_seller = any(campaign.has(q, "SEL") for q in campaign.living())
    return campaign.has(p, "SEL") or (campaign.has_trade(p, "MAN") and not has_seller)


def sales(campaign: Campaign) -> None:
    """NW 3.1.8: ships that are offered and wanted change hands, in the order of their numbers, while money lasts."""
    limits = {(p, order.operands["p"]): order for p, order in campaign.all_orders("ACCEPT")}
    for p, order in sorted(campaign.all_orders("OFFER"), key=lambda row: (row[0], _number(row[1].place))):
        k, q, price = _number(order.place), order.operands["p"], order.operands["n"]
        wish, ship = limits.get((q, p)), campaign.ships(p).get(k)
        is_here = ship is not None and ship.port in campaign.held(p) and not ship.reserve
        if ship is None or not is_here or not may_sell(campaign, p):
            campaign.failed(p, order, "no-sale")
        elif wish is None or price > wish.operands["n"]:
            campaign.failed(p, order, "not-wanted")
        elif not campaign.can_pay(q, price) or not (ship.kind == "utility" or campaign.country(q).captains):
            campaign.failed(q, wish, "money" if not campaign.can_pay(q, price) else "captain")
        elif not campaign.has_place(q, ship.kind):
            campaign.failed(q, wish, "place")
        else:
            _sell(campaign, p, q, k, price)


def _sell(campaign: Campaign, p: int, q: int, k: int, price: int) -> None:
    """NW 3.1.8: it lies in the buyer's home port, under a captain of theirs; the old one goes to the seller's pool."""
    seller, buyer = campaign.country(p), campaign.country(q)
    ship = campaign.remove(p, k, "", is_lost=False)
    ship.admiral, ship.aircraft = 0, []  # aircraft are of a national type
    used = {*campaign.ships(q), *buyer.gone}
    number = next(n for n in range(BUYERS_FIRST, BUYERS_FIRST + 10**4) if n not in used)
    if ship.captain:
        seller.captains += 1
        buyer.captains -= 1
        ship.captain = captain(campaign.dice, f"build/{q}.{number}", buyer)
    ship.port = campaign.base(q)
    campaign.launch(q, number, ship)
    campaign.pay(p, price, "sale", k, q)
    campaign.pay(q, -price, "bought", number, p)
    campaign.tell("bought-ship", [p, q], by=q, of=p, ship=k, number=number, dollars=price)


def convert(campaign: Campaign) -> None:
    """NW 2.10: a prisoner becomes a captain of the pool when 1d100 is above his morale; who does not, stays."""
    for p in campaign.living():
        country = campaign.country(p)
        wanted = sum(order.operands["n"] for order in campaign.orders(p, "CONVERT"))
        asked = at = 0
        while asked < wanted and at < len(country.prisoners) and campaign.can_pay(p, NAMED["convert"]):
            asked += 1
            campaign.pay(p, -NAMED["convert"], "convert")
            if campaign.dice.die(f"convert/{p}/{asked}", 100) > country.prisoners[at]:
                country.prisoners.pop(at)
                country.captains += 1
            else:
                at += 1


def _number(place: str) -> int:
    return int(place.lstrip("#GP") or 0)


def names(campaign: Campaign) -> None:
    """NW 3.1.9: the country, its ports, ships and platforms are named."""
    for p, order in campaign.all_orders("NAME"):
        text, place = order.operands["text"], order.place
        if not place:
            campaign.country(p).name = text
        elif place.startswith("#"):
            if (k := _number(place)) in campaign.ships(p):
                campaign.ships(p)[k].name = text
        elif place.startswith("P") and place[1:].isdigit():
            if platform := campaign.state.platforms.get(p, {}).get(_number(place)):
                platform.name = text
        elif place in campaign.state.ports:
            campaign.state.ports[place].name = text


PREFS = {"PICK": "EP", "RACER": "ER", "DUTY": "ED", "SHIPADM": "LS"}


def preferences(campaign: Campaign) -> None:
    """NW 3.1.9, 2.4, 2.8, 2.11, 2.13, 7.4, 8: what stays until it is changed; an ability is chosen."""
    for p in campaign.living():
        prefs = campaign.country(p).prefs
        for order in campaign.orders(p, *PREFS, "GROWTH", "STAT", "FIT", "BONUS", "AIRFIELD", "CHOOSE", "FLAG"):
            values = order.operands
            if order.code in PREFS:
                prefs[PREFS[order.code]] = values.get("k", values.get("n", 0))
            elif order.code == "GROWTH":
                prefs["PP"] = values["to"]
            elif order.code == "STAT":
                prefs["SP"] = values["s"]
            elif order.code == "FIT":
                prefs["SF"] = letters(values["w"])
            elif order.code == "BONUS":
                prefs[f"LV{values['n']}"] = values["c"]
            elif order.code == "AIRFIELD":
                prefs["LV5"] = "F"
            elif order.code == "CHOOSE":
                prefs["CH"] = values["a"]
            else:
                _flag(campaign, p, values["k"])
        choose(campaign, p)


def _flag(campaign: Campaign, p: int, k: int) -> None:
    """NW 2.11, HR-07: once in four weeks."""
    country = campaign.country(p)
    if k in campaign.ships(p) and (not country.flagged or campaign.turn - country.flagged >= 4):
        country.flagship, country.flagged = k, campaign.turn
        campaign.flags[p] = k


def choose(campaign: Campaign, p: int) -> None:
    """NW 2.4, 2.13 CHO: the ability of `CH`, if the country does not have it."""
    country = campaign.country(p)
    code = str(country.prefs.get("CH", ""))
    if "CHO" in country.abilities and code in ABILITY and code not in country.abilities:
        country.abilities.remove("CHO")
        campaign.gain(p, code)


def letters(parts: Iterable[Mapping[str, Any]]) -> str:
    """What a list of weapons comes to as text."""
    return "".join(part["x"] for part in parts)


def statements(campaign: Campaign) -> None:
    """NW 3.1.9, 7.3: public statements; they count as one political order a week."""
    for p in campaign.living():
        said = campaign.orders(p, "SAY")
        for order in said:
            campaign.tell("statement", "all", by=p, text=order.operands["text"])
        if said:
            campaign.counted(p)


def politics(campaign: Campaign) -> None:
    """NW 7.3, HR-44: experience by how many political orders took effect."""
    for p, number in sorted(campaign.political.items()):
        points = max((exp for least, exp in NAMED["politics"] if number >= least), default=0)
        campaign.gain_exp(p, points, "politics")


def change(campaign: Campaign, p: int, order: Order) -> str:
    """NW 2.12.1, HR-10: a change of economy, free or for 300 dollars, for the next pay: privileges change with
    the week's end. Why not, or nothing.
    """
    country = campaign.country(p)
    economy = campaign.economies.get(p, country.economy)
    is_free = country.free_changes > 0
    if not is_free and not country.changes:
        return "change"
    if not is_free and not campaign.can_pay(p, NAMED["change_of_economy"]):
        return "money"
    revenue = ECONOMY[economy].revenue
    better = sorted((it.revenue, code) for code, it in ECONOMY.items() if it.revenue > revenue)
    if order.code == "BETTER" and not better:
        return "best"
    if is_free:
        country.free_changes -= 1
    else:
        country.changes -= 1
        campaign.pay(p, -NAMED["change_of_economy"], "economy")
    if order.code == "BETTER":
        economy = better[0][1]
    else:
        economy = ECONOMIES[campaign.dice.die(campaign.again(f"economy/{p}"), 12)].code
    campaign.economies[p] = economy
    campaign.tell("economy", "all", country=p, economy=economy)
    return ""
