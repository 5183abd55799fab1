"""`pbm print`: the printouts that go by post, as one PDF for the printer."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import click

from pbm.cli.screen import PLAYER, root_of, say, warn, watched
from pbm.core.english import count
from pbm.errors import PbmError

if TYPE_CHECKING:
    from pbm.site.paper.sheets import Envelope, Format
    from pbm.store.folder import Folder
    from pbm.store.play import GameTable

MOST_LINES = 10  # of an address, empty ones counted


class _Wish(NamedTuple):
    """Which printouts are wanted; turn: None is the last; is_evening: of all games."""

    turn: int | None
    named: tuple[int, ...]
    everybody: bool
    is_evening: bool


@click.command("print", epilog="Example: pbm print --duplex   (pbm print EU-7 --player 3 --out rosa.pdf)")
@click.argument("game", required=False)
@click.option("--all-games", is_flag=True, help="Every game of the league; the same as naming no game.")
@click.option("--turn", type=click.IntRange(0), help="Printouts of this turn.  [default: the last]")
@click.option(
    "--player",
    "named",
    type=PLAYER,
    multiple=True,
    help="Only this player; may be repeated.  [default: all who get it by post]",
)
@click.option("--all", "everybody", is_flag=True, help="Everybody, also those who get their printouts by mail.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The PDF.  [default: in output/print]")
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="The size of the paper.  [default: a4]")
@click.option("--window", type=click.Choice(["din", "us"]), help="Envelopes: DIN 5008 form B, or #10.  [default: din]")
@click.option(
    "--duplex/--one-sided",
    default=None,
    help="Both sides of the paper: an even number of pages for each player.  [default: one-sided]",
)
@click.pass_context
def print_command(
    ctx: click.Context,
    game: str | None,
    all_games: bool,
    turn: int | None,
    named: tuple[int, ...],
    everybody: bool,
    out: Path | None,
    paper: Literal["a4", "letter"] | None,
    window: Literal["din", "us"] | None,
    duplex: bool | None,
) -> None:
    """Make one PDF with the printouts that go by post: for each player an address sheet that fits a window
    envelope, their printout, and a card with boxes to fill in by hand.

    Without a game: everything for this evening's envelopes: the last turn of every game that is not revealed.
    A game that cannot be read or laid out is named, and the others are printed; the exit code is 1 then.

    Players with by = "post" in players.toml, or with a postal address alone, get their printouts by post. The PDF is
    for the printer only: it holds secrets. Needs WeasyPrint; in the clone of pbm:
    .venv/bin/pip install '.[pdf]'.
    """
    from pbm.post.settings import read_settings
    from pbm.publish.prose import site_facts
    from pbm.site.paper.sheets import Format, can_print

    if not can_print():
        raise PbmError("pbm print needs the package weasyprint: pip install weasyprint, into the environment of pbm.")
    _check_words(game, all_games, turn, named)
    root = root_of(ctx)
    if out:
        _check_place(root, out)
    usual = read_settings(root).paper
    form = Format(paper or usual.paper, window or usual.window, usual.duplex if duplex is None else duplex)
    sender = tuple(line.strip() for line in usual.sender.splitlines() if line.strip())
    facts = site_facts(root / "content")
    wish = _Wish(turn, named, everybody, is_evening=not game)
    tables, work, broken = _gather(root, _names(root, game), wish, sender, facts.mail)
    if work:
        name = f"{game}-{work[0].printout.turn:03d}.pdf" if game else "all-games.pdf"
        path = out or root / "output" / "print" / name
        broken |= _write(root, path, tables, work, form, facts.lang, is_evening=wish.is_evening)
    if broken:
        ctx.exit(1)


def _gather(
    root: Path, names: Sequence[str], wish: _Wish, sender: tuple[str, ...], mail: str
) -> "tuple[list[GameTable], list[Envelope], bool]":
    """The games with all their envelopes, and whether one of several could not be read."""
    tables: list[GameTable] = []
    work: list[Envelope] = []
    broken = False
    for name in names:
        try:
            table, made = _game(root, name, wish, sender, mail)
        except PbmError as error:
            if not wish.is_evening:
                raise
            warn(f"{name} is not printed: {error}")
            broken = True
            continue
        tables.append(table)
        work += made
    return tables, work, broken


def _check_words(game: str | None, all_games: bool, turn: int | None, named: Sequence[int]) -> None:
    """PbmError where the words of the command line do not go together."""
    if game and all_games:
        raise PbmError(f"--all-games: prints every game; leave out {game}, or leave out --all-games.")
    if not game and turn is not None:
        raise PbmError("--turn: name the game whose turn it is.")
    if not game and named:
        raise PbmError("--player: name the game too; every game has a player of this number.")


def _names(root: Path, game: str | None) -> list[str]:
    """The game that was named, or all there are."""
    from pbm.store.folder import game_ids

    return [game] if game else game_ids(root)


def _game(root: Path, name: str, wish: _Wish, sender: tuple[str, ...], mail: str) -> "tuple[GameTable, list[Envelope]]":
    """A game with its envelopes: none of one that is revealed, unless it was named."""
    from pbm.publish.paper import envelopes, readers
    from pbm.store.folder import Folder
    from pbm.store.play import lay_table

    folder = Folder(root, name)
    number = folder.last if wish.turn is None else wish.turn
    if number > folder.last:
        raise PbmError(f"--turn {number}: the last turn of {name} is {folder.last}.")
    table = lay_table(folder)
    if wish.is_evening and folder.facts.status == "revealed":
        return table, []
    chosen = readers(table, number, wish.named, everybody=wish.everybody)
    if not chosen:
        say(f"{name}: no printout of turn {number} goes by post; --all prints everybody's.")
        return table, []
    _warn_of_addresses(folder, chosen)
    return table, envelopes(table, number, chosen, sender, mail)


def _warn_of_addresses(folder: "Folder", chosen: Sequence[int]) -> None:
    for player in chosen:
        post = folder.players[player].post
        if len(post.split("\n")) > MOST_LINES:
            warn(f"{folder.game}: the postal address of player {player} has more lines than a window shows.")
        if not post.strip():
            warn(f"{folder.game}: player {player} has no postal address in players.toml (post).")


def _write(
    root: Path,
    path: Path,
    tables: "list[GameTable]",
    work: "list[Envelope]",
    form: "Format",
    lang: str,
    *,
    is_evening: bool,
) -> bool:
    """Lay the envelopes out, write the PDF, and tell how many pages each has. Whether one of several games could not
    be laid out.
    """
    from pbm.publish.outgoing import own_renderer
    from pbm.site.paper.sheets import pdf
    from pbm.store.disk import Disk

    broken = []

    def fails(envelope: "Envelope", error: Exception) -> None:
        it = envelope.printout
        broken.append(it.game)
        warn(f"{it.game} is not printed: the printout of player {it.player} cannot be laid out: {error}")

    told = fails if is_evening else None
    data, laid = pdf(watched(work, "Laying out"), own_renderer(root, tables), form, lang, told)
    if not laid:
        return bool(broken)
    disk = Disk()
    disk.make_folder(path.parent)
    disk.replace(path, data)
    for envelope, pages in laid:
        say(f"{envelope.printout.game}: player {envelope.printout.player}: {count(pages, 'page')}.")
    say(f"{path}: {count(len(laid), 'envelope')}, {count(sum(pages for _, pages in laid), 'page')}.")
    return bool(broken)


def _check_place(root: Path, out: Path) -> None:
    """PbmError where a PDF must not lie: what is printed is secret, and takes the place of what was there."""
    above = out.resolve().parents
    if (root / "output" / "site").resolve() in above:
        raise PbmError(f"--out {out}: is inside the public site, but printouts are secret; choose another place.")
    if (root / "content").resolve() in above:
        raise PbmError(f"--out {out}: is inside content/, which holds the games; choose a place outside it.")
    if not out.is_file():
        return
    with out.open("rb") as there:
        if there.read(5) not in (b"", b"%PDF-"):
            raise PbmError(f"--out {out}: exists and is not a PDF; move it elsewhere, or give another name.")
