"""A week in play: the position that changes, what happened, and the accounts (NW 3)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from pbm.core.dice import Dice
from pbm.core.events import Event, Seen, only
from pbm.engine.system import Rules
from pbm.orders.form import Order, Parsed
from pbm.rules.naval_warfare.sea import Ways, distance
from pbm.rules.naval_warfare.setup import gain, rolled_abilities
from pbm.rules.naval_warfare.shipyard import MENACE, enrich, special
from pbm.rules.naval_warfare.state import (
    UTILITY,
    BattleGroup,
    Country,
    Port,
    Ship,
    State,
    copied,
    is_sub,
    living,
    reserves,
)
from pbm.rules.naval_warfare.tables import CAPTAINS, HULLS, NAMED
from pbm.rules.naval_warfare.view import flagship

Key = tuple[int, int]
"""A country and the number of one of its ships or groups."""


class Menacing:
    """NW 3.7: what appears this week, or stands since earlier: pirates by number, or a monster, or jets; number: of a
    standing menace, else 0; target: the country that it attacks; bounty: for who kills it.
    """

    def __init__(self, hex_: str, event: int, *, target: int = 0, number: int = 0, bounty: int = 0) -> None:
        self.hex, self.event, self.target, self.number, self.bounty = hex_, event, target, number, bounty
        self.ships: dict[int, Ship] = {}
        self.monster: Monster | None = None
        self.jets = 0


class Monster:
    """NW 5.18: a sea monster: its number, attacks in a round, hit points, dice of its attack, special."""

    def __init__(self, number: int, attacks: int, hp: int, claw: int, special: str) -> None:
        self.number, self.attacks, self.hp, self.claw, self.special = number, attacks, hp, claw, special


class Campaign:
    """The week of one game. state: a copy; parsed: the cards; other names hold what later phases need."""

    def __init__(self, state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> None:
        self.state = copied(state)
        self.state.turn += 1
        self.turn = self.state.turn
        self.is_founding = self.turn == 1
        self.parsed, self.dice, self.rules = parsed, dice, rules
        self.events: list[Event] = []
        self.acted: set[str] = set()
        self.state.seen = {}
        self.ledgers: dict[int, list[list[int | str]]] = {
            p: [["before", country.money]] for p, country in self.state.countries.items()
        }
        self.day = 0
        self.battles = 0
        self.menacing: list[Menacing] = []
        self.political: dict[int, int] = {}
        self.scores: dict[Key, list[tuple[int, frozenset[int], int]]] = {}
        self.detected: dict[int, set[Key]] = {}
        self.fought: set[Key] = set()
        self.limping: set[Key] = set()
        self.retired: set[Key] = set()
        self.avoiding: dict[Key, bool] = {}
        self.admirals_put_to_flight: set[Key] = set()
        self.loot: dict[int, tuple[int, str]] = {}
        self.economies: dict[int, str] = {}
        self.admirals: dict[int, int] = {}
        self.ability_rolls: dict[int, Iterator[int]] = {}
        self.special_rolls: dict[Key, Iterator[int]] = {}
        self.asked: dict[str, int] = {}
        self.built: dict[int, int] = {}
        self.docks_used: set[str] = set()
        self.new: set[Key] = set()
        self.repairs: list[Repair] = []
        self.incidents: list[tuple[Key, Key]] = []
        self.unpaid: dict[tuple[int, str], bool] = {}
        self.signed: list[tuple[int, int]] = []
        self.flags = {p: flagship(self.state, p) for p in self.state.countries}
        self._ways: dict[int, Ways] = {}
        self._harbours: dict[str, str] = {}

    # --- who and what -------------------------------------------------------------------------------------------------

    def country(self, p: int) -> Country:
        """A country of the game."""
        return self.state.countries[p]

    def living(self) -> tuple[int, ...]:
        """NW 9.1: those that are in the game."""
        return living(self.state)

    def ships(self, p: int) -> dict[int, Ship]:
        """The ships of a country, by number."""
        return self.state.ships.setdefault(p, {})

    def groups(self, p: int) -> dict[int, BattleGroup]:
        """Its battle groups, by number."""
        return self.state.groups.setdefault(p, {})

    def sailing(self, p: int, g: int) -> list[int]:
        """The numbers of the ships in a group, ascending."""
        return sorted(k for k, ship in self.ships(p).items() if ship.group == g)

    def has(self, p: int, ability: str) -> bool:
        """NW 2.13."""
        return ability in self.state.countries[p].abilities

    def has_trade(self, p: int, economy: str) -> bool:
        """NW 2.12, 9.2: whether it has the privilege of an economy, its own or of a country that it has taken."""
        return economy in self.trades(p)

    def trades(self, p: int) -> set[str]:
        """NW 2.12, 9.2: the economies whose privileges a country has."""
        country = self.state.countries[p]
        return {country.economy, *(self.state.countries[q].economy for q in country.taken)}

    def at_war(self, p: int, q: int) -> bool:
        """Whether two countries are at war."""
        return q in self.state.countries[p].war if p and q else False

    def allied(self, p: int, q: int) -> bool:
        """Whether a country is another's ally, or the same."""
        return p == q or (p != MENACE and q in self.state.countries[p].allies)

    def partners(self, p: int) -> set[int]:
        """The countries allied or trading with one."""
        country = self.state.countries[p]
        return {*country.allies, *country.trade}

    def is_pirate(self, p: int) -> bool:
        """NW 8.39, 8.57: whether a country has the name of pirate this week."""
        return p != MENACE and self.state.countries[p].pirate >= self.turn

    def hostile(self, p: int, q: int) -> bool:
        """NW 5.1: at war, or one is a menace, or has the name of pirate."""
        if p == q or not (p or q):
            return False
        if MENACE in (p, q) or self.at_war(p, q):
            return True
        return (self.is_pirate(p) or self.is_pirate(q)) and not self.allied(p, q)

    def port_at(self, at: str) -> str:
        """The code of the port in a hex; empty where there is none."""
        if len(self._harbours) < len(self.state.ports):
            self._harbours = {port.hex: code for code, port in self.state.ports.items()}
        return self._harbours.get(at, "")

    def home(self, p: int) -> str:
        """NW 2.2: the code of a country's home port, or of its first port; empty where it has none."""
        own = [code for code, port in self.state.ports.items() if port.founder == p and port.home]
        return own[0] if own else next(iter(self.held(p)), "")

    def base(self, p: int) -> str:
        """NW 2.2, 3.1.8: where ships come to lie: the home port, or the first port in a country's hands without it."""
        held, home = self.held(p), self.home(p)
        return home if home in held else next(iter(held), "")

    def held(self, p: int) -> list[str]:
        """The codes of the ports in a country's hands, in order."""
        return sorted(code for code, port in self.state.ports.items() if port.owner == p)

    def place(self, ship: Ship, p: int) -> str:
        """The hex of a ship; empty where it is away on duty."""
        if ship.group:
            return self.groups(p)[ship.group].hex
        return self.state.ports[ship.port].hex if ship.port and not ship.away else ""

    def lies_in(self, p: int, k: int, code: str) -> bool:
        """NW 3.5, 1.2, 5.14: whether a ship fights when this port does: not one that is being built or in reserve, nor
        one that is there from the week's end on.
        """
        ship = self.ships(p)[k]
        is_out = ship.reserve or ship.away or (p, k) in self.new | self.limping
        return ship.port == code and not is_out

    def ways(self, p: int) -> Ways:
        """NW 2.9.2: the ways of a country's ships as ports are held now."""
        if p not in self._ways:
            ports = {port.hex: port.owner for port in self.state.ports.values()}
            self._ways[p] = Ways([at for at, owner in ports.items() if self.allied(p, owner)], ports)
        return self._ways[p]

    def haven(self, p: int, at: str) -> str:
        """NW 3.5 H, 5.14: the nearest own port, with a dock first among equals; empty where none can be reached."""
        ways = self.ways(p)
        found = [(ways.length(at, port.hex), not port.dock, code) for code, port in self.state.ports.items()]
        near = min((row for row in found if self.state.ports[row[2]].owner == p), default=None)
        return near[2] if near and near[0] < 10**6 else ""

    def active(self, p: int) -> int:
        """NW 2.6: its active ships of war."""
        return sum(ship.kind != UTILITY and not ship.reserve for ship in self.ships(p).values())

    def has_place(self, p: int, kind: str) -> bool:
        """NW 2.6: whether a navy has a place for one more ship of this kind, among the active ones or in reserve."""
        ships = self.ships(p).values()
        if kind == UTILITY:
            return sum(ship.kind == UTILITY for ship in ships) < int(NAMED["utility"])
        return self.active(p) < self.country(p).active or reserves(ships) < int(NAMED["reserve"])

    # --- orders -------------------------------------------------------------------------------------------------------

    def orders(self, p: int, *codes: str) -> list[Order]:
        """A country's orders of these codes as written, then the standing ones that act."""
        card = self.parsed.get(p)
        if card is None or self.country(p).out:
            return []
        wanted = set(codes)
        written = [order for order in card.orders if not order.slot and order.code in wanted]
        return [*written, *(order for order in card.standing if order.code in wanted)]

    def all_orders(self, *codes: str) -> Iterator[tuple[int, Order]]:
        """All countries' orders of these codes, by country."""
        for p in self.living():
            for order in self.orders(p, *codes):
                yield p, order

    # --- what is told -------------------------------------------------------------------------------------------------

    def tell(self, kind: str, seen_by: Iterable[int] | str, **facts: object) -> None:
        """An event."""
        seen: Seen = "all" if seen_by == "all" else only(int(p) for p in seen_by)
        self.events.append(Event(kind, seen, facts))

    def failed(self, p: int, order: Order, reason: str) -> None:
        """NW 11.4: an order that was taken and could not be carried out; standing ones are passed over in silence."""
        if order.line:
            self.tell("order-failed", [p], order=order.text, place=order.place, reason=reason)

    def pay(self, p: int, dollars: int, code: str, *details: int | str) -> None:
        """Money that comes or, below 0, goes; each change is a row of the account."""
        if dollars:
            self.country(p).money += dollars
            self.ledgers[p].append([code, dollars, *details])

    def can_pay(self, p: int, dollars: int) -> bool:
        """NW 19: nobody pays what they do not have."""
        return self.country(p).money >= dollars

    def gain_exp(self, p: int, points: int, why: str, battle: int = 0) -> None:
        """NW 7.2: experience of a country; battle: the number of the one in which it was earned."""
        if points and p != MENACE:
            self.country(p).exp += points
            where = {"battle": battle} if battle else {}
            self.tell("exp", [p], country=p, points=points, why=why, **where)

    def counted(self, p: int) -> None:
        """NW 7.3: a political order that took effect."""
        self.political[p] = self.political.get(p, 0) + 1

    # --- what ships come to -------------------------------------------------------------------------------------------

    def morale(self, ship: Ship) -> int:
        """NW 4.5: in per cent, without an admiral."""
        captain = CAPTAINS[ship.captain].morale if ship.captain else 0
        found: int = NAMED["morale"] + captain + 10 * min(ship.level, 4)
        return found

    def remove(self, p: int, k: int, at: str, *, is_lost: bool = True) -> Ship:
        """A ship that is no more, or is another's: its number is not used again; is_lost: all learn of the loss."""
        ship = self.ships(p).pop(k)
        if p != MENACE:
            country = self.country(p)
            country.gone = sorted({*country.gone, k})
            country.standing.pop(f"#{k}", None)
            for name in ("EP", "ER"):
                if country.prefs.get(name) == k:
                    del country.prefs[name]
            if country.flagship == k:
                country.flagship = 0
            if ship.admiral and not is_lost:
                country.admirals.append(ship.admiral)
            if is_lost and ship.kind != UTILITY:
                country.lost[ship.hull] = country.lost.get(ship.hull, 0) + 1
            if is_lost:
                self.state.register.append((self.turn, at, p, ship.hull))
            if ship.group and not self.sailing(p, ship.group):
                self.groups(p).pop(ship.group, None)
        return ship

    def launch(self, p: int, k: int, ship: Ship) -> None:
        """NW 2.6: a ship joins the navy: in the reserve where the active ones are as many as allowed."""
        if ship.kind != UTILITY:
            ship.reserve = self.active(p) >= self.country(p).active
            launched = self.country(p).launched
            launched[ship.hull] = launched.get(ship.hull, 0) + 1
        self.ships(p)[k] = ship

    def gain(self, p: int, code: str) -> None:
        """NW 2.13: an ability; all learn of it."""
        admiral, before = self.admirals.get(p, 0) + 1, self.country(p).money
        gain(self.state, p, code, self.dice, admiral)
        if self.country(p).money > before:
            self.ledgers[p].append(["ability", self.country(p).money - before])
        if code == "FRE":
            self.admirals[p] = admiral
        self.tell("ability", "all", country=p, ability=code)

    def learn(self, p: int) -> None:
        """NW 7.4: one more ability, by 1d20."""
        rolls = self.ability_rolls.setdefault(p, count(1))
        for code in rolled_abilities(self.dice, f"ability/{p}/", self.country(p), rolls):
            self.gain(p, code)

    def outfit(self, p: int, k: int) -> None:
        """NW 7.1, 7.4: one more special for a ship, by 2d8."""
        ship, pairs = self.ships(p)[k], self.special_rolls.setdefault((p, k), count(1, 2))
        enrich(ship, special(self.dice, f"special/{p}.{k}/", ship.specials, pairs), self.country(p))

    def again(self, label: str) -> str:
        """The label of a die that a card may ask for several times in a week: the second one ends in /2."""
        self.asked[label] = number = self.asked.get(label, 0) + 1
        return label if number == 1 else f"{label}/{number}"

    def promote(self, p: int, floor: int = 0) -> None:
        """NW 4.9: an admiral of 1d12+2, at least `floor`, comes into the pool; he costs a captain of it."""
        country = self.country(p)
        if country.captains:
            country.captains -= 1
            self.admirals[p] = number = self.admirals.get(p, 0) + 1
            score = self.dice.die(f"admiral/{p}/{number}", 12) + 2
            country.admirals = sorted([*country.admirals, min(max(score, floor), 14)])

    def value(self, ship: Ship) -> int:
        """NW 5.12: what its hull is worth."""
        return HULLS[ship.hull].cost

    def destroy(self, port: Port, by: int) -> None:
        """NW 5.17: structure 0: dock and weapons are destroyed too."""
        port.structure = 0
        port.dock_lost = port.dock_lost or port.dock
        port.dock = False
        port.weapons = []
        port.razed_by = by

    def sees(self, p: int, at: str, owner: int, g: int) -> bool:
        """NW 5.2: whether a country's ships, ports and platforms see a group: surface ships within 3, submarines within
        1; a submarine sees within 1.
        """
        ships = [self.ships(owner)[k] for k in self.sailing(owner, g)]
        is_hidden = all(is_sub(ship) for ship in ships)
        for mine, group in self.groups(p).items():
            far = distance(group.hex, at)
            eyes = [self.ships(p)[k] for k in self.sailing(p, mine)]
            reach = NAMED["detection"] if not is_hidden and not all(is_sub(ship) for ship in eyes) else 1
            if far <= reach:
                return True
        reach = 1 if is_hidden else NAMED["detection"]
        return any(distance(self.state.ports[code].hex, at) <= reach for code in self.held(p))


class Repair:
    """NW 4.12, 5.17: points that are paid and done day by day: of a ship, a port or a platform; by: who pays."""

    def __init__(self, by: int, kind: str, key: str | int, points: int, price: tuple[int, int], order: Order) -> None:
        self.by, self.kind, self.key, self.left, self.price, self.order = by, kind, key, points, price, order
        self.done = self.paid = self.first = self.last = 0

    def cost(self, points: int) -> int:
        """Dollars for so many points, begun ones counted whole."""
        dollars, each = self.price
        return -(-points * dollars // each)
