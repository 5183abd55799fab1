"""NW 14 to 17: the printout of one viewer, made from the view and the events that this viewer sees, and nothing else.

changes: what changed for the reader; news: what all may read; shots, battles: a battle round by round; accounts: the
money; holdings, fleet, bonuses: what the reader has; reference: pages of their own; mapview: the chart; readout: what
all of these work from.
"""

from pbm.core.english import signed
from pbm.core.events import Heard
from pbm.core.printout import Figure, Items, Printout, Section
from pbm.engine.system import Rules, Sheet
from pbm.orders import form
from pbm.orders.form import Parsed
from pbm.rules.common.page import echo, remarks
from pbm.rules.naval_warfare.parse import kit
from pbm.rules.naval_warfare.printout import holdings, news
from pbm.rules.naval_warfare.printout.accounts import account
from pbm.rules.naval_warfare.printout.battles import battles, fights
from pbm.rules.naval_warfare.printout.changes import changes, undone
from pbm.rules.naval_warfare.printout.fleet import ships
from pbm.rules.naval_warfare.printout.mapview import map_view
from pbm.rules.naval_warfare.printout.readout import Readout, afloat, level
from pbm.rules.naval_warfare.printout.reference import pages
from pbm.rules.naval_warfare.printout.shots import Engagement
from pbm.rules.naval_warfare.state import Country
from pbm.rules.naval_warfare.tables import NAMED
from pbm.rules.naval_warfare.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """NW 16: a country's week, section by section; NW 17: the public page."""
    readout = Readout(view, heard, parsed, rules, sheet)
    me = view.me
    card = parsed or Parsed(given=False)
    fought = fights(readout)
    title = f"{readout.country(view.viewer)}, week {view.turn}" if me else f"{sheet.game}, week {view.turn}"
    order_kit = kit(view, rules) if me and not me.out and not readout.is_over else None
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=title,
        heading=_heading(readout, me),
        headline=title if me else news.headline(readout),
        standfirst="" if me else news.standfirst(readout),
        figures=_figures(readout, me) if me else (),
        changes=changes(readout, fought) if me else news.news(readout),
        sections=_own(readout, me, fought) if me else _public(readout),
        map=map_view(view, heard, rules),
        echo=echo(card.orders),
        acted=echo(card.standing),
        order_count=card.count,
        faults=card.faults,
        blank=form.blank(rules.orders, order_kit) if order_kit else (),
        kit=order_kit,
        standings=None if me else news.ranked(readout),
        pages=() if me else pages(readout),
        feats=() if me else tuple(news.feats(readout)),
    )


def _heading(readout: Readout, me: Country | None) -> tuple[str, ...]:
    """NW 16: game, week and country; level, experience, money."""
    first = f"Game {readout.sheet.game}, Turn {readout.view.turn} of {NAMED['weeks']}"
    if me is None:
        return (first,)
    return f"{first}, [{readout.me}] {me.name}", f"Level {level(me)}   Exp {me.exp}   Money {me.money}"


def _own(readout: Readout, me: Country, fought: list[Engagement]) -> tuple[Section, ...]:
    """NW 16: in this order; the echo of the card and the blank one follow by themselves."""
    told = news.news(readout)
    return (
        *([Section("news", "News of the week", (Items(told),), str(len(told)))] if told else []),
        *news.statements(readout),
        *undone(readout),
        *battles(readout, fought),
        *holdings.seen(readout),
        *account(readout),
        holdings.country(readout, me),
        *holdings.ports(readout),
        *ships(readout),
        *holdings.groups(readout),
        *holdings.platforms(readout),
        *holdings.relations(readout, me),
        *holdings.kept(readout, me),
        *remarks(readout),
    )


def _public(readout: Readout) -> tuple[Section, ...]:
    return (news.standings_table(readout), *news.statements(readout))


def _figures(readout: Readout, me: Country) -> tuple[Figure, ...]:
    """The numbers that the page is about, with their change."""
    told = readout.mine("account")
    before = told[-1]["rows"][0][1] if told else me.money
    won = sum(facts["points"] for facts in readout.mine("exp") if "ship" not in facts)
    return (
        Figure("Level", str(me.level)),
        Figure("Exp", str(me.exp), signed(won) if won else ""),
        Figure("Money", str(me.money), signed(me.money - before) if told else ""),
        Figure("Ships", str(len(readout.view.ships))),
        Figure("Hulls afloat", str(afloat(readout.view))),
        Figure("Ports", str(len(readout.view.held))),
        Figure("Captains", str(me.captains)),
    )
