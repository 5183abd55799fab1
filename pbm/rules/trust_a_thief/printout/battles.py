"""Battles at sea and on land, round by round, with the numbers behind them (TT 4); the same for every reader."""

from collections.abc import Iterator
from math import lcm
from typing import Literal

from pbm.core.english import listed
from pbm.core.printout import Battle, Battles, Force, Group, Section
from pbm.rules.trust_a_thief.printout.readout import Facts, Readout, armies
from pbm.rules.trust_a_thief.resolve.combat import targets_of

Side = Literal["attack", "defend", "meet"]


def combat(readout: Readout) -> list[Section]:
    """TT 4.11: sea by sea, then province by province."""
    sections = []
    for name, title, battles in (
        ("sea-battles", "Battles at sea", readout.shared("sea battles", lambda: sea_battles(readout))),
        ("battles", "Battles on land", readout.shared("land battles", lambda: land_battles(readout))),
    ):
        if battles:
            sections.append(Section(name, title, (Battles(battles),), str(len(battles))))
    return sections


def sea_battles(readout: Readout) -> tuple[Battle, ...]:
    """TT 4.1: each with its rounds, and with what sank."""
    battles = []
    for facts in readout.told("sea-battle"):
        groups = [
            Group(readout.tag(p), p, "meet", (Force("Fleet", sent, lost, glyph="hull"),))
            for p, sent, lost in zip(facts["nations"], facts["sent"], facts["lost"], strict=True)
        ]
        outcome = f"won by {readout.tag(facts['winner'])}" if facts["winner"] else ""
        if facts["sent"] == facts["lost"]:
            outcome = "nobody is left"
        told = (*told_rounds(facts), *_sunk(facts))
        battles.append(Battle(facts["sea"], readout.space(facts["sea"]), outcome, tuple(groups), told))
    return tuple(battles)


def _sunk(facts: Facts) -> Iterator[str]:
    """TT 4.8: which fleets sank, and the armies aboard them."""
    if not facts["sunk"]:
        return
    ships = [f"[{p}] #{n}{f' with {armies(cargo)}' if cargo else ''}" for p, n, cargo in facts["sunk"]]
    drowned = sum(facts["drowned"])
    lost = f"; {armies(drowned)} drowned" if drowned else ""
    yield f"Sunk: {', '.join(ships)}{lost} (4.8)."


def land_battles(readout: Readout) -> tuple[Battle, ...]:
    """TT 4.2: each with its rounds, its militia, and what became of the province."""
    battles = []
    for facts in readout.told("battle"):
        place, owner = facts["place"], facts["owner"]
        groups = []
        for p, sent, lost in zip(facts["nations"], facts["sent"], facts["lost"], strict=True):
            side: Side = "meet" if owner not in facts["nations"] else "defend" if p == owner else "attack"
            guard = facts["militia"] if p == owner else 0
            fallen = facts["militia_lost"] if p == owner else 0
            forces = [Force("army", sent - guard, lost - fallen, "Army", "box")] if sent > guard else []
            if guard:
                forces.append(Force("Militia", guard, fallen))
            groups.append(Group(readout.tag(p), p, side, tuple(forces)))
        told = (*told_rounds(facts), *_after(readout, facts))
        battles.append(Battle(place, readout.space(place), outcome(readout, facts), tuple(groups), told))
    return tuple(battles)


def outcome(readout: Readout, facts: Facts) -> str:
    """What a land battle came to, in a few words."""
    place, winner = facts["place"], facts["winner"]
    if not winner:
        return "nobody is left"
    if place in readout.captured:
        return f"taken by {readout.tag(winner)}"
    if place in readout.claimed:
        return f"won and claimed by {readout.tag(winner)}"
    return f"held by {readout.tag(winner)}" if winner == facts["owner"] else f"won by {readout.tag(winner)}"


def _after(readout: Readout, facts: Facts) -> Iterator[str]:
    """TT 4.6, 4.7, 4.10: the militia, a province that nobody won, and the damage."""
    taken = readout.captured.get(facts["place"])
    if facts["militia_lost"]:
        again = "" if taken else ", and stands again next turn"
        yield f"The militia fell first{again} (4.7)."
    if not facts["winner"]:
        keeps = f"[{facts['owner']}] keeps the province" if facts["owner"] else "The province stays white"
        yield f"{keeps} (4.6)."
    if taken and taken["before"] != taken["structure"]:
        was, now = readout.structure(taken["before"]), readout.structure(taken["structure"])
        yield f"The {was} becomes a {now} (4.10)." if now else f"The {was} is destroyed (4.10)."


def told_rounds(facts: Facts) -> Iterator[str]:
    """TT 4.3, 4.9: the rounds, a sentence or two each."""
    left = list(facts["sent"])
    for turn, rolled in enumerate(facts["rounds"], 1):
        there = [at for at, sides in enumerate(rolled["dice"]) if sides]
        tell = _duel if len(there) == 2 else _brawl
        yield f"Round {turn}: {tell(facts, left, rolled, there)}"
        left = [n - lost for n, lost in zip(left, rolled["lost"], strict=True)]


def _duel(facts: Facts, left: list[int], rolled: dict[str, list[int]], there: list[int]) -> str:
    """TT 4.3: both dice, and the two divisions: 4 \u2215 3 down = 1."""
    nations = facts["nations"]
    a, b = there
    x = max(left[a], left[b])
    rolls, dice, lost = rolled["rolls"], rolled["dice"], rolled["lost"]
    losses = []
    for own, other in ((a, b), (b, a)):
        down = rolls[own] > rolls[other]
        due = rolls[other] // x if down else -(-rolls[other] // x)
        way = "" if rolls[other] % x == 0 else " down" if down else " up"
        capped = f", no more than {lost[own]}" if due > lost[own] else ""
        losses.append(f"[{nations[own]}] loses {rolls[other]} \u2215 {x}{way} = {due}{capped}")
    return (
        f"{left[a]} against {left[b]}, X = {x}. [{nations[a]}] rolls {rolls[a]} of {dice[a]}, "
        f"[{nations[b]}] {rolls[b]} of {dice[b]}. {'; '.join(losses)} (4.3)."
    )


def _brawl(facts: Facts, left: list[int], rolled: dict[str, list[int]], there: list[int]) -> str:
    """TT 4.9: all dice, whom each hits where that is not everybody else, and what each is hit with, rounded as told."""
    nations, x = facts["nations"], max(left[at] for at in there)
    forces = listed([str(left[at]) for at in there])
    rolls = ", ".join(f"[{nations[at]}] rolls {rolled['rolls'][at]} of {rolled['dice'][at]}" for at in there)
    targets = _targets(facts, left, there)
    if not targets:  # a turn that was recorded before aims were told
        losses = ", ".join(f"[{nations[at]}] loses {rolled['lost'][at]}" for at in there)
        return f"{forces}, X = {x}. {rolls}. {losses} (4.9)."
    hits = [
        f" [{nations[at]}] hits {listed([f'[{q}]' for q in targets[at]])} alone."
        for at in there
        if len(targets[at]) < len(there) - 1
    ]
    losses = "; ".join(_loss(nations, x, rolled, targets, at) for at in there)
    return f"{forces}, X = {x}. {rolls}.{''.join(hits)} {losses} (4.9)."


def _targets(facts: Facts, left: list[int], there: list[int]) -> dict[int, tuple[int, ...]]:
    """TT 4.9, T34, T36: whom each of those who are left hits, by its place in the lists; nothing where it was not
    told.
    """
    if "aims" not in facts:
        return {}
    nations = facts["nations"]
    forces = {nations[at]: left[at] for at in there}
    foes = {p: frozenset(found) for p, found in zip(nations, facts["foes"], strict=True)}
    aims = dict(zip(nations, facts["aims"], strict=True))
    return {at: targets_of(nations[at], forces, foes, aims) for at in there}


def _loss(
    nations: list[int], x: int, rolled: dict[str, list[int]], targets: dict[int, tuple[int, ...]], at: int
) -> str:
    """TT 4.9, T1, T10: what a nation is hit with, share by share, their sum over one divisor, and how it is rounded."""
    rolls, lost = rolled["rolls"], rolled["lost"][at]
    hitters = [k for k in targets if nations[at] in targets[k]]
    if not hitters:
        return f"nobody hits [{nations[at]}]"
    shares = [(rolls[k], x * len(targets[k])) for k in hitters]
    under = lcm(*(divisor for _, divisor in shares))
    hits = sum(roll * under // divisor for roll, divisor in shares)
    told = " + ".join(f"{roll} \u2215 {divisor}" for roll, divisor in shares)
    if len(shares) > 1:
        told += f" = {hits} \u2215 {under}"
    down = all(rolls[at] > rolls[k] for k in hitters)
    due = hits // under if down else -(-hits // under)
    way = "" if hits % under == 0 else " down" if down else " up"
    capped = f", no more than {lost}" if due > lost else ""
    return f"[{nations[at]}] loses {told}{way} = {due}{capped}"
