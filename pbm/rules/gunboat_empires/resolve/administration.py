"""A1 to A3 and the wrap-up, W1 and W2 (GE 13, 14)."""

from fractions import Fraction

from pbm.rules.gunboat_empires.resolve.battle import of_kinds, raw
from pbm.rules.gunboat_empires.resolve.campaign import Campaign, Realm
from pbm.rules.gunboat_empires.state import HUNDRED, buy_price, last_turn
from pbm.rules.gunboat_empires.tables import ARMY, BTECH, ENERGY, GOODS, NAMED, NAVY, PLAYERS, SUPPLY, Counts, tables


def produce(campaign: Campaign) -> None:
    """GE 13.1: every facility makes as many points as its level says; those captured this turn make nothing."""
    table = tables()
    totals: dict[int, Counts] = {number: {} for number in range(1, PLAYERS + 1)}
    for code, owner in campaign.owner.items():
        if 1 <= owner <= PLAYERS and campaign.taken[code] != campaign.turn:
            for kind, number in campaign.facilities[code].items():
                totals[owner][kind] = totals[owner].get(kind, 0) + number
    for player, facilities in totals.items():
        nation = campaign.nations[player]
        for kind, number in facilities.items():
            for goods, level in table.facilities[kind].makes.items():
                made = number * nation.level(level)
                nation.made[goods] = nation.made.get(goods, 0) + made
                nation.move(goods, made, "produced")
            for goods, each in table.facilities[kind].uses.items():
                nation.used[goods] = nation.used.get(goods, 0) + number * each


def consume(campaign: Campaign) -> None:
    """GE 13.2, 13.3, HR-04, HR-32, HR-33: people eat, captured ones too; SP first, what is missing of the others for
    SP.
    """
    table = tables()
    people, captured = dict[int, int](), dict[int, int]()
    for code, owner in campaign.owner.items():
        if 1 <= owner <= PLAYERS:
            pop = campaign.state.regions[code].pop
            people[owner] = people.get(owner, 0) + pop
            if campaign.taken[code] == campaign.turn:
                captured[owner] = captured.get(owner, 0) + pop
    each = tables().params["emergency_sp_per_point"]
    for player in range(1, PLAYERS + 1):
        nation = campaign.nations[player]
        rates = {**table.people, ENERGY: nation.power("pop_ep")}
        for goods, rate in rates.items():
            nation.used[goods] = nation.used.get(goods, 0) + rate * (people.get(player, 0) - captured.get(player, 0))
        needed = {goods: nation.used.get(goods, 0) + rates.get(goods, 0) * captured.get(player, 0) for goods in GOODS}
        paid = min(needed[SUPPLY], nation.stocks[SUPPLY])
        nation.move(SUPPLY, -paid, "consumed")
        _tell_short(campaign, player, SUPPLY, needed[SUPPLY] - paid, 0)
        for goods in NAMED["emergency"]:
            paid = min(needed[goods], nation.stocks[goods])
            nation.move(goods, -paid, "consumed")
            short = needed[goods] - paid
            bought = min(short, nation.stocks[SUPPLY] // each)
            if bought:
                nation.move(SUPPLY, -bought * each, "emergency")
            _tell_short(campaign, player, goods, short, bought)


def _tell_short(campaign: Campaign, player: int, goods: str, short: int, bought: int) -> None:
    if short:
        campaign.tell(
            "shortage", [player], player=player, goods=goods, short=short, bought=bought, waived=short - bought
        )


def bring_in(campaign: Campaign) -> None:
    """GE 13.4, 3.2.2: exports arrive."""
    for by, to, goods, number in campaign.exports:
        campaign.nations[to].move(goods, number, "imported")
        campaign.tell("imported", [to], by=by, to=to, goods=goods, number=number)


def close_accounts(campaign: Campaign) -> None:
    """GE 24: the account of every good of every country."""
    for player in range(1, PLAYERS + 1):
        nation = campaign.nations[player]
        for goods, columns in nation.account.items():
            campaign.tell("account", [player], goods=goods, **columns, end=nation.stocks[goods])


def set_prices(campaign: Campaign) -> None:
    """GE 14.1, HR-07: new prices by what all players sold and bought; the Gold that the market paid buys resources."""
    params, old = tables().params, campaign.state.prices
    sold, bought = campaign.market["sold"], campaign.market["bought"]
    paid, taken = sum(campaign.market["paid"].values()), sum(campaign.market["taken"].values())
    campaign.tell_all("market", sold=sold, bought=bought, paid=paid, taken=taken)
    extra = _reinvested(campaign, max(0, paid - taken))
    calm, most = params["market_liquidity_per_player"] * PLAYERS, params["max_price_change_pct"]
    for goods, price in old.items():
        supply, demand = sold.get(goods, 0), bought.get(goods, 0) + extra.get(goods, 0)
        whole = 100 * (demand + supply + calm)
        new = (2 * price * (whole + most * (demand - supply)) + whole) // (2 * whole)
        least, highest = -(-price * (100 - most) // 100), price * (100 + most) // 100
        new = min(max(new, least), highest)
        campaign.prices[goods] = min(max(new, tables().bounds[0]), tables().bounds[1])
        campaign.tell_all("price", goods=goods, old=price, new=campaign.prices[goods])


def _reinvested(campaign: Campaign, gold: int) -> Counts:
    """GE 14.1: points of resources that the Gold buys, by the value that players sold of each; equally if none."""
    values = {goods: campaign.market["paid"].get(goods, 0) for goods in tables().resources}
    whole = sum(values.values())
    if not whole:
        values, whole = dict.fromkeys(values, 1), len(values)
    lot = tables().params["price_lot"]
    return {
        goods: gold * value * lot // (whole * buy_price(campaign.state.prices[goods]))
        for goods, value in values.items()
    }


def rank(campaign: Campaign) -> None:
    """GE 14.2, HR-34: fifteen rankings: the top ten for all, each country's own places for itself."""
    held: dict[int, list[str]] = {number: [] for number in range(1, PLAYERS + 1)}
    for code, owner in campaign.owner.items():
        if owner in held:
            held[owner].append(code)
    values = {number: _values(campaign, campaign.nations[number], own) for number, own in held.items()}
    for at, category in enumerate(tables().rankings):
        exact = {number: row[at] for number, row in values.items()}
        first: dict[Fraction, int] = {}
        for at_place, value in enumerate(sorted(exact.values(), reverse=True), 1):
            first.setdefault(value, at_place)
        places = {number: first[value] for number, value in exact.items()}
        shown = {number: _shown(value, category) for number, value in exact.items()}
        most = tables().params["rank_places_shown"]
        top = [[n, shown[n], places[n]] for n in sorted(exact, key=lambda n: (places[n], n)) if places[n] <= most]
        campaign.tell_all("ranked", category=category, places=top)
        for number in exact:
            place = places[number] if places[number] <= most else f"{most}+"
            campaign.tell("rank", [number], category=category, place=place, value=shown[number])


def _shown(value: Fraction, category: str) -> int | str:
    """GE HR-34: rounded half up; Productivity with one decimal."""
    if category == "Productivity":
        tenths = (2 * value * 10 + 1) // 2
        return f"{tenths // 10}.{tenths % 10}"
    return (2 * value + 1) // 2


def _values(campaign: Campaign, nation: Realm, own: list[str]) -> list[Fraction]:
    """GE 14.2: the exact values of a country that has these regions, in the order of the table."""
    table = tables()
    settled = [code for code in own if campaign.taken[code] != campaign.turn]
    people = sum(campaign.state.regions[code].pop for code in settled)
    economy = Fraction(
        sum((nation.made.get(g, 0) - nation.used.get(g, 0)) * campaign.state.prices[g] for g in GOODS), HUNDRED
    )
    levels = [level for level in table.levels if level not in (ARMY, NAVY, BTECH)]
    units: Counts = {}
    for code in own:
        for kind, here in campaign.units[code].items():
            units[kind] = units.get(kind, 0) + here
    sealift = next(code for code, unit in table.units.items() if unit.kind == "sealift")
    if nation.sealift:
        units[sealift] = nation.sealift
    army, air = of_kinds(units, "army"), of_kinds(units, "air")
    navy = of_kinds(units, "surface", "submarine", "merchant", "sealift")
    land = [code for code in own if table.regions[code].is_land]
    return [
        economy,
        Fraction(sum(nation.level(level) for level in levels), len(levels)),
        economy / people if people else Fraction(0),
        Fraction(people),
        _strength(army, "army", nation.level(ARMY)),
        Fraction(sum(army.values())),
        _strength(navy, "navy", nation.level(NAVY)),
        Fraction(sum(navy.values())),
        _strength(air, "air", nation.level(NAVY)),
        Fraction(sum(air.values())),
        Fraction(nation.level(BTECH)),
        Fraction(len(nation.technologies)),
        Fraction(len(own)),
        Fraction(len(land)),
        Fraction(len(own) - len(land)),
    ]


def _strength(units: Counts, column: str, efficiency: int) -> Fraction:
    """The mean of attack and defence of all units, times the efficiency, in hundreds."""
    return Fraction((raw(units, column, 0) + raw(units, column, 1)) * efficiency, 2 * HUNDRED * HUNDRED)


def close(campaign: Campaign) -> None:
    """GE HR-37: who is out; after the last turn, the end."""
    held = {owner for owner in campaign.owner.values() if owner}
    for number, country in campaign.state.countries.items():
        if number <= PLAYERS and number not in held and not country.out:
            campaign.tell_all("out", player=number)
    if campaign.turn >= last_turn(campaign.state.options):
        campaign.tell_all("ended", turn=campaign.turn)
