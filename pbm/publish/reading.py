"""The pages of an archive file: those of its game, as a small site that needs no league."""

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from pbm import __version__
from pbm.archive.opening import OpenedArchive, ProvedArchive
from pbm.core.stamps import walked
from pbm.errors import PbmError
from pbm.publish.comments import LINK
from pbm.publish.league import league
from pbm.site.pages import ArchiveSource
from pbm.store.folder import games_path

MARK = "about-these-pages.txt"
"""In a folder of pages: what they were made of, and the names of all files, so that nothing else is replaced."""
_DEFINED = re.compile(r"^ {0,3}\[[^\]\n]+\]:[ \t]*(?!https?:|mailto:).*$", re.MULTILINE)


def check_target(target: Path) -> None:
    """PbmError where pages may not be put: something else than pages of ours lies there."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise PbmError(f"{target}: is not a folder; choose another with --to.")
    there = _names(target)
    made = _names_made(target)
    if there and not made:
        raise PbmError(f"{target}: is there already, and holds no pages of an archive file; choose another with --to.")
    if strange := sorted(there - made):
        raise PbmError(f"{target}: holds {strange[0]}, which `pbm read` did not make; choose another folder with --to.")


def lay_pages(archive: OpenedArchive, made: ProvedArchive, target: Path) -> int:
    """Make the pages of an archive file that was proved, and put them in their place as a whole. The number of files.
    PbmError leaves that place as it was.
    """
    from pbm.site.build import build

    check_target(target)
    table, site = made.table, archive.root / "output" / "site"
    try:
        _unlink(games_path(archive.root) / archive.game / "news")
        whole = league(archive.root, (table,))
        games = tuple(replace(it, archive=ArchiveSource(lambda: archive.data)) for it in whole.games)
        facts = table.folder.facts
        whole = replace(
            whole,
            title=f"{archive.game}, {facts.title}",
            tagline="The pages of an archive file",
            index_markdown=_front(archive, made),
            games=games,
            ratings=None,
        )
        geometries = {game.geometry: table.rules.geometry for game in games}
        build(whole, geometries, site, [], cache=False)
    except PbmError:
        raise
    except Exception as error:  # as where it is played again: a game made by hand may hold what no page expects
        raise PbmError(f"its pages cannot be made ({type(error).__name__}).") from error
    names = sorted(_names(site))
    _put(site, target, _said(archive, made, [*names, MARK]))
    return len(names) + 1


def _front(archive: OpenedArchive, made: ProvedArchive) -> str:
    return (
        f"These pages were laid out from an archive file, by pbm {__version__}. Every turn was played again first, "
        f"and came out as recorded. The seed has the fingerprint `{made.fingerprint}`, and the chain ends in "
        f"`{made.chain}`: these must be the ones that the game's own site showed.\n"
    )


def _said(archive: OpenedArchive, made: ProvedArchive, names: list[str]) -> str:
    head = [
        f"The pages of {archive.game}, laid out by `pbm read` (pbm {__version__}) from an archive file.",
        "Open index.html in a browser. To make them again, run the command again; files of your own belong elsewhere.",
        f"Fingerprint of the seed: {made.fingerprint}",
        f"End of the chain: {made.chain}",
    ]
    return "\n".join([*head, "", *names, ""])


def _unlink(news: Path) -> None:
    """In the moderator's news, links to other pages of the league are plain words: these pages are not here."""
    for path in news.glob("*.md"):
        head, mark, body = path.read_bytes().decode("utf-8", "replace").partition("\n+++\n")
        body = re.sub(LINK, lambda found: found[0] if found[2] else found[1], body)
        path.write_bytes((head + mark + _DEFINED.sub("", body)).encode())


def _names(folder: Path) -> set[str]:
    return {f"{within}/{name}" if within else name for within, names in walked(folder) for name in names}


def _names_made(folder: Path) -> set[str]:
    try:
        return set((folder / MARK).read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        return set()


def _put(site: Path, target: Path, said: str) -> None:
    """Copy the pages beside their place, with what is said of them, then move them in. What was there goes last."""
    aside, old = (target.with_name(f".{word}-{target.name}") for word in ("tmp", "old"))
    try:
        for left in (aside, old):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(site, aside)
        (aside / MARK).write_text(said, "utf-8")
        if target.exists():
            os.rename(target, old)
        os.rename(aside, target)
    except OSError as error:
        with suppress(OSError):
            if old.exists() and not target.exists():
                os.rename(old, target)
        raise PbmError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)
