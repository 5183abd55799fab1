"""Gunboat Empires: 28 powers, their economy, fleets and armies, on the world of Romin Jhors."""

from collections.abc import Mapping
from typing import Any

from pbm.core.dice import Dice
from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Resolution, Rules, Setup, Sheet, System, Words
from pbm.orders.form import Parsed
from pbm.rules.common import words
from pbm.rules.gunboat_empires.ending import ending, outcome
from pbm.rules.gunboat_empires.parse import kit, parse
from pbm.rules.gunboat_empires.series import series
from pbm.rules.gunboat_empires.setup import check, lay, start
from pbm.rules.gunboat_empires.state import State, from_words, living, over, state_words
from pbm.rules.gunboat_empires.tables import tables
from pbm.rules.gunboat_empires.variant import VARIANTS, load
from pbm.rules.gunboat_empires.view import View, view


def _resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """GE 2.4: loaded when the first turn is played: a check of a card needs none."""
    from pbm.rules.gunboat_empires.resolve import resolve

    return resolve(state, parsed, dice, rules)


def _phases() -> tuple[tuple[str, str], ...]:
    """GE 2.4: loaded as the turn's own code is."""
    from pbm.rules.gunboat_empires.resolve import SEQUENCE, SILENT

    return tuple((rule, name) for rule, name, phase in SEQUENCE if phase not in SILENT)


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """GE 25: loaded when the first printout is wanted."""
    from pbm.rules.gunboat_empires.printout import printout

    return printout(view, heard, parsed, rules, sheet)


def _house(view: View, rules: Rules, dice: Dice) -> str:
    """A house player, loaded when one is to write a card."""
    from pbm.rules.gunboat_empires.house import house

    return house(view, rules, dice)


def _state_of(told: Mapping[str, Any], rules: Rules) -> State:
    return from_words(told)


def _homes(rules: Rules) -> tuple[str, ...]:
    return tables().homes


def _called(rules: Rules, home: str) -> str:
    return tables().nations[int(home)].name


SYSTEM = System(
    name="gunboat-empires",
    title="Gunboat Empires",
    variants=VARIANTS,
    setup=Setup(homes=_homes, load=load, called=_called, numbered=True),
    course=Course(
        living=living,
        awaited=living,
        over=over,
        ending=ending,
        out="out",
        told=outcome,
        owners=lambda state: {code: it.owner for code, it in state.regions.items()},
    ),
    words=Words(
        to_words=state_words,
        from_words=_state_of,
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("regions", owner="owner"), Named("countries")),
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
