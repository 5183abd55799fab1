"""`pbm preview`: what the moderator looks at before he lets a turn happen."""

from collections.abc import Iterator

import click

from pbm.cli.checking import fault_line
from pbm.cli.screen import each_game, root_of, say, warn
from pbm.core.english import count
from pbm.intake import inbox
from pbm.publish.league import drawn_name
from pbm.publish.preview import Preview, changes_of_hands, make_preview, write_preview
from pbm.publish.prose import site_facts
from pbm.store.folder import Folder
from pbm.store.play import GameTable, lay_table


@click.command("preview", epilog="Example: pbm preview EU-7   (all running games where none is named)")
@click.argument("games", nargs=-1)
@click.pass_context
def preview_command(ctx: click.Context, games: tuple[str, ...]) -> None:
    """Show how the next turn would come out with the cards on file, and commit nothing.

    Printouts and news are written to output/preview, for you alone; content and site stay as they are. The dice
    are those of the turn: with the same cards it is resolved to the same outcome.
    """
    if not each_game(root_of(ctx), games, lambda folder: _preview(folder, is_named=bool(games))):
        ctx.exit(1)


def _preview(folder: Folder, *, is_named: bool) -> None:
    """The next turn of a game; of one that is over nothing, unless it is named."""
    from pbm.site.render import Renderer

    if folder.facts.status != "running" and not is_named:
        return
    root, table = folder.root, lay_table(folder)
    preview = make_preview(table)
    facts = site_facts(root / "content")
    own = root / "site_templates"
    drawn = {drawn_name(preview.printouts[0]): table.rules.geometry}
    renderer = Renderer([own] if own.is_dir() else [], drawn, colours=facts.colours)
    place = write_preview(table, preview, root / "output", renderer, facts.lang)
    for line in told(table, preview):
        say(line)
    say(f"Printouts and news: {place} (private).")
    say("Nothing is committed. The dice will be the same when the turn is resolved with the same cards.")
    if inbox.has_mail(table.folder):
        warn(f"There are files in the inbox that have not been read: run pbm ingest {folder.game} first.")


def told(table: GameTable, preview: Preview) -> Iterator[str]:
    """What would happen, line by line."""
    names = {s.number: s.name or s.country or s.home for s in table.folder.facts.seats}
    number = preview.position.number
    yield f"{table.folder.game}: turn {number} with the cards on file now:"
    for player, parsed in sorted(preview.position.parsed.items()):
        if player in preview.missing:
            yield f"  [{player}] {names[player]}: no card; standing orders and defaults act"
            continue
        faults = count(len(parsed.faults), "fault")
        yield f"  [{player}] {names[player]}: {count(parsed.count, 'order')}, {faults}"
        for fault in parsed.faults:
            yield f"    {fault_line('card', fault)}"
    hands = list(changes_of_hands(preview))
    for space, before, after in hands:
        yield f"  {space}: from {_side(before)} to {_side(after)}"
    if not hands:
        yield "  nothing changes hands"
    for player in preview.out:
        yield f"  [{player}] {names[player]} is out of the game then"
    if preview.is_over:
        yield "  the game is over then"


def _side(player: int) -> str:
    return f"[{player}]" if player else "nobody"
