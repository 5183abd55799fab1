"""A house player: reads a view and the kit, writes a card. It stands in for the absent and plays the soak tests.

It is simple and honest: it knows what everybody may read and nothing else. It claims what is white, takes weak
neighbours, builds Towns first and bases where it needs armies, ships armies where it has nothing left to take by
land, trades with what gold is left, and now and then steals.
"""

from collections.abc import Callable, Collection, Iterable

from pbm.core.dice import Dice
from pbm.core.printout import Kit, KitPlace
from pbm.engine.system import Rules
from pbm.rules.trust_a_thief.maps import Map
from pbm.rules.trust_a_thief.parse import kit
from pbm.rules.trust_a_thief.view import View

FLEETS = 3  # it keeps no more


def house(view: View, rules: Rules, dice: Dice) -> str:
    """The orders of a card, without heading. Same view and dice, same card."""
    if view.me is None or not view.me.alive:
        return ""
    return _Hand(view, kit(view, rules), rules, dice).card()


class _Hand:
    """One nation's thoughts over one turn; lives within one call of `house`."""

    def __init__(self, view: View, kit: Kit, rules: Rules, dice: Dice) -> None:
        assert view.me is not None
        self.view, self.me, self.kit, self.rules, self.dice = view, view.viewer, kit, rules, dice
        self.nation = view.me
        self.board: Map = rules.map
        self.gold = kit.places[""].has["gold"]
        self.price = rules.numbers["price"]
        self.places = {code: place for code, place in kit.places.items() if code}
        self.army = {code: place.has["army"] for code, place in self.places.items() if place.has.get("army")}
        self.orders: dict[str, list[str]] = {}
        self.taken: set[str] = set()
        self.rivals: dict[str, int] = {}
        self.luck: dict[str, int] = {}
        self.own = self.mixed([code for code, place in self.places.items() if place.kind == "own"])
        self.foe = self.weakest()

    def card(self) -> str:
        """All orders, those of the nation first."""
        self.pay_debt()
        for code in self.mixed(self.army):
            self.claim_here(code)
        for n, place in self.places.items():
            if place.kind == "fleet":
                self.steer(n, place)
        for code in self.mixed(self.army):
            self.use_armies(code)
        self.invest()
        self.trade()
        lines = [" ".join([f"@{place}", *given]) for place, given in sorted(self.orders.items())]
        return "\n".join(lines) or "PASS"

    def give(self, place: str, order: str, gold: int = 0) -> None:
        """Note an order and pay for it."""
        self.orders.setdefault(place, []).append(order)
        self.gold -= gold

    def roll(self, label: str, n: int) -> int:
        """A number below n; the house has labels of its own."""
        return self.dice.below(f"house/{self.me}/{self.view.turn}/{label}", n)

    def mixed(self, codes: Collection[str]) -> list[str]:
        """Spaces in an order of this turn's dice: none is preferred for its name."""
        for code in codes:
            if code not in self.luck:
                self.luck[code] = self.roll(f"luck/{code}", 10_000)
        return sorted(codes, key=lambda c: (self.luck[c], c))

    def others(self) -> list[int]:
        """The other nations that are still in the game."""
        return [p for p, nation in self.view.nations.items() if nation.alive and p != self.me]

    def weakest(self) -> int:
        """The neighbour with the fewest armies, or nobody: the one to take land from."""
        near = {self.view.provinces[x].owner for c in self.own for x in self.board.spaces[c].provinces}
        armies = dict.fromkeys(sorted(near - {0, self.me}), 0)
        for province in self.view.provinces.values():
            for p in armies.keys() & province.armies.keys():
                armies[p] += province.armies[p]
        return min(armies, key=lambda p: (armies[p], self.roll(f"foe/{p}", 100), p), default=0)

    def defence(self, code: str) -> int:
        """The armies that wait in a province, militia included."""
        province = self.view.provinces[code]
        militia = self.rules.numbers["militia"].get(province.structure, 0) if province.owner else 0
        return int(sum(n for p, n in province.armies.items() if p != self.me) + militia)

    def needed(self, code: str) -> int:
        """How many armies it sends to take a province: enough to win most of the time."""
        waiting = self.defence(code)
        if waiting:
            return waiting + 1 + (waiting + 1) // 2
        if self.view.provinces[code].owner:
            return 1
        if code not in self.rivals:  # others may come to a white province too, and a tie helps nobody
            near = [self.view.provinces[x].armies for x in self.board.spaces[code].provinces]
            strangers = any(set(armies) - {self.me} for armies in near)
            self.rivals[code] = 1 + self.roll(f"rivals/{code}", 3) if strangers else 1
        return self.rivals[code]

    def wanted(self, code: str) -> bool:
        """Whether it would like to have a province: a white one, or one of the chosen foe's or of nobody's guard."""
        owner = self.view.provinces[code].owner
        if code in self.taken or owner == self.me:
            return False
        return not owner or owner == self.foe or not self.defence(code)

    def choices(self, codes: Iterable[str]) -> list[str]:
        """Provinces worth going to, easiest first."""
        wanted = self.mixed(list(filter(self.wanted, codes)))
        return sorted(wanted, key=lambda c: (self.needed(c), not self.view.provinces[c].owner))

    def pay_debt(self) -> None:
        """TT 6.2: it names armies from the places with the most of them."""
        debt = -self.nation.gold * (2 if self.nation.debts > 1 else 1)
        for code in sorted(self.mixed(self.army), key=lambda c: -self.army[c]):
            n = min(debt, self.army[code])
            if n > 0:
                self.give(code, f"ZA{n}")
                self.army[code] -= n
                debt -= n

    def claim_here(self, code: str) -> None:
        """TT 3.5: where its armies stand in a white province it claims."""
        if "white" in self.places[code].traits and self.army[code]:
            self.give(code, "AC")
            self.taken.add(code)

    def guard(self, code: str) -> int:
        """Armies that stay: one where somebody else's armies are next door, none elsewhere."""
        near = self.board.spaces[code].provinces
        strangers = any(set(self.view.provinces[x].armies) - {self.me} for x in near)
        return 1 if strangers or code in self.taken else 0

    def use_armies(self, code: str) -> None:
        """Armies take what is next to them, or march to where there is something to take."""
        free = self.army[code] - self.guard(code)
        for target in self.choices(self.board.spaces[code].provinces):
            n = self.needed(target)
            if free >= n:
                self.give(code, f"{'AT' if self.view.provinces[target].owner else 'AC'}{n}{target}")
                self.taken.add(target)
                self.army[code] -= n
                free -= n
        if free > 0 and not self.choices(self.board.spaces[code].provinces):
            step = self.way(code, self.board.spaces[code].provinces, self.is_goal)
            if step and self.view.provinces[step].owner == self.me:
                self.give(code, f"AT{free}{step}")
                self.army[code] -= free

    def is_goal(self, code: str) -> bool:
        """Whether armies have something to do in an own province: a neighbour to take, or a fleet to board."""
        if self.view.provinces[code].owner != self.me:
            return False
        fleets = self.view.fleets.get(self.me, {}).values()
        on_shore = any(f.sea in self.board.spaces[code].seas and f.cargo < 4 for f in fleets)
        return on_shore or any(map(self.wanted, self.board.spaces[code].provinces))

    def way(self, start: str, first: Collection[str], is_goal: Callable[[str], bool]) -> str:
        """The first step of a shortest way to a goal, by land through own provinces or by sea; "" if none."""
        land = self.board.spaces[start].land
        queue = [(x, x) for x in self.mixed(first)]
        seen = {start, *first}
        for code, step in queue:  # grows while it is read
            if is_goal(code):
                return step
            if land and self.view.provinces[code].owner != self.me:
                continue
            space = self.board.spaces[code]
            for x in self.mixed(space.provinces if land else space.seas):
                if x not in seen:
                    seen.add(x)
                    queue.append((x, step))
        return ""

    def steer(self, n: str, place: KitPlace) -> None:
        """A fleet unloads where there is something to take, loads where armies wait, or sails to one or the other."""
        sea = self.view.fleets[self.me][int(n[1:])].sea
        cargo, room = place.has["cargo"], place.has["room"]
        shore = self.board.spaces[sea].provinces
        if cargo:
            for target in self.choices(shore):
                if self.needed(target) <= cargo:
                    order = "U" if self.view.provinces[target].owner else "UC"
                    self.give(n, f"{order}{self.needed(target)}{target}")
                    self.taken.add(target)
                    return
        else:
            for code in shore:
                spare = min(room, self.army.get(code, 0) - self.guard(code))
                if spare > 0 and not self.choices(self.board.spaces[code].provinces):
                    self.give(n, f"L{spare}{code}")
                    self.army[code] -= spare
                    return
        step = self.way(sea, self.board.spaces[sea].seas, lambda s: self.is_port(s, cargo))
        if not self.raid(sea) and step:
            self.give(n, f"M{step}")

    def is_port(self, sea: str, cargo: int) -> bool:
        """Whether a fleet has something to do in a sea: land to take, or armies to fetch."""
        shore = self.board.spaces[sea].provinces
        if cargo:
            return any(self.needed(c) <= cargo for c in self.choices(shore))
        return any(self.army.get(c, 0) > 1 for c in shore)

    def raid(self, sea: str) -> bool:
        """TT 4.1: fleets without a landing to make stay and attack the foe's, if they are fewer."""
        mine = sum(1 for fleet in self.view.fleets[self.me].values() if fleet.sea == sea)
        theirs = sum(1 for fleet in self.view.fleets.get(self.foe, {}).values() if fleet.sea == sea)
        if not 0 < theirs < mine:
            return False
        if sea not in self.orders:
            self.give(sea, f"{self.foe}X")
        return True

    def invest(self) -> None:
        """Armies as far as taxes feed them, Towns everywhere, here and there a base and a City, fleets last."""
        units = sum(province.armies.get(self.me, 0) for province in self.view.provinces.values())
        fleets = self.view.fleets.get(self.me, {})
        units += len(fleets) + sum(fleet.cargo for fleet in fleets.values())
        yards = [code for code in self.own if "base or City" in self.places[code].traits]
        spare = self.nation.tax + self.gold // 4 - units - 1
        for code in sorted(yards, key=lambda c: not self.choices(self.board.spaces[c].provinces)):
            shut = not any(map(self.wanted, (x for c in self.own for x in self.board.spaces[c].provinces)))
            seas = self.board.spaces[code].seas
            ships = seas and len(fleets) < FLEETS and self.gold >= self.price["BF"] and spare > 1
            if ships and not self.roll(f"ship/{code}", 2 if shut else 4):
                self.give(code, f"BF1{seas[self.roll(f'sea/{code}', len(seas))]}", self.price["BF"])
                spare -= 1
            elif spare > 0 and self.gold >= self.price["BA"]:
                n = min(spare, self.gold // self.price["BA"], 2 + self.gold // 20)
                self.give(code, f"BA{n}", self.price["BA"] * n)
                spare -= n
        need_yard = len(yards) * 5 < len(self.own)
        for code in self.own:
            structure = self.places[code].traits[0]
            rich = self.gold > 40
            steps = {"none": "BE" if rich else "BT", "town": "BM" if need_yard or rich else "", "base": "BC"}
            order = steps.get(structure, "")
            price = self.rules.numbers["structure"][order]["price"] if order else 0
            if order and price + 1 <= self.gold:
                self.give(code, order, price)
                need_yard = need_yard and order != "BM"

    def trade(self) -> None:
        """Caravans to two or three partners, an escort among them now and then; a hand in a stranger's pocket."""
        partners = self.others()
        for k in range(min(3, len(partners))):
            q = partners.pop(self.roll(f"partner/{k}", len(partners)))
            n = min(self.view.nations[q].tax, self.gold // (2 * self.price["pK"]))
            if n < 1:
                break
            self.give("", f"{q}K{n}", self.price["pK"] * n)
            if self.gold >= self.price["pG"] and not self.roll(f"escort/{q}", 3):
                self.give("", f"{q}G1", self.price["pG"])
        for q in self.others():
            mood = self.roll(f"theft/{q}", 8)
            if mood < 3 or q == self.foe:
                self.give("", (f"{q}S1", f"{q}S1/3", f"{q}SX2", f"{q}SA")[min(mood, 3)])
        if self.foe and not self.roll("aim", 4):
            self.give("", f"{self.foe}T")
        others = self.others()
        if not self.nation.standing and others and not self.roll("file", 6):
            self.give("", f"/1/{others[self.roll('victim', len(others))]}S1")
