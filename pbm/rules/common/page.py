"""The frame of a printout, and the parts that are the same in every game."""

from collections.abc import Callable, Container, Iterable, Sequence

from pbm.core.printout import Cell, Column, Echo, Figure, Item, Kit, Lines, MapView, Printout, Section, Standings, Table
from pbm.orders import form
from pbm.orders.form import Order, Parsed
from pbm.rules.common.readout import Readout

ORDERS = (Column("", "mono"), Column("Order", "mono"), Column("Means", drop=True), Column("Came of it"))
ACTED = (Column("", "mono"), Column("Standing order", "mono"), *ORDERS[2:])


def of_player(
    readout: Readout,
    name: str,
    *,
    heading: tuple[str, ...],
    standfirst: str,
    figures: tuple[Figure, ...],
    changes: tuple[Item, ...],
    sections: tuple[Section, ...],
    map: MapView,
    kit: Kit | None,
) -> Printout:
    """A player's printout; `kit`: what the next card may say, None where none follows."""
    card = readout.parsed or Parsed(given=False)
    title = f"{name}, turn {readout.view.turn}"
    return Printout(
        game=readout.sheet.game,
        system=readout.rules.system,
        turn=readout.view.turn,
        player=readout.view.viewer,
        title=title,
        heading=heading,
        headline=title,
        standfirst=standfirst,
        figures=figures,
        changes=changes,
        sections=sections,
        map=map,
        echo=echo(card.orders),
        acted=echo(card.standing),
        order_count=card.count,
        faults=card.faults,
        blank=form.blank(readout.rules.orders, kit) if kit else (),
        kit=kit,
    )


def of_public(
    readout: Readout,
    *,
    heading: tuple[str, ...],
    headline: tuple[str, str],
    sections: tuple[Section, ...],
    standings: Standings,
    map: MapView,
) -> Printout:
    """What everybody may read; `headline`: that and the sentences below it."""
    title, standfirst = headline
    return Printout(
        game=readout.sheet.game,
        system=readout.rules.system,
        turn=readout.view.turn,
        player=0,
        title=f"{readout.sheet.game}, turn {readout.view.turn}",
        heading=heading,
        headline=title,
        standfirst=standfirst,
        figures=(),
        changes=(),
        sections=sections,
        standings=standings,
        map=map,
    )


def heading(readout: Readout, who: str = "") -> tuple[str, ...]:
    """Game, turn and who reads."""
    return (f"Game {readout.sheet.game}, Turn {readout.view.turn}{f', {who}' if who else ''}",)


def from_file(order: Order) -> bool:
    """Whether this is a standing order that acted, and not an order of the card."""
    return bool(order.slot) and not order.line


def entered(order: Order) -> str:
    """An order as it was entered; a standing order that acted from the file names its slot."""
    return f"/{order.slot}/{order.text}" if from_file(order) else order.text


def echo(orders: Iterable[Order]) -> tuple[Echo, ...]:
    """Orders of the card, or standing orders that acted: first the player's, then place by place."""
    places: dict[str, list[str]] = {}
    for order in orders:
        places.setdefault(order.place, []).append(entered(order))
    return tuple(Echo(place, tuple(given)) for place, given in sorted(places.items()))


def echoed(card: Parsed, rows: Sequence[tuple[Cell, ...]], acting: Sequence[tuple[Cell, ...]]) -> list[Section]:
    """The section of the orders with what came of them, those of the card (`rows`: place, order, what it means, what
    came of it) and apart from these the standing orders that acted.
    """
    tables = [Table(ORDERS, tuple(rows), note=f"Order-count: {card.count}.")] if rows else []
    if acting:
        tables.append(Table(ACTED, tuple(acting), note=f"Standing orders that acted: {len(acting)}."))
    if not tables:
        return []
    number = f"{card.count} of {card.written}" if card.faults else str(card.count)
    number += f", {len(acting)} standing" if acting else ""
    return [Section("echo", "Your orders, and what came of them", tuple(tables), number, classic=False)]


def remarks(readout: Readout) -> list[Section]:
    """Remarks on the card; faults stand with the echo."""
    warned = readout.parsed.warnings if readout.parsed else ()
    if not warned:
        return []
    lines = tuple(
        f"line {w.line}, column {w.column}: {w.text + ': ' if w.text else ''}{w.message}"
        f"{f' ({w.rule})' if w.rule else ''}"
        for w in warned
    )
    return [Section("remarks", "Remarks on your card", (Lines(lines),), str(len(lines)))]


def account(
    lines: Sequence[tuple[str, str, int]],
    told: Callable[[str, str, int], tuple[str, str]],
    *,
    sums: Container[str],
    end: str,
    unit: Column,
    note: str = "",
) -> Table:
    """An account that starts and ends with what is in hand. lines: (key, detail, amount), of which `told` says what it
    is and how it comes about; sums: the keys that are sums, between which the others are set in.
    """
    rows: list[tuple[Cell, ...]] = []
    for key, detail, amount in lines[:-1]:
        item, why = told(key, detail, amount)
        rows.append((item if key in sums else f"  {item}", why, amount))
    columns = (Column("Item"), Column("How it comes about", drop=True), unit)
    return Table(columns, tuple(rows), (end, "", lines[-1][2]), note, account=True)
