"""How a game begins, and how a scenario's position is laid over that beginning (15C, 20)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.rules.battle_plan.maps import Map, Space
from pbm.rules.battle_plan.state import Country, Player, Sea, State, from_words, hundredths, to_words
from pbm.system import Rules, Seat


def start(rules: Rules, seats: tuple[Seat, ...]) -> State:
    """15C: turn 0, each seat in its home country, every other country a minor."""
    board: Map = rules.map
    homes = {seat.home: seat.player for seat in seats}
    countries = {code: _country(rules, board.spaces[code], homes.get(code, 0)) for code in board.countries}
    numbers = rules.numbers["player"]
    player = Player(
        dollars=hundredths(numbers["dollars"]),
        spies=hundredths(numbers["spies"]),
        counterspies=hundredths(numbers["counterspies"]),
        multipliers=dict(numbers["multipliers"]),
        defaults=dict(numbers["defaults"]),
        ease={letter: hundredths(ease) for letter, ease in numbers["ease"].items()},
    )
    state = State(
        turn=0,
        options={str(key): str(value) for key, value in sorted(rules.options.items())},
        countries=countries,
        seas={code: Sea() for code in board.spaces if code in board.sea_codes},
        players={seat.player: player for seat in sorted(seats, key=lambda seat: seat.player)},
    )
    return first_sight(state)


def _country(rules: Rules, space: Space, occupier: int) -> Country:
    """15C.1, 15C.2: starting forces by kind of country."""
    kind = "player" if occupier else "minor"
    if not space.coast:
        kind += "_landlocked"
    elif space.island and not occupier:
        kind += "_island"
    forces = rules.numbers["forces"][kind]
    return Country(occupier=occupier, hpi=rules.numbers["hpi"]["start"] if occupier else 0, **forces)


def first_sight(state: State) -> State:
    """6A: before any turn is played each space is seen by its owner, its controller, spies and forces
    there.
    """
    countries = {
        code: replace(c, sight=tuple(sorted({c.occupier, c.controller, *c.spies} - {0})))
        for code, c in state.countries.items()
    }
    seas = {code: replace(sea, sight=tuple(sorted(sea.forces))) for code, sea in state.seas.items()}
    return replace(state, countries=countries, seas=seas)


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """A scenario's `given`, laid over a position key by key. ValueError names an unknown or wrong key.

    An occupier without an HPI means 100 and no popularity; occupier 0 means no HPI (spec 30).
    """
    base = to_words(state)
    for code, space in words.get("spaces", {}).items():
        old = base["spaces"].get(code)
        if old is None:
            raise ValueError(f"given.spaces.{code}: no such space on this map")
        if "occupier" in space:
            old["hpi"] = rules.numbers["hpi"]["start"] if space["occupier"] else 0
            old.pop("popularity", None)
    merged = _laid(base, words)
    for space in merged["spaces"].values():
        for table in ("popularity", "spies", "saved", "forces", "standing"):
            if table in space:
                space[table] = {key: value for key, value in space[table].items() if value not in (0, "0", "", {})}
    try:
        laid = from_words(merged, rules.map)
    except (ValueError, AttributeError, TypeError) as error:
        raise ValueError(f"given.{error}") from None
    countries = {
        code: replace(c, standing_by=c.commander) if c.standing and not c.standing_by else c
        for code, c in laid.countries.items()
    }
    seen = first_sight(replace(laid, countries=countries))
    for code, space in words.get("spaces", {}).items():
        if "sight" in space:  # a scenario that says who sees a space is believed
            seen = _seen_by(seen, code, tuple(space["sight"]))
    return seen


def _seen_by(state: State, code: str, sight: tuple[int, ...]) -> State:
    if code in state.seas:
        return replace(state, seas={**state.seas, code: replace(state.seas[code], sight=sight)})
    return replace(state, countries={**state.countries, code: replace(state.countries[code], sight=sight)})


def _laid(base: Any, words: Any) -> Any:
    """Tables merge key by key, anything else replaces."""
    if isinstance(base, dict) and isinstance(words, Mapping):
        return {**base, **{key: _laid(base.get(key), value) for key, value in words.items()}}
    return dict(words) if isinstance(words, Mapping) else words
