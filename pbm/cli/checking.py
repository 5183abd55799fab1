"""`pbm check`, `pbm rules`, `pbm try`: what players and rule readers use."""

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from pbm import rules as registry
from pbm.cards.card import Card, card_in, code_matches, make_code, split_lines
from pbm.cli.screen import put, root_of, say, warn, watched
from pbm.cli.sharing import chosen_sharer, sharing_options
from pbm.core.english import count
from pbm.core.printout import Fault
from pbm.engine.system import Rules, System
from pbm.errors import PbmError
from pbm.orders.form import OrderLine, Parsed, unordered
from pbm.store.disk import Disk
from pbm.store.facts import key_first
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from pbm.store.variants import load_rules, load_rules_near


class ViewFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies as view.json beside a printout: all that a player's own checker needs."""

    game: str
    turn: int
    player: int
    system: str
    variant: str
    options: dict[str, str]
    view: dict[str, Any]


@click.command(
    "check",
    epilog="Example: pbm check mycard.txt --view 5.view.json   (or, beside content/, pbm check mycard.txt)",
)
@click.argument("card", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--view",
    "view_path",
    type=click.Path(path_type=Path),
    help="The player's view.json.  [default: the position of the game in content/]",
)
@click.pass_context
def check_command(ctx: click.Context, card: Path, view_path: Path | None) -> None:
    """Read a card of orders as the game will read it, and list what is wrong with it.

    Faulty orders would not be carried out; all others would be. Exit code 1 if there is any fault.
    """
    data = sys.stdin.buffer.read() if str(card) == "-" else _own_file(card)
    found = card_in(data)
    if view_path:
        parsed, idle = _against_view(found, data.decode("utf-8", "replace"), view_path, root_of(ctx))
    else:
        parsed, idle = _against_game(found, root_of(ctx), str(card))
    where = "standard input" if str(card) == "-" else str(card)
    for fault in parsed.faults:
        say(fault_line(where, fault))
    for warning in parsed.warnings:
        say(f"{fault_line(where, warning)} (warning)")
    for line in (*found.notes, *idle):
        say(f"warning: {line}")
    for block in found.press:
        if not block.is_closed:
            say(f"warning: the press in line {block.line} has no END below it and will not be filed.")
        for number in block.orders:
            say(f"warning: line {number} looks like orders, and is read as text of the press in line {block.line}.")
    more = f", {count(len(found.press), 'piece')} of press" if found.press else ""
    pass_word = " and PASS" if found.passes else ""
    say(
        f"{found.game or where} turn {found.turn}, player {found.player}: "
        f"{count(parsed.count, 'order')}{pass_word}, {count(len(parsed.faults), 'fault')}{more}."
    )
    if parsed.faults:
        ctx.exit(1)


def _own_file(path: Path) -> bytes:
    """A file of the player's own, which lies in no game folder and may be a link."""
    real = Path(os.path.realpath(path))
    return Disk().read(real if real.is_file() else path)


def fault_line(where: str, fault: Fault) -> str:
    """file:line:column: <text -- reason> (rule)."""
    rule = f" ({fault.rule})" if fault.rule else ""
    return f"{where}:{fault.line}:{fault.column}: <{fault.text} -- {fault.message}>{rule}"


def _against_view(card: Card, text: str, path: Path, root: Path) -> tuple[Parsed, list[str]]:
    """The card against the view in a file. Without a heading all of the text is read as orders."""
    try:
        file = msgspec.json.decode(_own_file(path), type=ViewFile)
    except msgspec.ValidationError as error:
        raise PbmError(f"{path}: {key_first(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PbmError(f"{path}: is not valid JSON: {error}.") from None
    if card.game:
        _fits(card, file.game, file.turn + 1, file.player)
    elif card.problem:
        say(f"warning: {card.problem}; a card sent like this is refused.")
        lines = (OrderLine(n, line) for n, line in enumerate(split_lines(text), 1))
        card = replace(card, lines=tuple(lines), problem="")
    if card.problem:
        raise PbmError(f"The card cannot be read: {card.problem}.")
    system = registry.system(file.system)
    rules = load_rules(root, system, file.variant, file.options)
    try:
        view = system.words.view_from_words(file.view)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PbmError(f"{path}: view: {error}.") from None
    return _read(system, rules, view, card)


def _against_game(card: Card, root: Path, where: str) -> tuple[Parsed, list[str]]:
    """The card against the game in the content tree; the code is checked too."""
    if card.problem:
        raise PbmError(f"{where}: {card.problem}.")
    folder = Folder(root, card.game)
    number = folder.last + 1
    player = folder.players.get(card.player)
    _fits(card, folder.game, number, card.player)
    if player is None:
        raise PbmError(f"{where}: there is no player {card.player} in {card.game}.")
    if not card.code:
        say("warning: the heading has no code; without one the card is refused.")
    elif not code_matches(card.code, make_code(bytes.fromhex(player.key), card.game, number, player.epoch)):
        say("warning: the code is wrong; with it the card is refused.")
    table = lay_table(folder)
    view = table.system.view(table.state(folder.last), card.player, table.rules)
    return _read(table.system, table.rules, view, card)


def _fits(card: Card, game: str, turn: int, player: int) -> None:
    if card.game != game:
        raise PbmError(f"The card is for the game {card.game}, not for {game}.")
    if card.turn != turn:
        raise PbmError(f"The card is for turn {card.turn}; orders are due for turn {turn}.")
    if card.player != player:
        raise PbmError(f"The card is from player {card.player}, the view is that of player {player}.")


def _read(system: System, rules: Rules, view: Any, card: Card) -> tuple[Parsed, list[str]]:
    parsed = system.parse(card.lines, view, rules)
    return parsed, unordered(system.kit(view, rules), parsed, rules.orders)


@click.command("rules", epilog=f"Example: pbm rules {registry.FIRST}")
@click.argument("system", default=registry.FIRST)
@click.option("--variant", default="", help="The variant.  [default: the system's first]")
@click.pass_context
def rules_command(ctx: click.Context, system: str, variant: str) -> None:
    """Print the variants, the options and the house rules of a system: what its book leaves open, how we play it, and
    why; and what to know before options are chosen.
    """
    chosen = registry.system(system)
    rules = load_rules(root_of(ctx), chosen, variant or chosen.variants[0], {})
    say(f"{chosen.title}: {count(len(rules.house), 'house rule')}")
    say(f"Variants: {', '.join(chosen.variants)}")
    if options := [row["option"] for row in rules.house if row.get("option")]:
        say(f"Options: {', '.join(options)}")
    for free in chosen.setup.free:
        say(f"Option {free.name} = {free.usual!r}: {free.means}")
    for sentence in rules.wording.get("advice", {}).values():
        say(f"Note: {sentence}")
    for row in rules.house:
        say()
        say(f"{row['id']}  {row['title']}")
        say(f"    {row['default']}")
        if row.get("option"):
            choices = ", ".join(map(str, row["choices"]))
            say(f"    Option {row['option']} = {row['value']!r}; choices: {choices}")
        for other in row.get("alternatives", ()):
            say(f"    Or: {other}")
        if row.get("reason"):
            say(f"    Why: {row['reason']}")


@click.command("try", epilog="Example: pbm try battle.toml --seeds 10000")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--seeds", type=click.IntRange(0), default=0, help="Count outcomes under that many seeds.")
@sharing_options
@click.option("--json", "as_json", is_flag=True, help="JSON: one object, or a list for many files.")
@click.option("--dice", is_flag=True, help="With --json: what was rolled, by label, with faces and sides.")
@click.pass_context
def try_command(
    ctx: click.Context,
    files: tuple[Path, ...],
    seeds: int,
    as_json: bool,
    dice: bool,
    workers: int,
    scheduler: str,
) -> None:
    """Play scenario files: a position and cards in, the outcome out.

    With [expect] the outcome is compared; each difference is named, and the exit code is 1. A file
    that is not a scenario is named, and the others are played. A variant of your own is looked for in
    content/variants of --root, then in that of the folders above the file. With many --seeds, --workers and --scheduler
    share them out; the counts are the same.
    """
    from pbm.cases.scenario import try_file

    if dice and not as_json:
        raise PbmError("--dice: write --json beside it; what was rolled is listed there.")
    words: list[dict[str, Any]] = []
    wrong = unplayed = 0
    with chosen_sharer(workers if seeds else 1, scheduler if seeds else "") as sharer:
        for path in watched(files, "Trying"):
            try:
                tried = try_file(path, seeds, partial(load_rules_near, path, root_of(ctx)), sharer)
            except PbmError as error:
                if len(files) == 1:
                    raise
                unplayed += 1
                warn(str(error))
                words.append({"error": str(error)})
                continue
            wrong += bool(tried.differences)
            if as_json:
                words.append(tried.words(has_dice=dice))
                for difference in tried.differences:
                    warn(f"{path}: {difference}")
            else:
                say(tried.text().rstrip("\n"))
    if as_json:
        put(json.dumps(words[0] if len(files) == 1 else words, ensure_ascii=False, sort_keys=True) + "\n")
    elif len(files) > 1:
        rest = f"; {unplayed} could not be played" if unplayed else ""
        say(f"{count(len(files), 'scenario')}, {wrong or 'none'} of them different from what was expected{rest}.")
    if wrong or unplayed:
        ctx.exit(1)
