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
from pbm.rules.trust_a_thief.printout.holdings import fleets, nations, other_provinces, own_provinces
from pbm.rules.trust_a_thief.printout.mapview import map_view
from pbm.rules.trust_a_thief.printout.orders import orders
from pbm.rules.trust_a_thief.printout.readout import Readout
from pbm.rules.trust_a_thief.printout.trade import caravans
from pbm.rules.trust_a_thief.printout.works import turnover, works
from pbm.rules.trust_a_thief.state import Nation
from pbm.rules.trust_a_thief.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """TT 7.2: a player's account and caravans first, then what all may know, then his orders; TT 7.1: the public
    page.
    """
    readout = Readout(view, heard, parsed, rules, sheet)
    me = view.me
    if me is None:
        return public(readout)
    sections = (
        *own_account(readout),
        *caravans(readout),
        *works(readout),
        own_provinces(readout),
        *fleets(readout),
        nations(readout),
        *combat(readout),
        *turnover(readout),
        *other_provinces(readout),
        *orders(readout),
    )
    name = readout.nations.get(view.viewer, f"Nation {view.viewer}")
    return of_player(
        readout,
        name,
        heading=heading(readout, f"Nation {readout.tag(readout.me)}"),
        standfirst=f"{count(len(readout.owned(readout.me)), 'province')}, {me.gold} gold in hand.",
        figures=figures(readout, me),
        changes=changes(readout),
        sections=sections,
        map=map_view(readout),
        kit=kit(view, rules) if me.alive and not readout.is_over else None,
    )


def public(readout: Readout) -> Printout:
    """TT 7.1: what everybody may read: the news, all nations' gold and tax, battles, provinces and fleets."""
    table, ranked = news.standings(readout)
    return of_public(
        readout,
        heading=heading(readout),
        headline=news.headline(readout),
        sections=news.sections(readout, table, ranked),
        standings=ranked,
        map=map_view(readout),
    )


def figures(readout: Readout, me: Nation) -> tuple[Figure, ...]:
    """The numbers that the page is about, with their change this turn."""
    lines = next((facts["lines"] for facts in readout.mine("account")), None)
    taken = [f for f in (*readout.captured.values(), *readout.claimed.values()) if f["by"] == readout.me]
    lost = [f for f in readout.captured.values() if f["from"] == readout.me]
    gold = signed(me.gold - lines[0][2]) if lines else ""
    provinces = signed(len(taken) - len(lost)) if readout.view.turn else ""
    told = next(iter(readout.mine("caravans")), None)
    own = readout.view.fleets.get(readout.me, {})
    return (
        Figure("Gold", str(me.gold), gold),
        Figure("Tax", str(me.tax)),
        Figure("Upkeep", str(readout.upkeep(readout.me))),
        Figure("Provinces", str(len(readout.owned(readout.me))), provinces),
        Figure("Armies", str(readout.armies(readout.me))),
        Figure("Fleets", str(len(own))),
        Figure("Caravans home", f"{told['returned']} of {told['sent']}" if told else "none sent"),
        Figure("Stolen for you", str(sum(facts["number"] for facts in readout.mine("stolen", "by")))),
    )
