"""`pbm deploy`: the site on its host. The programs that carry it are called only where there is something to do."""

from collections.abc import Iterable
from pathlib import Path

import click

from pbm.cli.screen import now, root_of, say, warn, watched
from pbm.core.english import count
from pbm.errors import PbmError


@click.command("deploy", epilog="Example: pbm deploy home --dry-run   (or pbm deploy rsync:host:/srv/www/post)")
@click.argument("target", default="")
@click.option("--dry-run", is_flag=True, help="Show what would be done, and do nothing.")
@click.option("--as-is", is_flag=True, help="Deploy even if the site is older than its sources.")
@click.pass_context
def deploy_command(ctx: click.Context, target: str, dry_run: bool, as_is: bool) -> None:
    """Put output/site on a host: new files first, the front page last, then remove what is gone.

    TARGET is a table [deploy.NAME] of content/site.toml, or folder:PATH, rsync:HOST:PATH,
    git:ADDRESS#BRANCH or zip:PATH.zip. Only files that the build lists are uploaded; if there is any
    other, nothing is. A second run does nothing, or finishes an interrupted one. A table with
    `auto = true` is deployed to by `pbm cron`, too.
    """
    root = root_of(ctx)
    line = put(root, target, dry_run=dry_run, as_is=as_is)
    say(line)


def put(root: Path, target: str, *, dry_run: bool = False, as_is: bool = False) -> str:
    """Put the site there; what was done, in a line. PbmError says why nothing was."""
    from pbm.deploy.cargo import cargo
    from pbm.deploy.record import note
    from pbm.deploy.secrets import refuse_secrets
    from pbm.deploy.targets import choose, named
    from pbm.publish.unchanged import is_fresh

    load = cargo(root)
    if not as_is and not is_fresh(root):
        raise PbmError(f"{load.site}: is older than its sources; run `pbm build`, or add --as-is to deploy it anyway.")
    place = choose(root, target, now())
    plan = place.plan(load)
    if plan.strange:
        warn(f"{place.words}: {count(plan.strange, 'file')} there not put there by pbm; left untouched.")
    refuse_secrets(root, load, plan)
    if dry_run:
        for word, names in (("new", plan.new), ("changed", plan.changed), ("gone", plan.gone)):
            for name in names:
                say(f"{word:8}{name}")
    else:
        place.carry(load, plan, _watch)
        if not as_is and not is_fresh(root):
            warn(f"{load.site}: was changed in the meantime; run `pbm deploy` again.")
        elif not as_is and (name := named(root, target)):
            note(root, name)
    if not plan.does_something:
        return f"{place.words}: nothing to do; the site is there."
    would = "would be " if dry_run else ""
    return (
        f"{place.words}: {count(len(plan.new), 'file')} {would}new, {len(plan.changed)} {would}changed, "
        f"{len(plan.gone)} {would}removed."
    )


def names_places(root: Path) -> bool:
    """Whether site.toml may name places for the site; looked at without reading it."""
    try:
        return b"deploy" in (root / "content" / "site.toml").read_bytes()
    except OSError:
        return False


def _watch(names: Iterable[str], label: str) -> Iterable[str]:
    return watched(list(names), label)
