"""`pbm print`: the printouts that go by post, as one PDF for the printer."""

from pathlib import Path
from typing import Literal

import click

from pbm.cli.screen import PLAYER, counted, root_of, say, warn, watched
from pbm.errors import PbmError

MOST_LINES = 10  # of an address, empty ones counted


@click.command("print", epilog="Example: pbm print EU-7 --duplex   (pbm print EU-7 --player 3 --out rosa.pdf)")
@click.argument("game")
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
    game: str,
    turn: int | None,
    named: tuple[int, ...],
    everybody: bool,
    out: Path | None,
    paper: Literal["a4", "letter"] | None,
    window: Literal["din", "us"] | None,
    duplex: bool | None,
) -> None:
    """Make one PDF with the printouts that go by post: for each player an address sheet that fits a window
    envelope, his printout, and a card with boxes to fill in by hand.

    By post go the printouts of players with by = "post" in players.toml, or with a postal address alone. The PDF is for
    the printer only: it holds secrets. Needs WeasyPrint; in the clone of pbm:
    .venv/bin/pip install '.[pdf]'.
    """
    from pbm.post.settings import read_settings
    from pbm.publish.outgoing import own_renderer
    from pbm.publish.paper import envelopes, readers
    from pbm.publish.prose import site_facts
    from pbm.site.paper import Format, can_print, pdf
    from pbm.store.disk import Disk
    from pbm.store.folder import Folder
    from pbm.store.play import lay_table

    if not can_print():
        raise PbmError("pbm print needs WeasyPrint; in the clone of pbm: .venv/bin/pip install '.[pdf]'.")
    root = root_of(ctx)
    if out:
        _check_place(root, out)
    folder = Folder(root, game)
    number = folder.last if turn is None else turn
    if number > folder.last:
        raise PbmError(f"--turn {number}: the last turn of {game} is {folder.last}.")
    table = lay_table(folder)
    usual = read_settings(root).paper
    form = Format(paper or usual.paper, window or usual.window, usual.duplex if duplex is None else duplex)
    chosen = readers(table, number, named, everybody=everybody)
    if not chosen:
        say(f"{game}: no printout of turn {number} goes by post; --all prints everybody's.")
        return
    for player in chosen:
        if len(folder.players[player].post.split("\n")) > MOST_LINES:
            warn(f"{game}: the postal address of player {player} has more lines than a window shows.")
        if not folder.players[player].post.strip():
            warn(f"{game}: player {player} has no postal address in players.toml (post).")
    facts = site_facts(root / "content")
    sender = tuple(line.strip() for line in usual.sender.splitlines() if line.strip())
    work = watched(envelopes(table, number, chosen, sender, facts.mail), "Laying out")
    data, counts = pdf(work, own_renderer(root, [table]), form, facts.lang)
    path = out or root / "output" / "print" / f"{game}-{number:03d}.pdf"
    disk = Disk()
    disk.make_folder(path.parent)
    disk.replace(path, data)
    for player, count in zip(chosen, counts, strict=True):
        say(f"{game}: player {player}: {counted(count, 'page')}.")
    say(f"{path}: {counted(len(counts), 'envelope')}, {counted(sum(counts), 'page')}.")


def _check_place(root: Path, out: Path) -> None:
    """PbmError where a PDF must not lie: what is printed is secret, and takes the place of what was there."""
    above = out.resolve().parents
    if (root / "output" / "site").resolve() in above:
        raise PbmError(f"--out {out}: lies in the public site; what is printed is secret.")
    if (root / "content").resolve() in above:
        raise PbmError(f"--out {out}: lies in content/, which holds the games; give a place beside it.")
    if not out.is_file():
        return
    with out.open("rb") as there:
        if there.read(5) not in (b"", b"%PDF-"):
            raise PbmError(f"--out {out}: is there and no PDF; move it away, or give another name.")
