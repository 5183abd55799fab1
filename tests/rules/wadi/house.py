"""A house player of Wadi, who sees its own view alone: barters, raises, goes to wells, else into the unknown."""

from pbm.core.dice import Dice
from pbm.core.grid import UNKNOWN, square_name
from pbm.core.printout import Kit
from pbm.engine.system import Rules
from tests.rules.wadi.state import ENTERS, Square, View, around


def house(view: View, rules: Rules, dice: Dice, kit: Kit) -> str:
    """The orders of a card, without its heading."""
    band = view.band
    assert band is not None
    lines = []
    label = f"house/{view.viewer}"
    if band.skins:
        lines.append(f"@ T{band.skins}")
    if view.turn % 5 == 1:
        lines.append("@ Q Water for all; peace, now")
    beads, prices = band.beads + band.skins * rules.numbers["rate"] // 2, rules.numbers["beads"]
    for code in [code for code, place in kit.places.items() if place.kind == "well"] if len(band.units) < 9 else ():
        kind = "W" if beads >= 8 and dice.below(f"{label}/{code}", 3) == 0 else "R"
        if beads >= prices[kind]:
            beads -= prices[kind]
            lines.append(f"@{code} B{kind}")
    aims = [(well.x, well.y) for well in band.wells.values() if well.owner != view.viewer]
    edge = [at for at in _squares(band.known) if _is_edge(band.known, at)]
    for number, unit in sorted(band.units.items()):
        if unit.queue or dice.below(f"{label}/{number}/stay", 4) == 0:
            continue
        goals = aims if aims and dice.below(f"{label}/{number}/bold", 3) else edge or aims
        goals = [at for at in goals if band.known[at[1]][at[0]] in ENTERS[unit.kind]]
        if goals:
            goal = min(goals, key=lambda at: (max(abs(at[0] - unit.x), abs(at[1] - unit.y)), at))
            lines.append(f"@#{number} M{square_name(*goal)}")
    return "\n".join(lines)


def _squares(rows: tuple[str, ...]) -> list[Square]:
    return [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != UNKNOWN]


def _is_edge(rows: tuple[str, ...], at: Square) -> bool:
    return any(rows[y][x] == UNKNOWN for x, y in around(at, len(rows[0]), len(rows)))
