"""`pbm mail`: receipts, printouts and reminders, as drafts or on their way."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.cli.screen import counted, folders, now, root_of, say, warn
from pbm.errors import PbmError
from pbm.post import outbox
from pbm.post.opening import from_keyring
from pbm.post.report import MailReport
from pbm.post.settings import Outgoing, read_settings, settings_path

if TYPE_CHECKING:
    from pbm.mail.smtp import Smtp

PASSWORD = "PBM_SMTP_PASSWORD"


@click.command("mail", epilog="Example: pbm mail --send   (without --send the letters are drafts in output/outbox)")
@click.argument("games", nargs=-1)
@click.option("--send", is_flag=True, help="Send what is due through the server that content/mail.toml names.")
@click.option("--again", metavar="ID", help="Write this letter again, and with --send send it again: EU-7/t5/p3.")
@click.option("--done", metavar="ID", help="Mark this letter as dealt with.")
@click.option("--list", "show", is_flag=True, help="Show the state of each letter, and do nothing.")
@click.pass_context
def mail_command(
    ctx: click.Context, games: tuple[str, ...], send: bool, again: str | None, done: str | None, show: bool
) -> None:
    """Write the letters that are due: receipts, printouts, reminders, the start and the end of a game.

    They go only to the addresses in players.toml. No letter is sent twice: one that may or may not have arrived
    is named, and sent again only with --again. If a letter could not be written or sent, the others still are, and
    the exit code is 1.
    """
    root = root_of(ctx)
    chosen = tuple(folder.game for folder in folders(root, games))
    if show:
        lines = outbox.listed(root, now(), chosen)
        for line in lines or ["There is no letter: none is due, and none was written or sent."]:
            say(line)
        return
    if done:
        outbox.settle(root, done, now())
        say(f"{done}: settled.")
    settings = read_settings(root).out
    if settings is None:
        if done:
            return
        raise PbmError(
            f"{settings_path(root)}: has no sender; write [out] and below it "
            'sender = "The Long Post <cards@example.org>".'
        )
    if again:
        outbox.send_again(root, again, now())
    if send:
        report = outbox.send_due(root, now, postman(root, settings), chosen, sleep=time.sleep, patient=False)
    else:
        report = outbox.draft_due(root, now(), chosen)
    show_report(root, report)
    if not (report.did_something or report.waiting or report.problems or done):
        say("No letter is due.")
    if report.problems:
        ctx.exit(1)


def show_report(root: Path, report: MailReport) -> None:
    """Say what was written and sent; what went wrong on standard error."""
    place = root / "output" / "outbox"
    sent = set(report.sent)
    for letter in report.drafted:
        if letter not in sent:
            say(f"{letter}: draft written to {place}.")
    for letter in report.sent:
        say(f"{letter}: sent.")
    if report.waiting:
        say(f"{counted(len(report.waiting), 'letter waits', 'letters wait')} for the next run.")
    for problem in report.problems:
        warn(problem)


def postman(root: Path, settings: Outgoing) -> "Smtp":
    """The server of the settings, with its password; PbmError says what is missing."""
    from pbm.mail.smtp import Server, Smtp

    if not settings.host:
        raise PbmError(f'{settings_path(root)}: out: has no host; write host = "smtp.example.org".')
    password = find_password(settings) if settings.user else ""
    return Smtp(Server(settings.host, settings.port, settings.tls, settings.user, password))


def find_password(settings: Outgoing) -> str:
    """The password of the server's user: from the environment, else from the keyring of the system."""
    password = os.environ.get(PASSWORD, "")
    if password:
        return password
    password = from_keyring(f"{settings.user}@{settings.host}") or ""
    if not password:
        raise PbmError(
            f"There is no password for {settings.user} at {settings.host}: set {PASSWORD}, or put it into the keyring "
            f"of this machine: keyring set pbm {settings.user}@{settings.host}"
        )
    return password
