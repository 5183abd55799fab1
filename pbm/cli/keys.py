"""`pbm keys`: the words that open the players' sealed printouts."""

import click
from msgspec.structs import replace

from pbm.cli import clean
from pbm.cli.screen import PLAYER, check_ours, put, root_of, say, warn
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.publish.prose import SiteFacts, address_of, site_facts
from pbm.seal.letter import Letter, write_letters
from pbm.seal.ring import Epoch, Ring
from pbm.store.folder import Folder
from pbm.store.keyring import keys_path, make_missing, missing, read_ring, renew
from pbm.store.lock import locked


@click.command(
    "keys",
    epilog="Example: pbm keys EU-7 --letter > letters.txt   (pbm keys EU-7 --renew 3: a stand-in for player 3)",
)
@click.argument("game")
@click.argument("player", type=PLAYER, required=False)
@click.option("--letter", is_flag=True, help="Print a letter for each player instead, one page each.")
@click.option(
    "--renew",
    "new",
    type=PLAYER,
    metavar="PLAYER",
    help="New words and new codes for this player, for instance because others know the old ones.",
)
@click.option("--past", is_flag=True, help="With --renew: the new words open the earlier turns too.")
@click.pass_context
def keys_command(ctx: click.Context, game: str, player: int | None, letter: bool, new: int | None, past: bool) -> None:
    """Show the six words that open each player's sealed printouts. They are for that player alone.

    Games that `pbm new` made have such words; for an older game they are made here. --renew makes a new epoch:
    the newest turn and all later ones open with the new words only, earlier turns with the old ones.
    The codes of cards change with it.
    """
    if past and new is None:
        raise PbmError("--past: goes with --renew.")
    folder = Folder(root_of(ctx), game)
    for number in (player, new):
        if number is not None and number not in folder.players:
            raise PbmError(f"There is no player {number} in {game}.")
    if new is not None and player not in (None, new):
        raise PbmError(f"--renew {new}: renews player {new}, but you name player {player} too.")
    ring = read_ring(folder)
    if new is not None or missing(folder, ring):
        ring = _change(folder, new, past)
    assert ring is not None
    one = player or new
    site = site_facts(folder.root / "content")
    letters = [to_letter(folder, ring, number, site) for number in ([one] if one else sorted(folder.players))]
    if letter:
        if not site.url:
            warn(
                f"{folder.root / 'content' / 'site.toml'}: has no url, so the letters cannot name the address of the "
                'page; write url = "https://example.org/games/".'
            )
        put(write_letters([_clean(it) for it in letters]))
        return
    if ring.remark:
        say(ring.remark)
    for it in letters:
        words = f"epoch {it.epoch}, " if it.epoch > 1 else ""
        since = "" if it.has_past else f", from turn {it.since} on"
        say(f"{game} [{it.player}] {it.name or it.country}: {it.phrase}  ({words}{it.where}{since})")


def _change(folder: Folder, new: int | None, past: bool) -> Ring:
    """Make what is missing, and the new epoch if one is wanted; told on standard error, without a word of them."""
    with locked(folder.private, "pbm keys"):
        folder.refresh()
        folder.settle()
        if folder.facts.status == "revealed" and (new is not None or read_ring(folder) is None):
            raise PbmError(f"{folder.game} is revealed: its printouts are open to all, and no new key closes them.")
        made = make_missing(folder)
        if made:
            warn(f"{keys_path(folder)}: keys for {count(len(made), 'player')} are made.")
        if new is not None:
            check_ours(folder)
            epoch = renew(folder, new, past=past)
            now = f"{folder.game}: player {new} has epoch {epoch.epoch} now"
            warn(f"{now}; `pbm build` seals anew and gives new codes.")
        ring = read_ring(folder)
    assert ring is not None
    return ring


def to_letter(folder: Folder, ring: Ring, player: int, site: SiteFacts) -> Letter:
    """What a player's letter says: the epoch in force, and how far back it reaches."""
    seat = next(seat for seat in folder.facts.seats if seat.number == player)
    facts = folder.players[player]
    epoch = ring.epoch(player, facts.epoch)
    assert epoch is not None
    return Letter(
        game=folder.game,
        title=folder.facts.title,
        player=player,
        country=seat.country or seat.home,
        name=facts.name,
        phrase=epoch.phrase,
        where=address_of(site.url, f"games/{folder.game}/sealed/{player}.html"),
        epoch=epoch.epoch,
        since=epoch.since,
        has_past=_reaches_back(ring, player, epoch),
        league=site.title,
    )


def _reaches_back(ring: Ring, player: int, epoch: Epoch) -> bool:
    """Whether the words of an epoch open every turn that was sealed before it."""
    return epoch.since == 0 or all(e.epoch in epoch.passed for e in ring.players[player] if e.epoch < epoch.epoch)


def _clean(letter: Letter) -> Letter:
    """The letter without control characters in what people wrote."""
    texts = ("title", "country", "name", "league")
    return replace(letter, **{name: clean(getattr(letter, name)) for name in texts})
