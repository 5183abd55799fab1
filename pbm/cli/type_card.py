"""`pbm type`: the moderator types in a card that came on paper."""

import sys
from contextlib import suppress

import click

from pbm.cards.card import CODE_LENGTH, check_character, code_matches, make_code, plain_code
from pbm.cli import clean
from pbm.cli.draft import Draft
from pbm.cli.screen import now, root_of, say, warn
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.intake.judge import typo
from pbm.store.deadlines import open_deadline
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.lock import locked
from pbm.store.play import lay_table

LONGEST = 65_536  # bytes of a line of input that are kept
HELP = (
    "A line of orders as written on the paper: its meaning is shown at once, faults with a !.",
    ".show  what was typed   .undo  remove the last line   .done (or END)  end the card",
    ".quit  leave without saving   .help  this",
)


class InputEndedError(Exception):
    """The input is over."""


@click.command("type", epilog="Example: pbm type EU-7 3   (pbm type EU-7 Rosa --code 7G2KQ-X4M9V-T)")
@click.argument("game")
@click.argument("player", required=False)
@click.option(
    "--code", help='The code on the paper; "" if it has none and you vouch for the card.  [default: asked for]'
)
@click.pass_context
def type_command(ctx: click.Context, game: str, player: str | None, code: str | None) -> None:
    """Type in a card that came on paper. Each order is explained in words at once, with its faults.

    PLAYER is a number, or the beginning of a name. At the end you are asked whether to save; the card is then
    in the inbox of the game like any other, marked as typed by the moderator. From a pipe the answers
    are read in this order: player, code, lines, .done, yes.
    """
    folder = Folder(root_of(ctx), game)
    if folder.facts.status != "running":
        raise PbmError(f"{game} is {folder.facts.status}: no more cards are accepted.")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # lines can be edited then
    try:
        number = _player(folder, player)
        draft = _begin(folder, number, code)
        saved = _type(draft)
    except InputEndedError:
        raise PbmError("The input ended before the card was saved: nothing is saved.") from None
    if not saved:
        say("Nothing is saved.")
        ctx.exit(1)
    say(f"{_save(folder, number, draft)} is saved; `pbm ingest {game}` takes it in.")


def _begin(folder: Folder, player: int, code: str | None) -> Draft:
    """A draft for the card of the next turn, once the paper's code is seen or the moderator vouches."""
    table = lay_table(folder)
    turn = folder.last + 1
    facts = folder.players[player]
    if player not in table.system.course.living(table.state(folder.last)):
        raise PbmError(f"Player {player} is out of {folder.game}.")
    right = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    seat = next(seat for seat in folder.facts.seats if seat.number == player)
    say(f"{folder.game} turn {turn}, [{player}] {facts.name or seat.name} {seat.country or seat.home}")
    deadline = open_deadline(folder)
    if deadline and now() > read_time(deadline, "deadline"):
        say("The deadline is over: the card will be late.")
    if player in folder.ledger.counting(turn):
        say("A card of this player is on file; the one you type replaces it.")
    given = code
    while True:
        if given is None:
            given = _ask("Code on the paper (empty: there is none, and you vouch for the card): ")
        if not given.strip() or code_matches(given, right):
            break
        say(_wrong(given, right))
        given = None
    say("Type the orders; .help shows what else you can do.")
    return Draft(table, player, f"{folder.game} T-{turn} [{player}] {right}", vouched=not given.strip())


def _player(folder: Folder, given: str | None) -> int:
    """The player meant: by number, or by the beginning of his name or country."""
    if given is not None:
        found = _find(folder, given)
        if len(found) != 1:
            raise PbmError(_unclear(folder, given, found))
        return found[0]
    for seat in folder.facts.seats:
        say(f"[{seat.number}] {folder.players[seat.number].name or seat.name} {seat.country or seat.home}")
    while True:
        given = _ask("Player: ")
        found = _find(folder, given)
        if len(found) == 1:
            return found[0]
        say(_unclear(folder, given, found))


def _find(folder: Folder, given: str) -> list[int]:
    wanted = given.strip().strip("[]").casefold()
    if wanted.isascii() and wanted.isdigit():
        return [number for number in folder.players if str(number) == wanted.lstrip("0")]
    if not wanted:
        return []
    found = []
    for seat in folder.facts.seats:
        names = (folder.players[seat.number].name, seat.name, seat.country, seat.home)
        words = [word for name in names for word in (name, *name.split())]
        if any(word.casefold().startswith(wanted) for word in words):
            found.append(seat.number)
    return found


def _unclear(folder: Folder, given: str, found: list[int]) -> str:
    if found:
        return f"{given[:40]!r} may be player {', '.join(map(str, found))}; give the number."
    return f"There is no player {given[:40]!r} in {folder.game}."


def _wrong(given: str, right: str) -> str:
    """What is wrong with a code, for the moderator who has the paper before him; the right one is not shown."""
    typed, wanted = plain_code(given), plain_code(right)
    if len(typed) != len(wanted):
        return f"The code has {CODE_LENGTH + 1} letters and digits, not {len(typed)}; look again."
    near = typo(typed, wanted)
    if near:
        return f"The code is mistyped near character {near}; look again."
    try:
        fits = check_character(typed[:-1]) == typed[-1]
    except ValueError:
        fits = False
    if fits:
        return "The code is well formed but not that of this player and turn; look at the heading on the paper."
    return "The code is wrong, and its last character does not fit the rest; look again."


def _type(draft: Draft) -> bool:
    """Take lines until the card is to be saved (True) or thrown away (False)."""
    while True:
        try:
            line = _ask(f"{len(draft.lines) + 1:3} > ")
        except KeyboardInterrupt:
            line = ".quit"
        word = line.strip().lower()
        if draft.is_in_press and not word.startswith("."):
            _echo(draft.add(line))
        elif word in (".done", "end", "end orders"):
            if _is_done(draft):
                return True
        elif word == ".quit":
            if not draft.lines or _says_yes(f"Throw away {count(len(draft.lines), 'line')}? [y/N] "):
                return False
        elif word == ".undo":
            gone = draft.undo()
            say(f"Removed: {gone}" if gone else "There is no line to remove.")
        elif word == ".show":
            _echo([f"{k:3}   {text}" for k, text in enumerate(draft.lines, 1)])
        elif word == ".help" or word.startswith("."):
            _echo(
                [*HELP]
                if word == ".help"
                else [f"{word[:20]} is not a command; the commands are .show .undo .done .quit .help."]
            )
        elif word:
            _echo(draft.add(line))


def _echo(told: list[str]) -> None:
    for line in told:
        say(line)


def _is_done(draft: Draft) -> bool:
    """Show what the card comes to, and ask whether to save it."""
    _echo(draft.summary())
    orders, faults = draft.counts
    press, absences = draft.beside
    more = (f", {count(press, 'piece')} of press" if press else "") + (
        f", {count(absences, 'absence')}" if absences else ""
    )
    say(f"{count(orders, 'order')}{' and PASS' if draft.passes else ''}, {count(faults, 'fault')}{more}.")
    if not draft.is_readable:
        say("A card without an order is not accepted; write PASS if the player gives none.")
        return False
    return _says_yes("Save? [y/N] ")


def _says_yes(question: str) -> bool:
    try:
        return _ask(question).strip().lower() in ("y", "yes")
    except KeyboardInterrupt:
        return False


def _ask(question: str) -> str:
    """A line of input; InputEndedError where there is no more. Only a terminal is shown the question."""
    if sys.stdin.isatty():
        try:
            return input(clean(question))
        except EOFError:
            raise InputEndedError from None
        except UnicodeDecodeError:
            return "\0"  # which is told as what cannot be typed
    data = sys.stdin.buffer.readline(LONGEST)
    rest = data
    while rest and not rest.endswith(b"\n"):
        rest = sys.stdin.buffer.readline(LONGEST)
    if not data:
        raise InputEndedError
    return data.decode("utf-8", "replace").rstrip("\r\n")


def _save(folder: Folder, player: int, draft: Draft) -> str:
    """Put the card into the inbox under a name of its own, whole or not at all."""
    turn = folder.last + 1
    with locked(folder.private, "pbm type"):
        folder.refresh()
        if folder.last + 1 != turn or folder.facts.status != "running":
            for line in draft.lines:
                warn(line)
            raise PbmError(
                f"Turn {turn} has been resolved in the meantime; the card is not saved, its lines are shown above."
            )
        folder.disk.make_folder(folder.inbox)
        front = f"typed-{turn}-{player}-"
        taken = [name[len(front) : -4] for name in folder.disk.names(folder.inbox) if name.startswith(front)]
        serial = max((int(number) for number in taken if number.isdigit()), default=0) + 1
        path = folder.inbox / f"{front}{serial:03d}.txt"
        folder.disk.replace(path, draft.text.encode())
    return str(path)
