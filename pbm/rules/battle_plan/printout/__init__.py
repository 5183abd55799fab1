"""BP 14: the printout of one viewer, made from his view and the events that he sees, and from nothing else."""

from pbm.core.english import count
from pbm.core.events import Heard
from pbm.core.printout import Printout, Section
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.battle_plan.parse import kit
from pbm.rules.battle_plan.printout import news
from pbm.rules.battle_plan.printout.accounts import blockade, income
from pbm.rules.battle_plan.printout.battles import combat
from pbm.rules.battle_plan.printout.changes import changes
from pbm.rules.battle_plan.printout.desk import Desk, money
from pbm.rules.battle_plan.printout.holdings import forces, ranking, spaces
from pbm.rules.battle_plan.printout.mapview import map_view
from pbm.rules.battle_plan.printout.orders import failures, messages, orders, spies
from pbm.rules.battle_plan.printout.relations import (
    classic_multipliers,
    classic_relations,
    figures,
    multipliers,
    relations,
    reserves,
)
from pbm.rules.battle_plan.printout.world import goals, opinion, own_lists
from pbm.rules.battle_plan.view import View
from pbm.rules.common.page import heading, of_player, of_public, remarks


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
        *failures(desk),
        *remarks(desk),
    ]
    name = desk.countries.get(view.viewer, f"Player {view.viewer}")
    return of_player(
        desk,
        name,
        heading=heading(desk, f"Player {desk.tag(desk.me)}"),
        standfirst=f"{count(len(desk.own), 'country', 'countries')}, {money(me.dollars)} Dollars in hand.",
        figures=figures(desk, me),
        changes=changes(desk),
        sections=tuple(parts),
        map=map_view(desk),
        kit=None if sheet.over else kit(view, rules),
    )


def public(desk: Desk) -> Printout:
    """What everybody may read: world news, standings, battles by kinds of unit, who occupies what."""
    table, ranked = news.standings(desk)
    return of_public(
        desk,
        heading=heading(desk),
        headline=news.headline(desk),
        sections=news.sections(desk, table),
        standings=ranked,
        map=map_view(desk),
    )
