"""The ratings' pages: a table of all who asked to be rated, and a page for each with his games."""

import re
import unicodedata
from collections.abc import Sequence
from zlib import crc32

import msgspec

from pbm.site.batch import Batch
from pbm.site.pages import RatedPlayer
from pbm.site.search import SearchEntry

PATH = "ratings.html"
WORDS = {
    "winner": "won",
    "draw": "drew",
    "survivor": "survived",
    "out": "went out in turn {turn}",
    "stopped": "stopped by the moderator",
}


class RatingRow(msgspec.Struct, frozen=True):
    """A player in the table; players with as many points share a rank."""

    rank: int
    player: RatedPlayer
    path: str


def rows(players: Sequence[RatedPlayer]) -> list[RatingRow]:
    """The table, best first as it came."""
    found: list[RatingRow] = []
    for k, player in enumerate(players, 1):
        shares = bool(found) and found[-1].player.points == player.points
        found.append(RatingRow(found[-1].rank if shares else k, player, path_of(player.name)))
    return found


def path_of(name: str) -> str:
    """Where a player's page lies, whoever else comes and goes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40]
    return f"ratings/{slug or 'player'}-{crc32(name.encode()):08x}.html"


def write(batch: Batch, players: Sequence[RatedPlayer]) -> None:
    """All of it."""
    table = rows(players)
    batch.page(PATH, "ratings.html", "Ratings", "ratings", rows=table)
    for row in table:
        told = [(it, WORDS[it.standing].format(turn=it.turn)) for it in row.player.games]
        batch.page(row.path, "rated.html", row.player.name, "ratings", row=row, games=told, all=len(table))
        batch.found.append(SearchEntry(row.player.name, row.path, "about", row.player.name))
