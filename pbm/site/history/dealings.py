"""What players said to each other and did to each other, in a revealed game: promises beside deeds.

What is promise and what is harm, the systems say of their news (`between` of Item); orders are the arrows that a
player's own map has to somebody else's land. Messages and press are only told: no rule knows what they promise.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pbm.core.plain import clean
from pbm.core.printout import Item, MapView, Printout, Quotes
from pbm.site.pages import Post, ShownSeat

LONGEST = 280
"""So many letters of a message are told; the turn's page and the printouts have it whole."""
_CLAUSE = re.compile(r"[.;] ")
_PLAYER = re.compile(r"\[(\d{1,2})(?::[^\[\]]{0,60})?\]")


class Deal(msgspec.Struct, frozen=True):
    """What a player said or did to another. kind: promise, word (that ends promises), message, order, clash, harm or
    help; by: whose it was; to: whom it concerned; is_mutual: both did it; text: what is told of it, in the words of the
    printout of `reader`, 0 for all readers.
    """

    kind: str
    by: int
    to: int
    text: str
    reader: int = 0
    is_mutual: bool = False

    @property
    def pair(self) -> tuple[int, int]:
        """The two, the lower number first."""
        return min(self.by, self.to), max(self.by, self.to)


def deals(
    public: Printout, private: Mapping[int, Printout], press: Iterable[Post], seats: Sequence[ShownSeat]
) -> tuple[Deal, ...]:
    """All that players said and did to each other in a turn; private printouts are those of a revealed game."""
    found = [*_said(press, seats)]
    for reader, printout in private.items():
        found += _messages(printout, reader)
        found += _orders(printout, reader)
    for printout in (public, *private.values()):
        found += [deal for item in printout.changes for deal in _told(item, printout.player)]
    return tuple(dict.fromkeys(found))


def _told(item: Item, reader: int) -> Iterator[Deal]:
    """A piece of news that is between two players: the reader and whoever it names, or the two that all read of. Of
    what is told no more is taken than names them; a message is taken whole.
    """
    if not item.between:
        return
    kind, _, whose = item.between.partition(" ")
    whole = f"{item.lead} {item.rest}".strip()
    first = f"{item.lead} {_CLAUSE.split(item.rest, 1)[0]}".strip()
    for text in (whole,) if kind == "message" else (item.lead, first, whole):
        named = dict.fromkeys(int(number) for number in _PLAYER.findall(text))
        pair = [*([reader] if reader else []), *(number for number in named if number != reader)]
        if len(pair) == 2:
            by, to = pair if whose != "them" else reversed(pair)
            yield Deal(kind, by, to, f"{text.rstrip('.')}.", reader, is_mutual=whose == "both")
        if len(pair) >= 2:  # of more than two there is no telling who did it to whom
            return


def _messages(printout: Printout, reader: int) -> Iterator[Deal]:
    """What somebody wrote to the reader alone, or to them and others."""
    for block in (block for section in printout.sections for block in section.blocks):
        for quote in block.quotes if isinstance(block, Quotes) else ():
            if quote.player not in (0, reader) and quote.to.startswith("to you"):
                yield Deal("message", quote.player, reader, _short(" ".join((quote.title, *quote.texts))))


def _said(press: Iterable[Post], seats: Sequence[ShownSeat]) -> Iterator[Deal]:
    """Signed press that names another player, by country or as [5]."""
    for post in press:
        if post.anonymous or not post.player or post.to:
            continue
        text = clean(f"{post.title} {post.markdown}".replace("\n", " "))
        for seat in seats:
            country = re.escape(clean(seat.country))
            if seat.number != post.player and re.search(rf"(?<!\w){country}(?!\w)|\[{seat.number}[\]:]", text):
                yield Deal("message", post.player, seat.number, _short(text))


def _orders(printout: Printout, reader: int) -> Iterator[Deal]:
    """Arrows of the reader's own map to land that is another's after the turn: what was taken is told as a deed."""
    view = printout.map
    if not isinstance(view, MapView):
        return
    owners = {space.code: (space.owner, space.name) for space in view.spaces}
    ends: dict[tuple[int, str], list[str]] = {}
    for arrow in view.arrows:
        owner, name = owners.get(arrow.end, (0, ""))
        if arrow.player == reader and owner not in (0, reader):
            ends.setdefault((owner, view.legend.arrow(arrow.kind).word), []).append(clean(name) or arrow.end)
    for (owner, word), names in ends.items():
        yield Deal("order", reader, owner, f"{word}: {', '.join(dict.fromkeys(names))}")


def _short(text: str) -> str:
    text = clean(text).strip()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


class Broken(msgspec.Struct, frozen=True):
    """A promise, and the harm that was done in spite of it, with the turns of both."""

    promised: int
    promise: Deal
    turn: int
    harm: Deal


def broken(turns: Iterable[tuple[int, Sequence[Deal]]]) -> list[Broken]:
    """Harm that somebody did to whom they had promised better in an earlier turn, where neither had taken it back by a
    word since: the first harm after each promise.
    """
    promises: dict[tuple[int, int], tuple[int, Deal]] = {}
    found = []
    for turn, told in turns:
        for deal in (it for it in told if it.kind == "harm"):
            if (promise := promises.pop((deal.by, deal.to), None)) is not None:
                found.append(Broken(*promise, turn, deal))
        for deal in told:
            ways = (deal.by, deal.to), (deal.to, deal.by)
            if deal.kind == "word":
                for way in ways:
                    promises.pop(way, None)
            elif deal.kind == "promise":
                for way in ways[: 1 + deal.is_mutual]:
                    promises.setdefault(way, (turn, deal))
    return found
