"""M1 rapid deployment, M3 air/navy movement, M5 air/army movement (GE 6, 12)."""

from itertools import pairwise

from pbm.rules.gunboat_empires.checks import force_of
from pbm.rules.gunboat_empires.resolve.battle import count, of_kinds, taken
from pbm.rules.gunboat_empires.resolve.campaign import Campaign, army_in
from pbm.rules.gunboat_empires.resolve.forces import numbered
from pbm.rules.gunboat_empires.tables import NAMED, Counts, tables

SLOW, FAST = NAMED["march"]["slow"], NAMED["march"]["fast"]  # GE 12.3
Arrivals = list[tuple[str, Counts]]


def _moved(campaign: Campaign, player: int, phase: int, start: str, to: str, force: Counts) -> None:
    campaign.tell("moved", [player], player=player, phase=phase, to=to, force=force, **{"from": start})


def deploy(campaign: Campaign) -> None:
    """GE 6, HR-13: one task force, two with National Highways; one region, two where all its units are fast."""
    arrivals: Arrivals = []
    for player in campaign.players:
        most = campaign.nations[player].power("rapid_task_forces")
        for number, order in numbered(campaign, player, "RD"):
            plot = order.operands["plot"]
            if number > most:
                campaign.failed(player, order, "needs")
                continue
            if any(campaign.owner[code] != player for code in (order.place, *plot)):
                campaign.failed(player, order, "control")
                continue
            units = campaign.take_out(order.place, force_of(order))
            slow = [kind for kind in units if not tables().units[kind].is_fast]
            if not count(units):
                campaign.failed(player, order, "no-units")
            elif len(plot) > 1 and slow:
                campaign.failed(player, order, "too-far")
                campaign.put_in(order.place, units)
            else:
                arrivals.append((plot[-1], units))
                _moved(campaign, player, 1, order.place, plot[-1], units)
    _arrive(campaign, arrivals)


def _arrive(campaign: Campaign, arrivals: Arrivals) -> None:
    for code, units in arrivals:
        campaign.put_in(code, units)


def sail(campaign: Campaign) -> None:
    """GE 12.1, 7.5, HR-26: through controlled regions; army units need what M2 left of Sealift."""
    land, arrivals = tables().regions, Arrivals()
    for player in campaign.players:
        nation = campaign.nations[player]
        left = max(0, nation.sealift - campaign.lift.get(player, 0))
        for _, order in numbered(campaign, player, "NM"):
            plot, way = order.operands["plot"], [order.place, *order.operands["plot"]]
            if any(campaign.owner[code] != player for code in way):
                campaign.failed(player, order, "control")
                continue
            if len(plot) > 3 + nation.power("naval_move"):
                campaign.failed(player, order, "too-far")
                continue
            if any(land[a].is_land and land[b].is_land for a, b in pairwise(way)):
                campaign.failed(player, order, "two-lands")
                continue
            units = campaign.take_out(order.place, force_of(order))
            needed = army_in(units)
            if not count(units):
                campaign.failed(player, order, "no-units")
            elif needed > left:
                campaign.failed(player, order, "sealift")
                campaign.put_in(order.place, units)
            else:
                left -= needed
                arrivals.append((plot[-1], units))
                _moved(campaign, player, 3, order.place, plot[-1], units)
    _arrive(campaign, arrivals)
    _ditch(campaign)


def _ditch(campaign: Campaign) -> None:
    """GE 12.2, HR-41: air units at sea beyond two for each Carrier there are lost."""
    squadrons = tables().params["carrier_squadrons"]
    for code, land in tables().regions.items():
        if land.is_land or not campaign.units[code]:
            continue
        here = campaign.units[code]
        over = count(of_kinds(here, "air")) - squadrons * here.get(NAMED["units"]["carrier"], 0)
        if over > 0:
            lost = taken(here, over, "carrier_overflow owner")
            campaign.tell("ditched", [campaign.owner[code]], region=code, lost=lost)


def march(campaign: Campaign) -> None:
    """GE 12.3, HR-13: through controlled land, slow units three regions and fast ones five; a plot that meets what is
    not adjacent or not controlled ends in the last valid region.
    """
    land, arrivals = tables().regions, Arrivals()
    for player in campaign.players:
        for _, order in numbered(campaign, player, "GM"):
            if campaign.owner[order.place] != player:
                campaign.failed(player, order, "control")
                continue
            valid, before, why = [], order.place, ""
            for code in order.operands["plot"][:FAST]:
                if code not in land[before].near or not land[code].is_land:
                    why = "not-adjacent"
                    break
                if campaign.owner[code] != player:
                    why = "control"
                    break
                valid.append(code)
                before = code
            units = campaign.take_out(order.place, force_of(order))
            if not count(units):
                campaign.failed(player, order, "no-units")
                continue
            if why:
                campaign.failed(player, order, why)
            if not valid:
                campaign.put_in(order.place, units)
                continue
            fast = {kind: number for kind, number in units.items() if tables().units[kind].is_fast}
            slow = {kind: number for kind, number in units.items() if kind not in fast}
            for part, to in ((slow, valid[:SLOW][-1]), (fast, valid[-1])):
                if part:
                    arrivals.append((to, part))
                    _moved(campaign, player, 5, order.place, to, part)
    _arrive(campaign, arrivals)
