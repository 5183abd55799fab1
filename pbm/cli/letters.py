"""Drafts of the letters that are due: what the commands of an evening leave in the outbox."""

from pathlib import Path

from pbm.cli.screen import now
from pbm.errors import BusyError, PbmError


def draft_letters(root: Path) -> None:
    """Lay receipts, printouts and reminders that are due into output/outbox, if mail.toml has a sender.

    Where another run is at them, the next one writes them.
    """
    from pbm.post.settings import read_settings

    if read_settings(root).out is None:
        return
    from pbm.cli.mail import show_report
    from pbm.post.outbox import draft_due

    try:
        report = draft_due(root, now())
    except BusyError:
        return
    show_report(root, report)
    if report.problems:
        raise PbmError("Not every letter could be written; `pbm mail --list` shows the state of each.")
