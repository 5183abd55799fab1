"""Gunboat Empires while it is being built: its rules and cards are tested before there is anything to look at."""

from pbm.core.named import Named
from pbm.engine.system import Course, Seat, Setup, System, Words
from pbm.rules.common import words
from pbm.rules.gunboat_empires.parse import kit, parse
from pbm.rules.gunboat_empires.printout import printout
from pbm.rules.gunboat_empires.resolve import resolve
from pbm.rules.gunboat_empires.setup import check, lay, start
from pbm.rules.gunboat_empires.state import from_words, living, over, state_words
from pbm.rules.gunboat_empires.tables import tables
from pbm.rules.gunboat_empires.variant import VARIANTS, load
from pbm.rules.gunboat_empires.view import View, view

SYSTEM = System(
    name="gunboat-empires",
    title="Gunboat Empires",
    variants=VARIANTS,
    setup=Setup(homes=lambda rules: tables().homes, load=load),
    course=Course(living=living, awaited=living, over=over, ending=lambda state, rules: (), out="out"),
    words=Words(
        to_words=state_words,
        from_words=lambda told, rules: from_words(told),
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("regions", owner="owner"), Named("countries")),
    ),
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=printout,
    series=lambda view, heard, rules: (),
    kit=kit,
    house=lambda view, rules, dice: "PASS",
)
RULES = load(VARIANTS[0], {})
SEATS = tuple(Seat(number, f"{number:02}", f"Seat {number}") for number in range(1, 29))
