"""How a game begins (TT T11), and how a scenario's position is laid over that beginning (TT 11)."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, check_slots, laid_over
from pbm.rules.common.words import check_there, filled, to_words
from pbm.rules.trust_a_thief.maps import Map
from pbm.rules.trust_a_thief.state import Nation, Province, State, from_words, tax_of


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """TT T11: turn 0, each nation in one province with a City; all others are white. ValueError where a seat's home is
    no province, or that of another seat.
    """
    board: Map = rules.map
    numbers = rules.numbers["start"]
    homes: dict[str, int] = {}
    for seat in seats:
        if seat.home not in board.provinces:
            raise ValueError(f"{seat.home} is not a province of this map")
        if homes.setdefault(seat.home, seat.player) != seat.player:
            raise ValueError(f"{seat.home} is the home of player {homes[seat.home]} and of player {seat.player}")
    provinces = {
        code: Province(homes[code], numbers["structure"], {homes[code]: numbers["armies"]})
        if code in homes
        else Province()
        for code in board.provinces
    }
    nations = {
        p: Nation(gold=numbers["gold"], tax=tax_of(provinces, p, rules.numbers["tax"]))
        for p in sorted(seat.player for seat in seats)
    }
    options = {str(key): str(value) for key, value in sorted(rules.options.items())}
    return State(0, options, nations, provinces, {p: {} for p in nations})


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """TT 11: a scenario's `given`, laid over a position key by key. ValueError names an unknown or wrong key.

    The tax of the last update is that of the provinces as laid where it is not given itself; gold below 0 was so after
    one update (TT T18) where `debts` does not say more; 0 armies are none.
    """
    base = to_words(state)
    merged = laid_over(base, words, "given")
    for table in ("nations", "provinces"):
        for name in words.get(table, {}):
            if name not in base[table]:
                raise ValueError(f"given.{table}.{name}: there is nothing of this name")
    try:
        for province in merged["provinces"].values():
            province["armies"] = filled(province.get("armies", {}))
        laid = from_words(merged, rules.map)
        check(laid, state.nations, rules)
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError(f"given.{error}") from None
    given = words.get("nations", {})
    table = rules.numbers["tax"]
    nations = {}
    for p, nation in laid.nations.items():
        said = given.get(str(p), {})
        nations[p] = replace(
            nation,
            tax=nation.tax if "tax" in said else tax_of(laid.provinces, p, table),
            debts=nation.debts if "debts" in said else int(nation.gold < 0),
        )
    return replace(laid, nations=nations)


def check(laid: State, seats: Collection[int], rules: Rules) -> None:
    """ValueError names the key of a nation that is missing or has no seat, of armies fewer than none, of a fleet that
    is too full, or of a slot that is none.
    """
    check_there("nations", laid.nations, seats)
    for p in laid.nations:
        if p not in seats:
            raise ValueError(f"nations.{p}: there is no player {p}")
    for code, province in laid.provinces.items():
        for p, n in province.armies.items():
            if n < 0:
                raise ValueError(f"provinces.{code}.armies.{p}: is below 0")
    room = rules.numbers["fleet"]["room"]
    for p, fleets in laid.fleets.items():
        for number, fleet in fleets.items():
            if not 0 <= fleet.cargo <= room:
                raise ValueError(f"fleets.{p}.{number}.cargo: a fleet carries 0 to {room} armies")
    for p, nation in laid.nations.items():
        check_slots(f"nations.{p}", nation.standing, rules)
