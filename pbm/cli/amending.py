"""`pbm amend`: a correction of the newest position, logged and told."""

from collections.abc import Iterable
from typing import Any

import click
import msgspec

from pbm.cli.screen import check_ours, now, root_of, say, warn
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.store.amendment import Amendment, amendments
from pbm.store.correcting import amend
from pbm.store.folder import Folder, describe
from pbm.store.lock import locked
from pbm.store.play import lay_table


@click.command(
    "amend",
    epilog="Example: pbm amend EU-7 spaces.UK.army=11 players.2.dollars='\"70.5\"' "
    '--reason "The army of the Ukraine was counted twice"',
)
@click.argument("game")
@click.argument("changes", nargs=-1, metavar="PATH=VALUE...")
@click.option("--reason", default="", help="Why; the players read it on the site and on their printouts.")
@click.option(
    "--secret", is_flag=True, help="Announce only that there was a correction; the reason is shown when the game ends."
)
@click.option("--list", "listed", is_flag=True, help="List all corrections of the game, with their values.")
@click.pass_context
def amend_command(
    ctx: click.Context, game: str, changes: tuple[str, ...], reason: str, secret: bool, listed: bool
) -> None:
    """Correct the position after the last turn, with a reason that is kept.

    PATH is a path in state.json, VALUE is JSON: a number, a text in double quotes, or null to remove a key.
    The fact of a correction is public; its values are shown when the game is revealed. `pbm verify` still agrees.
    """
    folder = Folder(root_of(ctx), game)
    if listed:
        for line in told(folder):
            say(line)
        return
    if not changes:
        raise PbmError("Name what to correct, such as spaces.UK.army=11; --list shows earlier corrections.")
    values = read_changes(changes)
    with locked(folder.private, "pbm amend"):
        folder.refresh()
        folder.settle()
        check_ours(folder)
        made = amend(lay_table(folder), values, reason, now(), secret=secret)
    say(f"{game}: the position after turn {folder.last} is corrected:")
    for correction in made:
        say(f"  {correction.path}: {describe(correction.new)}, before {describe(correction.old)}")
        if str(correction.new).startswith("-"):
            warn(f"warning: {correction.path} is below 0 now.")
    say("The next `pbm build` makes printouts and pages again; players who already have theirs need the new one.")


def read_changes(changes: Iterable[str]) -> dict[str, Any]:
    """Path to value, as written on the command line."""
    values: dict[str, Any] = {}
    for change in changes:
        path, mark, text = change.partition("=")
        if not mark or not path:
            raise PbmError(f"{change!r} is not of the form PATH=VALUE, such as spaces.UK.army=11.")
        if path in values:
            raise PbmError(f"{path}: is given twice; give it once.")
        try:
            values[path] = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise PbmError(
                f"{path}: {text!r} is not a JSON value; write text in quoted double quotes: {path}='\"TU\"'."
            ) from None
    return values


def told(folder: Folder) -> list[str]:
    """All corrections of a game, oldest first."""
    found = [made for turn in range(folder.last + 1) for made in amendments(folder, turn)]
    if not found:
        return [f"{folder.game}: no position was corrected."]
    return [line for made in found for line in _told(made)]


def _told(made: Amendment) -> list[str]:
    secret = " (secret until the game is revealed)" if made.secret else ""
    head = f"after turn {made.turn}, {made.time}: {count(len(made.corrections), 'value')}, {made.reason}{secret}"
    lines = [f"  {c.path}: {describe(c.new)}, before {describe(c.old)}" for c in made.corrections]
    return [head, *lines, f"  digest {made.digest}"]
