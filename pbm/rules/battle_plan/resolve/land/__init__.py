"""9.3: land combat. Each country is settled on its own, after the fights at the borders."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event
from pbm.rules.battle_plan.resolve.land.air import fight_in_the_air, use_excess
from pbm.rules.battle_plan.resolve.land.army import fight_with_armies
from pbm.rules.battle_plan.resolve.land.battle import Battle, Key
from pbm.rules.battle_plan.resolve.land.capture import capture
from pbm.rules.battle_plan.resolve.land.missiles import hit_with_missiles, stop_missiles
from pbm.rules.battle_plan.resolve.land.navy import fight_in_port, guard_the_coast
from pbm.rules.battle_plan.resolve.land.rivals import fight_among_attackers
from pbm.rules.battle_plan.resolve.land.told import battle_report
from pbm.rules.battle_plan.resolve.position import Capture, Group, Orders, Position, Salvo

Step = Callable[[Battle, Dice], None]

STEPS: tuple[tuple[str, str, Step], ...] = (
    # 9.3b, support joins the defenders: the battle counts supporters as defenders from the start.
    ("9.3c", "AntiMissiles stop missiles", stop_missiles),
    ("9.3d", "Missiles hit", hit_with_missiles),
    ("9.3e", "AirForce fights AirForce", fight_in_the_air),
    ("9.3f", "Excess AirForce hits", use_excess),
    ("9.3g", "Navies fight in port", fight_in_port),
    ("9.3h", "Navies guard the coast", guard_the_coast),
    ("4C.6", "Armies fight", fight_with_armies),
    ("9.3j", "Enemies among the attackers fight", fight_among_attackers),
    ("9.3k", "The country is captured", capture),
)


def fight_on_land(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.3: settle every attacked country; all attacks are simultaneous."""
    groups, countries = dict(position.groups), dict(position.countries)
    firing: dict[str, list[tuple[int, Salvo]]] = {}
    for number, salvo in enumerate(position.salvos):
        firing.setdefault(salvo.target, []).append((number, salvo))
    salvos = list(position.salvos)
    captures, marks, kept = dict(position.captures), dict(position.marks), dict(position.kept)
    missile_hits = dict(position.missile_hits)
    reports = list(position.reports)
    events: list[Event] = []
    for code in sorted(position.attacked | firing.keys()):
        country = countries[code]
        serials = position.bound.get(code, ())
        coming: dict[Key, Group] = {serial: groups[serial] for serial in serials}
        battle = Battle(code, country, coming, firing.get(code, ()), position, orders)
        for _, _, step in STEPS:
            step(battle, dice)
        alive, came, staying = battle.alive, battle.came, battle.staying
        for serial in serials:
            lost = came[serial] - alive[serial]
            if lost or serial in staying:
                groups[serial] = groups[serial].after(lost, stays=serial in staying)
        for (number, salvo), stopped in zip(battle.salvos, battle.stopped, strict=True):
            salvos[number] = replace(salvo, stopped=stopped)
        countries[code] = replace(
            country,
            army=alive["army"],
            navy=alive["navy"],
            air=alive["air"],
            antimissiles=battle.antimissiles,
        )
        if battle.marks["industry"] or battle.marks["air"]:
            marks[code] = battle.marks
        if battle.kept != [0, 0]:
            kept[code] = (battle.kept[0], battle.kept[1])
        if battle.through:
            missile_hits[code] = battle.through
        if battle.captured_by:
            captures[code] = Capture(battle.captured_by, country.occupier)
            facts = {"space": code, "by": battle.captured_by, "from": country.occupier}
            events.append(Event("captured", "all", facts))
        reports.append(partial(battle_report, battle))
    return (
        replace(
            position,
            groups=groups,
            countries=countries,
            salvos=tuple(salvos),
            captures=captures,
            marks=marks,
            kept=kept,
            missile_hits=missile_hits,
            reports=tuple(reports),
        ),
        events,
    )
