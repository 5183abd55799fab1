"""Who gets his printout in an envelope, and what is in it."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.publish.league import addressee, load, players, printouts
from pbm.site.paper.sheets import Envelope
from pbm.site.views import spoken
from pbm.store.facts import PlayerFacts
from pbm.store.play import GameTable


def by_post(facts: PlayerFacts) -> bool:
    """Whether a player's printouts go by post: he says so, or he has no other address. The house has none."""
    if facts.house:
        return False
    return facts.by == "post" or (not facts.by and not facts.address.strip() and bool(facts.post.strip()))


def readers(table: GameTable, number: int, named: Iterable[int] = (), *, everybody: bool = False) -> tuple[int, ...]:
    """Whose printouts of a turn are to be printed: those named, else of all who got one those by post."""
    wanted = tuple(named)
    known = table.folder.players
    for player in wanted:
        if player not in known:
            raise PbmError(f"There is no player {player} in {table.folder.game}.")
    there = players(table, load(table, number, with_cards=True))
    for player in wanted:
        if player not in there:
            raise PbmError(f"Player {player} got no printout of turn {number}, being out of the game.")
    if wanted:
        return tuple(sorted(set(wanted)))
    return tuple(player for player in there if by_post(known[player]) or (everybody and not known[player].house))


def envelopes(
    table: GameTable, number: int, chosen: Iterable[int], sender: tuple[str, ...] = (), mail: str = ""
) -> list[Envelope]:
    """What goes to each of those players after the turn; a card only where it can still be sent."""
    position = load(table, number, with_cards=True)
    edition = f"{table.system.title}, {spoken(table.rules.variant)}"
    facts = table.folder.facts
    made = printouts(table, position, tuple(chosen))
    if number < table.folder.last or facts.status != "running":
        made = {player: replace(printout, blank=()) for player, printout in made.items()}
    return [
        Envelope(printout, addressee(table, player, number), facts.title, to, sender, edition, mail, facts.hues)
        for player, printout in made.items()
        for to in (address(table, player),)
    ]


def address(table: GameTable, player: int) -> tuple[str, ...]:
    """The lines of a postal address; of who has none, his name and seat."""
    facts = table.folder.players[player]
    lines = tuple(line.strip() for line in facts.post.splitlines() if line.strip())
    if lines:
        return lines
    seat = next(seat for seat in table.folder.facts.seats if seat.number == player)
    return tuple(line for line in (facts.name, f"[{player}] {seat.country or seat.home}") if line)
