"""`pbm deploy`: the site on its host. The programs that carry it are called only where there is something to do."""

from collections.abc import Iterable

import click

from pbm.cli.screen import counted, now, root_of, say, warn, watched
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
    other, nothing is. A second run does nothing, or finishes an interrupted one.
    """
    from pbm.deploy.cargo import cargo
    from pbm.deploy.secrets import refuse_secrets
    from pbm.deploy.targets import choose
    from pbm.publish.unchanged import is_fresh

    root = root_of(ctx)
    load = cargo(root)
    if not as_is and not is_fresh(root):
        raise PbmError(f"{load.site}: is older than its sources; run `pbm build`, or add --as-is to deploy it anyway.")
    place = choose(root, target, now())
    plan = place.plan(load)
    if plan.strange:
        warn(f"{place.words}: {counted(plan.strange, 'file')} there not put there by pbm; left untouched.")
    refuse_secrets(root, load, plan)
    if dry_run:
        for word, names in (("new", plan.new), ("changed", plan.changed), ("gone", plan.gone)):
            for name in names:
                say(f"{word:8}{name}")
    else:
        place.carry(load, plan, _watch)
        if not as_is and not is_fresh(root):
            warn(f"{load.site}: was changed in the meantime; run `pbm deploy` again.")
    if not plan.does_something:
        say(f"{place.words}: nothing to do; the site is there.")
        return
    would = "would be " if dry_run else ""
    say(
        f"{place.words}: {counted(len(plan.new), 'file')} {would}new, {len(plan.changed)} {would}changed, "
        f"{len(plan.gone)} {would}removed."
    )


def _watch(names: Iterable[str], label: str) -> Iterable[str]:
    return watched(list(names), label)
