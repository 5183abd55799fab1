"""The page of a revealed game on which promises stand beside deeds, by pair of players and turn."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup

from pbm.core.plain import clean
from pbm.site.history.dealings import Deal, broken
from pbm.site.history.turn_series import Leaf
from pbm.site.ink.marks import chip, named, rich
from pbm.site.pages import ShownSeat

SAID = ("promise", "word", "message")
LABELS = {"order": "ordered", "help": "help"}


class PairRow(msgspec.Struct, frozen=True):
    """A turn of two players: what was said, and what was ordered and done."""

    turn: int
    said: Markup
    done: Markup


class PairView(msgspec.Struct, frozen=True):
    """Two players and their turns; `broken`: how many promises were broken between them."""

    id: str
    title: Markup
    count: str
    rows: tuple[PairRow, ...]


class BrokenView(msgspec.Struct, frozen=True):
    """A promise that was broken: who by and to whom, what was promised and what done, with the turns of both."""

    who: Markup
    promised: int
    promise: Markup
    turn: int
    harm: Markup


class DealingsView(msgspec.Struct, frozen=True):
    """All of it: the promises that were broken, and the pairs, the busiest first."""

    broken: tuple[BrokenView, ...]
    pairs: tuple[PairView, ...]


def dealings(leaves: Sequence[Leaf], players: Sequence[ShownSeat]) -> DealingsView | None:
    """What players said and did to each other; None where nobody did."""
    names = {seat.number: clean(seat.country) for seat in players}
    pairs: dict[tuple[int, int], dict[int, list[Deal]]] = {}
    for leaf in leaves:
        for deal in leaf.deals:
            pairs.setdefault(deal.pair, {}).setdefault(leaf.number, []).append(deal)
    if not pairs:
        return None
    found = broken((leaf.number, leaf.deals) for leaf in leaves)
    told = tuple(
        BrokenView(
            Markup(" to ".join(named(it, names.get(it, "")) for it in (made.harm.by, made.harm.to))),
            made.promised,
            Markup(_quoted(made.promise)),
            made.turn,
            Markup(_quoted(made.harm)),
        )
        for made in found
    )
    order = sorted(pairs, key=lambda pair: (-sum(map(len, pairs[pair].values())), pair))
    harmed = Counter(it.harm.pair for it in found)
    return DealingsView(told, tuple(_pair(pair, pairs[pair], names, harmed[pair]) for pair in order))


def _pair(
    pair: tuple[int, int], turns: Mapping[int, Sequence[Deal]], names: Mapping[int, str], harmed: int
) -> PairView:
    rows = []
    said = done = 0
    for turn, deals in turns.items():
        left, right = [it for it in deals if it.kind in SAID], [it for it in deals if it.kind not in SAID]
        said, done = said + len(left), done + len(right)
        rows.append(PairRow(turn, _cell(left), _cell(right)))
    title = " and ".join(named(player, names.get(player, "")) for player in pair)
    count = f"{said} said, {done} done" + (f", {harmed} broken" if harmed else "")
    return PairView(f"pair-{pair[0]}-{pair[1]}", Markup(title), count, tuple(rows))


def _cell(deals: Sequence[Deal]) -> Markup:
    return Markup("<br>".join(_told(deal) for deal in deals))


def _told(deal: Deal) -> str:
    """5: what was said or done. In the words of a printout it is told whose."""
    if deal.reader and deal.by != deal.reader:
        return f"{chip(deal.by)} to {chip(deal.to)}: {_quoted(deal)}"
    label = f" {LABELS[deal.kind]}" if deal.kind in LABELS else ""
    return f"{chip(deal.by)}{label}: {_quoted(deal)}"


def _quoted(deal: Deal) -> str:
    return f"<q>{rich(deal.text)}</q>"
