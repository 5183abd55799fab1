"""What one viewer may know of a position (spec 16): built up from nothing, never stripped down."""

from collections import defaultdict
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbm.engine.system import Rules
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.state import NO_WORLD, Country, Forces, Player, Sea, State, World


class View(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """All that a viewer may know after a turn; viewer 0 is the public. A view has no history.

    me: his own record (None for the public). countries: those he sees in full, with his own spies only
    and with the standing orders that he gave himself. owners: the occupier of every country, 0 for a
    minor. popularity: his own index in the minors that he does not see. seas: those he sees. adrift: his own
    forces in a sea that he does not see, for they only fled there (BP 14). waiting: his standing orders on file in
    minors that he does not see (BP HR-64).
    enemies: everybody's public enemy lists. allied_by: who declared him an ally. shared_by: who shares
    what with him. living: of the players who may still give orders those who occupy a country, and the viewer; that
    somebody else has ships or a minor left is secret (BP 14). world: what the game remembers, all of it public.
    """

    viewer: int
    turn: int
    options: dict[str, str]
    me: Player | None
    countries: dict[str, Country]
    owners: dict[str, int]
    popularity: dict[str, int]
    seas: dict[str, Sea]
    enemies: dict[int, tuple[int, ...]]
    allied_by: tuple[int, ...]
    shared_by: dict[int, Literal["F", "H"]]
    living: tuple[int, ...]
    world: World = NO_WORLD
    adrift: dict[str, Forces] = {}
    waiting: dict[str, dict[int, str]] = {}

    @property
    def afloat(self) -> dict[str, Forces]:
        """BP 8: his own forces at sea, which he can order whether he sees that sea or not."""
        me = self.viewer
        own = {code: sea.forces[me] for code, sea in self.seas.items() if me in sea.forces}
        return dict(sorted((own | self.adrift).items())) if self.adrift else own


def view(state: State, viewer: int, rules: Rules) -> View:
    """BP 6A: what the viewer may know of the state, by the sight that its last turn settled; viewer 0 is the
    public.
    """
    public, alive, sights = _known(state)
    owners, enemies, landed = public
    if not viewer:
        return View(0, state.turn, state.options, None, {}, owners, {}, {}, enemies, (), {}, landed, state.world)
    own = sights[viewer]
    return View(
        viewer=viewer,
        turn=state.turn,
        options=state.options,
        me=state.players[viewer],
        countries={code: _as_seen(state.countries[code], viewer) for code in own.countries},
        owners=owners,
        popularity=own.popularity,
        seas={code: Sea(state.seas[code].forces, (viewer,)) for code in own.seas},
        enemies=enemies,
        allied_by=tuple(own.allied_by),
        shared_by=own.shared_by,
        living=landed if viewer in landed or viewer not in alive else tuple(sorted((*landed, viewer))),
        world=state.world,
        adrift=own.adrift,
        waiting=own.waiting,
    )


class Sight:
    """What one player sees of a state, and what others declared to him."""

    def __init__(self) -> None:
        self.countries: list[str] = []
        self.popularity: dict[str, int] = {}  # his own index in the countries that he does not see
        self.seas: list[str] = []
        self.adrift: dict[str, Forces] = {}
        self.waiting: dict[str, dict[int, str]] = {}
        self.allied_by: list[int] = []
        self.shared_by: dict[int, Literal["F", "H"]] = {}


Public = tuple[dict[str, int], dict[int, tuple[int, ...]], tuple[int, ...]]
"""Owners, enemy lists and who has land: the same for every viewer."""
_LAST: list[tuple[State, Public, tuple[int, ...], defaultdict[int, Sight]]] = []


def _known(state: State) -> tuple[Public, tuple[int, ...], defaultdict[int, Sight]]:
    """What is public, who lives, and what each player sees: found in one walk through a state, and kept beside it."""
    if _LAST and _LAST[0][0] is state:
        return _LAST[0][1:]
    sights: defaultdict[int, Sight] = defaultdict(Sight)
    owners: dict[str, int] = {}
    alive = {p for sea in state.seas.values() for p in sea.forces}
    for code, country in state.countries.items():
        owners[code] = country.occupier
        commander, sight = country.commander, country.sight
        alive.add(commander)
        if commander and commander not in sight:  # it came to him by a correction (BP 8)
            sight = (*sight, commander)
        for p in sight:
            sights[p].countries.append(code)
        for p, index in country.popularity.items():
            if p not in sight:
                sights[p].popularity[code] = index
        if country.standing_by and country.standing_by not in sight:
            sights[country.standing_by].waiting[code] = country.standing
    for code, sea in state.seas.items():
        for p in sea.sight:
            sights[p].seas.append(code)
        for p, forces in sea.forces.items():
            if p not in sea.sight:
                sights[p].adrift[code] = forces
    enemies: dict[int, tuple[int, ...]] = {}
    for p, player in sorted(state.players.items()):
        enemies[p] = tuple(sorted([q for q, stance in player.stance.items() if stance == "enemy"]))
        for q, stance in player.stance.items():
            if stance == "ally":
                sights[q].allied_by.append(p)
        for q, kind in player.shares.items():
            sights[q].shared_by[p] = kind
    public = owners, enemies, in_sight(state)
    _LAST[:] = [(state, public, tuple(sorted(alive - {0})), sights)]
    return _LAST[0][1:]


def _as_seen(country: Country, viewer: int) -> Country:
    """BP 6B: all that is in a country but other players' spies and standing orders, and who else looks in."""
    if country.sight == (viewer,) and not (country.spies or country.standing or country.standing_by):
        return country  # there is nothing to leave out
    own = country.spies.get(viewer, 0)
    mine = country.standing_by == viewer
    return replace(
        country,
        spies={viewer: own} if own else {},
        standing=country.standing if mine else {},
        standing_by=viewer if mine else 0,
        sight=(viewer,),
    )


def living(state: State) -> tuple[int, ...]:
    """BP 1A: the players who occupy a country, control a minor or have forces at sea."""
    return _known(state)[1]


def acting(state: State) -> tuple[int, ...]:
    """BP 19A: the players whose cards are read: the living, and while world opinion counts also who has lost everything
    and not dropped out: his lists are still his.
    """
    alive = living(state)
    if chosen(state.options, "opinion") == "off":
        return alive
    return tuple(p for p, player in sorted(state.players.items()) if p in alive or not player.dropped)


def awaited(state: State) -> tuple[int, ...]:
    """BP 11: the living players who have not dropped out: their cards are waited for."""
    return tuple(p for p in living(state) if not state.players[p].dropped)


def in_sight(state: State) -> tuple[int, ...]:
    """BP 14: the players who occupy a country. Who holds a minor or sails a sea is secret."""
    return tuple(sorted({country.occupier for country in state.countries.values()} - {0}))
