"""GE 25: the printout of one viewer, made from the view and the events that this viewer sees, and from nothing else."""

from pbm.core.events import Heard
from pbm.core.printout import Figure, Printout, Section
from pbm.engine.system import Rules, Sheet
from pbm.orders import form
from pbm.orders.form import Parsed
from pbm.rules.common.page import echo, remarks
from pbm.rules.gunboat_empires.parse import kit
from pbm.rules.gunboat_empires.printout.accounts import account, economy, market, military, technologies
from pbm.rules.gunboat_empires.printout.battles import battles, undone
from pbm.rules.gunboat_empires.printout.changes import changes
from pbm.rules.gunboat_empires.printout.holdings import intelligence, rankings, regions
from pbm.rules.gunboat_empires.printout.mapview import map_view
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.printout.world import (
    headline,
    news,
    public_rankings,
    reference,
    standfirst,
    standings,
    standings_table,
)
from pbm.rules.gunboat_empires.state import Country
from pbm.rules.gunboat_empires.tables import ARMY, BTECH, GOLD, NAVY, tables
from pbm.rules.gunboat_empires.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """GE 25: a player's turn, section by section; GE 14.3, HR-42, HR-43: the public page."""
    readout = Readout(view, heard, parsed, rules, sheet)
    me = view.me
    card = parsed or Parsed(given=False)
    turns = tables().params["turns"]
    title = f"{readout.country(view.viewer)}, turn {view.turn}" if me else f"{sheet.game}, turn {view.turn}"
    order_kit = kit(view, rules) if me and not me.out and not readout.is_over else None
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=title,
        heading=(f"Game {sheet.game}, Turn {view.turn} of {turns}{f', [{view.viewer}]' if me else ''}",),
        headline=title if me else headline(readout),
        standfirst="" if me else standfirst(readout),
        figures=_figures(me, len(view.regions)) if me else (),
        changes=changes(readout) if me else news(readout),
        sections=_own(readout, me) if me else _public(readout),
        map=map_view(readout),
        echo=echo(card.orders),
        acted=echo(card.standing),
        order_count=card.count,
        faults=card.faults,
        blank=form.blank(rules.orders, order_kit) if order_kit else (),
        kit=order_kit,
        standings=None if me else standings(readout),
        pages=() if me else reference(readout),
    )


def _own(readout: Readout, me: Country) -> tuple[Section, ...]:
    return (
        *battles(readout),
        *undone(readout),
        *account(readout),
        economy(readout, me),
        technologies(readout, me),
        military(readout, me),
        regions(readout, me),
        market(readout),
        *rankings(readout),
        *intelligence(readout),
        *remarks(readout),
    )


def _public(readout: Readout) -> tuple[Section, ...]:
    return (
        standings_table(readout),
        market(readout),
        *public_rankings(readout),
    )


def _figures(me: Country, held: int) -> tuple[Figure, ...]:
    """The numbers that the page is about."""
    return (
        Figure("Gold", str(me.stocks.get(GOLD, 0))),
        Figure("Regions", str(held)),
        Figure("Army", str(me.levels.get(ARMY, 0))),
        Figure("Air/Navy", str(me.levels.get(NAVY, 0))),
        Figure("BTech", str(me.levels.get(BTECH, 0))),
        Figure("Technologies", str(len(me.technologies))),
        Figure("Sealift", str(me.sealift)),
    )
