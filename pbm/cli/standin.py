"""`pbm standin`: somebody else plays a seat, or the house does."""

import click

from pbm.cli.deadlines import changing, writable
from pbm.cli.screen import now, say
from pbm.errors import PbmError
from pbm.store.edit import set_seat_name
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.keyring import make_missing, read_ring, renew
from pbm.store.ledger import StandIn
from pbm.store.tables import Value


@click.command(
    "standin",
    epilog='Example: pbm standin EU-7 3 --name "Jan de Wit" --address jan@example.org   (or --house)',
)
@click.argument("game")
@click.argument("player", type=click.IntRange(1))
@click.option("--name", default="", callback=writable, help="The new player's name; nobody but you sees it.")
@click.option("--address", default="", callback=writable, help="His e-mail address, or several with commas.")
@click.option("--post", default="", callback=writable, help=r"His postal address, lines parted by \n.")
@click.option("--show-name", is_flag=True, help="He lets his name be shown on the site.")
@click.option("--past", is_flag=True, help="His words open the earlier turns too.")
@click.option("--house", is_flag=True, help="The house plays: it writes the card of each turn.")
@click.pass_context
def standin_command(
    ctx: click.Context,
    game: str,
    player: int,
    name: str,
    address: str,
    post: str,
    show_name: bool,
    past: bool,
    house: bool,
) -> None:
    """Give a seat to somebody else: with new words and new codes, those of the one before are dead.

    His address and name go where the other's stood, and everybody is told that the seat has changed hands. With
    --house no person plays it; `pbm standin` gives it to one again. Break it off and run it again: no harm is done.
    """
    if house == bool(name):
        raise PbmError("standin: say either --name of the new player or --house.")
    if "\n" in name + address:
        raise PbmError("standin: name and address are one line each.")
    if house and (address or post or show_name or past):
        raise PbmError("standin: the house has no address, and no name to be shown.")
    with changing(ctx, game, "pbm standin") as folder:
        if player not in folder.players:
            raise PbmError(f"There is no player {player} in {game}.")
        person: dict[str, Value] = {"name": name, "address": address, "post": post.replace("\\n", "\n"), "house": house}
        epoch = hand_over(folder, player, person, shown=name if show_name else "", past=past)
        folder.note(StandIn(folder.last + 1, player, epoch, write_time(now()), house))
    say(f"{game}: {'the house' if house else 'a stand-in'} plays for player {player} from turn {folder.last + 1} on.")
    if not house:
        say(f"`pbm publish` makes his printout with the new code; `pbm keys {game} {player} --letter` has his words.")


def hand_over(folder: Folder, player: int, person: dict[str, Value], *, shown: str, past: bool) -> int:
    """Put the new player in the place of the old: person, epoch and keys at one stroke. Returns the epoch."""
    path = folder.path / "game.toml"
    if next(seat.name for seat in folder.facts.seats if seat.number == player) != shown:
        folder.write_game(set_seat_name(folder.disk.read(path), player, shown, path))
    before = folder.players[player]
    wanted: dict[str, Value] = {**person, "absent": (), "by": ""}
    changes = {key: value for key, value in wanted.items() if getattr(before, key) != value}
    if read_ring(folder) is None:
        folder.set_player(player, **changes, epoch=before.epoch + 1)
        return before.epoch + 1
    make_missing(folder)
    return renew(folder, player, past=past, changes=changes).epoch
