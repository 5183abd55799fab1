"""`pbm write`, `pbm remind`: letters of the moderator to players, now."""

import sys
from pathlib import Path

import click

from pbm.cli.letters import draft_letters
from pbm.cli.screen import PLAYER, now, root_of, say
from pbm.core.english import count, listed
from pbm.errors import PbmError
from pbm.post import outbox
from pbm.post.letters import not_here
from pbm.post.settings import read_settings, settings_path
from pbm.post.written import LONGEST, keep
from pbm.publish.prose import site_facts
from pbm.store.deadlines import house_seats, open_deadline
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.play import awaited, lay_table


@click.command("write", epilog='Example: pbm write EU-7 --to 3 --subject "Your stand-in" --file letter.txt')
@click.argument("game")
@click.option("--to", "to", type=PLAYER, multiple=True, help="Only to this player; may be repeated.  [default: all]")
@click.option("--subject", default="", help="The subject.  [default: the game and its title]")
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The text.  [default: standard input, or your editor]",
)
@click.pass_context
def write_command(ctx: click.Context, game: str, to: tuple[int, ...], subject: str, path: Path | None) -> None:
    """Write a letter to all players of a game, or to some.

    It goes the way of all letters: a draft in output/outbox, sent by `pbm mail --send` or `pbm cron`. For players on
    paper it is laid into output/print. What you wrote is kept in content/post/written.
    """
    root = root_of(ctx)
    folder = Folder(root, game)
    for player in to:
        if player not in folder.players:
            raise PbmError(f"--to {player}: there is no player {player} in {game}.")
    chosen = tuple(sorted(set(to) or {n for n, facts in folder.players.items() if not facts.house}))
    title = game if folder.facts.title == game else f"{game}, {folder.facts.title}"
    _send(root, folder, chosen, subject or title, _text(path))


@click.command("remind", epilog="Example: pbm remind EU-7")
@click.argument("game")
@click.pass_context
def remind_command(ctx: click.Context, game: str) -> None:
    """Remind now the players of a game whose card for the coming turn is not here.

    The schedule may remind by itself: see `remind` under [schedule] in game.toml.
    """
    root = root_of(ctx)
    folder = Folder(root, game)
    if folder.facts.status != "running":
        raise PbmError(f"{game} is {folder.facts.status}; no card is due.")
    there = set(folder.ledger.counting(folder.last + 1)) | set(house_seats(folder))
    missing = tuple(player for player in sorted(awaited(folder)) if player not in there)
    if not missing:
        say(f"{game}: every card for turn {folder.last + 1} is here; nobody is reminded.")
        return
    text = not_here(lay_table(folder), open_deadline(folder), site_facts(root / "content"))
    _send(root, folder, missing, f"{game} turn {folder.last + 1}: your card is not here yet", text)


def _text(path: Path | None) -> str:
    """What the letter says: of a file, of standard input, or from an editor."""
    if path is not None:
        data = Disk().read(path, 4 * LONGEST + 1)
    elif sys.stdin is not None and sys.stdin.isatty():
        return click.edit("") or ""
    else:
        data = sys.stdin.buffer.read(4 * LONGEST + 1) if sys.stdin is not None else b""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PbmError(f"{path or 'standard input'}: is not UTF-8 text; save the letter as plain text.") from None


def _send(root: Path, folder: Folder, to: tuple[int, ...], subject: str, text: str) -> None:
    """Keep the letter, write its drafts, and say who gets it in which way."""
    game, players = folder.game, folder.players
    mailed = [n for n in to if players[n].address and players[n].by != "post" and not players[n].house]
    others = [n for n in to if n not in mailed]
    if mailed and read_settings(root).out is None:
        raise PbmError(
            f"{settings_path(root)}: has no sender; write [out] and below it "
            'sender = "The Long Post <cards@example.org>".'
        )
    with outbox.writing(root):
        number = keep(root, game, to, subject, text, now())
    if others:
        path = root / "output" / "print" / f"{game}-letter-{number}.txt"
        Disk().make_folder(path.parent)
        pages = [f"{game} [{n}] {players[n].name}".rstrip() + f"\n\n{subject}\n\n{text.strip()}\n" for n in others]
        Disk().replace(path, "\f".join(pages).encode())
        say(f"{path}: for {_players(others)}, who get no mail.")
    if mailed:
        say(f"{game}: letter {number} to {_players(mailed)}; `pbm mail --send` sends it.")
        draft_letters(root)


def _players(numbers: list[int]) -> str:
    if len(numbers) > 6:
        return count(len(numbers), "player")
    return f"player{'' if len(numbers) == 1 else 's'} {listed([str(n) for n in numbers])}"
