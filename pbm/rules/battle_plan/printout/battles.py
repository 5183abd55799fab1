"""Combat as the viewer may know it: land, sea, counter-attacks, spies caught (14)."""

from typing import Any

from pbm.printout import Battle, Battles, Block, Force, Group, Lines, Section
from pbm.rules.battle_plan.printout.desk import Desk, count

UNITS = ("army", "navy", "air", "missiles")
KINDS = {unit: Force(unit) for unit in UNITS}  # units of unknown number


def combat(desk: Desk) -> list[Section]:
    """14: land combat, spies caught, sea combat, counter-attacks and revolutions, in the order of the
    book.
    """
    sections = []
    land = land_battles(desk)
    if land:
        sections.append(Section("battles", "Land combat", (Battles(tuple(land)),), str(len(land))))
    caught = spies_caught(desk)
    if caught:
        sections.append(Section("spies-caught", "Spies caught", (Lines(caught),), str(len(caught))))
    sea = [_battle(desk, facts, "") for facts in desk.told("sea-battle")]
    if sea:
        sections.append(Section("sea-battles", "Sea combat", (Battles(tuple(sea)),), str(len(sea))))
    late = counter_attacks(desk)
    if late:
        sections.append(Section("counter-attacks", "Counter-attacks and revolutions", late))
    return sections


def land_battles(desk: Desk) -> list[Battle]:
    """14: every land battle: with numbers where they are known, else by kinds of unit and with his own
    numbers.
    """

    def in_full(facts: dict[str, Any]) -> Battle:
        return _battle(desk, facts, _outcome(desk, facts), told_steps(facts))

    def by_kinds(facts: dict[str, Any]) -> Battle:
        shown = tuple(_stranger(group) for group in facts["groups"])
        return Battle(facts["space"], desk.space(facts["space"]), _outcome(desk, facts), shown)

    full = {facts["space"]: facts for facts in desk.told("battle")}
    own = {facts["space"]: facts["groups"] for facts in desk.told("battle-own")}
    battles = []
    for facts in desk.told("border-fight"):
        x, y = facts["groups"]
        told: tuple[str, ...] = (
            f"{x['name']} and {y['name']} met at the border: {x['army'][0]} Army against {y['army'][0]}, "
            f"{x['army'][1]} and {y['army'][1]} lost (9.3a).",
        )
        groups = tuple(_group(group) for group in facts["groups"])
        battles.append(Battle(f"{x['name']}\u2013{y['name']}", "border", "", groups, told))
    for kinds in desk.told("battle-kinds"):
        space = kinds["space"]
        if space in full:
            battles.append(desk.once("battle", full[space], in_full))
            continue
        battle = desk.once("battle-kinds", kinds, by_kinds)
        battles.append(_with_own(battle, own[space]) if space in own else battle)
    return battles


def _with_own(battle: Battle, own: list[dict[str, Any]]) -> Battle:
    """14: with the numbers that the viewer knows, in a battle that he does not see."""
    known = {group["at"]: group for group in own if group["side"] == "attack"}
    groups = []
    for at, public in enumerate(battle.groups):
        mine = known.get(at)
        if mine is None:
            groups.append(public)
        else:
            forces = tuple(Force(f.unit, *mine[f.unit]) if f.unit in mine else f for f in public.forces)
            groups.append(Group(public.name, mine["player"], public.side, forces))
    told = tuple(f"Your support from {g['name']}: {_numbers(g)}." for g in own if g["side"] == "defend")
    return Battle(battle.code, battle.name, battle.outcome, tuple(groups), told)


def _outcome(desk: Desk, facts: dict[str, Any]) -> str:
    return f"captured by {desk.tag(facts['by'])}" if facts["by"] else "held"


def _battle(desk: Desk, facts: dict[str, Any], outcome: str, told: tuple[str, ...] = ()) -> Battle:
    groups = []
    for group in facts["groups"]:
        shown = _group(group)
        groups.append(shown if group["name"] else Group(desk.tag(group["player"]), *_rest(shown)))
    return Battle(facts["space"], desk.space(facts["space"]), outcome, tuple(groups), told)


def _rest(group: Group) -> tuple[Any, ...]:
    return group.player, group.side, group.forces


def _group(group: dict[str, Any]) -> Group:
    """A side of a battle with its numbers."""
    forces = tuple([Force(unit, *group[unit]) for unit in UNITS if unit in group])
    return Group(group["name"], group["player"], group["side"], forces)


def _stranger(group: dict[str, Any]) -> Group:
    """A side of a battle as the world reads it: kinds of units."""
    forces = tuple(KINDS[unit] for unit in UNITS if unit in group["kinds"])
    return Group(group["name"], group["player"], group["side"], forces)


def _numbers(group: dict[str, Any]) -> str:
    names = {"army": "Army", "navy": "Navy", "air": "AirF", "missiles": "Missiles"}
    return ",".join(f"{names[unit]}={group[unit][0]}-{group[unit][1]}" for unit in UNITS if unit in group)


def told_steps(facts: dict[str, Any]) -> tuple[str, ...]:
    """The numbers behind a battle, step by step, each with its rule."""
    return tuple(sentence for step in facts["told"] if (sentence := told_step(step)))


def told_step(step: dict[str, Any]) -> str:
    """One step as a sentence."""
    kind = step["step"]
    if kind == "missiles":
        return f"{count(step['fired'], 'missile')} fired, {step['stopped']} stopped (9.3c)."
    if kind == "air":
        return (
            f"In the air {step['attack']} against {step['defend']}: {step['attack_lost']} and "
            f"{step['defend_lost']} lost; excess {abs(step['excess'])} for the "
            f"{'attackers' if step['excess'] > 0 else 'defenders' if step['excess'] else 'side of nobody'} (9.3e)."
        ).replace("; excess 0 for the side of nobody", "; no excess")
    if kind == "excess":
        hits = [
            f"{step[u]} {n}"
            for u, n in (("army", "Army"), ("navy", "Navy"), ("air", "AirForce"), ("industry", "Industry"))
            if step.get(u)
        ]
        return f"The excess AirForce hit {', '.join(hits)} (9.3f)." if hits else ""
    if kind == "navy":
        return (
            f"Navies {step['attack']} against {step['defend']}: {step['attack_lost']} and "
            f"{step['defend_lost']} lost (9.3g)."
        )
    if kind == "coast":
        return f"{step['navy']} Navy on the coast shot {step['hits']} Army (9.3h)."
    if kind == "army":
        return army_sentence(step)
    lost = ", ".join(f"[{p}] {n}" for p, n in step["lost"].items())
    return f"Enemies among the attackers fought: Army lost {lost} (9.3j)." if lost else ""


def army_sentence(step: dict[str, Any]) -> str:
    """4C.6 with its numbers: 30 Army against 11; the winner loses 11\u00b2 \u2215 30 = 4.03, so 4."""
    attack, defend = step["attack"], step["defend"]
    ally = " The defenders held an attacker for an ally and counted three quarters (HR-36)." if step["ally"] else ""
    if attack == defend and not step["ally"]:
        left = defend - step["defend_lost"]
        return f"{attack} Army against {defend}: equal, the attackers fell and {left} was left (4C.6)."
    won = step["attack_lost"] < attack
    loser, winner, lost = (defend, attack, step["attack_lost"]) if won else (attack, defend, step["defend_lost"])
    hundredths = (100 * loser * loser + winner // 2) // winner
    formula = "" if step["ally"] else f"{loser}\u00b2 \u2215 {winner} = {hundredths // 100}.{hundredths % 100:02d}, so "
    side = "attackers" if won else "defenders"
    return f"{attack} Army against {defend}; the {side} won and lost {formula}{lost} (4C.6).{ally}"


def spies_caught(desk: Desk) -> tuple[str, ...]:
    """6B: what each player lost where, told to all the world."""
    by_owner: dict[int, list[str]] = {}
    for facts in desk.told("spy-caught"):
        by_owner.setdefault(facts["owner"], []).append(f"{facts['space']}={facts['number']}")
    return tuple(f"{desk.tag(p)} {' '.join(places)}" for p, places in sorted(by_owner.items()))


def counter_attacks(desk: Desk) -> tuple[Block, ...]:
    """9.6: armies that came home to a lost country, and countries that rose."""
    lines = []
    figures = {facts["space"]: facts["groups"] for facts in desk.told("counter-attack-losses")}
    for facts in desk.told("counter-attack"):
        result = "recaptured" if facts["won"] else "failed"
        groups = figures.get(facts["space"])
        numbers = ""
        if groups:
            home, holders = groups
            numbers = (
                f": {facts['space']}(Army={home['army'][0]}-{home['army'][1]}) "
                f"{desk.tag(facts['against'])}(Army={holders['army'][0]}-{holders['army'][1]})"
            )
        lines.append(f"{facts['space']} counter-attack {result}{numbers}")
    lines += [f"{facts['space']} revolution against {desk.tag(facts['from'])}" for facts in desk.told("revolution")]
    return (Lines(tuple(lines)),) if lines else ()
