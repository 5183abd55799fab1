"""How a game ends (NW 9.3)."""

from pbm.core.events import Event
from pbm.engine.system import Rules
from pbm.rules.naval_warfare.state import State, over
from pbm.rules.naval_warfare.tables import HULLS

OUT, SEAT = "out", "country"


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """NW 9.3: what all are told of a position that is over: by level, experience, money and hulls afloat."""
    rows = []
    for p, country in state.countries.items():
        if not country.out:
            afloat = sum(HULLS[ship.hull].cost for ship in state.ships.get(p, {}).values())
            rows.append([p, country.level, country.exp, country.money + afloat])
    rows.sort(key=lambda row: (-row[1], -row[2], -row[3], row[0]))
    facts = {"winner": rows[0][0] if rows else 0, "ranking": rows}
    return (Event("game-over", "all", facts),) if over(state) else ()
