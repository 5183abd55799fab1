"""`pbm ingest`, `pbm resolve`: what the moderator does before he builds."""

import click

from pbm import inbox
from pbm.cli.letters import draft_letters
from pbm.cli.receiving import fetch_all
from pbm.cli.screen import check_ours, folders, now, root_of, say, warn, warn_of_others, watched
from pbm.errors import PbmError
from pbm.post.settings import read_settings
from pbm.publish.due import Advance, advance
from pbm.store.deadlines import by_clock, check_clock
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.lock import locked
from pbm.store.play import lay_table

CLOCK_OK = click.option(
    "--clock-ok",
    is_flag=True,
    help="Go on although something on file is later than the clock says: the clock is right.",
)


@click.command("ingest", epilog="Example: pbm ingest EU-7   (all games where none is named)")
@click.argument("games", nargs=-1)
@click.option("--accept-late", type=int, metavar="NUMBER", help="Let this late card count; `status` has its number.")
@click.option("--no-fetch", is_flag=True, help="Do not look for new mail first.")
@CLOCK_OK
@click.pass_context
def ingest_command(
    ctx: click.Context, games: tuple[str, ...], accept_late: int | None, no_fetch: bool, clock_ok: bool
) -> None:
    """Fetch new mail, take in the cards that lie in the inboxes, and say what became of each.

    Mail is fetched from the places that content/mail.toml names, for all games, if there is such a file.

    A card counts if it has the right code and turn and at least one readable order or PASS; it replaces
    the player's earlier card whole. It is late if it comes after a run that found the deadline over.
    A mailbox that cannot be read is named and delays nothing; the exit code is 1 then.
    """
    chosen = folders(root_of(ctx), games)
    if accept_late is not None and len(games) != 1:
        raise PbmError("--accept-late: name one game, that of the card.")
    warn_of_others(chosen, works=True)
    fetched = None if no_fetch else fetch_all(root_of(ctx), "pbm ingest")
    border = read_settings(root_of(ctx)).border
    taken = []
    try:
        for folder in watched([f for f in chosen if inbox.has_work(f, now())], "Reading inboxes"):
            with locked(folder.private, "pbm ingest"):
                folder.refresh()
                folder.settle()
                check_clock(folder, now(), is_right=clock_ok)
                taken.append((folder, inbox.ingest(lay_table(folder), now(), border)))
    finally:
        for folder, intake in taken:
            show_intake(folder, intake)
    looked_into = [folder for folder, _ in taken]
    show_left([folder for folder in chosen if folder not in looked_into])
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
    if fetched and fetched.problems:
        ctx.exit(1)


@click.command("resolve", epilog="Example: pbm resolve EU-7 --now-due   (though its deadline is not over)")
@click.argument("games", nargs=-1)
@click.option("--now-due", is_flag=True, help="Resolve the next turn of the named game now, whatever its deadline.")
@CLOCK_OK
@click.pass_context
def resolve_command(ctx: click.Context, games: tuple[str, ...], now_due: bool, clock_ok: bool) -> None:
    """Take in the inboxes and resolve what is due: at most one turn of a game.

    A turn is due when its deadline is over; in a game with resolve = "all-in" also as soon as every
    card is there.
    """
    if now_due and len(games) != 1:
        raise PbmError("--now-due: name one game.")
    root = root_of(ctx)
    work = advance_all(
        folders(root, games), "pbm resolve", read_settings(root).border, force=now_due, clock_ok=clock_ok
    )
    show_left([folder for folder, done in work if not done.did_something])
    if not any(done.did_something for _, done in work):
        say("Nothing is due.")


def advance_all(
    chosen: list[Folder], command: str, border: tuple[str, ...], *, force: bool = False, clock_ok: bool = False
) -> list[tuple[Folder, Advance]]:
    """Advance each game, and then say what happened; also when one of them could not go on."""
    work = []
    warn_of_others(chosen, works=True)
    try:
        for folder in watched(chosen, "Resolving"):
            work.append((folder, advance(folder, now(), command, force=force, clock_ok=clock_ok, border=border)))
    finally:
        for folder, done in work:
            show_intake(folder, done.intake)
            if done.resolved:
                say(f"{folder.game}: turn {done.resolved} is resolved ({done.why}).")
            if done.ended:
                say(f"{folder.game}: the game is over; its status is finished.")
            if done.deadline:
                say(f"{folder.game}: the next cards are due {by_clock(folder, read_time(done.deadline, 'deadline'))}.")
    return work


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
        for left in inbox.left_lying(folder):
            warn(left)
