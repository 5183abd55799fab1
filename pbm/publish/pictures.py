"""The map of a printout as a file of its own, for mail: SVG, or PNG where resvg is installed (the extra `card`)."""

import io
from importlib.util import find_spec

from pbm.core.grid import GridView
from pbm.core.printout import Printout
from pbm.site.ink.palette import wearing
from pbm.site.maps.artist import artist
from pbm.site.maps.chart import draw_grid
from pbm.site.maps.socialcard import can_draw, in_light
from pbm.store.play import GameTable

WIDTH, NARROW = 900, 480  # pixels: with a palette, and with all colours, which takes four times the room
COLOURS = 96
# The colours of badges hang on variables that only a browser can follow from space to space: one colour for all.
_BADGES = (("var(--c,#4a4f4d)", "#4a4f4d"), ("var(--c)", "#4a4f4d"), ("var(--f,var(--land))", "#ffffff"))


def map_svg(table: GameTable, printout: Printout) -> bytes:
    """The map with its own styles and legend; nothing where the printout has none."""
    geometry, view = table.rules.geometry, printout.map
    with wearing(table.folder.facts.hues):
        if isinstance(view, GridView):
            return draw_grid(view, standalone=True, id_prefix="c").encode()
        if view is None or not view.spaces or not geometry.get("spaces"):
            return b""
        return artist(geometry).draw(view, standalone=True, id_prefix="c").encode()


def map_png(svg: bytes) -> bytes:
    """The map as a picture that every mail program shows; nothing where resvg is not here.

    Where Pillow is here too it has a palette, and is a quarter as large.
    """
    if not svg or not can_draw():
        return b""
    import resvg_py

    small = find_spec("PIL") is not None
    width = WIDTH if small else NARROW
    text = svg.decode()
    for variable, colour in _BADGES:
        text = text.replace(variable, colour)
    png = bytes(resvg_py.svg_to_bytes(svg_string=in_light(text), width=width))
    return _with_palette(png) if small else png


def _with_palette(png: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        flat = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, "PNG", optimize=True)
    return out.getvalue()
