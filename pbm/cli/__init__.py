"""The commands. Thin: parse options, call, show, exit code. Only here is the clock read and anything printed.

Each command's module is loaded when it is called, so that `pbm --help`, `status` and `check` stay quick.
"""

import gc
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from pbm import __version__
from pbm.errors import PbmError, kept_from_us, shown_name

COMMANDS = {
    "init": ("init", "Lay out a new league: settings, front page, news, an example of a card."),
    "new": ("founding", "Make the folder of a new game."),
    "signups": ("signups", "Show who has signed up for the games that wait for players."),
    "keys": ("keys", "Show, print and renew the words that open sealed printouts."),
    "check": ("checking", "Check a card of orders, as the game will read it."),
    "ingest": ("evening", "Take in the cards in the inboxes."),
    "receive": ("receiving", "Store a mail from standard input."),
    "status": ("status", "Show what needs your attention today, and who has sent a card."),
    "press": ("press", "List the press that came with cards; approve or refuse it."),
    "show": ("show", "Show a player's card on file in words, with its faults."),
    "preview": ("preview", "Show how the next turn would come out with the cards on file, and commit nothing."),
    "resolve": ("evening", "Resolve the turns that are due."),
    "build": ("site", "Build the site and the printouts, and nothing else."),
    "publish": ("site", "The evening's work: ingest, resolve what is due, build."),
    "print": ("paper", "Make a PDF of the printouts that go by post."),
    "type": ("type_card", "Type in a card that came on paper."),
    "mail": ("mail", "Write receipts, printouts and reminders; send them."),
    "write": ("writing", "Write a letter to all players of a game, or to some."),
    "remind": ("writing", "Remind now the players whose card is not here."),
    "cron": ("cron", "Do everything that is due; safe to run every five minutes."),
    "deadline": ("deadlines", "Show or set the deadline of a game."),
    "extend": ("deadlines", "Postpone the deadline of a game."),
    "pause": ("deadlines", "Pause a game."),
    "resume": ("deadlines", "Resume a paused game."),
    "absence": ("deadlines", "Note when a player is away."),
    "reliability": ("reliability", "Show who sends their cards, and who does not."),
    "standin": ("standin", "Give a seat to somebody else, to the house, or to nobody."),
    "serve": ("serve", "Show the site on this machine; reload when anything changes."),
    "amend": ("amending", "Correct the position after the last turn, with a reason that is kept."),
    "deploy": ("deploy", "Put the site on its host: a folder, rsync, a git branch, a zip."),
    "undo": ("records", "Take back the last turn of a game."),
    "verify": ("records", "Play every turn of a game again and compare."),
    "read": ("reading", "Lay out the pages of an archive file."),
    "fsck": ("inspecting", "Look for damage in the folders, without playing."),
    "reveal": ("records", "Publish the seed of a finished game, and show everything."),
    "handover": ("handover", "Pack games into one sealed file for another moderator."),
    "takeover": ("handover", "Take over the games of such a file."),
    "forget": ("forget", "Erase a player's personal data."),
    "rules": ("checking", "Print the house rules of a system."),
    "check-variant": ("variants", "Check the files of a variant of your own."),
    "try": ("checking", "Play scenario files and show the outcome."),
    "simulate": ("simulate", "Play thousands of whole games with house players, and report how seats fare."),
}


OWN_ROOT = ("init", "new", "takeover", "receive")  # the first make it; a mail program must be told to try again later


class Mistake(click.ClickException):
    """The operator's mistake: one sentence on standard error, exit code 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """Only the sentence."""
        click.echo(clean(self.message), err=True)


class Commands(click.Group):
    """Finds each command in its module, when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of an evening."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"pbm.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a mistyped one is answered with those that look most like it."""
        if args and args[0] not in COMMANDS and args[0][:1] != "-":
            ctx.fail(f"No such command {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of --help, without loading a command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run; a PbmError becomes its sentence, and so does a file that the system keeps from us."""
        try:
            return super().invoke(ctx)
        except PbmError as error:
            raise Mistake(str(error)) from None
        except PermissionError as error:
            raise Mistake(kept_from_us(error)) from None


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The end of a sentence about a word that there is not: those that look most like it, or a full stop."""
    from difflib import get_close_matches  # good commands do not need it

    near = get_close_matches(word, list(words), 3, 0.6)
    return f"; did you mean {' or '.join(near)}?" if near else "."


def clean(text: str) -> str:
    """The text without control characters: a name in a card must not command the terminal. The bytes of a file's name
    that are not UTF-8 are told as `\\xff`.
    """
    return "".join(
        c if c in "\n\t" or c.isprintable() else shown_name(c) if "\udc80" <= c <= "\udcff" else "?" for c in text
    )


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done; 1 a mistake or a difference, described in a sentence; 2 wrong usage.",
)
@click.option(
    "--root",
    type=click.Path(file_okay=False),
    default=".",
    show_default="this folder",
    help="The folder that holds content/ and output/.",
)
@click.version_option(__version__, prog_name="pbm")
@click.pass_context
def main(ctx: click.Context, root: str) -> None:
    """Runs play-by-mail games: order cards in, resolved turns and a static site out.

    Example: `pbm publish` takes in the cards, resolves what is due and builds output/site.
    """
    if not os.path.isdir(root or ".") and ctx.invoked_subcommand not in OWN_ROOT:
        raise Mistake(f"{root}: there is no such folder.")
    ctx.obj = root or "."  # as text: what has nothing to do need not load paths
    spare_signs()
    if not gc.isenabled():  # pbm.__main__ has put it off until here, where the command is loaded
        gc.freeze()
        gc.enable()


def spare_signs() -> None:
    """A sign that the output's character set lacks, as in a file of Windows, is a question mark: it ends no command.

    Standard error has such a way of its own, and who asked for another way than the usual one keeps it.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure and stream.errors == "strict":
            reconfigure(errors="replace")
