"""Empire Deluxe: hidden worlds, cities that build, units whose orders go on, several game turns a mailing."""

from collections.abc import Mapping
from typing import Any

from pbm.core.dice import Dice
from pbm.core.events import Heard
from pbm.core.grid import GridView
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Resolution, Rules, Setup, Sheet, System, Words
from pbm.orders.form import Parsed
from pbm.rules.common import words
from pbm.rules.empire_deluxe.ending import ending, outcome
from pbm.rules.empire_deluxe.parse import kit, parse
from pbm.rules.empire_deluxe.series import series
from pbm.rules.empire_deluxe.setup import SEATS, check, lay, seat_name, start
from pbm.rules.empire_deluxe.state import State, awaited, from_words, living, over, state_words
from pbm.rules.empire_deluxe.variant import FREE, VARIANTS, load, unfit
from pbm.rules.empire_deluxe.view import View, view


def _resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """ED 8.1: loaded when the first mailing is played: a check of a card needs none."""
    from pbm.rules.empire_deluxe.mailing import play

    return play(state, parsed, dice, rules)


def _phases() -> tuple[tuple[str, str], ...]:
    """ED 8.3: loaded as the turn's own code is."""
    from pbm.rules.empire_deluxe.resolve import SEQUENCE, SILENT

    return tuple((rule, name) for rule, name, phase in SEQUENCE if phase not in SILENT)


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """ED 15: loaded when the first printout is wanted."""
    from pbm.rules.empire_deluxe.printout import printout

    return printout(view, heard, parsed, rules, sheet)


def _whole(state: State, rules: Rules, sheet: Sheet) -> GridView:
    """ED 16.4: loaded when a revealed game is shown."""
    from pbm.rules.empire_deluxe.printout.mapview import whole

    return whole(state, rules, sheet)


def _house(view: View, rules: Rules, dice: Dice) -> str:
    """A house player, loaded when one is to write a card."""
    from pbm.rules.empire_deluxe.house import house

    return house(view, rules, dice)


def _state_of(told: Mapping[str, Any], rules: Rules) -> State:
    return from_words(told)


def _homes(rules: Rules) -> tuple[str, ...]:
    return tuple(SEATS)


SYSTEM = System(
    name="empire-deluxe",
    title="Empire Deluxe",
    variants=VARIANTS,
    setup=Setup(homes=_homes, load=load, called=seat_name, free=FREE, unfit=unfit),
    course=Course(
        living=living,
        awaited=awaited,
        over=over,
        ending=ending,
        out="knocked-out",
        told=outcome,
        owners=lambda state: {code: it.owner for code, it in state.cities.items()},
    ),
    words=Words(
        to_words=state_words,
        from_words=_state_of,
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("cities", owner="owner"), Named("units", numbered=True), Named("players")),
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
    whole=_whole,
)
