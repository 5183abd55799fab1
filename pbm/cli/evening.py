"""`pbm ingest`, `pbm status`, `pbm resolve`: what the moderator does before he builds."""

from datetime import datetime

import click

from pbm import inbox
from pbm.cli.receiving import fetch_all
from pbm.cli.screen import counted, folders, now, root_of, say, warn, watched
from pbm.errors import PbmError
from pbm.publish.due import Advance, advance, due
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.lock import locked
from pbm.store.play import Table, lay_table


@click.command("ingest", epilog="Example: pbm ingest EU-7   (all games where none is named)")
@click.argument("games", nargs=-1)
@click.option("--accept-late", type=int, metavar="NUMBER", help="Let this late card count; `status` has its number.")
@click.option("--no-fetch", is_flag=True, help="Do not look for new mail first.")
@click.pass_context
def ingest_command(ctx: click.Context, games: tuple[str, ...], accept_late: int | None, no_fetch: bool) -> None:
    """Fetch new mail, take in the cards that lie in the inboxes, and say what became of each.

    Mail is fetched from the places that content/mail.toml names, for all games, if there is such a file.

    A card counts if it has the right code and turn and at least one readable order or PASS; it replaces
    the player's earlier card whole. It is late if it comes after a run that found the deadline over.
    """
    chosen = folders(root_of(ctx), games)
    if accept_late is not None and len(games) != 1:
        raise PbmError("--accept-late: name the game, and only that.")
    fetched = 0 if no_fetch else fetch_all(root_of(ctx), "pbm ingest")
    taken = []
    try:
        for folder in watched([f for f in chosen if inbox.has_work(f, now())], "Reading inboxes"):
            with locked(folder.private, "pbm ingest"):
                folder.refresh()
                folder.settle()
                taken.append((folder, inbox.ingest(lay_table(folder), now())))
    finally:
        for folder, intake in taken:
            show_intake(folder, intake)
    if accept_late is not None:
        with locked(chosen[0].private, "pbm ingest"):
            receipt = inbox.admit(chosen[0], accept_late, now())
        say(f"{chosen[0].game}: card {receipt.number} of player {receipt.player} counts now.")
    elif not fetched and not any(intake.arrivals for _, intake in taken):
        say("Nothing to take in.")


@click.command("resolve", epilog="Example: pbm resolve EU-7 --now-due   (though its deadline is not over)")
@click.argument("games", nargs=-1)
@click.option("--now-due", is_flag=True, help="Resolve the next turn of the named game whatever its deadline.")
@click.pass_context
def resolve_command(ctx: click.Context, games: tuple[str, ...], now_due: bool) -> None:
    """Take in the inboxes and resolve what is due: at most one turn of a game.

    A turn is due when its deadline is over; in a game with resolve = "all-in" also as soon as every
    card is there.
    """
    if now_due and len(games) != 1:
        raise PbmError("--now-due: name the game, and only that.")
    work = advance_all(folders(root_of(ctx), games), "pbm resolve", force=now_due)
    if not any(done.did_something for _, done in work):
        say("Nothing is due.")


def advance_all(chosen: list[Folder], command: str, *, force: bool = False) -> list[tuple[Folder, Advance]]:
    """Advance each game, and then say what happened; also when one of them could not go on."""
    work = []
    try:
        for folder in watched(chosen, "Resolving"):
            work.append((folder, advance(folder, now(), command, force=force)))
    finally:
        for folder, done in work:
            show_intake(folder, done.intake)
            if done.resolved:
                say(f"{folder.game}: turn {done.resolved} is resolved ({done.why}).")
            if done.ended:
                say(f"{folder.game}: the game is over; its status is finished.")
    return work


def show_intake(folder: Folder, intake: inbox.Intake) -> None:
    """A line for each arrival."""
    for line in inbox.tell(intake.arrivals):
        say(f"{folder.game}: {line}")
    for left in intake.left:
        warn(left)


@click.command("status", epilog="Example: pbm status EU-7")
@click.argument("games", nargs=-1)
@click.pass_context
def status_command(ctx: click.Context, games: tuple[str, ...]) -> None:
    """Show who has sent a card for the next turn, who has not, and what is due.

    Cards that still lie in the inbox are not counted: run `pbm ingest` first.
    """
    chosen = folders(root_of(ctx), games)
    if not chosen:
        say("There is no game here; `pbm new` makes one.")
    for folder in chosen:
        for line in status_lines(lay_table(folder), now()):
            say(line)


def status_lines(table: Table, time: datetime) -> list[str]:
    """The state of one game, line by line."""
    folder = table.folder
    facts, last = folder.facts, folder.last
    lines = [f"{folder.game}  {facts.title}: {facts.status}, {counted(last, 'turn')} resolved"]
    if facts.status != "running":
        return lines
    deadline = inbox.open_deadline(folder)
    if deadline:
        over = " (over)" if time > read_time(deadline, "deadline") else ""
        lines.append(f"  deadline of turn {last + 1}: {deadline}{over}")
    elif facts.deadline:
        lines.append(f"  deadline {facts.deadline} was that of turn {last}: set the next one in game.toml")
    names = {seat.number: seat.name or seat.country or seat.home for seat in facts.seats}
    there = inbox.waiting(folder)
    awaited = table.system.awaited(table.state(last))
    for player in awaited:
        receipt = there.get(player)
        if receipt:
            word = f"card {receipt.number} of {receipt.time}: {counted(receipt.orders, 'order')}"
            word += f", {counted(receipt.faults, 'fault')}" if receipt.faults else ""
        else:
            word = "no card yet"
        lines.append(f"  [{player}] {names.get(player, '')}: {word}")
    for receipt in inbox.late(folder):
        lines.append(
            f"  late: card {receipt.number} of player {receipt.player}, received {receipt.time} "
            f"(pbm ingest {folder.game} --accept-late {receipt.number} lets it count)"
        )
    if inbox.has_mail(folder):
        lines.append("  there are files in the inbox: run pbm ingest")
    why = due(table, time)
    lines.append(f"  turn {last + 1} is due: {why}" if why else f"  turn {last + 1} is not due")
    return lines
