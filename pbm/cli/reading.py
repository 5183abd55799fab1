"""`pbm read`: the pages of an archive file, without a league."""

from pathlib import Path

import click

from pbm.cli.screen import say, watched
from pbm.core.english import count


@click.command("read", epilog="Example: pbm read EU-1.pbm.zip --to old-games/EU-1")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    show_default="EU-1.pages, after the game",
    help="The folder for the pages.",
)
def read_command(file: Path, to: Path | None) -> None:
    """Lay out the pages of an archive file, to be read in a browser. No league is needed.

    Every turn is played again first. A folder that is there already is replaced only if this command made it and
    nothing was added to it.
    """
    from pbm.archive.opening import opened, proved, read_file
    from pbm.publish.reading import check_target, lay_pages

    with opened(file.name, read_file(file)) as archive:
        target = to or Path(f"{archive.game}.pages")
        check_target(target)
        made = proved(archive, lambda links, count: watched(links, "Playing again", count))
        files = lay_pages(archive, made, target)
    say(f"{archive.name}: {count(made.turns, 'turn')} played again, all as recorded; the chain ends in {made.chain}.")
    say(f"{target}: {count(files, 'file')}. Open {target / 'index.html'}.")
