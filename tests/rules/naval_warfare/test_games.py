"""Laws over whole games of house players (NW 19): one seed of each variant here, five by

python -m tests.rules.naval_warfare.test_games
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine import turn
from pbm.engine.system import Seat
from pbm.engine.turn import Played
from pbm.orders.form import OrderLine
from pbm.rules.naval_warfare import SYSTEM
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import slots
from pbm.rules.naval_warfare.state import UTILITY, Ship, State, active
from pbm.rules.naval_warfare.tables import LEVELS, NAMED, SPECIAL, WEAPONS
from pbm.rules.naval_warfare.variant import load

SEATS, WEEKS = 12, 26
SEEDS = ("one", "two", "three", "four", "five")
HUNGRY = 4
"""Weeks in a row that nobody should be without a dollar."""


class Tally:
    """What happened in a game. used: specials that showed in a battle; poor: weeks in a row without a dollar."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.built: Counter[int] = Counter()
        self.fired: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.ports: set[str] = set()
        self.cut: set[tuple[int, int]] = set()
        self.poor: Counter[int] = Counter()
        self.poorest = self.battles = self.draws = self.strikes = self.monsters = self.weeks = 0

    def lacks(self, variant: str) -> list[str]:
        """What the goals of NW 19 for one game miss."""
        goals = {
            "a country built fewer than 8 ships": min(self.built[p] for p in range(1, SEATS + 1)) >= 8,
            "fewer than 60 battles": self.battles >= 60,
            "fewer than 30 ships sunk": self.kinds["sunk"] >= 30,
            "fewer than 5 ports taken or destroyed": len(self.ports) >= 5,
            "40 % of the battles are draws": 5 * self.draws < 2 * self.battles,
            "somebody had no dollar for four weeks": self.poorest < HUNGRY,
            "fewer than 2 embargoes in force": len(self.cut) >= 2 or variant == "level",  # there all are ALL
            "no monster killed by ships": self.monsters > 0,
        }
        return [text for text, is_met in goals.items() if not is_met]


def start(variant: str, seed: str) -> tuple[Any, State]:
    """The rules, and a game of twelve countries; their lands are rolled in the variant with a chart by dice."""
    rules = load(variant, {})
    homes = SYSTEM.setup.homes(rules)[:SEATS]
    seats = tuple(Seat(player=k, name=f"P{k}", home=home) for k, home in enumerate(homes, 1))
    return rules, SYSTEM.start(rules, seats, Dice(seed.encode(), "G", 0))


def played(variant: str, seed: str) -> Iterator[tuple[State, Played]]:
    """The weeks of a game of house players, each with the position before it."""
    rules, state = start(variant, seed)
    for week in range(1, WEEKS + 1):
        cards = {}
        for player in SYSTEM.course.living(state):
            text = SYSTEM.house(SYSTEM.view(state, player, rules), rules, Dice(seed.encode(), "H", week))
            cards[player] = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
        found = turn.play(SYSTEM, rules, state, cards, Dice(seed.encode(), "G", week))
        yield state, found
        state = found.state
        if state.ended:
            return


def check_position(state: State) -> None:
    """NW 2.5 to 2.9, 4.3, 4.10, 19: what holds in every position."""
    harbours = {port.hex for port in state.ports.values()}
    for number, country in state.countries.items():
        for name in ("money", "food", "oil", "raw", "goods", "captains"):
            assert getattr(country, name) >= 0, (number, name)
        ships = state.ships.get(number, {})
        assert active(ships.values()) <= country.active
        assert sum(ship.reserve for ship in ships.values()) <= NAMED["reserve"]
        assert sum(ship.kind == UTILITY for ship in ships.values()) <= NAMED["utility"]
        assert not {*country.gone} & {*ships}
        for k, ship in ships.items():
            places = [bool(ship.group), bool(ship.port), bool(ship.away)]
            assert sum(places) == 1, (number, k)
            assert not ship.group or ship.group in state.groups[number]
            assert len(ship.weapons) <= slots(ship) or "SU" in ship.specials
            assert 0 < ship.hp <= ship.max
        for g, group in state.groups.get(number, {}).items():
            members = [ship for ship in ships.values() if ship.group == g]
            has_admiral = any(ship.admiral for ship in members)
            assert 1 <= len(members) <= NAMED["admiral_group" if has_admiral else "group"]
            assert group.hex in harbours or group.hex not in chart().land
    for port in state.ports.values():
        assert len(port.weapons) <= port.slots
        assert 0 <= port.structure <= NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0)


def check_mailing(before: State, found: Played) -> None:
    """NW 5.15, 11.4, 19: no fault, accounts that add up, battles of twelve rounds at most, words that come back."""
    after: State = found.state
    faults = [fault for card in found.parsed.values() for fault in card.faults]
    assert not faults, faults[0]
    told = set()
    for event in found.events:
        if event.kind == "account":
            p, rows = event.facts["country"], event.facts["rows"]
            assert rows[0] == ["before", before.countries[p].money]
            assert sum(row[1] for row in rows[:-1]) == rows[-1][1] == after.countries[p].money, (p, rows)
            told.add(p)
        elif event.kind == "battle":
            assert 1 <= event.facts["rounds"] <= NAMED["rounds"]
    assert told == {*SYSTEM.course.living(after)}
    rules = load("level", {})
    assert SYSTEM.words.from_words(SYSTEM.words.to_words(after), rules) == after
    SYSTEM.words.check(after, tuple(after.countries), rules)
    check_captains(before, found)


def check_captains(before: State, found: Played) -> None:
    """NW 2.5, 2.10, 4.9, 5.12, 7.1, 7.4, 8.91, 19: officers in the pool and aboard are those who were there, and those
    who came, less the lost. An admiral is a captain, promoted.
    """
    after: State = found.state
    for p in SYSTEM.course.living(after):
        old, new = before.countries[p], after.countries[p]
        change = len(old.prisoners) - len(new.prisoners)
        for event in found.events:
            change += _officers_of(event, p, before, found)
        was = old.captains + len(old.admirals) + sum(map(officers, before.ships.get(p, {}).values()))
        now = new.captains + len(new.admirals) + sum(map(officers, after.ships.get(p, {}).values()))
        assert now == was + change, (p, was, now, change)


def officers(ship: Ship) -> int:
    """A captain and an admiral, where they are aboard."""
    return bool(ship.captain) + bool(ship.admiral)


def _officers_of(event: Event, p: int, before: State, found: Played) -> int:
    """How many officers a country has more after an event, less those who are prisoners of it."""
    facts = event.facts
    if event.kind == "ship-level":
        return int(facts["country"] == p)
    if event.kind == "level" and facts["country"] == p:
        given_up = found.state.countries[p].prefs.get(f"LV{facts['level']}")
        return 0 if given_up == "C" else LEVELS[facts["level"]].captains
    if event.kind == "event" and facts["what"] == "captain":
        return int(facts["roller"] == p)
    if event.kind not in ("sunk", "taken"):
        return 0
    ship = before.ships.get(facts["country"], {}).get(facts["ship"])
    lost = 0
    if facts["country"] == p and ship is not None:
        orders = found.parsed[p].orders
        came = any(order.code == "ABOARD" and order.place == f"#{facts['ship']}" for order in orders)
        lost = officers(ship) + came
    is_prize = event.kind == "taken" and facts["by"] == p and (ship is None or ship.captain > 0)
    return is_prize - lost


def reckon(tally: Tally, before: State, found: Played) -> None:
    """What a week adds to the counts of a game."""
    after: State = found.state
    for player, country in after.countries.items():
        tally.poor[player] = 0 if country.money or country.out else tally.poor[player] + 1
    tally.poorest = max(tally.poorest, *tally.poor.values())
    events = found.events
    records = {event.facts["number"]: k for k, event in enumerate(events) if event.kind == "rounds"}
    for event in events:
        tally.kinds[event.kind] += 1
        facts = event.facts
        if event.kind == "built":
            tally.built[facts["country"]] += 1
        elif event.kind in ("port-destroyed", "port-taken"):
            tally.ports.add(facts["port"])
        elif event.kind == "cut-off":
            tally.cut.add((facts["by"], facts["of"]))
        elif event.kind == "battle":
            k = records[facts["number"]]
            _battle(tally, before, facts, events[k].facts, is_strike=events[k + 1].kind == "strike")


def _battle(
    tally: Tally, before: State, facts: Mapping[str, Any], rounds: Mapping[str, Any], *, is_strike: bool
) -> None:
    """A battle, or a strike: there only one side has ships or a port in the hex."""
    if is_strike or len({sheet["owner"] for sheet in rounds["fighters"]}) < 2:
        tally.strikes += 1
        return
    tally.battles += 1
    tally.draws += not facts["result"]
    by_ships = False
    for act in (act for told in rounds["rounds"] for act in told["acts"]):
        if act[0] == "flash":
            tally.used["SF"] += 1
        if act[0] == "shot":
            _, segment, who, weapon, target, *_, outcome, damage, where, was, left = act
            tally.fired[weapon] += weapon in WEAPONS
            shooter, foe = _ship(before, who), _ship(before, target)
            by_ships |= shooter is not None and where == "hull"
            tally.used.update(_shown(shooter, segment))
            tally.used.update(_suffered(foe, outcome, damage, where, was - left))
    tally.monsters += facts["what"] == "monster" and by_ships and 0 not in facts["result"] and bool(facts["result"])


def _ship(state: State, who: str) -> Ship | None:
    """A ship of a country by its name in a battle."""
    owner, _, number = who.partition(".")
    return state.ships.get(int(owner), {}).get(int(number)) if owner.isdecimal() and number.isdecimal() else None


IN_SIGHT = frozenset(("PR", "SF", "PA", "AM", "RA", "ES"))
"""Specials that show in what is told of a shot; of all others a ship that fires has the use."""


def _shown(ship: Ship | None, segment: int) -> set[str]:
    if ship is None:
        return set()
    return {*ship.specials} - IN_SIGHT | ({"PR"} if segment == 0 else set())


def _suffered(ship: Ship | None, outcome: str, damage: int, where: str, change: int) -> set[str]:
    """NW 4.1, 5.7, 5.8: what armour, decoys and shields that come back did."""
    if ship is None:
        return set()
    found = {"plated": "PA", "missile": "AM"}.get(outcome, "")
    if damage and where == "hull" and not change and "RA" in ship.specials:
        found = "RA"
    if where == "shields" and "ES" in ship.specials and damage > change:
        found = "ES"
    return {found} - {""}


def play_whole(variant: str, seed: str) -> Tally:
    """A game with the laws held against each week."""
    tally = Tally()
    for before, found in played(variant, seed):
        check_position(found.state)
        check_mailing(before, found)
        reckon(tally, before, found)
        tally.weeks = found.state.turn
    return tally


@pytest.mark.parametrize("variant", ["chart", "level"])
def test_whole_games_keep_the_laws(variant: str) -> None:
    tally = play_whole(variant, "four")
    assert not tally.lacks(variant)


def test_a_card_follows_from_the_view_and_the_dice_alone() -> None:
    """NW 15: it is the same from a view that was filed and read again; other dice make another game of wars."""
    rules, _ = start("chart", "four")
    state = next(before for before, _ in played("chart", "four") if before.turn == 5)
    cards: dict[str, list[str]] = {"a": [], "b": []}
    for player in SYSTEM.course.living(state):
        view = SYSTEM.view(state, player, rules)
        again = SYSTEM.words.view_from_words(SYSTEM.words.view_to_words(view))
        for seed, told in cards.items():
            told.append(SYSTEM.house(view, rules, Dice(seed.encode(), "H", 6)))
            assert SYSTEM.house(again, rules, Dice(seed.encode(), "H", 6)) == told[-1]
    assert cards["a"] != cards["b"]


def test_whoever_is_out_or_looks_on_passes() -> None:
    """NW 9.1: nothing is theirs to order."""
    rules, state = start("level", "four")
    state.countries[3].out = True
    for viewer in (0, 3):
        assert SYSTEM.house(SYSTEM.view(state, viewer, rules), rules, Dice(b"a", "H", 1)) == "PASS"


def report() -> None:
    """Five seeds of each variant."""
    for variant in ("chart", "level"):
        fired, used = Counter[str](), Counter[str]()
        for seed in SEEDS:
            tally = play_whole(variant, seed)
            fired += tally.fired
            used += tally.used
            share = 100 * tally.draws // max(1, tally.battles)
            print(f"{variant} {seed}: {tally.weeks} weeks, {tally.battles} battles, {share} % draws, ", end="")
            print(
                f"{tally.kinds['sunk']} sunk, {tally.kinds['taken']} taken, {len(tally.ports)} ports taken or ", end=""
            )
            print(
                f"destroyed, {len(tally.cut)} embargoes, {tally.monsters} monsters, {tally.strikes} air strikes, ",
                end="",
            )
            print(f"least ships built {min(tally.built[p] for p in range(1, SEATS + 1))}, ", end="")
            print(f"weeks without a dollar {tally.poorest}; misses {tally.lacks(variant)}")
        missing = [*({*WEAPONS} - {*fired}), *({*SPECIAL} - {*used})]
        print(f"{variant}: fired {dict(fired)}, used {dict(used)}, never {missing}")


if __name__ == "__main__":
    report()
