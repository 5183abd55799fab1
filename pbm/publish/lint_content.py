"""What somebody laid down and nothing of the site is made from, because its name is not the right one."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbm.publish.prose import markdown_files, read_prose, turn_of
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from pbm.store.press import FOR_ALL, PRIVATE_PRESS

KINDS = {".html", ".css", ".js", ".svg"}


def odd_posts(folder: Folder) -> Iterator[str]:
    """A sentence for each piece of news or press whose turn is far off, or whose player there is not, or a reader; and
    for press where nobody may be known.
    """
    players = {0, *(seat.number for seat in folder.facts.seats)}
    for place in ("news", "press", PRIVATE_PRESS):
        for path in markdown_files(folder.path / place):
            front, _ = read_prose(path, private=place == PRIVATE_PRESS)
            if place != "news" and lay_table(folder).rules.nameless:
                yield f"{path}: is not shown because players of {folder.game} are anonymous; write it as news in news/."
                continue
            turn = turn_of(path, front)
            if turn > folder.last + 1 and not front.filed:  # a card may be for a turn to come
                yield f"{path}: turn: {turn} is far ahead of the last turn, {folder.last}; it is not shown before then."
            if front.player not in players:
                yield f"{path}: player: there is no player {front.player} in {folder.game}."
            for reader in sorted(set(() if front.to == FOR_ALL else front.to) - players):
                yield f"{path}: to: there is no player {reader} in {folder.game}."


def sources_of(content: Path, places: Iterable[str]) -> Iterator[str]:
    """A sentence for each file of the content, and of the templates beside it, that has a link to one of these places
    of the site, with its line: `rules/x.html#9` is written `x.md#9`, `../rules/x.html#9`, or so.
    """
    own = content.parent / "site_templates"
    files = [path for path in sorted([*content.rglob("*.md"), *own.rglob("*.html")]) if path.is_file()]
    for place in places:
        path, _, anchor = place.partition("#")
        name = path.rpartition("/")[2].removesuffix(".html")
        page, mark = rf"(?:[^()\"'\s]*/)?{re.escape(name)}(?:\.md|\.html)?", f"#{re.escape(anchor)}" if anchor else ""
        for file in files:
            is_own = mark and name in (file.stem, "index")  # a page needs no name for a place of its own
            link = re.compile(rf"[(\"'](?:{page}){'?' if is_own else ''}{mark}[)\"' ]")
            lines = Disk().read(file).decode(errors="replace").split("\n")
            yield from (f"See {file}, line {n}." for n, line in enumerate(lines, 1) if link.search(line))


def unused_templates(root: Path) -> Iterator[str]:
    """A sentence for each template of one's own that is none of ours, and that no other of one's own takes in."""
    own = root / "site_templates"
    if not own.is_dir():
        if os.path.lexists(own):
            yield f"{own}: is not a folder; put your own templates into a folder of this name."
        return
    from pbm.site.render import templates_dir

    shipped = templates_dir()
    known = {path.relative_to(shipped).as_posix() for path in shipped.rglob("*")}
    names = {path.relative_to(own).as_posix(): path for path in sorted(own.rglob("*")) if path.suffix in KINDS}
    strange = [name for name, path in names.items() if name not in known and path.is_file()]
    if not strange:
        return
    texts = {name: path.read_bytes() for name, path in names.items() if path.is_file()}
    for name in strange:
        if not any(name.encode() in text for other, text in texts.items() if other != name):
            yield f"{own / name}: no template of pbm has this name, and none of yours includes it; it is not used."
