"""Naval Warfare: a table game played by mail, with a referee who shows the dice."""

from collections.abc import Mapping
from typing import Any

from pbm.core.dice import Dice
from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Resolution, Rules, Setup, Sheet, System, Words
from pbm.orders.form import Parsed
from pbm.rules.common import words
from pbm.rules.naval_warfare.ending import OUT, SEAT, ending
from pbm.rules.naval_warfare.parse import kit, parse
from pbm.rules.naval_warfare.possible import check
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.series import series
from pbm.rules.naval_warfare.setup import CHART, ROLLED, lay, start, territories
from pbm.rules.naval_warfare.state import State, from_words, living, over, state_words
from pbm.rules.naval_warfare.variant import FREE, VARIANTS, load
from pbm.rules.naval_warfare.view import View, view


def _resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """NW 3: loaded when the first turn is played: a check of a card needs none."""
    from pbm.rules.naval_warfare.resolve import resolve

    return resolve(state, parsed, dice, rules)


def _phases() -> tuple[tuple[str, str], ...]:
    """NW 3: loaded as the turn's own code is."""
    from pbm.rules.naval_warfare.resolve import SEQUENCE

    return tuple((rule, name) for rule, name, _ in SEQUENCE)


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """NW 16: loaded when the first printout is wanted."""
    from pbm.rules.naval_warfare.printout import printout

    return printout(view, heard, parsed, rules, sheet)


def _house(view: View, rules: Rules, dice: Dice) -> str:
    """A house player, loaded when one is to write a card."""
    from pbm.rules.naval_warfare.house import house

    return house(view, rules, dice)


def _state_of(told: Mapping[str, Any], rules: Rules) -> State:
    return from_words(told)


def _homes(rules: Rules) -> tuple[str, ...]:
    """NW 2.1: where all is rolled, seats that nobody chose roll their territory too."""
    return (*ROLLED, *territories()) if rules.variant == CHART else territories()


def _called(rules: Rules, home: str) -> str:
    land = chart().lands.get(home)
    return land.name if land else ""


SYSTEM = System(
    name="naval-warfare",
    title="Naval Warfare",
    variants=VARIANTS,
    setup=Setup(homes=_homes, load=load, called=_called, free=FREE, least_seats=2, most_seats=20),
    course=Course(
        living=living,
        awaited=living,
        over=over,
        ending=ending,
        out=OUT,
        seat=SEAT,
        owners=lambda state: {code: it.owner for code, it in state.ports.items()},
    ),
    words=Words(
        to_words=state_words,
        from_words=_state_of,
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("ports", owner="owner"), Named("countries")),
        in_rows=True,
    ),
    start=start,
    parse=parse,
    resolve=_resolve,
    view=view,
    printout=_printout,
    series=series,
    kit=kit,
    house=_house,
    phases=_phases,
)
