"""One game of house players, and what is kept of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.cards.card import read_card
from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.series import Series, joined, of_players
from pbm.engine import turn
from pbm.errors import PbmError
from pbm.orders.form import Parsed
from pbm.trials.trial import GAME, Laid, drawn_numbers, game_seed, lay

SPACES = Series("spaces", "Spaces", {}, "spaces", "owned")
"""What a size is where a system has no figure by which it is won."""


class TrialGame(msgspec.Struct, frozen=True):
    """What is kept of a game. Lists by seat are in the order of the trial's seats, those by turn begin with turn 1.

    number: the game's, from 1. ended: by its rules. winners: seats. leaders: who had most at the end. sizes: by seat,
    from the position that it began with. out, hurt: by seat the turn in which it went out, or first lost a space to
    somebody; 0: never. taken, fresh: by turn how many spaces came to somebody from another player, and from nobody.
    falls: by space how often it was taken from somebody. orders: by code, phases: by name in how many turns. numbers:
    by seat under which player number it played, where that was drawn.
    """

    number: int
    turns: int
    ended: bool
    winners: tuple[int, ...]
    leaders: tuple[int, ...]
    sizes: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    hurt: tuple[int, ...]
    taken: tuple[int, ...]
    fresh: tuple[int, ...]
    falls: dict[str, int]
    orders: dict[str, int]
    phases: dict[str, int]
    faults: int = 0
    numbers: tuple[int, ...] = ()


def play_games(data: bytes, numbers: Sequence[int]) -> list[bytes]:
    """These games of a trial, each as a line of JSON. PbmError names the game in which the rules or a house player
    failed.
    """
    laid, lines = lay(data), []
    for number in numbers:
        try:
            lines.append(msgspec.json.encode(play_game(laid, number)))
        except PbmError:
            raise
        except Exception as error:  # a fault of ours: the trial's text and the number are enough to see it again
            place = extract_tb(error.__traceback__)[-1]
            raise PbmError(
                f"Game {number} cannot be played: {type(error).__name__} in {place.name}, {Path(place.filename).name} "
                f"line {place.lineno}. That is a fault of pbm: report this line and the command."
            ) from error
    return lines


def read_game(line: bytes) -> TrialGame:
    """The game of such a line."""
    return msgspec.json.decode(line, type=TrialGame)


def figure_of(laid: Laid) -> Series:
    """The figure by which a game of the trial is won, without values: what a seat's size is counted in."""
    start = _start(laid, game_seed(laid.trial.seed, 1))
    return _figure(laid, _told(laid, _views(laid, start), ()))


def play_game(laid: Laid, number: int) -> TrialGame:
    """A game from its seed, until it is over or as many turns were played as the trial has at most."""
    system, trial = laid.system, laid.trial
    course, seed = system.course, game_seed(trial.seed, number)
    drawn = drawn_numbers(laid, seed)
    seats = drawn or [seat.player for seat in trial.seats]
    state = _start(laid, seed)
    views = _views(laid, state)
    told = _told(laid, views, ())
    figure = _figure(laid, told).id
    sizes = [_sizes(told, figure, course.owners(state), seats)]
    out, hurt = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    taken, fresh = [], []
    falls, orders, phases = Counter[str](), Counter[str](), Counter[str]()
    faults, played, events = 0, 0, [Event("", "all", {})]
    while played < trial.turns and not course.over(state):
        played += 1
        at = trial.begun + played
        parsed = {p: _card(laid, view, p, seed, at, is_due=p in course.awaited(state)) for p, view in views.items()}
        resolution = system.resolve(state, parsed, Dice(seed, GAME, at), laid.rules)
        before, owners = course.owners(state), course.owners(resolution.state)
        state = resolution.state
        events = [*turn.card_events(system, state, parsed, nmr_public=True), *resolution.events]
        views = _views(laid, state)
        sizes.append(_sizes(_told(laid, views, events), figure, owners, seats))
        fallen = [(code, was) for code, was in before.items() if was and owners.get(code, 0) != was]
        taken.append(sum(bool(owners.get(code)) for code, _ in fallen))
        fresh.append(sum(bool(now) and not before.get(code) for code, now in owners.items()))
        falls.update(code for code, _ in fallen if owners.get(code))
        for code, was in fallen:
            if owners.get(code) and not hurt.get(was, 1):
                hurt[was] = played
        for seat in seats:
            if not out[seat] and seat not in views:
                out[seat] = played
        for card in parsed.values():
            orders.update(order.code for order in (*card.orders, *card.standing) if order.code)
            faults += len(card.faults)
        phases.update(resolution.acted)
    outcome = course.outcome(events)
    winners = (outcome.winners or outcome.ranking[:1]) if outcome else ()
    last = sizes[-1]
    most = max(last, default=0)
    own = {number: seat.player for number, seat in zip(seats, trial.seats, strict=True)}
    return TrialGame(
        number=number,
        turns=played,
        ended=course.over(state),
        winners=tuple(sorted(own[number] for number in winners)),
        leaders=tuple(seat.player for seat, size in zip(trial.seats, last, strict=True) if size == most),
        sizes=tuple(zip(*sizes, strict=True)),
        out=tuple(out.values()),
        hurt=tuple(hurt.values()),
        taken=tuple(taken),
        fresh=tuple(fresh),
        falls=dict(sorted(falls.items())),
        orders=dict(sorted(orders.items())),
        phases=dict(sorted(phases.items())),
        faults=faults,
        numbers=tuple(drawn),
    )


def _start(laid: Laid, seed: bytes) -> Any:
    trial, system = laid.trial, laid.system
    if trial.given is not None:
        return system.words.from_words(trial.given, laid.rules)
    numbers = drawn_numbers(laid, seed) or [seat.player for seat in trial.seats]
    seats = [replace(seat, player=number) for number, seat in zip(numbers, trial.seats, strict=True)]
    return system.start(laid.rules, tuple(sorted(seats, key=lambda seat: seat.player)), Dice(seed, GAME, 0))


def _views(laid: Laid, state: Any) -> dict[int, Any]:
    return {player: laid.system.view(state, player, laid.rules) for player in laid.system.course.living(state)}


def _card(laid: Laid, view: Any, player: int, seed: bytes, at: int, *, is_due: bool) -> Parsed:
    """The house player's card, read as any other; of a player from whom none is due standing orders act."""
    if not is_due:
        return laid.system.parse(None, view, laid.rules)
    orders = laid.system.house(view, laid.rules, Dice(seed, f"{GAME}/house/{player}", at))
    card = read_card(f"{GAME} T-{at} [{player}]\n{orders}\nEND\n")
    return laid.system.parse(card.lines, view, laid.rules)


def _told(laid: Laid, views: Mapping[int, Any], events: Iterable[Event]) -> tuple[Series, ...]:
    """The figures that all players together know."""
    heard = heard_by_each(events, views)
    return joined(laid.system.series(view, heard[player], laid.rules) for player, view in views.items())


def _figure(laid: Laid, told: Iterable[Series]) -> Series:
    """The figure that decides; of several the last that is told of all."""
    won = [it for it in of_players(told) if it.goal is not None]
    return ([it for it in won if not it.gaps] or won or [SPACES])[-1]


def _sizes(told: Iterable[Series], figure: str, owners: Mapping[str, int], seats: Iterable[int]) -> list[int]:
    """The size of each seat: the figure, or how many spaces it owns; 0 of who has none."""
    if figure == SPACES.id:
        held = Counter(owners.values())
        return [held[seat] for seat in seats]
    values = next((it.values for it in told if it.id == figure), {})
    return [values.get(seat, 0) for seat in seats]
