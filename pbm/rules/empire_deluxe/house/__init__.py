"""A house player of Empire Deluxe (ED 19): sees its view alone, and writes cards as players do.

lookout: the world as the view shows it, land by land; works: what cities build; errands: what units are to do; planes:
what planes are, and where Infantry becomes an Airbase for them.
"""

from collections.abc import Iterable

from pbm.core.dice import Dice
from pbm.engine.system import Rules
from pbm.orders.operands import MAX_TOKEN
from pbm.rules.empire_deluxe.house.errands import errands
from pbm.rules.empire_deluxe.house.lookout import Lookout
from pbm.rules.empire_deluxe.house.works import works
from pbm.rules.empire_deluxe.view import View

ODDS = 60
"""ED 19: it strikes at such odds."""
FIRST = {"A": "H", "R": "H", "D": "E", "S": "H", "C": "H", "W": "H"}
"""ED 19: the first orders of new units."""


def house(view: View, rules: Rules, dice: Dice) -> str:
    """ED 19: the orders of a card, without its heading."""
    if view.me is None:
        return "PASS"
    lookout = Lookout(view, rules)
    lines = [text for text in (_standing(view, lookout), *works(lookout), *_headed(lookout, errands(lookout))) if text]
    return "\n".join(lines) or "PASS"


def _standing(view: View, lookout: Lookout) -> str:
    """What goes on by itself, said once."""
    assert view.me is not None
    is_open = lookout.variant == "basic"
    firsts = [f"N{kind}{'H' if is_open else order}" for kind, order in FIRST.items() if kind in lookout.kinds]
    fresh = [text for text in firsts if ">".join(view.me.first.get(text[1], ())) != text[2:]]
    odds = [] if view.me.odds.get("all") == ODDS else [f"O{ODDS}"]
    return " ".join(["@", *odds, *fresh]) if odds or fresh else ""


def _headed(lookout: Lookout, orders: dict[int, str]) -> Iterable[str]:
    """Orders of units, those of one order under one heading; ships first, for armies join them where they load."""
    by_order: dict[str, list[int]] = {}
    for number, text in orders.items():
        by_order.setdefault(text, []).append(number)
    for text, numbers in by_order.items():
        for heading in _headings(sorted(numbers), sorted(lookout.view.units)):
            yield f"{heading} {text}"


def _headings(numbers: list[int], living: list[int]) -> Iterable[str]:
    """Headings that open these units and no others, none longer than a token may be."""
    order = {number: place for place, number in enumerate(living)}
    runs: list[list[int]] = []
    for number in numbers:
        if runs and order[runs[-1][-1]] == order[number] - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    heading = "@#"
    for run in runs:
        text = str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
        if len(heading) + len(text) + 1 > MAX_TOKEN:
            yield heading.rstrip("+")
            heading = "@#"
        heading += f"{text}+"
    yield heading.rstrip("+")
