"""`pbm reliability`: who sends their cards, over all games."""

import click

from pbm.cli.screen import NO_GAME, readable, root_of, say, warn
from pbm.errors import PbmError
from pbm.publish.reliability import Kept, reliability


@click.command("reliability", epilog="Example: pbm reliability   (pbm reliability EU-7: that game alone)")
@click.argument("games", nargs=-1)
@click.pass_context
def reliability_command(ctx: click.Context, games: tuple[str, ...]) -> None:
    """Show of each player the turns for which a game waited for their card, and the cards that came, in all games.

    Behind that are the last five turns, x for a card and - for none. Names are those in players.toml. Turns without a
    card on days of an announced absence are not counted against a player. Only you see this; the site shows it of
    rated players, from games that are over.
    """
    folders, broken = readable(root_of(ctx), games)
    sound = []
    for folder in folders:
        try:
            reliability([folder])
            sound.append(folder)
        except PbmError as error:
            broken[folder.game] = str(error)
    for text in broken.values():
        warn(text)
    rows = reliability(sound)
    if not folders and not broken:
        say(NO_GAME)
    elif not rows and sound:
        say("No turn was resolved yet.")
    width = max((len(row.name) for row in rows), default=0)
    for row in rows:
        say(f"{row.name:{width}}  {_line(row)}")
    if broken:
        ctx.exit(1)


def _line(row: Kept) -> str:
    share = f"{100 * row.sent // row.asked:>3} %" if row.asked else "  – "
    newest = "".join("x" if sent else "-" for sent in row.recent)
    away = f", {row.away} more while away" if row.away else ""
    seats = ", ".join(f"{game} [{player}]" for game, player in row.seats)
    return f"{share}  {row.sent:>3} of {row.asked:<3}  {newest:<5}  {seats}{away}"
