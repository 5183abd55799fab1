"""Combat as the viewer may know it: land, sea, counter-attacks, spies caught (BP 14)."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from pbm.core.english import count
from pbm.core.printout import Battle, Battles, Block, Force, Group, Lines, Section
from pbm.rules.battle_plan.printout.readout import GLYPHS, UNIT_NAMES, Readout, money
from pbm.rules.battle_plan.state import decimal

UNITS = ("army", "navy", "air", "missiles")
BOTH = itemgetter("space", "other")
BORDER_KINDS = "border-fight-kinds"
HIT = {"army": "Army", "navy": "Navy", "air": "AirForce", "industry": "Industry"}


def combat(readout: Readout) -> list[Section]:
    """BP 14: land combat, spies caught, sea combat, counter-attacks and revolutions, in the order of the
    book.
    """
    sections = []
    land = land_battles(readout)
    if land:
        sections.append(Section("battles", "Land combat", (Battles(tuple(land)),), str(len(land))))
    caught = spies_caught(readout)
    if caught:
        sections.append(Section("spies-caught", "Spies caught", (Lines(caught),), str(len(caught))))
    sea = readout.each("sea-battle", _at_sea)
    if sea:
        sections.append(Section("sea-battles", "Sea combat", (Battles(tuple(sea)),), str(len(sea))))
    late = counter_attacks(readout)
    if late:
        sections.append(Section("counter-attacks", "Counter-attacks and revolutions", late))
    return sections


def land_battles(readout: Readout) -> list[Battle]:
    """BP 14: every land battle: with numbers where they are known, else by kinds of unit and with his own
    numbers.
    """

    battles = readout.common(_public_battles).copy()
    places = readout.common(_places)
    groups = readout.shelf(_group)
    for facts in readout.told("battle-own"):
        at = places[facts["space"]]
        battles[at] = _with_own(battles[at], facts["groups"], groups.setdefault(facts["space"], {}))
    for battle in readout.each("battle", _in_full):
        battles[places[battle.code]] = battle
    return _borders(readout) + battles


def _public_battles(readout: Readout) -> list[Battle]:
    """BP 14: every battle by kinds of unit, as all the world knows it."""
    battles = []
    for facts in readout.told("battle-kinds"):
        shown = tuple([_stranger(group) for group in facts["groups"]])
        battles.append(Battle(facts["space"], readout.space(facts["space"]), _outcome(readout, facts), shown))
    return battles


def _places(readout: Readout) -> dict[str, int]:
    """Where each battle stands in the list."""
    return {facts["space"]: at for at, facts in enumerate(readout.told("battle-kinds"))}


def _borders(readout: Readout) -> list[Battle]:
    """BP 9.3a, 14: fights at borders, with numbers where they are known."""
    known = {*map(BOTH, readout.told("border-fight"))}
    others = zip(map(BOTH, readout.told(BORDER_KINDS)), readout.each(BORDER_KINDS, _met, BOTH), strict=True)
    return readout.each("border-fight", _at_border, BOTH) + [battle for codes, battle in others if codes not in known]


def _met(readout: Readout, facts: dict[str, Any]) -> Battle:
    """BP 14: a fight at a border as strangers read it."""
    code = "\u2013".join(BOTH(facts))
    return Battle(code, "border", "", tuple(map(_stranger, facts["groups"])))


def _in_full(readout: Readout, facts: dict[str, Any]) -> Battle:
    made = readout.shelf(_group).setdefault(facts["space"], {})
    known = readout.common(commanders).get(facts["space"], ())
    groups = tuple([_group(group, at, made, known) for at, group in enumerate(facts["groups"])])
    return Battle(
        facts["space"], readout.space(facts["space"]), _outcome(readout, facts), groups, told_steps(facts, groups)
    )


def _at_border(readout: Readout, facts: dict[str, Any]) -> Battle:
    """BP 9.3a: both sides of a fight at a border."""
    x, y = facts["groups"]
    who = readout.common(_at_borders).get(BOTH(facts), ())
    told = (
        f"{x['name']} and {y['name']} met at the border: {x['army'][0]} Army against {y['army'][0]}, "
        f"{x['army'][1]} and {y['army'][1]} lost (9.3a)."
    )
    return Battle(
        f"{x['name']}\u2013{y['name']}", "border", "", (_numbered(x, who[:1]), _numbered(y, who[1:])), (told,)
    )


def _with_own(battle: Battle, own: list[dict[str, Any]], made: dict[int, Group]) -> Battle:
    """BP 14: with the numbers that the viewer knows, in a battle that he does not see."""
    groups, told = [*battle.groups], []
    known = tuple([group.player for group in battle.groups])
    for group in own:
        if group["side"] == "attack":
            at = group["at"]
            groups[at] = _group(group, at, made, known)
        else:
            told.append(f"Your support from {group['name']}: {_numbers(group)}.")
    return Battle(battle.code, battle.name, battle.outcome, tuple(groups), tuple(told))


def _outcome(readout: Readout, facts: dict[str, Any]) -> str:
    return f"captured by {readout.tag(facts['by'])}" if facts["by"] else "held"


def _at_sea(readout: Readout, facts: dict[str, Any]) -> Battle:
    groups = [
        _numbered(group if group["name"] else group | {"name": readout.tag(group["player"])}, (group["player"],))
        for group in facts["groups"]
    ]
    return Battle(facts["space"], readout.space(facts["space"]), "", tuple(groups))


def commanders(readout: Readout) -> dict[str, tuple[int, ...]]:
    """BP 14, HR-70: whose the groups of each land battle are, as all know: the occupier of a country, else 0."""
    return {
        facts["space"]: tuple([group["player"] for group in facts["groups"]]) for facts in readout.told("battle-kinds")
    }


def _at_borders(readout: Readout) -> dict[Any, tuple[int, ...]]:
    """The same of fights at borders."""
    return {BOTH(facts): tuple([group["player"] for group in facts["groups"]]) for facts in readout.told(BORDER_KINDS)}


def _group(group: dict[str, Any], at: int, made: dict[int, Group], known: tuple[int, ...]) -> Group:
    """A side of a battle by its place in it, made once for all: whoever is told its numbers is told the same."""
    if at not in made:
        made[at] = _numbered(group, known[at : at + 1])
    return made[at]


def _numbered(group: dict[str, Any], known: tuple[int, ...]) -> Group:
    """A side of a battle with its numbers. Whose it is stands there only where it is known: numbers do not tell who
    controls a minor or sails a sea.
    """
    forces = []
    for unit in UNITS:
        if unit in group:
            sent, lost = group[unit]
            forces.append(Force(unit, sent, lost, UNIT_NAMES[unit], GLYPHS[unit]))
    return Group(group["name"], known[0] if known else 0, group["side"], tuple(forces))


def _stranger(group: dict[str, Any]) -> Group:
    """A side of a battle as the world reads it: kinds of units."""
    return Group(group["name"], group["player"], group["side"], _kinds(tuple(group["kinds"])))


@lru_cache(64)
def _kinds(units: tuple[str, ...]) -> tuple[Force, ...]:
    """Units of unknown number; of four kinds there are few choices."""
    return tuple([Force(unit, word=UNIT_NAMES[unit], glyph=GLYPHS[unit]) for unit in units])


def _numbers(group: dict[str, Any]) -> str:
    told = []
    for unit in UNITS:
        if unit in group:
            sent, lost = group[unit]
            told.append(f"{UNIT_NAMES[unit]}={sent}-{lost}")
    return ",".join(told)


def told_steps(facts: dict[str, Any], groups: Sequence[Group]) -> tuple[str, ...]:
    """The numbers behind a battle, step by step, each with its rule. groups: its sides, each with its player where all
    know whose it is; a step names players only where that is so of all attackers (BP HR-70).
    """
    steps = facts["told"]
    if not all(group.player for group in groups if group.side == "attack"):
        steps = [_nameless(step) if step["step"] == "rivals" else step for step in steps]
    elif "conquerors" in facts:
        steps = [*steps, {"step": "capture", "left": facts["conquerors"]}]
    return tuple([sentence for step in steps if (sentence := SENTENCES[step["step"]](step))])


def _nameless(step: dict[str, Any]) -> dict[str, Any]:
    """BP 9.3j without the players: what all of them lost together."""
    sums = {unit: sum(step.get(unit, {}).values()) for unit in ("lost", "planes")}
    return {"step": step["step"]} | {unit: {"": n} if n else {} for unit, n in sums.items()}


def missiles_sentence(step: dict[str, Any]) -> str:
    """BP 9.3c: how many came through."""
    return f"{count(step['fired'], 'missile')} fired, {step['stopped']} stopped (9.3c)."


def missile_hits_sentence(step: dict[str, Any]) -> str:
    """BP 9.3d: where the missiles that came through hit, and what they killed."""
    parts = [f"{step['army']} at Army killed {step['killed']}"] if step["army"] else []
    marked = [
        f"{step[unit]} at {name}" for unit, name in (("industry", "Industry"), ("air", "the air base")) if step[unit]
    ]
    if marked:
        parts.append(f"{' and '.join(marked)} each suppress 10 at most from next turn")
    return f"Of the missiles that got through, {'; '.join(parts)} (9.3d)."


def air_sentence(step: dict[str, Any]) -> str:
    """BP 9.3e: what fell on both sides, and who has the excess."""
    excess = step["excess"]
    rest = f"excess {abs(excess)} for the {'attackers' if excess > 0 else 'defenders'}" if excess else "no excess"
    return (
        f"In the air {step['attack']} against {step['defend']}: {step['attack_lost']} and {step['defend_lost']} lost; "
        f"{rest} (9.3e)."
    )


def excess_sentence(step: dict[str, Any]) -> str:
    """BP 9.3f: what the excess hit, how it was split over several targets (BP HR-32), and what was rolled in vain."""
    rolled = step.get("rolled", {})  # by target; of the defenders' one number, for theirs has an order of its own
    ours = rolled if isinstance(rolled, dict) else {}
    hits = [
        f"{step[unit]} {name}" + (f" ({ours[unit]} rolled)" if unit in ours else "")
        for unit, name in HIT.items()
        if step.get(unit) or unit in ours
    ]
    hit = f"hit {', '.join(hits) or 'nothing'}" + (f"; {rolled} were rolled" if rolled and not ours else "")
    planes, parts = step.get("planes"), step.get("parts")
    if not planes:
        return f"The excess AirForce {hit} (9.3f)."
    sent = ", ".join(f"{n} at {HIT[unit]}" for unit, n in planes.items())
    if not parts:
        return f"{sent} were sent; the excess AirForce {hit} (9.3f)."
    split = ", ".join(f"{n} at {HIT[unit]}" for unit, n in parts.items())
    return f"{sent} were sent; of the excess {split}; it {hit} (9.3f)."


def navy_sentence(step: dict[str, Any]) -> str:
    """BP 9.3g: navies in port."""
    attack_lost, defend_lost = step["attack_lost"], step["defend_lost"]
    rolled = " rolled {} and {} hits".format(*step["rolled"]) if "rolled" in step else ""
    return f"Navies {step['attack']} against {step['defend']}{rolled}: {attack_lost} and {defend_lost} lost (9.3g)."


def coast_sentence(step: dict[str, Any]) -> str:
    """BP 9.3h: navies against armies that land."""
    came = f" of {step['landing']} from seas" if "landing" in step else ""
    rolled = f", {step['rolled']} were rolled" if "rolled" in step else ""
    return f"{step['navy']} Navy on the coast shot {step['hits']} Army{came}{rolled} (9.3h)."


def rivals_sentence(step: dict[str, Any]) -> str:
    """BP 9.3j: enemies among the attackers: with what they met, who hit whom in each round, and what they lost."""
    met = ", ".join(f"[{p}] {_forces(*n)}" for p, n in step.get("start", {}).items())
    rounds = "".join(f" Round {n}: {_shots(told)}." for n, told in enumerate(step.get("rounds", ()), 1))
    units = (("Army", step["lost"]), ("AirForce", step.get("planes", {})))
    lost = [
        f"{unit} lost {', '.join(f'[{p}] {n}' if p else f'{n}' for p, n in by.items())}" for unit, by in units if by
    ]
    told = ", ".join(lost)
    if met and told:
        return f"Enemies among the attackers fought: {met}.{rounds} {told} (9.3j)."
    return f"Enemies among the attackers fought: {told} (9.3j)." if told else ""


def _forces(army: int, air: int) -> str:
    """BP 9.3j: Army, and AirForce that is left over."""
    return " and ".join(f"{n} {name}" for n, name in ((army, "Army"), (air, "AirForce")) if n)


def _shots(told: Sequence[Sequence[Any]]) -> str:
    """BP 9.3j: the hits of one round, by who shoots."""
    hits: dict[int, list[str]] = {}
    for p, q, unit, n in told:
        if n:
            hits.setdefault(p, []).append(f"{n} {HIT[unit]} of [{q}]")
    return "; ".join(f"[{p}] hits {', '.join(these)}" for p, these in hits.items()) or "nobody hits"


def capture_sentence(step: dict[str, Any]) -> str:
    """BP 9.3k, HR-38: what conquering Army each player had left."""
    left = ", ".join(f"[{p}] {n}" for p, n in step["left"].items())
    return f"Conquering Army left: {left}; most takes the country (9.3k)."


def army_sentence(step: dict[str, Any]) -> str:
    """BP 4C.6 with its numbers: 30 Army against 11; the winner loses 11\u00b2 \u2215 30 = 4.03, so 4."""
    attack, defend = step["attack"], step["defend"]
    ally = " The defenders held an attacker for an ally and counted three quarters (HR-36)." if step["ally"] else ""
    if attack == defend and not step["ally"]:
        left = defend - step["defend_lost"]
        return f"{attack} Army against {defend}: equal, the attackers fell and {left} was left (4C.6)."
    won = 4 * attack > 3 * defend if step["ally"] else attack > defend  # who wins can still lose all that he has
    side, lost = ("attackers", step["attack_lost"]) if won else ("defenders", step["defend_lost"])
    formula = _formula(attack, defend, won=won, share=75 if step["ally"] else 100)
    return f"{attack} Army against {defend}; the {side} won and lost {formula}, so {lost} (4C.6).{ally}"


def _formula(attack: int, defend: int, *, won: bool, share: int) -> str:
    """BP 4C.6: the loser's square by the winner's number. Defenders count that share of 100, and what they lose is
    counted back into whole armies (BP HR-36).
    """
    counted = decimal(share * defend)
    if won:
        loss = _divided(share * share * defend * defend, 100 * attack)
        return f"{counted}\u00b2 \u2215 {attack} = {money(loss)}"
    loss = _divided(10000 * attack * attack, share * defend)
    back = f", counted back {money(_divided(1000000 * attack * attack, share * share * defend))}" if share < 100 else ""
    return f"{attack}\u00b2 \u2215 {counted} = {money(loss)}{back}"


def _divided(number: int, by: int) -> int:
    """The quotient, rounded half up."""
    return (number + by // 2) // by


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "missiles": missiles_sentence,
    "missile-hits": missile_hits_sentence,
    "air": air_sentence,
    "excess": excess_sentence,
    "navy": navy_sentence,
    "coast": coast_sentence,
    "army": army_sentence,
    "rivals": rivals_sentence,
    "capture": capture_sentence,
}


def spies_caught(readout: Readout) -> tuple[str, ...]:
    """BP 6B: what each player lost where, told to all the world."""
    by_owner: dict[int, list[str]] = {}
    for facts in readout.told("spy-caught"):
        by_owner.setdefault(facts["owner"], []).append(f"{facts['space']}={facts['number']}")
    return tuple(f"{readout.tag(p)} {' '.join(places)}" for p, places in sorted(by_owner.items()))


def counter_attacks(readout: Readout) -> tuple[Block, ...]:
    """BP 9.6: armies that came home to a lost country, and countries that rose."""
    lines = []
    figures = {facts["space"]: facts["groups"] for facts in readout.told("counter-attack-losses")}
    for facts in readout.told("counter-attack"):
        result = "recaptured" if facts["won"] else "failed"
        groups = figures.get(facts["space"])
        numbers = ""
        if groups:
            home, holders = groups
            numbers = (
                f": {facts['space']}(Army={home['army'][0]}-{home['army'][1]}) "
                f"{readout.tag(facts['against'])}(Army={holders['army'][0]}-{holders['army'][1]})"
            )
        lines.append(f"{facts['space']} counter-attack {result}{numbers}")
    lines += [
        f"{facts['space']} revolution against {readout.tag(facts['from'])}" for facts in readout.told("revolution")
    ]
    return (Lines(tuple(lines)),) if lines else ()
