"""The only door to the maps: who draws them, their legend and table twin, the colours of all pages."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup

from pbm.printout import Badge, MapSpace, MapView
from pbm.site.marks import chip, plain


class Artist(Protocol):
    """What draws the maps of one geometry."""

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as SVG."""

    def still(self, id_prefix: str) -> str:
        """What every map of the geometry has in it under that prefix."""


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
    words = dict(view.words)
    lands = [space for space in view.spaces if space.kind == "land"]
    columns = ["Space", "Occupied by"]
    if any(space.sign for space in lands):
        columns.append(words.get("sign", "Sign"))
    columns.append("This turn")
    if any(space.badges for space in view.spaces):
        columns.append("Units")
    head = "".join(f'<th scope="col">{plain(column)}' for column in columns)
    seas = [space for space in view.spaces if space.kind == "sea" and space.badges]
    rows = [_map_row(space, columns, words) for space in (*lands, *seas)]
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll"><table><thead>'
        f"<tr>{head}<tbody>{''.join(rows)}</table></div></details>"
    )


def _map_row(space: MapSpace, columns: Sequence[str], words: Mapping[str, str]) -> str:
    if space.owner:
        owner = chip(space.owner)
    elif space.controller:
        owner = f"minor, controlled by {chip(space.controller)}"
    else:
        owner = plain(words.get("minor", "minor")) if space.kind == "land" else "sea"
    changes = {"captured": "taken", "claimed": "claimed", "revolution": "revolution"}
    cells = [f'<b class="c">{plain(space.code)}</b> {plain(space.name)}', owner]
    if len(columns) > 3 and columns[2] != "This turn":
        cells.append(plain(words.get(space.sign, space.sign)))
    cells.append(changes.get(space.change, ""))
    if columns[-1] == "Units":
        cells.append("; ".join(_units(badge, words) for badge in space.badges))
    return "<tr><td>" + "<td>".join(cells)


def _units(badge: Badge, words: Mapping[str, str]) -> str:
    """The units of a badge: as the view calls them, else in the usual words."""
    counts = [(badge.army, "army", "Army"), (badge.navy, "navy", "Navy"), (badge.air, "air", "AirF")]
    counts.append((badge.cargo, "cargo", "aboard"))
    texts = [
        f"{plain(words[kind])} {count}" if kind in words else f"{count} {usual}"
        for count, kind, usual in counts
        if count
    ]
    return (f"{chip(badge.player)} " if badge.player else "") + ", ".join(texts)
