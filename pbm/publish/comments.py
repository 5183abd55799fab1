"""The moderator's comments of a turn as a part of every player's printout (14): who reads it in a mail or on paper
sees no site.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.core.printout import Paragraphs, Printout, Section
from pbm.publish.prose import posts
from pbm.store.folder import Folder

TITLE = "From the moderator"
AFTER = ("echo",)  # the book has the comments between the errors and the player's orders
# Compiled when there are news to be read.
LINK = r"!?\[([^\[\]\n]*)\]\((https?://|mailto:)?([^()\s]*)(?: +\"[^\"()\n]*\")?\)"
_MARKS = r"(?s)(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.{1,500}?)(?<=\S)\1(?![\w*])"
_HEAD = r"(?m)^ {0,3}(?:#{1,6}[ \t]+|>[ \t]?)"
_BREAK = r"\n[ \t]*(?:\n[ \t]*)+|\n(?=[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t])"


def comments(folder: Folder) -> Mapping[int, tuple[str, ...]]:
    """The moderator's news of each turn as paragraphs of plain text; read once for as long as the folder is used."""
    return folder.cached(("comments",), None, lambda: _read(folder))


def commented(printout: Printout, texts: tuple[str, ...]) -> Printout:
    """The printout with the comments on its turn, before the echo of the player's orders."""
    if not texts:
        return printout
    own = Section("moderator", TITLE, (Paragraphs(texts),))
    return replace(printout, sections=placed(printout.sections, own, AFTER))


def placed(sections: tuple[Section, ...], own: Section, before: tuple[str, ...]) -> tuple[Section, ...]:
    """The sections with one more, before the first of those that are named, or at the end."""
    at = next((k for k, it in enumerate(sections) if it.id in before), len(sections))
    return *sections[:at], own, *sections[at:]


def _read(folder: Folder) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for post in posts(folder.path / "news", numbered=True):
        found[post.turn] = (
            *found.get(post.turn, ()),
            *([post.title] if post.title else []),
            *plain_text(post.markdown),
        )
    return found


def plain_text(markdown: str) -> Iterator[str]:
    """Markdown as paragraphs of plain text; an item of a list is one. What is no mark stays as it was written."""
    text = re.sub(LINK, lambda m: f"{m[1]} ({m[2].replace('mailto:', '')}{m[3]})" if m[2] else m[1], markdown)
    text = re.sub(_HEAD, "", text)
    for _ in range(2):  # one kind of mark may stand within another
        text = re.sub(_MARKS, r"\2", text)
    for part in re.split(_BREAK, text):
        if part.strip():
            yield " ".join(part.replace("`", "").split())
