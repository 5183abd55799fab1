"""The figures of charts: levels, ports and ships launched, which all know; of the viewer money, exp, hulls (NW 17)."""

from pbm.core.events import Heard
from pbm.core.series import Series
from pbm.engine.system import Rules
from pbm.rules.naval_warfare.tables import HULLS
from pbm.rules.naval_warfare.view import View


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """NW 17, 9.3: level first, by which the game is won."""
    there = {number: country for number, country in view.countries.items() if not country.out}
    held = dict.fromkeys(there, 0)
    for port in view.ports.values():
        if port.owner in held and not port.is_destroyed:
            held[port.owner] += 1
    afloat = {number: sum(it.launched.values()) - sum(it.lost.values()) for number, it in there.items()}
    levels = {number: country.level for number, country in there.items()}
    found = [
        Series("level", "Level", levels, "levels", "of the country, by its experience", goal=0),
        Series("ports", "Ports held", held, "ports", "that are not destroyed"),
        Series("ships", "Warships launched less lost", afloat, "ships", "as all know of them"),
    ]
    if view.me is not None and not view.me.out:
        hulls = sum(HULLS[ship.hull].cost for ship in view.ships.values())
        found += [
            Series("money", "Money", {view.viewer: view.me.money}, "dollars", "in hand"),
            Series("exp", "Experience", {view.viewer: view.me.exp}, "points", "of the country", goal=0),
            Series("hulls", "Hulls afloat", {view.viewer: hulls}, "dollars", "what the hulls of all ships cost"),
        ]
    return tuple(found)
