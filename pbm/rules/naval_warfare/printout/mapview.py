"""The chart of a week (NW 17, 18.2): ports and waters, battles and menaces, which are public; for a country also its
groups with their courses, what it saw, and how far its aircraft reach.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec.structs import replace

from pbm.core.english import listed
from pbm.core.events import Heard
from pbm.core.printout import Badge, Circle, DayMark, MapSpace, MapView, Route, Sighting, Waters
from pbm.engine.system import Rules
from pbm.rules.naval_warfare.sea import Ways, chart, distance, within
from pbm.rules.naval_warfare.state import BattleGroup, Country, Platform, Ship, is_sub
from pbm.rules.naval_warfare.tables import NAMED, SIZES
from pbm.rules.naval_warfare.view import Harbour, View

DAYS = 7
PACE = 250
"""NW 18.2: hundredths of a hex that a group sails a day, as 1d4 promises."""
AROUND = 3
"""NW 18.3: hexes around what the reader has and saw."""
TANKER, ENGINES = "TB", "HE"


def map_view(view: View, heard: Heard, rules: Rules) -> MapView:
    """NW 17, 18: the chart for the viewer of `view`, cropped to their ships and what they saw; all of it where there is
    nothing to crop to, and for viewer 0.
    """
    drawn = _ChartOf(view, heard)
    whose = f", for {view.countries[view.viewer].name}" if view.me else ""
    return MapView(
        geometry=rules.variant,
        title=f"Naval Warfare, turn {view.turn}{whose}",
        desc=drawn.description(),
        spaces=(*drawn.lands(), *drawn.places()),
        players=tuple((number, country.name) for number, country in view.countries.items()),
        theatre=drawn.theatre(),
        legend=rules.legend,
        note="" if view.me else "Public facts only: ships are on the charts of those who own or saw them.",
        routes=tuple(drawn.routes()),
        sightings=tuple(drawn.sightings()),
        circles=tuple(drawn.circles()),
        waters=tuple(drawn.waters()),
    )


class _ChartOf:
    """The parts of one viewer's chart."""

    def __init__(self, view: View, heard: Heard) -> None:
        self.view = view
        self.realms = dict(_realms(view))
        self.battles: dict[str, list[int]] = {}  # days by hex
        for facts in heard.get("battle", ()):
            self.battles.setdefault(facts["hex"], []).append(facts["day"])

    def lands(self) -> Iterator[MapSpace]:
        """NW 2.1, 7.4, 9.2: every territory, and whose it is."""
        for code, land in chart().lands.items():
            owner = self.realms.get(code, 0)
            country = self.view.countries.get(owner)
            name = country.name if country and country.territory == code else land.name
            yield MapSpace(code, name, "land", owner)

    def places(self) -> Iterator[MapSpace]:
        """NW 18.2: ports, and hexes of the sea where something is: battles, menaces, the viewer's groups."""
        badges: dict[str, list[Badge]] = {}
        for number, units in self.fleets.items():
            badge = Badge(self.view.viewer, units, name=f"G{number}")
            badges.setdefault(self.view.groups[number].hex, []).append(badge)
        for code, port in self.view.ports.items():
            space = MapSpace(code, port.name, "port", port.owner, sign=_sign(port), at=port.hex)
            held = [Badge(port.owner, name="holds")] if port.owner != self.realms.get(chart().land[port.hex]) else []
            yield replace(space, badges=(*held, *badges.pop(port.hex, ())))
        signs = dict.fromkeys(self.battles, "fray")
        for menace in self.view.menaces.values():
            signs[menace.hex] = "menace"
            badges.setdefault(menace.hex, []).append(Badge(0, (("warship", menace.ships),)))
        for at in sorted({*signs, *badges}):
            yield MapSpace(at, self._fought(at), "sea", badges=tuple(badges.get(at, ())), sign=signs.get(at, ""))

    def _fought(self, at: str) -> str:
        """Battles of a hex in words."""
        days = [str(day) for day in sorted(set(self.battles.get(at, ())))]
        return f"battle{'s' if days[1:] else ''} on day{'s' if days[1:] else ''} {listed(days)}" if days else ""

    @cached_property
    def fleets(self) -> dict[int, tuple[tuple[str, int], ...]]:
        """NW 4.10: what sails in each of the viewer's groups; none without ships."""
        found = {number: _counted(self._of(number)) for number in self.view.groups}
        return {number: units for number, units in found.items() if units}

    def _of(self, number: int) -> list[Ship]:
        return [ship for ship in self.view.ships.values() if ship.group == number]

    def waters(self) -> Iterator[Waters]:
        """NW 2.9.3: what is at most three hexes from a port, to the owner of the nearest one, then to the lower number;
        also land, under which nothing of it is seen.
        """
        yield from _waters(tuple((port.hex, port.owner) for port in self.view.ports.values()))

    def routes(self) -> Iterator[Route]:
        """NW 3.5, 18.2: the course of each group that has one, with a mark for each day that it is expected to last."""
        me = self.view.me
        if me is None:
            return
        friends = {self.view.viewer, *me.allies}
        free = [port.hex for port in self.view.ports.values() if port.owner in friends]
        ways = Ways(free, [port.hex for port in self.view.ports.values()])
        pace = PACE * (2 if me.economy == "MER" else 1)
        for number in self.fleets:
            group = self.view.groups[number]
            path = [group.hex]
            for goal in self._goals(group, ways):
                path += ways.path(path[-1], goal)
            if path[1:]:
                yield Route(_turns(path), self.view.viewer, tuple(_marks(100 * (len(path) - 1), pace)))

    def _goals(self, group: BattleGroup, ways: Ways) -> Iterator[str]:
        """NW 3.5: where a course leads; of a patrol the end that is next, of a hunt nowhere that is known."""
        for order in group.course:
            letter, to = order[:1], order[1:]
            if letter == "M":
                yield to
            elif letter == "P":
                yield group.post if group.back and group.post else to
            elif letter == "A" and to in self.view.ports:
                yield self.view.ports[to].hex
            elif letter == "H" and self.view.held:
                yield min(self.view.held.values(), key=lambda it: (ways.length(group.hex, it.hex), not it.dock)).hex

    def sightings(self) -> Iterator[Sighting]:
        """NW 5.2: what the viewer saw; of an owner in a hex the newest alone, and nothing where a menace is drawn."""
        newest: dict[tuple[str, int], Sighting] = {}
        menaces = {menace.hex for menace in self.view.menaces.values()}
        for day, at, owner, ships, submarines in sorted(self.view.seen):
            units = tuple((kind, number) for kind, number in (("warship", ships), ("submarine", submarines)) if number)
            if owner or at not in menaces:
                newest[at, owner] = Sighting(at, day, Badge(owner, units), DAYS - day)
        yield from newest.values()

    def circles(self) -> Iterator[Circle]:
        """NW 5.16: how far the aircraft of each platform fly."""
        if self.view.me is None:
            return
        for platform in self.view.platforms.values():
            radius = _reach(platform, self.view.me)
            if radius and platform.port in self.view.ports:
                yield Circle(self.view.ports[platform.port].hex, radius, self.view.viewer)

    def theatre(self) -> tuple[str, ...]:
        """NW 18.3: the hexes around the viewer's ships and what they saw."""
        there = {self.view.groups[number].hex for number in self.fleets}
        there |= {at for _, at, *_ in self.view.seen}
        ports = {ship.port for ship in self.view.ships.values() if not ship.group and not ship.away}
        there |= {self.view.ports[code].hex for code in ports if code in self.view.ports}
        return tuple(sorted({near for at in there for near in within(at, AROUND)}))

    def description(self) -> str:
        """The chart in words for screen readers."""
        ports: dict[int, list[str]] = {}
        for code, port in self.view.ports.items():
            ports.setdefault(port.owner, []).append(code)
        names = {number: f"[{number}] {country.name}" for number, country in self.view.countries.items()}
        parts = [f"{names[number]} holds {listed(codes)}." for number, codes in sorted(ports.items())]
        parts += [f"{at}: {self._fought(at)}." for at in sorted(self.battles)]
        parts += [f"A menace is at {menace.hex}." for menace in self.view.menaces.values()]
        parts += [f"BattleGroup {number} is at {self.view.groups[number].hex}." for number in self.fleets]
        return " ".join(parts)


def _realms(view: View) -> Iterator[tuple[str, int]]:
    """Territories and whose they are: one of a country that is out belongs to who holds its home port."""
    homes = {port.founder: port.owner for port in view.ports.values() if port.home}
    for number, country in view.countries.items():
        yield country.territory, homes.get(number, 0) if country.out else number
        yield from ((territory, number) for territory in country.annexed)


def _sign(port: Harbour) -> str:
    if port.is_destroyed:
        return "ruin"
    return "homeport" if port.home else "dockport" if port.dock else "port"


def _counted(ships: Iterable[Ship]) -> tuple[tuple[str, int], ...]:
    """Surface ships and submarines."""
    found = {"warship": 0, "submarine": 0}
    for ship in ships:
        found["submarine" if is_sub(ship) else "warship"] += 1
    return tuple((kind, number) for kind, number in found.items() if number)


def _turns(path: Sequence[str]) -> tuple[str, ...]:
    """A path with its turning points alone."""
    cube = chart().cube
    ways = [(cube[to][0] - cube[at][0], cube[to][1] - cube[at][1]) for at, to in pairwise(path)]
    bends = [at for at, (one, other) in zip(path[1:], pairwise(ways), strict=False) if one != other]
    return path[0], *bends, path[-1]


def _marks(long: int, pace: int) -> Iterator[DayMark]:
    """A mark for each day up to the end of a way of so many hundredths of a hex; the last one has its day."""
    for day in range(1, DAYS + 1):
        is_last = day == DAYS or day * pace >= long
        yield DayMark(min(day * pace, long), f"day {day}" if is_last else "")
        if is_last:
            return


def _reach(platform: Platform, owner: Country) -> int:
    """NW 5.16: hexes that the aircraft of a platform fly at most: half their move, up; 0 without aircraft."""
    types: Mapping[int, str] = {number: kind.size for number, kind in owner.types.items()}
    flying = [owner.types[plane.type] for plane in platform.aircraft if plane.type in types]
    tankers = sum(kind.size == "heavy" and TANKER in kind.adv for kind in flying)
    moves = [0]
    for kind in flying:
        is_heavy = kind.size == "heavy"
        move = SIZES[kind.size].move + ("MAT" in owner.abilities) + 2 * (is_heavy and ENGINES in kind.adv)
        others = tankers - (is_heavy and TANKER in kind.adv)
        moves.append(move * (2 if others else 1))
    return (max(moves) + 1) // 2


@lru_cache(maxsize=4)  # the same for all readers of a week
def _waters(ports: tuple[tuple[str, int], ...]) -> tuple[Waters, ...]:
    """NW 2.9.3: the waters of each country, by the hexes and owners of all ports."""
    nearest: dict[str, tuple[int, int]] = {}
    for harbour, owner in ports:
        for at in within(harbour, NAMED["waters"]):
            far = distance(at, harbour), owner
            nearest[at] = min(far, nearest.get(at, far))
    cells: dict[int, list[str]] = {}
    for at, (_, owner) in sorted(nearest.items()):
        cells.setdefault(owner, []).append(at)
    return tuple(Waters(number, tuple(found)) for number, found in sorted(cells.items()))
