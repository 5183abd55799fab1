"""`pbm init`: the files that a new league begins with."""

import tomllib
from pathlib import Path

import click

from pbm import rules as registry
from pbm.cli.screen import now, root_of, say
from pbm.engine.system import read_data
from pbm.errors import PbmError
from pbm.store.disk import OPEN_FILE, OPEN_FOLDER, Disk

SITE = """\
# What every page shows. The title is in the masthead, the tagline beside it.
title = "Games by post"
tagline = "Games of strategy, played by mail"
lang = "en"

# The address of the site. Letters and feeds name whole addresses once it is here.
# url = "https://example.org/games/"

# The address to which players send their cards.
# mail = "cards@example.org"

# A host for the site: `pbm deploy home` puts it there.
# [deploy.home]
# kind = "rsync"
# to = "me@example.org:/srv/www/games"
# auto = true    # `pbm cron` deploys, too
"""

INDEX = """\
Here a turn takes as long as a letter. You write your orders on a card, everybody's cards are opened at the same moment,
and a printout shows you what you may know of the result. Between two turns there is time to think, and to write to your
neighbours.
"""

NEWS = """\
+++
title = "The league opens"
date = "{date}"
author = "The moderator"
+++

Write here what all players should read. Each file in this folder is one piece of news; the newest comes first.
"""


@click.command("init", epilog="Example: pbm init   (or, for another folder: pbm --root league init)")
@click.pass_context
def init_command(ctx: click.Context) -> None:
    """Lay out a new league: site.toml, front page, a first piece of news, and an example of a card.

    The rule books and the pages for players and moderators come with pbm. A page of your own of the same name, in
    content/rules/ or content/about/, takes the place of ours. A file that is there already is left as it is.
    """
    root = root_of(ctx)
    content = root / "content"
    if (content / "games").is_dir() and any((content / "games").iterdir()):
        raise PbmError(f"{content}: there is a league already; `pbm new GAME` adds a game to it.")
    date = now().date().isoformat()
    made = [
        path
        for name, text in (
            ("site.toml", SITE),
            ("index.md", INDEX),
            (f"news/{date}-the-league-opens.md", NEWS.format(date=date)),
            ("example-card.txt", _example_card()),
        )
        if _write(path := content / name, text)
    ]
    for path in made:
        say(f"{path} is made.")
    if not made:
        say(f"{content}: every file is there already.")
    option = "" if root == Path() else f"--root {root} "
    say("Next:")
    steps = (
        ('new EU-1 --seats 5 --every "14 days"', "make a game, with a code for each player"),
        ("publish", "build the site and the first printouts"),
        ("serve", "look at the site; the manual is its page About"),
    )
    widest = max(len(command) for command, _ in steps)
    for command, what in steps:
        say(f"    pbm {option}{command:{widest}}  {what}")


def _example_card() -> str:
    """A card of the system that a command means which names none."""
    data = read_data(registry.SYSTEMS[registry.FIRST], "data/example_card.toml")
    card: str = tomllib.loads(data.decode())["text"]
    return card


def _write(path: Path, text: str) -> bool:
    """Whether the file was made; one that is there stays as it is."""
    if path.exists():
        return False
    Disk().make_folder(path.parent, OPEN_FOLDER)
    Disk().replace(path, text.encode(), OPEN_FILE)
    return True
