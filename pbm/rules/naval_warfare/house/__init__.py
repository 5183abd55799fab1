"""A house player of Naval Warfare (NW 11): it sees its view alone, and writes cards as players do.

cabinet: what it knows, may spend and writes; council: treaties, wars, embargoes, events, preferences; yard: ports and
ships; wings: aircraft; admiralty: battle groups.
"""

from pbm.core.dice import Dice
from pbm.engine.system import Rules
from pbm.rules.naval_warfare.house.admiralty import admiralty
from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.house.council import council
from pbm.rules.naval_warfare.house.wings import wings
from pbm.rules.naval_warfare.house.yard import yard
from pbm.rules.naval_warfare.view import View


def house(view: View, rules: Rules, dice: Dice) -> str:
    """NW 11: the orders of a card, without its heading."""
    if view.me is None or view.me.out or view.over:
        return "PASS"
    cabinet = Cabinet(view, view.me, dice)
    council(cabinet)
    admiralty(cabinet)
    yard(cabinet)
    wings(cabinet)
    return cabinet.card() or "PASS"
