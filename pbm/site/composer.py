"""The order composer's script: its parts in order, joined for a page that needs no other file (design 4)."""

import re
from collections.abc import Callable, Iterator

PARTS = ("table", "near", "faults", "reader", "standing", "card", "draft", "dom", "map", "form", "sheets", "start")
STYLE = "composer.css"
LARGEST = 60_000  # bytes of the joined script; a test holds it

_STRING = re.compile(r'("(?:[^"\\]|\\.)*")')
_BLANKS = re.compile(r" ?([{}()\[\],;:?=<>&|*+%-]|=>) ?")


def composer_script(read: Callable[[str], str]) -> str:
    """The whole composer as one classic script. `read` gives a file of the templates' folder.

    Each player's page carries it, so it leaves out what only its readers need: comments on lines of their own, the
    margin, and blanks around signs. Line ends stay, so that an error's line is one line.
    """
    return "".join(f"{line}\n" for part in PARTS for line in _tight(read(f"composer-{part}.js")))


def _tight(source: str) -> Iterator[str]:
    in_comment = False
    for line in source.splitlines():
        bare = line.strip()
        in_comment = in_comment or bare.startswith("/**")
        if bare and not in_comment and not bare.startswith("//"):
            yield _without_blanks(bare)
        in_comment = in_comment and not bare.endswith("*/")


def _without_blanks(line: str) -> str:
    """A line of JavaScript with its strings as they are and no blanks around signs elsewhere."""
    pieces = _STRING.split(line)
    if any("/" in piece for piece in pieces[::2]):
        return line  # it may hold a pattern, whose blanks count
    pieces[::2] = (_BLANKS.sub(r"\1", piece) for piece in pieces[::2])
    return "".join(pieces)
