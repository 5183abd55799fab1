"""`pbm show`: what is on file for the next turn, player by player."""

import click

from pbm.cli.screen import PLAYER, root_of, say
from pbm.errors import PbmError
from pbm.store.folder import Folder
from pbm.store.play import awaited, lay_table


@click.command("show", epilog="Example: pbm show EU-7 3   (all players where none is named)")
@click.argument("game")
@click.argument("player", type=PLAYER, required=False)
@click.pass_context
def show_command(ctx: click.Context, game: str, player: int | None) -> None:
    """Show the card of a player that counts for the next turn, in words: its orders, its faults, what has no order.

    It is read against the position as it is now, as in the receipt that the player gets. Cards in the inbox are not
    read: run `pbm ingest` first. `pbm show` changes nothing.
    """
    folder = Folder(root_of(ctx), game)
    if folder.facts.status != "running":
        raise PbmError(f"{game} is not running: no card is expected.")
    seats = {seat.number: seat.name or seat.country or seat.home for seat in folder.facts.seats}
    if player is not None and player not in seats:
        raise PbmError(f"{game} has no player {player}; players are {', '.join(map(str, seats))}.")
    from pbm.post.receipts import on_file

    table = lay_table(folder)
    playing = awaited(folder)
    for number in [player] if player else playing:
        if number != (player or playing[0]):
            say()
        say(f"[{number}] {seats[number]}")
        if number not in playing:
            say("Out of the game: no card is expected.")
            continue
        for line in on_file(table, folder.last + 1, number):
            say(line)
