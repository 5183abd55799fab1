"""`pbm standin`: somebody else plays a seat, or the house does, or nobody any more."""

import re

import click

from pbm.cli.deadlines import changing, writable
from pbm.cli.screen import PLAYER, now, say, warn
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.mail.writing import addresses
from pbm.store.amendment import look
from pbm.store.correcting import amend
from pbm.store.deadlines import missed_in_a_row
from pbm.store.edit import set_seat_name
from pbm.store.facts import Value, write_time
from pbm.store.folder import Folder
from pbm.store.keyring import make_missing, read_ring, renew
from pbm.store.ledger import StandIn
from pbm.store.names import check_names
from pbm.store.play import GameTable, lay_table

MISSES = 2  # BP HR-61: after so many turns in a row without a card he may be counted as dropped out


@click.command(
    "standin",
    epilog='Example: pbm standin EU-7 3 --name "Jan de Wit" --address jan@example.org   (or --house, or --nobody)',
)
@click.argument("game")
@click.argument("player", type=PLAYER)
@click.option("--name", default="", callback=writable, help="The new player's name; nobody but you sees it.")
@click.option(
    "--address", default="", callback=writable, help="The new player's e-mail address, or several with commas."
)
@click.option("--post", default="", callback=writable, help=r"The new player's postal address, lines separated by \n.")
@click.option(
    "--show-name", is_flag=True, help="The new player agrees that the site shows the name.  [default: it does not]"
)
@click.option(
    "--past", is_flag=True, help="The new words open the earlier turns too.  [default: the newest turn and later ones]"
)
@click.option("--house", is_flag=True, help="The house plays: it writes the card of each turn.")
@click.option(
    "--nobody",
    is_flag=True,
    help="The player has dropped out: the game no longer waits for the player; standing orders continue.",
)
@click.option(
    "--keep-card",
    is_flag=True,
    help="The former player's card for the coming turn still counts.  [default: it does not]",
)
@click.option("--reason", default="", callback=writable, help="Why the player has dropped out, shown to all.")
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
    nobody: bool,
    keep_card: bool,
    reason: str,
) -> None:
    """Give a seat to somebody else, with new words and new codes in place of the old ones.

    The new player's address and name replace the old ones, and everyone is informed that the seat has changed hands.
    With --house no person plays the seat, until `pbm standin` gives it to one again. The former player's card for the
    coming turn no longer counts, though it stays on file; with --keep-card it does. A seat that was rated is no longer
    rated. With --nobody the player counts as dropped out until somebody takes the seat: a correction of the position,
    with its reason. Safe to interrupt and run again.
    """
    if house + bool(name) + nobody != 1:
        raise PbmError("standin: give one of --name (of the new player), --house and --nobody.")
    if reason and not nobody:
        raise PbmError("standin: --reason says why a player has dropped out; it goes with --nobody.")
    if "\n" in name + address:
        raise PbmError("standin: name and address are one line each.")
    if address:
        try:
            addresses(address)
        except PbmError as error:
            raise PbmError(f"standin: --address: {error}.") from None
    if keep_card and nobody:
        raise PbmError("standin: --keep-card goes with --name or --house; with --nobody the card counts anyway.")
    if past and not name:
        raise PbmError("standin: --past opens the earlier turns to a new player; it goes with --name.")
    check_names([(player, name)])
    if house and (address or post or show_name):
        raise PbmError("standin: --house takes no address, and no name to be shown.")
    if nobody and (address or post or show_name):
        raise PbmError("standin: --nobody takes no address, and no name to be shown.")
    with changing(ctx, game, "pbm standin") as folder:
        if player not in folder.players:
            raise PbmError(f"There is no player {player} in {game}.")
        table = lay_table(folder)
        if show_name and table.rules.nameless:
            raise PbmError("standin: in this variant nobody's name is shown; leave --show-name out.")
        if show_name:
            check_names((seat.number, name if seat.number == player else seat.name) for seat in folder.facts.seats)
        if nobody:
            drop_out(table, player, reason)
            return
        person: dict[str, Value] = {"name": name, "address": address, "post": post.replace("\\n", "\n"), "house": house}
        was_rated = next(seat.rating for seat in folder.facts.seats if seat.number == player)
        cards = _waiting(folder, player)
        epoch = hand_over(folder, player, person, shown=name if show_name else "", past=past)
        unrated = was_rated and not next(seat.rating for seat in folder.facts.seats if seat.number == player)
        dropped = () if keep_card else cards
        folder.note(StandIn(folder.last + 1, player, epoch, write_time(now()), house, unrated, dropped))
        if has_dropped_out(table, player):
            why = f"{'The house' if house else 'A stand-in'} plays for player {player}, who had dropped out."
            amend(table, {f"players.{player}.dropped": False}, why, now())
    say(f"{game}: {'the house' if house else 'a stand-in'} plays for player {player} from turn {folder.last + 1} on.")
    if cards:
        one = f"{'card' if len(cards) == 1 else 'cards'} {', '.join(map(str, cards))}"
        counts = "still counts" if keep_card else "no longer counts (--keep-card lets it count)"
        say(f"The former player's card for turn {folder.last + 1} ({one}) {counts}.")
    if unrated:
        say(f"Player {player} is no longer rated: nobody has agreed to it for the new player.")
    if not house:
        say(f"`pbm publish` makes the printout with the new code; `pbm keys {game} {player} --letter` has the words.")


def _waiting(folder: Folder, player: int) -> tuple[int, ...]:
    """The numbers of the cards for the coming turn, of the present player or of one before, that may count."""
    ledger, number = folder.ledger, folder.last + 1
    there = [r for r in ledger.receipts if r.turn == number and r.player == player and ledger.admits(r)]
    return tuple(receipt.number for receipt in there)


def has_dropped_out(table: GameTable, player: int) -> bool | None:
    """Whether a player counts as dropped out; None where the rules know no such thing."""
    found: bool | None = look(table.words(table.folder.last), f"players.{player}.dropped")
    return found


def drop_out(table: GameTable, player: int, reason: str) -> None:
    """Count a player as dropped out (BP HR-61), by a correction of the position, and tell. Needs the lock."""
    folder = table.folder
    if has_dropped_out(table, player) is None:
        raise PbmError(
            f"{table.system.title} has no rule for dropping out; "
            f"`pbm standin {folder.game} {player} --house` lets the house play."
        )
    if player not in table.system.course.living(table.state(folder.last)):
        raise PbmError(f"{folder.game}: player {player} is out of the game already.")
    if folder.players[player].house:
        folder.set_player(player, house=False)
    if not has_dropped_out(table, player):
        missed = missed_in_a_row(folder, player)
        if missed < MISSES:
            warn(f"warning: player {player} has missed {count(missed, 'turn')} in a row; HR-61 asks for {MISSES}.")
        why = f"Player {player} has dropped out{': ' if reason.strip() else '.'}{reason.strip()}"
        amend(table, {f"players.{player}.dropped": True}, why, now())
    say(
        f"{folder.game}: player {player} has dropped out; the game no longer waits for the player; "
        "standing orders continue."
    )
    if folder.facts.status != "running":
        say(f"{folder.game} is over: by its rules the remaining players have ended it.")
    say(f'`pbm standin {folder.game} {player} --name "..."` gives the seat to somebody else.')


def hand_over(folder: Folder, player: int, person: dict[str, Value], *, shown: str, past: bool) -> int:
    """Put the new player in the place of the old: person, epoch and keys at one stroke. Returns the epoch."""
    path = folder.path / "game.toml"
    if next(seat.name for seat in folder.facts.seats if seat.number == player) != shown:
        folder.write_game(set_seat_name(folder.disk.read(path), player, shown, path))
    before = folder.players[player]
    streets = [line.strip() for line in before.post.splitlines() if re.search("[0-9]", line)]
    gone = [text for text in (before.name, *sorted(before.addresses), *streets) if text and text not in before.before]
    wanted: dict[str, Value] = {**person, "absent": (), "by": "", "before": (*before.before, *gone)}
    changes = {key: value for key, value in wanted.items() if getattr(before, key) != value}
    if read_ring(folder) is None:
        folder.set_player(player, **changes, epoch=before.epoch + 1)
        return before.epoch + 1
    make_missing(folder)
    return renew(folder, player, past=past, changes=changes).epoch
