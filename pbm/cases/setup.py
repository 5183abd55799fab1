"""A scenario file made ready: read, its position laid, the cards of its first turn read."""

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pbm import rules as registry
from pbm.cards.card import read_card
from pbm.cases.expectations import Expectations, check_choices, is_known, key_first, read_expectations
from pbm.core.dice import PinnedDice
from pbm.core.named import NOTHING
from pbm.core.toml import parse_toml
from pbm.engine import turn
from pbm.engine.system import Loader, Rules, Seat, Sheet, System, shipped
from pbm.errors import PbmError
from pbm.orders.form import OrderLine, Parsed

GAME = "scenario"  # the game's name in the labels of a scenario's dice
LARGEST = 4 << 20  # bytes of a file; the largest that we know has a few thousand
_NUMBER = re.compile(r"[0-9]{1,30}(/[0-9]{1,30}|(\.[0-9]{1,30})?(e-?[0-9]{1,2})?)")  # Fraction reads more than these


class Chance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim for many seeds: the value at `path` after the last turn is `value` with probability `p`."""

    path: str
    value: Any
    p: str | int | float


Face = Annotated[int, msgspec.Meta(ge=1)]


class Then(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further turn: its cards, its pinned dice, and what should stand after it."""

    cards: dict[int, str] = {}
    dice: dict[str, Face] = {}
    expect: dict[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file, as written. `seats` gives the home of each player; `dice` pins faces by label (PinnedDice)."""

    system: str
    variant: str
    seats: dict[int, str]
    number: str = ""
    title: str = ""
    source: str = ""
    seed: str = "00"
    watch: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Face] = {}
    cards: dict[int, str] = {}
    expect: dict[str, Any] = {}
    then: tuple[Then, ...] = ()
    chance: tuple[Chance, ...] = ()


class ReadyCase(msgspec.Struct, frozen=True):
    """A scenario made ready: all that depends on no seed, the reading of the first cards included. rolled: the labels
    of the set-up, faces: what they showed; dice: the pins of each turn.
    """

    scenario: Scenario
    path: str
    system: System
    rules: Rules
    sheet: Sheet
    state: Any
    words: Mapping[str, Any]
    seed: bytes
    cards: tuple[dict[int, tuple[OrderLine, ...]], ...]
    parsed: dict[int, Parsed]
    expectations: tuple[Expectations, ...]
    dice: tuple[dict[str, int], ...]
    rolled: frozenset[str]
    faces: dict[str, tuple[int, int]]


def load(path: str | Path) -> Scenario:
    """The scenario of a file; PbmError names file and key where it is not as it should be."""
    try:
        with Path(path).open("rb") as file:  # a pipe, too, but no device that never ends
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise PbmError(f"{path}: is larger than 4 MB.")
    except OSError as error:
        raise PbmError(f"{path}: cannot be read ({error.strerror}).") from None
    data = parse_toml(raw, path, parse_float=str)  # 40.5 is as exact as "40.5"
    try:
        return msgspec.convert(data, Scenario, str_keys=True)
    except msgspec.ValidationError as error:
        raise PbmError(f"{path}: {key_first(error)}.") from None


def set_up(scenario: Scenario, path: str | Path = "scenario", rules_of: Loader = shipped) -> ReadyCase:
    """Lay the position and read the cards of the first turn. PbmError for a position, path or seat that cannot be."""
    seats = tuple(Seat(p, home) for p, home in sorted(scenario.seats.items()))
    if seats and seats[0].player < 1:  # 0 is nobody: his cards and countries would count for nothing
        raise PbmError(f"{path}: seats.{seats[0].player}: players are numbered from 1.")
    try:
        seed = bytes.fromhex(scenario.seed)
    except ValueError:
        told = f"{scenario.seed!r} is not an even number of hexadecimal digits"
        raise PbmError(f"{path}: seed: {told}.") from None
    for key, value in scenario.given.items():
        if value == NOTHING:
            raise PbmError(f'{path}: given.{key}: "{NOTHING}" stands for an entry of a table, not for a whole one.')
    try:
        system = registry.system(scenario.system)
        laid = scenario.given.get("options")
        options = {**scenario.options, **laid} if isinstance(laid, dict) else scenario.options
        rules = rules_of(system, scenario.variant, options)
        dice = PinnedDice(seed, GAME, 0, scenario.dice)
        state = system.words.lay(system.start(rules, seats, dice), scenario.given, rules)
    except (PbmError, ValueError) as error:
        raise PbmError(f"{path}: {str(error).rstrip('.')}.") from None
    expectations = tuple(
        read_expectations(expect, f"{path}: {key}", scenario.seats)
        for key, expect in (
            ("expect", scenario.expect),
            *((f"then[{i}].expect", t.expect) for i, t in enumerate(scenario.then)),
        )
    )
    cards = []
    for texts in (scenario.cards, *(later.cards for later in scenario.then)):
        for player in texts:
            if player not in scenario.seats:
                raise PbmError(f"{path}: cards.{player}: there is no such seat.")
        cards.append({p: order_lines(text, f"{path}: cards.{p}") for p, text in texts.items()})
    words = system.words.to_words(state)
    for watched in (*scenario.watch, *(chance.path for chance in scenario.chance)):
        if not is_known(words, watched, tables(system)):
            raise PbmError(f"{path}: the state has nothing under the path {watched}.")
    for chance in scenario.chance:
        probability(chance, path)
        check_choices(chance.value, f"{path}: chance.value")
    parsed = {p: turn.check(system, rules, state, p, cards[0].get(p)) for p in system.course.living(state)}
    sheet = Sheet(GAME, scenario.title, seats)
    pins = (scenario.dice, *(later.dice for later in scenario.then))
    return ReadyCase(
        scenario,
        str(path),
        system,
        rules,
        sheet,
        state,
        words,
        seed,
        tuple(cards),
        parsed,
        expectations,
        pins,
        dice.rolled,
        dice.faces,
    )


def tables(system: System) -> frozenset[str]:
    """The tables of a state in which a name that is not there is a slip."""
    return frozenset(named.table for named in system.words.named if not named.numbered)


def order_lines(text: str, where: str) -> tuple[OrderLine, ...]:
    """The order lines of a scenario's card; a heading, ORDERS and END may be there and need not. PbmError where the
    card cannot be read.
    """
    card = read_card(text)
    shift = 0
    if not card.game:  # read as if a heading stood above it
        card, shift = read_card(f"{GAME} T-1 [1]\n{text}"), 1
    if card.problem:
        raise PbmError(f"{where}: {card.problem}.")
    return tuple(OrderLine(line.number - shift, line.text) for line in card.lines)


def probability(chance: Chance, path: str | Path) -> Fraction:
    """The probability that a claim names; PbmError where it is none."""
    try:
        p = Fraction(str(chance.p)) if _NUMBER.fullmatch(str(chance.p)) else Fraction(-1)
    except ZeroDivisionError:
        p = Fraction(-1)
    if not 0 <= p <= 1:
        raise PbmError(f'{path}: chance: p = "{chance.p}" is not a probability such as "4/5".')
    return p
