"""A position in the middle of a turn, and the orders that a turn is resolved with."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.events import Event, only
from pbm.engine.system import Rules
from pbm.orders.form import Order, Parsed
from pbm.rules.trust_a_thief.maps import Map
from pbm.rules.trust_a_thief.state import Fleet, Nation, Province, State

Ledger = dict[int, list[tuple[str, str, int]]]


class Position(msgspec.Struct, frozen=True, gc=False):
    """A state in the middle of a turn, with what must be remembered until the turn is over.

    fresh: armies bought this turn by province (TT 1.4); launched: fleets bought this turn, by nation and number;
    removed: fleets disbanded this turn (TT 6.2); came: nations whose armies entered a province this turn;
    claims: who claims a province, and by which orders;
    fought: provinces with a battle; caravans, escorts: how many, by sender and target; ledger: lines of each
    nation's account; fallen: nations that went out this turn.
    """

    start: State
    nations: dict[int, Nation]
    provinces: dict[str, Province]
    fleets: dict[int, dict[int, Fleet]]
    ledger: Ledger
    fresh: dict[str, int] = {}
    launched: frozenset[tuple[int, int]] = frozenset()
    removed: frozenset[tuple[int, int]] = frozenset()
    came: dict[str, frozenset[int]] = {}
    claims: dict[str, dict[int, tuple[Order, ...]]] = {}
    fought: frozenset[str] = frozenset()
    caravans: dict[tuple[int, int], int] = {}
    escorts: dict[tuple[int, int], int] = {}
    fallen: frozenset[int] = frozenset()
    leader: int = 0
    ended: bool = False


class Orders(msgspec.Struct, frozen=True, gc=False):
    """All nations' orders of the turn, standing orders included, and the rules they are played by."""

    rules: Rules
    board: Map
    parsed: Mapping[int, Parsed]
    by_code: dict[str, list[tuple[int, Order]]]

    @property
    def numbers(self) -> Mapping[str, Any]:
        """The tables of rules.toml."""
        return self.rules.numbers

    def given(self, *codes: str) -> Iterable[tuple[int, Order]]:
        """(nation, order) of these codes: nations ascending, each nation's as written, standing ones last."""
        chosen = [pair for code in codes for pair in self.by_code.get(code, ())]
        return sorted(chosen, key=lambda pair: (pair[0], not pair[1].line, pair[1].line, pair[1].column, pair[1].slot))


def gather(parsed: Mapping[int, Parsed], rules: Rules) -> Orders:
    """The turn's orders by code: written ones and the standing orders that act; orders put on file are none."""
    by_code: dict[str, list[tuple[int, Order]]] = {}
    for p in sorted(parsed):
        for order in (*(o for o in parsed[p].orders if not o.slot), *parsed[p].standing):
            by_code.setdefault(order.code, []).append((p, order))
    return Orders(rules, rules.map, parsed, by_code)


def opened(state: State) -> Position:
    """The position at the start of the turn."""
    return Position(
        start=state,
        nations=state.nations,
        provinces=state.provinces,
        fleets=state.fleets,
        ledger={p: [("start", "", n.gold)] for p, n in state.nations.items() if n.alive},
        leader=state.leader,
    )


def noted(ledger: Ledger, p: int, key: str, detail: str, gold: int) -> Ledger:
    """The ledger with one line more: what it is, of what, and its gold, negative where it is paid."""
    return {**ledger, p: [*ledger[p], (key, detail, gold)]}


def with_armies(province: Province, p: int, n: int) -> Province:
    """The province with n armies of p more, or fewer."""
    armies = dict(province.armies)
    armies[p] = armies.get(p, 0) + n
    return replace(province, armies={q: k for q, k in sorted(armies.items()) if k})


def failed(p: int, order: Order, reason: str, **more: int) -> Event:
    """An order that was legal and came to nothing, or to less, for a reason of the day; told to its owner.

    `at` is its line and column: two orders of a card may read the same.
    """
    facts = {"order": order.text, "place": order.place, "at": [order.line, order.column], "reason": reason}
    return Event("order-failed", only([p]), facts | more)
