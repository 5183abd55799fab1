"""What a game has for the records of a year: its longest war, the greatest odds, the luckiest hit, the longest way."""

from collections.abc import Iterable, Iterator, Sequence

from pbm.site.history.turn_series import Leaf
from pbm.site.ink.dates import year_of
from pbm.site.ink.marks import mark
from pbm.site.pages import ShownSeat
from pbm.site.views import Best

KINDS = {
    "war": ("Longest war", "turn"),
    "odds": ("Greatest odds overcome", ""),
    "chance": ("Luckiest hit", "per cent"),
    "way": ("Most travelled unit", "square"),
    "taken": ("Most spaces taken in a turn", "space"),
}
"""The records: what each is called, and what its figure is of."""
HARM = ("harm", "clash")
PAUSE = 2
"""A war goes on as long as not so many turns pass without harm."""


def bests(leaves: Sequence[Leaf], dates: Sequence[str], players: Sequence[ShownSeat]) -> tuple[Best, ...]:
    """The best of each kind in each year; `dates` are those of the turns, in ISO form, "" for one that is not known."""
    years = [year_of(date) for date in dates]
    names = {seat.number: seat.country for seat in players}
    at = {leaf.number: k for k, leaf in enumerate(leaves)}
    best: dict[tuple[str, int], Best] = {}
    for kind, turn, value, text in (*_feats(leaves), *_taken(leaves, names), *_wars(leaves, names)):
        year = years[at[turn]]
        made = Best(kind, year, value, text, turn)
        if year and ((kind, year) not in best or made.rank > best[kind, year].rank):
            best[kind, year] = made
    return tuple(best.values())


Found = tuple[str, int, int, str]
"""Kind, turn, figure, words."""


def _feats(leaves: Iterable[Leaf]) -> Iterator[Found]:
    summed: dict[str, int] = {}
    for leaf in leaves:
        for feat in leaf.feats:
            value = feat.value
            if feat.key:
                value = summed[feat.key] = summed.get(feat.key, 0) + value
            yield feat.kind, leaf.number, value, feat.text


def _taken(leaves: Iterable[Leaf], names: dict[int, str]) -> Iterator[Found]:
    for leaf in leaves:
        for player in dict.fromkeys(new for _, _, new, _ in leaf.changes if new):
            count = sum(new == player for _, _, new, _ in leaf.changes)
            yield "taken", leaf.number, count, mark(player, names)


def _wars(leaves: Iterable[Leaf], names: dict[int, str]) -> Iterator[Found]:
    """Turns in which two players did harm to each other, one after the other, with few between them."""
    wars: dict[tuple[int, int], tuple[int, int]] = {}
    for leaf in leaves:
        for pair in dict.fromkeys(deal.pair for deal in leaf.deals if deal.kind in HARM):
            first, last = wars.get(pair, (leaf.number, leaf.number))
            first = first if leaf.number - last <= PAUSE else leaf.number
            wars[pair] = first, leaf.number
            if leaf.number > first:
                text = (
                    f"{' and '.join(mark(player, names) for player in pair)}, from turn {first} to turn {leaf.number}"
                )
                yield "war", leaf.number, leaf.number - first + 1, text
