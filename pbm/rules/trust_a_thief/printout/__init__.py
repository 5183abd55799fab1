"""TT 7: the printout of one viewer, made from his view and the events that he sees, and from nothing else."""

from pbm.core.english import count, signed
from pbm.core.events import Heard
from pbm.core.printout import Figure, Printout
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.common.page import heading, of_player, of_public
from pbm.rules.trust_a_thief.parse import kit
from pbm.rules.trust_a_thief.printout import news
from pbm.rules.trust_a_thief.printout.accounts import own_account
from pbm.rules.trust_a_thief.printout.battles import combat
from pbm.rules.trust_a_thief.printout.changes import changes
from pbm.rules.trust_a_thief.printout.desk import Desk
from pbm.rules.trust_a_thief.printout.holdings import fleets, nations, other_provinces, own_provinces
from pbm.rules.trust_a_thief.printout.mapview import map_view
from pbm.rules.trust_a_thief.printout.orders import orders
from pbm.rules.trust_a_thief.printout.trade import caravans
from pbm.rules.trust_a_thief.printout.works import turnover, works
from pbm.rules.trust_a_thief.state import Nation
from pbm.rules.trust_a_thief.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """TT 7.2: a player's account and caravans first, then what all may know, then his orders; TT 7.1: the public
    page.
    """
    desk = Desk(view, heard, parsed, rules, sheet)
    me = view.me
    if me is None:
        return public(desk)
    sections = (
        *own_account(desk),
        *caravans(desk),
        *works(desk),
        own_provinces(desk),
        *fleets(desk),
        nations(desk),
        *combat(desk),
        *turnover(desk),
        *other_provinces(desk),
        *orders(desk),
    )
    name = desk.nations.get(view.viewer, f"Nation {view.viewer}")
    return of_player(
        desk,
        name,
        heading=heading(desk, f"Nation {desk.tag(desk.me)}"),
        standfirst=f"{count(len(desk.owned(desk.me)), 'province')}, {me.gold} gold in hand.",
        figures=figures(desk, me),
        changes=changes(desk),
        sections=sections,
        map=map_view(desk),
        kit=kit(view, rules) if me.alive and not desk.is_over else None,
    )


def public(desk: Desk) -> Printout:
    """TT 7.1: what everybody may read: the news, all nations' gold and tax, battles, provinces and fleets."""
    table, ranked = news.standings(desk)
    return of_public(
        desk,
        heading=heading(desk),
        headline=news.headline(desk),
        sections=news.sections(desk, table),
        standings=ranked,
        map=map_view(desk),
    )


def figures(desk: Desk, me: Nation) -> tuple[Figure, ...]:
    """The numbers that the page is about, with their change this turn."""
    lines = next((facts["lines"] for facts in desk.mine("account")), None)
    taken = [f for f in (*desk.captured.values(), *desk.claimed.values()) if f["by"] == desk.me]
    lost = [f for f in desk.captured.values() if f["from"] == desk.me]
    gold = signed(me.gold - lines[0][2]) if lines else ""
    provinces = signed(len(taken) - len(lost)) if desk.view.turn else ""
    told = next(iter(desk.mine("caravans")), None)
    own = desk.view.fleets.get(desk.me, {})
    return (
        Figure("Gold", str(me.gold), gold),
        Figure("Tax", str(me.tax)),
        Figure("Upkeep", str(desk.upkeep(desk.me))),
        Figure("Provinces", str(len(desk.owned(desk.me))), provinces),
        Figure("Armies", str(desk.armies(desk.me))),
        Figure("Fleets", str(len(own))),
        Figure("Caravans home", f"{told['returned']} of {told['sent']}" if told else "none sent"),
        Figure("Stolen for you", str(sum(facts["number"] for facts in desk.mine("stolen", "by")))),
    )
