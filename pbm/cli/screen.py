"""What the commands share: the clock, the root, and how they speak."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbm.cli import clean
from pbm.errors import PbmError

if TYPE_CHECKING:
    from pathlib import Path

    from pbm.store.folder import Folder

T = TypeVar("T")

NO_GAME = "There is no game here; `pbm new` makes one. For another folder: pbm --root FOLDER"


class PlayerNumber(click.IntRange):
    """A player as the commands take him: by his number, and not by his name."""

    def __init__(self) -> None:
        super().__init__(1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a name is answered with where the numbers stand."""
        if isinstance(value, str) and not value.strip().lstrip("-").isdecimal():
            self.fail(f"{value!r} is not a player's number; `pbm status GAME` shows the numbers.", param, ctx)
        return super().convert(value, param, ctx)


PLAYER = PlayerNumber()


def now() -> datetime:
    """The clock; SOURCE_DATE_EPOCH stands in for it."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        time = datetime.fromtimestamp(int(epoch), UTC)
        if time.year < 9000:  # as of the times in game.toml: there is room for zones and grace
            return time
    except (ValueError, OverflowError, OSError):
        pass
    raise PbmError(f"SOURCE_DATE_EPOCH={epoch!r} is not a Unix timestamp; write whole seconds since 1970.")


def say(text: str = "") -> None:
    """A line on standard output, without control characters. Errors: as of `put`."""
    put(clean(text) + "\n")


def put(text: str) -> None:
    """The text as it stands on standard output. PbmError where it cannot be written, as on a disk that is full; a pipe
    that nobody reads any more is no mistake, and ends the command quietly.
    """
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        raise
    except OSError as error:
        sys.stdout = None  # what waits to be written would fail once more at the end
        raise PbmError(f"Standard output cannot be written ({error.strerror}).") from None


def warn(text: str) -> None:
    """A line on standard error."""
    click.echo(clean(text), err=True)


def folders(root: "Path", games: Iterable[str]) -> "list[Folder]":
    """The named games, or all of the content tree."""
    from pbm.store.folder import Folder, game_ids

    names = list(games)
    return [Folder(root, game) for game in names or game_ids(root)]


def readable(root: "Path", games: Iterable[str] = ()) -> "tuple[list[Folder], dict[str, str]]":
    """The named games, or all; and by id what is wrong with the folders of the others, where all are asked for.

    PbmError for a named one that cannot be opened.
    """
    from pbm.errors import GameError, of_game
    from pbm.store.folder import Folder, game_ids

    if named := list(games):
        return [Folder(root, game) for game in named], {}
    found, broken = [], {}
    for game in game_ids(root):
        try:
            with of_game(game):
                found.append(Folder(root, game))
        except GameError as error:
            broken[game] = str(error)
    return found, broken


def each_game(root: "Path", games: Sequence[str], work: "Callable[[Folder], object]") -> bool:
    """Do something for the named games, or for all; whether it went well with each. What is wrong with one of several
    is told, and stops no other. PbmError where there is no game, and where one alone is named.
    """
    from pbm.store.folder import Folder, game_ids

    names = list(dict.fromkeys(games)) or game_ids(root)
    if not names:
        raise PbmError(NO_GAME)
    if len(games) == 1:
        work(Folder(root, names[0]))
        return True
    well = True
    for game in names:
        try:
            work(Folder(root, game))
        except PbmError as error:
            warn(str(error) if game in str(error) else f"{game}: {error}")
            well = False
    return well


def check_ours(folder: "Folder") -> None:
    """PbmError where another moderator goes on with the game: what is changed here would be lost, or told twice."""
    if folder.ledger.is_handed_over:
        game = folder.game
        raise PbmError(
            f"{game} was handed over, and cannot be changed here; `pbm handover {game} --take-back` undoes that."
        )


def warn_of_others(chosen: "Iterable[Folder]", *, works: bool) -> None:
    """Warn of games that another moderator goes on with; where we go on with them (works), also of a game that lies
    in another folder, too, and went on there last.
    """
    for folder in chosen:
        with suppress(PbmError):  # told where something is to be done with the game
            _warn_of_others(folder, works=works)


def _warn_of_others(folder: "Folder", *, works: bool) -> None:
    if folder.ledger.is_handed_over:
        warn(f"{folder.game}: was handed over; no turn is resolved here (pbm handover {folder.game} --take-back).")
    if works:
        from pbm.publish.twin_check import settle_here, twin

        other = twin(folder) if folder.facts.status == "running" else None
        if other:
            warn(f"{folder.path}: the same game went on in {other} last; go on in one of them only.")
        settle_here(folder)


def watched(items: Iterable[T], label: str, length: int | None = None) -> Iterator[T]:
    """The items one by one, with a bar on a terminal; what is piped gets plain lines from elsewhere."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar


def root_of(ctx: click.Context) -> "Path":
    """The folder that holds content/ and output/."""
    from pathlib import Path

    return Path(place_of(ctx))


def place_of(ctx: click.Context) -> str:
    """The name of that folder."""
    place: str = ctx.find_root().obj
    return place
