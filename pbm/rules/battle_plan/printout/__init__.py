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
from pbm.rules.battle_plan.printout.holdings import forces, ranking, spaces
from pbm.rules.battle_plan.printout.mapview import map_view
from pbm.rules.battle_plan.printout.orders import failures, messages, orders, spies
from pbm.rules.battle_plan.printout.readout import Readout, money
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
    readout = Readout(view, heard, parsed, rules, sheet)
    if view.me is None:
        return public(readout)
    me = view.me
    parts: list[Section] = [
        reserves(me),
        classic_relations(readout, me),
        classic_multipliers(readout, me),
        forces(readout),
        *income(readout),
        *blockade(readout),
        ranking(readout),
        *goals(readout),
        *opinion(readout),
        *own_lists(readout, me),
        *spaces(readout),
        *combat(readout),
        *messages(readout),
        *spies(readout, me),
        relations(readout, me),
        multipliers(readout, me),
        *orders(readout, me),
        *failures(readout),
        *remarks(readout),
    ]
    name = readout.countries.get(view.viewer, f"Player {view.viewer}")
    return of_player(
        readout,
        name,
        heading=heading(readout, f"Player {readout.tag(readout.me)}"),
        standfirst=f"{count(len(readout.own), 'country', 'countries')}, {money(me.dollars)} Dollars in hand.",
        figures=figures(readout, me),
        changes=changes(readout),
        sections=tuple(parts),
        map=map_view(readout),
        kit=None if sheet.over else kit(view, rules),
    )


def public(readout: Readout) -> Printout:
    """What everybody may read: world news, standings, battles by kinds of unit, who occupies what."""
    table, ranked = news.standings(readout)
    return of_public(
        readout,
        heading=heading(readout),
        headline=news.headline(readout),
        sections=news.sections(readout, table, ranked),
        standings=ranked,
        map=map_view(readout),
    )
