"""The only door to the maps: who draws them, their legend and table twin, the colours of all pages."""

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from markupsafe import Markup

from pbm.core.grid import GridView
from pbm.core.printout import AnyMap, MapView
from pbm.site.ink.marks import chip, plain

Story = tuple[Sequence[str], Mapping[str, Sequence[str]]]
"""What became of the spaces of a map: the heads of columns, and by code of a space what stands in them, as HTML."""
NO_STORY: Story = ((), {})


class Artist(Protocol):
    """What draws the maps of one geometry."""

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as SVG."""

    def players_in(self, view: MapView) -> set[int]:
        """Whoever has anything in the theatre of a map."""


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


def draw_grid(view: GridView, *, standalone: bool = False, id_prefix: str = "m") -> str:
    """A map of squares as SVG: it has no artist, for nothing of it is the same for two readers."""
    from pbm.site.maps.looks import grid

    return grid.draw(view, standalone=standalone, id_prefix=id_prefix)


def map_table(view: AnyMap, at: str = "map", story: Story = NO_STORY) -> Markup:
    """A map's table twin; `at` is the anchor of the map. With the story of its spaces, where it is told."""
    from pbm.site.maps import gridpage, twin

    return gridpage.map_table(view) if isinstance(view, GridView) else twin.map_table(view, at, *story)


def legend_html(view: AnyMap, shown: Container[int] | None = None) -> Markup:
    """A map's legend in words; of a map of squares also what else stands right under it. shown: of the players these
    alone.
    """
    from pbm.site.maps import gridpage, legend

    if isinstance(view, GridView):
        return gridpage.legend_html(view)

    out = ['<ul class="legend">']
    for row in legend.legend(view):
        if row.player and shown is not None and row.player not in shown:
            continue
        key = chip(row.player) if row.player else legend.legend_key(row)
        out.append(f"<li>{key} {plain(row.words)}")
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
