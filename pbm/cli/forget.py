"""`pbm forget`: personal data of a player gone."""

from contextlib import ExitStack
from pathlib import Path

import click

from pbm.cli.screen import PLAYER, now, root_of, say, warn
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.store.folder import Folder, game_ids
from pbm.store.lock import locked


@click.command("forget", epilog="Example: pbm forget EU-7 3 --yes")
@click.argument("game")
@click.argument("player", type=PLAYER)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--keep-shown", is_flag=True, help="Keep the name that the site shows.  [default: it is erased too]")
@click.pass_context
def forget_command(ctx: click.Context, game: str, player: int, yes: bool, keep_shown: bool) -> None:
    """Erase a player's personal data: name, addresses, absences, and the mails and cards that they sent.

    The seat, its codes and the turns stay, and `pbm verify` still agrees. The site is built again without the
    name. The command lists what it cannot erase. It cannot be undone.
    """
    from pbm.cli.site import build
    from pbm.privacy.forgetting import forget
    from pbm.privacy.person import person, traces

    root = root_of(ctx)
    folder = Folder(root, game)
    if player not in folder.players:
        raise PbmError(f"There is no player {player} in {game}.")
    if not yes and not click.confirm(f"Forget player {player} of {game}? This cannot be undone", err=True):
        raise PbmError("Nothing was changed.")
    with ExitStack() as locks:
        locks.enter_context(locked(folder.private, "pbm forget"))
        for place in (root / "content" / "post", root / "content" / "post" / "outbox"):
            if place.is_dir():
                locks.enter_context(locked(place, "pbm forget", "the mail"))
        folder.refresh()
        folder.settle()
        known = person(folder, player, keep_shown=keep_shown)
        gone = forget(folder, known, root, now(), keep_shown=keep_shown)
    build(root)
    letters = count(gone.output, "letter or printout", "letters and printouts")
    say(
        f"{game}: player {player} is forgotten: {count(gone.files, 'file')} from the player, "
        f"{count(gone.mails, 'mail')} of no game, {letters} erased; "
        f"{count(gone.press, 'piece')} of press no longer signed."
    )
    for number in gone.waiting:
        warn(f"{game}: card {number} is kept until its turn is resolved; then run `pbm forget {game} {player}` again.")
    for other in game_ids(root):
        owners = Folder(root, other).players.values() if other != game else ()
        if any(known.addresses & it.addresses for it in owners):
            warn(f"{other}: a player there has the same address, and keeps it.")
    _tell_traces(root, folder, traces(known, root / "content", root / "output"))
    say("Clear copies, backups and the history of a git repository yourself; `pbm deploy` clears the host.")


def _tell_traces(root: Path, folder: Folder, found: list[Path]) -> None:
    """Where his name or address still stands: a line for each file that only the moderator can judge."""
    games = root / "content" / "games"
    places: dict[str, list[Path]] = {"": []}
    for path in found:
        if folder.turns_path in path.parents:
            places.setdefault("turns", []).append(path)
        elif games in path.parents and folder.path not in path.parents:
            places.setdefault(path.relative_to(games).parts[0], []).append(path)
        elif root / "output" in path.parents:
            places.setdefault("output", []).append(path)
        else:
            places[""].append(path)
    for path in places.pop(""):
        warn(f"{path}: still contains the player's name or address; whether to erase it is up to you.")
    cards, made = places.pop("turns", []), places.pop("output", [])
    if cards:
        warn(
            f"{folder.turns_path}: {count(len(cards), 'file')} of old turns with the player's name; they are "
            "part of the digests and stay."
        )
    for other, paths in places.items():
        warn(f"{other}: {count(len(paths), 'file')} with the player's name or address: `pbm forget {other} PLAYER`.")
    if made:
        warn(f"{root / 'output'}: {count(len(made), 'file')} with the name, such as {made[0]}: made from the above.")
