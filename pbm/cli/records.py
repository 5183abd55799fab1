"""`pbm undo`, `pbm verify`, `pbm reveal`: a game's record, and its proof."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import click

from pbm.archive.proving import GameProof, asked, asked_safely, in_order, prove, prove_one
from pbm.cli.screen import NO_GAME, check_ours, now, root_of, say, warn, watched
from pbm.cli.sharing import chosen_sharer, sharing_options
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.post.inspection import mailed_printouts
from pbm.publish.due import due, still_paused
from pbm.store.correcting import checked_reason
from pbm.store.deadlines import by_clock, open_deadline
from pbm.store.disk import OPEN_FILE, OPEN_FOLDER
from pbm.store.facts import read_time, write_time
from pbm.store.folder import Folder, game_ids
from pbm.store.ledger import Paused
from pbm.store.lock import locked
from pbm.store.play import lay_table


def reason_given(ctx: click.Context, param: click.Parameter, text: str) -> str:
    """A reason for the ledger; PbmError where it says nothing, or more than a line."""
    return checked_reason(text)


@click.command("undo", epilog='Example: pbm undo EU-7 --reason "The card of player 3 was overlooked"')
@click.argument("game")
@click.option("--reason", required=True, callback=reason_given, help="Why; it is kept in the game's ledger.")
@click.option("--pause", is_flag=True, help="And pause the game, so that no run resolves the turn again at once.")
@click.pass_context
def undo_command(ctx: click.Context, game: str, reason: str, pause: bool) -> None:
    """Take back the last turn of a game. Its folder is kept; the cards count again for the same turn.

    The dice depend only on seed, turn and label: the same cards give the same turn again. Where a schedule sets
    the deadlines, the turn gets back the one that it had. Corrections made after it are void; printouts that were
    mailed cannot be taken back, and are listed. If the command is interrupted, run it again: it finishes its work.
    """
    root = root_of(ctx)
    folder = Folder(root, game)
    with locked(folder.private, "pbm undo"):
        folder.refresh()
        halfway = folder.unfinished()
        folder.settle()
        check_ours(folder)
        void, was = 0 if halfway else len(folder.corrections(folder.last)), folder.facts.status
        fact = halfway or folder.withdraw(reason, now(), pause=pause)
        if pause and not folder.facts.paused:  # the run that was broken off did not say so
            folder.note(Paused(fact.turn, write_time(now())))
            folder.set_keys(paused=True)
        why = due(lay_table(folder), now())
    if halfway:
        say(f"{game}: an undo was interrupted; this run finishes it, and takes back nothing else.")
    say(f"{game}: turn {fact.turn} is taken back and kept as {folder.turns_path / fact.kept}.")
    if was != folder.facts.status:
        say(f"The game was {was} and is {folder.facts.status} again.")
    for line in undone(folder, void, now()):
        say(line)
    mailed = mailed_printouts(root, game, fact.turn)
    if mailed:
        warn(
            f"Printouts of turn {fact.turn} were mailed already to {players_named(mailed)}: "
            "let them know that the turn is void."
        )
    if why:
        say(f"It is due again ({why}): the next run resolves it, unless you `pbm pause {game}` first.")
    say("Its pages stay until the next `pbm build`.")


def undone(folder: Folder, void: int, time: datetime) -> Iterator[str]:
    """What became of cards, corrections and the deadline when the last turn was taken back."""
    number = folder.last + 1
    cards = inbox.waiting(folder)
    if cards:
        yield f"Cards for turn {number} that count again: {players_named(cards)}."
    else:
        yield f"No card counts for turn {number}."
    later = folder.ledger.counting(number + 1)
    if later:
        yield f"Cards for turn {number + 1} that stay on file: {players_named(later)}."
    if void:
        yield f"{count(void, 'correction')} of the position after turn {number} {'is' if void == 1 else 'are'} void."
    deadline = open_deadline(folder)
    if folder.facts.paused:
        yield still_paused(folder)
    elif not deadline:
        yield f"Turn {number} has no deadline: `pbm deadline {folder.game} WHEN` sets one."
    elif time > read_time(deadline, "deadline"):
        yield (
            f"Its deadline, {by_clock(folder, read_time(deadline, 'deadline'))}, is over: "
            "the next `pbm publish` resolves it again. "
            "Set a later one first to change a card."
        )
    else:
        yield f"Its deadline is {by_clock(folder, read_time(deadline, 'deadline'))}."


def players_named(players: Iterable[int]) -> str:
    """players 1, 3 and 4."""
    *front, last = map(str, sorted(players))
    return f"players {', '.join(front)} and {last}" if front else f"player {last}"


@click.command("verify", epilog="Example: pbm verify EU-1 old/TT-1.pbm.zip   (all games where nothing is named)")
@click.argument("games", nargs=-1, metavar="[GAME|FILE]...")
@sharing_options
@click.pass_context
def verify_command(ctx: click.Context, games: tuple[str, ...], workers: int, scheduler: str) -> None:
    """Play every turn of a game again, from the start, the cards and the seed, and compare.

    States, events and digests must come out as recorded; the first difference is named, and the exit code is 1. A name
    that ends in .zip, or is that of a file, is an archive file, for which no league is needed.
    """
    root = root_of(ctx)
    names = list(dict.fromkeys(games)) or game_ids(root)
    if not names:
        raise PbmError(NO_GAME)
    if len(games) == 1:
        proofs: Iterable[GameProof] = [prove(root, asked(names[0]), _watched_turns)]
    else:
        proofs = _proofs(root, names, workers, scheduler)
    has_files, well = False, True
    for proof in proofs:
        well = well and not proof.error
        if proof.error:
            warn(proof.error if proof.name in proof.error else f"{proof.name}: {proof.error}")
            continue
        has_files = has_files or proof.is_file
        _show(proof)
    if has_files:
        say(
            "An archive file alone proves only that it fits itself: compare fingerprint and chain with those that the "
            "game's site shows, or that you wrote down."
        )
    if not well:
        ctx.exit(1)


def _watched_turns(links: Iterable[tuple[int, str]], turns: int) -> Iterator[tuple[int, str]]:
    return watched(links, "Playing again", turns)


def _proofs(root: Path, names: Sequence[str], workers: int, scheduler: str) -> Iterator[GameProof]:
    """Proofs of several, in the order in which they were named; what is wrong with one stops no other."""
    with chosen_sharer(workers, scheduler) as sharer:
        done = sharer.each(prove_one, str(root.absolute()), map(asked_safely, enumerate(names)))
        yield from watched(in_order((piece.number, proof) for piece, proof in done), "Playing again", len(names))


def _show(proof: GameProof) -> None:
    if proof.is_file:
        say(f"{proof.name}: {proof.game}, {proof.title}: the seed has the fingerprint {proof.fingerprint}.")
    else:
        say(f"{proof.name}: the seed is the one committed to ({proof.fingerprint}).")
    say(f"{proof.name}: {_played_again(proof.turns, proof.chain)}")
    if proof.corrections:
        say(f"{proof.name}: {_corrected_again(proof.corrections)}")


def _played_again(last: int, chain: str) -> str:
    return f"{count(last, 'turn')} played again, all as recorded; the chain ends in {chain}."


def _corrected_again(made: int) -> str:
    return f"{count(made, 'correction')} by the moderator {'was' if made == 1 else 'were'} made again too."


@click.command("reveal", epilog="Example: pbm reveal EU-7")
@click.argument("game")
@click.option("--end", is_flag=True, help="End a game that is still running, by decision of the moderator.")
@click.pass_context
def reveal_command(ctx: click.Context, game: str, end: bool) -> None:
    """Publish the seed of a finished game: from the next build on the site shows all of it.

    The game as a whole is written into an archive file, output/EU-7.pbm.zip, which proves itself without this league.
    """
    root = root_of(ctx)
    folder = Folder(root, game)
    with locked(folder.private, "pbm reveal"):
        folder.refresh()
        folder.settle()
        check_ours(folder)
        if folder.facts.status == "revealed":
            raise PbmError(f"{game} is revealed already.")
        if folder.facts.status == "running" and not end:
            raise PbmError(f"{game} is still running; to end it, add --end.")
        seed = folder.seed.hex()
        folder.set_status("revealed")
    say(f"{game} is revealed. Seed: {seed}")
    path: Path | None = None
    try:
        path = write_archive(root, folder)
    except PbmError as error:
        warn(f"{game}: its archive file was not written: {error}")
    else:
        say(f"Its archive file is {path}; the site offers it too.")
    say("Run `pbm build` to show all of it.")
    if path is None:
        ctx.exit(1)


def write_archive(root: Path, folder: Folder) -> Path:
    """Write the archive file of a revealed game into output/. PbmError where the game is damaged, or the disk full."""
    from pbm.archive.contents import archive_path
    from pbm.publish.archives import archive_bytes

    path = archive_path(root, folder.game)
    folder.disk.make_folder(path.parent, OPEN_FOLDER)
    folder.disk.replace(path, archive_bytes(lay_table(folder)), OPEN_FILE)
    return path
