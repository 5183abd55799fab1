"""What the tests ask of a built site: how its files lie, and what stands in a page."""

from html.parser import HTMLParser
from pathlib import Path

from pbm.site.pages import Addressee

TO = Addressee("Rosa Klein", "#1042", "7G2KQ-X4M9V-T", "Fri 4 Dec 2026, 20:00 UTC")


class Elements(HTMLParser):
    """Tags with their attributes, and the content of script and style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in self.raw and data.strip():
            self.raw[self.found[-1][0]][-1] += data
        else:
            self.text += data


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p.relative_to(folder)): (p.stat().st_ino, p.stat().st_mtime_ns) for p in folder.rglob("*")}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
