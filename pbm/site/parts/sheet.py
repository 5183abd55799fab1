"""A printout made ready for its template: blocks as HTML, maps drawn, sections laid in rows."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.grid import GridView
from pbm.core.plain import clean
from pbm.core.printout import (
    AnyMap,
    Battles,
    Echo,
    MapBlock,
    MapView,
    Printout,
    Records,
    Section,
    Table,
    has_theatre,
    is_drawn,
)
from pbm.site.ink.marks import plain
from pbm.site.maps.chart import legend_html, map_table
from pbm.site.pages import Addressee
from pbm.site.parts import layout
from pbm.site.parts.battles import greatest
from pbm.site.parts.blocks import block_html, faults_html, items_html

WHOLE_MAP, MORE = "The whole map", "More of the map"
CARD = "card"  # the part with the next card
Draw = Callable[[AnyMap, str, bool], Markup]
"""Draws a map: the view, a prefix of its ids, whether it is cropped to the theatre."""

Legend = Callable[[AnyMap, bool], Markup]
"""The legend of a map, and whether it is that of the theatre."""


class PrintoutView(msgspec.Struct, frozen=True):
    """A printout made ready for its template.

    The first heading line says game, turn and player, which the page tells in its own way: `heading` is
    what comes after it. own: what the player's last row is made of. card_kind: how the card is set on paper.
    """

    printout: Printout
    seat: str
    heading: tuple[str, ...]
    due: str
    changes: Markup
    theatre: Markup
    legend: Markup
    twin: Markup
    is_cropped: bool
    further: str
    before: tuple[layout.SectionHtml, ...]
    standings: layout.SectionHtml | None
    rows: list[layout.LayoutRow]
    own: tuple[layout.SectionHtml, ...]
    card: tuple[tuple[str, str], ...]
    card_lines: Markup
    card_head: Markup
    card_kind: str
    foot_style: Markup

    @property
    def has_grid(self) -> bool:
        """Whether any of its maps is one of squares, whose page needs their styles and their script."""
        return any(isinstance(view, GridView) for view in self.printout.maps)


def make_sheet(
    printout: Printout,
    *,
    draw: Draw,
    legend: Legend,
    rule: Callable[[str], str],
    anchor: Callable[[str], str],
    lines: Callable[[Section], Markup | None] | None = None,
) -> PrintoutView:
    """A printout made ready, for nobody yet: blocks as HTML, maps drawn, sections laid in rows.

    `draw` draws a map, `legend` has its legend; `lines` may draw a section in its own way (the standings with their
    history).
    """
    shown = [section for section in printout.sections if section.html]
    to_section = _links_to(shown, printout)
    names = dict(printout.names)
    seat = clean(f"[{printout.player}] {names.get(printout.player, '')}".strip()) if printout.player else ""
    charts = _Charts(printout, draw, anchor)
    parts = _parts(shown, names, rule, anchor, to_section, lines, charts)
    first = printout.map if is_drawn(printout.map) else None
    is_cropped = has_theatre(first) and bool(printout.player)
    taken = {section.id for section in shown}
    if first and is_cropped and "map" not in taken:
        parts.insert(_place_of_map(shown), _whole_map(first, draw, anchor, legend))
    own = tuple(part for part in _own_parts(printout, rule) if part.id not in taken)
    for part in own:
        anchor(part.id)
    standings = None if printout.player else next((part for part in parts if part.id == "standings"), None)
    card = tuple(map(_card_line, printout.blank))
    before = parts[: parts.index(standings)] if standings else []
    return PrintoutView(
        printout=printout,
        seat=seat,
        heading=tuple(clean(line) for line in printout.heading[1:]),
        due="",
        changes=Markup(items_html(printout.changes, rule, to_section)) if printout.changes else Markup(""),
        theatre=draw(first, "t", is_cropped) if first else Markup(""),
        legend=legend(first, is_cropped) if first else Markup(""),
        twin=map_table(first, "theatre") if first and printout.player and not is_cropped else Markup(""),
        is_cropped=is_cropped,
        further=_map_title(printout),
        before=tuple(before),
        standings=standings,
        rows=layout.rows(parts[len(before) + bool(standings) :])
        + ([layout.LayoutRow(own[:1], own[1:])] if own else []),
        own=own,
        card=card,
        card_lines=Markup("".join([f"<p><b>{plain(o)}</b><span>{plain(comment)}</span></p>\n" for o, comment in card])),
        card_head=_card_head(printout, Addressee()),
        card_kind=card_kind(len(card), len(names)),
        foot_style=_foot_style(printout, seat),
    )


def card_kind(lines: int, players: int) -> str:
    """How a card of so many lines is set on paper, in words of the stylesheet.

    dense: in small print; early: before the forces, where page 1 does not hold both (the key of many players takes
    room, too); tall: under a smaller map; long: over more than a page.
    """
    room = 9 - max(0, players - 7) // 6  # found by printing
    kinds = {"dense": lines > 9, "early": lines > room, "tall": lines > 14, "long": lines > 24}
    return "".join([f" {kind}" for kind, is_so in kinds.items() if is_so])


def _links_to(shown: Iterable[Section], printout: Printout) -> Callable[[str], str]:
    """What links to a section of the page by its id; nothing where it has no such section."""
    titles = {section.id: section.title for section in shown} | {
        name: title for name, title, there in _own_titles(printout) if there
    }
    return lambda name: f'<a href="#{name}">{plain(titles[name])}</a>' if name in titles else ""


def _parts(
    shown: Sequence[Section],
    names: Mapping[int, str],
    rule: Callable[[str], str],
    anchor: Callable[[str], str],
    to_section: Callable[[str], str],
    lines: Callable[[Section], Markup | None] | None,
    charts: "_Charts",
) -> list[layout.SectionHtml]:
    """The sections as HTML. The bars of all battles have one scale."""
    scale = greatest(b for s in shown for block in s.blocks if isinstance(block, Battles) for b in block.battles)
    parts = []
    for section in shown:
        anchor(section.id)
        html = lines(section) if lines else None
        if html is None:
            told = [
                charts.html(block) if isinstance(block, MapBlock) else block_html(block, rule, to_section, scale, names)
                for block in section.blocks
            ]
            html = Markup("".join(told))
            if len(told) > 2 and all(isinstance(block, Table) for block in section.blocks):
                html = Markup(f'<div class="tables">{html}</div>')
        width, height = layout.width(section), layout.height(section)
        parts.append(layout.SectionHtml(section.id, section.title, html, section.figure, section.aside, width, height))
    return parts


class _Charts:
    """Draws the maps among a printout's blocks, one after the other: each has ids of its own."""

    def __init__(self, printout: Printout, draw: Draw, anchor: Callable[[str], str]) -> None:
        self.draw, self.anchor, self.number = draw, anchor, 0
        self.has_rows = isinstance(printout.map, MapView)  # that a table of spaces gave their ids

    def html(self, chart: MapBlock) -> str:
        """A map with its legend, its caption and its table; of spaces there is one table a page."""
        self.number += 1
        view, name = chart.map, f"chart-{self.number}"
        if not is_drawn(view):
            return ""
        self.anchor(name)
        twin = Markup("") if isinstance(view, MapView) and self.has_rows else map_table(view, name)
        self.has_rows = self.has_rows or isinstance(view, MapView)
        caption = f'<p class="note">{plain(chart.caption)}</p>' if chart.caption else ""
        drawn = self.draw(view, f"d{self.number}", False)
        said = f"<figcaption>{caption}{legend_html(view)}{twin}</figcaption>"
        return f'<figure class="mapbox" id="{name}">{drawn}{said}</figure>'


def addressed(sheet: PrintoutView, to: Addressee) -> PrintoutView:
    """The sheet for its reader: with his name, his code, and when his card is due."""
    rows, own = sheet.rows, sheet.own
    if own and own[-1].id == CARD:
        own = (*own[:-1], _card_part(sheet.printout, to))
        rows = [*rows[:-1], layout.LayoutRow(own[:1], own[1:])]
    return replace(sheet, due=to.due, card_head=_card_head(sheet.printout, to), rows=rows, own=own)


def _whole_map(view: AnyMap, draw: Draw, anchor: Callable[[str], str], legend: Legend) -> layout.SectionHtml:
    """The map below its theatre; with a legend of its own where the theatre does not show everybody. Of a map with
    insets these.
    """
    anchor("map")
    if isinstance(view, MapView) and view.insets:
        return _insets(view, draw, legend)
    whole = legend(view, False)
    twin = map_table(view) if whole == legend(view, True) else whole + map_table(view)
    return layout.SectionHtml(
        "map",
        WHOLE_MAP,
        Markup(f'<div class="mapbox">{draw(view, "m", False)}</div>') + twin,
        width=40,
        height=22,
    )


def _insets(view: MapView, draw: Draw, legend: Legend) -> layout.SectionHtml:
    """The further parts of a map, and the table of all that theatre and insets show."""
    drawn = []
    for k, inset in enumerate(view.insets, 1):
        part = draw(replace(view, theatre=inset.spaces, title=inset.title, desc=""), f"i{k}", True)
        drawn.append(f'<div class="mapbox"><h3>{plain(inset.title)}</h3>{part}</div>')
    html = Markup(f'<div class="insets">{"".join(drawn)}</div>') + legend(view, False) + map_table(view)
    return layout.SectionHtml("map", MORE, html, width=layout.WHOLE, height=22)


def _own_parts(printout: Printout, rule: Callable[[str], str]) -> list[layout.SectionHtml]:
    """What a player's printout ends with: his orders, what was not carried out, the next card."""
    parts = []
    if printout.player:
        count = len(printout.faults)
        figure = f"{printout.order_count} of {printout.order_count + count}" if count else str(printout.order_count)
        html = _echoed(printout.echo) or Markup("<p>No orders were entered.</p>")
        html += Markup(f'<p class="note">Order-count: {printout.order_count}.</p>')
        if printout.acted:
            html += _echoed(printout.acted)
            number = sum(len(echo.orders) for echo in printout.acted)
            html += Markup(f'<p class="note">Standing orders that acted: {number}.</p>')
        rows = (*printout.echo, *printout.acted)
        tall = 4 + 2 * bool(printout.acted) + sum(1 + sum(map(len, echo.orders)) // 44 for echo in rows)
        parts.append(layout.SectionHtml("echo", "Your orders", html, figure, width=60, height=tall))
    if printout.faults:
        html = Markup(faults_html(printout.faults, rule))
        height = 3 + 3 * len(printout.faults)
        figure = str(len(printout.faults))
        parts.append(layout.SectionHtml("faults", "Not carried out", html, figure, width=60, height=height))
    if printout.blank:
        parts.append(_card_part(printout, Addressee()))
    return parts


def _echoed(echoes: tuple[Echo, ...]) -> Markup:
    """Orders by place as a table; nothing where there are none."""
    rows = "".join(
        f'<tr><th scope="row" class="m">@{plain(echo.place)}<td class="m orders">'
        + " ".join(f"<span>{plain(order)}</span>" for order in echo.orders)
        for echo in echoes
    )
    return Markup(f"<table class=echo><tbody>{rows}</table>" if rows else "")


def _card_part(printout: Printout, to: Addressee) -> layout.SectionHtml:
    title, due = f"Card for turn {printout.turn + 1}", f"due {to.due}" if to.due else ""
    lines = "".join(
        f"<p>{plain(order)}{f' <span>; {plain(comment)}</span>' if comment else ''}"
        for order, comment in map(_card_line, printout.blank)
    )
    html = Markup(
        f'<div class="card" data-card><p class="head"><b>{_card_head(printout, to)}</b>{lines}</div>'
        '<p><button type="button" class="button" data-copy hidden>Copy the card</button>'
    )
    return layout.SectionHtml(CARD, title, html, _short(due), due, width=60, height=12)


def _own_titles(printout: Printout) -> list[tuple[str, str, bool]]:
    return [
        ("echo", "Your orders", bool(printout.player)),
        ("faults", "Not carried out", bool(printout.faults)),
        (CARD, f"Card for turn {printout.turn + 1}", bool(printout.blank)),
        ("map", _map_title(printout), is_drawn(printout.map) and has_theatre(printout.map) and bool(printout.player)),
    ]


def _map_title(printout: Printout) -> str:
    return MORE if isinstance(printout.map, MapView) and printout.map.insets else WHOLE_MAP


def _place_of_map(sections: list[Section]) -> int:
    """Behind the first short list of spaces, or the last long one, else at the end."""
    lists = [(at, b) for at, s in enumerate(sections) for b in s.blocks if isinstance(b, Records)]
    short = [at for at, block in lists if not block.columns]
    return (short[0] if short else lists[-1][0] if lists else len(sections) - 1) + 1


def _short(due: str) -> str:
    """The day alone, for the folded card on a phone; nothing where it is no day."""
    day = due.partition(",")[0]
    return day if len(day) <= 20 else ""


def _card_head(printout: Printout, to: Addressee) -> Markup:
    """The heading line of the next card.

    The name stands isolated: after one that runs from right to left the first digits of the code would stand before it.
    """
    name = f"<bdi>{plain(to.name)}</bdi>" if to.name else ""
    parts = (plain(f"{printout.game} T-{printout.turn + 1} [{printout.player}]"), name, plain(to.code))
    return Markup(" ".join(part for part in parts if part))


def _card_line(line: str) -> tuple[str, str]:
    order, _, comment = line.partition(";")
    return order.rstrip(), comment.strip()


def _foot_style(printout: Printout, seat: str) -> Markup:
    """The foot line of each page on paper."""
    text = f"{printout.game} T-{printout.turn}" + (f" {seat}, private" if seat else "")
    safe = re.sub(r"[^A-Za-z0-9 ,.\[\]-]", lambda m: f"\\{ord(m[0]):06x}", text)
    return Markup(f'@page{{@bottom-left{{content:"{safe}"}}}}')
