"""The order composer's script: its parts in order, joined for a page that needs no other file (design 4)."""

from collections.abc import Callable

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
    "map",
    "arrows",
    "ways",
    "queue",
    "force",
    "tables",
    "form",
    "sheets",
    "press",
    "picking",
    "field",
    "roster",
    "start",
)


def composer_script(read: Callable[[str], str]) -> str:
    """The whole composer as one classic script. `read` gives a file of the templates' folder.

    Each player's page carries it, so comments and blanks are left out.
    """
    return packed("".join(read(f"composer/{part}.js") for part in PARTS)) + "\n"


def packed(script: str) -> str:
    """A script without comments and blanks, which only its readers need."""
    from rjsmin import jsmin

    return str(jsmin(script))
