"""`pbm undo`, `pbm verify`, `pbm reveal`: a game's record, and its proof."""

import click

from pbm.cli.screen import counted, now, root_of, say, watched
from pbm.errors import PbmError
from pbm.publish.due import due
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Paused
from pbm.store.lock import locked
from pbm.store.play import lay_table, verify


@click.command("undo", epilog='Example: pbm undo EU-7 --reason "The card of player 3 was overlooked"')
@click.argument("game")
@click.option("--reason", required=True, help="Why; it is kept in the game's ledger.")
@click.option("--pause", is_flag=True, help="And pause the game, so that no run resolves the turn again at once.")
@click.pass_context
def undo_command(ctx: click.Context, game: str, reason: str, pause: bool) -> None:
    """Take the last turn of a game back. Its folder is kept; the cards count again for the same turn.

    The dice hang on seed, turn and label alone: the same cards bring the same turn again. Where a schedule sets
    the deadlines, the turn has the one again that it had.
    """
    folder = Folder(root_of(ctx), game)
    with locked(folder.private, "pbm undo"):
        folder.refresh()
        folder.settle()
        if pause and folder.facts.status == "running":
            folder.set_keys(paused=True)
        fact = folder.withdraw(reason, now())
        if pause:
            folder.set_keys(paused=True)
            folder.note(Paused(fact.turn, write_time(now())))
        why = due(lay_table(folder), now())
    say(f"{game}: turn {fact.turn} is taken back and kept as {folder.turns_path / fact.kept}.")
    if why:
        say(f"It is due again ({why}): the next run resolves it, unless you `pbm pause {game}` first.")
    say("Its pages stay until the next `pbm build`.")


@click.command("verify", epilog="Example: pbm verify EU-1")
@click.argument("game")
@click.pass_context
def verify_command(ctx: click.Context, game: str) -> None:
    """Play every turn of a game again, from the start, the cards and the seed, and compare.

    States, events and digests must come out as they are kept; the first difference is named, exit code 1.
    """
    table = lay_table(Folder(root_of(ctx), game))
    last = table.folder.last
    links = list(watched(verify(table), "Playing again", last + 1))
    say(f"{game}: the seed is the one committed to ({table.folder.facts.seed_commitment}).")
    say(f"{game}: {counted(last, 'turn')} played again, all as recorded; the chain ends in {links[-1][1]}.")


@click.command("reveal", epilog="Example: pbm reveal EU-7")
@click.argument("game")
@click.option("--end", is_flag=True, help="End a game that is still running, by decision of the moderator.")
@click.pass_context
def reveal_command(ctx: click.Context, game: str, end: bool) -> None:
    """Publish the seed of a finished game: from the next build on the site shows all of it."""
    folder = Folder(root_of(ctx), game)
    with locked(folder.private, "pbm reveal"):
        folder.refresh()
        folder.settle()
        if folder.facts.status == "revealed":
            raise PbmError(f"{game} is revealed already.")
        if folder.facts.status == "running" and not end:
            raise PbmError(f"{game} is still running; end it with --end if that is meant.")
        seed = folder.seed.hex()
        folder.set_status("revealed")
    say(f"{game} is revealed. Seed: {seed}")
    say("Run `pbm build` to show all of it.")
