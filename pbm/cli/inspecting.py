"""`pbm fsck`: the folders looked through without playing."""

from pathlib import Path

import click

from pbm.cli.screen import root_of, say, warn, watched
from pbm.core.english import count
from pbm.errors import PbmError, shown_name
from pbm.post.arrivals import post_path
from pbm.post.inspection import inspect_post, mend_post
from pbm.store.folder import Folder, game_ids, games_path
from pbm.store.inspection import Finding, inspect, inspect_games, mend
from pbm.store.lock import LOCK, locked


@click.command("fsck", epilog="Example: pbm fsck EU-7   (all games, and the mail, where none is named)")
@click.argument("games", nargs=-1)
@click.option(
    "--mend",
    "mends",
    is_flag=True,
    help="Repair what can be repaired without loss: leftovers, torn lines, open folders.",
)
@click.pass_context
def fsck_command(ctx: click.Context, games: tuple[str, ...], mends: bool) -> None:
    """Look through the folders: files, links, ledger, received cards, turns and their digests.

    A line for each finding, with what to do; exit code 1 if there is any. Nothing is played: `pbm verify` does that.
    """
    root = root_of(ctx)
    for game in games:
        Folder(root, game)  # a name that somebody mistyped is no damage
    names = games or tuple(game_ids(root))
    found = _look(root, names, everything=not games)
    failed = False
    if mends:
        before = found
        failed = _mend(root, names, with_post=not games)
        found = _look(root, names, everything=not games)
        for finding in before:
            if finding not in found:
                say(f"mended: {shown_name(finding.what)}")
    for finding in found:
        say(f"{shown_name(finding.what)}; {finding.todo}.")
    looked = count(len(names), "game")
    if found:
        can = sum(finding.mends for finding in found)
        say(f"{looked}: {count(len(found), 'finding')}" + (f"; --mend repairs {can} of them." if can else "."))
        ctx.exit(1)
    if failed:
        say(f"{looked}: nothing is damaged, but not everything can be written to.")
        ctx.exit(1)
    say(f"{looked}: all is as it should be.")


def _look(root: Path, games: tuple[str, ...], *, everything: bool) -> list[Finding]:
    found = [*inspect_games(root), *inspect_post(root)] if everything else []
    for game in watched(games, "Looking"):
        try:
            found += inspect(Folder(root, game))
        except PbmError as error:
            found.append(Finding(str(error).rstrip("."), "repair it by hand"))
    return found


def _mend(root: Path, games: tuple[str, ...], *, with_post: bool) -> bool:
    """Mend each; what cannot be mended is told, and the next is not kept waiting. Whether there was any such."""
    failed = False
    for game in games:
        try:
            folder = Folder(root, game)
            with locked(folder.private, "pbm fsck"):
                folder.refresh()
                mend(folder)
        except PbmError as error:
            warn(f"{game} is not repaired: {error}")
            failed = True
    try:
        if with_post and (games_path(root) / LOCK).exists():
            with locked(games_path(root), "pbm fsck", "the folder of games"):
                pass  # a lock that a broken run left goes when it is let go
    except PbmError as error:
        warn(str(error))
        failed = True
    try:
        if with_post and post_path(root).is_dir():
            with locked(post_path(root), "pbm fsck", "the mail"):
                mend_post(root)
    except PbmError as error:
        warn(f"The mail is not repaired: {error}")
        failed = True
    return failed
