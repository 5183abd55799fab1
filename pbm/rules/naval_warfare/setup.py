"""How a game begins (NW 1.2, 2), and how a scenario's position is laid over that beginning (NW 12)."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import count
from typing import Any

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, laid_over
from pbm.rules.naval_warfare.possible import check
from pbm.rules.naval_warfare.sea import chart, distance
from pbm.rules.naval_warfare.shipyard import Wish, given
from pbm.rules.naval_warfare.state import (
    CARRIER,
    STATS,
    USUAL_CAPTAIN,
    USUAL_STAT,
    UTILITY,
    WARSHIP,
    Country,
    Port,
    State,
    active,
    from_words,
    reserves,
    state_words,
)
from pbm.rules.naval_warfare.tables import ABILITIES, ECONOMIES, ECONOMY, NAMED

CHART, LEVEL = "chart", "level"
PLAIN = "ALL"
"""NW 12: the economy of every country of the variant `level`."""
ROLLED = tuple(f"dice-{number}" for number in range(1, 21))
"""NW 2.1: homes of seats whose territory is rolled."""
TWICE, CHOICE = 20, 19
"""NW 2.4: rolls of the table of abilities that are none."""
FLEET = (
    (91, Wish(4, "NN", kind=CARRIER)),
    (92, Wish(3, "TTN", special="SU")),
    (93, Wish(3, "TTN", special="SU")),
    (94, Wish(6, "DDDNNB", special="DN")),
    (95, Wish(4, "NNBB")),
    (96, Wish(4, "NNBB")),
    (97, Wish(4, "NNBB")),
)
"""NW 2.13, 2.5, HR-11: the founding fleet."""


@cache
def territories() -> tuple[str, ...]:
    """NW 2.1: all territories; each lies farther from those before it than any that is left."""
    homes = {code: land.ports[0] for code, land in chart().lands.items()}
    found = ["14"]
    while len(found) < len(homes):
        rest = [code for code in homes if code not in found]
        found.append(max(rest, key=lambda code: (min(distance(homes[code], homes[it]) for it in found), code)))
    return tuple(found)


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """NW 2, 12: turn 0. ValueError where two seats have one territory, or too many seats are there for all."""
    options = {str(key): str(value) for key, value in sorted(rules.options.items())}
    state = State(turn=0, options=options, countries={}, ports={})
    taken = {seat.home for seat in seats if seat.home not in ROLLED}
    if len(taken) + sum(seat.home in ROLLED for seat in seats) < len(seats):
        raise ValueError("two seats have the same territory; give each its own")
    if len(seats) > len(chart().lands):
        raise ValueError(f"{len(seats)} seats are too many; there are {len(chart().lands)} territories")
    for seat in sorted(seats, key=lambda seat: seat.player):
        home = seat.home
        if home in ROLLED:
            home = _territory(dice, seat.player, taken)
            taken.add(home)
        if home not in chart().lands:
            raise ValueError(f"{home} is not a territory; write one of 02 to 40")
        _found(state, seat.player, home, rules.variant, dice)
    state.roller = min(state.countries)
    return state


def _territory(dice: Dice, player: int, taken: Collection[str]) -> str:
    """NW 2.1, HR-02: 2d20, again while taken."""
    roll = 1
    while True:
        label = f"setup/{player}/territory/"
        code = f"{dice.die(f'{label}{roll}', 20) + dice.die(f'{label}{roll + 1}', 20):02}"
        if code not in taken:
            return code
        roll += 2


def _found(state: State, player: int, home: str, variant: str, dice: Dice) -> None:
    """NW 2.2 to 2.8: a country: by dice, or as all others."""
    land = chart().lands[home]
    is_rolled = variant == CHART
    economy = ECONOMIES[dice.die(f"setup/{player}/economy", 12)].code if is_rolled else PLAIN
    country = Country(
        territory=home,
        name=land.name,
        tag=land.tag,
        economy=economy,
        money=ECONOMY[economy].revenue,
        captains=NAMED["captains"],
        active=NAMED["active"],
        platforms=dice.die(f"setup/{player}/platforms", 6) if is_rolled else NAMED["plain_platforms"],
        ports_left=1,
        changes=1,
    )
    state.countries[player] = country
    ports, docks = NAMED["ports_docks"][dice.die(f"setup/{player}/ports", 4) - 1] if is_rolled else (3, 2)
    for number in range(ports):
        found_port(state, player, home, number, dice if is_rolled else None, dock=number < docks)
    if is_rolled:
        for code in rolled_abilities(dice, f"setup/{player}/ability/", country, count(1)):
            gain(state, player, code, dice)


def found_port(
    state: State, owner: int, territory: str, number: int, dice: Dice | None, *, dock: bool = False, is_own: bool = True
) -> str:
    """NW 2.2, 2.7, 2.8, HR-03: a port at a site of a territory (0: A) and its code. dice: for its slots,
    else 12; is_own: its owner is its founder; of an annexed country there is none.
    """
    land = chart().lands[territory]
    code = land.tag + "ABCDE"[number]
    is_home = is_own and number == 0
    state.ports[code] = Port(
        owner=owner,
        founder=owner if is_own else 0,
        hex=land.ports[number],
        structure=NAMED["port_points"] + (NAMED["dock_points"] if dock else 0),
        home=is_home,
        dock=dock,
        slots=dice.die(f"setup/slots/{code}", 8) + NAMED["port_slots"] if dice else NAMED["plain_slots"],
        people=NAMED["people_home"] if is_home else NAMED["people_port"],
    )
    return code


def rolled_abilities(dice: Dice, label: str, country: Country, rolls: Iterator[int]) -> list[str]:
    """NW 2.4: 1d20; 19 is chosen, 20 is two rolls; what the country has is rolled again; rolls: their numbers."""
    found: list[str] = []
    wanted = 1
    has_doubled = False
    while len(found) < wanted:
        face = dice.die(f"{label}{next(rolls)}", 20)
        if face == TWICE:
            wanted += not has_doubled
            has_doubled = True
            continue
        code = "CHO" if face == CHOICE else ABILITIES[face].code
        if code not in found and code not in country.abilities:
            found.append(code)
    return found


def gain(state: State, player: int, code: str, dice: Dice, admiral: int = 1) -> None:
    """NW 2.13: a country gets an ability, and what comes with it at once; admiral: the number of the roll of one."""
    country = state.countries[player]
    strengthen(state, player, code)
    if code == "SUP":
        country.supers += 1
    elif code == "SUB":
        country.subs_left += 1
    elif code == "ADV":
        country.money += NAMED["advantage"]
    elif code == "POR":
        sites = chart().lands[country.territory].ports
        free = [number for number, at in enumerate(sites) if all(port.hex != at for port in state.ports.values())]
        if free:
            port = found_port(state, player, country.territory, free[0], dice)
            state.ports[port].free = 2
    elif code == "FRE":
        _fleet(state, player, dice, admiral)


def strengthen(state: State, player: int, code: str) -> None:
    """NW 2.13, 9.2: a country has an ability from now on, and so have the ships that it has."""
    state.countries[player].abilities.append(code)
    for ship in state.ships.get(player, {}).values():
        ship.shields *= 2 if code == "SHI" else 1
        ship.max += 5 * (code == "MAT")
        ship.hp += 5 * (code == "MAT")


def _fleet(state: State, player: int, dice: Dice, admiral: int) -> None:
    """NW 2.13, 2.5, 2.6, HR-11: the free navy, and an admiral, while there are captains and places. Numbers that
    are used give way to the next ones.
    """
    country = state.countries[player]
    ports = [(port.founder != player or not port.home, code) for code, port in state.ports.items()]
    home = next((code for _, code in sorted(ports) if state.ports[code].owner == player), "")
    ships = state.ships.setdefault(player, {})
    for wished, wish in FLEET:
        is_full = active(ships.values()) >= country.active
        if not country.captains or not home or (is_full and reserves(ships.values()) >= NAMED["reserve"]):
            break
        number = wished
        while number in ships or number in country.gone:
            number = max(number, FLEET[-1][0]) + 1
        country.captains -= 1
        ship = given(dice, f"{player}.{number}", country, wish)
        ship.port, ship.reserve = home, is_full
        ships[number] = ship
        country.launched[ship.hull] = country.launched.get(ship.hull, 0) + 1
    if country.captains:
        country.captains -= 1
        country.admirals.append(min(14, dice.die(f"admiral/{player}/{admiral}", 12) + 2))


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """NW 12: a scenario's `given`, laid over a position key by key. A ship that is given without them has 3 in each
    stat, captain 7, all its hit points, and lies in the home port unless it has a group; to give a group its hex founds
    it. ValueError names an unknown or wrong key.
    """
    base = state_words(state)
    try:
        laid = laid_over(base, words, "given")
        for owner, ships in words.get("ships", {}).items():
            for number in ships:
                _filled(laid["ships"][owner][number], owner, laid)
        made = from_words(laid)
        check(made, tuple(made.countries), rules)
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError(f"given.{str(error).removeprefix('given.')}") from None
    return made


def _filled(ship: dict[str, Any], owner: str, laid: Mapping[str, Any]) -> None:
    """NW 12: what a ship has that is given without it."""
    ship.setdefault("hp", ship.get("max", 0))
    ship["stats"] = {**dict.fromkeys(STATS, USUAL_STAT), **ship.get("stats", {})}
    if ship.get("kind", WARSHIP) != UTILITY:
        ship.setdefault("captain", USUAL_CAPTAIN)
    if not ship.get("group") and not ship.get("port") and not ship.get("away"):
        homes = [code for code, port in laid["ports"].items() if str(port["owner"]) == owner and port.get("home")]
        ship["port"] = homes[0] if homes else ""
