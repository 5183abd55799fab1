"""The two options of commands whose work can be shared out: --workers and --scheduler."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import click

from pbm.cli.screen import warn
from pbm.errors import PbmError
from pbm.sharing.choice import sharer
from pbm.sharing.pieces import Sharer

Command = TypeVar("Command", bound=Callable[..., Any])


def sharing_options(command: Command) -> Command:
    """--workers and --scheduler, which the command takes by these names. PbmError where both are given."""
    workers = click.option(
        "--workers",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        callback=_one_of_both,
        help="Processes of this machine.",
    )
    scheduler = click.option(
        "--scheduler",
        default="",
        metavar="tcp://HOST:PORT",
        callback=_one_of_both,
        help="A Dask cluster that you run (`dask scheduler`, `dask worker`), in place of --workers.",
    )
    return workers(scheduler(command))


def _one_of_both(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    given = {**ctx.params, param.name: value}  # the other is there already, if it was read first
    if given.get("workers", 1) > 1 and given.get("scheduler"):
        raise PbmError("--workers is for this machine, --scheduler for a cluster; give one of them.")
    return value


def chosen_sharer(workers: int, scheduler: str) -> AbstractContextManager[Sharer]:
    """Whoever does the pieces of work; PbmError as of `sharer`."""
    return sharer(workers, scheduler, warn)
