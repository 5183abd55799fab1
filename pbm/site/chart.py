"""The only door to the maps: who draws them, their legend and table twin, the colours of all pages."""

from collections.abc import Mapping
from typing import Any, Protocol

from markupsafe import Markup

from pbm.printout import MapSpace, MapView
from pbm.site.marks import chip, plain


class Artist(Protocol):
    """What draws the maps of one geometry."""

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as SVG."""


def find_artist(geometry: Mapping[str, Any]) -> Artist:
    """The only door to the maps: the artist of a geometry."""
    from pbm.site import maps

    return maps.artist(geometry)


def legend_html(view: MapView) -> Markup:
    """A map's legend in words."""
    from pbm.site import maps

    out = ['<ul class="legend">']
    for kind, player, text in maps.legend(view):
        key = chip(player) if kind == "player" else maps.legend_key(kind, player)
        out.append(f"<li>{key} {plain(text)}")
    return Markup("".join(out) + "</ul>")


def theme_css() -> str:
    """Colours of players and maps in three themes, and what maps need beside."""
    from pbm.site import maps, palette

    dark = palette.tokens("dark")
    return (
        f":root{{{palette.tokens('light')}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root:root:root{{{palette.tokens('print')}}}}}\n{maps.map_css()}\n"
    )


def map_table(view: MapView) -> Markup:
    """The table twin of a map: what it shows, in words."""
    lands = [space for space in view.spaces if space.kind == "land"]
    knows = any(space.badges for space in view.spaces)
    head = '<tr><th scope="col">Space<th scope="col">Occupied by<th scope="col">This turn'
    rows = [_map_row(space, knows) for space in lands]
    rows += [_map_row(space, knows) for space in view.spaces if space.kind == "sea" and space.badges]
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll"><table><thead>'
        f"{head}{'<th scope=col>Units' if knows else ''}<tbody>{''.join(rows)}</table></div></details>"
    )


def _map_row(space: MapSpace, knows: bool) -> str:
    if space.owner:
        owner = chip(space.owner)
    elif space.controller:
        owner = f"minor, controlled by {chip(space.controller)}"
    else:
        owner = "minor" if space.kind == "land" else "sea"
    change = {"captured": "taken", "revolution": "revolution"}.get(space.change, "")
    row = f'<tr><td><b class="c">{plain(space.code)}</b> {plain(space.name)}<td>{owner}<td>{change}'
    if not knows:
        return row
    units = "; ".join(
        (f"{chip(badge.player)} " if badge.player else "")
        + ", ".join(
            f"{count} {word}"
            for count, word in ((badge.army, "Army"), (badge.navy, "Navy"), (badge.air, "AirF"))
            if count
        )
        for badge in space.badges
    )
    return f"{row}<td>{units}"
