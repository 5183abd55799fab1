"""The next turn as it would come with the cards on file now: played in memory and committed nowhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbm.core.events import Event, event_words
from pbm.core.printout import Printout
from pbm.core.textprint import render
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.publish.league import LoadedTurn, load, players, printouts, public, shown_name
from pbm.publish.outgoing import clear_but
from pbm.site.pages import Addressee
from pbm.site.views import spoken
from pbm.store.disk import OPEN_FOLDER, Disk
from pbm.store.folder import write_json
from pbm.store.house_cards import with_house
from pbm.store.play import GameTable, foresee

if TYPE_CHECKING:
    from pbm.site.render import Renderer

NEWS = "news"


class Preview(msgspec.Struct, frozen=True):
    """A turn foreseen: the position after it, the printout of everybody (0 is the public), who owned what before it.

    missing: players whose cards are waited for; out: those whose game would end.
    """

    position: LoadedTurn
    printouts: dict[int, Printout]
    owners: dict[str, int]
    missing: tuple[int, ...]
    out: tuple[int, ...]
    is_over: bool


def make_preview(table: GameTable) -> Preview:
    """Resolve the next turn of a running game in memory, with the dice that it will have."""
    folder, system = table.folder, table.system
    if folder.facts.status != "running":
        raise PbmError(f"{folder.game} is not running; there is no further turn.")
    before = table.state(folder.last)
    played = foresee(table, with_house(table, inbox.waiting_cards(table)))
    words = msgspec.json.decode(write_json(system.words.to_words(played.state)))
    told = msgspec.json.decode(write_json([event_words(event) for event in played.events]))
    number = folder.last + 1
    state = table.position(words, number)
    position = LoadedTurn(number, state, tuple(msgspec.convert(event, Event) for event in told), played.parsed)
    note = f"PREVIEW: turn {number} is not resolved. This is how it would come out with the cards on file now."
    made = printouts(table, position, (0, *players(table, position)), due="")
    return Preview(
        position=position,
        printouts={p: replace(one, heading=(*one.heading, note), blank=()) for p, one in made.items()},
        owners={space.code: space.owner for space in public(table, load(table, folder.last)).spaces},
        missing=tuple(p for p in system.course.awaited(before) if not played.parsed[p].given),
        out=tuple(p for p in system.course.awaited(before) if p not in system.course.awaited(state)),
        is_over=system.course.over(state),
    )


def changes_of_hands(preview: Preview) -> Iterator[tuple[str, int, int]]:
    """The spaces that would change hands: name with code, the owner before and after; 0 is nobody."""
    for space in preview.printouts[0].spaces:
        before = preview.owners.get(space.code, space.owner)
        if before != space.owner:
            yield f"{space.name} ({space.code})", before, space.owner


def write_preview(table: GameTable, preview: Preview, output: Path, renderer: "Renderer", lang: str) -> Path:
    """Write it to output/preview/<game>/<turn>/, for the moderator alone, and take older ones of the game away.

    The files are those of output/printouts, without codes, and the news of the turn.
    """
    from pbm.site.ink.palette import wearing
    from pbm.site.private import write_private

    disk, number = Disk(), preview.position.number
    disk.make_folder(output, OPEN_FOLDER)
    mine = output / "preview" / table.folder.game
    place = mine / f"{number:03d}"
    disk.make_folder(place)
    edition = f"{table.system.title}, {spoken(table.rules.variant)}"
    wanted = set()
    for player, printout in preview.printouts.items():
        name = table.folder.players[player].name or shown_name(table, player) if player else ""
        to = Addressee(name, f"[{player}]" if player else "")
        stem = place / (str(player) if player else NEWS)
        text = render(printout, account=to.account, name=to.name)
        with wearing(table.folder.facts.hues):
            write_private(printout, text, stem, renderer, to, lang, edition)
        wanted |= {stem.with_name(f"{stem.name}.{kind}") for kind in ("txt", "html")}
    clear_but(disk, mine, wanted)
    return place
