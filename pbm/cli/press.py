"""`pbm press`: what players wrote on their cards for others to read, before it goes out."""

import click

from pbm.cli.deadlines import changing
from pbm.cli.screen import readable, root_of, say, warn
from pbm.core.plain import LONGEST_LINE, within_limits
from pbm.core.textprint import wrapped
from pbm.errors import PbmError
from pbm.store import press
from pbm.store.folder import Folder
from pbm.store.press import Piece

MOST_SHOWN, WIDTH = 60, 66  # lines of a piece that are shown, and columns


@click.command("press", epilog="Example: pbm press EU-7   (then pbm press EU-7 --approve 12-1, or --refuse 12-1)")
@click.argument("games", nargs=-1)
@click.option("--approve", metavar="NUMBER", multiple=True, help="Let this piece go out. May be given several times.")
@click.option("--refuse", metavar="NUMBER", multiple=True, help="Keep this piece back. May be given several times.")
@click.pass_context
def press_command(
    ctx: click.Context, games: tuple[str, ...], approve: tuple[str, ...], refuse: tuple[str, ...]
) -> None:
    """List the press that came with cards and has not gone out yet, and approve or refuse it.

    In a game with press = "approve" in its game.toml each piece waits for you; otherwise it goes out with its turn, and
    --refuse keeps a piece back. What is for some players alone, and diaries, are listed without their text, unless they
    wait for you. A piece that is approved when its turn is over goes out with the next.
    """
    if (approve or refuse) and len(games) != 1:
        raise PbmError("press: name one game, that of the piece.")
    both = set(approve) & set(refuse)
    if both:
        raise PbmError(f"press: {sorted(both)[0]} is to be approved and refused; name it once.")
    if approve or refuse:
        with changing(ctx, games[0], "pbm press") as folder:
            for number in approve:
                piece = press.decide(folder, number, "")
                say(f"{folder.game}: press {number} goes out with turn {piece.turn}.")
            for number in refuse:
                press.decide(folder, number, "refused")
                say(f"{folder.game}: press {number} is kept back. Its player is not told; write if they should know.")
        return
    chosen, broken = readable(root_of(ctx), games)
    for folder in chosen:
        for line in told(folder):
            say(line)
    for text in broken.values():
        warn(text)
    if broken:
        ctx.exit(1)


def told(folder: Folder) -> list[str]:
    """The pieces of a game that have not gone out, first those that wait."""
    if folder.facts.status != "running":
        return [f"{folder.game} is over."]
    pieces = [it for it in press.filed(folder) if it.held == "waiting" or it.turn > folder.last]
    lines = [f"{folder.game}: {'press for the turns to come:' if pieces else 'no press for the turns to come.'}"]
    for piece in sorted(pieces, key=lambda it: it.held != "waiting"):
        lines += _lines(piece)
    return lines


def _lines(piece: Piece) -> list[str]:
    who = f"player {piece.player}, anonymous," if piece.anonymous else f"player {piece.player}"
    to = f"to {', '.join(map(str, piece.to)) or 'all'}"
    words = f"player {piece.player}, a diary" if piece.is_diary else f"{who} {to}"
    state = {"": "", "waiting": ", WAITS", "refused": ", refused"}[piece.held]
    lines = [f"  {piece.filed:<8} turn {piece.turn}, {words}{state}"]
    if piece.to and piece.held != "waiting":
        return lines
    title = [piece.title[:LONGEST_LINE]] if piece.title else []
    shown = [row for line in (*title, *within_limits(piece.text).split("\n")) for row in wrapped(line, width=WIDTH)]
    more = [f"... and {len(shown) - MOST_SHOWN} more lines"] if len(shown) > MOST_SHOWN else []
    return lines + [f"           | {row}".rstrip() for row in (*shown[:MOST_SHOWN], *more)]
