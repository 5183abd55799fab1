"""The only door to the maps: who draws them, their legend and table twin, the colours of all pages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from markupsafe import Markup

from pbm.core.printout import MapView
from pbm.site.ink.marks import chip, plain
from pbm.site.maps.twin import map_table as map_table


class Artist(Protocol):
    """What draws the maps of one geometry."""

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as SVG."""


MOST = 16  # artists that are kept; games of one variant share theirs
_artists: dict[int, tuple[Mapping[str, Any], Artist]] = {}  # by the geometry's id, which lives as long as it is here


def find_artist(geometry: Mapping[str, Any], cache: Path | None = None) -> Artist:
    """The only door to the maps: the artist of a geometry, the same for all who draw."""
    from pbm.site.maps import artist

    if id(geometry) not in _artists:
        if len(_artists) >= MOST:
            _artists.clear()
        _artists[id(geometry)] = geometry, artist.artist(geometry, cache)
    return _artists[id(geometry)][1]


def legend_html(view: MapView) -> Markup:
    """A map's legend in words."""
    from pbm.site.maps import artist

    out = ['<ul class="legend">']
    for kind, player, text in artist.legend(view):
        key = chip(player) if kind == "player" else artist.legend_key(kind, player)
        out.append(f"<li>{key} {plain(text)}")
    return Markup("".join(out) + "</ul>")


def theme_css() -> str:
    """Colours of players and maps in three themes, and what maps need beside."""
    from pbm.site.ink import palette
    from pbm.site.maps import artist

    dark = palette.tokens("dark")
    return (
        f":root{{{palette.tokens('light')}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root:root:root{{{palette.tokens('print')}}}}}\n{artist.map_css()}\n"
    )
