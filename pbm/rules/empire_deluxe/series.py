"""The figures of the charts (ED 16.2): for all the census, for a player what is theirs."""

from collections import Counter

from pbm.core.events import Heard
from pbm.core.series import Series
from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.kinds import table
from pbm.rules.empire_deluxe.resolve.production import drain
from pbm.rules.empire_deluxe.view import View


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """ED 16.2: cities as the census has them; of a player cities, units, what was built, lost and destroyed, how much
    is explored, the Base Production Efficiency.
    """
    told = heard.get("census", ())
    counted = {int(player): many for player, many in told[-1]["cities"].items()} if told else {}
    census = Series("census", "Cities by the census", counted, "cities, as all are told", gaps=True, goal=0)
    if view.me is None:
        return (census,)
    me, fights = view.viewer, heard.get("fight", ())
    kinds = table(rules.variant).kinds
    lost = sum(not facts["won"] and "unit" in facts for facts in fights)
    won = sum(facts["won"] and facts["foe_kind"] in kinds for facts in fights)
    seen = sum(len(row) - row.count(" ") for row in view.rows)
    load = drain(rules.variant, view.options, len(view.units), len(view.cities))
    counts = Counter(unit.kind for unit in view.units.values())
    return (
        Series("cities", "Cities", {me: len(view.cities)}, "cities", goal=0),
        census,
        Series("units", "Units", {me: len(view.units)}, "units"),
        *(
            Series(
                f"units-{code.lower()}", kind.name[1], {me: counts[code]}, f"{kind.name[1]} at the end of the mailing"
            )
            for code, kind in kinds.items()
        ),
        Series("built", "Built", {me: len(heard.get("produced", ()))}, "units built in the mailing"),
        Series("lost", "Lost", {me: lost}, "units lost in fights"),
        Series("destroyed", "Destroyed", {me: won}, "units of others destroyed"),
        Series("explored", "Explored", {me: 100 * seen // max(1, view.width * view.height)}, "per cent of the world"),
        Series("efficiency", "Base production efficiency", {me: int(100 / load)}, "per cent"),
    )
