"""A house player: it reads a view, keeps its stocks above its needs, develops, builds, and takes what it can (GE)."""

from pbm.core.dice import Dice
from pbm.engine.system import Rules
from pbm.rules.gunboat_empires.house.economy import economy
from pbm.rules.gunboat_empires.house.purse import Purse
from pbm.rules.gunboat_empires.house.war import war
from pbm.rules.gunboat_empires.view import View


def house(view: View, rules: Rules, dice: Dice) -> str:
    """The orders of a house player's card."""
    if view.me is None or view.setup or not view.regions:
        return "PASS"
    purse = Purse(view)
    lines = [*economy(view, purse, dice), *war(view, dice)]
    return "\n".join(lines) or "PASS"
