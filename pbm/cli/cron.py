"""`pbm cron`: everything that is due, for all games. What it needs is loaded only where there is something to do."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from pbm.cli.build_lock import alone
from pbm.cli.deploy import names_places, put
from pbm.cli.screen import now, readable, root_of, say, warn
from pbm.errors import BusyError, PbmError, kept_from_us


@click.command("cron", epilog="Example: pbm cron   (in a crontab: */5 * * * * pbm --root /srv/post cron)")
@click.pass_context
def cron_command(ctx: click.Context) -> None:
    """Do everything that is due: fetch mail, take it in, resolve, build, and write or send the letters.

    Safe to run every five minutes: a run with nothing to do says nothing and changes nothing, a second run does not
    disturb the first, and the next one finishes what an interrupted one began. An error in one game or mailbox is
    reported, the exit code is 1, and the mail, turns and pages of the others are not delayed; the site shows that
    game as being repaired. But where mail could not be fetched, a turn whose deadline is over waits for it.

    The site is deployed to each host that has `auto = true` under its [deploy.NAME] in site.toml. Letters are sent
    where mail.toml has `send = true` under `[out]`, and otherwise are drafts in output/outbox. As long as such a host
    does not have the new pages, letters that name pages wait.
    """
    root = root_of(ctx)
    try:
        with alone(root, "cron", "pbm cron", "the folder"):
            problems = run(root)
    except BusyError as busy:
        if sys.stderr.isatty():
            warn(str(busy))
        return
    if problems:
        ctx.exit(1)


def run(root: Path) -> int:
    """All of it, step by step; a step that fails is told and delays no other. Returns how many failed."""
    failed, has_mail = _fetch(root)
    stopped = _advance(root, has_mail=has_mail)
    failed += len(stopped) + _build(root, stopped)
    not_there = _deploy(root)
    return failed + not_there + _write_letters(root, hold_pages=not_there > 0)


def _told(work: Callable[[], object]) -> int:
    """Do it; 1 where it failed. A game that another command is at work on has its turn in the next run."""
    try:
        work()
    except BusyError:
        return 0
    except PbmError as error:
        warn(str(error))
        return 1
    except PermissionError as error:
        warn(kept_from_us(error))
        return 1
    return 0


def _fetch(root: Path) -> tuple[int, bool]:
    """New mail to the games' inboxes: how many failed, and whether all of it is there."""
    from pbm.post.settings import read_settings

    told: list[bool] = []

    def work() -> None:
        from pbm.cli.receiving import fetch_all

        told.append(bool(fetch_all(root, "pbm cron").problems))

    try:
        waits = bool(read_settings(root).sources) or (root / "content" / "post" / "incoming").is_dir()
    except PbmError as error:
        warn(str(error))
        return 1, False
    if not waits:
        return 0, True
    failed = _told(work)  # nothing is told where another command is at work on the mail: so not all is known to be here
    return failed or sum(told), told == [False]


def _advance(root: Path, *, has_mail: bool) -> list[str]:
    """Inboxes taken in, and what is due resolved, game by game. Returns the games with which something is wrong."""
    from pbm.publish.unchanged import is_still

    if is_still(root, now()):
        return []
    from pbm.cli.evening import advance_all
    from pbm.post.settings import read_settings

    try:
        border = read_settings(root).border
    except PbmError:  # told when the mail was to be fetched
        border = ()

    chosen, broken = readable(root)
    for text in broken.values():
        warn(text)
    return [*broken, *advance_all(chosen, "pbm cron", border, patient=True, has_mail=has_mail)[1]]


def _build(root: Path, known: Sequence[str]) -> int:
    """Site and printouts. known: the games of which it was told already what is wrong with them."""
    from pbm.publish.unchanged import is_still

    if is_still(root, now()):
        return 0
    from pbm.cli.site import build

    def work() -> None:
        built = build(root, known=known)
        broken.extend([*built.broken, *built.mistakes])

    broken: list[str] = []
    return _told(work) + len(broken)


def _deploy(root: Path) -> int:
    """The site on the hosts that want it from here; one that has the newest build is not asked. How many have not."""
    if not names_places(root):
        return 0
    from pbm.deploy.record import behind

    failed = 0
    places: list[str] = []
    failed += _told(lambda: places.extend(it.name for it in behind(root) if it.is_auto))
    for name in places:
        failed += _told(lambda name=name: say(put(root, name)))  # type: ignore[misc]  # mypy has no type for it
    return failed


def _write_letters(root: Path, *, hold_pages: bool) -> int:
    """Receipts, printouts and reminders, sent or laid into the outbox. hold_pages: letters that name pages wait, for
    the host does not have these yet.
    """
    from pbm.post.settings import read_settings

    try:
        out = read_settings(root).out
    except PbmError:
        return 0  # told when the mail was to be fetched
    if out is None:
        return 0
    from pbm.cli.mail import postman, show_report
    from pbm.post import outbox

    def work() -> None:
        send = out.send and bool(out.host)
        if send and any(outbox.from_before(root, now())):
            raise PbmError("Drafts wait from before anything was sent: `pbm mail --send` asks what becomes of them.")
        if send:
            report = outbox.send_due(root, now, postman(root, out), hold_pages=hold_pages)
        else:
            report = outbox.draft_due(root, now())
        show_report(root, report)
        if report.problems:
            raise PbmError(f"{len(report.problems)} of the letters could not be written or sent.")

    return _told(work)
