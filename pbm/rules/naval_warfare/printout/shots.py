"""What the dice of a battle came to, act by act, in the words of NW 16: one line a shot."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbm.core.english import count
from pbm.rules.naval_warfare.printout.readout import Facts, Readout
from pbm.rules.naval_warfare.state import CARRIER
from pbm.rules.naval_warfare.tables import HULLS, MISSILES, WEAPONS

FACTORS = {"critical": 2, "triple": 3}
PARTS = {"structure": "port", "plane": "aircraft", "battery": "AA unit", "control": "controller"}
"""What fights and is not a ship, where people have another word for it."""
TARGETS = {"shot": 4, "fumble": 5}
"""Where an act has its target."""
PLURAL = 2
"""Fighters of a side, from which on a target is named."""


class Combatant(msgspec.Struct, eq=False):
    """NW 5.3: who fights, as the record has it, and what is left of it as the record is read. before: hit points and
    shields at the start; taker: who took it.
    """

    who: str
    owner: int
    name: str
    word: str
    hp: int
    max: int
    shields: int
    before: tuple[int, int]
    is_ship: bool = False
    fate: str = ""
    taker: int = 0

    @property
    def label(self) -> str:
        """Its number and name, as 1.4 Ajax; the number alone where it has no name."""
        return f"{self.who} {self.name}".rstrip()

    @property
    def number(self) -> int:
        """Of a ship."""
        return int(self.who.partition(".")[2]) if self.is_ship else 0

    @property
    def called(self) -> str:
        """What it is called in a sentence: Ajax, the frigate."""
        return self.name or f"the {self.word}"


class Act(msgspec.Struct, frozen=True):
    """A line of a round: who, with what, the rolls, what came of it, the damage, and what that changed."""

    who: str
    weapon: str
    roll: str
    outcome: str
    damage: str = ""
    rest: str = ""


class Engagement:
    """One battle of the reader, read from its record."""

    def __init__(self, readout: Readout, facts: Facts) -> None:
        self.readout, self.facts = readout, facts
        self.fighters: dict[str, Combatant] = {}
        own = {
            it["who"]: it
            for told in readout.told("own-line")
            if told["number"] == facts["number"]
            for it in told["ships"]
        }
        seen = _first_seen(facts["rounds"])
        for fighter in facts["fighters"]:
            sheet = {**fighter, **own.get(fighter["who"], {})}
            hp = sheet.get("hp", seen.get((sheet["who"], False), 0))
            shields = sheet.get("shields", seen.get((sheet["who"], True), 0))
            self.fighters[sheet["who"]] = Combatant(
                who=sheet["who"],
                owner=sheet["owner"],
                name=sheet.get("name", ""),
                word=_word(sheet),
                hp=hp,
                max=sheet.get("max", hp),
                shields=shields,
                before=(hp, shields),
                is_ship=sheet.get("hull") in HULLS,
            )
        owners = [it.owner for it in self.fighters.values()]
        self._many = {owner for owner in owners if owners.count(owner) >= PLURAL}
        self._skipped: set[tuple[str, str]] = set()
        self.rounds: list[tuple[str, list[Act]]] = [
            (self._order(number, told["order"]), list(self._acts(told["acts"])))
            for number, told in enumerate(facts["rounds"], 1)
        ]
        for it in self.fighters.values():
            if not it.fate and it.hp <= 0 < it.before[0]:
                it.fate = "dead" if it.is_ship else "destroyed"
        for kind in ("taken", "broken-up"):
            for lost in readout.told(kind):
                ship = self.fighters.get(f"{lost['country']}.{lost['ship']}")
                if ship is not None and ship.fate == "dead":
                    ship.fate, ship.taker = kind, lost["by"]

    def _order(self, number: int, order: Sequence[Sequence[Any]]) -> str:
        """NW 5.4: 1.4 Ajax 12, 0.1 frigate 7; in later rounds whoever has no name goes by the number alone."""
        told = []
        for who, total, natural in order:
            it = self.fighters.get(who)
            name = (it.name or (it.word if number == 1 and it.word not in who else "")) if it else ""
            told.append(f"{who} {name} {total}".replace("  ", " ") + (" (natural 20)" if natural == 20 else ""))
        return ", ".join(told)

    def _acts(self, acts: Sequence[Sequence[Any]]) -> Iterator[Act]:
        fired = {act[2] for act in acts if act[0] in TARGETS}
        empty = {act[2] for act in acts if act[0] == "skip"} - fired
        fails = {act[1] for act in acts if act[0] == "morale" and not act[4]}
        fumbled = {(act[1], act[2]) for act in acts if act[0] == "fumble"}
        for act in _in_order(acts):
            kind = act[0]
            if kind == "shot":
                if act[9] != "fumble" or (act[1], act[2]) not in fumbled:
                    yield self._shot(act)
            elif kind == "morale":
                yield self._morale(act, acts, empty)
            elif kind == "retreat":
                if act[1] not in fails:
                    yield self._retreat(act, empty)
            elif kind == "skip":
                key = act[2], act[3]
                if key not in self._skipped and act[2] not in fails:
                    self._skipped.add(key)
                    yield Act(act[2], act[3], "", self._words("skip"))
            elif kind == "fumble":
                yield self._fumble(act)
            elif kind == "flash":
                _, _, who, target, rounds = act
                blind = count(rounds, "round")
                yield Act(who, "", "", self._words("flash").format(target=self._target(target), rounds=blind))
            else:
                self._fate(kind, act[1])
                if kind != "away":  # the check or the retreat has told it
                    yield Act(act[1], "", "", self._words(f"act-{kind}").format(roll=act[2] if len(act) > 2 else 0))

    def _shot(self, act: Sequence[Any]) -> Act:
        """NW 5.7, 5.8."""
        _, _, who, weapon, target, attack, bonus, dodge, dodge_bonus, outcome, damage, where, before, after = act[:14]
        roll = _roll(attack, 0 if outcome in FACTORS else bonus) + (f" : {_roll(dodge, dodge_bonus)}" if dodge else "")
        if outcome not in ("hit", *FACTORS):
            is_tie = outcome == "miss" and dodge and attack + bonus == dodge + dodge_bonus
            return Act(who, weapon, roll, self._words("tie" if is_tie else outcome))
        self._change(target, where, after)
        rest = self._changed(target, where, before, after) + self._saved(target, where, damage, before, after)
        if outcome in FACTORS:
            factor = FACTORS[outcome]
            rest = "; ".join(filter(None, (self._words("past"), rest)))
            return Act(who, weapon, roll, self._words(outcome), f"{damage // factor} x {factor} = {damage}", rest)
        word = self._words("undodged" if dodge == 1 else "hit")
        return Act(who, weapon, roll, word, str(damage), rest)

    def _saved(self, target: str, where: str, damage: int, before: int, after: int) -> str:
        """NW 5.8: what kept a hit from doing all its damage: armor, a thick skin, shields that came back."""
        if where == "shields":
            return f", {self._words('revived')}" if damage >= before and after else ""
        if where != "hull" or before - after >= damage:
            return ""
        it = self.fighters.get(target)
        return f", {self._words('thick' if it and it.word == 'monster' else 'reactive')}"

    def _changed(self, target: str, where: str, before: int, after: int) -> str:
        """your shields 8 > 3; the target is named where there are several."""
        it = self.fighters.get(target)
        if not where or it is None:
            return self._target(target) if it and it.owner in self._many else ""
        change = f"{self._words(f'where-{where}')} {before} > {after}"
        if it.owner in self._many:
            return f"{self._target(target)}: {change}"
        return f"your {change}" if it.owner == self.readout.me else change

    def _target(self, who: str) -> str:
        """NW 5.11: a target by number and name; the reader's own is yours."""
        it = self.fighters.get(who)
        if it is None:
            return who
        return f"your {it.label.partition('.')[2] or it.label}" if it.owner == self.readout.me else it.label

    def _fumble(self, act: Sequence[Any]) -> Act:
        """NW 5.7."""
        _, _, who, weapon, effect, target, damage, before, after = act
        known = WEAPONS.get(weapon)
        stock = "missiles" if weapon in MISSILES else "torpedoes" if weapon == "T" else "shells" if known else "load"
        key = f"fumble-{effect}" if effect != 2 or known is None or known.load else "fumble-nothing"
        it = self.fighters.get(target)
        where = "hull"
        if effect >= 3 and it is not None:
            where = "shields" if effect == 3 and before and before == it.shields else "hull"
            self._change(target, where, after)
        told = self._words(key).format(
            stock=stock,
            target=self._target(target),
            damage=damage,
            change=f"{self._words(f'where-{where}')} {before} > {after}",
        )
        return Act(who, weapon, "1", told)

    def _morale(self, act: Sequence[Any], acts: Sequence[Sequence[Any]], empty: set[str]) -> Act:
        """NW 5.13, 5.14: a check, and at once what comes of one that is failed."""
        _, who, roll, percent, held = act
        if held:
            return Act(who, "", "", self._words("morale-held").format(roll=roll, percent=percent))
        told = self._words("morale-failed").format(roll=roll, percent=percent)
        away = next((it for it in acts if it[0] == "retreat" and it[1] == who), None)
        return Act(who, "", "", f"{told}: {self._turns(away, empty)}" if away else told)

    def _retreat(self, act: Sequence[Any], empty: set[str]) -> Act:
        """NW 5.14."""
        _, who, roll, percent, _, _ = act
        dice = f"{roll} of {percent}: " if roll else ""
        return Act(who, "", "", f"{self._words('retreat')}: {dice}{self._turns(act, empty)}")

    def _turns(self, act: Sequence[Any], empty: set[str]) -> str:
        _, who, _, _, leaves, fires = act
        told = self._words("leaves" if leaves else "stays")
        if not fires:
            return f"{told}, {self._words('fires-not')}"
        return f"{told}, {self._words('empty')}" if who in empty else told

    def _fate(self, kind: str, who: str) -> None:
        """NW 5.12, 5.14: what became of a fighter; one that was sunk or that capsized has not got away."""
        it = self.fighters.get(who)
        if it is not None and kind != "joins" and not (kind == "away" and it.fate in ("sunk", "capsized")):
            it.fate = kind

    def _change(self, target: str, where: str, after: int) -> None:
        it = self.fighters.get(target)
        if it is not None and where == "shields":
            it.shields = after
        elif it is not None and where:
            it.hp = after

    def _words(self, key: str) -> str:
        return self.readout.words("shot", key)


def _first_seen(rounds: Sequence[Facts]) -> dict[tuple[str, bool], int]:
    """NW 15: what fire showed first of the hull, or the shields, of each target."""
    found: dict[tuple[str, bool], int] = {}
    for act in (act for told in rounds for act in told["acts"]):
        if act[0] == "shot" and act[11]:
            found.setdefault((act[4], act[11] == "shields"), act[12])
        elif act[0] == "fumble" and act[6]:
            found.setdefault((act[5], False), act[7])
    return found


def _in_order(acts: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """The record has what went down before the shot that did it; it is told behind it."""
    found = list(acts)
    for at in range(len(found) - 1):
        first, then = found[at], found[at + 1]
        if first[0] == "sunk" and then[0] in TARGETS and then[TARGETS[then[0]]] == first[1]:
            found[at], found[at + 1] = then, first
    return found


def text(act: Act, signs: int, rolls: int, words: Mapping[str, str]) -> str:
    """NW 16: an act as a line of text, in columns of these widths."""
    sign = f"{act.who} {act.weapon}".rstrip()
    if not act.roll:
        return f"  {sign:<{signs}}{act.outcome}"
    head = f"  {sign:<{signs}}{act.roll:<{rolls}}"
    if not act.damage:
        return f"{head}{act.outcome}"
    if "=" in act.damage:
        return f"{head}{act.outcome.upper()}   {act.damage}, {act.rest}"
    damage = f"{act.damage} damage" + (f"; {act.rest}" if act.rest else "")
    if act.outcome == words["undodged"]:
        return f"{head}{words['undodged-told']}; {damage}"
    return f"{head}{act.outcome}   {damage}"


def _roll(natural: int, plus: int) -> str:
    """15+1; 18 where nothing is added."""
    return f"{natural}{plus:+d}" if plus else str(natural)


def _word(it: Mapping[str, Any]) -> str:
    """NW 4.1, 5.3: what a fighter is: a frigate, a carrier, a port, a platform, an aircraft, a monster."""
    kind = str(it.get("kind", ""))
    if it.get("hull") in HULLS and kind != CARRIER:
        return HULLS[it["hull"]].name
    return PARTS.get(kind, kind or "ship")
