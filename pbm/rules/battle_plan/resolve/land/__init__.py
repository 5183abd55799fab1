"""BP 9.3: land combat. Each country is settled on its own, after the fights at the borders."""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.battle_plan.resolve.land.air import fight_in_the_air, use_excess
from pbm.rules.battle_plan.resolve.land.army import fight_with_armies
from pbm.rules.battle_plan.resolve.land.battle import LandBattle
from pbm.rules.battle_plan.resolve.land.capture import capture
from pbm.rules.battle_plan.resolve.land.missiles import hit_with_missiles, stop_missiles
from pbm.rules.battle_plan.resolve.land.navy import fight_in_port, guard_the_coast
from pbm.rules.battle_plan.resolve.land.rivals import fight_among_attackers
from pbm.rules.battle_plan.resolve.land.told import battle_report
from pbm.rules.battle_plan.resolve.position import BattleReport, Capture, Orders, Position

Step = Callable[[LandBattle, Dice], None]

STEPS: tuple[tuple[str, str, Step], ...] = (
    # BP 9.3b, support joins the defenders: the battle counts supporters as defenders from the start.
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
    """BP 9.3: settle every attacked country; all attacks are simultaneous."""
    countries, left = dict(position.countries), position.left.copy()
    captures, marks, kept = dict(position.captures), dict(position.marks), dict(position.kept)
    missile_hits = dict(position.missile_hits)
    staying: list[int] = []
    reports: list[Callable[[], Iterable[BattleReport]]] = [*position.reports]
    events: list[Event] = []
    for code, meeting in position.away.meetings.items():
        country = countries[code]
        battle = LandBattle(code, country, meeting, position, orders)
        for _, _, step in STEPS:
            step(battle, dice)
        left[meeting.bounds[0] : meeting.bounds[-1]] = battle.left()
        defenders = battle.defenders
        countries[code] = replace(
            country,
            army=defenders["army"][0],
            navy=defenders["navy"][0],
            air=defenders["air"][0],
            antimissiles=battle.antimissiles,
        )
        if battle.industry_hits or battle.base_hits:
            marks[code] = {"industry": battle.industry_hits, "air": battle.base_hits}
        if battle.kept_missiles or battle.kept_air:
            kept[code] = battle.kept_missiles, battle.kept_air
        if battle.through:
            missile_hits[code] = battle.through
        if battle.captured_by:
            captures[code] = Capture(battle.captured_by, country.occupier)
            staying += battle.staying
            facts = {"space": code, "by": battle.captured_by, "from": country.occupier}
            events.append(Event("captured", "all", facts))
        reports.append(partial(battle_report, battle))
    return (
        replace(
            position,
            countries=countries,
            left=left,
            staying=frozenset(staying),
            captures=captures,
            marks=marks,
            kept=kept,
            missile_hits=missile_hits,
            reports=tuple(reports),
        ),
        events,
    )
