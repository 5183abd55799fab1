"""Positions of Naval Warfare with ships at sea, battles and weeks under dice that are given."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.core.dice import Dice, PinnedDice
from pbm.engine.system import Resolution, Rules, Seat
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.naval_warfare.parse import parse
from pbm.rules.naval_warfare.resolve import resolve
from pbm.rules.naval_warfare.resolve.battle.aftermath import close
from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle
from pbm.rules.naval_warfare.resolve.battle.shots import Shooting
from pbm.rules.naval_warfare.resolve.battle.units import SHIP, Arm, Unit
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.setup import lay, start
from pbm.rules.naval_warfare.state import State
from pbm.rules.naval_warfare.tables import NAMED, throw
from pbm.rules.naval_warfare.variant import order_table
from pbm.rules.naval_warfare.view import view

SEATS = (Seat(1, "14"), Seat(2, "25"), Seat(3, "13"), Seat(4, "28"))
RULES = Rules("naval-warfare", "level", {}, {}, order_table(), NAMED, {}, (), {"events": "off"})
SEA = "2308"
Words = dict[str, Any]
EVEN = {"b*": 10}
"""All attacks miss: ties go to the defender (NW 5.7)."""


@cache
def opening(seats: tuple[Seat, ...] = SEATS) -> State:
    """Countries before the founding week."""
    return start(RULES, seats, Dice(b"x" * 16, "NW-1", 0))


def ship(**facts: Any) -> Words:
    """A destroyer of 20 points in group 1 with machine guns, but for what is said."""
    return {"hull": 3, "max": 20, "weapons": "M", "group": 1, **facts}


def fleets(ships: Mapping[int, Mapping[int, Words]], at: str = SEA, **more: Any) -> Words:
    """What is given: country by country ships in their groups, all in one hex, every two countries at war; of `more`
    tables are laid over these.
    """
    there = sorted(ships)
    words: Words = {
        "turn": 1,
        "countries": {str(p): {"war": [q for q in there if q != p]} for p in there},
        "ships": {str(p): {str(k): it for k, it in own.items()} for p, own in ships.items()},
        "groups": {
            str(p): {str(it["group"]): {"hex": at, "stance": "A"} for it in own.values() if it.get("group")}
            for p, own in ships.items()
        },
    }
    return over(words, more)


def over(words: Words, more: Mapping[str, Any]) -> Words:
    """Tables laid over tables, key by key."""
    found = dict(words)
    for key, value in more.items():
        found[key] = over(found.get(key, {}), value) if isinstance(value, Mapping) else value
    return found


def campaign_of(words: Words, pins: Mapping[str, int], turn: int = 2) -> Campaign:
    """The week that follows a position, before its first phase."""
    return Campaign(lay(opening(), words, RULES), {}, PinnedDice(b"x" * 16, "NW-1", turn, {**EVEN, **pins}), RULES)


def fight(words: Words, pins: Mapping[str, int], rounds: int = 12, at: str = SEA) -> SeaBattle:
    """A battle of all groups in a hex."""
    campaign = campaign_of(words, pins)
    campaign.day = 1
    battle = SeaBattle(campaign, at, rounds)
    for p in campaign.living():
        for g, group in sorted(campaign.groups(p).items()):
            if group.hex == at:
                battle.add_group(p, g)
    close(battle, is_over=battle.play())
    return battle


def duel(one: Words, other: Words, pins: Mapping[str, int], rounds: int = 12, **more: Any) -> SeaBattle:
    """A battle of two ships, 1.7 and 2.7."""
    return fight(fleets({1: {7: one}, 2: {7: other}}, **more), pins, rounds)


def rolls(who: str, attack: int, dodge: int, *, at: str = "b1/r1/s1", **more: int) -> dict[str, int]:
    """The dice of one shot."""
    return {f"{at}/{who}/a": attack, f"{at}/{who}/d": dodge} | {f"{at}/{who}/{name}": n for name, n in more.items()}


def by_round(battle: SeaBattle, name: str = "shot") -> list[list[list[Any]]]:
    """What of a kind happened in each round."""
    told: list[Any] = battle.told
    return [[act for act in it["acts"] if act[0] == name] for it in told]


def acts(battle: SeaBattle, name: str) -> list[list[Any]]:
    """What of a kind happened in a battle, in order."""
    return [act for round_ in by_round(battle, name) for act in round_]


def shots(battle: SeaBattle, who: str = "") -> list[tuple[Any, ...]]:
    """Segment, shooter, weapon, target and outcome of the shots of a battle, or of one shooter."""
    return [(*act[1:5], act[9]) for act in acts(battle, "shot") if who in ("", act[2])]


def order(battle: SeaBattle, number: int = 1) -> list[str]:
    """Who acted after whom in a round."""
    told: list[Any] = battle.told
    return [row[0] for row in told[number - 1]["order"]]


def cards(state: State, texts: Mapping[int, str]) -> dict[int, Parsed]:
    """Cards that are read, all without a fault."""
    found = {}
    for p, text in texts.items():
        lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
        found[p] = parse(lines, view(state, p, RULES), RULES)
        assert found[p].faults == ()
    return found


def week(words: Words, pins: Mapping[str, int], texts: Mapping[int, str] = {}) -> Resolution:
    """A whole week from a position and cards."""
    state = lay(opening(), words, RULES)
    dice = PinnedDice(b"x" * 16, "NW-1", state.turn + 1, {**EVEN, **pins})
    return resolve(state, cards(state, texts), dice, RULES)


def told(resolution: Resolution, kind: str) -> list[dict[str, Any]]:
    """The facts of the events of a kind."""
    return [event.facts for event in resolution.events if event.kind == kind]


def shot(attack: int, dodge: int, net: int, variant: str) -> str:
    """NW 5.7: what becomes of a shot with these natural rolls, in the words of hit_odds.csv; net: hit less dodge."""
    if attack == 1:
        return "fumble"
    arm = Arm("A" if variant == "du_rounds_crit18" else "N", throw("1d6"), 0)
    shooter, foe = Unit("1.7", 1, SHIP, hp=20), Unit("2.7", 2, SHIP, hp=20)
    shooter.hit, shooter.is_uranium = net, variant == "du_rounds_crit18"
    foe.is_plated, foe.is_anti_missile = variant == "target_plated", variant == "target_antimissile"
    outcome = Shooting.outcome(shooter, arm, foe, attack, dodge, 0)
    names = {"critical": "crit_x2", "triple": "crit_x3", "hit": "hit_no_shield" if dodge == 1 else "hit"}
    return names.get(outcome, "miss")


def rolled(battle: SeaBattle) -> frozenset[str]:
    """The labels that were rolled."""
    assert isinstance(battle.campaign.dice, PinnedDice)
    return battle.campaign.dice.rolled
