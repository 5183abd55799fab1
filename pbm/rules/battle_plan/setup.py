"""How a game begins, and how a scenario's position is laid over that beginning (BP 15C, 20)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, by_name, check_slots, laid_over
from pbm.rules.battle_plan.maps import Map, Space
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.powers import factor_of, joined, means_of
from pbm.rules.battle_plan.resolve.builds import limited
from pbm.rules.battle_plan.state import (
    NO_WORLD,
    Country,
    Player,
    Sea,
    State,
    World,
    from_words,
    hundredths,
    to_words,
)
from pbm.rules.battle_plan.variant import Power
from pbm.rules.common.words import check_there, filled


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """BP 15C, 22A: turn 0, each seat in its home, or in all spaces of its powers; every other country is a minor.

    Any space of a power stands for it. ValueError where a seat's home is no country of the map, or of no power in a
    variant that has powers, or where its powers cannot be one seat.
    """
    board: Map = rules.map
    positions: Mapping[str, Power] = rules.numbers["positions"]
    homes: dict[str, int] = {}
    played = {seat.player: joined(rules, seat.home) for seat in sorted(seats, key=lambda seat: seat.player)}
    for p, powers in played.items():
        for home in powers:
            if home not in board.countries:
                raise ValueError(f"{home} is not a country of this map")
            for code in (home, *(positions[home].spaces if positions else ())):
                if homes.setdefault(code, p) != p:
                    raise ValueError(f"{code} is in the power of player {homes[code]} and in that of {p}")
    capitals = {powers[0] for powers in played.values()}
    seat_of = {home: powers for powers in played.values() for home in powers}
    factors = {
        code: (factor_of(rules, seat_of.get(row.home, (row.home,))), code in capitals)
        for row in positions.values()
        for code in (row.home, *row.spaces)
    }
    countries = {}
    for code in board.countries:
        factor, capital = factors.get(code, (1, False))
        countries[code] = _country(rules, board.spaces[code], homes.get(code, 0), factor, capital or not positions)
    state = State(
        turn=0,
        options={str(key): str(value) for key, value in sorted(rules.options.items())},
        countries=countries,
        seas={code: Sea() for code in board.spaces if code in board.sea_codes},
        players={p: _player(rules, powers) for p, powers in played.items()},
        world=World(homes) if remembers_homes(rules.options) else NO_WORLD,
    )
    return first_sight(state)


def remembers_homes(options: Mapping[str, str]) -> bool:
    """BP 22D, 23D, 24A: whether it counts later who began where."""
    return (
        chosen(options, "homes") == "immune"
        or chosen(options, "launch") == "eases"
        or chosen(options, "score") in ("industry", "objectives")
    )


def _player(rules: Rules, powers: tuple[str, ...]) -> Player:
    """BP 15C, 22A: what a seat has in hand; of its power before its class, of that before everybody's (BP HR-16,
    HR-63).
    """
    numbers = rules.numbers["player"]
    over = means_of(rules, powers)

    def money(key: str) -> int:
        return hundredths(next((getattr(it, key) for it in reversed(over) if getattr(it, key)), numbers[key]))

    multipliers, ease = dict(numbers["multipliers"]), dict(numbers["ease"])
    for it in over:
        multipliers |= it.multipliers
        ease |= it.ease
    return Player(
        dollars=money("dollars"),
        spies=money("spies"),
        counterspies=money("counterspies"),
        multipliers=multipliers,
        defaults=dict(numbers["defaults"]),
        ease={letter: hundredths(value) for letter, value in ease.items()},
    )


def _country(rules: Rules, space: Space, occupier: int, factor: int, capital: bool) -> Country:
    """BP 15C.1, 15C.2, 22A: starting forces by kind of country, times the class of its power (BP HR-63). Industry above
    the limit, which a variant may give, is suppressed from the start (BP 12E).
    """
    kind = "player" if occupier and capital else "minor"
    if not space.coast:
        kind += "_landlocked"
    elif space.island and kind == "minor" and not occupier:
        kind += "_island"
    forces = {key: n * factor if key != "tax" else n for key, n in rules.numbers["forces"][kind].items()}
    forces |= rules.numbers["spaces"].get(space.code, {})
    return limited(Country(occupier=occupier, hpi=rules.numbers["hpi"]["start"] if occupier else 0, **forces))


def first_sight(state: State) -> State:
    """BP 6A: before any turn is played each space is seen by its owner, its controller, spies and forces
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
    merged = laid_over(to_words(state), words, "given")
    for code, space in words.get("spaces", {}).items():
        if code not in rules.map.spaces:
            raise ValueError(f"given.spaces.{code}: no such space on this map")
        if "occupier" in space:
            hpi = rules.numbers["hpi"]["start"] if space["occupier"] else 0
            merged["spaces"][code] |= {"hpi": space.get("hpi", hpi), "popularity": space.get("popularity", {})}
    merged["options"] = by_name(merged["options"], rules.house)
    for code, space in merged["spaces"].items():
        for table in ("popularity", "spies", "saved", "forces", "standing"):
            if table in space:
                if not isinstance(space[table], Mapping):
                    raise ValueError(f"given.spaces.{code}.{table}: must be a table")
                space[table] = filled(space[table])
    try:
        laid = from_words(merged, rules.map)
        check(laid, state.players, rules)
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


def check(laid: State, seats: Collection[int], rules: Rules) -> None:
    """ValueError names the key of a number that belongs to no seat, of fewer than none, of a letter or slot that there
    is not, or of a space or player that is missing.
    """
    check_there("players", laid.players, seats)
    check_there("spaces", laid.countries.keys() | laid.seas.keys(), rules.map.spaces)
    for path, numbers in _numbers_of_players(laid):
        for p in numbers:
            if p not in seats:
                raise ValueError(f"{path}: there is no player {p}")
    for path, letters, known in _letters(laid):
        for letter in letters:
            if letter not in known:
                raise ValueError(f"{path}: there is no letter {letter}")
    for path, amount in _amounts(laid):
        if amount < 0:
            raise ValueError(f"{path}: is below 0")
    for code, country in laid.countries.items():
        check_slots(f"spaces.{code}", country.standing, rules)


def _letters(laid: State) -> Iterator[tuple[str, Iterable[str], str]]:
    """Where a position names units by letter (BP 4A, 5C, 10), and which there are."""
    for number, player in laid.players.items():
        yield f"players.{number}.multipliers", player.multipliers, "IANFMXSC"
        yield f"players.{number}.ease", player.ease, "IANFMXSC"
        yield f"players.{number}.defaults", player.defaults, "DIANFMX"
    for code, country in laid.countries.items():
        yield f"spaces.{code}.saved", country.saved, "IANFMX"


def _amounts(laid: State) -> Iterator[tuple[str, int]]:
    """All that cannot be fewer than none: popularity alone can."""
    yield "turn", laid.turn
    for number, player in laid.players.items():
        path = f"players.{number}"
        for name in ("dollars", "spies", "counterspies", "missed"):
            yield f"{path}.{name}", getattr(player, name)
        for table in ("multipliers", "ease", "defaults"):
            yield from ((f"{path}.{table}.{letter}", n) for letter, n in getattr(player, table).items())
    for code, country in laid.countries.items():
        path = f"spaces.{code}"
        for name in ("army", "navy", "air", "missiles", "antimissiles", "industry", "tax", "limit"):
            yield f"{path}.{name}", getattr(country, name)
        for name in ("industry", "tax", "air"):
            yield f"{path}.suppressed.{name}", getattr(country.suppressed, name)
        yield from ((f"{path}.saved.{letter}", n) for letter, n in country.saved.items())
        yield from ((f"{path}.spies.{p}", n) for p, n in country.spies.items())
    for code, sea in laid.seas.items():
        for p, forces in sea.forces.items():
            yield f"spaces.{code}.forces.{p}", min(forces.army, forces.navy, forces.air)


def _numbers_of_players(laid: State) -> Iterator[tuple[str, Iterable[int]]]:
    """Where a position names players, and whom; nobody (0) is left out where he may stand."""
    yield "players", laid.players
    for number, player in laid.players.items():
        yield f"players.{number}.stance", player.stance
        yield f"players.{number}.shares", player.shares
        yield f"players.{number}.permits", {*player.permits} - {0}
        yield f"players.{number}.good", {*player.good} - {0}
        yield f"players.{number}.bad", {*player.bad} - {0}
    for code, country in laid.countries.items():
        yield f"spaces.{code}.occupier", {country.occupier} - {0}
        yield f"spaces.{code}.standing_by", {country.standing_by} - {0}
        yield f"spaces.{code}.popularity", country.popularity
        yield f"spaces.{code}.spies", country.spies
    for code, sea in laid.seas.items():
        yield f"spaces.{code}.forces", sea.forces


def _seen_by(state: State, code: str, sight: tuple[int, ...]) -> State:
    if code in state.seas:
        return replace(state, seas={**state.seas, code: replace(state.seas[code], sight=sight)})
    return replace(state, countries={**state.countries, code: replace(state.countries[code], sight=sight)})
