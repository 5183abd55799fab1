"""7: the printout of one viewer, made from his view and the events that he sees, and from nothing else."""

from pbm import orderform
from pbm.events import Event
from pbm.orderform import Parsed
from pbm.printout import MapView, Printout
from pbm.rules.trust_a_thief.parse import kit
from pbm.rules.trust_a_thief.view import View
from pbm.system import Rules, Sheet


def printout(view: View, events: tuple[Event, ...], parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """7: a heading, the faults and the card to fill in."""
    next_kit = kit(view, rules) if view.me else None
    title = f"{sheet.game}, turn {view.turn}"
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=title,
        heading=(title,),
        headline=title,
        standfirst="",
        figures=(),
        changes=(),
        sections=(),
        map=MapView(rules.map.name, title, "", ()),
        order_count=parsed.count if parsed else 0,
        faults=parsed.faults if parsed else (),
        blank=orderform.blank(rules.orders, next_kit) if next_kit else (),
        kit=next_kit,
    )
