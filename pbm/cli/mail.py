"""`pbm mail`: receipts, printouts and reminders, as drafts or on their way."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.cli.screen import folders, now, root_of, say, warn
from pbm.core.english import count
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
@click.option("--dry-run", is_flag=True, help="List what --send would send, and do nothing.")
@click.option(
    "--first",
    type=click.Choice(["newest", "all"]),
    help="Where drafts were written before anything was sent: send the newest printout of each player, or all.",
)
@click.option("--again", metavar="ID", help="Write this letter again, and with --send send it again: EU-7/t5/p3.")
@click.option(
    "--done", metavar="ID", multiple=True, help="Mark this letter as dealt with, or all that wait of a game: EU-7."
)
@click.option("--list", "show", is_flag=True, help="Show the state of each letter, and do nothing.")
@click.pass_context
def mail_command(
    ctx: click.Context,
    games: tuple[str, ...],
    send: bool,
    dry_run: bool,
    first: str | None,
    again: str | None,
    done: tuple[str, ...],
    show: bool,
) -> None:
    """Write the letters that are due: receipts, printouts, reminders, the start and the end of a game.

    They go only to the addresses in players.toml. No letter is sent twice: one that may or may not have arrived
    is named, and sent again only with --again. If a letter could not be written or sent, the others still are, and
    the exit code is 1. The first --send asks what becomes of drafts that were written before.
    """
    root = root_of(ctx)
    chosen = tuple(folder.game for folder in folders(root, games))
    if show:
        lines = outbox.listed(root, now(), chosen)
        for line in lines or ["There is no letter: none is due, and none was written or sent."]:
            say(line)
        return
    if done:
        marked = outbox.settle(root, done, now())
        say(f"{marked[0] if len(marked) == 1 else count(len(marked), 'letter')}: marked as dealt with.")
    settings = read_settings(root).out
    if settings is None:
        if done:
            return
        raise PbmError(
            f"{settings_path(root)}: has no sender; write [out] and below it "
            'sender = "The Long Post <cards@example.org>".'
        )
    if dry_run:
        left = outbox.from_before(root, now(), chosen)[1] if first != "all" else []
        for line in outbox.to_go(root, now(), chosen, left) or ["No letter is due."]:
            say(line)
        return
    if again:
        outbox.send_again(root, again, now())
    if send:
        carrier = postman(root, settings)
        _begin(root, chosen, first)
        report = outbox.send_due(root, now, carrier, chosen, sleep=time.sleep, patient=False)
    else:
        report = outbox.draft_due(root, now(), chosen)
    show_report(root, report)
    if not (report.did_something or report.waiting or report.problems or done):
        say("No letter is due.")
    if report.problems:
        ctx.exit(1)


def _begin(root: Path, games: tuple[str, ...], first: str | None) -> None:
    """Ask what becomes of drafts that were written before anything was sent. PbmError where nobody can be asked."""
    newest, others = outbox.from_before(root, now(), games)
    if not newest and not others:
        return
    wait = f"Nothing was sent yet, and {count(len(newest) + len(others), 'draft waits', 'drafts wait')}"
    choice = f"send the newest printout of each player ({len(newest)}), and mark {len(others)} as dealt with"
    if first is None:
        if not sys.stdin.isatty():
            raise PbmError(f"{wait}: --first newest to {choice}; --first all to send them all; --dry-run lists them.")
        if not click.confirm(f"{wait}. {choice[0].upper()}{choice[1:]}?"):
            raise PbmError("Nothing was sent. `pbm mail --dry-run` lists the letters, --first all sends every draft.")
    if first != "all" and others:
        outbox.settle(root, others, now())


def show_report(root: Path, report: MailReport) -> None:
    """Say what was written and sent, in a line; what went wrong on standard error."""
    new = len(set(report.drafted) - set(report.sent))
    if new:
        place = root / "output" / "outbox"
        there = sum(1 for _ in place.glob("*/*.eml"))
        which = "" if new == there else f" ({new} new or changed)"
        say(f"{count(there, 'draft is', 'drafts are')} in {place}{which}.")
    if report.sent:
        say(f"{report.sent[0] if len(report.sent) == 1 else count(len(report.sent), 'letter')}: sent.")
    if report.waiting:
        say(f"{count(len(report.waiting), 'letter waits', 'letters wait')} for the next run.")
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
