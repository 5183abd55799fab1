"""Pay (NW 3.2): own ports and held ones, privileges, menaces, raids."""

from fractions import Fraction

from pbm.rules.naval_warfare.resolve import embargo
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.state import Port
from pbm.rules.naval_warfare.tables import ECONOMY, NAMED, TRADES

HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
TOLLS = {33: 5, 65: 15, 87: 10}
"""NW 8: what standing menaces take from every country each week, by the event that brought them."""
RAIDER = 53
"""NW 8.53: one that takes a die of ten from one country."""


def earns(port: Port, owner: int) -> bool:
    """NW 3.2.1: a port counts while it is in these hands, not destroyed and has people."""
    return port.owner == owner and port.structure > 0 and port.people > 0


def share(campaign: Campaign, p: int) -> Fraction:
    """NW 3.2.1: half for the home port, half for all other founded ports in equal parts; the home port alone is all."""
    founded = [port for port in campaign.state.ports.values() if port.founder == p]
    others = [port for port in founded if not port.home]
    is_home = any(earns(port, p) for port in founded if port.home)
    if is_home and not any(port.owner == p and port.structure > 0 for port in others):
        return Fraction(1)
    rest = HALF * sum(earns(port, p) for port in others) / len(others) if others else Fraction(0)
    return HALF * is_home + rest


def weekly(campaign: Campaign, p: int) -> Fraction:
    """NW 3.2.1, 7.4, HR-18: a country's pay with all its ports: its revenue at its rate, with its raises."""
    return plain(campaign, p) * Fraction(100 + 5 * campaign.country(p).raises, 100)


def plain(campaign: Campaign, p: int) -> Fraction:
    """NW 3.2.2: a country's revenue at its rate."""
    return Fraction(ECONOMY[campaign.country(p).economy].revenue * rate(campaign, p), 100)


def rate(campaign: Campaign, p: int) -> int:
    """NW 2.13 ECO: in per cent."""
    found: int = NAMED["strong_rate" if campaign.has(p, "ECO") else "rate"]
    return found


def pay(campaign: Campaign) -> None:
    """NW 3.2, HR-18: one rounding, down; not in the founding week."""
    if campaign.is_founding:
        return
    owns = {p: own(campaign, p) for p in campaign.living()}
    sums = {p: int(owns[p] + held(campaign, p, owns[p])) for p in owns}
    lost = raids(campaign, sums)
    for p, total in sums.items():
        country, own_part = campaign.country(p), int(owns[p])
        founded = [port for port in campaign.state.ports.values() if port.founder == p]
        counted = sum(earns(port, p) for port in founded)
        revenue = ECONOMY[country.economy].revenue
        campaign.pay(p, own_part, "pay", revenue, rate(campaign, p), 5 * country.raises, counted, len(founded))
        campaign.pay(p, total - own_part, "held")
        campaign.pay(p, -lost.get(p, 0), "raided")
        bonus = _bonuses(campaign, p)
        raided = lost.get(p, 0)
        facts = {"own": own_part, "held": total - own_part, "bonus": bonus, "raided": raided}
        campaign.tell("pay", [p], country=p, **facts, total=total + bonus - raided)
    for number, menace in sorted(campaign.state.menaces.items()):
        toll(campaign, number, menace.event, menace.roller)


def own(campaign: Campaign, p: int) -> Fraction:
    """NW 3.2.1, 3.2.4: what its own ports pay; a country whose economy is piracy has none."""
    return whole(campaign, p) * share(campaign, p)


def whole(campaign: Campaign, p: int) -> Fraction:
    """NW 3.2.4, 9.2: what all ports of a country pay; piracy has no pay of its own."""
    return Fraction(0) if campaign.country(p).economy == "PIR" else weekly(campaign, p)


def held(campaign: Campaign, p: int, own_pay: Fraction) -> Fraction:
    """NW 3.2.2, 7.4, 9.2: what foreign ports, annexed territories and countries that were taken over pay."""
    country, ports = campaign.country(p), campaign.state.ports.values()
    taken = [q for q in country.taken if all(port.owner == p for port in ports if port.founder == q)]
    found = sum((whole(campaign, q) for q in taken), Fraction(0))
    for port in ports:
        if port.founder not in (0, p, *taken) and earns(port, p):
            found += plain(campaign, port.founder) * FIFTH * (4 if port.home else 1)
            found += own_pay * Fraction(2 if port.home else 1, 20)
    return found + sum(Fraction(ECONOMY[code].revenue * NAMED["rate"], 100) for code in country.annexed.values())


def _bonuses(campaign: Campaign, p: int) -> int:
    """NW 2.12, 3.2.3: 15 for tourism in peace, 10 for agriculture in a world without embargoes."""
    found = 0
    for code, is_due in (
        ("TOU", not campaign.country(p).war),
        ("AGR", campaign.has_trade(p, "AGR") and embargo.is_free_world(campaign)),
    ):
        if is_due and campaign.has_trade(p, code):
            campaign.pay(p, NAMED["bonus"][code], "bonus", code)
            found += NAMED["bonus"][code]
    return found


def raids(campaign: Campaign, due: dict[int, int]) -> dict[int, int]:
    """NW 3.2.4, HR-19: two dice of four; those for money take ten each from the victims' pay in equal parts, the others
    give stockpiles of the first victim's trade. What each victim loses.
    """
    asked: dict[int, dict[int, int]] = {}
    for p in campaign.living():
        orders = [order for order in campaign.orders(p, "RAID") if order.operands["p"] in due]
        if not orders or not campaign.has_trade(p, "PIR"):
            continue
        dice = [campaign.dice.die(f"raid/{p}/{number}", 4) for number in (1, 2)]
        for_money = orders[0].operands["n"]
        victims = list(dict.fromkeys(order.operands["p"] for order in orders))
        for victim in victims:
            asked.setdefault(victim, {})[p] = sum(dice[:for_money]) * 10 // len(victims)
        number = sum(dice[for_money:])
        good = TRADES.get(campaign.country(victims[0]).economy, "goods")
        setattr(campaign.country(p), good, getattr(campaign.country(p), good) + number)
        campaign.loot[p] = number, good[0].upper()
    lost: dict[int, int] = {}
    won = dict.fromkeys(campaign.loot, 0)
    for victim, wanted in sorted(asked.items()):
        whole = sum(wanted.values())
        there = min(due[victim], whole)
        for p, dollars in wanted.items():
            part = dollars * there // whole if whole else 0
            won[p] += part
            lost[victim] = lost.get(victim, 0) + part
        if lost[victim]:
            campaign.tell("robbed", [victim], of=victim, dollars=lost[victim])
    for p, (number, good) in campaign.loot.items():
        campaign.pay(p, won[p], "raid")
        campaign.tell("raid", [p], by=p, dollars=won[p], stockpiles=number, good=good)
    return lost


def toll(campaign: Campaign, number: int, event: int, roller: int) -> None:
    """NW 3.2.3, 8: what a standing menace takes this week."""
    if event == RAIDER:
        lose(campaign, roller, campaign.dice.die(f"menace/{number}/toll", 10), "menace", number)
        return
    for p in campaign.living():
        lose(campaign, p, TOLLS[event], "menace", number)


def lose(campaign: Campaign, p: int, dollars: int, code: str, *details: int | str) -> None:
    """NW 3.2.3, 8: money that is lost, not below 0; all hear of it."""
    dollars = min(dollars, campaign.country(p).money)
    if dollars and not campaign.country(p).out:
        campaign.pay(p, -dollars, code, *details)
        campaign.tell("loss", "all", country=p, dollars=dollars)
