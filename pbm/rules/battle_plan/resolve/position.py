"""A position in the middle of a turn, and the orders that a turn is resolved with."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules
from pbm.orders.form import Order, Parsed
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.resolve.sorties import Away, Salvo
from pbm.rules.battle_plan.state import Country, Player, Sea, State, World


class Capture(msgspec.Struct, frozen=True, gc=False):
    """A country taken in land combat: by whom, from whom (0: a minor); retaken in the counter-attack or
    not.
    """

    by: int
    source: int
    retaken: bool = False


class BattleReport(msgspec.Struct, frozen=True, gc=False):
    """A battle to be told at the end of the turn, when it is settled who sees what.

    full: the facts for those who see it; kinds: for everybody else, or None; fighters: who sees the
    full facts in any case; places: who sees one of these spaces in full sees the facts too.
    """

    kind: str
    full: dict[str, Any]
    places: tuple[str, ...]
    fighters: tuple[int, ...] = ()
    kinds: dict[str, Any] | None = None


class Position(msgspec.Struct, frozen=True, gc=False):
    """A state in the middle of a turn, with what must be remembered until the turn is over.

    commanders: who commanded each country at the start of the turn; away: the groups of units away under orders;
    left: how many of each group still live, by serial; staying: the conquerors who keep their target; losses: how
    many units that were away have fallen, by the space that they left;
    marks: hits on Industry and air bases that count from next turn (BP HR-26); kept: missile and air hits left over
    for counter-attackers (BP 9.3d, HR-42); missile_hits: missiles that got through; dollars_built: Industry used for
    Dollars; propaganda: Dollars by space and player; gifts: popularity for units moved in, by minor and giver;
    ledger: lines of each player's account in hundredths; gains, trained: research and training that count from
    next turn; counterspies: hunters by space and sender; fled: (space, player) of seas held by evacuated forces
    alone; foes: each player's enemies; reports: what tells of each battle, once somebody asks; world: what the game
    remembers; opinion: what the lists of all change in each player's countries (BP 19B).
    """

    start: State
    countries: dict[str, Country]
    seas: dict[str, Sea]
    players: dict[int, Player]
    commanders: dict[str, int]
    away: Away
    left: list[int]
    staying: frozenset[int]
    losses: dict[str, int]
    salvos: tuple[Salvo, ...]
    captures: dict[str, Capture]
    marks: dict[str, dict[str, int]]
    kept: dict[str, tuple[int, int]]
    missile_hits: dict[str, int]
    dollars_built: dict[str, int]
    propaganda: dict[str, dict[int, int]]
    gifts: dict[str, dict[int, int]]
    ledger: dict[int, list[tuple[str, str, int]]]
    gains: dict[int, dict[str, int]]
    trained: dict[int, tuple[int, int]]
    counterspies: dict[str, dict[int, int]]
    fled: dict[tuple[str, int], tuple[int, int]]
    foes: dict[int, frozenset[int]]
    reports: tuple[Callable[[], Iterable[BattleReport]], ...]
    world: World
    opinion: dict[int, int]

    def enemies(self, p: int, q: int) -> bool:
        """Whether either has declared the other an enemy, this turn's declarations included (BP 1B, HR-09)."""
        return q in self.foes.get(p, ())

    def commander(self, code: str) -> int:
        """BP 2B: who commanded the country at the start of the turn; control does not change within a turn."""
        return self.commanders[code]


class Orders(msgspec.Struct, frozen=True, gc=False):
    """All players' orders of the turn, standing orders included, and the rules they are played by.

    administrative: by player what takes effect at once, as written: player orders, and standing orders put on file.
    """

    rules: Rules
    board: Map
    parsed: Mapping[int, Parsed]
    by_code: dict[str, list[tuple[int, Order]]]
    administrative: dict[int, list[Order]]
    expected: bool  # BP HR-30: the book's "about" as its mean

    def given(self, *codes: str) -> Iterable[tuple[int, Order]]:
        """(player, order) of these codes: players ascending, each player's orders as written."""
        if len(codes) == 1:
            return self.by_code.get(codes[0], ())
        return [pair for code in codes for pair in self.by_code.get(code, ())]


def hostilities(players: Mapping[int, Player]) -> dict[int, frozenset[int]]:
    """BP 1B: each player's enemies: those whom he has declared so, and who have him."""
    foes: dict[int, set[int]] = {p: set() for p in players}
    for p, player in players.items():
        for q, stance in player.stance.items():
            if stance == "enemy" and p != q:
                foes[p].add(q)
                foes[q].add(p)
    return {p: frozenset(enemies) for p, enemies in foes.items()}


def gather(parsed: Mapping[int, Parsed], rules: Rules, options: Mapping[str, str]) -> Orders:
    """The turn's orders by code: explicit ones and the standing orders that act, slots on file left out."""
    by_code: defaultdict[str, list[tuple[int, Order]]] = defaultdict(list)
    administrative: dict[int, list[Order]] = {}
    for player in sorted(parsed):
        card = parsed[player]
        mine = administrative[player] = []
        for order in card.orders:
            if order.place and not order.slot:
                by_code[order.code].append((player, order))
                continue
            mine.append(order)
            if not order.slot:  # player orders share letters with space orders (BA): they are filed behind an @
                by_code["@" + order.code].append((player, order))
        for order in card.standing:
            by_code[order.code].append((player, order))
    return Orders(rules, rules.map, parsed, dict(by_code), administrative, options.get("about") == "expected")


def opened(state: State) -> Position:
    """The position at the start of the turn."""
    return Position(
        start=state,
        countries=state.countries,
        seas=state.seas,
        players=state.players,
        commanders={code: country.commander for code, country in state.countries.items()},
        away=Away(),
        left=[],
        staying=frozenset(),
        losses={},
        salvos=(),
        captures={},
        marks={},
        kept={},
        missile_hits={},
        dollars_built={},
        propaganda={},
        gifts={},
        ledger={p: [("start", "", player.dollars)] for p, player in state.players.items()},
        gains={},
        trained={},
        counterspies={},
        fled={},
        foes=hostilities(state.players),
        reports=(),
        world=state.world,
        opinion={},
    )


def about_half(dice: Dice, label: str, shots: int, expected: bool) -> int:
    """BP HR-30: hits of `shots` that hit with one half: each by itself, or the mean rounded randomly."""
    return dice.round_randomly(label, Fraction(shots, 2)) if expected else dice.halves(label, shots)


def with_units(country: Country, army: int = 0, navy: int = 0, air: int = 0) -> Country:
    """The country with these units added (or, negative, taken away)."""
    return replace(country, army=country.army + army, navy=country.navy + navy, air=country.air + air)
