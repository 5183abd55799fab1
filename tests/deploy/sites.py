"""Two small sites, an older and a newer one, and what lies where they were put."""

import os
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from pbm.deploy.cargo import LIST, cargo
from pbm.deploy.plan import Target
from pbm.site.output.site_folder import listed, listing

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
OLD = {
    "index.html": '<a href="games/1.html">', "archive.html": '<a href="games/1.html">', "pbm.css": "old",
    "games/1.html": '<a href="../index.html"><a href="gone.html">', "games/gone.html": '<a href="1.html">',
    "_headers": "/*", "deep/er/only.html": "",
}  # fmt: skip
NEW = {
    "index.html": '<a href="games/1.html"><a href="games/2.html">', "archive.html": '<a href="games/2.html">',
    "pbm.css": "new", "games/1.html": '<a href="../index.html"><a href="2.html">', "_headers": "/*",
    "games/2.html": '<a href="1.html"><a href="../fresh.html">', "fresh.html": '<a href="games/2.html">',
}  # fmt: skip


class Killed(BaseException):
    """The process ends here."""


def site(root: Path, files: dict[str, str]) -> Path:
    """A root with a site of those files, as if it had been built."""
    place = root / "output" / "site"
    shutil.rmtree(place, ignore_errors=True)
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    listing(place).write_bytes(listed(files))
    return root


def files_of(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file of a folder but the list: text and time."""
    return {
        str(p.relative_to(folder)): (p.read_text(), p.stat().st_mtime_ns)
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != LIST
    }


def texts(folder: Path) -> dict[str, str]:
    return {name: text for name, (text, _) in files_of(folder).items()}


def put(root: Path, target: Target) -> bool:
    """Deploy; whether anything was done."""
    load = cargo(root)
    plan = target.plan(load)
    target.carry(load, plan, lambda names, label: names)
    return plan.does_something


def dead_links(folder: Path, entries: set[str]) -> list[str]:
    """Links that lead nowhere, on pages that can be come by from those."""
    waiting, seen, dead = sorted(name for name in entries if (folder / name).is_file()), set(), []
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for link in re.findall(r'href="([^"]+)"', (folder / page).read_text()):
            to = os.path.normpath(Path(page).parent / link)
            if not (folder / to).is_file():
                dead.append(f"{page} -> {to}")
            elif to.endswith(".html"):
                waiting.append(to)
    return dead


def names_of(folder: Path) -> list[str]:
    return [str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()]
