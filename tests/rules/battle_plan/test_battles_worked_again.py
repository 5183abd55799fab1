"""BP 9.3: a land battle can be worked again from what is printed of it alone, step by step, whoever fought in it."""

import re
from fractions import Fraction
from random import Random
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import heard_by_each
from pbm.core.printout import Battle, Battles
from pbm.engine.turn import play
from pbm.rules.battle_plan.printout.battles import SENTENCES
from pbm.rules.battle_plan.state import Forces, Sea
from tests.rules.battle_plan.games import lines
from tests.rules.battle_plan.printouts import BATTLE_PLAN, RULES, SHEET, position

KINDS = {"Army": "army", "Navy": "navy", "AirForce": "air", "Industry": "industry"}
NAMES = {unit: name for name, unit in KINDS.items()}
NEAR = {2: "RO", 3: "GR", 4: "YU"}  # countries of players 2 to 4 beside Bulgaria, which is player 1's
ORDERS = {"army": ("AC", "AB"), "air": ("FA", "FN", "FF", "FI"), "missiles": ("MA", "MF", "MI")}

Side = dict[str, int]


def units(sentence: str) -> Side:
    """'3 Army, 2 Industry' by kind."""
    return {KINDS[kind]: int(n) for n, kind in re.findall(r"(\d+) (?:at )?(Army|Navy|AirForce|Industry)", sentence)}


class Reader:
    """Works a battle again with pencil and paper: attackers and defenders as printed, then sentence by sentence."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.attack, self.defend = dict.fromkeys(KINDS.values(), 0), dict.fromkeys(KINDS.values(), 0)
        self.lost = {"attack": dict(self.attack), "defend": dict(self.attack)}
        self.missiles = self.excess = 0
        for group in battle.groups:
            for force in group.forces:
                assert force.sent is not None
                assert force.lost is not None
                if force.unit == "missiles":
                    self.missiles += force.sent
                    continue
                side = self.attack if group.side == "attack" else self.defend
                side[force.unit] += force.sent
                self.lost[group.side][force.unit] += force.lost
        self.first = {"attack": dict(self.attack), "defend": dict(self.defend)}
        self.steps: set[str] = set()

    def work(self) -> set[str]:
        """Every sentence in turn; at the end the losses are those of the groups. The steps that were met."""
        for sentence in self.battle.told:
            number = re.findall(r"\((9\.3\w|4C\.6)\)", sentence)[0]
            self.steps.add(number)
            getattr(self, "step_" + number.replace(".", "_").lower())(sentence)
        for name, side in (("attack", self.attack), ("defend", self.defend)):
            for unit in ("army", "navy", "air"):
                assert self.first[name][unit] - side[unit] == self.lost[name][unit], (name, unit, self.battle.told)
        return self.steps

    def step_9_3c(self, sentence: str) -> None:
        fired, stopped = map(int, re.findall(r"\d+", sentence)[:2])
        assert fired == self.missiles
        self.missiles -= stopped

    def step_9_3d(self, sentence: str) -> None:
        found = re.search(r"(\d+) at Army killed (\d+)", sentence)
        if found:
            assert int(found[2]) == min(10 * int(found[1]), self.defend["army"])
            self.defend["army"] -= int(found[2])
        assert sum(map(int, re.findall(r"(\d+) at (?:Army|Industry|the)", sentence))) == self.missiles

    def step_9_3e(self, sentence: str) -> None:
        attack, defend, ours, theirs = map(int, re.findall(r"\d+", sentence)[:4])
        assert (attack, defend) == (self.attack["air"], self.defend["air"])
        self.excess = attack - defend
        whose = "attackers" if self.excess > 0 else "defenders"
        assert re.findall(r"excess (\d+) for the (\w+)", sentence) == [(str(abs(self.excess)), whose)] * bool(
            self.excess
        )
        assert ours + theirs <= min(attack, defend)
        self.attack["air"] -= ours
        self.defend["air"] -= theirs

    def step_9_3f(self, sentence: str) -> None:
        hits = units(sentence.split("hit ", 1)[1].replace(" (", "(").split("(9.3f)")[0])
        if self.excess < 0:
            rolled = re.findall(r"(\d+) were rolled", sentence)
            left = int(rolled[0]) if rolled else sum(hits.values())
            assert left <= -self.excess
            for unit in ("army", "navy", "air"):
                dead = min(left, self.attack[unit])
                assert hits.get(unit, 0) == dead
                self.attack[unit] -= dead
                left -= dead
            return
        parts = {"": self.excess}
        if "were sent" in sentence:
            sent = units(sentence.split(" were sent")[0])
            parts = units(sentence.split("of the excess ")[1].split("; it hit")[0]) if "of the" in sentence else sent
            assert sum(parts.values()) == self.excess
            for unit, n in sent.items():
                assert abs(parts[unit] - Fraction(self.excess * n, sum(sent.values()))) < 1
        for unit, hit in hits.items():
            beyond = re.findall(rf"{hit} {NAMES[unit]} \((\d+) rolled\)", sentence)
            hits_rolled = int(beyond[0]) if beyond else hit
            assert hits_rolled <= parts.get(unit, parts.get("", 0))
            if unit in ("army", "navy"):
                assert hit == min(hits_rolled, self.defend[unit])
                self.defend[unit] -= hit

    def step_9_3g(self, sentence: str) -> None:
        attack, defend = map(int, re.findall(r"(\d+) against (\d+)", sentence)[0])
        lost, killed = map(int, re.findall(r"(\d+) and (\d+) lost", sentence)[0])
        rolled = re.findall(r"rolled (\d+) and (\d+) hits", sentence)
        hits, fire = map(int, rolled[0]) if rolled else (killed, lost)
        assert (attack, defend) == (self.attack["navy"], self.defend["navy"])
        assert (lost, killed) == (min(fire, attack), min(hits, defend))
        assert hits <= attack
        assert fire <= defend
        self.attack["navy"] -= lost
        self.defend["navy"] -= killed

    def step_9_3h(self, sentence: str) -> None:
        navy, shot, landing = map(int, re.findall(r"\d+", sentence)[:3])
        rolled = re.findall(r"(\d+) were rolled", sentence)
        assert navy == self.defend["navy"]
        assert shot == min(int(rolled[0]) if rolled else shot, landing)
        assert landing <= self.attack["army"]
        self.attack["army"] -= shot

    def step_4c_6(self, sentence: str) -> None:
        attack, defend = map(int, re.findall(r"(\d+) Army against (\d+)", sentence)[0])
        assert (attack, defend) == (self.attack["army"], self.defend["army"])
        if attack == defend:
            self.attack["army"], self.defend["army"] = 0, int(re.findall(r"(\d+) was left", sentence)[0])
            return
        lost = int(re.findall(r"so (\d+)", sentence)[0])
        small, large = sorted((attack, defend))
        assert abs(lost - Fraction(small * small, large)) < 1
        self.attack["army"] = attack - lost if attack > defend else 0
        self.defend["army"] = defend - lost if defend > attack else 0

    def step_9_3j(self, sentence: str) -> None:
        assert not self.defend["army"]
        met, *rest = sentence.removeprefix("Enemies among the attackers fought: ").split(". ")
        if not rest:  # one came from a sea or a minor: what all of them lost, and nobody's name (BP HR-70)
            assert "[" not in sentence
            for unit, n in re.findall(r"(Army|AirForce) lost (\d+)", sentence):
                self.attack[KINDS[unit]] -= int(n)
            return
        pools = {
            (p, unit): n
            for p, told in re.findall(r"\[(\d+)\] ((?:\d+ \w+)(?: and \d+ \w+)?)", met)
            for unit, n in units(told).items()
        }
        before = dict(pools)
        assert sum(n for (_, unit), n in pools.items() if unit == "army") <= self.attack["army"]
        for told in rest[:-1]:
            hits: dict[tuple[str, str], int] = {}
            for shooter in told.split(": ", 1)[1].split("; "):
                if shooter == "nobody hits":
                    continue
                p = re.findall(r"\[(\d+)\] hits", shooter)[0]
                on = re.findall(r"(\d+) (Army|AirForce) of \[(\d+)\]", shooter)
                shots = sum(n for (q, _), n in pools.items() if q == p)
                number = sum(int(n) for n, _, _ in on)
                assert number <= shots
                for n, unit, q in on:
                    assert q != p
                    hits[q, KINDS[unit]] = hits.get((q, KINDS[unit]), 0) + int(n)
            for key, n in hits.items():
                pools[key] = max(pools[key] - n, 0)
        lost = {
            (p, KINDS[unit]): int(n)
            for unit, told in re.findall(r"(Army|AirForce) lost ((?:\[\d+\] \d+(?:, )?)+)", rest[-1])
            for p, n in re.findall(r"\[(\d+)\] (\d+)", told)
        }
        assert lost == {key: n - pools[key] for key, n in before.items() if n != pools[key]}, sentence
        for (_, unit), n in lost.items():
            self.attack[unit] -= n

    def step_9_3k(self, sentence: str) -> None:
        left = {int(p): int(n) for p, n in re.findall(r"\[(\d+)\] (\d+)", sentence)}
        assert sum(left.values()) <= self.attack["army"]
        taker = int(re.findall(r"\[(\d+)", self.battle.outcome)[0])
        assert left[taker] == max(left.values())


def fought(seed: int) -> Battle:
    """A battle for Bulgaria of up to four, by chance, as the player who defends it reads it."""
    luck = Random(seed)
    forces = {code: {"army": luck.randint(4, 30), "air": luck.randint(0, 12), "navy": 0} for code in NEAR.values()}
    countries: dict[str, Any] = {
        code: {"occupier": p, "missiles": luck.randint(0, 3), "hpi": 50, **forces[code]} for p, code in NEAR.items()
    }
    home = {"army": luck.randint(0, 40), "navy": luck.randint(0, 4), "air": luck.randint(0, 12)}
    countries["BU"] = {"occupier": 1, "hpi": 50, "antimissiles": luck.randint(0, 2), **home}
    state = position(**countries)
    stances = {p: {q: luck.choice(["enemy", "neutral"]) for q in NEAR if q != p} for p in NEAR}
    state = replace(
        state,
        seas={**state.seas, "BLA": Sea(forces={2: Forces(army=luck.randint(1, 9), navy=luck.randint(1, 9))})},
        players={p: replace(player, stance=stances.get(p, {})) for p, player in state.players.items()},
    )
    cards = {1: ""}
    for p, code in NEAR.items():
        there = {"army": forces[code]["army"], "air": forces[code]["air"], "missiles": countries[code]["missiles"]}
        orders = [f"{luck.choice(ORDERS['army'])}{there['army']}BU"]
        for unit in ("air", "missiles"):
            some = luck.randint(0, there[unit])
            first, second = luck.sample(ORDERS[unit], 2)
            orders += [f"{order}{n}BU" for order, n in ((first, some), (second, there[unit] - some)) if n]
        cards[p] = f"@{code} {' '.join(orders)}"
    if luck.random() < 0.4:
        at_sea = state.seas["BLA"].forces[2]
        cards[2] += f"\n@BLA AC{at_sea.army}BU NN{at_sea.navy}BU"
    turn = play(BATTLE_PLAN, RULES, state, {p: lines(card) for p, card in cards.items()}, Dice(b"%d" % seed, "B", 8))
    heard = heard_by_each(turn.events, [1])
    view = BATTLE_PLAN.view(turn.state, 1, RULES)
    printout = BATTLE_PLAN.printout(view, heard[1], None, RULES, replace(SHEET, drawer={}))
    blocks = [block for part in printout.sections for block in part.blocks if isinstance(block, Battles)]
    return next(battle for block in blocks for battle in block.battles if battle.code == "BU")


STEPS = {"9.3c", "9.3d", "9.3e", "9.3f", "9.3g", "9.3h", "9.3j", "9.3k", "4C.6"}


def test_the_losses_of_a_battle_follow_from_its_sentences() -> None:
    battles = [fought(seed) for seed in range(250)]
    met = [Reader(battle).work() for battle in battles]
    for step in STEPS:
        assert sum(step in steps for steps in met) > 4, f"{step} is tried"
    told = " ".join(sentence for battle in battles for sentence in battle.told)
    for words in ("rolled)", "were rolled", "hits: ", "of the excess", "Round 2: ", "AirForce lost", "of [3]"):
        assert words in told, f"{words} is tried"


def test_what_a_reader_may_not_know_of_the_attackers_is_told_of_all_of_them_together() -> None:
    """BP HR-70: where one came from a sea nobody is named, no round is told, and not what conquerors had left."""
    seen = 0
    for seed in range(250):
        battle = fought(seed)
        if not all(group.player for group in battle.groups):
            told = " ".join(battle.told)
            seen += "(9.3j)" in told
            assert "[" not in told
            assert "Round" not in told
            assert "(9.3k)" not in told
    assert seen > 4


def test_a_battle_that_an_older_pbm_recorded_reads_as_before() -> None:
    steps: list[dict[str, Any]] = [
        {"step": "excess", "by": "attack", "army": 2, "navy": 0, "air": 0, "industry": 3},
        {"step": "excess", "by": "defend", "army": 2, "navy": 1, "air": 0},
        {"step": "navy", "attack": 7, "defend": 3, "attack_lost": 1, "defend_lost": 2},
        {"step": "coast", "navy": 4, "hits": 2},
        {"step": "rivals", "lost": {"2": 3}},
    ]
    assert [SENTENCES[step["step"]](step) for step in steps] == [
        "The excess AirForce hit 2 Army, 3 Industry (9.3f).",
        "The excess AirForce hit 2 Army, 1 Navy (9.3f).",
        "Navies 7 against 3: 1 and 2 lost (9.3g).",
        "4 Navy on the coast shot 2 Army (9.3h).",
        "Enemies among the attackers fought: Army lost [2] 3 (9.3j).",
    ]
