"""`pbm handover` and `pbm takeover`: another moderator goes on."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import click

from pbm.cli.screen import now, root_of, say, warn, watched
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.store.disk import OPEN_FOLDER, Disk
from pbm.store.folder import Folder, games_path
from pbm.store.lock import locked


@click.command("handover", epilog="Example: pbm handover EU-7 --to eu-7.kit   (then pbm takeover eu-7.kit over there)")
@click.argument("games", nargs=-1, required=True)
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="The kit: a new file.")
@click.option(
    "--again",
    is_flag=True,
    help="Make another kit of a game that was handed over already, for instance because the kit was lost.",
)
@click.option("--take-back", is_flag=True, help="Make no kit: the games were not taken over and go on here.")
@click.pass_context
def handover_command(ctx: click.Context, games: tuple[str, ...], to: Path | None, again: bool, take_back: bool) -> None:
    """Pack whole games, with all secrets, into one sealed file for the moderator who takes them over.

    The six words that open it are printed once; send them separately from the file. From then on this
    place resolves no turn of these games.
    """
    from pbm.handover import packing

    root = root_of(ctx)
    folders = [Folder(root, game) for game in dict.fromkeys(games)]
    if (to is None) != take_back:
        raise PbmError("Name the kit with --to FILE." if to is None else "--take-back makes no kit; leave --to out.")
    with ExitStack() as locks:
        for folder in sorted(folders, key=lambda folder: folder.game):
            locks.enter_context(locked(folder.private, "pbm handover"))
            folder.refresh()
            folder.settle()
            if folder.ledger.is_handed_over and not (again or take_back):
                raise PbmError(f"{folder.game} was handed over already; --again makes another kit.")
        if to is None:
            for folder in folders:
                packing.take_back(folder, now())
                say(f"{folder.game}: goes on here.")
            return
        _keep_off(root, to)
        from pbm.seal.phrases import draw_phrase

        phrase = draw_phrase()
        packed = packing.pack(root, folders, to, phrase, now())
    say(f"{to}: {count(len(folders), 'game')}, {count(packed.files, 'file')}. It opens with these words:")
    say(phrase)
    warn("Send the words separately from the file. No turn of these games is resolved here any more.")


def _keep_off(root: Path, to: Path) -> None:
    """PbmError where a kit would be published, or packed into the next one."""
    for name in ("content", "output/site"):
        place = (root / name).resolve()
        if place in to.resolve().parents:
            raise PbmError(f"{to}: is inside {name}; choose another place.")


@click.command("takeover", epilog="Example: pbm takeover eu-7.kit   (it asks for the six words)")
@click.argument("kit", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def takeover_command(ctx: click.Context, kit: Path) -> None:
    """Take over the games of a kit that `pbm handover` made. The words are asked for, or read from a pipe.

    Everything is unpacked into a separate folder, and every turn is played again and compared, before the games
    are put in place. A mail.toml in the kit is taken where there is none.
    """
    from pbm.handover.taking import take

    root = root_of(ctx)
    try:
        file = kit.open("rb")
    except OSError as error:
        raise PbmError(f"{kit}: cannot be read ({error.strerror}).") from None
    with file, ExitStack() as locks:
        phrase = _phrase()
        disk = Disk()
        disk.make_folder(games_path(root), OPEN_FOLDER)
        locks.enter_context(locked(games_path(root), "pbm takeover", "the folder of games"))
        for place in (root / "content" / "post", root / "content" / "post" / "outbox"):
            if place.is_dir():
                locks.enter_context(locked(place, "pbm takeover", "the mail"))
        taken = take(root, file, phrase, kit, now(), _watch, disk)
    for game, last in taken.games.items():
        if game in taken.here:
            say(f"{game}: is here already, from this same kit; it was not changed.")
            continue
        say(f"{game}: taken over; {count(last, 'turn')} played again, all as recorded.")
    if taken.mail:
        say("mail.toml came with it; look through it before mail is fetched or sent.")
    say("Now `pbm publish` builds site and printouts here.")


def _phrase() -> str:
    """The words: not shown while they are typed, or the first line of what is piped."""
    if sys.stdin.isatty():
        return str(click.prompt("The six words", hide_input=True, err=True))
    return sys.stdin.readline(1000)


def _watch(links: Iterable[tuple[int, str]], game: str, turns: int) -> Iterable[tuple[int, str]]:
    return watched(links, f"Playing {game} again", turns)
