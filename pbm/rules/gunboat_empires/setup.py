"""How a game begins (GE 16, 28), and how a scenario's position is laid over that beginning (GE 23)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pbm.core.dice import Dice
from pbm.core.named import NOTHING
from pbm.engine.system import Rules, Seat, check_slots, laid_over
from pbm.rules.gunboat_empires.state import NAMES, Country, Region, State, from_words, state_words
from pbm.rules.gunboat_empires.tables import ARMY, NAVY, PLAYERS, Counts, Homeland, Land, Tables, tables
from pbm.rules.gunboat_empires.variant import BIDS, bids_of


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """GE 16.1, 16.2, HR-39, HR-46: turn 0: 28 countries with all that they begin with, seated or not (GE HR-37), and
    the neutrals. ValueError where a seat's number is not that of its country (GE 1.1).
    """
    table = tables()
    for seat in seats:
        if seat.home not in table.homes:
            raise ValueError(f"{seat.home} is not a country of players; write one of 01 to {PLAYERS}")
        if int(seat.home) != seat.player:
            raise ValueError(f"player {seat.player} has country {seat.player:02}, not {seat.home}")
    options = {str(key): str(value) for key, value in sorted(rules.options.items())}
    bids = bids_of(options.get(BIDS, ""))
    armies: dict[str, int] = rules.map.get("army", {})
    return State(
        turn=0,
        options=options,
        prices=dict(table.prices),
        regions={code: _region(land, table) for code, land in table.regions.items()},
        countries={
            number: _country(nation, table, bids.get(number, 0), armies.get(f"{number:02}", nation.levels[ARMY]))
            for number, nation in table.nations.items()
        },
        seats=tuple(sorted(seat.player for seat in seats)),
        setup=options.get("setup") == "cards",
    )


def _region(land: Land, table: Tables) -> Region:
    units = table.start_units.get(land.code, {})
    return Region(owner=land.owner, units=dict(units), pop=land.pop, facilities=dict(land.facilities))


def _country(nation: Homeland, table: Tables, bid: int, army: int) -> Country:
    """GE 16.1, 15.5, HR-38: what a player's country has; a neutral has its two efficiencies (GE 15.5). army: the
    efficiency of its army.
    """
    levels = {**table.start_levels, **nation.levels, ARMY: army}
    if nation.number > PLAYERS:
        return Country(levels={level: levels[level] for level in (ARMY, NAVY)})
    names = (
        nation.name,
        nation.adjective,
        f"{nation.adjective}s",
        nation.capital,
        nation.port,
        *nation.colonies,
        "",
        "",
    )
    return Country(
        stocks=dict(table.stocks),
        levels={level: number for level, number in levels.items() if number},
        sealift=nation.sealift,
        capital=nation.capital,
        port=nation.port,
        bid=bid,
        names={key: name for key, name in zip(NAMES, names, strict=True) if name},
    )


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """GE 23: a scenario's `given`, laid over a position key by key; an empty table clears the one that is there.
    ValueError names an unknown or wrong key.
    """
    base = state_words(state)
    for name in ("regions", "countries"):
        for key in words.get(name, {}):
            if key not in base[name]:
                raise ValueError(f"given.{name}.{key}: there is nothing of this name")
    cleared = {key: _cleared(value, base.get(key)) if value else value for key, value in words.items()}
    try:
        laid = from_words(_without_none(laid_over(base, cleared, "given")))
        check(laid, state.seats, rules)
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError(f"given.{str(error).removeprefix('given.')}") from None
    return laid


def _cleared(words: Any, base: Any) -> Any:
    """The words in which an empty table says that of each thing that is there nothing is left."""
    if not isinstance(words, Mapping):
        return words
    if not words and isinstance(base, Mapping):
        return dict.fromkeys(base, NOTHING)
    inner = base if isinstance(base, Mapping) else {}
    return {key: _cleared(value, inner.get(key)) for key, value in words.items()}


def _without_none(words: dict[str, Any]) -> dict[str, Any]:
    """Units and facilities of which there are none are left out."""
    for region in words["regions"].values():
        for key in ("units", "facilities"):
            if key in region:
                region[key] = {kind: number for kind, number in region[key].items() if number != 0}
    return words


def check(state: State, seats: Collection[int], rules: Rules) -> None:
    """GE 1.4, 1.6, 1.8: ValueError names the key of what no position may have: units of nobody, more facilities than
    people, a number below none, a technology that there is not.
    """
    table = tables()
    for code, region in state.regions.items():
        path = f"regions.{code}"
        _check_counts(f"{path}.units", region.units, table.units)
        _check_counts(f"{path}.facilities", region.facilities, table.facilities)
        if not 0 <= region.owner <= max(table.nations):
            raise ValueError(f"{path}.owner: the countries are 1 to {max(table.nations)}, and 0 is nobody")
        if region.units and not region.owner:
            raise ValueError(f"{path}.units: there are units of nobody; give the region an owner")
        if sum(region.facilities.values()) > region.pop:
            raise ValueError(f"{path}.facilities: there are more than {region.pop} Population Units")
        check_slots(path, region.standing, rules)
    for number, country in state.countries.items():
        path = f"countries.{number}"
        if number not in table.nations:
            raise ValueError(f"{path}: there is no country {number}")
        _check_counts(f"{path}.stocks", country.stocks, table.stocks)
        _check_counts(f"{path}.levels", country.levels, table.levels)
        for level, points in country.levels.items():
            if points > table.levels[level].top:
                raise ValueError(f"{path}.levels.{level}: the highest is {table.levels[level].top}")
        for technology in country.technologies:
            if technology not in table.technologies:
                raise ValueError(f"{path}.technologies: there is no technology {technology}")
        check_slots(path, country.standing, rules)


def _check_counts(path: str, counts: Counts, known: Iterable[str]) -> None:
    for kind, number in counts.items():
        if kind not in known:
            raise ValueError(f"{path}.{kind}: there is nothing of this name")
        if number < 0:
            raise ValueError(f"{path}.{kind}: fewer than none")
