"""BP 14: the printout of one viewer, made from his view and the events that he sees, and from nothing else."""

from pbm.core.events import Heard
from pbm.core.printout import Echo, Printout, Section
from pbm.engine.system import Rules, Sheet
from pbm.orders import form
from pbm.orders.form import Parsed
from pbm.rules.battle_plan.parse import kit
from pbm.rules.battle_plan.printout import news
from pbm.rules.battle_plan.printout.accounts import blockade, income
from pbm.rules.battle_plan.printout.battles import combat
from pbm.rules.battle_plan.printout.changes import changes
from pbm.rules.battle_plan.printout.desk import Desk, count, from_file, money
from pbm.rules.battle_plan.printout.holdings import forces, ranking, spaces
from pbm.rules.battle_plan.printout.mapview import map_view
from pbm.rules.battle_plan.printout.orders import messages, orders, remarks, spies
from pbm.rules.battle_plan.printout.relations import (
    classic_multipliers,
    classic_relations,
    figures,
    heading,
    multipliers,
    relations,
    reserves,
)
from pbm.rules.battle_plan.printout.world import goals, opinion, own_lists
from pbm.rules.battle_plan.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """BP 14: sections in the order of the book; the public's is the world's news."""
    desk = Desk(view, heard, parsed, rules, sheet)
    if view.me is None:
        return public(desk)
    me = view.me
    parts: list[Section] = [
        reserves(me),
        classic_relations(desk, me),
        classic_multipliers(desk, me),
        forces(desk),
        *income(desk),
        *blockade(desk),
        ranking(desk),
        *goals(desk),
        *opinion(desk),
        *own_lists(desk, me),
        *spaces(desk),
        *combat(desk),
        *messages(desk),
        *spies(desk, me),
        relations(desk, me),
        multipliers(desk, me),
        *orders(desk, me),
        *remarks(desk),
    ]
    name = desk.countries.get(view.viewer, f"Player {view.viewer}")
    next_kit = None if sheet.over else kit(view, rules)
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=f"{name}, turn {view.turn}",
        heading=heading(desk),
        headline=f"{name}, turn {view.turn}",
        standfirst=f"{count(len(desk.own), 'country', 'countries')}, {money(me.dollars)} Dollars in hand.",
        figures=figures(desk, me),
        changes=changes(desk),
        sections=tuple(parts),
        map=map_view(desk),
        echo=echo(desk),
        acted=echo(desk, acted=True),
        order_count=parsed.count if parsed else 0,
        faults=parsed.faults if parsed else (),
        blank=form.blank(rules.orders, next_kit) if next_kit else (),
        kit=next_kit,
    )


def public(desk: Desk) -> Printout:
    """What everybody may read: world news, standings, battles by kinds of unit, who occupies what."""
    title, standfirst = news.headline(desk)
    table, ranked = news.standings(desk)
    return Printout(
        game=desk.sheet.game,
        system=desk.rules.system,
        turn=desk.view.turn,
        player=0,
        title=f"{desk.sheet.game}, turn {desk.view.turn}",
        heading=heading(desk),
        headline=title,
        standfirst=standfirst,
        figures=(),
        changes=(),
        sections=news.sections(desk, table),
        standings=ranked,
        map=map_view(desk),
    )


def echo(desk: Desk, *, acted: bool = False) -> tuple[Echo, ...]:
    """BP 14: the orders of the card, first the player's, then space by space; or the standing orders that acted
    (BP 11).
    """
    echoes = []
    for (place, given), entered in zip(desk.orders, desk.entered, strict=True):
        if texts := tuple([text for order, text in zip(given, entered, strict=True) if from_file(order) == acted]):
            echoes.append(Echo(place, texts))
    return tuple(echoes)
