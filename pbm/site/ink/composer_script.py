"""The order composer's script: its parts in order, joined for a page that needs no other file (design 4)."""

from collections.abc import Callable, Collection

PARTS = (
    "table",
    "unfold",
    "near",
    "operands",
    "spaces",
    "faults",
    "values",
    "reach",
    "headings",
    "account",
    "reader",
    "standing",
    "card",
    "beside",
    "draft",
    "dom",
    "tabs",
    "cells",
    "courses",
    "map",
    "arrows",
    "ways",
    "queue",
    "force",
    "keys",
    "lines",
    "tables",
    "form",
    "before",
    "sheets",
    "press",
    "picking",
    "field",
    "roster",
    "start",
)

SQUARES = ("ways", "picking", "field", "roster")
"""Those that maps of squares alone need."""
SPACES = ("cells", "courses", "map", "arrows")
"""Those that maps of squares do not need."""


def composer_script(read: Callable[[str], str], leaves: Collection[str] = ()) -> str:
    """The composer as one classic script, without the parts in `leaves`. `read` gives a file of the templates' folder.

    Each player's page carries it, so comments and blanks are left out.
    """
    return packed("".join(read(f"composer/{part}.js") for part in PARTS if part not in leaves)) + "\n"


def packed(script: str) -> str:
    """A script without comments and blanks, which only its readers need."""
    from rjsmin import jsmin

    return str(jsmin(script))
