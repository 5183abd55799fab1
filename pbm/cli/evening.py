"""`pbm ingest`, `pbm resolve`: what the moderator does before he builds."""

import click

from pbm import inbox
from pbm.cli.screen import folders, now, root_of, say, warn, warn_of_others, watched
from pbm.errors import PbmError
from pbm.publish.due import Advance, advance
from pbm.store.deadlines import check_clock
from pbm.store.folder import Folder
from pbm.store.lock import locked
from pbm.store.play import lay_table

CLOCK_OK = click.option(
    "--clock-ok", is_flag=True, help="The clock is right, though what is on file is later than it says."
)


@click.command("ingest", epilog="Example: pbm ingest EU-7   (all games where none is named)")
@click.argument("games", nargs=-1)
@click.option("--accept-late", type=int, metavar="NUMBER", help="Let this late card count; `status` has its number.")
@CLOCK_OK
@click.pass_context
def ingest_command(ctx: click.Context, games: tuple[str, ...], accept_late: int | None, clock_ok: bool) -> None:
    """Take in the cards that lie in the inboxes as text files, and say what became of each.

    A card counts if it has the right code and turn and at least one readable order or PASS; it replaces
    the player's earlier card whole. It is late if it comes after a run that found the deadline over.
    """
    chosen = folders(root_of(ctx), games)
    if accept_late is not None and len(games) != 1:
        raise PbmError("--accept-late: name the game, and only that.")
    warn_of_others(chosen, works=True)
    taken = []
    try:
        for folder in watched([f for f in chosen if inbox.has_work(f, now())], "Reading inboxes"):
            with locked(folder.private, "pbm ingest"):
                folder.refresh()
                folder.settle()
                check_clock(folder, now(), is_right=clock_ok)
                taken.append((folder, inbox.ingest(lay_table(folder), now())))
    finally:
        for folder, intake in taken:
            show_intake(folder, intake)
    if accept_late is not None:
        with locked(chosen[0].private, "pbm ingest"):
            receipt = inbox.admit(chosen[0], accept_late, now())
        say(f"{chosen[0].game}: card {receipt.number} of player {receipt.player} counts now.")
    elif not any(intake.arrivals for _, intake in taken):
        say("Nothing to take in.")


@click.command("resolve", epilog="Example: pbm resolve EU-7 --now-due   (though its deadline is not over)")
@click.argument("games", nargs=-1)
@click.option("--now-due", is_flag=True, help="Resolve the next turn of the named game whatever its deadline.")
@CLOCK_OK
@click.pass_context
def resolve_command(ctx: click.Context, games: tuple[str, ...], now_due: bool, clock_ok: bool) -> None:
    """Take in the inboxes and resolve what is due: at most one turn of a game.

    A turn is due when its deadline is over; in a game with resolve = "all-in" also as soon as every
    card is there.
    """
    if now_due and len(games) != 1:
        raise PbmError("--now-due: name the game, and only that.")
    work = advance_all(folders(root_of(ctx), games), "pbm resolve", force=now_due, clock_ok=clock_ok)
    if not any(done.did_something for _, done in work):
        say("Nothing is due.")


def advance_all(
    chosen: list[Folder], command: str, *, force: bool = False, clock_ok: bool = False
) -> list[tuple[Folder, Advance]]:
    """Advance each game, and then say what happened; also when one of them could not go on."""
    work = []
    warn_of_others(chosen, works=True)
    try:
        for folder in watched(chosen, "Resolving"):
            work.append((folder, advance(folder, now(), command, force=force, clock_ok=clock_ok)))
    finally:
        for folder, done in work:
            show_intake(folder, done.intake)
            if done.resolved:
                say(f"{folder.game}: turn {done.resolved} is resolved ({done.why}).")
            if done.ended:
                say(f"{folder.game}: the game is over; its status is finished.")
            if done.deadline:
                say(f"{folder.game}: the next cards are due {done.deadline}.")
    return work


def show_intake(folder: Folder, intake: inbox.Intake) -> None:
    """A line for each arrival."""
    for line in inbox.tell(intake.arrivals):
        say(f"{folder.game}: {line}")
    for left in intake.left:
        warn(left)
