"""The search of public pages: an index that a page loads as a script, so that it also works from a disk.

A search service or a fetched index (as Pagefind has) can do neither under our policy of no connections.
"""

import html
import json
import re
from typing import Literal

import msgspec

from pbm.core.plain import clean
from pbm.core.printout import Items, Paragraphs, Printout

Kind = Literal["rules", "turn", "news", "about", "game"]
MOST = 1200  # characters of one place that can be found
_HEADING = re.compile(r'<h[2-6] id="([^"]+)">(.*?)</h[2-6]>', re.S)
_TAG = re.compile(r"<(/?[a-z][a-z0-9]*)[^>]*>")
_INLINE = frozenset(("a", "b", "code", "em", "i", "span", "strong", "bdi", "sup"))
_BLANKS = re.compile(r"\s+")


class SearchEntry(msgspec.Struct, frozen=True):
    """A place that a reader can find: its title, where it is (path and anchor), what it says."""

    title: str
    where: str
    kind: Kind
    text: str = ""


def sections(title: str, path: str, kind: Kind, body: str) -> list[SearchEntry]:
    """A long page by its headings: what stands between two anchors is one place."""
    parts = _HEADING.split(body)
    found = [SearchEntry(title, path, kind, words(parts[0]))]
    found += [
        SearchEntry(f"{title}: {words(parts[k + 1])}", f"{path}#{parts[k]}", kind, words(parts[k + 2]))
        for k in range(1, len(parts) - 2, 3)
    ]
    return found


def turn(printout: Printout, title: str, path: str) -> SearchEntry:
    """A turn as the public reads it."""
    told = [printout.standfirst]
    for section in printout.sections:
        for block in section.blocks:
            if isinstance(block, Items):
                told += [f"{item.label} {item.lead} {item.rest}" for item in block.items]
            elif isinstance(block, Paragraphs):
                told += block.texts
    return SearchEntry(title, path, "turn", _cut(re.sub(r"\[(\d+)(?::([^\]]*))?\]", r"\2", " ".join(told))))


def words(markup: str) -> str:
    """The text of a piece of our own HTML."""
    return _cut(html.unescape(_TAG.sub(lambda tag: "" if tag[1].lstrip("/") in _INLINE else " ", markup)))


def script(found: list[SearchEntry]) -> str:
    """The index as a script; rows of title, place, kind as the reader sees it, text."""
    rows = [[clean(row.title), row.where, row.kind.capitalize(), clean(row.text)] for row in found]
    data = ",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows).replace("<", "\\u003c")
    return f"const PBM_PAGES = [{data}];\n"


def _cut(text: str) -> str:
    return clean(_BLANKS.sub(" ", text).strip())[:MOST]
