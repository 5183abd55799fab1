"""`pbm receive`: a mail on standard input; and how the commands fetch mail and tell of it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.cli.screen import now, root_of, say, warn
from pbm.errors import PbmError

if TYPE_CHECKING:
    from pbm.post.fetching import Catch

TEMPFAIL = 75  # what mail programs take for "try again later" (sysexits.h)


@click.command("receive", epilog="Example: pbm receive < mail.eml   (from procmail: | pbm --root /srv/post receive)")
@click.pass_context
def receive_command(ctx: click.Context) -> None:
    """Store one mail from standard input, and put it into the inbox of its game.

    For procmail, sieve, maildrop or an alias. The exit code is 0 when the mail is safely on the disk, and 75, which
    mail programs take for "try again later", when it could not be kept.
    """
    from pbm.mail.sources import LARGEST
    from pbm.post.fetching import fetch_waiting, keep

    root = root_of(ctx)
    try:
        if not (root / "content").is_dir():
            raise PbmError(f"{root / 'content'}: there is no such folder; give the right one with --root.")
        if sys.stdin is None:  # so Python has it where it was closed before we began
            raise PbmError("Standard input is closed; pipe the mail into it.")
        stream = sys.stdin.buffer
        data = stream.read(LARGEST)
        while stream.read(1 << 16):  # the rest of a mail that is too large: who writes it must not be cut off
            pass
        keep(root, data, now())
    except Exception as error:  # whatever it is: the mail must not be lost, so the program keeps it and tries again
        warn(str(error) if isinstance(error, PbmError) else f"The mail could not be kept ({type(error).__name__}).")
        ctx.exit(TEMPFAIL)
    try:
        fetch_waiting(root, now(), "pbm receive")
    except PbmError as error:
        warn(f"The mail is kept; the next pbm ingest sorts it: {error}")


def fetched_all(root: Path, command: str) -> bool:
    """Fetch what is new; whether all of it could be fetched. A league without mail has all it ever gets."""
    from pbm.post.settings import settings_path

    if not settings_path(root).exists() and not (root / "content" / "post" / "incoming").is_dir():
        return True
    return not fetch_all(root, command).problems


def fetch_all(root: Path, command: str) -> "Catch":
    """Fetch what is new from all sources, and say where it went."""
    from pbm.post.fetching import fetch, tell

    catch = fetch(root, now(), command)
    for line in tell(catch):
        say(line)
    for text in [*catch.notes, *catch.problems]:
        warn(text)
    return catch
