"""The figures of charts: provinces, tax, gold, armies and fleets of every nation, all of them public (TT 7.1)."""

from pbm.core.events import Heard
from pbm.core.series import Series
from pbm.engine.system import Rules
from pbm.rules.trust_a_thief.view import View


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """TT 7.1: what stands in the public table of nations, of those that are not out."""
    alive = [p for p, nation in view.nations.items() if nation.alive]
    provinces, armies = dict.fromkeys(alive, 0), dict.fromkeys(alive, 0)
    for province in view.provinces.values():
        if province.owner in provinces:
            provinces[province.owner] += 1
        for p, number in province.armies.items():
            if p in armies:
                armies[p] += number
    for p in alive:
        armies[p] += sum(fleet.cargo for fleet in view.fleets.get(p, {}).values())
    fleets = {p: len(view.fleets.get(p, {})) for p in alive}
    part, whole = rules.numbers["end"]["share"]
    enough = -(-len(view.provinces) * part // whole)
    return (
        Series("provinces", "Provinces", provinces, "provinces", "owned", goal=enough),
        Series("tax", "Tax", {p: view.nations[p].tax for p in alive}, "gold a turn", "of all provinces"),
        Series("gold", "Gold", {p: view.nations[p].gold for p in alive}, "gold", "in hand"),
        Series("armies", "Armies", armies, "armies", "ashore and aboard"),
        Series("fleets", "Fleets", fleets, "fleets", ""),
    )
