"""Treaties, wars, embargoes, raids, events and preferences of a house player (NW 2, 3.1, 6, 8).

Treaties need two cards of one week: who may sign with whom, and when, follows from what all know, so both come to it.
"""

from functools import lru_cache

from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.sea import FAR, chart, distance
from pbm.rules.naval_warfare.tables import ABILITY, ECONOMY, EMBARGOES, HULLS, NAMED
from pbm.rules.naval_warfare.view import View

FIRST_WAR = 3
"""No house player declares war before this week."""
WARS, GREAT = 2, 16
"""Wars at a time, one more for whoever has so many ships of war."""
FEW, MANY = 6, 5
"""Ships of war without which it declares none; ships that are lost before a war is settled."""
EMBARGOED = 2
ALLIES, PARTNERS = 2, 3
SPANS = {"A": 9, "T": 8, "O": 5}
"""In one week of about so many two countries may sign an alliance, a peace, a trade agreement."""
RICH = 320
"""Dollars from which it is generous."""
ABILITIES = ("ECO", "GUI", "MAT", "SHI", "TRN", "WAR", "WRK", "SPE")
"""What it chooses, the first that it has not."""
GIVEN_UP = ("C", "D", "X")


def council(cabinet: Cabinet) -> None:
    """NW 3.1: what is written at the country's own sheet."""
    _preferences(cabinet)
    _treaties(cabinet)
    if not cabinet.is_founding:
        _war(cabinet)
        _embargo(cabinet)
        _trade(cabinet)
        _events(cabinet)


def _preferences(cabinet: Cabinet) -> None:
    """NW 11.3: what stays, said once."""
    me, prefs, write = cabinet.me, cabinet.me.prefs, cabinet.write
    wanted = {"SF": "NTTLN", "LS": str(cabinet.view.viewer % 2)}
    wanted |= {f"LV{n}": GIVEN_UP[(cabinet.view.viewer + n) % len(GIVEN_UP)] for n in (4, 8)}
    wanted["LV6"] = "C" if cabinet.view.viewer % 2 else "X"
    if "SPE" in me.abilities:
        wanted["SP"] = "H"
    if "CHO" in me.abilities:
        wanted["CH"] = next(code for code in (*ABILITIES, *ABILITY) if code not in me.abilities)
    if cabinet.home and "PP" not in prefs:
        wanted["PP"] = cabinet.home
    small = [k for k, ship in sorted(cabinet.fleet.items(), key=lambda row: (row[1].hull, row[0]))]
    if small and "ER" not in prefs:
        wanted |= {"ER": str(small[0])}
    if small and "EP" not in prefs:
        wanted |= {"EP": str(small[-1])}
    write("", *(f"{name}{value}" for name, value in wanted.items() if name not in prefs))
    if cabinet.fleet and not me.flagged and not me.flagship:
        cabinet.flag = max(cabinet.fleet, key=lambda k: (cabinet.fleet[k].hull, cabinet.fleet[k].max, -k))
        write("", f"FL{cabinet.flag}")


def is_due(view: View, p: int, q: int, what: str) -> bool:
    """NW 3.1.2: whether two countries sign a kind of treaty in this week, as both of them see it."""
    one, other = view.countries[min(p, q)], view.countries[max(p, q)]
    is_met = _meet(view, p, q, what)
    if q in view.countries[p].war:
        sunk = sum(one.lost.values()) + sum(other.lost.values())
        return what == "T" and is_met and sunk >= MANY
    if not is_met or one.out or other.out:
        return False
    if what == "A":
        return q not in view.countries[p].allies and max(len(one.allies), len(other.allies)) < ALLIES
    if what == "T":
        return q not in view.countries[p].peace and max(len(one.peace), len(other.peace)) < ALLIES
    return q not in view.countries[p].trade and max(len(one.trade), len(other.trade)) < PARTNERS


def _meet(view: View, p: int, q: int, what: str) -> bool:
    """Whether it is the week of two countries, as all can work out. In a round each meets every other equally often,
    so none is better off for its number.
    """
    numbers = sorted(view.countries)
    weeks = max(SPANS[what], len(numbers))
    each = max(1, len(numbers) // SPANS[what])
    begins = _begins(tuple(view.countries[number].territory for number in numbers)) + ord(what)
    return (numbers.index(p) + numbers.index(q) + begins + view.turn) * each % weeks < each


@lru_cache(maxsize=64)
def _begins(territories: tuple[str, ...]) -> int:
    """Where in a round a game begins: it depends on who has which land, so it is not the same in all games."""
    lands = {land: k for k, land in enumerate(chart().lands)}
    return sum(k * lands.get(territory, 0) for k, territory in enumerate(territories, 1))


def _treaties(cabinet: Cabinet) -> None:
    """NW 3.1.2: peace, alliances and trade; a loser asks for peace in any week."""
    view, mine = cabinet.view, cabinet.view.viewer
    for q in cabinet.others:
        is_at_war = q in cabinet.me.war
        secret = "S" if (mine + q) % 5 == 0 else ""
        is_beaten = is_at_war and 2 * cabinet.navy(mine) < cabinet.navy(q)
        if is_due(view, mine, q, "T") and q not in cabinet.me.peace:
            cabinet.write("", f"{q}T{secret}")
        elif is_beaten:
            cabinet.write("", f"{q}N" if cabinet.week % 2 else f"{q}T")
        if is_at_war:
            continue
        if is_due(view, mine, q, "A") and q not in cabinet.me.allies:
            cabinet.write("", f"{q}A{secret}")
        if is_due(view, mine, q, "O") and q not in cabinet.me.trade:
            cabinet.write("", f"{q}O")


def _war(cabinet: Cabinet) -> None:
    """NW 3.1.1: war on a near neighbour, the weakest of them; treaties are broken for it now and then."""
    me, mine = cabinet.me, cabinet.view.viewer
    is_great = len(cabinet.fleet) >= GREAT
    if cabinet.week < FIRST_WAR or len(me.war) >= WARS + is_great or len(cabinet.fleet) < FEW:
        return
    if cabinet.roll("war", 2) == 1:
        return
    breaks = cabinet.roll("faith", 3 if is_great else 6) == 1
    friends = {*me.allies} if breaks else {*me.allies, *me.peace, *me.trade}
    prey = [
        (cabinet.reach[q] + 2 * (cabinet.navy(q) - cabinet.navy(mine)), q)
        for q in cabinet.others
        if q not in me.war and q not in friends and cabinet.reach[q] < FAR and not is_due(cabinet.view, mine, q, "T")
    ]
    if not prey:
        return
    q = cabinet.least(prey, "prey")
    cabinet.write("", f"{q}E")
    cabinet.war.add(q)
    cabinet.say("", f"Q Our patience with {cabinet.view.countries[q].name} is at an end.")


def _embargo(cabinet: Cabinet) -> None:
    """NW 6.1: on those whose home waters its ships reach soonest; lifted from allies."""
    me, muster = cabinet.me, cabinet.muster
    if not any(muster.has_trade(code) for code in EMBARGOES):
        return
    for q in me.embargo:
        if q in me.allies:
            cabinet.write("", f"{q}Z")
    friends = {*me.embargo, *me.allies, *me.trade}
    prey = [
        (cabinet.far(cabinet.home_of(q)), q)
        for q in cabinet.others
        if q not in friends and cabinet.view.countries[q].economy != "ALL" and cabinet.home_of(q)
    ]
    if prey and len(me.embargo) < EMBARGOED and min(prey)[0] < FAR:
        cabinet.write("", f"{cabinet.least(prey, 'shut out')}X")


def _trade(cabinet: Cabinet) -> None:
    """NW 3.1.4 to 3.1.9, 3.2.4: raids, mediation, stockpiles, aid, prisoners."""
    me, view, write = cabinet.me, cabinet.view, cabinet.write
    if cabinet.muster.has_trade("PIR"):
        rich = sorted(
            (q for q in cabinet.others if q not in me.allies and view.countries[q].economy != "PIR"),
            key=lambda q: (-ECONOMY[view.countries[q].economy].revenue, cabinet.roll(f"rich/{q}", 100)),
        )
        dice = 2 if cabinet.week % 5 else 1
        write("", *(f"{q}R{dice}" for q in rich[:2]))
    if cabinet.muster.has_trade("MAN"):
        pairs = [(p, q) for p in cabinet.others for q in cabinet.others if p < q]
        write("", *(f"{p}M{q}" for p, q in pairs if is_due(view, p, q, "T") or is_due(view, p, q, "O")))
    partners = [view.countries[q] for q in {*me.allies, *me.trade} if q in cabinet.others]
    if cabinet.muster.has_trade("MAN") or any(it.economy == "MAN" for it in partners):
        goods = {"F": me.food, "O": me.oil, "R": me.raw, "G": me.goods}
        write("", *(f"SM{number}{good}" for good, number in goods.items() if number > (0 if good == "G" else 2)))
    at_war = [q for q in me.allies if view.countries[q].war]
    if at_war and min(cabinet.hand, cabinet.left) > RICH and cabinet.give(30):
        write("", f"{at_war[cabinet.roll('aid', len(at_war)) - 1]}D30")
    if me.prisoners and cabinet.left > 60 and cabinet.give(10):
        write("", "CV1")


def _events(cabinet: Cabinet) -> None:
    """NW 2.12.1, 7.4, 8: answers to last week's event, a better economy, annexation."""
    me, view, write = cabinet.me, cabinet.view, cabinet.write
    if view.merchant is not None:
        number = min(view.merchant.number, 2, max(0, cabinet.left) // (2 * view.merchant.price))
        if number:
            write("", f"EB{number}")
            cabinet.pay(number * view.merchant.price)
    if view.gift is not None and me.captains and cabinet.can(HULLS[len(HULLS)].cost):
        write("", "EG")
        cabinet.pay(HULLS[len(HULLS)].cost)
    best = max(it.revenue for it in ECONOMY.values())
    revenue = ECONOMY[me.economy].revenue
    if revenue < best and (me.free_changes or (me.changes and cabinet.can(2 * NAMED["change_of_economy"]))):
        cabinet.pay(0 if me.free_changes else NAMED["change_of_economy"])
        write("", "KE+" if cabinet.view.viewer % 3 else "KE?")
    claimed = {t for it in view.countries.values() for t in (it.territory, *it.annexed)}
    if me.annex:
        home = cabinet.home_of(view.viewer)
        near = [
            (min(distance(home, at) for at in land.hexes), t) for t, land in chart().lands.items() if t not in claimed
        ]
        if home and near and min(near)[0] <= NAMED["annex_range"]:
            write("", f"AX{min(near)[1]}")
