"""ED 15, 16: the printout of one viewer, made from the view and the events that this viewer sees, and nothing else.

changes: what happened, told by label; holdings: the tables; mapview: the map; world: what the public gets beside them;
readout: what all of these work from.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.core.english import count
from pbm.core.events import Heard
from pbm.core.grid import GridView
from pbm.core.printout import Feat, Figure, MapBlock, Printout, Section, Standings
from pbm.engine.system import Rules, Sheet
from pbm.orders import form
from pbm.orders.form import Parsed
from pbm.rules.common.page import echo, remarks
from pbm.rules.empire_deluxe.parse import kit
from pbm.rules.empire_deluxe.printout import holdings
from pbm.rules.empire_deluxe.printout.changes import changes, news
from pbm.rules.empire_deluxe.printout.mapview import map_view
from pbm.rules.empire_deluxe.printout.readout import Readout
from pbm.rules.empire_deluxe.printout.world import headline, hidden_world
from pbm.rules.empire_deluxe.resolve.production import drain
from pbm.rules.empire_deluxe.view import View


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """ED 15, 16.1: a player's mailing, section by section; or the public page."""
    readout = Readout(view, heard, parsed, rules, sheet)
    card = parsed or Parsed(given=False)
    is_own = view.me is not None
    acts = is_own and not readout.is_over and view.viewer in view.alive
    order_kit = kit(view, rules) if acts else None
    grid = map_view(readout)
    first, last = readout.span
    span = f"game turns {first}-{last}" if last > first else f"game turn {last}"
    who = f", [{view.viewer}]" if is_own else ""
    title = f"{readout.name(view.viewer)}, {_turns(first, last)}" if is_own else f"{sheet.game}, {_turns(first, last)}"
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=title,
        heading=(f"Game {sheet.game}, Turn {view.turn}, {span}, {readout.words('title', rules.variant)}{who}",),
        headline=title if is_own else headline(readout),
        standfirst="" if readout.is_over else f"The next mailing has {count(view.length, 'game turn', 'game turns')}.",
        figures=_figures(readout) if is_own else (),
        changes=changes(readout) if is_own else tuple(news(readout)),
        sections=_own(readout, grid) if is_own else (*holdings.census(readout), *hidden_world(readout)),
        map=grid,
        echo=echo(card.orders),
        acted=echo(card.standing),
        order_count=card.count,
        faults=card.faults,
        blank=form.blank(rules.orders, order_kit) if order_kit else (),
        kit=order_kit,
        standings=None if is_own else _standings(readout),
        feats=tuple(_feats(readout)) if is_own else (),
    )


def _feats(readout: Readout) -> Iterator[Feat]:
    """ED 6.2, 5.1: attacks that were won, by the attacker's chance of a hit; and how far each unit went."""
    me = readout.player(readout.me)
    for facts in readout.told("fight"):
        if facts["won"] and facts["role"] == "attack" and "unit_kind" in facts:
            kinds = readout.kind(facts["unit_kind"]), readout.kind(facts["foe_kind"])
            told = f"{me} at {facts['square']}: {kinds[0]} #{facts['unit']} against {kinds[1]}"
            yield Feat("chance", facts["percent"], told)
    for facts in readout.told("moved"):
        if "unit_kind" in facts:
            unit = f"#{facts['unit']}"
            told = f"{me}: {readout.kind(facts['unit_kind'])} {unit}"
            yield Feat("way", len(facts["path"]) - 1, told, f"{readout.me} {unit}")


def _turns(first: int, last: int) -> str:
    return f"turns {first} to {last}" if last > first else f"turn {last}"


def _own(readout: Readout, grid: GridView | None) -> tuple[Section, ...]:
    return (
        *holdings.fights(readout),
        *holdings.cities(readout),
        *holdings.idle(readout),
        *holdings.units(readout),
        *holdings.sightings(readout),
        *holdings.undone(readout),
        *_sheets(grid),
        *holdings.census(readout),
        *remarks(readout),
    )


def _sheets(grid: GridView | None) -> tuple[Section, ...]:
    """ED 15: the map on paper, in the text alone; a page has it beside the headline."""
    block = MapBlock(replace(grid, frames=(), trails=(), sightings=(), opened=())) if grid else None
    return (Section("sheets", "Map sheets", (block,), html=False),) if block else ()


def _figures(readout: Readout) -> tuple[Figure, ...]:
    view = readout.view
    seen = sum(len(row) - row.count(" ") for row in view.rows)
    built, lost = len(readout.told("produced")), sum(not f["won"] and "unit" in f for f in readout.told("fight"))
    won = sum(f["won"] and f["foe_kind"] in readout.kinds for f in readout.told("fight"))
    figures = [
        Figure("Cities", str(len(view.cities))),
        Figure("Units", str(len(view.units))),
        Figure("Built", str(built)),
        Figure("Lost", str(lost)),
        Figure("Destroyed", str(won)),
        Figure("Explored", f"{100 * seen // max(1, view.width * view.height)} %"),
    ]
    if readout.rules.variant == "advanced":
        load = drain(readout.rules.variant, view.options, len(view.units), len(view.cities))
        figures.append(Figure("Production", f"{int(100 / load)} %"))
    return tuple(figures)


def _standings(readout: Readout) -> Standings:
    told = readout.told("census")
    cities = {int(player): many for player, many in told[-1]["cities"].items()} if told else {}
    ranked = sorted(readout.view.players, key=lambda player: (-cities.get(player, 0), player))
    return Standings("Cities", {player: cities.get(player, 0) for player in ranked})
