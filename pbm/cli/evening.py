"""`pbm ingest`, `pbm resolve`: what the moderator does before he builds."""

from contextlib import suppress

import click

from pbm.cli.letters import draft_letters
from pbm.cli.receiving import fetch_all, fetched_all
from pbm.cli.screen import check_ours, now, readable, root_of, say, warn, warn_of_others, watched
from pbm.errors import BusyError, GameError, PbmError, of_game
from pbm.intake import inbox
from pbm.post.settings import read_settings
from pbm.publish.due import Advance, advance
from pbm.store.deadlines import by_clock, check_clock
from pbm.store.facts import read_time
from pbm.store.folder import Folder, games_path
from pbm.store.lock import locked
from pbm.store.play import lay_table
from pbm.store.renamed import misnamed

CLOCK_OK = click.option(
    "--clock-ok",
    is_flag=True,
    help="Go on even if something on file is later than the clock says: the clock is right.",
)


NO_FETCH = click.option("--no-fetch", is_flag=True, help="Do not look for new mail first.")
WITHOUT_MAIL = click.option(
    "--without-mail",
    is_flag=True,
    help="Resolve what is due even if mail cannot be fetched; cards still in the mailbox come too late.",
)


@click.command("ingest", epilog="Example: pbm ingest EU-7   (all games where none is named)")
@click.argument("games", nargs=-1)
@click.option("--accept-late", type=int, metavar="NUMBER", help="Let this late card count; `status` has its number.")
@NO_FETCH
@CLOCK_OK
@click.pass_context
def ingest_command(
    ctx: click.Context, games: tuple[str, ...], accept_late: int | None, no_fetch: bool, clock_ok: bool
) -> None:
    """Fetch new mail, take in the cards in the inboxes, and report what became of each.

    Mail is fetched from the sources in content/mail.toml, for all games, if there is such a file.

    A card counts if it has the right code and turn and at least one readable order or PASS; it replaces
    the player's earlier card whole. It is late if it comes after a run that found the deadline over.
    A mailbox that cannot be read is reported and delays nothing; the exit code is then 1.
    """
    if accept_late is not None and len(games) != 1:
        raise PbmError("--accept-late: name one game, that of the card.")
    chosen, broken = readable(root_of(ctx), games)
    warn_of_others(chosen, works=True)
    fetched = None if no_fetch else fetch_all(root_of(ctx), "pbm ingest")
    border = read_settings(root_of(ctx)).border
    taken = []
    has_all = not (fetched and fetched.problems)
    for folder in watched(chosen, "Reading inboxes"):
        try:
            with of_game(folder.game):
                if inbox.has_work(folder, now()):
                    with locked(folder.private, "pbm ingest"):
                        folder.refresh()
                        folder.settle()
                        check_clock(folder, now(), is_right=clock_ok)
                        taken.append((folder, inbox.ingest(lay_table(folder), now(), border, has_all=has_all)))
        except (BusyError, GameError) as error:
            broken[folder.game] = str(error)
    for folder, intake in taken:
        show_intake(folder, intake)
    looked_into = [folder for folder, _ in taken]
    show_left([folder for folder in chosen if folder not in looked_into])
    for text in broken.values():
        warn(text)
    if accept_late is not None:
        with locked(chosen[0].private, "pbm ingest"):
            chosen[0].refresh()
            chosen[0].settle()
            check_ours(chosen[0])
            receipt = inbox.admit(chosen[0], accept_late, now())
        say(f"{chosen[0].game}: card {receipt.number} of player {receipt.player} counts now.")
    elif not (fetched and (fetched.came or fetched.problems)) and not any(intake.arrivals for _, intake in taken):
        say("Nothing to take in.")
    draft_letters(root_of(ctx))
    if broken or (fetched and fetched.problems):
        ctx.exit(1)


@click.command("resolve", epilog="Example: pbm resolve EU-7 --now-due   (before its deadline)")
@click.argument("games", nargs=-1)
@click.option("--now-due", is_flag=True, help="Resolve the next turn of the named game now, whatever its deadline.")
@NO_FETCH
@WITHOUT_MAIL
@CLOCK_OK
@click.pass_context
def resolve_command(
    ctx: click.Context, games: tuple[str, ...], now_due: bool, no_fetch: bool, without_mail: bool, clock_ok: bool
) -> None:
    """Fetch new mail, take in the inboxes and resolve what is due: at most one turn of a game.

    A turn is due when its deadline is over; in a game with resolve = "all-in" also as soon as every
    card is there. Where mail cannot be fetched a turn waits and is reported, and the exit code is 1.
    """
    if now_due and len(games) != 1:
        raise PbmError("--now-due: name one game.")
    root = root_of(ctx)
    chosen, broken = readable(root, games)
    has_mail = no_fetch or fetched_all(root, "pbm resolve")
    border, knows = read_settings(root).border, has_mail or without_mail
    work, stopped = advance_all(chosen, "pbm resolve", border, force=now_due, clock_ok=clock_ok, has_mail=knows)
    show_left([folder for folder, done in work if not done.did_something])
    for text in broken.values():
        warn(text)
    if broken or stopped or not has_mail:
        ctx.exit(1)
    if not any(done.did_something for _, done in work):
        say("Nothing is due.")


def advance_all(
    chosen: list[Folder],
    command: str,
    border: tuple[str, ...],
    *,
    force: bool = False,
    clock_ok: bool = False,
    patient: bool = False,
    has_mail: bool = True,
) -> tuple[list[tuple[Folder, Advance]], list[str]]:
    """Advance each game, and then say what happened. What is wrong with one of them is told and stops no other; the
    second of the two are those games, and those that wait for mail or for the moderator's word. patient: one that
    another command is at work on has its turn in the next run. has_mail: whether all mail was fetched.
    """
    work, stopped = [], []
    for told in misnamed(games_path(chosen[0].root)) if chosen and command != "pbm resolve" else ():
        warn(told)
    warn_of_others(chosen, works=True)
    for folder in watched(chosen, "Resolving"):
        try:
            with of_game(folder.game):
                done = advance(folder, now(), command, force=force, clock_ok=clock_ok, border=border, has_mail=has_mail)
                work.append((folder, done))
        except BusyError as busy:
            if not patient:
                warn(str(busy))
                stopped.append(folder.game)
        except GameError as error:
            warn(str(error))
            stopped.append(folder.game)
    for folder, done in work:
        show_intake(folder, done.intake)
        if done.resolved:
            say(f"{folder.game}: turn {done.resolved} is resolved ({done.why}).")
        if done.waits:
            warn(done.waits)
            stopped.append(folder.game)
        if done.ended:
            say(f"{folder.game}: the game is over; its status is finished.")
        if done.deadline:
            say(f"{folder.game}: the next cards are due {by_clock(folder, read_time(done.deadline, 'deadline'))}.")
    return work, stopped


def show_intake(folder: Folder, intake: inbox.Intake) -> None:
    """A line for each arrival."""
    for line in inbox.tell(intake.arrivals):
        say(f"{folder.game}: {line}")
    for line in intake.several:
        say(f"{folder.game}: {line}")
    for left in intake.left:
        warn(left)


def show_left(idle: list[Folder]) -> None:
    """What lies in inboxes that no run had to look into, and will not be taken in."""
    for folder in idle:
        with suppress(PbmError):  # told already
            for left in inbox.left_lying(folder):
                warn(left)
