"""The printout of Wadi: what was heard, the map of what is known with its days, units, wells and the account."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbm.core.events import Heard
from pbm.core.grid import Fight, GridPlace, GridUnit, GridView, Moment, Terrain, Trail, square_name
from pbm.core.printout import (
    Cell,
    Column,
    Echo,
    Figure,
    Item,
    Kit,
    MapBlock,
    Printout,
    Quote,
    Quotes,
    Section,
    Standings,
    Table,
)
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Order, Parsed, blank
from tests.rules.wadi.state import Band, View

LAND = (
    Terrain(".", "sand", "sand"),
    Terrain("~", "a dune", "buff"),
    Terrain("^", "rock", "grey", ground=1),
    Terrain("=", "a well", "azure", ground=2),
)


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet, kit: Kit) -> Printout:
    """What a player is sent, or what is public."""
    names = {seat.player: seat.name or f"Band {seat.player}" for seat in sheet.seats}
    band = view.band
    title = f"{names.get(view.viewer, sheet.title)}, turn {view.turn}"
    ranked = dict(sorted(view.scores.items(), key=lambda item: (-item[1], item[0])))
    sections = [_standings(ranked)]
    if heard.get("called"):
        quotes = [Quote(names[facts["player"]], (facts["text"],), player=facts["player"]) for facts in heard["called"]]
        sections.append(Section("calls", "Calls", (Quotes(tuple(quotes)),)))
    if band is not None:
        sections = [*_own(view, band), *sections]
        fights = list(heard.get("fought", ()))
        if fights:
            near = MapBlock(_near(view, band, heard, names), "Where they fought.")
            sections.insert(0, Section("fights", "Fights", (_fights(fights), near)))
    is_over = sheet.over or view.over
    acts = band is not None and not is_over
    return Printout(
        game=sheet.game,
        system=rules.system,
        turn=view.turn,
        player=view.viewer,
        title=title,
        heading=(f"Game {sheet.game}, Turn {view.turn}",),
        headline=title,
        standfirst=f"{view.scores.get(view.viewer, 0)} wells." if band else "",
        figures=(Figure("Skins", str(band.skins)), Figure("Beads", str(band.beads))) if band else (),
        changes=tuple(_changes(heard, view.viewer)),
        sections=tuple(sections),
        map=_map(view, band, heard, names) if band else None,
        echo=_echo(parsed.orders) if parsed else (),
        order_count=parsed.count if parsed else 0,
        faults=parsed.faults if parsed else (),
        blank=blank(rules.orders, kit) if acts else (),
        kit=kit if acts else None,
        standings=Standings("Wells", ranked),
    )


def _standings(ranked: dict[int, int]) -> Section:
    rows: tuple[tuple[Cell, ...], ...] = tuple((player, number) for player, number in ranked.items())
    return Section("standings", "Standings", (Table((Column("Band", "player"), Column("Wells", "number")), rows),))


def _own(view: View, band: Band) -> list[Section]:
    units: list[tuple[Cell, ...]] = [
        (f"#{number}", unit.kind, square_name(unit.x, unit.y), " ".join(unit.queue), unit.name)
        for number, unit in sorted(band.units.items())
    ]
    wells: list[tuple[Cell, ...]] = [
        (code, square_name(well.x, well.y), well.owner, well.turn) for code, well in band.wells.items()
    ]
    titles = ("Unit", "Kind", "At", "Orders", "Name")
    columns = (
        Column("Well", "code"),
        Column("At", "code"),
        Column("Owner", "player"),
        Column("Seen in turn", "number"),
    )
    return [
        Section("units", "Units", (Table(tuple(Column(title) for title in titles), tuple(units)),)),
        Section("wells", "Wells", (Table(columns, tuple(wells)),)),
    ]


def _fights(fights: list[dict[str, Any]]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (k, facts["day"], square_name(*facts["at"]), facts["winner"]) for k, facts in enumerate(fights, 1)
    ]
    columns = (Column("No.", "number"), Column("Day", "number"), Column("At", "code"), Column("Held by", "player"))
    return Table(columns, tuple(rows))


def _changes(heard: Heard, viewer: int) -> Iterable[Item]:
    for facts in heard.get("taken", ()):
        yield Item("Taken", f"[{facts['by']}] holds {facts['well']}.", tone="" if facts["by"] == viewer else "bad")
    for facts in heard.get("eliminated", ()):
        yield Item("Gone", f"[{facts['player']}] is gone.")


def _map(view: View, band: Band, heard: Heard, names: dict[int, str]) -> GridView:
    """All that the band knows, with the marches of the three days."""
    me = view.viewer
    own = [GridUnit(u.x, u.y, u.kind, me, f"#{k}", text=u.name) for k, u in sorted(band.units.items())]
    seen = [GridUnit(s.x, s.y, s.kind, s.player, seen=0 if s.turn == view.turn else s.turn) for s in band.sights]
    return GridView(
        title="The land that you know",
        desc=f"{len(own)} units of yours, {len(band.wells)} wells.",
        width=len(band.known[0]),
        height=len(band.known),
        rows=band.known,
        terrain=LAND,
        player=me,
        sight=view.sight,
        places=tuple(
            GridPlace(w.x, w.y, code, owner=w.owner, seen=0 if w.turn == view.turn else w.turn)
            for code, w in band.wells.items()
        ),
        units=(*own, *seen),
        kinds=(("R", "Runner"), ("W", "Wain")),
        trails=tuple(
            Trail(facts["day"], me, (tuple(facts["from"]), tuple(facts["to"]))) for facts in heard.get("marched", ())
        ),
        fights=tuple(
            Fight(facts["day"], facts["at"][0], facts["at"][1], k) for k, facts in enumerate(heard.get("fought", ()), 1)
        ),
        frames=tuple(Moment(day, str(day), f"Day {day}") for day in (1, 2, 3)),
        players=tuple(names.items()),
        words=(("place", "well"),),
    )


def _near(view: View, band: Band, heard: Heard, names: dict[int, str]) -> GridView:
    """The part of it around the first fight."""
    x, y = heard["fought"][0]["at"]
    whole = _map(view, band, heard, names)
    left, top = max(0, min(x - 3, whole.width - 7)), max(0, min(y - 3, whole.height - 7))
    return replace(whole, title="Around the fight", window=(left, top, 7, 7), frames=())


def _echo(orders: Iterable[Order]) -> tuple[Echo, ...]:
    places: dict[str, list[str]] = {}
    for order in orders:
        places.setdefault(order.place, []).append(order.text)
    return tuple(Echo(place, tuple(texts)) for place, texts in places.items())
