"""Random walks through all commands: `python -m tests.walks --walks 60 --steps 40`.

No command ends in a traceback; after each that built the site it can be deployed at once, and is what a build from
nothing makes; in the end every game verifies. A walk depends on its number alone.
"""

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import click
from click.testing import CliRunner, Result
from msgspec.structs import replace

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.store.folder import Folder, game_ids
from pbm.store.founding import Founder, found
from tests.site.built import contents
from tests.store.test_store import NOW, founding, ring

START = int(NOW.timestamp())
BUILDS = ("build", "publish", "cron", "forget")
Step = Callable[["Walk"], tuple[str, ...]]


class Walk:
    """A league of two games of two, and a random way through the commands."""

    def __init__(self, number: int, root: Path) -> None:
        self.dice = random.Random(number)
        self.root = root
        self.clock = START
        self.told: list[str] = []
        for k, game in enumerate(("FA-1", "FA-2")):
            founders = tuple(Founder(n, home, bytes([n]) * 32) for n, home in ((1, "ALD"), (2, "ELM")))
            plan = founding(game=game, system="trust-a-thief", variant="sample", founders=founders)
            plan = replace(
                plan, ring=ring(game), seed=bytes([k]) * 32, resolve=self.dice.choice(["all-in", "deadline"])
            )
            found(root, plan, NOW)

    def run(self, *words: str) -> Result:
        """A command by the walk's clock; it leaves with 0 or with a sentence and 1."""
        self.told.append(" ".join(words))
        with patch.dict(os.environ, {"SOURCE_DATE_EPOCH": str(self.clock)}):
            done = CliRunner().invoke(main, ["--root", str(self.root), *words], catch_exceptions=False)
        assert done.exit_code in (0, 1), (self.told, done.output)
        return done

    def step(self) -> None:
        """One command, and what must be true after it."""
        self.clock += self.dice.choice([1, 60, 86_400])
        words = self.dice.choice(STEPS)(self)
        if not words:
            return
        done = self.run(*words)
        if words[0] in BUILDS and done.exit_code == 0:
            self.check_site()

    def check_site(self) -> None:
        """It can be deployed at once, and is what comes of nothing."""
        host = self.root / "host"
        deployed = self.run("deploy", f"folder:{host}")
        assert deployed.exit_code == 0, (self.told, deployed.output)
        with tempfile.TemporaryDirectory() as place:
            shutil.copytree(self.root / "content", Path(place) / "content")
            env = {"SOURCE_DATE_EPOCH": str(self.clock), "XDG_CACHE_HOME": f"{place}/cache"}
            with patch.dict(os.environ, env):
                CliRunner().invoke(main, ["--root", place, "build"], catch_exceptions=False)
            assert contents(Path(place) / "output/site") == contents(self.root / "output/site"), self.told

    def end(self) -> None:
        """All is built, deployed and verified."""
        self.run("publish")
        assert self.run("build").exit_code == 0, self.told
        self.check_site()
        for game in game_ids(self.root):
            assert self.run("verify", game).exit_code == 0, self.told
        self.run("fsck")

    @property
    def game(self) -> str:
        """Either of the games."""
        return self.dice.choice(["FA-1", "FA-2"])


def cards(walk: Walk) -> tuple[str, ...]:
    """A card, or several, good ones and others."""
    folder = Folder(walk.root, walk.game)
    for player in walk.dice.sample([1, 2], walk.dice.choice([1, 2])):
        facts, turn = folder.players[player], folder.last + walk.dice.choice([1, 1, 1, 2, 0])
        code = make_code(bytes.fromhex(facts.key), folder.game, turn, walk.dice.choice([facts.epoch, 1]))
        orders = walk.dice.choice(["PASS", "@ALD BA1", "@ELM BA1", "???"])
        text = f"{folder.game} T-{turn} [{player}] Name {code}\n{orders}\nEND\n"
        (folder.inbox / f"{walk.dice.randrange(99)}.txt").write_text(text)
    return ()


def letter(walk: Walk) -> tuple[str, ...]:
    """A piece of press for one, for all, or none any more."""
    folder = Folder(walk.root, walk.game)
    place = folder.path / walk.dice.choice(["private/press", "press", "news"])
    place.mkdir(exist_ok=True)
    path = place / f"{walk.dice.randrange(3):03d}.md"
    if path.exists():
        path.unlink()
    else:
        path.write_text("+++\nto = [2]\n+++\nFor you.\n" if "private" in str(place) else "For all.\n")
    return ()


def with_game(*words: str) -> Step:
    """A command of which one word may be the game."""
    return lambda walk: tuple(walk.game if word == "GAME" else word for word in words)


STEPS: tuple[Step, ...] = (
    *[cards] * 6,
    *[letter] * 2,
    *[with_game("publish")] * 4,
    *[with_game("build")] * 2,
    *[with_game("cron")] * 2,
    with_game("ingest"),
    with_game("status"),
    with_game("resolve"),
    with_game("resolve", "GAME", "--now-due"),
    with_game("resolve", "GAME", "--now-due"),
    with_game("undo", "GAME", "--reason", "x"),
    with_game("undo", "GAME", "--reason", "x"),
    with_game("deadline", "GAME", "+2 days"),
    with_game("deadline", "GAME", "none"),
    with_game("extend", "GAME", "1 day"),
    with_game("pause", "GAME"),
    with_game("resume", "GAME"),
    with_game("absence", "GAME", "1", "2026-12-20/2027-01-03"),
    with_game("standin", "GAME", "2", "--name", "Somebody"),
    with_game("standin", "GAME", "2", "--house"),
    with_game("keys", "GAME", "--renew", "1"),
    with_game("amend", "GAME", "nations.1.gold=9", "--reason", "x", "--secret"),
    with_game("preview", "GAME"),
    with_game("forget", "GAME", "2", "--yes"),
    with_game("fsck", "--mend"),
    with_game("verify", "GAME"),
)


def walk(number: int, steps: int) -> int:
    """One walk; AssertionError tells the way to what is wrong. Returns how many commands were run."""
    with tempfile.TemporaryDirectory() as place, patch.dict(os.environ, {"XDG_CACHE_HOME": f"{place}/cache"}):
        way = Walk(number, Path(place) / "league")
        for _ in range(steps):
            way.step()
        way.end()
        return len(way.told)


@click.command()
@click.option("--walks", default=60, show_default=True)
@click.option("--steps", default=40, show_default=True)
@click.option("--first", default=1, show_default=True)
def command(walks: int, steps: int, first: int) -> None:
    """Walk, and count."""
    count = 0
    for number in range(first, first + walks):
        count += walk(number, steps)
        click.echo(f"walk {number}: {count} commands so far", err=True)
    click.echo(f"{walks} walks, {count} commands: no difference.")


if __name__ == "__main__":
    sys.exit(command())
