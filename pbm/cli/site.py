"""`pbm build` and `pbm publish`. What they need is loaded only where there is something to do."""

import os
import sys
from typing import TYPE_CHECKING

import click

from pbm.cli.screen import NO_GAME, now, place_of, readable, root_of, say, warn
from pbm.cli.sharing import chosen_sharer, sharing_options
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.publish.unchanged import REPAIRS, content_stamps, is_still, remember

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable
    from pathlib import Path

    from pbm.publish.outgoing import Built
    from pbm.sharing.pieces import Sharer
    from pbm.store.folder import Folder


@click.command("build", epilog="Example: pbm build --workers 4")
@sharing_options
@click.pass_context
def build_command(ctx: click.Context, workers: int, scheduler: str) -> None:
    """Build output/site and output/printouts; nothing is taken in or resolved.

    output/site is public and the only folder to upload; output/printouts is for the players alone. Pages of games that
    have to be made anew may be made by more than one process; the site is the same.
    """
    if is_still(place_of(ctx), None):
        say("Nothing to do: everything is as it was.")
        return
    with chosen_sharer(workers, scheduler) as sharer:
        built = build(root_of(ctx), sharer)
    if built.is_broken:
        ctx.exit(1)
    if not built.did_something:
        say("Nothing to do: everything is as it was.")


@click.command("publish", epilog="Example: pbm publish")
@click.argument("games", nargs=-1)
@sharing_options
@click.option(
    "--clock-ok",
    is_flag=True,
    help="Go on even if something on file is later than the clock says: the clock is right.",
)
@click.option("--no-fetch", is_flag=True, help="Do not look for new mail first.")
@click.option(
    "--without-mail",
    is_flag=True,
    help="Resolve what is due even if mail cannot be fetched; cards still in the mailbox come too late.",
)
@click.pass_context
def publish_command(
    ctx: click.Context,
    games: tuple[str, ...],
    clock_ok: bool,
    no_fetch: bool,
    without_mail: bool,
    workers: int,
    scheduler: str,
) -> None:
    """The evening's work: fetch new mail, take in the cards, resolve what is due, build the site and the printouts.

    Where mail cannot be fetched, a turn whose deadline is over waits and is reported, the rest goes on, and the exit
    code is 1; --without-mail resolves it anyway. One run resolves at most one turn of a game. A second run
    finds nothing to do and changes nothing.
    """
    place = place_of(ctx)
    has_mail = no_fetch or not os.path.lexists(f"{place}/content/mail.toml") or _fetched(root_of(ctx))
    if not games and is_still(place, now()):
        say("Nothing to do: no card, no turn due, every page as it was.")
        if os.path.exists(f"{place}/content/mail.toml"):  # a reminder may be due
            _draft(root_of(ctx))
        if not has_mail:
            ctx.exit(1)
        return
    root = root_of(ctx)
    from pbm.cli.evening import advance_all, show_left
    from pbm.post.settings import read_settings

    chosen, broken = readable(root, games)
    if not chosen and not broken:
        warn(NO_GAME)
    border, knows = read_settings(root).border, has_mail or without_mail
    work, stopped = advance_all(chosen, "pbm publish", border, clock_ok=clock_ok, has_mail=knows)
    show_left([folder for folder, done in work if not done.did_something])
    has_letters = _draft(root)
    has_work = any(done.did_something for _, done in work)
    with chosen_sharer(workers, scheduler) as sharer:
        built = build(root, sharer, None if games else chosen, known=stopped)
    if stopped or built.is_broken or not has_letters or not has_mail:
        ctx.exit(1)
    if not built.did_something and not has_work:
        say("Nothing to do: no card, no turn due, every page as it was.")


def _fetched(root: "Path") -> bool:
    from pbm.cli.receiving import fetched_all

    return fetched_all(root, "pbm publish")


def _draft(root: "Path") -> bool:
    """Whether all letters that are due could be written; what is wrong with some keeps back no page."""
    from pbm.cli.letters import draft_letters

    try:
        draft_letters(root)
    except PbmError as error:
        warn(str(error))
        return False
    return True


def build(
    root: "Path",
    sharer: "Sharer | None" = None,
    games: "Iterable[Folder] | None" = None,
    *,
    known: "Container[str]" = (),
) -> "Built":
    """Build everything, say what was built, and remember until when nothing else is to be done.

    sharer: who makes pages of games, where it is not this process. games: all of them, where some were read already;
    what may have changed since then is read again. known: of which it was told already what is wrong with them.
    """
    from pbm.cli.build_lock import building
    from pbm.publish.due import quiet_until
    from pbm.publish.lint_content import odd_posts, unused_templates
    from pbm.publish.outgoing import build_all

    with building(root):
        found, broken = readable(root)
        every = found if games is None else [_refreshed(folder) for folder in games]
        for text in [*unused_templates(root), *(text for folder in every for text in _odd(odd_posts, folder))]:
            warn(f"warning: {text}")
        before = content_stamps(root)
        built = build_all(root, progress, sharer, every, broken)
        show(built, root)
        for game, text in built.broken.items():
            if game not in known:
                warn(text)
            warn(f"{game}: the site shows it as being repaired; run `pbm build` when that is repaired.")
        for text in built.mistakes:
            warn(text)
        until = REPAIRS if built.is_broken else quiet_until(map(_refreshed, every), now())
        remember(root, until, before, built.site.stamps)
    return built


def _odd(look: "Callable[[Folder], Iterable[str]]", folder: "Folder") -> "list[str]":
    try:
        return list(look(folder))
    except PbmError:
        return []  # told where the game is built


def _refreshed(folder: "Folder") -> "Folder":
    folder.refresh()
    return folder


def progress(text: str) -> None:
    """Say what is being done, where somebody watches."""
    if sys.stderr.isatty():
        click.echo(f"{text} …", err=True)


def show(built: "Built", root: "Path") -> None:
    """Say what was built."""
    if built.site.did_something:
        site = root / "output" / "site"
        say(f"{site}: {count(built.site.pages, 'file')}, {built.site.written} written.")
    if built.printouts:
        say(f"{root / 'output' / 'printouts'}: {count(built.printouts, 'printout')} changed.")
