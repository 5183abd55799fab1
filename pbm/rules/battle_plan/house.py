"""A house player: reads a view, writes a card. It stands in for the absent and plays the soak tests.

It is simple and honest: it knows what its view says and nothing else. It takes the weakest neighbour
that it can beat, keeps a garrison where somebody else's border is near, and spends what is left.
"""

from typing import Any

from pbm.core.dice import Dice
from pbm.engine.system import Rules
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.state import Country
from pbm.rules.battle_plan.view import View

ODDS = (7, 4)  # attacks with at least 7/4 of what it expects to meet
UNSEEN_MINOR, UNSEEN_PLAYER = 13, 40  # Army expected where it cannot see
PEACE = 3  # a player that is not its chosen foe may be called neutral or ally, one in PEACE
ALLIANCE, NO_MORE, NEARBY = 2, 22, 16  # messages by number
RESEARCH_FROM = 30  # Dollars in hand


def house(view: View, rules: Rules, dice: Dice) -> str:
    """The orders of a card, without heading. Same view and dice, same card."""
    if view.me is None:
        return ""
    return Hand(view, rules, dice).card()


class Hand:
    """One player's thoughts over one turn; lives within one call of `house`."""

    def __init__(self, view: View, rules: Rules, dice: Dice) -> None:
        assert view.me is not None
        board: Map = rules.map
        self.view, self.board, self.dice, self.me = view, board, dice, view.me
        self.powers = bool(rules.numbers["positions"])
        self.quiet = chosen(view.options, "first") == "quiet" and not view.turn  # BP 22B
        immune = chosen(view.options, "homes") == "immune"  # BP 24A
        self.barred = {code for code, p in view.world.homes.items() if p != view.viewer} if immune else set()
        self.own = [c for c, owner in view.owners.items() if owner == view.viewer]
        self.minors = [c for c, k in view.countries.items() if not k.occupier and k.controller == view.viewer]
        self.player_orders: list[str] = []
        self.space_orders: dict[str, list[str]] = {}
        self.army = {c: view.countries[c].army for c in self.own}
        self.air = {c: view.countries[c].air for c in (*self.own, *self.minors)}
        self.navy = {c: view.countries[c].navy for c in self.own}
        alive = view.viewer in view.living  # BP 19A: who has lost everything has nothing to spend
        self.dollars = self.me.dollars // 100 if alive else 0
        self.spies = self.me.spies // 100 if alive else 0
        self.near = self.neighbours()

    def card(self) -> str:
        """All orders, player orders first."""
        foe = self.choose_foe()
        self.declare(foe)
        for target in self.targets(foe):
            self.attack(target)
        self.guard()
        self.sail(foe)
        play_the_world(self, foe)
        self.build()
        self.spend(foe)
        lines = [" ".join(["@", *self.player_orders])] if self.player_orders else []
        lines += [" ".join([f"@{code}", *orders]) for code, orders in sorted(self.space_orders.items())]
        return "\n".join(lines) or "PASS"

    def give(self, code: str, order: str) -> None:
        """Note an order of a space."""
        self.space_orders.setdefault(code, []).append(order)

    def roll(self, label: str, n: int) -> int:
        """A number below n; the house has labels of its own."""
        return self.dice.below(f"house/{self.view.viewer}/{self.view.turn}/{label}", n)

    def neighbours(self) -> list[str]:
        """Countries next to its own that are not its own."""
        near = {x for c in self.own for x in self.board.spaces[c].land_adjacent}
        near |= {
            x
            for s, sea in self.view.seas.items()
            if self.view.viewer in sea.forces
            for x in self.board.spaces[s].land_adjacent
        }
        return sorted(near - set(self.own))

    def choose_foe(self) -> int:
        """Keep a foe that is near; else, now and then, the weakest neighbour by number of countries."""
        owners = list(self.view.owners.values())
        near = {self.view.owners[c] for c in self.near} - {0}
        kept = sorted(q for q, stance in self.me.stance.items() if stance == "enemy" and q in near)
        if kept:
            return kept[0]
        free_minors = any(not self.view.owners[c] for c in self.near)
        if not near or (free_minors and self.roll("war", 4)):
            return 0
        return min(sorted(near), key=lambda q: (owners.count(q), self.roll(f"foe/{q}", 100)))

    def declare(self, foe: int) -> None:
        """Name the foe an enemy; end other wars; call a quiet neighbour ally now and then."""
        if foe and self.me.stance.get(foe) != "enemy":
            self.player_orders.append(f"{foe}E")
        foes = {q for q, stance in self.me.stance.items() if stance == "enemy"}  # also those whose land is gone
        for q in sorted({*self.view.living, *foes} - {self.view.viewer, foe}):
            stance = self.me.stance.get(q, "neutral")
            if stance == "enemy":
                self.player_orders.append(f"{q}N")
            elif stance == "neutral" and self.view.viewer not in self.view.enemies.get(q, ()):
                if not self.roll(f"ally/{q}", 4 * PEACE):
                    self.player_orders.append(f"{q}A")
                elif not self.roll(f"permit/{q}", 4 * PEACE) and q not in self.me.permits:
                    self.player_orders.append(f"{q}K")
            elif stance == "ally" and self.view.viewer in self.view.enemies.get(q, ()):
                self.player_orders.append(f"{q}N")

    def expected(self, code: str) -> int:
        """The Army it expects to meet there."""
        seen = self.view.countries.get(code)
        if seen is not None:
            return seen.army + seen.industry // (1 if not seen.occupier else 2)
        return UNSEEN_PLAYER if self.view.owners[code] else UNSEEN_MINOR + self.view.turn // 2

    def targets(self, foe: int) -> list[str]:
        """Countries worth attacking, weakest first: free minors and the foe's; of equal ones the die chooses."""
        if self.quiet:
            return []
        kept = {*self.minors, *self.barred}
        wanted = [c for c in self.near if self.view.owners[c] in (0, foe) and c not in kept]
        return sorted(wanted, key=lambda c: (self.expected(c), self.roll(f"target/{c}", 100)))[:3]

    def attack(self, target: str) -> None:
        """Conquer with all that can be spared around the target, if that is enough."""
        origins = [c for c in self.own if target in self.board.spaces[c].land_adjacent]
        spare = {c: max(0, self.army[c] - self.garrison(c)) for c in origins}
        at_sea = {
            s: sea.forces[self.view.viewer].army
            for s, sea in self.view.seas.items()
            if self.view.viewer in sea.forces and target in self.board.spaces[s].land_adjacent
        }
        landing = {s: n for s, n in at_sea.items() if n and s not in self.space_orders}
        total = sum(spare.values()) + sum(landing.values())
        if total * ODDS[1] < self.expected(target) * ODDS[0] or total < 4:
            return
        for code, n in (*spare.items(), *landing.items()):
            if n > 2:
                self.give(code, f"AC{n}{target}")
                if code in self.army:
                    self.army[code] -= n
        for code in sorted({*origins, *self.minors}):
            planes = self.air.get(code, 0) // 2
            if planes > 2 and target in self.board.spaces[code].air and code != target:
                self.give(code, f"FA{planes}{target}")
                self.air[code] -= planes

    def garrison(self, code: str) -> int:
        """What stays at home: more where another player's country is next door."""
        owners = {self.view.owners[x] for x in self.board.spaces[code].land_adjacent}
        strangers = owners - {0, self.view.viewer}
        return 14 if strangers else 4

    def guard(self) -> None:
        """Armies deep in its own land march to a border."""
        for code in self.own:
            adjacent = self.board.spaces[code].land_adjacent
            if any(self.view.owners[x] != self.view.viewer for x in adjacent) or self.army[code] < 12:
                continue
            border = [x for x in adjacent if self.view.owners[x] == self.view.viewer]
            if border:
                to = border[self.roll(f"march/{code}", len(border))]
                self.give(code, f"AT{self.army[code] - 6}{to}")
                self.army[code] = 6

    def sail(self, foe: int) -> None:
        """A part of each fleet goes to sea, with armies where there are many; fleets raid the foe's ports."""
        for code in self.own:
            coast = self.board.spaces[code].coast
            if coast and self.navy[code] > 8 and not self.roll(f"sail/{code}", 3):
                sea = coast[self.roll(f"sea/{code}", len(coast))]
                self.give(code, f"NT{self.navy[code] // 2}{sea}")
                if self.army[code] > 24:
                    self.give(code, f"AT{self.army[code] // 2}{sea}")
                    self.army[code] -= self.army[code] // 2
        for code, waters in sorted(self.view.seas.items()):
            mine = waters.forces.get(self.view.viewer)
            if not mine or mine.navy < 6 or code in self.space_orders:
                continue
            through = [s for strait in self.board.straits if code in strait.seas for s in strait.seas if s != code]
            if through and not self.roll(f"strait/{code}", 4):  # it may be open: the day will tell (BP 7)
                self.give(code, f"NT{mine.navy // 2}{through[0]}")
            elif foe and not self.quiet:
                beside = self.board.spaces[code].land_adjacent
                ports = [x for x in beside if self.view.owners[x] == foe and x not in self.barred]
                if ports:
                    self.give(code, f"NN{mine.navy // 2}{ports[self.roll(f'port/{code}', len(ports))]}")

    def build(self) -> None:
        """Armies, planes, some ships, now and then Industry; minors build by standing order."""
        for code in self.own:
            country = self.view.countries[code]
            self.build_at(code, country)
        for code in self.minors:
            if not self.view.countries[code].standing and self.view.countries[code].industry:
                self.give(code, "/1/BA999")

    def build_at(self, code: str, country: Country) -> None:
        """One country's Industry, in three shares; what is left over makes Dollars."""
        n = country.industry
        if n < 3:
            return
        plan = ["A", "F" if self.roll(f"plan/{code}", 2) else "A", "D"]
        if country.industry < country.limit // 2 or not self.roll(f"grow/{code}", 4):
            plan[1] = "I"
        elif self.board.spaces[code].coast and not self.roll(f"ships/{code}", 3):
            plan[1] = "N"
        shares: dict[str, int] = {}
        for letter in plan:
            shares[letter] = shares.get(letter, 0) + n // 3
        shares.pop("D", None)
        for letter, share in shares.items():
            self.give(code, f"B{letter}{share}")

    def spend(self, foe: int) -> None:
        """Propaganda for shaky homes and useful minors, research, and a spy on the foe."""
        for code in self.own:
            if self.view.countries[code].hpi < 45 and self.dollars >= 12:
                self.pay(f"P12{code}", 12)
        near = [c for c in self.near if not self.view.owners[c] and c not in self.minors]
        if near and self.dollars >= 20:
            self.pay(f"P{self.dollars // 5}{near[self.roll('charm', len(near))]}", self.dollars // 5)
        if self.spies:
            places = [c for c in self.near if c not in self.view.countries]
            wanted = [c for c in places if self.view.owners[c] == foe] or places
            if wanted:
                self.player_orders.append(f"S1{wanted[self.roll('spy', len(wanted))]}")
        elif self.dollars >= 10:
            self.pay("TS4", 4)
        if foe and self.dollars > 60 and not self.roll("subvert", 3):
            self.pay(f"{foe}P{self.dollars // 3}", self.dollars // 3)
        if self.dollars >= 10:
            letter = ("I", "A", "F", "N")[self.roll("research", 4)]
            self.pay(f"R{letter}{self.dollars // 2}", self.dollars // 2)

    def pay(self, order: str, n: Any) -> None:
        """Note a player order that costs n Dollars."""
        self.player_orders.append(order)
        self.dollars -= n


def play_the_world(hand: Hand, foe: int) -> None:
    """What the Europe game does not have; there nothing is done."""
    if chosen(hand.view.options, "opinion") == "on":
        judge(hand, foe)
    if chosen(hand.view.options, "names") == "hidden":
        talk(hand, foe)
    if hand.powers:
        launch(hand, foe)
        invent(hand)


def judge(hand: Hand, foe: int) -> None:
    """BP 19A: the foe stands first on its bad list, an ally first on its good one. Nobody stands on both."""
    me = hand.me
    if foe and me.bad[0] != foe:
        hand.player_orders.append(f"{foe}B3")
    elif not foe and me.bad[0]:
        hand.player_orders.append("0B3")
    friends = [q for q, stance in me.stance.items() if stance == "ally" and q in hand.view.living and q != foe]
    if foe and not friends and me.good[0] == foe:
        hand.player_orders.append("0G3")
    elif friends and me.good[0] not in friends:
        hand.player_orders.append(f"{friends[hand.roll('friend', len(friends))]}G3")


def talk(hand: Hand, foe: int) -> None:
    """BP 16, 21B: a word to the foe, an offer to a neighbour, and now and then one to all."""
    near = sorted({hand.view.owners[c] for c in hand.near} - {0, foe, hand.view.viewer})
    if foe and hand.me.stance.get(foe) != "enemy":
        hand.player_orders.append(f"{foe}M{NO_MORE}")
    if near and not hand.roll("talk", 3):
        hand.player_orders.append(f"{near[hand.roll('to', len(near))]}M{ALLIANCE}")
    if not hand.roll("tell", 12):
        hand.player_orders.append(f"0M{NEARBY}")


def launch(hand: Hand, foe: int) -> None:
    """BP 4F.1, 23B: missiles go to the nearest country of the foe, at its Army or its Industry."""
    if hand.quiet or not foe:
        return
    for code in hand.own:
        missiles = hand.view.countries[code].missiles
        targets = [x for x in hand.board.spaces[code].air_land if hand.view.owners[x] == foe and x not in hand.barred]
        helped = {order[len(order) - len(x) :] for x in targets for order in hand.space_orders.get(code, ())}
        targets = [x for x in targets if x not in helped]
        if missiles and targets:
            what = ("MA", "MI")[hand.roll(f"warhead/{code}", 2)]
            hand.give(code, f"{what}{missiles}{targets[hand.roll(f'aim/{code}', len(targets))]}")


def invent(hand: Hand) -> None:
    """BP 5B, 23B: who may research missiles does so now and then, and builds some once he can."""
    if hand.me.ease.get("M") and hand.dollars >= RESEARCH_FROM and not hand.roll("missiles", 3):
        hand.pay(f"RM{hand.dollars // 3}", hand.dollars // 3)
    if hand.me.multipliers.get("M", 0) >= 5 and not hand.me.defaults.get("M"):
        hand.player_orders.append("BM10")
