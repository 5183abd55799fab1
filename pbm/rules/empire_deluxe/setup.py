"""How a game begins (ED 17.1, 20, HR-22, HR-42), and how a scenario's position is laid over that beginning (ED 12)."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.grid import square_name
from pbm.core.named import NOTHING
from pbm.engine.system import Rules, Seat, laid_over, read_json
from pbm.rules.empire_deluxe.board import TOWN, WATER
from pbm.rules.empire_deluxe.kinds import INFANTRY, PACKAGE, table
from pbm.rules.empire_deluxe.own_map import OwnMap, own_map
from pbm.rules.empire_deluxe.parts import part_of
from pbm.rules.empire_deluxe.resolve.campaign import Campaign
from pbm.rules.empire_deluxe.resolve.sight import look_around
from pbm.rules.empire_deluxe.state import ALL, FULL, ODDS, City, Map, Player, State, from_words, state_words
from pbm.rules.empire_deluxe.variant import MAP
from pbm.rules.empire_deluxe.world import World, world

SEATS = "ABCDEF"
SEAT_NAMES = ("Arcady", "Borealis", "Caledon", "Dorada", "Estmark", "Farsea")
MEAN, SPREAD = 50, 51
"""ED HR-22: the efficiency of a city is 50 and two rolls of 0 to 50."""
SPECIALISED = 4
"""ED HR-22: one city in so many has a speciality."""


@cache
def names() -> dict[str, str]:
    """ED 2.2: the names of cities by code."""
    found: dict[str, str] = read_json(PACKAGE, "data/cities.json")
    return found


def seat_name(rules: Rules, home: str) -> str:
    """ED 20: what a seat is called where nobody has another name."""
    return SEAT_NAMES[SEATS.index(home)]


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """ED 10.2, 17.1, 17.2, HR-42: turn 0: a world from the dice or the moderator's own, a city for each player and
    nothing else. PbmError names file and line of a map that cannot be.
    """
    is_advanced = rules.variant == "advanced"
    own = {SEATS.index(seat.home) + 1: seat.player for seat in seats}
    made = _land(rules, own, dice)
    land = Map(made.rows, rules.options["wrap"] == "on")
    board, width = land.board, len(made.rows[0])
    codes = _codes(dice, len(made.cities))
    efficiency, special = dice.bits("world/efficiency"), dice.bits("world/special")
    cities = {}
    for code, (x, y, seat) in zip(codes, made.cities, strict=True):
        at = board.square(square_name(x, y)) or 0
        owner = own.get(seat, 0)
        is_coastal = any(made.rows[it // width][it % width] == WATER for it in board.near(at))
        kinds = [kind for kind in table(rules.variant).kinds.values() if kind.turns]
        kinds = [kind for kind in kinds if is_coastal or kind.layer != "sea"]
        level = MEAN + efficiency.below(SPREAD) + efficiency.below(SPREAD)
        is_special = special.below(SPECIALISED) == 0
        which = kinds[special.below(len(kinds))].code if is_special else ""
        is_plain = owner or not is_advanced
        cities[code] = City(
            square_name(x, y), FULL if is_plain else level, owner=owner, special="" if is_plain else which
        )
    blank = ("-" * width,) * land.board.height
    players = {seat.player: _player(rules, seat.player, blank) for seat in seats}
    options = {str(key): str(value) for key, value in sorted(rules.options.items())}
    state = State(0, 0, options, land, dict(sorted(cities.items())), {}, players)
    return looked(state, rules)


def _land(rules: Rules, seats: Collection[int], dice: Dice) -> OwnMap | World:
    """ED 17.1, 17.2: rows of signs, and cities."""
    is_plain = rules.variant != "advanced"
    if MAP in rules.options:
        if MAP not in rules.texts:
            raise ValueError(f"options.{MAP}: a map of one's own is read when a game is founded, and nowhere else")
        return own_map(rules.texts[MAP], seats, len(names()), plain=is_plain)
    width, height = size_of(rules, len(seats))
    return world(
        lambda label: dice.bits(f"world/{label}"),
        width,
        height,
        max(2, len(seats)),
        wrap=rules.options["wrap"] == "on",
        plain=is_plain,
        water=int(rules.options["water"]),
    )


def _player(rules: Rules, number: int, seen: tuple[str, ...]) -> Player:
    handicap = int(rules.options.get(f"handicap.{number}", FULL))
    return Player(handicap, {ALL: ODDS}, seen, alive=True, product=INFANTRY, sheet=1)


def _codes(dice: Dice, many: int) -> list[str]:
    """ED 2.2: codes in an order that tells nothing."""
    bits, left, found = dice.bits("world/codes"), sorted(names()), []
    for _ in range(many):
        found.append(left.pop(bits.below(len(left))))
    return found


def size_of(rules: Rules, seats: int) -> tuple[int, int]:
    """ED 20, HR-26: the size of the world: as the game says, else by rule set and seats."""
    size = rules.options.get("size", "")
    if not size:
        size = "50x50" if rules.variant == "basic" else rules.numbers["sizes"][max(2, min(6, seats)) - 2]
    width, _, height = size.partition("x")
    return int(width), int(height)


def looked(state: State, rules: Rules) -> State:
    """ED 12: standing at the start is looking."""
    campaign = Campaign(state, Dice(b"", "", 0), rules)
    campaign.is_quiet = True
    look_around(campaign)
    return campaign.state_after()


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """ED 12: a scenario's `given`, laid over a position; one that gives rows begins with an empty world. ValueError
    names the key that is unknown or wrong.
    """
    base = state_words(state)
    told = dict(words)
    rows = told.get("map", {}).get("rows") if isinstance(told.get("map"), Mapping) else None
    try:
        if rows is not None:
            base = _empty(base, rows)
        if isinstance(told.get("players"), Mapping):
            told["players"] = {number: _seen(player, base) for number, player in told["players"].items()}
        laid = from_words(_placed(laid_over(base, told, "given"), rules))
        check(laid, tuple(state.players), rules)
        laid = looked(_known_by_sight(laid), rules)
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError(f"given.{str(error).removeprefix('given.')}") from None
    return laid


def _empty(base: dict[str, Any], rows: list[str]) -> dict[str, Any]:
    """ED 12: an empty world of these rows: no city, no unit, nothing seen; each player alive, with all as usual."""
    blank = ["-" * len(row) for row in rows]
    players = {
        number: {
            "alive": True, "product": INFANTRY, "handicap": FULL, "odds": {ALL: ODDS}, "seen": blank, "sheet": 1
        }
        for number in base["players"]
    }  # fmt: skip
    return {**base, "map": {}, "cities": {}, "units": {}, "players": players}


def _seen(player: Any, base: Mapping[str, Any]) -> Any:
    """ED 12: `all` and `none` are read where rows are."""
    if isinstance(player, Mapping) and player.get("seen") in ("all", "none"):
        blank = next(iter(base["players"].values()))["seen"]
        sign = "#" if player["seen"] == "all" else "-"
        return {**player, "seen": [sign * len(row) for row in blank]}
    return player


def _placed(words: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """ED 12: planes without fuel are full, passengers are where their host is, a number that a unit has is given."""
    kinds = table(rules.variant).kinds
    for number, units in words.get("units", {}).items():
        words["units"][number] = units = {key: unit for key, unit in units.items() if unit != NOTHING}
        for key, unit in units.items():
            kind = kinds.get(unit.get("kind", ""))
            if kind is None:
                raise ValueError(f"units.{number}.{key}.kind: {unit.get('kind', '')!r} is not one of {' '.join(kinds)}")
            if kind.range and "fuel" not in unit:
                unit["fuel"] = kind.range
            host = units.get(str(unit.get("aboard", 0)))
            if unit.get("aboard") and host is None:
                raise ValueError(f"units.{number}.{key}.aboard: there is no unit {unit['aboard']}")
            if host is not None:
                unit.setdefault("at", host["at"])
        player = words["players"].get(number, {})
        player["serial"] = max([player.get("serial", 0), *(int(key) for key in units)])
    return words


def _known_by_sight(state: State) -> State:
    """ED 12: a city whose square is seen is known, with owner 0 unless the scenario says otherwise."""
    width, board = state.board.width, state.board
    players = {}
    for number, player in state.players.items():
        known = dict(player.known)
        for code, city in state.cities.items():
            at = board.names[city.at]
            if player.seen[at // width][at % width] == "#":
                known.setdefault(code, number if city.owner == number else 0)
        players[number] = replace(player, known=known)
    return replace(state, players=players)


def check(state: State, seats: Collection[int], rules: Rules) -> None:
    """ED 4.3, 12: ValueError names the key of what no position may have: ragged rows, a city without its sign, two
    units on a square, a passenger whose host does not carry it.
    """
    rows = state.map.rows
    if len({len(row) for row in rows}) > 1:
        raise ValueError("map.rows: all rows have the same length")
    for y, row in enumerate(rows):
        odd = next((sign for sign in row if sign not in ".+rvfm*"), "")
        if odd:
            raise ValueError(f"map.rows.{y}: {odd!r} is not one of . + r v f m *")
    board = state.board
    places = _check_cities(state)
    for number, player in state.players.items():
        if [len(row) for row in player.seen] != [len(row) for row in rows]:
            raise ValueError(f"players.{number}.seen: as many rows and signs as the map has, or all, or none")
        lost = next((code for code in player.known if code not in state.cities), "")
        if lost:
            raise ValueError(f"players.{number}.known.{lost}: there is no city {lost}")
    for number, units in state.units.items():
        if number not in seats:
            raise ValueError(f"units.{number}: there is no player {number}")
        kinds = table(rules.variant).kinds
        for key, unit in units.items():
            path = f"units.{number}.{key}"
            at = board.square(unit.at)
            if at is None:
                raise ValueError(f"{path}.at: {unit.at} is off the map")
            kind = kinds[unit.kind]
            if not 0 <= unit.damage < kind.hits:
                raise ValueError(f"{path}.damage: it has {kind.hits} hits")
            for part in unit.queue:
                if part_of(part) is None:
                    raise ValueError(f"{path}.queue: {part!r} is not an order")
            if unit.aboard:
                host = units[unit.aboard]
                if unit.kind not in kinds[host.kind].holds or host.at != unit.at:
                    raise ValueError(f"{path}.aboard: unit {unit.aboard} does not carry it")
            elif unit.at not in places:
                places[unit.at] = path
            elif places[unit.at]:
                raise ValueError(f"{path}.at: {places[unit.at]} is on {unit.at} too")


def _check_cities(state: State) -> dict[str, str]:
    """By square "" for each city; ValueError where there is no sign of one, or a sign without a city."""
    found: dict[str, str] = {}
    width = state.board.width
    for code, city in state.cities.items():
        at = state.board.square(city.at)
        if at is None or state.map.rows[at // width][at % width] != TOWN:
            raise ValueError(f"cities.{code}.at: there is no * at {city.at}")
        if city.at in found:
            raise ValueError(f"cities.{code}.at: another city is at {city.at}")
        found[city.at] = ""
    for y, row in enumerate(state.map.rows):
        signs = [square_name(x, y) for x, sign in enumerate(row) if sign == TOWN]
        bare = next((square for square in signs if square not in found), "")
        if bare:
            raise ValueError(f"map.rows: there is a * at {bare} and no city")
    return found
